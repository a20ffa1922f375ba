"""Chance is keyed by how many standing entries have drawn: what was drawn and taken back comes
again, whatever is put before it."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import pytest
from pydantic import TypeAdapter

from rules import game as game_of
from rules import kernel, toy
from rules.kernel import (
    Ctx,
    Frame,
    IllegalMove,
    Match,
    Move,
    NotYourTurn,
    Outcome,
    leave,
    play,
    play_all,
    start,
)
from rules.replay import replay
from tests.data.old import FOLDER, as_written, comparable

KEY = bytes(range(32))
STEP, ROLL, TWICE, DEAL = Move("step"), Move("roll"), Move("twice"), Move("deal")


@dataclass(frozen=True, slots=True)
class Ask(Frame["State"]):
    """Seat 0 does as it likes, for ever."""

    op: Literal["ask"] = "ask"

    def seats(self, s: State) -> tuple[int, ...]:
        return (0,)

    def moves(self, s: State, seat: int) -> Collection[Move]:
        return (STEP, ROLL, TWICE, DEAL)

    def take(self, s: State, seat: int, move: Move, ctx: Ctx) -> State:
        s = s.push(self)
        for _ in range({STEP: 0, DEAL: 0, ROLL: 1, TWICE: 2}[move]):
            s = _roll(s, ctx)
        return s.push(Deal()) if move == DEAL else s


@dataclass(frozen=True, slots=True)
class Deal(Frame["State"]):
    """Draws by itself."""

    op: Literal["deal"] = "deal"

    def run(self, s: State, ctx: Ctx) -> State:
        return _roll(s, ctx)


@dataclass(frozen=True, slots=True)
class State(kernel.State):
    stack: tuple[Ask | Deal, ...]
    rolled: tuple[int, ...] = ()


def _roll(s: State, ctx: Ctx) -> State:
    return replace(s, rolled=(*s.rolled, ctx.rng.below(1000)))


class Options(kernel.Options):
    dealt: bool = False
    """The set-up draws."""


class Dice(kernel.Game[State, Options]):
    name = "dice"
    seat_range = (2, 2)
    options = Options
    codec = TypeAdapter(State)
    leaving: ClassVar[str] = "quiet"

    def setup(self, seats: int, options: Options, ctx: Ctx) -> State:
        return _roll(State((Ask(),)), ctx) if options.dealt else State((Ask(),))

    def view(self, s: State, seat: int | None) -> State:
        return s

    def resample(self, s: State, seat: int | None, ctx: Ctx) -> State:
        return s

    def outcome(self, s: State) -> Outcome | None:
        return None

    def leave(self, s: State, seat: int, ctx: Ctx) -> State | None:
        if self.leaving == "waits":
            return None
        return _roll(s, ctx) if self.leaving == "draws" else s


class DrawsWhenLeft(Dice):
    leaving = "draws"


class Waits(Dice):
    leaving = "waits"


DICE = Dice()


def begun(**options: Any) -> Match:
    return start(DICE, 2, KEY, Options(**options))[0]


def then(match: Match, *moves: Move) -> Match:
    for move in moves:
        match, _ = play(DICE, match, 0, move)
    return match


def left(game: Dice, match: Match) -> Match:
    after = leave(game, match, 1)
    assert after is not None
    return after[0]


def by_hand(count: int) -> int:
    """What the entry with that number draws first."""
    whole = hashlib.sha256(KEY + count.to_bytes(8)).digest()
    return int(random.Random(int.from_bytes(whole)).random() * 1000)


def comes_again(before: Match, *put_before: Move) -> bool:
    """Whether a draw that was made and taken back comes again with these steps put before it."""
    first = then(before, ROLL).state.rolled[-1]
    return then(before, *put_before, ROLL).state.rolled[-1] == first


# It comes again.


@pytest.mark.parametrize("steps", range(6))
def test_a_draw_taken_back_comes_again_after_steps_that_draw_nothing(steps: int) -> None:
    assert comes_again(begun(), *(STEP,) * steps)
    assert comes_again(then(begun(), STEP, ROLL, STEP), *(STEP,) * steps)


@pytest.mark.parametrize("steps", range(1, 6))
def test_chance_keyed_by_ply_would_be_noticed(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: as under 0.1.0, where a step put before a draw gave another one."""
    monkeypatch.setattr(kernel, "_next", lambda match: kernel._ctx(match.seed, match.ply + 1))
    assert not comes_again(begun(), *(STEP,) * steps)


def test_a_draw_taken_back_comes_again_as_a_step_of_one_act() -> None:
    first = then(begun(), ROLL).state.rolled
    *_, (_, last, _) = play_all(DICE, begun(), 0, (STEP, STEP, STEP, ROLL))
    assert last.state.rolled == first


def test_a_draw_taken_back_comes_again_after_somebody_has_left() -> None:
    first = then(begun(), ROLL).state.rolled
    assert then(left(DICE, then(begun(), STEP)), ROLL).state.rolled == first


def test_a_draw_taken_back_comes_again_by_another_way_to_draw() -> None:
    """Whether a move draws, an automatic frame after it, or somebody's leaving: it is the next."""
    first = then(begun(), ROLL).state.rolled
    assert then(begun(), DEAL).state.rolled == first
    assert then(begun(), TWICE).state.rolled[:1] == first
    assert left(DrawsWhenLeft(), begun()).state.rolled == first


def test_in_the_toy_a_card_comes_again_whatever_is_put_before_it_and_whoever_draws() -> None:
    match, _ = start(toy.GAME, 2, KEY, toy.Options())
    for seat in (0, 1):
        bid = next(iter(toy.GAME.moves(match.state, seat)))
        match, _ = play(toy.GAME, match, seat, bid)
    drawn = []
    for puts in range(3):  # as many as a turn has room for before a draw
        after, seat = match, match.state.stack[-1].seat
        for cell in range(puts):
            lantern = toy.put(after.state.hands[seat][0], 30 * cell)
            after, _ = play(toy.GAME, after, seat, lantern)
        drawn.append(play(toy.GAME, after, seat, toy.DRAW)[1][0].data["cards"])
    after, _ = play(toy.GAME, match, seat, toy.END)
    drawn.append(play(toy.GAME, after, 1 - seat, toy.DRAW)[1][0].data["cards"])
    assert len(drawn[0]) == 1
    assert drawn == drawn[:1] * 4


# What counts.


def test_a_second_draw_is_another_one() -> None:
    one, two, three = then(begun(), ROLL, STEP, ROLL, STEP, STEP, ROLL).state.rolled
    assert [one, two, three] == [by_hand(0), by_hand(1), by_hand(2)]
    assert len({one, two, three}) == 3


def test_set_up_moves_and_leaving_count_if_they_draw() -> None:
    assert begun().draws == 0
    match = begun(dealt=True)
    assert (match.draws, match.state.rolled) == (1, (by_hand(0),))
    match = then(match, STEP, ROLL)
    assert (match.draws, match.state.rolled[-1]) == (2, by_hand(1))
    assert left(DICE, match).draws == 2
    match = left(DrawsWhenLeft(), match)
    assert (match.draws, match.state.rolled[-1]) == (3, by_hand(2))
    match = then(match, DEAL)
    assert (match.draws, match.state.rolled[-1]) == (4, by_hand(3))


def test_two_draws_in_one_entry_count_once() -> None:
    match = then(begun(), TWICE)
    assert match.draws == 1
    assert match.state.rolled[0] == by_hand(0)
    assert match.state.rolled[1] != match.state.rolled[0]
    assert then(match, ROLL).state.rolled[-1] == by_hand(1)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_refused_and_a_seat_that_waits_count_nothing(seat: int) -> None:
    match = then(begun(), ROLL)
    with pytest.raises((IllegalMove, NotYourTurn)):
        play(DICE, match, seat, Move("cheat"))
    assert leave(Waits(), match, seat) is None
    assert then(match, ROLL).state.rolled[-1] == by_hand(1)


@dataclass(frozen=True)
class Act:
    n: int
    ply: int
    kind: str
    move: str
    seat: int | None = 0
    version: int = 1


def test_an_undo_brings_the_count_back_when_a_log_is_played_again() -> None:
    log = [
        Act(2, 1, "move", "roll"), Act(3, 2, "move", "step"), Act(4, 3, "move", "roll"),
        Act(5, 1, "undo", "1"), Act(6, 2, "move", "step"), Act(7, 3, "move", "step"),
        Act(8, 4, "move", "roll"), Act(9, 0, "undo", "0"), Act(10, 1, "move", "twice"),
    ]  # fmt: skip
    after = [one.after for one in replay(DICE, begun(), log)]
    assert [match.draws for match in after] == [1, 1, 2, 1, 1, 1, 2, 0, 1]
    assert after[2].state.rolled == after[6].state.rolled == (by_hand(0), by_hand(1))
    assert after[8].state.rolled[0] == by_hand(0)


# By ply, as under 0.1.0.


def test_a_match_begun_by_ply_stays_so() -> None:
    match = start(DICE, 2, KEY, Options(dealt=True), by_ply=True)[0]
    assert (match.draws, match.state.rolled) == (None, (by_hand(0),))
    match = then(match, STEP, STEP, ROLL)
    assert (match.draws, match.state.rolled[-1]) == (None, by_hand(3))
    match = left(DrawsWhenLeft(), match)
    assert (match.draws, match.state.rolled[-1]) == (None, by_hand(4))
    assert then(match, ROLL).state.rolled[-1] == by_hand(5)


def test_the_numbers_are_these_for_ever() -> None:
    assert [by_hand(count) for count in range(6)] == [134, 948, 15, 724, 959, 394]


def differs_at(by_ply: bool) -> int | None:
    """The first entry of a whole match of 0.1.0 (Sator, two seats) whose position is not the one
    that was stored, when it is played again from its seed; None: there is none."""
    doc = json.loads((FOLDER / "match-5.json").read_text())
    game = game_of(doc["game"])
    if not comparable(game):
        pytest.skip("its rules are no longer those of 0.1.0")
    options = game.options.model_validate(doc["options"])
    match, _ = start(game, len(doc["seats"]), bytes.fromhex(doc["seed"]), options, by_ply)
    for entry in doc["log"]:
        if entry["kind"] == "move":
            try:
                match, _ = play(game, match, entry["seat"], Move.parse(entry["move"]))
            except (IllegalMove, NotYourTurn):
                return int(entry["n"])
        if as_written(game, match.state) != entry["digest"]:
            return int(entry["n"])
    return None


def test_a_whole_match_of_0_1_0_falls_by_ply_as_it_fell_then() -> None:
    assert differs_at(by_ply=True) is None


def test_a_match_of_0_1_0_played_by_draws_would_be_noticed() -> None:
    """The mutant: chance falls otherwise once something was done between two draws."""
    n = differs_at(by_ply=False)
    assert n is not None
    assert n > 2
