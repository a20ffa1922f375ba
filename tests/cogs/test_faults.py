"""Discord's failures on each kind of call: nothing lost, nothing doubled, the board right within
one cycle after the fault is gone."""

from __future__ import annotations

import asyncio
import random
from fnmatch import fnmatch
from typing import Any

import aiohttp
import discord
import pytest

import cogs.deliver
from cogs.deliver import Fate, deliver, sort_out
from data.acts import posted_anew
from data.sheet import Status
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_undo import played
from tests.cogs.world import World

SENDING = ("POST", "/channels/*/messages")
EDITING = ("PATCH", "/channels/*/messages/*")
FETCHING = ("GET", "/channels/*/messages/*")
ANSWERING = ("POST", "/interactions/*/callback")
PANEL = ("PATCH", "/webhooks/*")


class Broken:
    """Connection faults on matching calls: reset before it arrives, lost answer, or no answer."""

    def __init__(self, world: World, method: str, pattern: str, how: str) -> None:
        self.world, self.method, self.pattern, self.how = world, method, pattern, how
        self.hit = 0
        self.held: list[tuple[Any, Any]] = []

    def __enter__(self) -> Broken:
        adapter = self.world.env._webhook_adapter
        for place in (self.world.bot.http, adapter):
            real = place.request
            self.held.append((place, place.__dict__.get("request")))
            place.request = self._wrap(real)
        return self

    def __exit__(self, *_: Any) -> None:
        for place, own in self.held:
            if own is None:
                del place.request
            else:
                place.request = own

    def _wrap(self, real: Any) -> Any:
        async def request(route: Any, *a: Any, **k: Any) -> Any:
            path = route.url.split("/v10", 1)[-1]
            if route.method == self.method and fnmatch(path.split("?")[0], self.pattern):
                self.hit += 1
                if self.how == "hang":
                    await asyncio.sleep(3600)
                if self.how == "lost":
                    await real(route, *a, **k)
                raise aiohttp.ClientConnectionResetError("injected")
            return await real(route, *a, **k)

        return request


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deadline that a test can wait for."""
    monkeypatch.setattr(cogs.deliver, "DEADLINE", 0.2)


def boards(world: World) -> list[str]:
    return [shown.text for shown in world.history() if "match" in shown.text]


HTTP = [
    (500, 0), (502, 0), (503, 0), (429, 0), (404, 10008), (403, 50013), (403, 50001), (400, 50083),
    (401, 0),
]  # fmt: skip


@pytest.mark.parametrize(("status", "code"), [e for e in HTTP if e != (404, 10008)])
async def test_a_post_that_discord_refuses_is_made_within_one_cycle_of_the_fault_clearing(
    world: World, status: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cogs.deliver, "DEADLINE", 2.0)
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    count = len(world.history())
    world.env.inject_error(*SENDING, status=status, code=code, times=None)
    await by_slash(world, who, move)
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert (sheet.match.ply, sheet.status) == (1, Status.RUNNING)
    assert len(world.history()) == count
    assert await world.store.pending() >= 1
    world.env.backend.faults.clear()
    await world.minute()
    assert len(world.history()) == count + 1
    assert "-".join(move.args) in world.last.text
    assert await world.store.pending() == 0


@pytest.mark.parametrize("how", ["reset", "lost", "hang"])
async def test_a_post_lost_on_the_line_is_there_once_within_a_minute(
    world: World, how: str, short: None
) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    with Broken(world, *SENDING, how) as broken:
        await by_slash(world, who, move)
        await world.settle()
    assert broken.hit == 1
    assert await world.store.pending() >= 1
    await world.minute()
    assert "-".join(move.args) in world.last.text
    assert await world.store.pending() == 0
    assert sum("-".join(move.args) in text for text in boards(world)) == 1
    assert all(
        e.json.get("enforce_nonce") for e in world.env.http_requests if e.json and "nonce" in e.json
    )


@pytest.mark.parametrize("call", [EDITING, FETCHING])
@pytest.mark.parametrize(("status", "code"), HTTP)
async def test_a_lobby_or_old_post_that_cannot_be_changed_is_put_right_later(
    world: World, call: tuple[str, str], status: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cogs.deliver, "DEADLINE", 2.0)
    await world.slash("ann", "table new", game="sarena", seats=2)
    lobby = world.last
    world.env.inject_error(*call, status=status, code=code, times=None)
    await world.press("bob", lobby, "Join")
    assert len((await world.bot.desk.sheet(1)).holders) == 2
    world.env.backend.faults.clear()
    await world.minute()
    shown = world.last if code == 10008 else lobby
    assert "2. bob" in shown.text
    await world.press("ann", shown, "Start")
    world.env.inject_error(*call, status=status, code=code, times=None)
    await played(world, 1, 2)
    world.env.backend.faults.clear()
    await world.minute()
    await world.minute()
    assert await world.store.pending() == 0
    live = [s for s in world.history() if "Play" in s.labels]
    assert live[-1].id == world.last.id
    if code not in (10008, 50013, 50001, 50083):  # those posts are out of reach for good
        assert len(live) == 1


@pytest.mark.parametrize("how", ["reset", "lost", "hang"])
@pytest.mark.parametrize("call", [ANSWERING, PANEL])
async def test_a_press_whose_answer_is_lost_is_applied_at_most_once(
    world: World, call: tuple[str, str], how: str, short: None
) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    with Broken(world, *call, how) as broken:
        await world.people[who].slash(
            world.channel, "sarena move", **{"from": move.args[0], "to": move.args[1]}
        )
        await world.settle()
    assert broken.hit >= 1
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 1
    await world.minute()
    assert "-".join(move.args) in world.last.text
    shown = await by_slash(world, who, move)
    assert "not asked" in shown.text, "pressing again does nothing more"
    assert await world.store.load(match) == await world.bot.desk.sheet(match)


async def test_an_interaction_that_came_too_late_changes_nothing(world: World) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    before = await world.store.load(match)
    world.env.inject_error(*ANSWERING, status=404, code=10062)
    await world.people[who].slash(
        world.channel, "sarena move", **{"from": move.args[0], "to": move.args[1]}
    )
    assert await world.store.load(match) == before
    await by_slash(world, who, move)
    assert await world.store.load(match) != before


async def test_an_answer_that_was_taken_although_discord_said_no_goes_on(world: World) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    world.env.inject_error(*ANSWERING, status=400, code=40060)
    await world.people[who].slash(
        world.channel, "sarena move", **{"from": move.args[0], "to": move.args[1]}
    )
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 1


async def test_a_token_that_has_run_out_leaves_the_post_to_tell(world: World) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    world.env.inject_error(*PANEL, status=401, code=50027, times=None)
    await world.people[who].slash(
        world.channel, "sarena move", **{"from": move.args[0], "to": move.args[1]}
    )
    assert "-".join(move.args) in world.last.text


async def test_a_storm_of_refusals_stays_far_under_discords_limit(world: World) -> None:
    """Discord bars a client after 10,000 refused requests in ten minutes."""
    for _ in range(5):
        await world.match("ann", "bob")
    world.env.inject_error("*", "*", status=403, code=50013, times=None)
    sent = len(world.env.http_requests)
    for match in sorted(world.bot.desk.heads):
        sheet = await world.bot.desk.sheet(match)
        await world.bot.desk.store_change(posted_anew(sheet))
    for _ in range(10):
        await world.minute()
    assert len(world.env.http_requests) - sent <= 5 * 2 * 10
    world.env.backend.faults.clear()


async def test_a_full_disk_is_told_and_the_same_process_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from data.store import Store, StoreError
    from rules.kernel import Reason

    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    before = await world.store.load(match)
    real = Store.commit

    async def full(*_: Any, **__: Any) -> Any:
        raise StoreError(Reason("store-full", {"path": "/secret/place"}), "SQLITE_FULL")

    monkeypatch.setattr(Store, "commit", full)
    shown = await by_slash(world, who, move)
    assert "could not be saved just now" in shown.text
    assert "/secret" not in shown.text
    assert await world.store.load(match) == before
    monkeypatch.setattr(Store, "commit", real)
    await by_slash(world, who, move)
    after = await world.store.load(match)
    assert after is not None
    assert after.match is not None
    assert after.match.ply == 1


async def test_a_fault_of_ours_is_one_kind_sentence_with_an_incident_number(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = await world.match("ann", "bob")

    async def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("a secret detail")

    monkeypatch.setattr(world.bot.scenes, "show", broken)
    for shown in (
        await world.press("ann", world.last, "Play"),
        await world.slash("ann", "table play", match=str(match)),
    ):
        assert "Something went wrong on our side" in shown.text
        assert "secret detail" not in shown.text
        number = shown.text.rsplit(" ", 1)[1].strip(".")
        assert f"incident {number}" in caplog.text


def error(status: int, code: int) -> discord.HTTPException:
    class Response:
        reason = ""

    Response.status = status  # type: ignore[attr-defined]
    return discord.HTTPException(Response(), {"code": code, "message": "x"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "code", "fate"),
    [
        (404, 10062, Fate.EXPIRED), (400, 40060, Fate.DONE), (401, 50027, Fate.EXPIRED),
        (404, 10015, Fate.EXPIRED), (404, 10008, Fate.MESSAGE_GONE), (404, 10003, Fate.PLACE_GONE),
        (403, 50001, Fate.BARRED), (403, 50013, Fate.BARRED), (400, 50083, Fate.BARRED),
        (400, 160005, Fate.BARRED), (400, 50035, Fate.BROKEN), (500, 0, Fate.LATER),
        (502, 0, Fate.LATER), (503, 0, Fate.LATER), (429, 0, Fate.LATER),
    ],
)  # fmt: skip
def test_each_of_discords_numbers_has_one_fate(status: int, code: int, fate: Fate) -> None:
    assert sort_out(error(status, code)).fate is fate


async def test_a_call_that_never_ends_has_a_deadline() -> None:
    assert (await deliver(lambda: asyncio.sleep(3600), 0.01)).fate is Fate.LATER


async def test_what_is_neither_discords_nor_the_lines_is_raised() -> None:
    async def ours() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await deliver(ours)
