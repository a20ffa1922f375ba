"""The board in a message: its picture, or, where that cannot be drawn, the board in words. A fault
in a renderer must not keep anybody from playing."""

from __future__ import annotations

import io
import logging
from dataclasses import replace
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.table.scenes import Scenes, Shown
from cogs.table.telling import MOST_LINES
from data.sheet import Sheet
from rendering.kit.encode import png
from rendering.scene import renderer
from rendering.words import say

log = logging.getLogger(__name__)

ROOM, SHORT = 3100, 1600
"""Characters of a text board that stands for itself, and of one among other words."""


class Board(NamedTuple):
    """What goes into a message's view, and its attachments."""

    item: ui.Item[Any]
    files: list[discord.File]

    def again(self) -> list[discord.File]:
        """The attachments for another try."""
        for file in self.files:
            file.reset()
        return self.files


async def board(scenes: Scenes, shown: Shown, sheet: Sheet) -> Board:
    """The picture of what is shown; in words where it cannot be drawn."""
    try:
        file = await scenes.file(shown, sheet)
    except Exception:
        log.exception("match %d: a picture could not be drawn", sheet.id)
        return Board(ui.TextDisplay(_instead(shown)), [])
    return Board(gallery(file), [file])


class Cover(NamedTuple):
    """A game's own picture; no data where it cannot be drawn."""

    name: str
    """Of the file."""
    data: bytes
    alt: str

    def files(self) -> list[discord.File]:
        """As an attachment, made anew for each try."""
        if not self.data:
            return []
        return [discord.File(io.BytesIO(self.data), filename=self.name, description=self.alt)]


async def cover_of(scenes: Scenes, game: str, locale: str) -> Cover:
    """The cover of a game, the same for every lobby."""
    words = renderer(game)
    try:
        draw = lambda: png(words.cover(locale))  # noqa: E731
        data = await scenes.drawing.picture(("cover", game, locale), draw)
        return Cover(f"{game}.png", data, words.cover_alt(locale))
    except Exception:
        log.exception("the cover of %s could not be drawn", game)
        return Cover(f"{game}.png", b"", "")


def gallery(file: discord.File) -> ui.MediaGallery[Any]:
    """The picture at the top level of a layout, where it is drawn widest."""
    item = discord.MediaGalleryItem(f"attachment://{file.filename}", description=file.description)
    return ui.MediaGallery(item)


def in_words(shown: Shown, room: int = ROOM) -> str:
    """The text board in a code block. It matters more than all that happened, and that is in the
    log."""
    scene, words = shown.scene, renderer(shown.scene.game)
    told = [event for event in scene.since if event.kind not in words.minor]
    return fenced(words.text(replace(scene, since=tuple(told[-MOST_LINES:]))), room)


def _instead(shown: Shown) -> str:
    failed = say(shown.scene.locale, "picture-failed")
    try:
        return f"{failed}\n{in_words(shown, SHORT)}"
    except Exception:
        log.exception("nor could it be put into words")
        return failed


def fenced(text: str, room: int = ROOM) -> str:
    """A text board in a code block, which nothing inside can end; so that the whole message stays
    under Discord's 4,000 characters, lines that do not fit are left out."""
    text = text.replace("```", "ˋˋˋ")
    if len(text) > room:
        text = text[: text.rfind("\n", 0, room) + 1 or room] + "…"
    return f"```\n{text}\n```"
