"""The exported file: for one seat until the end, for everybody after it; and what check finds in
what is stored."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

import rules
from data import acts
from data.check import check
from data.export import export, file_name, verify
from data.sheet import Status
from rendering.words import say
from rules import game
from rules.kernel import Event, Move
from tests.data.table import NOW, begun, finished, lobby, opened, played, seed

NAMES = ("Ann", "Bob", "Cid", "Dee")

Toy = type(game("toy"))


async def document(store, match: int, seat: int | None = None, seats: int = 2) -> dict:
    return json.loads(await store.export(match, seat, NAMES[:seats]))


async def bid(store, sheet, **bids: int):
    """The seats s0, s1 .. bid these cards, in that order."""
    for name, card in bids.items():
        move = Move("bid", (str(card),))
        sheet = await store.commit(acts.move(sheet, int(name[1:]), [move], NOW), NOW)
    return sheet


# Before the end.


async def test_before_the_end_no_seed_no_hash_and_no_chain(store):
    sheet = await played(store, await begun(store, "toy", key=5), 6, Random(5))
    assert sheet.status is Status.RUNNING
    log = await store.log(sheet.id)
    for seat in (None, 0, 1):
        file = (await store.export(sheet.id, seat, NAMES[:2])).decode()
        assert seed(5).hex() not in file
        assert sheet.commitment in file
        assert sheet.head not in file
        for entry in log:
            assert entry.digest not in file
            assert entry.link not in file
        doc = json.loads(file)
        assert not {"seed", "head", "bases", "result"} & set(doc)
        assert doc["complete"] is False
        assert doc.get("viewer") == seat


async def test_a_secret_choice_is_in_the_file_of_its_seat_only(store):
    sheet = await begun(store, "toy", 3)
    hand = sheet.match.state.hands[1]
    sheet = await bid(store, sheet, s1=hand[0])
    own = (await document(store, sheet.id, 1, 3))["log"][-1]
    assert (own["seat"], own["move"]) == (1, f"bid:{hand[0]}")
    for seat in (None, 0, 2):
        last = (await document(store, sheet.id, seat, 3))["log"][-1]
        assert last["seat"] == 1
        assert "move" not in last


async def test_private_events_are_in_the_file_of_those_who_were_told(store):
    sheet = await begun(store, "toy", 2)
    cards = {
        seat: [
            e["data"]["seat"]
            for e in (await document(store, sheet.id, seat))["log"][0]["events"]
            if e["kind"] == "cards"
        ]
        for seat in (None, 0, 1)
    }
    assert cards == {None: [], 0: [0], 1: [1]}


async def test_the_move_of_one_seat_that_was_asked_alone_can_be_read_by_all(store):
    sheet = await begun(store, "sarena")
    sheet = await played(store, sheet, 3, Random(1))
    moves = [e.move for e in await store.log(sheet.id)]
    for seat in (None, 0, 1):
        assert [e["move"] for e in (await document(store, sheet.id, seat))["log"]] == moves


async def test_a_move_whose_op_the_game_keeps_secret_is_not(store, monkeypatch):
    monkeypatch.setattr(type(game("sarena")), "secret_ops", frozenset({"go"}))
    sheet = await played(store, await begun(store, "sarena"), 3, Random(1))
    log = await store.log(sheet.id)
    for seat in (0, 1):
        shown = [e["n"] for e in (await document(store, sheet.id, seat))["log"] if "move" in e]
        assert shown == [e.n for e in log if e.kind == "start" or e.seat == seat]


async def test_what_cannot_be_played_again_is_not_shown_to_others(tmp_path, monkeypatch):
    """Before the migration nobody can say any more who was asked."""

    class Later(Toy):
        version = 2

        def migrate(self, doc, version):
            return doc

    async with opened(tmp_path / "p.db") as store:
        sheet = await played(store, await begun(store, "toy"), 5, Random(1))
    monkeypatch.setitem(rules.games(), "toy", Later())
    async with opened(tmp_path / "p.db") as store:
        log = (await document(store, sheet.id))["log"]
        assert all("move" not in e for e in log if e["kind"] == "move")
        assert log[-1]["kind"] == "migrate"


def hidden(files: dict) -> list:
    """The viewers whose files differ between two worlds that they cannot tell apart."""
    return [viewer for viewer, (one, other) in files.items() if one != other]


async def twins(store) -> dict:
    """Seat 1 bids one card or the other; nobody else may tell the difference from a file."""
    files: dict = {}
    for which in (0, 1):
        sheet = await begun(store, "toy", 3, key=6)
        card = sheet.match.state.hands[1][which]
        sheet = await bid(store, sheet, s1=card)
        for viewer in (None, 0, 1, 2):
            file = await store.export(sheet.id, viewer, NAMES[:3])
            told = file.replace(b'"match": %d,' % sheet.id, b'"match": 0,')
            files.setdefault(viewer, []).append(told)
    return files


async def test_s1_two_worlds_that_a_viewer_cannot_tell_apart_give_the_same_file(store):
    assert hidden(await twins(store)) == [1], "only who bid knows"


async def test_s1_would_notice_a_file_that_shows_every_move(store, monkeypatch):
    monkeypatch.setattr("data.export.open_moves", lambda record: frozenset(range(1, 99)))
    assert hidden(await twins(store)) == [None, 0, 1, 2]


async def test_s1_would_notice_a_file_with_hashes_of_positions(store, monkeypatch):
    from data import export as module

    real = module._entry
    leaky = lambda e, *a: real(e, *a).model_copy(update={"digest": e.digest})  # noqa: E731
    monkeypatch.setattr("data.export._entry", leaky)
    assert hidden(await twins(store)) == [None, 0, 1, 2]


async def test_would_notice_private_events_told_to_all(store, monkeypatch):
    monkeypatch.setattr(Event, "seen_by", lambda self, seat: True)
    sheet = await begun(store, "toy", 2)
    doc = await document(store, sheet.id, None)
    assert [e["kind"] for e in doc["log"][0]["events"]].count("cards") == 2


async def test_a_lobby_can_be_exported(store):
    sheet = await lobby(store)
    doc = await document(store, sheet.id)
    assert (doc["status"], doc["log"], doc["complete"]) == ("lobby", [], False)


async def test_undone_moves_are_marked(store):
    from data.rewind import rewound

    sheet = await played(store, await begun(store, "sarena"), 4, Random(1))
    back, log = await store.at(sheet, 2), await store.log(sheet.id)
    sheet = await store.commit(rewound(sheet, None, back, log, NOW, "the host says so"), NOW)
    entries = (await document(store, sheet.id))["log"]
    assert [e["n"] for e in entries if e["undone"]] == [4, 5]
    assert entries[-1]["note"] == "the host says so"


# After the end.


async def test_after_the_end_everything_is_there_for_everybody(store):
    sheet = await finished(store, "toy", 3, seats=3)
    files = {await store.export(sheet.id, seat, NAMES[:3]) for seat in (None, 0, 1, 2)}
    assert len(files) == 1
    doc = json.loads(files.pop())
    log = await store.log(sheet.id)
    outcome = acts.outcome(sheet)
    assert doc["seed"] == seed(3).hex()
    assert doc["commitment"] == sheet.commitment
    assert doc["head"] == log[-1].link
    assert [e["move"] for e in doc["log"]] == [e.move for e in log]
    assert doc["result"] == {
        "winners": list(outcome.winners), "scores": list(outcome.scores), "reason": outcome.reason,
    }  # fmt: skip
    assert [s["name"] for s in doc["seats"]] == ["Ann", "Bob", "Cid"]


async def test_no_user_channel_or_guild_is_in_a_file(store):
    sheet = await finished(store, "sarena")
    file = (await store.export(sheet.id, None, NAMES[:2])).decode()
    for number in (101, 102):
        assert f" {number}" not in file
    doc = json.loads(file)
    assert not {"guild", "channel", "thread", "host", "users"} & set(doc)


async def test_a_file_is_ascii_whatever_the_names_are(store):
    sheet = await lobby(store)
    evil = "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}\n</script>\N{PILE OF POO}"
    file = await store.export(sheet.id, None, [evil, "b"])
    assert file.isascii()
    assert json.loads(file)["seats"][0]["name"] == evil


async def test_s9_the_name_of_a_file_is_made_of_nothing_a_person_chose(store):
    sheet = await lobby(store)
    odd = replace(sheet.holders[0], name="../../etc/passwd")
    assert file_name(replace(sheet, holders=(odd,))) == f"toy-{sheet.id}.json"


async def test_a_missing_value_in_an_event_is_kept(store):
    """None in an event's data is a value, not something to leave out."""
    sheet = await played(store, await begun(store, "sarena"), 1, Random(1))
    log = await store.log(sheet.id)
    told = (Event("odd", {"x": None, "y": [None]}),)
    log[-1] = replace(log[-1], events=told)
    doc = json.loads(export(sheet, log, None, NAMES[:2]))
    assert doc["log"][-1]["events"] == [{"kind": "odd", "data": {"x": None, "y": [None]}}]


async def test_a_sheet_and_its_log_are_enough_for_a_file(store):
    sheet = await finished(store, "sarena")
    file = export(sheet, await store.log(sheet.id), None, NAMES[:2])
    assert verify(file).complete


# Check, as far as the faults of the disk have not shown it.

BROKEN = {
    "DELETE FROM move WHERE match = 1 AND n = 5": "audit-damaged",
    "DELETE FROM snapshot WHERE match = 1 AND n = 1": "audit-base-missing",
    "UPDATE snapshot SET state = x'7b7d' WHERE match = 1 AND n = 1": "audit-snapshot",
    "UPDATE match SET state = x'7b7d' WHERE id = 1": "audit-state",
    "UPDATE match SET seed = zeroblob(32) WHERE id = 1": "audit-commitment",
    "UPDATE match SET host = 1 WHERE id = 1": "audit-seal",
    "UPDATE seat SET asked = 77 WHERE match = 1": "audit-seal",
    "UPDATE move SET note = 'x' WHERE match = 1 AND n = 2": "audit-damaged",
    "UPDATE outbox SET body = '{'": "audit-letter",
    "UPDATE sqlite_sequence SET seq = 0 WHERE name = 'match'": "audit-counter",
    "DELETE FROM match WHERE id = 1": "audit-orphan",
}


@pytest.mark.parametrize("sql", BROKEN)
async def test_check_finds(store, sql):
    sheet = await played(store, await begun(store, "toy"), 6, Random(1))
    assert sheet.id == 1
    assert check(store.path) == []

    def harm(c) -> None:
        c.execute("PRAGMA foreign_keys = OFF")
        c.execute(sql)

    await store._run(harm)
    findings = check(store.path)
    assert BROKEN[sql] in [f.key for f in findings]
    assert all(f.serious for f in findings)
    for finding in findings:
        assert say("en", finding.key, **finding.args)


async def test_check_finds_a_forged_match_whose_sums_are_all_right(store):
    """Somebody with the means to work out every hash still cannot make the rules agree."""
    sheet = await begun(store, "sarena")
    moved = await played(store, sheet, 3, Random(1))
    wrong = replace(moved.match, state=sheet.match.state)
    from data.sheet import Change, Entry, Step

    entry = Entry(moved.n + 1, moved.match.ply, "replace", 0, "", (), NOW, 1)
    await store.commit(
        Change(replace(moved, n=moved.n + 1, match=wrong), (Step(entry, wrong),)), NOW
    )
    assert [f.key for f in check(store.path)] == ["audit-position"]


async def test_every_message_of_the_store_can_be_said():
    import re
    from pathlib import Path

    import data

    keys = set()
    for name in ("audit", "check", "verify", "faults", "store", "schema"):
        text = Path(data.__path__[0], f"{name}.py").read_text("utf-8")
        keys |= {f"audit-{key}" for key in re.findall(r'found\(\s*"([a-z-]+)"', text)}
        keys |= {f"store-{key}" for key in re.findall(r'refuse\(\s*"([a-z-]+)"', text)}
        keys |= set(re.findall(r'"((?:store|verify)-[a-z-]+)"', text))
    assert len(keys) > 30
    said = Path(data.__path__[0], "words/en/store.ftl").read_text("utf-8")
    there = set(re.findall(r"^([a-z-]+) =", said, re.MULTILINE))
    assert keys <= there
