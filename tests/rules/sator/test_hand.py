"""Swapping, discarding and drawing cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules.kernel import play
from rules.sator.facts import ALL_PRAYERS, DECK, KIND_INDEX, KINDS, is_prayer
from rules.sator.game import GAME, State
from tests.rules.sator.positions import (
    as_match,
    chance,
    go,
    hand,
    legal,
    position,
    refused,
    told,
)

TILES = {"s4": "c5:0", "w4": "g5:0", "s6": "h9:0"}
EVERY_CARD = [KINDS[card] for card in DECK]


def holding(*cards: str, **kwargs: object) -> State:
    return position(TILES, hands={0: cards, 1: ["r2"]}, **kwargs)  # type: ignore[arg-type]


def all_but(*cards: str) -> list[str]:
    """Every movement card of the box except these, to be nowhere."""
    left = Counter(EVERY_CARD) - Counter(cards)
    return list(left.elements())


# Swap for a card drawn


def test_a_swap_costs_one_point_and_two_cards_for_one_drawn() -> None:
    s, events = told(holding("ms", "r1", "r2"), "swap:m", "drop:r1", "drop:r2")
    assert s.now.ap == 5
    assert len(s.cards.hands[0]) == 2
    assert "ms" in hand(s, 0)
    assert s.cards.discards == (4, 5)
    assert [e.kind for e in events] == ["discard", "draw", "card"]
    assert [e.to for e in events if e.kind == "card"] == [(0,)]


def test_a_swap_may_draw_a_prayer() -> None:
    s = go(holding("ms", "r1", "r2"), "swap:p", "drop:r1", "drop:r2")
    assert Counter(map(is_prayer, s.cards.hands[0])) == {True: 1, False: 1}
    assert len(s.cards.prayers[0]) == 7


def test_a_swap_may_be_repeated_as_long_as_points_and_cards_last() -> None:
    s = go(holding("ms", "ms", "r1", "r1", "r2"), "swap:m", "drop:ms", "drop:ms")
    s = go(s, "swap:m", *_any(s, "swap:m", 2))
    assert s.now.ap == 4
    assert len(s.cards.hands[0]) == 3


def _any(s: State, first: str, count: int) -> list[str]:
    """Moves that drop cards, whichever they are."""
    moves = []
    s = go(s, first)
    while s.stack[-1].kind == "drop":
        moves.append(sorted(legal(s))[0])
        s = go(s, moves[-1])
    assert len(moves) <= count
    return moves


def test_swapping_is_optional_and_needs_two_cards() -> None:
    assert {"swap:m", "end"} <= legal(holding("ms", "r1"))
    assert not legal(holding("ms"), "swap")
    assert refused(holding("ms"), "swap:m") == "swap-hand"
    assert refused(holding("ms", "ms", ap=0), "swap:m") == "ap"
    assert refused(holding("ms", "ms"), "swap:x") == "deck"


def test_which_cards_are_discarded_is_asked_one_by_one() -> None:
    s = go(holding("ms", "r1", "r1"), "swap:m")
    assert legal(s) == {"drop:ms", "drop:r1"}
    assert legal(go(s, "drop:ms")) == {"drop:r1"}
    assert legal(go(s, "drop:r1")) == {"drop:ms", "drop:r1"}
    assert hand(go(s, "drop:r1"), 0) == ["ms", "r1", "r1"], "they leave the hand together"


def test_cards_that_are_alike_are_asked_for_all_the_same() -> None:
    """Passing over the question would tell the others what is in the hand."""
    s = go(holding("ms", "r1", "r1", "r1"), "swap:m", "drop:r1")
    alike = go(holding("r1", "r1", "r1", "r1"), "swap:m", "drop:r1")
    assert s.stack[-1].kind == alike.stack[-1].kind == "drop"
    assert GAME.view(s, 1).stack == GAME.view(alike, 1).stack


def test_a_hand_of_just_two_cards_is_asked_only_for_the_last() -> None:
    s = go(holding("ms", "r1"), "swap:m")
    assert legal(s) == {"drop:r1"}
    assert go(s, "drop:r1").cards.discards == (0, 4)


# Swap for a card chosen


def test_a_search_costs_two_points_and_two_cards_one_a_prayer() -> None:
    s = go(holding("ms", "r1", "clara"), "search:m")
    assert legal(s) == {"drop:ms", "drop:r1", "drop:clara"}
    assert legal(go(s, "drop:ms")) == {"drop:clara"}
    s = go(s, "drop:ms", "drop:clara")
    assert s.now.ap == 4
    assert s.cards.used[0] == (12,), "face up, for the rest of the match"
    assert s.cards.discards == (0,)


def test_searches_and_swaps_may_follow_each_other() -> None:
    s = holding("ms", "r1", "r1", "r2", "clara", "mihi")
    s = go(s, "search:m", "drop:clara", "drop:r1", "take:r3")
    s = go(s, "search:p", "drop:mihi", "drop:r1", "take:animi")
    assert s.now.ap == 2
    assert hand(s, 0) == ["ms", "r2", "r3", "animi"]
    s = go(s, "search:m", "drop:animi", "drop:r3", "take:r4")
    assert s.now.ap == 0
    assert not legal(s, "swap") | legal(s, "search")
    assert s.cards.used[0] == (12, 13, 17)


def test_a_search_shuffles_so_the_place_of_no_card_is_known() -> None:
    """After it, every card left in the deck is as likely to be drawn as before."""
    s = go(holding("ms", "r1", "r2", "clara"), "search:m", "drop:r1", "drop:clara", "take:jolly")
    swap = go(s, "swap:m", "drop:ms", "drop:r2")
    assert "jolly" in hand(swap, 0)
    s = go(s, "swap:m", "drop:ms")
    drawn = {GAME.apply(s, 0, _move("drop:r2"), chance(k)).cards.hands[0] for k in range(300)}
    assert drawn == {tuple(sorted((10, card))) for card in range(11)}


def test_without_a_prayer_nothing_is_searched() -> None:
    s = holding("ms", "r1", "r2")
    assert not legal(s, "search")
    assert refused(s, "search:m") == "search-prayer"


def test_the_searcher_chooses_any_card_of_the_deck() -> None:
    s = go(holding("ms", "r1", "clara"), "search:m", "drop:r1", "drop:clara")
    assert legal(s) == {f"take:{kind}" for kind in KINDS[:11]}
    after, events = told(s, "take:jolly")
    assert hand(after, 0) == ["ms", "jolly"]
    assert [e.kind for e in events] == ["took", "card"]
    assert all("card" not in e.data for e in events if e.to is None)


def test_a_search_of_the_own_prayers() -> None:
    s = go(holding("ms", "r1", "clara"), "search:p", "drop:r1", "drop:clara")
    assert legal(s) == {
        "take:nihil", "take:mihi", "take:omnia", "take:neque", "take:quin", "take:animi",
        "take:victoria",
    }  # fmt: skip
    assert hand(go(s, "take:animi"), 0) == ["ms", "animi"]


def test_a_search_shows_the_deck_to_the_searcher_only_and_is_not_taken_back() -> None:
    match = as_match(holding("ms", "r1", "clara"))
    for move in ("search:m", "drop:r1", "drop:clara"):
        match, _ = play(GAME, match, 0, _move(move))
    assert match.floor == match.ply
    s = match.state
    assert GAME.view(s, 0).cards.deck == s.cards.deck == tuple(sorted(s.cards.deck))
    for other in (1, None):
        assert set(GAME.view(s, other).cards.deck) == {19}
    after = go(s, "take:ms")
    assert set(GAME.view(after, 0).cards.deck) == {19}, "seen for as long as it is searched"


def _move(text: str):  # type: ignore[no-untyped-def]
    from rules.kernel import Move

    return Move.parse(text)


# Limits


def test_never_more_than_three_prayers_so_at_most_two_may_be_left_to_take_one() -> None:
    s = holding("clara", "mihi", "omnia", "ms", "r1")
    for first in ("swap:p", "search:p"):
        dropping = go(s, first)
        assert legal(go(dropping, "drop:ms")) == {"drop:clara", "drop:mihi", "drop:omnia"}
        after = go(dropping, "drop:ms", "drop:clara")
        assert sum(map(is_prayer, after.cards.hands[0])) <= 3
    assert legal(go(s, "swap:m", "drop:ms")) >= {"drop:r1"}


def test_in_the_first_turn_no_prayer_is_swapped_for() -> None:
    s = holding("ms", "r1", "r2", round=1)
    assert legal(s, "swap") == {"swap:m"}
    assert refused(s, "swap:p") == "first-turn"


def test_an_empty_deck_of_prayers_cannot_be_chosen() -> None:
    used = {0: [KINDS[card] for card in ALL_PRAYERS if KINDS[card] != "clara"]}
    s = holding("ms", "r1", "clara", used=used)
    assert legal(s, "swap") | legal(s, "search") == {"swap:m", "search:m"}
    assert refused(s, "swap:p") == "deck-empty"


def test_once_a_card_was_played_nothing_is_swapped() -> None:
    s = holding("ms", "r1", "r2", "clara")
    assert legal(s, "swap")
    s = go(s, "pray:clara", "garg:c5")
    assert not legal(s, "swap") | legal(s, "search")
    assert refused(s, "search:m") == "swap-late"


def test_the_free_action_does_not_end_swapping() -> None:
    s = go(holding("ms", "r1", "r2"), "free:tile", "tile:s6", "moves:s6:s")
    assert legal(s, "swap")


# Decks that run out


def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    s = position(TILES, hands={0: ["ms", "r1", "mw"]}, discards=["r3", "r3"],
                 gone=all_but("ms", "r1", "mw", "r3", "r3"))  # fmt: skip
    assert s.cards.deck == ()
    after, events = told(s, "swap:m", "drop:ms", "drop:r1")
    assert [e.data for e in events if e.kind == "shuffle"] == [{"cards": 4}]
    assert after.cards.discards == ()
    assert len(after.cards.deck) == 3
    drawn = Counter(after.cards.hands[0]) - Counter([KIND_INDEX["mw"]])
    assert set(drawn) <= {KIND_INDEX[card] for card in ("ms", "r1", "r3")}


def test_a_search_of_an_empty_deck_first_shuffles_the_discards() -> None:
    s = position(TILES, hands={0: ["ms", "r1", "clara"]}, discards=["r3", "r3"],
                 gone=all_but("ms", "r1", "r3", "r3"))  # fmt: skip
    s, events = told(s, "search:m", "drop:clara", "drop:r1")
    assert [e.data for e in events if e.kind == "shuffle"] == [{"cards": 3}]
    assert legal(s) == {"take:r1", "take:r3"}
    after = go(s, "take:r3")
    assert (after.cards.deck, after.cards.discards) == ((4, 6), ())


def test_a_deck_that_is_not_empty_is_searched_as_it_is() -> None:
    s = position(TILES, hands={0: ["ms", "r1", "clara"]}, discards=["r3"],
                 gone=all_but("ms", "r1", "r3", "r2"))  # fmt: skip
    s = go(s, "search:m", "drop:clara", "drop:r1")
    assert legal(s) == {"take:r2"}
    assert s.cards.discards == (4, 6)


def test_a_deck_is_made_anew_only_once_it_is_empty() -> None:
    used = {0: [KINDS[card] for card in ALL_PRAYERS]}
    s = position(TILES, hands={0: ["ms"]}, used=used, discards=["r3"] * 6,
                 gone=all_but("ms", "r2", *["r3"] * 6))  # fmt: skip
    after, events = told(s, "end")
    assert [e.kind for e in events if e.kind in ("draw", "shuffle")] == [
        "draw", "shuffle", "draw", "draw", "draw", "draw",
    ]  # fmt: skip
    assert hand(after, 0) == ["ms", "r2", "r3", "r3", "r3", "r3"]


def test_with_deck_and_discards_empty_a_discarded_movement_card_can_still_be_drawn() -> None:
    s = position(TILES, hands={0: ["ms", "clara", "mihi"]}, gone=all_but("ms"))
    assert "swap:m" in legal(s)
    s = go(s, "swap:m")
    assert legal(go(s, "drop:clara")) == {"drop:ms"}, "two prayers leave nothing to draw"
    assert hand(go(s, "drop:clara", "drop:ms"), 0) == ["ms", "mihi"]
    none = position(TILES, hands={0: ["clara", "mihi"]}, gone=all_but())
    assert legal(none, "swap") == {"swap:p"}


# Discarding and drawing at the end of the turn


def test_only_cards_played_this_turn_are_discarded() -> None:
    s = position(TILES, hands={0: ["ms", "r1", "r2", "clara"], 1: ["r2"]})
    s = go(s, "play:ms", "tile:s6", "moves:s6:s", "pray:clara", "garg:j5", "end")
    assert hand(s, 0)[:2] == ["r1", "r2"]
    assert s.cards.discards == (0,)
    assert s.cards.used[0] == (12,)


def test_drawing_fills_the_hand_to_six_one_card_at_a_time_from_either_deck() -> None:
    s = go(holding("ms", "r1"), "end")
    asked = 0
    while s.stack[-1].kind == "draw":
        assert legal(s) >= {"draw:m", "draw:p"}
        s = go(s, "draw:m")
        asked += 1
    assert asked == 4
    assert len(s.cards.hands[0]) == 6
    assert s.stack[-1].seat == 1


def test_no_more_than_three_prayers_are_drawn_then_only_movement_cards() -> None:
    s = go(holding("ms"), "end", "draw:p", "draw:p")
    assert len(s.cards.hands[0]) == 3
    s = go(s, "draw:p")
    # The last two are no choice.
    assert len(s.cards.hands[0]) == 6
    assert sum(map(is_prayer, s.cards.hands[0])) == 3
    assert s.stack[-1].seat == 1


def test_the_draw_that_closes_the_first_turn_may_take_prayers() -> None:
    s = go(holding("ms", "r1", round=1), "end")
    assert legal(s) == {"draw:m", "draw:p", "draw:all"}


def test_movement_cards_can_be_drawn_up_to_six_at_once() -> None:
    s = go(holding("ms", "r1"), "end", "draw:p", "draw:all")
    assert len(s.cards.hands[0]) == 6
    assert sum(map(is_prayer, s.cards.hands[0])) == 1
    assert s.stack[-1].seat == 1


def test_the_end_of_the_turn_and_the_draw_can_be_one() -> None:
    s = holding("ms", "r1")
    after = go(s, "end:all")
    assert len(after.cards.hands[0]) == 6
    assert not any(map(is_prayer, after.cards.hands[0]))
    assert after.stack[-1].seat == 1
    full = holding("ms", "r1", "r1", "r2", "r2", "r3")
    assert legal(full, "end") == {"end"}, "nothing is drawn"
    gone = position(TILES, hands={0: ["ms"]}, used={0: [KINDS[card] for card in ALL_PRAYERS]})
    assert legal(gone, "end") == {"end"}, "there is no choice of decks"


def test_a_single_missing_card_is_not_all_of_them() -> None:
    s = go(holding("ms", "r1", "r2", "r2", "r3"), "end")
    assert legal(s) == {"draw:m", "draw:p"}


def test_all_movement_cards_that_are_left_may_be_fewer_than_are_missing() -> None:
    s = position(TILES, hands={0: ["ms"]}, gone=all_but("ms", "r1", "r2"))
    s = go(s, "end", "draw:all")
    assert hand(s, 0)[:3] == ["ms", "r1", "r2"], "and then the prayers, which are no choice"
    assert sum(map(is_prayer, s.cards.hands[0])) == 3


def test_with_six_cards_nothing_is_drawn() -> None:
    s = holding("ms", "r1", "r1", "r2", "r2", "r3")
    after, events = told(s, "end")
    assert hand(after, 0) == hand(s, 0)
    assert [e.kind for e in events] == ["end", "turn"]


def test_with_both_decks_empty_nothing_is_drawn() -> None:
    used = {0: [KINDS[card] for card in ALL_PRAYERS]}
    s = position(TILES, hands={0: ["ms"]}, used=used, gone=all_but("ms"))
    after = go(s, "end")
    assert hand(after, 0) == ["ms"]
    assert after.stack[-1].seat == 1


def test_drawing_too_makes_an_empty_deck_anew() -> None:
    used = {0: [KINDS[card] for card in ALL_PRAYERS]}
    s = position(TILES, hands={0: ["ms"]}, used=used, discards=["r3"] * 3,
                 gone=all_but("ms", "r3", "r3", "r3"))  # fmt: skip
    after = go(s, "end")
    assert hand(after, 0) == ["ms", "r3", "r3", "r3"]


def test_every_card_of_a_deck_is_as_likely_to_be_drawn() -> None:
    s = go(holding("r1"), "end")
    drawn: Counter[int] = Counter()
    draws = 4000
    for k in range(draws):
        after = GAME.apply(s, 0, _move("draw:m"), chance(k))
        drawn.update(Counter(after.cards.hands[0]) - Counter(s.cards.hands[0]))
    deck = Counter(s.cards.deck)
    for card, count in deck.items():
        expected = draws * count / len(s.cards.deck)
        assert drawn[card] == pytest.approx(expected, abs=5 * expected**0.5)


def test_every_prayer_of_the_own_deck_is_as_likely_to_be_drawn() -> None:
    s = go(holding("r1", "clara"), "end")
    drawn: Counter[int] = Counter()
    for k in range(2100):
        after = GAME.apply(s, 0, _move("draw:p"), chance(k))
        drawn.update(set(after.cards.hands[0]) - set(s.cards.hands[0]))
    assert set(drawn) == set(ALL_PRAYERS) - {12}
    assert all(count == pytest.approx(300, abs=5 * 300**0.5) for count in drawn.values())


def test_a_draw_is_not_taken_back() -> None:
    match = as_match(holding("ms", "r1"))
    match, _ = play(GAME, match, 0, _move("end"))
    assert match.floor == 0, "nothing was drawn yet"
    match, _ = play(GAME, match, 0, _move("draw:p"))
    assert match.floor == match.ply == 2


# All swaps of a hand, by trying every pair of cards


def pairs(s: State, first: str) -> set[tuple[str, ...]]:
    """The pairs of cards that can be discarded for this."""
    found = set()
    begun = go(s, first)
    for one in legal(begun, "drop"):
        then = go(begun, one) if len(s.cards.hands[0]) > 2 else begun
        for other in legal(then, "drop"):
            left = Counter(hand(s, 0)) - Counter([other.split(":")[1]])
            gone = [one.split(":")[1]] if then is not begun else list(left)
            found.add(tuple(sorted([*gone, other.split(":")[1]])))
    return found


@pytest.mark.parametrize("round", [1, 2])
@pytest.mark.parametrize("deck", ["full", "discards", "none"])
@pytest.mark.parametrize("ap", [1, 2])
def test_just_those_pairs_can_be_discarded_that_the_rules_of_swapping_allow(
    round: int, deck: str, ap: int
) -> None:
    for prayers in range(4):
        for movement in range(5):
            for left in (True, False):
                cards = ["clara", "mihi", "omnia"][:prayers] + ["ms", "ms", "r1", "r2"][:movement]
                others = [] if left else [KINDS[card] for card in ALL_PRAYERS]
                aside = ["jolly"] if deck == "discards" else []
                s = position(
                    TILES, hands={0: cards}, discards=aside, round=round, ap=ap,
                    gone=[] if deck == "full" else all_but(*cards, *aside),
                    used={0: [card for card in others if card not in cards]},
                )  # fmt: skip
                for op in ("swap", "search"):
                    for of in "mp":
                        allowed = set()
                        for pair in combinations(cards, 2):
                            said = sum(card in cards[:prayers] for card in pair)
                            kept = prayers - said
                            there = (deck != "none" or said < 2) if of == "m" else left and kept < 3
                            late = of == "m" or round > 1
                            paid = ap >= (1 if op == "swap" else 2) and (op == "swap" or said > 0)
                            if there and late and paid:
                                allowed.add(tuple(sorted(pair)))
                        move = f"{op}:{of}"
                        assert (move in legal(s)) == bool(allowed), (move, cards)
                        assert not allowed or pairs(s, move) == allowed, (move, cards)
