"""Positions written by hand, for the cover and the guide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.kernel import Seat
from rules.sator.board import grid
from rules.sator.facts import ALL_PRAYERS, CARDS, COLOURS, DECK, KIND_INDEX, TILE_INDEX, shape_of
from rules.sator.game import State
from rules.sator.state import AT_START, Board, Cards, Laying, Rules, less, start_of_turn
from rules.sator.turn import Turn

SIZE = 14

TILES = {
    "s1": "d10 e10 f10 f11 f12", "w1": "j2 j3 j4 k4 l4", "b1": "d3 e3 f3 f4 f5",
    "i1": "c5 d5 e5 e6 e7", "s2": "c12 c13 d13", "w2": "b10 b11 c11", "b2": "i13 h14 i14",
    "i2": "m7 n7 m8", "s3": "l9 k10 l10 l11", "w3": "h11 g12 h12 i12", "b3": "l12 k13 l13 m13",
    "i3": "a8 b8 c8 b9", "s4": "j6 k6 l6 m6", "w4": "i6 i7 i8 i9", "b4": "e8 f8 g8 h8",
    "i4": "g10 h10 i10 j10", "s5": "g5 g6 g7", "w5": "g1 g2 g3", "b5": "m3 m4 m5",
    "i5": "e12 e13 e14", "s6": "c7 d7", "w6": "b6 b7", "b6": "h2 i2", "i6": "i4 i5",
}  # fmt: skip
"""The middle of a match: every tile and the squares it covers."""
BOOKS = {0: ("c5", "d10"), 1: ("f4", "b9", "j10"), 2: ("e6", "m6", "d13"), 3: ("d3", "m13")}
ACOLYTES = {0: "k10", 1: "j4", 2: "h12", 3: "j6"}
GARGOYLES = {2: "g6"}
HAND = ("ms", "mi", "r3", "jolly", "clara", "neque")


def spots(tiles: Mapping[str, str], size: int = SIZE) -> tuple[int, ...]:
    """How tiles lie that cover these squares.

    Raises:
        StopIteration: a tile cannot lie so.
    """
    table, found = grid(size), [-1] * 24
    for name, squares in tiles.items():
        wanted = {table.index[square] for square in squares.split()}
        tile = TILE_INDEX[name]
        lying = table.spots[shape_of(tile)]
        found[tile] = next(spot for spot in lying if {*table.squares[spot]} == wanted)
    return tuple(found)


def board(
    tiles: Mapping[str, str],
    books: Mapping[Seat, Iterable[str]],
    acolytes: Mapping[Seat, str],
    seats: int = 4,
    size: int = SIZE,
) -> Board:
    """A layout: tiles by the squares they cover, books and Acolytes by seat."""
    index = grid(size).index
    at: list[int] = []
    for seat in range(seats):
        here = [index[square] for square in books.get(seat, ())]
        at += here + [-1] * (4 - len(here))
    pawns = (acolytes.get(seat) for seat in range(seats))
    return Board(
        spots(tiles, size), tuple(at), tuple(index[a] if a else AT_START for a in pawns)
    )


def match() -> State:
    """The first seat's turn in the middle of a match of four."""
    layout, index = board(TILES, BOOKS, ACOLYTES), grid(SIZE).index
    hand = tuple(sorted(KIND_INDEX[card] for card in HAND))
    backs = (19,) * 5 + (20,)
    hidden = tuple(tuple(20 for _ in range(6)) for _ in COLOURS)
    return State(
        stack=(Turn(0),),
        rules=Rules(SIZE, CARDS.round_limit, False, (0, 1, 2, 3), 0),
        round=4,
        passes=0,
        out=(),
        board=layout,
        gargoyles=tuple(index[GARGOYLES[k]] if k in GARGOYLES else -1 for k in range(4)),
        laying=Laying(((),) * 4, (), ()),
        cards=Cards(
            less(DECK, *(card for card in hand if card < ALL_PRAYERS[0])), (),
            (hand, backs, backs, backs), hidden, ((), (), (ALL_PRAYERS[1],), ()),
        ),
        now=start_of_turn(layout),
        over="",
    )  # fmt: skip
