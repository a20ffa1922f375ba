"""Faults found by trying to break the table, each as a test of what must happen instead."""

from __future__ import annotations

import asyncio
import importlib
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from PIL import Image

import data
from cogs.table import outbox
from cogs.table.desk import now
from data import acts, people
from data.sheet import Letter, Note, Status
from data.store import Store, StoreError
from rendering import words
from rendering.scene import renderer
from rules import games
from rules.kernel import Move, Reason
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_presses import emit, told
from tests.cogs.test_undo import played
from tests.cogs.world import Shown, World, walk

MANAGE = discord.Permissions(manage_guild=True, view_channel=True)
SENDING = ("POST", "/channels/*/messages")


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

    world.bot.outbox.carriers["lobby"] = broken
    await world.slash("ann", "table new", game="sarena", seats=2)
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


async def test_the_commitment_is_made_public_though_the_first_post_was_overtaken(
    world: World,
) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    await world.slash("bob", "table join", match="1")
    await quiet(world)
    world.env.inject_error(*SENDING, status=503, times=None)
    await world.slash("ann", "table start", match="1")
    await by_slash(world, *await some_move(world, 1, random.Random(1)))
    await quiet(world)
    world.env.backend.faults.clear()
    await world.minute()
    await quiet(world)
    commitment = (await world.bot.desk.sheet(1)).commitment
    assert commitment in world.last.text
    await by_slash(world, *await some_move(world, 1, random.Random(2)))
    await quiet(world)
    assert commitment not in world.last.text


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
    await world.slash("ann", "table new", game="sarena", seats=2)
    options = await world.press("ann", world.last, "Options")
    await world.press("ann", options, "Own thread: off")
    await world.slash("bob", "table join", match="1")
    await world.slash("ann", "table start", match="1")
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


async def test_a_match_is_brought_to_another_server_only_while_it_is_on_hold(world: World) -> None:
    match = await begun(world, "ann", "bob")
    there = world.env.create_guild(name="Elsewhere")
    ann = there.add_member(world.people["ann"].user)
    channel = there.create_text_channel("lair")
    result = await ann.slash(channel, "table move", match=str(match))
    assert "stays on its server" in Shown(world, result.response).text
    assert (await world.bot.desk.sheet(match)).guild == world.guild.id
    await world.delete_channel()
    await ann.slash(channel, "table move", match=str(match))
    sheet = await world.bot.desk.sheet(match)
    assert (sheet.guild, sheet.status) == (there.id, Status.RUNNING)
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
    await world.slash(first, "table undo", steps=3)
    long = world.last
    shown = await world.press(third, short, "Agree")
    assert "That request is over" in shown.text
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


# Games that come and go.


@pytest.fixture
async def gone(world: World) -> AsyncIterator[None]:
    """A lobby (1) and a match (2) of a game that is not installed any more, and another match."""
    await world.slash("ann", "table new", game="toy", seats=2)
    await world.match("ann", "bob", game="toy")
    await world.match("ann", "bob")
    await quiet(world)
    toy, paths = games().pop("toy"), list(data.__path__)
    data.__path__[:] = [path for path in paths if "toy" not in path]
    words.reload()
    world.bot.desk._sheets.clear()
    yield
    games()["toy"] = toy
    data.__path__[:] = paths
    words.reload()


@pytest.mark.usefixtures("gone")
async def test_a_game_that_is_gone_spoils_no_list_and_no_completion(world: World) -> None:
    for name in ("table mine", "table here"):
        shown = await world.slash("ann", name)
        assert all(f"#{k} " in shown.text for k in (1, 2, 3)), shown.text
    offered = await world.complete("ann", "table board", "match")
    assert "3" in [c["value"] for c in offered]


@pytest.mark.usefixtures("gone")
async def test_a_match_whose_game_is_gone_says_so_and_the_rest_go_on(world: World) -> None:
    shown = await world.slash("bob", "table join", match="1")
    assert "not installed" in shown.text
    for name in ("table play", "table board", "table log", "table export", "table undo"):
        shown = await world.slash("ann", name, match="2")
        assert "not installed" in shown.text, name
    await world.bot.desk.repost((Status.LOBBY, Status.RUNNING))
    await quiet(world)
    assert "match 3" in world.last.text


async def test_a_lobby_keeps_those_of_its_options_that_the_game_still_has(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    sheet = await world.bot.desk.sheet(1)
    old = {"fair": True, "blind": 3}
    await world.bot.desk.store_change(acts.Change(replace(sheet, options=old)))
    await world.slash("bob", "table join", match="1")
    await quiet(world)
    assert "Even colours: **on**" in world.last.text
    await world.press("ann", world.last, "Start")
    sheet = await world.bot.desk.sheet(1)
    assert sheet.match is not None
    assert sheet.match.options.fair is True


# The lobby.


async def test_a_lobby_that_is_full_when_it_is_told_to_start_by_itself_starts(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=3)
    lobby = world.last
    await world.press("bob", lobby, "Join")
    options = await world.press("ann", lobby, "Options")
    await world.press("ann", options, "Start when full: off")
    assert (await world.bot.desk.sheet(1)).status is Status.LOBBY
    seats = [
        c for c in walk(options.raw["components"])
        if c["type"] == 3 and c["custom_id"].startswith("seats:")
    ]  # fmt: skip
    await world.people["ann"].select(options.message, ["2"], custom_id=seats[0]["custom_id"])
    assert (await world.bot.desk.sheet(1)).status is Status.RUNNING


async def test_a_lobby_on_hold_is_not_said_to_have_started_and_can_be_closed(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    await world.delete_channel()
    world.channel = world.guild.create_text_channel("elsewhere")
    shown = await world.slash("bob", "table join", match="1")
    assert "on hold" in shown.text
    shown = await world.slash("bob", "table cancel", match="1")
    assert "Only the host" in shown.text
    await world.slash("ann", "table cancel", match="1")
    assert (await world.bot.desk.sheet(1)).status is Status.CANCELLED
    await quiet(world)
    assert await world.store.pending() == 0


async def test_the_options_of_a_closed_lobby_do_not_say_that_it_started(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    lobby = world.last
    options = lobby.custom_id("Options")
    await world.slash("ann", "table cancel", match="1")
    record, _ = emit(world, "ann", lobby, options)
    await quiet(world)
    assert "was closed" in told(world, record)


async def test_who_manages_the_server_starts_or_closes_a_lobby_whose_host_is_gone(
    world: World,
) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    role = world.guild.create_role("boss", permissions=MANAGE)
    world.people["boss"] = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    world.guild.remove_member(world.people["ann"])
    await world.slash("boss", "table cancel", match="1")
    assert (await world.bot.desk.sheet(1)).status is Status.CANCELLED


async def test_of_a_lobby_and_a_match_in_one_channel_a_command_means_what_it_can_mean(
    world: World,
) -> None:
    match = await begun(world, "ann", "bob")
    await by_slash(world, *await some_move(world, match, random.Random(1)))
    (asked,) = await world.asked(match)
    other = "bob" if asked == "ann" else "ann"
    await world.slash(other, "table new", game="sarena", seats=2)
    shown = await world.slash(other, "table play")
    assert f"match {match}" in shown.text
    offered = await world.complete(other, "table play", "match")
    assert [c["value"] for c in offered] == [str(match)]
    offered = await world.complete("cleo", "table join", "match")
    assert [c["value"] for c in offered] == ["2"]
    await world.slash("cleo", "table join")
    assert len((await world.bot.desk.sheet(2)).holders) == 2


# Limits, and what is typed.


async def test_the_longest_text_board_stays_within_what_a_message_holds(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world, "ann", "bob")
    kind = type(renderer("sarena"))
    monkeypatch.setattr(kind, "text", lambda *_: "\n".join(["x" * 38] * 200))
    monkeypatch.setattr(kind, "asked", lambda *_: "y" * 3000)
    shown = await world.press("ann", world.last, "Text")
    assert "x" * 38 in shown.text
    assert len(shown.text) <= 4000


async def test_what_happened_since_one_resigned_long_ago_does_not_push_the_board_out_of_the_text(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world, "ann", "bob", "cleo")
    sure = await world.slash("ann", "table resign")
    await world.press("ann", sure, "Resign")
    await played(world, match, 14)
    kind = type(renderer("sarena"))
    real, lines = kind.text, []

    def text(self: Any, scene: Any) -> str:
        lines.append(len(scene.since))
        return str(real(self, scene))

    monkeypatch.setattr(kind, "text", text)
    shown = await world.slash("ann", "table hand", as_text=True, match=str(match))
    assert lines == [10]
    assert "\nf1 " in shown.text


async def test_a_person_who_is_not_on_the_server_cannot_be_given_a_seat(world: World) -> None:
    await begun(world, "ann", "bob")
    stranger = world.env.create_user("zoe")
    result = await world.people["ann"].slash(world.channel, "table replace", who="2", by=stranger)
    assert "not on this server" in Shown(world, result.response).text
    assert [type(e) for e in world.env.errors] == [app_commands.TransformerError]
    world.env._errors.clear()


async def test_every_group_of_commands_is_for_servers_only(world: World) -> None:
    assert [c.name for c in world.bot.tree.get_commands() if not c.guild_only] == []


async def test_seven_games_fit_into_the_welcome(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    welcome = part("welcome")
    many = {f"sarena{k}": None for k in range(9)}
    real = welcome.say
    monkeypatch.setattr(welcome, "games", lambda: many)
    monkeypatch.setattr(welcome, "cover", lambda *_: (b"\x89PNG", "alt"))
    monkeypatch.setattr(
        welcome,
        "say",
        lambda locale, key, **more: (
            key * 60 if key.startswith("sarena") else real(locale, key, **more)
        ),
    )
    await welcome.Welcome.post(world.bot.table.welcome, world.channel.id, "Hello! " * 400, "en")
    assert sum(label.startswith("Open a match") for label in world.last.labels) == welcome.MOST


# The store.


async def test_an_old_post_that_cannot_be_stripped_is_no_failure_that_anybody_is_told_of(
    tmp_path: Path,
) -> None:
    store = await Store.open(tmp_path / "parlour.db", 1)
    try:
        change = acts.open_lobby("sarena", 1, 2, acts.Person(3, "ann"), 1)
        note = Note("retire", {"channel": 2, "message": 5})
        sheet = await store.commit(replace(change, notes=(note,)), 1)
        (letter,) = await store.due(1)
        await store.dropped(letter, 1, "400 50035")
        assert await store.failures(sheet.id) == []
    finally:
        await store.close()


async def test_options_of_a_command_are_completed_in_whatever_order_they_are_filled(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    match = await begun(world, "ann", "bob")
    (who,) = await world.asked(match)
    assert await world.complete(who, "sarena move", "to") == []
    assert await world.complete(who, "toy put", "second", match=str(match)) == []
    assert "Ignoring exception" not in caplog.text


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


async def test_a_lobby_filled_by_choosing_a_place_starts_by_itself_too(world: World) -> None:
    placed = next(name for name, rules in games().items() if rules.places)
    await world.slash("ann", "table new", game=placed, seats=2)
    lobby = world.last
    options = await world.press("ann", lobby, "Options")
    await world.press("ann", options, "Start when full: off")
    place = next(c for c in walk(lobby.raw["components"]) if "place:" in c.get("custom_id", ""))
    await world.press("bob", lobby, place["label"])
    await quiet(world)
    sheet = await world.bot.desk.sheet(1)
    assert sheet.status is Status.RUNNING
    assert {h.name for h in sheet.holders} == {"ann", "bob"}


@pytest.mark.parametrize("columns", [20, 21, 25])
async def test_a_panel_with_many_columns_stays_within_forty_components(
    world: World, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world, "ann", "bob")
    (who,) = await world.asked(match)
    letters = [*"abcdefghijklmnopqrstuvwxyz"][:columns]
    squares = [Move("go", (f"{a}{n}",)) for a in letters for n in range(1, 5)]
    kind = type(renderer("sarena"))
    rules = games()["sarena"]

    class Wide:
        def __getattr__(self, name: str) -> Any:
            return getattr(rules, name)

        def moves(self, state: Any, seat: int) -> list[Move]:
            return squares

    monkeypatch.setattr(part("panel"), "game_of", lambda _: Wide())
    monkeypatch.setattr(kind, "label", lambda _, scene, move: move.args[-1] if move.args else "go")
    monkeypatch.setattr(kind, "picture", lambda _, scene: Image.new("P", (4, 4)))
    monkeypatch.setattr(part("panel"), "undoable", lambda *_: 1)
    panel = await world.press(who, world.last, "Play")
    assert 0 < len(list(walk(panel.raw["components"]))) <= 40
    asked = [label for label in panel.labels if label in [a.upper() for a in letters]]
    assert len(asked) == (columns if columns <= 20 else 0)


async def test_nobody_fills_a_server_with_lobbies(world: World) -> None:
    for _ in range(10):
        await world.slash("ann", "table new", game="sarena", seats=2)
    shown = await world.slash("ann", "table new", game="sarena", seats=2)
    assert "Start or cancel one of them first" in shown.text
    await world.slash("ann", "table cancel", match="4")
    shown = await world.slash("ann", "table new", game="sarena", seats=2)
    assert "Match 11 is open" in shown.text
    shown = await world.slash("bob", "table new", game="sarena", seats=2)
    assert "is open" in shown.text
