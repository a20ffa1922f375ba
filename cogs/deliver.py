"""Every outgoing call to Discord, and what became of it.

discord.py retries a 500 and little else; a lost connection raises an aiohttp error and a server
that never answers waits for ever. So each call has a deadline here, and its outcome is sorted in
one place: done, worth another try, target gone, not allowed, too late, or our own mistake.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

import aiohttp
import discord

log = logging.getLogger(__name__)
T = TypeVar("T")

DEADLINE = 15.0
"""Seconds one call may take before it is counted as lost; a picture on a slow line needs some."""


class Fate(Enum):
    """What became of a call."""

    DONE = "done"
    LATER = "later"
    """Discord or the line failed; the same call may work in a minute."""
    MESSAGE_GONE = "message gone"
    PLACE_GONE = "place gone"
    """The channel, thread or server is no more, or we are not in it."""
    BARRED = "barred"
    """Missing permission, or the thread is archived or locked."""
    EXPIRED = "expired"
    """The interaction can no longer be answered."""
    BROKEN = "broken"
    """Discord will never take this; our mistake."""


class Delivery(NamedTuple, Generic[T]):
    """A call's fate, what it returned, and a word for the log on why not."""

    fate: Fate
    value: T | None = None
    why: str = ""

    @property
    def done(self) -> bool:
        """Whether it worked."""
        return self.fate is Fate.DONE


# By Discord's own numbers.
_CODES = {
    10008: Fate.MESSAGE_GONE,
    10003: Fate.PLACE_GONE,
    10004: Fate.PLACE_GONE,
    50001: Fate.BARRED,
    50013: Fate.BARRED,
    50083: Fate.BARRED,
    160005: Fate.BARRED,
    10062: Fate.EXPIRED,
    10015: Fate.EXPIRED,
    50027: Fate.EXPIRED,
    # Acknowledged already: the reply to our first try was lost, so it worked.
    40060: Fate.DONE,
}


def sort_out(error: BaseException) -> Delivery[Any]:
    """The fate that an error means. Errors neither Discord's nor the line's are raised again."""
    if isinstance(error, discord.HTTPException):
        why = f"{error.status} {error.code} {error.text}"[:200]
        if error.code in _CODES:
            return Delivery(_CODES[error.code], None, why)
        if error.status >= 500 or error.status == 429:
            return Delivery(Fate.LATER, None, why)
        if error.status != 400 and not error.code:
            # Without a number of Discord's own: the way there says no, a proxy or an outage.
            return Delivery(Fate.LATER, None, why)
        return Delivery(Fate.BROKEN, None, why)
    if isinstance(error, discord.InteractionResponded):
        return Delivery(Fate.DONE)
    if isinstance(error, (TimeoutError, aiohttp.ClientError, OSError)):
        return Delivery(Fate.LATER, None, type(error).__name__)
    if isinstance(error, RuntimeError) and "Session is closed" in str(error):
        return Delivery(Fate.LATER, None, "closing")
    raise error


async def deliver(call: Callable[[], Awaitable[T]], deadline: float | None = None) -> Delivery[T]:
    """Make one call and say what became of it, within ``deadline`` seconds (None: `DEADLINE`).

    Cancelling it cancels the call.
    """
    try:
        async with asyncio.timeout(DEADLINE if deadline is None else deadline):
            return Delivery(Fate.DONE, await call())
    except Exception as error:
        fate = sort_out(error)
        if fate.fate is Fate.BROKEN:
            log.error("Discord refused a call for good: %s", fate.why)
        elif not fate.done:
            log.warning("a call to Discord ended as %s: %s", fate.fate.value, fate.why)
        return fate
