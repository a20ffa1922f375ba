"""Taking back one's own steps, and not more."""

from __future__ import annotations

import random

from tests.cogs.test_match import by_slash, some_move
from tests.cogs.world import World


async def test_a_move_can_be_taken_back_until_the_next_player_has_moved(world: World) -> None:
    match = await world.match("ann", "bob")
    chance = random.Random(1)
    who, move = await some_move(world, match, chance)
    other = "bob" if who == "ann" else "ann"
    await by_slash(world, who, move)
    asking = world.last
    shown = await world.press(other, asking, "Undo")
    assert "nothing you can take back" in shown.text
    shown = await world.press(who, asking, "Undo")
    assert shown.text == f"Taken back in match {match}."
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert (sheet.match.ply, sheet.n) == (0, 3)
    assert await world.asked(match) == [who]
    assert f"{who} took back {'-'.join(move.args)}" in world.last.text
    assert f"<@{world.people[who].id}>" in world.last.text
    shown = await world.press(who, asking, "Undo") if "Undo" in asking.labels else None
    assert shown is None or "earlier question" in shown.text
    # The withdrawn question can no longer be answered.
    shown = await by_slash(world, other, move)
    assert "not asked" in shown.text


async def test_once_the_next_player_has_moved_only_that_one_can_undo(world: World) -> None:
    match = await world.match("ann", "bob")
    chance = random.Random(2)
    first, move = await some_move(world, match, chance)
    await by_slash(world, first, move)
    second, move = await some_move(world, match, chance)
    await by_slash(world, second, move)
    shown = await world.slash(first, "table undo")
    assert "nothing you can take back" in shown.text
    shown = await world.slash(second, "table undo")
    assert "Taken back" in shown.text
    shown = await world.slash(second, "table undo")
    assert "nothing you can take back" in shown.text, "the ply before is another seat's"
    shown = await world.slash(first, "table undo")
    assert "Taken back" in shown.text, "and that one is its own again"


async def test_an_undo_button_from_before_another_entry_is_stale(world: World) -> None:
    match = await world.match("ann", "bob")
    chance = random.Random(3)
    who, move = await some_move(world, match, chance)
    await by_slash(world, who, move)
    panel = await world.slash(who, "table play")
    assert "Undo" in panel.labels
    await world.slash(who, "table undo")
    await by_slash(world, who, move)
    before = await world.store.load(match)
    shown = await world.press(who, panel, "Undo")
    assert "earlier question" in shown.text
    assert await world.store.load(match) == before


async def test_the_same_move_after_an_undo_meets_the_same_chance_and_state(world: World) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(4))
    await by_slash(world, who, move)
    once = await world.bot.desk.sheet(match)
    await world.slash(who, "table undo")
    await by_slash(world, who, move)
    twice = await world.bot.desk.sheet(match)
    assert once.match == twice.match
    assert twice.n == once.n + 2


async def test_undo_within_a_turn_of_many_steps_changes_the_panel_and_posts_nothing(
    world: World,
) -> None:
    match = await world.match("ann", "bob", game="toy")
    for name in ("ann", "bob"):
        panel = await world.press(name, world.last, "Play")
        await world.press(name, panel, panel.labels[0])
    (who,) = await world.asked(match)
    posts = len(world.history())
    panel = await world.press(who, world.last, "Play")
    for label in ("put a lantern", "with card", "column", "column"):
        chosen = [x for x in (*panel.labels, *panel.options) if x.startswith(label)]
        panel = await world.press(who, panel, chosen[0])
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 3
    assert len(world.history()) == posts
    assert "Undo" in panel.labels
    panel = await world.press(who, panel, "Undo")
    assert "What do you do?" in panel.text
    assert "Undo" not in panel.labels
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 2
    assert len(world.history()) == posts, "nobody else was asked, so nothing is posted"


async def test_what_chance_or_a_secret_has_shown_cannot_be_taken_back(world: World) -> None:
    match = await world.match("ann", "bob", game="toy")
    for name in ("ann", "bob"):
        panel = await world.press(name, world.last, "Play")
        await world.press(name, panel, panel.labels[0])
    (who,) = await world.asked(match)
    panel = await world.press(who, world.last, "Play")
    panel = await world.press(who, panel, "draw a card")
    assert "Undo" not in panel.labels
    shown = await world.slash(who, "table undo", match=str(match))
    assert "nothing hidden was shown" in shown.text
