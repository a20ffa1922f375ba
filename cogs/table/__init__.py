"""The table: what every game shares on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.table.commands import TableCommands, complete_matches
from cogs.table.lobby import Lobby
from cogs.table.panel import Panel
from cogs.table.post import Posts
from cogs.table.undo import Undo

if TYPE_CHECKING:
    from cogs.client import Parlour


async def setup(bot: Parlour) -> None:
    """Put the table's commands, buttons and carriers into the bot."""
    desk, router, outbox = bot.desk, bot.router, bot.outbox
    lobby, posts = Lobby(bot, desk), Posts(bot, desk, bot.scenes)
    panel = bot.panel = Panel(desk, bot.scenes)
    undo = Undo(desk, panel)

    outbox.carriers |= {"lobby": lobby.carry, "post": posts.post, "retire": posts.retire}
    for kind, handler in (
        ("join", lobby.join), ("leave", lobby.leave), ("start", lobby.start),
        ("cancel", lobby.cancel), ("toggle", lobby.toggle), ("options", lobby.options),
        ("option", lobby.option), ("play", panel.play), ("mine", panel.mine),
        ("text", panel.text), ("fresh", panel.fresh), ("walk", panel.walk), ("pick", panel.pick),
        ("answer", panel.answer), ("search", panel.search), ("searched", panel.searched),
        ("undo", undo.press),
    ):  # fmt: skip
        router.on(kind, handler)

    commands = TableCommands(desk, lobby, panel, undo)
    complete_matches(commands)
    bot.tree.add_command(commands)
