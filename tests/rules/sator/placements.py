"""Placements at random, as many as one likes, with every check of them counted and timed:
``python -m tests.rules.sator.placements --matches 10000 --seats 2 3 4``.

Each tile is any of the hand, turned in any way that has a place; squares are tried in any order
until one is legal. Placements that get stuck, leave a book over the abyss or reach the search's
bound are told with their seed, and make the exit code 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rules.kernel import Move, play, start
from rules.sator import completion
from rules.sator.board import mask
from rules.sator.completion import No
from rules.sator.facts import TILE_NAMES
from rules.sator.game import GAME, Options, State
from tests.rules.sator.players import by_hand


@dataclass
class Tally:
    """What was seen in some placements."""

    matches: int = 0
    checks: int = 0
    searches: int = 0
    gave_up: int = 0
    faults: list[str] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    """Seconds of each check."""


@contextmanager
def counted(tally: Tally) -> Iterator[None]:
    """Every search from scratch is counted, and every one that reaches its bound."""
    real = completion.search

    def search(*args: object, **more: object) -> list[int] | No:
        found = real(*args, **more)  # type: ignore[arg-type]
        tally.searches += 1
        tally.gave_up += found is No.GAVE_UP
        return found

    completion.search = search  # type: ignore[assignment]
    try:
        yield
    finally:
        completion.search = real


def lies(s: State, chance: random.Random, tally: Tally) -> Move | None:
    """A legal place for the tile in hand; None: there is none."""
    frame = s.stack[-1]
    moves = GAME.moves(s, frame.seat)
    squares = list(s.grid.names)
    chance.shuffle(squares)
    for square in squares:
        move = Move("place", (TILE_NAMES[frame.tile], square, str(90 * frame.turn)))
        begun = time.perf_counter()
        legal = move in moves
        tally.taken.append(time.perf_counter() - begun)
        tally.checks += 1
        if legal:
            return move
    return None


def place(seats: int, seed: int, size: int, tally: Tally) -> State | None:
    """One placement to its end; None: it got stuck."""
    chance = random.Random(f"{seats} {seed} {size}")
    match, _ = start(GAME, seats, chance.randbytes(32), Options(size=size))  # type: ignore[arg-type]
    while match.state.round == 0:
        s, top = match.state, match.state.stack[-1]
        if top.kind == "place":
            move = lies(s, chance, tally)
        else:
            moves = by_hand(s, top.seat)
            move = chance.choice(moves) if moves else None
        if move is None:
            return None
        match, _ = play(GAME, match, top.seat, move)
    return match.state  # type: ignore[no-any-return]


def faults(s: State | None) -> Iterator[str]:
    """What is wrong with a placement that is over."""
    if s is None:
        yield "got stuck"
        return
    taken = 0
    for tile, spot in enumerate(s.board.spots):
        if spot < 0:
            yield f"{TILE_NAMES[tile]} was not placed"
            continue
        if taken & s.grid.mask[spot]:
            yield f"{TILE_NAMES[tile]} overlaps another tile"
        taken |= s.grid.mask[spot]
        for k in range(0, len(s.board.books), 4):
            if (mask(s.board.books[k : k + 4]) & s.grid.mask[spot]).bit_count() > 1:
                yield f"{TILE_NAMES[tile]} lies under two books of a colour"
    if mask(s.board.books) & ~taken:
        yield "a book lies over the abyss"


def run(matches: int, seats: int, size: int = 14, begin: int = 0) -> Tally:
    """So many placements, counted."""
    tally = Tally(matches)
    with counted(tally):
        for seed in range(begin, begin + matches):
            before = tally.gave_up
            told = list(faults(place(seats, seed, size, tally)))
            told += ["reached the bound"] * (tally.gave_up > before)
            tally.faults += [f"seed {seed}, {seats} seats, size {size}: {text}" for text in told]
    return tally


def main() -> int:
    """Run what the command line asks for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--matches", type=int, default=1000)
    asked.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    asked.add_argument("--size", type=int, default=14, choices=[12, 14, 16])
    given = asked.parse_args()
    bad = 0
    for seats in given.seats:
        begun = time.perf_counter()
        tally = run(given.matches, seats, given.size)
        taken = sorted(tally.taken)
        part = [1000 * taken[len(taken) * k // 1000] for k in (500, 990, 999)]
        print(
            f"{seats} seats: {tally.matches} placements, {tally.checks} checks "
            f"(p50 {part[0]:.3f}, p99 {part[1]:.3f}, p99.9 {part[2]:.3f} ms), "
            f"{tally.searches} searches, {tally.gave_up} gave up, {len(tally.faults)} faults, "
            f"{time.perf_counter() - begun:.0f} s",
            flush=True,
        )
        print(*tally.faults[:20], sep="\n", end="")
        bad += len(tally.faults)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
