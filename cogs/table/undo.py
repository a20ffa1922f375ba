"""Taking back: your own steps back to the floor, while nobody else has acted since."""

from __future__ import annotations

from typing import Any

import discord
from data.store import Gone

from cogs.controls import Press, acknowledge, locale_of, tell
from cogs.table.desk import Desk, now
from cogs.table.panel import Panel
from data import acts
from data.sheet import Change, Sheet
from rendering.words import say
from rules.kernel import Stale


class Undo:
    """The Undo button and ``/table undo``."""

    def __init__(self, desk: Desk, panel: Panel) -> None:
        self.desk = desk
        self.panel = panel

    async def one(
        self, match: int, interaction: discord.Interaction[Any], n: int | None = None
    ) -> Sheet:
        """Take back this person's latest ply. ``n``: the entry the button was made at."""

        async def act(sheet: Sheet) -> Change:
            seat = sheet.seat_of(interaction.user.id)
            if seat is None:
                raise acts.refuse("refused-not-yours", match=sheet.id)
            if n is not None and n != sheet.n:
                raise Stale
            if not acts.undoable(sheet, seat) or sheet.match is None:
                raise acts.refuse("refused-undo")
            try:
                back = await self.desk.store.at(sheet, sheet.match.ply - 1)
            except Gone:
                raise acts.refuse("refused-undo-gone") from None
            return acts.undo(sheet, seat, back, await self.desk.store.log(sheet.id), now())

        return await self.desk.change(match, act, interaction)

    async def press(self, press: Press) -> None:
        """Undo on a post (answered privately) or in a panel (drawn in place)."""
        interaction, ticket = press.interaction, press.ticket
        in_panel = ticket.rest == "p"
        if not await acknowledge(interaction, fresh=not in_panel):
            return
        await self.one(ticket.match, interaction, ticket.asked)
        if in_panel:
            await self.panel.show(interaction, ticket.match)
        else:
            await tell(interaction, say(locale_of(interaction), "undone", match=ticket.match))
