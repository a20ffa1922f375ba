"""Chips put on a canvas: piles on the board, small ones in the bars."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rendering.kit import bars, marks
from rendering.kit.atlas import Atlas, Sprite
from rendering.kit.bars import Chip, Item
from rendering.kit.canvas import Canvas, stamped
from rendering.kit.levels import Stencil, levels, stencil
from rendering.kit.pen import Mark, Pen
from rendering.kit.theme import BOLD
from rendering.sarena import words
from rendering.sarena.pieces import NORMAL, SHADE, SMALL_R, SMALL_THICK, THEME, R, Size, shade
from rules.sarena import COLOURS, lower, upper

_KEYLINE = 2.6


@lru_cache(16)
def _under(chips: int, size: Size) -> tuple[Stencil, int, int]:
    """The dark under a pile, its shadow and its keyline in one: where it begins from the middle of
    the base, and its cover."""
    line = size.px(_KEYLINE)
    cover = levels(np.maximum(shade(chips, 0, size), shade(chips, line, size)), 1)
    rows, columns = np.nonzero(cover.any(1))[0], np.nonzero(cover.any(0))[0]
    part = cover[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    edge = round(size.px(SHADE))
    return stencil(part.copy()), int(columns[0]) - edge, int(rows[0]) - edge - size.height(chips)


@lru_cache(64)
def _letter(sign: str, name: str, size: int) -> Mark:
    """A letter cut into a chip: a lit or dark edge, then the letter."""
    c = size // 2 + 9  # whole, so that it stands where it is put
    pen, deep = Pen(2 * c, 2 * c), max(1.0, size / 49)
    pen.write(c + deep, c + 2 * deep, sign, BOLD, size, f"cut-{name}", record=False)
    pen.write(c, c, sign, BOLD, size, f"on-{name}")
    return pen.mark()


_tops: dict[tuple[str, str], Sprite] = {}
"""Upper faces with their letters, by name of the sprite and letter."""


def _top(atlas: Atlas, sprite: str, sign: str, letter: Mark) -> Sprite:
    found = _tops.get((sprite, sign))
    if found is None:
        found = _tops[sprite, sign] = stamped(atlas, sprite, letter)
    return found


def pile(
    canvas: Canvas,
    chips: tuple[int, ...],
    x: float,
    y: float,
    locale: str,
    halo: str | None = None,
    size: Size = NORMAL,
) -> None:
    """A pile with its shadow, halo, letter and height; (x, y) is the middle of its base."""
    r, up = size.px(R), size.height(len(chips))
    cover, left, top = _under(len(chips), size)
    canvas.stain(cover, round(x + left), round(y + top), "ink")
    if halo:
        grow = 7 if halo == "choice" else 9  # many may be chosen: the arrow heads must show
        canvas.mark(marks.capsule(r, up, size.px(grow + 2.5), "ink"), x, y)
        canvas.mark(marks.capsule(r, up, size.px(grow), halo), x, y)
        canvas.mark(marks.capsule(r, up, size.px(_KEYLINE), "ink"), x, y)
    level = y
    for k, chip in enumerate(chips):
        kind = f"{size.prefix}{'band' if k else 'foot'}"
        canvas.put(f"{kind}-{COLOURS[upper(chip)]}-{COLOURS[lower(chip)]}", x, level)
        level = y - size.height(k + 1)
    name = COLOURS[upper(chips[-1])]
    sign = words.letter(locale, upper(chips[-1]))
    letter = _letter(sign, name, round(size.px(49)))
    canvas.put(_top(canvas.atlas, f"{size.prefix}top-{name}", sign, letter), x, level)
    canvas.note(letter, x, level)
    if len(chips) > 1:
        badge = marks.disc(
            str(len(chips)), "token", "ivory", r=size.px(20), size=round(size.px(32))
        )
        canvas.mark(badge, x + r * 0.80, level - r * 0.74)


def small(colour: int, gap: int = 8, flat: bool = False) -> Chip:
    """A small chip as a piece of a bar; ``flat`` from straight above."""
    name = COLOURS[colour]
    if flat:
        return Chip(((f"small-top-{name}", 0),), 2 * SMALL_R, gap)
    low = -SMALL_THICK / 2 + 1
    return Chip(
        ((f"small-band-{name}", low), (f"small-top-{name}", low + SMALL_THICK)), 2 * SMALL_R, gap
    )


def lay(
    canvas: Canvas, item: Item, x: float, y: float, locale: str, room: float | None = None
) -> float:
    """Like `bars.lay`, with an outline and its letter on every chip."""
    at, found = x, []
    for piece in item:
        if isinstance(piece, Chip):
            found.append((at + piece.width / 2, piece.sprites[0][1], piece.sprites[-1]))
        at += bars.width_of(THEME, (piece,)) + piece.gap
    for middle, low, (_, high) in found:
        canvas.mark(marks.capsule(SMALL_R, high - low, _KEYLINE, "ink"), middle, y - low)
    end = bars.lay(canvas, item, x, y, room)
    for middle, _, (sprite, high) in found:
        name = sprite.rpartition("-")[2]
        sign = words.letter(locale, COLOURS.index(name))
        canvas.mark(_letter(sign, name, 32), middle, y - high)
    return end
