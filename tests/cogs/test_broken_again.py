"""More faults found by trying to break the table, each as a test of what must happen instead."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from typing import Any

import discord
import pytest

from cogs.controls import Ticket
from cogs.table import drawing
from cogs.table.drawing import Drawing
from data import acts
from data.sheet import Status
from rendering.scene import renderer
from tests.cogs.test_afterwards import over, over_in_a_thread
from tests.cogs.test_broken import SENDING, begun, quiet
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_presses import emit, told
from tests.cogs.test_undrawn import broken
from tests.cogs.world import World, walk

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


async def test_pictures_are_drawn_though_what_was_made_ahead_of_them_never_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing, "LONGEST", 0.2)
    monkeypatch.setattr(drawing, "LOOK", 0.02)
    thread, held = Drawing(), threading.Event()
    try:
        thread.ahead("endless", lambda: bool(held.wait(60)) and None)
        async with asyncio.timeout(20):
            assert await thread.picture("x", lambda: b"drawn") == b"drawn"
        thread.ahead("broken", lambda: broken(None))
        assert await thread.picture("y", lambda: b"drawn too") == b"drawn too"
    finally:
        held.set()
        thread.close()


async def test_what_waits_when_the_bot_closes_is_given_up_at_once() -> None:
    thread, held, begun = Drawing(), threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def long() -> bytes:
        loop.call_soon_threadsafe(begun.set)
        held.wait(60)
        return b"long"

    first = asyncio.ensure_future(thread.picture("first", long))
    second = asyncio.ensure_future(thread.picture("second", long))
    await begun.wait()
    thread.close()
    async with asyncio.timeout(20):
        with pytest.raises(asyncio.CancelledError):
            await second
        with pytest.raises(asyncio.CancelledError):
            await thread.picture("third", long)
        held.set()
        assert await first == b"long"


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


async def test_after_a_match_in_its_own_thread_the_bot_must_be_able_to_post_in_the_channel(
    world: World,
) -> None:
    post = await over_in_a_thread(world)
    await world.permit(deny=discord.Permissions(send_messages=True).value)
    said = await world.press("ann", post, "Play again")
    assert "it lacks Send Messages in this channel" in said.text
    assert world.bot.desk.heads == {}


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


# Requests for an undo.


async def asked_for_undo(world: World) -> int:
    match = await begun(world, "ann", "bob")
    chance = random.Random(2)
    for _ in range(2):
        await by_slash(world, *await some_move(world, match, chance))
    (asker,) = await world.asked(match)
    await world.slash(asker, "table undo")
    await quiet(world)
    assert "Agree" in world.last.labels
    return match


async def test_a_request_stays_open_to_those_asked_when_the_board_is_posted_anew(
    world: World,
) -> None:
    match = await asked_for_undo(world)
    (asker,) = await world.asked(match)
    other = {"ann": "bob", "bob": "ann"}[asker]
    board = [s for s in world.history() if "Play" in s.labels][-1]
    await world.delete_message(board)
    await world.slash("ann", "table board")
    await quiet(world)
    assert "Play" in [s for s in world.history() if "Play" in s.labels][-1].labels
    (request,) = [s for s in world.history() if "Agree" in s.labels]
    await world.press(other, request, "Agree")
    assert "All who were asked agreed" in request.text


async def test_a_request_goes_with_the_match_to_another_channel(world: World) -> None:
    match = await asked_for_undo(world)
    (asker,) = await world.asked(match)
    other = {"ann": "bob", "bob": "ann"}[asker]
    world.channel = world.guild.create_text_channel("elsewhere")
    await world.slash("ann", "table move", match=str(match))
    await quiet(world)
    assert world.last.labels == ["Agree", "Do not agree"]
    assert "Play" in world.history()[-2].labels
    await world.press(other, world.last, "Agree")
    assert "All who were asked agreed" in world.history()[1].text


async def test_table_board_puts_a_request_again_whose_message_is_gone(world: World) -> None:
    match = await asked_for_undo(world)
    (asker,) = await world.asked(match)
    other = {"ann": "bob", "bob": "ann"}[asker]
    await world.delete_message(world.last)
    count = len(world.history())
    said = await world.slash(asker, "table undo")
    assert "asked for that already" in said.text
    for _ in range(2):
        await world.slash(other, "table board")
        await quiet(world)
        assert len(world.history()) == count + 1
    await world.press(other, world.last, "Do not agree")
    await quiet(world)
    declined = len(world.history())
    await world.slash(other, "table board")
    await quiet(world)
    assert len(world.history()) == declined, "what is settled is not put again"


async def test_a_request_put_again_and_again_while_nothing_can_be_sent_is_made_once(
    world: World,
) -> None:
    match = await asked_for_undo(world)
    world.env.inject_error(*SENDING, status=503, times=None)
    for _ in range(3):
        await world.bot.desk.change(match, acts.posted_anew)
        await quiet(world)
    assert await world.store.pending() == 2
    world.env.backend.faults.clear()
    count = len(world.history())
    await world.minute()
    await quiet(world)
    assert len(world.history()) == count + 2
    assert [s.id for s in world.history() if "Agree" in s.labels] == [world.last.id]


async def test_who_agrees_late_does_not_give_a_lapsed_request_its_buttons_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two agrees; before the message is brought up to date somebody moves."""
    match = await begun(world, "ann", "bob", "cleo")
    chance = random.Random(1)
    for _ in range(3):
        await by_slash(world, *await some_move(world, match, chance))
    (asker,) = await world.asked(match)
    await world.slash(asker, "table undo", steps=3)
    await quiet(world)
    request = world.last
    (other, _) = [name for name in ("ann", "bob", "cleo") if name != asker]
    scenes, agreed, moved = world.bot.scenes, asyncio.Event(), asyncio.Event()
    real = scenes.fallen

    async def slow(*args: Any) -> str:
        agreed.set()
        await moved.wait()
        return await real(*args)

    monkeypatch.setattr(scenes, "fallen", slow)
    record, _ = emit(world, other, request, request.custom_id("Agree"))
    await agreed.wait()
    sheet = await world.bot.desk.sheet(match)
    who, move = await some_move(world, match, chance)
    seat = sheet.seat_of(world.people[who].id)
    assert seat is not None
    await world.bot.desk.change(match, lambda s: acts.move(s, seat, [move], s.changed))
    while request.labels:
        await asyncio.sleep(0.01)
    moved.set()
    await quiet(world)
    assert record.responded
    assert request.labels == []
    assert request.text == "This request is over."


async def test_a_board_posted_anew_brings_no_request_that_has_lapsed(world: World) -> None:
    match = await asked_for_undo(world)
    await by_slash(world, *await some_move(world, match, random.Random(5)))
    await quiet(world)
    assert [s for s in world.history() if "Agree" in s.labels] == []
    count = len(world.history())
    await world.delete_message(world.last)
    await world.slash("ann", "table board")
    await quiet(world)
    assert len(world.history()) == count
    assert [s for s in world.history() if "Agree" in s.labels] == []


# Sator.


async def test_what_is_left_to_chance_may_be_typed_once_it_is_asked(world: World) -> None:
    """The panel's press and the command in turn: the command's first step is done already."""
    match = await world.match("ann", "bob", game="sator")
    (who,) = await world.asked(match)
    panel = await world.press(who, world.last, "Play")
    value = panel.options["leave it to chance …"]
    (custom,) = [c["custom_id"] for c in walk(panel.raw["components"]) if c["type"] == 3]
    emit(world, who, panel, custom, component_type=3, values=[value])
    await quiet(world)
    offered = await world.complete(who, "sator chance", "how")
    assert [c["value"] for c in offered] == ["one", "all"]
    await world.slash(who, "sator chance", how="one")
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sum(spot >= 0 for spot in sheet.match.state.board.spots) == 1
    assert await world.asked(match) != [who]
