"""A first message where matches can be opened: each game's picture, one line, and a button."""

from __future__ import annotations

from typing import Any

import discord
from discord import ButtonStyle, ui

from cogs.controls import Press, Ticket, acknowledge, button, locale_of, tell
from cogs.deliver import deliver
from cogs.table.board import cover_of, gallery
from cogs.table.desk import Desk
from cogs.table.lobby import Lobby
from cogs.table.scenes import Scenes
from data.acts import refuse
from rendering.words import say
from rules import games

MOST = 7
"""Games in one message: each takes five of its forty components (one is the greeting), and it holds
ten files and 4,000 characters."""


class Welcome:
    """Makes the message, and opens a match when its button is pressed."""

    def __init__(self, bot: discord.Client, desk: Desk, scenes: Scenes, lobby: Lobby) -> None:
        self.bot = bot
        self.desk = desk
        self.scenes = scenes
        self.lobby = lobby

    async def post(self, channel: int, text: str, locale: str) -> None:
        """Send it to a channel, ``text`` first."""
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(text[:1200]))
        files = []
        for name in list(games())[:MOST]:
            cover = await cover_of(self.scenes, name, locale)
            files += cover.files()
            title, line = say(locale, f"{name}-name"), say(locale, f"{name}-line")
            view.add_item(ui.TextDisplay(f"### {title}\n{line}"[:400]))
            for file in cover.files():
                view.add_item(gallery(file))
            row: ui.ActionRow[Any] = ui.ActionRow()
            label = say(locale, "button-open", game=title)
            row.add_item(button(Ticket("open", 0, 0, name), label, ButtonStyle.success))
            guide = Ticket("rules", 0, 1, name)
            row.add_item(button(guide, say(locale, "button-rules")))
            view.add_item(row)
        place = self.bot.get_partial_messageable(channel)
        await deliver(
            lambda: place.send(
                view=view, files=files, allowed_mentions=discord.AllowedMentions.none()
            )
        )

    async def open(self, press: Press) -> None:
        """The button: a lobby of that game here, whoever pressed is its host."""
        interaction, game = press.interaction, press.ticket.rest
        if not await acknowledge(interaction, fresh=True):
            return
        if game not in games():
            raise refuse("refused-no-game", games=", ".join(games()))
        sheet = await self.lobby.open(interaction, game, None)
        await tell(interaction, say(locale_of(interaction), "opened", match=sheet.id))
