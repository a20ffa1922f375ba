"""Whether a change brings tiles back: moving a tile and returning it only for movement points is
not allowed.

Two moments of a turn are alike when every tile and book lies on the same squares and nobody has
been carried elsewhere in between. What Acolytes do by themselves makes no difference: it is as if
they had done it before the tile was moved at all. So an Acolyte who walks about while a tile goes
out and comes home changes nothing, and one whom it took along or fetched makes the return lawful.
"""

from __future__ import annotations

from rules.sator.look import Look
from rules.sator.state import Board, Ride, Table

QUARTERS = (1, 3, 2)
"""Quarters clockwise of each rotation, as in `board.HOWS`."""


def carried(at: Look, tile: int, board: Board, since: int, quarters: int = 0) -> tuple[Ride, ...]:
    """The rides of those aboard a tile, when changing it makes this layout of the present one."""
    before, after = at.board.acolytes, board.acolytes
    return tuple(
        Ride(since, seat, before[seat], after[seat], quarters) for seat in at.aboard.get(tile, ())
    )


def is_return(
    size: int, board: Board, rides: tuple[Ride, ...], seen: tuple[Board, ...]
) -> bool:  # fmt: skip
    """Whether a layout, come to by these rides, was there already this turn or is like one."""
    if board in seen:
        return True
    for k, old in enumerate(seen):
        if (
            old.spots == board.spots
            and _same_books(board, old, seen)
            and not _elsewhere(size, board, rides, k)
        ):
            return True
    return False


def returned(s: Table) -> bool:
    """Whether the present layout, if the change were complete, would be a return."""
    return is_return(s.rules.size, s.board, s.now.rides, s.now.seen)


def _same_books(board: Board, old: Board, seen: tuple[Board, ...]) -> bool:
    """Whether the books lie where they lay; one collected since then, if it was still there."""
    if board.books == old.books:
        return True
    for k, book in enumerate(board.books):
        was = old.books[k]
        if book == was:
            continue
        # Tiles change only from one layout seen to the next, so that is where it was collected.
        if book >= 0 or was != next(b.books[k] for b in reversed(seen) if b.books[k] >= 0):
            return False
    return True


def _elsewhere(size: int, board: Board, rides: tuple[Ride, ...], k: int) -> bool:
    """Whether anybody's rides since the layout seen as number ``k`` took him elsewhere: taken
    together they would not lead from where he stands to where he stands."""
    for seat in {ride.seat for ride in rides if ride.since > k}:
        here = divmod(board.acolytes[seat], size)
        row, column = here
        for ride in reversed(rides):
            if ride.seat == seat and ride.since > k:
                row, column = _unridden(size, ride, row, column)
        if (row, column) != here:
            return True
    return False


def _unridden(size: int, ride: Ride, row: int, column: int) -> tuple[int, int]:
    """Where one must have stood to be brought to this square, be it off the grid."""
    to, origin = divmod(ride.to, size), divmod(ride.origin, size)
    row, column = row - to[0], column - to[1]
    for _ in range(ride.quarters):  # back again: counter-clockwise
        row, column = -column, row
    return origin[0] + row, origin[1] + column
