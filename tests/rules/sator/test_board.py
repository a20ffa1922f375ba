"""The grid and the ways a tile can lie."""

from __future__ import annotations

import pytest

from rules.sator.board import HOWS, NOWHERE, bits, grid

TABLE = grid(14)


def squares(shape: int, turn: int, square: str) -> list[str]:
    spot = TABLE.spot(shape, turn, TABLE.index[square])
    return [TABLE.names[i] for i in TABLE.squares[spot]]


def test_a_tile_lies_by_its_first_square_turned_clockwise() -> None:
    assert squares(0, 0, "c4") == ["c4", "c5", "c6", "d6", "e6"]
    assert squares(0, 1, "c4") == ["c4", "b4", "a4", "a5", "a6"]
    assert squares(0, 2, "e6") == ["e6", "e5", "e4", "d4", "c4"]
    assert squares(0, 3, "c4") == ["c4", "d4", "e4", "e3", "e2"]
    assert squares(1, 0, "c4") == ["c4", "c5", "d5"]
    assert squares(1, 1, "c4") == ["c4", "b4", "b5"]
    assert squares(1, 2, "c4") == ["c4", "c3", "b3"]
    assert squares(1, 3, "c4") == ["c4", "d4", "d3"]
    assert squares(2, 0, "c4") == ["c4", "d4", "e4", "d5"]
    assert squares(2, 1, "c4") == ["c4", "c5", "c6", "b5"]


@pytest.mark.parametrize("shape", [3, 4, 5])
def test_straight_tiles_lie_flat_or_upright_only(shape: int) -> None:
    length = (4, 3, 2)[shape - 3]
    assert squares(shape, 0, "c4") == [f"{letter}4" for letter in "cdef"[:length]]
    assert squares(shape, 1, "c4") == [f"c{row}" for row in range(4, 4 + length)]
    assert TABLE.spot(shape, 2, TABLE.index["g7"]) == NOWHERE
    assert TABLE.spot(shape, 3, TABLE.index["g7"]) == NOWHERE


def test_how_many_ways_each_shape_can_lie() -> None:
    # Height and width of the box around it decide: 4 * 12 * 12 and so on.
    assert [len(spots) for spots in TABLE.spots] == [576, 676, 624, 308, 336, 364]


def test_nothing_lies_across_the_edge() -> None:
    for spots in TABLE.spots:
        for spot in spots:
            rows = {i // 14 for i in TABLE.squares[spot]}
            columns = {i % 14 for i in TABLE.squares[spot]}
            assert max(rows) - min(rows) < 4
            assert max(columns) - min(columns) < 4
            assert bits(TABLE.mask[spot]) == sorted(TABLE.squares[spot])


def test_a_shift_moves_every_square_by_one_and_stops_at_the_edge() -> None:
    for spots in TABLE.spots:
        for spot in spots[::7]:
            for way, there in enumerate(TABLE.shifts(spot)):
                moved = [TABLE.beside[i][way] for i in TABLE.squares[spot]]
                if there == NOWHERE:
                    assert NOWHERE in moved
                else:
                    assert list(TABLE.squares[there]) == moved


def test_rotations_about_each_of_its_squares() -> None:
    spot = TABLE.spot(5, 0, TABLE.index["c4"])  # short: c4, d4
    found = {
        (TABLE.names[t.centre], HOWS[t.how]): {TABLE.names[i] for i in TABLE.squares[t.spot]}
        for t in TABLE.turns(spot)
    }
    assert found == {
        ("c4", "cw"): {"c4", "c5"},
        ("c4", "ccw"): {"c4", "c3"},
        ("c4", "half"): {"c4", "b4"},
        ("d4", "cw"): {"d4", "d3"},
        ("d4", "ccw"): {"d4", "d5"},
        ("d4", "half"): {"d4", "e4"},
    }


def test_a_rotation_keeps_its_centre_and_stays_on_the_grid() -> None:
    for spots in TABLE.spots:
        for spot in spots[::11]:
            for turn in TABLE.turns(spot):
                assert turn.centre in TABLE.squares[spot]
                assert turn.centre in TABLE.squares[turn.spot]
                moved = {TABLE.turned(i, turn.centre, turn.how) for i in TABLE.squares[spot]}
                assert moved == set(TABLE.squares[turn.spot])


def test_a_rotation_that_would_leave_the_grid_is_none() -> None:
    corner = TABLE.spot(5, 0, TABLE.index["a1"])  # a1, b1
    found = {(TABLE.names[t.centre], HOWS[t.how]) for t in TABLE.turns(corner)}
    assert found == {("a1", "cw"), ("b1", "ccw"), ("b1", "half")}


@pytest.mark.parametrize("size", [3, 13, 2, 28])
def test_a_grid_is_even_and_of_a_sensible_size(size: int) -> None:
    with pytest.raises(ValueError, match="squares a side"):
        grid(size)
