"""A match's luck: promised in the lobby, mixed with the presses of those who sit (docs/table.md).
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
from typing import Any

import pytest

from data import lobbies
from data.chain import commitment
from data.sheet import Sheet, Status
from data.verify import verify
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.world import Shown, World

pytestmark = pytest.mark.real_ids


async def pressed(world: World) -> list[int]:
    """The ids of all interactions that changed something, oldest first."""

    def read(c: Any) -> list[int]:
        return [id for (id,) in c.execute("SELECT id FROM interaction ORDER BY id")]

    return await world.store._read(read)


def by_hand(seed: bytes, *ids: int) -> bytes:
    """The key as docs/table.md says it, without our code."""
    return hmac.new(seed, ",".join(map(str, ids)).encode(), hashlib.sha256).digest()


async def sheet_of(world: World, match: int = 1) -> Sheet:
    return await world.bot.desk.sheet(match)


async def opened(world: World, seats: int = 2, game: str = "sarena") -> Shown:
    await world.slash("ann", "table new", game=game, seats=seats)
    return world.last


async def test_the_lobby_shows_the_commitment_and_still_does_after_the_start(world: World) -> None:
    lobby = await opened(world)
    promised = (await sheet_of(world)).commitment
    assert re.fullmatch("[0-9a-f]{64}", promised)
    assert f"`{promised}`" in lobby.text
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    sheet = await sheet_of(world)
    assert sheet.commitment == promised == commitment(sheet.seed)
    assert f"`{promised}`" in lobby.text


async def test_the_key_is_made_of_seed_message_and_the_presses_of_those_who_sit(
    world: World,
) -> None:
    """cleo joins and leaves, so hers does not count; bob leaves and comes back: his last counts."""
    lobby = await opened(world, 3)
    (new,) = await pressed(world)
    await world.press("bob", lobby, "Join")
    await world.press("cleo", lobby, "Join")
    await world.press("cleo", lobby, "Leave")
    await world.press("bob", lobby, "Leave")
    await world.slash("dan", "table join")
    await world.press("bob", lobby, "Join")
    *_, dan, bob = await pressed(world)
    await world.press("ann", lobby, "Start")
    start = (await pressed(world))[-1]
    sheet = await sheet_of(world)
    assert sheet.message == lobby.id
    assert sheet.presses == (new, dan, bob, start)
    assert sheet.match is not None
    assert sheet.match.seed == by_hand(sheet.seed, lobby.id, new, dan, bob, start)
    assert sheet.match.seed != sheet.seed


async def test_a_match_that_starts_by_itself_has_the_last_join_as_its_last_press(
    world: World,
) -> None:
    lobby = await opened(world)
    (new,) = await pressed(world)
    options = await world.press("ann", lobby, "Options")
    await world.press("ann", options, "Start when full: off")
    await world.press("bob", lobby, "Join")
    join = (await pressed(world))[-1]
    sheet = await sheet_of(world)
    assert sheet.status is Status.RUNNING
    assert sheet.presses == (new, join)


async def test_a_host_whose_setting_fills_the_lobby_has_pressed_the_start(world: World) -> None:
    lobby = await opened(world)
    await world.press("bob", lobby, "Join")
    new, join = await pressed(world)
    options = await world.press("ann", lobby, "Options")
    await world.press("ann", options, "Start when full: off")
    sheet = await sheet_of(world)
    assert sheet.status is Status.RUNNING
    assert sheet.presses == (new, join, (await pressed(world))[-1])


async def test_a_restart_between_join_and_start_forgets_no_press(world: World) -> None:
    lobby = await opened(world)
    await world.press("bob", lobby, "Join")
    new, join = await pressed(world)
    await world.restart()
    await world.press("ann", lobby, "Start")
    sheet = await sheet_of(world)
    assert sheet.presses == (new, join, (await pressed(world))[-1])
    assert sheet.message == lobby.id


async def test_ids_are_kept_though_other_interactions_are_forgotten_after_a_day(
    world: World,
) -> None:
    lobby = await opened(world)
    await world.press("bob", lobby, "Join")
    new, join = await pressed(world)
    await world.env.advance_time(3 * 86_400)
    await world.settle()
    await world.press("ann", lobby, "Start")
    assert new not in await pressed(world)
    assert (await sheet_of(world)).presses[:2] == (new, join)  # type: ignore[index]


async def test_a_lobby_posted_anew_keeps_the_message_that_promised(world: World) -> None:
    lobby = await opened(world)
    await world.delete_message(lobby)
    await world.slash("bob", "table join")
    assert world.last.id != lobby.id
    await world.press("ann", world.last, "Start")
    assert (await sheet_of(world)).message == lobby.id


async def test_who_gets_a_place_by_joining_counts_as_who_joins(world: World) -> None:
    """Where places differ the seats are put in their order; the presses stay in theirs."""
    places = [g for g in acts_games() if g.places]
    assert places
    lobby = await opened(world, 2, places[0].name)
    (new,) = await pressed(world)
    last, first = places[0].places[-1], places[0].places[0]
    label = {name: _label(lobby, name) for name in (last, first)}
    await world.press("ann", lobby, label[last])
    await world.press("bob", lobby, label[first])
    join = (await pressed(world))[-1]
    await world.press("ann", lobby, "Start")
    sheet = await sheet_of(world)
    assert [h.user for h in sheet.holders] == [world.people["bob"].id, world.people["ann"].id]
    assert sheet.presses == (new, join, (await pressed(world))[-1])


def acts_games() -> list[Any]:
    from rules import games

    return [games()[name] for name in sorted(games())]


def _label(lobby: Shown, place: str) -> str:
    from tests.cogs.world import walk

    return next(
        str(c["label"])
        for c in walk(lobby.raw["components"])
        if str(c.get("custom_id", "")).startswith("place:")
        and str(c["custom_id"]).endswith(f":{place}")
    )


async def test_the_last_post_carries_the_head_and_the_export_verifies(world: World) -> None:
    lobby = await opened(world)
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    chance = random.Random(5)
    while (await sheet_of(world)).status is Status.RUNNING:
        sheet = await sheet_of(world)
        assert sheet.head not in world.last.text, "before the end it would tell of secrets"
        await by_slash(world, *await some_move(world, 1, chance))
    sheet = await sheet_of(world)
    assert f"`{sheet.head}`" in world.last.text
    file = await world.store.export(1, None, ["ann", "bob"])
    assert file is not None
    assert verify(file).good
    assert str(lobby.id) in file.decode()


async def test_ids_and_seed_are_in_nothing_that_leaves_before_the_end(world: World) -> None:
    lobby = await opened(world)
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    sheet = await sheet_of(world)
    assert sheet.match is not None
    file = await world.store.export(1, 0, ["ann", "bob"], world.people["ann"].id)
    assert file is not None
    for secret in (sheet.seed.hex(), sheet.match.seed.hex(), *map(str, sheet.presses or ())):
        assert secret not in file.decode()
    for seed in (sheet.seed, sheet.match.seed):
        assert repr(seed) not in repr(sheet)
        assert seed.hex() not in repr(sheet)


async def test_with_the_seed_alone_as_key_the_openings_could_be_ground_through(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mutant: the key without the ids is known to whoever runs the bot before anybody joins."""
    monkeypatch.setattr(lobbies, "counted", lambda sheet, start: (1 << 62,))
    lobby = await opened(world)
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    sheet = await sheet_of(world)
    assert sheet.match is not None
    known = by_hand(sheet.seed, lobby.id, 1 << 62)  # as soon as the lobby is posted
    assert sheet.match.seed == known


async def test_every_guide_ends_with_what_is_fair(world: World) -> None:
    from rules import games

    for game in games():
        shown = await world.slash("ann", "table rules", game=game)
        while "Next" in shown.labels:
            shown = await world.press("ann", shown, "Next")
        assert "**What is fair here**" in shown.text, game
        for word in ("**Luck.**", "**Taking back.**", "**Looking.**", "**Seats.**"):
            assert word in shown.text
