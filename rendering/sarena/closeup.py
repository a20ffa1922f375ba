"""Parts of the board, a quarter larger: what the guide and the cover are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

from rendering.kit import marks
from rendering.kit.atlas import Atlas, Workshop
from rendering.kit.canvas import Canvas
from rendering.kit.materials import slate
from rendering.kit.pen import Mark, Pen
from rendering.sarena import pieces
from rendering.sarena.chips import pile
from rendering.sarena.pieces import CIRCLE, PITCH_X, PITCH_Y, RING, THEME, R, Size
from rules.sarena import ARROWS, CIRCLES, INDEX, LINKS, SIZE, chip

CLOSE = Size(1.25, 16, "close-")
"""A chip is a little thicker here, so that the colours of its side can be read."""
STEP_X, STEP_Y = round(CLOSE.px(PITCH_X)), round(CLOSE.px(PITCH_Y))
"""px between two circles."""
REACH = round(CLOSE.px(RING + 4))
"""From a circle's middle to where its lines begin."""
SLAB = (1200, 700)
"""Width and height of the slate that there is."""
_CLEAR = 20
"""px between an arrow and the piles that it joins."""

Cells = tuple[tuple[int, ...], ...]
Point = tuple[int, int]


def cells(**piles: str) -> Cells:
    """A position: ``cells(a2="yr bg")`` is a pile on a2, from the bottom up, of the chip that shows
    yellow over red and on it the one that shows blue over green."""
    letters = "yrbg"
    found = {
        name: tuple(chip(letters.index(c[0]), letters.index(c[1])) for c in text.split())
        for name, text in piles.items()
    }
    return tuple(found.get(name, ()) for name in CIRCLES)


@cache
def atlas() -> Atlas:
    """What the board's pictures have, and the same chips and circles in the larger size."""
    shop = Workshop(THEME)
    pieces.add_chips(shop, CLOSE)
    middle = CLOSE.px(CIRCLE)
    for name, paint in (
        ("plain", pieces.circle(False, CLOSE.k)),
        ("arrow", pieces.circle(True, CLOSE.k)),
        ("heads", pieces.heads(CLOSE.k)),
    ):
        shop.sprite(f"close-{name}", paint, middle, middle)
    shop.ground("slab", slate(*SLAB, THEME.colours["slate"]))
    larger = shop.join(pieces.atlas())
    return replace(larger, sprites={**pieces.atlas().sprites, **larger.sprites})


class Window(NamedTuple):
    """The part of a canvas that shows the board, up to but not including (x1, y1)."""

    x0: int
    y0: int
    x1: int
    y1: int


@dataclass(frozen=True)
class Part:
    """A part of the board: every circle that can be seen in a window."""

    cells: Cells
    circle: str
    """One of its circles."""
    at: Point
    """The middle of that circle, in px of the canvas."""
    window: Window

    def centre(self, circle: int) -> Point:
        """The middle of a circle by its index, which may lie outside."""
        here = INDEX[self.circle]
        x = self.at[0] + STEP_X * (circle % SIZE - here % SIZE)
        return x, self.at[1] - STEP_Y * (circle // SIZE - here // SIZE)

    def seen(self) -> Iterator[int]:
        """The circles of which anything can be seen, from the back to the front."""
        room = CLOSE.px(CIRCLE)
        for row in reversed(range(SIZE)):
            for circle in range(SIZE * row, SIZE * (row + 1)):
                x, y = self.centre(circle)
                w = self.window
                if w.x0 - room < x < w.x1 + room and w.y0 - room < y < w.y1 + room:
                    yield circle

    def ground(self, canvas: Canvas) -> None:
        """The slate, lines and empty circles; of a circle also what lies outside the window."""
        w = self.window
        slab = canvas.atlas.grounds["slab"]
        canvas.pixels[w.y0 : w.y1, w.x0 : w.x1] = slab[: w.y1 - w.y0, w.x0 : w.x1]
        for a, b in LINKS:
            self._line(canvas, self.centre(a), self.centre(b))
        turn = marks.turning(CLOSE.px(36), "line")
        for circle in self.seen():
            x, y = self.centre(circle)
            canvas.put("close-arrow" if ARROWS[circle] else "close-plain", x, y)
            if ARROWS[circle]:
                canvas.put("close-heads", x, y)
                if not self.cells[circle]:
                    canvas.mark(turn, x, y)

    def _line(self, canvas: Canvas, a: Point, b: Point) -> None:
        """The brass between two circles, as far as it lies in the window."""
        w = self.window
        (x0, x1), (y0, y1) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        for before, after, role in ((4, 5, "ink"), (2, 3, "line"), (2, 0, "line-light")):
            if y0 == y1:
                box = (x0 + REACH, y0 - before, x1 - REACH, y0 + after)
            else:
                box = (x0 - before, y0 + REACH, x0 + after, y1 - REACH)
            left, top = max(box[0], w.x0), max(box[1], w.y0)
            right, bottom = min(box[2], w.x1), min(box[3], w.y1)
            if left < right and top < bottom:
                canvas.fill(left, top, right, bottom, role)

    def piles(self, canvas: Canvas, locale: str, halo: dict[str, str] | None = None) -> None:
        """The piles, some in a halo of that role."""
        for circle in self.seen():
            if self.cells[circle]:
                ring = (halo or {}).get(CIRCLES[circle])
                pile(canvas, self.cells[circle], *self.centre(circle), locale, ring, CLOSE)

    def arrow(self, canvas: Canvas, start: str, goal: str, role: str = "ivory") -> None:
        """An arrow from one circle to its neighbour, clear of both piles."""
        a, b = INDEX[start], INDEX[goal]
        (x, y), (x2, y2) = self.centre(a), self.centre(b)
        far = abs(x2 - x) + abs(y2 - y)
        ux, uy = (x2 - x) // far, (y2 - y) // far
        r = CLOSE.px(R)
        begin = r + _CLEAR + (CLOSE.height(len(self.cells[a])) if uy < 0 else 0)
        reach = r * 0.9
        if self.cells[b]:
            reach = r + _CLEAR + (CLOSE.height(len(self.cells[b])) if uy > 0 else 0)
        begin = min(begin, far - reach - 60)
        ends = ((ux * begin, uy * begin), (ux * (far - reach), uy * (far - reach)))
        canvas.mark(marks.arrow(ends, 16, 40, role), x, y)


@lru_cache(4)
def verdict(good: bool, r: float = 30) -> Mark:
    """A disc with a tick, or a dark one with a cross."""
    side = round(2 * r) + 16
    pen, c = Pen(side, side), side / 2
    pen.circle(c, c, r + 6, "ink")
    pen.circle(c, c, r + 2, "title" if good else "ivory")
    width = r * 0.24
    if good:
        tick = [
            (c - r * 0.46, c + r * 0.04),
            (c - r * 0.12, c + r * 0.40),
            (c + r * 0.5, c - r * 0.36),
        ]
        pen.line(tick, width, "ink")
    else:
        pen.circle(c, c, r - 2, "ink")
        q = r * 0.40
        pen.line([(c - q, c - q), (c + q, c + q)], width, "ivory")
        pen.line([(c - q, c + q), (c + q, c - q)], width, "ivory")
    return pen.mark()
