"""From a sheet to what one viewer may see: scenes, lines on what happened, pictures.

Nothing else builds a scene, so nothing else can forget the view.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from typing import Literal

import discord

from cogs.table.drawing import Drawing
from cogs.table.telling import Telling
from data.acts import refuse, untold
from data.rewind import crosses, makes_ply, stands, unseen
from data.sheet import Sheet
from data.store import Gone, Store
from rendering.kit.encode import png
from rendering.names import clean, plain
from rendering.scene import Choice, Scene, renderer
from rendering.words import say
from rules import game as game_of
from rules.kernel import Match, Prompt, Seat

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
    making: str = ""
    """A line that somebody is making a turn, where this is how it stood before."""


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

    async def open(self, sheet: Sheet, viewer: Seat | None) -> Match:
        """The match as far as this viewer (None: the channel) may see it: of a turn that another
        makes, what was posted or cannot be taken back any more.

        Raises:
            Refused: that position is not kept any more; better nothing than too much.
        """
        if sheet.match is None:
            raise ValueError("a lobby has no scene")
        hidden = untold(sheet, viewer)
        if not hidden:
            return sheet.match
        try:
            return await self.store.at(sheet, sheet.match.ply - len(hidden))
        except Gone:
            raise refuse("refused-undo-gone") from None

    async def show(
        self,
        sheet: Sheet,
        viewer: Seat | None,
        locale: str,
        choices: tuple[Choice, ...] = (),
        own: Seat | None = None,
    ) -> Shown:
        """The match as one viewer (None: the channel) may see it now. ``own``: the seat of whoever
        looks with the channel's eyes, and knows of the turn that he is making."""
        own = viewer if own is None else own
        rules, match = game_of(sheet.game), await self.open(sheet, own)
        ends = rules.outcome(match.state)
        now_asked = None if ends else rules.prompt(match.state)
        making = untold(sheet, own)
        base, since = await self._base(sheet, viewer, now_asked, making)
        log = await self.store.log(sheet.id, base)
        if any(entry.kind == "undo" for entry in log):
            log = await self.store.log(sheet.id)  # to tell what was undone
        log = [entry for entry in log if entry.n <= sheet.n]
        view = rules.view(match.state, viewer)
        scene = Scene(
            game=sheet.game, view=view, viewer=viewer, prompt=now_asked, outcome=ends,
            since=(), since_own=since in ("own", "start"), names=_names(sheet, locale, False),
            number=sheet.id, round=rules.round(view), choices=choices, locale=locale,
            since_what=since if since in ("step", "start") else "",
        )  # fmt: skip
        telling = Telling(
            replace(scene, names=_names(sheet, locale, True)), log, unseen(sheet, log, own)
        )
        scene = replace(scene, since=telling.events(base))
        worded = replace(telling.scene, since=scene.since)
        by = dict(sheet.line).get(making[0]) if making else None
        note = "" if by is None else say(locale, "turn-being-made", who=worded.names[by])
        return Shown(scene, worded, telling.since(base), since, note)

    async def telling(
        self, sheet: Sheet, viewer: Seat | None, locale: str, messages: bool = True
    ) -> Telling:
        """The whole log, to be told to that viewer in a message, or in the words of a menu."""
        log = [e for e in await self.store.log(sheet.id) if e.n <= sheet.n]
        scene = await self.quick(sheet, viewer, locale, messages=messages)
        return Telling(scene, log, unseen(sheet, log, viewer))

    async def fallen(self, sheet: Sheet, ply: int, locale: str) -> str:
        """Lines on what going back to that ply would take back, as far as everybody was told of it,
        and, where a draw or a secret lies between, on what came of that and stays known."""
        telling = await self.telling(sheet, None, locale)
        back = [e for e in stands(telling.log) if makes_ply(e) and e.ply > ply]
        moves, lines = telling.several(back), []
        if moves:
            lines.append(say(locale, "undo-falls", moves=moves))
        if crosses(sheet, ply):
            learned = telling.beside(back)
            lines.append(say(locale, "undo-learned", learned=learned or "none"))
        return "\n".join(lines)

    async def quick(
        self,
        sheet: Sheet,
        seat: Seat | None,
        locale: str,
        at: Match | None = None,
        messages: bool = False,
    ) -> Scene:
        """A scene for words alone, without what happened since: for completion and the log.

        ``at``: another position that this seat may see. ``messages``: with names as messages want
        them.
        """
        rules = game_of(sheet.game)
        match = at or await self.open(sheet, seat)
        view = rules.view(match.state, seat)
        return Scene(
            game=sheet.game, view=view, viewer=seat, prompt=rules.prompt(match.state),
            outcome=rules.outcome(match.state), since=(), since_own=True,
            names=_names(sheet, locale, messages), number=sheet.id, round=rules.round(view),
            locale=locale,
        )  # fmt: skip

    async def _base(
        self, sheet: Sheet, viewer: Seat | None, asked: Prompt | None, making: tuple[int, ...]
    ) -> tuple[int, Since]:
        """The entry after which to tell, and what that entry is.

        Since the own last move of whoever looks, or who alone is asked. Where nothing has happened
        since that, a person sees what that move itself did, and the channel what is new to it.
        ``making``: the steps of a turn that are not to be told yet.
        """
        last = making[0] - 1 if making else sheet.n
        seat = viewer
        if seat is None and asked is not None and len(asked.seats) == 1:
            seat = asked.seats[0]
        if seat is not None:
            acted = sheet.holders[seat].acted
            if acted > last:  # of a turn that is being made: the last one before it
                acted = await self._acted(sheet, seat, last)
            if acted and acted < last:
                return acted, "own"
            if viewer is not None:
                return max(acted - 1, 0), "step" if acted else "start"
        posts = await self.store.posts(sheet.id)
        before = max((p.n for p in posts if 0 < p.n < last), default=0)
        return before, "post" if before else "start"

    async def _acted(self, sheet: Sheet, seat: Seat, last: int) -> int:
        """The last move of this seat's holder up to an entry; 0: none."""
        since, log = sheet.holders[seat].since, stands(await self.store.log(sheet.id))
        moves = (e.n for e in log if e.kind == "move" and e.seat == seat)
        return max((n for n in moves if since < n <= last), default=0)

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
