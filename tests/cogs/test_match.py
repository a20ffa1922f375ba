"""Whole matches of Sarena on SimCord, by slash commands and through the panel."""

from __future__ import annotations

import random
from typing import Any

import pytest

from data.sheet import Status
from rules import game
from rules.kernel import Move
from tests.cogs.world import Shown, World


async def by_slash(world: World, who: str, move: Move) -> Shown:
    origin, target = move.args
    return await world.slash(who, "sarena move", **{"from": origin, "to": target})


async def by_panel(world: World, who: str, move: Move) -> Shown:
    """Play, then the pile, then where it goes, as the panel offers them."""
    panel = await world.press(who, world.last, "Play")
    if "Which pile" in panel.text:  # not asked when only one can move
        panel = await press_or_choose(world, who, panel, move.args[0])
    return await press_or_choose(world, who, panel, move.args[1])


async def press_or_choose(world: World, who: str, panel: Shown, part: str) -> Shown:
    chosen = [label for label in panel.options if label.startswith(part)]
    if chosen:
        return await world.choose(who, panel, chosen[0])
    buttons = [label for label in panel.labels if label.startswith(part)]
    if buttons:
        return await world.press(who, panel, buttons[0])
    # The select may have more pages than one.
    assert "Next" in panel.labels, (part, panel.labels, panel.options)
    return await press_or_choose(world, who, await world.press(who, panel, "Next"), part)


async def some_move(world: World, match: int, chance: random.Random) -> tuple[str, Move]:
    sheet = await world.bot.desk.sheet(match)
    (who,) = await world.asked(match)
    seat = next(k for k, h in enumerate(sheet.holders) if h.asked)
    assert sheet.match is not None
    return who, chance.choice(list(game("sarena").moves(sheet.match.state, seat)))


@pytest.mark.parametrize("play", [by_slash, by_panel])
async def test_two_people_play_to_the_end_with_restarts_in_between(world: World, play: Any) -> None:
    match = await world.match("ann", "bob")
    chance = random.Random(4)
    plies = 0
    while (await world.bot.desk.sheet(match)).status is Status.RUNNING:
        who, move = await some_move(world, match, chance)
        before = len(world.history())
        await play(world, who, move)
        plies += 1
        sheet = await world.bot.desk.sheet(match)
        assert sheet.match is not None
        assert sheet.match.ply == plies
        assert len(world.history()) == before + 1, "one post a turn"
        if plies in (3, 11):
            await world.restart()
    assert 20 <= plies <= 45
    last = world.last
    assert "win" in last.text
    assert "Play" not in last.labels
    live = [post for post in world.history() if "My view" in post.labels]
    assert [post.id for post in live] == [last.id], "old posts have lost their buttons"


async def test_a_post_mentions_exactly_who_is_asked(world: World) -> None:
    match = await world.match("ann", "bob", "cleo")
    for _ in range(4):
        who, move = await some_move(world, match, random.Random(1))
        await by_slash(world, who, move)
        (asked,) = await world.asked(match)
        sent = [
            e for e in world.env.http_requests
            if e.method == "POST" and e.path.endswith(f"/channels/{world.channel.id}/messages")
        ][-1]  # fmt: skip
        body = sent.json
        assert body["allowed_mentions"].get("parse", []) == []
        assert [int(u) for u in body["allowed_mentions"]["users"]] == [world.people[asked].id]
        assert world.last.text.count("<@") == 1
        assert f"<@{world.people[asked].id}>" in world.last.text


async def test_the_picture_says_since_when_it_tells_as_the_words_do(world: World) -> None:
    """The post told a person's own move already, so the private view does not tell it as new."""
    match = await world.match("ann", "bob")
    (alt,) = world.last.alt
    assert "**So far**" in world.last.text
    assert "So far: " in alt
    who, move = await some_move(world, match, random.Random(3))
    shown = await by_slash(world, who, move)
    view = await world.press(who, world.last, "My view")
    for message in (shown, view):
        assert "**Your last step, and what came of it**" in message.text
        (alt,) = message.alt
        assert f"Your last move, and what came of it: {who} " in alt
        assert "Since" not in alt
