"""Sarena's theme, and everything that is drawn once: the board, the turned wooden chips.

A pile is seen plan-oblique: true circles stacked straight up, so that each chip shows the band of
its side with both faces, and the lowest shows a little more, because a flip brings it up.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from rendering.kit.atlas import Atlas, Workshop
from rendering.kit.colour import mix
from rendering.kit.materials import brass, rings, slate
from rendering.kit.pen import Pen
from rendering.kit.raster import (
    Field,
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


def centre(circle: int) -> tuple[int, int]:
    """The middle of a circle on the board, by its index."""
    return (
        _FIRST_X + PITCH_X * (circle % SIZE),
        _FIRST_Y + PITCH_Y * (SIZE - 1 - circle // SIZE),
    )


def height(chips: int) -> int:
    """How far the top of a pile lies above its base."""
    return chips * THICK + FOOT if chips else 0


@cache
def atlas() -> Atlas:
    """Everything Sarena draws with; made at the first call."""
    shop = Workshop(THEME)
    shop.ground("board", _board())
    for name in COLOURS:
        shop.sprite(f"top-{name}", _top(name, R), R + 2, R + 2)
        shop.sprite(f"small-top-{name}", _top(name, SMALL_R), SMALL_R + 2, SMALL_R + 2)
        small = _band(name, name, SMALL_R, SMALL_THICK, 0)
        shop.sprite(f"small-band-{name}", small, SMALL_R + 2, SMALL_THICK + 4)
    for upper in COLOURS:
        for lower in COLOURS:
            if upper != lower:
                name = f"{upper}-{lower}"
                shop.sprite(f"band-{name}", _band(upper, lower, R, THICK, 0), R + 2, THICK + 4)
                low = _band(upper, lower, R, THICK, FOOT)
                shop.sprite(f"foot-{name}", low, R + 2, THICK + FOOT + 4)
    shop.shaded("ink", 0.62)
    return shop.close(168)


def _top(name: str, r: int) -> Paint:
    """A chip's upper face: a bevelled, slightly dished disc of stained wood with a bare bead."""
    side = 2 * r + 4
    at = grid(side, side, side / 2, side / 2)
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


def _band(upper: str, lower: str, r: int, thick: int, foot: int) -> Paint:
    """The side of a chip, from a little under its upper face down; the lower face's half below.

    Its anchor is the middle of the circle it stands on.
    """
    whole = thick + foot
    at = grid(2 * r + 4, whole + 4 + r + 2, r + 2, whole + 4)
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
    two = np.where((part >= 0.5)[..., None], tint(THEME.colours[upper]), tint(THEME.colours[lower]))
    colour = two * (shape * turned)[..., None]
    joint = 0.0 if foot else 2.4 * np.clip(1 - part / 0.13, 0, 1)
    cover = (up >= 0) & (up <= whole + 3) & (np.abs(at.x) <= r - joint)
    return reduce(paint(colour, cover.astype(np.float32)))


SHADE = R + 30
"""From a shadow's left edge to the middle of its pile; from its top too, less the pile's height."""


def shade(chips: int, keyline: float = 0) -> Field:
    """Cover from 0 to 1: the shadow of a pile, or its outline grown by ``keyline`` px."""
    pad, tall = SHADE - R, height(chips)
    pen = Pen(2 * SHADE, 2 * SHADE + tall)
    if keyline:
        start, end = pad - keyline, pad + keyline + 2 * R
        pen.box(start, start, end, end + tall, R + keyline, "ink")
        return pen.paint(dict(THEME.colours))[..., 3]
    pen.box(pad + 7, pad + 9, pad + 7 + 2 * R, pad + 9 + 2 * R + tall, R, "ink")
    return blurred(pen.paint(dict(THEME.colours))[..., 3], 6) * np.float32(0.62)


def _circle(arrow: bool) -> Paint:
    """An empty circle: a bowl with a brass line and four arrow heads, or a plain shallow seat."""
    side = 176
    at = grid(side, side, side / 2, side / 2)
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


def _heads() -> Paint:
    """The four arrow heads of an arrow circle."""
    side = 176
    pen, c = Pen(side, side), side / 2
    for grow, role in ((1.8, "groove"), (0.0, "")):
        for turn in _HEADS:
            a = np.radians(turn)
            px, py = c + RING * np.cos(a), c + RING * np.sin(a)
            tx, ty, nx, ny = -np.sin(a), np.cos(a), np.cos(a), np.sin(a)
            long, half, back = 22 + grow * 2, 11.5 + grow * 1.4, -4 - grow * 0.8
            pen.polygon(
                [
                    (px + tx * long - nx * 2.2, py + ty * long - ny * 2.2),
                    (px + tx * back + nx * half, py + ty * back + ny * half),
                    (px + tx * back - nx * half, py + ty * back - ny * half),
                ],
                role or f"head-{turn}",
            )
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
    for circle in range(SIZE * SIZE):
        x, y = centre(circle)
        if circle % SIZE < SIZE - 1:
            over(ground, _link(PITCH_X - 2 * reach, False), x + reach, y - 5)
        if circle // SIZE < SIZE - 1:
            over(ground, _link(PITCH_Y - 2 * reach, True), x - 5, y - PITCH_Y + reach)
    plain, arrow, heads = _circle(False), _circle(True), _heads()
    for circle in range(SIZE * SIZE):
        x, y = centre(circle)
        over(ground, arrow if ARROWS[circle] else plain, x - 88, y - 88)
        if ARROWS[circle]:
            over(ground, heads, x - 88, y - 88)
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
