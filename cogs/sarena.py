"""``/sarena``: nicer names for Sarena's one kind of move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.controls import guarded
from cogs.game import Choices, GameCog, Interaction, described, typed
from rules.kernel import Move

if TYPE_CHECKING:
    from cogs.client import Parlour


class Sarena(GameCog, group_name="sarena", group_description=described("cmd-sarena")):
    """Sarena's commands."""

    game = "sarena"

    @app_commands.command(name="move", description=described("cmd-sarena-move"))
    @app_commands.rename(origin="from", target="to")
    @app_commands.describe(
        origin=described("opt-sarena-from"),
        target=described("opt-sarena-to"),
        match=described("opt-match"),
    )
    @guarded
    async def move(
        self, interaction: Interaction, origin: str, target: str, match: str | None = None
    ) -> None:
        """Move a pile one circle along a line."""
        move = Move("go", (origin.strip().casefold(), target.strip().casefold()))
        await self.play(interaction, [move], match)

    @move.autocomplete("origin")
    async def _origin(self, interaction: Interaction, current: str) -> Choices:
        return await self.complete(interaction, current, ("go",))

    @move.autocomplete("target")
    async def _target(self, interaction: Interaction, current: str) -> Choices:
        return await self.complete(interaction, current, ("go", typed(interaction, "from")))

    @move.autocomplete("match")
    async def _match(self, interaction: Interaction, current: str) -> Choices:
        return await self.complete_match(interaction, current)


async def setup(bot: Parlour) -> None:
    """Add the cog."""
    await bot.add_cog(Sarena(bot))
