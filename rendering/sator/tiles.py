"""The footbridges: squares of stone, wood, brick and iron, put together to tiles.

A tile is made of square sprites, one for each way a square joins others of its tile. So every turn
of every tile is put together from some eighty small pictures, and its light stays where it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from rendering.kit.atlas import Workshop
from rendering.kit.colour import mix, rgb
from rendering.kit.raster import Field, Ground, Paint, paint, tint
from rendering.sator.theme import MATERIALS, Material
from rules.sator.facts import TYPES

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""Bits of how a square joins its tile."""
JOINS = tuple(join for join in range(1, 15) if join != NORTH | EAST | SOUTH | WEST)
"""How squares of the six shapes can join: every way but alone and on all four sides."""
VARIANTS = {"stone": 4, "wood": 4, "brick": 3, "iron": 1}
"""How many textures a square of a material can have. Wood: two lying, then two upright."""
_SS = 4
_PAD = 16
_INSET, _ROUND = 3, 7
_KEY, _FOOT_KEY = "#0A0D14", "#05070C"

_Image = npt.NDArray[np.floating[Any]]


def thickness(cell: int) -> int:
    """How much of a slab's side shows below it, in px."""
    return round(cell * 11 / 70)


class Edge(NamedTuple):
    """What the joins of a square make of its texture: covers from 0 to 1, cell x cell."""

    inside: Field
    key: Field
    """Inside and the dark line round it."""
    high: Field
    low: Field
    seam: Field
    glint: Field
    """The lit lip beyond a seam."""


def bake(shop: Workshop, cell: int) -> None:
    """Draw every square and every side: ``<material>-<join>-<variant>``,
    ``side-<material>-<ends>``."""
    for name in TYPES:
        for join in JOINS:
            for variant in range(VARIANTS[name]):
                shop.sprite(f"{name}-{join}-{variant}", _square(name, variant, join, cell), 0, 0)
        for ends in range(4):
            shop.sprite(f"side-{name}-{ends}", _side(name, ends, cell), 0, _PAD)
    # Needed for no other size, and large.
    for part in (_edge, _profile, _texture):
        part.cache_clear()


def whole(names: tuple[str, ...], cells: tuple[tuple[int, int], ...], cell: int) -> Paint:
    """A tile as one picture, each of its squares of its own material, with its side below it; for
    what is drawn once, as on a card."""
    high, wide = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    out = np.zeros((high * cell + _PAD, wide * cell, 4), np.float32)
    of = dict(zip(cells, names, strict=True))
    for sides in (True, False):
        for part in parts(names[0], cells):
            name = of[part.row, part.column]
            _, join, variant = part.top.split("-")
            y, x = part.row * cell, part.column * cell
            if sides and part.side:
                top, y = _side(name, int(part.side[-1]), cell)[_PAD:], y + cell
            elif sides:
                continue
            else:
                top = _square(name, int(variant) % VARIANTS[name], int(join), cell)
            there = out[y : y + top.shape[0], x : x + cell]
            cover = top[: there.shape[0], :, 3:]
            both = cover + there[..., 3:] * (1 - cover)
            mixed = top[: there.shape[0], :, :3] * cover
            there[..., :3] = mixed + there[..., :3] * there[..., 3:] * (1 - cover)
            there[..., :3] /= np.maximum(both, 1e-4)
            there[..., 3:] = both
    return out


def _side(name: str, ends: int, cell: int) -> Paint:
    cover, key, depth = _profile(cell, ends)
    material = MATERIALS[name]
    colour = tint(material.side) + (tint(material.foot) - tint(material.side)) * depth
    colour = tint(_FOOT_KEY) + (colour - tint(_FOOT_KEY)) * cover[..., None]
    return paint(colour, key)


def _square(name: str, variant: int, join: int, cell: int) -> Paint:
    edge, material = _edge(cell, join), MATERIALS[name]
    colour = _texture(name, cell, variant).copy()
    for cover, to, most in (
        (edge.seam, material.seam, 0.95),
        (edge.glint, mix(material.base, "#FFFFFF", 0.35), 0.8),
        (edge.high, material.high, 0.75),
        (edge.low, material.low, 0.65),
    ):
        colour += (tint(to) - colour) * (cover * np.float32(most))[..., None]
    colour = tint(_KEY) + (colour - tint(_KEY)) * edge.inside[..., None]
    return paint(colour, edge.key)


def _small(big: npt.NDArray[Any], pad: int = _PAD) -> Field:
    """The part inside the padding, reduced."""
    part = np.asarray(big, np.float32)[pad * _SS : -pad * _SS, pad * _SS : -pad * _SS]
    high, wide = part.shape[0] // _SS, part.shape[1] // _SS
    return np.asarray(part.reshape(high, _SS, wide, _SS).mean((1, 3)), np.float32)


def _blur(image: Image.Image, radius: float) -> Image.Image:
    return image.filter(ImageFilter.GaussianBlur(radius))


def _outline(cell: int, join: int) -> Image.Image:
    """The mask of a square and the beginnings of those it joins, corners rounded, at four times
    the size."""
    side, p, c, i = (cell + 2 * _PAD) * _SS, _PAD * _SS, cell * _SS, _INSET * _SS
    image = Image.new("L", (side, side))
    pen = ImageDraw.Draw(image)
    a, b = p + i, p + c - i - 1
    pen.rectangle([a, a, b, b], fill=255)
    for bit, box in (
        (NORTH, [a, 0, b, a]),
        (EAST, [b, a, side, b]),
        (SOUTH, [a, b, b, side]),
        (WEST, [0, a, a, b]),
    ):
        if join & bit:
            pen.rectangle(box, fill=255)
    return _blur(image, _ROUND * _SS * 0.6).point(lambda v: 255 if v > 127 else 0)


@lru_cache(160)
def _edge(cell: int, join: int) -> Edge:
    outline = _outline(cell, join)
    k = np.asarray(outline, np.float32) / 255

    def moved(by: float) -> Field:
        step = round(by * _SS)
        return np.asarray(np.roll(np.roll(k, step, 0), step, 1))

    def soft(cover: Field, radius: float) -> Field:
        whole = Image.fromarray((np.clip(cover, 0, 1) * 255).astype(np.uint8))
        return np.asarray(_blur(whole, radius), np.float32) / 255

    key = _blur(outline, 2.0 * _SS * 0.75).point(lambda v: 255 if v > 20 else 0)
    p, c = _PAD * _SS, cell * _SS
    seam, glint = np.zeros_like(k), np.zeros_like(k)
    if join & EAST:
        seam[:, p + c - 5 : p + c] = 1
    if join & WEST:
        seam[:, p : p + 5] = 1
        glint[:, p + 6 : p + 10] = 1
    if join & SOUTH:
        seam[p + c - 5 : p + c] = 1
    if join & NORTH:
        seam[p : p + 5] = 1
        glint[p + 6 : p + 10] = 1
    return Edge(
        _small(k),
        _small(np.asarray(key, np.float32) / 255),
        _small(soft(k - moved(2.4), 3)),
        _small(soft(k - moved(-2.8), 4)),
        _small(seam * k),
        _small(glint * k),
    )


@lru_cache(48)
def _profile(cell: int, ends: int) -> tuple[Field, Field, Field]:
    """The side below a square: its cover, that with the dark line round it, and how deep each pixel
    lies (height x width x 1). ``ends``: 1 joined to the west, 2 to the east. Its upper ``_PAD``
    rows lie behind the square."""
    join = (WEST if ends & 1 else 0) | (EAST if ends & 2 else 0)
    k = np.asarray(_outline(cell, join), np.float32) / 255
    thick = thickness(cell)
    swept = k.copy()
    for step in range(_SS, thick * _SS + 1, _SS):
        swept[step:] = np.maximum(swept[step:], k[:-step])
    mask = Image.fromarray((swept * 255).astype(np.uint8))
    key = _blur(mask, 2.0 * _SS * 0.75).point(lambda v: 255 if v > 20 else 0)
    top, x = cell, slice(_PAD * _SS, (_PAD + cell) * _SS)

    def part(big: npt.NDArray[Any]) -> Field:
        rows = big[top * _SS : (top + 2 * _PAD) * _SS, x]
        return np.asarray(rows.reshape(2 * _PAD, _SS, cell, _SS).mean((1, 3)), np.float32)

    depth = (np.arange(2 * _PAD, dtype=np.float32) - (_PAD - _INSET)) / thick
    deep = np.broadcast_to(np.clip(depth, 0, 1)[:, None, None], (2 * _PAD, cell, 1))
    return part(swept), part(np.asarray(key, np.float32) / 255), deep


@lru_cache(160)
def _texture(name: str, cell: int, variant: int) -> Ground:
    """A square's flat surface, cell x cell x 3. Joints lie on the borders of squares, so that
    squares can be counted."""
    c, material = cell * _SS, MATERIALS[name]
    image = Image.new("RGB", (c, c), rgb(material.base))
    {"stone": _stone, "wood": _wood, "brick": _brick, "iron": _iron}[name](
        ImageDraw.Draw(image), c, material, variant
    )
    return np.asarray(image.reduce(_SS), np.float32)


def _stone(pen: ImageDraw.ImageDraw, c: int, m: Material, k: int) -> None:
    """Four flags about a cross that is not in the middle, each a slightly other grey."""
    a, b = (0.60, 0.40) if k % 2 else (0.40, 0.60)
    low = b if k < 2 else b + 0.18
    flags = ((0.0, 0.0, a, b), (a, 0.0, 1.0, low), (0.0, b, a, 1.0), (a, low, 1.0, 1.0))
    for i, (x0, y0, x1, y1) in enumerate(flags):
        t = (0, 0.10, -0.08, 0.04)[(i + k) % 4]
        tone = mix(m.base, "#FFFFFF" if t > 0 else "#6E6A60", abs(t) * 1.3)
        box = [x0 * c, y0 * c, x1 * c, y1 * c]
        pen.rectangle(box, fill=rgb(tone))
        pen.line(
            [(box[0] + 6, box[1] + 7), (box[2] - 6, box[1] + 7)],
            fill=rgb(mix(tone, "#FFFFFF", 0.45)), width=5,
        )  # fmt: skip
        pen.rectangle(box, outline=rgb(m.line), width=4)


def _wood(pen: ImageDraw.ImageDraw, c: int, m: Material, k: int) -> None:
    """Four planks; upright from the third variant on."""
    upright, seed = k >= 2, k % 2
    tones = (
        m.base, mix(m.base, "#FFE0A8", 0.20), mix(m.base, "#6B4319", 0.14),
        mix(m.base, "#FFE0A8", 0.09),
    )  # fmt: skip
    p = c / 4.0

    def line(a: float, at: float, b: float, colour: str, width: int) -> None:
        ends = [(at, a), (at, b)] if upright else [(a, at), (b, at)]
        pen.line(ends, fill=rgb(colour), width=width)

    for i in range(4):
        at, tone = i * p, tones[(i * 7 + seed * 3) % 4]
        pen.rectangle([at, 0, at + p, c] if upright else [0, at, c, at + p], fill=rgb(tone))
        grain = mix(tone, m.line, 0.22)
        start = c * (0.12 + 0.31 * ((i * 3 + seed) % 4) / 2)
        line(start, at + p * 0.55, start + c * 0.42, grain, 4)
        line(0, at, c, m.line, 7)
        line(0, at + 7, c, mix(tones[0], "#FFF0D0", 0.35), 4)


def _brick(pen: ImageDraw.ImageDraw, c: int, m: Material, k: int) -> None:
    """Four courses of bricks half a square long, each course set off from the next."""
    pen.rectangle([0, 0, c, c], fill=rgb(m.line))
    p, w = c / 4, c / 2
    for i in range(4):
        y, off = i * p, 0.0 if i % 2 else -w / 2
        for j in range(3):
            x = j * w + off
            t = ((i * 5 + (j % 2) * 3 + k) % 5 - 2) * 0.06
            tone = mix(m.base, "#E9855E" if t > 0 else "#5A1C10", abs(t) * 1.5)
            pen.rectangle([x + 5, y + 5, x + w - 6, y + p - 6], fill=rgb(tone))
            lip = rgb(mix(tone, "#FFB48C", 0.35))
            pen.line([(x + 6, y + 7), (x + w - 7, y + 7)], fill=lip, width=4)


def _iron(pen: ImageDraw.ImageDraw, c: int, m: Material, k: int) -> None:
    """A riveted plate with treads."""
    e = int(0.07 * c)
    pen.rectangle([e, e, c - e, c - e], fill=rgb(mix(m.base, "#2A3640", 0.16)))
    tread, long = rgb(mix(m.base, "#DDE8F0", 0.26)), 0.052 * c
    for a in range(4):
        for b in range(4):
            px, py = c * (0.22 + 0.187 * a), c * (0.22 + 0.187 * b)
            s = 1 if (a + b) % 2 else -1
            pen.line([(px - long, py - long * s), (px + long, py + long * s)], fill=tread, width=11)
    for left in (0.115, 0.885):
        for top in (0.115, 0.885):
            x, y = c * left, c * top
            pen.ellipse([x - 13, y - 13, x + 13, y + 13], fill=rgb(m.low))
            pen.ellipse([x - 11, y - 12, x + 8, y + 7], fill=rgb(m.high))


class Part(NamedTuple):
    """One square of a tile as it is drawn: column and row from the tile's upper left, the name of
    its sprite, and that of the side below it (empty: the tile goes on there)."""

    column: int
    row: int
    top: str
    side: str


@lru_cache(1024)
def parts(name: str, cells: tuple[tuple[int, int], ...], seed: int = 0) -> tuple[Part, ...]:
    """The squares (row, column; from 0) of a tile of that material."""
    here = set(cells)
    upright = max(r for r, _ in cells) > max(c for _, c in cells)
    found = []
    for row, column in sorted(cells):
        join = (
            NORTH * ((row - 1, column) in here)
            | EAST * ((row, column + 1) in here)
            | SOUTH * ((row + 1, column) in here)
            | WEST * ((row, column - 1) in here)
        )
        if name == "wood":
            variant = (row * 3 + column * 5 + seed) % 2 + 2 * upright
        else:
            variant = (row * 3 + column * 5 + seed) % VARIANTS[name]
        ends = (1 if join & WEST else 0) | (2 if join & EAST else 0)
        side = "" if join & SOUTH else f"side-{name}-{ends}"
        found.append(Part(column, row, f"{name}-{join}-{variant}", side))
    return tuple(found)
