"""The grid: squares, walking neighbours, and every way a tile can lie.

A square is an index, ``size * row + column`` from the top left; a set of squares is an integer with
a bit for each. A *spot* says how a tile lies: ``(4 * shape + quarter turns) * size**2 + square``,
the square being that of the tile's first data square, the turns clockwise. Straight shapes know
only the turns 0 and 1, and are held by their left or upper end. ``-1`` is no square and no spot.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rules.sator.facts import BOARD, COLOURS, POSITIONING, QUADRANTS, SQUARES, STRAIGHT

NOWHERE = -1
DIRECTIONS = "nesw"
HOWS = ("cw", "ccw", "half")
"""The rotations: a quarter clockwise, a quarter counter-clockwise, half a turn."""


class Turn(NamedTuple):
    """One rotation of a tile: the square it turns about, how (index in `HOWS`), the spot after."""

    centre: int
    how: int
    spot: int


class Grid:
    """Tables for a grid of ``size`` squares a side (even, at least 4)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = cells = size * size
        self.names = tuple(f"{chr(97 + i % size)}{i // size + 1}" for i in range(cells))
        """a1 is the top left square, letters for columns."""
        self.index = {name: i for i, name in enumerate(self.names)}
        self.all = (1 << cells) - 1
        column = sum(1 << size * row for row in range(size))
        self.not_left = self.all ^ column
        self.not_right = self.all ^ (column << size - 1)
        self.beside = tuple(
            tuple(self._step(i, way) for way in range(4)) for i in range(cells)
        )  # fmt: skip
        """For each square the one to the north, east, south and west, or -1."""
        self.mask: list[int] = [0] * (24 * cells)
        """For each spot its squares; 0 where a tile would not lie on the grid."""
        self.squares: list[tuple[int, ...]] = [()] * (24 * cells)
        """For each spot its squares in the order of the data."""
        self.spots: tuple[tuple[int, ...], ...] = tuple(self._lay(shape) for shape in range(6))
        """For each shape every spot on the grid, by turn, row and column."""
        self._by_mask = [{self.mask[p]: p for p in spots} for spots in self.spots]
        self._shifts: dict[int, tuple[int, int, int, int]] = {}
        self._turns: dict[int, tuple[Turn, ...]] = {}

    def _step(self, square: int, way: int) -> int:
        row, column = divmod(square, self.size)
        row += (-1, 0, 1, 0)[way]
        column += (0, 1, 0, -1)[way]
        inside = 0 <= row < self.size and 0 <= column < self.size
        return row * self.size + column if inside else NOWHERE

    def _lay(self, shape: int) -> tuple[int, ...]:
        found = []
        (first_row, first_column), *_ = SQUARES[shape]
        squares = [(row - first_row, column - first_column) for row, column in SQUARES[shape]]
        for turn in range(2 if STRAIGHT[shape] else 4):
            for i in range(self.cells):
                at = [(i // self.size + row, i % self.size + column) for row, column in squares]
                if all(0 <= row < self.size and 0 <= column < self.size for row, column in at):
                    spot = (4 * shape + turn) * self.cells + i
                    self.squares[spot] = tuple(row * self.size + column for row, column in at)
                    self.mask[spot] = sum(1 << square for square in self.squares[spot])
                    found.append(spot)
            squares = [(column, -row) for row, column in squares]
        return tuple(found)

    def spot(self, shape: int, turn: int, square: int) -> int:
        """The spot of a shape turned so with its first square there; -1 if that is off the grid.

        ``turn`` counts quarters clockwise, ``square`` may be -1.
        """
        if square < 0 or (turn > 1 and STRAIGHT[shape]):
            return NOWHERE
        spot = (4 * shape + turn) * self.cells + square
        return spot if self.mask[spot] else NOWHERE

    def shape(self, spot: int) -> int:
        """The shape that lies so."""
        return spot // (4 * self.cells)

    def turn(self, spot: int) -> int:
        """Its quarter turns clockwise."""
        return spot // self.cells % 4

    def anchor(self, spot: int) -> int:
        """The square of its first data square."""
        return spot % self.cells

    def shifts(self, spot: int) -> tuple[int, int, int, int]:
        """The spot one square to the north, east, south, west; -1 where that leaves the grid."""
        found = self._shifts.get(spot)
        if found is None:
            size, column = self.size, self.mask[spot]
            found = self._shifts[spot] = (
                spot - size if column & ((1 << size) - 1) == 0 else NOWHERE,
                spot + 1 if column & ~self.not_right == 0 else NOWHERE,
                spot + size if column >> self.cells - size == 0 else NOWHERE,
                spot - 1 if column & ~self.not_left == 0 else NOWHERE,
            )
        return found

    def turns(self, spot: int) -> tuple[Turn, ...]:
        """Every rotation of a tile that lies so, about each of its squares, that ends on the grid;
        those of a medium tile by half about its middle end where they began."""
        found = self._turns.get(spot)
        if found is None:
            listed = []
            ways = self._by_mask[self.shape(spot)]
            for centre in self.squares[spot]:
                for how in range(3):
                    at = [self.turned(i, centre, how) for i in self.squares[spot]]
                    if NOWHERE not in at:
                        listed.append(Turn(centre, how, ways[sum(1 << i for i in at)]))
            found = self._turns[spot] = tuple(listed)
        return found

    def turned(self, square: int, centre: int, how: int) -> int:
        """Where a square comes to by a rotation about another; -1: off the grid."""
        size = self.size
        row, column = square // size - centre // size, square % size - centre % size
        if how == 0:
            row, column = column, -row
        elif how == 1:
            row, column = -column, row
        else:
            row, column = -row, -column
        row += centre // size
        column += centre % size
        return row * size + column if 0 <= row < size and 0 <= column < size else NOWHERE

    def near(self, squares: int) -> int:
        """The squares beside any of these, and perhaps some of these; bits off the grid may be set,
        so what comes out is for an ``&`` with squares of the grid."""
        return (
            (squares & self.not_right) << 1
            | (squares & self.not_left) >> 1
            | squares << self.size
            | squares >> self.size
        )


@cache
def grid(size: int) -> Grid:
    """The tables for that size.

    Raises:
        ValueError: the size is odd, or below 4, or above 26.
    """
    if size % 2 or not 4 <= size <= 26:
        raise ValueError(f"a grid of {size} squares a side")
    return Grid(size)


def bits(squares: int) -> list[int]:
    """The squares of a set, in order."""
    found = []
    while squares:
        low = squares & -squares
        found.append(low.bit_length() - 1)
        squares ^= low
    return found


def mask(squares: list[int] | tuple[int, ...]) -> int:
    """The set of these squares; -1 and less are left out."""
    found = 0
    for square in squares:
        if square >= 0:
            found |= 1 << square
    return found


def _edge(n: int, size: int) -> int:
    """A coordinate of a start square or an entry on a grid of another size."""
    half = BOARD.grid // 2
    if n < half - 1:
        return n
    return n + size // 2 - half if n <= half else n + size - BOARD.grid


@cache
def entry(size: int, colour: int) -> int:
    """The square by which an Acolyte of that colour enters the grid."""
    row, column = BOARD.start[COLOURS[colour]].entry
    return _edge(row, size) * size + _edge(column, size)


@cache
def start(size: int, colour: int) -> tuple[int, int]:
    """Row and column of that colour's start square, outside the grid."""
    row, column = BOARD.start[COLOURS[colour]].square
    return _edge(row, size), _edge(column, size)


@cache
def quadrant(size: int, square: int) -> int:
    """Index in `facts.QUADRANTS` of the quadrant a square lies in."""
    south, east = square // size >= size // 2, square % size >= size // 2
    return (3 if not east else 2) if south else int(east)


@cache
def positions(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each quadrant (as in `facts.QUADRANTS`) its 13 cards: the book's square by colour."""

    def place(n: int) -> int:
        return n if n < BOARD.grid // 2 else n + size - BOARD.grid

    decks: dict[int, tuple[tuple[int, ...], ...]] = {}
    for colour in COLOURS:
        cards = [
            tuple(place(card[other][0]) * size + place(card[other][1]) for other in COLOURS)
            for card in getattr(POSITIONING, colour)
        ]
        decks[QUADRANTS.index(BOARD.deck_quadrant[colour])] = tuple(cards)
    return tuple(decks[k] for k in range(4))
