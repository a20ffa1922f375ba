"""Prayers that lift tiles: QUIN and VICTORIA."""

from __future__ import annotations

import pytest

from rules.sator.facts import TILE_INDEX
from rules.sator.game import State
from tests.rules.sator.positions import go, legal, lies, position, refused

# QUIN IGITUR


def test_quin_places_one_tile_without_acolytes_books_and_gargoyles_elsewhere() -> None:
    tiles = {"s6": "c3:0", "w6": "c5:0", "i6": "c7:0", "b6": "c9:0"}
    s = position(tiles, books={0: ["c3"]}, acolytes={1: "c5"}, gargoyles={1: "c7"},
                 hands={0: ["quin"]})  # fmt: skip
    s = go(s, "pray:quin")
    assert s.stack[-1].tile == TILE_INDEX["b6"], "the only bare tile: not asked"
    s = go(s, "turn:90", "place:b6:l1:90")
    assert lies(s, "b6") == {"l1", "l2"}
    assert s.now.ap == 4
    assert s.stack[-1].kind == "turn"


def test_quin_asks_tile_turn_and_square_and_offers_every_free_place() -> None:
    s = go(position({"s6": "c3:0", "w6": "c5:0"}, hands={0: ["quin"]}), "pray:quin")
    assert legal(s) == {"tile:s6", "tile:w6"}
    s = go(s, "tile:s6")
    assert legal(s) == {"turn:0", "turn:90"}
    flat = legal(go(s, "turn:0"))
    # 14 rows of 13 places, less its own, those on w6 (b5, c5, d5) and those on the shelf:
    # k12, l12, k13, l13, k14, l14 and m14, for the shelf is l12, l13, l14, m14, n14.
    shelf = {"k12", "l12", "k13", "l13", "k14", "l14", "m14"}
    assert len(flat) == 14 * 13 - 1 - 3 - len(shelf)
    assert "place:s6:c3:0" not in flat, "it must cover other squares than before"
    assert "place:s6:d3:0" in flat


def test_quin_places_a_second_different_tile_for_four_points_in_all() -> None:
    s = position({"s6": "c3:0", "w6": "c5:0"}, hands={0: ["quin"]})
    s = go(s, "pray:quin", "tile:s6", "turn:0", "place:s6:h8:0")
    assert s.now.ap == 4
    assert legal(s) == {"tile:w6", "done"}
    s = go(s, "tile:w6", "turn:0", "place:w6:c3:0")  # where the first has been
    assert s.now.ap == 2
    assert lies(s, "w6") == {"c3", "d3"}
    few = position({"s6": "c3:0", "w6": "c5:0"}, hands={0: ["quin"]}, ap=3)
    few = go(few, "pray:quin", "tile:s6", "turn:0", "place:s6:h8:0")
    assert few.stack[-1].kind == "turn"


def test_quin_does_not_bring_back_a_layout_unless_a_second_tile_makes_it_new() -> None:
    s = position({"s6": "c3:0", "w6": "c5:0"}, hands={0: ["ms", "quin"]})
    s = go(s, "play:ms", "moves:s6:e", "pray:quin", "tile:s6", "turn:0")
    assert "place:s6:c3:0" in legal(s)
    s = go(s, "place:s6:c3:0")
    assert legal(s) == {"turn:0", "turn:90"}, "the second tile must be moved: w6"
    few = position({"s6": "c3:0", "w6": "c5:0"}, hands={0: ["ms", "quin"]}, ap=4)
    few = go(few, "play:ms", "moves:s6:e", "pray:quin", "tile:s6", "turn:0")
    assert "place:s6:c3:0" not in legal(few)


# VICTORIA


def test_quin_between_two_identical_cards_makes_the_second_legal() -> None:
    s = position({"s6": "c3:0", "w6": "c5:0"}, hands={0: ["ms", "ms", "quin"]})
    s = go(s, "play:ms", "moves:s6:e")
    assert "play:ms" not in legal(s), "s6 is the only stone tile"
    assert "play:ms" in legal(go(s, "pray:quin", "tile:s6", "turn:0", "place:s6:h8:0", "done"))
    assert "play:ms" not in legal(go(s, "pray:quin", "tile:w6", "turn:0", "place:w6:h8:0", "done"))


def test_victoria_removes_one_tile_for_two_points_or_two_for_three() -> None:
    s = position({"s6": "c3:0", "w6": "c5:0", "i6": "c7:0"}, hands={0: ["victoria"]})
    s = go(s, "pray:victoria", "tile:s6")
    assert s.now.ap == 4
    assert lies(s, "s6") == set()
    assert legal(s) == {"tile:w6", "tile:i6", "done"}
    assert go(s, "done").now.ap == 4
    s = go(s, "tile:i6")
    assert s.now.ap == 3
    assert s.stack[-1].kind == "turn"
    few = position({"s6": "c3:0", "w6": "c5:0"}, hands={0: ["victoria"]}, ap=2)
    assert go(few, "pray:victoria", "tile:s6").stack[-1].kind == "turn"


def test_victoria_takes_only_empty_tiles_out_of_the_match() -> None:
    tiles = {"s6": "c3:0", "w6": "c5:0", "i6": "c7:0", "b6": "c9:0"}
    s = position(tiles, books={0: ["c3"]}, acolytes={1: "c5"}, gargoyles={1: "c7"},
                 hands={0: ["victoria", "jolly"]})  # fmt: skip
    s = go(s, "pray:victoria")
    assert legal(s) == {"tile:b6"}
    assert refused(s, "tile:s6") == "tile-bare"
    assert refused(s, "tile:i6") == "tile-locked"
    s = go(s, "tile:b6")
    assert "tile:b6" not in legal(go(s, "play:jolly"))


# Every place of QUIN's tiles, counted without the tables of the rules


LYING = {
    "s6": {0: ((0, 0), (0, 1)), 90: ((0, 0), (1, 0))},
    "w2": {
        0: ((0, 0), (1, 0), (1, 1)),
        90: ((0, 0), (0, -1), (1, -1)),
        180: ((0, 0), (-1, 0), (-1, -1)),
        270: ((0, 0), (0, 1), (-1, 1)),
    },
    "i4": {0: ((0, 0), (0, 1), (0, 2), (0, 3)), 90: ((0, 0), (1, 0), (2, 0), (3, 0))},
}
"""Rows down and columns to the right of the first square, by how the tile is turned."""

Place = tuple[str, int, int, int]
"""A tile, the row and column of its first square, and its turn in degrees."""


def covered(place: Place) -> frozenset[tuple[int, int]]:
    tile, row, column, degrees = place
    return frozenset((row + r, column + c) for r, c in LYING[tile][degrees])


def free_places(tile: str, lying: dict[str, Place], size: int) -> set[str]:
    """Where it may be put: on the grid, over no other tile, not where it lies."""
    others = {
        square for other, place in lying.items() if other != tile for square in covered(place)
    }
    found = set()
    for degrees in LYING[tile]:
        for row in range(size):
            for column in range(size):
                squares = covered((tile, row, column, degrees))
                inside = all(0 <= r < size and 0 <= c < size for r, c in squares)
                if inside and not squares & others and squares != covered(lying[tile]):
                    found.add(f"place:{tile}:{'abcdef'[column]}{row + 1}:{degrees}")
    return found


def offered(s: State, tile: str) -> set[str]:
    chosen = go(s, f"tile:{tile}")
    return {place for turn in legal(chosen, "turn") for place in legal(go(chosen, turn))}


THREE: dict[str, Place] = {"s6": ("s6", 0, 0, 0), "w2": ("w2", 2, 2, 0), "i4": ("i4", 5, 1, 0)}
"""On 6 by 6 squares: a1, b1; c3, c4, d4; b6, c6, d6, e6."""


def three(**kwargs: object) -> State:
    tiles = {"s6": "a1:0", "w2": "c3:0", "i4": "b6:0"}
    return position(tiles, hands={0: ["quin"]}, size=6, shelf=False, **kwargs)  # type: ignore[arg-type]


@pytest.mark.parametrize("tile", ["s6", "w2", "i4"])
def test_quins_first_tile_may_be_put_on_every_free_place_in_every_turn(tile: str) -> None:
    assert offered(go(three(), "pray:quin"), tile) == free_places(tile, THREE, 6)


@pytest.mark.parametrize("second", ["w2", "i4"])
@pytest.mark.parametrize(
    ("move", "first"),
    [
        ("place:s6:c1:0", ("s6", 0, 2, 0)),
        ("place:s6:e3:90", ("s6", 2, 4, 90)),
        ("place:s6:b1:90", ("s6", 0, 1, 90)),
    ],
)
def test_quins_second_tile_may_be_put_on_every_place_that_is_free_then(
    move: str, first: Place, second: str
) -> None:
    """Those that the first has left among them, those that it has taken not."""
    s = go(three(), "pray:quin", "tile:s6", f"turn:{first[3]}", move)
    assert legal(s) == {"tile:w2", "tile:i4", "done"}
    found = offered(s, second)
    assert found == free_places(second, THREE | {"s6": first}, 6)
    assert second == "w2" or "place:i4:a1:90" in found, "over a1, which s6 has left"


def test_quins_second_tile_must_leave_a_layout_that_is_new() -> None:
    # s6 went east by the free action and QUIN put it back: w2 must go, and may go anywhere.
    s = go(three(), "free:tile", "tile:s6", "moves:s6:e", "pray:quin", "tile:s6", "turn:0",
           "place:s6:a1:0")  # fmt: skip
    assert legal(s) == {"tile:w2", "tile:i4"}
    assert offered(s, "w2") == free_places("w2", THREE, 6)


def test_quins_second_tile_does_not_restore_a_layout_either() -> None:
    # s6 east (free), w2 north (a card): QUIN brings w2 back, so s6 may not go back to a1.
    tiles = {"s6": "a1:0", "w2": "c3:0", "i4": "b6:0"}
    s = position(tiles, hands={0: ["mw", "quin"]}, size=6, shelf=False)
    s = go(s, "free:tile", "tile:s6", "moves:s6:e", "play:mw", "moves:w2:n")
    s = go(s, "pray:quin", "tile:w2", "turn:0", "place:w2:c3:0")
    assert legal(s) == {"tile:s6", "tile:i4"}, "the layout after the free action: one more must go"
    assert offered(s, "s6") == free_places("s6", THREE | {"s6": ("s6", 0, 1, 0)}, 6) - {
        "place:s6:a1:0"
    }


def test_quin_needs_a_tile_that_carries_nothing() -> None:
    books = {0: ["a1"], 1: ["c3"]}
    assert not legal(three(books=books, acolytes={1: "b6"}), "pray")
    assert not legal(three(books=books, gargoyles={1: "e6"}), "pray")
    assert legal(three(books=books), "pray") == {"pray:quin"}


def test_victorias_second_tile_is_an_empty_one_too() -> None:
    tiles = {"s6": "c3:0", "w6": "c5:0", "i6": "c7:0", "b6": "c9:0", "s5": "c11:0"}
    s = position(tiles, books={0: ["c3"]}, acolytes={1: "c5"}, gargoyles={1: "c7"},
                 hands={0: ["victoria"]})  # fmt: skip
    s = go(s, "pray:victoria", "tile:b6")
    assert legal(s) == {"tile:s5", "done"}
