"""Exported matches for the tests of verify: made, altered, and what is said of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from data import people, rewind
from data.chain import link, origin
from data.powers import Actor
from data.sheet import Status
from data.verify import Verdict, verify
from rendering.words import say
from rules import game
from tests.data.table import NOW, PEOPLE, begun, played, seed

NAMES = ("Ann", "Bob", "Cid", "Dee")
OLD = Path(__file__).parents[1] / "golden" / "0.1.0"

Toy = type(game("toy"))


async def document(store, match: int, seats: int = 3) -> dict:
    return json.loads(await store.export(match, None, NAMES[:seats]))


async def whole(store) -> dict:
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
