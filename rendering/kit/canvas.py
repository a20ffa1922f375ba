"""A picture in the making: a copy of the grounds, and what is laid on them.

Every pixel is a palette index from the start. Whole pixels are copied, half-covered ones looked up
(`Atlas.soft`), so nothing here searches a colour.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PIL import Image

from rendering.kit import text
from rendering.kit.atlas import Atlas, Indices, Sprite
from rendering.kit.levels import Stencil
from rendering.kit.pen import Mark


class Box(NamedTuple):
    """Where a text stands, for the tests of a layout: from the top of its capitals to its base
    line, and the colours of text and ground."""

    text: str
    size: int
    x0: float
    y0: float
    x1: float
    y1: float
    colour: str
    ground: str
    """Role nearest to what lay there before; empty unless the canvas was told to look."""


class Canvas:
    """Width x height pixels of one atlas."""

    def __init__(
        self, atlas: Atlas, width: int, height: int, ground: str, look: bool = False
    ) -> None:
        """Filled with the colour of a role. ``look`` also records what texts stand on."""
        self.atlas = atlas
        self.theme = atlas.theme
        self.width, self.height = width, height
        self.pixels = np.full((height, width), atlas.index[ground], np.uint8)
        self.boxes: list[Box] = []
        self.cut = 0
        """Sprites and marks that did not fit inside."""
        self._look = look

    def ground(self, name: str, x: int, y: int) -> None:
        """Copy a ground of the atlas."""
        pixels = self.atlas.grounds[name]
        height, width = pixels.shape
        self.pixels[y : y + height, x : x + width] = pixels

    def fill(self, x0: int, y0: int, x1: int, y1: int, role: str) -> None:
        """A plain rectangle, up to but not including (x1, y1)."""
        self.pixels[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = self.atlas.index[role]

    def put(self, what: str | Sprite, x: float, y: float) -> None:
        """A sprite (of the atlas by name, or a stamped one) with its anchor at (x, y)."""
        sprite = self.atlas.sprites[what] if isinstance(what, str) else what
        left, top = round(x - sprite.x), round(y - sprite.y)
        height, width = sprite.pixels.shape
        if left < 0 or top < 0 or left + width > self.width or top + height > self.height:
            self.cut += 1
            sprite, left, top = _cut(sprite, left, top, self.width, self.height)
            height, width = sprite.pixels.shape
        there = self.pixels[top : top + height, left : left + width]
        if sprite.solid is None:
            there[...] = sprite.pixels
            return
        np.copyto(there, sprite.pixels, where=sprite.solid)
        spots = sprite.rows, sprite.columns
        there[spots] = self.atlas.soft[sprite.offsets + there[spots]]

    def mark(self, mark: Mark, x: float, y: float) -> None:
        """A mark with its anchor at (x, y)."""
        left, top = round(x - mark.x), round(y - mark.y)
        self.note(mark, x, y)
        for layer in mark.layers:
            self.stain(layer.stencil, left + layer.x, top + layer.y, layer.role)

    def note(self, mark: Mark, x: float, y: float) -> None:
        """Record a mark's texts as if it were placed at (x, y): it is stamped on a sprite there."""
        if self._look:
            left, top = round(x - mark.x), round(y - mark.y)
            for w in mark.written:  # they stand on the mark's own colours
                at = (left + w.x0, top + w.y0, left + w.x1, top + w.y1)
                self._record(w.text, w.size, *at, w.role, "")

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: int,
        role: str,
        *,
        face: str = "bold",
        align: str = "l",
        room: float | None = None,
        track: float = 0,
        halo: str | None = None,
    ) -> float:
        """A text with the middle of its capitals at height ``y``; returns where it ends.

        ``align`` l, m or r says what ``x`` is; ``room`` is how wide it may be before it is cut
        with an ellipsis; ``halo`` is the role of a 3 px rim.
        """
        if not words:
            return x
        font = self.theme.face(face)
        if room is not None:
            words = text.fit(words, font, size, room, track)
        set_ = text.mask(words, font, size, track)
        cap = text.cap_height(font, size)
        start = x - (0 if align == "l" else set_.width / 2 if align == "m" else set_.width)
        left, top = round(start - set_.x), round(y + cap / 2 - set_.base)
        if self._look:
            at = (start, y - cap / 2, start + set_.width, y + cap / 2)
            self._record(words, size, *at, role, halo or self._under(*at))
        if halo:
            rim = text.mask(words, font, size, track, 3)
            self.stain(rim.stencil, round(start - rim.x), round(y + cap / 2 - rim.base), halo)
        self.stain(set_.stencil, left, top, role)
        return start + set_.width

    def width_of(self, words: str, size: int, face: str = "bold", track: float = 0) -> float:
        """How wide a text would be."""
        return text.width(words, self.theme.face(face), size, track) if words else 0

    def rule(self, x0: int, x1: int, y: int, thick: int = 2) -> None:
        """A line of the theme across: a groove, the line, its lit edge. ``y`` is its top."""
        self.fill(x0, y - 1, x1, y + thick + 1, "line-dark")
        self.fill(x0, y, x1, y + thick, "line")
        self.fill(x0, y, x1, y + 1, "line-light")

    def image(self) -> Image.Image:
        """The picture, mode 'P'."""
        size = (self.width, self.height)
        out = Image.frombuffer("P", size, self.pixels.tobytes(), "raw", "P", 0, 1)
        out.putpalette(self.atlas.palette)
        return out

    def stain(self, stencil: Stencil, left: int, top: int, role: str) -> None:
        """One colour through a stencil whose upper left corner is at (left, top)."""
        height, width = stencil.levels.shape
        if left < 0 or top < 0 or left + width > self.width or top + height > self.height:
            whole = np.count_nonzero(stencil.levels)
            right, bottom = min(self.width, left + width), min(self.height, top + height)
            if right <= max(0, left) or bottom <= max(0, top):
                self.cut += int(whole > 0)
                return
            stencil = stencil.part(max(0, -top), bottom - top, max(0, -left), right - left)
            self.cut += int(np.count_nonzero(stencil.levels) < whole)  # masks have empty rims
            left, top = max(0, left), max(0, top)
            height, width = stencil.levels.shape
        there = self.pixels[top : top + height, left : left + width]
        _lay(there, stencil, self.atlas.tables[role], self.atlas.index[role])

    def _record(
        self,
        words: str,
        size: int,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        role: str,
        under: str,
    ) -> None:
        colours = self.theme.colours
        self.boxes.append(Box(words, size, x0, y0, x1, y1, colours[role], colours.get(under, "")))

    def _under(self, x0: float, y0: float, x1: float, y1: float) -> str:
        """The role nearest to the commonest colour of that part."""
        part = self.pixels[max(0, int(y0)) : int(y1) + 1, max(0, int(x0)) : int(x1) + 1]
        if part.size == 0:
            return ""
        most = int(np.bincount(part.reshape(-1), minlength=256).argmax())
        at = self.atlas.palette[3 * most : 3 * most + 3]
        wanted = np.frombuffer(at, np.uint8).astype(int)

        def far(role: str) -> int:
            code = self.theme.colours[role]
            got = np.array([int(code[k : k + 2], 16) for k in (1, 3, 5)])
            return int(((got - wanted) ** 2).sum())

        return min(self.theme.colours, key=far)


def _cut(sprite: Sprite, left: int, top: int, width: int, height: int) -> tuple[Sprite, int, int]:
    """The part of a sprite that lies inside the picture, and where it begins."""
    high, wide = sprite.pixels.shape
    y0, x0 = max(0, -top), max(0, -left)
    y1, x1 = max(y0, min(high, height - top)), max(x0, min(wide, width - left))
    inside = (
        (sprite.rows >= y0) & (sprite.rows < y1) & (sprite.columns >= x0) & (sprite.columns < x1)
    )
    part = Sprite(
        sprite.pixels[y0:y1, x0:x1],
        None if sprite.solid is None else sprite.solid[y0:y1, x0:x1],
        sprite.rows[inside] - y0,
        sprite.columns[inside] - x0,
        sprite.offsets[inside],
        sprite.x,
        sprite.y,
    )
    return part, left + x0, top + y0


def _lay(there: Indices, stencil: Stencil, table: Indices, colour: int) -> None:
    """Lay a colour on pixels of the stencil's size, in place."""
    full, rows, columns, offsets = stencil[1:]
    if full is None or rows is None or columns is None or offsets is None:
        there[...] = table.take(stencil.levels + there)
        return
    np.copyto(there, colour, where=full, casting="unsafe")
    there[rows, columns] = table[offsets + there[rows, columns]]


def stamped(atlas: Atlas, name: str, mark: Mark) -> Sprite:
    """A sprite of the atlas with a mark on it, anchor on anchor; what lies outside is cut off (the
    masks of letters have empty rims). Worth keeping where the same mark comes again and again."""
    sprite = atlas.sprites[name]
    pixels = sprite.pixels.copy()
    left, top = round(sprite.x - mark.x), round(sprite.y - mark.y)
    high, wide = pixels.shape
    for layer in mark.layers:
        height, width = layer.stencil.levels.shape
        y, x = top + layer.y, left + layer.x
        inside = layer.stencil
        if x < 0 or y < 0 or x + width > wide or y + height > high:
            inside = inside.part(max(0, -y), high - y, max(0, -x), wide - x)
            height, width = inside.levels.shape
            y, x = max(0, y), max(0, x)
        there = pixels[y : y + height, x : x + width]
        _lay(there, inside, atlas.tables[layer.role], atlas.index[layer.role])
    return sprite._replace(pixels=pixels)
