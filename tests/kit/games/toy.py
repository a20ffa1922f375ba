"""What the kit must know of the toy."""

from __future__ import annotations

from rules.toy import State

LONGEST = 250
HIDDEN = True
DECISIONS = None  # it is written to be read


def pieces(s: State) -> object:
    """The 72 cards, wherever they are."""
    return sorted((*s.deck, *s.played, *(c for hand in s.hands for c in hand))), len(s.hands)
