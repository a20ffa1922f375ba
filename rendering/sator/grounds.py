"""The grounds: a leaf of parchment, and the abyss in its golden frame."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from rendering.kit.colour import mix, rgb
from rendering.kit.raster import Ground, noise, smooth, tint
from rendering.sator.theme import (
    ABYSS_HIGH,
    ABYSS_LOW,
    GOLD,
    GOLD_HIGH,
    INK_BROWN,
    PARCHMENT,
    SHADE,
)

RIM = 12
"""px of the frame round the abyss."""
_SS = 3


def parchment(width: int, height: int, seed: int = 4) -> Ground:
    """A leaf, a little darker towards its uneven edges: height x width x 3."""
    w, h = width // 2, height // 2  # smooth as it is, half the size is enough to work it out
    y, x = np.mgrid[0:h, 0:w].astype(np.float32) * 2
    edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    dark = smooth(46, 0, edge + noise(w, h, 30, seed + 1) * 9) * np.float32(0.55)
    dark = np.round(dark * 14) / 14  # few flat tones: each contour costs bytes in every picture
    cloud = np.round(noise(w, h, 110, seed, 2) * 2.2)
    out = tint(PARCHMENT) + (tint(SHADE) - tint(PARCHMENT)) * dark[..., None]
    out = out + cloud[..., None] * np.array([1, 1, 1.25], np.float32)
    return np.asarray(np.repeat(np.repeat(out, 2, 0), 2, 1), np.float32)


def abyss(width: int, height: int) -> Ground:
    """A shaft of terraces, each a flat tone with a lit lip and a dark wall, ever darker and smaller
    towards its middle: height x width x 3."""
    colours = ["#1C2C50"]
    image = Image.new("P", (width * _SS, height * _SS))
    pen = ImageDraw.Draw(image)
    x, y, r, steps = width * 0.5, height * 0.53, max(width, height) * 0.735, 12

    def ring(cy: float, radius: float, colour: str) -> None:
        colours.append(colour)
        box = [(x - radius) * _SS, (cy - radius) * _SS, (x + radius) * _SS, (cy + radius) * _SS]
        pen.ellipse(box, fill=len(colours) - 1)

    for step in range(steps):
        t = step / (steps - 1)
        floor = mix(ABYSS_HIGH, ABYSS_LOW, t**0.78)
        lip = mix(floor, "#8FB0E8", 0.22 * (1 - t) ** 0.8 + 0.04)
        cy, wall = y + step * 2.2, max(width, height) * 0.735 * 0.055
        ring(cy, r, lip)
        ring(cy + 1.6, r - 2.2, mix(floor, "#02040A", 0.50))
        ring(cy + wall * 0.55, r - wall, floor)
        r *= 0.822
    image.putpalette([v for colour in colours for v in rgb(colour)])
    return np.asarray(image.convert("RGB").reduce(_SS), np.float32).copy()


def grid(ground: Ground, cell: int, middle: int = -1, left: int = 0, top: int = 0) -> None:
    """The white grid over an abyss, in place; its lines begin at (left, top), perhaps outside. The
    ``middle`` ones are brighter."""
    white = np.array([220, 230, 255], np.float32)
    for along, start in ((0, top), (1, left)):
        size = ground.shape[along]
        for k in range((size - start) // cell + 1):
            at = start + k * cell
            if at < 0:
                continue
            at = min(max(0, at - 1), size - 2)
            part = ground[at : at + 2] if along == 0 else ground[:, at : at + 2]
            part += (white - part) * np.float32(140 / 255 if k == middle else 66 / 255)


def _rim_shadow(width: int, height: int) -> Ground:
    """The frame's shadow on the upper and left edge."""
    y = np.arange(height, dtype=np.float32)[:, None]
    x = np.arange(width, dtype=np.float32)[None, :]
    return np.asarray(smooth(40, 0, np.minimum(x + 6, y)) * np.float32(0.5))


def framed(page: Ground, left: int, top: int, cell: int, columns: int, rows: int) -> None:
    """Set the abyss with its grid and frame into a page, the grid's corner at (left, top)."""
    wide, high = cell * columns, cell * rows
    for out, colour in ((RIM, INK_BROWN), (RIM - 2, GOLD), (4, INK_BROWN)):
        page[top - out : top + high + out, left - out : left + wide + out] = tint(colour)
        if colour == GOLD:
            page[top - out : top - out + 3, left - out : left + wide + out] = tint(GOLD_HIGH)
            page[top - out : top + high + out, left - out : left - out + 3] = tint(GOLD_HIGH)
    pit = abyss(wide, high)
    grid(pit, cell, columns // 2 if columns == rows else -1)
    pit += (np.array([2, 4, 10], np.float32) - pit) * _rim_shadow(wide, high)[..., None]
    page[top : top + high, left : left + wide] = pit


def hand(page: Ground, x0: int, y0: int, x1: int, y1: int) -> None:
    """Set a framed piece of the abyss into a page, for cards to lie on."""
    for inset, colour in ((0, INK_BROWN), (2, GOLD), (7, INK_BROWN)):
        page[y0 + inset : y1 - inset, x0 + inset : x1 - inset] = tint(colour)
        if colour == GOLD:
            page[y0 + inset : y0 + inset + 2, x0 + inset : x1 - inset] = tint(GOLD_HIGH)
            page[y0 + inset : y1 - inset, x0 + inset : x0 + inset + 2] = tint(GOLD_HIGH)
    page[y0 + 9 : y1 - 9, x0 + 9 : x1 - 9] = abyss(x1 - x0 - 18, y1 - y0 - 18)
