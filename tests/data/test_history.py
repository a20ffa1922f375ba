"""Earlier positions, the replay of a log, and matches that outlive a version of their game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import rules
from data import acts, people
from data.chain import key_of
from data.check import check
from data.powers import Actor
from data.rewind import rewound
from data.sheet import Entry, Sheet, Status
from data.store import Gone, Store
from rules import game
from rules.kernel import Retired, start
from rules.replay import Differs, replay, stretches, struck
from tests.data.table import (
    GUILD,
    MESSAGE,
    NOW,
    PEOPLE,
    begun,
    finished,
    opened,
    played,
    seed,
    step,
)

Toy = type(game("toy"))


async def kept(store: Store, match: int) -> list[tuple[int, int, int]]:
    return await store._read(
        lambda c: c.execute(
            "SELECT n, ply, base FROM snapshot WHERE match = ? ORDER BY n", (match,)
        ).fetchall()
    )


async def undone(store: Store, sheet: Sheet, ply: int, seat: int | None = None) -> Sheet:
    """Back to a ply by the host's word, however far."""
    back, log = await store.at(sheet, ply), await store.log(sheet.id)
    return await store.commit(rewound(sheet, seat, back, log, NOW, "because"), NOW)


# What is kept.


async def test_every_ply_above_the_floor_every_25th_entry_and_each_base_is_kept(store):
    """Sarena never raises its floor, the toy often does."""
    sheet = await begun(store, "toy", 4, rounds=3)
    chance = Random(5)
    while sheet.status is Status.RUNNING:
        sheet = await store.commit(step(sheet, chance), NOW)
        found = await kept(store, sheet.id)
        floor, ply = sheet.match.floor, sheet.match.ply
        assert {p for _, p, _ in found if p >= floor} == set(range(floor, ply + 1))
        assert all(p >= floor or base or n % 25 == 0 for n, p, base in found)
        assert {n for n, _, _ in found} >= set(range(25, sheet.n + 1, 25))
        assert found[0] == (1, 0, 1)
    assert sheet.n > 50, "a match that is too short for this test"


@pytest.mark.parametrize("name", ["sarena", "toy"])
async def test_at_gives_each_earlier_ply_as_it_was(store, name):
    sheet = await begun(store, name, 3)
    was = {0: sheet.match}
    chance = Random(2)
    while sheet.status is Status.RUNNING:
        sheet = await store.commit(step(sheet, chance), NOW)
        was[sheet.match.ply] = sheet.match
    for ply, match in was.items():
        assert await store.at(sheet, ply) == match


async def test_at_works_after_undo_and_another_way_on(store):
    sheet = await begun(store, "sarena")
    sheet = await played(store, sheet, 8, Random(1))
    sheet = await undone(store, sheet, 3)
    was = {ply: await store.at(sheet, ply) for ply in range(4)}
    other = Random(99)
    for _ in range(6):
        sheet = await store.commit(step(sheet, other), NOW)
        was[sheet.match.ply] = sheet.match
    for ply, match in was.items():
        assert await store.at(sheet, ply) == match
    assert sheet.match.ply == 9


async def test_at_far_below_the_floor_is_played_again_from_the_nearest(store):
    sheet = await begun(store, "toy", 4)
    was = {0: sheet.match}
    chance = Random(4)
    for _ in range(40):
        sheet = await store.commit(step(sheet, chance), NOW)
        was[sheet.match.ply] = sheet.match
    found = {ply for _, ply, _ in await kept(store, sheet.id)}
    far = [ply for ply in range(sheet.match.floor) if ply not in found]
    assert far, "nothing has to be played again"
    for ply in far:
        assert await store.at(sheet, ply) == was[ply]


async def test_a_snapshot_changed_from_outside_is_not_used(store):
    sheet = await begun(store, "sarena")
    was = sheet.match
    sheet = await played(store, sheet, 5, Random(1))
    three = await store.at(sheet, 3)
    await store._write(
        lambda c: c.execute("UPDATE snapshot SET state = x'7b7d', ply = 3 WHERE n = 4")
    )
    assert await store.at(sheet, 3) == three
    assert await store.at(sheet, 0) == was


async def test_gone_rather_than_a_wrong_board_when_rules_changed_without_a_version(
    store, monkeypatch
):
    sheet = await begun(store, "toy", 4)
    sheet = await played(store, sheet, 30, Random(4))
    found = {ply for _, ply, _ in await kept(store, sheet.id)}
    far = [ply for ply in range(1, sheet.match.floor) if ply not in found]
    was = {ply: await store.at(sheet, ply) for ply in far}
    monkeypatch.setattr("rules.kernel.Rng.below", lambda self, n: 0)
    gone = 0
    for ply in far:
        try:
            assert await store.at(sheet, ply) == was[ply]
        except Gone:
            gone += 1
    assert 0 < gone < len(far)


# Replay.


async def test_r19_a_whole_log_with_undos_plays_again_to_every_position(store):
    chance = Random(7)
    sheet = await begun(store, "toy", 3)
    was = {1: sheet.match}
    for turn in range(60):
        if sheet.status is not Status.RUNNING:
            break
        if turn % 9 == 8:
            sheet = await undone(store, sheet, max(0, sheet.match.ply - 5))
        else:
            sheet = await store.commit(step(sheet, chance), NOW)
        was[sheet.n] = sheet.match
    log = await store.log(sheet.id)
    assert sum(e.kind == "undo" for e in log) > 4
    key = key_of(seed(1), MESSAGE, (1001, 1002, 1003, 1004))
    base, _ = start(game("toy"), 3, key, sheet.match.options)
    again = {1: base} | {p.act.n: p.after for p in replay(game("toy"), base, log[1:])}
    assert again == was


async def test_leaving_and_handing_over_are_played_again(store):
    sheet = await begun(store, "toy", 4)
    sheet = await played(store, sheet, 6, Random(1))
    eve = PEOPLE[0]._replace(user=9, name="eve")
    bob = Actor(102, "bob", "nobody")
    change = people.hand_over(sheet, 1, eve, bob, ("bob", "eve"), NOW)
    sheet = await store.commit(change, NOW)
    sheet = await store.commit(people.gone(sheet, 0, NOW), NOW)
    sheet = await store.commit(acts.resign(sheet, 2, NOW), NOW)
    sheet = await played(store, sheet, 6, Random(1))
    assert check(store.path) == []
    together = await begun(store, "toy", 2, mode="together")
    together = await store.commit(acts.resign(together, 1, NOW), NOW)
    assert (await store.log(together.id))[-1].move == "waits"
    assert check(store.path) == []


def act(n: int, ply: int, kind: str = "move", seat: int | None = 0, move: str = "", version=1):
    return Entry(n, ply, kind, seat, move, (), NOW, version)


def test_struck_are_the_acts_an_undo_took_back():
    log = [
        act(1, 0, "start"), act(2, 1), act(3, 2), act(4, 2, "replace"), act(5, 1, "undo"),
        act(6, 2), act(7, 3, "leave"), act(8, 3, "leave"), act(9, 0, "undo"), act(10, 1),
    ]  # fmt: skip
    assert struck(log) == {2, 3, 6, 7}


def test_stretches_begin_at_each_base():
    log = [act(1, 0, "start"), act(2, 1), act(3, 1, "migrate"), act(4, 2), act(5, 2, "migrate")]
    assert [[e.n for e in one] for one in stretches(log)] == [[1, 2], [3, 4], [5]]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (act(2, 1, move="go:a1:a1"), "illegal"),
        (act(2, 1, move="NO MOVE"), "illegal"),
        (act(2, 5, "undo"), "undo"),
        (act(2, 1, "leave", None), "kind"),
        (act(2, 1, "cheer"), "kind"),
        (act(2, 1, "migrate"), "kind"),
        (act(2, 1, move="go:a1:a2", version=2), "version"),
    ],
)
def test_what_the_rules_cannot_have_written_is_said(wrong, why):
    base, _ = start(game("sarena"), 2, seed(1))
    with pytest.raises(Differs) as caught:
        list(replay(game("sarena"), base, [wrong]))
    assert (caught.value.n, caught.value.why) == (2, why)


def test_a_move_that_leads_to_another_ply_than_the_log_says_is_noticed():
    base, _ = start(game("sarena"), 2, seed(1))
    seat = base.state.stack[-1].seats(base.state)[0]
    move = next(iter(game("sarena").moves(base.state, seat)))
    with pytest.raises(Differs) as caught:
        list(replay(game("sarena"), base, [act(2, 2, seat=seat, move=str(move))]))
    assert caught.value.why == "ply"


# A game that goes on to a new version.


class Toy2(Toy):
    """The toy a version later: the same rules, written down by a new version."""

    version = 2

    def migrate(self, doc, version):
        assert version == 1
        return {**doc, "rounds": doc["rounds"]}


class Toy3(Toy2):
    """A version that can play nothing of before."""

    version = 3

    def migrate(self, doc, version):
        raise Retired


async def test_a_running_match_is_carried_over_to_a_new_version(tmp_path, monkeypatch):
    path = tmp_path / "p.db"
    async with opened(path) as store:
        over = await finished(store, "toy")
        waiting = await begun(store, "sarena")
        old = await begun(store, "toy", 3)
        old = await played(store, old, 9, Random(1))
    monkeypatch.setitem(rules.games(), "toy", Toy2())
    async with opened(path, NOW + 9) as store:
        sheet = await store.load(old.id)
        assert sheet.match == replace(old.match, version=2, floor=old.match.ply)
        last = (await store.log(old.id))[-1]
        assert (last.kind, last.ply, last.version, last.at) == ("migrate", 9, 2, NOW + 9)
        asked = acts.prompt(sheet).seats
        assert [bool(h.asked) for h in sheet.holders] == [k in asked for k in range(3)]
        assert {sheet.holders[k].asked for k in asked} == {sheet.n + 1}, "old buttons do not fit"
        assert sheet.line == ()
        assert (await store.load(waiting.id)).n == waiting.n
        with pytest.raises(Gone):
            await store.at(sheet, 8)
        sheet = await played(store, sheet, 4, Random(2))
        assert (await store.at(sheet, 9)).state == old.match.state
        assert (await store.load(over.id)).match.state == over.match.state
    async with opened(path, NOW + 10) as store:
        assert len(await store.log(old.id)) == sheet.n, "once is enough"
    findings = check(path)
    assert not any(f.serious for f in findings)
    assert [(f.key, f.match, dict(f.reason.args)) for f in findings] == [
        ("audit-version", over.id, {"from": 1, "to": over.n, "there": 1, "here": 2}),
        ("audit-version", old.id, {"from": 1, "to": old.n, "there": 1, "here": 2}),
        ("audit-carried", old.id, {"n": old.n + 1}),
    ]


async def test_a_match_that_cannot_be_carried_over_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "p.db"
    async with opened(path) as store:
        old = await begun(store, "toy")
        sarena = await begun(store, "sarena")
    monkeypatch.setitem(rules.games(), "toy", Toy3())
    async with opened(path) as store:
        with pytest.raises(Retired):
            await store.load(old.id)
        assert [head.id for head in await store.heads()] == [old.id, sarena.id]
        assert await store.load(sarena.id) == sarena
        assert b'"game": "toy"' in await store.export(old.id, None, ["Ann", "Bob"])
    assert [f.key for f in check(path)] == ["audit-retired", "audit-version"]
    monkeypatch.setitem(rules.games(), "toy", Toy2())
    async with opened(path) as store:
        assert (await store.load(old.id)).match.version == 2


async def test_a_match_of_a_newer_version_than_ours_is_retired_not_damaged(tmp_path, monkeypatch):
    path = tmp_path / "p.db"
    monkeypatch.setitem(rules.games(), "toy", Toy2())
    async with opened(path) as store:
        new = await begun(store, "toy")
    monkeypatch.setitem(rules.games(), "toy", Toy())
    async with opened(path) as store:
        with pytest.raises(Retired):
            await store.load(new.id)


async def test_a_finished_match_of_an_old_version_can_still_be_looked_at(tmp_path, monkeypatch):
    path = tmp_path / "p.db"
    async with opened(path) as store:
        over = await finished(store, "toy")
    monkeypatch.setitem(rules.games(), "toy", Toy2())
    async with opened(path) as store:
        sheet = await store.load(over.id)
        assert sheet.match.version == 2
        assert sheet.match.state == over.match.state
        assert len(await store.log(over.id)) == over.n
        assert [head.id for head in await store.finished(GUILD)] == [over.id]
        sheet = await store.commit(acts.posted_anew(sheet), NOW)
        assert (await store.load(over.id)) == sheet


async def test_a_migration_that_fails_leaves_the_match_as_it_was(tmp_path, monkeypatch):
    class Clumsy(Toy2):
        def migrate(self, doc, version):
            return {"secret": doc["hands"]}

    path = tmp_path / "p.db"
    async with opened(path) as store:
        old = await begun(store, "toy")
    monkeypatch.setitem(rules.games(), "toy", Clumsy())
    async with opened(path):
        pass
    monkeypatch.setitem(rules.games(), "toy", Toy())
    async with opened(path) as store:
        assert await store.load(old.id) == old
