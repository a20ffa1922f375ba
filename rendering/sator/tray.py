"""Tiles that are not on the board: those in hand, those to draft, one tile in its four turns."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rendering.kit import marks
from rendering.kit.atlas import Sprite, Workshop
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark, Pen
from rendering.sator import outline, tiles
from rendering.sator.chart import HAND, palette
from rendering.sator.theme import THEME
from rendering.scene import Scene
from rendering.words import say
from rules.sator.facts import SQUARES, STRAIGHT, TILE_INDEX, TILE_NAMES, TYPES, shape_of
from rules.sator.game import State

ONE_TILE = frozenset({"quarter", "place", "lift-turn", "lift-place"})
"""Questions about how or where a single tile comes to lie."""
TINY, SMALL, LARGE = 27, 44, 62
"""px of a square of a tile: in a line, in two rows, and otherwise (as on the usual private
board)."""


def turned(shape: int, turn: int) -> tuple[outline.Cells, tuple[int, int]]:
    """The squares of a shape after so many quarter turns clockwise, from (0, 0), and which of them
    is the one by which a place is named."""
    squares = list(SQUARES[shape])
    for _ in range(turn):
        squares = [(column, -row) for row, column in squares]
    top, left = min(r for r, _ in squares), min(c for _, c in squares)
    moved = [(r - top, c - left) for r, c in squares]
    return tuple(sorted(moved)), moved[0]


@lru_cache(256)
def sprite(floor: str, cells: outline.Cells, cell: int) -> Sprite:
    """A tile as one picture, anchored at the middle of its squares."""
    shop = Workshop(THEME)
    drawn = tiles.whole((floor,) * len(cells), cells, cell)
    high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    shop.sprite("tile", drawn, wide * cell / 2, high * cell / 2)
    return shop.join(palette()).sprites["tile"]


def draw_tray(canvas: Canvas, scene: Scene, state: State) -> None:
    """What the present question of the placement is about; else the tiles in hand."""
    op = scene.prompt.op if scene.prompt else ""
    mine = scene.prompt is not None and scene.viewer in scene.prompt.seats
    top: Any = state.stack[-1]
    if mine and op in ("quarter", "lift-turn"):
        _quarters(canvas, scene, top.tile)
    elif mine and op in ("place", "lift-place"):
        _one(canvas, scene, top.tile, top.turn)
    elif op == "draft":
        _pool(canvas, scene, state)
    else:
        assert scene.viewer is not None
        chosen = {
            TILE_INDEX[choice.move.args[0]]
            for choice in scene.choices
            if choice.move.op == "choose" and choice.move.args
        }
        if state.laying.trays[scene.viewer]:
            _row(canvas, state.laying.trays[scene.viewer], chosen)
        else:
            x, y = (HAND[0] + HAND[2]) / 2, (HAND[1] + HAND[3]) / 2
            canvas.text(x, y, say(scene.locale, "sator-tray-empty"), 36, "prompt", align="m")


def _spots(count: int, rows: int = 1) -> list[tuple[float, float]]:
    """The middles of so many fields on the table."""
    columns = -(-count // rows)
    wide, high = (HAND[2] - HAND[0] - 24) / columns, (HAND[3] - HAND[1] - 22) / rows
    return [
        (HAND[0] + 12 + wide * (k % columns + 0.5), HAND[1] + 11 + high * (k // columns + 0.5))
        for k in range(count)
    ]


def _row(canvas: Canvas, held: tuple[int, ...], chosen: set[int]) -> None:
    rows = 1 if len(held) <= 6 else 2
    cell = LARGE if rows == 1 else SMALL
    for tile, (x, y) in zip(held, _spots(len(held), rows), strict=True):
        shape = shape_of(tile)
        cells, _ = turned(shape, 1 if rows == 1 and STRAIGHT[shape] else 0)
        _tile(canvas, tile, cells, cell, x, y, "choice" if tile in chosen else None)


def _tile(
    canvas: Canvas,
    tile: int,
    cells: outline.Cells,
    cell: int,
    x: float,
    y: float,
    role: str | None,
    pinned: tuple[int, int] | None = None,
) -> tuple[int, int]:
    """A tile with its name and perhaps a halo; returns the corner of its square (0, 0). The name
    leaves a ``pinned`` square free."""
    floor = TYPES[tile % 4]
    high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    left, top = round(x - wide * cell / 2), round(y - high * cell / 2)
    canvas.put(sprite(floor, cells, cell), left + wide * cell / 2, top + high * cell / 2)
    if role:
        canvas.mark(outline.halo(cells, cell, role), left, top)
    row = sum(r for r, _ in cells) / len(cells)
    column = sum(c for _, c in cells) / len(cells)
    free = [q for q in cells if q != pinned]
    r, c = min(free, key=lambda q: (abs(q[0] - row) + abs(q[1] - column), q))
    at = left + (c + 0.5) * cell, top + (r + 0.5) * cell
    canvas.text(*at, TILE_NAMES[tile].upper(), 36, f"on-{floor}", align="m", halo=f"halo-{floor}")
    return left, top


@lru_cache(8)
def _pin(r: float) -> Mark:
    """On the square by which a place is named."""
    pen, c = Pen(2 * r + 8, 2 * r + 8), r + 4
    for more, role in ((3.0, "ink"), (0.0, "choice"), (-r * 0.45, "ink")):
        pen.circle(c, c, r + more, role)
    return pen.mark()


def _pinned(canvas: Canvas, anchor: tuple[int, int], cell: int, corner: tuple[int, int]) -> None:
    x, y = corner[0] + anchor[1] * cell, corner[1] + anchor[0] * cell
    canvas.mark(_pin(13), x + cell / 2, y + cell / 2)


def _quarters(canvas: Canvas, scene: Scene, tile: int) -> None:
    """One tile in each of the turns it may have."""
    shape = shape_of(tile)
    offered = {c.move.args[0] for c in scene.choices if c.move.op == "turn" and c.move.args}
    turns = range(2 if STRAIGHT[shape] else 4)
    for turn, (x, y) in zip(turns, _spots(len(turns)), strict=True):
        cells, _ = turned(shape, turn)
        degrees = str(90 * turn)
        role = "choice" if degrees in offered else None
        _tile(canvas, tile, cells, LARGE, x, y - 34, role)
        fill = "choice" if role or not scene.choices else "idle"
        canvas.mark(marks.plate(f"{degrees}°", fill), x, HAND[3] - 48)


def _one(canvas: Canvas, scene: Scene, tile: int, turn: int) -> None:
    """The tile as it will lie, and which of its squares a place is named by."""
    cells, anchor = turned(shape_of(tile), turn)
    cell, middle = LARGE, (HAND[1] + HAND[3]) / 2
    corner = _tile(canvas, tile, cells, cell, HAND[0] + 250, middle - 5, "choice", anchor)
    _pinned(canvas, anchor, cell, corner)
    x = HAND[0] + 500.0
    lines = say(scene.locale, "sator-tray-place").split("\n")
    for k, line in enumerate(lines):
        y = middle + 46 * (k - (len(lines) - 1) / 2)
        if k == 0:
            canvas.mark(_pin(13), x + 14, y)
        canvas.text(x + 44, y, line, 36, "prompt", room=HAND[2] - 30 - x - 44)


def draw_small(canvas: Canvas, scene: Scene, state: State, y: int) -> None:
    """The tile that is placed as it will lie, in a line whose middle is at ``y``."""
    top: Any = state.stack[-1]
    cells, anchor = turned(shape_of(top.tile), top.turn)
    high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    cell, x = TINY, 40 + 4 * TINY / 2
    left, up = round(x - wide * cell / 2), round(y - 3 - high * cell / 2)
    middle = left + wide * cell / 2, up + high * cell / 2
    canvas.put(sprite(TYPES[top.tile % 4], cells, cell), *middle)
    at = left + (anchor[1] + 0.5) * cell, up + (anchor[0] + 0.5) * cell
    canvas.mark(_pin(8), *at)
    words = say(scene.locale, "sator-tray-place").replace("\n", " ")
    room = canvas.width - 30 - 196
    size = 36
    while size > 30 and canvas.width_of(words, size) > room:
        size -= 1
    canvas.mark(_pin(11), 176, y)
    canvas.text(200, y, words, size, "text", room=room)


def _pool(canvas: Canvas, scene: Scene, state: State) -> None:
    """The shapes that may be drafted; what floor they have only the taker will see."""
    offered = {c.move.args[0] for c in scene.choices if c.move.op == "draft" and c.move.args}
    shapes = [shape_of(tile) for tile in state.laying.pool]
    for shape, (x, y) in zip(shapes, _spots(len(shapes)), strict=True):
        cells, _ = turned(shape, 1 if STRAIGHT[shape] else 0)
        high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        role = "choice" if str(shape + 1) in offered else "ivory"
        left = round(x - wide * LARGE / 2)
        top = round(y - 34 - high * LARGE / 2)
        canvas.mark(outline.ghost(cells, LARGE, role), left, top)
        canvas.mark(marks.plate(str(shape + 1), role), x, HAND[3] - 48)
