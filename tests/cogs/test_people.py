"""Resigning, handing over, leaving the server; the log; the lists."""

from __future__ import annotations

import random

from data.sheet import Status
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_undo import played
from tests.cogs.world import World


async def test_resigning_asks_first_and_then_skips_the_seat(world: World) -> None:
    match = await world.match("ann", "bob", "cleo")
    (who,) = await world.asked(match)
    sure = await world.slash(who, "table resign")
    assert "cannot be taken back" in sure.text
    assert (await world.bot.desk.sheet(match)).n == 1
    await world.press(who, sure, "Resign")
    assert f"{who} resigned" in world.last.text
    assert who not in await world.asked(match)
    for _ in range(6):
        by, move = await some_move(world, match, random.Random(1))
        assert by != who
        await by_slash(world, by, move)
    shown = await world.press(who, sure, "Resign") if "Resign" in sure.labels else None
    assert shown is None or "earlier question" in shown.text


async def test_when_all_but_one_resigned_the_last_one_wins(world: World) -> None:
    match = await world.match("ann", "bob")
    sure = await world.slash("bob", "table resign")
    await world.press("bob", sure, "Resign")
    assert (await world.bot.desk.sheet(match)).status is Status.OVER
    assert "ann wins: everybody else resigned" in world.last.text


async def test_in_a_game_where_the_seat_waits_somebody_else_takes_it(world: World) -> None:
    await world.slash("ann", "table new", game="toy", seats=2)
    lobby = world.last
    options = await world.press("ann", lobby, "Options")
    await world.choose("ann", options, "all or nobody")
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    sure = await world.slash("bob", "table resign")
    await world.press("bob", sure, "Resign")
    assert "the seat waits for another player" in world.last.text
    shown = await world.slash("bob", "table play", match="1")
    assert "no seat" in shown.text
    await world.slash("ann", "table replace", who="2", by=world.people["eve"])
    panel = await world.slash("eve", "table play", match="1")
    assert "Which card do you bid?" in panel.text


async def test_a_handed_over_seat_shows_its_secrets_to_the_new_holder_only(world: World) -> None:
    match = await world.match("ann", "bob", game="toy")
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    hand = set(sheet.match.state.hands[1])
    old = await world.press("bob", world.last, "Play")
    shown = await world.slash("cleo", "table replace", who="bob", by=world.people["cleo"])
    assert "Only its holder can hand over that seat" in shown.text
    shown = await world.slash("bob", "table replace", who="bob", by=world.people["ann"])
    assert "sits in this match already" in shown.text
    await world.slash("bob", "table replace", who="bob", by=world.people["dan"])
    assert "bob handed the seat over to dan" in world.last.text
    new = await world.press("dan", world.last, "Play")
    offered = {int(label.split()[1]) for label in new.labels if label.startswith("bid")}
    assert offered == hand
    before = await world.store.load(match)
    shown = await world.press("bob", old, old.labels[0])
    assert "no seat" in shown.text, "the old panel answers nothing any more"
    view = await world.press("bob", world.last, "My view")
    assert not any(f"Your cards: {card}" in view.alt[0] for card in hand)
    assert await world.store.load(match) == before
    log = await world.slash("bob", "table log", match=str(match))
    assert "bob handed the seat over to dan" in log.text
    assert "You draw" in log.text, "what he was told then stays his"
    log = await world.slash("dan", "table log", match=str(match))
    assert "You draw" in log.text


async def test_somebody_who_left_the_server_is_noticed_when_next_asked(world: World) -> None:
    match = await world.match("ann", "bob")
    (who,) = await world.asked(match)
    other = "bob" if who == "ann" else "ann"
    world.guild.remove_member(world.people[other])
    _, move = await some_move(world, match, random.Random(3))
    await by_slash(world, who, move)
    assert f"{other} is no longer on this server" in world.last.text
    assert "<@" not in world.last.text
    sheet = await world.bot.desk.sheet(match)
    seat = ("ann", "bob").index(other)
    assert sheet.holders[seat].user is None
    assert sheet.status is Status.RUNNING
    host = "ann" if who == "ann" else None
    if host:
        await world.slash(host, "table replace", who=str(seat + 1), by=world.people["eve"])
        assert await world.asked(match) == ["eve"]
        assert f"<@{world.people['eve'].id}>" in world.last.text


async def test_the_log_goes_page_by_page(world: World) -> None:
    match = await world.match("ann", "bob")
    done = await played(world, match, 23)
    latest = await world.slash("cleo", "table log", match=str(match))
    assert done[-1][1] in latest.text
    assert "log 5 to 24 of 24" in latest.text
    assert latest.labels == ["Older"]
    older = await world.press("cleo", latest, "Older")
    assert "log 1 to 20 of 24" in older.text
    assert "moves first" in older.text
    assert done[0][1] in older.text
    shown = await world.slash("cleo", "table log", **{"from": 22}, match=str(match))
    assert "log 22 to 24" in shown.text


async def test_mine_and_here_list_whose_turn_with_a_link(world: World) -> None:
    assert "no open match" in (await world.slash("eve", "table mine")).text
    assert "Nothing is being played" in (await world.slash("eve", "table here")).text
    match = await world.match("ann", "bob")
    await world.slash("cleo", "table new", game="sarena", seats=3)
    (who,) = await world.asked(match)
    other = "bob" if who == "ann" else "ann"
    mine = (await world.slash(who, "table mine")).text
    assert "**#1 Sarena**: ann, bob" in mine
    assert "**Your turn** (last move <t:" in mine
    post = [p for p in await world.store.posts(match) if p.live][-1]
    assert f"/{world.channel.id}/{post.message}" in mine
    assert f"{who} to answer (last move <t:" in (await world.slash(other, "table mine")).text
    here = (await world.slash("eve", "table here")).text
    assert "Looking for players: 1 of 3" in here
    assert "#1 Sarena" in here


async def test_an_export_before_the_end_has_no_seed_and_after_it_can_be_verified(
    world: World,
) -> None:
    import json

    from data.verify import verify

    match = await world.match("ann", "bob")
    seed = (await world.bot.desk.sheet(match)).match
    assert seed is not None

    async def exported(who: str) -> bytes:
        result = await world.people[who].slash(world.channel, "table export", match=str(match))
        assert result.response is not None
        (file,) = result.response.attachments
        assert file.filename == f"sarena-{match}.json"
        return bytes(await file.read())

    before = await exported("ann")
    sheet = await world.bot.desk.sheet(match)
    assert sheet.seed.hex() not in before.decode()
    assert seed.seed.hex() not in before.decode()
    assert json.loads(before)["game"] == "sarena"
    chance = random.Random(5)
    while (await world.bot.desk.sheet(match)).status is Status.RUNNING:
        await by_slash(world, *await some_move(world, match, chance))
    after = await exported("eve")
    assert sheet.seed.hex() in after.decode()
    assert verify(after).good


async def test_the_log_names_who_played_which_part(world: World) -> None:
    """ann and bob move; dan takes bob's seat, and then eve ann's."""
    match = await world.match("ann", "bob")
    acts = await played(world, match, 2)
    for who, seat, by in (("bob", "2", "dan"), ("ann", "1", "eve")):
        await world.slash(who, "table replace", match=str(match), who=seat, by=world.people[by])
    assert await world.asked(match) in (["eve"], ["dan"])
    acts += await played(world, match, 2, seed=9)
    text = (await world.slash("dan", "table log")).text
    told = [line.partition(" ")[2] for line in text.splitlines() if line.startswith("**")]
    for (who, move), line in zip(acts, [*told[1:3], *told[5:7]], strict=True):
        assert line.startswith(f"{who} {move}: ")
    assert told[3].startswith("bob handed the seat over to dan")
    assert told[4].startswith("ann handed the seat over to eve")
