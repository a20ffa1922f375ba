"""S1: two worlds that differ only in what a viewer may not know send the same bytes, whatever is
looked at, typed, pressed, refused, taken back or asked for.

Each game that has secrets is taken through it. That the test would notice is shown by faults put
in: those of `faults`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from data.acts import untold
from data.rewind import stands
from rendering.scene import renderer
from rendering.stage import scene_of
from tests.leaks.booth import Booth
from tests.leaks.faults import FAULTS, Fault, Patch
from tests.leaks.plans import KINDS, Plan, plan
from tests.leaks.tour import Leak, told_apart, undrawn
from tests.leaks.twins import SECRET, Course, Pair, Twin, pairs

COURSES = range(3)
"""Of each game, however many there are."""


@pytest.mark.parametrize("key", COURSES)
@pytest.mark.parametrize("name", SECRET)
async def test_s1_whoever_cannot_tell_two_worlds_apart_is_sent_the_same_bytes(
    name: str, key: int, stand: Booth, monkeypatch: Patch, faults: list[str]
) -> None:
    undrawn(monkeypatch)
    looked = messages = 0
    for pair in pairs(name, key):
        messages += await told_apart(stand, pair)
        looked += 1
    assert looked > 5
    assert messages > 40 * looked
    assert not faults


@pytest.mark.parametrize("name", SECRET)
async def test_s1_with_every_picture_drawn(name: str, stand: Booth, faults: list[str]) -> None:
    for pair in list(pairs(name, 11))[::3]:
        await told_apart(stand, pair)
    assert not faults


@pytest.mark.parametrize("name", SECRET)
def test_the_tours_hold_everything_that_can_happen(name: str) -> None:
    made = (act.name for key in range(9) for pair in pairs(name, key) for act in plan(pair).acts)
    seen = Counter(made)
    assert set(seen) == {says for kind in KINDS for says in kind.says}
    assert min(seen.values()) > 1, seen


@pytest.mark.parametrize("name", SECRET)
def test_a_twin_differs_in_all_that_is_hidden_and_in_nothing_else(name: str) -> None:
    course = Course(name, 1)
    twin = Twin(course, 0)
    differ = Counter[str]()
    hides = False
    for real, made in zip(course.steps, twin.steps, strict=True):
        one, two = real.entry, made.entry
        assert (one.n, one.ply, one.kind, one.seat, one.at, one.note) == (
            two.n, two.ply, two.kind, two.seat, two.at, two.note
        )  # fmt: skip
        told = [[e for e in entry.events if e.seen_by(0)] for entry in (one, two)]
        assert told[0] == told[1] or one.n in twin.hidden
        assert twin.game.view(real.match.state, 0) == twin.game.view(made.match.state, 0)
        hides = hides or told[0] != list(one.events) or one.n in twin.hidden
        differ["moves"] += one.move != two.move
        differ["events"] += one.events != two.events
        differ["states"] += real.match.state != made.match.state
    assert bool(differ["events"]) == hides
    assert differ["states"] > len(course.steps) // 2
    assert twin.seed != course.seed


@pytest.mark.parametrize("name", SECRET)
def test_s1_the_gallery_shows_no_more_than_the_view(name: str) -> None:
    """Pictures that an operator has drawn of a position are made for one viewer each, too."""
    words, looked = renderer(name), 0
    # Of a turn that is being made an operator sees it all.
    some = (pair for key in (5, 6) for pair in pairs(name, key))
    for pair in [pair for pair in some if not untold(pair.a.sheet, pair.viewer)][::4]:
        scenes, names = [], tuple("abcdefgh"[: pair.a.match.seats])
        standing = {e.n for e in stands([step.entry for step in pair.a.steps])}
        for world in (pair.a, pair.b):
            moves = [s.entry for s in world.steps if s.entry.kind == "move"]
            told = [(e.seat, e.events) for e in moves if e.n in standing]
            scenes.append(scene_of(pair.game, world.match, told, pair.viewer, names, 1))
        one, two = scenes
        assert one == two
        assert (words.alt(one), words.text(one)) == (words.alt(two), words.text(two))
        looked += 1
    assert looked > 3


@cache
def planned(name: str, key: int) -> list[tuple[Pair, Plan]]:
    """Some moments and what is done there, made before any fault is put in."""
    return [(pair, plan(pair)) for pair in pairs(name, key)]


async def found(stand: Booth, patch: Patch, fault: Fault, name: str) -> str:
    """What the failure says, or nothing."""
    for key in (0, 1, 2):
        moments = [(pair, made) for pair, made in planned(name, key) if fault.where(pair, made)]
        with patch.context() as here:
            if not fault.drawn:
                undrawn(here)
            fault.plant(here, name)
            for pair, made in moments:
                try:
                    await told_apart(stand, pair, plan(pair) if fault.before else made)
                except (Leak, AssertionError) as leak:
                    return str(leak)
    return ""


def by_name(value: object) -> str | None:
    return value.plant.__name__ if isinstance(value, Fault) else None


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("fault", [f for f in FAULTS if f.everywhere], ids=by_name)
async def test_s1_a_fault_put_in_is_found_in_every_game(
    fault: Fault, name: str, stand: Booth, monkeypatch: Patch
) -> None:
    leak = await found(stand, monkeypatch, fault, name)
    assert leak, "not found"
    assert fault.says in leak


@pytest.mark.parametrize("fault", [f for f in FAULTS if not f.everywhere], ids=by_name)
async def test_s1_a_fault_put_in_is_found_where_a_game_has_what_it_spoils(
    fault: Fault, stand: Booth, monkeypatch: Patch
) -> None:
    leaks = [await found(stand, monkeypatch, fault, name) for name in SECRET]
    assert any(leaks), "not found"
    assert any(fault.says in leak for leak in leaks if leak)
