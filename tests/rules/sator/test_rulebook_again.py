"""Where rules meet: a layout after a free step, passes of somebody who left, half-done prayers."""

from __future__ import annotations

import pytest

from rules.kernel import leave
from rules.sator.facts import MIHI
from rules.sator.game import GAME, State
from tests.rules.sator.positions import as_match, go, hand, legal, lies, name, position, refused

LINE = {"s4": "c5:0", "w4": "g5:0"}
"""Eight squares in a row: c5 .. j5."""
OPEN = {"s4": "c3:0", "s6": "h8:0", "w6": "c10:0"}


def without(s: State, seat: int) -> State:
    found = leave(GAME, as_match(s), seat)
    assert found is not None
    return found[0].state


# Special case: moving a tile and back only for movement points


def test_a_tile_is_not_moved_and_back_after_a_free_step_either() -> None:
    s = position(OPEN, acolytes={0: "c10"}, hands={0: ["ms", "jolly"]})
    s = go(s, "free:step:d10", "play:ms", "tile:s4", "moves:s4:e", "play:jolly", "tile:s4")
    assert "moves:s4:w" not in legal(s), "all would lie as it lay after the step"
    assert refused(s, "moves:s4:w") == "back"
    assert "moves:s4:ww" in legal(s)


def test_a_tile_turned_back_after_a_free_step_has_to_be_turned_once_more() -> None:
    s = position(OPEN, acolytes={0: "c10"}, hands={0: ["r6", "jolly"]})
    s = go(s, "free:step:d10", "play:r6", "tile:s6", "rotas:s6:h8:cw", "done",
           "play:jolly", "tile:s6", "rotas:s6:h8:ccw")  # fmt: skip
    assert "done" not in legal(s)
    assert "end" not in legal(s)


def test_quin_does_not_bring_back_the_layout_of_a_free_step() -> None:
    s = position(OPEN, acolytes={0: "c10"}, hands={0: ["ms", "quin"]}, ap=4)
    s = go(s, "free:step:d10", "play:ms", "tile:s6", "moves:s6:e", "pray:quin", "tile:s6", "turn:0")
    assert "place:s6:h8:0" not in legal(s)


def test_animi_does_not_come_back_to_where_a_free_step_ended() -> None:
    tiles = {"s4": "c5:0", "w4": "h5:0"}
    s = position(tiles, acolytes={0: "e5"}, hands={0: ["neque", "animi"]})
    s = go(s, "free:step:f5", "pray:neque", "jump:h5")
    # Nothing joins the two tiles, so nothing leads back; and the jump itself is new.
    assert {m.split(":")[1] for m in legal(go(s, "pray:animi"))} == {"i5", "j5", "k5"}
    assert len(s.now.seen) == 3, "the beginning, the step, the jump"


# Two rounds of passes by all: by all who are still there


FULL = {0: ["r1"] * 6, 1: ["r2"] * 6, 2: ["r3"] * 6, 3: ["r5"] * 6}
"""Nothing is drawn. No tile that matters is moved: everybody just ends his turn."""


def passed(turns: int) -> State:
    s = position({"s4": "c5:0"}, hands=FULL, seats=4, round=5)
    for _ in range(turns):
        s = go(s, "end")
    assert s.passes == turns
    return s


def test_passes_of_a_seat_that_resigned_in_its_turn_no_longer_count() -> None:
    s = without(passed(5), 1)  # 0 1 2 3 0, and 1 resigns
    s = go(s, "end")  # 2 for the second time
    assert s.over == "", "seat 3 has passed only once"
    assert go(s, "end").over == "stalemate"


@pytest.mark.parametrize(("out", "passes"), [(0, 3), (1, 4), (2, 4), (3, 4)])
def test_passes_of_a_seat_that_resigned_out_of_turn_no_longer_count(out: int, passes: int) -> None:
    s = without(passed(5), out)  # 0 twice, the others once; it is seat 1's turn
    assert s.passes == passes
    ends = 0
    while not s.over:
        s = go(s, "end")
        ends += 1
    assert (s.over, ends) == ("stalemate", 6 - passes)


def test_whoever_resigns_while_drawing_takes_the_pass_of_that_turn_along() -> None:
    hands = FULL | {1: ["r2"] * 4}
    s = position({"s4": "c5:0"}, hands=hands, seats=4, round=5)
    s = go(s, "end", "end")
    assert (s.stack[-1].kind, s.stack[-1].seat, s.passes) == ("draw", 1, 2)
    assert without(s, 1).passes == 1
    assert without(s, 0).passes == 1
    assert without(s, 2).passes == 2


def test_two_rounds_of_passes_are_full_when_the_only_one_who_passed_once_resigns() -> None:
    s = without(passed(7), 3)  # 0 1 2 3 0 1 2: all the others twice
    assert (s.over, s.passes) == ("stalemate", 6)


@pytest.mark.parametrize(
    "act", [("free:tile", "tile:s4", "moves:s4:n"), ("pray:clara", "garg:c5")]
)  # fmt: skip
def test_whoever_did_something_and_resigned_has_broken_the_row_of_passes(
    act: tuple[str, ...],
) -> None:
    s = position({"s4": "c5:0"}, hands=FULL | {3: ["r5"] * 5 + ["clara"]}, seats=4, round=5)
    for _ in range(7):
        s = go(s, "end")
    s = without(go(s, *act), 3)
    assert (s.over, s.passes) == ("", 0)
    s = go(s, "end", "end", "end", "end", "end")
    assert s.over == ""
    assert go(s, "end").over == "stalemate"


def test_a_resignation_out_of_turn_breaks_no_row_of_passes() -> None:
    s = without(go(passed(5), "free:tile", "tile:s4", "moves:s4:n"), 3)
    assert s.passes == 4, "the one whose turn it is has not ended it yet"
    assert go(s, "end").passes == 0


# A seat resigns while another is half-way through a prayer


def mihi_under_way() -> State:
    """Red has moved b6, s6 and b6 back by MIHI, and now points at s6, which has one way to go: to
    where it lay when the turn began. Only that b6 took blue's Acolyte along makes it new."""
    tiles = {"s6": "a1:0", "w4": "a2:0", "i4": "d1:0", "b6": "h8:0", "w6": "k8:0"}
    s = position(tiles, acolytes={1: "i8"}, seats=3, ap=8,
                 hands={0: ["mb", "nihil", "mihi", "ms"]})  # fmt: skip
    return go(s, "play:mb", "tile:b6", "moves:b6:e", "pray:nihil:1", "push:blue:k8",
              "pray:mihi", "tile:s6", "moves:s6:e", "tile:b6", "moves:b6:w", "tile:s6")  # fmt: skip


def test_mihi_that_has_changed_something_does_not_return_to_the_hand() -> None:
    s = mihi_under_way()
    assert legal(s) == {"moves:s6:w"}
    after = without(s, 1)
    assert hand(after, 0) == ["ms"]
    assert after.now.played[-1] == MIHI, "the own Acolyte does not move this turn"
    assert after.now.ap == 0
    assert lies(after, "s6") == {"b1", "c1"}


def test_mihi_goes_on_with_another_tile_when_the_one_pointed_at_has_no_way_left() -> None:
    after = without(mihi_under_way(), 1)
    assert after.stack[-1].kind == "pick"
    assert {"tile:b6", "done"} <= legal(after)
    assert "tile:s6" not in legal(after)
    three = go(after, "tile:b6", "moves:b6:n", "tile:b6", "moves:b6:n", "tile:b6", "moves:b6:n")
    assert three.stack[-1].kind == "turn", "two changes were made, three were left"


def test_quin_goes_on_with_another_second_tile_when_the_one_in_hand_has_no_place_left() -> None:
    # On 4 by 4 squares the long tile fits only on the two upper rows: b4 was on the first, is on
    # the second, and s6 lies again where it lay. Only that b4 took blue's Acolyte along makes the
    # first row new.
    tiles = {"b4": "a1:0", "s6": "a3:0", "w6": "b4:0", "i6": "d3:90"}
    s = position(tiles, acolytes={1: "d1"}, seats=3, size=4, shelf=False, ap=7,
                 hands={0: ["mb", "nihil", "quin"]})  # fmt: skip
    s = go(s, "free:tile", "tile:s6", "moves:s6:e", "play:mb", "moves:b4:s",
           "pray:nihil:1", "push:blue:d3", "pray:quin", "tile:s6", "turn:0", "place:s6:a3:0",
           "tile:b4")  # fmt: skip
    assert legal(s) == {"place:b4:a1:0"}
    after = without(s, 1)
    assert after.stack[-1].kind == "lift"
    assert {"tile:w6", "done"} <= legal(after)
    assert "tile:b4" not in legal(after)
    assert hand(after, 0) == []
    assert go(after, "done").now.ap == 2, "one tile was placed"


# Where several rules meet


def test_a_gargoyle_beside_an_acolyte_locks_the_tile_he_stands_on_not_him() -> None:
    s = position(LINE, acolytes={0: "c5", 1: "e5"}, gargoyles={1: "d5"},
                 hands={0: ["ms", "r4", "nihil"]})  # fmt: skip
    assert "play:ms" not in legal(s), "the only stone tile in reach, whatever one would pay"
    assert "tile:s4" not in legal(go(s, "free:tile"))
    assert "push:green:f5" in legal(go(s, "pray:nihil:1"))
    assert not legal(s, "free", "step"), "c5 has no other neighbour than the Gargoyle"


def test_a_tile_is_free_again_when_the_gargoyles_owner_resigns() -> None:
    s = position(LINE, gargoyles={1: "d5"}, hands={0: ["ms"]}, seats=3)
    assert "play:ms" not in legal(s)
    assert "play:ms" in legal(without(s, 1))


def test_even_rounds_the_way_goes_on_after_the_fourth_book() -> None:
    s = position(LINE, acolytes={0: "c5"}, books={0: ["d5"]}, hands={0: ["animi"]},
                 even_rounds=True)  # fmt: skip
    s = go(s, "pray:animi", "walk:g5")
    assert (name(s, s.board.acolytes[0]), s.over, s.collected(0)) == ("g5", "", 4)


def test_even_rounds_whoever_had_four_and_resigns_ends_no_round() -> None:
    hands = {0: ["r1"] * 6, 1: ["r2"] * 6, 2: ["r3"] * 6}
    s = position(LINE, acolytes={0: "c5"}, books={0: ["d5"], 1: ["i5"], 2: ["l12"]}, hands=hands,
                 seats=3, even_rounds=True)  # fmt: skip
    s = without(go(s, "free:step:d5", "end"), 0)
    s = go(s, "end", "end")
    assert (s.over, s.round, s.stack[-1].seat) == ("", 3, 1)


def test_another_ones_book_on_the_entry_square_is_passed_not_rested_on() -> None:
    s = position({"s4": "g1:90"}, books={1: ["g1"]}, hands={0: ["animi"]})
    assert not legal(s, "free", "step")
    assert legal(go(s, "pray:animi")) == {"walk:g2", "walk:g3", "walk:g4"}


def test_the_free_step_may_be_joined_to_a_later_part_of_a_walk() -> None:
    s = position(LINE, acolytes={0: "c5"}, books={1: ["e5"]})
    s = s.but(now=s.now.but(points=2, played=(0, 0)))
    s = go(s, "walk:d5")
    assert not legal(s, "walk", "e5"), "with one point he would have to rest on green's book"
    s = go(s, "free:walk:f5")
    assert (name(s, s.board.acolytes[0]), s.now.points, s.now.free) == ("f5", 0, False)


def test_a_jolly_between_two_identical_cards_counts_as_another_card() -> None:
    s = position(OPEN, hands={0: ["ms", "ms", "jolly", "jolly"]})
    s = go(s, "play:ms", "tile:s4", "moves:s4:s", "play:jolly", "tile:s4", "moves:s4:s")
    assert "tile:s4" not in legal(go(s, "play:jolly"))
    s = go(s, "play:ms", "tile:s4", "moves:s4:s")
    assert "tile:s4" in legal(go(s, "play:jolly"))


def test_two_rotations_with_an_acolyte_aboard_cost_one_more_only_once() -> None:
    s = position({"s6": "h8:0"}, acolytes={1: "h8"}, hands={0: ["r6"]})
    s = go(s, "play:r6", "rotas:s6:h8:cw")
    assert s.now.ap == 3
    assert go(s, "rotas:s6:h9:cw").now.ap == 1


def test_after_mihi_the_own_acolyte_may_still_be_carried() -> None:
    s = position(LINE | {"b6": "h9:0"}, acolytes={0: "c5"}, hands={0: ["mihi", "ms"]}, ap=7)
    s = go(s, "pray:mihi", "tile:b6", "moves:b6:e", "done", "play:ms", "moves:s4:n")
    assert name(s, s.board.acolytes[0]) == "c4"
    assert (s.now.ap, s.now.points) == (0, 1)
    assert not legal(s, "walk")
    assert not legal(s, "free", "step")


@pytest.mark.parametrize("held", [2, 3])
def test_a_search_for_a_prayer_leaves_two_of_them_in_hand_at_most(held: int) -> None:
    prayers = ["clara", "mihi", "omnia"][:held]
    s = position(LINE, hands={0: [*prayers, "ms", "mw"]}, ap=2)
    s = go(s, "search:p", "drop:ms")
    assert legal(s) == {f"drop:{prayer}" for prayer in prayers}
    s = go(s, "drop:clara", "take:animi")
    assert len(s.cards.hands[0]) == held + 1
    assert s.now.ap == 0
    none = position(LINE, hands={0: ["clara", "ms", "mw"]}, ap=1)
    assert refused(none, "search:m") == "ap"
