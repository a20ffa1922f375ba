"""The base of a game's own commands: nicer names for its moves, completed from what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs.controls import acknowledge, locale_of
from cogs.table.commands import complete_match, described
from cogs.table.desk import now
from data import acts
from data.sheet import Change, Sheet
from rendering.scene import renderer
from rules import game as game_of
from rules.kernel import Move, play_all
from rules.tree import Prefix, level

if TYPE_CHECKING:
    from cogs.client import Parlour

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]

__all__ = ["GameCog", "described"]


class GameCog(commands.GroupCog):
    """One game's command group. A subclass names the game and has a command for each move."""

    game: ClassVar[str]

    def __init__(self, bot: Parlour) -> None:
        self.bot = bot
        self.desk = bot.desk

    def which(self, interaction: Interaction, wished: str | None) -> int:
        """The match a command of this game means."""
        place = interaction.channel_id or 0
        return self.desk.resolve(place, interaction.user.id, wished, game=self.game)

    async def play(
        self, interaction: Interaction, moves: Sequence[Move], match: str | None = None
    ) -> None:
        """Play one move or several, all or none, and show the panel as it stands then."""
        if not await acknowledge(interaction, fresh=True):
            return
        number = self.which(interaction, match)

        def act(sheet: Sheet) -> Change:
            seat = sheet.seat_of(interaction.user.id)
            if seat is None:
                raise acts.refuse("refused-not-yours", match=number)
            if sheet.game != self.game:
                raise acts.refuse("refused-other-game", match=number)
            return acts.move(sheet, seat, moves, now())

        await self.desk.change(number, act, interaction)
        await self.bot.table.panel.show(interaction, number)

    async def complete(
        self,
        interaction: Interaction,
        current: str,
        prefix: Prefix,
        earlier: Sequence[Move] = (),
    ) -> Choices:
        """What can follow this prefix now, worded by the game; never raises.

        ``earlier``: steps of the same command that come first; applied only while none of them
        raises the floor, so that completion teaches nothing that is not yet known.
        """
        try:
            return await self._complete(interaction, current, prefix, earlier)
        except Exception:  # whatever was typed: an empty list says enough
            return []

    async def _complete(
        self, interaction: Interaction, current: str, prefix: Prefix, earlier: Sequence[Move]
    ) -> Choices:
        wished = getattr(interaction.namespace, "match", None)
        sheet = await self.desk.sheet_for(self.which(interaction, wished), interaction)
        seat = sheet.seat_of(interaction.user.id)
        if seat is None or sheet.match is None or sheet.game != self.game:
            return []
        rules, match = game_of(self.game), sheet.match
        for _, after, _ in play_all(rules, match, seat, earlier):
            if after.floor == after.ply:
                return []
            match = after
        if rules.outcome(match.state) is not None:
            return []
        shown = self.bot.scenes.quick(sheet, seat, locale_of(interaction), match)
        words = renderer(self.game)
        nodes = sorted(
            level(rules.moves(match.state, seat), prefix),
            key=lambda node: words.sort_key(shown, node.move),
        )
        labelled = [(words.label(shown, node.move)[:100], node.prefix[-1]) for node in nodes]
        wanted = current.casefold()
        fits = [pair for pair in labelled if pair[1].startswith(wanted)] or [
            pair for pair in labelled if wanted in pair[0].casefold()
        ]
        return [app_commands.Choice(name=name, value=value) for name, value in fits[:25]]

    async def complete_match(self, interaction: Interaction, current: str) -> Choices:
        """Open matches of this game."""
        return await complete_match(self.desk, interaction, current, self.game)
