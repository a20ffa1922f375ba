"""Sator's pictures: nothing cut, overlapping or hidden; small, and always the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from rendering.kit.canvas import Box, Canvas
from rendering.kit.colour import contrast
from rendering.kit.encode import png
from rendering.sator.picture import draw
from rendering.scene import Scene, renderer
from tests.rendering.sator.scenes import fullest, ordinary

SATOR = renderer("sator")
TALLEST, WIDEST, LARGEST = 1500, 1200, 300_000
NAMES = (*ordinary(), *fullest())


@cache
def drawn_scene(name: str) -> tuple[Scene, Canvas]:
    scene = (ordinary().get(name) or fullest()[name])()
    return scene, draw(scene, look=True)


@pytest.fixture(params=NAMES, ids=lambda name: name.replace(" ", "-"))
def drawn(request: pytest.FixtureRequest) -> tuple[Scene, Canvas]:
    return drawn_scene(request.param)


def texts(canvas: Canvas) -> list[str]:
    return [box.text for box in canvas.boxes]


def overlapping(boxes: list[Box]) -> Iterator[tuple[str, str]]:
    for k, a in enumerate(boxes):
        for b in boxes[k + 1 :]:
            across = min(a.x1, b.x1) - max(a.x0, b.x0)
            down = min(a.y1, b.y1) - max(a.y0, b.y0)
            if across > 1 and down > 1:
                yield a.text, b.text


# Layout


def test_nothing_runs_outside(drawn: tuple[Scene, Canvas]) -> None:
    _, canvas = drawn
    assert canvas.cut == 0
    for box in canvas.boxes:
        assert 6 <= box.x0 < box.x1 <= canvas.width - 6, box
        assert 8 <= box.y0 < box.y1 <= canvas.height - 8, box


def test_no_text_overlaps_another(drawn: tuple[Scene, Canvas]) -> None:
    _, canvas = drawn
    assert not list(overlapping(canvas.boxes))


def test_nothing_is_smaller_than_30_px_and_the_prompt_is_46(drawn: tuple[Scene, Canvas]) -> None:
    """ART 1: nothing below 30 px bold, 36 for what must be read, 46 for whose turn."""
    _, canvas = drawn
    assert min(box.size for box in canvas.boxes) >= 30
    prompt = max(canvas.boxes, key=lambda box: box.y1 if box.x0 < 200 and box.size > 40 else 0)
    assert prompt.size >= 46


def test_text_has_a_contrast_of_4_5_where_it_stands(drawn: tuple[Scene, Canvas]) -> None:
    _, canvas = drawn
    seen = [box for box in canvas.boxes if box.ground]
    assert seen
    for box in seen:
        assert contrast(box.colour, box.ground) >= 4.5, box


def test_size_and_dimensions_keep_their_bounds(drawn: tuple[Scene, Canvas]) -> None:
    _, canvas = drawn
    image = canvas.image()
    assert image.mode == "P"
    assert image.width == WIDEST
    assert 1400 <= image.height <= TALLEST
    assert len(png(image)) <= LARGEST


def test_a_picture_without_its_record_is_the_same(drawn: tuple[Scene, Canvas]) -> None:
    """The page is drawn once and copied; drawn anew for the record it has the same pixels."""
    scene, canvas = drawn
    assert np.array_equal(draw(scene).pixels, canvas.pixels)


# What is said


@pytest.mark.parametrize("name", [name for name in ordinary() if "asked" not in name])
def test_no_line_of_the_legend_is_cut(name: str) -> None:
    _, canvas = drawn_scene(name)
    legend = [box.text for box in canvas.boxes if 1340 < box.y0 < 1436]
    assert legend
    assert not [text for text in legend if text.endswith("…")]
