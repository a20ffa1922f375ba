"""Prayers that move Acolytes: NIHIL, NEQUE, ANIMI."""

from __future__ import annotations

import pytest

from rules.sator.game import State
from tests.rules.sator.positions import at, ends, go, legal, position, refused

LINE = {"s4": "c5:0", "w4": "g5:0"}
"""Eight squares in a row: c5 .. j5."""
BARE = {"s6": "h9:0", "w6": "c10:0"}


# NIHIL PENSI


def nihil(seats: int = 4, **kwargs: object) -> State:
    given = {"acolytes": {0: "c5", 1: "e5", 2: "g5", 3: "i5"}} | kwargs
    row = LINE | {"b4": "k5:0"}
    return position(row, hands={0: ["nihil"]}, seats=seats, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("price", "squares"), [(1, 4), (2, 6), (3, 9)])
def test_nihil_moves_opponents_acolytes_so_many_squares_by_price(price: int, squares: int) -> None:
    tiles = LINE | {"b4": "k5:0"}
    s = position(tiles, acolytes={1: "c5"}, hands={0: ["nihil"]})
    after = go(s, f"pray:nihil:{price}")
    reach = {f"{letter}5" for letter in "defghijklmn"[:squares]}
    assert ends(after, "push", "green") == reach
    assert go(after, "push:green:d5").now.ap == 6 - price


def test_nihil_for_one_moves_one_acolyte_only() -> None:
    s = go(nihil(), "pray:nihil:1", "push:blue:d5")
    assert s.stack[-1].kind == "turn"


def test_nihil_for_two_moves_one_or_two() -> None:
    s = go(nihil(), "pray:nihil:2", "push:blue:d5")
    assert "done" in legal(s)
    assert not legal(s, "push", "blue"), "each by one way"
    s = go(s, "push:yellow:j5")
    assert s.stack[-1].kind == "turn"
    assert (at(s, 1), at(s, 3)) == ("d5", "j5")


def test_nihil_for_three_moves_any_number() -> None:
    s = go(nihil(), "pray:nihil:3", "push:blue:d5", "push:yellow:k5", "push:green:h5")
    assert s.stack[-1].kind == "turn"
    assert [at(s, k) for k in range(4)] == ["c5", "d5", "h5", "k5"]
    assert s.now.ap == 3


def test_nihils_squares_are_divided_as_one_likes() -> None:
    s = go(nihil(), "pray:nihil:2", "push:yellow:m5")  # four of six
    assert ends(s, "push", "green") == {"f5", "h5", "i5"}


def test_nihil_keeps_to_valid_paths_and_to_opponents() -> None:
    s = go(nihil(), "pray:nihil:3")
    assert ends(s, "push", "blue") == {"d5", "f5"}, "between two Acolytes"
    assert not legal(s, "push", "red")


def test_nihil_may_pass_books_collects_none_and_ends_on_none() -> None:
    s = position(LINE, acolytes={1: "c5"}, books={0: ["e5"], 1: ["d5", "f5"]},
                 hands={0: ["nihil"]})  # fmt: skip
    s = go(s, "pray:nihil:1")
    assert ends(s, "push", "green") == {"g5"}
    after = go(s, "push:green:g5")
    assert after.board.books == s.board.books


def test_nihil_may_bring_an_acolyte_off_his_start_square() -> None:
    tiles = LINE | {"b4": "h11:90"}  # up to h14, green's entry
    s = go(position(tiles, hands={0: ["nihil"]}), "pray:nihil:1")
    assert ends(s, "push", "green") == {"h14", "h13", "h12", "h11"}


def test_nihil_moves_at_least_one_square_in_all() -> None:
    s = go(nihil(), "pray:nihil:3")
    assert "done" not in legal(s)
    nobody = position(LINE, acolytes={0: "c5"}, hands={0: ["nihil"]})
    assert not legal(nobody, "pray"), "no other Acolyte can go anywhere"
    assert refused(nobody, "pray:nihil:1") == "card-idle"


def test_nihil_leaves_a_layout_that_does_not_come_again() -> None:
    s = position(LINE, acolytes={1: "e5"}, hands={0: ["nihil"]})
    after = go(s, "pray:nihil:1", "push:green:d5")
    assert after.now.seen == (s.board, after.board)


def test_nihil_does_not_bring_back_a_layout_of_this_turn() -> None:
    s = position(LINE, acolytes={1: "e5"}, hands={0: ["nihil"]})
    elsewhere = s.board._replace(acolytes=(-1, s.grid.index["g5"]))
    s = s.but(now=s.now.but(seen=(elsewhere, s.board)))
    assert ends(go(s, "pray:nihil:1"), "push", "green") == {"c5", "d5", "f5", "h5", "i5"}


def test_nihil_may_pass_through_an_old_layout_with_one_acolyte_when_another_follows() -> None:
    s = position(LINE, acolytes={1: "e5", 2: "j5"}, hands={0: ["nihil"]}, seats=3)
    elsewhere = s.board._replace(acolytes=(-1, s.grid.index["g5"], s.grid.index["j5"]))
    s = s.but(now=s.now.but(seen=(elsewhere, s.board)))
    assert "g5" not in ends(go(s, "pray:nihil:1"), "push", "blue")
    s = go(s, "pray:nihil:2", "push:blue:g5")
    assert "done" not in legal(s)
    assert ends(s, "push", "green") == {"h5", "i5"}


# NEQUE ANIMUS


def jumper(landing: str, **kwargs: object) -> State:
    """c5 .. f5 with the own Acolyte on f5, and a long tile whose left end is ``landing``."""
    given = {"acolytes": {0: "f5"}, "hands": {0: ["neque"]}} | kwargs
    return position({"s4": "c5:0", "w4": f"{landing}:0"}, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("over", "landing"), [(1, "h5"), (2, "i5"), (3, "j5")])
def test_neque_jumps_over_as_many_abyss_squares_as_points_are_paid(over: int, landing: str) -> None:
    s = go(jumper(landing), "pray:neque")
    assert legal(s) == {f"jump:{landing}"}
    after = go(s, f"jump:{landing}")
    assert at(after, 0) == landing
    assert after.now.ap == 6 - over
    assert not legal(jumper(landing, ap=over - 1), "pray")


def test_neque_never_jumps_over_four_squares_nor_over_none() -> None:
    assert not legal(jumper("k5"), "pray")
    assert not legal(jumper("g5"), "pray")


def test_neque_an_impossible_jump_over_footbridge_squares() -> None:
    # From c5 the way east is over d5, e5, f5: no abyss.
    assert not legal(jumper("h5", acolytes={0: "c5"}), "pray")
    # And from e5: f5 is a footbridge square before the abyss begins.
    assert not legal(jumper("h5", acolytes={0: "e5"}), "pray")


def test_neque_a_possible_jump_from_the_edge_in_any_of_four_directions() -> None:
    tiles = {"s6": "g7:0", "w6": "g4:0", "i6": "g9:0", "s5": "c7:0", "w5": "k7:0"}
    s = position(tiles, acolytes={0: "g7"}, hands={0: ["neque"]})
    # North over g6, g5; south over g8; west over f7; east is h7, of the same tile.
    assert legal(go(s, "pray:neque")) == {"jump:g4", "jump:g9", "jump:e7"}


def test_neque_never_from_a_start_square() -> None:
    # Red's start square is north of g1: over g1 to g2, over g1 and g2 to g3, or from g1 itself.
    for tiles in ({"s6": "g2:0"}, {"s6": "g3:0"}, {"s6": "g4:0"}, {"w6": "g1:0", "s6": "g3:0"}):
        assert not legal(position(tiles, hands={0: ["neque"]}), "pray")


def test_neque_lands_on_no_acolyte_no_gargoyle_and_no_other_colours_book() -> None:
    assert not legal(jumper("h5", acolytes={0: "f5", 1: "h5"}), "pray")
    assert not legal(jumper("h5", gargoyles={1: "h5"}), "pray")
    assert not legal(jumper("h5", books={1: ["h5"]}), "pray")


def test_neque_collects_the_own_book_where_it_lands() -> None:
    after = go(jumper("h5", books={0: ["h5", "l12"]}), "pray:neque", "jump:h5")
    assert after.collected(0) == 3


def test_neque_stays_inside_the_grid() -> None:
    s = position({"s6": "a1:0"}, acolytes={0: "a1"}, hands={0: ["neque"]})
    assert not legal(s, "pray")


# ANIMI IMPERIO


def test_animi_walks_the_own_acolyte_up_to_four_squares() -> None:
    s = go(position(LINE, acolytes={0: "c5"}, hands={0: ["animi"]}), "pray:animi")
    assert ends(s, "walk") == {"d5", "e5", "f5", "g5"}
    after = go(s, "walk:g5")
    assert at(after, 0) == "g5"
    assert after.now.ap == 4


def test_animi_collects_books_and_leaves_the_start_square_for_one_step() -> None:
    s = position({"s4": "g1:90"}, books={0: ["g3", "l12"]}, hands={0: ["animi"]})
    s = go(s, "pray:animi")
    assert ends(s, "walk") == {"g1", "g2", "g3", "g4"}
    assert go(s, "walk:g4").collected(0) == 3


def test_animi_does_not_begin_the_walk_cards_may_follow() -> None:
    s = position(LINE | BARE, acolytes={0: "c5"}, hands={0: ["animi", "ms"]})
    s = go(s, "pray:animi", "walk:d5")
    assert "play:ms" in legal(s)
    s = go(s, "play:ms", "tile:s6", "moves:s6:s", "walk:e5")
    assert at(s, 0) == "e5"


def test_animi_does_not_come_back_to_a_layout_of_this_turn() -> None:
    s = position(LINE, acolytes={0: "c5"}, hands={0: ["animi"]})
    s = go(s, "free:step:d5", "pray:animi")
    assert "walk:c5" not in legal(s)
    assert "walk:e5" in legal(s)
