"""Matches read from the database. Functions on a connection."""

from __future__ import annotations

import json
import logging
import sqlite3
from dataclasses import replace
from typing import Any

from data.chain import commitment, digest, key_of
from data.faults import Damaged
from data.rows import Row, SeatRow, entry_of, light_row, quarantine, seal_of, seat_rows, whole_row
from data.sheet import Entry, Former, Head, Holder, Request, Sheet, Status, returning
from rules import game as game_of
from rules.kernel import AnyGame, Match, Reason, Retired

log_ = logging.getLogger(__name__)


def _trusted(row: Row, seats: list[SeatRow]) -> Row:
    if row.seal != seal_of(row, seats) or [s[0] for s in seats] != list(range(len(seats))):
        raise Damaged(row.id)
    return row


def load(c: sqlite3.Connection, match: int) -> Sheet | None:
    """A match, or None when there is none of that id.

    Raises:
        Damaged: its state or what belongs to it cannot be trusted, or its game is unknown.
        Retired: it was played under a version that can no longer be brought up to date.
    """
    with quarantine(match):
        row = whole_row(c, match)
        if row is None:
            if seat_rows(c, match):  # its row is lost, for no match is ever deleted
                raise Damaged(match)
            return None
        sheet = sheet_of(row, seat_rows(c, match))
        return sheet if row.version is None else replace(sheet, match=match_of(row))


def sheet_of(row: Row, seats: list[SeatRow]) -> Sheet:
    """A row and its seats as a sheet, without the match.

    Raises:
        Damaged: they do not belong together.
    """
    _trusted(row, seats)
    if row.seed is not None and commitment(row.seed) != row.commitment:
        raise Damaged(row.id)
    line = tuple((n, s) for n, s in json.loads(row.line))
    return Sheet(
        id=row.id, guild=row.guild, channel=row.channel, thread=row.thread, game=row.game,
        status=Status(row.status), host=row.host, options=json.loads(row.options),
        wanted=row.wanted, auto=bool(row.auto), invited=tuple(json.loads(row.invited)),
        holders=tuple(
            Holder(user, name, locale, asked, acted, bool(out), press or 0, since or 0)
            for _, user, name, locale, asked, acted, out, press, since in seats
        ),
        match=None, n=row.n, rev=row.rev, line=line, head=row.head, commitment=row.commitment,
        created=row.created, changed=row.changed, threads=bool(row.threads),
        request=request_of(row.request), seed=row.seed or b"", message=row.message,
        presses=presses_of(row),
        # Under 0.1.0 everybody saw all there was.
        told=row.n if row.told is None else row.told,
        closed=_closed(row.floor or 0, line) if row.closed is None else row.closed,
        former=former_of(row),
    )  # fmt: skip


def presses_of(row: Row) -> tuple[int, ...] | None:
    """What went into a match's key beside its seed; None: nothing did."""
    return None if row.presses is None else tuple(int(one) for one in json.loads(row.presses))


def former_of(row: Row) -> tuple[Former, ...]:
    """Who held a seat once, oldest first."""
    return tuple(Former(*one) for one in json.loads(row.former or "[]"))


def _closed(floor: int, line: tuple[tuple[int, int], ...]) -> int:
    """`Sheet.closed` of a match of 0.1.0: the ply after which only the last to act has acted."""
    own = 0
    while own < len(line) and line[-1 - own][1] == line[-1][1]:
        own += 1
    return floor + len(line) - own


def request_of(text: str) -> Request | None:
    """An undo that is asked for, as it is stored."""
    if not text:
        return None
    seat, ply, n, needs, given, *key = json.loads(text)
    return Request(seat, ply, n, tuple(needs), tuple(given), *key)


def game_for(row: Row) -> AnyGame:
    """The game of a match.

    Raises:
        Damaged: there is none of that name.
    """
    try:
        return game_of(row.game)
    except KeyError:
        raise Damaged(row.id) from None


def match_of(row: Row) -> Match:
    """The position a row holds, brought up to the game's version when it is older.

    Raises:
        Damaged, Retired: as `load`.
    """
    game = game_for(row)
    if (
        row.version is None or row.seats is None or row.ply is None or row.floor is None
        or row.seed is None or row.state is None
    ):  # fmt: skip
        raise Damaged(row.id)
    if digest(row.state) != row.digest or commitment(row.seed) != row.commitment:
        raise Damaged(row.id)
    key = key_of(row.seed, row.message, presses_of(row))
    options: dict[str, Any] = json.loads(row.options)
    if row.version == game.version:
        state = position(game, row.state, row.id)
    else:
        state = _migrated(game, row.state, row.version, row.id)
        options = {k: v for k, v in options.items() if k in game.options.model_fields}
    return Match(
        row.game, game.version, key, row.seats, game.options.model_validate(options),
        row.ply, row.floor, row.draws, state,
    )  # fmt: skip


def position(game: AnyGame, state: bytes, match: int) -> Any:
    """A stored position.

    Raises:
        Damaged: it is not a position of this game.
    """
    try:
        return game.load(state)
    except Exception as error:  # a validator of the game may raise anything
        log_.error("match %d: its position does not load: %s", match, type(error).__name__)
        raise Damaged(match) from None


def _migrated(game: AnyGame, state: bytes, version: int, match: int) -> Any:
    if version > game.version:
        raise Retired(Reason(Retired.default))
    try:
        doc = json.dumps(game.migrate(json.loads(state), version))
    except Retired:
        raise
    except Exception as error:
        log_.error("match %d: cannot be migrated: %s", match, type(error).__name__)
        raise Damaged(match) from None
    return position(game, doc.encode(), match)


def _head(row: Row, seats: list[SeatRow]) -> Head:
    _trusted(row, seats)
    return Head(
        row.id, row.guild, row.channel, row.thread, row.game, Status(row.status), row.host,
        tuple(s[1] for s in seats), tuple(s[2] for s in seats), tuple(s[4] for s in seats),
        tuple(bool(s[6]) for s in seats), row.wanted, row.n, row.created, row.changed,
        tuple(json.loads(row.invited)), bool(row.threads),
        tuple(returning([s[1] for s in seats], former_of(row))),
    )  # fmt: skip


def _heads(c: sqlite3.Connection, ids: list[tuple[int]]) -> list[Head]:
    """One by one, so that a damaged one is left out (and told of in the log), not the rest."""
    heads = []
    for (match,) in ids:
        try:
            with quarantine(match):
                row = light_row(c, match)
                if row is not None:
                    heads.append(_head(row, seat_rows(c, match)))
        except Damaged:
            log_.error("match %d is damaged and left out", match)
    return heads


def heads(c: sqlite3.Connection) -> list[Head]:
    """Open matches, oldest first."""
    return _heads(
        c,
        c.execute(
            "SELECT id FROM match WHERE status IN ('lobby', 'running', 'held') ORDER BY id"
        ).fetchall(),
    )


def finished(c: sqlite3.Connection, guild: int, limit: int) -> list[Head]:
    """Matches that were played to their end in a guild, the latest first."""
    return _heads(
        c,
        c.execute(
            "SELECT id FROM match WHERE guild = ? AND status = 'over'"
            " ORDER BY changed DESC, id DESC LIMIT ?",
            (guild, limit),
        ).fetchall(),
    )


def log(c: sqlite3.Connection, match: int, after: int = 0) -> list[Entry]:
    """The entries of a match with n above ``after``, in order.

    Raises:
        Damaged: a row was changed from outside, or is missing.
    """
    with quarantine(match):
        last = c.execute("SELECT n FROM match WHERE id = ?", (match,)).fetchone()
        rows = c.execute(
            "SELECT n, ply, kind, seat, move, events, at, version, note, digest, link, told, sum"
            " FROM move WHERE match = ? AND n > ? ORDER BY n",
            (match, after),
        ).fetchall()
        if last is not None and [row[0] for row in rows] != list(range(after + 1, last[0] + 1)):
            raise Damaged(match)
        return [entry_of(match, *row) for row in rows]


def matches(c: sqlite3.Connection) -> list[int]:
    """Every match there is."""
    return [match for (match,) in c.execute("SELECT id FROM match ORDER BY id")]
