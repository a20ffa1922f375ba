"""When a match is over: another one like it, and the whole of it as a file."""

from __future__ import annotations

import io
from typing import Any

import discord

from cogs.controls import Press, acknowledge, locale_of, tell
from cogs.deliver import deliver
from cogs.table.desk import Desk
from cogs.table.lobby import Lobby
from data.acts import refuse
from data.sheet import Sheet, Status
from rendering.names import clean
from rendering.words import say
from rules import games


class Afterwards:
    """The buttons under the last post of a match."""

    def __init__(self, desk: Desk, lobby: Lobby) -> None:
        self.desk = desk
        self.lobby = lobby

    async def again(self, press: Press) -> None:
        """A lobby for the same game with the same options and as many seats; whoever pressed is its
        host."""
        interaction = press.interaction
        if not await acknowledge(interaction, fresh=True):
            return
        old = await self.desk.sheet_for(press.ticket.match, interaction)
        if old.status is not Status.OVER:
            raise refuse("refused-not-over")
        if old.game not in games():
            raise refuse("refused-no-game", games=", ".join(games()))
        sheet = await self.lobby.open(interaction, old.game, len(old.holders), old)
        await tell(interaction, say(locale_of(interaction), "opened", match=sheet.id))

    async def export(self, press: Press) -> None:
        """Export button."""
        interaction = press.interaction
        if await acknowledge(interaction, fresh=True):
            await self.hand_out(interaction, press.ticket.match)

    async def hand_out(self, interaction: discord.Interaction[Any], match: int) -> None:
        """The match as a file, into the message that the interaction has acknowledged."""
        sheet, locale = await self.desk.sheet_for(match, interaction), locale_of(interaction)
        file = await self._exported(sheet, interaction.user.id, locale)
        whole = "yes" if sheet.status is Status.OVER else "no"
        text = say(locale, "exported", match=match, whole=whole)
        await deliver(lambda: interaction.edit_original_response(content=text, attachments=[file]))

    async def _exported(self, sheet: Sheet, user: int, locale: str) -> discord.File:
        """The export as an attachment. Its name holds the game and the number, never a person's."""
        if sheet.match is None:
            raise refuse("refused-not-started")
        names = [
            clean(h.name, "") or say(locale, "seat-name", number=k + 1)
            for k, h in enumerate(sheet.holders)
        ]
        doc = await self.desk.store.export(sheet.id, sheet.seat_of(user), names, user)
        if doc is None:
            raise refuse("refused-no-match", match=sheet.id)
        return discord.File(io.BytesIO(doc), filename=f"{sheet.game}-{sheet.id}.json")
