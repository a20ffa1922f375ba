"""What a layout says at a glance, and what changing one tile makes of it.

A `Look` is kept for as long as positions with the same layout come up; everything in it follows
from the layout and the Gargoyles.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rules.sator.board import Turn, bits, grid, mask
from rules.sator.state import Board, Table


class Look:
    """Squares and tiles of one layout. Sets of squares are integers."""

    __slots__ = (
        "_laden", "aboard", "acolytes", "board", "books", "gargoyles", "grid", "ground", "locked",
        "taken",
    )  # fmt: skip

    def __init__(self, size: int, board: Board, gargoyles: tuple[int, ...]) -> None:
        self.board = board
        self.grid = grid(size)
        self.aboard: dict[int, tuple[int, ...]] = {}
        """Seats of the Acolytes on each tile that carries any."""
        self.locked: set[int] = set()
        """Tiles with a Gargoyle."""
        self.acolytes = mask(board.acolytes)
        self.gargoyles = mask(gargoyles)
        self.books = mask(board.books)
        """Books that are not collected."""
        self._laden: dict[int, tuple[int, ...]] | None = None
        pawns = self.acolytes | self.gargoyles
        taken = 0
        masks = self.grid.mask
        for tile, spot in enumerate(board.spots):
            if spot >= 0:
                m = masks[spot]
                taken |= m
                if m & pawns:
                    if m & self.acolytes:
                        self.aboard[tile] = _on(board.acolytes, m & self.acolytes)
                    if m & self.gargoyles:
                        self.locked.add(tile)
        self.taken = taken
        """Every footbridge square."""
        self.ground = taken & ~pawns
        """Footbridge squares that nobody blocks."""

    @property
    def laden(self) -> dict[int, tuple[int, ...]]:
        """Places in `Board.books` of the books on each tile that carries any."""
        found = self._laden
        if found is None:
            masks = self.grid.mask
            found = self._laden = {
                tile: _on(self.board.books, masks[spot] & self.books)
                for tile, spot in enumerate(self.board.spots)
                if spot >= 0 and masks[spot] & self.books
            }
        return found

    def books_on(self, tile: int) -> tuple[int, ...]:
        """The same for one tile, which must be on the board."""
        on = self.grid.mask[self.board.spots[tile]] & self.books
        return _on(self.board.books, on) if on else ()

    def others(self, tile: int) -> int:
        """The squares of all other tiles."""
        return self.taken ^ self.grid.mask[self.board.spots[tile]]

    def shifted(self, tile: int, spot: int) -> Board:
        """The layout with a tile pushed to that spot, which is turned as it is."""
        spots, books, acolytes = self.board
        by = spot - spots[tile]
        if riders := self.books_on(tile):
            books = _ride(books, riders, lambda square: square + by)
        if tile in self.aboard:
            acolytes = _ride(acolytes, self.aboard[tile], lambda square: square + by)
        return Board((*spots[:tile], spot, *spots[tile + 1 :]), books, acolytes)

    def turned(self, tile: int, turn: Turn) -> Board:
        """The layout with a tile turned."""
        spots, books, acolytes = self.board
        moved, (centre, how, spot) = self.grid.turned, turn
        if riders := self.books_on(tile):
            books = _ride(books, riders, lambda square: moved(square, centre, how))
        if tile in self.aboard:
            acolytes = _ride(
                acolytes, self.aboard[tile], lambda square: moved(square, centre, how)
            )  # fmt: skip
        return Board((*spots[:tile], spot, *spots[tile + 1 :]), books, acolytes)

    def lifted(self, tile: int, spot: int) -> Board:
        """The layout with a tile that carries nothing put somewhere else (-1: away)."""
        spots, books, acolytes = self.board
        return Board((*spots[:tile], spot, *spots[tile + 1 :]), books, acolytes)

    def bare(self, tile: int) -> bool:
        """Whether a tile is on the board with no Acolyte, book or Gargoyle on it."""
        return (
            self.board.spots[tile] >= 0
            and tile not in self.aboard
            and not self.books_on(tile)
            and tile not in self.locked
        )


def _on(things: tuple[int, ...], squares: int) -> tuple[int, ...]:
    """Places in a tuple of squares of those in a set; each of these is in the tuple once."""
    if not squares & (squares - 1):
        return (things.index(squares.bit_length() - 1),)
    return tuple(sorted([things.index(square) for square in bits(squares)]))


def _ride(
    squares: tuple[int, ...], riders: tuple[int, ...], moved: Callable[[int], int]
) -> tuple[int, ...]:
    new = list(squares)
    for rider in riders:
        new[rider] = moved(new[rider])
    return tuple(new)


def at_a_glance(size: int, board: Board, gargoyles: tuple[int, ...]) -> Look:
    """The look of a layout."""
    return _look(size, board, gargoyles)


_look = lru_cache(512)(Look)


def look(s: Table) -> Look:
    """The look of a position."""
    return _look(s.rules.size, s.board, s.gargoyles)
