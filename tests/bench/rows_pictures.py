"""Rows for pictures: Sarena's board beside what chess bots do (python-chess and cairosvg)."""

from __future__ import annotations

import io
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from rendering.kit.encode import png
from rendering.scene import Scene, renderer
from rendering.stage import scene_of
from rules import games
from rules.kernel import Event, play, start
from tests.bench.frame import Row, Skip, at_least, at_most
from tests.kit.playouts import hooks

MOMENTS, EACH = 16, 12
"""Positions of any other game, and plies between them."""
PLIES = (0, 6, 12, 18, 24, 30)
"""Positions from the opening to the end."""
_ROOT = Path(__file__).resolve().parents[2]


def rows() -> list[Row]:
    """Warm and cold, time, size and memory; ART.md 3 names the targets."""
    warm = _Warm("sarena")
    found = []
    for name in games():
        if name == "sarena":
            continue
        aim = getattr(hooks(name), "DECISIONS", True)  # the toy of the tests has no targets
        other = _Warm(name)
        found += [
            Row(f"{name} picture, warm, p50", "ms", at_most(15) if aim else None, other.middle),
            Row(f"{name} picture, warm, p99", "ms", at_most(40) if aim else None, other.slowest),
            Row(f"{name} picture, largest", "KB", at_most(300) if aim else None, other.largest),
        ]
        if aim:
            first = partial(_first, name)
            found.append(Row(f"{name} picture, first in a fresh process", "s", at_most(1.5), first))
            called = f"{name} picture, all caches after {8 * 2 * MOMENTS} pictures"
            found.append(Row(called, "MiB", at_most(150), partial(_memory, name)))
    return [
        *found,
        Row("sarena picture, warm, draw and encode, p50", "ms", at_most(15), warm.middle),
        Row("sarena picture, warm, draw and encode, p99", "ms", at_most(40), warm.slowest),
        Row("sarena picture, warm, draw alone, p50", "ms", None, warm.drawing),
        Row("sarena picture, largest file", "KB", at_most(300), warm.largest),
        Row("sarena picture, private with all candidates, p50", "ms", at_most(15), _choosing),
        Row("sarena picture, first in a fresh process", "s", at_most(1.5), _first),
        Row("sarena picture, process with imports", "s", None, lambda: _fresh()["whole"]),
        Row("sarena picture, all caches after 193 pictures", "MiB", at_most(150), _memory),
        Row("python-chess and cairosvg, 1200 px, p50", "ms", None, _chess),
        Row("python-chess and cairosvg over sarena", "times", at_least(7), warm.times),
    ]


@cache
def _scenes(name: str) -> tuple[Scene, ...]:
    from tests.rendering.scenes import played

    if name != "sarena":
        return tuple(_moments(name))
    return tuple(
        played(seed=seed, ply=ply, viewer=viewer)
        for seed in (1, 2, 3)
        for ply in PLIES
        for viewer in (None, 1)
    )


def _moments(name: str, seed: int = 0) -> Iterator[Scene]:
    """A match of any game from its opening to its end, for the channel and for who is asked."""
    rules, chance = games()[name], random.Random(f"{name} {seed}")
    seats = rules.seat_range[1]
    match, events = start(rules, seats, chance.randbytes(32))
    told: list[tuple[int | None, tuple[Event, ...]]] = [(None, events)]
    names = ("Anneliese", "Bartosz", "Chi", "Dimitri Konstantinou", "Eve", "Fay", "Gus", "Hal")
    for ply in range(MOMENTS * EACH):
        prompt = rules.prompt(match.state)
        if prompt is None:
            break
        seat = chance.choice(prompt.seats)
        if ply % EACH == 0:
            for viewer in (None, seat):
                yield scene_of(rules, match, tuple(told), viewer, names[:seats], 12)
        moves = list(rules.moves(match.state, seat))
        op = chance.choice(sorted({move.op for move in moves}))
        move = chance.choice([move for move in moves if move.op == op])
        match, events = play(rules, match, seat, move)
        told.append((seat, events))


class _Warm:
    """One run gives several numbers: the first row of a round takes it, the others read it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._taken: list[float] = []
        self._drawn: list[float] = []
        self._sizes: list[int] = []

    def middle(self) -> float:
        draw, scenes = renderer(self._name).picture, _scenes(self._name)
        for scene in scenes:
            png(draw(scene))
        self._taken, self._drawn, self._sizes = [], [], []
        for _ in range(4):
            for scene in scenes:
                begun = time.perf_counter()
                picture = draw(scene)
                drawn = time.perf_counter()
                data = png(picture)
                ended = time.perf_counter()
                self._taken.append((ended - begun) * 1000)
                self._drawn.append((drawn - begun) * 1000)
                self._sizes.append(len(data))
        return statistics.median(self._taken)

    def slowest(self) -> float:
        return statistics.quantiles(self._taken, n=100)[98]

    def drawing(self) -> float:
        return statistics.median(self._drawn)

    def largest(self) -> float:
        return max(self._sizes) / 1000

    def times(self) -> float:
        """How many times longer the others take in the same round."""
        return _chess() / statistics.median(self._taken)


def _choosing() -> float:
    from tests.rendering.scenes import choosing, played

    draw = renderer("sarena").picture
    scenes = [choosing(played(seed=seed, ply=ply)) for seed in (1, 2) for ply in (0, 8, 16)]
    for scene in scenes:
        draw(scene)
    taken = []
    for scene in scenes * 4:
        begun = time.perf_counter()
        png(draw(scene))
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)


_FRESH = """
import gc, os, time
begun = time.perf_counter()
from rendering.kit.encode import png
from rendering.scene import renderer
from tests.rendering.scenes import played
scene, draw = played(ply=14), renderer("sarena").picture
def held():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
loaded, before = time.perf_counter(), held() if os.path.exists("/proc/self/statm") else 0
shown = time.perf_counter()
png(draw(scene))
first = time.perf_counter()
for seed in range(1, 25):
    for ply in range(0, 32, 4):
        names = [f"{name} {seed}" for name in ("ann", "bob", "chi", "dan")]
        png(draw(played(seed=seed, ply=ply, viewer=seed % 4, names=names)))
after = held() if before else 0
print(first - shown, loaded - begun + first - shown, after - before if before else -1)
"""

_FRESH_OTHER = """
import gc, os, sys, time
from rendering.kit.encode import png
from rendering.scene import renderer
from tests.bench.rows_pictures import _moments
name = sys.argv[1]
scene, draw = next(_moments(name)), renderer(name).picture
def held():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
before = held() if os.path.exists("/proc/self/statm") else 0
shown = time.perf_counter()
png(draw(scene))
first = time.perf_counter()
for seed in range(8):
    for scene in _moments(name, seed):
        png(draw(scene))
after = held() if before else 0
print(first - shown, 0, after - before if before else -1)
"""


def _fresh(name: str = "sarena") -> dict[str, float]:
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", _FRESH if name == "sarena" else _FRESH_OTHER, name],
        capture_output=True,
        text=True,
        check=True,
        cwd=_ROOT,
        env=environment,
    )
    first, whole, held = (float(word) for word in run.stdout.split())
    return {"first": first, "whole": whole, "held": held}


def _first(name: str = "sarena") -> float:
    return _fresh(name)["first"]


def _memory(name: str = "sarena") -> float:
    """MiB that the process holds more after pictures of many matches than before the first."""
    held = _fresh(name)["held"]
    if held < 0:
        raise Skip("this system does not tell")
    return held


def _chess() -> float:
    try:
        import cairosvg
        import chess
        import chess.svg
    except ImportError:
        raise Skip("chess or cairosvg is not installed: pip install parlour[bench]") from None
    board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    taken = []
    for _ in range(8):
        begun = time.perf_counter()
        svg = chess.svg.board(board, size=1200, lastmove=chess.Move.from_uci("g8f6"))
        io.BytesIO(cairosvg.svg2png(svg.encode()))
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)
