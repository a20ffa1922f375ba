"""The picture of a Sarena position."""

from __future__ import annotations

import fontpkg  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont

from rendering.sarena.words import letter, position, sentence
from rendering.scene import Scene
from rules.sarena import ARROWS, CIRCLES, SIZE, upper

_PALETTE = b"".join(
    bytes.fromhex(c)
    for c in ("2A3137", "F3EBD8", "CFA550", "14181B", "F1C52E", "CC4226", "2776C4", "74CCAC")
)


def draw(scene: Scene) -> Image.Image:
    """The board: 1200 px wide, mode 'P'."""
    im = Image.new("P", (1200, 1400))
    im.putpalette(_PALETTE)
    pen = ImageDraw.Draw(im)
    font = ImageFont.truetype(str(fontpkg.path("Atkinson Hyperlegible", weight=700)), 46)
    pen.text((30, 20), sentence(scene), 1, font)
    for i, pile in enumerate(position(scene).cells):
        x, y = 150 + 180 * (i % SIZE), 1250 - 190 * (i // SIZE)
        pen.ellipse((x - 66, y - 66, x + 66, y + 66), outline=2 if ARROWS[i] else 3, width=5)
        pen.text((x - 80, y + 62), CIRCLES[i], 1, font)
        for k, chip in enumerate(pile):
            box = (x - 52, y - 52 - 14 * k, x + 52, y + 52 - 14 * k)
            pen.ellipse(box, fill=4 + upper(chip), outline=3, width=3)
        if pile:
            top = letter(scene.locale, upper(pile[-1]))
            pen.text((x, y - 14 * len(pile) + 14), f"{top}{len(pile)}", 3, font, anchor="mm")
    return im
