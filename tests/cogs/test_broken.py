"""Faults found by trying to break the table, each as a test of what must happen instead."""

from __future__ import annotations

import asyncio
import importlib
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cogs import deliver
from cogs.table import outbox
from cogs.table.desk import now
from data import acts, lobbies, people
from data.sheet import Letter, Note, Status
from data.store import Store, StoreError
from rules.kernel import Reason
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_presses import emit, told
from tests.cogs.test_undo import played
from tests.cogs.world import Shown, World

SENDING = ("POST", "/channels/*/messages")
THREADING = ("POST", "/channels/*/messages/*/threads")


async def quiet(world: World) -> None:
    """Wait until nothing is being stored and no letter is on its way."""
    await world.settle()
    calm = 0
    for _ in range(1000):
        await asyncio.sleep(0.01)
        box = world.bot.outbox
        busy = box._flying or world.store._running or (box._task and not box._task.done())
        calm = 0 if busy else calm + 1
        if calm == 5:
            return
    raise AssertionError("the outbox never came to rest")


def part(name: str) -> Any:
    """A module of the table as the bot uses it now: loading the extension makes them anew."""
    return importlib.import_module(f"cogs.table.{name}")


async def begun(world: World, *names: str) -> int:
    """A match of these people whose first post is made."""
    match = await world.match(*names)
    await quiet(world)
    return match


# The outbox.


async def test_a_full_disk_does_not_make_the_same_post_again_and_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world, "ann", "bob")
    count = len(world.history())

    async def full(*_: Any, **__: Any) -> None:
        raise StoreError(Reason("store-now-full"), "SQLITE_FULL")

    with monkeypatch.context() as patch:
        for name in ("delivered", "later", "dropped"):
            patch.setattr(Store, name, full)
        await by_slash(world, *await some_move(world, match, random.Random(1)))
        await quiet(world)
        await world.minute()
        await quiet(world)
        assert len(world.history()) == count + 1
    await world.minute()
    await quiet(world)
    assert len(world.history()) == count + 1, "what was made before is only put on record"
    assert await world.store.pending() == 0
    assert [p.n for p in await world.store.posts(match) if p.live] == [2]


async def test_a_letter_that_our_own_code_cannot_carry_does_not_hold_the_match_back_for_ever(
    world: World,
) -> None:
    real = world.bot.outbox.carriers["lobby"]

    async def broken(letter: Letter) -> outbox.Carried:
        raise ZeroDivisionError

    await world.slash("ann", "table new", game="sarena", seats=2)
    world.bot.outbox.carriers["lobby"] = broken
    await world.slash("bob", "table join", match="1")
    await world.slash("ann", "table start", match="1")
    for _ in range(outbox.OFTEN + 2):
        await world.minute()
        await quiet(world)
    world.bot.outbox.carriers["lobby"] = real
    assert "Play" in world.last.labels
    assert await world.store.pending() == 0


async def test_a_fault_of_ours_in_a_post_is_told_as_ours_and_table_board_makes_up_for_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world, "ann", "bob")
    count = len(world.history())

    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(part("post"), "post_view", broken)
        await by_slash(world, *await some_move(world, match, random.Random(1)))
        await quiet(world)
        assert "wrong on our side" in (await world.slash("ann", "table mine")).text
        for _ in range(outbox.OFTEN + 1):
            await world.minute()
            await quiet(world)
    assert await world.store.pending() == 0, "given up"
    assert "wrong on our side" in (await world.slash("ann", "table mine")).text
    assert len(world.history()) == count
    await world.slash("ann", "table board")
    await quiet(world)
    assert len(world.history()) == count + 1


async def test_table_board_posts_what_discord_refused_for_good(world: World) -> None:
    match = await begun(world, "ann", "bob")
    world.env.inject_error(*SENDING, status=400, code=50035, times=None)
    who, move = await some_move(world, match, random.Random(1))
    await by_slash(world, who, move)
    await quiet(world)
    world.env.backend.faults.clear()
    await world.minute()
    count = len(world.history())
    assert "Use /table board to post it" in (await world.slash("ann", "table mine")).text
    await world.slash("ann", "table board")
    await quiet(world)
    assert len(world.history()) == count + 1
    assert "-".join(move.args) in world.last.text
    assert "Use /table board" not in (await world.slash("ann", "table mine")).text
    await world.slash("ann", "table board")
    await quiet(world)
    assert len(world.history()) == count + 1


async def test_letters_on_their_way_arrive_and_are_put_on_record_when_the_bot_is_closed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world, "ann", "bob")
    count = len(world.history())
    sent = asyncio.Event()
    real = Store.delivered

    async def slow(self: Store, *args: Any, **more: Any) -> None:
        sent.set()
        await asyncio.sleep(0.3)
        await real(self, *args, **more)

    monkeypatch.setattr(Store, "delivered", slow)
    await world.bot.desk.change(match, acts.posted_anew)
    await sent.wait()
    await world.restart()
    await quiet(world)
    assert len(world.history()) == count + 1


async def test_a_proxy_that_says_no_is_not_discord_saying_no(world: World) -> None:
    match = await begun(world, "ann", "bob")
    count = len(world.history())
    world.env.inject_error(*SENDING, status=403, code=0, times=None)
    await by_slash(world, *await some_move(world, match, random.Random(1)))
    await quiet(world)
    world.env.backend.faults.clear()
    await world.minute()
    await quiet(world)
    assert len(world.history()) == count + 1


async def test_a_retry_set_by_a_clock_that_was_ten_years_ahead_is_made_all_the_same(
    world: World,
) -> None:
    match = await begun(world, "ann", "bob")
    world.env.inject_error(*SENDING, status=503, times=None)
    sheet = await world.bot.desk.sheet(match)
    await world.bot.desk.store_change(acts.posted_anew(sheet))
    await quiet(world)
    (letter,) = await world.store.due(now() + 61)
    await world.store.later(letter, now() + 10 * 365 * 86_400, "503")
    world.env.backend.faults.clear()
    count = len(world.history())
    await world.minute()
    await quiet(world)
    assert len(world.history()) == count + 1


async def test_a_match_does_not_start_before_its_commitment_can_be_read(world: World) -> None:
    world.env.inject_error(*SENDING, status=503, times=None)
    await world.slash("ann", "table new", game="sarena", seats=2)
    await quiet(world)
    await world.slash("bob", "table join", match="1")
    shown = await world.slash("ann", "table start", match="1")
    assert "The message of this lobby is not out yet" in shown.text
    world.env.backend.faults.clear()
    await world.minute()
    await quiet(world)
    sheet = await world.bot.desk.sheet(1)
    assert sheet.commitment in world.last.text
    assert sheet.match is None
    await world.slash("ann", "table start", match="1")
    assert (await world.bot.desk.sheet(1)).match is not None


# Places.


async def test_a_letter_for_the_old_channel_does_not_hold_a_match_that_has_moved(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world, "ann", "bob")
    old, new = world.channel, world.guild.create_text_channel("new")
    world.env.inject_error(
        "POST", f"/channels/{old.id}/messages", status=404, code=10003, times=None
    )
    post = part("post")
    real = post.send

    async def moved_meanwhile(bot: Any, sheet: Any, *args: Any) -> Any:
        if sheet.channel == old.id:
            await world.bot.desk.change(match, lambda s: people.settle(s, s.guild, new.id))
        return await real(bot, sheet, *args)

    monkeypatch.setattr(post, "send", moved_meanwhile)
    await by_slash(world, *await some_move(world, match, random.Random(5)))
    await quiet(world)
    sheet = await world.bot.desk.sheet(match)
    assert (sheet.status, sheet.channel) == (Status.RUNNING, new.id)
    world.channel = new
    assert "Play" in world.last.labels


async def test_a_lobby_brought_elsewhere_is_made_there_though_its_letter_was_overtaken(
    world: World,
) -> None:
    await world.slash("ann", "table new", game="sarena", seats=3)
    await world.delete_channel()
    world.channel = world.guild.create_text_channel("elsewhere")
    place = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", place, status=503, times=None)
    await world.slash("ann", "table move", match="1")
    await world.slash("bob", "table join", match="1")
    await quiet(world)
    world.env.backend.faults.clear()
    await world.minute()
    await quiet(world)
    assert (await world.bot.desk.sheet(1)).status is Status.LOBBY
    assert "2. bob" in world.last.text
    assert "Join" in world.last.labels


async def test_a_match_on_hold_whose_player_left_leaves_no_letter_behind(world: World) -> None:
    match = await begun(world, "ann", "bob")
    (who,) = await world.asked(match)
    world.guild.remove_member(world.people[who])
    await world.bot.desk.change(match, people.hold)
    await world.bot.desk.change(match, acts.posted_anew)
    await quiet(world)
    assert await world.store.pending() == 0
    assert (await world.bot.desk.sheet(match)).status is Status.HELD


async def test_a_seat_handed_over_while_its_holder_is_looked_for_still_gets_its_post(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world, "ann", "bob")
    who, move = await some_move(world, match, random.Random(3))
    other = "bob" if who == "ann" else "ann"
    world.guild.remove_member(world.people[other])
    eve = world.people["eve"]
    real = people.gone

    def handed_over(sheet: Any, seat: int, at: int) -> Any:
        raise acts.refuse("refused-stale")

    monkeypatch.setattr(people, "gone", handed_over)
    await by_slash(world, who, move)
    await quiet(world)
    assert "-".join(move.args) in world.last.text
    assert await world.store.pending() == 0
    monkeypatch.setattr(people, "gone", real)
    assert eve.id not in (await world.bot.desk.sheet(match)).invited


async def test_a_match_whose_server_was_left_while_we_were_away_waits(world: World) -> None:
    match = await begun(world, "ann", "bob")
    sheet = await world.bot.desk.sheet(match)
    await world.bot.desk.store_change(acts.Change(replace(sheet, guild=77)))
    await world.bot.table.places.on_ready()
    assert (await world.bot.desk.sheet(match)).status is Status.HELD
    sheet = await world.bot.desk.sheet(match)
    await world.bot.desk.store_change(acts.Change(replace(sheet, guild=world.guild.id)))
    await world.bot.table.places.on_ready()
    assert (await world.bot.desk.sheet(match)).status is Status.RUNNING


async def test_a_match_opened_in_a_thread_goes_on_in_the_channel_when_the_thread_is_deleted(
    world: World,
) -> None:
    await world.in_own_thread("ann", "bob")
    await quiet(world)
    main = world.channel
    (thread,) = main.threads
    world.channel = thread
    await world.slash("cleo", "table new", game="sarena", seats=2)
    sheet = await world.bot.desk.sheet(2)
    assert (sheet.channel, sheet.thread) == (main.id, thread.id)
    await world.slash("dan", "table join", match="2")
    await world.slash("cleo", "table start", match="2")
    await quiet(world)
    world.channel = main
    await world.delete_channel(thread.id)
    await quiet(world)
    for number in (1, 2):
        sheet = await world.bot.desk.sheet(number)
        assert (sheet.thread, sheet.status) == (None, Status.RUNNING)
    assert "match 2" in world.last.text


async def test_from_another_server_a_match_is_moved_only_while_on_hold_and_no_seat_is_handed_over(
    world: World,
) -> None:
    match = await begun(world, "ann", "bob")
    there = world.env.create_guild(name="Elsewhere")
    ann = there.add_member(world.people["ann"].user)
    channel = there.create_text_channel("lair")
    result = await ann.slash(channel, "table move", match=str(match))
    assert "stays on its server" in Shown(world, result.response).text
    stranger = there.add_member(world.env.create_user("zoe"))
    result = await ann.slash(channel, "table replace", who="2", by=stranger, match=str(match))
    assert "own server" in Shown(world, result.response).text
    assert (await world.bot.desk.sheet(match)).guild == world.guild.id
    await world.delete_channel()
    result = await ann.slash(channel, "table move", match=str(match))
    assert "Not everybody who sits" in Shown(world, result.response).text
    sheet = await world.bot.desk.sheet(match)
    assert (sheet.guild, sheet.status) == (world.guild.id, Status.HELD)
    there.add_member(world.people["bob"].user)
    await ann.slash(channel, "table move", match=str(match))
    sheet = await world.bot.desk.sheet(match)
    assert (sheet.guild, sheet.status) == (there.id, Status.RUNNING)
    assert all(holder.user is not None for holder in sheet.holders)
    await quiet(world)


# Undo.


async def test_agreeing_does_not_wake_a_match_that_is_on_hold(world: World) -> None:
    match = await begun(world, "ann", "bob")
    ((first, _), (second, _)) = await played(world, match, 2)
    await world.slash(first, "table undo", steps=2)
    request = world.last
    await world.bot.desk.change(match, people.hold)
    shown = await world.press(second, request, "Agree")
    assert "on hold" in shown.text
    sheet = await world.bot.desk.sheet(match)
    assert sheet.status is Status.HELD
    assert sheet.match is not None
    assert sheet.match.ply == 2


async def test_who_agreed_to_one_undo_has_not_agreed_to_another(world: World) -> None:
    match = await begun(world, "ann", "bob", "cleo")
    done = await played(world, match, 3)
    first, second, third = (who for who, _ in done)
    await world.slash(second, "table undo", steps=2)
    short = world.last
    agree = short.custom_id("Agree")
    await world.slash(first, "table undo", steps=3)
    long = world.last
    record, _ = emit(world, third, short, agree)  # before he saw that its buttons went
    await world.settle()
    assert "That request is over" in told(world, record)
    sheet = await world.bot.desk.sheet(match)
    assert sheet.request is not None
    assert sheet.request.given == ()
    await world.restart()
    await world.press(third, long, "Agree")
    assert f"Agreed: {third}." in long.text


async def test_completion_of_undo_offers_nothing_that_a_resignation_bars(world: World) -> None:
    match = await begun(world, "ann", "bob", "cleo")
    done = await played(world, match, 4)
    sure = await world.slash("cleo", "table resign")
    await world.press("cleo", sure, "Resign")
    who, move = await some_move(world, match, random.Random(8))
    await by_slash(world, who, move)
    offered = await world.complete(who, "table undo", "steps", match=str(match))
    assert [c["value"] for c in offered] == [1]
    assert len(done) == 4
    shown = await world.slash(who, "table undo", steps=2, match=str(match))
    assert "resignation lies in between" in shown.text
    assert await world.complete("dan", "table undo", "steps", match=str(match)) == []


async def test_asking_again_for_the_same_undo_calls_nobody_twice(world: World) -> None:
    match = await begun(world, "ann", "bob")
    ((first, _), _) = await played(world, match, 2)
    await world.slash(first, "table undo", steps=2)
    await quiet(world)
    count = len(world.history())
    shown = await world.slash(first, "table undo", steps=2)
    assert "asked for that already" in shown.text
    await quiet(world)
    assert len(world.history()) == count


# The desk.


@pytest.mark.parametrize("after", range(6))
async def test_a_press_cancelled_at_any_moment_leaves_memory_and_store_alike(
    world: World, after: int
) -> None:
    match = await begun(world, "ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    seat = world.bot.desk.heads[match].users.index(world.people[who].id)
    work = world.bot.desk.change(match, lambda s: acts.move(s, seat, [move], now()))
    task = asyncio.create_task(work)
    for _ in range(after):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await quiet(world)
    stored = await world.store.load(match)
    assert await world.bot.desk.sheet(match) == stored
    assert stored is not None
    if stored.n == 2:
        assert "-".join(move.args) in world.last.text, "what was stored is announced"


# The store.


async def test_an_old_post_that_cannot_be_stripped_is_no_failure_that_anybody_is_told_of(
    tmp_path: Path,
) -> None:
    store = await Store.open(tmp_path / "parlour.db", 1)
    try:
        change = lobbies.open_lobby("sarena", 1, 2, acts.Person(3, "ann"), 1, bytes(32))
        note = Note("retire", {"channel": 2, "message": 5})
        sheet = await store.commit(replace(change, notes=(note,)), 1)
        (letter,) = await store.due(1)
        await store.dropped(letter, 1, "400 50035")
        assert await store.failures(sheet.id) == []
    finally:
        await store.close()


@pytest.mark.parametrize("call", [("PATCH", "/channels/*/messages/*"), THREADING])
async def test_a_lobby_or_thread_that_discord_keeps_failing_holds_no_match_back_for_ever(
    world: World, call: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliver, "DEADLINE", 0.3)
    await world.slash("ann", "table new", game="sarena", seats=2)
    await world.bot.desk.change(1, lambda s: people.set_threads(s, s.host, True))
    await world.slash("bob", "table join", match="1")
    await quiet(world)
    world.env.inject_error(*call, status=503, times=None)
    await world.slash("ann", "table start", match="1")
    await quiet(world)
    for _ in range(2 * outbox.OFTEN + 2):
        await world.minute()
        await quiet(world)
    places = [world.channel, *world.channel.threads]
    shown = [Shown(world, m) for place in places for m in place.history()]
    assert any("Play" in one.labels for one in shown)
    assert ((await world.bot.desk.sheet(1)).thread is None) == (call == THREADING)


async def test_a_damaged_letter_does_not_hold_back_those_behind_it(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "parlour.db", 1)
    try:
        change = lobbies.open_lobby("sarena", 1, 2, acts.Person(3, "ann"), 1, bytes(32))
        sheet = await store.commit(change, 1)
        await store.commit(acts.Change(sheet, notes=(Note("notice", {"key": "x"}),)), 1)
        first, *_ = await store.due(1)
        await store._write(
            lambda c: c.execute("UPDATE outbox SET body = '{\"' WHERE id = ?", (first.id,))
        )
        assert [letter.note.kind for letter in await store.due(1)] == ["notice"]
    finally:
        await store.close()
