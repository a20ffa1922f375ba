"""Who may know of a match: who is in it, who can see its channel or thread, who manages its server.
For everybody else there is none of that number."""

from __future__ import annotations

import random

import discord
import pytest
from simcord.enums import ChannelType

from data import people
from data.store import Damaged
from tests.cogs.test_broken import quiet
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_presses import emit, told
from tests.cogs.world import Shown, World

ANSWERED = "There is no match 1"
ASKS = ["board", "log", "export", "hand"]


@pytest.fixture
async def hidden(world: World) -> int:
    """Match 1 of ann and bob in a channel that only they and dan can see; all stand at the table
    now. Its channel."""
    no, yes = (discord.PermissionOverwrite(view_channel=sees) for sees in (False, True))
    who = [world.people[name] for name in ("ann", "bob", "dan")]
    secret = world.guild.create_text_channel(
        "secret",
        overwrites={world.guild.default_role: no, world.guild.me: yes, **dict.fromkeys(who, yes)},
    )
    table, world.channel = world.channel, secret
    match = await world.match("ann", "bob")
    await by_slash(world, *await some_move(world, match, random.Random(1)))
    world.channel = table
    return int(secret.id)


async def asked(world: World, who: str, command: str) -> Shown:
    return await world.slash(who, f"table {command}", match="1")


@pytest.mark.parametrize("command", ASKS)
async def test_of_a_match_in_a_channel_one_cannot_see_one_learns_nothing(
    world: World, hidden: int, command: str
) -> None:
    shown = await asked(world, "eve", command)
    assert ANSWERED in shown.text
    assert not shown.raw["attachments"]
    assert ANSWERED not in (await asked(world, "ann", command)).text, "it is her match"
    if command != "hand":
        assert ANSWERED not in (await asked(world, "dan", command)).text, "he can see the channel"


async def test_lists_and_completion_name_only_what_one_may_know_of(
    world: World, hidden: int
) -> None:
    for who, known in (("ann", True), ("dan", True), ("eve", False)):
        shown = await world.slash(who, "table here")
        assert ("Sarena" in shown.text) == known
        offered = await world.complete(who, "table board", "match", "")
        assert bool(offered) == known


async def test_an_old_post_elsewhere_opens_nothing_of_a_match_that_was_moved_out_of_sight(
    world: World, hidden: int
) -> None:
    second = await world.match("ann", "cleo")
    post = world.last
    assert "sarena" in (await world.press("eve", post, "Text")).text.casefold()
    held, button = world.channel, post.custom_id("Text")
    world.channel = next(c for c in world.guild.channels.values() if c.id == hidden)
    await world.slash("ann", "table move", match=str(second))
    world.channel = held
    record, _ = emit(world, "eve", post, button)  # it was on her screen still
    await world.settle()
    assert f"There is no match {second}" in told(world, record)


async def test_who_manages_the_server_knows_of_all_its_matches(world: World, hidden: int) -> None:
    role = world.guild.create_role(
        "boss", permissions=discord.Permissions(manage_guild=True, view_channel=True)
    )
    world.people["boss"] = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    assert "Sarena" in (await world.slash("boss", "table here")).text
    assert ANSWERED not in (await asked(world, "boss", "board")).text


async def threaded(world: World, *who: str, private: bool = True, start: bool = True) -> int:
    """A match of these people, opened in a thread of the channel; all stand in the channel now."""
    kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
    backend, ids = world.env.backend, [world.people[name].id for name in who]
    thread = backend.create_thread(world.channel.id, "ours", ids[0], type=kind)
    for user in (*ids, backend.bot_user.id):
        backend.add_thread_member(thread.id, user)
    await world.settle()
    table = world.channel
    world.channel = next(c for c in table.threads if c.id == thread.id)
    await world.slash(who[0], "table new", game="sarena", seats=2)
    number = max(world.bot.desk.heads)
    if start:
        await world.press(who[1], world.last, "Join")
        await world.press(who[0], world.last, "Start")
    world.channel = table
    return number


@pytest.mark.parametrize("private", [False, True])
async def test_a_thread_is_seen_from_outside_unless_it_is_private(
    world: World, private: bool
) -> None:
    await threaded(world, "ann", "bob", private=private)
    assert ("Sarena" in (await world.slash("eve", "table here")).text) == (not private)
    assert (ANSWERED in (await asked(world, "eve", "board")).text) == private
    assert ANSWERED not in (await asked(world, "bob", "board")).text


async def test_a_thread_of_a_matchs_own_is_seen_when_it_was_archived_too(world: World) -> None:
    await world.in_own_thread("ann", "bob")
    await quiet(world)
    thread = (await world.bot.desk.sheet(1)).thread
    assert thread is not None
    await world.bot.http.edit_channel(thread, archived=True)
    await world.settle()
    assert world.bot.get_guild(world.guild.id).get_thread(thread) is None
    assert ANSWERED not in (await asked(world, "eve", "board")).text
    assert "Sarena" in (await world.slash("eve", "table here")).text


async def test_a_command_without_a_number_means_only_what_one_may_know_of(world: World) -> None:
    await threaded(world, "ann", "bob")
    for command in (*ASKS, "play", "undo", "resign", "join", "leave", "start", "cancel"):
        assert "1" not in (await world.slash("eve", f"table {command}")).text, command
    offered = await world.complete("eve", "sarena move", "from")
    assert "1" not in str([choice.name for choice in offered])
    second = await threaded(world, "cleo", "dan")
    assert f"#{second}" not in (await world.slash("eve", "table board")).text
    third = await world.match("cleo", "dan")
    shown = await world.slash("eve", "table board")
    assert f"match {third}" in shown.text, "the only one here that is hers to look at"


async def test_play_again_does_not_tell_of_a_lobby_out_of_sight(world: World) -> None:
    match = await world.match("ann", "eve")
    sure = await world.slash("ann", "table resign", match=str(match))
    await world.press("ann", sure, sure.labels[0])
    post = world.last
    hidden_lobby = await threaded(world, "ann", "bob", start=False)
    shown = await world.press("eve", post, "Play again")
    assert f"Match {hidden_lobby + 1} is open" in shown.text


async def test_who_is_invited_knows_of_the_lobby(world: World) -> None:
    number = await threaded(world, "ann", "bob", start=False)
    act = lambda sheet: people.invite(sheet, sheet.host, (world.people["cleo"].id,))  # noqa: E731
    assert "There is no match" in (await world.slash("cleo", "table join", match="1")).text
    await world.bot.desk.change(number, act)
    assert "There is no match" not in (await world.slash("cleo", "table join", match="1")).text
    assert "There is no match" in (await world.slash("dan", "table join", match="1")).text


async def test_that_a_record_is_damaged_is_told_to_those_in_the_match_alone(
    world: World, hidden: int
) -> None:
    world.bot.desk._sheets.clear()

    async def damaged(match: int) -> None:
        raise Damaged(match)

    world.store.load = damaged  # type: ignore[method-assign]
    for command in ("board", "undo", "cancel", "leave"):  # some read it, some change it
        assert ANSWERED in (await asked(world, "eve", command)).text
        assert "damaged" in (await asked(world, "ann", command)).text
