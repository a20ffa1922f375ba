"""Each check of the kit catches the fault it is there for.

A fault is planted in the toy or in Sarena, and the check that looks for it must fail and say why;
untouched, the same few matches must pass it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rendering.words import NoWords
from rules import kernel, sarena, toy
from rules.kernel import AnyGame, Match, Move, NotYourTurn, Reason
from tests.kit import checks
from tests.kit.playouts import hooks, playout

SARENA, TOY = sarena.GAME, toy.GAME
Patch = pytest.MonkeyPatch
Look = Callable[[AnyGame, Iterable[Any]], None]
Plant = Callable[[Patch], None]


@dataclass(frozen=True)
class Fault:
    """A way a game can be wrong, and the check that finds it."""

    name: str
    game: AnyGame
    look: Look
    says: str
    """What the failure says (a pattern): caught for this reason and no other."""
    plant: Plant


FAULTS: list[Fault] = []


def fault(game: AnyGame, look: Look, says: str) -> Callable[[Plant], Plant]:
    def keep(plant: Plant) -> Plant:
        FAULTS.append(Fault(plant.__name__, game, look, says, plant))
        return plant

    return keep


def run(game: AnyGame, look: Look) -> None:
    look(game, [playout(game, seed, hooks(game.name).LONGEST) for seed in range(8)])


# It ends, and is never dead


@fault(SARENA, checks.ends_and_is_never_dead, "no end after 45 plies")
def a_match_that_never_ends(patch: Patch) -> None:
    patch.setattr(sarena.Turn, "take", lambda self, s, seat, move, ctx: s.with_stack((self,)))


@fault(SARENA, checks.ends_and_is_never_dead, "has no move")
def a_seat_asked_without_a_move(patch: Patch) -> None:
    patch.setattr(sarena, "_end", lambda s, ctx: s.with_stack((sarena.Turn(0),)))


@fault(TOY, checks.ends_and_is_never_dead, "nobody is asked, dead")
def nobody_asked_and_no_result(patch: Patch) -> None:
    patch.setattr(toy.Toy, "outcome", lambda self, s: None)
    patch.setattr(toy, "_finish", lambda s, ctx: s.with_stack(()))


@fault(SARENA, checks.ends_and_is_never_dead, "over, yet one is asked")
def a_result_while_somebody_is_asked(patch: Patch) -> None:
    real = SARENA.outcome
    early = kernel.Outcome((0,), (1, 0), "most")
    patch.setattr(
        sarena.Sarena, "outcome", lambda self, s: early if s.cells.count(()) == 9 else real(s)
    )


@fault(TOY, checks.ends_and_is_never_dead, "sees another prompt")
def a_view_that_hides_who_is_asked(patch: Patch) -> None:
    patch.setattr(toy.Bid, "seen_by", lambda self, seat: toy.Bid((0,) * len(self.bids)))


@fault(SARENA, checks.ends_and_is_never_dead, "sees another result")
def a_view_that_does_not_know_the_result(patch: Patch) -> None:
    def view(self: Any, s: Any, seat: Any) -> Any:
        return replace(s, colours=(None,) * len(s.colours)) if s.stack == () else real(s, seat)

    real = SARENA.view
    outcome = SARENA.outcome
    patch.setattr(sarena.Sarena, "view", view)
    patch.setattr(
        sarena.Sarena, "outcome", lambda self, s: None if None in s.colours else outcome(s)
    )


@fault(TOY, checks.ends_and_is_never_dead, "who wins")
def a_winner_who_does_not_sit_there(patch: Patch) -> None:
    real = TOY.outcome
    patch.setattr(
        toy.Toy, "outcome", lambda self, s: (o := real(s)) and o._replace(winners=(len(s.hands),))
    )


@fault(TOY, checks.only_the_asked_have_moves, "seat 1 has no move")
def one_of_several_has_no_answer(patch: Patch) -> None:
    real = toy.Bid.moves
    patch.setattr(toy.Bid, "moves", lambda self, s, seat: real(self, s, seat) if seat != 1 else ())


# Moves are a set of names


@fault(TOY, checks.moves_are_a_set_with_names, "listed twice")
def a_move_listed_twice(patch: Patch) -> None:
    real = toy.React.moves
    patch.setattr(toy.React, "moves", lambda self, s, seat: [*real(self, s, seat), toy.PASS])


@fault(TOY, checks.moves_are_a_set_with_names, "a move is parts of")
def a_move_that_is_not_read_back(patch: Patch) -> None:
    patch.setattr(toy, "END", Move("End"))


@fault(TOY, checks.moves_are_a_set_with_names, "at most 64 characters")
def a_move_of_65_characters(patch: Patch) -> None:
    patch.setattr(toy, "END", Move("e" * 65))


@fault(SARENA, checks.moves_are_a_set_with_names, "no game is in the list")
def a_list_that_holds_everything(patch: Patch) -> None:
    patch.setattr(sarena.Moves, "__contains__", lambda self, move: True)


@fault(SARENA, checks.moves_are_a_set_with_names, "not in the list")
def a_list_that_denies_what_it_lists(patch: Patch) -> None:
    real = sarena.Moves.__contains__
    patch.setattr(
        sarena.Moves, "__contains__", lambda self, m: m.args[-1:] != ("c3",) and real(self, m)
    )


@fault(SARENA, checks.moves_are_a_set_with_names, "is not the length")
def a_list_that_miscounts(patch: Patch) -> None:
    real = sarena.Moves.__len__
    patch.setattr(sarena.Moves, "__len__", lambda self: real(self) + 1)


# Storing and replaying


class Codec:
    """A codec that changes what it loads."""

    def __init__(self, game: AnyGame, change: Callable[[Any], Any]) -> None:
        self.real, self.change = game.codec, change

    def dump_json(self, s: Any) -> bytes:
        return self.real.dump_json(s)

    def validate_json(self, doc: bytes) -> Any:
        return self.change(self.real.validate_json(doc))


@fault(SARENA, checks.loads_what_it_dumps, "comes back as")
def a_field_that_is_not_stored(patch: Patch) -> None:
    codec = Codec(SARENA, lambda s: replace(s, round=1))
    patch.setattr(sarena.Sarena, "codec", codec)


@fault(SARENA, checks.loads_what_it_dumps, "of other types")
def a_field_that_comes_back_in_another_type(patch: Patch) -> None:
    codec = Codec(SARENA, lambda s: replace(s, first=bool(s.first) if s.first < 2 else s.first))
    patch.setattr(sarena.Sarena, "codec", codec)


@fault(SARENA, checks.replays, "another position")
def chance_from_elsewhere(patch: Patch) -> None:
    chance, real = random.Random(1), sarena.Turn.take

    def take(self: Any, s: Any, seat: int, move: Move, ctx: Any) -> Any:
        new = real(self, s, seat, move, ctx)
        return replace(new, round=new.round + int(2 * chance.random()))

    patch.setattr(sarena.Turn, "take", take)


@fault(TOY, checks.replays, "other events")
def events_that_depend_on_what_was_played_before(patch: Patch) -> None:
    told: list[int] = []

    def run(self: Any, s: Any, ctx: Any) -> Any:
        told.append(1)
        ctx.emit("turns", count=len(told))
        return real(self, s, ctx)

    real = toy.Turns.run
    patch.setattr(toy.Turns, "run", run)


# Secrets


@fault(SARENA, checks.a_view_shows_no_secret, "sees through")
def a_view_that_masks_nothing(patch: Patch) -> None:
    patch.setattr(sarena.Sarena, "view", lambda self, s, seat: s)


@fault(SARENA, checks.a_view_shows_no_secret, "None sees through")
def a_view_that_shows_the_channel_a_colour(patch: Patch) -> None:
    real = SARENA.view
    patch.setattr(sarena.Sarena, "view", lambda self, s, seat: real(s, seat or 0))


@fault(TOY, checks.a_view_shows_no_secret, "sees through")
def a_view_that_shows_the_deck(patch: Patch) -> None:
    real = TOY.view
    patch.setattr(toy.Toy, "view", lambda self, s, seat: replace(real(s, seat), deck=s.deck))


@fault(TOY, checks.a_view_shows_no_secret, "sees through")
def a_pending_choice_that_is_not_masked(patch: Patch) -> None:
    patch.setattr(toy.Bid, "seen_by", lambda self, seat: self)


@fault(TOY, checks.a_view_shows_no_secret, "moves tell")
def moves_that_peek_into_another_hand(patch: Patch) -> None:
    real = toy.Turn.moves

    def moves(self: Any, s: Any, seat: int) -> Any:
        beaten = max(c for k, hand in enumerate(s.hands) if k != seat for c in (*hand, 0))
        return [m for m in real(self, s, seat) if m.op != "draw" or beaten > 60]

    patch.setattr(toy.Turn, "moves", moves)


@fault(TOY, checks.a_view_shows_no_secret, "proves nothing")
def a_resample_that_changes_nothing(patch: Patch) -> None:
    patch.setattr(toy.Toy, "resample", lambda self, s, seat, ctx: s)


@fault(TOY, checks.a_view_shows_no_secret, "sees through")
def a_resample_that_forgets_what_the_seat_was_shown(patch: Patch) -> None:
    real = TOY.resample
    patch.setattr(
        toy.Toy,
        "resample",
        lambda self, s, seat, ctx: replace(real(replace(s, seen=()), seat, ctx), seen=s.seen),
    )


@fault(TOY, checks.a_twin_is_a_whole_position, "twin: pieces")
def a_resample_that_is_only_the_view(patch: Patch) -> None:
    patch.setattr(toy.Toy, "resample", lambda self, s, seat, ctx: self.view(s, seat))


@fault(TOY, checks.events_tell_no_more_than_the_view, "is told")
def an_event_that_tells_everybody_a_secret_choice(patch: Patch) -> None:
    def take(self: Any, s: Any, seat: int, move: Move, ctx: Any) -> Any:
        ctx.emit("chosen", seat=seat, card=move.args[0])
        return real(self, s, seat, move, ctx)

    real = toy.Bid.take
    patch.setattr(toy.Bid, "take", take)


@fault(TOY, checks.events_tell_no_more_than_the_view, "is told")
def an_event_that_counts_what_others_hold(patch: Patch) -> None:
    def take(self: Any, s: Any, seat: int, move: Move, ctx: Any) -> Any:
        ctx.emit("left", cards=sum(map(sum, s.hands)))
        return real(self, s, seat, move, ctx)

    real = toy.Turn.take
    patch.setattr(toy.Turn, "take", take)


@fault(TOY, checks.events_tell_no_more_than_the_view, "is told")
def an_event_about_a_private_draw_to_everybody(patch: Patch) -> None:
    real = kernel.Ctx.emit
    patch.setattr(
        kernel.Ctx, "emit", lambda self, kind, to=None, **data: real(self, kind, None, **data)
    )


@fault(TOY, checks.events_tell_no_more_than_the_view, "not plain JSON")
def an_event_that_is_not_plain_json(patch: Patch) -> None:
    real = kernel.Ctx.emit

    def emit(self: Any, kind: str, to: Any = None, **data: Any) -> None:
        real(self, kind, to, **{k: tuple(v) if type(v) is list else v for k, v in data.items()})

    patch.setattr(kernel.Ctx, "emit", emit)


# Undo


def _unraised(frame: Any, method: str) -> Plant:
    def plant(patch: Patch) -> None:
        real = getattr(frame, method)

        def quiet(*args: Any) -> Any:
            new = real(*args)
            args[-1].revealed = False
            return new

        patch.setattr(frame, method, quiet)

    return plant


@fault(TOY, checks.undo_never_teaches, "spy:. teaches")
def a_secret_shown_without_raising_the_floor(patch: Patch) -> None:
    _unraised(toy, "_spy")(patch)


@fault(TOY, checks.undo_never_teaches, "bid:.* teaches")
def the_last_secret_choice_without_raising_the_floor(patch: Patch) -> None:
    _unraised(toy.Bid, "run")(patch)


@fault(TOY, checks.undo_never_teaches, "draw teaches")
def chance_without_raising_the_floor(patch: Patch) -> None:
    real = toy.Turn.take

    def take(self: Any, s: Any, seat: int, move: Move, ctx: Any) -> Any:
        new = real(self, s, seat, move, ctx)
        ctx.rng.used = False
        return new

    patch.setattr(toy.Turn, "take", take)


@fault(TOY, checks.undo_never_teaches, "teaches")
def a_reaction_only_asked_for_when_the_hand_has_one(patch: Patch) -> None:
    """What needs no decision is not asked: but here the asking itself tells what is in a hand."""

    def seats(self: Any, s: Any) -> tuple[int, ...]:
        return (self.seat,) if any(c > self.card for c in s.hands[self.seat]) else ()

    patch.setattr(toy.React, "seats", seats)
    patch.setattr(toy.React, "run", lambda self, s, ctx: s)


@fault(TOY, checks.undo_never_teaches, "the floor tells")
def a_floor_that_rises_by_what_another_holds(patch: Patch) -> None:
    real = toy.Turn.take

    def take(self: Any, s: Any, seat: int, move: Move, ctx: Any) -> Any:
        if sum(s.hands[seat - 1]) % 2:
            ctx.reveal()
        return real(self, s, seat, move, ctx)

    patch.setattr(toy.Turn, "take", take)


# Refusals


@fault(TOY, checks.refuses, "not refused .NotYourTurn")
def a_door_that_lets_any_seat_in(patch: Patch) -> None:
    strict = kernel.play

    def play(game: AnyGame, match: Match, seat: int, move: Move) -> Any:
        try:
            return strict(game, match, seat, move)
        except NotYourTurn:
            return strict(game, match, match.state.stack[-1].seats(match.state)[0], move)

    patch.setattr(kernel, "play", play)


@fault(SARENA, checks.refuses, "IllegalMove is raised, not KeyError")
def a_list_that_takes_in_a_wrong_move(patch: Patch) -> None:
    patch.setattr(sarena.Moves, "__contains__", lambda self, move: True)


@fault(TOY, checks.refuses, "not refused .GameOver")
def a_door_that_stays_open_after_the_end(patch: Patch) -> None:
    strict = kernel.play
    patch.setattr(
        kernel,
        "play",
        lambda game, match, *move: strict(game, match, *move) if match.state.stack else None,
    )


@fault(TOY, checks.refuses, "no message")
def a_refusal_without_words(patch: Patch) -> None:
    patch.setattr(toy.Toy, "explain", lambda self, s, seat, move: Reason("toy-refused-because"))


@fault(TOY, checks.refuses, "tells a secret")
def a_refusal_that_tells_a_secret(patch: Patch) -> None:
    def explain(self: Any, s: Any, seat: int, move: Move) -> Reason:
        theirs = ", ".join(str(c) for k, h in enumerate(s.hands) if k != seat for c in h)
        return Reason("toy-refused-card", {"card": "1", "cards": theirs})

    patch.setattr(toy.Toy, "explain", explain)


# Pieces


@fault(SARENA, checks.keeps_its_pieces, "pieces")
def a_chip_lost_in_a_flip(patch: Patch) -> None:
    real = sarena.flipped
    patch.setattr(sarena, "flipped", lambda pile: real(pile)[-1:])


@fault(SARENA, checks.keeps_its_pieces, "pieces")
def a_chip_that_shows_a_third_colour(patch: Patch) -> None:
    patch.setattr(sarena, "flipped", lambda pile: tuple(c ^ 1 for c in pile))


@fault(TOY, checks.keeps_its_pieces, "pieces")
def a_card_played_and_kept(patch: Patch) -> None:
    real = toy._spend
    patch.setattr(toy, "_spend", lambda s, seat, card: replace(real(s, seat, card), hands=s.hands))


# Resigning


@fault(SARENA, checks.resigning_leaves_a_match, "resigned and is asked")
def a_seat_asked_after_it_resigned(patch: Patch) -> None:
    real = sarena._next
    patch.setattr(sarena, "_next", lambda seat, seats, first, out: real(seat, seats, first, ()))


@fault(TOY, checks.resigning_leaves_a_match, "resigned and is asked")
def a_question_left_to_one_who_resigned(patch: Patch) -> None:
    real = TOY.leave

    def leave(self: Any, s: Any, seat: int, ctx: Any) -> Any:
        new = real(s, seat, ctx)
        return new.with_stack(s.stack) if new is not None and new.stack else new

    patch.setattr(toy.Toy, "leave", leave)


@fault(SARENA, checks.resigning_leaves_a_match, "resigned and wins")
def one_who_resigned_and_wins(patch: Patch) -> None:
    real = SARENA.outcome

    def outcome(self: Any, s: Any) -> Any:
        last = len(s.out) == len(s.colours) - 1
        return real(s if last else replace(s, out=()))

    patch.setattr(sarena.Sarena, "outcome", outcome)


@fault(TOY, checks.resigning_leaves_a_match, "resigning: pieces")
def a_hand_that_goes_with_its_owner(patch: Patch) -> None:
    real = TOY.leave

    def leave(self: Any, s: Any, seat: int, ctx: Any) -> Any:
        new = real(s, seat, ctx)
        return new and replace(new, deck=s.deck)

    patch.setattr(toy.Toy, "leave", leave)


@fault(SARENA, checks.resigning_leaves_a_match, "one seat is left")
def one_seat_left_and_it_goes_on(patch: Patch) -> None:
    def leave(self: Any, s: Any, seat: int, ctx: Any) -> Any:
        return replace(s, out=(*s.out, seat), stack=(sarena.Turn((seat + 1) % len(s.colours)),))

    patch.setattr(sarena.Sarena, "leave", leave)
    patch.setattr(checks, "_sample", lambda matches, most, seed: [])


@fault(SARENA, checks.resigning_leaves_a_match, "resigning raises the floor")
def a_resignation_that_can_be_taken_back(patch: Patch) -> None:
    real = kernel.leave

    def leave(*args: Any) -> Any:
        gone = real(*args)
        return gone and (replace(gone[0], floor=0), gone[1])

    patch.setattr(kernel, "leave", leave)


# The faults are caught


@pytest.mark.parametrize("planted", FAULTS, ids=lambda planted: planted.name)
def test_caught(planted: Fault, monkeypatch: Patch) -> None:
    planted.plant(monkeypatch)
    with pytest.raises((AssertionError, NoWords), match=planted.says):
        run(planted.game, planted.look)


@pytest.mark.parametrize("game", [SARENA, TOY], ids=lambda game: game.name)
def test_the_same_matches_pass_untouched(game: AnyGame) -> None:
    for look in {planted.look for planted in FAULTS}:
        run(game, look)


def test_every_check_has_its_mutant() -> None:
    from tests.kit.test_every_game import CHECKS

    assert set(CHECKS) <= {planted.look for planted in FAULTS}


def test_a_game_the_kit_knows_nothing_of_is_told_what_to_bring() -> None:
    with pytest.raises(AssertionError, match=r"tests/kit/games/nosuch\.py"):
        hooks("nosuch")
