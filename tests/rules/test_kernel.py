"""The kernel: how a move is written, the door's refusals, the undo floor."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules import kernel, toy
from rules.kernel import (
    Ctx,
    Event,
    Frame,
    GameOver,
    IllegalMove,
    Match,
    Move,
    NotYourTurn,
    Outcome,
    Reason,
    Refused,
    Rng,
    play,
    play_all,
    start,
)
from tests.kit.playouts import playout

GAME = toy.GAME


# How a move is written


@pytest.mark.parametrize("text", ["go:a2:b2", "end", "put:3:9:0", "x", "a_b:c-d:+1", "a" * 64])
def test_a_move_is_read_back_as_it_was_written(text: str) -> None:
    assert str(Move.parse(text)) == text


def test_a_move_is_an_op_and_its_arguments() -> None:
    assert Move.parse("slide:b4:e") == Move("slide", ("b4", "e"))
    assert str(Move("slide", ("b4", "e"))) == "slide:b4:e"


@pytest.mark.parametrize(
    "text",
    ["", ":", "a:", ":a", "a::b", "A", "go a2", "go:a2\n", "\ngo", "a" * 65, "b" * 63 + ":c", "é",
     "go:٣", "go:a2:b²", "go\x00", "go:a2;b2", "<@123>", "go:ａ2"],
)  # fmt: skip
def test_what_is_no_move_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="a move"):
        Move.parse(text)


_part = st.text("abcxyz0189_+-", min_size=1, max_size=12)


@given(st.lists(_part, min_size=1, max_size=4))
def test_every_move_in_the_alphabet_is_read_back(parts: list[str]) -> None:
    move = Move(parts[0], tuple(parts[1:]))
    assert Move.parse(str(move)) == move


@given(st.text(max_size=80))
def test_any_text_is_read_exactly_or_refused(text: str) -> None:
    try:
        move = Move.parse(text)
    except ValueError:
        return
    assert str(move) == text
    assert len(text) <= 64


# Positions used below: the toy, whose first prompt is a bid by all


def opening(seats: int = 2, **options: Any) -> Match:
    return start(GAME, seats, b"k" * 32, toy.Options(**options))[0]


def first_turn(**options: Any) -> tuple[Match, int]:
    """After both bids: the match and the seat whose turn it is."""
    match = opening(**options)
    for seat in (0, 1):
        match, _ = play(GAME, match, seat, next(iter(GAME.moves(match.state, seat))))
    return match, match.state.stack[-1].seat


def a_put(match: Match, seat: int, cell: int = 0) -> Move:
    return toy.put(match.state.hands[seat][0], cell)


def test_a_move_taken_back_draws_the_same_again() -> None:
    match, seat = first_turn()
    one, told = play(GAME, match, seat, toy.DRAW)
    two, again = play(GAME, match, seat, toy.DRAW)
    assert (one, told) == (two, again)


def test_chance_goes_by_what_was_drawn_so_nothing_done_in_between_changes_it() -> None:
    match, seat = first_turn()
    left, _ = play(GAME, match, seat, a_put(match, seat, 0))
    right, _ = play(GAME, match, seat, a_put(match, seat, 55))
    further, _ = play(GAME, right, seat, a_put(right, seat, 99))
    told = [play(GAME, one, seat, toy.DRAW)[1] for one in (match, left, right, further)]
    assert told == told[:1] * 4


# Starting


@pytest.mark.parametrize("seats", [0, 1, 5, -2])
def test_start_refuses_too_few_or_too_many_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 seats"):
        start(GAME, seats, bytes(32))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_start_refuses_a_seed_that_is_not_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        start(GAME, 2, bytes(size))


def test_start_refuses_the_options_of_another_game() -> None:
    with pytest.raises(TypeError):
        start(GAME, 2, bytes(32), rules.game("sarena").options())


def test_start_takes_the_default_options() -> None:
    assert start(GAME, 2, bytes(32))[0].options == toy.Options()


def test_a_new_match_stands_at_ply_0_and_floor_0() -> None:
    match = opening()
    assert (match.ply, match.floor, match.game, match.version) == (0, 0, "toy", 1)


def test_the_seed_is_neither_in_the_state_nor_in_what_is_printed() -> None:
    match = opening()
    assert match.seed == b"k" * 32
    assert "kkkk" not in repr(match)
    assert b"kkkk" not in GAME.dump(match.state)


# The door


def test_the_door_refuses_a_seat_that_is_not_asked() -> None:
    match, seat = first_turn()
    with pytest.raises(NotYourTurn):
        play(GAME, match, 1 - seat, toy.END)
    with pytest.raises(NotYourTurn):
        play(GAME, match, 7, toy.END)


def test_the_door_refuses_a_seat_that_has_answered_already() -> None:
    match = opening()
    move = next(iter(GAME.moves(match.state, 0)))
    match, _ = play(GAME, match, 0, move)
    with pytest.raises(NotYourTurn):
        play(GAME, match, 0, move)


def test_the_door_refuses_what_is_not_in_the_list() -> None:
    match, seat = first_turn()
    for move in (Move("end", ("now",)), Move("put", ("1",)), Move("bid", ("1",)), Move("fly")):
        with pytest.raises(IllegalMove):
            play(GAME, match, seat, move)


def test_the_door_gives_the_games_reason_or_a_plain_one() -> None:
    match, seat = first_turn()
    others = match.state.hands[1 - seat][0]
    with pytest.raises(IllegalMove) as no:
        play(GAME, match, seat, toy.put(others, 0))
    assert no.value.reason.key == "toy-refused-card"
    with pytest.raises(IllegalMove) as no:
        play(GAME, match, seat, Move("fly"))
    assert no.value.reason == Reason("refused-illegal")


def test_the_door_refuses_everything_once_it_is_over() -> None:
    last = playout(GAME, 0, 250).last
    for seat in (0, 1):
        with pytest.raises(GameOver):
            play(GAME, last, seat, toy.END)
    with pytest.raises(GameOver):
        kernel.leave(GAME, last, 0)


def test_what_is_refused_leaves_the_match_as_it_was() -> None:
    match, seat = first_turn()
    before = replace(match)
    with pytest.raises(IllegalMove):
        play(GAME, match, seat, Move("fly"))
    assert match == before


def test_a_refusal_carries_a_message_name() -> None:
    assert {type(no).__name__: no.reason.key for no in (
        IllegalMove(), NotYourTurn(), GameOver(), kernel.Stale(), kernel.Retired())
    } == {
        "IllegalMove": "refused-illegal", "NotYourTurn": "refused-not-asked",
        "GameOver": "refused-over", "Stale": "refused-stale", "Retired": "refused-retired",
    }  # fmt: skip
    assert Refused(Reason("x", {"n": 1})).reason.args == {"n": 1}


def test_several_seats_answer_in_any_order_to_the_same_end() -> None:
    match = opening()
    moves = [next(iter(GAME.moves(match.state, seat))) for seat in (0, 1)]
    one = play(GAME, play(GAME, match, 0, moves[0])[0], 1, moves[1])[0]
    two = play(GAME, play(GAME, match, 1, moves[1])[0], 0, moves[0])[0]
    assert one.state == two.state


# The undo floor


def floor_rises(match: Match, seat: int, move: Move) -> bool:
    after, _ = play(GAME, match, seat, move)
    assert after.ply == match.ply + 1
    assert after.floor in (match.floor, after.ply)
    return after.floor == after.ply


def test_a_step_without_chance_or_secret_does_not_raise_the_floor() -> None:
    match, seat = first_turn()
    assert not floor_rises(match, seat, a_put(match, seat))


def test_end_of_turn_does_not_raise_the_floor_when_one_seat_is_asked_next() -> None:
    match, seat = first_turn()
    assert not floor_rises(match, seat, toy.END)


def test_chance_raises_the_floor() -> None:
    match, seat = first_turn()
    assert floor_rises(match, seat, toy.DRAW)


def test_a_reveal_raises_the_floor() -> None:
    match, seat = first_turn()
    assert floor_rises(match, seat, Move("spy", (str(1 - seat),)))


def test_an_answer_that_several_were_asked_for_raises_the_floor() -> None:
    match = opening()
    assert floor_rises(match, 0, next(iter(GAME.moves(match.state, 0))))


def test_the_last_answer_of_all_raises_the_floor() -> None:
    match = opening()
    match, _ = play(GAME, match, 0, next(iter(GAME.moves(match.state, 0))))
    assert GAME.prompt(match.state) == ("bid", (1,))
    assert floor_rises(match, 1, next(iter(GAME.moves(match.state, 1))))


def test_a_move_after_which_several_are_asked_raises_the_floor() -> None:
    s = Vote((Single(),), 0)
    after, _ = play(VOTES, _match(s), 0, Move("open"))
    prompt = VOTES.prompt(after.state)
    assert prompt is not None
    assert prompt.seats == (0, 1)
    assert after.floor == 1


def test_a_move_that_ends_it_quietly_does_not_raise_the_floor() -> None:
    after, _ = play(VOTES, _match(Vote((Single(),), 0)), 0, Move("stop"))
    assert VOTES.outcome(after.state) is not None
    assert after.floor == 0


# Several steps as one act


def test_play_all_yields_each_step() -> None:
    match, seat = first_turn()
    hand = match.state.hands[seat]
    moves = [toy.put(hand[0], 0), toy.put(hand[1], 99), toy.END]
    steps = list(play_all(GAME, match, seat, moves))
    assert [move for move, _, _ in steps] == moves
    for move, after, events in steps:
        match, told = play(GAME, match, seat, move)
        assert (after, events) == (match, told)


def test_play_all_lets_the_last_step_raise_the_floor() -> None:
    match, seat = first_turn()
    *_, (_, after, _) = play_all(GAME, match, seat, [a_put(match, seat), toy.DRAW])
    assert after.floor == after.ply == match.ply + 2


def test_play_all_refuses_a_step_after_one_that_raised_the_floor() -> None:
    match, seat = first_turn()
    moves = [a_put(match, seat), toy.DRAW, toy.END]
    with pytest.raises(IllegalMove) as no:
        list(play_all(GAME, match, seat, moves))
    assert no.value.reason == Reason("refused-step-after-chance", {"step": 2})


def test_play_all_may_begin_where_the_floor_stands() -> None:
    match, seat = first_turn()
    assert match.floor == match.ply
    assert len(list(play_all(GAME, match, seat, [toy.END]))) == 1


def test_play_all_raises_when_a_later_step_is_not_legal_or_not_ones_own() -> None:
    match, seat = first_turn()
    put = a_put(match, seat)
    with pytest.raises(IllegalMove):
        list(play_all(GAME, match, seat, [put, put]))
    with pytest.raises(NotYourTurn):
        list(play_all(GAME, match, seat, [toy.END, toy.END]))


# Resigning


def test_who_resigns_raises_the_floor() -> None:
    gone = kernel.leave(GAME, opening(seats=3), 1)
    assert gone is not None
    assert (gone[0].ply, gone[0].floor) == (1, 1)


def test_where_the_seat_waits_leave_says_none() -> None:
    assert kernel.leave(GAME, opening(mode="together"), 1) is None


def test_resigning_runs_the_automatic_frames() -> None:
    match = opening(seats=3)
    for seat in (0, 1):
        match, _ = play(GAME, match, seat, next(iter(GAME.moves(match.state, seat))))
    gone = kernel.leave(GAME, match, 2)  # the one bid that was missing
    assert gone is not None
    prompt = GAME.prompt(gone[0].state)
    assert prompt is not None
    assert prompt.op == "turn"


# Frames and states


def test_push_and_with_stack_keep_every_other_field() -> None:
    s = opening().state
    for new in (s.push(toy.Turn(1, 2)), s.with_stack(())):
        assert type(new) is type(s)
        for name in ("mode", "rounds", "round", "cells", "hands", "deck", "lucky", "seen", "out"):
            assert getattr(new, name) is getattr(s, name)
    assert s.push(toy.Turn(1, 2), toy.Turn(0, 1)).stack == (
        *s.stack, toy.Turn(1, 2), toy.Turn(0, 1),
    )  # fmt: skip


def test_automatic_frames_that_feed_each_other_are_stopped() -> None:
    with pytest.raises(RuntimeError, match="never settle"):
        VOTES.settle(Vote((Loop(),), 0), Ctx(Rng(b"")))


def test_a_long_chain_of_automatic_frames_settles() -> None:
    s = Vote((Single(), *[Count()] * 500), 0)
    settled = VOTES.settle(s, Ctx(Rng(b"")))
    assert (settled.votes, settled.stack) == (500, (Single(),))


def test_an_event_is_seen_by_those_it_is_for() -> None:
    assert Event("x", {}).seen_by(None)
    assert Event("x", {}).seen_by(3)
    assert Event("x", {}, (1,)).seen_by(1)
    assert not Event("x", {}, (1,)).seen_by(0)
    assert not Event("x", {}, (1,)).seen_by(None)
    assert not Event("x", {}, ()).seen_by(1)


# Games are found


def test_games_are_found_by_name() -> None:
    assert rules.games()["toy"] is GAME
    assert rules.game("sarena").name == "sarena"


def test_no_such_game_names_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"no game .chess.*sarena.*toy"):
        rules.game("chess")


@pytest.mark.parametrize("thing", [GAME, "not a game"])
def test_a_game_that_is_not_named_like_its_module_is_refused(
    thing: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    (tmp_path / "impostor.py").write_text("")
    module = ModuleType("rules.impostor")
    module.GAME = thing  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "rules.impostor", module)
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path)])
    rules.games.cache_clear()
    try:
        with pytest.raises(TypeError, match="impostor"):
            rules.games()
    finally:
        monkeypatch.undo()
        rules.games.cache_clear()


# A game of nothing but what the kernel needs


@dataclass(frozen=True, slots=True)
class Single(Frame["Vote"]):
    op: Literal["single"] = "single"

    def seats(self, s: Vote) -> tuple[int, ...]:
        return (0,)

    def moves(self, s: Vote, seat: int) -> Collection[Move]:
        return (Move("open"), Move("stop"))

    def take(self, s: Vote, seat: int, move: Move, ctx: Ctx) -> Vote:
        return s if move.op == "stop" else s.push(All())


@dataclass(frozen=True, slots=True)
class All(Frame["Vote"]):
    op: Literal["all"] = "all"

    def seats(self, s: Vote) -> tuple[int, ...]:
        return (0, 1)


@dataclass(frozen=True, slots=True)
class Count(Frame["Vote"]):
    op: Literal["count"] = "count"

    def run(self, s: Vote, ctx: Ctx) -> Vote:
        return Vote(s.stack, s.votes + 1)


@dataclass(frozen=True, slots=True)
class Loop(Frame["Vote"]):
    op: Literal["loop"] = "loop"

    def run(self, s: Vote, ctx: Ctx) -> Vote:
        return s.push(self)


@dataclass(frozen=True, slots=True)
class Vote(kernel.State):
    stack: tuple[Any, ...]
    votes: int


class Votes(kernel.Game[Vote, kernel.Options]):
    name = "votes"
    seat_range = (2, 2)
    options = kernel.Options

    def setup(self, seats: int, options: kernel.Options, ctx: Ctx) -> Vote:
        return Vote((Single(),), 0)

    def view(self, s: Vote, seat: int | None) -> Vote:
        return s

    def resample(self, s: Vote, seat: int | None, ctx: Ctx) -> Vote:
        return s

    def outcome(self, s: Vote) -> Outcome | None:
        return None if s.stack else Outcome((), (0, 0), "stopped")

    def leave(self, s: Vote, seat: int, ctx: Ctx) -> Vote | None:
        return None


VOTES = Votes()


def _match(s: Vote) -> Match:
    return Match("votes", 1, bytes(32), 2, kernel.Options(), 0, 0, 0, s)


def test_a_game_knows_no_older_version_of_itself() -> None:
    with pytest.raises(kernel.Retired):
        VOTES.migrate({}, 0)


def test_a_game_that_counts_no_rounds_says_0() -> None:
    assert VOTES.round(Vote((), 0)) == 0
    assert VOTES.explain(Vote((), 0), 0, Move("x")) is None
