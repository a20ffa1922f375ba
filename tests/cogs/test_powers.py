"""Who may change a seat, and what is told of it (docs/table.md, Seats)."""

from __future__ import annotations

import random

import pytest

from data.sheet import Sheet, Status
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.world import World


async def sheet_of(world: World, match: int) -> Sheet:
    return await world.bot.desk.sheet(match)


def called(world: World, *names: str) -> bool:
    return all(f"<@{world.people[name].id}>" in world.last.text for name in names)


async def test_a_host_who_plays_cannot_replace_anybody_and_so_reads_no_hand(world: World) -> None:
    """She would put a friend on bob's seat, look at his hand, and put bob back."""
    match = await world.match("ann", "bob", game="toy")
    before = await world.store.load(match)
    for who in ("bob", "2"):
        shown = await world.slash("ann", "table replace", who=who, by=world.people["eve"])
        assert "Only its holder can hand over that seat" in shown.text
    world.manager("ann")
    shown = await world.slash("ann", "table replace", who="2", by=world.people["eve"])
    assert "Only its holder can hand over that seat" in shown.text
    shown = await world.slash("ann", "table unseat", who="2", reason="away")
    assert "Only somebody who manages the server and does not play" in shown.text
    assert await world.store.load(match) == before


async def test_who_hands_over_a_seat_tells_why_and_calls_the_new_holder(world: World) -> None:
    match = await world.match("ann", "bob")
    bob = world.people["bob"]
    await world.slash(
        "bob", "table replace", who="2", by=world.people["dan"], reason="no *time* any more"
    )
    assert "bob handed the seat over to dan (reason: no" in world.last.text
    assert called(world, "dan")
    log = await world.slash("cleo", "table log", match=str(match))
    assert "bob handed the seat over to dan (reason: no" in log.text
    former = (await sheet_of(world, match)).former
    assert [(f.seat, f.user, f.how) for f in former] == [(1, bob.id, "handed")]


async def test_a_manager_who_does_not_play_takes_an_absent_holder_off_who_may_come_back(
    world: World,
) -> None:
    match = await world.match("ann", "bob", game="toy")
    sheet = await sheet_of(world, match)
    assert sheet.match is not None
    hand = set(sheet.match.state.hands[1])
    world.manager("cleo")
    shown = await world.slash("cleo", "table unseat", who="bob", reason="away for *weeks*")
    assert "may come back until somebody sits there" in shown.text
    text = world.last.text
    assert "cleo, who manages this server, took bob off the seat" in text
    assert "(reason: away for" in text
    assert called(world, "bob")
    assert (await sheet_of(world, match)).holders[1].user is None
    panel = await world.press("bob", world.last, "Play")
    assert panel.labels == ["Come back"]
    shown = await world.press("bob", panel, "Come back")
    assert "back in your seat" in shown.text
    assert "bob is back in the seat" in world.last.text
    panel = await world.press("bob", world.last, "Play")
    assert {int(x.split()[1]) for x in panel.labels if x.startswith("bid")} == hand


async def test_the_way_back_ends_when_somebody_sits_there(world: World) -> None:
    match = await world.match("ann", "bob")
    world.manager("cleo")
    await world.slash("cleo", "table unseat", who="2", reason="away")
    panel = await world.press("bob", world.last, "Play")
    await world.slash("ann", "table replace", who="2", by=world.people["dan"])
    assert "ann, the host, gave the waiting seat of bob to dan" in world.last.text
    assert called(world, "bob", "dan")
    before = await world.store.load(match)
    shown = await world.press("bob", panel, "Come back")
    assert "No seat of this match waits for you" in shown.text
    shown = await world.slash("bob", "table join", match=str(match))
    assert "started already" in shown.text
    assert await world.store.load(match) == before


async def test_a_seat_is_taken_again_by_command_too(world: World) -> None:
    match = await world.match("ann", "bob")
    world.manager("cleo")
    await world.slash("cleo", "table unseat", who="2", reason="away")
    assert f"Your seat waits for you: /table join match: {match}" in (
        await world.slash("bob", "table mine")
    ).text
    assert "#1 Sarena" in str(await world.complete("bob", "table join", "match"))
    assert "#1 Sarena" not in str(await world.complete("eve", "table join", "match"))
    assert "#1 Sarena" not in str(await world.complete("bob", "table leave", "match"))
    shown = await world.slash("bob", "table join")
    assert f"back in your seat in match {match}" in shown.text
    assert (await sheet_of(world, match)).holders[1].user == world.people["bob"].id


async def test_who_was_taken_off_while_being_asked_answers_no_old_button(world: World) -> None:
    match = await world.match("ann", "bob", game="toy")
    old = await world.press("bob", world.last, "Play")
    world.manager("cleo")
    await world.slash("cleo", "table unseat", who="2", reason="away")
    before = await world.store.load(match)
    shown = await world.press("bob", old, next(x for x in old.labels if x.startswith("bid")))
    assert "no seat" in shown.text
    assert await world.store.load(match) == before


async def test_a_manager_who_once_played_has_no_power_over_seats_or_the_past(world: World) -> None:
    match = await world.match("ann", "bob")
    await by_slash(world, *await some_move(world, match, random.Random(1)))
    world.manager("bob")
    await world.slash("bob", "table replace", who="2", by=world.people["dan"])
    before = await world.store.load(match)
    shown = await world.slash("bob", "table unseat", match=str(match), who="1", reason="slow")
    assert "does not play" in shown.text
    shown = await world.slash("bob", "table undo", match=str(match), steps=1, reason="a slip")
    assert "have played in it" in shown.text
    assert await world.store.load(match) == before


async def test_nobody_takes_a_seat_who_ever_held_another(world: World) -> None:
    """bob hands his over to dan; ann leaves hers; bob would know two hands."""
    match = await world.match("ann", "bob", game="toy")
    await world.slash("bob", "table replace", who="2", by=world.people["dan"])
    shown = await world.slash("ann", "table replace", who="1", by=world.people["bob"])
    assert "has held another seat of this match" in shown.text
    await world.slash("dan", "table replace", who="2", by=world.people["bob"])
    assert (await sheet_of(world, match)).holders[1].user == world.people["bob"].id


async def test_a_waiting_seat_is_filled_by_host_or_manager_and_by_nobody_else(world: World) -> None:
    match = await world.match("ann", "bob", "cleo")
    world.manager("dan")
    await world.slash("dan", "table unseat", who="cleo", reason="away")
    before = await world.store.load(match)
    for name in ("bob", "cleo"):
        shown = await world.slash(
            name, "table replace", match=str(match), who="3", by=world.people["eve"]
        )
        assert "filled by the host" in shown.text, name
    assert await world.store.load(match) == before
    await world.slash("dan", "table replace", match=str(match), who="3", by=world.people["eve"])
    assert "dan, who manages this server, gave the waiting seat of cleo to eve" in world.last.text


async def test_a_new_holder_has_never_moved(world: World) -> None:
    """"Since bob last moved" is not said of dan, who never did."""
    match = await world.match("ann", "bob")
    for _ in range(4):
        await by_slash(world, *await some_move(world, match, random.Random(1)))
    for name, seat, by in (("bob", "2", "dan"), ("ann", "1", "eve")):
        await world.slash(name, "table replace", match=str(match), who=seat, by=world.people[by])
    assert "last moved" not in world.last.text
    view = await world.press("dan", world.last, "My view")
    assert "**So far**" in view.text
    who, move = await some_move(world, match, random.Random(1))
    await by_slash(world, who, move)
    assert "last moved" not in world.last.text


async def test_whose_seat_waits_is_not_called_the_host_of_nothing(world: World) -> None:
    """When the host's own seat passes on, so does being the host."""
    match = await world.match("ann", "bob")
    world.manager("cleo")
    await world.slash("cleo", "table unseat", who="1", reason="away")
    assert (await sheet_of(world, match)).host == world.people["ann"].id
    await world.slash("cleo", "table replace", match=str(match), who="1", by=world.people["dan"])
    assert (await sheet_of(world, match)).host == world.people["dan"].id


async def test_who_could_not_be_called_is_called_where_the_match_goes_on(world: World) -> None:
    """Nothing can be posted when bob is taken off, and then the channel is gone."""
    match = await world.match("ann", "bob")
    world.manager("cleo")
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await world.slash("cleo", "table unseat", who="2", reason="away")
    old, world.channel = world.channel, world.guild.create_text_channel("elsewhere")
    await world.delete_channel(old.id)
    world.env.backend.faults.clear()
    await world.minute()
    await world.minute()
    assert (await sheet_of(world, match)).status is Status.HELD
    await world.slash("ann", "table move", match=str(match))
    await world.settle()
    assert called(world, "bob")
    assert await world.store.pending() == 0


async def test_whoever_took_a_player_off_a_seat_does_not_sit_there(world: World) -> None:
    """He would look at the hand and give it back."""
    match = await world.match("ann", "bob", game="toy")
    world.manager("cleo")
    await world.slash("cleo", "table unseat", who="2", reason="away")
    before = await world.store.load(match)
    cleo = world.people["cleo"]
    for name in ("cleo", "ann"):
        shown = await world.slash(name, "table replace", match=str(match), who="2", by=cleo)
        assert "does not sit there" in shown.text, name
    assert await world.store.load(match) == before


async def test_a_managers_reason_is_never_told_as_consent(world: World) -> None:
    match, _ = await moved_by_three(world)
    world.manager("dan")
    await world.slash(
        "dan", "table undo", match=str(match), steps=1, reason="consent:1, 2 they kept nagging"
    )
    assert "agreed by" not in world.last.text
    assert "they kept nagging" in world.last.text


async def test_a_request_goes_on_when_one_of_those_asked_is_taken_off(world: World) -> None:
    match, (first, second, third) = await moved_by_three(world)
    world.manager("dan")
    await world.slash(first, "table undo", steps=3)
    await world.slash("dan", "table unseat", match=str(match), who=third, reason="away")
    (request,) = [m for m in world.history() if "Agree" in m.labels]
    await world.press(second, request, "Agree")
    sheet = await sheet_of(world, match)
    assert sheet.match is not None
    assert sheet.match.ply == 0


async def test_who_was_taken_off_and_is_back_is_asked_again(world: World) -> None:
    """Else a manager could take back what he pleases with one friend's consent."""
    match, (first, second, third) = await moved_by_three(world)
    world.manager("dan")
    await world.slash(first, "table undo", steps=3)
    await world.slash("dan", "table unseat", match=str(match), who=third, reason="away")
    await world.slash(third, "table join", match=str(match))
    (request,) = [m for m in world.history() if "Agree" in m.labels]
    assert f"<@{world.people[third].id}>" in request.text
    before = await sheet_of(world, match)
    await world.press(second, request, "Agree")
    assert (await sheet_of(world, match)).match == before.match
    await world.press(third, request, "Do not agree")
    assert (await sheet_of(world, match)).request is None


@pytest.mark.parametrize("reason", ["\u200b", "\u2800 \u3164", "\u00ad"])
async def test_a_reason_of_which_nothing_can_be_read_is_none(world: World, reason: str) -> None:
    match, _ = await moved_by_three(world)
    world.manager("dan")
    before = await world.store.load(match)
    shown = await world.slash("dan", "table unseat", match=str(match), who="1", reason=reason)
    assert "Say why" in shown.text
    shown = await world.slash("dan", "table undo", match=str(match), steps=1, reason=reason)
    assert "Say why" in shown.text
    assert await world.store.load(match) == before


async def moved_by_three(world: World) -> tuple[int, list[str]]:
    """A match of three in which each has moved once, in this order."""
    match, done = await world.match("ann", "bob", "cleo"), []
    for _ in range(3):
        who, move = await some_move(world, match, random.Random(1))
        await by_slash(world, who, move)
        done.append(who)
    return match, done


async def test_who_left_the_server_is_not_waited_for_in_a_request(world: World) -> None:
    match, (first, second, third) = await moved_by_three(world)
    world.guild.remove_member(world.people[third])
    await world.slash(first, "table undo", steps=3)
    request = world.last
    assert "Agree" in request.labels
    assert called(world, second)
    assert not called(world, third)
    await world.press(second, request, "Agree")
    sheet = await sheet_of(world, match)
    assert sheet.match is not None
    assert sheet.match.ply == 0


async def test_who_leaves_while_a_request_is_out_does_not_hold_it_up(world: World) -> None:
    match, (first, second, third) = await moved_by_three(world)
    await world.slash(first, "table undo", steps=3)
    request = world.last
    assert called(world, second, third)
    world.guild.remove_member(world.people[third])
    await world.press(second, request, "Agree")
    sheet = await sheet_of(world, match)
    assert sheet.match is not None
    assert sheet.match.ply == 0
    assert sheet.status is Status.RUNNING
