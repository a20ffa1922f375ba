"""A table in a storm: presses by anybody at random, several at once, while Discord fails, the disk
fills, messages and channels go, people leave, tasks are cancelled and the bot is restarted.

Every step leaves memory and store alike, the questions put to those whom the rules ask, and no
fault of ours in the log. Once the storm is over every match has one live board, nothing waits, and
the log of every match replays. Seeded: a failure says with which.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.backend.errors import BackendError
from simcord.results import InteractionResult

from cogs.controls import Ticket
from cogs.table.desk import Desk
from data.check import check
from data.sheet import OPEN, Status
from data.store import Store, StoreError
from rules import game
from rules.kernel import Reason
from tests.cogs.test_broken import quiet
from tests.cogs.test_presses import emit
from tests.cogs.world import Shown, World, walk

FAULTS = [
    (500, 0), (503, 0), (429, 0), (403, 0), (404, 10008), (403, 50013), (403, 50001), (400, 50083),
    (401, 50027), (400, 50035),
]  # fmt: skip
CALLS = [
    ("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*"),
    ("GET", "/channels/*/messages/*"), ("PATCH", "/webhooks/*"), ("GET", "/guilds/*/members/*"),
]  # fmt: skip
PEOPLE = ("ann", "bob", "cleo", "dan")
LIKED = {"answer": 8, "pick": 8, "play": 4, "undo": 3, "agree": 5, "cancel": 0, "setwhere": 0}
"""How often a kind of control is pressed; 1 where nothing is said."""


class Storm:
    """One table and what happens to it."""

    def __init__(self, world: World, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world, self.chance = world, random.Random(seed)
        self.seen: list[Shown] = []
        self.disk = 0.0
        """How often the store refuses."""
        real = Store._run

        async def run(store: Store, unit: Any) -> Any:
            if self.chance.random() < self.disk:
                raise StoreError(Reason("store-now-full"), "SQLITE_FULL")
            done = await real(store, unit)
            if self.chance.random() < self.disk / 2:  # done, and nobody knows
                raise StoreError(Reason("store-now-failed"), "SQLITE_IOERR")
            return done

        monkeypatch.setattr(Store, "_run", run)

    def controls(self) -> list[tuple[Shown, dict[str, Any]]]:
        """Everything that can be pressed: on public messages, and on private ones of late."""
        there = []
        for shown in (*self.world.history()[-12:], *self.seen[-20:]):
            with contextlib.suppress(BackendError):  # its channel is gone
                there += [(shown, c) for c in walk(shown.raw["components"])]
        return [(s, c) for s, c in there if c["type"] in (2, 3) and not c.get("disabled")]

    async def press(self, count: int) -> None:
        """Presses at once, mostly by whoever a match asks; some tasks are cancelled under way."""
        there = self.controls()
        if not there:
            return
        liked = [LIKED.get(c["custom_id"].split(":")[0], 1) for _, c in there]
        sent = []
        for shown, c in self.chance.choices(there, liked, k=count):
            ticket = Ticket.parse(c["custom_id"])
            head = self.world.bot.desk.heads.get(ticket.match) if ticket else None
            who = self.chance.choice(PEOPLE)
            if head is not None and self.chance.random() < 0.7:
                asked = [u for u, a in zip(head.users, head.asked, strict=True) if a]
                who = next((n for n in PEOPLE if self.world.people[n].id in asked), who)
            more: dict[str, Any] = {"component_type": c["type"]}
            if c["type"] == 3:
                more["values"] = [self.chance.choice(c["options"])["value"]]
            sent.append(emit(self.world, who, shown, c["custom_id"], **more)[0])
            if self.chance.random() < 0.3:
                await asyncio.sleep(0.002)
        if self.chance.random() < 0.2:
            await asyncio.sleep(self.chance.random() * 0.02)
            for task in asyncio.all_tasks():
                if task.get_name().startswith("discord.py") and self.chance.random() < 0.5:
                    task.cancel()
        await quiet(self.world)
        for record in sent:
            with contextlib.suppress(BackendError):
                answer = InteractionResult(self.world.env, record)
                shown = (*answer.followups, *filter(None, [answer.response]))
                self.seen += [Shown(self.world, message) for message in shown]

    async def happen(self) -> None:
        """Something outside the game."""
        world, chance = self.world, self.chance
        what = chance.choice(["fault", "clear", "clear", "minute", "restart", "message", "channel"])
        if what == "fault":
            status, code = chance.choice(FAULTS)
            call = chance.choice(CALLS)
            world.env.inject_error(*call, status=status, code=code, times=chance.choice([1, 3]))
        elif what == "clear":
            world.env.backend.faults.clear()
            self.disk = 0.0
        elif what == "minute":
            await world.env.advance_time(61)
        elif what == "restart":
            self.disk = 0.0
            await world.restart()
        elif what == "message" and world.history():
            world.env.backend.delete_message(world.channel.id, chance.choice(world.history()).id)
        elif what == "channel" and chance.random() < 0.3:
            world.env.backend.delete_channel(world.channel.id)
            world.channel = world.guild.create_text_channel("another")
            await quiet(world)
            for match, head in list(world.bot.desk.heads.items()):
                host = next((n for n in PEOPLE if world.people[n].id == head.host), "ann")
                await world.slash(host, "table move", match=str(match))
        await quiet(world)

    async def look(self) -> None:
        """Memory and store are alike, and ask whom the rules ask."""
        desk = self.world.bot.desk
        match = 1
        while (stored := await self.world.store.load(match)) is not None:
            assert await desk.sheet(match) == stored
            assert (stored.status in OPEN) == (match in desk.heads)
            if stored.match is not None:
                rules = game(stored.game)
                over = rules.outcome(stored.match.state) is not None
                prompt = None if over else rules.prompt(stored.match.state)
                asked = {seat for seat, h in enumerate(stored.holders) if h.asked}
                assert asked == set(prompt.seats if prompt else ())
                assert over == (stored.status is Status.OVER)
                assert len(stored.line) == stored.match.ply - stored.match.floor
            match += 1

    async def calm(self) -> None:
        """The storm is over, and half an hour goes by."""
        self.disk = 0.0
        self.world.env.backend.faults.clear()
        for _ in range(3):
            await self.world.env.advance_time(601)
            await quiet(self.world)
        await self.look()


def ours(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log has of faults that are ours, not Discord's nor the disk's."""
    return [
        f"{record.getMessage()} {record.exc_text or ''}"
        for record in caplog.records
        if record.levelno >= logging.ERROR
        and not any(
            known in f"{record.getMessage()} {record.exc_text} {record.exc_info!r}"
            for known in ("StoreError", "store-now", "Discord refused a call for good")
        )
    ]


@contextlib.asynccontextmanager
async def storm(
    path: Path, seed: int, monkeypatch: pytest.MonkeyPatch, steps: int = 60
) -> AsyncIterator[World]:
    """A whole storm on a new table; the table after it."""
    world = await World(path / "parlour.db").open()
    table = Storm(world, seed, monkeypatch)
    try:
        await blow(table, steps)
        yield world
    except BaseException:
        await world.close(check=False)
        raise
    world.env._errors.clear()  # what the disk did to listeners
    await world.close()


async def blow(table: Storm, steps: int) -> None:
    """So many steps, and the calm after them."""
    world = table.world
    for name, people in (("sarena", ("ann", "bob")), ("toy", ("cleo", "dan", "ann"))):
        await world.match(*people, game=name)
        await quiet(world)
    for _ in range(steps):
        if table.chance.random() < 0.75:
            table.disk = table.chance.choice([0.0, 0.0, 0.1, 0.4])
            await table.press(table.chance.choice([1, 1, 2, 4]))
        else:
            await table.happen()
        quiet_disk, table.disk = table.disk, 0.0
        await table.look()
        table.disk = quiet_disk
    await table.calm()


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_a_table_comes_well_through_a_storm(
    tmp_path: Path,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with storm(tmp_path, seed, monkeypatch) as world:
        assert ours(caplog) == []
        assert await world.store.pending() == 0
        for match, head in world.bot.desk.heads.items():
            live = [p for p in await world.store.posts(match) if p.live and p.n > 0]
            if head.status is Status.RUNNING and not await world.store.failures(match):
                assert len(live) == 1, (match, live)
    assert [finding for finding in check(tmp_path / "parlour.db") if finding.serious] == []


async def test_the_storm_notices_a_memory_that_is_kept_when_storing_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Desk.store_change

    async def kept(self: Desk, *args: Any) -> Any:
        held = dict(self._sheets)
        try:
            return await real(self, *args)
        except BaseException:
            self._sheets.update(held)
            raise

    monkeypatch.setattr(Desk, "store_change", kept)

    async def storms() -> None:
        for seed in range(1, 9):
            (tmp_path / str(seed)).mkdir()
            async with storm(tmp_path / str(seed), seed, monkeypatch):
                pass

    with pytest.raises(AssertionError):
        await storms()
