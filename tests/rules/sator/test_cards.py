"""MOVES, ROTAS and JOLLY: what they do, what they cost, and the golden rule."""

from __future__ import annotations

from tests.rules.sator.positions import go, legal, lies, name, position, refused, told

OPEN = {"s4": "c3:0", "s6": "h8:0", "w6": "c10:0"}
"""A long stone tile c3-f3, a short one h8-i8, a short wooden one c10-d10, all with room."""


def steps(moves: set[str]) -> set[str]:
    return {move.split(":")[2] for move in moves}


# MOVES


def test_moves_shifts_any_tile_of_the_floor_type_on_the_card() -> None:
    s = go(position(OPEN, hands={0: ["ms"]}), "play:ms")
    assert legal(s) == {"tile:s4", "tile:s6"}
    assert refused(s, "tile:w6") == "tile-card"


def test_moves_costs_one_action_point_a_square_up_to_three() -> None:
    s = go(position(OPEN, hands={0: ["ms"]}), "play:ms", "tile:s6")
    assert {len(way) for way in steps(legal(s))} == {1, 2, 3}
    for way, left in (("e", 5), ("ee", 4), ("eee", 3)):
        after = go(s, f"moves:s6:{way}")
        assert after.now.ap == left
        assert lies(after, "s6") == {f"{'hijkl'[len(way)]}8", f"{'hijkl'[len(way) + 1]}8"}


def test_moves_goes_only_as_far_as_the_action_points_last() -> None:
    s = go(position(OPEN, hands={0: ["ms"]}, ap=2), "play:ms", "tile:s6")
    assert {len(way) for way in steps(legal(s))} == {1, 2}
    assert refused(s, "moves:s6:eee") == "steps-far"


def test_moves_may_change_direction_at_every_square() -> None:
    s = go(position(OPEN, hands={0: ["ms"]}), "play:ms", "tile:s6", "moves:s6:nne")
    assert lies(s, "s6") == {"i6", "j6"}


def test_ways_to_the_same_place_are_one_choice_the_shortest() -> None:
    s = go(position(OPEN, hands={0: ["ms"]}), "play:ms", "tile:s6")
    # Up to three squares: 4 places one away, 8 two away, 12 three away.
    assert len(legal(s)) == 24
    assert refused(s, "moves:s6:nen") == "steps-same"
    assert refused(s, "moves:s6:nsn") == "steps-same"


def test_another_tile_is_a_barrier_even_for_a_moment() -> None:
    wall = {"w5": "k7:90"}  # k7, k8, k9: between s6 (h8, i8) and l8
    s = go(position(OPEN | wall, hands={0: ["ms"]}), "play:ms", "tile:s6")
    assert "e" in steps(legal(s))  # i8, j8
    assert "ee" not in steps(legal(s))
    assert refused(s, "moves:s6:eee") == "steps-blocked"


def test_a_way_around_a_barrier_counts_every_square() -> None:
    # w6 stands on j8, j9: one square north, two east, one south would be four squares.
    s = go(position(OPEN | {"w6": "j8:90"}, hands={0: ["ms"]}), "play:ms", "tile:s6")
    assert "e" not in steps(legal(s))
    assert lies(go(s, "moves:s6:nee"), "s6") == {"j7", "k7"}


def test_a_tile_stays_on_the_grid() -> None:
    s = go(position({"s6": "a1:0"}, hands={0: ["ms"]}), "play:ms")
    assert steps(legal(s)) >= {"e", "s"}
    assert not {"n", "w"} & steps(legal(s))
    assert refused(s, "moves:s6:n") == "steps-outside"


def test_books_and_acolytes_ride_along() -> None:
    s = position(OPEN, books={0: ["d3"]}, acolytes={1: "e3"}, hands={0: ["ms"]})
    after = go(s, "play:ms", "tile:s4", "moves:s4:ss")
    assert name(after, after.board.books[0]) == "d5"
    assert name(after, after.board.acolytes[1]) == "e5"


# ROTAS


def test_rotas_turns_any_tile_of_the_shape_on_the_card() -> None:
    s = go(position(OPEN, hands={0: ["r6"]}), "play:r6")
    assert legal(s) == {"tile:s6", "tile:w6"}
    assert refused(s, "tile:s4") == "tile-card"


def test_a_rotation_is_90_or_180_degrees_about_any_square_of_the_tile() -> None:
    s = go(position(OPEN, hands={0: ["r6"]}), "play:r6", "tile:s6")
    ends = {
        "rotas:s6:h8:cw": {"h8", "h9"},
        "rotas:s6:h8:ccw": {"h8", "h7"},
        "rotas:s6:h8:half": {"h8", "g8"},
        "rotas:s6:i8:cw": {"i8", "i7"},
        "rotas:s6:i8:ccw": {"i8", "i9"},
        "rotas:s6:i8:half": {"i8", "j8"},
    }
    assert legal(s) == set(ends)
    for move, squares in ends.items():
        assert lies(go(s, move), "s6") == squares


def test_a_rotation_always_costs_two_action_points() -> None:
    s = go(position(OPEN, hands={0: ["r6"]}, ap=3), "play:r6", "tile:s6")
    assert go(s, "rotas:s6:h8:cw").now.ap == 1
    assert go(s, "rotas:s6:h8:half").now.ap == 1
    assert "play:r6" not in legal(position(OPEN, hands={0: ["r6"]}, ap=1))
    assert refused(position(OPEN, hands={0: ["r6"]}, ap=1), "play:r6") == "ap"


def test_a_rotation_may_sweep_over_tiles_but_not_end_on_one() -> None:
    tiles = OPEN | {"w6": "h9:0", "b6": "h7:0"}  # below and above s6
    s = go(position(tiles, hands={0: ["r6"]}), "play:r6", "tile:s6")
    assert legal(s) == {"rotas:s6:h8:half", "rotas:s6:i8:half"}
    assert refused(s, "rotas:s6:h8:cw") == "rotas-overlap"


def test_a_rotation_may_sweep_over_the_edge_but_not_end_there() -> None:
    s = go(position({"s4": "a2:90"}, hands={0: ["r4"]}), "play:r4")  # a2 .. a5
    assert "rotas:s4:a5:half" in legal(s)  # to a5 .. a8, over the edge or not
    assert "rotas:s4:a5:cw" in legal(s)  # a5 .. d5
    assert refused(s, "rotas:s4:a5:ccw") == "rotas-outside"


def test_half_a_turn_of_a_medium_tile_counts_only_when_something_rides_on_an_end() -> None:
    tiles = {"s5": "c3:0"}  # c3, d3, e3
    move = "rotas:s5:d3:half"
    assert move not in legal(go(position(tiles, hands={0: ["r5"]}), "play:r5"))
    in_the_middle = position(tiles, books={0: ["d3"]}, hands={0: ["r5"]})
    assert move not in legal(go(in_the_middle, "play:r5"))
    assert refused(go(in_the_middle, "play:r5"), move) == "rotas-same"
    with_a_book = position(tiles, books={0: ["c3"]}, hands={0: ["r5"]})
    after = go(with_a_book, "play:r5", move)
    assert lies(after, "s5") == {"c3", "d3", "e3"}
    assert name(after, after.board.books[0]) == "e3"
    with_an_acolyte = position(tiles, acolytes={1: "e3"}, hands={0: ["r5"]})
    after = go(with_an_acolyte, "play:r5", move)
    assert name(after, after.board.acolytes[1]) == "c3"


def test_two_ways_to_turn_a_bare_medium_tile_about_its_middle_are_one_choice() -> None:
    bare = go(position({"s5": "c3:0"}, hands={0: ["r5"]}), "play:r5")
    assert "rotas:s5:d3:cw" in legal(bare)
    assert "rotas:s5:d3:ccw" not in legal(bare)
    laden = go(position({"s5": "c3:0"}, books={0: ["c3"]}, hands={0: ["r5"]}), "play:r5")
    assert {"rotas:s5:d3:cw", "rotas:s5:d3:ccw"} <= legal(laden)


def test_riders_turn_with_the_tile() -> None:
    # Large corner c4, c5, c6, d6, e6; a quarter clockwise about c6 brings e6 under c6.
    s = position({"s1": "c4:0"}, books={0: ["e6"]}, acolytes={1: "c4"}, hands={0: ["r1"]})
    after = go(s, "play:r1", "tile:s1", "rotas:s1:c6:cw")
    assert lies(after, "s1") == {"c6", "d6", "e6", "c7", "c8"}
    assert name(after, after.board.books[0]) == "c8"
    assert name(after, after.board.acolytes[1]) == "e6"


# Two rotations


def test_two_rotations_of_one_card_cost_four_and_need_another_centre() -> None:
    s = go(position({"s6": "h8:0"}, hands={0: ["r6"]}), "play:r6", "rotas:s6:h8:cw")
    assert s.now.ap == 4
    # Now h8, h9; the centre h8 is used.
    assert legal(s, "rotas") == {"rotas:s6:h9:cw", "rotas:s6:h9:ccw", "rotas:s6:h9:half"}
    assert refused(s, "rotas:s6:h8:half") == "rotas-centre"
    after = go(s, "rotas:s6:h9:half")
    assert lies(after, "s6") == {"h9", "h10"}
    assert after.now.ap == 2
    assert after.stack[-1].kind == "turn"


def test_the_second_rotation_is_optional_and_needs_its_points() -> None:
    s = position({"s6": "h8:0"}, hands={0: ["r6"]})
    assert go(s, "play:r6", "rotas:s6:h8:cw", "done").now.ap == 4
    few = position({"s6": "h8:0"}, hands={0: ["r6"]}, ap=3)
    assert go(few, "play:r6", "rotas:s6:h8:cw").stack[-1].kind == "turn"


def test_going_on_with_the_turn_leaves_it_at_one_rotation() -> None:
    s = position({"s6": "h8:0", "w5": "c2:0"}, hands={0: ["mw", "r6"]}, acolytes={0: "c2"})
    s = go(s, "play:r6", "rotas:s6:h8:cw")
    left = go(s, "done")
    assert legal(s) == {*legal(left), *legal(s, "rotas"), "done"}
    for move in ("play:mw", "free:tile", "walk:d2", "end"):
        assert go(s, move) == go(left, move), move


def test_a_rotation_back_to_an_old_layout_has_to_be_followed_by_another() -> None:
    s = position({"s6": "h8:0"}, hands={0: ["jolly", "r6"]})
    s = go(s, "play:jolly", "tile:s6", "rotas:s6:h8:cw", "play:r6", "rotas:s6:h8:ccw")
    assert lies(s, "s6") == {"h8", "i8"}, "as it lay when the turn began"
    assert legal(s) == {"rotas:s6:i8:cw", "rotas:s6:i8:ccw", "rotas:s6:i8:half"}
    assert refused(s, "end") == "choose"


def test_two_rotations_of_one_card_give_one_movement_point() -> None:
    s = position({"s6": "h8:0"}, hands={0: ["r6"]})
    assert go(s, "play:r6", "rotas:s6:h8:cw", "rotas:s6:h9:half").now.points == 1


def test_after_the_first_of_two_rotations_the_tile_must_not_overlap_another() -> None:
    # Both quarter turns about h8 end on a tile; a second rotation does not make up for it.
    tiles = {"s6": "h8:0", "w6": "h9:0", "b6": "h6:90"}
    s = go(position(tiles, hands={0: ["r6"]}), "play:r6", "tile:s6")
    assert not {"rotas:s6:h8:cw", "rotas:s6:h8:ccw"} & legal(s)


# JOLLY


def test_a_jolly_is_either_on_any_tile_and_costs_what_its_use_costs() -> None:
    s = go(position(OPEN, hands={0: ["jolly"]}), "play:jolly")
    assert legal(s) == {"tile:s4", "tile:s6", "tile:w6", "tile:b1"}
    s = go(s, "tile:w6")
    assert {move.split(":")[0] for move in legal(s)} == {"moves", "rotas"}
    assert go(s, "moves:w6:ne").now.ap == 4
    assert go(s, "rotas:w6:c10:half", "done").now.ap == 4


def test_half_a_turn_that_is_a_shift_for_the_same_price_is_one_choice() -> None:
    s = go(position({"s5": "f6:0"}, hands={0: ["jolly"]}, ap=3), "play:jolly", "tile:s5")
    assert "moves:s5:ee" in legal(s)
    assert "rotas:s5:h6:half" not in legal(s)  # f6-h6 to h6-j6 as well, for 2 as well
    rich = go(position({"s5": "f6:0"}, hands={0: ["jolly"]}), "play:jolly", "tile:s5")
    assert "rotas:s5:h6:half" in legal(rich)  # a second rotation may follow


# What it costs to carry Acolytes


def test_example_two_squares_with_an_acolyte_aboard_cost_three() -> None:
    s = position(OPEN, acolytes={1: "e3"}, hands={0: ["ms"]})
    assert go(s, "play:ms", "tile:s4", "moves:s4:ss").now.ap == 3


def test_each_acolyte_aboard_costs_one_the_own_one_too() -> None:
    s = position(OPEN, acolytes={0: "c3", 1: "e3"}, hands={0: ["ms"]})
    after, events = told(s, "play:ms", "tile:s4", "moves:s4:s")
    assert after.now.ap == 3
    assert [e.data["ap"] for e in events if e.kind == "shift"] == [3]
    few = go(position(OPEN, acolytes={0: "c3", 1: "e3"}, hands={0: ["ms"]}, ap=2), "play:ms")
    assert few.stack[-1].tile == 23 - 3, "only s6 is left: passed over"
    assert go(position(OPEN, acolytes={1: "c3"}, hands={0: ["r4", "r6"]}), "play:r4",
              "rotas:s4:c3:cw", "done").now.ap == 3  # fmt: skip


def test_the_extra_cost_is_paid_once_a_turn_for_each_tile_and_acolyte() -> None:
    s = position(OPEN, acolytes={1: "e3"}, hands={0: ["ms", "jolly"]})
    s = go(s, "play:ms", "tile:s4", "moves:s4:s")
    assert s.now.ap == 4
    assert go(s, "play:jolly", "tile:s4", "moves:s4:s").now.ap == 3


def test_an_acolyte_who_comes_aboard_later_is_paid_for_then() -> None:
    # The other Acolyte waits on h8; s4 lies beside after the first shift.
    tiles = {"s4": "d7:0", "w6": "h8:0"}
    s = position(tiles, acolytes={1: "h8"}, hands={0: ["ms", "jolly", "nihil"]})
    s = go(s, "play:ms", "moves:s4:s")  # d8 .. g8, beside h8
    assert s.now.ap == 5
    s = go(s, "pray:nihil:1", "push:green:g8")
    assert s.now.ap == 4
    assert go(s, "play:jolly", "tile:s4", "moves:s4:n").now.ap == 2


def test_an_acolyte_is_paid_for_on_each_tile_that_carries_him() -> None:
    s = position({"s6": "c5:0", "w4": "e4:0"}, acolytes={0: "d5"}, hands={0: ["ms", "mw"]})
    s = go(s, "play:ms", "moves:s6:n", "free:step:e4")  # from d4 onto the other tile
    assert s.now.ap == 4
    assert go(s, "play:mw", "moves:w4:n").now.ap == 2
    few = s.but(now=s.now.but(ap=1))
    assert "play:mw" not in legal(few), "w4 is the only wooden tile, and he stands on it"


def test_without_the_points_for_those_aboard_a_tile_is_not_offered() -> None:
    s = position({"s4": "c3:0", "s6": "h8:0"}, acolytes={1: "e3"}, hands={0: ["ms"]}, ap=1)
    s = go(s, "play:ms")
    assert {move.split(":")[1] for move in legal(s)} == {"s6"}
    two = position(
        {"s4": "c3:0", "s6": "h8:0", "s5": "h11:0"}, acolytes={1: "e3"}, hands={0: ["ms"]}, ap=1
    )
    assert refused(go(two, "play:ms"), "tile:s4") == "tile-ap"


def test_whoever_is_aboard_leaves_fewer_points_for_the_effect() -> None:
    lone = {"s4": "c5:0"}
    far = go(position(lone, acolytes={1: "d5"}, hands={0: ["ms"]}, ap=3), "play:ms")
    assert {len(way) for way in steps(legal(far))} == {1, 2}, "one of three points is for him"
    assert refused(far, "moves:s4:sss") == "steps-far"
    two = go(position(lone, acolytes={0: "c5", 1: "d5"}, hands={0: ["ms"]}, ap=3), "play:ms")
    assert {len(way) for way in steps(legal(two))} == {1}
    assert "play:r4" not in legal(position(lone, acolytes={1: "d5"}, hands={0: ["r4"]}, ap=2))
    jolly = go(position(lone, acolytes={1: "d5"}, hands={0: ["jolly"]}, ap=2), "play:jolly",
               "tile:s4")  # fmt: skip
    assert not legal(jolly, "rotas"), "a rotation would cost three"
    once = go(position(lone, acolytes={1: "d5"}, hands={0: ["r4"]}, ap=4), "play:r4",
              "rotas:s4:c5:cw")  # fmt: skip
    assert (once.now.ap, once.stack[-1].kind) == (1, "turn"), "nothing is left for a second one"


# The golden rule: identical cards in a row on the same tile


def twice(*hand: str) -> dict[int, list[str]]:
    return {0: list(hand)}


def test_two_identical_cards_in_a_row_on_the_same_tile_are_not_allowed() -> None:
    s = go(position(OPEN, hands=twice("ms", "ms")), "play:ms", "tile:s4", "moves:s4:s")
    s = go(s, "play:ms")
    assert s.stack[-1].tile == 20, "only s6 is left"
    three = OPEN | {"s5": "h11:0"}
    s = go(position(three, hands=twice("ms", "ms")), "play:ms", "tile:s4", "moves:s4:s", "play:ms")
    assert legal(s) == {"tile:s5", "tile:s6"}
    assert refused(s, "tile:s4") == "tile-again"


def test_cards_on_other_tiles_in_between_do_not_make_it_legal() -> None:
    s = position(OPEN, hands=twice("ms", "ms", "ms"))
    s = go(s, "play:ms", "tile:s4", "moves:s4:s", "play:ms", "moves:s6:s")
    # s4 and s6 were both changed last by this card: there is nothing for the third.
    assert "play:ms" not in legal(s)
    assert refused(s, "play:ms") == "card-idle"


def test_another_card_on_the_tile_makes_it_legal() -> None:
    s = position(OPEN, hands=twice("ms", "ms", "jolly"))
    s = go(s, "play:ms", "tile:s4", "moves:s4:s", "play:jolly", "tile:s4", "moves:s4:s")
    assert "tile:s4" in legal(go(s, "play:ms"))


def test_a_prayer_that_changed_the_tile_makes_it_legal() -> None:
    s = position(OPEN, hands=twice("ms", "ms", "omnia"))
    s = go(s, "play:ms", "tile:s4", "moves:s4:s", "pray:omnia", "tile:s4", "moves:s4:ssss")
    assert "tile:s4" in legal(go(s, "play:ms"))


def test_the_free_action_does_not_make_it_legal() -> None:
    s = position(OPEN, hands=twice("ms", "ms"))
    s = go(s, "play:ms", "tile:s4", "moves:s4:s", "free:tile", "tile:s4", "moves:s4:s", "play:ms")
    assert s.stack[-1].tile == 20, "only s6 is left"


def test_all_jollies_are_identical() -> None:
    s = position(OPEN, hands=twice("jolly", "jolly"))
    s = go(s, "play:jolly", "tile:s4", "moves:s4:s", "play:jolly")
    assert "tile:s4" not in legal(s)


def test_different_cards_may_follow_each_other_on_the_same_tile() -> None:
    s = position(OPEN, hands=twice("ms", "r4"))
    s = go(s, "play:ms", "tile:s4", "moves:s4:s", "play:r4", "rotas:s4:c4:cw")
    assert lies(s, "s4") == {"c4", "c5", "c6", "c7"}


def test_it_counts_for_one_turn_only() -> None:
    s = position(OPEN, hands={0: ["ms", "ms", "r1", "r1", "r1", "r1"], 1: ["ms", *["r2"] * 5]})
    s = go(s, "play:ms", "tile:s4", "moves:s4:s", "end")
    while s.stack[-1].kind == "draw":
        s = go(s, "draw:m")
    s = go(s, "play:ms")
    assert "tile:s4" in legal(s)


# Special case: moving a tile and back


def test_moving_a_tile_and_back_for_movement_points_is_not_allowed() -> None:
    s = go(position(OPEN, hands=twice("ms", "jolly")), "play:ms", "tile:s4", "moves:s4:e")
    s = go(s, "play:jolly", "tile:s4")
    assert "moves:s4:w" not in legal(s)
    assert {"moves:s4:ww", "moves:s4:e"} <= legal(s)
    assert refused(s, "moves:s4:w") == "back"


def test_the_free_action_does_not_move_it_back_either() -> None:
    s = go(position(OPEN, hands=twice("ms")), "play:ms", "tile:s4", "moves:s4:e")
    assert "moves:s4:w" not in legal(go(s, "free:tile", "tile:s4"))


def test_no_layout_of_this_turn_comes_again() -> None:
    """Not only the first one: two tiles moved, then one back, is a layout seen in between."""
    s = position(OPEN, hands=twice("ms", "mw", "jolly"))
    s = go(s, "play:ms", "tile:s6", "moves:s6:e", "play:mw", "moves:w6:e", "play:jolly", "tile:w6")
    assert "moves:w6:w" not in legal(s)
    # s6 back alone is a layout that was never there: w6 stands elsewhere.
    s = position(OPEN, hands=twice("ms", "mw", "jolly"))
    s = go(s, "play:ms", "tile:s6", "moves:s6:e", "play:mw", "moves:w6:e", "play:jolly", "tile:s6")
    assert "moves:s6:w" in legal(s)


def test_steps_within_one_card_are_not_compared_only_the_end() -> None:
    s = go(position(OPEN, hands=twice("ms", "jolly")), "play:ms", "tile:s4", "moves:s4:ee")
    # West twice passes the first layout? No: it ends there. Three squares pass over it.
    s = go(s, "play:jolly", "tile:s4")
    assert "moves:s4:ww" not in legal(s)
    assert "moves:s4:www" in legal(s)


def test_a_first_rotation_back_is_only_a_beginning() -> None:
    s = position({"s6": "h8:0"}, hands=twice("r6", "jolly"))
    s = go(s, "play:r6", "rotas:s6:h8:cw", "done")  # h8, h9; 4 points left
    s = go(s, "play:jolly", "tile:s6")
    assert "rotas:s6:h8:ccw" in legal(s), "a second rotation makes a new layout of it"
    s = go(s, "rotas:s6:h8:ccw")
    assert "done" not in legal(s)
    assert legal(s) >= {"rotas:s6:i8:cw"}
    few = position({"s6": "h8:0"}, hands=twice("r6", "jolly"), ap=5)
    few = go(few, "play:r6", "rotas:s6:h8:cw", "done", "play:jolly", "tile:s6")
    assert "rotas:s6:h8:ccw" not in legal(few), "3 points are not enough for two"


# Nothing is offered that leads nowhere


def test_a_card_that_can_do_nothing_cannot_be_played() -> None:
    s = position({"w6": "c10:0"}, hands={0: ["ms", "r1", "r2", "mw"]})
    # No stone tile, no small corner; b1 can be turned.
    assert legal(s, "play") == {"play:mw", "play:r1"}
    assert refused(s, "play:ms") == "card-idle"


def test_a_tile_shut_in_on_all_sides_is_not_offered() -> None:
    shut = {"s6": "b1:90", "w4": "a1:90", "i4": "c1:90", "s5": "a5:0", "b6": "b3:90"}
    s = go(position(shut, hands={0: ["ms"]}), "play:ms")
    # s6 on b1, b2 between two long ones with b6 below; s5 can go down.
    assert {move.split(":")[1] for move in legal(s)} == {"s5"}


def test_a_played_card_lies_on_the_table_until_the_end_of_the_turn() -> None:
    s = position(OPEN, hands=twice("ms", "mw"))
    after = go(s, "play:ms", "tile:s4", "moves:s4:s")
    assert after.now.played == (0,)
    assert after.cards.hands[0] == (1,)
    assert after.cards.discards == ()
    ended = go(after, "end")
    assert ended.cards.discards == (0,)


def test_the_effect_comes_before_anything_else() -> None:
    s = go(position(OPEN, hands=twice("ms", "mw")), "play:ms", "tile:s4")
    assert {move.split(":")[0] for move in legal(s)} == {"moves"}
