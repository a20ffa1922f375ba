"""Who may know what."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.kernel import Move, leave, play, start
from rules.sator.facts import ALL_PRAYERS, HIDDEN_CARD, HIDDEN_PRAYER, is_prayer, shape_of
from rules.sator.game import GAME, State
from rules.sator.placement import Lie, Quarter
from tests.kit.games.sator import pieces
from tests.rules.sator.players import at_random, match_of, placed, played
from tests.rules.sator.positions import chance, go, legal, placing, position, told

TILES = {"s4": "c5:0", "w4": "g5:0", "s6": "h9:0"}
HANDS = {0: ["ms", "r6", "clara"], 1: ["mw", "nihil", "animi"]}


def hidden() -> State:
    return position(TILES, hands=HANDS, gargoyles={1: "j5"})


def test_hands_are_private_but_for_their_size_and_their_backs() -> None:
    s = hidden()
    assert GAME.view(s, 0).cards.hands == (s.cards.hands[0], (19, 20, 20))
    assert GAME.view(s, 1).cards.hands == ((19, 19, 20), s.cards.hands[1])
    assert GAME.view(s, None).cards.hands == ((19, 19, 20), (19, 20, 20))


def test_decks_are_hidden_from_all_but_their_size_is_not() -> None:
    s = hidden()
    for viewer in (0, 1, None):
        view = GAME.view(s, viewer)
        assert view.cards.deck == (HIDDEN_CARD,) * len(s.cards.deck)
    assert GAME.view(s, None).cards.prayers == ((HIDDEN_PRAYER,) * 7, (HIDDEN_PRAYER,) * 6)


def test_ones_own_prayers_to_come_are_known_in_no_order() -> None:
    s = hidden()
    view = GAME.view(s, 0)
    assert view.cards.prayers[0] == s.cards.prayers[0] == tuple(sorted(s.cards.prayers[0]))
    assert set(view.cards.prayers[1]) == {HIDDEN_PRAYER}


def test_played_used_and_discarded_cards_are_public() -> None:
    s = go(hidden(), "play:ms", "tile:s6", "moves:s6:s", "pray:clara", "garg:c5")
    assert GAME.view(s, None).now.played == (0, 12)
    s = go(s, "end")
    view = GAME.view(s, None)
    assert view.cards.discards == (0,)
    assert view.cards.used[0] == (12,)


def test_cards_named_for_a_discard_are_seen_by_their_backs_until_all_are_named() -> None:
    s = go(hidden(), "search:m", "drop:clara")
    assert GAME.view(s, 0).stack[-1].cards == (12,)
    assert GAME.view(s, 1).stack[-1].cards == (HIDDEN_PRAYER,)
    s, events = told(s, "drop:ms")
    assert [e.data["cards"] for e in events if e.kind == "discard"] == [["ms", "clara"]]


def test_a_drawn_card_is_told_to_its_seat_the_deck_to_everyone() -> None:
    s = position(TILES, hands={0: ["ms"], 1: ["mw"]})
    _, events = told(s, "end", "draw:p")
    drawn = [e for e in events if e.kind in ("draw", "card")]
    assert [(e.kind, e.to) for e in drawn] == [("draw", None), ("card", (0,))]
    assert drawn[0].data == {"seat": 0, "deck": "p"}


# Before the first turn


def test_shapes_of_tiles_in_hand_are_public_their_floor_types_are_not() -> None:
    s = start(GAME, 4, bytes(32))[0].state
    for viewer in (0, 1, 2, 3, None):
        view = GAME.view(s, viewer)
        for seat, tray in enumerate(view.laying.trays):
            if seat == viewer:
                assert tray == s.laying.trays[seat]
            else:
                assert [shape_of(tile) for tile in tray] == list(range(6))
                assert all(tile >= 24 for tile in tray)


def test_the_pool_of_the_draft_shows_shapes_only() -> None:
    s = start(GAME, 3, bytes(32))[0].state
    for viewer in (0, 1, 2, None):
        assert GAME.view(s, viewer).laying.pool == (24, 25, 26, 27, 28, 29)


def test_the_tile_one_is_about_to_place_is_not_given_away() -> None:
    s = start(GAME, 2, bytes(32))[0].state
    seat = s.stack[-1].seat
    s = go(s, sorted(legal(s, "choose"))[0])
    top = s.stack[-1]
    assert isinstance(top, Quarter)
    assert GAME.view(s, seat).stack[-1] == top
    for other in (1 - seat, None):
        shown = GAME.view(s, other).stack[-1]
        assert shown.tile == 24 + shape_of(top.tile)
    s = go(s, sorted(legal(s))[0])
    assert isinstance(s.stack[-1], Lie)
    assert GAME.view(s, None).stack[-1].tile == 24 + shape_of(top.tile)


def test_the_witness_is_seen_by_nobody() -> None:
    s = start(GAME, 2, bytes(32))[0].state
    assert len(s.laying.witness) == 24
    for viewer in (0, 1, None):
        assert GAME.view(s, viewer).laying.witness == ()


def test_moves_by_which_others_would_learn_something_are_marked() -> None:
    assert GAME.secret_ops == {"choose", "drop", "take"}


# Another world that looks the same


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_resampled_position_is_whole_and_looks_the_same(seats: int) -> None:
    for seed in range(2):
        draw = random.Random(seed)
        match = match_of(seats, seed, round_limit=6)
        changed: Counter[str] = Counter()
        for now in played(match, [at_random] * seats, draw):
            if draw.random() > 0.4:
                continue
            s = now.state
            for viewer in (*range(seats), None):
                twin = GAME.resample(s, viewer, chance((seed, now.ply, viewer)))
                assert GAME.view(twin, viewer) == GAME.view(s, viewer)
                assert pieces(twin) == pieces(s)
                changed["hands"] += twin.cards.hands != s.cards.hands
                changed["trays"] += twin.laying.trays != s.laying.trays
                if viewer is not None:
                    assert twin.cards.hands[viewer] == s.cards.hands[viewer]
                    assert twin.laying.trays[viewer] == s.laying.trays[viewer]
                    assert list(GAME.moves(twin, viewer)) == list(GAME.moves(s, viewer))
        assert changed["hands"] > 8
        assert changed["trays"] > 8


def test_used_prayers_are_out_of_the_question_for_a_resampled_hand() -> None:
    used = {1: ["clara", "mihi", "omnia", "neque", "quin"]}
    s = position(TILES, hands={0: ["ms"], 1: ["nihil"]}, used=used)
    found = set()
    for k in range(60):
        twin = GAME.resample(s, 0, chance(k))
        found.add(twin.cards.hands[1])
        assert twin.cards.used == s.cards.used
    assert found == {(11,), (17,), (18,)}


def test_every_card_not_seen_may_be_in_another_hand() -> None:
    s = position(TILES, hands={0: ["jolly"] * 6, 1: ["ms"]})
    hands = Counter(GAME.resample(s, 0, chance(k)).cards.hands[1] for k in range(400))
    assert (10,) not in hands, "all six jollies are mine"
    assert set(hands) == {(card,) for card in range(10)}


def test_after_the_end_all_is_open() -> None:
    match = match_of(2, 3)
    found = leave(GAME, placed(match, random.Random(1)), 0)
    assert found is not None
    s = found[0].state
    for viewer in (0, 1, None):
        assert GAME.view(s, viewer) == s
    assert sorted(filter(is_prayer, ALL_PRAYERS)) == list(ALL_PRAYERS)


# What the list of moves gives away: nothing but shapes


def test_whether_a_place_is_legal_depends_on_shapes_alone() -> None:
    books = {0: ("c3", "h8"), 1: ("d4", "n14")}
    one = placing({}, {0: ("s5", "s6"), 1: ("w6", "w5")}, books)
    other = placing({}, {0: ("s5", "s6"), 1: ("i6", "b5")}, books)
    for tile in ("s5", "s6"):
        a, b = go(one, f"choose:{tile}"), go(other, f"choose:{tile}")
        assert legal(a) == legal(b)
        for turn in legal(a):
            assert legal(go(a, turn)) == legal(go(b, turn))


def test_a_drafted_or_searched_card_raises_the_floor() -> None:
    match, _ = start(GAME, 3, bytes(32))
    match, _ = play(GAME, match, match.state.rules.first, Move("draft", ("1",)))
    assert match.floor == match.ply == 1
