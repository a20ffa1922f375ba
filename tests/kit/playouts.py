"""Seeded random matches of any game, recorded ply by ply: what the checks walk over."""

from __future__ import annotations

import importlib
import random
import typing
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import annotated_types

from rules.kernel import PLACES, AnyGame, Ctx, Event, Match, Move, Rng, Seat, play, start


class Ply(NamedTuple):
    before: Match
    seat: Seat
    move: Move
    after: Match
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Playout:
    opening: Match
    events: tuple[Event, ...]
    plies: tuple[Ply, ...]

    @property
    def states(self) -> list[Any]:
        return [self.opening.state, *(ply.after.state for ply in self.plies)]

    @property
    def last(self) -> Match:
        return self.plies[-1].after if self.plies else self.opening


def hooks(name: str) -> ModuleType:
    """``tests/kit/games/<game>.py``: ``LONGEST``, ``HIDDEN`` and ``pieces(state)``,
    which neither a move nor `Game.resample` may change.

    Optional: ``FORGOTTEN``, kinds of events that tell a seat what its view does not keep;
    ``DECISIONS``, random moves a second to reach in the benchmark (None: no number), and
    ``counted(match, chance)``, the match played on to where the benchmark's clock shall start;
    ``PLAYOUTS``, how many matches the checks walk over (6), for a game whose lists are slow;
    ``OPTIONS``, by name the values an option takes here, the first one in the first match, where
    its own would make matches too long to be walked ply by ply;
    ``RARE``, ops that players at random seldom choose, since they spare them what is to be seen;
    ``mark(put)``, which makes pieces like nothing else by ``put(class, name, value)``, and
    ``hidden(state)``, the pieces that not all have seen, each with the seat that holds it (None:
    nobody), so that every byte that is sent can be searched for them.
    """
    try:
        return importlib.import_module(f"tests.kit.games.{name}")
    except ModuleNotFoundError:
        raise AssertionError(
            f"{name} has no tests/kit/games/{name}.py: say there how long a match may be "
            "(LONGEST), whether seats have secrets (HIDDEN), and what no move may change (pieces)"
        ) from None


def values(field: Any) -> list[Any]:
    """The values an option may take; of a number its least, its default and its most."""
    kind = field.annotation
    if kind is bool:
        return [False, True]
    if typing.get_origin(kind) is typing.Literal:
        return list(typing.get_args(kind))
    assert kind is int, f"an option is a bool, a Literal or a bounded int, not {kind}"
    least = [m.ge for m in field.metadata if isinstance(m, annotated_types.Ge)]
    most = [m.le for m in field.metadata if isinstance(m, annotated_types.Le)]
    assert least, "a number among the options has a least"
    assert most, "a number among the options has a most"
    return sorted({least[0], field.default, most[0]})


def drawn_options(game: AnyGame, chance: random.Random) -> Any:
    """The game's options, each drawn at random."""
    fields, given = game.options.model_fields.items(), chosen(game)
    return game.options(
        **{
            name: chance.choice(given.get(name) or values(field))
            for name, field in fields
            if name != PLACES
        }
    )


def chosen(game: AnyGame) -> dict[str, Sequence[Any]]:
    """The values the game's hooks wish for some of its options."""
    return getattr(hooks(game.name), "OPTIONS", {})


def first_options(game: AnyGame) -> Any:
    """The defaults, but for what the hooks wish."""
    return game.options(**{name: wished[0] for name, wished in chosen(game).items()})


def rare(game: AnyGame) -> Collection[str]:
    """The ops that its hooks want to come up seldom."""
    return getattr(hooks(game.name), "RARE", ())


def pick(moves: Sequence[Move], chance: random.Random, seldom: Collection[str] = ()) -> Move:
    """A move at random; half the time first its op, so that uncommon ones come up as well.
    ``seldom``: ops that count only once in ten times, where there are others."""
    if seldom and chance.random() < 0.9:
        moves = [move for move in moves if move.op not in seldom] or moves
    if chance.random() < 0.5:
        op = chance.choice(sorted({move.op for move in moves}))
        moves = [move for move in moves if move.op == op]
    return chance.choice(moves)


def opening(
    game: AnyGame, seed: int, seats: int | None = None, options: Any = None
) -> tuple[Match, tuple[Event, ...]]:
    """A match of that seed; seats and options drawn from it where they are not given. Seed 0, 1,
    2 .. take the numbers of seats in turn."""
    chance = random.Random(f"opening {seed}")
    least, most = game.seat_range
    if seats is None:
        seats = least + seed % (most - least + 1)
    if options is None:
        options = first_options(game) if seed == 0 else drawn_options(game, chance)
        if game.places and seed % 2:
            taken = sorted(chance.sample(game.places, seats), key=game.places.index)
            options = options.model_copy(update={PLACES: tuple(taken)})
    return start(game, seats, chance.randbytes(32), options)


def playout(game: AnyGame, seed: int, longest: int, **given: Any) -> Playout:
    """A whole match at random.

    Raises:
        AssertionError: a position is dead, or the match does not end within ``longest`` plies.
    """
    match, events = opening(game, seed, **given)
    return Playout(match, events, play_on(game, match, seed, longest))


def play_on(game: AnyGame, match: Match, seed: int, longest: int) -> tuple[Ply, ...]:
    """Random moves from a position to the end."""
    chance = random.Random(f"moves {seed}")
    plies: list[Ply] = []
    while (prompt := game.prompt(match.state)) is not None:
        assert len(plies) < longest, f"{game.name}, seed {seed}: no end after {longest} plies"
        assert game.outcome(match.state) is None, (
            f"{game.name}, seed {seed}: over, yet one is asked"
        )
        seat = chance.choice(prompt.seats)
        moves = list(game.moves(match.state, seat))
        assert moves, f"{game.name}, seed {seed}, ply {match.ply}: seat {seat} has no move"
        move = pick(moves, chance, rare(game))
        assert move in game.moves(match.state, seat), f"{move} is listed and not in the list"
        after, events = play(game, match, seat, move)
        plies.append(Ply(match, seat, move, after, events))
        match = after
    assert game.outcome(match.state) is not None, f"{game.name}, seed {seed}: nobody is asked, dead"
    return tuple(plies)


def fresh(*key: object) -> Ctx:
    """A Ctx of its own chance, for resampling and for trying a move."""
    return Ctx(Rng(repr(key).encode()))


def viewers(match: Match) -> list[Seat | None]:
    """Everybody who may look: the channel and each seat."""
    return [None, *range(match.seats)]
