"""Lines round tiles: the ghost of where one lay, the halo of one that moved or may be chosen."""

from __future__ import annotations

import math
from functools import lru_cache

from rendering.kit.pen import Mark, Pen, Point, rounded

Cells = tuple[tuple[int, int], ...]
"""Row and column of each square."""
_PAD = 16


def border(cells: Cells) -> list[tuple[int, int]]:
    """The corners of a tile's outline, clockwise, as (column, row) of grid lines."""
    here, ahead = set(cells), {}
    for row, column in cells:
        for near, a, b in (
            ((row - 1, column), (column, row), (column + 1, row)),
            ((row, column + 1), (column + 1, row), (column + 1, row + 1)),
            ((row + 1, column), (column + 1, row + 1), (column, row + 1)),
            ((row, column - 1), (column, row + 1), (column, row)),
        ):
            if near not in here:
                ahead[a] = b
    first = min(ahead)
    points, at = [first], ahead[first]
    while at != first:
        points.append(at)
        at = ahead[at]
    return [
        p
        for k, p in enumerate(points)
        if not points[k - 1][0] == p[0] == points[(k + 1) % len(points)][0]
        and not points[k - 1][1] == p[1] == points[(k + 1) % len(points)][1]
    ]


def _inset(cells: Cells, cell: int, by: float) -> list[Point]:
    """The outline in px, moved inwards."""
    corners = border(cells)
    out = []
    for k, (x, y) in enumerate(corners):
        (x0, y0), (x1, y1) = corners[k - 1], corners[(k + 1) % len(corners)]
        came = (x > x0) - (x < x0), (y > y0) - (y < y0)
        goes = (x1 > x) - (x1 < x), (y1 > y) - (y1 < y)
        right = -came[1] - goes[1], came[0] + goes[0]
        out.append((x * cell + right[0] * by + _PAD, y * cell + right[1] * by + _PAD))
    return out


def _pen(cells: Cells, cell: int) -> Pen:
    rows, columns = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    return Pen(columns * cell + 2 * _PAD, rows * cell + 2 * _PAD)


@lru_cache(72)
def halo(cells: Cells, cell: int, role: str, width: float = 5) -> Mark:
    """A light line just inside a tile's edge, with a dark one on both sides; its anchor is the
    corner of square (0, 0)."""
    pen = _pen(cells, cell)
    points = rounded(_inset(cells, cell, 2 + width / 2), 5)
    points.append(points[0])
    pen.line(points, width + 5, "ink")
    pen.line(points, width, role)
    return pen.mark(_PAD, _PAD)


@lru_cache(144)
def ghost(cells: Cells, cell: int, role: str = "ivory", inset: int = 5) -> Mark:
    """A dashed outline, ``inset`` px from the edge, over a faint fill: a tile lay or would lie
    here. Anchored as `halo`."""
    pen = _pen(cells, cell)
    for row, column in cells:
        x, y = column * cell + _PAD + 3, row * cell + _PAD + 3
        pen.box(x, y, x + cell - 6, y + cell - 6, 4, role, 0.13)
    corners = _inset(cells, cell, inset)
    dashes: list[tuple[Point, Point]] = []
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        far = math.hypot(x1 - x0, y1 - y0)
        count = max(1, round(far / 22))
        for k in range(count):
            a, b = (k + 0.2) / count, (k + 0.8) / count
            dashes.append(
                (
                    (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a),
                    (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b),
                )
            )
    for width, line in ((7.6, "ink"), (3.6, role)):
        for dash in dashes:
            pen.line(dash, width, line)
    return pen.mark(_PAD, _PAD)
