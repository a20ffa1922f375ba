"""VIRTUS CLARA, and what a Gargoyle does until it is sent away."""

from __future__ import annotations

from rules.sator.board import NOWHERE
from tests.rules.sator.positions import ends, go, legal, name, position, refused

LINE = {"s4": "c5:0", "w4": "g5:0"}
"""Eight squares in a row: c5 .. j5."""
BARE = {"s6": "h9:0", "w6": "c10:0"}


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


def test_a_gargoyle_locks_as_soon_as_it_is_set() -> None:
    s = position(LINE, hands={0: ["clara", "ms"]})
    assert "play:ms" in legal(s)
    s = go(s, "pray:clara", "garg:d5")
    assert "play:ms" not in legal(s), "s4 is the only stone tile"


def test_a_gargoyle_stops_acolytes_that_are_moved_by_nihil() -> None:
    s = position(LINE, acolytes={1: "c5"}, gargoyles={0: "e5"}, hands={0: ["nihil"]})
    assert ends(go(s, "pray:nihil:1"), "push", "green") == {"d5"}
    shut_in = position(LINE, acolytes={1: "c5"}, gargoyles={1: "d5"}, hands={0: ["nihil"]})
    assert not legal(shut_in, "pray")
    door = {"b4": "h11:90"}  # up to h14, green's entry
    assert legal(position(LINE | door, hands={0: ["nihil"]}), "pray")
    guarded = position(LINE | door, gargoyles={0: "h14"}, hands={0: ["nihil"]})
    assert not legal(guarded, "pray")


def test_an_acolyte_goes_around_a_gargoyle() -> None:
    tiles = LINE | {"i4": "d6:0"}  # d6 .. g6, under d5 .. g5
    s = position(tiles, acolytes={0: "d5"}, gargoyles={1: "e5"}, hands={0: ["animi"]})
    # d6, e6, f6, f5: four steps around it.
    assert ends(go(s, "pray:animi"), "walk") == {"c5", "d6", "e6", "f6", "f5", "g6"}


def test_between_two_parts_of_a_walk_a_gargoyle_is_sent_away() -> None:
    s = position(LINE, acolytes={0: "c5"}, gargoyles={1: "e5"}, hands={0: ["r1"] * 3})
    s = s.but(now=s.now.but(points=2, played=(0, 0)))
    assert ends(s, "walk") == {"d5"}
    s = go(s, "walk:d5", "banish:e5", "drop:r1")
    assert (s.now.points, s.cards.hands[0]) == (1, ())
    assert ends(s, "walk") == {"c5", "e5"}


def test_once_sent_away_a_gargoyle_does_not_come_back() -> None:
    s = position(LINE, gargoyles={1: "d5"}, used={1: ["clara"]},
                 hands={0: ["r1"] * 6, 1: ["r2"] * 6})  # fmt: skip
    s = go(s, "banish:d5", "drop:r1", "drop:r1", "drop:r1")
    assert s.gargoyles == (NOWHERE, NOWHERE)
    assert 12 not in (*s.cards.prayers[1], *s.cards.hands[1]), "its prayer was said"


def test_tile_and_book_are_within_reach_again_without_the_gargoyle() -> None:
    s = position(LINE, acolytes={0: "c5"}, books={0: ["d5", "l12"]}, gargoyles={1: "d5"},
                 hands={0: ["r1"] * 3 + ["ms"]})  # fmt: skip
    assert not legal(s, "free", "step")
    assert "play:ms" not in legal(s)
    s = go(s, "banish:d5", "drop:r1", "drop:r1", "drop:r1")
    assert legal(s, "free", "step") == {"free:step:d5"}
    assert "play:ms" in legal(s)
