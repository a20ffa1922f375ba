"""Where on a board the names of the tiles and the numbers of what was done can stand, so that they
hide nothing and nothing hides them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rendering.kit import text
from rendering.kit.atlas import Sprite
from rendering.kit.pen import Point
from rendering.kit.theme import BOLD
from rendering.sator.acts import Act
from rendering.sator.arrows import anchor
from rendering.sator.board import Layout
from rendering.sator.chart import Chart
from rendering.sator.grounds import RIM
from rules.sator.facts import TILE_NAMES

REACH = 26
"""px from the middle of a numbered disc to the edge of its rim."""
NAME, LOW = 36, 30
"""px of a tile's name, and of one on a plate at the edge."""
PLATE_HIGH = 32
_EDGE = 14
"""px that a disc's middle keeps from the edge of the grid, beyond which coordinates stand."""


class Rect(NamedTuple):
    """A part of the picture, in px."""

    x0: float
    y0: float
    x1: float
    y1: float

    def meets(self, other: Rect) -> float:
        """How many px of area both have."""
        across = min(self.x1, other.x1) - max(self.x0, other.x0)
        down = min(self.y1, other.y1) - max(self.y0, other.y0)
        return across * down if across > 0 and down > 0 else 0.0

    def holds(self, other: Rect) -> bool:
        """Whether no part of the other lies outside."""
        inside = self.x0 <= other.x0 and other.x1 <= self.x1
        return inside and self.y0 <= other.y0 and other.y1 <= self.y1

    def off(self, at: Point) -> float:
        """How far a point is from it."""
        across = max(self.x0 - at[0], 0.0, at[0] - self.x1)
        down = max(self.y0 - at[1], 0.0, at[1] - self.y1)
        return math.hypot(across, down)


def about(at: Point, wide: float, high: float) -> Rect:
    """A rectangle round a point."""
    return Rect(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)


class Place(NamedTuple):
    """Where a tile's name stands."""

    tile: int
    at: Point
    low: bool
    """On a small plate at the tile's edge: each of its squares is taken."""

    @property
    def box(self) -> Rect:
        """What it takes."""
        name = TILE_NAMES[self.tile].upper()
        if self.low:
            return about(self.at, plate_width(name), PLATE_HIGH)
        return about(self.at, text.width(name, BOLD, NAME) + 6, text.cap_height(BOLD, NAME) + 6)


def plate_width(name: str) -> float:
    """How wide the plate of a tile's name is."""
    return text.width(name, BOLD, LOW) + 12


@lru_cache(64)
def _extent(shape: tuple[int, int], solid: bytes) -> tuple[int, int, int, int]:
    covered = np.frombuffer(solid, bool).reshape(shape)
    rows, columns = np.flatnonzero(covered.any(1)), np.flatnonzero(covered.any(0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def covered(sprite: Sprite, at: Point) -> Rect:
    """What a sprite covers wholly when its anchor is there."""
    left, top = at[0] - sprite.x, at[1] - sprite.y
    if sprite.solid is None:
        high, wide = sprite.pixels.shape
        return Rect(left, top, left + wide, top + high)
    x0, y0, x1, y1 = _extent(sprite.solid.shape, sprite.solid.tobytes())
    return Rect(left + x0, top + y0, left + x1, top + y1)


def flags(layout: Layout) -> list[Rect]:
    """The start marks beside the board."""
    side = min(layout.chart.cell, layout.chart.flag) + 4
    return [about(layout.chart.start(colour), side, side) for colour in layout.colours]


# The names of the tiles


def inner(layout: Layout, squares: Sequence[int]) -> list[int]:
    """A tile's squares, the one nearest to its middle first."""
    size = layout.chart.size
    at = {square: divmod(square, size) for square in squares}
    row = sum(r for r, _ in at.values()) / len(at)
    column = sum(c for _, c in at.values()) / len(at)
    return sorted(squares, key=lambda q: (abs(at[q][0] - row) + abs(at[q][1] - column), q))


def busy(layout: Layout, acts: Iterable[Act]) -> set[int]:
    """Squares over which arrows lie, or about which a tile turned: rather no name there."""
    found: set[int] = set()
    for act in acts:
        if act.kind in ("walk", "push"):
            found |= {*act.before, *act.after}
        elif act.kind in ("gargoyle", "banish", "place"):
            found |= {*act.after[:1]}
        elif act.before:
            found |= {anchor(layout, act), act.pivot}
            if act.kind == "lift":
                found |= {*act.after[:1]}
    return found


def names(
    layout: Layout,
    crowded: Collection[int],
    figures: Sequence[Rect],
    plates: Sequence[Rect],
    discs: Sequence[Point] = (),
    without: Collection[int] = (),
) -> list[Place]:
    """Each tile's name on a square of it where nothing stands, rather not on a ``crowded`` one;
    where there is none on a plate at its edge. ``without``: tiles that are named elsewhere."""
    held = layout.books.keys() | layout.pawns.keys() | layout.beasts.keys()
    found: list[Place] = []
    pressed: list[int] = []
    for tile, spot in enumerate(layout.board.spots):
        if spot < 0 or tile in without:
            continue
        order = inner(layout, layout.grid.squares[spot])
        order.sort(key=lambda square: square in crowded)
        for square in order:
            if square in held:
                continue
            place = Place(tile, layout.chart.middle(square), False)
            box = place.box
            if any(box.off(at) < REACH for at in discs) or any(map(box.meets, plates)):
                continue
            found.append(place)
            break
        else:
            pressed.append(tile)
    for tile in pressed:
        taken = [*plates, *(place.box for place in found)]
        found.append(_low(layout, tile, figures, taken, discs))
    return found


_ROUND = (
    (0, 0.5), (0, -0.5), (0.5, 0), (-0.5, 0), (0, 0.62), (0, -0.62), (0.62, 0), (-0.62, 0),
    (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, -0.5),
)  # fmt: skip


def _low(
    layout: Layout,
    tile: int,
    figures: Sequence[Rect],
    taken: Sequence[Rect],
    discs: Sequence[Point],
) -> Place:
    """A plate at a tile's edge where it hides least, rather not on another tile; never beyond the
    frame, where coordinates stand, nor on a start mark."""
    chart, squares, marks = layout.chart, layout.squares(tile), flags(layout)
    side = chart.cell * chart.size + RIM
    frame = Rect(chart.left - RIM, chart.top - RIM, chart.left + side, chart.top + side)
    wide = plate_width(TILE_NAMES[tile].upper())
    out, up = 0.5 + wide / 2 / chart.cell, 0.5 + PLATE_HIGH / 2 / chart.cell
    best, least = (0.0, 0.0), math.inf
    for square in inner(layout, squares):
        x, y = chart.middle(square)
        for across, down in (*_ROUND, (0, up), (0, -up), (out, 0), (-out, 0)):
            at = x + across * chart.cell, y + down * chart.cell
            box = about(at, wide, PLATE_HIGH)
            if not frame.holds(box) or any(map(box.meets, marks)):
                continue  # half a square inwards there is always room
            bare = about(at, wide - 6, PLATE_HIGH - 6)  # a sign may lie over the rim
            cost = sum(map(box.meets, figures)) + 8 * sum(map(bare.meets, taken))
            cost += sum(400 for disc in discs if box.off(disc) < REACH)
            beyond = _square(chart, (at[0] + across * 20, at[1] + down * 20))
            if beyond < 0 or (beyond not in squares and beyond in layout.tile_at):
                cost += 300
            if cost < least:
                best, least = at, cost
    return Place(tile, best, True)


def _square(chart: Chart, at: Point) -> int:
    """The square under a point; -1: none."""
    row, column = int((at[1] - chart.top) // chart.cell), int((at[0] - chart.left) // chart.cell)
    inside = 0 <= row < chart.size and 0 <= column < chart.size
    return row * chart.size + column if inside else -1


# The numbers of what was done


def discs(
    layout: Layout,
    acts: Sequence[Act],
    arrows: Sequence[Sequence[Point]],
    taken: Sequence[Rect],
) -> list[list[Point]]:
    """Where each act's number stands, twice for a lift: somewhere on its way or beside it where it
    covers nothing of ``taken``, no tip of an arrow and no other number; else where it covers
    least."""
    tips = [about(_back(points), 10, 10) for points in arrows if points]
    used: list[Point] = []
    found = []
    for act, points in zip(acts, arrows, strict=True):
        at = [_best(layout, _along(layout, act, points), taken, tips, used)]
        used += at
        if act.kind == "lift" and act.after:  # too far for an arrow: the same number again
            at.append(_best(layout, _on(layout, act.after), taken, tips, used))
            used.append(at[1])
        found.append(at)
    return found


def _back(points: Sequence[Point]) -> Point:
    """A little before the tip of an arrow."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    far = math.hypot(x1 - x0, y1 - y0) or 1.0
    return x1 - (x1 - x0) / far * 6, y1 - (y1 - y0) / far * 6


def _best(
    layout: Layout,
    places: Iterable[Point],
    taken: Sequence[Rect],
    tips: Sequence[Rect],
    used: Sequence[Point],
) -> Point:
    chart = layout.chart
    side = chart.cell * chart.size - _EDGE
    best, least = (0.0, 0.0), math.inf
    for x, y in places:
        if not (
            chart.left + _EDGE <= x <= chart.left + side
            and chart.top + _EDGE <= y <= chart.top + side
        ):
            continue
        cost = sum(
            REACH + 4 - rect.off((x, y))
            for rect in taken
            if rect.x0 - REACH < x < rect.x1 + REACH
            and rect.y0 - REACH < y < rect.y1 + REACH
            and rect.off((x, y)) < REACH
        )
        cost += sum(max(0.0, 2 * REACH - math.dist((x, y), other)) for other in used)
        cost += sum(5 for tip in tips if tip.off((x, y)) < REACH - 4)
        if cost < least:
            best, least = (x, y), cost
        if not cost:
            break
    return best


def _along(layout: Layout, act: Act, points: Sequence[Point]) -> Iterator[Point]:
    """Places for an act's number, the best ones first."""
    chart = layout.chart
    if act.kind == "gargoyle":
        yield from _beside(chart, act.after[:1])
        return
    if act.kind in ("banish", "place"):
        yield from _on(layout, act.after)
        return
    if act.kind in ("walk", "push"):
        way = (*act.before, *act.after)
        yield from (chart.middle(square) for square in way[:-1])
        yield from _between(points)
        yield from _beside(chart, way)
        return
    first = anchor(layout, act)
    rest = [square for square in act.before if square != first]
    rest.sort(key=lambda square: square in layout.tile_at)
    yield from (chart.middle(square) for square in (first, *rest) if square != act.pivot)
    yield from _between(points)
    yield from _beside(chart, (first, *rest))
    yield from _on(layout, act.after)


def _on(layout: Layout, squares: Sequence[int]) -> Iterator[Point]:
    yield from (layout.chart.middle(square) for square in squares)
    yield from _beside(layout.chart, squares)


def _between(points: Sequence[Point]) -> Iterator[Point]:
    """Places on an arrow, from its start, short of its head."""
    for k, (a, b) in enumerate(pairwise(points)):
        last = k == len(points) - 2
        for part in (0.0, 0.25, 0.5) if last else (0.0, 0.25, 0.5, 0.75):
            yield a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _beside(chart: Chart, squares: Sequence[int]) -> Iterator[Point]:
    """Places at the edges of squares and beyond, near ones first."""
    for far in (0.76, 1.0):
        for square in squares:
            x, y = chart.middle(square)
            for across, down in ((-1, 0), (0, -1), (1, 0), (0, 1)):
                yield x + across * far * chart.cell, y + down * far * chart.cell
            for across in (-1, 1):
                for down in (-1, 1):
                    by = far * 0.9 * chart.cell
                    yield x + across * by, y + down * by
