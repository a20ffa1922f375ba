"""Sator's rows: the legal places of one tile, all turns of it, listed in placements at random; and
what the options of its slash commands are completed with while a match is played at random."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from cogs.controls import Ticket
from data import acts
from data.store import Store
from rendering.sator import labels
from rules.kernel import Seat, play, start
from rules.sator import asked, look, placement
from rules.sator.facts import KINDS, PRAYERS, TILE_NAMES, shape_of
from rules.sator.game import GAME
from rules.sator.state import Table
from tests.bench.frame import Row, at_most
from tests.leaks.booth import Booth
from tests.leaks.line import NAMES, NOW

MATCHES = 4
"""Placements in one round."""


def rows() -> list[Row]:
    """Of each run two rows."""
    lists, completions = _Lists(), _Completions()
    return [
        Row("sator: one tile's places listed, p50", "ms", at_most(15), lists.middle),
        Row("sator: one tile's places listed, p99", "ms", at_most(60), lists.slowest),
        Row("sator: an option completed, p99", "ms", None, completions.most),
        Row("sator: an option completed, the largest", "ms", at_most(50), completions.largest),
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


MOMENTS, PLIES = 60, 600
"""Questions at which all options are completed, and moves in which they come up."""
OPTIONS_EACH = 3
"""Tiles, and turns of one, that a step is completed for."""
Asked = tuple[str, str, dict[str, Any]]
"""A command, the option that is completed, what the others hold."""


class _Completions:
    """Every option of every command that can be completed, at many moments of a match."""

    def __init__(self) -> None:
        self.chance = random.Random(2)
        self.taken: list[float] = []

    def largest(self) -> float:
        return max(self.taken)

    async def most(self) -> float:
        self.taken = []
        with tempfile.TemporaryDirectory() as folder:
            async with _booth(Path(folder) / "bench.db") as booth:
                await self._match(booth)
        return sorted(self.taken)[len(self.taken) * 99 // 100]

    async def _match(self, booth: Booth) -> None:
        people = list(NAMES)[:2]
        await booth.slash(people[0], "table new", game="sator", seats=2)
        await booth.press(people[1], str(Ticket("join", 1)), private=False)
        await booth.press(people[0], str(Ticket("start", 1)), private=False)
        # Nothing is posted from here on.
        booth.bot.outbox.kick = booth.bot.desk.kick = lambda: None  # type: ignore[method-assign]
        moments = 0
        for ply in range(PLIES):
            sheet = await booth.desk.sheet(1)
            seat = next((k for k, h in enumerate(sheet.holders) if h.asked), None)
            if seat is None:
                return
            s, holder = sheet.match.state, sheet.holders[seat]
            if moments < MOMENTS and s.stack[-1].kind in ("choose", "turn") and ply % 4 < 2:
                moments += 1
                for command, option, given in _options(s, seat):
                    self.taken.append(
                        min([await _timed(booth, holder.user, command, option, given)
                             for _ in range(2)])
                    )  # fmt: skip
            moves = [move for move in GAME.moves(s, seat) if move.op not in ("chance", "end")]
            move = self.chance.choice(moves or list(GAME.moves(s, seat)))
            await booth.desk.change(1, partial(acts.move, seat=seat, moves=[move], now=NOW))


async def _timed(
    booth: Booth, user: int, command: str, option: str, given: dict[str, Any]
) -> float:
    """Milliseconds for one completion of a position not seen before."""
    look._look.cache_clear()
    placement._plan.cache_clear()
    labels._ways.cache_clear()
    asked._held = (None, None, ())
    begun = time.perf_counter()
    given = dict(given)
    sent = await booth.complete(user, command, option, given.pop(option, ""), **given)
    taken = 1000 * (time.perf_counter() - begun)
    assert "choices" in sent[-1].json["data"], "a completion is answered"
    return taken


def _options(s: Table, seat: Seat) -> Iterator[Asked]:
    """What can be completed now, step by step where one depends on another."""
    kind, hand = s.stack[-1].kind, s.cards.hands[seat]
    if kind == "choose":
        yield "sator place", "tile", {}
        for tile in s.laying.trays[seat][:OPTIONS_EACH]:
            yield "sator place", "turn", {"tile": TILE_NAMES[tile]}
            for turn in ("0", "90"):
                yield "sator place", "square", {"tile": TILE_NAMES[tile], "turn": turn}
    elif kind == "turn":
        for command, option in (
            ("play", "card"), ("pray", "prayer"), ("walk", "to"), ("swap", "deck"),
            ("free", "step"), ("free", "tile"), ("gargoyle", "square"),
        ):  # fmt: skip
            yield f"sator {command}", option, {}
        for card in dict.fromkeys(KINDS[card] for card in hand):
            if card in PRAYERS:
                name = {"prayer": "nihil 3" if card == "nihil" else card}
                yield "sator pray", "first", name
                for tile in TILE_NAMES[:OPTIONS_EACH]:
                    yield "sator pray", "first", {**name, "first": f"{tile} "}
            else:
                yield "sator play", "tile", {"card": card}
                for tile in TILE_NAMES:
                    yield "sator play", "effect", {"card": card, "tile": tile}


@asynccontextmanager
async def _booth(path: Path) -> AsyncIterator[Booth]:
    booth = Booth(await Store.open(path, NOW))
    await booth.start()
    try:
        yield booth
    finally:
        await booth.close()
