"""The rules' rows: random moves a second for each game found, and what others do beside it."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import partial

from rules import games
from rules.kernel import AnyGame, Ctx, Match, Move, Rng, play, start
from tests.bench.frame import Row, Skip, at_least, at_most
from tests.kit.playouts import hooks

SECONDS = 0.6
"""Time each measure takes at least."""
DECISIONS = 20_000
"""Decisions a second of a game whose ``tests/kit/games/<game>.py`` names no other number."""


def rows() -> list[Row]:
    """Two rows a game, one for comparison."""
    found = []
    for name, game in games().items():
        wanted = getattr(hooks(name), "DECISIONS", DECISIONS)
        target = at_least(wanted) if wanted else None
        found.append(
            Row(f"{name}: random match through apply", "moves/s", target, partial(_applied, game))
        )
        over = at_most(30) if wanted else None
        found.append(Row(f"{name}: play() over apply", "%", over, partial(_play_over_apply, game)))
    found.append(Row("python-chess: random game", "moves/s", None, _chess))
    return found


def _choose(moves: Sequence[Move], chance: random.Random) -> Move:
    return chance.choice(moves if isinstance(moves, Sequence) else tuple(moves))


def _opened(game: AnyGame, chance: random.Random) -> tuple[Match, float]:
    """A new match and the time from which its moves count: at once, or from the position that the
    game's hook ``counted`` plays it to."""
    seats, now = chance.randint(*game.seat_range), time.perf_counter()
    match, _ = start(game, seats, chance.randbytes(32))
    counted = getattr(hooks(game.name), "counted", None)
    return (match, now) if counted is None else (counted(match, chance), time.perf_counter())


def _match_through_apply(game: AnyGame, chance: random.Random) -> tuple[int, float]:
    """One random match: the prompt, the list of moves, the choice and the move, all counted.
    How many moves, in how many seconds."""
    match, begun = _opened(game, chance)
    s, ctx, made = match.state, Ctx(Rng(chance.randbytes(8))), 0
    while (prompt := game.prompt(s)) is not None:
        asked = prompt.seats
        seat = asked[0] if len(asked) == 1 else chance.choice(asked)
        s = game.apply(s, seat, _choose(game.moves(s, seat), chance), ctx)
        made += 1
    return made, time.perf_counter() - begun


def _match_through_play(game: AnyGame, chance: random.Random) -> tuple[int, float]:
    """The same through the door."""
    match, begun = _opened(game, chance)
    before = match.ply
    while (prompt := game.prompt(match.state)) is not None:
        asked = prompt.seats
        seat = asked[0] if len(asked) == 1 else chance.choice(asked)
        match, _ = play(game, match, seat, _choose(game.moves(match.state, seat), chance))
    return match.ply - before, time.perf_counter() - begun


def _applied(game: AnyGame) -> float:
    chance, made, taken = random.Random(1), 0, 0.0
    while taken < SECONDS:
        moves, seconds = _match_through_apply(game, chance)
        made, taken = made + moves, taken + seconds
    return made / taken


def _play_over_apply(game: AnyGame) -> float:
    """By how many percent a move through `play` takes longer, match by match in turn."""
    chance = random.Random(2)
    taken, made = [0.0, 0.0], [0, 0]
    while sum(taken) < 2 * SECONDS:
        for k, run in enumerate((_match_through_apply, _match_through_play)):
            moves, seconds = run(game, chance)
            made[k] += moves
            taken[k] += seconds
    return 100 * (taken[1] / made[1] / (taken[0] / made[0]) - 1)


def _chess() -> float:
    try:
        import chess
    except ImportError:
        raise Skip("chess is not installed: pip install parlour[bench]") from None
    chance, made, begun = random.Random(3), 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < SECONDS:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            made += 1
    return made / taken
