"""Flat shapes in the colours of a theme: what tokens, arrows, icons and frames are drawn with.

A pen draws at four times the size and gives a `Mark`: layers of cover, each in one colour role.
Marks know no palette, so one cache serves all themes, and they lie softly on any ground.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from rendering.kit import text
from rendering.kit.levels import Stencil, levels, stencil
from rendering.kit.raster import Paint, paint, tint
from rendering.kit.theme import Face

SCALE = 4
Point = tuple[float, float]


class Layer(NamedTuple):
    """One colour of a mark: its cover, and where that begins in the mark."""

    stencil: Stencil
    x: int
    y: int
    role: str


class Written(NamedTuple):
    """A text inside a mark, for the record of what a picture says and where."""

    text: str
    size: int
    x0: float
    y0: float
    x1: float
    y1: float
    role: str


class Mark(NamedTuple):
    """Layers from the bottom up, and the anchor: the point that is placed."""

    layers: tuple[Layer, ...]
    x: float
    y: float
    written: tuple[Written, ...] = ()


def rounded(points: Sequence[Point], radius: float, steps: int = 8) -> list[Point]:
    """A polygon's points with its corners rounded."""
    out: list[Point] = []
    for i, (x, y) in enumerate(points):
        arms = []
        for px, py in (points[i - 1], points[(i + 1) % len(points)]):
            far = math.hypot(px - x, py - y)
            arms.append((x + (px - x) / far * radius, y + (py - y) / far * radius))
        (ax, ay), (bx, by) = arms
        for k in range(steps + 1):
            t = k / steps
            u = 1 - t
            out.append(
                (u * u * ax + 2 * t * u * x + t * t * bx, u * u * ay + 2 * t * u * y + t * t * by)
            )
    return out


class Pen:
    """Draws in px of the finished mark; later shapes lie on earlier ones."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = math.ceil(width), math.ceil(height)
        self._big: list[tuple[str, Image.Image, float]] = []
        self._set: list[tuple[int, Layer]] = []
        self._written: list[Written] = []

    def _on(self, role: str, strength: float = 1) -> ImageDraw.ImageDraw:
        if not self._big or self._big[-1][0] != role or self._big[-1][2] != strength:
            size = self.width * SCALE, self.height * SCALE
            self._big.append((role, Image.new("L", size), strength))
        return ImageDraw.Draw(self._big[-1][1])

    def circle(self, x: float, y: float, r: float, role: str, strength: float = 1) -> None:
        """A disc."""
        box = [(v * SCALE) for v in (x - r, y - r, x + r, y + r)]
        self._on(role, strength).ellipse([box[0], box[1], box[2] - 1, box[3] - 1], fill=255)

    def ring(self, x: float, y: float, r: float, width: float, role: str) -> None:
        """A circle's line, its middle at ``r``."""
        self.arc(x, y, r, 0, 360, width, role)

    def box(
        self, x0: float, y0: float, x1: float, y1: float, r: float, role: str, strength: float = 1
    ) -> None:
        """A rectangle with round corners."""
        at = [x0 * SCALE, y0 * SCALE, x1 * SCALE - 1, y1 * SCALE - 1]
        self._on(role, strength).rounded_rectangle(at, r * SCALE, fill=255)

    def polygon(self, points: Sequence[Point], role: str) -> None:
        """A filled shape."""
        self._on(role).polygon([(x * SCALE, y * SCALE) for x, y in points], fill=255)

    def line(self, points: Sequence[Point], width: float, role: str, caps: bool = True) -> None:
        """A line through the points, round at its ends."""
        to = [(x * SCALE, y * SCALE) for x, y in points]
        self._on(role).line(to, fill=255, width=round(width * SCALE), joint="curve")
        if caps:
            for x, y in (points[0], points[-1]):
                self.circle(x, y, width / 2, role)

    def arc(
        self, x: float, y: float, r: float, start: float, end: float, width: float, role: str
    ) -> None:
        """Part of a circle's line; degrees, 0 is right, clockwise."""
        steps = max(12, int(abs(end - start)))
        turns = [math.radians(start + (end - start) * k / steps) for k in range(steps + 1)]
        outer = [
            (x + (r + width / 2) * math.cos(a), y + (r + width / 2) * math.sin(a)) for a in turns
        ]
        inner = [
            (x + (r - width / 2) * math.cos(a), y + (r - width / 2) * math.sin(a)) for a in turns
        ]
        self.polygon([*outer, *reversed(inner)], role)

    def write(
        self,
        x: float,
        y: float,
        words: str,
        face: Face,
        size: int,
        role: str,
        *,
        record: bool = True,
    ) -> None:
        """A text with the middle of its capitals at (x, y). It lies on all shapes drawn so far."""
        set_ = text.mask(words, face, size)
        cap = text.cap_height(face, size)
        left, base = round(x - set_.width / 2 - set_.x), round(y + cap / 2 - set_.base)
        self._set.append((len(self._big), Layer(set_.stencil, left, base, role)))
        self._big.append(("", Image.new("L", (1, 1)), 1))  # so that later shapes lie above it
        if record:
            box = (x - set_.width / 2, y - cap / 2, x + set_.width / 2, y + cap / 2)
            self._written.append(Written(words, size, *box, role))

    def mark(self, x: float | None = None, y: float | None = None) -> Mark:
        """What was drawn, its anchor at (x, y), by default the middle."""
        layers: list[Layer] = []
        texts = dict(self._set)
        for k, (role, big, strength) in enumerate(self._big):
            if k in texts:
                layers.append(texts[k])
                continue
            box = big.getbbox()
            if box is None:
                continue
            x0, y0 = box[0] // SCALE, box[1] // SCALE
            x1, y1 = -(-box[2] // SCALE), -(-box[3] // SCALE)
            part = big.crop((x0 * SCALE, y0 * SCALE, x1 * SCALE, y1 * SCALE)).reduce(SCALE)
            cover = levels(np.asarray(part), strength=strength)
            layers.append(Layer(stencil(cover), x0, y0, role))
        return Mark(
            tuple(layers),
            self.width / 2 if x is None else x,
            self.height / 2 if y is None else y,
            tuple(self._written),
        )

    def paint(self, colours: dict[str, str]) -> Paint:
        """What was drawn as paint, for a ground. Texts are left out."""
        out = np.zeros((self.height, self.width, 4), np.float32)
        for role, big, strength in self._big:
            if not role:
                continue
            cover = np.asarray(big.reduce(SCALE), np.float32)[..., None] * np.float32(
                strength / 255
            )
            top = paint(tint(colours[role]), cover[..., 0])
            both = cover + out[..., 3:] * (1 - cover)
            mixed = top[..., :3] * cover + out[..., :3] * out[..., 3:] * (1 - cover)
            out[..., :3] = mixed / np.maximum(both, 1e-4)
            out[..., 3:] = both
        return out
