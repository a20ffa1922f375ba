"""The base of a game's own commands: nicer names for its moves, completed from what is legal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs.controls import acknowledge, locale_of, refusal
from cogs.table.commands import STARTED, complete_match, described
from cogs.table.desk import now
from data import acts
from data.sheet import Change, Sheet
from rendering.scene import Scene, renderer
from rules import game as game_of
from rules.kernel import Move, Refused, Seat, play_all
from rules.tree import Prefix, level

if TYPE_CHECKING:
    from cogs.client import Parlour

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]

__all__ = ["GameCog", "described"]


@app_commands.guild_only()
class GameCog(commands.GroupCog):
    """One game's command group. A subclass names the game and has a command for each move."""

    game: ClassVar[str]

    def __init__(self, bot: Parlour) -> None:
        self.bot = bot
        self.desk = bot.desk

    def which(self, interaction: Interaction, wished: str | None) -> int:
        """The match a command of this game means."""
        return self.desk.resolve(interaction, wished, STARTED, self.game)

    def fit(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves of a command as they have to be sent. For a game whose rules pass over a step
        that has only one answer, which whoever types cannot know."""
        return moves

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
            steps = [sendable(move) for move in moves]
            if sheet.match is not None:
                steps = list(self.fit(sheet.match.state, seat, steps))
            return acts.move(sheet, seat, steps, now())

        if moves:  # nothing was filled in: the panel says what can be
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
            shown, moves = await self.offered(interaction, earlier)
            words = renderer(self.game)
            nodes = sorted(level(moves, prefix), key=lambda node: words.sort_key(shown, node.move))
            labelled = [(words.label(shown, node.move), node.prefix[-1]) for node in nodes]
            return narrowed(labelled, current)
        except Exception as error:
            return instead(error, locale_of(interaction))

    async def offered(
        self, interaction: Interaction, earlier: Sequence[Move] = ()
    ) -> tuple[Scene, list[Move]]:
        """What the person can do once these steps are taken, and a scene to word it with; nothing
        when one of them raises the floor.

        Raises:
            Refused, LookupError, ValueError: there is no such match or seat, or a step is not
                legal.
        """
        wished = getattr(interaction.namespace, "match", None)
        sheet = await self.desk.sheet_for(self.which(interaction, wished), interaction)
        seat = sheet.seat_of(interaction.user.id)
        if seat is None or sheet.match is None or sheet.game != self.game:
            raise LookupError("no seat in a match of this game")
        rules, match, hidden = game_of(self.game), sheet.match, False
        for _, after, _ in play_all(rules, match, seat, self.fit(match.state, seat, earlier)):
            hidden = after.floor == after.ply
            if hidden:
                break
            match = after
        shown = await self.bot.scenes.quick(sheet, seat, locale_of(interaction), match)
        over = rules.outcome(match.state) is not None
        return shown, [] if hidden or over else list(rules.moves(match.state, seat))

    async def complete_match(self, interaction: Interaction, current: str) -> Choices:
        """Open matches of this game."""
        return await complete_match(self.desk, interaction, current, self.game, STARTED)


def instead(error: Exception, locale: str) -> Choices:
    """What is offered where nothing can be: which match is meant has to be said first; after
    whatever else was typed an empty list says enough."""
    if isinstance(error, Refused) and error.reason.key == "refused-which":
        return [app_commands.Choice(name=refusal(locale, error)[:100], value="?")]
    return []


_PART = re.compile(r"[a-z0-9_+-]{1,64}", re.ASCII)


def sendable(move: Move) -> Move:
    """The move with a question mark for every part that no move has: rules may say back what was
    typed, and that could be anything."""
    op, *args = (part if _PART.fullmatch(part) else "?" for part in (move.op, *move.args))
    return Move(op, tuple(args))


def typed(interaction: Interaction, option: str) -> str:
    """What another option of the command being completed holds so far; empty when it is not filled
    yet (options are filled in any order)."""
    return str(getattr(interaction.namespace, option, None) or "").strip().casefold()


def narrowed(labelled: Sequence[tuple[str, str]], current: str) -> Choices:
    """Of these labels and values those that fit what was typed, at most 25."""
    wanted = current.casefold()
    fits = [pair for pair in labelled if pair[1].startswith(wanted)] or [
        pair for pair in labelled if wanted in pair[0].casefold()
    ]
    return [app_commands.Choice(name=name[:100], value=value) for name, value in fits[:25]]
