"""Cards: their faces, drawn once for each kind and size, and what is written on them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from rendering.kit import marks, text
from rendering.kit.atlas import Sprite, Workshop
from rendering.kit.canvas import Canvas
from rendering.kit.colour import mix, rgb
from rendering.kit.pen import Mark, Pen, rounded
from rendering.kit.raster import Ground, Paint, blurred, paint, tint
from rendering.kit.theme import BOLD
from rendering.sator import emblems, tiles
from rendering.sator.chart import palette
from rendering.sator.figures import teeth
from rendering.sator.theme import (
    CARD,
    GOLD,
    INK_BROWN,
    MATERIALS,
    RUBRIC,
    THEME,
)
from rules.sator.facts import COLOURS, FIRST_PRAYER, JOLLY, TYPES

_SS = 4
SHADE = 14
"""px of shadow round a card."""


class Size(NamedTuple):
    """How a card is divided, in px."""

    width: int
    height: int
    band: int
    """Its coloured head."""
    scene: int
    """Height of the little scene below that."""
    inset: int
    """From the card's edge to the scene."""
    radius: int


SMALL = Size(188, 330, 46, 72, 8, 12)
MEDIUM = Size(272, 362, 62, 112, 10, 14)
LARGE = Size(368, 552, 72, 138, 13, 18)


@lru_cache(128)
def face(card: int, colour: int, size: Size) -> Sprite:
    """A card without words, its upper left corner the anchor. ``colour``: of whose prayer it is."""
    return _face(card, colour if card >= FIRST_PRAYER else 0, size)


@lru_cache(128)
def _face(card: int, colour: int, size: Size) -> Sprite:
    shop = Workshop(THEME)
    w, pad, inset = size.width, SHADE, size.inset
    shop.ground("band", _band(card, w, size.band))
    shop.ground("scene", _framed(card, COLOURS[colour], w - 2 * inset, size.scene))
    drawn = shop.join(palette()).grounds
    blank, head = _blank(card >= FIRST_PRAYER, size)
    pixels = blank.pixels.copy()
    there = pixels[pad : pad + size.band, pad : pad + w]
    np.copyto(there, drawn["band"], where=head)
    top = pad + size.band + inset + 1
    pixels[top : top + size.scene, pad + inset : pad + w - inset] = drawn["scene"]
    return blank._replace(pixels=pixels)


@lru_cache(8)
def _blank(prayer: bool, size: Size) -> tuple[Sprite, npt.NDArray[np.bool_]]:
    """A card with nothing on it, and which part of its head a band may fill."""
    w, h, pad = size.width, size.height, SHADE
    side = (h + 2 * pad, w + 2 * pad)
    body = _box(side, pad, pad, w, h, size.radius)
    shadow = blurred(np.roll(np.roll(body, 6, 0), 4, 1), 6) * np.float32(0.55)
    out = paint(tint("#000000"), shadow)
    line = RUBRIC if prayer else INK_BROWN
    for inset, code in (
        (0, INK_BROWN),
        (2.5, CARD),
        (5, mix(line, CARD, 0.25 if prayer else 0.55)),
        (7.2, CARD),
    ):
        at = (pad + inset, pad + inset, w - 2 * inset, h - 2 * inset)
        _lay(out, tint(code), _box(side, *at, size.radius - inset))
    out[pad + size.band : pad + size.band + 3, pad + 3 : pad + w - 3, :3] = tint(INK_BROWN)
    head = _box(side, pad + 3, pad + 3, w - 6, size.band + size.radius, size.radius - 3)
    shop = Workshop(THEME)
    shop.sprite("blank", out, pad, pad)
    sprite = shop.join(palette()).sprites["blank"]
    return sprite, head[pad : pad + size.band, pad : pad + w] > 0.5


def _framed(card: int, colour: str, width: int, height: int) -> Ground:
    scene = emblems.draw(card, colour, width, height)
    for a, b, code in ((0, 2, INK_BROWN), (2, 4, GOLD), (4, 5, INK_BROWN)):
        for k in range(a, b):
            scene[k], scene[-1 - k] = tint(code), tint(code)
            scene[k : height - k, k] = scene[k : height - k, -1 - k] = tint(code)
    return scene


def _lay(out: Paint, colour: Ground, cover: Ground) -> None:
    cover = cover[..., None]
    both = cover + out[..., 3:] * (1 - cover)
    out[..., :3] = (colour * cover + out[..., :3] * out[..., 3:] * (1 - cover)) / np.maximum(
        both, 1e-4
    )
    out[..., 3:] = both


def _box(
    side: tuple[int, int], x: float, y: float, w: float, h: float, radius: float
) -> Ground:
    image = Image.new("L", (side[1] * _SS, side[0] * _SS))
    at = [x * _SS, y * _SS, (x + w) * _SS - 1, (y + h) * _SS - 1]
    ImageDraw.Draw(image).rounded_rectangle(at, max(0, radius) * _SS, fill=255)
    return np.asarray(image.reduce(_SS), np.float32).copy() / 255


def _band(card: int, width: int, height: int) -> Ground:
    """The head's ground: the floor of MOVES, night for ROTAS, gold for JOLLY, red for prayers."""
    if card < 4:
        floor = TYPES[card]
        cell = height + 8
        cells = tuple((0, k) for k in range(width // cell + 3))
        row = tiles.whole((floor,) * len(cells), cells, cell)
        soft = tint(mix(MATERIALS[floor].base, "#FFFFFF" if floor == "stone" else "#1A242C", 0.12))
        part = row[4 : 4 + height, cell // 2 : cell // 2 + width, :3]
        return np.asarray(part + (soft - part) * np.float32(0.45), np.float32)
    if card == JOLLY:
        image = Image.new("RGB", (width * _SS, height * _SS), rgb(GOLD))
        pen, s = ImageDraw.Draw(image), height * 0.5 * _SS
        for i in range(-1, int(width * _SS / s) + 2):
            for j in range(-1, 3):
                if (i + j) % 2 == 0:
                    x, y = i * s, j * s
                    pen.polygon([(x, y - s), (x + s, y), (x, y + s), (x - s, y)], rgb("#E2C272"))
        return np.asarray(image.reduce(_SS), np.float32)
    light = np.linspace(1.10, 0.90, height, dtype=np.float32)[:, None, None]
    flat = np.broadcast_to(tint(RUBRIC if card >= FIRST_PRAYER else "#1C3058"), (height, width, 3))
    return np.asarray(flat * np.round(light * 20) / 20, np.float32)


def band_role(card: int) -> str:
    """The colour of the name in a card's head."""
    if card < 4:
        return f"on-{TYPES[card]}"
    return "text" if card == JOLLY else "prompt"


@lru_cache(128)
def price(ap: int, on: bool, r: float = 17) -> Mark:
    """A cogwheel with a price in action points; ``on``: it can be paid."""
    side = round(2 * r + 14)
    pen, c = Pen(side, side), side / 2
    pen.polygon(rounded(teeth(c, c, r, 11, 2.2), 0.5, 2), "text" if on else "aside")
    pen.polygon(teeth(c, c, r, 11), "line" if on else "idle")
    pen.circle(c, c, r * 0.82, "line" if on else "idle")
    pen.circle(c, c, r * 0.72, "pale" if on else "active")
    pen.write(c, c, str(ap), BOLD, 30, "text" if on else "aside")
    return pen.mark()


CHIP_HIGH = 38


@lru_cache(256)
def chip(name: str, floor: str, state: str = "", size: int = 30) -> Mark:
    """A tile's name on a plate of its material. ``state``: ``lock`` a Gargoyle holds it, ``dead``
    nothing can be done to it; ``size`` 30 or 36; anchor: left end, middle."""
    plain = chip_width("", size)
    wide = chip_width(state, size)
    pen = Pen(wide, CHIP_HIGH)
    dull = bool(state)
    pen.box(0, 0, wide, CHIP_HIGH, 8, "text")
    pen.box(2.5, 2.5, wide - 2.5, CHIP_HIGH - 2.5, 6, "active" if dull else floor)
    if dull:
        pen.box(2.5, 2.5, plain - 2.5, CHIP_HIGH - 2.5, 6, floor, 0.35)
    pen.write(plain / 2, CHIP_HIGH / 2, name, BOLD, size, "aside" if dull else f"on-{floor}")
    made = pen.mark(0, CHIP_HIGH / 2)
    if state != "lock":
        return made
    lock = marks.lock(25, "text")
    moved = [
        layer._replace(x=layer.x + plain + 2, y=layer.y + round(CHIP_HIGH / 2 - lock.y))
        for layer in lock.layers
    ]
    return made._replace(layers=(*made.layers, *moved))


def chip_width(state: str = "", size: int = 30) -> int:
    """How wide such a plate is."""
    return (53 if size == 30 else 61) + (28 if state == "lock" else 0)


def fitted(canvas: Canvas, words: str, size: int, room: float, face: str = "bold") -> int:
    """The size, or as much less (not below 30) as makes the words fit."""
    while size > 30 and text.width(words, THEME.face(face), size) > room:
        size = max(30, size - 2)
    return size




@lru_cache(8)
def rim(size: Size, role: str = "choice") -> Mark:
    """The frame round a card that may be chosen, anchored at the card's upper left corner."""
    pad = 6
    w, h = size.width + 2 * pad, size.height + 2 * pad
    pen = Pen(w, h)
    for inset, width, code in ((0.0, 10.0, "ink"), (2.0, 6.0, role)):
        at, half = pad - 5 + inset, width / 2
        points = [
            (at + half, at + half), (w - at - half, at + half),
            (w - at - half, h - at - half), (at + half, h - at - half),
        ]  # fmt: skip
        ring = rounded(points, size.radius)
        pen.line([*ring, ring[0]], width, code)
    return pen.mark(pad, pad)

