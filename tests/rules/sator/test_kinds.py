"""The kinds of movement cards: which tiles each is for, what one card may do, what it is worth."""

from __future__ import annotations

import pytest

from rules.sator.facts import OF_SHAPE, SHAPES, TILE_NAMES
from tests.rules.sator.positions import go, legal, position

PLACES = ("b3:0", "h2:0", "k4:0", "b9:0", "g9:0", "j12:0")
"""Room for one tile of each shape, to shift and to turn."""
CORNERS = ("b3:0", "i3:0", "b10:0", "i10:0")
"""Room for four tiles of any one shape."""
OPEN = {"s4": "c3:0", "s6": "h8:0", "w6": "c10:0"}


@pytest.mark.parametrize("floor", "swbi")
def test_each_moves_is_for_the_six_tiles_of_its_floor_type(floor: str) -> None:
    mine = [f"{floor}{shape}" for shape in range(1, 7)]
    other = "wbis"["swbi".index(floor)]
    tiles = dict(zip(mine, PLACES, strict=True)) | {f"{other}4": "a14:0"}
    s = go(position(tiles, hands={0: [f"m{floor}"]}, shelf=False), f"play:m{floor}")
    assert legal(s) == {f"tile:{tile}" for tile in mine}
    assert {m.split(":")[0] for m in legal(go(s, f"tile:{floor}6"))} == {"moves"}


@pytest.mark.parametrize("shape", range(1, 7))
def test_each_rotas_is_for_the_four_tiles_of_its_shape(shape: int) -> None:
    mine = [f"{floor}{shape}" for floor in "swbi"]
    assert [TILE_NAMES[tile] for tile in OF_SHAPE[shape - 1]] == mine
    other = f"s{shape % 6 + 1}"
    tiles = dict(zip(mine, CORNERS, strict=True)) | {other: "f7:0"}
    s = go(position(tiles, hands={0: [f"r{shape}"]}, shelf=False), f"play:r{shape}")
    assert legal(s) == {f"tile:{tile}" for tile in mine}
    assert {m.split(":")[0] for m in legal(go(s, f"tile:b{shape}"))} == {"rotas"}


def test_the_shapes_of_rotas_from_large_corner_to_short() -> None:
    assert SHAPES == ("large_corner", "small_corner", "tee", "long", "medium", "short")


def test_a_jolly_is_for_every_tile() -> None:
    tiles = dict(zip(("s1", "w2", "b3", "i4", "s5", "w6"), PLACES, strict=True))
    s = go(position(tiles, hands={0: ["jolly"]}, shelf=False), "play:jolly")
    assert legal(s) == {f"tile:{tile}" for tile in tiles}
    for tile in tiles:
        assert {m.split(":")[0] for m in legal(go(s, f"tile:{tile}"))} == {"moves", "rotas"}


def test_one_and_only_one_of_the_effects_of_a_card() -> None:
    s = position({"s6": "h8:0", "s4": "b12:0"}, hands={0: ["jolly"]})
    shifted = go(s, "play:jolly", "tile:s6", "moves:s6:n")
    assert shifted.stack[-1].kind == "turn"
    turned = go(s, "play:jolly", "tile:s6", "rotas:s6:h8:cw")
    assert not legal(turned, "moves")
    assert {m.split(":")[1] for m in legal(turned, "rotas")} == {"s6"}, "and the same tile"


def test_two_rotations_of_a_jolly_cost_four_too() -> None:
    s = position({"s6": "h8:0"}, hands={0: ["jolly"]})
    assert go(s, "play:jolly", "tile:s6", "rotas:s6:h8:cw", "rotas:s6:h9:cw").now.ap == 2
    assert go(s, "play:jolly", "tile:s6", "rotas:s6:h8:cw", "rotas:s6:h9:half").now.points == 1


def test_the_second_rotation_too_is_90_or_180_degrees_about_any_other_square() -> None:
    s = go(position({"s2": "f6:0"}, hands={0: ["r2"]}), "play:r2", "rotas:s2:f7:half")
    # f6, f7, g7 became f8, f7, e7: turned about f8 and e7, each way.
    assert legal(s, "rotas") == {
        f"rotas:s2:{square}:{how}" for square in ("f8", "e7") for how in ("cw", "ccw", "half")
    }  # fmt: skip


def test_a_movement_card_is_worth_its_point_as_soon_as_it_is_laid_down() -> None:
    s = position(OPEN, hands={0: ["ms", "r6"]})
    assert go(s, "play:ms").now.points == 1
    assert go(s, "play:ms", "tile:s4", "moves:s4:s", "play:r6").now.points == 2


def test_a_tile_is_moved_or_turned_with_books_on_it_for_no_more() -> None:
    s = position(OPEN, books={0: ["c3"], 1: ["e3"]}, hands={0: ["ms", "r4"]})
    assert go(s, "play:ms", "tile:s4", "moves:s4:s").now.ap == 5
    assert go(s, "play:r4", "rotas:s4:c3:cw", "done").now.ap == 4
