"""``/toy put``: several steps as one command, all or none, each completed after those before it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.cogs.world import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    world = await World(tmp_path / "parlour.db").open()
    yield world
    await world.close()


async def at_the_first_turn(world: World) -> tuple[int, str, list[int]]:
    """Match, who is asked, and that seat's cards."""
    match = await world.match("ann", "bob", game="toy")
    for name in ("ann", "bob"):
        panel = await world.press(name, world.last, "Play")
        await world.press(name, panel, panel.labels[0])
    (who,) = await world.asked(match)
    state = await position(world, match)
    return match, who, list(state.hands[state.stack[-1].seat])


async def position(world: World, match: int) -> Any:
    sheet = await world.store.load(match)
    assert sheet is not None
    assert sheet.match is not None
    return sheet.match.state


async def test_two_steps_and_the_end_in_one_command(world: World) -> None:
    match, who, cards = await at_the_first_turn(world)
    await world.slash(who, "toy put", lantern=f"{cards[0]} 1 1", second=f"{cards[1]} 5 5", end=True)
    assert (await position(world, match)).cells[11] is not None
    assert (await position(world, match)).cells[55] is not None
    assert await world.asked(match) != [who]


async def test_a_wrong_second_step_takes_the_first_back_too(world: World) -> None:
    match, who, cards = await at_the_first_turn(world)
    before = await position(world, match)
    said = await world.slash(who, "toy put", lantern=f"{cards[0]} 1 1", second=f"{cards[1]} 1 1")
    assert "not legal" in said.text
    assert await position(world, match) == before


async def test_a_card_that_is_not_held_is_refused_in_words(world: World) -> None:
    _, who, cards = await at_the_first_turn(world)
    said = await world.slash(who, "toy put", lantern="99 1 1")
    assert f"You hold no card 99. Your cards: {', '.join(map(str, cards))}." in said.text


async def test_the_second_step_is_completed_after_the_first(world: World) -> None:
    _, who, cards = await at_the_first_turn(world)
    first, second = f"{cards[0]} 0 0", f"{cards[1]} 0 "
    offered = await world.complete(who, "toy put", "lantern", "")
    assert {c["value"] for c in offered} == {str(card) for card in cards}
    offered = await world.complete(who, "toy put", "second", second, lantern=first)
    assert f"{cards[1]} 0 0" not in [c["value"] for c in offered]
    assert f"{cards[1]} 0 9" in [c["value"] for c in offered]
