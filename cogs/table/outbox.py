"""Public messages, from the outbox to Discord. Kicked, never waiting.

Each note kind has a carrier that makes one call and says what became of it. A match's letters go
in order; different matches do not wait for each other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from cogs.deliver import Fate
from cogs.table.desk import Desk, now
from data.sheet import Letter, Note, Post

log = logging.getLogger(__name__)

RETRY = 60
"""Seconds until a failed letter is tried again."""
PATIENT = 600
"""The same once it has failed often, so that a lost permission does not cost Discord's patience."""
OFTEN = 5


class Carried(NamedTuple):
    """What became of a letter: its fate, the message it made, what must be said besides."""

    fate: Fate
    posted: Post | None = None
    notes: tuple[Note, ...] = ()
    why: str = ""


Carrier = Callable[[Letter], Awaitable[Carried]]


class Outbox:
    """Drains the store's outbox while something is due."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.carriers: dict[str, Carrier] = {}
        self.lost: Callable[[Letter, Fate], Awaitable[None]] | None = None
        """Told when a letter's place is gone for good."""
        self._again = False
        self._task: asyncio.Task[None] | None = None
        self._flying: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    def kick(self) -> None:
        """Look now whether something is due."""
        if self._closed:
            return
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain(), name="outbox")

    async def close(self) -> None:
        """Stop; what is not delivered stays in the store."""
        self._closed = True
        tasks = [t for t in (self._task, *self._flying.values()) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drain(self) -> None:
        while self._again:
            self._again = False
            for letter in await self.desk.store.due(now(), 100):
                if letter.match not in self._flying:
                    self._flying[letter.match] = asyncio.create_task(
                        self._carry(letter), name=f"letter {letter.id}"
                    )

    async def _carry(self, letter: Letter) -> None:
        try:
            await self._settle(letter, await self._send(letter))
        except Exception:
            log.exception("letter %s stays in the outbox", letter.id)
            await self.desk.store.later(letter, now() + RETRY, "fault")
        finally:
            self._flying.pop(letter.match, None)
            self.kick()

    async def _send(self, letter: Letter) -> Carried:
        carrier = self.carriers.get(letter.note.kind)
        if carrier is None:
            return Carried(Fate.BROKEN, why=f"no carrier for {letter.note.kind}")
        return await carrier(letter)

    async def _settle(self, letter: Letter, carried: Carried) -> None:
        store, at = self.desk.store, now()
        match carried.fate:
            case Fate.DONE:
                await store.delivered(letter, at, carried.posted, carried.notes)
            case Fate.LATER | Fate.BARRED:
                wait = RETRY if letter.tries < OFTEN else PATIENT
                await store.later(letter, at + wait, carried.why or carried.fate.value)
            case _:
                await store.dropped(letter, at, carried.why or carried.fate.value)
                if carried.fate is Fate.PLACE_GONE and self.lost is not None:
                    await self.lost(letter, carried.fate)


def body(letter: Letter, key: str, default: Any = None) -> Any:
    """A value of a letter's body."""
    return letter.note.body.get(key, default)
