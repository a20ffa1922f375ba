"""One change to one match, written whole. Functions on a connection, inside a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from data import outbox
from data.chain import commitment, digest, link
from data.faults import Conflict, Seen
from data.rows import (
    OF_SHEET,
    Row,
    SeatRow,
    entry_sum,
    events_text,
    light_row,
    seal_of,
    seat_rows,
    snapshot_sum,
    written,
)
from data.sheet import Change, Entry, Sheet
from rules import game as game_of
from rules.kernel import Match
from rules.replay import BASES

EVERY = 25
"""Every so many entries the position is kept for good."""


class Prepared(NamedTuple):
    """A step with its position as bytes."""

    entry: Entry
    match: Match
    state: bytes
    digest: str
    events: str


def prepare(change: Change) -> list[Prepared]:
    """Everything slow about a change, before the transaction begins."""
    done = []
    for entry, match in change.steps:
        state = game_of(match.game).dump(match.state)
        done.append(Prepared(entry, match, state, digest(state), events_text(entry.events)))
    return done


def commit(
    c: sqlite3.Connection,
    change: Change,
    prepared: list[Prepared],
    now: int,
    interaction: int | None,
) -> Sheet:
    """One change, inside a transaction that the caller opened.

    Raises:
        Seen, Conflict: nothing was written.
        ValueError: the change does not hang together.
    """
    sheet = change.sheet
    if interaction is not None and note_interaction(c, interaction, now):
        raise Seen
    before = None
    if sheet.id:
        before = light_row(c, sheet.id)
        if before is None or before.rev != sheet.rev:
            raise Conflict
    _check(change, before)
    head = (before.head if before else "") or sheet.commitment
    links = []
    for step in prepared:
        e = step.entry
        head = link(head, e.n, e.ply, e.kind, e.seat, e.move, step.digest)
        links.append(head)
    row = _as_row(sheet, before, prepared, head, now)
    seats = [
        (k, h.user, written(h.name), written(h.locale), h.asked, h.acted, int(h.out))
        for k, h in enumerate(sheet.holders)
    ]
    if before is None:
        row = row._replace(id=_insert(c, row))
    row = row._replace(seal=seal_of(row, seats))
    _update(c, row, sheet.rev if before else row.rev)
    if prepared:
        c.execute(
            "UPDATE match SET version = ?, seats = ?, ply = ?, floor = ?, digest = ?, seed = ?,"
            " state = ? WHERE id = ?",
            (row.version, row.seats, row.ply, row.floor, row.digest, row.seed, row.state, row.id),
        )
    _write_seats(c, row.id, seats)
    for step, hashed in zip(prepared, links, strict=True):
        _write_entry(c, row.id, step, hashed)
    if prepared:
        _write_snapshots(c, row, prepared)
    outbox.queue(c, row.id, change.notes, now, sheet.place)
    return replace(
        sheet, id=row.id, rev=row.rev, head=head, options=json.loads(row.options),
        created=row.created, changed=now,
    )  # fmt: skip


def _check(change: Change, before: Row | None) -> None:
    """What the caller must have got right; a fault in here is a fault in our code."""
    sheet, steps = change.sheet, change.steps
    n = before.n if before else 0
    started = before is not None and before.version is not None
    if sheet.n != n + len(steps):
        raise ValueError(f"n is {sheet.n}, {n} was stored and there are {len(steps)} steps")
    if (sheet.match is None) != (not started and not steps):
        raise ValueError("a match starts with an entry of its own, and never loses its position")
    if steps and steps[-1].match != sheet.match:
        raise ValueError("the last step does not lead to the match of the sheet")
    for k, (entry, match) in enumerate(steps):
        if entry.n != n + 1 + k or entry.ply != match.ply or entry.version != match.version:
            raise ValueError(f"entry {entry.n} does not belong to its step")
        if (entry.kind == "start") == (started or k > 0):
            raise ValueError("a match starts once, with its first entry")
        if match.game != sheet.game or commitment(match.seed) != sheet.commitment:
            raise ValueError("another game, or a seed that was not committed to")
    if before and before.commitment and before.commitment != sheet.commitment:
        raise ValueError("a commitment is for good")


def _as_row(sheet: Sheet, before: Row | None, prepared: list[Prepared], head: str, now: int) -> Row:
    options: Mapping[str, Any] = sheet.options
    if sheet.match is not None and prepared:  # the defaults of today, kept as they are
        options = sheet.match.options.model_dump(mode="json")
    row = Row(
        sheet.id, sheet.guild, sheet.channel, sheet.thread, sheet.game, sheet.status.value,
        sheet.host, json.dumps(dict(options)), sheet.wanted, int(sheet.auto),
        json.dumps(sheet.invited), sheet.n, sheet.rev + 1, json.dumps(sheet.line), head,
        sheet.commitment, before.created if before else sheet.created or now, now,
        int(sheet.threads), json.dumps(sheet.request) if sheet.request else "",
    )  # fmt: skip
    if prepared:
        last = prepared[-1]
        m = last.match
        return row._replace(
            version=m.version, seats=m.seats, ply=m.ply, floor=m.floor, digest=last.digest,
            seed=m.seed, state=last.state,
        )  # fmt: skip
    if before is not None:
        return row._replace(
            version=before.version, seats=before.seats, ply=before.ply, floor=before.floor,
            digest=before.digest,
        )  # fmt: skip
    return row


def _insert(c: sqlite3.Connection, row: Row) -> int:
    new = c.execute(
        "INSERT INTO match (guild, channel, thread, game, status, host, options, wanted, auto,"
        " invited, n, rev, line, head, commitment, created, changed, threads, request, seal)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')",
        row[1:OF_SHEET],
    ).lastrowid
    assert new is not None
    return new


def _update(c: sqlite3.Connection, row: Row, rev: int) -> None:
    done = c.execute(
        "UPDATE match SET guild = ?, channel = ?, thread = ?, game = ?, status = ?, host = ?,"
        " options = ?, wanted = ?, auto = ?, invited = ?, n = ?, rev = ?, line = ?, head = ?,"
        " commitment = ?, created = ?, changed = ?, threads = ?, request = ?, seal = ?"
        " WHERE id = ? AND rev = ?",
        (*row[1:OF_SHEET], row.seal, row.id, rev),
    )
    if done.rowcount != 1:
        raise Conflict


def _write_seats(c: sqlite3.Connection, match: int, seats: list[SeatRow]) -> None:
    old = seat_rows(c, match)
    c.executemany(
        "INSERT INTO seat (match, seat, user, name, locale, asked, acted, out)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match, seat) DO UPDATE SET"
        " user = excluded.user, name = excluded.name, locale = excluded.locale,"
        " asked = excluded.asked, acted = excluded.acted, out = excluded.out",
        [(match, *new) for new in seats if new not in old],
    )
    if len(old) > len(seats):
        c.execute("DELETE FROM seat WHERE match = ? AND seat >= ?", (match, len(seats)))


def _write_entry(c: sqlite3.Connection, match: int, step: Prepared, hashed: str) -> None:
    e = step.entry
    row = (
        e.n, e.ply, e.kind, e.seat, e.move, step.events, e.at, e.version, written(e.note),
        step.digest, hashed,
    )  # fmt: skip
    c.execute(
        "INSERT INTO move (match, n, ply, kind, seat, move, events, at, version, note, digest,"
        " link, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (match, *row, entry_sum(*row)),
    )


def _write_snapshots(c: sqlite3.Connection, row: Row, prepared: list[Prepared]) -> None:
    """Keep what can be gone back to freely, each base and every 25th entry; drop the rest."""
    floor = row.floor or 0
    for step in prepared:
        e, m = step.entry, step.match
        base = int(e.kind in BASES)
        made_ply = e.kind in ("move", "leave")
        if base or e.n % EVERY == 0 or (made_ply and m.ply >= floor):
            total = snapshot_sum(e.n, m.ply, m.floor, m.version, base, step.digest)
            c.execute(
                "INSERT INTO snapshot (match, n, ply, floor, version, base, sum, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (row.id, e.n, m.ply, m.floor, m.version, base, total, step.state),
            )
    c.execute(
        "DELETE FROM snapshot WHERE match = ? AND base = 0 AND n % ? <> 0 AND (ply < ? OR ply > ?)",
        (row.id, EVERY, floor, row.ply),
    )


def note_interaction(c: sqlite3.Connection, interaction: int, now: int) -> bool:
    """Remember that an interaction was dealt with; True when it was already."""
    added = c.execute(
        "INSERT INTO interaction (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (interaction, now)
    )
    return added.rowcount == 0


def forget_interactions(c: sqlite3.Connection, now: int) -> None:
    """Drop those older than a day; and those from a future that a wrong clock once showed."""
    c.execute("DELETE FROM interaction WHERE at < ? OR at > ?", (now - 86_400, now + 86_400))
