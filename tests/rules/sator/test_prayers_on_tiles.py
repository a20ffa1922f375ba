"""Prayers that change tiles where they lie: MIHI and OMNIA."""

from __future__ import annotations

import pytest

from tests.rules.sator.positions import go, legal, lies, position, refused

LINE = {"s4": "c5:0", "w4": "g5:0"}
"""Eight squares in a row: c5 .. j5."""
BARE = {"s6": "h9:0", "w6": "c10:0"}


# MIHI IN DIES


def test_mihi_makes_up_to_five_changes_of_the_same_or_other_tiles() -> None:
    s = go(position(BARE, hands={0: ["mihi"]}), "pray:mihi")
    assert s.stack[-1].kind == "pick"
    s = go(s, "tile:s6", "moves:s6:s")
    assert s.now.ap == 1
    s = go(s, "tile:s6", "rotas:s6:h10:cw", "tile:w6", "moves:w6:e", "tile:w6", "moves:w6:e")
    assert "done" in legal(s)
    s = go(s, "tile:w6", "moves:w6:e")
    assert s.stack[-1].kind == "turn", "five changes were made"
    assert lies(s, "w6") == {"f10", "g10"}


def test_mihi_may_stop_after_any_change_but_not_before_one() -> None:
    s = go(position(BARE, hands={0: ["mihi"]}), "pray:mihi")
    assert "done" not in legal(s)
    s = go(s, "tile:s6", "moves:s6:s", "done")
    assert s.stack[-1].kind == "turn"


def test_a_change_of_mihi_is_one_square_or_one_rotation() -> None:
    s = go(position(BARE, hands={0: ["mihi"]}), "pray:mihi", "tile:s6")
    assert {m for m in legal(s) if m.startswith("moves")} == {
        f"moves:s6:{way}" for way in "nesw"
    }  # fmt: skip
    assert {m for m in legal(s) if m.startswith("rotas")} == {
        f"rotas:s6:{square}:{how}" for square in ("h9", "i9") for how in ("cw", "ccw")
    }, "half a turn of a short tile is a push in another guise"


def test_mihi_never_changes_a_tile_with_an_acolyte_on_it() -> None:
    s = position(BARE | {"s5": "e3:0"}, acolytes={1: "h9"}, hands={0: ["mihi"]})
    s = go(s, "pray:mihi")
    assert "tile:s6" not in legal(s)
    assert refused(s, "tile:s6") == "tile-acolyte"


def test_each_single_change_of_mihi_makes_a_new_layout() -> None:
    s = go(position(BARE, hands={0: ["mihi"]}), "pray:mihi", "tile:s6", "moves:s6:s", "tile:s6")
    assert "moves:s6:n" not in legal(s)


def test_after_mihi_the_own_acolyte_does_not_move_this_turn() -> None:
    hand = ["mihi", "jolly", "ms"]
    s = position(LINE | BARE, acolytes={0: "c5"}, hands={0: hand})
    s = go(s, "pray:mihi", "tile:w4", "moves:w4:n", "done", "play:ms", "moves:s6:s")
    assert s.now.points == 1
    assert not legal(s, "walk")
    assert legal(s, "free") == {"free:tile"}
    assert refused(s, "walk:d5") == refused(s, "free:step:d5") == "still"


def test_after_mihi_no_neque_and_no_animi() -> None:
    tiles = {"s4": "c5:0", "w4": "h5:0"} | BARE
    hand = ["mihi", "neque", "animi"]
    s = position(tiles, acolytes={0: "f5"}, hands={0: hand}, ap=12)
    assert {"pray:neque", "pray:animi"} <= legal(s)
    s = go(s, "pray:mihi", "tile:s6", "moves:s6:s", "done")
    assert not {"pray:neque", "pray:animi"} & legal(s)
    assert refused(s, "pray:animi") == "still"


@pytest.mark.parametrize(
    "moved", [("free:step:d5",), ("pray:animi", "walk:d5"), ("pray:neque", "jump:h5")]
)
def test_mihi_is_not_for_a_turn_in_which_the_acolyte_has_moved(moved: tuple[str, ...]) -> None:
    tiles = {"s4": "c5:0", "w4": "h5:0"} | BARE
    on = "c5" if moved[-1][-2:] == "d5" else "f5"
    s = position(tiles, acolytes={0: on}, hands={0: ["mihi", "animi", "neque"]}, ap=12)
    assert "pray:mihi" in legal(s)
    s = go(s, *moved)
    assert "pray:mihi" not in legal(s)
    assert refused(s, "pray:mihi") == "mihi-moved"


def test_being_carried_by_a_tile_is_no_moving_of_the_acolyte() -> None:
    s = position(LINE | BARE, acolytes={0: "c5"}, hands={0: ["mihi", "ms"]}, ap=12)
    assert "pray:mihi" in legal(go(s, "play:ms", "tile:s4", "moves:s4:n"))


def test_mihi_between_two_identical_cards_makes_the_second_legal() -> None:
    s = position(BARE, hands={0: ["ms", "ms", "mihi"]}, ap=12)
    s = go(s, "play:ms", "moves:s6:s")
    assert "play:ms" not in legal(s), "s6 is the only stone tile"
    other = go(s, "pray:mihi", "tile:w6", "moves:w6:s", "done")
    assert "play:ms" not in legal(other)
    assert "play:ms" in legal(go(s, "pray:mihi", "tile:s6", "moves:s6:s", "done"))


# VIRTUS OMNIA


def test_omnia_moves_a_tile_without_acolytes_four_to_six_squares() -> None:
    s = position(BARE | {"s4": "c3:0"}, acolytes={1: "c3"}, hands={0: ["omnia"]})
    s = go(s, "pray:omnia")
    assert "tile:s4" not in legal(s)
    s = go(s, "tile:s6")
    assert {len(move.split(":")[2]) for move in legal(s)} == {4, 5, 6}
    after = go(s, "moves:s6:nnnnnn")
    assert lies(after, "s6") == {"h3", "i3"}
    assert after.now.ap == 3


def test_omnia_may_change_direction_and_never_takes_a_position_twice() -> None:
    # Out and back to the square beside takes five steps.
    s = go(position(BARE, hands={0: ["omnia"]}), "pray:omnia", "tile:s6")
    ways = {move.split(":")[2] for move in legal(s)}
    beside = next(way for way in ways if _end(way) == (1, 0))
    assert len(beside) == 5
    assert all(_fresh(way) for way in ways)
    # One place for each end; all within six squares, none where it began.
    assert len({_end(way) for way in ways}) == len(ways)
    assert (0, 0) not in {_end(way) for way in ways}


def _walk(way: str) -> list[tuple[int, int]]:
    at, found = (0, 0), [(0, 0)]
    for step in way:
        dx, dy = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[step]
        at = (at[0] + dx, at[1] + dy)
        found.append(at)
    return found


def _end(way: str) -> tuple[int, int]:
    return _walk(way)[-1]


def _fresh(way: str) -> bool:
    return len(set(_walk(way))) == len(way) + 1


def test_omnia_is_for_tiles_that_have_four_squares_to_go() -> None:
    # Walled in at the edge: s6 can lie on a1, b1 or c1, and that is all.
    pocket = {"s6": "a1:0", "w4": "a2:0", "i4": "e1:90"}
    s = position(pocket, hands={0: ["omnia"]})
    assert "tile:s6" not in legal(go(s, "pray:omnia"))
