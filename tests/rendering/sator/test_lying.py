"""How a tile lies, in words: worked out from the shapes as the rulebook's picture shows them."""

from __future__ import annotations

import pytest

from rendering.sator.lying import key, lies
from rendering.sator.tray import turned


def _drawn(shape: int, turn: int) -> str:
    cells, _ = turned(shape, turn)
    rows, columns = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    return "/".join(
        "".join("#" if (r, c) in cells else "." for c in range(columns)) for r in range(rows)
    )


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("#../#../###", "corner-south-west"),
        ("###/#../#..", "corner-north-west"),
        ("###/..#/..#", "corner-north-east"),
        ("..#/..#/###", "corner-south-east"),
        ("#./##", "corner-south-west"),
        ("##/#.", "corner-north-west"),
        ("##/.#", "corner-north-east"),
        (".#/##", "corner-south-east"),
        ("###/.#.", "stem-south"),
        (".#/##/.#", "stem-west"),
        (".#./###", "stem-north"),
        ("#./##/#.", "stem-east"),
        ("####", "across"),
        ("#/#/#/#", "upright"),
        ("###", "across"),
        ("#/#/#", "upright"),
        ("##", "across"),
        ("#/#", "upright"),
    ],
)
def test_a_tile_lies_as_it_is_said(drawn: str, said: str) -> None:
    found = {
        key(shape, turn) for shape in range(6) for turn in range(4) if _drawn(shape, turn) == drawn
    }
    assert found == {said}


def test_every_turn_of_every_shape_has_words() -> None:
    for shape in range(6):
        said = [lies("en", shape, turn) for turn in range(4)]
        assert len(set(said)) == len({_drawn(shape, turn) for turn in range(4)})
