"""One public message of a match: to its place, calling exactly whom it names, never twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from zlib import crc32

import discord
from discord import ui

import cogs.deliver
from cogs.deliver import Delivery, Fate, deliver
from cogs.table.seats import mentions
from data.sheet import Letter, Sheet
from rules.kernel import Seat

ARCHIVED = "50083"
UPLOAD = 4
"""How many times longer than others a call with a picture may take."""
LATEST = 100
"""Messages of the place that are searched for one that may have been made before: one call's."""


async def send(
    bot: discord.Client,
    sheet: Sheet,
    letter: Letter,
    view: ui.LayoutView,
    seats: tuple[Seat, ...] = (),
    files: Callable[[], list[discord.File]] | None = None,
) -> Delivery[discord.Message]:
    """Send the message of a letter to the match's place, mentioning only these seats.

    The nonce is the letter's, so that a second try after a lost answer makes no second message.
    Discord remembers it for minutes only, so that where an earlier try may have worked its message
    is first looked for; it carries the letter's mark. An archived thread is opened again first.
    ``files`` makes the attachments anew for each try.
    """
    place = bot.get_partial_messageable(sheet.place, guild_id=sheet.guild)
    view.children[0].id = mark(letter)
    if letter.maybe:
        earlier = await deliver(lambda: _made(bot, place, mark(letter)))
        if earlier.value is not None or earlier.fate is Fate.LATER:
            return earlier
    called = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=mentions(sheet, seats)
    )

    async def once() -> discord.Message:
        held = files() if files is not None else []
        more: dict[str, Any] = {"files": held} if held else {}
        return await place.send(view=view, allowed_mentions=called, nonce=f"p{letter.id}", **more)

    # A slow line that loses only the answer would have the message made again and again.
    patience = UPLOAD * cogs.deliver.DEADLINE if files is not None else None
    sent = await deliver(once, patience)
    if sent.fate is Fate.BARRED and ARCHIVED in sent.why.split() and sheet.thread is not None:
        thread = sheet.thread
        opened = await deliver(lambda: bot.http.edit_channel(thread, archived=False))
        if opened.done:
            sent = await deliver(once, patience)
    if sent.done and sent.value is None:
        return Delivery(Fate.LATER, None, sent.why)  # it worked, and the answer was lost
    return sent


def mark(letter: Letter) -> int:
    """The id of the first component in a letter's message: 31 bits of what the letter says, so that
    no other message is taken for it, be it of another match, database or restored backup."""
    text = json.dumps([letter.id, letter.match, letter.note.kind, letter.note.body], sort_keys=True)
    return crc32(text.encode()) & 0x7FFFFFFF or 1


async def _made(
    bot: discord.Client, place: discord.PartialMessageable, sought: int
) -> discord.Message | None:
    """Our own message with this mark among the latest of a place."""
    async for message in place.history(limit=LATEST):
        ours = bot.user is not None and message.author.id == bot.user.id
        if ours and message.components and message.components[0].id == sought:
            return message
    return None
