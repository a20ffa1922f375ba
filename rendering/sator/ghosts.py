"""Where a tile would come to by each of a few candidates: light outlines, and signs on them."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark, Pen, Point
from rendering.kit.theme import BOLD
from rendering.sator import outline
from rendering.sator.board import Layout
from rendering.sator.places import Rect
from rendering.scene import Scene
from rules.kernel import Move
from rules.sator.board import DIRECTIONS, HOWS, NOWHERE
from rules.sator.facts import TILE_INDEX, shape_of

MOST = 6
"""Candidates whose outcomes are shown; more would hide each other."""


class Plate(NamedTuple):
    """A small sign for a candidate, and where it lies."""

    mark: Mark
    at: Point

    @property
    def box(self) -> Rect:
        """What it takes."""
        x, y = round(self.at[0] - self.mark.x), round(self.at[1] - self.mark.y)
        return Rect(x, y, x + 2 * self.mark.x, y + 2 * self.mark.y)


class Outcome(NamedTuple):
    """What a candidate would make of a tile."""

    move: Move
    squares: tuple[int, ...]


def outcomes(scene: Scene, layout: Layout) -> list[Outcome]:
    """Where the tile comes to by each of the candidates that say it in full; none where they are
    too many."""
    found = []
    for choice in scene.choices:
        spot = _spot(layout, choice.move)
        if spot != NOWHERE:
            found.append(Outcome(choice.move, layout.grid.squares[spot]))
    return found if len(found) <= MOST else []


def _spot(layout: Layout, move: Move) -> int:
    """How the tile would lie; -1 where the move does not say it."""
    args, grid = move.args, layout.grid
    if not args or args[0] not in TILE_INDEX:
        return NOWHERE
    tile = TILE_INDEX[args[0]]
    spot = layout.board.spots[tile]
    if move.op == "place" and len(args) == 3:
        return grid.spot(shape_of(tile), int(args[2]) // 90, grid.index.get(args[1], -1))
    if spot < 0:
        return NOWHERE
    if move.op == "moves" and len(args) == 2:
        for step in args[1]:
            spot = grid.shifts(spot)[DIRECTIONS.index(step)] if spot >= 0 else NOWHERE
        return spot
    if move.op == "rotas" and len(args) == 3:
        wanted = grid.index.get(args[1], -1), HOWS.index(args[2])
        turns = grid.turns(spot)
        return next((turn.spot for turn in turns if (turn.centre, turn.how) == wanted), NOWHERE)
    return NOWHERE


def draw_ghosts(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """A dashed outline for each place to which the tile would come."""
    chart = layout.chart
    places = dict.fromkeys(frozenset(outcome.squares) for outcome in outcomes(scene, layout))
    for k, squares in enumerate(places):
        at, cells = layout.rows(squares)
        # Two lines on one edge stay two.
        canvas.mark(outline.ghost(cells, chart.cell, "choice", 5 + k % 3 * 5), *chart.corner(*at))


def signs(scene: Scene, layout: Layout, taken: set[int]) -> list[Plate]:
    """For each turn its sign on a square to which it alone brings the tile, where there is one. A
    push is named on its goal as it is."""
    found = outcomes(scene, layout)
    turns = [outcome for outcome in found if outcome.move.op == "rotas"]
    if not turns:
        return []
    tile = TILE_INDEX[turns[0].move.args[0]]
    full = {*taken, *layout.squares(tile), *layout.books, *layout.pawns, *layout.beasts}
    pivots = {outcome.move.args[1] for outcome in turns}
    plates = []
    for outcome in turns:
        others = {
            q for other in turns if {*other.squares} != {*outcome.squares} for q in other.squares
        }
        pivot = layout.chart.middle(layout.grid.index[outcome.move.args[1]])
        free = [q for q in outcome.squares if q not in full and q not in others]
        if not free:
            continue
        square = max(free, key=lambda q: (math.dist(layout.chart.middle(q), pivot), q))
        full.add(square)
        name = outcome.move.args[1].upper() if len(pivots) > 1 else ""
        sign = _turning(name, outcome.move.args[2], layout.chart.cell)
        plates.append(Plate(sign, layout.chart.middle(square)))
    return plates


@lru_cache(128)
def _turning(name: str, how: str, cell: int) -> Mark:
    """An arrow that turns by a quarter or a half, over it the square it turns about."""
    wide = high = min(cell - 3, 62)
    pen = Pen(wide + 2, high + 2)
    pen.box(0, 0, wide + 2, high + 2, 10, "ink")
    pen.box(3, 3, wide - 1, high - 1, 7, "choice")
    c = (wide + 2) / 2
    r = 16.0 if name else 19.0
    y = high - 9.0 if name else high / 2 + (1 if how == "half" else 7)
    if how == "half":
        y, start, end = y + (2 if name else 6), 180.0, 335.0
    else:
        start, end = (215.0, 310.0) if how == "cw" else (325.0, 230.0)
    _arc(pen, c, y, r, start, end)
    if name:
        pen.write(c, high * 0.28 + 1, name, BOLD, 30, "ink")
    return pen.mark()


def _arc(pen: Pen, x: float, y: float, r: float, start: float, end: float) -> None:
    """A bent arrow, degrees clockwise from the right."""
    side = 1 if end > start else -1
    pen.arc(x, y, r, min(start, end), max(start, end), 5, "ink")
    a = math.radians(end)
    px, py = x + r * math.cos(a), y + r * math.sin(a)
    tx, ty = -math.sin(a) * side, math.cos(a) * side
    nx, ny = math.cos(a), math.sin(a)
    pen.polygon(
        [(px + tx * 11, py + ty * 11), (px + nx * 8, py + ny * 8), (px - nx * 8, py - ny * 8)],
        "ink",
    )
