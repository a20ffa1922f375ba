"""What was done on the board, picked from the events: what is marked there and told in a legend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rendering.scene import Scene
from rendering.words import say
from rules.kernel import Event, Seat
from rules.sator.board import DIRECTIONS, Grid
from rules.sator.facts import COLOURS

Squares = tuple[int, ...]


class Act(NamedTuple):
    """One thing done. ``kind``: the event's."""

    kind: str
    seat: Seat
    tile: str = ""
    before: Squares = ()
    """Where the tile lay, or where a pawn came from (empty: its start square)."""
    after: Squares = ()
    """Where it lies, or the squares a pawn entered."""
    steps: str = ""
    pivot: int = -1
    how: str = ""
    by: str = ""
    books: int = 0
    """Collected on the way."""
    other: Seat = -1
    """Whose Acolyte was moved."""


_MARKED = frozenset({"place", "shift", "rotate", "lift", "walk", "push", "gargoyle", "banish"})


def acts_of(scene: Scene, grid: Grid, most: int) -> list[Act]:
    """The last ``most`` acts, oldest first. What goes on in parts, a walk or a push of one tile, is
    one."""
    found: list[Act] = []
    for event in scene.since:
        if event.kind in _MARKED:
            act = _act(event, grid)
            joined = _joined(found[-1], act) if found else None
            found[-1:] = [joined] if joined else [*found[-1:], act]
        elif event.kind == "book" and found and found[-1].kind == "walk":
            found[-1] = found[-1]._replace(books=found[-1].books + 1)
    return found[-most:]


def _joined(one: Act, two: Act) -> Act | None:
    """Two acts as one, where the second goes on with the first."""
    if one.kind != two.kind or one.seat != two.seat or one.tile != two.tile:
        return None
    if one.kind == "shift" and one.by == two.by == "mihi":
        return one._replace(after=two.after, steps=one.steps + two.steps)
    if one.kind == "walk" and "neque" not in (one.by, two.by):
        path, books = one.after + two.after, one.books + two.books
        return one._replace(after=path, books=books)
    return None


def _act(event: Event, grid: Grid) -> Act:
    data = event.data

    def squares(names: Sequence[str]) -> Squares:
        return tuple(grid.index[name] for name in names)

    if event.kind == "place":
        return Act("place", data["seat"], data["tile"], (), squares(data["squares"]))
    if event.kind in ("walk", "push"):
        origin = () if data["origin"] == "start" else squares([data["origin"]])
        path = squares(data["path"])
        by = data.get("by", "nihil")
        return Act(
            event.kind, data["seat"], before=origin, after=path, by=by, other=data.get("other", -1)
        )
    if event.kind in ("gargoyle", "banish"):
        return Act(event.kind, data["seat"], after=squares([data["square"]]))
    before, after = squares(data["before"]), squares(data["after"])
    act = Act(event.kind, data["seat"], data["tile"], before, after, by=data["by"])
    if event.kind == "shift":
        return act._replace(steps=data["steps"])
    if event.kind == "rotate":
        return act._replace(pivot=grid.index[data["square"]], how=data["how"])
    return act


def ways(locale: str, steps: str) -> str:
    """``2 north, 1 east``: how far a tile is pushed, in the order of its way; ``nen`` stays so."""
    runs: list[tuple[str, int]] = []
    for step in steps:
        if runs and runs[-1][0] == step:
            runs[-1] = (step, runs[-1][1] + 1)
        else:
            runs.append((step, 1))
    said = [say(locale, f"sator-way-{DIRECTIONS[DIRECTIONS.index(s)]}", count=n) for s, n in runs]
    return ", ".join(said)


def _runs(steps: str) -> int:
    """How many straight parts a way has."""
    return sum(a != b for a, b in pairwise(steps)) + 1


def _letters(locale: str, steps: str) -> str:
    """``2N 1E``: the same in letters."""
    runs = [steps[:1]]
    for step in steps[1:]:
        runs[-1:] = [runs[-1] + step] if runs[-1][0] == step else [runs[-1], step]
    return " ".join(say(locale, f"sator-brief-{run[0]}", count=len(run)) for run in runs)


def short(scene: Scene, grid: Grid, act: Act) -> str:
    """The act in a few words for a legend."""
    locale = scene.locale
    tile = act.tile.upper()

    def square(at: int) -> str:
        return grid.names[at].upper()

    if act.kind == "shift":
        if _runs(act.steps) > 3:
            return say(locale, "sator-act-far", tile=tile, square=square(act.after[0]))
        way = ways(locale, act.steps) if len(set(act.steps)) == 1 else _letters(locale, act.steps)
        return say(locale, "sator-act-shift", tile=tile, way=way)
    if act.kind == "rotate":
        return say(locale, "sator-act-rotate", tile=tile, square=square(act.pivot), how=act.how)
    if act.kind == "lift":
        return say(locale, "sator-act-lift" if act.after else "sator-act-gone", tile=tile)
    if act.kind == "place":
        return say(locale, "sator-act-place", tile=tile, square=square(act.after[0]))
    if act.kind in ("gargoyle", "banish"):
        return say(locale, f"sator-act-{act.kind}", square=square(act.after[0]))
    goal = square(act.after[-1])
    if act.kind == "push":
        whose = say(locale, f"sator-{COLOURS[scene.view.rules.colours[act.other]]}")
        return say(locale, "sator-act-push", colour=whose, goal=goal)
    if not act.before:
        return say(locale, "sator-act-enter", goal=goal, books=act.books)
    origin = square(act.before[0])
    key = "sator-act-jump" if act.by == "neque" else "sator-act-walk"
    return say(locale, key, origin=origin, goal=goal, books=act.books)


def brief(scene: Scene, grid: Grid, act: Act) -> str:
    """The act in nine letters or so, for a narrow column; whose Acolyte was pushed, and which books
    were collected, is drawn beside it."""
    locale, tile = scene.locale, act.tile.upper()
    if act.kind == "shift":
        if _runs(act.steps) > 2:
            square = grid.names[act.after[0]].upper()
            return say(locale, "sator-act-far", tile=tile, square=square)
        return say(locale, "sator-brief-shift", tile=tile, way=_letters(locale, act.steps))
    if act.kind == "rotate":
        square = grid.names[act.pivot].upper()
        return say(locale, "sator-brief-rotate", tile=tile, square=square)
    if act.kind == "lift":
        return say(locale, "sator-brief-lift" if act.after else "sator-brief-gone", tile=tile)
    if act.kind == "place":
        return say(locale, "sator-brief-place", tile=tile, square=grid.names[act.after[0]].upper())
    goal = grid.names[act.after[-1]].upper()
    if act.kind in ("gargoyle", "banish"):
        return say(locale, f"sator-brief-{act.kind}", square=goal)
    return say(locale, f"sator-brief-{act.kind}", goal=goal)
