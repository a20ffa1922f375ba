"""From a sheet to what one viewer may see: scenes, lines on what happened, pictures.

Nothing else builds a scene, so nothing else can forget the view.
"""

from __future__ import annotations

import io
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import discord

from cogs.table.drawing import Drawing
from data.acts import prompt
from data.rewind import makes_ply, stands
from data.sheet import Entry, Sheet
from data.store import Store
from rendering.kit.encode import png
from rendering.names import clean, plain
from rendering.scene import Choice, Scene, renderer
from rendering.words import say
from rules import game as game_of
from rules.kernel import Event, Match, Prompt, Seat

FALLEN = 4
"""Lines on what an undo took back."""
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
            log = await self.store.log(sheet.id)  # to tell what was undone
        log = [entry for entry in log if entry.n <= last]
        view = rules.view(match.state, viewer)
        scene = Scene(
            game=sheet.game, view=view, viewer=viewer, prompt=now_asked, outcome=ends,
            since=_events(log, base, viewer), since_own=since in ("own", "start"),
            names=_names(sheet, locale, False), number=sheet.id, round=rules.round(view),
            choices=choices, locale=locale,
            since_what=since if since in ("step", "start") else "",
        )  # fmt: skip
        worded = replace(scene, names=_names(sheet, locale, True))
        return Shown(scene, worded, tuple(_lines(worded, log, base)), since)

    async def fallen(self, sheet: Sheet, ply: int, locale: str) -> str:
        """What going back to that ply would take back, as far as everybody was told of it; empty
        where nothing of it was."""
        log = await self.store.log(sheet.id)
        back = [e for e in stands(log) if makes_ply(e) and e.ply > ply]
        return told_of(self.quick(sheet, None, locale, messages=True), back, log)

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
            scene.game, scene.view, scene.viewer, scene.prompt, scene.outcome, scene.since_when,
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


def _lines(scene: Scene, log: Sequence[Entry], base: int) -> list[str]:
    """What happened after entry ``base``, line by line; undos told, what they undid and what is
    minor left out. A step and the seat's own taking back of it, both since then, come to nothing
    and are passed over together."""
    kept = {entry.n for entry in stands(log)}
    minor = renderer(scene.game).minor
    lines: list[str] = []
    for entry in log:
        if entry.n <= base or (entry.kind != "undo" and entry.n not in kept):
            continue
        if entry.kind == "undo" and not entry.note and undone_by(entry, log)[0].n > base:
            continue
        lines += entry_lines(scene, entry, log, minor)
    return lines


def undone_by(entry: Entry, log: Sequence[Entry]) -> list[Entry]:
    """The entries that an undo took back, oldest first."""
    before = stands([e for e in log if e.n < entry.n])
    return [e for e in before if e.ply > entry.ply and makes_ply(e)]


def entry_lines(
    scene: Scene,
    entry: Entry,
    log: Sequence[Entry],
    without: Container[str] = ("turn",),
) -> list[str]:
    """One log entry in words, as the scene's viewer may know it. ``without``: kinds of events to
    pass over."""
    scene = as_it_was(scene, entry, log)
    if entry.kind == "undo":
        return [undo_line(scene, entry, log)]
    if entry.kind == "replace":
        return [replace_line(scene, event) for event in entry.events]
    words = renderer(scene.game)
    told = [
        e
        for e in entry.events
        if e.seen_by(scene.viewer) and e.kind not in without
    ]
    lines = [text for e in told if (text := words.event(scene, e))]
    who = scene.names[entry.seat] if entry.seat is not None else say(scene.locale, "the-host")
    if entry.kind == "leave" and entry.move != "out":
        lines.insert(0, say(scene.locale, f"event-{entry.move}", who=who))
    elif entry.kind == "migrate":
        lines.insert(0, say(scene.locale, "event-migrate", version=entry.version))
    return lines


def as_it_was(scene: Scene, entry: Entry, log: Sequence[Entry]) -> Scene:
    """The scene with the names of those who held the seats when the entry was written: who came
    later did nothing of it."""
    names = list(scene.names)
    for later in reversed(log):
        if later.n <= entry.n:
            break
        if later.kind == "replace":
            for event in later.events:
                names[int(event.data["seat"])] = _named(scene, event, "old")
    return replace(scene, names=tuple(names))


def _named(scene: Scene, event: Event, key: str) -> str:
    """The name of the ``old`` or ``new`` holder of a seat that changed hands, as it was then."""
    name = plain(str(event.data.get(key, "")), "")
    return name or say(scene.locale, "seat-name", number=int(event.data.get("seat", 0)) + 1)


def replace_line(scene: Scene, event: Event) -> str:
    """One line on a seat that changed hands, with the names as they were then."""
    old, new = (_named(scene, event, key) for key in ("old", "new"))
    return say(scene.locale, "event-replace", old=old, new=new)


def undo_line(scene: Scene, entry: Entry, log: Sequence[Entry]) -> str:
    """One line on an undo: who, and what was taken back as far as the viewer was told of it."""
    undone = undone_by(entry, log)
    told = told_of(scene, undone, log)
    who = scene.names[entry.seat] if entry.seat is not None else say(scene.locale, "the-host")
    key = "event-undo" if told else "event-undo-unnamed"
    line = say(scene.locale, key, who=who, moves=told, count=len(undone))
    if entry.note.startswith("consent:"):
        return f"{line} {say(scene.locale, 'event-undo-consent')}"
    if entry.note:
        reason = plain(entry.note, longest=200)
        return f"{line} {say(scene.locale, 'event-undo-reason', reason=reason)}"
    return line


def told_of(scene: Scene, entries: Sequence[Entry], log: Sequence[Entry]) -> str:
    """What these entries did in one line, as far as the scene's viewer was told of it: the last
    few."""
    minor = renderer(scene.game).minor
    lines = [line for e in entries for line in entry_lines(scene, e, log, minor | {"turn"})]
    return ("… " if len(lines) > FALLEN else "") + "; ".join(lines[-FALLEN:])


def told(lines: Sequence[str], locale: str, room: int) -> str:
    """Lines for a post or panel: at most ten, and no more than there is room for (characters); the
    latest kept, and of what falls away how much it is."""
    kept = [f"- {line}" for line in lines[-MOST_LINES:]]
    while True:
        more = len(lines) - len(kept)
        head = [say(locale, "since-more", count=more)] if more else []
        text = "\n".join([*head, *kept])
        if len(text) <= room or len(kept) <= 1:
            return text[:room]
        kept = kept[1:]
