"""``/toy``: a slash command of several steps, all or none; the rest is pressed on the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.controls import guarded
from cogs.game import Choices, GameCog, Interaction, described, typed
from rules.kernel import Move

if TYPE_CHECKING:
    from cogs.client import Parlour


class Toy(GameCog, group_name="toy", group_description=described("cmd-toy")):
    """The toy's commands."""

    game = "toy"

    @app_commands.command(name="put", description=described("cmd-toy-put"))
    @app_commands.describe(
        lantern=described("opt-toy-lantern"),
        second=described("opt-toy-second"),
        end=described("opt-toy-end"),
        match=described("opt-match"),
    )
    @guarded
    async def put(
        self,
        interaction: Interaction,
        lantern: str,
        second: str | None = None,
        end: bool = False,
        match: str | None = None,
    ) -> None:
        """Put one lantern or two, and end the turn if wished: one act, all or none."""
        moves = [_put(text) for text in (lantern, second) if text is not None]
        await self.play(interaction, [*moves, Move("end")] if end else moves, match)

    @put.autocomplete("lantern")
    async def _lantern(self, interaction: Interaction, current: str) -> Choices:
        return await self._words(interaction, current, ())

    @put.autocomplete("second")
    async def _second(self, interaction: Interaction, current: str) -> Choices:
        return await self._words(interaction, current, (_put(typed(interaction, "lantern")),))

    async def _words(
        self, interaction: Interaction, current: str, earlier: tuple[Move, ...]
    ) -> Choices:
        """Completes word by word: the card, then the column, then the row."""
        *given, last = current.split(" ")
        found = await self.complete(interaction, last, ("put", *given), earlier)
        said = [" ".join([*given, str(choice.value)]) for choice in found]
        return [app_commands.Choice(name=text, value=text) for text in said]

    @put.autocomplete("match")
    async def _match(self, interaction: Interaction, current: str) -> Choices:
        return await self.complete_match(interaction, current)


def _put(text: str) -> Move:
    """``12 4 7``: card, column, row."""
    return Move("put", tuple(text.split()))


async def setup(bot: Parlour) -> None:
    """Add the cog."""
    await bot.add_cog(Toy(bot))
