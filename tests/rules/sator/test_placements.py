"""Placements at random through the whole game, and whether a fault in them would be noticed."""

from __future__ import annotations

import pytest

from rules.sator import completion, placement
from rules.sator.completion import Plan
from tests.rules.sator.placements import run


@pytest.mark.parametrize(
    ("seats", "size"), [(2, 14), (3, 14), (4, 14), (2, 12), (3, 12), (4, 12), (4, 16)]
)
def test_random_placements_finish_with_every_tile_placed_and_every_book_covered(
    seats: int, size: int
) -> None:
    tally = run(60, seats, size)
    assert tally.faults == []
    assert tally.gave_up == 0
    assert tally.checks > 60 * 24


def test_a_bound_that_is_reached_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completion, "NODES", 3)
    placement._plan.cache_clear()
    assert any("bound" in text for text in run(20, 4).faults)
    placement._plan.cache_clear()


def test_without_the_completion_placements_get_stuck_and_that_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every place that overlaps nothing is allowed, as if only the tile itself counted."""
    monkeypatch.setattr(Plan, "may", lambda self, m, shape: True)
    monkeypatch.setattr(Plan, "judge", lambda self, m, shape: ())
    placement._plan.cache_clear()
    found = run(20, 4).faults
    placement._plan.cache_clear()
    assert found
    assert all("abyss" in text or "stuck" in text for text in found)
