"""Files that somebody has worked over, field by field and as a whole. For what only one check
finds, the same file passes once that check is taken out."""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from random import Random

import pytest

from data import audit
from data import document as parts
from data.chain import digest
from data.verify import _record, verify
from rules import game
from tests.data.exported import (
    NAMES,
    NONE,
    Change,
    argument,
    document,
    inserted,
    judged,
    keys,
    move_of,
    of_kind,
    other_seed,
    rechained,
)
from tests.data.table import begun, finished, seed

# Every field of a file: altered, it is refused, or found out, or said to be no proof of anything.


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
