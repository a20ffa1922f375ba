"""Rows for the store: a move stored as a whole unit, a match resumed, a thousand matches open.

Files lie in ``build/`` beside the code, not in a temporary folder that may be in memory.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from data import acts, commit, lobbies, schema
from data.sheet import Change, Sheet, Status
from data.store import Store, transaction
from tests.bench.frame import Row, Skip, at_most
from tests.data.table import NOW, PEOPLE, chosen, seed

ROOT = Path(__file__).resolve().parents[2]
MOVES = 400
"""Moves stored in one round."""
THOUSAND = 1_000
PLIES = 10
"""Plies of each of the thousand matches."""


def rows() -> list[Row]:
    units, raw = _Units(), _Raw()
    return [
        Row("move stored (WAL, FULL, whole unit), p50", "ms", at_most(1), units.middle),
        Row("move stored (WAL, FULL, whole unit), p99", "ms", at_most(5), units.slowest),
        Row("the same unit on raw sqlite3, p50", "ms", None, raw.middle),
        Row("aiosqlite over raw sqlite3", "times", at_most(2), lambda: units.taken / raw.taken),
        Row("resume a match, p50", "ms", at_most(1), units.resumed),
        Row("resume a match, p99", "ms", None, units.resumed_slowest),
        Row("1,000 matches: database opened, all heads read", "s", at_most(3), _opened, 3),
        Row("1,000 matches: process with imports, to that point", "s", None, _process, 3),
        Row("1,000 matches: memory, every match loaded and held", "MiB", at_most(300), _memory, 3),
        Row("1,000 matches: file", "MB", None, _size, 1),
    ]


@contextmanager
def _folder() -> Iterator[Path]:
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        yield Path(folder)


def _begun(c: sqlite3.Connection, key: int, name: str = "sarena") -> Sheet:
    """A match that has just begun, stored without the thread."""
    opened = lobbies.open_lobby(name, 7, 8, PEOPLE[0], NOW, seed(key), 2)
    sheet = _stored(c, replace(opened, sheet=replace(opened.sheet, message=1)))
    sheet = _stored(c, lobbies.join(sheet, PEOPLE[1]))
    return _stored(c, lobbies.begin(sheet, sheet.host, NOW, 9))


def _stored(c: sqlite3.Connection, change: Change, interaction: int | None = None) -> Sheet:
    """The unit of `Store.commit`, on whatever thread this is."""
    prepared = commit.prepare(change)
    return transaction(c, lambda c: commit.commit(c, change, prepared, NOW, interaction))


def _step(sheet: Sheet, chance: Random) -> Change:
    seat, move = chosen(sheet, chance)
    return acts.move(sheet, seat, [move], NOW)


class _Units:
    """The store as the bot uses it. The first row of a round measures, the others read."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.loads: list[float] = []
        self.taken = 0.0
        """Median seconds of one unit."""

    async def middle(self) -> float:
        with _folder() as folder:
            store = await Store.open(folder / "parlour.db", NOW)
            try:
                self.times, self.loads = await self._play(store)
            finally:
                await store.close()
        self.taken = statistics.median(self.times)
        return 1e3 * self.taken

    async def _play(self, store: Store) -> tuple[list[float], list[float]]:
        chance, times, loads, key = Random(1), [], [], 0
        sheet = None
        for k in range(MOVES):
            if sheet is None or sheet.status is not Status.RUNNING:
                key += 1
                sheet = await store._run(lambda c, key=key: _begun(c, key))  # type: ignore[misc]
            change = _step(sheet, chance)
            begun = time.perf_counter()
            sheet = await store.commit(change, NOW, 10_000 + k)
            done = time.perf_counter()
            await store.load(sheet.id)
            loads.append(time.perf_counter() - done)
            times.append(done - begun)
        return times, loads

    def slowest(self) -> float:
        return 1e3 * _p99(self.times)

    def resumed(self) -> float:
        return 1e3 * statistics.median(self.loads)

    def resumed_slowest(self) -> float:
        return 1e3 * _p99(self.loads)


def _p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


class _Raw:
    """The same units without the thread: what SQLite itself and our code cost."""

    def __init__(self) -> None:
        self.taken = 0.0

    def middle(self) -> float:
        times = []
        with _folder() as folder:
            connection = sqlite3.connect(folder / "parlour.db", isolation_level=None)
            schema.settle(connection, folder / "parlour.db")
            schema.migrate(connection, folder / "parlour.db", NOW)
            chance, key, sheet = Random(1), 0, None
            for k in range(MOVES):
                if sheet is None or sheet.status is not Status.RUNNING:
                    key += 1
                    sheet = _begun(connection, key)
                change = _step(sheet, chance)
                begun = time.perf_counter()
                sheet = _stored(connection, change, 10_000 + k)
                times.append(time.perf_counter() - begun)
            connection.close()
        self.taken = statistics.median(times)
        return 1e3 * self.taken


# A thousand matches.


@cache
def _thousand() -> tuple[tempfile.TemporaryDirectory[str], Path]:
    """A database with a thousand running matches; made once, without syncing."""
    (ROOT / "build").mkdir(exist_ok=True)
    folder = tempfile.TemporaryDirectory(dir=ROOT / "build")
    path = Path(folder.name) / "parlour.db"
    connection = sqlite3.connect(path, isolation_level=None)
    schema.settle(connection, path)
    schema.migrate(connection, path, NOW)
    connection.execute("PRAGMA synchronous = OFF")
    for key in range(THOUSAND):
        sheet, chance = _begun(connection, key), Random(key)
        for _ in range(PLIES):
            sheet = _stored(connection, _step(sheet, chance))
    connection.close()
    return folder, path


_FRESH = """
import sys, time
begun = time.perf_counter()
import asyncio
from pathlib import Path
from data.store import Store
import rules
rules.games()

async def main():
    opening = time.perf_counter()
    store = await Store.open(Path(sys.argv[1]), 1_700_000_000)
    try:
        heads = await store.heads()
        opened = time.perf_counter()
        held = [await store.load(head.id) for head in heads]
        assert len(held) == int(sys.argv[2])
        for line in open("/proc/self/status"):
            if line.startswith("VmRSS"):
                print(opened - opening, opened - begun, int(line.split()[1]) / 1024)
    finally:
        await store.close()

asyncio.run(main())
"""

_last: list[float] = []


def _fresh() -> list[float]:
    """Seconds to open, seconds since the process began its imports, MiB with all loaded."""
    if not Path("/proc/self/status").exists():
        raise Skip("reads the memory of a process as Linux shows it")
    path = _thousand()[1]
    done = subprocess.run(
        [sys.executable, "-c", _FRESH, str(path), str(THOUSAND)],
        cwd=ROOT, capture_output=True, text=True, check=True, env=os.environ,
    )  # fmt: skip
    _last[:] = [float(part) for part in done.stdout.split()]
    return _last


def _opened() -> float:
    return _fresh()[0]


def _process() -> float:
    return (_last or _fresh())[1]


def _memory() -> float:
    return (_last or _fresh())[2]


def _size() -> float:
    return _thousand()[1].stat().st_size / 1e6
