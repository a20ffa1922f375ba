"""A database with very many matches, made of a few that were really played: each copy has an id of
its own and so a chain, seals and check numbers of its own, as if it had been played itself."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

from data.chain import link, origin
from data.matches import presses_of
from data.rows import Row, entry_sum, seal_of, seat_rows, whole_row
from tests.data.table import begun, opened, played

SHORT = 6


async def many(path: Path, count: int, name: str = "toy", plies: int = SHORT) -> None:
    """So many matches, each some plies long."""
    async with opened(path) as store:
        kinds = 8 if count >= 8 else count
        for key in range(kinds):
            await played(store, await begun(store, name, key=key), plies, Random(key))
    c = sqlite3.connect(path)
    c.execute("PRAGMA foreign_keys = ON")
    for new in range(kinds + 1, count + 1):
        _again(c, (new - 1) % kinds + 1, new)
    c.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'match'", (count,))
    c.commit()
    c.close()


def _again(c: sqlite3.Connection, old: int, new: int) -> None:
    row = whole_row(c, old)
    assert row is not None
    seats = seat_rows(c, old)
    head = origin(row.commitment, new, row.game, row.seats or 0, row.message, presses_of(row))
    log = []
    for entry in c.execute(
        "SELECT n, ply, kind, seat, move, events, at, version, note, digest, link, told FROM move"
        " WHERE match = ? ORDER BY n",
        (old,),
    ).fetchall():
        n, ply, kind, seat, move, events, at, version, note, digest, _, told = entry
        head = link(head, n, ply, kind, seat, move, digest)
        held = (n, ply, kind, seat, move, events, at, version, note, digest, head, told)
        log.append((new, *held, entry_sum(*held)))
    row = row._replace(id=new, head=head)
    row = row._replace(seal=seal_of(row, seats))
    marks = ", ".join("?" * len(Row._fields))
    c.execute(f"INSERT INTO match ({', '.join(Row._fields)}) VALUES ({marks})", row)
    c.executemany(
        "INSERT INTO seat (match, seat, holder, name, locale, asked, acted, resigned, press, since)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(new, *seat) for seat in seats],
    )
    c.executemany(
        "INSERT INTO move (match, n, ply, kind, seat, move, events, at, version, note, digest,"
        " link, told, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        log,
    )
    c.execute(
        "INSERT INTO snapshot (match, n, ply, floor, version, base, draws, sum, state)"
        " SELECT ?, n, ply, floor, version, base, draws, sum, state FROM snapshot WHERE match = ?",
        (new, old),
    )
