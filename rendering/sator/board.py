"""The board with everything on it: tiles over their shadows, books, pawns, what moved."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from rendering.kit.atlas import Sprite
from rendering.kit.canvas import Canvas, stamped
from rendering.kit.levels import Stencil, levels, stencil
from rendering.kit.pen import Mark, Pen, Point
from rendering.kit.raster import blurred
from rendering.kit.theme import BOLD, INK, ON_PIECE
from rendering.sator import outline, tiles
from rendering.sator.acts import Act
from rendering.sator.chart import Chart, atlas
from rules.sator.board import grid
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
    # Side by side, halos overlap: in the order of the acts, which a set of names would not keep.
    moved = dict.fromkeys(act.tile for act in acts if act.tile and act.after)
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


def pieces(layout: Layout, letters: str, width: int) -> list[tuple[Sprite, Point]]:
    """Every book that is still to be recovered, Gargoyle and Acolyte (those on their start squares
    too), and where its anchor comes, from below. ``width`` is the picture's: none runs outside."""
    chart, found = layout.chart, []
    for square, seat in layout.books.items():
        x, y = chart.middle(square)
        found.append((lettered("book", chart, layout.colours[seat], letters), (x + 1, y + 1)))
    for square, seat in layout.beasts.items():
        x, y = chart.middle(square)
        found.append((lettered("gargoyle", chart, layout.colours[seat], letters), (x, y - 1)))
    for seat, at in enumerate(layout.board.acolytes):
        if at >= AT_START:
            colour = layout.colours[seat]
            x, y = chart.middle(at) if at >= 0 else chart.start(colour)
            sprite = lettered("acolyte", chart, colour, letters)
            x = min(max(x, sprite.x), width - sprite.x)
            found.append((sprite, (x, y - 4 * chart.u)))
    return found


def draw_pieces(canvas: Canvas, layout: Layout, letters: str) -> None:
    """What stands on the bridges and on the start squares."""
    for sprite, (x, y) in pieces(layout, letters, canvas.width):
        canvas.put(sprite, x, y)


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
