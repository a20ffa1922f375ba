"""Faults of lobbies, of games that come and go, of limits and of what is typed: as test_broken."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import app_commands
from PIL import Image

import data
from cogs.table.board import Cover
from data import acts
from data.sheet import Status
from rendering import words
from rendering.scene import renderer
from rules import games
from rules.kernel import Move
from tests.cogs.test_broken import begun, part, quiet
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_presses import emit, told
from tests.cogs.test_undo import played
from tests.cogs.world import Shown, World, walk

MANAGE = discord.Permissions(manage_guild=True, view_channel=True)


# Games that come and go.


@pytest.fixture
async def gone(world: World) -> AsyncIterator[None]:
    """A lobby (1) and a match (2) of a game that is not installed any more, and another match."""
    await world.slash("ann", "table new", game="toy", seats=2)
    await world.match("ann", "bob", game="toy")
    await world.match("ann", "bob")
    await quiet(world)
    toy, paths = games().pop("toy"), list(data.__path__)
    data.__path__[:] = [path for path in paths if "toy" not in path]
    words.reload()
    world.bot.desk._sheets.clear()
    yield
    games()["toy"] = toy
    data.__path__[:] = paths
    words.reload()


@pytest.mark.usefixtures("gone")
async def test_a_game_that_is_gone_spoils_no_list_and_no_completion(world: World) -> None:
    for name in ("table mine", "table here"):
        shown = await world.slash("ann", name)
        assert all(f"#{k} " in shown.text for k in (1, 2, 3)), shown.text
    offered = await world.complete("ann", "table board", "match")
    assert "3" in [c["value"] for c in offered]


@pytest.mark.usefixtures("gone")
async def test_a_match_whose_game_is_gone_says_so_and_the_rest_go_on(world: World) -> None:
    shown = await world.slash("bob", "table join", match="1")
    assert "not installed" in shown.text
    for name in ("table play", "table board", "table log", "table export", "table undo"):
        shown = await world.slash("ann", name, match="2")
        assert "not installed" in shown.text, name
    await world.bot.desk.repost((Status.LOBBY, Status.RUNNING))
    await quiet(world)
    assert "match 3" in world.last.text


async def test_a_lobby_keeps_those_of_its_options_that_the_game_still_has(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    sheet = await world.bot.desk.sheet(1)
    old = {"fair": True, "blind": 3}
    await world.bot.desk.store_change(acts.Change(replace(sheet, options=old)))
    await world.slash("bob", "table join", match="1")
    await quiet(world)
    assert "Even colours: **on**" in world.last.text
    await world.press("ann", world.last, "Start")
    sheet = await world.bot.desk.sheet(1)
    assert sheet.match is not None
    assert sheet.match.options.fair is True


# The lobby.


async def test_a_lobby_that_is_full_when_it_is_told_to_start_by_itself_starts(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=3)
    lobby = world.last
    await world.press("bob", lobby, "Join")
    options = await world.press("ann", lobby, "Options")
    await world.press("ann", options, "Start when full: off")
    assert (await world.bot.desk.sheet(1)).status is Status.LOBBY
    seats = [
        c for c in walk(options.raw["components"])
        if c["type"] == 3 and c["custom_id"].startswith("seats:")
    ]  # fmt: skip
    await world.people["ann"].select(options.message, ["2"], custom_id=seats[0]["custom_id"])
    assert (await world.bot.desk.sheet(1)).status is Status.RUNNING


async def test_a_lobby_on_hold_is_not_said_to_have_started_and_can_be_closed(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    await world.press("bob", world.last, "Join")
    await world.delete_channel()
    world.channel = world.guild.create_text_channel("elsewhere")
    shown = await world.slash("bob", "table join", match="1")
    assert "on hold" in shown.text
    shown = await world.slash("bob", "table cancel", match="1")
    assert "Only the host" in shown.text
    await world.slash("ann", "table cancel", match="1")
    assert (await world.bot.desk.sheet(1)).status is Status.CANCELLED
    await quiet(world)
    assert await world.store.pending() == 0


async def test_the_options_of_a_closed_lobby_do_not_say_that_it_started(world: World) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    lobby = world.last
    options = lobby.custom_id("Options")
    await world.slash("ann", "table cancel", match="1")
    record, _ = emit(world, "ann", lobby, options)
    await quiet(world)
    assert "was closed" in told(world, record)


async def test_who_manages_the_server_starts_or_closes_a_lobby_whose_host_is_gone(
    world: World,
) -> None:
    await world.slash("ann", "table new", game="sarena", seats=2)
    role = world.guild.create_role("boss", permissions=MANAGE)
    world.people["boss"] = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    world.guild.remove_member(world.people["ann"])
    await world.slash("boss", "table cancel", match="1")
    assert (await world.bot.desk.sheet(1)).status is Status.CANCELLED


async def test_of_a_lobby_and_a_match_in_one_channel_a_command_means_what_it_can_mean(
    world: World,
) -> None:
    match = await begun(world, "ann", "bob")
    await by_slash(world, *await some_move(world, match, random.Random(1)))
    (asked,) = await world.asked(match)
    other = "bob" if asked == "ann" else "ann"
    await world.slash(other, "table new", game="sarena", seats=2)
    shown = await world.slash(other, "table play")
    assert f"match {match}" in shown.text
    offered = await world.complete(other, "table play", "match")
    assert [c["value"] for c in offered] == [str(match)]
    offered = await world.complete("cleo", "table join", "match")
    assert [c["value"] for c in offered] == ["2"]
    await world.slash("cleo", "table join")
    assert len((await world.bot.desk.sheet(2)).holders) == 2


# Limits, and what is typed.


async def test_the_longest_text_board_stays_within_what_a_message_holds(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world, "ann", "bob")
    kind = type(renderer("sarena"))
    monkeypatch.setattr(kind, "text", lambda *_: "\n".join(["x" * 38] * 200))
    monkeypatch.setattr(kind, "asked", lambda *_: "y" * 3000)
    shown = await world.press("ann", world.last, "Text")
    assert "x" * 38 in shown.text
    assert len(shown.text) <= 4000


async def test_what_happened_since_one_resigned_long_ago_does_not_push_the_board_out_of_the_text(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world, "ann", "bob", "cleo")
    sure = await world.slash("ann", "table resign")
    await world.press("ann", sure, "Resign")
    await played(world, match, 14)
    kind = type(renderer("sarena"))
    real, lines = kind.text, []

    def text(self: Any, scene: Any) -> str:
        lines.append(len(scene.since))
        return str(real(self, scene))

    monkeypatch.setattr(kind, "text", text)
    shown = await world.slash("ann", "table hand", as_text=True, match=str(match))
    assert lines == [10]
    assert "\nf1 " in shown.text


async def test_a_person_who_is_not_on_the_server_cannot_be_given_a_seat(world: World) -> None:
    await begun(world, "ann", "bob")
    stranger = world.env.create_user("zoe")
    result = await world.people["ann"].slash(world.channel, "table replace", who="2", by=stranger)
    assert "not on this server" in Shown(world, result.response).text
    assert [type(e) for e in world.env.errors] == [app_commands.TransformerError]
    world.env._errors.clear()


async def test_every_group_of_commands_is_for_servers_only(world: World) -> None:
    assert [c.name for c in world.bot.tree.get_commands() if not c.guild_only] == []


async def test_seven_games_fit_into_the_welcome(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    welcome = part("welcome")
    many = {f"sarena{k}": None for k in range(9)}
    real = welcome.say
    monkeypatch.setattr(welcome, "games", lambda: many)

    async def cover(*_: Any) -> Cover:
        return Cover("sarena.png", b"\x89PNG", "alt")

    monkeypatch.setattr(welcome, "cover_of", cover)
    monkeypatch.setattr(
        welcome,
        "say",
        lambda locale, key, **more: (
            key * 60 if key.startswith("sarena") else real(locale, key, **more)
        ),
    )
    await welcome.Welcome.post(world.bot.table.welcome, world.channel.id, "Hello! " * 400, "en")
    assert sum(label.startswith("Open a match") for label in world.last.labels) == welcome.MOST


async def test_options_of_a_command_are_completed_in_whatever_order_they_are_filled(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    match = await begun(world, "ann", "bob")
    (who,) = await world.asked(match)
    assert await world.complete(who, "sarena move", "to") == []
    assert await world.complete(who, "toy put", "second", match=str(match)) == []
    assert "Ignoring exception" not in caplog.text


async def test_a_lobby_filled_by_choosing_a_place_starts_by_itself_too(world: World) -> None:
    placed = next(name for name, rules in games().items() if rules.places)
    await world.slash("ann", "table new", game=placed, seats=2)
    lobby = world.last
    options = await world.press("ann", lobby, "Options")
    await world.press("ann", options, "Start when full: off")
    place = next(c for c in walk(lobby.raw["components"]) if "place:" in c.get("custom_id", ""))
    await world.press("bob", lobby, place["label"])
    await quiet(world)
    sheet = await world.bot.desk.sheet(1)
    assert sheet.status is Status.RUNNING
    assert {h.name for h in sheet.holders} == {"ann", "bob"}


@pytest.mark.parametrize("columns", [20, 21, 25])
async def test_a_panel_with_many_columns_stays_within_forty_components(
    world: World, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(world, "ann", "bob")
    (who,) = await world.asked(match)
    letters = [*"abcdefghijklmnopqrstuvwxyz"][:columns]
    squares = [Move("go", (f"{a}{n}",)) for a in letters for n in range(1, 5)]
    kind = type(renderer("sarena"))
    rules = games()["sarena"]

    class Wide:
        def __getattr__(self, name: str) -> Any:
            return getattr(rules, name)

        def moves(self, state: Any, seat: int) -> list[Move]:
            return squares

    monkeypatch.setattr(part("panel"), "game_of", lambda _: Wide())
    monkeypatch.setattr(kind, "label", lambda _, scene, move: move.args[-1] if move.args else "go")
    monkeypatch.setattr(kind, "picture", lambda _, scene: Image.new("P", (4, 4)))
    monkeypatch.setattr(part("panel"), "undoable", lambda *_: 1)
    panel = await world.press(who, world.last, "Play")
    assert 0 < len(list(walk(panel.raw["components"]))) <= 40
    asked = [label for label in panel.labels if label in [a.upper() for a in letters]]
    assert len(asked) == (columns if columns <= 20 else 0)


async def test_nobody_fills_a_server_with_lobbies(world: World) -> None:
    for _ in range(10):
        await world.slash("ann", "table new", game="sarena", seats=2)
    shown = await world.slash("ann", "table new", game="sarena", seats=2)
    assert "Start or cancel one of them first" in shown.text
    await world.slash("ann", "table cancel", match="4")
    shown = await world.slash("ann", "table new", game="sarena", seats=2)
    assert "Match 11 is open" in shown.text
    shown = await world.slash("bob", "table new", game="sarena", seats=2)
    assert "is open" in shown.text
