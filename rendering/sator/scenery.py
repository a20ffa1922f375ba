"""A board with all that belongs on it, one thing over the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark, Pen
from rendering.kit.theme import BOLD
from rendering.sator import arrows, board, places
from rendering.sator.acts import Act
from rendering.sator.board import Layout, disc
from rendering.sator.places import Place, Rect
from rules.sator.facts import TILE_NAMES, TYPES


def draw(
    canvas: Canvas,
    layout: Layout,
    acts: list[Act],
    letters: str,
    plates: Sequence[Rect] = (),
    without: Collection[int] = (),
) -> None:
    """The names of the tiles, what was done, the pieces, over tiles that are drawn already.

    ``plates``: what will be laid over all this, so that nothing to be read comes under it;
    ``without``: tiles that get their names there.
    """
    trails = arrows.draw_arrows(canvas, layout, acts)
    crowded = places.busy(layout, acts)
    held = board.pieces(layout, letters, canvas.width)
    figures = [places.covered(sprite, at) for sprite, at in held]
    named = places.names(layout, crowded, figures, plates, (), without)
    taken = [*figures, *places.flags(layout), *plates, *(place.box for place in named)]
    numbers = places.discs(layout, acts, trails, taken)
    every = [at for two in numbers for at in two]
    if every:
        named = places.names(layout, crowded, figures, plates, every, without)
    for place in named:
        if not place.low:
            kind = TYPES[place.tile % 4]
            name = TILE_NAMES[place.tile].upper()
            canvas.text(
                *place.at, name, places.NAME, f"on-{kind}", align="m", halo=f"halo-{kind}"
            )
    for sprite, (x, y) in held:
        canvas.put(sprite, x, y)
    for place in named:
        if place.low:
            canvas.mark(_plate(place), *place.at)
    for k, (act, two) in enumerate(zip(acts, numbers, strict=True)):
        for at in two:
            canvas.mark(disc(k + 1, layout.colours[act.seat]), *at)


def _plate(place: Place) -> Mark:
    return plate(TILE_NAMES[place.tile].upper(), TYPES[place.tile % 4])


@lru_cache(64)
def plate(name: str, floor: str) -> Mark:
    """A tile's name on a small plate of its material, for its edge."""
    wide, high = places.plate_width(name), places.PLATE_HIGH
    pen = Pen(wide, high)
    pen.box(0, 0, wide, high, 8, "ink")
    pen.box(1.5, 1.5, wide - 1.5, high - 1.5, 7, "ivory")
    pen.box(3.5, 3.5, wide - 3.5, high - 3.5, 5, f"halo-{floor}")
    pen.write(wide / 2, high / 2, name, BOLD, places.LOW, f"on-{floor}")
    return pen.mark()
