"""Marks that all games share: seat tokens, numbered discs, arrows, ghosts, plates, small icons.

Each is drawn once for its arguments and kept. Colours are roles of whatever theme is in use.
"""

from __future__ import annotations

import math
from functools import lru_cache

from rendering.kit import text
from rendering.kit.pen import Mark, Pen, Point, rounded
from rendering.kit.theme import BOLD

KEYLINE = 4
"""Width in px of the dark line round a mark, so that it stands on any ground."""


def _outline(shape: str, c: float, r: float) -> list[Point]:
    if shape == "square":
        q = r * 0.92
        return [(c - q, c - q), (c + q, c - q), (c + q, c + q), (c - q, c + q)]
    if shape == "diamond":
        q = r * 1.14
        return [(c, c - q), (c + q, c), (c, c + q), (c - q, c)]
    q = r * 1.2
    return [(c, c - q), (c + q * 1.02, c + q * 0.74), (c - q * 1.02, c + q * 0.74)]


@lru_cache(256)
def token(
    shape: str,
    letter: str,
    fill: str,
    ink: str,
    rim: str | None = None,
    r: int = 24,
    size: int = 32,
) -> Mark:
    """A seat's token: colour, shape (of `theme.SHAPES`) and letter. With a ``rim`` it is a plate
    edged in that colour, else a plain shape with a keyline."""
    side = math.ceil(r * 2.6) + 14
    pen, c = Pen(side, side), side / 2

    def lay(radius: float, role: str) -> None:
        if shape == "circle":
            pen.circle(c, c, radius, role)
        else:
            pen.polygon(rounded(_outline(shape, c, radius), radius * 0.24), role)

    if rim:
        for radius, role in ((r + 5.5, "ink"), (r + 3, rim), (r, "ink"), (r - 1.0, fill)):
            lay(radius, role)
    else:
        lay(r + 3, "ink")
        lay(r, fill)
    low = r * 0.17 if shape == "triangle" else 0.0
    pen.write(c, c + low, letter, BOLD, size, ink)
    return pen.mark()


@lru_cache(256)
def disc(
    words: str,
    fill: str = "ivory",
    ink: str = "ink",
    edge: str = "ink",
    r: float = 22,
    size: int = 34,
) -> Mark:
    """A disc with a number, for acts (ivory) and heights (dark)."""
    side = math.ceil(2 * r) + 10
    pen, c = Pen(side, side), side / 2
    pen.circle(c, c, r + 3.5, edge)
    pen.circle(c, c, r, fill)
    pen.write(c, c, words, BOLD, size, ink)
    return pen.mark()


@lru_cache(128)
def arrow(
    points: tuple[Point, ...],
    width: float = 12,
    head: float = 32,
    role: str = "ivory",
    edge: str | None = "ink",
) -> Mark:
    """An arrow along a line of points, its anchor at (0, 0) of their coordinates."""
    pad = head + KEYLINE + 8
    left, top = min(x for x, _ in points) - pad, min(y for _, y in points) - pad
    wide = max(x for x, _ in points) - left + pad
    high = max(y for _, y in points) - top + pad
    pen = Pen(wide, high)
    at = [(x - left, y - top) for x, y in points]
    (x1, y1), (x2, y2) = at[-2], at[-1]
    far = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    hx, hy = x2 - ux * head, y2 - uy * head

    def point(grow: float) -> list[Point]:
        half = head * 0.62 + grow * 1.3
        bx, by = hx - ux * grow * 0.9, hy - uy * grow * 0.9
        return [
            (x2 + ux * grow * 1.5, y2 + uy * grow * 1.5),
            (bx - uy * half, by + ux * half),
            (bx + ux * head * 0.16, by + uy * head * 0.16),
            (bx + uy * half, by - ux * half),
        ]

    body = [*at[:-1], (hx + ux * 4, hy + uy * 4)]
    if edge:
        pen.line(body, width + 2 * KEYLINE, edge)
        pen.polygon(point(KEYLINE), edge)
    pen.line(body, width, role)
    pen.polygon(point(0), role)
    return pen.mark(-left, -top)


@lru_cache(64)
def ghost(r: float, role: str = "ivory", width: float = 4, dashes: int = 12) -> Mark:
    """A dashed circle where something stood."""
    side = math.ceil(2 * (r + width)) + 8
    pen, c, step = Pen(side, side), side / 2, 360 / dashes
    for k in range(dashes):
        pen.arc(c, c, r, k * step + 3, k * step + step * 0.62 + 5, width + 4, "ink")
    for k in range(dashes):
        pen.arc(c, c, r, k * step + 5, k * step + step * 0.62 + 3, width, role)
    return pen.mark()


def arrow_head(x: float, y: float, r: float, turn: float, long: float, half: float) -> list[Point]:
    """A head on a circle's line at ``turn`` degrees, pointing clockwise along it."""
    a = math.radians(turn)
    px, py = x + r * math.cos(a), y + r * math.sin(a)
    tx, ty, nx, ny = -math.sin(a), math.cos(a), math.cos(a), math.sin(a)
    back = -long * 0.2
    return [
        (px + tx * long - nx * 2, py + ty * long - ny * 2),
        (px + tx * back + nx * half, py + ty * back + ny * half),
        (px + tx * back - nx * half, py + ty * back - ny * half),
    ]


@lru_cache(64)
def hoop(r: float, width: float, role: str) -> Mark:
    """A circle's line with a keyline on both sides."""
    side = math.ceil(2 * r + width) + 12
    pen, c = Pen(side, side), side / 2
    pen.ring(c, c, r, width + 5, "ink")
    pen.ring(c, c, r, width, role)
    return pen.mark()


@lru_cache(64)
def disc_empty(r: float, fill: str, edge: str) -> Mark:
    """A plain disc."""
    side = math.ceil(2 * r) + 12
    pen, c = Pen(side, side), side / 2
    pen.circle(c, c, r + 3.5, edge)
    pen.circle(c, c, r, fill)
    return pen.mark()


@lru_cache(64)
def capsule(r: float, height: float, grow: float, role: str, strength: float = 1) -> Mark:
    """The outline of a round pile seen obliquely, grown by some px and filled: keylines, halos.
    Its anchor is the middle of the pile's base; the pile's top is ``height`` px above that."""
    reach = r + grow
    wide, high = 2 * reach + 4, 2 * reach + height + 4
    pen = Pen(wide, high)
    left, top = wide / 2 - reach, 2.0
    pen.box(left, top, left + 2 * reach, top + 2 * reach + height, reach, role, strength)
    return pen.mark(wide / 2, top + reach + height)


@lru_cache(64)
def turning(
    r: float, role: str, fill: str | None = None, edge: str = "ink", weight: float = 0.21
) -> Mark:
    """Two arrows round a circle: turned over. With a ``fill`` on a disc with a keyline."""
    side = math.ceil(2 * r) + 14
    pen, c = Pen(side, side), side / 2
    if fill:
        pen.circle(c, c, r + KEYLINE, edge)
        pen.circle(c, c, r, fill)
    q = r * 0.60
    for start in (200, 20):
        pen.arc(c, c, q, start, start + 118, r * weight, role)
        a = math.radians(start + 118)
        px, py = c + q * math.cos(a), c + q * math.sin(a)
        tx, ty, nx, ny = -math.sin(a), math.cos(a), math.cos(a), math.sin(a)
        tip, half = r * 0.50, r * (0.12 + weight)
        pen.polygon(
            [
                (px + tx * tip, py + ty * tip),
                (px + nx * half - tx * 2, py + ny * half - ty * 2),
                (px - nx * half - tx * 2, py - ny * half - ty * 2),
            ],
            role,
        )
    return pen.mark()


@lru_cache(128)
def plate(words: str, fill: str, ink: str = "ink", edge: str = "ink", size: int = 36) -> Mark:
    """A small sign with a label, its anchor the middle."""
    wide = text.width(words, BOLD, size)
    high = text.cap_height(BOLD, size)
    w, h = wide + 22, high + 20
    pen = Pen(w + 8, h + 8)
    pen.box(0, 0, w + 8, h + 8, 13, edge)
    pen.box(4, 4, w + 4, h + 4, 9, fill)
    pen.write((w + 8) / 2, (h + 8) / 2, words, BOLD, size, ink)
    return pen.mark()


@lru_cache(64)
def panel(width: int, height: int, fill: str, rim: str, r: int = 12) -> Mark:
    """A framed field for something that stands out, its anchor the middle."""
    pen = Pen(width, height)
    pen.box(0, 0, width, height, r, "ink")
    pen.box(2, 2, width - 2, height - 2, r - 2, rim)
    pen.box(5, 5, width - 5, height - 5, r - 4, fill)
    return pen.mark()


@lru_cache(16)
def lock(size: float, role: str) -> Mark:
    """A padlock: only one person sees this."""
    w, h = size * 0.8, size
    pen = Pen(w + 2, h + 2)
    c, top = (w + 2) / 2, 1 + size * 0.32
    pen.arc(c, top, size * 0.24, 180, 360, size * 0.13, role)
    for side in (-1, 1):
        x = c + side * size * 0.24
        pen.box(x - size * 0.065, top - 1, x + size * 0.065, size * 0.5, 0, role)
    pen.box(1, 1 + size * 0.44, w + 1, h + 1, size * 0.1, role)
    return pen.mark()


@lru_cache(16)
def laurel(size: float, role: str) -> Mark:
    """A wreath of leaves, open at the top: won."""
    pen, c, r = Pen(size + 6, size + 6), (size + 6) / 2, size * 0.40
    for side in (-1, 1):
        for k in range(6):
            a = math.radians(90 - side * (18 + 25 * k))
            x, y = c + r * math.cos(a), c + r * math.sin(a)
            lean = a - side * math.radians(62)
            long, thick = size * 0.16, size * 0.065
            tip = (x + long * math.cos(lean), y + long * math.sin(lean))
            back = (x - long * 0.7 * math.cos(lean), y - long * 0.7 * math.sin(lean))
            nx, ny = -math.sin(lean) * thick, math.cos(lean) * thick
            pen.polygon(rounded([tip, (x + nx, y + ny), back, (x - nx, y - ny)], thick * 0.9), role)
    return pen.mark()
