"""What all eight prayers have in common."""

from __future__ import annotations

import pytest

from rules.kernel import Move
from rules.sator.facts import ALL_PRAYERS, KIND_INDEX, MIHI, PRAYERS
from rules.sator.game import GAME
from tests.rules.sator.positions import chance, go, legal, position, refused, told

LINE = {"s4": "c5:0", "w4": "g5:0"}
"""Eight squares in a row: c5 .. j5."""
BARE = {"s6": "h9:0", "w6": "c10:0"}


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


SAID = {
    "nihil": ("pray:nihil:1", "push:green:d5"),
    "clara": ("pray:clara", "garg:h5"),
    "mihi": ("pray:mihi", "tile:s6", "moves:s6:s", "done"),
    "omnia": ("pray:omnia", "tile:s6", "moves:s6:ssss"),
    "neque": ("pray:neque", "jump:h5"),
    "quin": ("pray:quin", "tile:s6", "turn:0", "place:s6:a1:0", "done"),
    "animi": ("pray:animi", "walk:e5"),
    "victoria": ("pray:victoria", "tile:s6", "done"),
}
"""Each of them once."""


@pytest.mark.parametrize("prayer", PRAYERS)
def test_golden_rule_no_prayer_gives_a_movement_point(prayer: str) -> None:
    tiles = {"s4": "c5:0", "w4": "h5:0"} | BARE
    s = position(tiles, acolytes={0: "f5", 1: "c5"}, hands={0: [prayer]})
    s = go(s, *SAID[prayer])
    assert s.stack[-1].kind == "turn"
    assert s.now.played == (KIND_INDEX[prayer],)
    assert s.now.points == 0
    assert not legal(s, "walk")


@pytest.mark.parametrize("prayer", PRAYERS)
def test_in_the_first_turn_none_of_them_is_said(prayer: str) -> None:
    tiles = {"s4": "c5:0", "w4": "h5:0"} | BARE
    given = {"acolytes": {0: "f5", 1: "c5"}, "hands": {0: [prayer]}}
    assert legal(position(tiles, **given), "pray")  # type: ignore[arg-type]
    assert not legal(position(tiles, round=1, **given), "pray")  # type: ignore[arg-type]


@pytest.mark.parametrize("prayer", PRAYERS)
def test_once_a_prayer_was_said_nothing_is_swapped(prayer: str) -> None:
    tiles = {"s4": "c5:0", "w4": "h5:0"} | BARE
    s = position(tiles, acolytes={0: "f5", 1: "c5"}, hands={0: [prayer, "r1", "r2"]})
    assert legal(s, "swap")
    assert not legal(go(s, *SAID[prayer]), "swap")


def test_each_seat_has_its_own_eight_prayers() -> None:
    s = position(LINE, hands={0: ["clara"]}, used={1: ["animi"]})
    assert s.cards.prayers == (
        tuple(card for card in ALL_PRAYERS if card != KIND_INDEX["clara"]),
        tuple(card for card in ALL_PRAYERS if card != KIND_INDEX["animi"]),
    )
    drawn = {GAME.apply(go(s, "end"), 0, Move("draw", ("p",)), chance(k)) for k in range(60)}
    assert {after.cards.prayers[1] for after in drawn} == {s.cards.prayers[1]}
