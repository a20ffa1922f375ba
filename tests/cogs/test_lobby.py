"""Opening, joining, setting up, starting and cancelling."""

from __future__ import annotations

import pytest

from data.sheet import Status
from rendering.scene import renderer
from rules import games
from tests.cogs.world import Shown, World, walk


async def test_a_lobby_shows_picture_line_seats_and_what_to_press(world: World) -> None:
    shown = await world.slash("ann", "table new", game="sarena", seats=3)
    assert "Match 1 is open" in shown.text
    lobby = world.last
    assert "Sarena" in lobby.text
    assert "1. ann (host)" in lobby.text
    assert "3. free" in lobby.text
    assert lobby.alt == [renderer("sarena").cover_alt("en")]
    first = ["Join", "Leave", "Invite", "Cancel"]
    assert lobby.labels == [*first, "Even colours: off", "Options", "Rules"]


async def test_the_option_is_a_toggle_that_only_the_host_can_press(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    lobby = world.last
    shown = await world.press("bob", lobby, "Even colours: off")
    assert "Only the host" in shown.text
    await world.press("ann", lobby, "Even colours: off")
    assert "Even colours: **on**" in lobby.text
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    sheet = await world.bot.desk.sheet(1)
    assert sheet.match is not None
    assert sheet.match.options.fair is True


async def test_a_full_lobby_says_so(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    await world.slash("bob", "table join")
    assert "Join" not in world.last.labels
    shown = await world.slash("cleo", "table join", match="1")
    assert shown.text == "All 2 seats are taken."
    shown = await world.slash("bob", "table join", match="1")
    assert shown.text == "You sit in this match already."


async def test_leaving_moves_the_others_up_and_the_host_cancels(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=4)
    lobby = world.last
    for name in ("bob", "cleo", "dan"):
        await world.press(name, lobby, "Join")
    await world.press("bob", lobby, "Leave")
    assert "2. cleo" in lobby.text
    shown = await world.press("ann", lobby, "Leave")
    assert "press Cancel" in shown.text
    shown = await world.press("dan", lobby, "Cancel")
    assert "Only the host" in shown.text
    await world.press("ann", lobby, "Cancel")
    assert "closed this lobby" in lobby.text
    assert lobby.labels == []
    shown = await world.slash("bob", "table join", match="1")
    assert "was closed" in shown.text
    assert (await world.bot.desk.sheet(1)).status is Status.CANCELLED


async def test_start_wants_enough_players_and_the_host(world: World) -> None:
    await world.slash("ann", "table new", game="sarena")
    shown = await world.slash("ann", "table start")
    assert shown.text == "It takes at least 2 players to start; there are 1."
    await world.press("bob", world.last, "Join")
    shown = await world.slash("bob", "table start")
    assert "Only the host" in shown.text
    await world.slash("ann", "table start")
    assert (await world.bot.desk.sheet(1)).status is Status.RUNNING
    shown = await world.slash("cleo", "table join", match="1")
    assert "started already" in shown.text


async def test_wrong_games_and_seats_are_told_what_there_is(world: World) -> None:
    shown = await world.slash("ann", "table new", game="chess")
    assert f"There are: {', '.join(games())}." in shown.text
    shown = await world.slash("ann", "table new", game="sarena", seats=7)
    assert shown.text == "This game is for 2 to 4 seats."
    names = await world.complete("ann", "table new", "game", "sar")
    assert [c["value"] for c in names] == ["sarena"]


async def test_which_match_a_command_means(world: World) -> None:
    shown = await world.slash("ann", "table board")
    assert "no open match here" in shown.text
    first = await world.match("ann", "bob")
    second = await world.match("cleo", "dan")
    (who,) = await world.asked(first)
    shown = await world.slash(who, "table play")
    assert f"match {first}" in shown.text, "the one that asks me"
    shown = await world.slash("eve", "table board")
    assert f"#{first}, #{second}" in shown.text, "several: say which"
    shown = await world.slash("eve", "table board", match=str(second))
    assert f"match {second}" in shown.text
    for wrong in ("x", "#", "99999999999999999999999"):
        shown = await world.slash("eve", "table board", match=wrong)
        assert "named by its number" in shown.text
    shown = await world.slash("eve", "table board", match="77")
    assert shown.text == "There is no match 77."
    labels = await world.complete(who, "table play", "match")
    assert labels[0]["name"] == f"#{first} Sarena: ann, bob (your turn)"


@pytest.mark.parametrize("mode", ["the brightest", "all or nobody"])
async def test_options_come_from_the_games_model_as_selects(world: World, mode: str) -> None:
    await world.slash("ann", "table new", game="toy", seats=2)
    lobby = world.last
    shown = await world.press("bob", lobby, "Options")
    assert "Only the host" in shown.text
    panel = await world.press("ann", lobby, "Options")
    assert list(panel.options) == ["the brightest", "all or nobody"]
    await world.choose("ann", panel, mode)
    assert f"Who wins: **{mode}**" in lobby.text
    assert "Rounds: **2**" in lobby.text


async def test_the_rules_are_a_private_guide_page_by_page(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    page = await world.press("bob", world.last, "Rules")
    assert "Sarena in short · 1 of" in page.text
    shown = await world.slash("bob", "table rules", game="sarena")
    assert shown.text == page.text
    shown = await world.slash("bob", "table rules", game="chess")
    assert f"There are: {', '.join(games())}." in shown.text


async def test_the_welcome_opens_a_match_of_each_game_by_a_button(world: World) -> None:
    await world.bot.table.welcome.post(world.channel.id, "Hello", "en")
    await world.settle()
    welcome = world.last
    assert "Open a match of Sarena" in welcome.labels
    shown = await world.press("cleo", welcome, "Open a match of Sarena")
    assert "Match 1 is open" in shown.text
    assert "1. cleo (host)" in world.last.text


async def test_invited_only_and_start_when_full(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    lobby = world.last
    options = await world.press("ann", lobby, "Options")
    custom = next(c["custom_id"] for c in walk(options.raw["components"]) if c["type"] == 5)
    await world.people["ann"].select(options.message, [world.people["bob"]], custom_id=custom)
    assert f"Only for: <@{world.people['bob'].id}>" in lobby.text
    await world.press("ann", options, "Start when full: off")
    assert "starts by itself" in lobby.text
    shown = await world.press("cleo", lobby, "Join")
    assert "Only the invited" in shown.text
    await world.press("bob", lobby, "Join")
    assert (await world.bot.desk.sheet(1)).status is Status.RUNNING
    assert "Play" in world.last.labels


async def test_the_host_invites_by_a_button_of_the_lobby(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    lobby = world.last
    shown = await world.press("bob", lobby, "Invite")
    assert "Only the host" in shown.text
    asked = await world.press("ann", lobby, "Invite")
    assert "Who may join match 1?" in asked.text
    (custom,) = [c["custom_id"] for c in walk(asked.raw["components"]) if "custom_id" in c]
    for names in (["bob", "cleo"], []):
        chosen = [world.people[name] for name in names]
        await world.people["ann"].select(asked.message, chosen, custom_id=custom)
        invited = " ".join(f"<@{actor.id}>" for actor in chosen)
        assert (f"Only for: {invited}" if chosen else "1. ann (host)") in lobby.text
        assert ("Only for" in lobby.text) == bool(chosen)
        (again,) = [c["custom_id"] for c in walk(asked.raw["components"]) if "custom_id" in c]
        assert again == custom, "it is still the question of who may join alone"
    await world.press("eve", lobby, "Join")
    assert "2. eve" in lobby.text


async def test_where_seats_differ_each_chooses_and_they_sit_in_that_order(world: World) -> None:
    await world.slash("ann", "table new", game="sator", seats=3)
    lobby = world.last
    await world.press("ann", lobby, "yellow, west")
    assert "1. ann: yellow, west (host)" in lobby.text
    await world.press("bob", lobby, "red, north")
    assert "2. bob: red, north" in lobby.text, "choosing joins"
    shown = await world.press("cleo", lobby, "red, north")
    assert "chosen that place already" in shown.text
    assert "cleo" not in lobby.text
    await world.press("cleo", lobby, "Join")
    await world.press("ann", lobby, "Start")
    sheet = await world.bot.desk.sheet(1)
    assert sheet.match is not None
    users = [world.people[name].id for name in ("bob", "cleo", "ann")]
    assert [h.user for h in sheet.holders] == users
    assert sheet.match.options.places == ("red", "blue", "yellow")
    assert sheet.match.state.rules.colours == (0, 1, 3)


async def test_a_place_can_be_given_back_and_leaves_with_its_holder(world: World) -> None:
    await world.slash("ann", "table new", game="sator", seats=2)
    lobby = world.last
    await world.press("bob", lobby, "green, south")
    await world.press("bob", lobby, "green, south")
    assert "bob: green" not in lobby.text
    await world.press("bob", lobby, "green, south")
    await world.press("bob", lobby, "Leave")
    await world.press("cleo", lobby, "Join")
    assert "green, south" not in lobby.text.replace(str(lobby.labels), "")
    await world.press("ann", lobby, "Start")
    sheet = await world.bot.desk.sheet(1)
    assert sheet.match is not None
    assert sheet.match.options.places == ()
    assert sheet.match.state.rules.colours == (0, 2), "nobody chose: opposite sides"


async def test_a_number_of_more_values_than_a_select_holds_is_typed_in_a_modal(
    world: World,
) -> None:
    await world.slash("ann", "table new", game="sator", seats=2)
    lobby = world.last
    options = await world.press("ann", lobby, "Options")

    async def typed(text: str, restart: bool = False) -> str:
        (label,) = [x for x in options.labels if x.startswith("Rounds at most: ")]
        shown = await world.people["ann"].click(options.message, custom_id=options.custom_id(label))
        assert shown.modal is not None
        if restart:
            await world.restart()
        answer = await world.people["ann"].submit_modal(shown, {"number": text})
        assert answer.acknowledged
        return "\n".join(Shown(world, message).text for message in answer.followups)

    for wrong in ("0", "501", "-3", "٣", "x", "999"):
        assert await typed(wrong) == "That has to be a whole number from 1 to 500."
    assert "Rounds at most: **50**" in lobby.text
    assert await typed("12", restart=True) == ""
    assert "Rounds at most: **12**" in lobby.text
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    sheet = await world.bot.desk.sheet(1)
    assert sheet.match is not None
    assert sheet.match.options.round_limit == 12
