"""Messages, channels, threads, permissions and servers that go: the match lives, and comes back."""

from __future__ import annotations

import random

import discord
import pytest
from simcord.backend import serializers

from data.sheet import Status
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_undo import played
from tests.cogs.world import World, walk

SEND = discord.Permissions(send_messages=True, attach_files=True).value


async def test_a_deleted_post_is_made_anew_by_table_board(world: World) -> None:
    match = await world.match("ann", "bob")
    await played(world, match, 2)
    text = world.last.text
    await world.delete_message(world.last)
    assert world.last.text != text
    await world.slash("cleo", "table board")
    assert world.last.text == text
    count = len(world.history())
    await world.slash("cleo", "table board")
    assert len(world.history()) == count, "it is there: nothing is posted twice"


async def test_a_deleted_post_does_not_stop_the_next_turn(world: World) -> None:
    match = await world.match("ann", "bob")
    await played(world, match, 1)
    await world.delete_message(world.last)
    await played(world, match, 1, seed=9)
    assert await world.store.pending() == 0
    assert "Play" in world.last.labels


async def test_a_deleted_lobby_message_is_made_anew_by_the_next_who_joins(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=3)
    await world.delete_message(world.last)
    await world.slash("bob", "table join")
    assert "2. bob" in world.last.text
    assert "Join" in world.last.labels


async def test_a_deleted_channel_puts_its_matches_on_hold_until_the_host_moves_them(
    world: World,
) -> None:
    match = await world.match("ann", "bob")
    await played(world, match, 2)
    before = (await world.bot.desk.sheet(match)).match
    await world.delete_channel()
    assert (await world.bot.desk.sheet(match)).status is Status.HELD
    world.channel = world.guild.create_text_channel("elsewhere")
    mine = await world.slash("bob", "table mine")
    assert "On hold" in mine.text
    (who,) = ["ann"]
    shown = await world.slash("bob", "table play", match=str(match))
    assert "This match is on hold" in shown.text
    assert "Which pile" not in shown.text
    shown = await world.slash("bob", "table move", match=str(match))
    assert "Only the host" in shown.text
    shown = await world.slash(who, "table move", match=str(match))
    assert shown.text == f"Match {match} goes on here."
    sheet = await world.bot.desk.sheet(match)
    assert sheet.status is Status.RUNNING
    assert sheet.match == before
    assert "Play" in world.last.labels
    await by_slash(world, *await some_move(world, match, random.Random(1)))
    assert (await world.bot.desk.sheet(match)).match != before


async def test_a_lobby_whose_channel_went_can_be_moved_too(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    await world.delete_channel()
    world.channel = world.guild.create_text_channel("elsewhere")
    await world.slash("ann", "table move", match="1")
    assert "Join" in world.last.labels
    await world.press("bob", world.last, "Join")
    await world.press("ann", world.last, "Start")
    assert (await world.bot.desk.sheet(1)).status is Status.RUNNING


async def test_a_permission_taken_away_in_the_middle_is_told_and_recovers(world: World) -> None:
    match = await world.match("ann", "bob")
    await world.permit(deny=SEND)
    posts = len(world.history())
    who, move = await some_move(world, match, random.Random(2))
    await by_slash(world, who, move)
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 1, "the move stands"
    assert len(world.history()) == posts
    mine = await world.slash(who, "table mine")
    assert "the bot may not post there" in mine.text
    panel = await world.slash("ann", "table play", match=str(match))
    assert "may not post there" in panel.text, "the host is told at the next interaction"
    await world.minute()
    assert len(world.history()) == posts
    await world.permit(allow=SEND)
    await world.minute()
    assert len(world.history()) == posts + 1
    mine = await world.slash(who, "table mine")
    assert "may not post" not in mine.text


async def test_table_board_tries_at_once_when_the_permission_is_back(world: World) -> None:
    match = await world.match("ann", "bob")
    await world.permit(deny=SEND)
    posts = len(world.history())
    await by_slash(world, *await some_move(world, match, random.Random(2)))
    await world.permit(allow=SEND)
    await world.slash("ann", "table board")
    assert len(world.history()) == posts + 1


async def test_where_the_bot_may_not_post_no_match_is_opened(world: World) -> None:
    await world.permit(deny=discord.Permissions(attach_files=True).value)
    shown = await world.slash("ann", "table new", game="sarena")
    assert "it lacks Attach Files in this channel" in shown.text
    assert world.bot.desk.heads == {}


async def test_a_match_in_a_thread_of_its_own(world: World) -> None:
    await world.in_own_thread("ann", "bob")
    sheet = await world.bot.desk.sheet(1)
    assert sheet.thread is not None
    (thread,) = world.channel.threads
    assert thread.id == sheet.thread
    assert thread.name == "Sarena 1"
    posts = [m for m in thread.history() if m.components]
    assert len(posts) == 1
    # Archived meanwhile: it is opened again and posted in.
    world.env.inject_error(
        "POST", f"/channels/{thread.id}/messages", status=400, code=50083, message="archived"
    )
    channel, world.channel = world.channel, thread
    who, move = await some_move(world, 1, random.Random(1))
    await by_slash(world, who, move)
    assert len([m for m in thread.history() if m.components]) == 2
    world.channel = channel
    # Deleted: it goes on in the channel.
    await world.delete_channel(thread.id)
    sheet = await world.bot.desk.sheet(1)
    assert (sheet.thread, sheet.status) == (None, Status.RUNNING)
    assert "Play" in world.last.labels


async def test_a_thread_that_may_not_be_made_leaves_the_match_in_its_channel(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, times=None)
    world.env.inject_error(
        "POST", "/channels/*/messages/*/threads", status=403, code=50013, times=None
    )
    await world.in_own_thread("ann", "bob")
    assert (await world.bot.desk.sheet(1)).thread is None
    assert "Play" in world.last.labels


@pytest.mark.parametrize("again", [False, True], ids=["while it runs", "while it was away"])
async def test_a_bot_that_is_removed_and_invited_again_goes_on(world: World, again: bool) -> None:
    match = await world.match("ann", "bob")
    await played(world, match, 3)
    before = (await world.bot.desk.sheet(match)).match
    backend = world.env.backend
    backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.settle()
    assert (await world.bot.desk.sheet(match)).status is Status.HELD
    if again:
        await world.restart()
    else:
        invited = serializers.guild_create_payload(backend, backend.get_guild(world.guild.id))
        backend.emit("GUILD_CREATE", dict(invited))
        await world.settle()
    sheet = await world.bot.desk.sheet(match)
    assert sheet.status is Status.RUNNING
    assert sheet.match == before
    assert "Play" in world.last.labels


async def test_a_channel_deleted_while_the_bot_was_away_is_noticed_at_the_next_post(
    world: World,
) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(1))
    world.env.inject_error("POST", "/channels/*/messages", status=404, code=10003, times=None)
    await by_slash(world, who, move)
    sheet = await world.bot.desk.sheet(match)
    assert sheet.status is Status.HELD
    assert sheet.match is not None
    assert sheet.match.ply == 1
    assert await world.store.pending() == 0


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("opens", "managers", "only those who may manage it open matches"),
        ("channels", "[1]", "Matches are opened in <#1>"),
    ],
)
async def test_setup_decides_who_opens_and_where(
    world: World, setting: str, value: str, words: str
) -> None:
    await world.store.set_setting(world.guild.id, setting, value)
    shown = await world.slash("ann", "table new", game="sarena")
    assert words in shown.text
    assert world.bot.desk.heads == {}


async def test_setup_is_for_those_who_manage_the_server(world: World) -> None:
    shown = await world.slash("ann", "table setup")
    assert "Only those who may manage" in shown.text
    role = world.guild.create_role(
        "boss", permissions=discord.Permissions(manage_guild=True, view_channel=True)
    )
    world.people["boss"] = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    panel = await world.slash("boss", "table setup")
    assert "Parlour on this server" in panel.text
    ids = [c["custom_id"] for c in walk(panel.raw["components"]) if c["type"] in (3, 8)]
    await world.people["boss"].select(panel.message, ["managers"], custom_id=ids[2])
    await world.people["boss"].select(panel.message, [world.channel], custom_id=ids[0])
    assert "Saved." in panel.text
    house = await world.bot.table.setup.house(world.guild.id)
    assert house.opens == "managers"
    assert house.channels == (world.channel.id,)
    shown = await world.slash("ann", "table new", game="sarena")
    assert "manage it open matches" in shown.text
    shown = await world.slash("boss", "table new", game="sarena")
    assert "is open" in shown.text
