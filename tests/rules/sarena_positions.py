"""Sarena positions as literals: ``at(a2="yr bg")`` is a pile on a2, from the bottom up, of the chip
that shows yellow over red and on it the one that shows blue over green."""

from __future__ import annotations

from rules.kernel import Ctx, Match, Move, Rng
from rules.sarena import CIRCLES, GAME, INDEX, Options, State, Turn, chip

LETTERS = "yrbg"


def pile(text: str) -> tuple[int, ...]:
    return tuple(chip(LETTERS.index(c[0]), LETTERS.index(c[1])) for c in text.split())


def at(
    seat: int = 0, colours: str = "yrbg", first: int = 0, out: tuple[int, ...] = (), **piles: str
) -> State:
    """The position with these piles and nothing else; seat k has the k-th of ``colours``."""
    cells = tuple(pile(piles.get(name, "")) for name in CIRCLES)
    assert set(piles) <= set(CIRCLES)
    owners = tuple(LETTERS.index(c) for c in colours)
    return State((Turn(seat),), cells, owners, first, 1, out)


def match(state: State) -> Match:
    """A match that stands in this position."""
    seats = len(state.colours)
    return Match("sarena", 1, bytes(32), seats, Options(), 0, 0, 1, state)


def go(text: str) -> Move:
    """``go("a2-b2")``."""
    return Move("go", tuple(text.split("-")))


def there(state: State, circle: str) -> str:
    """The pile on a circle, as `at` writes it."""
    found = state.cells[INDEX[circle]]
    return " ".join(LETTERS[c // 4] + LETTERS[c % 4] for c in found)


def targets(state: State, circle: str) -> set[str]:
    """Where the pile on that circle can go."""
    seat = state.stack[0].seat
    return {m.args[1] for m in GAME.moves(state, seat) if m.args[0] == circle}


def ctx() -> Ctx:
    return Ctx(Rng(b"test"))
