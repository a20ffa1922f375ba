"""From a sheet to what one viewer may see: scenes, lines on what happened, pictures.

Nothing else builds a scene, so nothing else can forget the view.
"""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from collections.abc import Container, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Literal

import discord

from cogs.table.drawing import Drawing
from data.acts import prompt
from data.export import open_moves
from data.rewind import makes_ply, stands
from data.sheet import Entry, Sheet, Status
from data.store import Store
from rendering.kit.encode import png
from rendering.names import clean, plain
from rendering.scene import Choice, Scene, renderer
from rendering.words import say
from rules import game as game_of
from rules.kernel import Event, Match, Move, Prompt, Seat

RECORDS = 48
"""Matches of which it is kept which moves may be named."""
MOST_LINES = 10
"""Lines on what happened in a post; the rest is in the log."""


Since = Literal["own", "step", "start", "post"]
"""Told is what came after the own last move, what that move did, all so far, or what the last post
did not tell yet."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one viewer is shown of a match."""

    scene: Scene
    """With names as pictures and alt texts want them."""
    worded: Scene
    """The same with names as messages want them: no markdown, no mention."""
    lines: tuple[str, ...]
    """What happened, oldest first, in words for a message."""
    since: Since


def _names(sheet: Sheet, locale: str, messages: bool) -> tuple[str, ...]:
    cleaned = plain if messages else clean
    return tuple(
        cleaned(h.name, "") or say(locale, "seat-name", number=k + 1)
        for k, h in enumerate(sheet.holders)
    )


class Scenes:
    """Builds scenes and draws them, each picture once."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.drawing = Drawing()
        self._named: OrderedDict[int, tuple[int, frozenset[int]]] = OrderedDict()

    @property
    def pool(self) -> ThreadPoolExecutor:
        """The drawing thread, for pictures of no match."""
        return self.drawing.pool

    def close(self) -> None:
        """Let the drawing thread end."""
        self.drawing.close()

    async def show(
        self,
        sheet: Sheet,
        viewer: Seat | None,
        locale: str,
        choices: tuple[Choice, ...] = (),
        at: Match | None = None,
        upto: int | None = None,
    ) -> Shown:
        """The match as one viewer (None: the channel) may see it now.

        ``at`` and ``upto``: an earlier position that a post tells of, and its entry.
        """
        rules = game_of(sheet.game)
        match = at or sheet.match
        if match is None:
            raise ValueError("a lobby has no scene")
        ends = rules.outcome(match.state)
        now_asked = prompt(sheet) if at is None else None if ends else rules.prompt(at.state)
        last = sheet.n if upto is None else upto
        base, since = await self._base(sheet, viewer, now_asked, last)
        log = await self.store.log(sheet.id, base)
        if any(entry.kind == "undo" for entry in log):
            log = await self.store.log(sheet.id)  # to name what was undone
        log = [entry for entry in log if entry.n <= last]
        view = rules.view(match.state, viewer)
        scene = Scene(
            game=sheet.game, view=view, viewer=viewer, prompt=now_asked, outcome=ends,
            since=_events(log, base, viewer), since_own=since in ("own", "start"),
            names=_names(sheet, locale, False), number=sheet.id, round=rules.round(view),
            choices=choices, locale=locale,
        )  # fmt: skip
        worded = replace(scene, names=_names(sheet, locale, True))
        named = await self.named(sheet, log)
        return Shown(scene, worded, tuple(_lines(worded, log, base, named)), since)

    async def named(self, sheet: Sheet, log: Sequence[Entry]) -> Container[int]:
        """The entries whose move may be named where one of these entries took it back: those that
        everybody could read when they were made, and after the end all."""
        if sheet.status is Status.OVER:
            return range(sheet.n + 1)
        if not any(entry.kind == "undo" for entry in log):
            return ()
        return await self._open(sheet)

    async def _open(self, sheet: Sheet) -> Container[int]:
        held = self._named.get(sheet.id)
        if held is None or held[0] != sheet.n:
            found = await self.store.record(sheet.id)
            numbers = await asyncio.to_thread(open_moves, found[1]) if found else frozenset()
            held = self._named[sheet.id] = sheet.n, numbers
            while len(self._named) > RECORDS:
                self._named.popitem(last=False)
        return held[1]

    async def fallen(self, sheet: Sheet, ply: int, locale: str) -> str:
        """The moves that going back to that ply would take back, by whom, latest last; empty where
        one of them was not for all to read."""
        readable = await self._open(sheet)
        back = [e for e in stands(await self.store.log(sheet.id)) if makes_ply(e) and e.ply > ply]
        if not all(e.n in readable and e.kind == "move" for e in back):
            return ""
        names, words = _names(sheet, locale, True), renderer(sheet.game)
        told = [f"{names[e.seat or 0]} {words.notation(Move.parse(e.move))}" for e in back[-6:]]
        return ("… " if len(back) > len(told) else "") + ", ".join(told)

    def quick(
        self,
        sheet: Sheet,
        seat: Seat | None,
        locale: str,
        at: Match | None = None,
        messages: bool = False,
    ) -> Scene:
        """A scene for words alone, without what happened since: for completion and the log.

        ``messages``: with names as messages want them.
        """
        rules = game_of(sheet.game)
        match = at or sheet.match
        assert match is not None
        view = rules.view(match.state, seat)
        return Scene(
            game=sheet.game, view=view, viewer=seat, prompt=rules.prompt(match.state),
            outcome=rules.outcome(match.state), since=(), since_own=True,
            names=_names(sheet, locale, messages), number=sheet.id, round=rules.round(view),
            locale=locale,
        )  # fmt: skip

    async def _base(
        self, sheet: Sheet, viewer: Seat | None, asked: Prompt | None, last: int
    ) -> tuple[int, Since]:
        """The entry after which to tell, and what that entry is.

        Since the own last move of whoever looks, or who alone is asked. Where nothing has happened
        since that, a person sees what that move itself did, and the channel what is new to it.
        """
        seat = viewer
        if seat is None and asked is not None and len(asked.seats) == 1:
            seat = asked.seats[0]
        if seat is not None:
            acted = sheet.holders[seat].acted
            if acted and acted < last:
                return acted, "own"
            if viewer is not None:
                return max(acted - 1, 0), "step" if acted else "start"
        posts = await self.store.posts(sheet.id)
        before = max((p.n for p in posts if 0 < p.n < last), default=0)
        return before, "post" if before else "start"

    async def picture(self, scene: Scene) -> bytes:
        """The scene as a PNG, drawn off the event loop, once for all who see the same."""
        key = (
            scene.game, scene.view, scene.viewer, scene.prompt, scene.outcome, scene.since_own,
            repr(scene.since), scene.names, scene.number, scene.round, scene.choices, scene.locale,
        )  # fmt: skip
        return await self.drawing.picture(key, lambda: png(renderer(scene.game).picture(scene)))

    async def file(self, shown: Shown, sheet: Sheet) -> discord.File:
        """The picture as an attachment with alt text. Its name says match and entry, no secret.

        Raises:
            Exception: it could not be drawn, or put into words.
        """
        data = await self.picture(shown.scene)
        part = "board" if shown.scene.viewer is None else "view"
        name = f"{sheet.game}-{sheet.id}-{sheet.n}-{part}.png"
        alt = renderer(sheet.game).alt(shown.scene)[:1024]
        return discord.File(io.BytesIO(data), filename=name, description=alt)


def _events(log: Sequence[Entry], base: int, viewer: Seat | None) -> tuple[Event, ...]:
    return tuple(
        event
        for entry in stands(log)
        if entry.n > base and entry.kind != "replace"
        for event in entry.events
        if event.seen_by(viewer)
    )


def _lines(scene: Scene, log: Sequence[Entry], base: int, named: Container[int]) -> list[str]:
    """What happened after entry ``base``, line by line; undos told, what they undid and what is
    minor left out."""
    kept = {entry.n for entry in stands(log)}
    minor = renderer(scene.game).minor
    lines: list[str] = []
    for entry in log:
        if entry.n > base and (entry.kind == "undo" or entry.n in kept):
            lines += entry_lines(scene, entry, log, named, minor)
    return lines


def entry_lines(
    scene: Scene,
    entry: Entry,
    log: Sequence[Entry],
    named: Container[int] = (),
    without: Container[str] = (),
) -> list[str]:
    """One log entry in words, as the scene's viewer may know it. ``named``: as from
    `Scenes.named`; without it an undo does not say what was taken back. ``without``: kinds of
    events to pass over."""
    if entry.kind == "undo":
        return [undo_line(scene, entry, log, named)]
    if entry.kind == "replace":
        return [replace_line(scene, event) for event in entry.events]
    words = renderer(scene.game)
    told = [
        e
        for e in entry.events
        if e.seen_by(scene.viewer) and e.kind != "turn" and e.kind not in without
    ]
    lines = [text for e in told if (text := words.event(scene, e))]
    who = scene.names[entry.seat] if entry.seat is not None else say(scene.locale, "the-host")
    if entry.kind == "leave" and entry.move != "out":
        lines.insert(0, say(scene.locale, f"event-{entry.move}", who=who))
    elif entry.kind == "migrate":
        lines.insert(0, say(scene.locale, "event-migrate", version=entry.version))
    return lines


def replace_line(scene: Scene, event: Event) -> str:
    """One line on a seat that changed hands, with the names as they were then."""
    old, new = (plain(str(event.data.get(key, "")), "") for key in ("old", "new"))
    fallback = say(scene.locale, "seat-name", number=int(event.data.get("seat", 0)) + 1)
    return say(scene.locale, "event-replace", old=old or fallback, new=new or fallback)


def undo_line(scene: Scene, entry: Entry, log: Sequence[Entry], named: Container[int]) -> str:
    """One line on an undo: who, and which moves were taken back where all of them were public."""
    before = stands([e for e in log if e.n < entry.n])
    undone = [e for e in before if e.ply > entry.ply and e.kind == "move"]
    words = renderer(scene.game)
    told = [words.notation(Move.parse(e.move)) for e in undone if e.n in named]
    who = scene.names[entry.seat] if entry.seat is not None else say(scene.locale, "the-host")
    key = "event-undo" if told and len(told) == len(undone) else "event-undo-unnamed"
    line = say(scene.locale, key, who=who, moves=", ".join(told), count=len(undone))
    if entry.note.startswith("consent:"):
        return f"{line} {say(scene.locale, 'event-undo-consent')}"
    if entry.note:
        reason = plain(entry.note, longest=200)
        return f"{line} {say(scene.locale, 'event-undo-reason', reason=reason)}"
    return line


def told(lines: Sequence[str], locale: str) -> str:
    """Lines for a post or panel: at most ten, the latest kept."""
    if len(lines) <= MOST_LINES:
        return "\n".join(f"- {line}" for line in lines)
    more = len(lines) - MOST_LINES
    kept = "\n".join(f"- {line}" for line in lines[-MOST_LINES:])
    return say(locale, "since-more", count=more) + "\n" + kept
