"""Sarena's theme, and everything that is drawn once: the board, the turned wooden chips.

A pile is seen plan-oblique: true circles stacked straight up, so that each chip shows the band of
its side with both faces, and the lowest shows a little more, because a flip brings it up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rendering.kit.atlas import Atlas, Workshop
from rendering.kit.colour import mix
from rendering.kit.materials import brass, rings, slate
from rendering.kit.pen import Pen
from rendering.kit.raster import (
    SCALE,
    Field,
    Grid,
    Ground,
    Paint,
    blurred,
    bump,
    grid,
    lit,
    over,
    paint,
    reduce,
    smooth,
    tint,
)
from rendering.kit.theme import BAR_READS, MARKS, ON_PIECE, PIECES, Face, Theme, register
from rules.sarena import ARROWS, COLOURS, SIZE

_SLATE = "#2A3137"
_BRASS, _BRASS_HIGH, _BRASS_LOW = "#CFA550", "#F4DF9E", "#7C5C22"
_WOOD = "#F3DDB0"
_GROOVE = "#0E1114"

THEME = register(
    Theme(
        name="sarena",
        title=Face("marcellus"),
        colours={
            **MARKS,
            "bar": "#1A1F23",
            "active": "#343C43",
            "legend": "#22282D",
            "footer": "#101316",
            "text": "#F3EBD8",
            "muted": "#B9BDB8",
            "title": _BRASS_HIGH,
            "line": _BRASS,
            "line-light": _BRASS_HIGH,
            "line-dark": _GROOVE,
            "token": "#15181B",
            "slate": _SLATE,
            "bowl": "#1C2125",
            "choice": "#C2E4FF",
            **PIECES,
            **{f"on-{name}": ON_PIECE[name] for name in COLOURS},
            # The lit or dark edge of a letter cut into a chip.
            **{
                f"cut-{name}": mix(
                    PIECES[name], "#FFFFFF" if ON_PIECE[name] < "#8" else "#000000", 0.45
                )
                for name in COLOURS
            },
        },
        apart=(tuple(COLOURS), ("choice", *COLOURS), ("choice", "ivory")),
        reads=(
            *BAR_READS,
            ("title", "slate"),
            ("ivory", "active"),
            ("ink", "choice"),
            *((f"on-{name}", name) for name in ("yellow", "green")),
        ),
        stands=(
            *((name, "ink") for name in COLOURS),
            *((f"on-{name}", name) for name in COLOURS),
            ("ivory", "slate"),
            ("choice", "slate"),
            ("line", "slate"),
        ),
    )
)

R, THICK, FOOT = 51, 15, 2
"""A chip's radius and thickness in px, and how much more the lowest one shows."""
SMALL_R, SMALL_THICK = 29, 8
"""The same for the chips in the bars."""
PITCH_X, PITCH_Y = 180, 170
BOARD_WIDTH, BOARD_HEIGHT = 1200, 1106
_FIRST_X, _FIRST_Y = 168, 139
RING = 67
"""Radius of a circle's brass line."""
_HEADS = (45, 135, 225, 315)  # on the diagonals: on the axes they read as one-way links
_WOODS = {"yellow": (3, -24), "red": (5, 38), "blue": (8, -62), "green": (13, 12)}


@dataclass(frozen=True)
class Size:
    """How large chips and circles are drawn."""

    k: float
    """Times their size on the board; four times this is whole."""
    thick: int
    """A chip's thickness, in px of the board's size."""
    prefix: str = ""
    """Before the names of the sprites."""

    def px(self, length: float) -> float:
        """A length on the board at this size."""
        return length * self.k

    def height(self, chips: int) -> int:
        """How far the top of a pile lies above its base."""
        return round(self.px(chips * self.thick + FOOT)) if chips else 0


NORMAL = Size(1, THICK)


def centre(circle: int) -> tuple[int, int]:
    """The middle of a circle on the board, by its index."""
    return (
        _FIRST_X + PITCH_X * (circle % SIZE),
        _FIRST_Y + PITCH_Y * (SIZE - 1 - circle // SIZE),
    )


def height(chips: int) -> int:
    """How far the top of a pile lies above its base."""
    return NORMAL.height(chips)


@cache
def atlas() -> Atlas:
    """Everything Sarena draws with; made at the first call."""
    shop = Workshop(THEME)
    shop.ground("board", _board())
    for name in COLOURS:
        shop.sprite(f"small-top-{name}", _top(name, SMALL_R), SMALL_R + 2, SMALL_R + 2)
        small = _band(name, name, _side(SMALL_R, SMALL_THICK, 0))
        shop.sprite(f"small-band-{name}", small, SMALL_R + 2, SMALL_THICK + 4)
    add_chips(shop, NORMAL)
    shop.shaded("ink", 0.62)
    return shop.close(168)


def add_chips(shop: Workshop, size: Size) -> None:
    """The sprites of all chips at that size: ``top-red``, ``band-red-blue``, ``foot-red-blue``."""
    k, thick = size.k, size.thick
    for name in COLOURS:
        face = _top(name, R, k)
        shop.sprite(f"{size.prefix}top-{name}", face, face.shape[1] / 2, face.shape[0] / 2)
    for kind, foot in (("band", 0), ("foot", FOOT)):
        side = _side(R, thick, foot, k)
        for upper in COLOURS:
            for lower in COLOURS:
                if upper != lower:
                    band = _band(upper, lower, side)
                    name = f"{size.prefix}{kind}-{upper}-{lower}"
                    shop.sprite(name, band, band.shape[1] / 2, size.px(thick + foot + 4))


def _even(length: int, k: float) -> int:
    """The next length of which ``k`` times is even, so that its middle is a whole px."""
    while length * k % 2:
        length += 1
    return length


def _fine(width: int, height: int, cx: float, cy: float, k: float) -> Grid:
    """A grid in px of the board's size whose reduction is ``k`` times as large."""
    return grid(width, height, cx, cy, round(SCALE * k))


def _top(name: str, r: int, k: float = 1) -> Paint:
    """A chip's upper face: a bevelled, slightly dished disc of stained wood with a bare bead."""
    side = _even(2 * r + 4, k)
    at = _fine(side, side, side / 2, side / 2, k)
    far = at.r / r
    light = lit(at.angle)
    tone = np.ones_like(far)
    tone += smooth(0.86, 0.94, far) * light * 0.26
    tone -= bump(0.840, 0.016, far) * 0.30 + bump(0.754, 0.016, far) * 0.22
    tone += smooth(0.78, 0.70, far) * (at.x * 0.55 + at.y * 0.8) / r * 0.07
    gloss = ((at.x / r + 0.42) / 0.5) ** 2 + ((at.y / r + 0.5) / 0.34) ** 2
    tone += 0.10 * np.exp(-gloss)
    if r == R:  # too fine for the small ones
        seed, towards = _WOODS[name]
        tone *= 1 + 0.075 * rings(at, seed, towards) * smooth(0.93, 0.86, far)
    bare = (smooth(0.032, 0.019, np.abs(far - 0.797)) * 0.80)[..., None]
    colour = (tint(THEME.colours[name]) * (1 - bare) + tint(_WOOD) * bare) * tone[..., None]
    glint = np.clip(tone - 1.12, 0, 1)[..., None] * 0.9
    colour += (255 - colour) * glint
    return reduce(paint(colour, (far <= 1).astype(np.float32)))


class _Side(NamedTuple):
    """The side of a chip, from a little under its upper face down; the lower face's half below."""

    above: npt.NDArray[np.bool_]
    """Where the upper face's colour shows."""
    tone: Field
    cover: Field


def _side(r: int, thick: int, foot: int, k: float = 1) -> _Side:
    """The side of a chip without its colours; ``foot`` px more show where it lies lowest.

    Its anchor is the middle of the circle it stands on.
    """
    whole = thick + foot
    wide = _even(2 * r + 4, k)
    at = _fine(wide, _even(whole + 4 + r + 2, k), wide / 2, whole + 4, k)
    across = np.clip(at.x / r, -1, 1)
    edge = np.sqrt(np.maximum(0, 1 - across * across))
    up = r * edge - at.y  # height above the ground along the side, in px
    shape = 0.52 + 0.56 * np.clip(edge * 0.80 - across * 0.50, 0, 1)
    part = np.clip((up - foot) / thick, 0, 1)
    if foot:
        part = np.maximum(part, 0.10)
        part = np.where(up < foot, np.clip(up / foot, 0, 1) * 0.10, part)
    turned = 1 + 0.20 * smooth(0.80, 0.97, part) - 0.10 * smooth(0.22, 0, part)
    turned -= 0.58 * smooth(0.13, 0.0, part)
    turned *= 1 - 0.14 * smooth(0.055, 0, np.abs(part - 0.5))
    joint = 0.0 if foot else 2.4 * np.clip(1 - part / 0.13, 0, 1)
    cover = (up >= 0) & (up <= whole + 3) & (np.abs(at.x) <= r - joint)
    return _Side(part >= 0.5, shape * turned, cover.astype(np.float32))


def _band(upper: str, lower: str, side: _Side) -> Paint:
    """The side of a chip in the colours of its faces."""
    colours = tint(THEME.colours[upper]), tint(THEME.colours[lower])
    two = np.where(side.above[..., None], *colours)
    return reduce(paint(two * side.tone[..., None], side.cover))


SHADE = R + 30
"""From a shadow's left edge to the middle of its pile; from its top too, less the pile's height."""


def shade(chips: int, keyline: float = 0, size: Size = NORMAL) -> Field:
    """Cover from 0 to 1: the shadow of a pile, or its outline grown by ``keyline`` px."""
    pad, tall, r = size.px(SHADE - R), size.height(chips), size.px(R)
    pen = Pen(size.px(2 * SHADE), size.px(2 * SHADE) + tall)
    if keyline:
        start, end = pad - keyline, pad + keyline + 2 * r
        pen.box(start, start, end, end + tall, r + keyline, "ink")
        return pen.paint(dict(THEME.colours))[..., 3]
    x, y = pad + size.px(7), pad + size.px(9)
    pen.box(x, y, x + 2 * r, y + 2 * r + tall, r, "ink")
    return blurred(pen.paint(dict(THEME.colours))[..., 3], size.px(6)) * np.float32(0.62)


CIRCLE = 88
"""From the upper left corner of a circle's paint to its middle."""


def circle(arrow: bool, k: float = 1) -> Paint:
    """An empty circle: a bowl with a brass line and four arrow heads, or a plain shallow seat."""
    side = 2 * CIRCLE
    at = _fine(side, side, side / 2, side / 2, k)
    light, inner = lit(at.angle), 58
    if arrow:
        tone = 0.70 - 0.22 * light * smooth(inner * 0.6, inner, at.r)
        tone += 0.06 * smooth(inner * 0.6, 0, at.r)
    else:
        tone = 0.86 - 0.16 * light * smooth(inner * 0.84, inner, at.r)
    colour = tint(_SLATE) * tone[..., None]
    cover = (at.r < inner).astype(np.float32)
    half = 3.1 if arrow else 1.3
    degrees = np.degrees(at.angle) % 360
    gap = np.zeros_like(at.r, np.bool_)
    if arrow:
        for head in _HEADS:
            gap |= (degrees - head) % 360 < 17
    metal = brass(at.angle, _BRASS_LOW, _BRASS, _BRASS_HIGH) * (1.0 if arrow else 0.66)
    groove = (np.abs(at.r - RING) < half + 1.8) & ~gap
    line = (np.abs(at.r - RING) < half) & ~gap
    colour = np.where(groove[..., None], tint("#14181C"), colour)
    colour = np.where(line[..., None], metal, colour)
    cover = np.maximum(cover, groove)
    return reduce(paint(colour, cover))


def heads(k: float = 1) -> Paint:
    """The four arrow heads of an arrow circle."""
    side = round(2 * CIRCLE * k)
    pen, c = Pen(side, side), CIRCLE
    for grow, role in ((1.8, "groove"), (0.0, "")):
        for turn in _HEADS:
            a = np.radians(turn)
            px, py = c + RING * np.cos(a), c + RING * np.sin(a)
            tx, ty, nx, ny = -np.sin(a), np.cos(a), np.cos(a), np.sin(a)
            long, half, back = 22 + grow * 2, 11.5 + grow * 1.4, -4 - grow * 0.8
            head = (
                (px + tx * long - nx * 2.2, py + ty * long - ny * 2.2),
                (px + tx * back + nx * half, py + ty * back + ny * half),
                (px + tx * back - nx * half, py + ty * back - ny * half),
            )
            pen.polygon([(x * k, y * k) for x, y in head], role or f"head-{turn}")
    colours = {"groove": "#14181C"}
    for turn in _HEADS:
        sheen = 0.55 + 0.3 * np.cos(2 * np.radians(turn + 115))
        colours[f"head-{turn}"] = mix(_BRASS_LOW, _BRASS_HIGH, float(sheen))
    return pen.paint(colours)


def _board() -> Ground:
    """The slab with its frame, links and circles: height x width x 3."""
    ground = slate(BOARD_WIDTH, BOARD_HEIGHT, _SLATE)
    _frame(ground)
    reach = RING + 4
    for where in range(SIZE * SIZE):
        x, y = centre(where)
        if where % SIZE < SIZE - 1:
            over(ground, _link(PITCH_X - 2 * reach, False), x + reach, y - 5)
        if where // SIZE < SIZE - 1:
            over(ground, _link(PITCH_Y - 2 * reach, True), x - 5, y - PITCH_Y + reach)
    plain, arrow, tips = circle(False), circle(True), heads()
    for where in range(SIZE * SIZE):
        x, y = centre(where)
        over(ground, arrow if ARROWS[where] else plain, x - CIRCLE, y - CIRCLE)
        if ARROWS[where]:
            over(ground, tips, x - CIRCLE, y - CIRCLE)
    return ground


_BRASSES = {"groove": "#14181C", "brass": _BRASS, "high": _BRASS_HIGH}


@cache
def _link(length: int, upright: bool) -> Paint:
    """A brass line between two circles."""
    wide, tall = (10, length) if upright else (length, 10)
    pen = Pen(wide, tall)
    for inset, role in ((1.0, "groove"), (3.0, "brass")):
        if upright:
            pen.box(inset, 0, 10 - inset, length, 1, role)
        else:
            pen.box(0, inset, length, 10 - inset, 1, role)
    if upright:
        pen.box(3, 0, 4.5, length, 0, "high")
    else:
        pen.box(0, 3, length, 4.5, 0, "high")
    return pen.paint(_BRASSES)


FRAME = (36, 14, BOARD_WIDTH - 22, BOARD_HEIGHT - 26)
"""Left, top, right and bottom of the frame's line; coordinates stand in its gaps."""


def _frame(ground: Ground) -> None:
    """The brass frame, broken where coordinates stand."""
    left, top, right, bottom = FRAME

    def inlay(x0: int, y0: int, x1: int, y1: int) -> None:
        upright = x0 == x1
        for role, before, after in (("groove", 3, 3), ("brass", 1, 2), ("high", 1, 0)):
            if upright:
                ground[y0:y1, x0 - before : x0 + after] = tint(_BRASSES[role])
            else:
                ground[y0 - before : y0 + after, x0:x1] = tint(_BRASSES[role])

    rows = sorted(centre(SIZE * row)[1] for row in range(SIZE))
    columns = [centre(column)[0] for column in range(SIZE)]
    cuts = [top + 16, *(y + d for y in rows for d in (-32, 32)), bottom - 16]
    for y0, y1 in zip(cuts[::2], cuts[1::2], strict=True):
        inlay(left, y0, left, y1)
    cuts = [left + 16, *(x + d for x in columns for d in (-32, 32)), right - 16]
    for x0, x1 in zip(cuts[::2], cuts[1::2], strict=True):
        inlay(x0, bottom, x1, bottom)
    inlay(left + 16, top, right - 16, top)
    inlay(right, top + 16, right, bottom - 16)
    corners = ((left, top, 0), (right, top, 90), (right, bottom, 180), (left, bottom, 270))
    for x, y, start in corners:  # hollow, with a pin
        pen, c = Pen(40, 40), 20
        pen.arc(c, c, 15, start, start + 90, 5, "groove")
        pen.circle(c, c, 4.6, "groove")
        pen.arc(c, c, 15, start, start + 90, 2.8, "brass")
        pen.circle(c, c, 3.4, "brass")
        pen.circle(c - 0.8, c - 0.8, 1.4, "high")
        over(ground, pen.paint(_BRASSES), x - c, y - c)
