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
    """A row of ``match``. From ``version`` on all but the seal is None until it starts."""

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
    seal: str = ""
    seed: bytes | None = None
    state: bytes | None = None


OF_SHEET = Row._fields.index("version")
"""Columns from the second up to here are those that every change writes."""
SEALED = Row._fields.index("seal")
"""Columns up to here are under the seal."""

SeatRow = tuple[int, int | None, str, str, int, int, int]
"""seat, user, name, locale, asked, acted, out"""


def seal_of(row: Row, seats: Iterable[SeatRow]) -> str:
    """The seal of a match and its seats. The state is in it by its digest, the seed by its
    commitment."""
    return seal(*row[:SEALED], [list(seat) for seat in seats])


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
        " floor, digest, seal"
        " FROM match WHERE id = ?",
        (match,),
    ).fetchone()
    return None if found is None else Row(*found)


def whole_row(c: sqlite3.Connection, match: int) -> Row | None:
    """A match with its seed and state."""
    found = c.execute(
        "SELECT id, guild, channel, thread, game, status, host, options, wanted, auto, invited, n,"
        " rev, line, head, commitment, created, changed, threads, request, version, seats, ply,"
        " floor, digest, seal, seed, state FROM match WHERE id = ?",
        (match,),
    ).fetchone()
    return None if found is None else Row(*found)


def seat_rows(c: sqlite3.Connection, match: int) -> list[SeatRow]:
    """The seats of a match in order."""
    return c.execute(
        "SELECT seat, user, name, locale, asked, acted, out FROM seat WHERE match = ?"
        " ORDER BY seat",
        (match,),
    ).fetchall()


def events_text(events: Iterable[Event]) -> str:
    """Events as they are stored."""
    return json.dumps([[e.kind, e.data, e.to] for e in events], separators=(",", ":"))


def entry_sum(*values: Any) -> int:
    """The check number of a log row: over its columns from n to link, in their order."""
    return checksum(*values)


def snapshot_sum(n: int, ply: int, floor: int, version: int, base: int, hashed: str) -> int:
    """The check number of a snapshot; ``hashed`` is the digest of its state."""
    return checksum(n, ply, floor, version, base, hashed)


def entry_of(
    match: int, n: int, ply: int, kind: Any, seat: int | None, move: str, events: str, at: int,
    version: int, note: str, hashed: str, chained: str, total: int,
) -> Entry:  # fmt: skip
    """A log row as a value."""
    if total != entry_sum(n, ply, kind, seat, move, events, at, version, note, hashed, chained):
        raise Damaged(match)
    told = tuple(
        Event(what, data, None if to is None else tuple(to))
        for what, data, to in json.loads(events)
    )
    return Entry(n, ply, kind, seat, move, told, at, version, note, hashed, chained)
