"""What sprites are made of: fields of numbers at four times the size, and their reduction.

Everything here runs once for each theme, at its first picture.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from rendering.kit.colour import rgb

SCALE = 4
"""Sprites are drawn at this many times their size."""

Field = npt.NDArray[np.floating[Any]]
"""Height x width of numbers."""
Paint = npt.NDArray[np.floating[Any]]
"""Height x width x 4: red, green, blue 0 to 255, cover 0 to 1; not multiplied."""


Ground = npt.NDArray[np.floating[Any]]
"""Height x width x 3: red, green, blue 0 to 255."""


class Grid(NamedTuple):
    """Coordinates of every small pixel, in px of the finished sprite, from its centre."""

    x: Field
    y: Field
    r: Field
    """Distance from the centre."""
    angle: Field
    """Radians; 0 is right, a quarter turn is down."""


def grid(width: int, height: int, cx: float, cy: float, scale: int = SCALE) -> Grid:
    """The grid of a sprite of that size in px with its centre at (cx, cy)."""
    x = (np.arange(width * scale, dtype=np.float32) + 0.5) / scale - np.float32(cx)
    y = (np.arange(height * scale, dtype=np.float32) + 0.5) / scale - np.float32(cy)
    xx, yy = np.meshgrid(x, y)
    return Grid(xx, yy, np.hypot(xx, yy), np.arctan2(yy, xx))


def smooth(start: float, end: float, value: Any) -> Field:
    """0 before ``start``, 1 after ``end`` (which may lie before it), a soft S between."""
    t = np.clip((np.asarray(value, np.float32) - start) / (end - start), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)


def bump(centre: float, width: float, value: Any) -> Field:
    """1 at ``centre``, falling off as a bell of that width."""
    t = (np.asarray(value, np.float32) - centre) / width
    return np.asarray(np.exp(-t * t), np.float32)


def noise(width: int, height: int, cell: float, seed: int, octaves: int = 1) -> Field:
    """Smooth noise around 0 with features of about ``cell`` px; the same for the same seed."""
    # A generator that NumPy keeps stable for ever; the default one may change between versions.
    random = np.random.Generator(np.random.PCG64(seed))
    out = np.zeros((height, width), np.float32)
    weight, total = 1.0, 0.0
    for _ in range(octaves):
        shape = max(2, int(height / cell) + 2), max(2, int(width / cell) + 2)
        coarse = (random.random(shape, np.float32) - 0.5) * 3.4641
        fine = Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC)
        out += np.asarray(fine) * np.float32(weight)
        total += weight
        weight, cell = weight / 2, cell / 2
    return out / np.float32(total)


def lit(angle: Field, towards: float = -128) -> Field:
    """How much an edge at that angle faces the light: 1 full on, -1 away. One light for all games,
    from the upper left (degrees)."""
    return np.asarray(np.cos(angle - np.float32(np.radians(towards))))


def sheen(angle: Field, along: float = -115) -> Field:
    """Brushed metal round a centre: 0 to 1, twice round."""
    return np.asarray(0.5 + 0.5 * np.cos(2 * (angle - np.float32(np.radians(along)))), np.float32)


def tint(code: str) -> Ground:
    """A colour as three numbers."""
    return np.array(rgb(code), np.float32)


def blend(a: str, b: str, t: Field) -> Ground:
    """Height x width x 3: from ``a`` (where t is 0) to ``b`` (where it is 1)."""
    one = tint(a)
    return one + (tint(b) - one) * t[..., None]


def paint(colour: Ground, cover: Any) -> Paint:
    """Colour (height x width x 3, or one colour) and cover in one."""
    cover = np.asarray(cover, np.float32)
    out = np.empty((*cover.shape, 4), np.float32)
    out[..., :3] = np.clip(colour, 0, 255)
    out[..., 3] = cover
    return out


def reduce(big: Paint, scale: int = SCALE) -> Paint:
    """The paint at its own size; colours count as much as they cover."""
    height, width = big.shape[0] // scale, big.shape[1] // scale
    cover = big[..., 3:]
    blocks = np.concatenate([big[..., :3] * cover, cover], 2)
    small = blocks.reshape(height, scale, width, scale, 4).mean((1, 3), dtype=np.float32)
    out = small.copy()
    out[..., :3] /= np.maximum(small[..., 3:], 1e-4)
    return np.asarray(out, np.float32)


def over(ground: Ground, top: Paint, x: int, y: int) -> None:
    """Lay the paint on a ground, in place; what lies outside is cut off."""
    high, wide = ground.shape[:2]
    top = top[max(0, -y) : max(0, high - y), max(0, -x) : max(0, wide - x)]
    y, x = max(0, y), max(0, x)
    height, width = top.shape[:2]
    there = ground[y : y + height, x : x + width]
    there += (top[..., :3] - there) * top[..., 3:]


def blurred(cover: Any, radius: float) -> Field:
    """A cover from 0 to 1, blurred."""
    whole = np.clip(np.asarray(cover, np.float32) * 255, 0, 255).astype(np.uint8)
    soft = Image.fromarray(whole).filter(ImageFilter.GaussianBlur(radius))
    return np.asarray(soft, np.float32) / 255
