"""When a match is over: another one like it, and the whole of it as a file."""

from __future__ import annotations

from cogs.controls import Ticket
from data.sheet import Status
from data.verify import verify
from tests.cogs.test_presses import emit, told
from tests.cogs.world import Shown, World


async def over(world: World, *options: str) -> Shown:
    """The last post of a match of ann and bob, which ann won."""
    await world.match("ann", "bob", options=options)
    sure = await world.slash("bob", "table resign")
    await world.press("bob", sure, "Resign")
    return world.last


async def over_in_a_thread(world: World) -> Shown:
    """The same, of a match in a thread of its own."""
    await world.in_own_thread("ann", "bob")
    (thread,) = world.channel.threads
    channel, world.channel = world.channel, thread
    sure = await world.slash("bob", "table resign")
    await world.press("bob", sure, "Resign")
    post, world.channel = world.last, channel
    return post


async def test_the_last_post_offers_another_match_and_the_export(world: World) -> None:
    running = await world.match("ann", "bob")
    assert "Play again" not in world.last.labels
    sure = await world.slash("bob", "table resign", match=str(running))
    await world.press("bob", sure, "Resign")
    assert world.last.labels == ["My view", "Text", "Play again", "Export"]


async def test_play_again_opens_a_lobby_like_it_whose_host_is_whoever_pressed(
    world: World,
) -> None:
    post = await over(world, "Even colours: off")
    said = await world.press("bob", post, "Play again")
    assert "Match 2 is open" in said.text
    sheet = await world.bot.desk.sheet(2)
    assert (sheet.game, sheet.wanted, sheet.status) == ("sarena", 2, Status.LOBBY)
    assert [world.people["bob"].id] == [holder.user for holder in sheet.holders]
    assert "Even colours: **on**" in world.last.text
    await world.press("ann", world.last, "Join")
    await world.press("bob", world.last, "Start")
    assert "match 2" in world.last.text


async def test_of_two_who_press_the_second_is_told_where_to_join(world: World) -> None:
    post = await over(world)
    await world.press("bob", post, "Play again")
    said = await world.press("ann", post, "Play again")
    assert "The next one is open already: match 2" in said.text
    assert max(world.bot.desk.heads) == 2
    # A stranger's lobby is none of theirs, and once theirs has started there may be another.
    await world.press("ann", world.last, "Join")
    await world.press("bob", world.last, "Start")
    await world.slash("eve", "table new", game="sarena", seats=2)
    said = await world.press("ann", post, "Play again")
    assert "Match 4 is open" in said.text


async def test_a_match_that_goes_on_has_no_next_one(world: World) -> None:
    match = await world.match("ann", "bob")
    record, _ = emit(world, "ann", world.last, str(Ticket("again", match)))
    await world.settle()
    assert "not over yet" in told(world, record)
    assert max(world.bot.desk.heads) == match


async def test_after_a_match_in_a_thread_of_its_own_the_next_lobby_stands_in_the_channel(
    world: World,
) -> None:
    post = await over_in_a_thread(world)
    await world.press("ann", post, "Play again")
    sheet = await world.bot.desk.sheet(2)
    assert (sheet.channel, sheet.thread, sheet.threads) == (world.channel.id, None, True)
    assert "Join" in world.last.labels, "in the channel"


async def test_the_export_button_hands_out_what_can_be_verified(world: World) -> None:
    post = await over(world)
    result = await world.people["eve"].click(post.message, custom_id=post.custom_id("Export"))
    assert result.response is not None
    assert "whole, with the seed" in Shown(world, result.response).text
    (file,) = result.response.attachments
    document = bytes(await file.read())
    assert file.filename == "sarena-1.json"
    assert verify(document).good
