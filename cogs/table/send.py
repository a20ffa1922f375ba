"""One public message of a match: to its place, calling exactly whom it names, never twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import discord
from discord import ui

import cogs.deliver
from cogs.deliver import Delivery, Fate, deliver
from cogs.table.outbox import OFTEN, Carried, body
from cogs.table.seats import mentions
from data.sheet import Letter, Post, Sheet
from rules.kernel import Seat

ARCHIVED = "50083"
NO_ACCESS = "50001"
UPLOAD = 4
"""How many times longer than others a call with a picture may take."""
SEARCHED = 1000
"""Messages that are searched at most for one that may have been made: ten calls."""
SKEW = 3600
"""Seconds by which our clock may differ from Discord's where a message is searched for."""


async def send(
    bot: discord.Client,
    sheet: Sheet,
    letter: Letter,
    view: ui.LayoutView,
    seats: tuple[Seat, ...] = (),
    files: Callable[[], list[discord.File]] | None = None,
    others: tuple[int, ...] = (),
) -> Delivery[discord.Message]:
    """Send the message of a letter to the match's place, mentioning only these seats, and other
    users whom it concerns.

    The nonce is the letter's, so that a second try after a lost answer makes no second message.
    Discord remembers it for minutes only, so that where an earlier try may have worked its message
    is first looked for; it carries the letter's mark. An archived thread is opened again first.
    ``files`` makes the attachments anew for each try.
    """
    place = bot.get_partial_messageable(sheet.place, guild_id=sheet.guild)
    view.children[0].id = letter.mark
    if letter.tries:
        earlier = await find(bot, sheet.place, letter.mark, int(body(letter, "at", 0)))
        unsure = earlier.fate is Fate.LATER and letter.tries < OFTEN
        if earlier.value is not None or unsure or NO_ACCESS in earlier.why:
            return earlier
    users = [*mentions(sheet, seats), *(discord.Object(user) for user in others)]
    called = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)

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


async def find(
    bot: discord.Client, place: int, mark: int, written: int
) -> Delivery[discord.Message | None]:
    """Our own message with this mark, made in a place since this UTC second, or None."""
    since = datetime.fromtimestamp(max(0, written - SKEW), UTC)

    async def search() -> discord.Message | None:
        me = bot.user
        async for message in bot.get_partial_messageable(place).history(limit=SEARCHED):
            if message.created_at < since:
                break
            ours = me is not None and message.author.id == me.id
            if ours and message.components and message.components[0].id == mark:
                return message
        return None

    return await deliver(search)


class Seeker:
    """Carries `seek` letters."""

    def __init__(self, bot: discord.Client) -> None:
        self.bot = bot

    async def seek(self, letter: Letter) -> Carried:
        """Put a message on record of which nothing was heard, so that it is kept up to date and
        loses its buttons in time like any other."""
        place, n = int(body(letter, "place")), int(body(letter, "n"))
        found = await find(self.bot, place, int(body(letter, "mark")), int(body(letter, "at")))
        if found.value is not None:
            return Carried(Fate.DONE, Post(letter.match, n, place, found.value.id, True))
        again = found.fate is Fate.LATER and letter.tries < OFTEN
        return Carried(found.fate if again else Fate.DONE, why=found.why)
