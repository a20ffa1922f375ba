"""What the kit must know of Sarena."""

from __future__ import annotations

from rules.sarena import State

LONGEST = 45
"""Plies of a match at most."""
HIDDEN = True
"""Seats have secrets."""
DECISIONS = 80_000
"""Random moves a second to reach in the benchmark."""


def pieces(s: State) -> object:
    """What no move and no resampling may change: the 36 chips by their two colours."""
    return sorted(sorted((c >> 2, c & 3)) for pile in s.cells for c in pile), len(s.colours)
