"""Where the squares lie in a picture, and what every picture of a board begins with."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rendering.kit import marks
from rendering.kit.atlas import Atlas, Indices, Workshop
from rendering.kit.bars import WIDTH
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark, Pen, Point
from rendering.kit.raster import Ground
from rendering.kit.theme import SHAPES
from rendering.sator import figures, grounds, tiles
from rendering.sator.theme import MATERIALS, THEME
from rules.sator.board import start
from rules.sator.facts import COLOURS

HEIGHT = 1500
TITLE, STRIP, FOOTER = 84, 108, 64
BOARD = 980
"""px that the grid of the public picture has each way."""
PRIVATE = 868
"""px that the grid of a private picture has."""
HAND = (8, 1078, 1192, 1434)
"""Left, top, right and bottom of the table on which a private picture shows the hand."""
MARK_OF = {"red": "square", "blue": "circle", "green": "diamond", "yellow": "triangle"}
"""A colour's shape, so that colour is never alone."""
assert set(MARK_OF.values()) == set(SHAPES)


class Chart(NamedTuple):
    """The grid in a picture: squares a side, px a square, the upper left corner."""

    size: int
    cell: int
    left: int
    top: int

    @property
    def u(self) -> float:
        """How large things are drawn beside their usual size."""
        return self.cell / 70

    @property
    def flag(self) -> int:
        """px of a start square at most: no more than there is outside the frame."""
        return min(70, 2 * (min(self.left, self.top - TITLE + 8) - self.cell // 2) - 8)

    def corner(self, row: int, column: int) -> tuple[int, int]:
        """The upper left corner of a square, in px; squares outside the grid have one too."""
        return self.left + column * self.cell, self.top + row * self.cell

    def middle(self, square: int) -> Point:
        """The middle of a square of the grid."""
        x, y = self.corner(*divmod(square, self.size))
        return x + self.cell / 2, y + self.cell / 2

    def start(self, colour: int) -> Point:
        """The middle of a colour's start square."""
        row, column = start(self.size, colour)
        x, y = self.corner(row, column)
        half = self.cell / 2
        # A start square touches the frame's outer edge.
        out = grounds.RIM if self.cell + grounds.RIM <= self.top - TITLE - 6 else 0
        shift = {-1: -out, self.size: out}
        return x + half + shift.get(column, 0), y + half + shift.get(row, 0)


@lru_cache(16)
def public(size: int) -> Chart:
    """The chart of the channel's picture."""
    cell = BOARD // size
    left = (WIDTH - cell * size) // 2
    return Chart(size, cell, left, TITLE + STRIP + 84 + (BOARD - cell * size) // 2)


@lru_cache(16)
def private(size: int) -> Chart:
    """The chart of a seat's own picture."""
    cell = PRIVATE // size
    slack = (PRIVATE - cell * size) // 2
    return Chart(size, cell, 62 + slack, TITLE + 62 + slack)


@lru_cache(1)
def _leaf() -> npt.NDArray[np.uint8]:
    """The parchment; as bytes, for it is kept."""
    return np.rint(grounds.parchment(WIDTH, HEIGHT)).astype(np.uint8)


def _page() -> Ground:
    return _leaf().astype(np.float32)


@lru_cache(1)
def palette() -> Atlas:
    """The palette of all Sator's pictures, found in the usual board and a sample of each thing."""
    shop = Workshop(THEME)
    chart = public(14)
    for name in MATERIALS:
        square = (0, 0), (0, 1), (1, 1)
        shop.sprite(name, tiles.whole((name,) * 3, square, chart.cell), 0, 0)
    figures.bake(shop, chart.u)
    shop.ground("page", _framed(chart))
    shop.shaded("shadow", 0.62)
    shop.shaded("ivory", 0.14)
    return shop.close(208)


@lru_cache(6)
def atlas(chart: Chart) -> Atlas:
    """Everything a board with this chart is drawn with; made at the first call."""
    shop = Workshop(THEME)
    tiles.bake(shop, chart.cell)
    figures.bake(shop, chart.u)
    if chart == public(14):  # the palette was found in its page
        return replace(shop.join(palette()), grounds=palette().grounds)
    if chart in (public(chart.size), private(chart.size)):
        shop.ground("page", _framed(chart))
    return shop.join(palette())


TABLE = (12, 196, 1188, 1366)
"""Left, top, right and bottom of the table of a picture that shows cards alone."""


@lru_cache(1)
def card_atlas() -> Atlas:
    """What a picture of cards alone is drawn with."""
    shop = Workshop(THEME)
    page = _page()
    grounds.hand(page, *TABLE)
    shop.ground("page", page)
    return shop.join(palette())


def _framed(chart: Chart) -> Ground:
    page = _page()
    grounds.framed(page, chart.left, chart.top, chart.cell, chart.size, chart.size)
    if chart == private(chart.size):
        grounds.hand(page, *HAND)
    return page


@lru_cache(256)
def token(colour: int, letter: str, r: int = 20, size: int = 32) -> Mark:
    """A player's mark: colour, shape and letter."""
    name = COLOURS[colour]
    return marks.token(MARK_OF[name], letter, name, f"on-{name}", None, r, size)


@lru_cache(32)
def _landing(colour: int, letter: str, cell: int) -> Mark:
    """A start square: a flag of stone with its owner's mark."""
    side, name = cell + 20, COLOURS[colour]
    pen, c = Pen(side, side), side / 2
    for half, r, role in (
        (cell / 2 + 2, 8, "ink"),
        (cell / 2 - 0.5, 6, "halo-stone"),
        (cell / 2 - 5, 4, name),
        (cell / 2 - 9, 3, "halo-stone"),
    ):
        pen.box(c - half, c - half, c + half, c + half, r, role)
    made = pen.mark()
    sign = token(colour, letter, round(cell * 0.24), 30)
    moved = [
        layer._replace(x=layer.x + round(c - sign.x), y=layer.y + round(c - sign.y))
        for layer in sign.layers
    ]
    return made._replace(layers=(*made.layers, *moved))


def draw_leaf(
    canvas: Canvas, chart: Chart, colours: tuple[int, ...], letters: str, look: bool = False
) -> None:
    """The page: parchment, abyss, coordinates, the start squares of the colours in play. It is
    drawn once and copied, or drawn anew where the canvas records what stands on it (``look``)."""
    if look:
        _draw(canvas, chart, colours, letters)
    else:
        canvas.pixels[...] = _drawn(chart, colours, letters)


@lru_cache(6)
def _drawn(chart: Chart, colours: tuple[int, ...], letters: str) -> Indices:
    canvas = Canvas(atlas(chart), WIDTH, HEIGHT, "bar")
    _draw(canvas, chart, colours, letters)
    return canvas.pixels


def _draw(canvas: Canvas, chart: Chart, colours: tuple[int, ...], letters: str) -> None:
    canvas.ground("page", 0, 0)
    side, half = chart.cell * chart.size, chart.cell // 2
    right, bottom = chart.left + side, chart.top + side
    taken = {start(chart.size, colour) for colour in colours}
    out = 36 if chart.left > 80 else 34
    for k in range(chart.size):
        x, y = chart.left + k * chart.cell + half, chart.top + k * chart.cell + half
        for at, spot, words, role in (
            ((x, chart.top - out + 4), (-1, k), chr(65 + k), "rubric"),
            ((x, bottom + out - 4), (chart.size, k), chr(65 + k), "rubric"),
            ((chart.left - out, y), (k, -1), str(k + 1), "text"),
            ((right + out, y), (k, chart.size), str(k + 1), "text"),
        ):
            if spot not in taken:
                canvas.text(*at, words, 36, role, align="m")
    if chart == public(chart.size):
        _ornaments(canvas, chart, right, bottom)
    for colour in colours:
        flag = _landing(colour, letters[colour], min(chart.cell, chart.flag))
        canvas.mark(flag, *chart.start(colour))


def _ornaments(canvas: Canvas, chart: Chart, right: int, bottom: int) -> None:
    """Ruled lines in the margins, as in a manuscript, and cogwheels where they cross."""
    across, down = (46, WIDTH - 46), (chart.top - 50, bottom + 50)
    for x in across:
        canvas.fill(x - 1, down[0] - 30, x + 1, chart.top - grounds.RIM, "ruled")
        canvas.fill(x - 1, bottom + grounds.RIM, x + 1, down[1] + 30, "ruled")
    for y in down:
        for a, b in ((0, chart.left - grounds.RIM), (right + grounds.RIM, WIDTH)):
            canvas.fill(a, y, b, y + 1, "ruled")
        for x in across:
            canvas.put("wheel", x, y)
