"""Channels, threads and servers that go and come back: their matches wait, and go on."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from cogs.table.desk import Desk
from data import people
from data.sheet import Change, Head, Letter, Sheet, Status
from data.store import StoreError
from rules.kernel import Refused

log = logging.getLogger(__name__)


class Places(commands.Cog):
    """Listens to what Discord says about places; guilds-only intents tell of all of these."""

    def __init__(self, bot: discord.Client, desk: Desk) -> None:
        self.bot = bot
        self.desk = desk

    async def lost(self, letter: Letter, place: int) -> None:
        """A message found its place gone: the outbox says so."""
        await self._gone(letter.match, place)

    async def _gone(self, match: int, place: int) -> None:
        """This channel or thread is no more. A thread's match goes on in its channel while there is
        one; else it waits. A match that has been moved elsewhere meanwhile is none of its."""

        def act(sheet: Sheet) -> Change:
            if place not in (sheet.thread, sheet.channel):
                return Change(sheet)
            if place == sheet.thread and self._channel(sheet) is not None:
                return people.settle(sheet, sheet.guild, sheet.channel)
            return people.hold(sheet)

        await self._do(match, act)

    async def _do(self, match: int, act: object) -> None:
        try:
            await self.desk.change(match, act)  # type: ignore[arg-type]
        except (Refused, StoreError) as error:  # the others still have to hear of it
            log.warning("match %s: %s", match, error.reason.key)

    def _at(self, place: int) -> list[Head]:
        return [h for h in self.desk.heads.values() if place in (h.thread, h.channel)]

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Matches of a deleted channel are on hold until the host moves them."""
        for head in self._at(channel.id):
            await self._gone(head.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The match of a deleted thread goes on in its channel."""
        for head in self._at(payload.thread_id):
            await self._gone(head.id, payload.thread_id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """We may have been removed from servers and invited again while we were away: what has no
        server waits, what was put on hold and has its channel after all goes on."""
        # READY names every server, those that Discord cannot reach just now too.
        here = {guild.id for guild in self.bot.guilds}
        for head in list(self.desk.heads.values()):
            if head.guild not in here and head.status is not Status.HELD:
                await self._do(head.id, people.hold)
        for head in list(self.desk.heads.values()):
            await self._resume(head)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed: its matches there wait."""
        for head in list(self.desk.heads.values()):
            if head.guild == guild.id:
                await self._do(head.id, people.hold)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is invited again: matches whose channel is still there go on."""
        for head in list(self.desk.heads.values()):
            if head.guild == guild.id:
                await self._resume(head)

    async def _resume(self, head: Head) -> None:
        """Let a match that is on hold go on where its channel is there."""

        def act(sheet: Sheet) -> Change:
            there = self._channel(sheet) is not None
            if sheet.status is Status.HELD and there:
                return people.settle(sheet, sheet.guild, sheet.channel)
            return Change(sheet)

        guild = self.bot.get_guild(head.guild) if head.status is Status.HELD else None
        if guild is not None and guild.get_channel(head.channel) is not None:
            await self._do(head.id, act)

    def _channel(self, sheet: Sheet) -> object | None:
        guild = self.bot.get_guild(sheet.guild)
        return guild.get_channel(sheet.channel) if guild is not None else None

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is back after Discord's own outage, or by an invitation told in this way."""
        await self.on_guild_join(guild)
