"""S3: outside the rules nobody reads a full position.

Two spies. One replaces the stored position by one that notices who reads its fields: the rules
may, no line of cogs, rendering or data. The other notes every view that the rules hand out: a
renderer may only ever hold one of those, made for the very viewer it draws for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from cogs.client import Scenes
from rendering.scene import Renderer, Scene, renderer
from rules import game as game_of
from rules.kernel import State
from tests.leaks.booth import Booth
from tests.leaks.faults import Patch, whole_scenes
from tests.leaks.plans import Plan, plan
from tests.leaks.tour import tour
from tests.leaks.twins import SHOWN, Pair, pairs

OUTSIDE = ("cogs", "rendering", "data")

@cache
def moments(name: str) -> list[tuple[Pair, Plan]]:
    return [(pair, plan(pair)) for pair in list(pairs(name, 7))[::4]]


@cache
def spying(state: type[State]) -> type[State]:
    """The same kind of position, that notices who reads it."""
    names = {f.name for f in fields(state)}

    def read(self: Any, name: str) -> Any:
        if name in names:
            reader = sys._getframe(1).f_globals.get("__name__", "")
            if reader.split(".")[0] in OUTSIDE:
                READ.append(f"{reader} reads {name}")
        return object.__getattribute__(self, name)

    return type(state)(
        f"Spying{state.__name__}", (state,), {"__slots__": (), "__getattribute__": read}
    )


READ: list[str] = []


def _as(kind: type[State], state: State) -> State:
    """The position as that kind of object."""
    made = object.__new__(kind)
    for f in fields(state):
        object.__setattr__(made, f.name, object.__getattribute__(state, f.name))
    return made


@pytest.fixture
def spied(monkeypatch: Patch) -> list[str]:
    """Every position that the table holds spies; every view is a plain one. What was read."""
    READ.clear()
    for name in SHOWN:
        game = game_of(name)
        kind = type(game)
        real_view, real_load = kind.view, kind.load

        def view(self: Any, s: Any, seat: Any, real: Any = real_view) -> Any:
            seen = real(self, s, seat)
            plain = next(k for k in type(seen).__mro__ if not k.__name__.startswith("Spying"))
            return seen if type(seen) is plain else _as(plain, seen)

        def load(self: Any, doc: Any, real: Any = real_load) -> Any:
            state = real(self, doc)
            return _as(spying(type(state)), state)

        monkeypatch.setattr(kind, "view", view)
        monkeypatch.setattr(kind, "load", load)
    return READ


async def look(stand: Booth, name: str, most: int = 100) -> int:
    said = 0
    for pair, made in moments(name)[:most]:
        said += len(await tour(stand, pair, pair.a, made))
    return said


@pytest.mark.parametrize("name", SHOWN)
async def test_s3_nothing_but_the_rules_reads_a_full_position(
    name: str, stand: Booth, spied: list[str], faults: list[str]
) -> None:
    assert await look(stand, name) > 300
    stand.forget()
    await stand.desk.open()
    sheet = await stand.desk.sheet(1)
    assert type(sheet.match.state).__name__.startswith("Spying"), "the spy is in place"
    assert spied == []
    assert not faults


@pytest.mark.parametrize("name", SHOWN)
async def test_s3_the_spy_notices_a_scene_made_of_the_full_position(
    name: str, stand: Booth, spied: list[str], monkeypatch: Patch
) -> None:
    whole_scenes(monkeypatch)
    await look(stand, name, 1)
    assert any(what.startswith("rendering.") for what in spied)


@pytest.mark.parametrize("name", SHOWN)
async def test_s3_the_spy_notices_a_glance_from_a_cog(
    name: str, stand: Booth, spied: list[str], monkeypatch: Patch
) -> None:
    source = "def glance(sheet):\n    return sheet.match.state.stack\n"
    here: dict[str, Any] = {"__name__": "cogs.table.panel"}
    exec(source, here)
    real = Scenes.file

    async def file(self: Scenes, shown: Any, sheet: Any) -> Any:
        here["glance"](sheet)
        return await real(self, shown, sheet)

    monkeypatch.setattr(Scenes, "file", file)
    await look(stand, name, 1)
    assert "cogs.table.panel reads stack" in spied


# What a renderer holds.


class Views:
    """Every view that the rules have handed out, and for whom."""

    def __init__(self) -> None:
        self.made: dict[int, tuple[Any, set[Any]]] = {}
        self.wrong: list[str] = []
        self.asked = 0

    def note(self, view: Any, seat: Any) -> Any:
        held = self.made.setdefault(id(view), (view, set()))
        held[1].add(seat)
        return view

    def check(self, what: str, scene: Scene) -> None:
        self.asked += 1
        view, seats = self.made.get(id(scene.view), (None, set()))
        if view is None:
            self.wrong.append(f"{what} is given something that is no view")
        elif scene.viewer not in seats:
            self.wrong.append(f"{what} for {scene.viewer} is given the view of {seats}")


@pytest.fixture
def views(monkeypatch: Patch) -> Views:
    views = Views()
    methods = [name for name, value in vars(Renderer).items() if callable(value)]
    for name in SHOWN:
        kind = type(game_of(name))
        real_view = kind.view

        def view(self: Any, s: Any, seat: Any, real: Any = real_view) -> Any:
            return views.note(real(self, s, seat), seat)

        monkeypatch.setattr(kind, "view", view)
        words = type(renderer(name))
        for method in methods:
            real = getattr(words, method)

            def watched(
                self: Any, *args: Any, real: Callable[..., Any] = real, method: str = method
            ) -> Any:
                if args and isinstance(args[0], Scene):
                    views.check(method, args[0])
                return real(self, *args)

            monkeypatch.setattr(words, method, watched)
    return views


@pytest.mark.parametrize("name", SHOWN)
async def test_s3_a_renderer_is_only_ever_given_the_view_of_its_viewer(
    name: str, stand: Booth, views: Views
) -> None:
    await look(stand, name)
    assert views.asked > 500
    assert views.wrong == []


@pytest.mark.parametrize("name", SHOWN)
async def test_s3_a_view_that_was_made_for_another_is_noticed(
    name: str, stand: Booth, views: Views, monkeypatch: Patch
) -> None:
    real = Scenes.show

    async def show(self: Scenes, sheet: Any, viewer: Any, *args: Any, **kw: Any) -> Any:
        shown = await real(self, sheet, viewer, *args, **kw)
        other = game_of(sheet.game).view(sheet.match.state, 0 if viewer is None else None)
        return replace(shown, scene=replace(shown.scene, view=other))

    monkeypatch.setattr(Scenes, "show", show)
    await look(stand, name, 2)
    assert any("is given the view of" in what for what in views.wrong)


@pytest.mark.parametrize("name", SHOWN)
async def test_s3_a_full_position_in_a_scene_is_no_view(
    name: str, stand: Booth, views: Views, monkeypatch: Patch
) -> None:
    whole_scenes(monkeypatch)
    await look(stand, name, 2)
    assert any("no view" in what for what in views.wrong)
