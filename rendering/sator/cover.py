"""The cover: the word square that gave the game its name, beside a part of the board."""

from __future__ import annotations

from functools import cache

import numpy as np

from rendering.kit import text
from rendering.kit.atlas import Indices, Workshop
from rendering.kit.canvas import Canvas
from rendering.kit.raster import tint
from rendering.sator import arrows, board, example, grounds
from rendering.sator.acts import Act
from rendering.sator.board import Layout
from rendering.sator.chart import Chart, atlas, palette
from rendering.sator.header import letters_of
from rendering.sator.theme import GOLD, GOLD_HIGH, INK_BROWN, THEME
from rendering.words import say
from rules.sator.board import grid
from rules.sator.game import GAME

WIDTH, HEIGHT = 1200, 675
"""Wide and low, so that a lobby keeps to one screen of a phone."""
SQUARE = ("SATOR", "AREPO", "TENET", "OPERA", "ROTAS")
"""It reads the same from left and right, from above and below; found in the ashes of Pompeii."""
_LEAF = 516
"""px of parchment on the left."""
_X, _ROOM = 48, 424
CHART = Chart(example.SIZE, 92, 516 - 5 * 92, -4 * 92 + 12)
"""The board larger than the picture: it is seen from F5 on."""


@cache
def ground() -> Indices:
    """The leaf, and the abyss beside it."""
    page = np.empty((HEIGHT, WIDTH, 3), np.float32)
    side = CHART.cell * CHART.size
    pit = grounds.abyss(side, side)[-CHART.top : HEIGHT - CHART.top]
    pit = pit[:, _LEAF - CHART.left : WIDTH - CHART.left]
    grounds.grid(
        pit, CHART.cell, CHART.size // 2, left=CHART.left - _LEAF, top=CHART.top
    )
    page[:, _LEAF:] = pit
    page[:, :_LEAF] = grounds.parchment(_LEAF, HEIGHT + 1)[:HEIGHT]
    for inset, colour in ((0, INK_BROWN), (3, GOLD), (6, GOLD_HIGH), (8, INK_BROWN)):
        page[:, _LEAF - 11 + inset : _LEAF] = tint(colour)
    shop = Workshop(THEME)
    shop.ground("cover", page)
    return shop.join(palette()).grounds["cover"]




def acts() -> list[Act]:
    """A bridge that has just been turned, and the walk over it."""
    index = grid(example.SIZE).index

    def squares(names: str) -> tuple[int, ...]:
        return tuple(index[name] for name in names.split())

    turned = Act(
        "rotate", 3, "w4", squares("f9 g9 h9 i9"), squares("i6 i7 i8 i9"),
        pivot=index["i9"], how="cw", by="r4",
    )  # fmt: skip
    walk = Act("walk", 3, before=squares("h8"), after=squares("i8 i7 i6 j6"), by="points")
    return [turned, walk]


def _fitting(words: str, sizes: range) -> int:
    """The largest of the sizes in which every line has room, else the smallest."""
    for size in sizes:
        lines = words.split("\n")
        if all(text.width(line, THEME.face("bold"), size) <= _ROOM for line in lines):
            return size
    return sizes[-1]


def draw(locale: str, look: bool = False) -> Canvas:
    """The cover as a canvas; ``look`` records what its texts stand on."""
    canvas = Canvas(atlas(CHART), WIDTH, HEIGHT, "bar", look)
    canvas.pixels[...] = ground()
    state = example.match()
    layout = Layout(CHART, state.board, state.gargoyles, state.rules.colours)
    letters = letters_of(locale)
    done = acts()
    board.draw_tiles(canvas, layout, done)
    arrows.draw_arrows(canvas, layout, done)
    board.draw_pieces(canvas, layout, letters)
    canvas.pixels[:, :_LEAF] = ground()[:, :_LEAF]
    canvas.cut = 0
    _square(canvas)
    words = say(locale, "sator-cover-line")
    size = _fitting(words, range(42, 34, -2))
    for k, line in enumerate(words.split("\n")[:2]):
        canvas.text(_X, 500 + 1.25 * size * k, line, size, "text", room=_ROOM)
    least, most = GAME.seat_range
    seats = say(locale, "sator-cover-seats", least=least, most=most)
    canvas.text(_X, 622, seats, _fitting(seats, range(40, 34, -2)), "rubric", room=_ROOM)
    return canvas


def _square(canvas: Canvas) -> None:
    """The word square; the cross of TENET in red."""
    cell, left, top = 82, _X + 7, 42
    side = 5 * cell
    for k in range(6):
        canvas.fill(left + k * cell - 1, top, left + k * cell + 1, top + side, "ruled")
        canvas.fill(left, top + k * cell - 1, left + side, top + k * cell + 1, "ruled")
    for row, word in enumerate(SQUARE):
        for column, letter in enumerate(word):
            role = "rubric" if 2 in (row, column) else "title"
            x, y = left + cell * (column + 0.5), top + cell * (row + 0.5)
            canvas.text(x, y, letter, 60, role, face="title", align="m")


def alt(locale: str) -> str:
    """The cover in words."""
    least, most = GAME.seat_range
    return say(locale, "sator-cover-alt", least=least, most=most)
