"""A match played again from its log.

The log is a list of acts, in order. A *stretch* runs from one base to the next: the start of the
match, or a migration, which carries a new position. Within a stretch every position follows from
the one before, under the version of the game that wrote it. Chance is keyed by the key of the match
and by how many standing acts have drawn (in a match of 0.1.0 by ply), so a replay draws the same.
What was undone stays in the log and is played again like the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from rules.kernel import AnyGame, Event, Match, Move, Refused, Seat, leave, play


class Act(Protocol):
    """What a replay needs of a log entry."""

    @property
    def n(self) -> int:
        """1.. without gaps."""

    @property
    def ply(self) -> int:
        """Plies standing after it."""

    @property
    def kind(self) -> str:
        """start, move, undo, leave, replace or migrate."""

    @property
    def seat(self) -> Seat | None:
        """Who did it."""

    @property
    def move(self) -> str:
        """As written on the wire."""

    @property
    def version(self) -> int:
        """The game's version that wrote it."""


Why = Literal["version", "ply", "undo", "kind", "illegal"]


class Differs(Exception):
    """These rules cannot have written the log; ``n`` is the first act that does not fit.

    ``why``: another version of the game wrote it, it leads to another ply, it goes back to a ply
    before the base, nothing of that kind can stand there, the move is not legal.
    """

    def __init__(self, n: int, why: Why) -> None:
        self.n = n
        self.why = why
        super().__init__(f"act {n}: {why}")


class Played(NamedTuple):
    """One act played again: the match before and after it, and what happened."""

    act: Any
    before: Match
    after: Match
    events: tuple[Event, ...]


BASES = ("start", "migrate")
"""Kinds of act that begin a stretch."""


A = TypeVar("A", bound=Act)


def stretches(acts: Iterable[A]) -> list[list[A]]:
    """The log cut before each base: the first act of each is the base itself."""
    found: list[list[A]] = []
    for act in acts:
        if act.kind in BASES or not found:
            found.append([])
        found[-1].append(act)
    return found


def raises_ply(act: Act, before: int) -> bool:
    """Whether an act made a ply; leaving a seat that waits, or a new person, makes none."""
    return act.kind in ("move", "leave") and act.ply == before + 1


def struck(acts: Iterable[Act]) -> frozenset[int]:
    """The numbers of the acts that were undone."""
    standing: list[Act] = []
    gone: set[int] = set()
    ply = 0
    for act in acts:
        if act.kind == "undo":
            while standing and standing[-1].ply > act.ply:
                gone.add(standing.pop().n)
        elif raises_ply(act, ply):
            standing.append(act)
        ply = act.ply
    return frozenset(gone)


def replay(game: AnyGame, base: Match, acts: Iterable[Act]) -> Iterator[Played]:
    """Play a stretch again from its base; ``acts`` come after it and hold no base.

    Raises:
        Differs: an act that is not legal there, of another version, or whose ply does not fit.
    """
    standing = [base]
    for act in acts:
        before = standing[-1]
        if act.version != game.version:
            raise Differs(act.n, "version")
        after, events = _again(game, standing, act)
        if after.ply != act.ply:
            raise Differs(act.n, "ply")
        yield Played(act, before, after, events)


def _again(game: AnyGame, standing: list[Match], act: Act) -> tuple[Match, tuple[Event, ...]]:
    """One act: ``standing``, the match at each ply from the base on, is brought up to date."""
    match = standing[-1]
    if act.kind == "undo":
        back = act.ply - standing[0].ply
        if not 0 <= back < len(standing):
            raise Differs(act.n, "undo")
        del standing[back + 1 :]
        return standing[-1], ()
    if act.kind == "replace" or (act.kind == "leave" and act.ply == match.ply):
        return match, ()  # a seat that waits changes nothing on the table
    if act.seat is None or act.kind not in ("move", "leave"):
        raise Differs(act.n, "kind")
    try:
        if act.kind == "move":
            after, events = play(game, match, act.seat, Move.parse(act.move))
        else:
            left = leave(game, match, act.seat)
            if left is None:
                return match, ()
            after, events = left
    except (Refused, ValueError):
        raise Differs(act.n, "illegal") from None
    standing.append(after)
    return after, events
