"""The local table: the same bot in your browser, with no token and no network.

SimCord plays Discord: a server with one channel and five people, shown on a page that only this
machine can open. The database keeps the matches; the messages are posted anew at each start, since
the server is made anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import simcord
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle
from simcord.preview import Preview

from cogs.client import Parlour
from cogs.table.desk import now
from data.sheet import Status
from data.store import Store
from rendering.words import say

PEOPLE = ("ann", "bob", "cleo", "dan", "eve")
START = 20.0
"""Seconds that the boards have to be posted before the page is opened; the rest follows."""
TICK = 3.0
"""Seconds between two looks at whether the page has something new to show."""


class PortTaken(Exception):
    """Another program listens on the port of the page."""


@contextlib.asynccontextmanager
async def server(
    bot: Parlour,
) -> AsyncIterator[tuple[simcord.Env, ChannelHandle, list[MemberActor]]]:
    """A server with a channel and five people, the bot in it: (environment, channel, people).

    They are made before SimCord starts, always in the same order, so that their ids are the same
    each time and the stored matches still fit. Then the clock is set to now, so that no id of an
    earlier run is given again.
    """
    env = simcord.Env(bot, check_errors=False)
    env.backend.bot_user.name = "Parlour"
    guild = env.create_guild(name="Parlour")
    channel = guild.create_text_channel("table")
    people = [guild.add_member(env.create_user(name)) for name in PEOPLE]
    env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
    try:
        await env.start()
        yield env, channel, people
    finally:
        await bot.close()
        with contextlib.suppress(SetupError, TimeoutError):
            await env.shutdown()


async def play(store: Store, port: int, locale: str, told: Callable[[str], None]) -> None:
    """Keep the table until the page ends the session, or this is cancelled.

    ``told`` is given the page's address once it can be opened.

    Raises:
        PortTaken: another program listens there.
    """
    bot = Parlour(store, sync=True)
    async with server(bot) as (env, channel, people):
        await _welcome(bot, env, channel, locale)
        await bot.desk.repost((Status.LOBBY, Status.RUNNING))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START):
                while await store.due(now(), 1):
                    await asyncio.sleep(0.05)
        page = env.preview(
            channel, viewers=people, layout="channel", port=port, timezone=timezone()
        )
        try:
            await page.__aenter__()
        except SetupError as error:
            if isinstance(error.__cause__, OSError):
                raise PortTaken from None
            raise
        told(page.url)
        ticking = asyncio.create_task(_tick(env, page))
        try:
            await page.wait_closed()
        finally:
            ticking.cancel()
            await asyncio.gather(ticking, return_exceptions=True)
            await page.close()


async def _welcome(bot: Parlour, env: simcord.Env, channel: ChannelHandle, locale: str) -> None:
    """The first post: how to sit down and play here."""
    text = say(locale, "local-welcome", first=PEOPLE[0], people=", ".join(PEOPLE))
    await bot.table.welcome.post(channel.id, text, locale)
    await env.settle(timeout=60)


async def _tick(env: simcord.Env, page: Preview) -> None:
    """Let the server's clock go with ours, and publish what the bot did by itself.

    A press made between a publication and a window's next look is refused ("Action was not
    completed"), so that nothing is published unless a window lacks something, and not before that
    has stood still for one tick.
    """
    loop = asyncio.get_running_loop()
    windows = Windows(env, page)
    before, seen = loop.time(), -1
    while True:
        await asyncio.sleep(TICK)
        after = loop.time()
        env.backend.advance_clock(after - before)
        before = after
        length = len(env.backend.transcript)
        if length == seen and windows.late():
            # Overlaps a press, or the bot is busy: the next tick tries again.
            with contextlib.suppress(SetupError, TimeoutError):
                await windows.refresh()
        seen = length


class Windows:
    """Which windows were last published before the latest thing that happened.

    SimCord publishes to a window what its own presses did, but does not say so: its one place for
    that is listened at (the version is pinned; tests/local sees it when this no longer fits).
    """

    def __init__(self, env: simcord.Env, page: Preview) -> None:
        self._env, self._page, self._publish = env, page, page._publish
        self._had: dict[str, int] = {}
        self._refreshing = False
        page._publish = self._listening  # type: ignore[method-assign, assignment]

    def late(self) -> bool:
        """Whether some window lacks something."""
        return any(self._lacks(window) for window in self._page._pages.values())

    async def refresh(self) -> None:
        """Publish to those that lack something, and to no other."""
        self._refreshing = True
        try:
            await self._page.refresh()
        finally:
            self._refreshing = False

    def _lacks(self, window: Any) -> bool:
        happened = len(self._env.backend.transcript)
        return window is not self._page._python and self._had.get(window.id) != happened

    def _listening(self, window: Any, **reason: Any) -> None:
        ours = self._refreshing and reason.get("reason") == "refresh"
        if not ours or self._lacks(window):
            self._publish(window, **reason)
            self._had[window.id] = len(self._env.backend.transcript)


def timezone() -> str:
    """This machine's time zone by name where it can be told, else UTC."""
    link = Path("/etc/localtime")
    linked = str(link.resolve()).rpartition("zoneinfo/")[2] if link.is_symlink() else ""
    for name in (os.environ.get("TZ", "").lstrip(":"), linked):
        with contextlib.suppress(Exception):
            return ZoneInfo(name).key
    return "UTC"
