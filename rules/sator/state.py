"""A position, in parts that change together. Everything is a tuple of small values.

Seats index every tuple that is "by seat". Squares, spots, tiles and cards are the numbers of
`rules.sator.board` and `rules.sator.facts`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal, NamedTuple, Self, cast

from pydantic import Field

from rules import kernel
from rules.kernel import Frame, Seat
from rules.sator import facts
from rules.sator.board import Grid, grid

Ended = Literal["", "books", "rounds", "stalemate", "last"]
"""Why the match is over; empty while it runs."""
Card = Annotated[int, Field(ge=0, le=facts.HIDDEN_PRAYER)]
Tile = Annotated[int, Field(ge=0, le=29)]

AT_START, GONE = -1, -2
"""Where an Acolyte is who has not yet entered the grid, and one whose player resigned."""


class Part:
    """A frozen dataclass that is copied with changes, ten times faster than by `replace`."""

    __slots__ = ()

    def but(self, **changes: Any) -> Self:
        """The same with these fields changed."""
        return cast("Self", _COPIERS[type(self)](self, **changes))


class _Copiers(dict[type, Callable[..., Any]]):
    def __missing__(self, cls: type) -> Callable[..., Any]:
        made = self[cls] = _copier(cls)
        return made


_COPIERS = _Copiers()


def _copier(cls: type) -> Callable[..., Any]:
    """A function written out for this class, as `dataclass` writes ``__init__``: a loop over the
    fields would take most of the time of a move."""
    names = [f.name for f in fields(cls)]
    lines = [
        f"def but(self, *, {', '.join(f'{name}=same' for name in names)}):",
        " new = make(cls)",
        *(f" set_{n}(new, self.{n} if {n} is same else {n})" for n in names),
        " return new",
    ]
    scope = {"same": object(), "make": object.__new__, "cls": cls}
    scope |= {f"set_{name}": getattr(cls, name).__set__ for name in names}
    exec("\n".join(lines), scope)
    return cast("Callable[..., Any]", scope["but"])


class Board(NamedTuple):
    """The layout: what moves about on the grid. Two equal ones are the same layout."""

    spots: tuple[int, ...]
    """By tile, 24: how it lies; -1: in a hand, or removed."""
    books: tuple[int, ...]
    """Four for each seat, ``4 * seat + quadrant``: the square of its book; -1: collected."""
    acolytes: tuple[int, ...]
    """By seat: the square, -1 on the start square, -2 gone."""


class Ride(NamedTuple):
    """A tile took an Acolyte along."""

    since: int
    """How many layouts had been seen before (`Now.seen`)."""
    seat: Seat
    origin: int
    to: int
    """His square before and after."""
    quarters: int
    """By how many quarters clockwise he was turned with it."""


@dataclass(frozen=True, slots=True)
class Rules(Part):
    """What was agreed and drawn before the first tile."""

    size: int
    """Squares a side."""
    round_limit: int
    even_rounds: bool
    colours: tuple[int, ...]
    """By seat."""
    first: Seat


@dataclass(frozen=True, slots=True)
class Cards(Part):
    """All cards but those that were played this turn. Sorted: a deck's order is drawn only when a
    card is taken from it."""

    deck: tuple[Card, ...]
    discards: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    """By seat."""
    prayers: tuple[tuple[Card, ...], ...]
    """By seat: the deck of prayers, of which no order is kept. Of a seat that resigned: those that
    left the match unseen."""
    used: tuple[tuple[Card, ...], ...]
    """By seat: the prayers that lie face up, out of the match."""


@dataclass(frozen=True, slots=True)
class Laying(Part):
    """The tiles that are not on the board yet."""

    trays: tuple[tuple[Tile, ...], ...]
    """By seat: tiles in hand, sorted."""
    pool: tuple[Tile, ...]
    """Three seats: those left for the draft."""
    witness: tuple[int, ...]
    """Spots for all tiles of trays and pool that would fit together and cover every open book;
    sorted. Nobody may see it."""
    chance: tuple[Seat, ...] = ()
    """Seats that leave their tiles to chance."""


@dataclass(frozen=True, slots=True)
class Now(Part):
    """What counts only for the turn that is being played."""

    ap: int
    """Action points left."""
    points: int
    """Movement points left."""
    played: tuple[Card, ...]
    """Cards played, in order; prayers as well."""
    free: bool
    """The free action is still to be had."""
    strode: bool
    """The own Acolyte has walked, jumped, or moved by ANIMI or the free action."""
    walked: bool
    """Walking has begun: no cards, no swaps any more."""
    seen: tuple[Board, ...]
    """The layouts that may not come again this turn: the first one, and one after each change."""
    last: tuple[tuple[Tile, Card], ...]
    """For each tile that was changed: the card that did it last (any prayer counts alike)."""
    paid: tuple[tuple[Tile, Seat], ...]
    """Acolytes aboard a tile who have been paid for."""
    rides: tuple[Ride, ...] = ()
    """Who was carried by tiles, in order: by that a tile's return is judged."""


@dataclass(frozen=True, slots=True)
class Table(Part, kernel.State):
    """A position; `rules.sator.State` is the same with its stack of frames named."""

    stack: tuple[Any, ...]
    rules: Rules
    round: Annotated[int, Field(ge=0)]
    """The round being played; 0 while tiles are placed."""
    passes: int
    """Passes in a row, of all seats together."""
    out: tuple[Seat, ...]
    """Seats that resigned, in order."""
    board: Board
    gargoyles: tuple[int, ...]
    """By seat: the square of its Gargoyle; -1: not on the board."""
    laying: Laying
    cards: Cards
    now: Now
    over: Ended

    def with_stack(self, stack: tuple[Any, ...]) -> Self:
        """The same position with another stack."""
        return cast("Self", _COPIERS[type(self)](self, stack=stack))

    def push(self, *frames: Frame[Any]) -> Self:
        """The same position with these frames on top, the last one first to be met."""
        return cast("Self", _COPIERS[type(self)](self, stack=self.stack + frames))

    @property
    def grid(self) -> Grid:
        """The tables for this size."""
        return grid(self.rules.size)

    @property
    def seats(self) -> int:
        """Number of seats, those that resigned included."""
        return len(self.rules.colours)

    def there(self) -> tuple[Seat, ...]:
        """Seats that have not resigned."""
        return tuple(seat for seat in range(self.seats) if seat not in self.out)

    def collected(self, seat: Seat) -> int:
        """Books a seat has recovered."""
        return self.board.books[4 * seat : 4 * seat + 4].count(-1)


def start_of_turn(board: Board) -> Now:
    """A fresh turn on this layout."""
    return Now(facts.AP, 0, (), True, False, False, (board,), (), ())


IDLE = Now(0, 0, (), False, False, False, (), (), ())
"""No turn is being played."""


def put(things: tuple[Any, ...], k: int, thing: object) -> tuple[Any, ...]:
    """The tuple with one item exchanged."""
    return (*things[:k], thing, *things[k + 1 :])


def less(things: tuple[int, ...], *out: int) -> tuple[int, ...]:
    """The tuple without one of each of these.

    Raises:
        ValueError: one of them is not in it.
    """
    left = list(things)
    for thing in out:
        left.remove(thing)
    return tuple(left)


def more(things: tuple[int, ...], *new: int) -> tuple[int, ...]:
    """The sorted tuple with these added."""
    return tuple(sorted((*things, *new)))
