"""Text as masks: set once at four times the size, reduced, kept.

A mask holds levels of cover from 0 to `levels.FULL`; the canvas blends it in any colour over any
ground. Positions are exact to a quarter of a pixel inside a text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from rendering.kit.fonts import clusters, font, runs
from rendering.kit.levels import Stencil, levels, stencil
from rendering.kit.theme import Face

SCALE = 4
_PAD = 6


class Mask(NamedTuple):
    """A set text, and where in them its pen starts."""

    stencil: Stencil
    x: int
    """Column of the pen's start."""
    base: int
    """Row of the base line."""
    width: float
    """How far the pen goes, in px."""


@lru_cache(256)
def cap_height(face: Face, size: int) -> float:
    """Height of a capital letter in px."""
    return -font(face, size * SCALE).getbbox("H", anchor="ls")[1] / SCALE


def _advance(text: str, face: Face, size: int, track: float) -> float:
    """Width at four times the size."""
    total = 0.0
    for run in runs(text, face):
        total += font(run.face, size * SCALE).getlength(run.text)
    return total + track * SCALE * max(0, len(text) - 1)


@lru_cache(4096)
def width(text: str, face: Face, size: int, track: float = 0) -> float:
    """Width of a text in px. ``track`` px stand between any two letters."""
    return _advance(text, face, size, track) / SCALE


@lru_cache(512)
def mask(text: str, face: Face, size: int, track: float = 0, grow: float = 0) -> Mask:
    """The set text; ``grow`` px are added all round, for a halo."""
    pad = _PAD + round(grow)
    whole = _advance(text, face, size, track)
    primary = font(face, size * SCALE)
    up, down = primary.getmetrics()
    for run in runs(text, face):
        a, d = font(run.face, size * SCALE).getmetrics()
        up, down = max(up, a), max(down, d)
    wide = int(whole) // SCALE + 1 + 2 * pad
    above = up // SCALE + 1 + pad
    high = above + down // SCALE + 1 + pad
    big = Image.new("L", (wide * SCALE, high * SCALE))
    pen = ImageDraw.Draw(big)
    x, base, stroke = float(pad * SCALE), above * SCALE, round(grow * SCALE)
    for run in runs(text, face):
        sized = font(run.face, size * SCALE)
        if not track:
            pen.text((x, base), run.text, 255, sized, "ls", stroke_width=stroke)
            x += sized.getlength(run.text)
            continue
        for i, ch in enumerate(run.text):
            pen.text((x, base), ch, 255, sized, "ls", stroke_width=stroke)
            pair = run.text[i : i + 2]
            kerned = sized.getlength(pair) - sized.getlength(pair[1:]) if pair[1:] else 0
            x += (kerned or sized.getlength(ch)) + track * SCALE
    small = big.resize((wide, high), Image.Resampling.LANCZOS)
    return Mask(stencil(levels(np.asarray(small))), pad, above, whole / SCALE)


@lru_cache(2048)
def fit(text: str, face: Face, size: int, room: float, track: float = 0) -> str:
    """The text, or as much of it as fits into ``room`` px with an ellipsis."""
    if width(text, face, size, track) <= room:
        return text
    held = list(clusters(text))
    low, high = 0, len(held)
    while low < high:
        middle = (low + high + 1) // 2
        cut = "".join(held[:middle]).rstrip() + "…"
        if width(cut, face, size, track) <= room:
            low = middle
        else:
            high = middle - 1
    return "".join(held[:low]).rstrip() + "…"
