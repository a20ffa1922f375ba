"""What the kit must know of Sarena."""

from __future__ import annotations

from rules.sarena import State

LONGEST = 45
"""Plies of a match at most."""
HIDDEN = True
"""Seats have secrets."""


def pieces(s: State) -> object:
    """What no move may change: the 36 chips by their two colours, and the secret colours."""
    chips = sorted(sorted((c >> 2, c & 3)) for pile in s.cells for c in pile)
    return chips, s.colours, s.first
