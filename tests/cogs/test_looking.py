"""Looking is not telling: what others see of a turn that is being made (docs/table.md, Looking)."""

from __future__ import annotations

import json

from data.sheet import Status
from tests.cogs.world import Shown, World

STEP = "puts a lantern"
"""What is told of a step of the toy."""


async def in_turn(world: World) -> tuple[int, str, str]:
    """A match of the toy in the first turn: its number, who makes the turn, and the other."""
    match = await world.match("ann", "bob", game="toy")
    for name in ("ann", "bob"):
        panel = await world.press(name, world.last, "Play")
        await world.press(name, panel, panel.labels[0])
    (who,) = await world.asked(match)
    return match, who, "bob" if who == "ann" else "ann"


async def lantern(world: World, who: str) -> Shown:
    """A step of the turn that can be taken back; the panel after it."""
    panel = await world.press(who, world.last, "Play")
    for label in ("put a lantern", "with card", "column", "column"):
        chosen = [x for x in (*panel.labels, *panel.options) if x.startswith(label)]
        panel = await world.press(who, panel, chosen[0])
    return panel


async def read(world: World, who: str, match: int) -> list[str]:
    """All that somebody can ask for: board, text, own view, log, export, play."""
    found = []
    for name in ("board", "log", "play"):
        shown = await world.slash(who, f"table {name}", match=str(match))
        found += [shown.text, *shown.alt]
    found.append((await world.slash(who, "table board", match=str(match), as_text=True)).text)
    for label in ("My view", "Text"):
        shown = await world.press(who, world.last, label)
        found += [shown.text, *shown.alt]
    sheet = await world.bot.desk.sheet(match)
    user = world.people[who].id
    names = [h.name for h in sheet.holders]
    file = await world.store.export(match, sheet.seat_of(user), names, user)
    assert file is not None
    found.append(file.decode())
    return found


async def test_others_see_the_table_as_it_stood_before_a_turn_that_is_being_made(
    world: World,
) -> None:
    match, who, other = await in_turn(world)
    before = {name: await read(world, name, match) for name in (other, "eve")}
    await lantern(world, who)
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 3
    for name in (other, "eve"):
        now = await read(world, name, match)
        told = "\n".join(now)
        assert f"{who} is in the middle of a turn" in told
        assert STEP not in told
        # The alt texts and text boards are those of before, word for word.
        pairs = list(zip(now, before[name], strict=True))
        assert sum(new == old for new, old in pairs) >= 3
        assert all(new == old for new, old in pairs if "lanterns burn" in old and "###" not in old)
    mine = "\n".join(await read(world, who, match))
    assert STEP in mine, "whoever makes the turn sees it"


async def test_steps_taken_back_before_a_post_told_them_are_a_number_to_the_others(
    world: World,
) -> None:
    match, who, other = await in_turn(world)
    await lantern(world, who)
    await world.slash(who, "table undo", match=str(match))
    for name in (other, "eve"):
        log = (await world.slash(name, "table log", match=str(match))).text
        assert f"{who} took back a step" in log
        assert STEP not in log
        assert "~~" not in log
    mine = (await world.slash(who, "table log", match=str(match))).text
    assert STEP in mine
    user = world.people[other].id
    sheet = await world.bot.desk.sheet(match)
    names = [h.name for h in sheet.holders]
    file = await world.store.export(match, sheet.seat_of(user), names, user)
    assert file is not None
    looked = [e for e in json.loads(file)["log"] if e["undone"]]
    assert looked
    assert all(e.get("move") is None and e["events"] == [] for e in looked)


async def test_the_board_posted_anew_in_a_turn_tells_no_step_of_it(world: World) -> None:
    match, who, other = await in_turn(world)
    post = world.last
    lines, alt = post.text.split("\n"), post.alt
    await lantern(world, who)
    await world.delete_message(post)
    await world.slash(other, "table board", match=str(match))
    assert world.last.alt == alt
    assert set(lines) <= set(world.last.text.split("\n"))
    assert f"{who} is in the middle of a turn" in world.last.text
    assert STEP not in world.last.text


async def test_a_seat_that_changes_hands_in_anothers_turn_posts_no_step_of_it(
    world: World,
) -> None:
    match, who, other = await in_turn(world)
    await lantern(world, who)
    await world.slash(other, "table replace", match=str(match), who=other, by=world.people["dan"])
    assert f"{other} handed the seat over to dan" in world.last.text
    assert STEP not in world.last.text
    assert (await world.bot.desk.sheet(match)).status is Status.RUNNING


async def test_a_request_for_an_undo_in_a_turn_tells_no_step_of_it(world: World) -> None:
    match, who, other = await in_turn(world)
    await lantern(world, who)
    offered = await world.complete(other, "table undo", "steps", match=str(match))
    assert STEP not in str(offered)
    await world.slash(other, "table undo", match=str(match), steps=2)
    assert "Agree" in world.last.labels
    assert STEP not in world.last.text


async def test_what_was_posted_and_undone_stays_in_the_log_struck_out(world: World) -> None:
    match = await world.match("ann", "bob")
    from tests.cogs.test_undo import played

    ((who, move),) = await played(world, match, 1)
    await world.slash(who, "table undo", match=str(match))
    log = (await world.slash("eve", "table log", match=str(match))).text
    assert f"~~{who} {move}" in log
