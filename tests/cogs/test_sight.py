"""Who may know of a match: who is in it, who can see its channel or thread, who manages its server.
For everybody else there is none of that number."""

from __future__ import annotations

import random

import discord
import pytest
from simcord.enums import ChannelType

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


@pytest.mark.parametrize("private", [False, True])
async def test_a_thread_is_seen_from_outside_unless_it_is_private(
    world: World, private: bool
) -> None:
    kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
    ann = world.people["ann"].id
    thread = world.env.backend.create_thread(world.channel.id, "ours", ann, type=kind)
    for who in (ann, world.people["bob"].id, world.env.backend.bot_user.id):
        world.env.backend.add_thread_member(thread.id, who)
    await world.settle()
    table = world.channel
    world.channel = next(c for c in table.threads if c.id == thread.id)
    await world.match("ann", "bob")
    world.channel = table
    assert ("Sarena" in (await world.slash("eve", "table here")).text) == (not private)
    assert (ANSWERED in (await asked(world, "eve", "board")).text) == private
    assert ANSWERED not in (await asked(world, "bob", "board")).text
