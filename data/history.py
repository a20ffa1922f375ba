"""Earlier positions of a match, and matches of an older version brought up to date."""

from __future__ import annotations

import json
import logging
import secrets
import sqlite3
from dataclasses import replace
from typing import NamedTuple

from data import commit, lobbies, matches, rows
from data.audit import Base, Record
from data.chain import digest
from data.faults import Damaged, Gone
from data.sheet import Change, Entry, Holder, Sheet, Step
from rules import game as game_of
from rules import games
from rules.kernel import Match, Retired
from rules.replay import Differs, raises_ply, replay

log = logging.getLogger(__name__)


class Snapshot(NamedTuple):
    """A kept position."""

    n: int
    ply: int
    floor: int
    version: int
    base: bool
    draws: int | None
    state: bytes
    digest: str


def snapshots(c: sqlite3.Connection, match: int) -> list[Snapshot]:
    """What is kept of a match, in order; one that was changed from outside is left out."""
    numbers = c.execute("SELECT n FROM snapshot WHERE match = ? ORDER BY n", (match,)).fetchall()
    found = [_snapshot(c, match, n) for (n,) in numbers]
    return [one for one in found if one is not None]


def _snapshot(c: sqlite3.Connection, match: int, n: int) -> Snapshot | None:
    row = c.execute(
        "SELECT ply, floor, version, base, draws, sum, state FROM snapshot"
        " WHERE match = ? AND n = ?",
        (match, n),
    ).fetchone()
    if row is None:
        return None
    ply, floor, version, base, draws, total, state = row
    hashed = digest(state)
    if total != rows.snapshot_sum(n, ply, floor, version, base, draws, hashed):
        return None
    return Snapshot(n, ply, floor, version, bool(base), draws, state, hashed)


def standing(entries: list[Entry]) -> list[Entry]:
    """The last base and, ply by ply, the entries after it whose plies stand now."""
    kept: list[Entry] = []
    ply = 0
    for entry in entries:
        if entry.kind in ("start", "migrate"):
            kept = [entry]
        elif entry.kind == "undo":
            while len(kept) > 1 and kept[-1].ply > entry.ply:
                kept.pop()
        elif raises_ply(entry, ply):
            kept.append(entry)
        ply = entry.ply
    return kept


def at(c: sqlite3.Connection, sheet: Sheet, ply: int) -> Match:
    """The match as it was at a standing ply.

    Raises:
        Gone: there is no such ply, it lies before a migration, or it cannot be played again.
        Damaged: the log was changed from outside.
    """
    now = sheet.match
    if now is None or not 0 <= ply <= now.ply:
        raise Gone
    if ply == now.ply:
        return now
    with rows.quarantine(sheet.id):
        path = standing(_light_log(c, sheet.id, sheet.n))
        if not path or not path[0].ply <= ply <= path[-1].ply:
            raise Gone
        path = path[: ply - path[0].ply + 1]
        game = game_of(sheet.game)
        kept, rest = _nearest(c, sheet.id, path, game.version)
        found = replace(
            now, ply=kept.ply, floor=kept.floor, draws=kept.draws,
            state=matches.position(game, kept.state, sheet.id),
        )  # fmt: skip
        try:
            for played in replay(game, found, rest):
                found = played.after
        except Differs as error:
            log.error("match %d cannot be played again: %s", sheet.id, error)
            raise Gone from None
        if found.ply != ply or digest(game.dump(found.state)) != path[-1].digest:
            log.error("match %d, ply %d: another position than was stored", sheet.id, ply)
            raise Gone
        return found


def _light_log(c: sqlite3.Connection, match: int, upto: int) -> list[Entry]:
    """The log without its events: what a replay needs, and the digests that prove it right."""
    found = c.execute(
        "SELECT n, ply, kind, seat, move, at, version, digest FROM move"
        " WHERE match = ? AND n <= ? ORDER BY n",
        (match, upto),
    ).fetchall()
    return [
        Entry(n, ply, kind, seat, move, (), when, version, "", hashed)
        for n, ply, kind, seat, move, when, version, hashed in found
    ]


def _nearest(
    c: sqlite3.Connection, match: int, path: list[Entry], version: int
) -> tuple[Snapshot, list[Entry]]:
    """The last kept position on a path that can be trusted, and the entries after it."""
    kept = {n for (n,) in c.execute("SELECT n FROM snapshot WHERE match = ?", (match,)).fetchall()}
    for k in range(len(path) - 1, -1, -1):
        entry = path[k]
        if entry.n in kept:
            one = _snapshot(c, match, entry.n)
            if one is not None and (one.ply, one.digest) == (entry.ply, entry.digest):
                if one.version != version:
                    break
                return one, path[k + 1 :]
    raise Gone


def upgrade(c: sqlite3.Connection, now: int) -> None:
    """Bring every running match of an older version up to date, each by an entry of its log that
    carries the new position. One that cannot be is left as it is."""
    for name, game in games().items():
        old = c.execute(
            "SELECT id FROM match WHERE game = ? AND status IN ('running', 'held') AND version < ?",
            (name, game.version),
        ).fetchall()
        for (match,) in old:
            try:
                sheet = matches.load(c, match)
                assert sheet is not None
                change = _migration(sheet, now)
            except (Damaged, Retired) as error:
                log.error("match %d stays under its old rules: %s", match, type(error).__name__)
                continue
            commit.commit(c, change, commit.prepare(change), now, None)
    _promises(c, now)


def _promises(c: sqlite3.Connection, now: int) -> None:
    """Lobbies of 0.1.0 promised their seed at the start only: let them do so now."""
    waiting = c.execute(
        "SELECT id FROM match WHERE status IN ('lobby', 'held') AND version IS NULL"
        " AND seed IS NULL"
    ).fetchall()
    for (match,) in waiting:
        try:
            sheet = matches.load(c, match)
            assert sheet is not None
        except Damaged:
            continue
        change = lobbies.promise(sheet, secrets.token_bytes(32))
        commit.commit(c, change, [], now, None)


def _migration(sheet: Sheet, now: int) -> Change:
    assert sheet.match is not None
    game = game_of(sheet.game)
    n = sheet.n + 1
    # Under new rules the same button may mean something else: each question is put anew.
    match = replace(sheet.match, floor=sheet.match.ply)
    prompt = None if game.outcome(match.state) else game.prompt(match.state)
    asked = prompt.seats if prompt else ()
    holders: tuple[Holder, ...] = tuple(
        replace(holder, asked=n + 1 if seat in asked else 0)
        for seat, holder in enumerate(sheet.holders)
    )
    entry = Entry(n, match.ply, "migrate", None, str(game.version), (), now, game.version)
    new = replace(sheet, match=match, n=n, line=(), holders=holders, closed=match.floor)
    return Change(new, (Step(entry, match),))


def record_of(c: sqlite3.Connection, row: rows.Row, entries: tuple[Entry, ...]) -> Record:
    """A started match as something to be judged."""
    bases = {
        kept.n: Base(kept.ply, kept.floor, kept.version, kept.draws, kept.state)
        for kept in snapshots(c, row.id)
        if kept.base
    }
    return Record(
        row.id, row.game, row.seats or 0, json.loads(row.options), row.seed or b"",
        row.commitment, row.message, matches.presses_of(row), row.head, entries, bases,
    )  # fmt: skip


def record(c: sqlite3.Connection, match: int) -> tuple[Sheet, Record] | None:
    """A match with its whole record; the sheet comes without a position where the game can no
    longer bring it up to date.

    Raises:
        Damaged: it was changed from outside.
    """
    with rows.quarantine(match):
        row = rows.whole_row(c, match)
        if row is None:
            return None
        entries = tuple(matches.log(c, match))
        try:
            sheet = matches.load(c, match)
        except Retired:
            sheet = matches.sheet_of(row, rows.seat_rows(c, match))
        assert sheet is not None
        return sheet, record_of(c, row, entries)
