"""Prayers that lift tiles off the board: QUIN puts one or two somewhere else, VICTORIA takes one or
two away. Only tiles without Acolytes, books and Gargoyles."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from rules.kernel import Ctx, Move, Seat
from rules.sator import notation
from rules.sator.asked import Asked, ask
from rules.sator.changes import Changes, changes
from rules.sator.facts import (
    CARDS,
    KIND_INDEX,
    TILE_INDEX,
    TILE_NAMES,
    TILES,
    shape_of,
)
from rules.sator.returns import returned
from rules.sator.state import Table

Lifting = Literal["quin", "victoria"]
QUIN_AP = tuple(price.ap for price in CARDS.prayers.quin)
"""For one tile, and for two."""
VICTORIA_AP = tuple(price.ap for price in CARDS.prayers.victoria)


def lifts(s: Table, may: Changes, use: Lifting, barred: int = -1) -> list[int]:
    """The tiles that can be lifted now; ``barred`` was the first one."""
    bare = may.look.bare
    return [
        tile
        for tile in range(TILES)
        if tile != barred and bare(tile) and (use == "victoria" or fits(s, may, tile, barred))
    ]


def can_lift(s: Table, may: Changes, use: Lifting, barred: int = -1) -> bool:
    """Whether there is any."""
    bare = may.look.bare
    return any(
        tile != barred and bare(tile) and (use == "victoria" or fits(s, may, tile, barred))
        for tile in range(TILES)
    )


def fits(s: Table, may: Changes, tile: int, barred: int, turn: int | None = None) -> bool:
    """Whether QUIN can put the lifted tile anywhere, turned so."""
    return any(_stands(s, may, tile, spot, barred) for spot in may.places(tile, turn))


def _stands(s: Table, may: Changes, tile: int, spot: int, barred: int) -> bool:
    """Whether a new layout comes of it, or can come of it by a second tile."""
    if may.new_shift(tile, spot):
        return True
    if barred >= 0 or s.now.ap < QUIN_AP[1]:
        return False
    after = may.lifted(tile, spot)
    return any(
        after.look.bare(other) and any(after.new_shift(other, p) for p in after.places(other))
        for other in range(TILES)
        if other != tile
    )


@dataclass(frozen=True, slots=True)
class Lift(Asked):
    """Which tile is lifted. ``first``: the one before, after which it may be left at that."""

    use: Lifting
    first: int = -1
    op: Literal["lift"] = "lift"

    def step(self) -> bool:
        """For QUIN only: VICTORIA takes the tile away at once."""
        return self.use == "quin"

    def answers(self, s: Table) -> Collection[Move]:
        """The tiles; `done` after a first one that left a new layout."""
        found = [notation.TILE[t] for t in lifts(s, changes(s), self.use, self.first)]
        return [*found, notation.DONE] if self._may_stop(s) else found

    def _may_stop(self, s: Table) -> bool:
        return self.first >= 0 and not returned(s)

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Take it away, or ask how it is turned."""
        if move == notation.DONE:
            return _lifted(s)
        tile = TILE_INDEX[move.args[0]]
        if self.use == "quin":
            return ask(s, LiftTurn(seat, tile, self.first), ctx)
        return _set(s, seat, self, tile, -1, ctx)


@dataclass(frozen=True, slots=True)
class LiftTurn(Asked):
    """QUIN: how the tile will be turned."""

    tile: int
    first: int
    op: Literal["lift-turn"] = "lift-turn"

    def step(self) -> bool:
        """A mere step."""
        return True

    def answers(self, s: Table) -> Collection[Move]:
        """The turns with a place."""
        may = changes(s)
        return [
            notation.TURN[turn]
            for turn in range(4)
            if fits(s, may, self.tile, self.first, turn)
        ]  # fmt: skip

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Ask where."""
        return ask(s, LiftPlace(seat, self.tile, self.first, int(move.args[0]) // 90), ctx)


@dataclass(frozen=True, slots=True)
class LiftPlace(Asked):
    """QUIN: where the tile is put."""

    tile: int
    first: int
    turn: int
    op: Literal["lift-place"] = "lift-place"

    def answers(self, s: Table) -> Collection[Move]:
        """The places."""
        may = changes(s)
        return [
            notation.place(s.grid, self.tile, spot)
            for spot in may.places(self.tile, self.turn)
            if _stands(s, may, self.tile, spot, self.first)
        ]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Put it there; a second tile may follow."""
        spot = s.grid.spot(shape_of(self.tile), self.turn, s.grid.index[move.args[1]])
        return _set(s, seat, Lift(seat, "quin", self.first), self.tile, spot, ctx)


def _set(s: Table, seat: Seat, lift: Lift, tile: int, spot: int, ctx: Ctx) -> Table:
    """The tile is where it shall be (-1: away); the second, if there can be one, is asked."""
    names, squares, old = s.grid.names, s.grid.squares, s.board.spots[tile]
    one, two = QUIN_AP if lift.use == "quin" else VICTORIA_AP
    price = one if lift.first < 0 else two - one
    ctx.emit(
        "lift",
        seat=seat,
        by=lift.use,
        tile=TILE_NAMES[tile],
        ap=price,
        before=[names[square] for square in squares[old]],
        after=[names[square] for square in squares[spot]] if spot >= 0 else [],
    )
    last = (
        *(pair for pair in s.now.last if pair[0] != tile),
        (tile, KIND_INDEX[lift.use]),
    )
    s = s.but(
        board=changes(s).look.lifted(tile, spot),
        now=s.now.but(ap=s.now.ap - price, last=last),
    )
    if lift.first < 0 and s.now.ap >= two - one:
        second = Lift(seat, lift.use, tile)
        if can_lift(s, changes(s), lift.use, tile):
            return ask(s, second, ctx)
    return _lifted(s)


def _lifted(s: Table) -> Table:
    return s.but(now=s.now.but(seen=(*s.now.seen, s.board)))
