"""Matches that people play since version 0.1.0 go on as if nothing had happened, by the chance that
they were begun with; its open lobbies promise their seed now."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from data import acts, lobbies, people, rewind, schema
from data.acts import Person
from data.chain import commitment, digest, key_of
from data.check import check
from data.powers import MANAGER, Actor
from data.sheet import Sheet, Status
from data.store import Store
from data.verify import verify
from rules import game, kernel
from rules.kernel import Move, Refused
from tests.data.old import EXPECTED, FOLDER, as_written, comparable, of_0_1_0, rules_of_then
from tests.data.table import opened, played, step

pytestmark = pytest.mark.real_ids

NOW = 1_700_100_000
MESSAGE, START = 1_190_000_000_000_000_000, 1_190_000_000_000_000_009
BOB, DEE = Person(102, "Bob", press=MESSAGE + 2), Person(104, "Dee", press=MESSAGE + 4)
NEXT = {match: what["next"] for match, what in EXPECTED.items() if "next" in what}
LOBBIES = (6, 7, 8)


@pytest.fixture
def path(tmp_path) -> Path:
    """The database as 0.1.0 left it."""
    path = tmp_path / "parlour.db"
    of_0_1_0(path)
    return path


@pytest.fixture
async def store(path):
    """The same, opened by us."""
    async with opened(path, NOW) as store:
        yield store


def carried(match: int) -> bool:
    """Whether the game has a newer version since, so that an entry carries a running match over."""
    what = EXPECTED[match]
    return what["status"] != "over" and game(what["game"]).version != what["version"]


async def loaded(store: Store, match: int) -> Sheet:
    sheet = await store.load(match)
    assert sheet is not None
    return sheet


async def next_moves(store: Store, match: int) -> list[Sheet]:
    """The match after each of the moves on record."""
    sheet, after = await loaded(store, match), []
    if sheet.status is Status.HELD:
        sheet = await store.commit(people.settle(sheet, 7, 8), NOW)
    for one in NEXT[match]:
        sheet = await store.commit(
            acts.move(sheet, one["seat"], [Move.parse(one["move"])], NOW), NOW
        )
        after.append(sheet)
    return after


def as_recorded(sheet: Sheet, what: dict) -> bool:
    """Whether the position is the one on record, where that can still be told."""
    rules = game(sheet.game)
    return not comparable(rules) or as_written(rules, sheet.match.state) == what["digest"]


# The tables.


def test_every_column_is_kept_under_its_new_name_and_the_new_ones_are_empty(path):
    """By migration 0002 alone."""
    renamed = {("seat", "user"): "holder", ("seat", "out"): "resigned"}
    then = path.parent / "then"
    then.mkdir()
    for number, file in schema.migrations()[:2]:
        shutil.copy(file, then / f"{number:04}_.sql")
    db = sqlite3.connect(path, isolation_level=None)
    db.row_factory = sqlite3.Row

    def held() -> dict[str, list[dict]]:
        names = [row[1] for row in db.execute("PRAGMA table_list") if row[1] != "sqlite_schema"]
        found = {name: [dict(row) for row in db.execute(f"SELECT * FROM {name}")] for name in names}
        return {name: sorted(rows, key=repr) for name, rows in found.items()}

    was = held()
    schema.migrate(db, path, NOW, backup=False, folder=then)
    now = held()
    assert db.execute("PRAGMA user_version").fetchone()[0] == 2
    db.close()
    assert now.keys() == was.keys()
    new = set()
    for table, rows in was.items():
        expected = [{renamed.get((table, k), k): v for k, v in row.items()} for row in rows]
        columns = expected[0].keys() if expected else set()
        assert [{k: v for k, v in row.items() if k in columns} for row in now[table]] == expected
        for row in now[table] if expected else ():
            new |= {(table, k) for k in row.keys() - columns}
            assert {row[k] for k in row.keys() - columns} <= {None}
    assert new == {
        *(("match", k) for k in ("message", "presses", "draws", "told", "closed", "former")),
        ("seat", "press"), ("seat", "since"), ("move", "told"), ("snapshot", "draws"),
    }  # fmt: skip


async def test_no_id_of_then_is_given_out_again(path):
    """Not even one whose row is gone."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("DELETE FROM match WHERE id = 11")
    db.execute("DELETE FROM outbox")
    db.commit()
    db.close()
    async with opened(path, NOW) as store:
        change = lobbies.open_lobby("sarena", 7, 8, BOB, NOW, bytes(32))
        assert (await store.commit(change, NOW)).id == 12
        letters = await store.due(NOW)
        assert letters
        assert min(letter.id for letter in letters) > 337


# Matches.


@pytest.mark.parametrize("match", EXPECTED)
async def test_a_match_is_there_as_it_was_left(store, match):
    sheet, what = await loaded(store, match), EXPECTED[match]
    more = carried(match)
    assert (sheet.game, sheet.status) == (what["game"], what["status"])
    assert (sheet.n, sheet.match.ply) == (what["n"] + more, what["ply"])
    assert sheet.match.floor == (what["ply"] if more else what["floor"])
    assert as_recorded(sheet, what)
    assert sheet.match.seed == sheet.seed
    assert commitment(sheet.seed) == sheet.commitment
    assert (sheet.match.draws, sheet.presses, sheet.message, sheet.former) == (None, None, None, ())
    assert {(h.press, h.since) for h in sheet.holders} == {(0, 0)}
    log = await store.log(match)
    assert log[what["n"] - 1].digest == what["digest"]
    assert [e.kind for e in log[what["n"] :]] == ["migrate"] * more


@pytest.mark.parametrize("match", NEXT)
async def test_a_match_goes_on_by_the_chance_it_was_begun_with(store, match):
    for sheet, one in zip(await next_moves(store, match), NEXT[match], strict=True):
        assert (sheet.n, sheet.match.ply) == (one["n"] + carried(match), one["ply"])
        assert sheet.match.draws is None
        assert as_recorded(sheet, one)
        if one["chance"] or not carried(match):
            assert sheet.match.floor == one["floor"]
    assert await loaded(store, match) == sheet
    assert [f for f in check(store.path) if f.serious] == []


async def test_something_is_compared_where_chance_falls(store):
    """Else the test above could no longer fail."""
    fallen = [m for m in NEXT for one in NEXT[m] if one["chance"] and comparable(game("sator"))]
    assert fallen == [3, 4]


@pytest.mark.parametrize("match", [3, 4])
async def test_chance_keyed_otherwise_would_be_noticed(store, match, monkeypatch):
    """The mutant: the count of draws keys what was begun by ply."""
    monkeypatch.setattr(kernel, "_next", lambda m: kernel._ctx(m.seed, m.draws or 0))
    wrong = [
        one["chance"]
        for sheet, one in zip(await next_moves(store, match), NEXT[match], strict=True)
        if not as_recorded(sheet, one)
    ]
    assert any(wrong)


@pytest.mark.parametrize("match", EXPECTED)
async def test_each_standing_ply_can_be_looked_at_under_the_rules_of_then(path, monkeypatch, match):
    rules_of_then(monkeypatch)
    async with opened(path, NOW) as store:
        sheet = await loaded(store, match)
        standing = rewind.stands(await store.log(match))
        plies = {e.ply: e.digest for e in standing if e.kind == "start" or rewind.makes_ply(e)}
        assert set(plies) == set(range(sheet.match.ply + 1))
        for ply, expected in plies.items():
            there = await store.at(sheet, ply)
            assert (there.ply, there.draws) == (ply, None)
            assert digest(game(sheet.game).dump(there.state)) == expected


async def test_what_falls_after_an_undo_falls_by_ply_too(path):
    """In match 3 the third move draws; it is taken back, by a replay, and made again."""
    async with opened(path, NOW) as store:
        *_, before, after = await next_moves(store, 3)
        back = await store.at(after, before.match.ply)
        assert back == before.match
        boss = Actor(900, "boss", MANAGER)
        change = rewind.overrule(after, boss, back, await store.log(3), NOW, "because")
        await store.commit(change, NOW)
    async with opened(path, NOW) as store:
        one = NEXT[3][-1]
        sheet = await loaded(store, 3)
        change = acts.move(sheet, one["seat"], [Move.parse(one["move"])], NOW)
        again = await store.commit(change, NOW)
        assert again.match == after.match
        assert as_recorded(again, one)


async def test_a_second_opening_adds_nothing(path):
    seen = []
    for later in (0, 9):
        async with opened(path, NOW + later) as store:
            seen.append([await store.load(match) for match in range(1, 12)])
    assert seen[0] == seen[1]


async def test_check_finds_nothing_but_that_older_rules_are_not_played_again(store):
    findings = check(store.path)
    assert [f for f in findings if f.serious] == []
    newer = {m for m, what in EXPECTED.items() if game(what["game"]).version != what["version"]}
    assert {f.match for f in findings} == newer


async def test_check_plays_all_of_it_again_under_the_rules_of_then(path, monkeypatch):
    rules_of_then(monkeypatch)
    async with opened(path, NOW) as store:
        assert check(path) == []
        for match in NEXT:
            await next_moves(store, match)
    assert check(path) == []


async def test_check_would_notice_chance_keyed_otherwise(path, monkeypatch):
    """The mutant, in the two matches in which chance has fallen since the set-up."""
    rules_of_then(monkeypatch)
    async with opened(path, NOW):
        pass
    monkeypatch.setattr(kernel, "_next", lambda m: kernel._ctx(m.seed, m.draws or 0))
    assert {f.match for f in check(path) if f.serious} == {4, 5}


# Taking back.


async def taken_back(store: Store, sheet: Sheet, seat: int, count: int) -> Sheet:
    back = await store.at(sheet, sheet.match.ply - count)
    change = rewind.undo(sheet, seat, back, await store.log(sheet.id), NOW)
    return await store.commit(change, NOW)


async def test_what_everybody_has_seen_is_told(store):
    for match, what in EXPECTED.items():
        sheet = await loaded(store, match)
        assert sheet.told == what["n"]
        assert acts.untold(sheet, None) == ()


async def test_what_others_have_done_since_is_closed(store):
    """Match 1: seat 0 alone acted after ply 5, match 9: after 9, match 11: seat 1 alone after 6."""
    sheets = {match: await loaded(store, match) for match in (1, 9, 11)}
    assert {match: sheet.closed for match, sheet in sheets.items()} == {1: 5, 9: 9, 11: 6}
    free = {match: [rewind.undoable(s, k) for k in range(2)] for match, s in sheets.items()}
    assert free == {1: [1, 0], 9: [0, 0], 11: [0, 1]}, "one on hold takes nothing back"


async def test_the_last_move_is_taken_back_freely_and_no_other(store):
    sheet = await loaded(store, 1)
    with pytest.raises(Refused):
        await taken_back(store, sheet, 0, 2)
    with pytest.raises(Refused):
        await taken_back(store, sheet, 2, 1)
    sheet = await taken_back(store, sheet, 0, 1)
    assert (sheet.match.ply, sheet.match.draws, sheet.closed, sheet.told) == (5, None, 5, 7)
    assert [rewind.undoable(sheet, seat) for seat in range(3)] == [0, 0, 0], "closed for good"
    with pytest.raises(Refused):
        await taken_back(store, sheet, 2, 1)
    assert await loaded(store, 1) == sheet
    assert [f for f in check(store.path) if f.serious] == []


async def test_the_steps_of_a_turn_that_is_being_made_are_taken_back_freely(path, monkeypatch):
    """Match 4, under the rules of then: newer ones put its question anew."""
    rules_of_then(monkeypatch)
    async with opened(path, NOW) as store:
        sheet = await loaded(store, 4)
        assert (sheet.match.floor, sheet.closed) == (162, 162)
        assert [rewind.undoable(sheet, seat) for seat in range(3)] == [0, 6, 0]
        sheet = await taken_back(store, sheet, 1, 6)
        assert (sheet.match.ply, sheet.match.draws, sheet.line) == (162, None, ())
        assert [rewind.undoable(sheet, seat) for seat in range(3)] == [0, 0, 0]
        assert await loaded(store, 4) == sheet


@pytest.mark.parametrize("match", [m for m in NEXT if carried(m)])
async def test_what_was_carried_over_to_newer_rules_is_not_taken_back_freely(store, match):
    sheet = await loaded(store, match)
    assert [rewind.undoable(sheet, seat) for seat in range(len(sheet.holders))] == [
        0 for _ in sheet.holders
    ]


async def test_a_request_that_waits_can_still_be_agreed_to(store):
    sheet = await loaded(store, 11)
    key = sheet.request.key
    assert (sheet.request.seat, sheet.request.ply, sheet.request.needs) == (0, 5, (1,))
    back, log = await store.at(sheet, 5), await store.log(11)
    sheet = await store.commit(rewind.agree(sheet, 1, key, back, log, NOW), NOW)
    assert (sheet.match.ply, sheet.request, sheet.status) == (5, None, Status.RUNNING)
    assert await loaded(store, 11) == sheet
    assert [f for f in check(store.path) if f.serious] == []


# Files.


@pytest.mark.parametrize("match", [2, 5])
async def test_a_match_that_is_over_gives_the_file_it_gave_and_is_verified(store, match):
    then = json.loads((FOLDER / f"match-{match}.json").read_text())
    file = await store.export(match, None, [seat["name"] for seat in then["seats"]])
    now = json.loads(file)
    assert {"presses", "message"}.isdisjoint(now)
    assert {**now, "revision": then["revision"]} == then
    verdict = verify(file)
    same_rules = game(then["game"]).version == EXPECTED[match]["version"]
    assert (verdict.good, verdict.complete) == (True, same_rules)


@pytest.mark.parametrize("match", [2, 5])
async def test_under_the_rules_of_then_the_whole_file_is_verified(path, monkeypatch, match):
    rules_of_then(monkeypatch)
    async with opened(path, NOW) as store:
        seats = len((await loaded(store, match)).holders)
        verdict = verify(await store.export(match, None, ["x"] * seats))
    assert (verdict.good, verdict.complete) == (True, True)


# Lobbies.


@pytest.mark.parametrize("match", LOBBIES)
async def test_an_open_lobby_promises_a_seed(path, match):
    async with opened(path, NOW) as store:
        sheet = await loaded(store, match)
        assert len(sheet.seed) == 32
        assert sheet.commitment == commitment(sheet.seed)
        assert (sheet.message, sheet.presses, sheet.match, sheet.n) == (None, None, None, 0)
        letters = await store._read(
            lambda c: c.execute("SELECT match, kind FROM outbox").fetchall()
        )
        assert letters.count((match, "lobby")) == 1
    async with opened(path, NOW + 9) as store:
        assert await loaded(store, match) == sheet, "once"
        again = await store._read(lambda c: c.execute("SELECT match, kind FROM outbox").fetchall())
        assert again == letters


async def test_each_lobby_has_a_seed_of_its_own_and_a_cancelled_one_none(store):
    seeds = {(await loaded(store, match)).seed for match in LOBBIES}
    assert len(seeds) == 3
    closed = await loaded(store, 10)
    assert (closed.status, closed.seed, closed.commitment) == (Status.CANCELLED, b"", "")


async def ready(store: Store, match: int) -> Sheet:
    """The lobby with enough people, and who starts it: the host, or the last seat that is taken."""
    sheet = await loaded(store, match)
    for person in {7: (BOB,), 8: (DEE,)}.get(match, ()):
        sheet = await store.commit(lobbies.join(sheet, person), NOW)
    return sheet


STARTS = {6: (101, START), 7: (None, None), 8: (101, START)}


@pytest.mark.parametrize("match", LOBBIES)
async def test_a_lobby_begins_once_its_promise_can_be_read_and_not_before(store, match):
    sheet = await ready(store, match)
    by, press = STARTS[match]
    with pytest.raises(Refused) as caught:
        lobbies.begin(sheet, by, NOW, press)
    assert caught.value.reason.key == "refused-not-promised"
    sheet = await store.commit(lobbies.promised(sheet, MESSAGE), NOW)
    sheet = await store.commit(lobbies.begin(sheet, by, NOW, press), NOW)
    known = {6: (0, 0, START), 7: (0, BOB.press), 8: (0, 0, DEE.press, START)}[match]
    assert (sheet.message, sheet.presses) == (MESSAGE, known)
    assert sheet.match.seed == key_of(sheet.seed, MESSAGE, known)
    assert sheet.match.draws is not None
    chance = Random(match)
    for _ in range(10):
        sheet = await store.commit(step(sheet, chance), NOW)
    assert await loaded(store, match) == sheet
    assert [f for f in check(store.path) if f.serious or f.match == match] == []


async def test_a_lobby_of_then_is_played_to_its_end_and_verified(store):
    sheet = await store.commit(lobbies.promised(await loaded(store, 6), MESSAGE), NOW)
    sheet = await store.commit(lobbies.begin(sheet, 101, NOW, START), NOW)
    sheet = await played(store, sheet, 10_000, Random(6))
    assert sheet.status is Status.OVER
    verdict = verify(await store.export(6, None, ["Ann", "Bob"]))
    assert (verdict.good, verdict.complete) == (True, True)
