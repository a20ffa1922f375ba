"""What the kit must know of the toy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.toy import CARDS, State, Toy

LONGEST = 250
HIDDEN = True
DECISIONS = None  # it is written to be read


def pieces(s: State) -> object:
    """The 72 cards, wherever they are."""
    return sorted((*s.deck, *s.played, *(c for hand in s.hands for c in hand))), len(s.hands)


def mark(put: Callable[[type, str, Any], None]) -> None:
    """Cards like nothing else."""
    real = Toy.setup

    def setup(self: Any, *args: Any) -> Any:
        return replace(real(self, *args), deck=tuple(7_310_000 + 137 * k for k in range(CARDS)))

    put(Toy, "setup", setup)


def hidden(s: State) -> dict[int, int | None]:
    """The cards that not all have seen, each with the seat that holds it."""
    held: dict[int, int | None] = dict.fromkeys(s.deck)
    for seat, hand in enumerate(s.hands):
        held |= dict.fromkeys(hand, seat)
    return held
