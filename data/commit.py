"""One change to one match, written whole. Functions on a connection, inside a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from data import outbox
from data.chain import commitment, digest, key_of, link, origin
from data.faults import Conflict, Seen
from data.rows import (
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


OF_LOBBY = Row._fields.index("version")
"""Columns from the second up to here are there from the beginning."""


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
    row = _as_row(sheet, before, prepared, now)
    if before is None:
        row = row._replace(id=_insert(c, row))
    head, links = _chain(sheet, row.id, before, prepared)
    seats: list[SeatRow] = [
        (k, h.user, written(h.name), written(h.locale), h.asked, h.acted, int(h.out), h.press,
         h.since)
        for k, h in enumerate(sheet.holders)
    ]  # fmt: skip
    row = row._replace(head=head)
    row = row._replace(seal=seal_of(row, seats))
    _update(c, row, sheet.rev if before else row.rev)
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


def _chain(
    sheet: Sheet, id: int, before: Row | None, prepared: list[Prepared]
) -> tuple[str, list[str]]:
    """The head of the chain after these steps, and the link of each."""
    head, links = (before.head if before else "") or sheet.commitment, []
    for step in prepared:
        e = step.entry
        if e.kind == "start":
            seats = len(sheet.holders)
            head = origin(sheet.commitment, id, sheet.game, seats, sheet.message, sheet.presses)
        head = link(head, e.n, e.ply, e.kind, e.seat, e.move, step.digest)
        links.append(head)
    return head, links


def _check(change: Change, before: Row | None) -> None:
    """What the caller must have got right; a fault in here is a fault in our code."""
    sheet, steps = change.sheet, change.steps
    n = before.n if before else 0
    key = key_of(sheet.seed, sheet.message, sheet.presses)
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
        if match.game != sheet.game or match.seed != key:
            raise ValueError("another game, or another key than that of seed and presses")
    if sheet.commitment != (commitment(sheet.seed) if sheet.seed else ""):
        raise ValueError("the commitment is that of the seed")
    if before and before.commitment and before.commitment != sheet.commitment:
        raise ValueError("a commitment is for good")
    if before and before.message is not None and before.message != sheet.message:
        raise ValueError("the first message with the commitment stays the first")
    presses = None if sheet.presses is None else json.dumps(sheet.presses)
    if started and before and before.presses != presses:
        raise ValueError("what went into the key is for good")


def _as_row(sheet: Sheet, before: Row | None, prepared: list[Prepared], now: int) -> Row:
    options: Mapping[str, Any] = sheet.options
    if sheet.match is not None and prepared:  # the defaults of today, kept as they are
        options = sheet.match.options.model_dump(mode="json")
    row = Row(
        sheet.id, sheet.guild, sheet.channel, sheet.thread, sheet.game, sheet.status.value,
        sheet.host, json.dumps(dict(options)), sheet.wanted, int(sheet.auto),
        json.dumps(sheet.invited), sheet.n, sheet.rev + 1, json.dumps(sheet.line), "",
        sheet.commitment, before.created if before else sheet.created or now, now,
        int(sheet.threads), json.dumps(sheet.request) if sheet.request else "",
        message=sheet.message,
        presses=None if sheet.presses is None else json.dumps(sheet.presses),
        told=sheet.told, closed=sheet.closed, former=json.dumps(sheet.former),
        seed=sheet.seed or None,
    )  # fmt: skip
    if prepared:
        last = prepared[-1]
        m = last.match
        return row._replace(
            version=m.version, seats=m.seats, ply=m.ply, floor=m.floor, digest=last.digest,
            draws=m.draws, state=last.state,
        )  # fmt: skip
    if before is not None:
        return row._replace(
            version=before.version, seats=before.seats, ply=before.ply, floor=before.floor,
            digest=before.digest, draws=before.draws,
        )  # fmt: skip
    return row


def _insert(c: sqlite3.Connection, row: Row) -> int:
    new = c.execute(
        "INSERT INTO match (guild, channel, thread, game, status, host, options, wanted, auto,"
        " invited, n, rev, line, head, commitment, created, changed, threads, request, seal)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')",
        row[1:OF_LOBBY],
    ).lastrowid
    assert new is not None
    return new


def _update(c: sqlite3.Connection, row: Row, rev: int) -> None:
    """Write all columns; where there is no new state, the one that is there stays."""
    done = c.execute(
        "UPDATE match SET guild = ?, channel = ?, thread = ?, game = ?, status = ?, host = ?,"
        " options = ?, wanted = ?, auto = ?, invited = ?, n = ?, rev = ?, line = ?, head = ?,"
        " commitment = ?, created = ?, changed = ?, threads = ?, request = ?, version = ?,"
        " seats = ?, ply = ?, floor = ?, digest = ?, message = ?, presses = ?, draws = ?,"
        " told = ?, closed = ?, former = ?, seal = ?, seed = ?, state = coalesce(?, state)"
        " WHERE id = ? AND rev = ?",
        (*row[1:], row.id, rev),
    )
    if done.rowcount != 1:
        raise Conflict


def _write_seats(c: sqlite3.Connection, match: int, seats: list[SeatRow]) -> None:
    old = seat_rows(c, match)
    c.executemany(
        "INSERT INTO seat (match, seat, holder, name, locale, asked, acted, resigned, press, since)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match, seat) DO UPDATE SET"
        " holder = excluded.holder, name = excluded.name, locale = excluded.locale,"
        " asked = excluded.asked, acted = excluded.acted, resigned = excluded.resigned,"
        " press = excluded.press, since = excluded.since",
        [(match, *new) for new in seats if new not in old],
    )
    if len(old) > len(seats):
        c.execute("DELETE FROM seat WHERE match = ? AND seat >= ?", (match, len(seats)))


def _write_entry(c: sqlite3.Connection, match: int, step: Prepared, hashed: str) -> None:
    e = step.entry
    row = (
        e.n, e.ply, e.kind, e.seat, e.move, step.events, e.at, e.version, written(e.note),
        step.digest, hashed, e.told or None,
    )  # fmt: skip
    c.execute(
        "INSERT INTO move (match, n, ply, kind, seat, move, events, at, version, note, digest,"
        " link, told, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
            total = snapshot_sum(e.n, m.ply, m.floor, m.version, base, m.draws, step.digest)
            c.execute(
                "INSERT INTO snapshot (match, n, ply, floor, version, base, draws, sum, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row.id, e.n, m.ply, m.floor, m.version, base, m.draws, total, step.state),
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
