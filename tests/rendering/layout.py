"""What holds for the layout of every game's pictures, asked of a canvas that kept its record. A
game's tests have a fixture ``drawn`` with its scenes and a class of their own on `Layout`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rendering.kit.canvas import Box, Canvas
from rendering.kit.colour import contrast
from rendering.kit.encode import png
from rendering.scene import Scene

Drawn = tuple[Scene, Canvas]
TALLEST, WIDEST, LARGEST = 1500, 1200, 300_000
"""ART 1 and 3: px, px, bytes."""


def texts(canvas: Canvas) -> list[str]:
    return [box.text for box in canvas.boxes]


def overlapping(boxes: list[Box]) -> Iterator[tuple[str, str]]:
    for k, a in enumerate(boxes):
        for b in boxes[k + 1 :]:
            across = min(a.x1, b.x1) - max(a.x0, b.x0)
            down = min(a.y1, b.y1) - max(a.y0, b.y0)
            if across > 1 and down > 1:
                yield a.text, b.text


class Layout:
    """Tests of one picture."""

    edge: ClassVar[int] = 8
    """px that a text keeps from the left and right edge."""

    def largest(self, scene: Scene) -> float:
        """Bytes the picture of this scene may have."""
        return LARGEST

    def test_nothing_runs_outside(self, drawn: Drawn) -> None:
        _, canvas = drawn
        assert canvas.cut == 0
        for box in canvas.boxes:
            assert self.edge <= box.x0 < box.x1 <= canvas.width - self.edge, box
            assert 8 <= box.y0 < box.y1 <= canvas.height - 8, box

    def test_no_text_overlaps_another(self, drawn: Drawn) -> None:
        _, canvas = drawn
        assert not list(overlapping(canvas.boxes))

    def test_nothing_is_smaller_than_30_px_and_the_prompt_is_46(self, drawn: Drawn) -> None:
        """ART 1: nothing below 30 px bold, 36 for what must be read, 46 for whose turn."""
        _, canvas = drawn
        assert min(box.size for box in canvas.boxes) >= 30
        prompt = max(canvas.boxes, key=lambda box: box.y1 if box.x0 < 200 and box.size > 40 else 0)
        assert prompt.size >= 46

    def test_text_has_a_contrast_of_4_5_where_it_stands(self, drawn: Drawn) -> None:
        _, canvas = drawn
        seen = [box for box in canvas.boxes if box.ground]
        assert seen
        for box in seen:
            assert contrast(box.colour, box.ground) >= 4.5, box

    def test_size_and_dimensions_keep_their_bounds(self, drawn: Drawn) -> None:
        scene, canvas = drawn
        image = canvas.image()
        assert image.mode == "P"
        assert image.width == WIDEST
        assert 1400 <= image.height <= TALLEST
        assert len(png(image)) <= self.largest(scene)
