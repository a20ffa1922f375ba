"""Rows of the tables as values, and the sums that show when one was changed from outside."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from data.chain import checksum, seal
from data.faults import Damaged, kind_of, name_of
from data.sheet import Entry
from rules.kernel import Event

log = logging.getLogger(__name__)


class Row(NamedTuple):
    """A row of ``match``. From ``version`` to ``digest`` all is None until it starts; from
    ``message`` to ``former`` all is in a row that nobody has changed since 0.1.0."""

    id: int
    guild: int
    channel: int
    thread: int | None
    game: str
    status: str
    host: int
    options: str
    wanted: int
    auto: int
    invited: str
    n: int
    rev: int
    line: str
    head: str
    commitment: str
    created: int
    changed: int
    threads: int = 0
    request: str = ""
    version: int | None = None
    seats: int | None = None
    ply: int | None = None
    floor: int | None = None
    digest: str | None = None
    message: int | None = None
    presses: str | None = None
    draws: int | None = None
    told: int | None = None
    closed: int | None = None
    former: str | None = None
    seal: str = ""
    seed: bytes | None = None
    state: bytes | None = None


LATER = Row._fields.index("message")
"""Columns from here to the seal came with version 2 of the schema."""
SEALED = Row._fields.index("seal")
"""Columns up to here are under the seal."""

SeatRow = tuple[int, int | None, str, str, int, int, int, int | None, int | None]
"""seat, user, name, locale, asked, acted, out, press, since; the last two came with version 2."""
SEAT_LATER = 7


def seal_of(row: Row, seats: Iterable[SeatRow]) -> str:
    """The seal of a match and its seats. The state is in it by its digest, the seed by its
    commitment. What came with version 2 is passed over in a row that has none of it, so that seals
    of 0.1.0 hold."""
    seats = list(seats)
    later = [*row[LATER:SEALED], *(value for seat in seats for value in seat[SEAT_LATER:])]
    new = later if any(value is not None for value in later) else []
    return seal(*row[:LATER], [list(seat[:SEAT_LATER]) for seat in seats], *new)


def written(text: str) -> str:
    """Text that can be stored: half a character (a lone surrogate) becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def fits(number: int) -> bool:
    """Whether SQLite can hold it; ids made up by strangers may be longer."""
    return -(1 << 63) <= number < 1 << 63


@contextmanager
def quarantine(match: int) -> Iterator[None]:
    """What cannot be read of this match is `Damaged`; faults of the whole database pass."""
    try:
        yield
    except sqlite3.Error as error:
        # Text that is no UTF-8 is an error without a code.
        if hasattr(error, "sqlite_errorcode") and kind_of(error) != "corrupt":
            raise
        log.error("match %d cannot be read: %s", match, name_of(error))
        raise Damaged(match) from None
    except (ValueError, TypeError, KeyError, IndexError) as error:
        # The text of a validation error quotes the position: it must not get into a log.
        log.error("match %d cannot be read: %s", match, type(error).__name__)
        raise Damaged(match) from None


def light_row(c: sqlite3.Connection, match: int) -> Row | None:
    """A match without its seed and state."""
    found = c.execute(
        "SELECT id, guild, channel, thread, game, status, host, options, wanted, auto, invited, n,"
        " rev, line, head, commitment, created, changed, threads, request, version, seats, ply,"
        " floor, digest, message, presses, draws, told, closed, former, seal"
        " FROM match WHERE id = ?",
        (match,),
    ).fetchone()
    return None if found is None else Row(*found)


def whole_row(c: sqlite3.Connection, match: int) -> Row | None:
    """A match with its seed and state."""
    found = c.execute(
        "SELECT id, guild, channel, thread, game, status, host, options, wanted, auto, invited, n,"
        " rev, line, head, commitment, created, changed, threads, request, version, seats, ply,"
        " floor, digest, message, presses, draws, told, closed, former, seal, seed, state"
        " FROM match WHERE id = ?",
        (match,),
    ).fetchone()
    return None if found is None else Row(*found)


def seat_rows(c: sqlite3.Connection, match: int) -> list[SeatRow]:
    """The seats of a match in order."""
    return c.execute(
        "SELECT seat, holder, name, locale, asked, acted, resigned, press, since FROM seat"
        " WHERE match = ? ORDER BY seat",
        (match,),
    ).fetchall()


def events_text(events: Iterable[Event]) -> str:
    """Events as they are stored."""
    return json.dumps([[e.kind, e.data, e.to] for e in events], separators=(",", ":"))


def entry_sum(*values: Any) -> int:
    """The check number of a log row: over its columns from n to told, in their order; an empty told
    is passed over, as in rows of 0.1.0."""
    return checksum(*(values[:-1] if values[-1] is None else values))


def snapshot_sum(
    n: int, ply: int, floor: int, version: int, base: int, draws: int | None, hashed: str
) -> int:
    """The check number of a snapshot; ``hashed`` is the digest of its state. No draws (chance keyed
    by ply): passed over, as in rows of 0.1.0."""
    counted = () if draws is None else (draws,)
    return checksum(n, ply, floor, version, base, hashed, *counted)


def entry_of(
    match: int, n: int, ply: int, kind: Any, seat: int | None, move: str, events: str, at: int,
    version: int, note: str, hashed: str, chained: str, upto: int | None, total: int,
) -> Entry:  # fmt: skip
    """A log row as a value."""
    held = (n, ply, kind, seat, move, events, at, version, note, hashed, chained, upto)
    if total != entry_sum(*held):
        raise Damaged(match)
    told = tuple(
        Event(what, data, None if to is None else tuple(to))
        for what, data, to in json.loads(events)
    )
    return Entry(
        n, ply, kind, seat, move, told, at, version, note, hashed, chained,
        upto or (n if kind == "undo" else 0),  # under 0.1.0 everybody saw all there was
    )  # fmt: skip
