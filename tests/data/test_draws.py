"""The count that keys chance is kept whatever becomes of a match: a draw taken back comes again."""

from __future__ import annotations

from random import Random

import pytest

import rules
from data import acts, people
from data.acts import Person
from data.check import check
from data.powers import HOST, MANAGER, Actor
from data.rewind import overrule
from data.sheet import Sheet, Status
from data.store import Store
from data.verify import verify
from rules import game, kernel, toy
from rules.kernel import Move, Rng
from rules.replay import struck
from tests.data.table import NOW, begun, opened, played, step

EVE = Person(105, "eve", press=2000)
BOSS = Actor(900, "boss", MANAGER)


async def first_turn(store: Store, seats: int = 2, **options) -> Sheet:
    """A match of the toy whose first seat has its turn."""
    sheet = await begun(store, "toy", seats, **options)
    for seat in range(seats):
        bid = Move("bid", (str(sheet.match.state.hands[seat][0]),))
        sheet = await store.commit(acts.move(sheet, seat, [bid], NOW), NOW)
    return sheet


def turn(sheet: Sheet) -> int:
    """Whose turn it is."""
    return sheet.match.state.stack[-1].seat


async def lantern(store: Store, sheet: Sheet, cell: int) -> Sheet:
    """A step that draws nothing."""
    card = sheet.match.state.hands[turn(sheet)][0]
    return await store.commit(acts.move(sheet, turn(sheet), [toy.put(card, cell)], NOW), NOW)


async def drawn(store: Store, sheet: Sheet) -> tuple[Sheet, int]:
    """A card is drawn; which."""
    sheet = await store.commit(acts.move(sheet, turn(sheet), [toy.DRAW], NOW), NOW)
    (cards,) = [e.data["cards"] for e in (await store.log(sheet.id))[-1].events if e.to]
    return sheet, cards[0]


async def back(store: Store, sheet: Sheet, ply: int) -> Sheet:
    """Gone back to that ply, however far, by the word of somebody who does not play."""
    there, log = await store.at(sheet, ply), await store.log(sheet.id)
    return await store.commit(overrule(sheet, BOSS, there, log, NOW, "because"), NOW)


async def greedy(store: Store, sheet: Sheet, chance: Random) -> Sheet:
    """One move by chance; every other time a card where one may be drawn."""
    asked = acts.prompt(sheet).seats
    if toy.DRAW in game("toy").moves(sheet.match.state, asked[0]) and chance.randrange(2):
        return await store.commit(acts.move(sheet, asked[0], [toy.DRAW], NOW), NOW)
    return await store.commit(step(sheet, chance), NOW)


def due(sheet: Sheet, draws: int) -> int:
    """The card that is drawn now by whoever draws, after so many draws."""
    deck = sheet.match.state.deck
    return deck[Rng(sheet.match.seed + draws.to_bytes(8)).below(len(deck))]


async def drawn_anew(store: Store) -> tuple[int, int]:
    """A card that is drawn and taken back, and the one that comes after a step put before it."""
    sheet = await first_turn(store)
    sheet, first = await drawn(store, sheet)
    sheet = await back(store, sheet, sheet.match.ply - 1)
    sheet = await lantern(store, sheet, 0)
    return first, (await drawn(store, sheet))[1]


async def test_after_an_undo_the_card_comes_again(store):
    first, second = await drawn_anew(store)
    assert first == second


async def test_chance_keyed_by_ply_would_be_noticed(store, monkeypatch):
    """The mutant: with a step put before it another card is drawn."""
    monkeypatch.setattr(kernel, "_next", lambda match: kernel._ctx(match.seed, match.ply + 1))
    first, second = await drawn_anew(store)
    assert first != second


async def test_after_a_restart_the_card_comes_again(tmp_path):
    path = tmp_path / "p.db"
    async with opened(path) as store:
        sheet, first = await drawn(store, await first_turn(store))
        sheet = await back(store, sheet, sheet.match.ply - 1)
        count = sheet.match.draws
    async with opened(path) as store:
        sheet = await store.load(sheet.id)
        assert sheet.match.draws == count
        sheet = await lantern(store, sheet, 0)
    async with opened(path) as store:
        sheet, second = await drawn(store, await store.load(sheet.id))
        assert second == first
        assert sheet.match.draws == count + 1
    assert check(path) == []


async def test_after_somebody_has_left_the_same_chance_falls(store):
    sheet = await first_turn(store, 3)
    count = sheet.match.draws
    sheet, _ = await drawn(store, sheet)
    sheet = await back(store, sheet, sheet.match.ply - 1)
    sheet = await store.commit(acts.resign(sheet, (turn(sheet) + 1) % 3, NOW), NOW)
    assert sheet.match.draws == count
    expected = due(sheet, count)
    assert (await drawn(store, sheet))[1] == expected
    assert check(store.path) == []


async def test_a_leaving_that_draws_counts(store, monkeypatch):
    """The next card is the one after; taken back, the count goes back with it."""
    out = toy.Toy.leave

    def leave(self, s, seat, ctx):
        ctx.rng.below(6)
        return out(self, s, seat, ctx)

    monkeypatch.setattr(toy.Toy, "leave", leave)
    sheet = await first_turn(store, 3)
    count, ply = sheet.match.draws, sheet.match.ply
    sheet = await store.commit(acts.resign(sheet, (turn(sheet) + 1) % 3, NOW), NOW)
    assert sheet.match.draws == count + 1
    assert (await store.load(sheet.id)).match.draws == count + 1
    assert due(sheet, count) != due(sheet, count + 1)
    expected = due(sheet, count + 1)
    assert (await drawn(store, sheet))[1] == expected
    assert (await store.at(sheet, ply)).draws == count
    assert check(store.path) == []


async def test_people_who_come_and_go_do_not_change_it(store):
    sheet = await first_turn(store, 3)
    sheet, card = await drawn(store, sheet)
    sheet = await back(store, sheet, sheet.match.ply - 1)
    count, seat = sheet.match.draws, turn(sheet)
    user = sheet.holders[seat].user
    host, away = Actor(sheet.host, "ann", HOST), Actor(user, "who", "nobody")
    made = []

    async def done(change) -> None:
        nonlocal sheet
        sheet = await store.commit(change, NOW)
        made.append((change.steps[0].entry.kind, change.steps[0].entry.move))
        assert sheet.match.draws == count
        assert (await store.load(sheet.id)).match.draws == count

    await done(people.unseat(sheet, seat, BOSS, "who", NOW, "away"))
    await done(people.come_back(sheet, Person(user, "who"), "who", NOW))
    await done(people.hand_over(sheet, seat, EVE, away, ("who", "eve"), NOW))
    await done(people.gone(sheet, seat, NOW))
    six = Person(106, "six", press=2001)
    await done(people.hand_over(sheet, seat, six, host, ("eve", "six"), NOW))
    assert made == [
        ("leave", "unseated"), ("replace", "back"), ("replace", ""), ("leave", "gone"),
        ("replace", ""),
    ]  # fmt: skip
    assert (await drawn(store, await lantern(store, sheet, 0)))[1] == card
    assert check(store.path) == []


async def test_a_seat_that_waits_does_not_change_it(store):
    sheet = await first_turn(store, mode="together")
    count = sheet.match.draws
    sheet = await store.commit(acts.resign(sheet, 1 - turn(sheet), NOW), NOW)
    assert (await store.log(sheet.id))[-1].move == "waits"
    expected = due(sheet, count)
    assert (await drawn(store, sheet))[1] == expected


@pytest.mark.parametrize("kept", ["as they are", "the start alone"])
async def test_far_below_the_floor_the_count_is_the_one_of_that_ply(store, kept):
    """Whether the position was kept or is played again from the nearest that was."""
    chance = Random(4)
    sheet = await begun(store, "toy", 4, rounds=3)
    was = {0: sheet.match.draws}
    while len(was) < 60:
        sheet = await greedy(store, sheet, chance)
        was[sheet.match.ply] = sheet.match.draws
    assert sheet.match.floor > 50
    assert len(set(was.values())) > 5
    if kept == "the start alone":
        await store._write(lambda c: c.execute("DELETE FROM snapshot WHERE n > 1"))
    assert {ply: (await store.at(sheet, ply)).draws for ply in was} == was


async def test_gone_back_far_below_the_floor_the_card_comes_again(store):
    sheet, card = await drawn(store, await first_turn(store, 4, rounds=3))
    ply = sheet.match.ply - 1
    sheet = await played(store, sheet, 40, Random(1))
    assert sheet.status is Status.RUNNING
    assert sheet.match.floor > ply + 20
    there = await store._read(
        lambda c: c.execute("SELECT 1 FROM snapshot WHERE ply = ?", (ply,)).fetchall()
    )
    assert there == [], "it has to be played again"
    sheet = await back(store, sheet, ply)
    sheet = await lantern(store, sheet, 0)
    assert (await drawn(store, sheet))[1] == card
    assert check(store.path) == []


class Toy2(toy.Toy):
    """The toy a version later: the same rules, written down by a new version."""

    version = 2

    def migrate(self, doc, version):
        return doc


async def test_carried_over_to_newer_rules_the_count_stays(tmp_path, monkeypatch):
    path = tmp_path / "p.db"
    async with opened(path) as store:
        sheet, card = await drawn(store, await first_turn(store))
        sheet = await back(store, sheet, sheet.match.ply - 1)
        count, base = sheet.match.draws, sheet.match.ply
    monkeypatch.setitem(rules.games(), "toy", Toy2())
    async with opened(path) as store:
        sheet = await store.load(sheet.id)
        assert ((await store.log(sheet.id))[-1].kind, sheet.match.draws) == ("migrate", count)
        sheet, again = await drawn(store, await lantern(store, sheet, 0))
        assert (again, sheet.match.draws) == (card, count + 1)
        sheet = await played(store, sheet, 20, Random(1))
        await store._write(lambda c: c.execute("DELETE FROM snapshot WHERE base = 0"))
        assert (await store.at(sheet, base)).draws == count
        assert (await store.at(sheet, base + 1)).draws == count
        assert (await store.at(sheet, base + 2)).draws == count + 1
    assert [f for f in check(path) if f.serious] == []


async def test_a_finished_match_with_undone_draws_plays_again_from_its_seed(store):
    sheet, _ = await drawn(store, await first_turn(store, 3))
    sheet = await back(store, sheet, sheet.match.ply - 1)
    chance = Random(3)
    while sheet.status is Status.RUNNING:
        sheet = await greedy(store, sheet, chance)
        if sheet.n % 9 == 0 and sheet.status is Status.RUNNING:
            sheet = await back(store, sheet, max(0, sheet.match.ply - 3))
    undone = [e for e in await store.log(sheet.id) if e.n in struck(await store.log(sheet.id))]
    assert sum(e.move == "draw" for e in undone) > 2
    assert check(store.path) == []
    verdict = verify(await store.export(sheet.id, None, ["Ann", "Bob", "Cid"]))
    assert (verdict.good, verdict.complete) == (True, True)
