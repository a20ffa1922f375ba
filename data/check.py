"""Whether a database is whole: SQLite's own checks, then every match by its own record."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from data import history, matches, outbox, rows, schema
from data.audit import Finding, chained, found, replayed
from data.chain import commitment, digest
from data.faults import Damaged, DatabaseFault, name_of
from data.rows import Row
from data.sheet import Entry
from rules.kernel import Retired
from rules.replay import BASES

MOST = 20
"""Lines of SQLite's own report that are passed on."""


def check(path: Path) -> list[Finding]:
    """Everything that is wrong with a database (serious), and what cannot be judged (not).

    Reads only, and may run beside the bot: it sees one moment.

    Raises:
        StoreError: it cannot be opened as a database of ours.
    """
    connection = schema.reader(path)
    try:
        findings = []
        for part in (_begin, _whole, _counters, _letters, _each):
            try:
                findings += part(connection)
            except DatabaseFault as error:
                findings.append(found("unreadable", code=name_of(error)))
        return findings
    finally:
        connection.close()


def _begin(c: sqlite3.Connection) -> list[Finding]:
    c.execute("BEGIN")
    return []


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
    return [found("counter", table=t) for t, most in highest.items() if kept.get(t, 0) < most]


def _letters(c: sqlite3.Connection) -> list[Finding]:
    ids = c.execute("SELECT id, match FROM outbox ORDER BY id").fetchall()
    return [
        found("letter")._replace(match=match) for id, match in ids if outbox.letter(c, id) is None
    ]


def _each(c: sqlite3.Connection) -> list[Finding]:
    findings = []
    for match in matches.matches(c):
        try:
            with rows.quarantine(match):
                these = judge(c, match)
        except Damaged:
            these = [found("damaged")]
        except DatabaseFault as error:
            these = [found("damaged", code=name_of(error))]
        findings += [one._replace(match=match) for one in these]
    return findings


def judge(c: sqlite3.Connection, match: int) -> list[Finding]:
    """Everything wrong with one match."""
    findings = []
    row = rows.whole_row(c, match)
    if row is None:
        return [found("damaged")]
    if row.seal != rows.seal_of(row, rows.seat_rows(c, match)):
        findings.append(found("seal"))
    entries = tuple(matches.log(c, match))
    if row.version is None:
        return findings if not entries and row.n == 0 else [*findings, found("numbers", n=1)]
    findings += _state(row)
    record = history.record_of(c, row, entries)
    findings += chained(record)
    if row.n != len(entries) or not entries:
        return [*findings, found("numbers", n=min(row.n, len(entries)) + 1)]
    last = entries[-1]
    if (row.digest, row.ply) != (last.digest, last.ply):
        findings.append(found("position", n=last.n))
    if row.ply is None or row.floor is None or len(json.loads(row.line)) != row.ply - row.floor:
        findings.append(found("line"))
    findings += _snapshots(c, match, entries)
    return findings + replayed(record)


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


def _snapshots(c: sqlite3.Connection, match: int, entries: tuple[Entry, ...]) -> list[Finding]:
    kept = history.snapshots(c, match)
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
