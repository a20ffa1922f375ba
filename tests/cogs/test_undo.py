"""Taking back one's own steps, and not more."""

from __future__ import annotations

import random

from cogs.controls import Ticket
from tests.cogs.test_match import by_slash, some_move
from tests.cogs.test_presses import emit, told
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
    assert f"{who} took back: {who} {'-'.join(move.args)}: " in world.last.text
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
    panel = await world.slash(first, "table play")
    assert "Undo" not in panel.labels
    shown = await world.slash(second, "table undo")
    assert "Taken back" in shown.text
    panel = await world.slash(second, "table play")
    assert "Undo" not in panel.labels, "the ply before is another seat's"
    shown = await world.slash(first, "table undo")
    assert "asked to agree" in shown.text, "closed stays closed, taken back or not"


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
    older = panel.custom_id("Undo")
    panel = await world.press(who, panel, "Undo")
    assert "What do you do?" in panel.text
    assert "Undo" not in panel.labels
    assert "took back" not in panel.text, "what came to nothing is no news"
    assert "took back" in (await world.slash(who, "table log", match=str(match))).text
    # The same button again, in a panel that has not been drawn anew: the panel comes with a word.
    record, _ = emit(world, who, panel, older)
    await world.settle()
    assert "> That button belongs to an earlier question" in told(world, record)
    assert "What do you do?" in told(world, record)
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
    before = await world.store.load(match)
    record, _ = emit(world, who, panel, str(Ticket("undo", match, before.n, "p")))
    await world.env.settle()
    assert "nothing hidden was shown" in told(world, record)
    assert await world.store.load(match) == before


async def played(world: World, match: int, count: int, seed: int = 5) -> list[tuple[str, str]]:
    chance = random.Random(seed)
    done = []
    for _ in range(count):
        who, move = await some_move(world, match, chance)
        await by_slash(world, who, move)
        done.append((who, "-".join(move.args)))
    return done


async def test_further_back_needs_the_consent_of_every_seat_that_has_acted_since(
    world: World,
) -> None:
    match = await world.match("ann", "bob", "cleo")
    done = await played(world, match, 4)
    first, others = done[0][0], [done[1][0], done[2][0]]
    shown = await world.slash(first, "table undo", steps=4)
    assert "asked to agree" in shown.text
    request = world.last
    assert f"{first} would like to take back the last 4 moves" in request.text
    assert f"<@{world.people[first].id}>" not in request.text
    assert all(f"<@{world.people[n].id}>" in request.text for n in others)
    shown = await world.press(first, request, "Agree")
    assert "not among those asked" in shown.text
    shown = await world.press("dan", request, "Agree")
    assert "no seat" in shown.text
    await world.press(others[0], request, "Agree")
    assert f"Agreed: {others[0]}." in request.text
    shown = await world.press(others[0], request, "Agree")
    assert "agreed already" in shown.text
    await world.restart()
    await world.press(others[1], request, "Agree")
    assert "was taken back" in request.text
    assert request.labels == []
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 0
    assert await world.asked(match) == [first]
    assert f"(agreed by {' and '.join(sorted(others))})" in world.last.text
    assert all(move in world.last.text for _, move in done)


async def test_a_request_lapses_when_somebody_moves_and_ends_when_one_declines(
    world: World,
) -> None:
    match = await world.match("ann", "bob")
    ((first, _), (second, _)) = await played(world, match, 2)
    turn = world.last
    await world.slash(first, "table undo", steps=2)
    request = world.last
    agree = request.custom_id("Agree")
    assert "Play" in turn.labels, "the question itself stands beside the request"
    await played(world, match, 1, seed=6)
    assert (request.labels, turn.labels) == ([], [])
    before = await world.store.load(match)
    record, _ = emit(world, second, request, agree)  # pressed where it had not been seen yet
    await world.settle()
    assert "That request is over" in told(world, record)
    assert await world.store.load(match) == before
    await world.slash(second, "table undo", steps=2)
    request = world.last
    shown = await world.press(first, request, "Do not agree")
    assert request.labels == []
    assert f"{first} does not agree" in world.last.text
    assert f"<@{world.people[second].id}>" in world.last.text
    shown = await world.slash("ann", "table undo", steps=99)
    assert "There are only 3 moves" in shown.text


async def test_another_request_takes_the_buttons_of_the_one_before(world: World) -> None:
    match = await world.match("ann", "bob")
    ((first, _), _, (third, _)) = await played(world, match, 3)
    turn = world.last
    await world.slash(first, "table undo", steps=3)
    before = world.last
    await world.slash(third, "table undo", steps=2)
    assert before.labels == []
    assert "Agree" in world.last.labels
    assert "Play" in turn.labels
    assert f"/{turn.id})" in (await world.slash("ann", "table mine")).text, "that is the match"


async def drawn(world: World) -> tuple[int, str, list[str]]:
    """A match of the toy by three, in which the first in turn has drawn a card: its number, who
    that is, and the others in turn."""
    match = await world.match("ann", "bob", "cleo", game="toy")
    for name in ("ann", "bob", "cleo"):
        panel = await world.press(name, world.last, "Play")
        await world.press(name, panel, panel.labels[0])
    (who,) = await world.asked(match)
    panel = await world.press(who, world.last, "Play")
    await world.press(who, panel, "draw a card")
    return match, who, [name for name in ("ann", "bob", "cleo") if name != who]


async def test_across_a_draw_everybody_is_asked_and_no_accomplice_alone(world: World) -> None:
    """The one who acted since is a friend; the third has not acted, and is asked all the same."""
    match, who, others = await drawn(world)
    panel = await world.slash(who, "table play", match=str(match))
    await world.press(who, panel, next(label for label in panel.labels if "end" in label))
    (friend,) = await world.asked(match)
    assert friend in others
    panel = await world.press(friend, world.last, "Play")
    await world.press(friend, panel, "draw a card")
    (third,) = [name for name in others if name != friend]
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    await world.slash(who, "table undo", match=str(match), steps=sheet.match.ply - 3)
    request = world.last
    assert all(f"<@{world.people[name].id}>" in request.text for name in others)
    assert "So everybody at the table is asked." in request.text
    assert f"{who} draws a card" in request.text, "what was learned is told too"
    before = await world.bot.desk.sheet(match)
    await world.press(friend, request, "Agree")
    after = await world.bot.desk.sheet(match)
    assert after.match == before.match, "the third has not agreed"
    await world.press(third, request, "Agree")
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 3
    assert f"(agreed by {' and '.join(others)})" in world.last.text


async def test_without_a_draw_between_only_those_who_acted_are_asked(world: World) -> None:
    match = await world.match("ann", "bob", "cleo")
    ((first, _), (second, _)) = await played(world, match, 2)
    (third,) = {"ann", "bob", "cleo"} - {first, second}
    await world.slash(first, "table undo")
    request = world.last
    assert f"<@{world.people[second].id}>" in request.text
    assert f"<@{world.people[third].id}>" not in request.text
    assert "everybody at the table" not in request.text


async def test_what_chance_showed_is_taken_back_only_when_the_others_agree(world: World) -> None:
    match = await world.match("ann", "bob", game="toy")
    for name in ("ann", "bob"):
        panel = await world.press(name, world.last, "Play")
        await world.press(name, panel, panel.labels[0])
    (who,) = await world.asked(match)
    other = "bob" if who == "ann" else "ann"
    panel = await world.press(who, world.last, "Play")
    await world.press(who, panel, "draw a card")
    drawn = (await world.bot.desk.sheet(match)).match
    await world.slash(who, "table undo", match=str(match))
    await world.press(other, world.last, "Agree")
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 2
    # Chance is keyed: drawing again draws the same card.
    panel = await world.press(who, world.last, "Play")
    await world.press(who, panel, "draw a card")
    again = (await world.bot.desk.sheet(match)).match
    assert drawn is not None
    assert again is not None
    assert again.state == drawn.state


async def test_a_manager_who_does_not_play_takes_back_with_a_reason_that_is_on_record(
    world: World,
) -> None:
    match = await world.match("ann", "bob")
    world.manager("bob")
    done = await played(world, match, 3)
    for name, why in (("ann", "Only somebody who manages"), ("bob", "You play in this match")):
        before = await world.store.load(match)
        shown = await world.slash(name, "table undo", steps=2, reason="I like it")
        assert why in shown.text, name
        assert await world.store.load(match) == before
    world.manager("cleo")
    shown = await world.slash("cleo", "table undo", steps=2, reason="misclick *by* bob")
    assert "Taken back" in shown.text
    assert "cleo, who manages this server, took back" in world.last.text
    fallen = {name for name, _ in done[1:]}
    assert all(f"<@{world.people[name].id}>" in world.last.text for name in fallen)
    assert "misclick" in world.last.text
    assert "*by*" not in world.last.text.replace("\\*by\\*", "")
    log = await world.slash("bob", "table log")
    assert "misclick" in log.text
    assert f"~~{done[1][0]} {done[1][1]}" in log.text, "what was undone stays, struck out"
    assert f"~~{done[0][0]} {done[0][1]}" not in log.text


async def test_completion_words_what_each_number_of_steps_takes_back(world: World) -> None:
    match = await world.match("ann", "bob")
    done = await played(world, match, 3)
    offered = await world.complete("ann", "table undo", "steps", match=str(match))
    assert [c["value"] for c in offered] == [1, 2, 3]
    for choice, (who, move) in zip(offered, reversed(done), strict=True):
        assert f"{who} {move}" in choice["name"]


async def test_undo_without_a_number_goes_back_before_ones_own_last_move_and_says_what_falls(
    world: World,
) -> None:
    match = await world.match("ann", "bob", "cleo")
    done = await played(world, match, 2)
    (first, move), (second, after) = done
    await world.slash(first, "table undo")
    request = world.last
    assert f"Match {match}: {first} would like to take back the last 2 moves" in request.text
    assert f"What would fall: {first} {move}: " in request.text
    assert f"; {second} {after}: " in request.text
    await world.press(second, request, "Agree")
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    assert sheet.match.ply == 0


async def test_how_much_could_be_taken_back_is_said_in_words(world: World) -> None:
    match = await world.match("ann", "bob")
    shown = await world.slash("ann", "table undo")
    assert shown.text == "Nothing has been done yet that could be taken back."
    await played(world, match, 1)
    shown = await world.slash("ann", "table undo", steps=5)
    assert shown.text == "There is only 1 move that could be taken back."
