"""The arrows of what was done on the board."""

from __future__ import annotations

import math
from functools import lru_cache

from rendering.kit import marks
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark, Pen, Point
from rendering.sator.acts import Act
from rendering.sator.board import Layout
from rules.sator.board import HOWS


def draw_arrows(canvas: Canvas, layout: Layout, acts: list[Act]) -> list[list[Point]]:
    """The arrows; returns the points of each, the tip last, none where an act has no arrow."""
    return [_arrow(canvas, layout, act) for act in acts]


def anchor(layout: Layout, act: Act) -> int:
    """The square of the ghost that an arrow begins on: an open one, a step
    or two from the pivot."""

    def rank(square: int) -> tuple[bool, float, int]:
        far = 0.0
        if act.pivot >= 0:
            far = abs(_far(layout, act.pivot, square) - 1.7)
        elif act.steps:
            (row, column), step = divmod(square, layout.chart.size), act.steps[0]
            far = {"n": -row, "s": row, "e": column, "w": -column}[step]
        return square in layout.tile_at, far, square

    return min((q for q in act.before if q != act.pivot), key=rank)


def _far(layout: Layout, a: int, b: int) -> float:
    return math.dist(divmod(a, layout.chart.size), divmod(b, layout.chart.size))


def _arrow(canvas: Canvas, layout: Layout, act: Act) -> list[Point]:
    """Draw an act's arrow; returns its points."""
    chart, u = layout.chart, layout.chart.u
    if act.kind in ("walk", "push"):
        pawn = layout.colours[act.other if act.kind == "push" else act.seat]
        path = [chart.middle(q) for q in act.before] or [chart.start(pawn)]
        path += [chart.middle(q) for q in act.after]
        if act.by == "neque":
            return _bow(canvas, path[0], path[-1], 32 * u)
        path = _shortened(path, 32 * u)
        _line(canvas, path, 7, 24)
        return path
    if act.kind in ("gargoyle", "banish", "place"):
        if act.kind == "banish":
            canvas.mark(marks.ghost(26 * u), *chart.middle(act.after[0]))
        return []
    x, y = chart.middle(anchor(layout, act))
    if act.kind == "rotate":
        px, py = chart.middle(act.pivot)
        canvas.mark(_brackets(chart.cell), px, py)
        turn = (90, -90, 180)[HOWS.index(act.how)]
        far, angle = math.hypot(x - px, y - py), math.degrees(math.atan2(y - py, x - px))
        lead = math.degrees(30 * u / far) * (1 if turn > 0 else -1)
        ends = (angle, angle + turn - lead)
        steps = max(6, round(abs(ends[1] - ends[0]) / 4))
        points = []
        for k in range(steps + 1):
            a = math.radians(ends[0] + (ends[1] - ends[0]) * k / steps)
            points.append((px + far * math.cos(a), py + far * math.sin(a)))
        _line(canvas, points, 10, 28)
        return points
    if not act.after:  # taken away
        canvas.mark(_cross(chart.cell), x, y)
    if act.kind == "lift":
        return []
    path = [(x, y)]
    for step in act.steps:
        dx, dy = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[step]
        path.append((path[-1][0] + dx * chart.cell, path[-1][1] + dy * chart.cell))
    path = _shortened(_straight(path), 0.25 * chart.cell)
    _line(canvas, path, 10, 28)
    return path


def _straight(path: list[Point]) -> list[Point]:
    """The path without the points between two ends of a straight line."""
    kept = [path[0]]
    for before, at, after in zip(path, path[1:], path[2:], strict=False):
        if (at[0] - before[0], at[1] - before[1]) != (after[0] - at[0], after[1] - at[1]):
            kept.append(at)
    return [*kept, path[-1]]


def _shortened(path: list[Point], by: float) -> list[Point]:
    (x0, y0), (x1, y1) = path[-2], path[-1]
    far = math.hypot(x1 - x0, y1 - y0)
    by = min(by, far * 0.45)
    return [*path[:-1], (x1 - (x1 - x0) / far * by, y1 - (y1 - y0) / far * by)]


def _line(
    canvas: Canvas, points: list[Point], width: float, head: float, role: str = "ivory"
) -> None:
    x, y = round(points[0][0]), round(points[0][1])
    moved = tuple((round(a - x, 1), round(b - y, 1)) for a, b in points)
    canvas.mark(marks.arrow(moved, width, head, role), x, y)


def _bow(canvas: Canvas, start: Point, goal: Point, short: float) -> list[Point]:
    """An arrow through the air; returns its points."""
    (x0, y0), (x1, y1) = start, goal
    far = math.dist(start, goal)
    lift = min(110.0, far * 0.32)
    mx, my = (x0 + x1) / 2, (y0 + y1) / 2
    if abs(x1 - x0) >= abs(y1 - y0):
        my -= lift
    else:
        mx += lift if mx < 600 else -lift
    points = []
    for k in range(19):
        t = k / 18
        points.append(
            (
                (1 - t) ** 2 * x0 + 2 * t * (1 - t) * mx + t * t * x1,
                (1 - t) ** 2 * y0 + 2 * t * (1 - t) * my + t * t * y1,
            )
        )
    while len(points) > 6 and math.dist(points[-1], goal) < short:
        points.pop()
    _line(canvas, points, 8, 26)
    return points


@lru_cache(16)
def _brackets(cell: int) -> Mark:
    """Four short arcs round a pivot, so that a name can stand inside."""
    r = cell * 0.49
    side = math.ceil(2 * r + 14)
    pen, c = Pen(side, side), side / 2
    for width, role, more in ((8.4, "ink", 21), (4.6, "ivory", 19)):
        for turn in (45, 135, 225, 315):
            pen.arc(c, c, r, turn - more, turn + more, width, role)
    return pen.mark()


@lru_cache(16)
def _cross(cell: int) -> Mark:
    """Taken away for good."""
    q = cell * 0.3
    side = math.ceil(2 * q + 24)
    pen, c = Pen(side, side), side / 2
    for width, role in ((17.0, "ink"), (9.0, "ivory")):
        for s in (1, -1):
            pen.line([(c - q, c - s * q), (c + q, c + s * q)], width, role)
    return pen.mark()
