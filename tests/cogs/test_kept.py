"""Where seats differ, the host gives each of the invited a seat (table.md 1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data import lobbies, people
from data.acts import Person
from data.sheet import Sheet
from rules.kernel import Refused
from tests.cogs.world import Shown, World, walk

RED, BLUE, GREEN, YELLOW = "red, north", "blue, east", "green, south", "yellow, west"


async def opened(world: World, seats: int = 3) -> tuple[Shown, Shown]:
    """A lobby of ann's, and her private message on who may join."""
    await world.slash("ann", "table new", game="sator", seats=seats)
    lobby = world.last
    return lobby, await world.press("ann", lobby, "Invite")


async def keep(world: World, asked: Shown, place: str, *who: str) -> Shown:
    """Ann chooses somebody for a place, or nobody."""
    custom = next(
        c["custom_id"]
        for c in walk(asked.raw["components"])
        if f"keep:1:0:{place}" in str(c.get("custom_id"))
    )
    chosen = [world.people[name] for name in who]
    result = await world.people["ann"].select(asked.message, chosen, custom_id=custom)
    assert result.acknowledged
    return asked


def disabled(lobby: Shown) -> list[str]:
    return [c["label"] for c in walk(lobby.raw["components"]) if c.get("disabled")]


async def test_whom_the_host_gives_a_place_is_invited_and_sits_down_at_it(world: World) -> None:
    lobby, asked = await opened(world)
    await keep(world, asked, "yellow", "bob")
    await keep(world, asked, "red", "ann")
    bob = world.people["bob"].id
    assert f"Only for: <@{bob}> (yellow, west)" in lobby.text
    assert f"1. ann: {RED} (host)" in lobby.text
    assert {RED, YELLOW} <= set(disabled(lobby))
    assert BLUE not in disabled(lobby)
    shown = await world.press("cleo", lobby, "Join")
    assert "Only the invited" in shown.text
    await world.press("bob", lobby, "Join")
    assert f"2. bob: {YELLOW}" in lobby.text
    await world.press("ann", lobby, "Start")
    sheet = await world.bot.desk.sheet(1)
    assert sheet.match is not None
    assert sheet.match.options.places == ("red", "yellow")
    assert [h.user for h in sheet.holders] == [world.people["ann"].id, bob]
    assert set(sheet.options) == set(type(sheet.match.options).model_fields), "nobody's id stays"


async def test_the_private_message_shows_who_has_which_place_also_after_a_restart(
    world: World,
) -> None:
    _, asked = await opened(world)
    await keep(world, asked, "blue", "cleo")
    await keep(world, asked, "green", "dan")
    await keep(world, asked, "blue")
    await world.restart()
    await keep(world, asked, "red", "bob")
    held = {
        c["custom_id"].rpartition(":")[2]: [v["id"] for v in c.get("default_values", [])]
        for c in walk(asked.raw["components"])
        if "keep" in str(c.get("custom_id"))
    }
    bob, dan = (str(world.people[name].id) for name in ("bob", "dan"))
    assert {place: [str(v) for v in who] for place, who in held.items()} == {
        "red": [bob], "blue": [], "green": [dan], "yellow": [],
    }  # fmt: skip


async def test_a_place_of_sarena_is_not_given_since_seats_there_do_not_differ(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    asked = await world.press("ann", world.last, "Invite")
    assert len([c for c in walk(asked.raw["components"]) if c["type"] == 5]) == 1
    assert "Who sits where" not in asked.text


async def test_a_bot_is_given_no_place_and_invited_to_nothing(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    world.people["robot"] = robot
    lobby, asked = await opened(world)
    await keep(world, asked, "red", "robot")
    assert "Only for" not in lobby.text
    custom = next(c["custom_id"] for c in walk(asked.raw["components"]) if c["type"] == 5)
    await world.people["ann"].select(asked.message, [robot], custom_id=custom)
    assert "Only for" not in lobby.text


# The rules of it, on sheets.

ANN, BOB, CLEO, DAN = (Person(k + 1, name) for k, name in enumerate(("ann", "bob", "cleo", "dan")))


def lobby(*joined: Person) -> Sheet:
    sheet = replace(lobbies.open_lobby("sator", 10, 20, ANN, 0, bytes(32), 4).sheet, message=1)
    for person in joined:
        sheet = lobbies.join(sheet, person).sheet
    return sheet


def kept(sheet: Sheet, place: str, who: int | None) -> Sheet:
    return people.keep_place(sheet, 1, place, who).sheet


def refusal(act: object) -> str:
    with pytest.raises(Refused) as refused:
        act()  # type: ignore[operator]
    return refused.value.reason.key


def test_only_the_host_gives_places_and_only_before_the_start() -> None:
    sheet = lobby(BOB)
    assert refusal(lambda: people.keep_place(sheet, 2, "red", 2)) == "refused-not-host"
    assert refusal(lambda: people.keep_place(sheet, 1, "pink", 2)) == "refused-option"
    begun = lobbies.begin(sheet, 1, 0, 9).sheet
    assert refusal(lambda: people.keep_place(begun, 1, "red", 2)) == "refused-started"


def test_a_kept_place_is_for_nobody_else_and_who_has_one_takes_no_other() -> None:
    sheet = kept(lobby(BOB), "red", 3)
    assert refusal(lambda: lobbies.take_place(sheet, BOB, "red")) == "refused-place-kept"
    assert refusal(lambda: lobbies.take_place(sheet, CLEO, "blue")) == "refused-place-given"
    sat = lobbies.take_place(sheet, CLEO, "red").sheet
    assert lobbies.places_of(sat) == ("", "", "red")
    assert refusal(lambda: lobbies.take_place(sat, CLEO, "red")) == "refused-place-given"
    assert refusal(lambda: lobbies.take_place(sat, CLEO, "blue")) == "refused-place-given"
    assert lobbies.places_of(lobbies.take_place(sat, BOB, "blue").sheet) == ("", "blue", "red")


def test_a_place_that_somebody_chose_is_not_given_to_one_who_does_not_sit() -> None:
    sheet = lobbies.take_place(lobby(BOB), BOB, "green").sheet
    assert refusal(lambda: kept(sheet, "green", 3)) == "refused-place-taken"
    assert lobbies.places_of(kept(sheet, "green", 2)) == ("", "green"), "to its holder it is"
    assert lobbies.places_of(kept(sheet, "red", 2)) == ("", "red"), "who sits already moves"


def test_one_person_is_given_one_place() -> None:
    sheet = kept(kept(lobby(), "red", 2), "blue", 2)
    assert lobbies.kept_places(sheet) == {"blue": 2}
    assert sheet.invited == (2,)
    sheet = kept(sheet, "blue", 3)
    assert lobbies.kept_places(sheet) == {"blue": 3}
    assert sheet.invited == (2, 3)
    sheet = kept(sheet, "blue", None)
    assert lobbies.kept_places(sheet) == {}
    assert sheet.invited == (2, 3)


def test_who_is_no_longer_invited_has_no_place_kept() -> None:
    sheet = kept(kept(lobby(BOB), "red", 3), "green", 2)
    sheet = people.invite(sheet, 1, ()).sheet
    assert lobbies.kept_places(sheet) == {"green": 2}, "bob sits already"
    assert lobbies.places_of(lobbies.take_place(sheet, CLEO, "red").sheet) == ("", "green", "red")


def test_a_kept_place_outlives_a_change_of_options_and_an_invited_holders_leaving() -> None:
    sheet = kept(people.invite(lobby(BOB), 1, (2,)).sheet, "green", 2)
    sheet = lobbies.set_option(sheet, 1, "even_rounds", True).sheet
    sheet = lobbies.leave_lobby(sheet, 2).sheet
    assert lobbies.kept_places(sheet) == {"green": 2}
    assert lobbies.places_of(lobbies.join(sheet, BOB).sheet) == ("", "green")


def test_nothing_is_kept_for_one_who_left_and_was_not_invited() -> None:
    sheet = lobbies.leave_lobby(kept(lobby(BOB), "green", 2), 2).sheet
    assert lobbies.kept_places(sheet) == {}
    assert sheet.invited == (), "everybody may join still"
    assert lobbies.places_of(lobbies.take_place(sheet, CLEO, "green").sheet) == ("", "green")


def test_one_who_sits_is_invited_with_a_place_where_not_everybody_may_join() -> None:
    sheet = kept(people.invite(lobby(BOB), 1, (3,)).sheet, "green", 2)
    assert sheet.invited == (3, 2)


def test_a_seat_is_kept_with_the_place() -> None:
    sheet = people.set_seats(lobby(), 1, 3).sheet
    sheet = kept(people.invite(sheet, 1, (2, 3, 4)).sheet, "red", 3)
    sheet = lobbies.join(sheet, BOB).sheet
    assert refusal(lambda: lobbies.join(sheet, DAN)) == "refused-seats-kept"
    assert refusal(lambda: people.set_seats(sheet, 1, 2)) == "refused-seats"
    assert refusal(lambda: kept(sheet, "blue", 4)) == "refused-seats-none"
    sheet = lobbies.join(sheet, CLEO).sheet
    assert lobbies.places_of(sheet) == ("", "", "red")
    assert refusal(lambda: lobbies.join(sheet, DAN)) == "refused-full"


def test_two_who_sit_exchange_their_places() -> None:
    sheet = lobbies.take_place(lobby(BOB), BOB, "green").sheet
    sheet = kept(lobbies.take_place(sheet, ANN, "red").sheet, "green", 1)
    assert lobbies.places_of(sheet) == ("green", "red")
    assert lobbies.kept_places(sheet) == {"green": 1}


def test_a_place_that_is_no_longer_given_is_free() -> None:
    sheet = kept(kept(lobby(BOB), "green", 2), "green", None)
    assert lobbies.places_of(sheet) == ("", "")
    chosen = lobbies.take_place(sheet, BOB, "red").sheet
    assert lobbies.places_of(kept(chosen, "red", None)) == ("", "red"), "that was his own choice"


def test_the_list_of_the_invited_has_an_end() -> None:
    many = tuple(range(100, 100 + people.MOST_INVITED))
    sheet = people.invite(lobby(), 1, many).sheet
    assert refusal(lambda: kept(sheet, "red", 2)) == "refused-invited-many"
    assert refusal(lambda: people.invite(sheet, 1, (*many, 2))) == "refused-invited-many"
    assert lobbies.kept_places(kept(sheet, "red", 100)) == {"red": 100}


def test_at_the_start_a_place_kept_for_one_who_has_not_come_is_free() -> None:
    sheet = kept(lobby(BOB), "red", 3)
    sheet = lobbies.take_place(sheet, BOB, "blue").sheet
    begun = lobbies.begin(sheet, 1, 0, 9).sheet
    assert begun.match is not None
    assert begun.match.options.places == ("red", "blue")
    assert lobbies.kept_places(begun) == {}
