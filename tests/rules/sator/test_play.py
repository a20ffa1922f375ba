"""Whole matches: nobody is ever stuck, and what must always hold holds at every ply."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.kernel import Match
from rules.sator.board import mask
from rules.sator.facts import ALL_PRAYERS, DECK, HAND, MOST_PRAYERS, TILES, is_prayer, shape_of
from rules.sator.game import GAME, State
from tests.rules.sator.players import Greedy, at_random, match_of, placed, played


def invariants(s: State) -> None:
    grid, board, cards = s.grid, s.board, s.cards
    taken = 0
    for tile, spot in enumerate(board.spots):
        if spot >= 0:
            assert grid.shape(spot) == shape_of(tile)
            assert not taken & grid.mask[spot], "two tiles overlap"
            taken |= grid.mask[spot]
    books = [book for book in board.books if book >= 0]
    acolytes = [at for at in board.acolytes if at >= 0]
    gargoyles = [at for at in s.gargoyles if at >= 0]
    assert len(set(books)) == len(books)
    if s.round:
        assert all(taken >> square & 1 for square in (*books, *acolytes, *gargoyles))
    pawns = [*acolytes, *gargoyles]
    assert len(set(pawns)) == len(pawns), "two pawns on a square"
    assert not set(acolytes) & set(books), "an Acolyte rests on a book"
    movement = [*cards.deck, *cards.discards, *s.now.played, *(c for h in cards.hands for c in h)]
    assert sorted(c for c in movement if not is_prayer(c)) == sorted(DECK)
    turn = s.stack[0].seat if s.stack else -1
    for seat in range(s.seats):
        mine = [*cards.prayers[seat], *cards.used[seat], *filter(is_prayer, cards.hands[seat])]
        mine += [card for card in s.now.played if seat == turn and is_prayer(card)]
        assert sorted(mine) == list(ALL_PRAYERS)
        assert sum(map(is_prayer, cards.hands[seat])) <= MOST_PRAYERS
        assert len(cards.hands[seat]) <= HAND
    assert s.now.ap >= 0
    assert s.now.points >= 0
    assert len(set(s.now.seen)) == len(s.now.seen), "a layout came again"


def followed(before: State, after: State) -> None:
    """What a single move may not do."""
    locked = mask(before.gargoyles)
    for tile in range(TILES):
        spot = before.board.spots[tile]
        if spot >= 0 and before.grid.mask[spot] & locked:
            assert after.board.spots[tile] == spot, "a locked tile changed"
    for seat in range(before.seats):
        assert after.collected(seat) >= before.collected(seat)
        if before.board.acolytes[seat] >= 0:
            assert after.board.acolytes[seat] != -1, "back on the start square"
    assert after.round >= before.round


def watched(match: Match, players: list, chance: random.Random) -> State:  # type: ignore[type-arg]
    before = match.state
    invariants(before)
    for now in played(match, players, chance):
        invariants(now.state)
        followed(before, now.state)
        before = now.state
    return before


@pytest.mark.parametrize("size", [12, 14, 16])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_keep_the_invariants_at_every_ply(seats: int, size: int) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        match = match_of(seats, seed, size=size, round_limit=14, even_rounds=seed % 2)
        s = watched(match, [at_random] * seats, chance)
        assert s.over
        assert GAME.outcome(s) is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_players_win_in_three_to_ten_rounds(seats: int) -> None:
    rounds = []
    for seed in range(6):
        chance = random.Random(seed)
        match = placed(match_of(seats, seed), chance)
        s = watched(match, [Greedy() for _ in range(seats)], chance)
        assert s.over == "books"
        rounds.append(s.round)
    assert min(rounds) >= 3
    assert max(rounds) <= 10


def test_a_greedy_player_beats_random_ones() -> None:
    wins: Counter[int] = Counter()
    for seed in range(6):
        chance = random.Random(seed)
        match = placed(match_of(3, seed), chance)
        *_, last = played(match, [Greedy(), at_random, at_random], chance)
        outcome = GAME.outcome(last.state)
        assert outcome is not None
        wins.update(outcome.winners)
    assert wins[0] == 6


def test_random_matches_meet_every_kind_of_move_and_question() -> None:
    moves: Counter[str] = Counter()
    asked: set[str] = set()
    for seed in range(9):
        chance = random.Random(seed)
        match = placed(match_of(2 + seed % 3, seed, round_limit=25), chance)
        ply = match.ply
        for now in played(match, [at_random] * 4, chance):
            assert now.ply == ply + 1
            ply = now.ply
            prompt = GAME.prompt(now.state)
            if prompt is not None:
                asked.add(prompt.op)
                moves.update({move.op for move in GAME.moves(now.state, prompt.seats[0])})
    assert asked == {
        "turn", "pick", "effect", "again", "drop", "search", "draw", "push", "gargoyle", "jump",
        "animi", "lift", "lift-turn", "lift-place",
    }  # fmt: skip
    assert set(moves) == {
        "swap", "search", "drop", "take", "play", "pray", "tile", "turn", "place", "moves", "rotas",
        "garg", "jump", "push", "walk", "free", "banish", "draw", "done", "end",
    }  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_answer_offered_can_be_carried_through(seats: int) -> None:
    """From positions on the way, every single answer is begun and played on to the next turn: no
    card, tile or effect leads to a question without an answer."""
    chance = random.Random(seats)
    match = placed(match_of(seats, "through", round_limit=12), chance)
    tried = 0
    for now in played(match, [at_random] * seats, chance):
        if chance.random() > 0.2 or GAME.prompt(now.state) is None:
            continue
        seat = now.state.stack[-1].seat
        for move in list(GAME.moves(now.state, seat)):
            s = GAME.apply(now.state, seat, move, _ctx(tried))
            for _ in range(60):
                if not s.stack or s.stack[-1].kind == "turn":
                    break
                inner = s.stack[-1].seat
                answers = list(GAME.moves(s, inner))
                assert answers, f"{move}: {s.stack[-1]} has no answer"
                s = GAME.apply(s, inner, chance.choice(answers), _ctx(tried))
            else:
                raise AssertionError(f"{move} never comes to an end")
            tried += 1
    assert tried > 300


def _ctx(key: int):  # type: ignore[no-untyped-def]
    from tests.rules.sator.positions import chance

    return chance(key)
