"""Matches between the store and the presses: one lock a match, sheets at hand, the outbox kicked.

Everything that changes a match goes through `Desk.change`; everything that is shown starts from
`Desk.sheet`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import discord

from cogs.table.seats import Sight, open_to
from data.acts import Person, refuse, renamed
from data.sheet import OPEN, Change, Head, Sheet, Status
from data.store import Conflict, Damaged, Seen, Store
from rendering.words import ENGLISH
from rules import games
from rules.kernel import Refused

AT_HAND = 256
"""Sheets kept in memory; any other is read again in about a millisecond."""


def now() -> int:
    """UTC seconds. The one place where time is read."""
    return int(discord.utils.utcnow().timestamp())


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """Who pressed: id, display name here, language, and the press itself."""
    user = interaction.user
    return Person(user.id, user.display_name, str(interaction.locale), interaction.id)


class Desk:
    """The matches of this bot."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.heads: dict[int, Head] = {}
        """Open matches, for completion and lists: no waiting, no reading."""
        self.kick: Callable[[], None] = lambda: None
        """Starts the outbox; set by whoever drains it."""
        self._sheets: OrderedDict[int, Sheet] = OrderedDict()
        # A lock lives as long as somebody holds it or waits for it.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._languages: dict[int, str] = {}

    async def open(self) -> None:
        """Read what is open."""
        self.heads = {head.id: head for head in await self.store.heads()}

    async def sheet(self, match: int) -> Sheet:
        """The sheet of a match as it stands.

        Raises:
            Refused: there is no such match, or its record is damaged.
            Lost: the database file is gone.
        """
        self.store.there()  # what is at hand is shown only while it is stored
        held = self._sheets.get(match)
        if held is not None:
            self._sheets.move_to_end(match)
            return held
        head = self.heads.get(match)
        if head is not None and head.game not in games():
            raise refuse("refused-game-gone", match=match)
        try:
            loaded = await self.store.load(match)
        except Damaged:
            raise refuse("refused-damaged", match=match) from None
        if loaded is None:
            raise refuse("refused-no-match", match=match)
        if loaded.game not in games():
            raise refuse("refused-game-gone", match=match)
        # Somebody else may have read or changed it while we waited; theirs is newer or the same.
        return self._sheets.get(match) or self._keep(loaded)

    async def sheet_for(self, match: int, interaction: discord.Interaction[Any]) -> Sheet:
        """The sheet of a match that somebody asks for.

        Raises:
            Refused: as `sheet`, or the match is none of his.
        """
        self._knows(match, interaction)
        sheet = await self.sheet(match)
        open_to(sheet, interaction)
        return sheet

    def _knows(self, match: int, interaction: discord.Interaction[Any]) -> None:
        """Refuse before an open match is read: that its record is damaged, or its game gone, is
        for those to know who may know of it."""
        head = self.heads.get(match)
        if head is not None:
            open_to(head, interaction)

    def _keep(self, sheet: Sheet) -> Sheet:
        self._sheets[sheet.id] = sheet
        self._sheets.move_to_end(sheet.id)
        while len(self._sheets) > AT_HAND:
            self._sheets.popitem(last=False)
        if sheet.status in OPEN:
            self.heads[sheet.id] = Head.of(sheet)
        else:
            self.heads.pop(sheet.id, None)
        return sheet

    @asynccontextmanager
    async def hold(self, match: int) -> AsyncIterator[Sheet]:
        """The sheet of a match, nobody else changing it meanwhile."""
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        async with lock:
            yield await self.sheet(match)

    async def store_change(
        self, change: Change, interaction: discord.Interaction[Any] | None = None
    ) -> Sheet:
        """Store one change and keep what was stored. Call it inside `hold`, but for a new match.

        A press that was delivered twice changes nothing and gets the sheet as it stands.
        """
        if interaction is not None:
            change = replace(change, sheet=renamed(change.sheet, person_of(interaction)))
        try:
            stored = await self.store.commit(
                change, now(), interaction.id if interaction is not None else None
            )
        except Seen:
            if change.sheet.id == 0:
                raise refuse("refused-twice") from None
            return await self.sheet(change.sheet.id)
        except Conflict:
            # Another hand wrote this match (never within one process): read it anew.
            self._sheets.pop(change.sheet.id, None)
            raise refuse("refused-stale") from None
        except BaseException:
            # Cancelled, or the disk failed: only the store knows whether it was stored. It answers
            # in order, so whoever reads now reads what came of it.
            self._sheets.pop(change.sheet.id, None)
            self.kick()
            raise
        self._keep(stored)
        if change.notes:
            self.kick()
        return stored

    async def change(
        self,
        match: int,
        act: Callable[[Sheet], Change | Awaitable[Change]],
        interaction: discord.Interaction[Any] | None = None,
    ) -> Sheet:
        """Do one act on a match: under its lock, from its present sheet, stored as one unit.

        Raises:
            Refused: the act is not possible, or not for this person; nothing changed.
        """
        if interaction is not None:
            self._knows(match, interaction)
        async with self.hold(match) as sheet:
            if interaction is not None:
                open_to(sheet, interaction)
            made = act(sheet)
            change = made if isinstance(made, Change) else await made
            return await self.store_change(change, interaction)

    def resolve(
        self,
        interaction: discord.Interaction[Any],
        wished: str | None = None,
        statuses: Collection[Status] = OPEN,
        game: str | None = None,
    ) -> int:
        """Which match a command means: the one wished; else the one here that asks this user, else
        the only one here where he has a seat, else the only one here.

        Only matches count that this user may know of, of those statuses, and of that game, where
        one is given.

        Raises:
            Refused: none or several fit.
            Lost: the database file is gone.
        """
        self.store.there()
        if wished and wished.strip():
            digits = "".join(c for c in wished.split()[0] if c in "0123456789")
            if not digits or len(digits) > 19 or int(digits) > 2**63 - 1:
                raise refuse("refused-which-text")
            return int(digits)
        place, user, sight = interaction.channel_id, interaction.user.id, Sight(interaction)
        here = [
            h
            for h in self.heads.values()
            if place in (h.thread, h.channel)
            and h.status in statuses
            and game in (None, h.game)
            and sight.of(h)
        ]
        for group in (
            [h for h in here if user in asked_users(h)],
            [h for h in here if user in h.users],
            here,
        ):
            if len(group) == 1:
                return group[0].id
            if group:
                raise refuse("refused-which", matches=", ".join(f"#{h.id}" for h in group[:8]))
        raise refuse("refused-none-here")

    async def language(self, guild: int) -> str:
        """The language of public messages on a server."""
        if guild not in self._languages:
            self._languages[guild] = await self.store.setting(guild, "language") or ENGLISH
        return self._languages[guild]

    def forget_language(self, guild: int) -> None:
        """Read it anew when it is next needed."""
        self._languages.pop(guild, None)

    async def repost(self, statuses: tuple[Status, ...]) -> None:
        """Post every open match of these kinds anew (the local table does so at start)."""
        from data.acts import posted_anew

        for match in sorted(self.heads):
            if self.heads[match].status in statuses:
                with suppress(Refused):  # one that cannot be read stays away, the rest are posted
                    await self.change(match, posted_anew)


def asked_users(head: Head) -> tuple[int, ...]:
    """The users a match asks now."""
    return tuple(u for u, asked in zip(head.users, head.asked, strict=True) if asked and u)
