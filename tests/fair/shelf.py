"""The store without its thread: the same functions on the same kind of file, run where they are
called, so that a table takes a fraction of a second."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from data import outbox
from data.lock import Lock
from data.sheet import Entry, Letter, Post
from data.store import Store, Unit, _prepare


class Shelf(Store):
    """A store on a file of its own, which holds one match at a time."""

    def __init__(self, path: Path, now: int) -> None:
        self.path = path
        self._lock = Lock(path.with_name(path.name + ".lock"))
        self._running: set[asyncio.Future[object]] = set()
        self._pruned = now
        self.c = sqlite3.connect(path, isolation_level=None)
        _prepare(self.c, path, now, False)
        self.c.execute("PRAGMA synchronous = OFF")  # no power is cut here
        self._logs: dict[tuple[int, int], tuple[int, list[Entry]]] = {}

    async def _run(self, unit: Unit):
        return unit(self.c)

    async def close(self) -> None:
        self.c.close()
        self._lock.release()

    async def log(self, match: int, after: int = 0) -> list[Entry]:
        """Read once for all who look at the same moment."""
        key, stands = (match, after), self.c.total_changes
        held = self._logs.get(key)
        if held is None or held[0] != stands:
            held = self._logs[key] = (stands, await super().log(match, after))
        return list(held[1])

    def clear(self) -> None:
        """Nothing there: the next match is number 1 again."""
        names = "match", "interaction", "outbox", "post", "failed", "sqlite_sequence"
        for name in names:
            self.c.execute(f"DELETE FROM {name}")
        self._logs.clear()

    def letters(self) -> list[Letter]:
        """All that is to be sent, in order."""
        found = self.c.execute("SELECT id FROM outbox ORDER BY id").fetchall()
        held = (outbox.letter(self.c, id) for (id,) in found)
        return [one for one in held if one is not None]

    async def sent(self, now: int, message: int) -> list[Letter]:
        """Every letter delivered, a post's message numbered from ``message`` on."""
        out = self.letters()
        for k, letter in enumerate(out):
            kind, body, _ = letter.note
            made = None
            if kind in ("post", "lobby"):
                made = Post(letter.match, int(body.get("n", 0)), 8, message + k, True)
            await self.delivered(letter, now, made)
        return out
