"""What Sator is made of: colours, tiles, cards and prices, read once from ``data/sator``.

Numbers that stand for things, everywhere in this package:

  colour   0 red, 1 blue, 2 green, 3 yellow: clockwise by the side of the board
  tile     4 * shape + floor type, 0 to 23; 24 + shape: a tile whose floor type is not known
  card     0-3 MOVES of a floor type, 4-9 ROTAS of a shape, 10 JOLLY, 11-18 prayers;
           19 a movement card and 20 a prayer that the viewer may not see
"""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

Colour = Literal["red", "blue", "green", "yellow"]
Quadrant = Literal["NW", "NE", "SE", "SW"]
Square = tuple[int, int]
"""Row and column from the top left, from 0."""


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Start(_Fact):
    """An Acolyte's square outside the grid and the square he enters by."""

    square: Square
    entry: Square


class BoardFacts(_Fact):
    """``board.json``: coordinates for a grid of ``grid`` squares a side."""

    grid: int
    quadrants: dict[Quadrant, tuple[int, int, int, int]]
    """First row and column, last row and column."""
    start: dict[Colour, Start]
    deck_quadrant: dict[Colour, Quadrant]


class TileFacts(_Fact):
    """``tiles.json``: the squares of each shape, the first one being what a tile is placed by."""

    shapes: Annotated[dict[str, tuple[Square, ...]], Field(min_length=6, max_length=6)]
    types: Annotated[tuple[str, ...], Field(min_length=4, max_length=4)]


class Nihil(_Fact):
    """One price of NIHIL: how many Acolytes, how many squares together."""

    ap: int
    acolytes: int | Literal["all"]
    squares: int


class Price(_Fact):
    """A price without a choice."""

    ap: int


class Changes(_Fact):
    """MIHI: so many changes at most."""

    ap: int
    changes: int


class Steps(_Fact):
    """OMNIA: the lengths its path may have."""

    ap: int
    steps: tuple[int, ...]


class Leap(_Fact):
    """One price of NEQUE: a jump over so many squares."""

    ap: int
    over: int


class Tiles(_Fact):
    """One price of QUIN and VICTORIA: so many tiles."""

    ap: int
    tiles: int


class Stride(_Fact):
    """ANIMI: so many squares at most."""

    ap: int
    squares: int


class PrayerFacts(_Fact):
    """The eight prayers and their prices."""

    nihil: tuple[Nihil, Nihil, Nihil]
    clara: tuple[Price]
    mihi: tuple[Changes]
    omnia: tuple[Steps]
    neque: tuple[Leap, ...]
    quin: tuple[Tiles, Tiles]
    animi: tuple[Stride]
    victoria: tuple[Tiles, Tiles]


class Rotas(_Fact):
    """How many ROTAS cards there are."""

    each_shape: int
    total: int


class Moves(_Fact):
    """How many MOVES cards there are."""

    each_type: int
    total: int


class Incertus(_Fact):
    """The movement cards."""

    ROTAS: Rotas
    MOVES: Moves
    JOLLY: int


class CardFacts(_Fact):
    """``cards.json``: counts, limits and prices."""

    ap: int
    hand: int
    max_prayers_in_hand: int
    deal: dict[int, tuple[int, ...]]
    """By number of seats: cards for the first player, the second, .."""
    moves_max: int
    rotas_ap: tuple[int, int]
    round_limit: int
    placement_nodes: int
    incertus: Incertus
    prayers: PrayerFacts


class Positioning(_Fact):
    """``positioning.json``: for each colour its 13 cards, each naming a square for every colour."""

    red: tuple[dict[Colour, Square], ...]
    blue: tuple[dict[Colour, Square], ...]
    green: tuple[dict[Colour, Square], ...]
    yellow: tuple[dict[Colour, Square], ...]


M = TypeVar("M", bound=BaseModel)


def _read(model: type[M], name: str) -> M:
    return model.model_validate_json(files("data").joinpath(f"sator/{name}.json").read_bytes())


BOARD = _read(BoardFacts, "board")
CARDS = _read(CardFacts, "cards")
POSITIONING = _read(Positioning, "positioning")
_TILES = _read(TileFacts, "tiles")

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow")
QUADRANTS: tuple[Quadrant, ...] = ("NW", "NE", "SE", "SW")
DEFAULT_COLOURS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Colours by seat, for each number of seats."""

SHAPES = tuple(_TILES.shapes)
SQUARES = tuple(_TILES.shapes.values())
"""Squares of each shape, turned by nothing."""
STRAIGHT = (False, False, False, True, True, True)
"""Shapes that look the same after half a turn; they are placed by their left or upper end."""
TYPES = _TILES.types

TILES = 24
TILE_NAMES = tuple(f"{TYPES[t % 4][0]}{t // 4 + 1}" for t in range(TILES))
"""s1, w1, b1, i1, s2 .. : letter of the floor type and number of the shape."""
TILE_INDEX = {name: t for t, name in enumerate(TILE_NAMES)}
OF_SHAPE = tuple(range(4 * shape, 4 * shape + 4) for shape in range(6))
"""The tiles of each shape."""
OF_TYPE = tuple(range(floor, TILES, 4) for floor in range(4))
"""The tiles of each floor type."""


def shape_of(tile: int) -> int:
    """The shape of a tile, 0 to 5, known or not."""
    return tile // 4 if tile < TILES else tile - TILES


def hidden_tile(tile: int) -> int:
    """The tile as somebody sees it who may know only its shape."""
    return TILES + shape_of(tile)


PRAYERS = ("nihil", "clara", "mihi", "omnia", "neque", "quin", "animi", "victoria")
KINDS = (
    *(f"m{floor[0]}" for floor in TYPES),
    *(f"r{shape + 1}" for shape in range(6)),
    "jolly",
    *PRAYERS,
)
"""Names of the kinds of cards on the wire: ms, mw, mb, mi, r1 .. r6, jolly, nihil .. victoria."""
KIND_INDEX = {name: kind for kind, name in enumerate(KINDS)}
JOLLY = 10
NIHIL, CLARA, MIHI, OMNIA, NEQUE, QUIN, ANIMI, VICTORIA = range(11, 19)
FIRST_PRAYER = NIHIL
HIDDEN_CARD, HIDDEN_PRAYER = 19, 20
ALL_PRAYERS = tuple(range(NIHIL, VICTORIA + 1))

_counts = (
    *(CARDS.incertus.MOVES.each_type for _ in TYPES),
    *(CARDS.incertus.ROTAS.each_shape for _ in SHAPES),
    CARDS.incertus.JOLLY,
)
DECK = tuple(kind for kind, count in enumerate(_counts) for _ in range(count))
"""The 78 movement cards, sorted."""


def is_prayer(kind: int) -> bool:
    """Whether a card, seen or not, is a prayer; the backs differ."""
    return FIRST_PRAYER <= kind <= VICTORIA or kind == HIDDEN_PRAYER


def back(kind: int) -> int:
    """The card as somebody sees it who sees only its back."""
    return HIDDEN_PRAYER if is_prayer(kind) else HIDDEN_CARD


def moves_tiles(kind: int) -> range | tuple[int, ...]:
    """The tiles a movement card may shift."""
    if kind < 4:
        return OF_TYPE[kind]
    return range(TILES) if kind == JOLLY else ()


def turns_tiles(kind: int) -> range | tuple[int, ...]:
    """The tiles a movement card may turn."""
    if 4 <= kind < JOLLY:
        return OF_SHAPE[kind - 4]
    return range(TILES) if kind == JOLLY else ()


AP = CARDS.ap
HAND = CARDS.hand
MOST_PRAYERS = CARDS.max_prayers_in_hand
SHIFT_MOST = CARDS.moves_max
TURN_AP = CARDS.rotas_ap[0]
TURN_TWICE_AP = CARDS.rotas_ap[1]
SWAP_AP, SEARCH_AP = 1, 2
SWAP_CARDS = 2
"""Cards discarded for a swap."""
BANISH_CARDS = 3
"""Cards discarded to send a Gargoyle away."""
