"""The board with everything on it: tiles over their shadows, books, pawns, what moved."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from rendering.kit import marks
from rendering.kit.atlas import Sprite
from rendering.kit.canvas import Canvas, stamped
from rendering.kit.levels import Stencil, levels, stencil
from rendering.kit.pen import Mark, Pen, Point
from rendering.kit.raster import blurred
from rendering.kit.theme import BOLD, INK, ON_PIECE
from rendering.sator import outline, tiles
from rendering.sator.acts import Act
from rendering.sator.chart import Chart, atlas
from rules.sator.board import HOWS, grid
from rules.sator.facts import COLOURS, TILE_NAMES, TYPES
from rules.sator.state import AT_START, Board

Cells = outline.Cells


class Layout:
    """A position's board, ready to be drawn: what lies on each square."""

    def __init__(
        self, chart: Chart, board: Board, gargoyles: tuple[int, ...], colours: tuple[int, ...]
    ) -> None:
        self.chart, self.board, self.gargoyles, self.colours = chart, board, gargoyles, colours
        self.grid = grid(chart.size)
        self.tile_at: dict[int, int] = {}
        for tile, spot in enumerate(board.spots):
            if spot >= 0:
                for square in self.grid.squares[spot]:
                    self.tile_at[square] = tile
        self.books = {square: k // 4 for k, square in enumerate(board.books) if square >= 0}
        """Square to seat."""
        self.pawns = {at: seat for seat, at in enumerate(board.acolytes) if at >= 0}
        self.beasts = {at: seat for seat, at in enumerate(gargoyles) if at >= 0}

    def squares(self, tile: int) -> tuple[int, ...]:
        """Where a tile lies."""
        return self.grid.squares[self.board.spots[tile]]

    def rows(self, squares: Iterable[int]) -> tuple[tuple[int, int], Cells]:
        """The row and column of the upper left of these squares, and where they lie from there."""
        at = [divmod(square, self.chart.size) for square in squares]
        top, left = min(r for r, _ in at), min(c for _, c in at)
        return (top, left), tuple(sorted((r - top, c - left) for r, c in at))


def draw_tiles(canvas: Canvas, layout: Layout, acts: list[Act]) -> None:
    """Shadows, ghosts of where tiles lay, sides, tops; halos of those that moved."""
    chart = layout.chart
    _shadows(canvas, layout)
    for act in acts:
        if act.kind in ("shift", "rotate", "lift"):
            at, cells = layout.rows(act.before)
            canvas.mark(outline.ghost(cells, chart.cell), *chart.corner(*at))
    found = []
    for tile, spot in enumerate(layout.board.spots):
        if spot >= 0:
            at, cells = layout.rows(layout.grid.squares[spot])
            found += [(at, part) for part in tiles.parts(TYPES[tile % 4], cells, tile)]
    for (row, column), part in found:
        if part.side and row + part.row < chart.size - 1:
            x, y = chart.corner(row + part.row + 1, column + part.column)
            canvas.put(part.side, x, y)
    for (row, column), part in found:
        canvas.put(part.top, *chart.corner(row + part.row, column + part.column))
    moved = {act.tile for act in acts if act.tile and act.after}
    for name in moved:
        tile = TILE_NAMES.index(name)
        if layout.board.spots[tile] >= 0:
            ring(canvas, layout, layout.squares(tile), "ivory")


def ring(canvas: Canvas, layout: Layout, squares: Iterable[int], role: str) -> None:
    """A halo round these squares."""
    at, cells = layout.rows(squares)
    canvas.mark(outline.halo(cells, layout.chart.cell, role), *layout.chart.corner(*at))


_NEAR = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1))


def _shadows(canvas: Canvas, layout: Layout) -> None:
    """Each open square is darkened by the tiles above and beside it."""
    size, taken = layout.chart.size, layout.tile_at
    for square in range(size * size):
        if square in taken:
            continue
        row, column = divmod(square, size)
        near = 0
        for bit, (down, across) in enumerate(_NEAR):
            r, c = row + down, column + across
            if r >= 0 and 0 <= c < size and r * size + c in taken:
                near |= 1 << bit
        if near:
            x, y = layout.chart.corner(row, column)
            canvas.stain(_shade(layout.chart.cell, near), x, y, "shadow")


@lru_cache(256)
def _shade(cell: int, near: int) -> Stencil:
    """The shadow on an open square; ``near``: which of `_NEAR` are covered."""
    u = cell / 70
    wide = np.zeros((3 * cell, 3 * cell), np.float32)
    for bit, (down, across) in enumerate(_NEAR):
        if near >> bit & 1:
            y, x = (down + 1) * cell + round(30 * u), (across + 1) * cell + round(16 * u)
            wide[y : y + cell, x : x + cell] = 1
    soft = blurred(wide, 11 * u)[cell : 2 * cell, cell : 2 * cell]
    return stencil(levels(soft, 1, 0.62))


def draw_books(canvas: Canvas, layout: Layout, letters: str) -> None:
    """The books that are still to be recovered."""
    for square, seat in layout.books.items():
        x, y = layout.chart.middle(square)
        canvas.put(lettered("book", layout.chart, layout.colours[seat], letters), x + 1, y + 1)


def draw_beasts(canvas: Canvas, layout: Layout, letters: str) -> None:
    """The Gargoyles."""
    for square, seat in layout.beasts.items():
        x, y = layout.chart.middle(square)
        canvas.put(lettered("gargoyle", layout.chart, layout.colours[seat], letters), x, y - 1)


def draw_pawns(canvas: Canvas, layout: Layout, letters: str) -> None:
    """The Acolytes, on their start squares too."""
    for seat, at in enumerate(layout.board.acolytes):
        if at >= AT_START:
            colour = layout.colours[seat]
            x, y = layout.chart.middle(at) if at >= 0 else layout.chart.start(colour)
            sprite = lettered("acolyte", layout.chart, colour, letters)
            top = y - 4 * layout.chart.u
            canvas.put(sprite, min(max(x, sprite.x), canvas.width - sprite.x), top)


_AT = {"book": (34, 30.2, 28.9), "acolyte": (31, 33.3, 51.75), "gargoyle": (28, 42, 59)}
"""The letter's size, and its place in the usual figure."""


@lru_cache(128)
def lettered(kind: str, chart: Chart, colour: int, letters: str) -> Sprite:
    """A figure with its owner's letter on it."""
    name, u = COLOURS[colour], chart.u
    size, x, y = _AT[kind]
    held = atlas(chart)
    sprite = held.sprites[f"{kind}-{name}"]
    role = f"on-{name}"
    high, wide = sprite.pixels.shape
    pen = Pen(wide, high)
    pen.write(x * u, y * u, letters[colour], BOLD, max(26, round(size * u)), role, record=False)
    assert ON_PIECE[name] in (INK, "#FFF6E0")
    return stamped(held, f"{kind}-{name}", pen.mark(sprite.x, sprite.y))


def draw_ids(
    canvas: Canvas, layout: Layout, busy: set[int], plates: set[int], without: set[int]
) -> None:
    """Each tile's name on a square of it where nothing stands, rather not on a ``busy`` one and
    never under a plate; those in ``without`` get theirs elsewhere."""
    full = busy | plates | layout.books.keys() | layout.pawns.keys() | layout.beasts.keys()
    for tile, spot in enumerate(layout.board.spots):
        squares = [q for q in layout.grid.squares[spot] if q not in plates] if spot >= 0 else []
        if not squares or tile in without:
            continue
        square = id_square(layout, squares, full)
        name, kind = TILE_NAMES[tile].upper(), TYPES[tile % 4]
        x, y = layout.chart.middle(square)
        if square in full:  # nothing is free: it stands at the lower edge
            y += layout.chart.cell * 0.36
            canvas.text(x, y, name, 30, f"on-{kind}", align="m", halo=f"halo-{kind}")
        else:
            canvas.text(x, y, name, 36, f"on-{kind}", align="m", halo=f"halo-{kind}")


def id_square(layout: Layout, squares: Sequence[int], full: set[int]) -> int:
    """The free square nearest to a tile's middle, or the nearest one."""
    size = layout.chart.size
    at = {square: divmod(square, size) for square in squares}
    row = sum(r for r, _ in at.values()) / len(at)
    column = sum(c for _, c in at.values()) / len(at)
    free = [square for square in squares if square not in full] or list(squares)
    return min(free, key=lambda q: (abs(at[q][0] - row) + abs(at[q][1] - column), q))


@lru_cache(128)
def disc(number: int, colour: int, r: float = 20, size: int = 32) -> Mark:
    """A numbered disc in the colour of who acted, with a light rim."""
    name = COLOURS[colour]
    side = math.ceil(2 * r + 16)
    pen, c = Pen(side, side), side / 2
    for more, role in ((6.0, "ink"), (3.6, "ivory"), (0.0, "ink"), (-1.2, name)):
        pen.circle(c, c, r + more, role)
    pen.write(c, c, str(number), BOLD, size, f"on-{name}")
    return pen.mark()


def draw_acts(canvas: Canvas, layout: Layout, acts: list[Act]) -> list[tuple[Mark, Point]]:
    """The arrows of what was done. Returns the numbered discs and where they stand; they are laid
    on last, so that no pawn hides them."""
    found: list[tuple[Mark, Point]] = []
    used: list[Point] = []
    standing = (*layout.pawns, *layout.books, *layout.beasts)
    for k, act in enumerate(acts):
        at = _arrow(canvas, layout, act)
        if any(math.dist(at, layout.chart.middle(q)) < 4 for q in standing):
            at = at[0] - layout.chart.cell * 0.34, at[1] - layout.chart.cell * 0.34
        while any(math.dist(at, other) < 34 for other in used):
            at = at[0] + 24, at[1] + 24
        used.append(at)
        sign = disc(k + 1, layout.colours[act.seat])
        found.append((sign, at))
        if act.kind == "lift" and act.after:  # too far for an arrow: the same number again
            found.append((sign, layout.chart.middle(act.after[0])))
    return found


def busy_squares(layout: Layout, acts: list[Act], discs: list[tuple[Mark, Point]]) -> set[int]:
    """Squares on which arrows and discs stand, so that no tile has its name there."""
    near = layout.chart.cell * 0.8
    found = {
        square
        for square in layout.tile_at
        for _, at in discs
        if math.dist(layout.chart.middle(square), at) < near
    }
    for act in acts:
        if act.kind in ("walk", "push"):
            found |= {*act.before, *act.after}
        elif act.kind in ("gargoyle", "banish", "place"):
            found |= {*act.after[:1]}
        elif act.before:
            found.add(_anchor(layout, act))
            if act.kind == "lift":
                found |= {*act.after[:1]}
    return found


def _anchor(layout: Layout, act: Act) -> int:
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


def _arrow(canvas: Canvas, layout: Layout, act: Act) -> Point:
    """Draw an act's arrow; returns where its disc stands."""
    chart, u = layout.chart, layout.chart.u
    if act.kind in ("walk", "push"):
        pawn = layout.colours[act.other if act.kind == "push" else act.seat]
        path = [chart.middle(q) for q in act.before] or [chart.start(pawn)]
        path += [chart.middle(q) for q in act.after]
        if act.by == "neque":
            _bow(canvas, path[0], path[-1], 32 * u)
        else:
            _line(canvas, _shortened(path, 32 * u), 7, 24)
        return path[0]
    if act.kind in ("gargoyle", "banish", "place"):
        x, y = chart.middle(act.after[0])
        if act.kind == "banish":
            canvas.mark(marks.ghost(26 * u), x, y)
            return x, y
        if act.kind == "place":
            return x, y
        return x - chart.cell * 0.45, y - chart.cell * 0.45
    start = _anchor(layout, act)
    x, y = chart.middle(start)
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
        return x, y
    if not act.after:  # taken away
        canvas.mark(_cross(chart.cell), x, y)
        return x, y
    if act.kind == "lift":
        return x, y
    path = [(x, y)]
    for step in act.steps:
        dx, dy = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[step]
        path.append((path[-1][0] + dx * chart.cell, path[-1][1] + dy * chart.cell))
    _line(canvas, _shortened(_straight(path), 0.25 * chart.cell), 10, 28)
    return x, y


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


def _bow(canvas: Canvas, start: Point, goal: Point, short: float) -> None:
    """An arrow through the air."""
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
