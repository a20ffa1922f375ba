"""What things are called in sentences: squares, tiles, cards, colours, ways."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from rendering.names import plain
from rendering.sator.acts import ways
from rendering.scene import Scene
from rendering.words import listed, say
from rules.kernel import Seat
from rules.sator.board import Grid
from rules.sator.facts import (
    COLOURS,
    HIDDEN_CARD,
    HIDDEN_PRAYER,
    JOLLY,
    KINDS,
    TILE_INDEX,
    TYPES,
    shape_of,
)
from rules.sator.game import State


def position(scene: Scene) -> State:
    """The masked position of the scene."""
    return cast("State", scene.view)


def who(scene: Scene, seat: Seat) -> str:
    """A seat's name, harmless in a message."""
    return plain(scene.names[seat])


def square(name: str) -> str:
    """A square or a tile as it is written: ``C4``, ``S1``."""
    return name.upper()


def squares(grid: Grid, at: Iterable[int]) -> str:
    """Squares in a row: ``C4 C5 D5``."""
    return " ".join(grid.names[k].upper() for k in at)


def colour(locale: str, index: int) -> str:
    """The name of a colour."""
    return say(locale, f"sator-{COLOURS[index]}")


def letter(locale: str, index: int) -> str:
    """The letter of a colour."""
    return say(locale, f"sator-{COLOURS[index]}-letter")


def floor(locale: str, tile: int) -> str:
    """A tile's floor type."""
    return say(locale, f"sator-floor-{TYPES[tile % 4]}")


def shape(locale: str, index: int) -> str:
    """The name of a shape, 0 to 5."""
    return say(locale, f"sator-shape-{index + 1}")


def tile(locale: str, name: str) -> str:
    """``S1, stone, great L``."""
    index = TILE_INDEX[name]
    return say(
        locale, "sator-tile", tile=square(name), floor=floor(locale, index),
        shape=shape(locale, shape_of(index)),
    )  # fmt: skip


def card(locale: str, index: int) -> str:
    """``MOVES stone``, ``ROTAS 3``, ``JOLLY``, ``NIHIL``; a hidden card by its back."""
    if index == HIDDEN_CARD:
        return say(locale, "sator-back-card")
    if index == HIDDEN_PRAYER:
        return say(locale, "sator-back-prayer")
    if index < 4:
        return say(locale, "sator-card-moves-of", floor=say(locale, f"sator-floor-{TYPES[index]}"))
    if index < JOLLY:
        return say(locale, "sator-card-rotas-of", number=str(index - 3))
    return say(locale, "sator-card-jolly" if index == JOLLY else f"sator-card-{KINDS[index]}")


def cards(locale: str, names: Iterable[str]) -> str:
    """Cards by their names on the wire, as a list in words."""
    return listed(locale, [card(locale, KINDS.index(name)) for name in names])


def way(locale: str, steps: str) -> str:
    """``2 north, 1 east``."""
    return ways(locale, steps)
