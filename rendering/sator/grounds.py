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


def abyss(width: int, height: int, squares: int = 0) -> Ground:
    """A shaft of terraces, each a flat tone with a lit lip and a dark wall, ever darker and smaller
    towards its middle: height x width x 3. With ``squares`` the white grid lies over it."""
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
    ground = np.asarray(image.convert("RGB").reduce(_SS), np.float32).copy()
    if squares:
        _lines(ground, squares)
        dark = _rim_shadow(width, height)
        ground += (np.array([2, 4, 10], np.float32) - ground) * dark[..., None]
    return ground


def _lines(ground: Ground, squares: int) -> None:
    cell, white = ground.shape[0] // squares, np.array([220, 230, 255], np.float32)
    for k in range(squares + 1):
        middle = k == squares // 2
        cover = np.float32(140 / 255 if middle else 66 / 255)
        at = min(max(0, k * cell - 1), ground.shape[0] - 2)
        for part in (ground[at : at + 2], ground[:, at : at + 2]):
            part += (white - part) * cover


def _rim_shadow(width: int, height: int) -> Ground:
    """The frame's shadow on the upper and left edge."""
    y = np.arange(height, dtype=np.float32)[:, None]
    x = np.arange(width, dtype=np.float32)[None, :]
    return np.asarray(smooth(40, 0, np.minimum(x + 6, y)) * np.float32(0.5))


def framed(page: Ground, left: int, top: int, cell: int, squares: int) -> None:
    """Set the abyss with its grid and frame into a page, the grid's corner at (left, top)."""
    side = cell * squares
    for out, colour in ((RIM, INK_BROWN), (RIM - 2, GOLD), (4, INK_BROWN)):
        page[top - out : top + side + out, left - out : left + side + out] = tint(colour)
        if colour == GOLD:
            page[top - out : top - out + 3, left - out : left + side + out] = tint(GOLD_HIGH)
            page[top - out : top + side + out, left - out : left - out + 3] = tint(GOLD_HIGH)
    page[top : top + side, left : left + side] = abyss(side, side, squares)


def hand(page: Ground, x0: int, y0: int, x1: int, y1: int) -> None:
    """Set a framed piece of the abyss into a page, for cards to lie on."""
    for inset, colour in ((0, INK_BROWN), (2, GOLD), (7, INK_BROWN)):
        page[y0 + inset : y1 - inset, x0 + inset : x1 - inset] = tint(colour)
        if colour == GOLD:
            page[y0 + inset : y0 + inset + 2, x0 + inset : x1 - inset] = tint(GOLD_HIGH)
            page[y0 + inset : y1 - inset, x0 + inset : x0 + inset + 2] = tint(GOLD_HIGH)
    page[y0 + 9 : y1 - 9, x0 + 9 : x1 - 9] = abyss(x1 - x0 - 18, y1 - y0 - 18)
