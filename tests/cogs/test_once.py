"""A public message whose making was never put on record is not made a second time, however long
ago it was: Discord remembers a nonce for minutes (SimCord not at all), but the message is there.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from fnmatch import fnmatch
from typing import Any

import discord
import pytest

from data.sheet import Letter, Note
from tests.cogs.test_faults import SENDING, Broken
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_undo import played
from tests.cogs.world import World

HISTORY = ("GET", "/channels/*/messages")
Act = Callable[[], Awaitable[Any]]


async def a_lobby(world: World) -> Act:
    return lambda: world.slash("ann", "table new", game="sarena", seats=2)


async def a_turn(world: World) -> Act:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    return lambda: by_slash(world, who, move)


async def a_request(world: World) -> Act:
    match = await world.match("ann", "bob", "cleo")
    done = await played(world, match, 4)
    return lambda: world.slash(done[0][0], "table undo", steps=4)


KINDS = pytest.mark.parametrize("kind", [a_lobby, a_turn, a_request])
Kind = Callable[[World], Awaitable[Act]]


async def unrecorded(world: World, kind: Kind) -> int:
    """Make one message as a process does that is killed before it can say so; its id."""

    async def killed(*_: Any) -> None:
        raise RuntimeError("killed")

    act = await kind(world)
    count = len(world.history())
    world.store.delivered = killed  # type: ignore[method-assign]
    await act()
    await world.settle()
    assert len(world.history()) == count + 1
    return world.last.id


def searches(world: World) -> int:
    return sum(e.method == "GET" and fnmatch(e.path.split("?")[0], HISTORY[1])
               for e in world.env.http_requests)  # fmt: skip


@KINDS
async def test_a_kill_between_the_post_and_its_record_makes_no_second_post(
    world: World, kind: Kind
) -> None:
    made = await unrecorded(world, kind)
    count = len(world.history())
    await world.restart()
    assert await world.store.pending() == 0
    assert len(world.history()) == count
    posts = await world.store.posts(1)
    assert [(p.message, p.live) for p in posts if p.live][-1] == (made, True)


@KINDS
async def test_a_post_whose_answer_was_lost_is_made_once(world: World, kind: Kind) -> None:
    act = await kind(world)
    count = len(world.history())
    with Broken(world, *SENDING, "lost") as broken:
        await act()
        await world.settle()
    assert broken.hit == 1
    assert await world.store.pending() == 1
    await world.minute()
    assert await world.store.pending() == 0
    assert len(world.history()) == count + 1
    assert world.last.id in {p.message for p in await world.store.posts(1)}


async def test_one_that_is_gone_by_then_is_made_again(world: World) -> None:
    await unrecorded(world, a_turn)
    gone, said = world.last, world.last.text
    count = len(world.history())
    await world.delete_message(gone)
    await world.restart()
    assert len(world.history()) == count
    assert world.last.text == said


async def test_where_the_channel_may_not_be_read_it_is_posted_with_the_same_nonce(
    world: World,
) -> None:
    """For minutes Discord makes one message of both; SimCord, which knows no nonces, makes two."""
    await unrecorded(world, a_turn)
    count = len(world.history())
    await world.permit(deny=discord.Permissions(read_message_history=True).value)
    await world.restart()
    assert await world.store.pending() == 0
    assert len(world.history()) == count + 1
    nonces = [
        e.json["nonce"] for e in world.env.http_requests
        if e.method == "POST" and fnmatch(e.path, SENDING[1]) and e.json.get("nonce")
    ]  # fmt: skip
    assert nonces[-1] == nonces[-2] != nonces[-3]


async def test_while_discord_cannot_say_nothing_is_posted_anew(world: World) -> None:
    await unrecorded(world, a_turn)
    count = len(world.history())
    world.env.inject_error(*HISTORY, status=502, code=0, times=None)
    await world.restart()
    assert await world.store.pending() == 1
    assert len(world.history()) == count
    world.env.backend.faults.clear()
    await world.minute()
    assert await world.store.pending() == 0
    assert len(world.history()) == count


async def test_a_message_of_somebody_else_with_that_mark_is_not_taken_for_ours(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await unrecorded(world, a_turn)
    count = len(world.history())
    stored = world.env.backend.get_message(world.last.channel_id, world.last.id)
    stored.author_id = world.people["eve"].id
    await world.restart()
    assert len(world.history()) == count + 1


async def test_nothing_is_searched_for_that_was_never_tried(world: World) -> None:
    for kind in (a_lobby, a_turn, a_request):
        await (await kind(world))()
    assert searches(world) == 0
    await world.restart()
    assert searches(world) == 0, "all was sent: there is nothing in doubt"


def test_the_mark_is_of_what_the_letter_says() -> None:
    note = Note("post", {"n": 3, "asked": [0]})
    letter = Letter(7, 1, note, 0, "")
    assert letter.mark == letter._replace(tries=4, error="x").mark
    others = [
        letter._replace(id=8),
        letter._replace(match=2),
        letter._replace(note=note._replace(kind="notice")),
        letter._replace(note=note._replace(body={"n": 4, "asked": [0]})),
    ]
    assert len({letter.mark, *(one.mark for one in others)}) == 5
    assert all(0 < letter._replace(id=k).mark < 2**31 for k in range(1000))
