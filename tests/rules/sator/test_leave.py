"""Resigning: while tiles are placed, in a turn, out of turn, and in the middle of a card."""

from __future__ import annotations

import random

import pytest

from rules.kernel import Event, IllegalMove, Match, Seat, leave, play
from rules.sator.facts import ALL_PRAYERS, TILE_INDEX, TILE_NAMES
from rules.sator.game import GAME, State
from rules.sator.state import GONE
from tests.rules.sator.players import at_random, by_hand, match_of, placed, played
from tests.rules.sator.positions import (
    as_match,
    chance,
    go,
    legal,
    name,
    places,
    placing,
    position,
    told,
)

LINE = {"s4": "c5:0", "w4": "g5:0"}
BARE = {"s6": "h9:0", "w6": "c10:0"}


def gone(s: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    found = leave(GAME, as_match(s), seat)
    assert found is not None
    return found[0].state, found[1]


def three(**kwargs: object) -> State:
    hands = {0: ["ms", "r6", "clara"], 1: ["mw", "mw", "nihil", "animi"], 2: ["mb"]}
    given = {"acolytes": {0: "c5", 1: "e5", 2: "g5"}, "gargoyles": {1: "j5"}} | kwargs
    return position(LINE | BARE, hands=hands, seats=3, **given)  # type: ignore[arg-type]


# Its pieces and cards


def test_acolyte_and_gargoyle_leave_the_board_books_stay() -> None:
    s = three()
    after, events = gone(s, 1)
    assert after.board.acolytes == (s.board.acolytes[0], GONE, s.board.acolytes[2])
    assert after.gargoyles[1] == -1
    assert after.board.books == s.board.books
    assert events[0].kind == "leave"
    assert after.out == (1,)


def test_its_books_stay_as_books_of_another_colour() -> None:
    s = three(books={1: ["d5"]})
    s = s.but(now=s.now.but(points=2, played=(0, 0)))
    after, _ = gone(s, 1)
    assert "walk:d5" not in legal(after)
    assert "walk:e5" in legal(after), "the Acolyte who stood there is gone"


def test_movement_cards_go_to_the_discards_prayers_leave_the_match_unseen() -> None:
    after, _ = gone(three(), 1)
    assert after.cards.hands[1] == ()
    assert after.cards.discards == (1, 1)
    assert after.cards.used[1] == ()
    assert after.cards.prayers[1] == ALL_PRAYERS
    assert set(GAME.view(after, 0).cards.prayers[1]) == {20}


# Its turns


def test_a_seat_that_resigns_in_its_turn_ends_it() -> None:
    s = go(three(), "play:ms", "tile:s6", "moves:s6:s")
    after, _ = gone(s, 0)
    assert after.stack[-1].seat == 1
    assert after.now.ap == 6
    # r6 from the hand and ms from the table.
    assert after.cards.discards == (0, 9)


def test_it_is_passed_over_from_then_on_and_rounds_go_on() -> None:
    s = position(LINE, hands={k: ["r2"] * 6 if k < 1 else ["r3"] * 6 if k < 2 else ["r1"] * 6
                              for k in range(3)}, seats=3)  # fmt: skip
    after, _ = gone(s, 1)
    after = go(after, "end")
    assert after.stack[-1].seat == 2
    after = go(after, "end")
    assert (after.stack[-1].seat, after.round) == (0, 3)


def test_when_the_first_player_resigned_rounds_turn_at_its_place() -> None:
    s = position(LINE, hands={k: ["r2"] * 6 if k < 1 else ["r3"] * 6 if k < 2 else ["r1"] * 6
                              for k in range(3)}, seats=3, first=1, seat=1)  # fmt: skip
    after, _ = gone(s, 1)
    assert (after.stack[-1].seat, after.round) == (2, 2)
    after = go(after, "end", "end")
    assert (after.stack[-1].seat, after.round) == (2, 3)


def test_it_cannot_win() -> None:
    s = position(LINE, hands={0: ["r2"] * 6, 2: ["r1"] * 6}, seats=3, seat=2, round_limit=2,
                 books={0: ["l12"], 1: ["l13", "l14"], 2: ["m14", "n14"]})  # fmt: skip
    after, _ = gone(s, 0)  # it had three books, the others two
    after = go(after, "end")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1, 2), (3, 2, 2))


def test_the_last_seat_left_wins_at_once() -> None:
    after, _ = gone(three(), 1)
    after, _ = gone(after, 0)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((2,), "last")


def test_the_last_two_in_a_turn_with_cards_on_the_table() -> None:
    s = position(LINE | BARE, hands={0: ["ms", "clara"], 1: ["mw"]})
    s = go(s, "play:ms", "tile:s6", "moves:s6:s", "pray:clara")
    for seat in (0, 1):
        after, _ = gone(s, seat)
        assert after.over == "last"
        assert 12 in after.cards.used[0]
        assert 0 in after.cards.discards


def test_nobody_resigns_twice() -> None:
    after, _ = gone(three(), 1)
    with pytest.raises(IllegalMove) as no:
        leave(GAME, as_match(after), 1)
    assert no.value.reason.key.removeprefix("sator-refused-") == "left"


# Out of turn, in the middle of something


def test_layouts_of_the_turn_are_remembered_without_the_one_who_left() -> None:
    s = go(three(gargoyles={}), "play:ms", "tile:s6", "moves:s6:s")
    after, _ = gone(s, 1)
    assert "moves:s6:n" not in legal(go(after, "free:tile", "tile:s6"))


def test_nihil_under_way_loses_its_last_acolyte_and_the_card_returns() -> None:
    s = position(LINE | {"b4": "h11:90"}, acolytes={0: "c5", 1: "e5"}, seats=3,
                 hands={0: ["nihil"], 1: ["r1"], 2: ["r2"]})  # fmt: skip
    s = go(s, "pray:nihil:1")
    # Seat 2's green Acolyte could leave its start square by h14.
    assert {m.split(":")[1] for m in legal(s)} == {"blue", "green"}
    s = s.but(board=s.board._replace(spots=(*s.board.spots[:14], -1, *s.board.spots[15:])))
    assert {m.split(":")[1] for m in legal(s)} == {"blue"}
    after, _ = gone(s, 1)
    assert after.stack[-1].kind == "turn"
    assert after.cards.hands[0] == (11,)
    assert (after.now.ap, after.now.played) == (6, ())


def test_a_gargoyle_that_left_is_no_longer_sent_away() -> None:
    s = three()
    s = s.but(cards=s.cards.but(hands=((0, 4, 9, 9), *s.cards.hands[1:])))
    dropping = go(s, "banish:j5", "drop:ms")
    after, _ = gone(dropping, 1)
    assert after.stack[-1].kind == "turn"
    assert after.cards.hands[0] == (0, 4, 9, 9)


def test_a_card_whose_only_effect_was_a_rider_returns_to_the_hand() -> None:
    # Half a turn of s5 about its middle matters only while the other Acolyte rides on an end;
    # everything else is shut off.
    walls = {"s5": "a1:0", "w4": "a2:0", "i4": "d1:90"}
    s = position(walls, acolytes={1: "a1"}, hands={0: ["r5"]}, seats=3)
    s = go(s, "play:r5")
    assert legal(s) == {"rotas:s5:b1:half"}
    after, _ = gone(s, 1)
    assert after.stack[-1].kind == "turn"
    assert after.cards.hands[0] == (8,)
    assert after.now.points == 0


# While tiles are placed


@pytest.mark.parametrize("seats", [3, 4])
def test_its_tiles_are_placed_at_its_turns_by_chance(seats: int) -> None:
    for seed in range(4):
        chance = random.Random(seed)
        match = match_of(seats, seed)
        for _ in range(chance.randrange(30)):
            seat = match.state.stack[-1].seat
            move = chance.choice(by_hand(match.state, seat))
            match, _ = play(GAME, match, seat, move)
        out = chance.randrange(seats)
        found = leave(GAME, match, out)
        assert found is not None
        match = found[0]
        while match.state.round == 0:
            seat = match.state.stack[-1].seat
            assert seat != out
            move = chance.choice(by_hand(match.state, seat))
            match, _ = play(GAME, match, seat, move)
        s = match.state
        assert all(spot >= 0 for spot in s.board.spots), "all 24 tiles lie there"
        assert s.board.acolytes[out] == GONE
        assert s.cards.hands[out] == ()
        assert s.stack[-1].seat != out
        taken = 0
        for spot in s.board.spots:
            taken |= s.grid.mask[spot]
        assert all(taken >> book & 1 for book in s.board.books)


def test_what_it_would_draft_is_drawn() -> None:
    match = match_of(3, 1)
    first = match.state.rules.first
    found = leave(GAME, match, first)
    assert found is not None
    s = found[0].state
    assert [len(s.laying.trays[(first + k) % 3]) for k in range(3)] == [7, 6, 6]
    assert s.stack[-1].seat == (first + 1) % 3


def last_tile(seats: int, first: int) -> State:
    """The last tile is about to be placed, by seat 0."""
    books = {0: ("h8",), 1: ("h9",)}
    return go(placing({}, {0: ("s6",)}, books, seats=seats, first=first), "choose:s6")


@pytest.mark.parametrize(
    ("seats", "first", "out", "counts"),
    [
        # Clockwise from the first player: 4, 5, 5, 6.
        (4, 0, 2, [4, 5, 0, 6]),
        (4, 1, 2, [6, 4, 0, 5]),
        (4, 2, 3, [5, 6, 4, 0]),
        (4, 2, 2, [5, 6, 0, 5]),
        # 4, 5, 6.
        (3, 0, 1, [4, 0, 6]),
        (3, 1, 2, [6, 4, 0]),
        (3, 2, 2, [5, 6, 0]),
    ],
)
def test_each_is_dealt_the_cards_of_his_place_a_seat_that_resigned_none(
    seats: int, first: int, out: int, counts: list[int]
) -> None:
    s, _ = gone(last_tile(seats, first), out)
    s, events = told(s, "place:s6:h8:90")
    assert [len(held) for held in s.cards.hands] == counts
    assert len(s.cards.deck) == 78 - sum(counts)
    dealt = [(e.data["seat"], e.data["cards"]) for e in events if e.kind == "deal"]
    order = [(first + k) % seats for k in range(seats)]
    assert dealt == [(seat, counts[seat]) for seat in order if seat != out]
    begins = first if first != out else (first + 1) % seats
    assert (s.stack[-1].seat, s.round) == (begins, 1)


def test_its_tiles_are_placed_in_turn_one_at_a_time() -> None:
    trays = {0: ("s6", "s5"), 1: ("w6", "w5"), 2: ("b6", "b5")}
    s = placing({}, trays, {0: ("a1",), 1: ("n14",), 2: ("h8",)}, seats=3, seat=2)
    s, _ = gone(s, 1)
    placed_by: list[int] = []
    while s.round == 0:
        assert s.stack[-1].seat != 1
        s, events = told(s, min(m for m in legal(s) if m != "chance"))
        placed_by += [e.data["seat"] for e in events if e.kind in ("place", "laid")]
    assert placed_by == [2, 1, 0, 2, 1, 0]


def test_its_tiles_are_placed_by_chance_where_they_may_lie() -> None:
    books = {0: ("a1",), 1: ("n14",), 2: ("h8",)}
    s = placing({}, {0: ("s6", "s5"), 1: ("w6",), 2: ("b6",)}, books, seats=3)
    may = {tile: places(s, tile) for tile in ("s6", "s5")}
    found = set()
    for k in range(120):
        ctx = chance(k)
        after = GAME.settle(GAME.leave(s, 0, ctx), ctx)
        (tile,) = {"s6", "s5"} - {TILE_NAMES[t] for t in after.laying.trays[0]}
        spot = after.board.spots[TILE_INDEX[tile]]
        lies = f"{s.grid.names[s.grid.anchor(spot)]}:{90 * s.grid.turn(spot)}"
        assert lies in may[tile]
        found.add((tile, lies))
    assert {tile for tile, _ in found} == {"s6", "s5"}
    assert len(found) > 80


def test_what_it_would_draft_is_drawn_by_chance() -> None:
    s = match_of(3, 1).state
    taken = set()
    for k in range(60):
        ctx = chance(k)
        after = GAME.settle(GAME.leave(s, s.rules.first, ctx), ctx)
        taken |= set(s.laying.pool) - set(after.laying.pool)
    assert taken == set(s.laying.pool)


def test_with_one_seat_left_while_placing_it_is_over() -> None:
    found = leave(GAME, match_of(2, 1), 0)
    assert found is not None
    outcome = GAME.outcome(found[0].state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "last")


def test_whoever_resigns_whenever_the_match_goes_on_to_its_end() -> None:
    """At any question, in and out of turn, half-way through any card."""
    kinds = set()
    for seed in range(12):
        chance = random.Random(seed)
        match = placed(match_of(3 + seed % 2, seed, round_limit=10), chance)
        for now in played(match, [at_random] * 4, chance):
            if GAME.prompt(now.state) is None or chance.random() > 0.1:
                continue
            kinds.add(now.state.stack[-1].kind)
            for seat in now.state.there():
                _to_the_next_turn(now, seat, chance)
    assert len(kinds) > 9


def _to_the_next_turn(match: Match, out: Seat, chance: random.Random) -> None:
    found = leave(GAME, match, out)
    assert found is not None
    s = found[0].state
    for _ in range(40):
        if not s.stack or s.stack[-1].kind == "turn":
            break
        seat = s.stack[-1].seat
        assert seat != out
        answers = list(GAME.moves(s, seat))
        assert answers, f"{s.stack[-1]} has no answer after {out} left"
        s = go(s, str(chance.choice(answers)))
    assert name(s, s.board.acolytes[out]) == ""
