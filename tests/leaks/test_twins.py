"""S1: two worlds that differ only in what a viewer may not know send the same bytes, whatever is
looked at, typed, pressed, refused, taken back or asked for.

Each game that has pictures is taken through it. That the test would notice is shown by faults put
in below: each makes some output depend on a secret in its own way.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from zlib import crc32

import pytest

from cogs.client import Scenes
from data import acts
from rendering.scene import renderer, renderers
from rendering.stage import scene_of
from rules import game as game_of
from rules import games, kernel, toy
from rules.kernel import Move, Reason
from tests import toy as toys
from tests.leaks.booth import Booth
from tests.leaks.plans import Plan, plan
from tests.leaks.tour import Leak, told_apart, undrawn
from tests.leaks.twins import Course, Pair, Twin, pairs

toys.install()
GAMES = [name for name in games() if name in renderers()]
COURSES = range(max(2, 9 // len(GAMES)))
Patch = pytest.MonkeyPatch


@pytest.mark.parametrize("key", COURSES)
@pytest.mark.parametrize("name", GAMES)
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


@pytest.mark.parametrize("name", GAMES)
async def test_s1_with_every_picture_drawn(name: str, stand: Booth, faults: list[str]) -> None:
    for pair in list(pairs(name, 11))[::3]:
        await told_apart(stand, pair)
    assert not faults


@pytest.mark.parametrize("name", ["sarena", "toy"])
def test_the_tours_hold_everything_that_can_happen(name: str) -> None:
    acts_seen: Counter[str] = Counter()
    for key in range(6):
        for pair in pairs(name, key):
            for act in plan(pair).acts:
                acts_seen[act.name.rstrip("0123")] += 1
    assert set(acts_seen) == {
        "a move of seat ", "a move of the viewer", "a command of the viewer", "a free undo",
        "an undo is asked for",
        "they agree", "they decline", "the host takes back", "a seat asks to resign",
        "a seat resigns", "a seat changes hands",
    }  # fmt: skip
    assert min(acts_seen.values()) > 1, acts_seen


def test_a_twin_differs_in_all_that_is_hidden_and_in_nothing_else() -> None:
    course = Course("toy", 1)
    twin = Twin(course, 0)
    moves = events = states = 0
    for real, made in zip(course.steps, twin.steps, strict=True):
        one, two = real.entry, made.entry
        assert (one.n, one.ply, one.kind, one.seat, one.at, one.note) == (
            two.n, two.ply, two.kind, two.seat, two.at, two.note
        )  # fmt: skip
        told = [[e for e in entry.events if e.seen_by(0)] for entry in (one, two)]
        assert told[0] == told[1]
        game = course.game
        assert game.view(real.match.state, 0) == game.view(made.match.state, 0)
        moves += one.move != two.move
        events += one.events != two.events
        states += real.match.state != made.match.state
    assert moves
    assert events
    assert states > len(course.steps) // 2
    assert twin.seed != course.seed


@pytest.mark.parametrize("name", GAMES)
def test_s1_the_gallery_shows_no_more_than_the_view(name: str) -> None:
    """Pictures that an operator has drawn of a position are made for one viewer each, too."""
    words, looked = renderer(name), 0
    for pair in list(pairs(name, 5))[::4]:
        scenes, names = [], tuple("abcdefgh"[: pair.a.match.seats])
        for world in (pair.a, pair.b):
            told = [(s.entry.seat, s.entry.events) for s in world.steps if s.entry.kind == "move"]
            scenes.append(scene_of(pair.course.game, world.match, told, pair.viewer, names, 1))
        one, two = scenes
        assert one == two
        assert (words.alt(one), words.text(one)) == (words.alt(two), words.text(two))
        looked += 1
    assert looked > 3


# Faults put in.


@dataclass(frozen=True)
class Fault:
    name: str
    game: str
    says: str
    """Part of what the failure says: it is found where it was put."""
    plant: Callable[[Patch], None]
    in_rules: bool = False
    """Found when it is asked what may be played, before anything is sent."""


FAULTS: list[Fault] = []


def fault(
    game: str, says: str, in_rules: bool = False
) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    def keep(plant: Callable[[Patch], None]) -> Callable[[Patch], None]:
        FAULTS.append(Fault(plant.__name__, game, says, plant, in_rules))
        return plant

    return keep


def _full(patch: Patch) -> None:
    """Scenes hand out the full position."""
    real_show, real_quick = Scenes.show, Scenes.quick

    async def show(self: Scenes, sheet: Any, *args: Any, **kw: Any) -> Any:
        shown = await real_show(self, sheet, *args, **kw)
        scene = replace(shown.scene, view=(kw.get("at") or sheet.match).state)
        return replace(shown, scene=scene)

    def quick(self: Scenes, sheet: Any, seat: Any, locale: str, at: Any = None, **kw: Any) -> Any:
        scene = real_quick(self, sheet, seat, locale, at, **kw)
        return replace(scene, view=(at or sheet.match).state)

    patch.setattr(Scenes, "show", show)
    patch.setattr(Scenes, "quick", quick)


def _blank(patch: Patch) -> None:
    """All pictures are the same, so that the words are looked at."""

    async def picture(self: Scenes, scene: Any) -> bytes:
        return b"same"

    patch.setattr(Scenes, "picture", picture)


def _peek(match: Any) -> int:
    """Something that depends on what is hidden."""
    return int(hashlib.sha256(repr(match.state).encode()).hexdigest()[:4], 16)


@fault("toy", "")
def an_unmasked_hand_in_the_view(patch: Patch) -> None:
    real = toy.Toy.view

    def view(self: Any, s: Any, seat: Any) -> Any:
        return replace(real(self, s, seat), hands=s.hands)

    patch.setattr(toy.Toy, "view", view)


@fault("sarena", "other bytes in ['sarena-1-")
def a_picture_drawn_from_the_full_position(patch: Patch) -> None:
    from rendering.sarena import picture

    patch.undo()  # pictures are drawn
    _full(patch)
    patch.setattr(picture, "_own", lambda scene: scene.view.colours[0])


@fault("toy", '"label"')
def a_label_that_peeks(patch: Patch) -> None:
    _full(patch)
    _blank(patch)
    real = type(renderer("toy")).label

    def label(self: Any, scene: Any, move: Move) -> str:
        return f"{real(self, scene, move)[:60]} {sum(scene.view.deck[:20])}"

    patch.setattr(type(renderer("toy")), "label", label)


def _mixed(deck: Any, move: Move) -> int:
    """A number in which the deck hides; unlike `hash`, the same in every run."""
    return crc32(repr((deck, str(move))).encode())


@fault("toy", "play / play")
def a_menu_sorted_by_what_is_hidden(patch: Patch) -> None:
    _full(patch)
    _blank(patch)

    def key(self: Any, scene: Any, move: Move) -> Any:
        return _mixed(scene.view.deck, move)

    patch.setattr(type(renderer("toy")), "sort_key", key)


@fault("toy", "moves tell", in_rules=True)
def moves_listed_in_the_order_of_the_deck(patch: Patch) -> None:
    real = toy.Turn.moves

    def moves(self: Any, s: Any, seat: int) -> Any:
        return dict.fromkeys(sorted(real(self, s, seat), key=lambda m: _mixed(s.deck, m)))

    patch.setattr(toy.Turn, "moves", moves)


@fault("toy", "Undo is offered")
def an_undo_of_what_was_revealed(patch: Patch) -> None:
    patch.setattr(kernel.Ctx, "reveal", lambda self: None)


@fault("toy", "in the file")
def an_export_that_shows_a_secret_bid(patch: Patch) -> None:
    patch.setattr("data.export.open_moves", lambda record: frozenset(range(10_000)))


@fault("toy", "bid:")
def an_undo_that_names_a_secret_bid(patch: Patch) -> None:
    def told_of(scene: Any, entries: Any, log: Any) -> str:
        return ", ".join(entry.move for entry in entries)

    patch.setattr("cogs.table.scenes.told_of", told_of)


@fault("toy", "")
def a_log_that_tells_what_others_were_told(patch: Patch) -> None:
    patch.setattr(kernel.Event, "seen_by", lambda self, seat: True)


@fault("toy", "post")
def a_line_more_where_somebody_was_told_something(patch: Patch) -> None:
    here = Scenes.show.__globals__
    real = here["entry_lines"]

    def lines(scene: Any, entry: Any, *rest: Any) -> list[str]:
        hidden = [e for e in entry.events if not e.seen_by(scene.viewer)]
        return real(scene, entry, *rest) + ["…"] * len(hidden)

    patch.setitem(here, "entry_lines", lines)


@fault("toy", ": ")
def a_post_only_when_somebody_holds_a_high_card(patch: Patch) -> None:
    real = acts.move

    def move(sheet: Any, *args: Any, **kw: Any) -> Any:
        change = real(sheet, *args, **kw)
        high = sum(max(h, default=0) for h in change.sheet.match.state.hands) % 2
        return change if high else replace(change, notes=())

    patch.setattr(acts, "move", move)


@fault("sarena", '"custom_id": "pick:1:')
def an_asked_number_that_counts_secrets(patch: Patch) -> None:
    real = Booth.plant

    async def plant(self: Booth, sheet: Any, *args: Any) -> None:
        odd = 1000 * (_peek(sheet.match) % 50)
        holders = tuple(replace(h, asked=h.asked and h.asked + odd) for h in sheet.holders)
        await real(self, replace(sheet, holders=holders), *args)

    patch.setattr(Booth, "plant", plant)


@fault("sarena", "")
def a_file_name_that_holds_a_hash_of_the_position(patch: Patch) -> None:
    real = Scenes.file

    async def file(self: Scenes, shown: Any, sheet: Any) -> Any:
        made = await real(self, shown, sheet)
        made.filename = f"{_peek(sheet.match)}.png"
        return made

    patch.setattr(Scenes, "file", file)


@fault("sarena", "other bytes in ['sarena-1-")
def a_picture_whose_size_depends_on_a_secret(patch: Patch) -> None:
    _blank(patch)
    real = Scenes.file

    async def file(self: Scenes, shown: Any, sheet: Any) -> Any:
        made = await real(self, shown, sheet)
        made.fp.seek(0, 2)
        made.fp.write(b"\0" * (sheet.match.state.colours[0]))
        made.fp.seek(0)
        return made

    patch.setattr(Scenes, "file", file)


@fault("toy", "/toy put")
def a_refusal_that_explains_too_much(patch: Patch) -> None:
    def explain(self: Any, s: Any, seat: int, move: Move) -> Reason:
        held = [k for k, hand in enumerate(s.hands) if sum(hand) % 2]
        return Reason("toy-refused-card", {"card": "1", "cards": str(held)})

    patch.setattr(toy.Toy, "explain", explain)


@fault("toy", "they ")
def an_undo_that_is_refused_in_other_words(patch: Patch) -> None:
    from data import rewind

    real = rewind.ask

    def ask(sheet: Any, *args: Any) -> Any:
        if _peek(sheet.match) % 2:
            raise acts.refuse("refused-undo-leave")
        return real(sheet, *args)

    patch.setattr(rewind, "ask", ask)


@fault("toy", "completing toy put")
def a_completion_for_whoever_is_not_asked(patch: Patch) -> None:
    real = kernel.Game.moves

    def moves(self: Any, s: Any, seat: int) -> Any:
        top = s.stack[-1] if s.stack else None
        if isinstance(top, toy.Turn) and seat != top.seat:
            return toy.Turn.moves(replace(top, seat=seat), s, top.seat)
        return real(self, s, seat)

    patch.setattr(kernel.Game, "moves", moves)


@fault("toy", "here / here")
def a_list_of_matches_in_which_a_secret_stands(patch: Patch) -> None:
    from data.sheet import Head

    of = Head.of.__func__  # type: ignore[attr-defined]

    def counted(cls: Any, sheet: Any) -> Any:
        head = of(cls, sheet)
        return replace(head, changed=head.changed + _peek(sheet.match) if sheet.match else 0)

    patch.setattr(Head, "of", classmethod(counted))


@cache
def planned(name: str) -> list[tuple[Pair, Plan]]:
    """Some moments and what is done there, made before any fault is put in."""
    return [(pair, plan(pair)) for key in (0, 1) for pair in pairs(name, key)]


async def found(stand: Booth, fault: Fault) -> str:
    for pair, made in planned(fault.game):
        try:
            await told_apart(stand, pair, plan(pair) if fault.in_rules else made)
        except (Leak, AssertionError) as leak:
            return str(leak)
    return ""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
async def test_s1_a_fault_put_in_is_found(fault: Fault, stand: Booth, monkeypatch: Patch) -> None:
    planned(fault.game)
    undrawn(monkeypatch)
    fault.plant(monkeypatch)
    leak = await found(stand, fault)
    assert leak, "not found"
    assert fault.says in leak


def test_all_games_with_pictures_are_taken() -> None:
    assert {"sarena", "toy"} <= set(GAMES)
    assert all(game_of(name) for name in GAMES)
    assert Pair
