"""Public messages, from the outbox to Discord. Kicked, never waiting.

Each note kind has a carrier that makes one call and says what became of it. A match's letters go
in order; different matches do not wait for each other. A letter that our own code cannot carry is
tried a few times and then given up, so that it does not hold back those behind it for ever.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

from cogs.deliver import Fate
from cogs.table.desk import Desk, now
from data.sheet import Letter, Note, Post
from data.store import StoreError
from rules.kernel import Refused

log = logging.getLogger(__name__)

RETRY = 50
"""Seconds until a failed letter is tried again. Less than the minute between two kicks: what fails
a moment after one of them is then tried at the next."""
PATIENT = 600
"""The same once it has failed often, so that a lost permission does not cost Discord's patience."""
OFTEN = 5
FAULT = "fault"
"""What is written of a letter that our own code failed to carry."""
GRACE = 5.0
"""Seconds that letters on their way have to arrive once we close: a message that was made and not
put on record would be made twice."""


class Carried(NamedTuple):
    """What became of a letter: its fate, the message it made, what must be said besides."""

    fate: Fate
    posted: Post | None = None
    notes: tuple[Note, ...] = ()
    why: str = ""
    place: int = 0
    """The channel or thread it was for; 0: none in particular."""


class Unwritten(NamedTuple):
    """What became of a letter that the store would not take, and when to try that again."""

    letter: Letter
    carried: Carried
    due: int


Carrier = Callable[[Letter], Awaitable[Carried]]


class Outbox:
    """Drains the store's outbox while something is due."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.carriers: dict[str, Carrier] = {}
        self.lost: Callable[[Letter, int], Awaitable[None]] | None = None
        """Told when the place (by its id) that a letter was for is gone for good."""
        self._again = False
        self._task: asyncio.Task[None] | None = None
        self._flying: dict[int, asyncio.Task[None]] = {}
        self._unwritten: dict[int, Unwritten] = {}
        """By match. It is written before anything else of that match is sent: else a store that
        takes nothing would have the same message made again and again."""
        self._closed = False

    async def open(self) -> None:
        """Take nothing that an earlier process wrote for unsent. Before the first kick."""
        try:
            await self.desk.store.doubt(now())
        except StoreError as error:
            log.error("what an earlier process may have sent cannot be marked: %s", error)

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
        if self._task is not None:
            self._task.cancel()
        if self._flying:
            await asyncio.wait(list(self._flying.values()), timeout=GRACE)
        tasks = [t for t in (self._task, *self._flying.values()) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drain(self) -> None:
        try:
            while self._again:
                self._again = False
                at = now()
                for match, held in list(self._unwritten.items()):
                    # A due time further off than that was set by a clock that has been put right.
                    if match not in self._flying and not at < held.due <= at + RETRY:
                        self._fly(match, self._write_again(held), f"letter {held.letter.id}")
                for letter in await self.desk.store.due(at, 100):
                    if letter.match not in self._flying and letter.match not in self._unwritten:
                        self._fly(letter.match, self._carry(letter), f"letter {letter.id}")
        except StoreError as error:
            log.error("the outbox cannot be read: %s", error)

    def _fly(self, match: int, work: Coroutine[Any, Any, None], name: str) -> None:
        def landed(_: asyncio.Task[None]) -> None:
            self._flying.pop(match, None)
            self.kick()

        self._flying[match] = asyncio.create_task(work, name=name)
        self._flying[match].add_done_callback(landed)

    async def _carry(self, letter: Letter) -> None:
        try:
            carried = await self._send(letter)
        except Exception as error:
            if isinstance(error, Refused):
                log.error("letter %s cannot be made: %s", letter.id, error.reason.key)
            else:
                log.error("letter %s cannot be made", letter.id, exc_info=error)
            again = letter.tries < OFTEN or letter.error != FAULT or isinstance(error, StoreError)
            carried = Carried(Fate.LATER if again else Fate.BROKEN, why=FAULT)
        await self._put_away(letter, carried)

    async def _write_again(self, held: Unwritten) -> None:
        del self._unwritten[held.letter.match]
        await self._put_away(held.letter, held.carried)

    async def _put_away(self, letter: Letter, carried: Carried) -> None:
        try:
            await self._settle(letter, carried)
        except Exception as error:
            log.error("letter %s cannot be put on record: %r", letter.id, error)
            self._unwritten[letter.match] = Unwritten(letter, carried, now() + RETRY)

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
                if carried.fate is Fate.PLACE_GONE and carried.place and self.lost is not None:
                    await self.lost(letter, carried.place)


def body(letter: Letter, key: str, default: Any = None) -> Any:
    """A value of a letter's body."""
    return letter.note.body.get(key, default)
