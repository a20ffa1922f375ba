"""How a tile lies, in words, for whoever does not see the picture: across or upright, where its
corner is, to which side its stem points."""

from __future__ import annotations

from rendering.sator.tray import turned
from rendering.words import say

SIDES = ((-1, 0, "north"), (0, 1, "east"), (1, 0, "south"), (0, -1, "west"))


def lies(locale: str, shape: int, turn: int) -> str:
    """A shape (0 to 5) after so many quarter turns clockwise."""
    return say(locale, f"sator-lies-{key(shape, turn)}")


def key(shape: int, turn: int) -> str:
    """``across``, ``upright``, ``corner-<north or south>-<east or west>``, ``stem-<side>``."""
    cells = set(turned(shape, turn)[0])
    if len({row for row, _ in cells}) == 1:
        return "across"
    if len({column for _, column in cells}) == 1:
        return "upright"
    for row, column in cells:
        beside = [side for down, right, side in SIDES if (row + down, column + right) in cells]
        if len(beside) == 3:  # a T: its stem is the arm that has none opposite
            return "stem-" + next(side for side in beside if _opposite(side) not in beside)
        if len(beside) == 2 and _opposite(beside[0]) != beside[1]:  # an L
            up = "south" if "north" in beside else "north"
            return f"corner-{up}-{'west' if 'east' in beside else 'east'}"
    raise AssertionError(f"shape {shape} is neither straight, an L nor a T")


def _opposite(side: str) -> str:
    return {"north": "south", "south": "north", "east": "west", "west": "east"}[side]
