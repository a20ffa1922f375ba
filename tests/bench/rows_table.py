"""The table's rows: from a press to its answer at the HTTP seam of a simulated Discord, and how the
event loop bears many presses at once."""

from __future__ import annotations

import asyncio
import logging
import random
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from cogs.controls import Ticket
from rules import game as game_of
from rules import games
from tests.bench.frame import Row, Skip, at_least, at_most
from tests.cogs.test_presses import emit
from tests.cogs.world import World

PRESSES = 30
"""Moves a round plays in each game."""


class Seam:
    """Notes when each request the bot makes is answered."""

    def __init__(self, world: World) -> None:
        self.times: list[tuple[float, str]] = []
        for place in (world.bot.http, world.env._webhook_adapter):
            place.request = self._wrap(place.request)

    def _wrap(self, real: Any) -> Any:
        async def request(route: Any, *a: Any, **k: Any) -> Any:
            try:
                return await real(route, *a, **k)
            finally:
                self.times.append((time.perf_counter(), route.url))

        return request


class Lag(threading.Thread):
    """How long the event loop lets a thread wait that asks for its attention every 5 ms."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(daemon=True)
        self.loop, self.worst, self.over = loop, 0.0, threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.005):
            asked = time.perf_counter()
            done = threading.Event()

            def reached(asked: float = asked, done: threading.Event = done) -> None:
                self.worst = max(self.worst, time.perf_counter() - asked)
                done.set()

            try:
                self.loop.call_soon_threadsafe(reached)
            except RuntimeError:
                return
            done.wait(5)


class Session:
    """What one round measured; each row reads its number from the latest."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.first: list[float] = []
        self.last: list[float] = []

    async def play(self) -> float:
        """Play by panel presses, one at a time; p50 of the acknowledgement in ms."""
        logging.getLogger("cogs").setLevel(logging.ERROR)
        self.first, self.last = [], []
        with tempfile.TemporaryDirectory() as folder:
            world = await World(Path(folder) / "bench.db").open()
            try:
                match = await world.match("ann", "bob", game=self.name)
                seam = Seam(world)
                chance = random.Random(1)
                rules = game_of(self.name)
                for k in range(PRESSES + 3):
                    sheet = await world.bot.desk.sheet(match)
                    state = sheet.match.state  # type: ignore[union-attr]
                    if rules.outcome(state) is not None:
                        break
                    seat = next(s for s, h in enumerate(sheet.holders) if h.asked)
                    move = chance.choice(list(rules.moves(state, seat)))
                    ticket = Ticket("answer", match, sheet.holders[seat].asked, str(move))
                    seam.times.clear()
                    begun = time.perf_counter()
                    emit(world, ("ann", "bob")[seat], world.last, str(ticket))
                    await world.env.settle(timeout=20)
                    if k >= 3 and seam.times:  # the first ones warm the pictures
                        self.first.append((seam.times[0][0] - begun) * 1000)
                        self.last.append((seam.times[-1][0] - begun) * 1000)
            finally:
                await world.close(check=False)
        return _part(self.first, 0.5)


def _part(values: list[float], part: float) -> float:
    if not values:
        raise Skip("nothing was played")
    held = sorted(values)
    return held[min(len(held) - 1, int(part * len(held)))]


class Crowd:
    """25 presses at once on one match, then 100 over ten."""

    def __init__(self) -> None:
        self.accepted = 0
        self.lag = 0.0

    async def press(self) -> float:
        """The slowest acknowledgement in ms."""
        with tempfile.TemporaryDirectory() as folder:
            world = await World(Path(folder) / "bench.db").open()
            try:
                return await self._press(world)
            finally:
                await world.close(check=False)

    async def _press(self, world: World) -> float:
        matches = [await world.match("ann", "bob") for _ in range(10)]
        slowest, self.accepted = 0.0, 0
        lag = Lag(asyncio.get_running_loop())
        seam = Seam(world)
        acknowledged: list[float] = []
        for crowd, each in ((matches[:1], 25), (matches, 10)):
            seam.times.clear()
            lag = Lag(asyncio.get_running_loop())
            lag.start()
            post = world.last
            begun = time.perf_counter()
            before = {}
            for match in crowd:
                sheet = await world.bot.desk.sheet(match)
                seat = next(s for s, h in enumerate(sheet.holders) if h.asked)
                moves = list(game_of("sarena").moves(sheet.match.state, seat))  # type: ignore[union-attr]
                before[match] = sheet.n
                for move in moves[:each]:
                    ticket = Ticket("answer", match, sheet.holders[seat].asked, str(move))
                    emit(world, ("ann", "bob")[seat], post, str(ticket))
                    await asyncio.sleep(0)  # each comes as a message of its own on the socket
            await world.env.settle(timeout=60)
            lag.over.set()
            acknowledged = [t for t, url in seam.times if url.endswith("/callback")]
            slowest = max(slowest, (max(acknowledged) - begun) * 1000)
            self.lag = max(self.lag, lag.worst * 1000)
            for match, n in before.items():
                self.accepted += (await world.bot.desk.sheet(match)).n - n
        return slowest


def rows() -> list[Row]:
    """Three rows a game, three for a crowd."""
    found: list[Row] = []
    for name in games():
        session = Session(name)
        found += [
            Row(f"{name}: press acknowledged, p50", "ms", at_most(5), session.play, 3),
            Row(f"{name}: press answered, p50", "ms", at_most(40),
                lambda s=session: _part(s.last, 0.5), 3),
            Row(f"{name}: press answered, p99", "ms", at_most(150),
                lambda s=session: _part(s.last, 0.99), 3),
        ]  # fmt: skip
    crowd = Crowd()
    found += [
        Row("125 presses at once: slowest acknowledged", "ms", at_most(500), crowd.press, 3),
        Row("125 presses at once: accepted (11 matches)", "", at_least(11),
            lambda: float(crowd.accepted), 3),
        Row("125 presses at once: event loop stalled", "ms", at_most(100), lambda: crowd.lag, 3),
    ]  # fmt: skip
    return found
