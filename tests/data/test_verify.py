"""What verify makes of an exported file: what it proves, what does not fit, what no file can prove.

Each test is named after the fault in a file; for those that only one check finds, the same file
passes once that check is taken out.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

import rules
from data import audit, people, rewind
from data import document as parts
from data.chain import digest, link, origin
from data.powers import Actor
from data.sheet import Status
from data.verify import LONGEST, Verdict, _record, contents, verify
from rendering.words import say
from rules import game
from rules.kernel import Refused
from tests.data.table import NOW, PEOPLE, begun, finished, opened, played, seed

NAMES = ("Ann", "Bob", "Cid", "Dee")
OLD = Path(__file__).parents[1] / "golden" / "0.1.0"

Toy = type(game("toy"))


async def document(store, match: int, seats: int = 3) -> dict:
    return json.loads(await store.export(match, None, NAMES[:seats]))


@pytest.fixture
async def good(store) -> dict:
    """A whole match in which a manager went back and a seat was handed over."""
    sheet = await played(store, await begun(store, "toy", 3, 3), 9, Random(3))
    back, log = await store.at(sheet, 7), await store.log(sheet.id)
    manager = Actor(900, "Max", "manager")
    sheet = await store.commit(rewind.overrule(sheet, manager, back, log, NOW, "a slip"), NOW)
    bob = Actor(102, "Bob", "nobody")
    over = people.hand_over(sheet, 1, PEOPLE[3], bob, ("Bob", "Dee"), NOW, "holidays")
    sheet = await played(store, await store.commit(over, NOW), 10_000, Random(4))
    assert sheet.status is Status.OVER
    return await document(store, sheet.id)


def judged(doc: dict, **posted: str) -> Verdict:
    """What verify says, all of it in words; its last line agrees with its exit status."""
    verdict = verify(json.dumps(doc).encode(), **posted)
    assert all(say("en", reason.key, **reason.args) for reason in verdict.reasons)
    last = verdict.reasons[-1].key
    if len(verdict.reasons) > 1:
        assert last == {0: "verify-good", 1: "verify-bad", 3: "verify-part"}[verdict.status]
    else:
        assert verdict.status == 1
    return verdict


def keys(verdict: Verdict) -> list[str]:
    return [reason.key for reason in verdict.reasons]


def argument(verdict: Verdict, key: str, name: str) -> object:
    return next(r.args[name] for r in verdict.reasons if r.key == key)


def words(verdict: Verdict) -> str:
    return "\n".join(say("en", r.key, **r.args) for r in verdict.reasons)


# An honest match.


@pytest.mark.parametrize("name", ["sarena", "toy"])
async def test_s12_finished_matches_are_verified(store, name):
    for key in range(5):
        sheet = await finished(store, name, key)
        verdict = verify(await store.export(sheet.id, None, NAMES[:2]))
        assert verdict.status == 0
        assert argument(verdict, "verify-seed", "commitment") == sheet.commitment
        assert argument(verdict, "verify-head", "head") == sheet.head
        assert argument(verdict, "verify-key", "presses") == 3
        assert argument(verdict, "verify-replayed", "count") == sheet.n
        assert not [key for key in keys(verdict) if key.startswith("audit")]


async def test_an_honest_match_is_told_part_by_part(good):
    verdict = judged(good)
    assert keys(verdict) == [
        "verify-match",
        "verify-proved", "verify-seed", "verify-key", "verify-chain", "verify-head",
        "verify-replayed", "verify-result",
        "verify-compare", "verify-compare-head", "verify-compare-commitment",
        "verify-unproved", "verify-seat", "verify-seat", "verify-seat", "verify-no-people",
        "verify-no-times", "verify-no-reasons", "verify-no-options", "verify-no-ids",
        "verify-good",
    ]  # fmt: skip


async def test_the_winner_is_told_by_seat_as_the_rules_have_it(good):
    winners = [seat + 1 for seat in good["result"]["winners"]]
    told = argument(judged(good), "verify-result", "winners")
    assert told == ", ".join(map(str, winners))


async def test_what_was_posted_is_compared_all_of_it_or_its_first_digits(good):
    for length in (12, 40, 64):
        posted = {"head": good["head"][:length], "commitment": good["commitment"][:length]}
        verdict = judged(good, **posted)
        assert verdict.status == 0
        assert {"verify-same-head", "verify-same-commitment"} < set(keys(verdict))
        assert "verify-compare" not in keys(verdict)


# The faults of which verify once knew nothing.


async def test_other_names_and_so_another_winner_are_said_to_be_the_files_word_only(good):
    good["seats"][0]["name"], good["seats"][1]["name"] = "Bob", "Ann"
    verdict = judged(good)
    said = words(verdict).split(say("en", "verify-unproved"))
    assert "Ann" not in said[0], "no name stands among what is proved"
    assert say("en", "verify-seat", seat=1, name="Bob") in said[1]
    assert say("en", "verify-seat", seat=2, name="Ann") in said[1]


async def test_another_reason_for_an_undo_is_said_to_be_unproved(good):
    entry = next(e for e in good["log"] if e["kind"] == "undo")
    assert entry["note"] == "a slip"
    entry["note"] = "Ann cheated"
    said = words(judged(good)).split(say("en", "verify-unproved"))
    assert say("en", "verify-no-reasons") in said[1]
    assert "cheated" not in "".join(said)


async def test_another_match_number(good):
    good["match"] += 1
    verdict = judged(good)
    assert verdict.status == 1
    assert "audit-origin" in keys(verdict)
    assert "verify-chain" not in keys(verdict)


async def test_another_match_number_chain_and_all_has_another_head(good):
    head = good["head"]
    good["match"] += 1
    rechained(good)
    assert judged(good).status == 0, "a match of its own"
    assert judged(good, head=head).status == 1


async def test_another_whole_match_under_the_same_seed_and_presses(tmp_path):
    files = []
    for n in (1, 2):
        async with opened(tmp_path / f"{n}.db") as store:
            sheet = await played(store, await begun(store, "toy", 3, 3), 10_000, Random(n))
            files.append(await document(store, sheet.id))
    one, other = files
    same = ("match", "game", "seed", "commitment", "message", "presses", "options")
    assert [one[name] for name in same] == [other[name] for name in same]
    assert one["result"] != other["result"] or one["head"] != other["head"]
    alone = judged(other)
    assert alone.status == 0
    assert say("en", "verify-compare-head", head=other["head"]) in words(alone)
    against = judged(other, head=one["head"], commitment=one["commitment"])
    assert against.status == 1
    assert "verify-other-head" in keys(against)
    assert "verify-same-commitment" in keys(against)


async def test_a_commitment_that_was_not_posted(good):
    verdict = judged(good, commitment="0" * 12)
    assert verdict.status == 1
    assert "verify-other-commitment" in keys(verdict)


async def test_a_game_that_there_is_not_is_named_and_nothing_is_called_proved_of_it(good):
    good["game"] = "chess"
    rechained(good)
    verdict = judged(good)
    assert verdict.status == 3
    assert argument(verdict, "audit-version", "game") == "chess"
    assert "no game chess" in words(verdict)
    assert not {"verify-replayed", "verify-result", "verify-key"} & set(keys(verdict))
    assert "verify-no-result" in keys(verdict)


async def test_entries_of_a_version_that_cannot_be_replayed_are_named_by_their_range(good):
    for e in good["log"]:
        e["version"] = 99
    good["result"]["winners"] = [0, 1, 2]
    verdict = judged(good)
    assert verdict.status == 3
    told = next(r.args for r in verdict.reasons if r.key == "audit-version")
    assert (told["from"], told["to"], told["there"]) == (1, len(good["log"]), 99)
    assert "verify-result" not in keys(verdict)
    assert "verify-no-result" in keys(verdict)


async def test_a_match_carried_over_to_newer_rules_is_not_proved_whole(tmp_path, monkeypatch):
    class Later(Toy):
        version = 2

        def migrate(self, doc, version):
            return doc

    async with opened(tmp_path / "p.db") as store:
        sheet = await played(store, await begun(store, "toy"), 5, Random(1))
    monkeypatch.setitem(rules.games(), "toy", Later())
    async with opened(tmp_path / "p.db") as store:
        sheet = await played(store, await store.load(sheet.id), 1000, Random(1))
        assert sheet.status is Status.OVER
        doc = await document(store, sheet.id, 2)
    verdict = judged(doc)
    assert verdict.status == 3
    assert {"audit-version", "audit-carried", "verify-result"} < set(keys(verdict))
    carried = argument(verdict, "audit-carried", "n")
    assert argument(verdict, "verify-replayed", "count") == len(doc["log"]) - carried
    assert "verify-key" not in keys(verdict), "the first position was not played again"
    for change in (
        lambda d: d["bases"][1].update(state=d["bases"][1]["state"].replace("rivals", "together")),
        lambda d: d["bases"][1].update(floor=0),
        lambda d: d["bases"][1].update(version=1),
        lambda d: d["bases"][1].pop("draws"),
    ):
        altered = deepcopy(doc)
        change(altered)
        assert "audit-base" in keys(judged(altered))


# Made by 0.1.0.


@pytest.mark.parametrize("name", ["match-2.json", "match-5.json"])
def test_files_of_0_1_0_are_verified_as_what_they_are(name):
    doc = json.loads((OLD / name).read_text("utf-8"))
    assert doc["revision"] == 1
    verdict = verify((OLD / name).read_bytes())
    today = {e["version"] for e in doc["log"]} == {game(doc["game"]).version}
    assert verdict.status == (0 if today else 3)
    assert ("verify-result" in keys(verdict)) == today
    assert {"verify-old", "verify-old-number", "verify-chain-old"} < set(keys(verdict))
    assert not {"verify-key", "verify-chain", "verify-no-ids"} & set(keys(verdict))


def test_at_least_one_file_of_0_1_0_is_played_again_to_its_end():
    assert verify((OLD / "match-2.json").read_bytes()).complete


@pytest.mark.parametrize("name", ["match-1-seat-0", "match-1-spectator", "match-4-seat-1"])
def test_unfinished_files_of_0_1_0_cannot_be_verified_yet(name):
    verdict = verify((OLD / f"{name}.json").read_bytes())
    assert (verdict.status, keys(verdict)) == (1, ["verify-not-over"])


# Every field of a file: altered, it is refused, or found out, or said to be no proof of anything.


def rechained(doc: dict) -> None:
    """A forger who works the chain out anew."""
    head = origin(
        doc["commitment"], doc["match"], doc["game"], len(doc["seats"]), doc.get("message"),
        doc.get("presses"),
    )  # fmt: skip
    for e in doc["log"]:
        head = link(head, e["n"], e["ply"], e["kind"], e.get("seat"), e["move"], e["digest"])
        e["link"] = head
    doc["head"] = head


def move_of(doc: dict, at: int = 3) -> dict:
    return [e for e in doc["log"] if e["kind"] == "move"][at]


def of_kind(doc: dict, kind: str) -> dict:
    return next(e for e in doc["log"] if e["kind"] == kind)


def other_seed(doc: dict) -> None:
    doc["seed"] = seed(99).hex()


Change = Callable[[dict], object]
NONE = "verify-not-a-match"

FIELDS: dict[str, tuple[Change, str]] = {
    "Document.format": (lambda d: d.update(format="chess"), NONE),
    "Document.revision": (lambda d: d.update(revision=1), NONE),
    "Document.match": (lambda d: d.update(match=77), "audit-origin"),
    "Document.game": (lambda d: d.update(game="sarena"), "audit-origin"),
    "Document.status": (lambda d: d.update(status="running"), NONE),
    "Document.complete": (lambda d: d.update(complete=False), NONE),
    "Document.viewer": (lambda d: d.update(viewer=0), NONE),
    "Document.seats": (lambda d: d["seats"].pop(), "audit-origin"),
    "Document.options": (lambda d: d["options"].update(rounds=3), "audit-start"),
    "Document.created": (lambda d: d.update(created=1), "verify-no-times"),
    "Document.changed": (lambda d: d.update(changed=1), "verify-no-times"),
    "Document.commitment": (lambda d: d.update(commitment="0" * 64), "audit-commitment"),
    "Document.log": (lambda d: d["log"].pop(4), "audit-numbers"),
    "Document.result": (lambda d: d.pop("result"), "audit-result"),
    "Document.seed": (other_seed, "audit-commitment"),
    "Document.message": (lambda d: d.update(message=999), "audit-origin"),
    "Document.presses": (lambda d: d["presses"].reverse(), "audit-origin"),
    "Document.head": (lambda d: d.update(head="0" * 64), "audit-head"),
    "Document.bases": (lambda d: d["bases"].append({**d["bases"][0], "n": 2}), "audit-base"),
    "SeatPart.seat": (lambda d: d["seats"][1].update(seat=2), NONE),
    "SeatPart.name": (lambda d: d["seats"][1].update(name="Zoe"), "verify-seat"),
    "SeatPart.out": (lambda d: d["seats"][1].update(out=True), "audit-out"),
    "EntryPart.n": (lambda d: move_of(d).update(n=99), "audit-numbers"),
    "EntryPart.ply": (lambda d: move_of(d).update(ply=99), "audit-chain"),
    "EntryPart.kind": (lambda d: move_of(d).update(kind="leave"), "audit-chain"),
    "EntryPart.seat": (lambda d: of_kind(d, "undo").update(seat=0), "audit-chain"),
    "EntryPart.move": (lambda d: move_of(d).update(move="bid:71"), "audit-chain"),
    "EntryPart.at": (lambda d: move_of(d).update(at=1), "verify-no-times"),
    "EntryPart.version": (lambda d: move_of(d).update(version=99), "audit-mixed"),
    "EntryPart.note": (lambda d: of_kind(d, "undo").pop("note"), "verify-no-reasons"),
    "EntryPart.undone": (lambda d: move_of(d).update(undone=True), "audit-undone"),
    "EntryPart.events": (lambda d: d["log"][-1]["events"].pop(), "audit-events"),
    "EntryPart.digest": (lambda d: move_of(d).update(digest="0" * 64), "audit-chain"),
    "EntryPart.link": (lambda d: move_of(d).update(link="0" * 64), "audit-chain"),
    "EventPart.kind": (lambda d: d["log"][-1]["events"][-1].update(kind="x"), "audit-events"),
    "EventPart.data": (
        lambda d: d["log"][-1]["events"][-1]["data"].update(reason="luck"), "audit-events"),
    "EventPart.to": (lambda d: d["log"][0]["events"][0].update(to=[2]), "audit-start"),
    "BasePart.n": (lambda d: d["bases"][0].update(n=2), "audit-base"),
    "BasePart.ply": (lambda d: d["bases"][0].update(ply=1), "audit-base"),
    "BasePart.floor": (lambda d: d["bases"][0].update(floor=1), "audit-base"),
    "BasePart.version": (lambda d: d["bases"][0].update(version=2), "audit-base"),
    "BasePart.draws": (lambda d: d["bases"][0].update(draws=7), "audit-base"),
    "BasePart.state": (lambda d: d["bases"][0].update(state="{}"), "audit-base"),
    "ResultPart.winners": (lambda d: d["result"].update(winners=[7]), "audit-result"),
    "ResultPart.scores": (lambda d: d["result"]["scores"].append(0), "audit-result"),
    "ResultPart.reason": (lambda d: d["result"].update(reason="luck"), "audit-result"),
}  # fmt: skip


def test_of_every_field_of_a_file_it_is_decided_what_becomes_of_it():
    kinds = [kind for kind in parts._Part.__subclasses__() if kind.__module__ == parts.__name__]
    there = {f"{kind.__name__}.{name}" for kind in kinds for name in kind.model_fields}
    assert there == set(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
async def test_a_field_that_was_altered(good, name):
    change, key = FIELDS[name]
    before = deepcopy(good)
    change(good)
    assert good != before
    verdict = judged(good)
    assert key in keys(verdict)
    unproved = key.startswith("verify-") and key != NONE
    assert verdict.status == (0 if unproved else 1)
    if unproved:
        said = keys(verdict)
        assert said.index(key) > said.index("verify-unproved")


async def test_a_field_that_was_taken_out(good):
    for name in good:
        doc = deepcopy(good)
        del doc[name]
        says_how_to_read_it = name in ("format", "revision")
        assert (judged(doc).status == 0) == says_how_to_read_it, name


# Files that somebody has worked over.


def forged_move(doc: dict) -> None:
    one, two = move_of(doc, 0), move_of(doc, 1)
    one["seat"], two["seat"] = two["seat"], one["seat"]
    rechained(doc)


def inserted(doc: dict, at: int, **values: object) -> None:
    """Another entry before the one of that index, chain and all."""
    before = doc["log"][at - 1]
    entry = {"ply": before["ply"], "kind": "replace", "seat": 0, "move": "", "at": NOW,
             "version": before["version"], "undone": False, "events": [],
             "digest": before["digest"], "link": ""} | values  # fmt: skip
    doc["log"].insert(at, entry)
    for k, e in enumerate(doc["log"]):
        e["n"] = k + 1
    rechained(doc)


def begun_again(doc: dict) -> None:
    """A second start in the middle, as if nothing had been before."""
    first, rest = doc["log"][0], doc["log"][1:]
    doc["log"] = [first, *deepcopy(rest[:2]), deepcopy(first), *rest]
    for k, e in enumerate(doc["log"]):
        e["n"] = k + 1
    rechained(doc)


def carried_by_nobody(doc: dict) -> None:
    """A migration to the rules that were there already, which brings the end without any move."""
    last = audit.judged(_record(parts.Document.model_validate(doc))).last
    assert last is not None
    state = game("toy").dump(last.state)
    doc["bases"].append({**doc["bases"][0], "n": 2, "state": state.decode()})
    del doc["log"][1:]
    inserted(doc, 1, kind="migrate", seat=None, move="1", digest=digest(state))
    del doc["log"][1]["seat"]


def with_ids(doc: dict, **values: object) -> None:
    doc.update(values)
    rechained(doc)


TAMPERED: dict[str, tuple[Change, str]] = {
    "another seed and its commitment": (
        lambda d: (other_seed(d), d.update(commitment=hashlib.sha256(seed(99)).hexdigest()),
                   rechained(d)), "audit-start"),
    "another press, chain and all": (
        lambda d: with_ids(d, presses=[*d["presses"][:-1], 1999]), "audit-start"),
    "another message, chain and all": (lambda d: with_ids(d, message=1002), "audit-start"),
    "moves forged, chain and all": (forged_move, "audit-differs"),
    "the deal changed": (lambda d: d["log"][0]["events"].pop(), "audit-start"),
    "the last entry taken out": (lambda d: d["log"].pop(), "audit-head"),
    "the last entry taken out, chain and all": (
        lambda d: (d["log"].pop(), rechained(d)), "audit-result"),
    "all entries taken out": (lambda d: (d["log"].clear(), rechained(d)), "audit-numbers"),
    "an unknown option": (lambda d: d["options"].update(cheat=True), "audit-base"),
    "a seat more, chain and all": (
        lambda d: (d["seats"].append({**d["seats"][0], "seat": 3}), rechained(d)), "audit-start"),
    "another hash of a position": (
        lambda d: (move_of(d).update(digest="0" * 64), rechained(d)), "audit-position"),
    "a reason with a move": (lambda d: move_of(d).update(note="Ann cheated"), "audit-note"),
    "presses and no message": (lambda d: (d.pop("message"), rechained(d)), "audit-message"),
    "a move that is called a start": (
        lambda d: (move_of(d).update(kind="start"), rechained(d)), "audit-start"),
    "a move that is called a migration": (
        lambda d: (move_of(d).update(kind="migrate"), rechained(d)), "audit-base-missing"),
}  # fmt: skip


@pytest.mark.parametrize("how", TAMPERED)
async def test_a_file_that_was_tampered_with_is_found_out(good, how):
    change, key = TAMPERED[how]
    assert judged(good).status == 0
    change(good)
    verdict = judged(good)
    assert verdict.status == 1
    assert key in keys(verdict)


SEAT_3 = {"kind": "table-replace", "data": {"seat": 2, "old": "a", "new": "b"}}

ONE_CHECK: dict[str, tuple[Change, str, str, object]] = {
    "a second start in the middle": (begun_again, "audit-differs", "_formed", True),
    "a migration to the same rules": (carried_by_nobody, "audit-differs", "_formed", True),
    "a resignation of which the rules know nothing": (
        lambda d: (d["seats"][0].update(out=True),
                   inserted(d, 5, kind="leave", seat=0, move="out")), "audit-differs", "_formed",
        True),
    "a seat that there is not": (
        lambda d: inserted(d, 5, seat=9, events=[
            {**SEAT_3, "data": {**SEAT_3["data"], "seat": 9}}]), "audit-seat", "_seated", True),
    "a seat that waits where the rules put it out": (
        lambda d: inserted(d, 5, kind="leave", move="waits"), "audit-differs", "_waits", True),
    "an event of people with a seat of its own": (
        lambda d: inserted(d, 5, events=[SEAT_3]), "audit-told", "_told", True),
    "an event of people of an unknown kind": (
        lambda d: of_kind(d, "undo")["events"][0].update(kind="table-vote"), "audit-told", "_told",
        True),
    "an event of people with more in it": (
        lambda d: of_kind(d, "undo")["events"][0]["data"].update(winner="Ann"), "audit-told",
        "_told", True),
    "a move told beside a change of persons": (
        lambda d: of_kind(d, "replace")["events"].append({"kind": "bids", "data": {}}),
        "audit-told", "_told", True),
    "nobody told who decided an undo": (
        lambda d: of_kind(d, "undo")["events"].clear(), "audit-told", "_told", True),
}  # fmt: skip
"""A change, what is said of it, and the check without which (with this answer) it would pass."""


@pytest.mark.parametrize("how", ONE_CHECK)
async def test_a_forgery_that_one_check_alone_finds(good, how, monkeypatch):
    change, key, check, answer = ONE_CHECK[how]
    change(good)
    assert key in keys(judged(good))
    assert judged(good).status == 1
    where = "audit" if hasattr(audit, check) else "verify"
    monkeypatch.setattr(f"data.{where}.{check}", lambda *given: answer)
    assert judged(good).status != 1, "this check and no other finds it"


@pytest.mark.parametrize(
    ("presses", "key"),
    [
        ((1001, 1002), "audit-presses"),
        ((1001, 1002, 1003, 1004, 1900), "audit-presses"),
        ((1900, 1001, 1002, 1900), "audit-presses-twice"),
        ((991, 992, 993, 994), "audit-presses-early"),
    ],
)
async def test_a_whole_match_keyed_by_presses_that_no_lobby_has(store, monkeypatch, presses, key):
    """One dropped, one too many, one counted twice, none after the commitment."""
    monkeypatch.setattr("data.lobbies.counted", lambda sheet, start: presses)
    # A bot that looks at no id before it starts a match.
    monkeypatch.setattr("data.lobbies.max", lambda *ids, **given: 1 << 62, raising=False)
    sheet = await finished(store, "toy", 3, 3)
    verdict = judged(await document(store, sheet.id))
    assert verdict.status == 1
    assert [k for k in keys(verdict) if k.startswith("audit")] == [key]
    monkeypatch.setattr("data.verify._ids", lambda record: [])
    assert judged(await document(store, sheet.id)).status == 0, "this check and no other finds it"


async def test_of_many_things_that_do_not_fit_the_first_are_said_and_the_rest_counted(good):
    for e in good["log"]:
        if e["kind"] == "move":
            e["note"] = "x"
    moves = sum(e["kind"] == "move" for e in good["log"])
    verdict = judged(good)
    assert keys(verdict).count("audit-note") == 20
    assert argument(verdict, "verify-more", "count") == moves - 20


async def test_an_undo_after_the_end(good):
    last = good["log"][-1]
    inserted(
        good, len(good["log"]), kind="undo", move=str(last["ply"] - 1),
        ply=last["ply"] - 1, digest=good["log"][-2]["digest"],
    )  # fmt: skip
    told = [r.args.get("why") for r in judged(good).reasons if r.key == "audit-differs"]
    assert told == ["over"]


async def test_a_field_that_stands_twice(good):
    """Another reader would take the first."""
    text = json.dumps(good)
    other = json.dumps({**good["result"], "winners": [0]})
    twice = '{"result": ' + other + ", " + text[1:]
    assert keys(verify(twice.encode())) == [NONE]


async def test_seats_taken_under_0_1_0_have_no_press_and_it_is_said(store, monkeypatch):
    presses = (0, 0, 1003, 1900)
    monkeypatch.setattr("data.lobbies.counted", lambda sheet, start: presses)
    verdict = judged(await document(store, (await finished(store, "toy", 3, 3)).id))
    assert verdict.status == 0
    told = next(r.args for r in verdict.reasons if r.key == "verify-key")
    assert (told["presses"], told["unknown"]) == (2, 2)


@pytest.mark.parametrize(
    "file",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format": "parlour-match"}', b"[" * 100_000,
        b'{"a":' * 50_000, b'{"format": "chess"}',
    ],
)  # fmt: skip
def test_what_is_no_exported_match_is_said_to_be_none(file):
    verdict = verify(file)
    assert (verdict.status, keys(verdict)) == (1, [NONE])


async def test_an_unfinished_match_cannot_be_verified_yet(store):
    sheet = await begun(store)
    verdict = verify(await store.export(sheet.id, 0, NAMES[:2]))
    assert (verdict.status, keys(verdict)) == (1, ["verify-not-over"])


async def test_no_file_makes_verify_raise(good):
    """Random damage to the text: verify answers, and what it calls good is the same match, but for
    what it says no file can prove."""
    text = json.dumps(good)
    right = bare(good)
    chance = Random(11)
    bad = 0
    for _ in range(250):
        at = chance.randrange(len(text))
        damaged = text[:at] + chance.choice('0123456789abcxyz"{}[],: \\') + text[at + 1 :]
        verdict = verify(damaged.encode())
        bad += verdict.status == 1
        if verdict.status == 0:
            assert bare(json.loads(damaged)) == right
    assert bad > 150


def bare(doc: dict) -> dict:
    """A file without what no file can prove."""
    doc = deepcopy(doc)
    del doc["created"], doc["changed"]
    for seat in doc["seats"]:
        del seat["name"]
    for entry in doc["log"]:
        del entry["at"]
        entry.pop("note", None)
        for event in entry["events"]:
            if event["kind"].startswith("table-"):
                event["data"] = sorted(event["data"])
    return doc


# What is no plain file.


def refused(path: Path) -> str:
    with pytest.raises(Refused) as refusal:
        contents(path)
    reason = refusal.value.reason
    assert str(path) in say("en", reason.key, **reason.args)
    return reason.key


@pytest.mark.skipif(os.name != "posix", reason="devices, pipes and sockets are files there")
def test_a_folder_a_device_a_pipe_and_a_socket_are_refused_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the address of a socket has to be short
    os.mkfifo("pipe")
    Path("link").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
        for path in (".", "/dev/zero", "/dev/null", "/dev/tty", "pipe", "link", "socket"):
            assert refused(Path(path)) == "verify-not-a-file"


@pytest.mark.skipif(os.name != "posix", reason="pipes are files there")
def test_a_pipe_that_takes_a_files_place_at_the_last_moment_does_not_hang(tmp_path, monkeypatch):
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    file.write_bytes(b"{}")
    monkeypatch.setattr(os, "stat", lambda path: os.lstat(file))
    assert refused(pipe) == "verify-not-a-file"


def test_a_file_larger_than_any_match_is_refused_without_being_read(tmp_path, monkeypatch):
    path = tmp_path / "large.json"
    path.touch()
    os.truncate(path, LONGEST + 1)
    read: list[object] = []
    monkeypatch.setattr("builtins.open", lambda *given: read.append(given))
    assert refused(path) == "verify-too-large"
    assert not read


def test_a_file_of_the_greatest_length_is_read(tmp_path):
    path = tmp_path / "odd.json"
    path.touch()
    os.truncate(path, 1000)
    assert contents(path) == bytes(1000)
    assert keys(verify(contents(path))) == [NONE]
