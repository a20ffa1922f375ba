"""A public message of which nothing was heard, while play goes on: another letter has taken the
place of its own. It is found, put on record, and kept up to date or retired like any other."""

from __future__ import annotations

import random
from fnmatch import fnmatch
from pathlib import Path

import pytest

from cogs.client import Parlour
from cogs.table.desk import now
from data.sheet import Letter, Note
from data.store import Store
from tests.cogs.test_faults import SENDING, Broken
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_once import HISTORY, a_lobby, a_turn, unrecorded
from tests.cogs.test_undo import played
from tests.cogs.world import Shown, World


async def lost_turn(world: World) -> tuple[int, str, Shown]:
    """A match whose second post was made and nothing heard of it: match, who moved, the post."""
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    with Broken(world, *SENDING, "lost"):
        await by_slash(world, who, move)
        await world.settle()
    return match, who, world.last


async def minutes(world: World, count: int = 3) -> None:
    for _ in range(count):
        await world.minute()
    assert await world.store.pending() == 0


async def lost_lobby(world: World) -> Shown:
    with Broken(world, *SENDING, "lost"):
        await world.slash("ann", "table new", game="sarena", seats=2)
        await world.settle()
    return world.last


def live(world: World, label: str) -> list[Shown]:
    return [shown for shown in world.history() if label in shown.labels]


async def test_a_lobby_that_people_join_meanwhile_stays_the_only_one(world: World) -> None:
    lobby = await lost_lobby(world)
    await world.press("bob", lobby, "Join")
    await minutes(world)
    assert [shown.id for shown in world.history()] == [lobby.id]
    assert "bob" in lobby.text
    await world.press("ann", lobby, "Start")
    await minutes(world)
    assert "Start" not in lobby.labels
    assert "has started" in lobby.text


async def test_a_lobby_joined_after_a_restart_while_discord_cannot_say(world: World) -> None:
    await unrecorded(world, a_lobby)
    world.env.inject_error(*HISTORY, status=502, code=0, times=None)
    await world.restart()
    await world.press("bob", world.last, "Join")
    world.env.backend.faults.clear()
    await minutes(world)
    assert len(world.history()) == 1
    assert "bob" in world.last.text


@pytest.mark.parametrize("act", ["move", "undo"])
async def test_a_post_that_was_answered_meanwhile_loses_its_buttons(world: World, act: str) -> None:
    match, who, lost = await lost_turn(world)
    if act == "move":
        await by_slash(world, *await some_move(world, match, random.Random(2)))
    else:
        await world.press(who, lost, "Undo")
    await minutes(world)
    assert [shown.id for shown in live(world, "Play")] == [world.last.id]
    assert world.last.id != lost.id


async def test_a_post_in_a_place_that_was_left_meanwhile_loses_its_buttons(world: World) -> None:
    match, _, lost = await lost_turn(world)
    world.channel = world.guild.create_text_channel("elsewhere")
    await world.slash("ann", "table move", match=str(match))
    await minutes(world)
    assert "Play" not in lost.labels
    assert "Play" in world.last.labels


async def test_one_that_is_on_its_way_when_another_takes_its_place_is_found_too(
    world: World,
) -> None:
    """Its letter is gone before the line breaks."""
    match = await world.match("ann", "bob")
    await by_slash(world, *await some_move(world, match, random.Random(1)))
    lost = world.last
    (letter,) = [p for p in await world.store.posts(match) if p.message == lost.id]
    assert letter.live
    note = {"n": letter.n, "asked": [0], "at": 0, "place": world.channel.id}
    stray = Letter(10**6, match, Note("post", note), 0, "")
    await world.store.later(stray, now() + 50, "lost")
    due = await world.store.due(2**40)
    assert [(one.note.kind, one.note.body["mark"]) for one in due] == [("seek", stray.mark)]


async def test_a_request_that_some_agreed_to_meanwhile_is_put_once(world: World) -> None:
    match = await world.match("ann", "bob", "cleo")
    done = await played(world, match, 4)
    with Broken(world, *SENDING, "lost"):
        await world.slash(done[0][0], "table undo", steps=4)
        await world.settle()
    request = world.last
    others = [name for name in ("ann", "bob", "cleo") if name != done[0][0]]
    await world.press(others[0], request, "Agree")
    await minutes(world)
    assert [shown.id for shown in live(world, "Agree")] == [request.id]
    await world.press(others[1], request, "Agree")
    await minutes(world)
    assert not live(world, "Agree")


async def test_it_is_found_among_many_messages(world: World) -> None:
    await unrecorded(world, a_turn)
    for k in range(250):
        eve = world.people["eve"].id
        world.env.backend.create_message(world.channel.id, eve, content=f"talk {k}")
    count = len(world.history())
    await world.restart()
    assert len(world.history()) == count


async def test_while_the_bot_is_shut_out_each_try_costs_one_refused_call(world: World) -> None:
    match = await world.match("ann", "bob")
    for method in ("GET", "POST"):
        world.env.inject_error(method, HISTORY[1], status=403, code=50001, times=None)
    start = len(world.env.http_requests)
    await by_slash(world, *await some_move(world, match, random.Random(1)))
    for _ in range(3):
        await world.minute()
    refused = [
        entry.method for entry in world.env.http_requests[start:]
        if fnmatch(entry.path.split("?")[0], HISTORY[1])
    ]  # fmt: skip
    assert refused == ["POST", "GET", "GET", "GET"]
    world.env.backend.faults.clear()
    await minutes(world)
    assert "Play" in world.last.labels


async def begun_on(world: World, path: Path) -> None:
    """Another process, on another file."""
    await world.bot.close()
    await world.store.close()
    world.path = path
    world.store = await Store.open(path, now())
    world.bot = Parlour(world.store)
    await world.env.restart_bot(world.bot)
    await world.settle()


async def refused_at_first(world: World, act: object) -> None:
    """The first try of what follows fails, so that it is looked for at the second."""
    await world.env.advance_time(2)
    world.env.inject_error(*SENDING, status=502, code=0, times=None)
    await act()  # type: ignore[operator]
    await world.settle()
    world.env.backend.faults.clear()
    await minutes(world)


async def test_a_message_of_another_database_is_not_taken_for_it(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    count = len(world.history())
    await begun_on(world, world.path.with_name("other.db"))
    await refused_at_first(world, lambda: world.slash("bob", "table new", game="sator", seats=4))
    assert len(world.history()) == count + 1


async def test_a_message_from_before_a_backup_was_restored_is_not_taken_for_it(
    world: World,
) -> None:
    match = await world.match("ann", "bob")
    copy = world.path.with_name("copy.db")
    await world.store.backup(copy)
    who, one = await some_move(world, match, random.Random(1))
    await by_slash(world, who, one)
    await begun_on(world, copy)
    moves = [await some_move(world, match, random.Random(k)) for k in range(2, 20)]
    who, two = next(found for found in moves if found[1] != one)
    count = len(world.history())
    await refused_at_first(world, lambda: by_slash(world, who, two))
    assert len(world.history()) == count + 1
    assert "-".join(two.args) in world.last.text


async def test_the_store_forgets_a_search_that_leads_nowhere(world: World) -> None:
    lobby = await lost_lobby(world)
    await world.delete_message(lobby)
    await world.slash("bob", "table join", match="1")
    await minutes(world)
    assert len(world.history()) == 1
    assert "bob" in world.last.text
