"""Whether a database is whole: SQLite's own checks, then every match by its own record."""

from __future__ import annotations

import json
import multiprocessing
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from data import history, matches, outbox, rows, schema
from data.audit import Base, Finding, Record, chained, found, replayed
from data.chain import commitment, digest
from data.faults import Damaged, DatabaseFault, name_of
from data.history import Snapshot
from data.rows import Row
from data.sheet import Entry
from rules.kernel import Retired
from rules.replay import BASES

MOST = 20
"""Lines of SQLite's own report that are passed on."""

MANY = 400
"""From so many matches on it is worth a second to start other processes."""
_AT_ONCE = 40
"""Matches that such a process examines before it answers."""

Progress = Callable[[int, int], None]
"""Told how many matches of how many have been examined."""


def check(
    path: Path,
    match: int | None = None,
    progress: Progress = lambda done, of: None,
    workers: int = 1,
) -> list[Finding]:
    """Everything that is wrong with a database (serious), and what cannot be judged (not).

    Reads only, and may run beside the bot: it sees one moment, with several ``workers``
    (processes) one moment of each match. ``match``: this one alone.

    Raises:
        StoreError: it cannot be opened as a database of ours.
    """
    connection = schema.reader(path)
    try:
        connection.execute("BEGIN")
        # Named like ours and made otherwise, a table may answer without an end.
        if strange := schema.strange(connection):
            return [found("strange", what=what) for what in strange]
        if match is not None:
            return _one(connection, match)
        findings = []
        for part in (_whole, _counters, _letters):
            findings += _read(connection, part)
        return findings + _read(connection, lambda c: _each(c, path, progress, workers))
    except DatabaseFault as error:
        return [found("unreadable", code=name_of(error))]
    finally:
        connection.close()


def sound(path: Path) -> list[Finding]:
    """What can be said of a database that an older version has written: SQLite's own checks.

    Raises:
        StoreError: as `check`.
    """
    connection = schema.reader(path, older=True)
    try:
        return _read(connection, _whole)
    finally:
        connection.close()


def _read(
    c: sqlite3.Connection, part: Callable[[sqlite3.Connection], list[Finding]]
) -> list[Finding]:
    try:
        return part(c)
    except DatabaseFault as error:
        return [found("unreadable", code=name_of(error))]


def _whole(c: sqlite3.Connection) -> list[Finding]:
    findings = [
        found("integrity", what=str(what))
        for (what,) in c.execute("PRAGMA integrity_check(20)")
        if what != "ok"
    ]
    for table, row, parent, _ in c.execute("PRAGMA foreign_key_check").fetchmany(MOST):
        findings.append(found("orphan", table=table, row=row or 0, parent=parent))
    return findings


def _counters(c: sqlite3.Connection) -> list[Finding]:
    """The counters that keep an id from being given out twice."""
    kept = dict(c.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    highest = {
        "match": c.execute("SELECT coalesce(max(id), 0) FROM match").fetchone()[0],
        "outbox": c.execute("SELECT coalesce(max(id), 0) FROM outbox").fetchone()[0],
    }
    # What is no number there (the column takes anything) is too low for any.
    low = [t for t, most in highest.items() if not _at_least(kept.get(t, 0), most)]
    return [found("counter", table=table) for table in low]


def _at_least(counter: object, most: int) -> bool:
    return isinstance(counter, int) and counter >= most


def _letters(c: sqlite3.Connection) -> list[Finding]:
    ids = c.execute("SELECT id, match FROM outbox ORDER BY id").fetchall()
    return [found("letter")._replace(match=match) for id, match in ids if not _readable(c, id)]


def _readable(c: sqlite3.Connection, letter: int) -> bool:
    try:
        return outbox.letter(c, letter) is not None
    except _UNREADABLE:
        return False


_UNREADABLE = (ValueError, TypeError, LookupError, ArithmeticError, RecursionError, MemoryError)
"""What reading may meet in text and numbers from outside: JSON too deep, numbers too large."""


def _each(c: sqlite3.Connection, path: Path, progress: Progress, workers: int) -> list[Finding]:
    ids = matches.matches(c)
    if workers > 1 and len(ids) >= MANY:
        try:
            return _shared(path, ids, progress, workers)
        except (BrokenProcessPool, OSError, ImportError):  # no others here: then alone
            pass
    findings: list[Finding] = []
    for done, match in enumerate(ids):
        progress(done, len(ids))
        findings += _one(c, match)
    progress(len(ids), len(ids))
    return findings


def _shared(path: Path, ids: list[int], progress: Progress, workers: int) -> list[Finding]:
    parts = [ids[k : k + _AT_ONCE] for k in range(0, len(ids), _AT_ONCE)]
    findings: list[Finding] = []
    done = 0
    with ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), _opened, (path,)
    ) as pool:
        for part, found_there in zip(parts, pool.map(_some, parts), strict=True):
            progress(done, len(ids))
            done += len(part)
            findings += found_there
    progress(done, len(ids))
    return findings


_connection: list[sqlite3.Connection] = []
"""Of a process that only examines."""


def _opened(path: Path) -> None:
    _connection.append(schema.reader(path))


def _some(ids: list[int]) -> list[Finding]:
    return [one for match in ids for one in _one(_connection[0], match)]


def _one(c: sqlite3.Connection, match: int) -> list[Finding]:
    try:
        with rows.quarantine(match):
            these = judge(c, match) if rows.fits(match) else [found("no-match")]
    except Damaged:
        these = [found("damaged")]
    except DatabaseFault as error:
        these = [found("damaged", code=name_of(error))]
    except _UNREADABLE:
        these = [found("damaged")]
    return [one._replace(match=match) for one in these]


def judge(c: sqlite3.Connection, match: int) -> list[Finding]:
    """Everything wrong with one match."""
    findings: list[Finding] = []
    row = rows.whole_row(c, match)
    if row is None:
        return [found("no-match")]
    if row.seal != rows.seal_of(row, rows.seat_rows(c, match)):
        findings.append(found("seal"))
    # Counted first: a number that is far too large would have as many rows looked for.
    (count,) = c.execute("SELECT count(*) FROM move WHERE match = ?", (match,)).fetchone()
    if row.n != count:
        return [*findings, found("damaged")]
    entries = tuple(matches.log(c, match))
    if row.version is None:
        return findings if row.n == 0 else [*findings, found("numbers", n=1)]
    findings += _state(row)
    kept = history.snapshots(c, match)
    record = _record(row, entries, kept)
    findings += chained(record)
    if not entries:
        return [*findings, found("numbers", n=1)]
    last = entries[-1]
    if (row.digest, row.ply) != (last.digest, last.ply):
        findings.append(found("position", n=last.n))
    if row.ply is None or row.floor is None or len(json.loads(row.line)) != row.ply - row.floor:
        findings.append(found("line"))
    findings += _snapshots(c, match, entries, kept)
    return findings + replayed(record)


def _record(row: Row, entries: tuple[Entry, ...], kept: Iterable[Snapshot]) -> Record:
    """As `history.record_of`, from snapshots that were read already."""
    bases = {
        one.n: Base(one.ply, one.floor, one.version, one.draws, one.state)
        for one in kept
        if one.base
    }
    return Record(
        row.id, row.game, row.seats or 0, json.loads(row.options), row.seed or b"",
        row.commitment, row.message, matches.presses_of(row), row.head, entries, bases,
    )  # fmt: skip


def _state(row: Row) -> list[Finding]:
    """Whether the position loads."""
    if row.seed is None or commitment(row.seed) != row.commitment:
        return [found("commitment")]
    if row.state is None or digest(row.state) != row.digest:
        return [found("state")]
    try:
        matches.match_of(row)
    except Damaged:
        return [found("state")]
    except Retired:
        return [found("retired", False, there=row.version or 0)]
    return []


def _snapshots(
    c: sqlite3.Connection, match: int, entries: tuple[Entry, ...], kept: list[Snapshot]
) -> list[Finding]:
    (count,) = c.execute("SELECT count(*) FROM snapshot WHERE match = ?", (match,)).fetchone()
    findings = [found("snapshot", n=0)] if count != len(kept) else []
    there = {one.n for one in kept if one.base}
    findings += [
        found("base-missing", n=e.n) for e in entries if e.kind in BASES and e.n not in there
    ]
    for one in kept:
        entry = entries[one.n - 1] if 1 <= one.n <= len(entries) else None
        if entry is None or (entry.digest, entry.ply) != (one.digest, one.ply):
            findings.append(found("snapshot", n=one.n))
    return findings
