"""Sator's rows: the legal places of one tile, all turns of it, listed in placements at random."""

from __future__ import annotations

import random
import statistics
import time

from rules.kernel import play, start
from rules.sator import placement
from rules.sator.facts import shape_of
from rules.sator.game import GAME
from tests.bench.frame import Row, at_most

MATCHES = 4
"""Placements in one round."""


def rows() -> list[Row]:
    """Two rows, from one run."""
    lists = _Lists()
    return [
        Row("sator: one tile's places listed, p50", "ms", at_most(15), lists.middle),
        Row("sator: one tile's places listed, p99", "ms", at_most(60), lists.slowest),
    ]


class _Lists:
    def __init__(self) -> None:
        self.chance = random.Random(1)
        self.taken: list[float] = []

    def middle(self) -> float:
        self.taken = []
        for _ in range(MATCHES):
            self._placement()
        return 1000 * statistics.median(self.taken)

    def slowest(self) -> float:
        return 1000 * sorted(self.taken)[len(self.taken) * 99 // 100]

    def _placement(self) -> None:
        """One placement; before each tile the places of every shape in hand are listed."""
        match, _ = start(GAME, 4, self.chance.randbytes(32))
        while match.state.round == 0:
            s, top = match.state, match.state.stack[-1]
            if top.kind == "choose":
                for shape in {shape_of(tile) for tile in s.laying.trays[top.seat]}:
                    placement._plan.cache_clear()
                    begun = time.perf_counter()
                    found = list(placement.plan(s).legal(shape))
                    self.taken.append(time.perf_counter() - begun)
                    assert found
            moves = [move for move in GAME.moves(s, top.seat) if move.op != "chance"]
            move = self.chance.choice(moves)
            match, _ = play(GAME, match, top.seat, move)
