"""R1: a writer killed again and again: ``python -m tests.data.killing honest 100 7 DIR``.

One process imports everything once, then forks a writer for each round, kills it at a random moment
and judges what is in the file. The writer tells of each commit through a pipe as soon as, and only
when, it was acknowledged. Each commit carries an interaction id and a letter that name its match
and entry, so that a half-applied unit shows in whichever table it is missing from.

Two mutants must be caught: ``early`` acknowledges before the commit, ``torn`` writes the log and
the position in two transactions.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import sqlite3
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import aiosqlite

from data import store as store_module
from data.check import judge
from data.schema import reader
from data.sheet import Change, Note, Sheet, Status
from data.store import Store
from tests import toy
from tests.data.children import ended, fork
from tests.data.table import NOW, begun, step

WRITERS = 4
BIG = 1_000_000


def traced(change: Change) -> tuple[Change, int]:
    """The change with a letter of its own, and the interaction it is stored under."""
    n = change.sheet.n
    return replace(change, notes=(Note("notice", {"n": n}),)), change.sheet.id * BIG + n


class Early(Store):
    """The mutant that acknowledges before the commit."""

    async def commit(self, change: Change, now: int, interaction: int | None = None) -> Sheet:
        if not change.sheet.id or not change.steps:
            return await super().commit(change, now, interaction)
        before = getattr(self, "_before", None)
        if before is not None:
            await before
        self._before = asyncio.ensure_future(super().commit(change, now, interaction))
        return replace(change.sheet, rev=change.sheet.rev + 1)


class Torn(sqlite3.Connection):
    """The mutant that commits once more in the middle of a unit."""

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        done = super().execute(sql, *args)
        if sql.startswith("INSERT INTO move"):
            super().execute("COMMIT")
            super().execute("BEGIN IMMEDIATE")
        return done


def write(path: Path, mode: str, out: int, key: int) -> None:
    """The child: several matches at once, as fast as it goes, until it is killed."""
    if mode == "torn":
        real = aiosqlite.connect
        store_module.aiosqlite.connect = lambda *a, **k: real(*a, factory=Torn, **k)

    async def one(store: Store, sheet: Sheet, chance: Random) -> None:
        while True:
            if sheet.status is not Status.RUNNING:
                sheet = await begun(store, "sarena", key=chance.randrange(1 << 30))
            change, interaction = traced(step(sheet, chance))
            sheet = await store.commit(change, NOW, interaction)
            os.write(out, b"%d %d\n" % (sheet.id, sheet.n))

    async def main() -> None:
        store = await (Early if mode == "early" else Store).open(path, NOW)
        heads = [head for head in await store.heads() if head.status is Status.RUNNING]
        sheets = [await store.load(head.id) for head in heads[:WRITERS]]
        while len(sheets) < WRITERS:
            sheets.append(await begun(store, "sarena", key=key * 10 + len(sheets)))
        await asyncio.gather(
            *(one(store, s, Random(key * 10 + k)) for k, s in enumerate(sheets) if s is not None)
        )

    asyncio.run(main())


def told_until(pipe: int, until: float, first: float) -> bytes:
    """Read what is told until the moment comes: ``first`` seconds after the first word."""
    told, deadline = b"", until
    while (left := deadline - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            if not told:
                deadline = min(until, time.monotonic() + first)
            told += os.read(pipe, 1 << 16)
    return told


def rest_of(pipe: int) -> bytes:
    """What the dead had still said."""
    told = b""
    while part := os.read(pipe, 1 << 16):
        told += part
    return told


def acknowledged(told: bytes) -> dict[int, int]:
    """The last entry acknowledged of each match."""
    return {int(line.split()[0]): int(line.split()[1]) for line in told.splitlines()}


def faults_of(path: Path, told: dict[int, int]) -> list[str]:
    """What is wrong with the file after a kill."""
    c = reader(path)
    try:
        found = [] if c.execute("PRAGMA integrity_check").fetchone() == ("ok",) else ["integrity"]
        logs = c.execute("SELECT match, n FROM move WHERE kind <> 'start'").fetchall()
        entries = {match * BIG + n for match, n in logs}
        seen = {i for (i,) in c.execute("SELECT id FROM interaction")}
        letters = {
            match * BIG + json.loads(body)["n"]
            for match, body in c.execute("SELECT match, body FROM outbox WHERE kind = 'notice'")
        }
        stored = dict(c.execute("SELECT id, n FROM match").fetchall())
        if entries != seen:
            found.append(f"half applied: log and interactions differ by {entries ^ seen}")
        if entries != letters:
            found.append(f"half applied: log and outbox differ by {entries ^ letters}")
        for match, n in told.items():
            if stored.get(match, 0) < n:
                found.append(f"lost: match {match} was acknowledged to {n}, is {stored.get(match)}")
            found += [f"match {match}: {f.told}" for f in judge(c, match) if f.serious]
        return found
    finally:
        c.close()


def rounds(mode: str, times: int, key: int, path: Path) -> dict[str, Any]:
    """Kill so many writers; stops at the first fault."""
    chance = Random(key)
    met: dict[str, Any] = {"kills": 0, "acknowledged": 0, "stored but never told": 0, "faults": []}
    for kill in range(times):
        out, into = os.pipe()

        def work(into: int = into, kill: int = kill) -> None:
            write(path, mode, into, key * 1000 + kill)

        child = fork(work)
        os.close(into)
        told = told_until(out, time.monotonic() + 20, chance.uniform(0, 0.06))
        os.kill(child, signal.SIGKILL)
        if ended(child) != -9:
            met["faults"] = ["the writer ended by itself"]
            break
        told += rest_of(out)
        os.close(out)
        met["kills"] += 1
        met["acknowledged"] += told.count(b"\n")
        last = acknowledged(told)
        met["faults"] = faults_of(path, last)
        stored = lengths(path)
        met["stored but never told"] += any(stored.get(m, 0) > n for m, n in last.items())
        if met["faults"]:
            break
    return met


def lengths(path: Path) -> dict[int, int]:
    """How many entries each match has."""
    c = reader(path)
    try:
        return dict(c.execute("SELECT id, n FROM match").fetchall())
    finally:
        c.close()


if __name__ == "__main__":
    toy.install()
    which, count, start, where = sys.argv[1:5]
    print(json.dumps(rounds(which, int(count), int(start), Path(where) / "parlour.db")))
