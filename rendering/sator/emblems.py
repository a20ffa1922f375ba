"""The little scenes on the cards: what each kind does, drawn over a piece of the abyss."""

from __future__ import annotations

import math
from collections.abc import Callable

from rendering.kit import marks
from rendering.kit.pen import Mark, Pen, Point
from rendering.kit.raster import Ground, Paint, over
from rendering.kit.theme import PIECES
from rendering.sator import figures, grounds, outline, tiles
from rendering.sator.theme import RUBRIC, THEME
from rules.sator.facts import (
    ANIMI,
    CLARA,
    JOLLY,
    MIHI,
    NEQUE,
    NIHIL,
    OMNIA,
    QUIN,
    SQUARES,
    TYPES,
    VICTORIA,
)

_ALL = dict(THEME.colours)


class Stage:
    """A piece of the abyss in units of its own, (0, 0) its middle. Scenes lie within 86 of it to
    the sides and 32 up and down."""

    def __init__(self, width: int, height: int) -> None:
        self.ground = _pit(width, height)
        self.k = min(height / 66, width / 180)
        self.x, self.y = width / 2, height / 2

    def at(self, x: float, y: float) -> Point:
        """A place in px."""
        return self.x + x * self.k, self.y + y * self.k

    def paint(self, paint: Paint, x: float, y: float) -> None:
        """A picture with its middle there."""
        px, py = self.at(x, y)
        over(self.ground, paint, round(px - paint.shape[1] / 2), round(py - paint.shape[0] / 2))

    def pen(self, draw: Callable[[Pen], None]) -> None:
        """Something drawn with a pen over the whole stage, in px."""
        high, wide = self.ground.shape[:2]
        pen = Pen(wide, high)
        draw(pen)
        over(self.ground, pen.paint(_ALL), 0, 0)

    def tile(
        self, names: tuple[str, ...], cells: outline.Cells, x: float, y: float, cell: float
    ) -> None:
        """A tile with the middle of its squares there."""
        side = round(cell * self.k)
        drawn = tiles.whole(names, cells, side)
        high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        px, py = self.at(x, y)
        over(self.ground, drawn, round(px - wide * side / 2), round(py - high * side / 2))

    def ghost(self, cells: outline.Cells, x: float, y: float, cell: float) -> None:
        """Where a tile lay."""
        side = round(cell * self.k)
        high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        px, py = self.at(x - wide * cell / 2, y - high * cell / 2)
        self.mark(outline.ghost(cells, side), px, py)

    def arrow(self, points: list[Point], width: float = 7, head: float = 19) -> None:
        """An arrow through these places."""
        scaled = tuple((a * self.k, b * self.k) for a, b in points)
        self.mark(marks.arrow(scaled, width * self.k, head * self.k), self.x, self.y)

    def mark(self, mark: Mark, x: float, y: float) -> None:
        """A mark with its anchor there, in px."""
        for layer in mark.layers:
            cover = (layer.stencil.levels >> 8).astype("float32") / 15
            code = THEME.colours[layer.role]
            colour = [int(code[i : i + 2], 16) for i in (1, 3, 5)]
            left, top = round(x - mark.x) + layer.x, round(y - mark.y) + layer.y
            high, wide = self.ground.shape[:2]
            y0, x0 = max(0, -top), max(0, -left)
            part = cover[y0 : max(y0, high - top), x0 : max(x0, wide - left)]
            there = self.ground[top + y0 :, left + x0 :][: part.shape[0], : part.shape[1]]
            there += (colour - there) * part[..., None]

    def figure(self, kind: str, colour: str, x: float, y: float, size: float) -> None:
        """An Acolyte or a Gargoyle; ``size`` beside the usual one at a height of 90."""
        made = figures.acolyte if kind == "acolyte" else figures.gargoyle
        self.paint(made(PIECES[colour], size * self.k), x, y)


def _pit(width: int, height: int) -> Ground:
    side = max(width, round(height * 3.2))
    whole = grounds.abyss(side, side)
    x, y = (side - width) // 2, round(side * 0.53) - height // 2
    return whole[y : y + height, x : x + width].copy()


def _arc(x: float, y: float, r: float, start: float, end: float) -> list[Point]:
    count = max(6, round(abs(end - start) / 5))
    turns = [math.radians(start + (end - start) * k / count) for k in range(count + 1)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in turns]


_SHORT: outline.Cells = ((0, 0), (0, 1))
_LONG: outline.Cells = ((0, 0), (0, 1), (0, 2), (0, 3))
_CORNER: outline.Cells = ((0, 0), (1, 0), (1, 1))


def draw(card: int, colour: str, width: int, height: int) -> Ground:
    """The scene of a card: height x width x 3. ``colour``: the owner's, on his own prayers."""
    stage = Stage(width, height)
    if card < 4:
        _moves(stage, TYPES[card])
    elif card < JOLLY:
        _rotas(stage, card - 4)
    elif card == JOLLY:
        _jolly(stage)
    else:
        _PRAYERS[card](stage, colour)
    return stage.ground


def _moves(s: Stage, floor: str) -> None:
    s.ghost(_SHORT, -46, -3, 36)
    s.tile((floor, floor), _SHORT, 46, -3, 36)
    s.arrow([(-66, -3), (-2, -3)])


def _rotas(s: Stage, shape: int) -> None:
    cells = tuple(sorted(SQUARES[shape]))
    order = (0, 1, 3, 2, 0)  # stone, wood, iron, brick: any material
    names = tuple(TYPES[order[k]] for k in range(len(cells)))
    high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    cell = min(30.0, 60 / high, 116 / wide)
    s.tile(names, cells, 0, -2, cell)
    row, column = cells[len(cells) // 2]
    x, y = (column + 0.5 - wide / 2) * cell, (row + 0.5 - high / 2) * cell - 2

    def pivot(pen: Pen) -> None:
        px, py = s.at(x, y)
        for r, role in ((8.5, "ink"), (6.8, "ivory"), (2.9, "ink")):
            pen.circle(px, py, r * s.k, role)

    s.pen(pivot)
    r = max(wide, high) * cell / 2 + 13
    r = max(r, 46)
    s.arrow(_arc(0, -2, r, 26, -26), 6, 17)
    s.arrow(_arc(0, -2, r, 206, 154), 6, 17)


def _jolly(s: Stage) -> None:
    s.paint(figures.wheel(19 * s.k, 12, RUBRIC), 0, 0)
    for side in (1, -1):
        s.arrow([(side * 40, 0), (side * 82, 0)], 6, 18)
    for start in (200, 20):
        s.arrow(_arc(0, 0, 26, start, start + 112), 4, 13)


def _nihil(s: Stage, colour: str) -> None:
    other = "blue" if colour != "blue" else "yellow"
    s.tile(("stone",) * 4, _LONG, 0, 14, 36)
    s.figure("acolyte", other, -52, 2, 0.72)
    s.arrow([(-28, 14), (48, 14)], 6, 18)


def _clara(s: Stage, colour: str) -> None:
    s.tile(("brick",) * 3, ((0, 0), (0, 1), (0, 2)), 0, 16, 38)
    s.figure("gargoyle", colour, 0, -2, 0.98)


def _mihi(s: Stage, colour: str) -> None:
    s.tile(("iron", "iron"), _SHORT, -54, -20, 26)
    s.arrow([(-24, -20), (-2, -20)], 5, 14)
    s.tile(("wood",) * 3, _CORNER, 44, 6, 26)
    s.arrow(_arc(44, 6, 34, 214, 288), 5, 14)
    s.tile(("stone", "stone"), _SHORT, -40, 24, 26)
    s.arrow([(-10, 24), (12, 24)], 5, 14)


def _omnia(s: Stage, colour: str) -> None:
    s.ghost(_SHORT, -60, 18, 30)
    s.tile(("wood", "wood"), _SHORT, 54, -18, 30)
    s.arrow([(-60, 18), (-2, 18), (-2, -18), (20, -18)], 6, 17)


def _neque(s: Stage, colour: str) -> None:
    s.tile(("stone", "stone"), _SHORT, -62, 20, 36)
    s.tile(("brick", "brick"), _SHORT, 62, 20, 36)
    points = [
        ((1 - t) ** 2 * -34 + 2 * t * (1 - t) * 2 + t * t * 44,
         (1 - t) ** 2 * 4 + 2 * t * (1 - t) * -66 + t * t * 6)
        for t in (k / 16 for k in range(17))
    ]  # fmt: skip
    s.arrow(points, 6, 19)
    s.figure("acolyte", colour, -48, 6, 0.74)


def _quin(s: Stage, colour: str) -> None:
    s.ghost(_CORNER, -52, 6, 30)
    s.tile(("brick",) * 3, _CORNER, 56, 4, 30)
    s.arrow(_arc(0, 34, 52, 215, 318), 6, 18)


def _animi(s: Stage, colour: str) -> None:
    s.tile(("wood",) * 4, _LONG, 0, 14, 36)
    s.figure("acolyte", colour, 54, 0, 0.74)
    s.arrow([(-62, 14), (28, 14)], 6, 18)

    def feet(pen: Pen) -> None:
        for k in range(3):
            px, py = s.at(-56 + 34 * k, -16)
            for r, role in ((5.2, "ink"), (3.4, "ivory")):
                pen.circle(px, py, r * s.k, role)

    s.pen(feet)


def _victoria(s: Stage, colour: str) -> None:
    s.ghost(((0, 0), (0, 1), (0, 2)), 0, 0, 34)

    def cross(pen: Pen) -> None:
        for width, role in ((13.0, "ink"), (7.0, "ivory")):
            for side in (1, -1):
                a, b = s.at(-20, -20 * side), s.at(20, 20 * side)
                pen.line([a, b], width * s.k, role)

    s.pen(cross)


_PRAYERS = {
    NIHIL: _nihil,
    CLARA: _clara,
    MIHI: _mihi,
    OMNIA: _omnia,
    NEQUE: _neque,
    QUIN: _quin,
    ANIMI: _animi,
    VICTORIA: _victoria,
}
