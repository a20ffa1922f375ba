"""More faults found by trying to break the table, each as a test of what must happen instead."""

from __future__ import annotations

import asyncio
import time

import pytest

from cogs.controls import Ticket
from cogs.table import drawing
from cogs.table.drawing import Drawing
from data.sheet import Status
from rendering.scene import renderer
from tests.cogs.test_afterwards import over
from tests.cogs.test_broken import quiet
from tests.cogs.test_presses import emit, told
from tests.cogs.test_undrawn import broken
from tests.cogs.world import World

# The drawing thread.


async def test_more_pictures_than_are_kept_may_wait_and_each_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A hundred boards are posted at once after an outage; none is begun anew while it waits."""
    monkeypatch.setattr(drawing, "LOOK", 0.01)
    monkeypatch.setattr(drawing, "PICTURES", 4)
    thread, drawn = Drawing(), []

    def slow(k: int) -> bytes:
        time.sleep(0.01)
        drawn.append(k)
        if len(drawn) > 200:
            raise AssertionError("drawn again and again")
        return b"%d" % k

    try:
        async with asyncio.timeout(20):
            found = await asyncio.gather(
                *(thread.picture(k, lambda k=k: slow(k)) for k in range(40))
            )
        assert found == [b"%d" % k for k in range(40)]
        assert drawn == list(range(40))
    finally:
        thread.close()


# Play again.


async def test_of_25_who_press_play_again_at_once_one_opens_a_lobby(world: World) -> None:
    post = await over(world)
    sent = [emit(world, ("ann", "bob")[k % 2], post, str(Ticket("again", 1)))[0] for k in range(25)]
    await quiet(world)
    assert all(record.responded for record in sent)
    assert max(world.bot.desk.heads) == 2
    said = [told(world, record) for record in sent]
    assert sum("Match 2 is open" in text for text in said) == 1
    assert sum("match 2" in text for text in said) == 24


async def test_one_who_presses_open_25_times_at_once_has_ten_lobbies(world: World) -> None:
    await over(world)
    sent = [
        emit(world, "eve", world.last, str(Ticket("open", 0, 0, "sarena")))[0] for k in range(25)
    ]
    await quiet(world)
    assert all(record.responded for record in sent)
    assert sum(head.status is Status.LOBBY for head in world.bot.desk.heads.values()) == 10


# The cover.


async def test_a_lobby_made_without_its_cover_is_brought_up_to_date_once_it_can_be_drawn(
    world: World,
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(renderer("sarena")), "cover", broken)
        await world.slash("ann", "table new", game="sarena", seats=3)
        await quiet(world)
    assert world.last.alt == []
    await world.press("bob", world.last, "Join")
    await quiet(world)
    assert "Seats: 2 of 3" in world.last.text
    assert len(world.history()) == 1
    assert await world.store.pending() == 0
    assert "The last message" not in (await world.slash("ann", "table mine")).text
