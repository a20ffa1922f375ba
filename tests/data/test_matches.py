"""Matches go in and come out as they were; each change whole, once, and in turn."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from dataclasses import fields, replace
from random import Random

import pytest

from data import acts, lobbies
from data.chain import commitment, digest, link, origin
from data.rewind import rewound
from data.sheet import Change, Entry, Former, Head, Holder, Note, Request, Status, Step
from data.store import Conflict, Damaged, Gone, Seen, Store
from rules import game
from tests.data.table import (
    CHANNEL,
    GUILD,
    MESSAGE,
    NOW,
    PEOPLE,
    START,
    begun,
    chosen,
    finished,
    lobby,
    opened,
    played,
    seed,
    step,
)


def rows(store: Store, sql: str, *args):
    """What stands in the file, read by somebody else."""
    with sqlite3.connect(store.path) as other:
        return other.execute(sql, args).fetchall()


async def test_a_lobby_comes_back_as_it_was_stored(store):
    sheet = await lobby(store, "sarena", 3)
    assert sheet.id == 1
    assert sheet.rev == 3
    assert [h.name for h in sheet.holders] == ["Ann", "Bob", "Cid"]
    assert await store.load(sheet.id) == sheet


async def test_a_running_match_comes_back_as_it_was_stored_after_every_move(store):
    chance = Random(3)
    sheet = await begun(store, "toy", 3)
    while sheet.status is Status.RUNNING:
        assert await store.load(sheet.id) == sheet
        sheet = await store.commit(step(sheet, chance), NOW)
    assert sheet.status is Status.OVER
    assert await store.load(sheet.id) == sheet


async def test_every_field_of_a_sheet_is_kept(store):
    sheet = await lobby(store, "sarena", 2)
    odd = replace(
        sheet, guild=2**62, thread=99, auto=True, invited=(5, 6), wanted=4, host=102,
        options={"fair": True}, channel=3, status=Status.HELD,
        threads=True, request=Request(1, 2, 3, (0, 2), (0,), 4), presses=(11, 12), told=6, closed=7,
        former=(Former(0, 101, 5, "handed"), Former(1, 9, 6, "gone")),
        holders=(
            Holder(None, "Ann", "de", asked=4, acted=3, out=True, press=2**60, since=8),
        ),
    )  # fmt: skip
    for part in (odd, odd.holders[0]):
        same = [f.name for f in fields(part) if getattr(part, f.name) == f.default]
        assert same == [], "a field left at its default proves nothing"
    stored = await store.commit(Change(odd), NOW + 5)
    assert stored == replace(odd, rev=odd.rev + 1, changed=NOW + 5)
    assert await store.load(sheet.id) == stored


async def test_ids_are_never_given_out_twice(store):
    first = await lobby(store)
    await store._write(lambda c: c.execute("DELETE FROM match WHERE id = ?", (first.id,)))
    assert (await lobby(store)).id == first.id + 1


async def test_what_is_not_there_is_none(store):
    assert await store.load(1) is None
    assert await store.load(2**63) is None
    assert await store.load(10**19) is None
    assert await store.log(10**19) == []
    assert await store.record(5) is None
    assert await store.export(5, None, []) is None


async def test_the_log_keeps_what_was_undone(store):
    sheet = await begun(store, "sarena")
    chance = Random(1)
    seat, move = chosen(sheet, chance)
    sheet = await store.commit(acts.move(sheet, seat, [move], NOW), NOW)
    back = await store.at(sheet, 0)
    undo = rewound(sheet, seat, back, await store.log(sheet.id), NOW, "")
    sheet = await store.commit(undo, NOW)
    log = await store.log(sheet.id)
    assert [(e.n, e.ply, e.kind, e.move) for e in log] == [
        (1, 0, "start", ""),
        (2, 1, "move", str(move)),
        (3, 0, "undo", "0"),
    ]
    assert sheet.match == back
    assert log[1].events[0].kind == "go"
    assert [e.n for e in await store.log(sheet.id, 1)] == [2, 3]


async def test_a_note_of_the_host_and_private_events_are_kept(store):
    sheet = await begun(store, "toy")
    start = (await store.log(sheet.id))[0]
    dealt = [e for e in start.events if e.kind == "cards"]
    assert [e.to for e in dealt] == [(0,), (1,)]
    entry = Entry(2, 0, "undo", None, "0", (), NOW, 1, "why: \N{OWL}")
    change = Change(replace(sheet, n=2), (Step(entry, sheet.match),))
    sheet = await store.commit(change, NOW)
    assert (await store.log(sheet.id))[1].note == "why: \N{OWL}"


async def test_the_chain_is_sha256_over_what_the_entry_says(store):
    sheet = await begun(store, "sarena")
    sheet = await store.commit(step(sheet, Random(1)), NOW)
    first, second = await store.log(sheet.id)
    state = digest(game("sarena").dump(sheet.match.state))
    begins = origin(commitment(seed(1)), 1, "sarena", 2, MESSAGE, sheet.presses)
    assert first.link == link(begins, 1, 0, "start", None, "", first.digest)
    assert second.link == link(first.link, 2, 1, "move", second.seat, second.move, state)
    assert sheet.head == second.link


async def test_a_hash_can_be_worked_out_by_hand():
    # printf '["a",1,2,"move",0,"go:a1:a2","b"]' | sha256sum
    assert link("a", 1, 2, "move", 0, "go:a1:a2", "b") == (
        "1366d41cdb06291c7027fa3ee767de6affe68318558fca9a972f73f1250a8676"
    )


async def test_no_user_id_is_in_the_chain(store, tmp_path):
    """The same match played by others, elsewhere, has the same chain."""
    one = await begun(store, "sarena", key=4)
    one = await played(store, one, 5, Random(1))
    async with opened(tmp_path / "elsewhere.db") as other:
        sheet = await lobby(other, "sarena", key=4)
        others = tuple(replace(h, user=900 + k) for k, h in enumerate(sheet.holders))
        sheet = await other.commit(Change(replace(sheet, holders=others, host=900)), NOW)
        two = await other.commit(lobbies.begin(sheet, 900, NOW, START), NOW)
        two = await played(other, two, 5, Random(1))
    assert one.head == two.head


async def test_the_chain_is_that_of_one_match_alone(store):
    """The same moves under the same seed and ids have another head in a match of another number."""
    heads = {(await begun(store, "sarena", key=4)).head for _ in range(2)}
    assert len(heads) == 2


# One change at a time, once.


async def test_a_second_change_from_the_same_sheet_is_a_conflict(store):
    sheet = await begun(store)
    change = step(sheet, Random(1))
    await store.commit(change, NOW)
    before = rows(store, "SELECT * FROM match")
    with pytest.raises(Conflict):
        await store.commit(change, NOW, 55)
    assert rows(store, "SELECT * FROM match") == before
    assert not await store.seen(55, NOW)


async def test_a_change_of_a_match_that_is_not_there_is_a_conflict(store):
    sheet = await lobby(store)
    with pytest.raises(Conflict):
        await store.commit(Change(replace(sheet, id=77)), NOW)


async def test_r5_the_same_interaction_is_applied_once(store):
    sheet = await begun(store)
    sheet = await store.commit(step(sheet, Random(1)), NOW, 1234)
    again = step(sheet, Random(2))
    with pytest.raises(Seen):
        await store.commit(again, NOW, 1234)
    assert (await store.load(sheet.id)) == sheet
    assert await store.seen(1234, NOW)


async def test_r5_25_deliveries_at_once_are_applied_once(store):
    sheet = await begun(store)
    change = step(sheet, Random(1))
    done = await asyncio.gather(
        *(store.commit(change, NOW, 99) for _ in range(25)), return_exceptions=True
    )
    kinds = [type(one).__name__ for one in done]
    assert kinds.count("Sheet") == 1
    assert kinds.count("Seen") == 24
    assert len(await store.log(sheet.id)) == 2


async def test_r5_and_after_a_restart(tmp_path):
    async with opened(tmp_path / "p.db") as store:
        sheet = await begun(store)
        await store.commit(Change(sheet), NOW, 4321)
    async with opened(tmp_path / "p.db", NOW + 60) as store:
        sheet = await store.load(sheet.id)
        with pytest.raises(Seen):
            await store.commit(Change(sheet), NOW + 60, 4321)


async def test_an_interaction_that_changed_nothing_is_seen_once(store):
    assert not await store.seen(5, NOW)
    assert await store.seen(5, NOW)
    assert not await store.seen(6, NOW)


async def test_interactions_are_forgotten_after_a_day(store):
    await store.seen(5, NOW)
    await store.seen(6, NOW + 86_400 - 10)
    await store.seen(7, NOW + 86_400 + 3_700)
    assert rows(store, "SELECT id FROM interaction ORDER BY id") == [(6,), (7,)]


async def test_a_clock_that_was_years_ahead_leaves_no_interactions_behind(store):
    await store.seen(5, NOW + 10 * 365 * 86_400)
    await store.seen(6, NOW)
    assert rows(store, "SELECT id FROM interaction") == [(6,)]


async def test_a_cancelled_commit_is_whole(store):
    sheet = await begun(store)
    change = step(sheet, Random(1))
    task = asyncio.create_task(store.commit(change, NOW))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    stored = await store.load(sheet.id)
    assert stored.n == sheet.n + 1
    assert stored.match == change.sheet.match


async def test_closing_waits_for_what_was_cancelled(tmp_path):
    store = await Store.open(tmp_path / "p.db", NOW)
    sheet = await begun(store)
    task = asyncio.create_task(store.commit(step(sheet, Random(1)), NOW))
    await asyncio.sleep(0)
    task.cancel()
    await store.close()
    async with opened(tmp_path / "p.db") as store:
        assert (await store.load(sheet.id)).n == sheet.n + 1


# A change that does not hang together is refused before it can do harm.


@pytest.mark.parametrize(
    "wrong",
    [
        lambda c: replace(c, sheet=replace(c.sheet, n=c.sheet.n + 1)),
        lambda c: replace(c, steps=()),
        lambda c: replace(c, sheet=replace(c.sheet, match=None)),
        lambda c: replace(c, steps=(Step(replace(c.steps[0].entry, n=9), c.steps[0].match),)),
        lambda c: replace(c, steps=(Step(replace(c.steps[0].entry, ply=9), c.steps[0].match),)),
        lambda c: replace(c, steps=(Step(replace(c.steps[0].entry, kind="start"),
                                         c.steps[0].match),)),
        lambda c: replace(c, sheet=replace(c.sheet, commitment="0" * 64)),
        lambda c: replace(c, sheet=replace(c.sheet, seed=seed(2), commitment=commitment(seed(2)))),
        lambda c: replace(c, sheet=replace(c.sheet, seed=b"", commitment="")),
        lambda c: replace(c, sheet=replace(c.sheet, message=MESSAGE + 1)),
        lambda c: replace(c, sheet=replace(c.sheet, presses=(*c.sheet.presses, 5))),
        lambda c: replace(c, sheet=replace(c.sheet, presses=None)),
        lambda c: replace(c, sheet=replace(c.sheet, match=replace(c.sheet.match, floor=0, ply=7))),
    ],
)  # fmt: skip
async def test_a_change_that_does_not_hang_together_is_refused(store, wrong):
    sheet = await begun(store)
    before = rows(store, "SELECT * FROM match"), rows(store, "SELECT * FROM move")
    with pytest.raises(ValueError):  # noqa: PT011  (each has its own words)
        await store.commit(wrong(step(sheet, Random(1))), NOW, 1)
    assert (rows(store, "SELECT * FROM match"), rows(store, "SELECT * FROM move")) == before
    assert not await store.seen(1, NOW)


@pytest.mark.parametrize(
    "other",
    [
        {"seed": seed(2), "commitment": commitment(seed(2))},
        {"seed": b"", "commitment": ""},
        {"message": MESSAGE + 1},
        {"message": None},
    ],
)
@pytest.mark.parametrize("make", [lobby, begun])
async def test_what_a_lobby_has_promised_is_for_good(store, make, other):
    sheet = await make(store)
    with pytest.raises(ValueError, match="commitment"):
        await store.commit(Change(replace(sheet, **other)), NOW)
    assert await store.load(sheet.id) == sheet


@pytest.mark.parametrize("other", [None, (), (1001, 1002)])
async def test_what_went_into_the_key_is_for_good(store, other):
    sheet = await begun(store)
    with pytest.raises(ValueError, match="into the key"):
        await store.commit(Change(replace(sheet, presses=other)), NOW)
    assert await store.load(sheet.id) == sheet


async def test_a_fault_in_the_middle_of_a_unit_leaves_nothing(store):
    """The notes come last; one that cannot be written takes everything back."""
    sheet = await begun(store)
    change = step(sheet, Random(1))
    before = await store._read(lambda c: list(c.iterdump()))
    with pytest.raises(TypeError):
        await store.commit(replace(change, notes=(Note("notice", {"x": object()}),)), NOW, 8)
    assert await store._read(lambda c: list(c.iterdump())) == before
    assert (await store.commit(change, NOW, 8)).n == sheet.n + 1


# Heads.


async def test_heads_are_the_open_matches(store):
    first = await lobby(store, "sarena", 3)
    second = await begun(store, "toy")
    third = await finished(store, "sarena")
    held = await store.commit(Change(replace(second, status=Status.HELD)), NOW)
    assert await store.heads() == [Head.of(first), Head.of(held)]
    assert [head.id for head in await store.finished(GUILD)] == [third.id]
    assert await store.finished(GUILD + 1) == []
    head = Head.of(held)
    assert head.users == (101, 102)
    assert head.names == ("Ann", "Bob")
    assert head.asked == (2, 2)
    assert head.place == CHANNEL


async def test_finished_are_the_latest_first_and_not_too_many(store):
    ids = [(await finished(store, "sarena", key)).id for key in range(3)]
    assert [head.id for head in await store.finished(GUILD, 2)] == [ids[2], ids[1]]


# Names are data.

HOSTILE = [
    "'); DROP TABLE match; --",
    '"; DELETE FROM move WHERE "1"="1',
    "Robert\0); DROP TABLE seat;",
    "\N{RIGHT-TO-LEFT OVERRIDE}evil",
    "%s %d {0} {name} ?1 :now",
    "line\nbreak\r\tand tab",
    "\N{PILE OF POO}" * 32,
    "e" + "\N{COMBINING ACUTE ACCENT}" * 40,
    "",
]


@pytest.mark.parametrize("name", HOSTILE)
async def test_s8_hostile_text_is_stored_as_it_came(store, name):
    sheet = await begun(store)
    schema = rows(store, "SELECT * FROM sqlite_schema")
    holders = (replace(sheet.holders[0], name=name, locale=name), sheet.holders[1])
    sheet = await store.commit(Change(replace(sheet, holders=holders)), NOW)
    assert (await store.load(sheet.id)).holders[0].name == name
    assert (await store.heads())[0].names[0] == name
    await store.set_setting(1, name, name)
    assert await store.setting(1, name) == name
    assert rows(store, "SELECT * FROM sqlite_schema") == schema


async def test_half_a_character_is_stored_as_a_question_mark(store):
    sheet = await begun(store)
    holders = (replace(sheet.holders[0], name="a\ud800b"), sheet.holders[1])
    await store.commit(Change(replace(sheet, holders=holders)), NOW)
    assert (await store.load(sheet.id)).holders[0].name == "a?b"


# Secrets.


async def test_s12_the_seed_is_in_no_log_line_repr_or_error(store, caplog):
    caplog.set_level(logging.DEBUG)
    sheet = await begun(store, key=9)
    sheet = await played(store, sheet, 8, Random(9))
    await store.load(sheet.id)
    await store.at(sheet, 0)
    record = await store.record(sheet.id)
    errors = []
    for broken in (
        lobbies.begin(replace(sheet, status=Status.LOBBY, match=None), None, NOW),
        Change(replace(sheet, rev=0)),
    ):
        with pytest.raises((ValueError, Conflict)) as caught:
            await store.commit(broken, NOW)
        errors.append(repr(caught.value))
    text = "\n".join([caplog.text, repr(sheet), repr(record), *errors])
    assert "executing" in caplog.text, "aiosqlite's own lines are among them"
    for key in (8, 9):
        assert seed(key).hex() not in text
        assert repr(seed(key))[2:-1] not in text
    hand = sheet.match.state.hands
    assert str(hand) not in caplog.text


async def test_a_position_that_does_not_load_is_quarantined_and_not_quoted(store, caplog):
    good, bad = await begun(store, key=1), await begun(store, key=2)
    await store._write(
        lambda c: c.execute("UPDATE match SET state = ? WHERE id = ?", (b'{"canary": 1}', bad.id))
    )
    with pytest.raises(Damaged) as caught:
        await store.load(bad.id)
    assert caught.value.match == bad.id
    assert await store.load(good.id) == good
    assert "canary" not in caplog.text
    assert "canary" not in repr(caught.value)


async def test_a_position_of_another_shape_is_quarantined(store, monkeypatch):
    """The digest fits, the game's own codec refuses: rules that changed without a new version."""
    bad = await begun(store)

    def refuse(doc):
        raise RuntimeError("a validator of the game")

    monkeypatch.setattr(type(game("toy")), "load", lambda self, doc: refuse(doc))
    with pytest.raises(Damaged):
        await store.load(bad.id)


async def test_a_match_of_an_unknown_game_is_quarantined_alone(store, monkeypatch):
    import rules

    toy, sarena = await begun(store, "toy"), await begun(store, "sarena")
    monkeypatch.delitem(rules.games(), "toy")
    with pytest.raises(Damaged):
        await store.load(toy.id)
    assert await store.load(sarena.id) == sarena
    assert len(await store.heads()) == 2


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE match SET floor = 1 WHERE id = 1",
        "UPDATE match SET host = 5 WHERE id = 1",
        "UPDATE match SET digest = 'x' WHERE id = 1",
        "UPDATE match SET seed = zeroblob(32) WHERE id = 1",
        "UPDATE match SET options = '{' WHERE id = 1",
        "UPDATE seat SET holder = 5 WHERE match = 1 AND seat = 0",
        "DELETE FROM seat WHERE match = 1 AND seat = 1",
        "UPDATE match SET game = CAST(x'ff' AS TEXT) WHERE id = 1",
    ],
)
async def test_a_row_changed_from_outside_is_noticed_before_it_is_shown(store, sql):
    bad = await begun(store)
    good = await begun(store)
    await store._write(lambda c: c.execute(sql))
    with pytest.raises(Damaged):
        await store.load(bad.id)
    assert await store.load(good.id) == good
    assert good.id in [head.id for head in await store.heads()]


async def test_a_log_row_changed_from_outside_is_noticed(store):
    bad = await begun(store)
    await store._write(
        lambda c: c.execute("UPDATE move SET events = replace(events, '1', '2') WHERE n = 1")
    )
    with pytest.raises(Damaged):
        await store.log(bad.id)


async def test_a_match_that_began_keeps_its_position_when_only_people_change(store):
    sheet = await begun(store)
    renamed = acts.renamed(sheet, PEOPLE[0]._replace(name="Anna"))
    sheet = await store.commit(Change(renamed), NOW)
    assert (await store.load(sheet.id)).match == sheet.match
    assert (await store.load(sheet.id)).holders[0].name == "Anna"


async def test_the_options_are_kept_as_they_were_at_the_start(store):
    sheet = await lobby(store, "toy")
    sheet = await store.commit(Change(replace(sheet, options={})), NOW)
    sheet = await store.commit(lobbies.begin(sheet, None, NOW), NOW)
    assert sheet.options == {"mode": "rivals", "rounds": 2}
    assert (await store.load(sheet.id)).options == sheet.options


async def test_gone_for_a_lobby_and_for_plies_that_are_not_there(store):
    with pytest.raises(Gone):
        await store.at(await lobby(store), 0)
    sheet = await begun(store)
    for ply in (-1, 1):
        with pytest.raises(Gone):
            await store.at(sheet, ply)
