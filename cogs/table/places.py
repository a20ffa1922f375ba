"""Channels, threads and servers that go and come back: their matches wait, and go on."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from cogs.deliver import Fate
from cogs.table.desk import Desk
from data import people
from data.sheet import Head, Letter, Sheet, Status
from rules.kernel import Refused

log = logging.getLogger(__name__)


class Places(commands.Cog):
    """Listens to what Discord says about places; guilds-only intents tell of all of these."""

    def __init__(self, bot: discord.Client, desk: Desk) -> None:
        self.bot = bot
        self.desk = desk

    async def lost(self, letter: Letter, fate: Fate) -> None:
        """A message found its place gone: the outbox says so."""
        if fate is Fate.PLACE_GONE:
            await self._place_gone(await self.desk.sheet(letter.match))

    async def _place_gone(self, sheet: Sheet) -> None:
        """A thread's match goes on in its channel while there is one; else it waits."""
        guild = self.bot.get_guild(sheet.guild)
        channel = guild.get_channel(sheet.channel) if guild is not None else None
        if sheet.thread is not None and channel is not None:
            await self._do(sheet.id, lambda s: people.settle(s, s.guild, s.channel))
        else:
            await self._do(sheet.id, people.hold)

    async def _do(self, match: int, act: object) -> None:
        try:
            await self.desk.change(match, act)  # type: ignore[arg-type]
        except Refused as error:
            log.warning("match %s: %s", match, error.reason.key)

    def _at(self, place: int) -> list[Head]:
        return [h for h in self.desk.heads.values() if place in (h.thread, h.channel)]

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Matches of a deleted channel are on hold until the host moves them."""
        for head in self._at(channel.id):
            await self._do(head.id, people.hold)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The match of a deleted thread goes on in its channel."""
        for head in self._at(payload.thread_id):
            if head.thread == payload.thread_id:
                await self._place_gone(await self.desk.sheet(head.id))

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """What was put on hold and has its channel after all goes on: we were invited again while
        we were away."""
        for guild in self.bot.guilds:
            await self.on_guild_join(guild)

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
            held = head.guild == guild.id and head.status is Status.HELD
            if held and guild.get_channel(head.channel) is not None:
                await self._do(head.id, lambda s: people.settle(s, s.guild, s.channel))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is back after Discord's own outage, or by an invitation told in this way."""
        await self.on_guild_join(guild)
