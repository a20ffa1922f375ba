"""Moving the Acolyte, and collecting books."""

from __future__ import annotations

import pytest

from rules.kernel import Move
from rules.sator.board import entry, grid
from rules.sator.game import State
from rules.sator.written import fitting, meant
from tests.rules.sator.positions import go, legal, name, position, refused, told

LINE = {"s4": "c5:0", "w4": "g5:0"}
"""Eight squares in a row: c5 .. j5."""


def at(s: State, seat: int = 0) -> str:
    return name(s, s.board.acolytes[seat])


def walking(points: int, **kwargs: object) -> State:
    """A turn with so many movement points left."""
    s = position(**kwargs)  # type: ignore[arg-type]
    return s.but(now=s.now.but(points=points, played=(0,) * points))


def ends(s: State, *beginning: str) -> set[str]:
    return {move.split(":")[-1] for move in legal(s, *(beginning or ("walk",)))}


# Movement points


def test_each_movement_card_played_is_worth_one_point_whatever_it_costs() -> None:
    s = position(LINE | {"s6": "h9:0", "w6": "h12:0"}, acolytes={0: "c5"},
                 hands={0: ["ms", "r6", "mw"]})  # fmt: skip
    assert not legal(s, "walk")
    s = go(s, "play:ms", "tile:s6", "moves:s6:eee")
    assert s.now.points == 1
    assert ends(s) == {"d5"}
    s = go(s, "play:r6", "tile:w6", "rotas:w6:h12:cw")
    assert s.now.points == 2
    assert ends(s) == {"d5", "e5"}
    s = go(s, "play:mw", "tile:w6", "moves:w6:e")
    assert (s.now.points, s.now.ap) == (3, 0)
    assert ends(s) == {"d5", "e5", "f5"}


def test_prayers_are_worth_no_movement_points() -> None:
    s = position(LINE | {"s6": "h9:0"}, acolytes={0: "c5"}, hands={0: ["clara", "ms"]})
    s = go(s, "pray:clara", "garg:j5")
    assert s.now.points == 0
    assert not legal(s, "walk")
    assert refused(s, "walk:d5") == "no-points"


def test_not_all_points_need_be_used_and_the_rest_are_lost() -> None:
    s = go(walking(3, tiles=LINE, acolytes={0: "c5"}, hands={0: ["r1"] * 6}), "walk:d5", "end")
    assert at(s) == "d5"
    assert s.stack[-1].seat == 1
    assert s.now.points == 0


# Where an Acolyte can go


def test_only_over_footbridges_never_over_the_abyss() -> None:
    s = walking(6, tiles={"s6": "c5:0", "w6": "f5:0"}, acolytes={0: "c5"})
    assert ends(s) == {"d5"}
    assert refused(s, "walk:e5") == "abyss"
    assert refused(s, "walk:f5") == "walk-far"


def test_never_diagonally() -> None:
    s = walking(6, tiles={"s6": "c5:0", "w6": "e6:0"}, acolytes={0: "c5"})
    assert ends(s) == {"d5"}, "d5 and e6 touch at a corner only"


def test_from_tile_to_tile_where_a_square_of_one_is_beside_a_square_of_the_other() -> None:
    s = walking(3, tiles={"s6": "c5:0", "w6": "d6:90"}, acolytes={0: "c5"})
    assert ends(s) == {"d5", "d6", "d7"}


def test_other_acolytes_are_obstacles_that_one_goes_around() -> None:
    s = walking(5, tiles=LINE, acolytes={0: "c5", 1: "e5"})
    assert ends(s) == {"d5"}
    assert refused(s, "walk:e5") == "acolyte"
    around = walking(6, tiles=LINE | {"i4": "d6:0"}, acolytes={0: "c5", 1: "e5"})
    # c5 d5 d6 e6 f6 f5: five steps.
    assert "f5" in ends(around)
    assert "f5" not in ends(walking(4, tiles=LINE | {"i4": "d6:0"}, acolytes={0: "c5", 1: "e5"}))


def test_a_gargoyle_blocks_its_square_for_everybody_its_owner_too() -> None:
    for owner in (0, 1):
        s = walking(5, tiles=LINE, acolytes={0: "c5"}, gargoyles={owner: "e5"})
        assert ends(s) == {"d5"}
        assert refused(s, "walk:e5") == "gargoyle"


def test_golden_rule_any_walkway_is_for_everybody() -> None:
    """No tile has an owner: whoever placed it, all walk on it and all move it."""
    for seat in (0, 1):
        s = walking(1, tiles=LINE, acolytes={seat: "f5"}, seat=seat)
        assert ends(s) == {"e5", "g5"}


# The start square


@pytest.mark.parametrize(("seat", "square"), [(0, "g1"), (1, "h14")])
def test_leaving_the_start_square_is_one_step_onto_the_entry_square(seat: int, square: str) -> None:
    tiles = {"s6": "g1:90", "w6": "h13:90"}
    s = walking(1, tiles=tiles, seat=seat)
    assert grid(14).names[entry(14, s.rules.colours[seat])] == square
    assert ends(s) == {square}
    after = go(s, f"walk:{square}")
    assert at(after, seat) == square


def test_without_a_footbridge_on_the_entry_square_nobody_leaves() -> None:
    s = walking(6, tiles={"s6": "f1:90"}, hands={0: ["r1"]})
    assert not legal(s, "walk")
    blocked = walking(6, tiles={"s6": "g1:90"}, acolytes={1: "g1"})
    assert not legal(blocked, "walk")
    guarded = walking(6, tiles={"s6": "g1:90"}, gargoyles={1: "g1"})
    assert not legal(guarded, "walk")


def test_nobody_goes_back_to_a_start_square() -> None:
    s = walking(6, tiles={"s6": "g1:90"}, acolytes={0: "g1"})
    assert ends(s) == {"g2"}


# Books


def test_arriving_on_his_own_book_an_acolyte_collects_it() -> None:
    s = walking(2, tiles=LINE, acolytes={0: "c5"}, books={0: ["e5", "l13"]})
    after, events = told(s, "walk:e5")
    assert name(after, after.board.books[0]) == ""
    assert after.collected(0) == 3  # two were collected before
    assert [e.data for e in events if e.kind == "book"] == [
        {"seat": 0, "square": "e5", "books": 3}
    ]  # fmt: skip


def test_passing_through_collects_too() -> None:
    s = walking(3, tiles=LINE, acolytes={0: "c5"}, books={0: ["d5", "l13"]})
    after = go(s, "walk:f5")
    assert at(after) == "f5"
    assert after.collected(0) == 3


def test_an_opponents_book_is_neither_collected_nor_rested_on_but_passed() -> None:
    s = walking(3, tiles=LINE, acolytes={0: "c5"}, books={1: ["d5"]})
    assert ends(s) == {"e5", "f5"}
    assert refused(s, "walk:d5") == "rest"
    after = go(s, "walk:e5")
    assert name(after, after.board.books[4]) == "d5"
    one = walking(1, tiles=LINE, acolytes={0: "c5"}, books={1: ["d5"]})
    assert not legal(one, "walk"), "movement is offered only where it can end"


def test_books_are_collected_by_walking_not_by_being_carried() -> None:
    # Turning brings neither book to Acolyte; they ride on one tile. Nobody enters a square by it.
    s = position({"s4": "c5:0"}, books={0: ["f5"]}, acolytes={0: "c5"}, hands={0: ["r4"]})
    after = go(s, "play:r4", "rotas:s4:c5:cw", "done")
    assert after.collected(0) == 3
    assert name(after, after.board.books[0]) == "c8"


# Which way


def test_a_square_names_the_way_that_collects_most_own_books_then_the_shortest() -> None:
    # A ring: c5 .. f5 above, c6 .. f6 below. To f5 it is three squares straight; by d6, five.
    ring = {"s4": "c5:0", "w4": "c6:0"}
    s = walking(5, tiles=ring, acolytes={0: "c5"}, books={0: ["d6", "c6", "l13"]})
    after, events = told(s, "walk:f5")
    (path,) = [e.data["path"] for e in events if e.kind == "walk"]
    assert (path[:2], path[-1], len(path)) == (["c6", "d6"], "f5", 5)
    assert after.collected(0) == 3


def test_another_way_to_the_same_square_is_offered_when_it_does_something_else() -> None:
    ring = {"s4": "c5:0", "w4": "c6:0"}
    s = walking(5, tiles=ring, acolytes={0: "c5"}, books={0: ["d6", "l13"]})
    assert {m for m in legal(s, "walk") if m.endswith("f5")} == {
        "walk:f5", "walk:c5-d5-e5-f5",
    }  # fmt: skip
    straight = go(s, "walk:c5-d5-e5-f5")
    assert (straight.collected(0), straight.now.points) == (2, 2)
    detour = go(s, "walk:f5")
    assert (detour.collected(0), detour.now.points) == (3, 0)


def test_where_the_way_does_not_matter_only_the_square_is_asked() -> None:
    ring = {"s4": "c5:0", "w4": "c6:0"}
    s = walking(5, tiles=ring, acolytes={0: "c5"})
    assert legal(s, "walk") == {f"walk:{c}{r}" for c in "cdef" for r in (5, 6)} - {"walk:c5"}


def test_two_ways_that_collect_different_books_are_both_there() -> None:
    # From d5 to f5 by the row above or the row below, a book on each.
    ring = {"s5": "d4:0", "w5": "d6:0", "b6": "d5:0", "i6": "f5:0"}
    s = walking(4, tiles=ring, acolytes={0: "d5"}, books={0: ["d4", "d6", "l13"], 1: ["e5"]})
    s = s.but(now=s.now.but(points=3))
    ways = {m for m in legal(s, "walk") if m.endswith("e4")}
    assert ways == {"walk:e4"}
    # d4 and d6 lie on both sides of d5: three steps collect both and end on d6 or d4.
    assert go(s, "walk:d6").collected(0) == 3
    assert {m for m in legal(s, "walk") if m.endswith("d6")} == {"walk:d6", "walk:d5-d6"}


def test_a_whole_way_that_is_typed_means_the_move_that_does_it() -> None:
    s = walking(3, tiles=LINE, acolytes={0: "c5"})
    assert meant(s, 0, Move.parse("walk:c5-d5-e5")) == Move.parse("walk:e5")
    assert meant(s, 0, Move.parse("walk:d5-e5")) == Move.parse("walk:e5")
    for wrong in ("walk:c5-e5", "walk:d5-e6", "walk:c5-d5-e5-f5-g5", "walk:zz"):
        assert meant(s, 0, Move.parse(wrong)) == Move.parse(wrong)
    start = walking(2, tiles={"s6": "g1:90"})
    assert meant(start, 0, Move.parse("walk:start-g1-g2")) == Move.parse("walk:g2")


# In parts


def test_a_walk_may_be_made_in_parts_squares_may_be_revisited() -> None:
    s = go(walking(3, tiles=LINE, acolytes={0: "c5"}), "walk:d5")
    assert s.now.points == 2
    s = go(s, "walk:c5")
    assert (at(s), s.now.points) == ("c5", 1)
    assert at(go(s, "walk:d5")) == "d5"


def test_after_the_first_part_no_card_is_played_or_swapped() -> None:
    s = walking(2, tiles=LINE, acolytes={0: "c5"}, hands={0: ["ms", "mw", "clara"]})
    s = s.but(now=s.now.but(played=()))
    assert legal(s, "play")
    assert legal(s, "swap")
    s = go(s, "walk:d5")
    assert not legal(s, "play") | legal(s, "pray") | legal(s, "swap") | legal(s, "search")
    assert refused(s, "play:ms") == refused(s, "pray:clara") == "walked"
    assert refused(s, "swap:m") == "swap-late"


def test_between_parts_the_free_action_may_be_used_on_a_tile() -> None:
    s = walking(2, tiles={"s6": "c5:0", "w6": "f5:0"}, acolytes={0: "c5"})
    s = go(s, "walk:d5", "free:tile", "tile:w6", "moves:w6:w")  # e5, f5
    assert at(go(s, "walk:e5")) == "e5"


def test_the_free_step_joined_to_a_walk_makes_it_one_square_longer() -> None:
    s = walking(2, tiles=LINE, acolytes={0: "c5"}, books={1: ["d5", "f5"]})
    # d5 and f5 are no resting places; with two points e5 is as far as one gets.
    assert ends(s) == {"e5"}
    assert not legal(s, "free", "step"), "the first square is another one's book"
    assert not legal(s, "free", "walk"), "the third square too"
    three = walking(3, tiles=LINE, acolytes={0: "c5"}, books={1: ["d5", "f5"]})
    assert legal(three, "free", "walk") == {"free:walk:g5"}
    after = go(three, "free:walk:g5")
    assert (at(after), after.now.points, after.now.free) == ("g5", 0, False)
    assert not legal(after, "free")


def test_a_joined_walk_is_offered_only_where_points_alone_do_not_do() -> None:
    s = walking(2, tiles=LINE, acolytes={0: "c5"})
    assert legal(s, "free", "walk") == {"free:walk:f5"}


def test_steps_not_asked_are_left_out_of_a_whole_act() -> None:
    s = position(LINE | {"s6": "h9:0"}, acolytes={0: "c5"}, hands={0: ["r6", "mw"]})
    act = [Move.parse(m) for m in ("play:r6", "tile:s6", "rotas:s6:h9:cw", "done", "walk:c5-d5")]
    sent = fitting(s, 0, act)
    assert [str(m) for m in sent] == ["play:r6", "rotas:s6:h9:cw", "done", "walk:d5"]
    assert at(go(s, *map(str, sent))) == "d5"
    wrong = [Move.parse(m) for m in ("play:r6", "tile:w4", "rotas:w4:g5:cw")]
    assert [str(m) for m in fitting(s, 0, wrong)] == ["play:r6", "rotas:w4:g5:cw"]


def test_a_rotation_or_shift_written_another_way_is_understood() -> None:
    s = go(position({"s5": "f6:0", "s6": "h9:0"}, hands={0: ["jolly"]}), "play:jolly", "tile:s5")
    assert meant(s, 0, Move.parse("rotas:s5:g6:ccw")) == Move.parse("rotas:s5:g6:cw")
    assert meant(s, 0, Move.parse("moves:s5:ene")) == Move.parse("moves:s5:nee")
    assert meant(s, 0, Move.parse("moves:s5:x")) == Move.parse("moves:s5:x")
