"""The cover: what somebody sees who is about to join a match."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from rendering.kit import text
from rendering.kit.atlas import Atlas, Workshop
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark, Pen
from rendering.kit.raster import smooth
from rendering.sarena import closeup
from rendering.sarena.closeup import Part, Window, cells
from rendering.sarena.pieces import THEME
from rendering.words import say
from rules.sarena import GAME, HIGHEST

WIDTH, HEIGHT = 1200, 675
"""Wide and low, so that a lobby keeps to one screen of a phone."""
POSITION = cells(
    c5="gr", d5="rg yb gr by", e5="yb rg",
    c4="bg by rb", d4="yr",
    d3="yb gr", e3="gy rg bg",
)  # fmt: skip
"""Piles of every height, every colour on top, and a chip about to be turned over."""
MOVE = ("d4", "e4")
PART = Part(POSITION, "d4", (868, 372), Window(0, 0, WIDTH, HEIGHT))
_DARK, _LIT, _LEFT = 400, 650, 0.34
"""Up to where the board lies in shade, from where on in full light, and how much light the shade
leaves."""
_X, _ROOM = 64, 470
"""Where the words begin, and how wide they may be."""


@cache
def atlas() -> Atlas:
    """The larger chips over the cover's own ground: the bare board, in shade under the title."""
    near = closeup.atlas()
    bare = Canvas(near, WIDTH, HEIGHT, "slate")
    PART.ground(bare)
    light = _LEFT + (1 - _LEFT) * smooth(_DARK, _LIT, np.arange(WIDTH))
    # Neighbours a little lighter and darker in turn, or the fall of light would show steps.
    order = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32)
    grain = np.tile(order / 7.5 - 1, (HEIGHT // 4 + 1, WIDTH // 4))[:HEIGHT]
    grain *= 3.0 * ((light > _LEFT) & (light < 1))
    shaded = near.colours[bare.pixels] * light[None, :, None] + grain[..., None]
    shop = Workshop(THEME)
    shop.ground("cover", shaded)
    return replace(near, grounds=shop.join(near).grounds)


@lru_cache(1)
def _rule(width: int) -> Mark:
    """A brass line with a turned pin in its middle."""
    pen, c, y = Pen(width, 24), width / 2, 12
    for grow, role in ((2.0, "ink"), (0.0, "line")):
        for x0, x1 in ((2.0, c - 18), (c + 18, width - 2.0)):
            pen.box(x0 - grow, y - 1.5 - grow, x1 + grow, y + 1.5 + grow, 1.5 + grow, role)
        pen.circle(c, y, 7 + grow, role)
    pen.circle(c - 1.5, y - 1.5, 3, "line-light")
    return pen.mark(0, y)


def _fitting(words: str, face: str, sizes: range, track: float = 0) -> int:
    """The largest of the sizes in which every line has room, else the smallest."""
    lines = words.split("\n")
    for size in sizes:
        if all(text.width(line, THEME.face(face), size, track) <= _ROOM for line in lines):
            return size
    return sizes[-1]


def draw(locale: str, look: bool = False) -> Canvas:
    """The cover as a canvas; ``look`` records what its texts stand on."""
    canvas = Canvas(atlas(), WIDTH, HEIGHT, "slate", look)
    canvas.ground("cover", 0, 0)
    PART.piles(canvas, locale)
    PART.arrow(canvas, *MOVE)
    title = say(locale, "sarena-title")
    size = _fitting(title, "title", range(152, 60, -2), 4)
    y = 234.0
    face = THEME.face("title")
    shade = text.mask(title, face, size, 4)
    base = y + text.cap_height(face, size) / 2
    canvas.stain(shade.stencil, _X + 3 - shade.x, round(base) + 4 - shade.base, "shadow")
    canvas.text(_X, y, title, size, "title", face="title", track=4, room=_ROOM)
    canvas.mark(_rule(_ROOM - 6), _X + 4, 334)
    words = say(locale, "sarena-cover-line")
    size = _fitting(words, "bold", range(46, 34, -2))
    for k, line in enumerate(words.split("\n")[:3]):
        canvas.text(_X + 4, 394 + 1.3 * size * k, line, size, "text", room=_ROOM)
    least, most = GAME.seat_range
    seats = say(locale, "sarena-cover-seats", least=least, most=most)
    size = _fitting(seats, "bold", range(38, 30, -2))
    canvas.text(_X + 4, 530, seats, size, "title", room=_ROOM)
    return canvas


def alt(locale: str) -> str:
    """The cover in words."""
    least, most = GAME.seat_range
    return say(locale, "sarena-cover-alt", high=HIGHEST, least=least, most=most)
