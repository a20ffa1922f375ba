"""The eight prayers."""

from __future__ import annotations

import pytest

from rules.sator.board import NOWHERE
from rules.sator.facts import MIHI, TILE_INDEX
from rules.sator.game import State
from tests.rules.sator.positions import go, legal, lies, name, position, refused, told

LINE = {"s4": "c5:0", "w4": "g5:0"}
"""Eight squares in a row: c5 .. j5."""
BARE = {"s6": "h9:0", "w6": "c10:0"}


def at(s: State, seat: int) -> str:
    return name(s, s.board.acolytes[seat])


def ends(s: State, *beginning: str) -> set[str]:
    return {move.split(":")[-1] for move in legal(s, *beginning)}


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


# VIRTUS CLARA


def test_clara_sets_the_gargoyle_on_any_footbridge_square_without_acolyte_or_gargoyle() -> None:
    s = position(LINE, acolytes={0: "c5", 1: "j5"}, gargoyles={1: "d5"}, hands={0: ["clara"]},
                 books={0: ["f5"], 1: ["l12"]})  # fmt: skip
    s = go(s, "pray:clara")
    shelf = {"l12", "l13", "l14", "m14", "n14"}
    assert ends(s, "garg") == {"e5", "f5", "g5", "h5", "i5"} | shelf
    after = go(s, "garg:f5")
    assert name(after, after.gargoyles[0]) == "f5"
    assert after.now.ap == 3


def test_a_book_under_a_gargoyle_cannot_be_reached() -> None:
    s = position(LINE, acolytes={0: "c5"}, books={0: ["e5"]}, gargoyles={1: "e5"},
                 hands={0: ["animi"]})  # fmt: skip
    assert ends(go(s, "pray:animi"), "walk") == {"d5"}


def test_a_gargoyle_locks_its_tile_against_everything() -> None:
    tiles = {"s4": "c3:0", "s6": "h8:0", "s5": "h11:0"}
    hand = ["ms", "r4", "jolly", "omnia", "quin", "victoria"]
    s = position(tiles, gargoyles={1: "d3"}, hands={0: hand})
    for card in ("ms", "jolly"):
        assert "tile:s4" not in legal(go(s, f"play:{card}"))
    assert "play:r4" not in legal(s), "it is the only long tile"
    for prayer in ("omnia", "quin", "victoria"):
        assert "tile:s4" not in legal(go(s, f"pray:{prayer}"))
        assert "tile:s6" in legal(go(s, f"pray:{prayer}"))
    assert "tile:s4" not in legal(go(s, "free:tile"))
    assert refused(go(s, "free:tile"), "tile:s4") == "tile-locked"
    mihi = position(tiles, gargoyles={1: "d3"}, hands={0: ["mihi"]})
    assert "tile:s4" not in legal(go(mihi, "pray:mihi"))


def test_several_gargoyles_on_one_tile_each_lock_it() -> None:
    tiles = {"s4": "c3:0", "s6": "h8:0"}
    s = position(tiles, gargoyles={0: "c3", 1: "f3"}, hands={0: ["r1"] * 3 + ["ms"] * 3})
    s = go(s, "banish:c3", "drop:r1", "drop:r1", "drop:r1")
    assert s.gargoyles[0] == NOWHERE
    assert {m.split(":")[1] for m in legal(go(s, "play:ms"))} == {"s6"}


def test_a_gargoyle_is_sent_away_for_any_three_cards_and_leaves_the_match() -> None:
    s = position(LINE, gargoyles={1: "d5"}, hands={0: ["ms", "ms", "r1", "clara", "nihil"]})
    assert legal(s, "banish") == {"banish:d5"}
    after = go(s, "banish:d5", "drop:ms", "drop:clara", "drop:r1")
    assert after.gargoyles == (NOWHERE, NOWHERE)
    assert after.cards.hands[0] == (0, 11)
    assert after.cards.discards == (0, 4)
    assert after.cards.used[0] == (12,), "a prayer among them lies face up, out of the match"
    assert after.now.ap == 6


def test_with_two_cards_no_gargoyle_is_sent_away() -> None:
    s = position(LINE, gargoyles={1: "d5"}, hands={0: ["ms", "r1"]})
    assert not legal(s, "banish")
    assert refused(s, "banish:d5") == "banish-hand"
    assert refused(s, "banish:e5") == "banish"


def test_any_gargoyle_several_in_a_turn_and_at_any_time_before_drawing() -> None:
    hand = ["ms"] * 3 + ["r1"] * 3
    s = position(LINE | BARE, acolytes={0: "c5"}, gargoyles={0: "j5", 1: "h5"}, hands={0: hand})
    three = ("drop:r1",) * 3
    both = go(s, "banish:j5", *three, "banish:h5", "drop:ms")
    assert both.gargoyles == (-1, -1)
    played = go(s, "play:ms", "tile:s6", "moves:s6:s")
    assert legal(played, "banish")
    assert not legal(go(s, "play:ms"), "banish"), "never inside an effect"
    walked = go(played, "walk:d5")
    assert legal(walked, "banish")


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
    s = position({"s6": "g2:0"}, hands={0: ["neque"]})
    assert not legal(s, "pray")


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


# VICTORIA


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


# All of them


def test_a_prayer_is_played_once_and_lies_face_up_then() -> None:
    s = position(LINE | BARE, acolytes={0: "c5"}, hands={0: ["clara", "ms"], 1: ["r1"]})
    s = go(s, "pray:clara", "garg:j5")
    assert s.now.played == (12,)
    s = go(s, "end")
    assert s.cards.used[0] == (12,)
    assert 12 not in s.cards.hands[0] + s.cards.prayers[0]


def test_prayers_are_not_used_in_a_players_first_turn() -> None:
    s = position(LINE, acolytes={0: "c5"}, hands={0: ["animi", "clara"]}, round=1)
    assert not legal(s, "pray")
    assert refused(s, "pray:animi") == "first-turn"


def test_which_prayers_are_offered_depends_on_the_points_left() -> None:
    every = ["nihil", "clara", "mihi", "omnia", "neque", "quin", "animi", "victoria"]
    prices = {"nihil": 1, "clara": 3, "mihi": 5, "omnia": 3, "neque": 1, "quin": 2, "animi": 2,
              "victoria": 2}  # fmt: skip
    tiles = {"s4": "c5:0", "w4": "h5:0"} | BARE
    for ap in range(7):
        for prayer in every:
            s = position(tiles, acolytes={0: "f5", 1: "c5"}, hands={0: [prayer]}, ap=ap)
            offered = {move.split(":")[1] for move in legal(s, "pray")}
            assert offered == ({prayer} if ap >= prices[prayer] else set()), (prayer, ap)


def test_an_effect_tells_what_it_did() -> None:
    s = position(LINE | BARE, acolytes={0: "c5"}, hands={0: ["omnia", "animi"]})
    s, events = told(s, "pray:omnia", "tile:s6", "moves:s6:ssss", "pray:animi", "walk:e5")
    assert [(e.kind, e.data.get("card", e.data.get("by"))) for e in events] == [
        ("pray", "omnia"), ("shift", "omnia"), ("pray", "animi"), ("walk", "animi"),
    ]  # fmt: skip
    assert MIHI not in s.now.played
