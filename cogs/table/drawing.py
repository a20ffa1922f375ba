"""The drawing thread: each picture once, off the event loop; one that fails or never ends is given
up without holding up the others."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter as clock  # the same in every thread; SimCord sets monotonic in one

log = logging.getLogger(__name__)

PICTURES = 48
"""Encoded pictures kept; about 10 MiB."""
LONGEST = 30.0
"""Seconds after which a picture is given up: a thousand times what one takes."""
LOOK = 1.0
"""Seconds between two looks at how long it has taken."""


class Undrawn(Exception):
    """This picture took so long that it was given up."""


class _Hand:
    """A thread that does one thing after the other. It is no pool of the library's, since a process
    waits for those to end before it ends itself, and a picture may never end."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[tuple[Future[bytes], Callable[[], bytes]] | None] = SimpleQueue()
        self._begun = False

    def draw(self, work: Callable[[], bytes]) -> Future[bytes]:
        """What ``work`` makes, once it has come to its turn."""
        if not self._begun:
            self._begun = True
            Thread(target=self._work, name="draw", daemon=True).start()
        done: Future[bytes] = Future()
        self._queue.put((done, work))
        return done

    def stop(self) -> None:
        """Begin nothing more: what waits for its turn is cancelled."""
        with suppress(Empty):
            while held := self._queue.get_nowait():
                held[0].cancel()
        self._queue.put(None)

    def _work(self) -> None:
        while held := self._queue.get():
            done, work = held
            if not done.set_running_or_notify_cancel():
                continue
            try:
                made = work()
            except BaseException as error:
                done.set_exception(error)
            else:
                done.set_result(made)


class Drawing:
    """One thread, and what it has drawn lately."""

    def __init__(self) -> None:
        self._hand = _Hand()
        self._drawn: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()
        self._endless: set[Hashable] = set()
        self._now: tuple[Hashable, float] | None = None
        """What is being drawn, and since when."""
        self._closed = False

    def close(self) -> None:
        """Let the thread end."""
        self._closed = True
        self._hand.stop()

    def ahead(self, key: Hashable, work: Callable[[], None]) -> None:
        """Do this on the thread before the pictures that are asked for from now on. Should it fail
        or never end, they are drawn all the same."""

        def done() -> bytes:
            try:
                work()
            except Exception:
                log.exception("what the pictures of %s share could not be made", key)
            return b""

        self._hand.draw(self._watched(key, done))

    async def picture(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        """What ``draw`` makes, made once for all who ask with an equal key.

        Raises:
            Undrawn: it never ended, now or at an earlier try.
            asyncio.CancelledError: the bot is closing; nobody is there to show it to.
            Exception: whatever ``draw`` raised; the next who asks tries anew.
        """
        held: asyncio.Future[bytes] | None = None
        while key not in self._endless:
            if held is None:
                held = self._drawn.get(key) or self._begin(key, draw)
                self._drawn.move_to_end(key)
            # What is waited for is held on to: many may wait, more than are kept here.
            await asyncio.wait({held}, timeout=LOOK)
            if held.cancelled():  # it waited for its turn when the thread was given up
                self._forget(key, held)
                if self._closed:
                    raise asyncio.CancelledError
                held = None
            elif held.done():
                if held.exception() is not None:
                    self._forget(key, held)
                return held.result()
            else:
                now, begun = self._now or (None, 0.0)
                if now is not None and clock() - begun > LONGEST:
                    self._give_up(now)
        raise Undrawn

    def _begin(self, key: Hashable, draw: Callable[[], bytes]) -> asyncio.Future[bytes]:
        if self._closed:
            raise asyncio.CancelledError
        held = asyncio.wrap_future(self._hand.draw(self._watched(key, draw)))
        self._drawn[key] = held
        while len(self._drawn) > PICTURES:
            self._drawn.popitem(last=False)
        return held

    def _watched(self, key: Hashable, draw: Callable[[], bytes]) -> Callable[[], bytes]:
        """The same, telling meanwhile what is being drawn."""

        def drawn() -> bytes:
            mine = self._now = (key, clock())
            try:
                return draw()
            finally:
                if self._now is mine:
                    self._now = None

        return drawn

    def _forget(self, key: Hashable, held: asyncio.Future[bytes]) -> None:
        if self._drawn.get(key) is held:
            del self._drawn[key]

    def _give_up(self, key: Hashable) -> None:
        """Leave the thread to its endless picture and go on with another."""
        log.error("a picture was given up after %d seconds", LONGEST)
        self._endless.add(key)
        self._now = None
        self._drawn.pop(key, None)
        old, self._hand = self._hand, _Hand()
        old.stop()
