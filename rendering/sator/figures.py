"""What stands on the bridges: Lost Books, Acolytes, Gargoyles; and the cogwheels of the frame."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageFilter

from rendering.kit.atlas import Workshop
from rendering.kit.colour import mix
from rendering.kit.pen import Pen, Point, rounded
from rendering.kit.raster import Field, Paint, paint, tint
from rendering.kit.theme import INK, PIECES
from rendering.sator.theme import (
    GOLD,
    GOLD_HIGH,
    GOLD_LOW,
    INK_BROWN,
    PARCHMENT,
    RUBRIC,
)
from rules.sator.facts import COLOURS

_RIM = "#FFF6DC"
_SS = 4
Curve = tuple[Point, Point, Point]


class _Plain(dict[str, str]):
    """Colours that stand for themselves."""

    def __missing__(self, code: str) -> str:
        return code


def _path(start: Point, *parts: Point | Curve) -> list[Point]:
    """Points along lines and curves (two handles and an end)."""
    out = [start]
    for part in parts:
        if len(part) == 2:
            out.append(part)
            continue
        (x0, y0), ((x1, y1), (x2, y2), (x3, y3)) = out[-1], part
        for k in range(1, 14):
            t = k / 13
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            out.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return out


class _Draft:
    """A pen whose coordinates are those of a figure at its usual size, about a middle line."""

    def __init__(self, wide: float, high: float, u: float) -> None:
        self.pen, self.u = Pen(round(wide * u), round(high * u)), u
        self.x = round(wide * u) / 2

    def at(self, points: Sequence[Point]) -> list[Point]:
        return [(self.x + x * self.u, y * self.u) for x, y in points]

    def fill(self, points: Sequence[Point], colour: str) -> None:
        self.pen.polygon(self.at(points), colour)

    def both(self, half: Sequence[Point], colour: str) -> None:
        """A shape that is the same on both sides of the middle line."""
        self.fill([*half, *reversed([(-x, y) for x, y in half])], colour)

    def oval(self, x: float, y: float, rx: float, ry: float, colour: str) -> None:
        turns = [2 * math.pi * k / 40 for k in range(40)]
        self.fill([(x + rx * math.cos(a), y + ry * math.sin(a)) for a in turns], colour)

    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        self.pen.line(self.at(points), max(1.0, width * self.u), colour)

    def paint(self) -> Paint:
        return self.pen.paint(_Plain())


def outlined(figure: Paint, ivory: float, ink: float) -> Paint:
    """A figure with a dark line round it, and a light one round that, so that it stands on any
    ground. It needs so much empty room about it."""
    high, wide = figure.shape[:2]
    whole = Image.fromarray((np.clip(figure[..., 3], 0, 1) * 255).astype(np.uint8))
    big = whole.resize((wide * _SS, high * _SS), Image.Resampling.BICUBIC)

    def grown(by: float) -> Field:
        fat = big.filter(ImageFilter.GaussianBlur(by * _SS * 0.75))
        return np.asarray(fat.point(lambda v: 255 if v > 22 else 0).reduce(_SS), np.float32) / 255

    out = paint(tint(_RIM), grown(ink + ivory) if ivory else np.zeros((high, wide), np.float32))
    for layer in (paint(tint(INK), grown(ink)), figure):
        cover = layer[..., 3:]
        both = cover + out[..., 3:] * (1 - cover)
        mixed = layer[..., :3] * cover + out[..., :3] * out[..., 3:] * (1 - cover)
        out[..., :3] = mixed / np.maximum(both, 1e-4)
        out[..., 3:] = both
    return out


def book(colour: str, u: float, *, rim: bool = True) -> Paint:
    """A closed book lying on its back, 60 x 64 at its usual size; its letter is stamped later."""
    draft, dark = _Draft(60, 64, u), mix(colour, "#000000", 0.45)
    pen, x0, y0, bw, bh = draft.pen, 8 * u, 7 * u, 40 * u, 46 * u
    pen.box(x0 + 3 * u, y0 + 3 * u, x0 + bw + 4 * u, y0 + bh + 4 * u, 5 * u, dark)
    pages = (x0 + 4 * u, y0 + 4 * u, x0 + bw + 1.5 * u, y0 + bh + 1.5 * u)
    pen.box(*pages, 3 * u, "#F4E7C8")
    for a, b in (
        ((x0 + 6 * u, y0 + bh + 0.2 * u), (x0 + bw, y0 + bh + 0.2 * u)),
        ((x0 + bw + 0.2 * u, y0 + 6 * u), (x0 + bw + 0.2 * u, y0 + bh)),
    ):
        pen.line([a, b], max(1.0, 1.1 * u), "#BFA877", caps=False)
    cover = (x0, y0, x0 + bw - 2 * u, y0 + bh - 2.5 * u)
    pen.box(*cover, 5 * u, mix(colour, "#000000", 0.22))
    pen.box(x0 + 0.8 * u, y0 + 0.8 * u, cover[2] - u, cover[3] - 1.5 * u, 4.4 * u, colour)
    pen.box(x0, y0, x0 + 8 * u, cover[3], 4 * u, mix(colour, "#000000", 0.30))
    hinge = [(x0 + 8.6 * u, y0 + 2 * u), (x0 + 8.6 * u, y0 + bh - 5 * u)]
    pen.line(hinge, max(1.0, 1.3 * u), mix(colour, "#FFFFFF", 0.45), caps=False)
    lip = [(x0 + 10 * u, y0 + 2 * u), (x0 + bw - 6 * u, y0 + 2 * u)]
    pen.line(lip, max(1.0, 1.5 * u), mix(colour, "#FFFFFF", 0.5))
    return outlined(draft.paint(), 2.4 * u if rim else 0, 2.2 * max(u, 0.8))


def gap(colour: str, u: float) -> Paint:
    """Where a book that is still missing will stand."""
    draft = _Draft(60, 64, u)
    x0, y0, x1, y1 = 8 * u, 7 * u, 48 * u, 53 * u
    line = max(2.0, 2.6 * u)
    draft.pen.box(x0, y0, x1, y1, 5 * u, mix(colour, INK_BROWN, 0.45))
    draft.pen.box(x0 + line, y0 + line, x1 - line, y1 - line, 3 * u, mix(colour, PARCHMENT, 0.72))
    return draft.paint()


def acolyte(colour: str, u: float) -> Paint:
    """A hooded figure, 76 x 84 at its usual size; its letter is stamped on the robe later."""
    draft = _Draft(76, 84, u)
    dark, light = mix(colour, "#000000", 0.38), mix(colour, "#FFFFFF", 0.38)
    robe = _path(
        (0, 30), ((12, 30), (21, 34), (24, 44)), ((27, 54), (28, 62), (29, 70)),
        ((29, 75), (14, 77), (0, 77)),
    )  # fmt: skip
    draft.both(robe, colour)
    draft.fill(
        _path(
            (10, 34), ((20, 36), (26, 52), (29, 70)), ((29, 75), (20, 76), (14, 76.6)),
            ((17, 60), (16, 44), (10, 34)),
        ),
        dark,
    )  # fmt: skip
    draft.fill(
        _path(
            (-20, 41), ((-24, 52), (-25, 60), (-26, 70)), ((-25, 73), (-22, 74), (-21, 74)),
            ((-20, 60), (-19, 50), (-20, 41)),
        ),
        light,
    )  # fmt: skip
    hood = _path((0, 6), ((9, 8), (17, 17), (18, 28)), ((18, 36), (10, 40), (0, 40)))
    draft.both(hood, colour)
    draft.fill(
        _path(
            (2, 7), ((10, 9), (17, 17), (18, 28)), ((18, 34), (13, 38), (7, 39.5)),
            ((14, 30), (12, 16), (2, 7)),
        ),
        dark,
    )  # fmt: skip
    draft.fill(
        _path((-3, 9), ((-10, 12), (-15, 19), (-15.5, 27)), ((-13, 20), (-9, 14), (-3, 9))), light
    )
    draft.oval(0, 26.5, 10.5, 11.5, "#1A120E")
    draft.oval(-0.6, 28, 7.4, 8.2, "#E9C7A0")
    draft.oval(-0.6, 22, 7.8, 4.6, "#1A120E")
    return outlined(draft.paint(), 3 * u, 2.6 * u)


def gargoyle(colour: str, u: float) -> Paint:
    """A horned and winged beast of stone with its owner's disc, 84 x 80 at its usual size."""
    draft = _Draft(84, 80, u)
    stone, dark, light = "#6A6E78", "#3E424B", "#9AA0AB"
    wing = _path(
        (8, 44), ((14, 24), (24, 14), (36, 12)), ((32, 20), (33, 26), (36, 32)),
        ((30, 32), (29, 38), (31, 46)), ((25, 44), (21, 48), (21, 56)), (8, 60),
    )  # fmt: skip
    draft.fill(wing, dark)
    draft.fill([(-x, y) for x, y in wing], stone)
    for s in (1, -1):
        bone = light if s < 0 else stone
        draft.line([(s * 9, 46), (s * 20, 26), (s * 34, 14)], bone, 2)
        draft.line([(s * 11, 47), (s * 34, 31)], bone, 1.6)
        draft.line([(s * 11, 50), (s * 29, 45)], bone, 1.6)
    body = _path((0, 34), ((14, 36), (19, 50), (18, 62)), ((18, 72), (8, 74), (0, 74)))
    draft.both(body, stone)
    for s, tone in ((1, dark), (-1, light)):
        horn = _path(
            (s * 5, 18), ((s * 7, 11), (s * 11, 7), (s * 15, 4)),
            ((s * 16, 11), (s * 15, 17), (s * 11, 22)),
        )  # fmt: skip
        draft.fill(horn, tone)
        draft.fill([(s * 12, 24), (s * 21, 22), (s * 13, 33)], tone)
    head = _path((0, 13), ((10, 13), (15, 20), (14, 28)), ((13, 36), (7, 42), (0, 43)))
    draft.both(head, stone)
    draft.fill(
        _path(
            (1, 13), ((10, 13), (15, 20), (14, 28)), ((13, 36), (7, 42), (3, 43)),
            ((8, 34), (8, 20), (1, 13)),
        ),
        dark,
    )  # fmt: skip
    for s in (1, -1):
        draft.fill([(s * 2.5, 28.5), (s * 10.5, 23.5), (s * 9, 30)], "#FFC94A")
    draft.line([(-5, 37), (-2, 35.5), (0, 37), (2, 35.5), (5, 37)], "#1D2027", 2)
    draft.oval(0, 59, 15.5, 15.5, INK)
    draft.oval(0, 59, 13.6, 13.6, colour)
    return outlined(draft.paint(), 3 * u, 2.6 * u)


def teeth(x: float, y: float, r: float, count: int, grow: float = 0) -> list[Point]:
    """The outline of a cogwheel."""
    out = []
    for i in range(count):
        a, q = 2 * math.pi * i / count, math.pi / count
        for da, far in ((-0.52, 0.80), (-0.36, 1.0), (0.36, 1.0), (0.52, 0.80)):
            turn = a + da * q + math.copysign(grow * 0.02, da)
            out.append(
                (x + (r * far + grow) * math.cos(turn), y + (r * far + grow) * math.sin(turn))
            )
    return out


def wheel(r: float, count: int, hub: str) -> Paint:
    """A cogwheel of gold with a hub of another colour, its middle in the middle."""
    side = round(2 * r + 12)
    pen, c = Pen(side, side), side / 2
    pen.polygon(rounded(teeth(c, c, r, count, 2.4), 0.6, 2), INK_BROWN)
    pen.polygon(teeth(c, c, r, count), GOLD)
    pen.circle(c, c, r * 0.82, GOLD)
    pen.circle(c, c, r * 0.62, GOLD_LOW)
    pen.circle(c, c, r * 0.568, GOLD_HIGH)
    pen.circle(c, c, r * 0.504, GOLD)
    pen.circle(c, c, r * 0.28, INK_BROWN)
    pen.circle(c, c, r * 0.21, hub)
    return pen.paint(_Plain())


def bake(shop: Workshop, u: float) -> None:
    """Draw all of them: ``book-<colour>``, ``acolyte-..``, ``gargoyle-..`` at the size of a square,
    ``shelf-..`` and ``gap-..`` at that of the player strip, ``wheel``."""
    for name in COLOURS:
        code = PIECES[name]
        for kind, drawn in (
            ("book", book(code, u)),
            ("acolyte", acolyte(code, 0.9 * u)),
            ("gargoyle", gargoyle(code, u)),
            ("shelf", book(code, 0.62, rim=False)),
            ("gap", gap(code, 0.62)),
        ):
            high, wide = drawn.shape[:2]
            shop.sprite(f"{kind}-{name}", drawn, wide / 2, high / 2)
    drawn = wheel(25, 12, RUBRIC)
    shop.sprite("wheel", drawn, drawn.shape[1] / 2, drawn.shape[0] / 2)
