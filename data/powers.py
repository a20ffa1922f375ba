"""Who may do what to others' seats, and to the past.

A host or manager who plays, or has played, in a match is a player of it: over seats that are held
and over what has been done he has no more power than anybody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from data.acts import refuse
from data.sheet import Sheet
from rules.kernel import Seat

Role = Literal["host", "manager", "nobody"]
HOST: Role = "host"
MANAGER: Role = "manager"
LONGEST_REASON = 200


class Actor(NamedTuple):
    """Somebody who changes a match for others."""

    user: int
    name: str
    """Cleaned, for the record."""
    role: Role
    """What he is here: manages the server, else opened the match, else nothing in particular."""


def plays(sheet: Sheet, user: int) -> bool:
    """Whether somebody sits in a match or ever has."""
    return sheet.seat_of(user) is not None or any(one.user == user for one in sheet.former)


def may_sit(sheet: Sheet, seat: Seat, user: int) -> None:
    """Refuse somebody who sits already, or ever held another seat of the match: he would know two
    hands; and for a seat that waits the manager who took its holder off it."""
    if sheet.seat_of(user) is not None:
        raise refuse("refused-sits")
    if any(one.user == user and one.seat != seat for one in sheet.former):
        raise refuse("refused-held-other")
    took_off = [one.by for one in sheet.former if one.seat == seat][-1:]
    if sheet.holders[seat].user is None and took_off == [user]:
        raise refuse("refused-took-off")


def last_of(sheet: Sheet, seat: Seat) -> int | None:
    """Who held a seat last that waits now."""
    held = [one.user for one in sheet.former if one.seat == seat]
    return held[-1] if held and sheet.holders[seat].user is None else None


def concerned(sheet: Sheet, seats: Iterable[Seat], by: int) -> tuple[int, ...]:
    """Whoever holds these seats, but not the one who does it."""
    users = (sheet.holders[seat].user for seat in seats)
    return tuple(dict.fromkeys(u for u in users if u is not None and u != by))


def said(reason: str) -> str:
    """A reason as it is kept."""
    return " ".join(reason.split())[:LONGEST_REASON]
