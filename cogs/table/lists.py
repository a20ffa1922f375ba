"""``/table mine`` and ``/table here``: open matches, whose turn it is and since when."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from cogs.controls import locale_of
from cogs.deliver import deliver
from cogs.table.desk import Desk, asked_users
from cogs.table.outbox import FAULT
from cogs.table.seats import Sight
from data.sheet import Head, Status
from rendering.names import plain
from rendering.words import game_name, listed, say

MOST = 20
"""Matches on one list."""


class Lists:
    """Lists of matches, private to whoever asks."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def mine(self, interaction: discord.Interaction[Any]) -> None:
        """The matches of this person, on every server; those that wait for him first."""
        user, locale = interaction.user.id, locale_of(interaction)
        heads = [
            h
            for h in self.desk.heads.values()
            if user in (*h.users, *h.returning) or user == h.host
        ]
        heads.sort(key=lambda h: (user not in asked_users(h), h.changed))
        await self._show(interaction, heads, say(locale, "mine-title"), "mine-none")

    async def here(self, interaction: discord.Interaction[Any]) -> None:
        """The matches of this server whose place the person can see; those of this channel
        first."""
        locale, place = locale_of(interaction), interaction.channel_id
        sight = Sight(interaction)
        guild = interaction.guild_id
        heads = [h for h in self.desk.heads.values() if h.guild == guild and sight.of(h)]
        heads.sort(key=lambda h: (place not in (h.thread, h.channel), -h.changed))
        await self._show(interaction, heads, say(locale, "here-title"), "here-none")

    async def _show(
        self, interaction: discord.Interaction[Any], heads: list[Head], title: str, empty: str
    ) -> None:
        locale, user = locale_of(interaction), interaction.user.id
        lines = [await self._line(head, user, locale) for head in heads[:MOST]]
        if len(heads) > MOST:
            lines.append(say(locale, "list-more", count=len(heads) - MOST))
        view = ui.LayoutView(timeout=None)
        text = [f"### {title}"]
        for line in lines or [say(locale, empty)]:
            if sum(map(len, text)) + len(line) < 3800:
                text.append(line)
        view.add_item(ui.TextDisplay("\n".join(text)))
        await deliver(lambda: interaction.edit_original_response(view=view, attachments=[]))

    async def _line(self, head: Head, user: int, locale: str) -> str:
        names = [
            plain(n, "") or say(locale, "seat-name", number=k + 1) for k, n in enumerate(head.names)
        ]
        game = game_name(locale, head.game)
        line = say(locale, "list-line", number=head.id, game=game, names=", ".join(names))
        parts = [line, self._state(head, user, names, locale)]
        link = await self._link(head, locale)
        if link:
            parts.append(link)
        if user in (*head.users, head.host):
            trouble = await trouble_of(self.desk, head.id, locale)
            if trouble:
                parts.append(trouble)
        return "\n  ".join(parts)

    def _state(self, head: Head, user: int, names: list[str], locale: str) -> str:
        since = f"<t:{head.changed}:R>"
        if head.status is Status.LOBBY:
            return say(locale, "list-lobby", here=len(head.users), seats=head.wanted)
        if head.status is Status.HELD:
            return say(locale, "list-held")
        if user in head.returning:
            return say(locale, "list-returning", match=head.id)
        if user in asked_users(head):
            return say(locale, "list-yours", since=since)
        who = [name for name, asked in zip(names, head.asked, strict=True) if asked]
        return say(locale, "list-theirs", who=listed(locale, who), since=since)

    async def _link(self, head: Head, locale: str) -> str:
        posts = [p for p in await self.desk.store.posts(head.id) if p.live and p.n >= 0]
        if not posts:
            return ""
        last = posts[-1]
        address = f"https://discord.com/channels/{head.guild}/{last.channel}/{last.message}"
        return f"[{say(locale, 'list-link')}]({address})"


async def trouble_of(desk: Desk, match: int, locale: str) -> str:
    """What kept the last message of a match from being made, in words; empty when all is well."""
    waiting = await desk.store.waiting(match)
    if waiting:
        at, why = waiting[-1]
        again = f"<t:{at}:R>"
        return say(locale, "trouble-waiting", why=_why(why, locale), again=again)
    given_up = await desk.store.failures(match)
    if given_up:
        at, why = given_up[-1]
        return say(locale, "trouble-over", why=_why(why, locale), at=f"<t:{at}:R>")
    return ""


def _why(why: str, locale: str) -> str:
    """By Discord's number, where we know what to do about it."""
    if why == FAULT:
        return say(locale, "trouble-fault")
    for code in ("50013", "50001", "50083", "160005", "10003"):
        if code in why.split():
            return say(locale, f"trouble-{code}")
    return say(locale, "trouble")
