"""S5: presses with made-up ids, which nobody could make with Discord's own app. Each is answered,
and changes nothing that was not legal."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

from cogs.controls import LARGEST, Ticket
from tests.leaks.booth import Booth
from tests.leaks.faults import Patch
from tests.leaks.test_forged import (
    ANN,
    BOB,
    CLEO,
    DAN,
    OLGA,
    STRANGER,
    Part,
    everything,
    stored,
)
from tests.leaks.tour import undrawn
from tests.leaks.twins import SHOWN

BITS = (
    "१", "²", "\x00", "\n", " ", "A", "é", "😀", "::", ":", "-1", "+", "9" * 19, "9" * 20,
    str(LARGEST), str(LARGEST + 1), "0", "00", "'; DROP TABLE match; --", "../..", "%s", "{0}",
    "a" * 90, "_", "\u202e", "null", "1e3", "0x10", "1_000",
)  # fmt: skip


def made_up(ids: list[str], kinds: list[str], chance: random.Random) -> str:
    """A custom id as nobody would make one, or nearly as one of ours."""
    how = chance.random()
    if how < 0.25:
        return "".join(chance.choice(BITS) for _ in range(chance.randint(0, 5)))[:120]
    if how < 0.55:
        text = chance.choice(ids)
        for _ in range(chance.randint(1, 3)):
            at = chance.randint(0, len(text))
            cut = chance.randint(0, 3)
            text = text[:at] + chance.choice(("", *BITS)) + text[at + cut :]
        return text[:120]
    parts = [chance.choice(kinds)]
    numbers = ("0", "1", "2", "3", "4", "5", "9", "77", str(LARGEST))
    parts += [chance.choice(numbers) for _ in range(2)]
    if how > 0.95:
        parts[chance.randint(1, 2)] = chance.choice((str(LARGEST + 1), "9" * 20, "x", "१", ""))
    if how > 0.92:
        return ":".join([*parts, "a" * 100])[: chance.choice((99, 100, 101))]
    if how < 0.85:
        rest = (*_words(ids), "0", "999", "p", "x" * 60)
        parts += [chance.choice(rest) for _ in range(chance.randint(0, 5))]
    return ":".join(parts)[:120]


def _words(ids: list[str]) -> list[str]:
    """What stands behind the numbers in ids that were sent: ops, arguments, options, games."""
    return sorted({word for text in ids for word in text.split(":")[3:]})


class Unanswered(AssertionError):
    """A press that was not answered exactly once, or not well."""


async def fuzz(
    stand: Booth, parts: list[Part], count: int, users: tuple[int, ...], seed: int
) -> int:
    """So many made-up presses straight into the router; how many looked like ours."""
    ids, kinds = [p.custom_id for p in parts], sorted(stand.bot.router.handlers)
    chance, ours = random.Random(seed), 0
    for _ in range(count):
        text, user = made_up(ids, kinds, chance), chance.choice(users)
        ours += Ticket.parse(text) is not None
        kind, data = 3, {"custom_id": text, "component_type": 3}
        if chance.random() < 0.3:
            data["values"] = [chance.choice(BITS) for _ in range(chance.randint(0, 3))]
        if chance.random() < 0.05:
            kind = 5
            value: Any = chance.choice((*BITS, ["a", "b"], None))
            data = {
                "custom_id": text,
                "components": [
                    {"type": 18, "component": {"type": 4, "custom_id": "text", "value": value}}
                ],
            }
        answers = stand.answers
        interaction = stand.interaction(user, kind, data, private=chance.random() < 0.5)
        await stand.bot.router(interaction)
        if stand.answers != answers + 1:
            raise Unanswered(f"{text!r}: {stand.answers - answers} first answers")
        if stand.complaints:
            raise Unanswered(f"{text!r}: {stand.complaints[0]}")
        del stand.sent[:-10]
    await stand.settle()
    return ours


@pytest.mark.parametrize("name", SHOWN)
async def test_s5_twenty_thousand_made_up_ids_are_answered_and_change_nothing(
    name: str, stand: Booth, monkeypatch: Patch, faults: list[str]
) -> None:
    undrawn(monkeypatch)
    parts = await everything(stand, name)
    before = await stored(stand)
    ours = await fuzz(stand, parts, 20_000, (OLGA, STRANGER), 1)
    assert ours > 4_000, "most of them get past the grammar"
    assert not faults, faults[:3]
    after = await stored(stand)
    # A button of the welcome opens a match for whoever presses: those are new ones.
    assert [after[0][:5], after[1:]] == [before[0][:5], before[1:]]


@pytest.mark.parametrize("name", SHOWN)
async def test_s5_made_up_ids_by_those_who_sit_leave_whole_matches(
    name: str, stand: Booth, monkeypatch: Patch, faults: list[str]
) -> None:
    """A player's made-up press may be a legal move by chance; what is stored stays sound."""
    from data.check import check

    undrawn(monkeypatch)
    await fuzz(stand, await everything(stand, name), 3_000, (ANN, BOB, CLEO, DAN), 2)
    assert not faults, faults[:3]
    findings = [finding for finding in check(stand.store.path) if finding.serious]
    assert findings == []


def _a_handler_that_fails(patch: Patch, stand: Booth) -> None:
    async def fails(press: Any) -> None:
        int(press.ticket.rest)

    patch.setitem(stand.bot.router.handlers, "log", fails)


def _a_handler_that_never_answers(patch: Patch, stand: Booth) -> None:
    async def silent(press: Any) -> None:
        return

    patch.setitem(stand.bot.router.handlers, "text", silent)


def _a_page_that_is_read_unseen(patch: Patch, stand: Booth) -> None:
    walk = type(stand.bot.table.panel).walk.__globals__["Walk"]

    def parse(rest: str) -> Any:
        page, *prefix = rest.split(":")
        return walk(tuple(prefix), int(page))

    patch.setattr(walk, "parse", parse)


def _a_modal_with_whatever_id(patch: Patch, stand: Booth) -> None:
    real = type(stand.bot.table.panel).search

    async def search(press: Any) -> None:
        here = dict(real.__globals__, len=lambda text: 0)
        await FunctionType(real.__code__, here)(stand.bot.table.panel, press)

    patch.setitem(stand.bot.router.handlers, "search", search)


@pytest.mark.parametrize(
    "plant",
    [
        _a_handler_that_fails,
        _a_handler_that_never_answers,
        _a_page_that_is_read_unseen,
        _a_modal_with_whatever_id,
    ],
)
async def test_s5_a_fault_put_in_is_found(
    plant: Callable[[Patch, Booth], None], stand: Booth, monkeypatch: Patch, faults: list[str]
) -> None:
    undrawn(monkeypatch)
    parts = await everything(stand, SHOWN[0])
    plant(monkeypatch, stand)
    try:
        await fuzz(stand, parts, 12_000, (OLGA, ANN), 3)
    except Unanswered as missing:
        faults.append(str(missing))
    stand.complaints.clear()
    assert faults, "not found"
