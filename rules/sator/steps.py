"""The own Acolyte on his way, and the books he collects on it."""

from __future__ import annotations

from rules.kernel import Ctx, Move, Seat
from rules.sator import notation
from rules.sator.board import entry, mask
from rules.sator.ending import BOOKS, finish
from rules.sator.look import look
from rules.sator.state import Table
from rules.sator.walk import Walk, Way

START = "start"
"""Name of a start square in a written way."""


def walk_of(s: Table, seat: Seat, most: int) -> Walk:
    """What the Acolyte of a seat reaches in so many steps, collecting that seat's books."""
    at, ground = s.board.acolytes[seat], look(s).ground
    if at >= 0:
        ground |= 1 << at
    door = entry(s.rules.size, s.rules.colours[seat])
    return Walk(s.grid, at, door, ground, books_of(s, seat), most)


def books_of(s: Table, seat: Seat) -> int:
    """The squares of a seat's books that are not collected."""
    return mask(s.board.books[4 * seat : 4 * seat + 4])


def rests(s: Table, seat: Seat) -> int:
    """The squares where he may rest as far as books are concerned: not on another colour's."""
    return s.grid.all & ~(look(s).books & ~books_of(s, seat))


def named(s: Table, seat: Seat, walk: Walk, ways: list[Way], *op: str) -> list[tuple[Move, Way]]:
    """The moves that choose these ways."""
    names, at = s.grid.names, s.board.acolytes[seat]
    squares = notation.squares(s.rules.size, *op)
    found = []
    for way in ways:
        if way.plain:
            found.append((squares[way.end], way))
        else:
            origin = names[at] if at >= 0 else START
            whole = "-".join((origin, *(names[square] for square in walk.path(way))))
            found.append((Move(op[0], (*op[1:], whole)), way))
    return found


def go(s: Table, seat: Seat, path: list[int], by: str, ctx: Ctx) -> Table:
    """The Acolyte goes (or jumps) to each of these squares in turn and collects his books there;
    the fourth ends the match on the spot, unless the round is to be finished."""
    board, names, even = s.board, s.grid.names, s.rules.even_rounds
    first, beyond = 4 * seat, 4 * seat + BOOKS
    books = list(board.books)
    found = []
    for k, square in enumerate(path):
        if square in books[first:beyond]:
            books[books.index(square, first)] = -1
            found.append((square, books[first:beyond].count(-1)))
            if found[-1][1] == BOOKS and not even:
                path = path[: k + 1]
                break
    at = board.acolytes[seat]
    ctx.emit(
        "walk",
        seat=seat,
        by=by,
        origin=names[at] if at >= 0 else START,
        path=[names[square] for square in path],
    )
    for square, count in found:
        ctx.emit("book", seat=seat, square=names[square], books=count)
    acolytes = (*board.acolytes[:seat], path[-1], *board.acolytes[seat + 1 :])
    s = s.but(
        board=board._replace(books=tuple(books), acolytes=acolytes),
        now=s.now.but(strode=True),
    )
    if found and s.collected(seat) == BOOKS and not even:
        return finish(s, "books", ctx)
    return s
