"""``/table rules``: a short guide to a game, page by page, with pictures our renderer draws."""

from __future__ import annotations

import io
import logging
from typing import Any

import discord
from discord import ui

from cogs.controls import Press, Ticket, acknowledge, button, locale_of
from cogs.deliver import deliver
from cogs.table.board import gallery
from cogs.table.scenes import Scenes
from data.acts import refuse
from rendering.kit.encode import png
from rendering.scene import Page, renderer
from rendering.words import say
from rules import games

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
FAIR = (
    "guide-fair", "guide-fair-luck", "guide-fair-undo", "guide-fair-looking", "guide-fair-seats"
)  # fmt: skip
"""The page on what is fair, which is the last of every game's guide."""


class Guide:
    """The guides of all games."""

    def __init__(self, scenes: Scenes) -> None:
        self.scenes = scenes

    async def show(self, interaction: Interaction, game: str, number: int) -> None:
        """Page ``number``, from 1; the last is on what is fair, and the same for every game."""
        locale = locale_of(interaction)
        fair = "\n".join(say(locale, key) for key in FAIR)
        pages = (*renderer(game).guide(locale), Page(fair))
        number = max(1, min(number, len(pages)))
        page = pages[number - 1]
        files = await self._picture(game, number, page, locale)
        view = ui.LayoutView(timeout=None)
        name = say(locale, f"{game}-name")
        head = say(locale, "guide-title", game=name, page=number, pages=len(pages))
        view.add_item(ui.TextDisplay(f"### {head}\n{page.text[:3000]}"))
        if files:
            view.add_item(gallery(files[0]))
        row: ui.ActionRow[Any] = ui.ActionRow()
        for label, to in (("button-previous", number - 1), ("button-next", number + 1)):
            ticket = Ticket("guide", 0, max(to, 0), game)
            row.add_item(button(ticket, say(locale, label), disabled=not 1 <= to <= len(pages)))
        if len(pages) > 1:
            view.add_item(row)
        await deliver(lambda: interaction.edit_original_response(view=view, attachments=files))

    async def _picture(
        self, game: str, number: int, page: Page, locale: str
    ) -> list[discord.File]:
        draw = page.draw
        if draw is None:
            return []
        try:
            key = ("guide", game, number, locale)
            data = await self.scenes.drawing.picture(key, lambda: png(draw()))
        except Exception:  # the page stands in words all the same
            log.exception("page %d of the guide to %s could not be drawn", number, game)
            return []
        name = f"{game}-guide-{number}.png"
        return [discord.File(io.BytesIO(data), filename=name, description=page.alt[:1024])]

    async def open(self, press: Press) -> None:
        """A button that shows the guide in a private message of its own."""
        if await acknowledge(press.interaction, fresh=True):
            await self._page(press)

    async def press(self, press: Press) -> None:
        """Another page in place."""
        if await acknowledge(press.interaction, private=True):
            await self._page(press)

    async def _page(self, press: Press) -> None:
        if press.ticket.rest not in games():
            raise refuse("refused-no-game", games=", ".join(games()))
        await self.show(press.interaction, press.ticket.rest, press.ticket.asked)
