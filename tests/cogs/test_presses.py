"""Presses that do not fit: late, double, by others, made up. Each gets a private sentence, and
nothing changes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from simcord import interactions as si
from simcord.backend import serializers

from cogs.controls import Ticket
from data.audit import chained, replayed
from data.sheet import Sheet, Status
from tests.cogs.test_match import by_panel, by_slash, some_move
from tests.cogs.world import Shown, World


def emit(world: World, who: str, on: Shown, custom_id: str, **data: Any) -> tuple[Any, Any]:
    """A press as Discord would send it, without waiting: for many at once, and for made-up ones."""
    env, actor = world.env, world.people[who]
    record, payload = si.base_payload(
        env.backend, type=3, channel_id=on.channel_id, guild_id=actor.guild.id, user_id=actor.id,
        data={"custom_id": custom_id, "component_type": 2, **data},
    )  # fmt: skip
    stored = env.backend.get_message(on.channel_id, on.id)
    payload["message"] = dict(serializers.message_payload(env.backend, stored))
    record.source_message_id = on.id
    env.backend.emit("INTERACTION_CREATE", payload)
    return record, payload


def told(world: World, record: Any) -> str:
    """What a press was told in private, or what the panel it was in says now."""
    from simcord.results import InteractionResult

    assert record.responded, "never acknowledged"
    result = InteractionResult(world.env, record)
    shown = [Shown(world, m) for m in (*result.followups, *filter(None, [result.response]))]
    return "\n".join(s.text for s in shown)


async def sheet_of(world: World, match: int) -> Sheet:
    return await world.bot.desk.sheet(match)


async def fresh(world: World, match: int) -> Sheet | None:
    """The sheet as the store has it."""
    return await world.store.load(match)


async def test_an_answer_to_an_earlier_question_is_refused_with_the_present_panel(
    world: World,
) -> None:
    match = await world.match("ann", "bob")
    (who,) = await world.asked(match)
    old = await world.press(who, world.last, "Play")
    label = next(iter(old.options))
    for _ in range(2):
        by, move = await some_move(world, match, random.Random(1))
        await by_slash(world, by, move)
    before = await fresh(world, match)
    shown = await world.choose(who, old, label)
    assert "earlier question" in shown.text
    assert "Which pile" in shown.text, "the present question comes with it"
    assert await fresh(world, match) == before


async def test_the_same_interaction_delivered_again_is_applied_once(world: World) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(2))
    panel = await world.press(who, world.last, "Play")
    asked = (await sheet_of(world, match)).holders[await seat_of(world, match, who)].asked
    record, payload = emit(world, who, panel, str(Ticket("answer", match, asked, str(move))))
    await world.env.settle()
    after = await fresh(world, match)
    assert after is not None
    assert after.match is not None
    assert after.match.ply == 1
    for _ in range(3):
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert record.responded
    assert await fresh(world, match) == after


async def seat_of(world: World, match: int, who: str) -> int:
    seat = (await sheet_of(world, match)).seat_of(world.people[who].id)
    assert seat is not None
    return seat


async def test_of_25_presses_at_once_exactly_one_is_accepted_and_all_are_acknowledged(
    world: World,
) -> None:
    match = await world.match("ann", "bob")
    who, _ = await some_move(world, match, random.Random(3))
    panel = await world.press(who, world.last, "Play")
    sheet = await sheet_of(world, match)
    seat = await seat_of(world, match, who)
    from rules import game

    assert sheet.match is not None
    moves = list(game("sarena").moves(sheet.match.state, seat))[:25]
    asked = sheet.holders[seat].asked
    sent = [
        emit(world, who, panel, str(Ticket("answer", match, asked, str(move))))[0] for move in moves
    ]
    await world.env.settle(timeout=30)
    assert all(record.responded for record in sent)
    after = await fresh(world, match)
    assert after is not None
    assert after.match is not None
    assert after.match.ply == 1
    assert after.n == sheet.n + 1


async def test_of_100_presses_over_ten_matches_exactly_one_each_is_accepted(world: World) -> None:
    from rules import game

    matches = [await world.match("ann", "bob") for _ in range(10)]
    sent = []
    for match in matches:
        sheet = await sheet_of(world, match)
        assert sheet.match is not None
        seat = next(k for k, h in enumerate(sheet.holders) if h.asked)
        who = ("ann", "bob")[seat]
        moves = list(game("sarena").moves(sheet.match.state, seat))[:10]
        for move in moves:
            ticket = Ticket("answer", match, sheet.holders[seat].asked, str(move))
            sent.append(emit(world, who, world.last, str(ticket))[0])
    await world.env.settle(timeout=60)
    assert len(sent) == 100
    assert all(record.responded for record in sent)
    for match in matches:
        after = await fresh(world, match)
        assert after is not None
        assert after.match is not None
        assert after.match.ply == 1


async def test_somebody_elses_turn_and_strangers(world: World) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(5))
    other = "bob" if who == "ann" else "ann"
    before = await fresh(world, match)
    shown = await by_slash(world, other, move)
    assert shown.text == "You are not asked for anything in this match right now."
    shown = await world.press("cleo", world.last, "Play")
    assert "no seat" in shown.text
    shown = await by_slash(world, "cleo", move)
    assert "no seat" in shown.text
    for button in ("My view", "Text"):
        shown = await world.press("cleo", world.last, button)
        assert "your colour" not in shown.text.casefold()
    assert await fresh(world, match) == before


@pytest.mark.parametrize(
    "custom_id",
    [
        "answer:1:1:go:a1:b9", "answer:999:1:go:a1:a2", "answer:9223372036854775807:1:go:a1:a2",
        "answer:9223372036854775808:1:go", "answer:1", "answer:1:2", "walk:1:2:99999:go",
        "walk:1:1:zz:go:go:go", "pick:1:1:0", "undo:1:0", "undo:1:7:p", "toggle:1:0:nothing",
        "option:1:0:nothing", "start:1:0", "join:1:0", "cancel:1:0", "nothing:1:2:3", "log:1:99",
        "searched:1:2:0", "a" * 100, "answer:१:1:go", "answer:1:1:GO", "fresh:0:0", "play:77:0",
    ],
)  # fmt: skip
async def test_a_made_up_custom_id_is_answered_and_changes_nothing(
    world: World, custom_id: str
) -> None:
    match = await world.match("ann", "bob")
    before = await fresh(world, match)
    records = [emit(world, who, world.last, custom_id)[0] for who in ("ann", "cleo")]
    await world.env.settle()
    handled = Ticket.parse(custom_id) is not None
    for record in records:
        assert record.responded or not handled
    assert await fresh(world, match) == before


async def test_a_wrong_circle_is_told_in_words_with_what_is_possible(world: World) -> None:
    match = await world.match("ann", "bob")
    (who,) = await world.asked(match)
    before = await fresh(world, match)
    for origin, target, words in (
        ("a1", "a9", "no circle a9"),
        ("a1", "f6", "No line joins"),
        ("zz", "a1", "no circle zz"),
        ("a1", "a1", "leave its circle"),
        ("a1 ", " A1", "leave its circle"),
    ):
        shown = await world.slash(who, "sarena move", **{"from": origin, "to": target})
        assert words in shown.text, shown.text
    assert await fresh(world, match) == before


async def test_a_match_that_has_ended_says_so(world: World) -> None:
    match = await world.match("ann", "bob")
    chance = random.Random(7)
    post = world.last
    while (await sheet_of(world, match)).status is Status.RUNNING:
        await by_slash(world, *await some_move(world, match, chance))
    who = "ann"
    shown = await world.slash(who, "sarena move", **{"from": "a1", "to": "a2"}, match=str(match))
    assert shown.text == "This match has ended."
    shown = await world.press(who, world.last, "My view")
    assert "win" in shown.text
    record, _ = emit(world, who, post, str(Ticket("play", match)))
    await world.env.settle()
    assert "win" in told(world, record)


async def test_buttons_and_modals_work_after_a_restart(world: World) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(8))
    panel = await world.press(who, world.last, "Play")
    await world.restart()
    result = await world.people[who].click(panel.message, custom_id=panel.custom_id("Search"))
    assert result.modal is not None
    await world.restart()
    found = await world.people[who].submit_modal(result, {"text": move.args[0]})
    assert found.acknowledged
    assert move.args[0] in panel.text
    await by_panel(world, who, move)
    after = await fresh(world, match)
    assert after is not None
    assert after.match is not None
    assert after.match.ply == 1


async def test_a_kill_between_store_and_post_is_announced_at_the_next_start(world: World) -> None:
    match = await world.match("ann", "bob")
    who, move = await some_move(world, match, random.Random(9))
    world.bot.outbox.kick = lambda: None  # type: ignore[method-assign]
    world.bot.desk.kick = lambda: None
    posts = len(world.history())
    await by_slash(world, who, move)
    assert len(world.history()) == posts
    assert await world.store.pending() >= 1
    await world.restart()
    assert len(world.history()) == posts + 1
    assert await world.store.pending() == 0
    asked = await world.asked(match)
    assert f"<@{world.people[asked[0]].id}>" in world.last.text


async def test_presses_from_all_sides_leave_one_line_of_play(world: World) -> None:
    """Commands, panels and undos pressed at once by both: the log replays to what is stored."""
    from rules import game

    match = await world.match("ann", "bob")
    chance = random.Random(11)
    for _ in range(12):
        sheet = await sheet_of(world, match)
        assert sheet.match is not None
        seat = next(k for k, h in enumerate(sheet.holders) if h.asked)
        who = ("ann", "bob")[seat]
        moves = list(game("sarena").moves(sheet.match.state, seat))
        for move in chance.sample(moves, 3):
            ticket = Ticket("answer", match, sheet.holders[seat].asked, str(move))
            emit(world, who, world.last, str(ticket))
        emit(world, ("ann", "bob")[1 - seat], world.last, str(Ticket("undo", match, sheet.n)))
        await world.env.settle(timeout=20)
    stored = await fresh(world, match)
    assert stored is not None
    assert stored.match is not None
    log = await world.store.log(match)
    assert [entry.n for entry in log] == list(range(1, stored.n + 1))
    assert stored == await sheet_of(world, match)
    kept = await world.store.record(match)
    assert kept is not None
    assert [*chained(kept[1]), *replayed(kept[1])] == []
