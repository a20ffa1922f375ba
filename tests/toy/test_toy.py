"""The toy really has the hard things that it is there for, each shown once."""

from __future__ import annotations

from itertools import pairwise

import pytest

import rules
from rendering.scene import renderers
from rendering.words import has
from rules import toy
from rules.kernel import Match, Move, leave, play, start
from tests.kit.playouts import playout
from tests.toy import install, uninstall

GAME = toy.GAME


def opening(seats: int = 2, **options: object) -> Match:
    return start(GAME, seats, bytes(32), toy.Options.model_validate(options))[0]


def answer(match: Match, text: str, seat: int | None = None) -> Match:
    if seat is None:
        prompt = GAME.prompt(match.state)
        assert prompt is not None
        (seat,) = prompt.seats
    return play(GAME, match, seat, Move.parse(text))[0]


def bid(match: Match) -> Match:
    """Everybody bids the lowest card."""
    for seat in range(match.seats):
        match = answer(match, f"bid:{match.state.hands[seat][0]}", seat)
    return match


def asked(match: Match) -> tuple[str, tuple[int, ...]]:
    prompt = GAME.prompt(match.state)
    assert prompt is not None
    return prompt.op, prompt.seats


def hands(match: Match, *cards: tuple[int, ...]) -> Match:
    """The same match with these hands."""
    from dataclasses import replace

    held = {card for hand in cards for card in hand}
    free = tuple(card for card in range(1, 73) if card not in held | {*match.state.played})
    return replace(match, state=replace(match.state, hands=cards, deck=free))


def test_hands_are_private_and_drawn_by_chance() -> None:
    s = opening().state
    assert [len(hand) for hand in s.hands] == [6, 6]
    assert s.hands != start(GAME, 2, b"1" * 32)[0].state.hands
    assert GAME.view(s, 0).hands == (s.hands[0], (0,) * 6)
    assert GAME.view(s, None).hands == ((0,) * 6, (0,) * 6)


def test_all_seats_choose_in_secret_at_once() -> None:
    match = opening(4)
    assert asked(match) == ("bid", (0, 1, 2, 3))
    match = answer(match, f"bid:{match.state.hands[2][3]}", 2)
    assert asked(match) == ("bid", (0, 1, 3))
    assert GAME.view(match.state, 1).stack[-1].bids == (None, None, 0, None)
    assert GAME.view(match.state, 2).stack[-1].bids[2] == match.state.hands[2][3]


def test_a_step_has_more_than_500_legal_moves_of_three_arguments() -> None:
    match = bid(opening())
    op, (seat,) = asked(match)
    assert op == "turn"
    puts = [move for move in GAME.moves(match.state, seat) if move.op == "put"]
    assert len(puts) == 500
    assert {len(move.args) for move in puts} == {3}


def test_a_turn_is_several_moves_and_then_end() -> None:
    match = bid(opening())
    _, (seat,) = asked(match)
    for cell in (0, 9, 90):
        assert asked(match) == ("turn", (seat,))
        match = play(GAME, match, seat, toy.put(match.state.hands[seat][0], cell))[0]
    assert list(GAME.moves(match.state, seat)) == [toy.END]
    assert asked(answer(match, "end")) == ("turn", (1 - seat,))


def test_a_reaction_to_an_effect_and_a_reaction_to_it() -> None:
    match = bid(opening())
    _, (seat,) = asked(match)
    foe = 1 - seat
    match = hands(match, *[(10, 40, 50), (20, 30, 60)][:: 1 if seat == 0 else -1])
    match = answer(answer(match, "put:50:4:4"), "end")
    match = answer(match, "put:20:5:4")
    assert asked(match) == ("react", (seat,))
    assert [str(m) for m in GAME.moves(match.state, seat)] == ["pass", "play:40"]
    match = answer(match, "play:40")
    assert asked(match) == ("react", (foe,))
    assert [str(m) for m in GAME.moves(match.state, foe)] == ["pass", "play:60"]
    struck = answer(match, "play:60")
    assert struck.state.cells[44] is None
    assert asked(struck) == ("turn", (foe,))
    spared = answer(match, "pass")
    assert spared.state.cells[44] == seat


def test_one_put_may_strike_several_each_with_its_own_reactions() -> None:
    match = bid(opening())
    _, (seat,) = asked(match)
    match = hands(match, *[(10, 11, 12), (20, 21, 22)][:: 1 if seat == 0 else -1])
    for text in ("put:10:4:3", "put:11:4:5", "end", "put:20:4:4"):
        match = answer(match, text)
    assert [frame.op for frame in match.state.stack[-4:]] == ["strike", "react"] * 2
    match = answer(answer(match, "pass"), "pass")
    assert match.state.cells[34] is match.state.cells[54] is None


def test_a_spy_is_shown_a_secret_and_knows_it_from_then_on() -> None:
    match = bid(opening())
    _, (seat,) = asked(match)
    match = answer(match, f"spy:{1 - seat}")
    assert match.floor == match.ply
    assert GAME.view(match.state, seat).lucky[1 - seat] == match.state.lucky[1 - seat]
    assert GAME.view(match.state, None).lucky == (None, None)
    assert Move("spy", (str(1 - seat),)) not in GAME.moves(match.state, seat)


def test_rivals_win_alone_or_share_and_all_is_revealed() -> None:
    last = playout(GAME, 0, 250, options=toy.Options(mode="rivals"))
    how = GAME.outcome(last.last.state)
    assert how is not None
    assert how.winners
    assert [e.kind for e in last.plies[-1].events][-3:] == ["reveal", "reveal", "over"]


def test_together_all_win_or_all_lose() -> None:
    found = set()
    for seed in range(30):
        last = playout(GAME, seed, 250, options=toy.Options(mode="together", rounds=1)).last
        how = GAME.outcome(last.state)
        assert how is not None
        found.add((how.reason, how.winners == tuple(range(last.seats)), how.winners == ()))
    assert found == {("bright", True, False), ("dark", False, True)}


def test_resigning_waits_in_one_mode_and_is_out_in_the_other() -> None:
    assert leave(GAME, opening(mode="together"), 0) is None
    gone = leave(GAME, opening(3), 0)
    assert gone is not None
    assert gone[0].state.out == (0,)
    assert asked(gone[0]) == ("bid", (1, 2))


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_option_rounds(rounds: int) -> None:
    played = playout(GAME, 5, 250, options=toy.Options(rounds=rounds))
    counted = [GAME.round(ply.after.state) for ply in played.plies]
    assert max(counted) == rounds
    assert all(b - a in (0, 1) for a, b in pairwise(counted))


def test_a_turn_event_opens_every_turn() -> None:
    for ply in playout(GAME, 4, 250).plies:
        begun = [event.data["seat"] for event in ply.events if event.kind == "turn"]
        prompt = GAME.prompt(ply.after.state)
        if begun:
            assert prompt is not None
            assert prompt == ("turn", (begun[-1],))


def test_installed_it_is_found_like_any_game_and_uninstalled_it_is_not() -> None:
    assert "toy" in rules.games()
    assert "toy" in renderers()
    assert has("toy-name")
    try:
        uninstall()
        assert "toy" not in rules.games()
        assert "toy" not in renderers()
        assert not has("toy-name")
    finally:
        install()
    assert "toy" in rules.games()
