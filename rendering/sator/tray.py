"""Tiles that are not on the board yet: those in hand, those to draft, one tile in its four turns."""

from __future__ import annotations

from functools import lru_cache

from rendering.kit import marks
from rendering.kit.atlas import Sprite, Workshop
from rendering.kit.canvas import Canvas
from rendering.sator import outline, tiles
from rendering.sator.chart import HAND, palette
from rendering.sator.theme import THEME
from rendering.scene import Scene
from rules.sator.facts import SQUARES, STRAIGHT, TILE_INDEX, TILE_NAMES, TILES, TYPES, shape_of
from rules.sator.game import State

CELL = 40


def turned(shape: int, turn: int) -> outline.Cells:
    """The squares of a shape after so many quarter turns clockwise, from (0, 0)."""
    squares = list(SQUARES[shape])
    for _ in range(turn):
        squares = [(column, -row) for row, column in squares]
    top, left = min(r for r, _ in squares), min(c for _, c in squares)
    return tuple(sorted((r - top, c - left) for r, c in squares))


@lru_cache(128)
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
    if mine and op in ("quarter", "lift-turn"):
        _quarters(canvas, scene, state.stack[-1].tile)
    elif op == "draft":
        _pool(canvas, scene, state)
    else:
        assert scene.viewer is not None
        chosen = _chosen(scene, state)
        _row(canvas, state.laying.trays[scene.viewer], chosen)


def _chosen(scene: Scene, state: State) -> dict[int, str]:
    """Tiles that may be chosen, or the one that is being placed."""
    found = {
        TILE_INDEX[choice.move.args[0]]: "choice"
        for choice in scene.choices
        if choice.move.op in ("choose", "tile") and choice.move.args
    }
    top = state.stack[-1] if state.stack else None
    placing = getattr(top, "tile", None)
    if placing is not None and scene.prompt and scene.viewer in scene.prompt.seats:
        found[placing] = "choice"
    return found


def _spots(count: int) -> list[tuple[float, float, float, float]]:
    """Middle and room of so many fields on the table."""
    rows = 1 if count <= 7 else 2
    columns = -(-count // rows)
    wide, high = (HAND[2] - HAND[0] - 24) / columns, (HAND[3] - HAND[1] - 22) / rows
    return [
        (
            HAND[0] + 12 + wide * (k % columns + 0.5),
            HAND[1] + 11 + high * (k // columns + 0.5),
            wide,
            high,
        )
        for k in range(count)
    ]


def _row(canvas: Canvas, held: tuple[int, ...], chosen: dict[int, str]) -> None:
    rows = 1 if len(held) <= 7 else 2
    cell = 46 if rows == 1 else CELL
    for tile, (x, y, _, _) in zip(held, _spots(len(held)), strict=True):
        shape = shape_of(tile)
        upright = rows == 1
        cells = turned(shape, 1 if upright and STRAIGHT[shape] else 0)
        floor = TYPES[tile % 4] if tile < TILES else "stone"
        _tile(canvas, floor, cells, cell, x, y, chosen.get(tile), TILE_NAMES[tile].upper())


def _tile(
    canvas: Canvas,
    floor: str,
    cells: outline.Cells,
    cell: int,
    x: float,
    y: float,
    role: str | None,
    name: str,
) -> None:
    high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    canvas.put(sprite(floor, cells, cell), x, y)
    left, top = round(x - wide * cell / 2), round(y - high * cell / 2)
    if role:
        canvas.mark(outline.halo(cells, cell, role), left, top)
    row = sum(r for r, _ in cells) / len(cells)
    column = sum(c for _, c in cells) / len(cells)
    r, c = min(cells, key=lambda q: (abs(q[0] - row) + abs(q[1] - column), q))
    at = left + (c + 0.5) * cell, top + (r + 0.5) * cell
    canvas.text(*at, name, 36, f"on-{floor}", align="m", halo=f"halo-{floor}")


def _quarters(canvas: Canvas, scene: Scene, tile: int) -> None:
    """One tile in each of the turns it may have."""
    shape, floor = shape_of(tile), TYPES[tile % 4]
    offered = {c.move.args[0] for c in scene.choices if c.move.op == "turn" and c.move.args}
    turns = [turn for turn in range(2 if STRAIGHT[shape] else 4)]
    for turn, (x, y, _, _) in zip(turns, _spots(len(turns)), strict=True):
        cells, degrees = turned(shape, turn), str(90 * turn)
        role = "choice" if degrees in offered else None
        _tile(canvas, floor, cells, 58, x, y - 36, role, TILE_NAMES[tile].upper())
        low = HAND[3] - 46
        fill = "choice" if role or not scene.choices else "idle"
        canvas.mark(marks.plate(f"{degrees}°", fill), x, low)


def _pool(canvas: Canvas, scene: Scene, state: State) -> None:
    """The shapes that may be drafted, their floor types unseen; what the seat has already."""
    offered = {c.move.args[0] for c in scene.choices if c.move.op == "draft" and c.move.args}
    shapes = [shape_of(tile) for tile in state.laying.pool]
    for shape, (x, y, _, _) in zip(shapes, _spots(len(shapes)), strict=True):
        cells = turned(shape, 1 if STRAIGHT[shape] else 0)
        high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        role = "choice" if str(shape + 1) in offered else "ivory"
        left, top = round(x - wide * 25), round(y - 30 - high * 25)
        canvas.mark(outline.ghost(cells, 50, "ivory"), left, top)
        canvas.mark(marks.plate(str(shape + 1), role), x, HAND[3] - 46)

