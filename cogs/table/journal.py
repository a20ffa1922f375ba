"""``/table log``: what happened, in words, page by page, as one seat may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.controls import Press, Ticket, acknowledge, button, locale_of
from cogs.deliver import deliver
from cogs.table.desk import Desk
from cogs.table.scenes import Scenes
from cogs.table.telling import Telling
from data import acts
from data.acts import untold
from data.rewind import stands
from data.sheet import Entry, Sheet
from rendering.scene import Scene, renderer
from rendering.words import say
from rules.kernel import Move, Seat

ENTRIES = 20
"""Log entries on a page."""
ROOM = 3600
"""Characters of a page; Discord takes 4,000 in a message."""


class Journal:
    """The log of a match, for whoever asks."""

    def __init__(self, desk: Desk, scenes: Scenes) -> None:
        self.desk = desk
        self.scenes = scenes

    async def show(
        self, interaction: discord.Interaction[Any], match: int, first: int | None = None
    ) -> None:
        """A page that begins with entry ``first`` (None: the latest page)."""
        sheet = await self.desk.sheet_for(match, interaction)
        if sheet.match is None:
            raise acts.refuse("refused-not-started")
        view = await self.page(sheet, interaction.user.id, locale_of(interaction), first)
        await deliver(lambda: interaction.edit_original_response(view=view, attachments=[]))

    async def page(self, sheet: Sheet, user: int, locale: str, first: int | None) -> ui.LayoutView:
        """The message of one page."""
        telling = await self.scenes.telling(sheet, sheet.seat_of(user), locale)
        log, scene = telling.log, telling.scene
        start = len(log) - ENTRIES + 1 if first is None else first
        start = max(1, min(start, len(log)))
        kept = {entry.n for entry in stands(log)}
        page = log[start - 1 : start - 1 + ENTRIES]
        blocks: list[tuple[int, str]] = []
        for entry in page:
            # Who held a seat once reads what was told to it then.
            seat = sheet.seat_at(user, entry.n)
            if entry.n in telling.hidden and entry.seat != seat:
                continue
            lines = telling.entry(entry, (), seat)
            if not lines and self._mere_step(sheet, entry, log):
                continue
            lines = lines or [self._quiet(telling, entry, seat)]
            if entry.kind != "undo" and entry.n not in kept:
                lines = [f"~~{line}~~" for line in lines]
            top, *more = lines
            block = [f"**{entry.n}.** {top} · <t:{entry.at}:R>", *(f"↳ {line}" for line in more)]
            blocks.append((entry.n, "\n".join(block)))
        last = page[-1].n if page else 0
        making = untold(sheet, sheet.seat_of(user))
        if making and last == len(log):
            by = scene.names[dict(sheet.line)[making[0]]]
            blocks.append((last, say(locale, "turn-being-made", who=by)))
        return self._view(sheet, scene, blocks, start, last, len(log))

    def _mere_step(self, sheet: Sheet, entry: Entry, log: Sequence[Entry]) -> bool:
        """Whether an entry of which nothing is to be told only led to the same seat's next one: it
        says nothing that the next one does not."""
        if entry.n < len(log):
            return log[entry.n].seat == entry.seat and log[entry.n].kind in ("move", "undo")
        return entry.seat is not None and bool(sheet.holders[entry.seat].asked)

    def _quiet(self, telling: Telling, entry: Entry, seat: Seat | None) -> str:
        """What a seat answered by itself, without its having been told: to itself in its own
        notation."""
        scene, who = telling.scene, telling.actor(entry)
        if entry.seat is not None and entry.seat == seat and entry.kind == "move":
            move = renderer(scene.game).notation(Move.parse(entry.move))
            return say(scene.locale, "event-own", who=who, move=move)
        return say(scene.locale, "event-quiet", who=who)

    def _view(
        self, sheet: Sheet, scene: Scene, blocks: list[tuple[int, str]], start: int, end: int,
        size: int,
    ) -> ui.LayoutView:  # fmt: skip
        """The blocks as far as there is room; each begins with the number of its entry."""
        locale = scene.locale
        shown: list[str] = []
        for n, block in blocks:
            if shown and sum(map(len, shown)) + len(block) > ROOM:
                end = n - 1
                break
            shown.append(block[:ROOM])
        shown = shown or [say(locale, "log-empty")]
        game = say(locale, f"{sheet.game}-name")
        title = say(
            locale, "log-title", game=game, number=sheet.id, first=start, last=end, all=size
        )
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(f"### {title}"))
        view.add_item(ui.TextDisplay("\n".join(shown)))
        row: ui.ActionRow[Any] = ui.ActionRow()
        older, newer = (
            Ticket("log", sheet.id, max(1, start - ENTRIES)),
            Ticket("log", sheet.id, end + 1),
        )
        row.add_item(button(older, say(locale, "button-older"), disabled=start <= 1))
        row.add_item(button(newer, say(locale, "button-newer"), disabled=end >= size))
        view.add_item(row)
        return view

    async def press(self, press: Press) -> None:
        """Older or newer: another page in place."""
        if await acknowledge(press.interaction, private=True):
            await self.show(press.interaction, press.ticket.match, press.ticket.asked)
