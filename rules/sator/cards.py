"""Movement cards, and everything else that shifts or turns a tile where it lies: the free action,
MIHI and OMNIA. First the tile is asked, then what is done to it.

A ``use`` says what for: the name of a movement card, ``free``, ``mihi`` or ``omnia``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from rules.kernel import Ctx, Move, Seat
from rules.sator import notation
from rules.sator.asked import Asked, ask
from rules.sator.board import DIRECTIONS, HOWS, Turn
from rules.sator.changes import Changes, changes
from rules.sator.facts import (
    CARDS,
    JOLLY,
    KIND_INDEX,
    SHIFT_MOST,
    TILE_INDEX,
    TILE_NAMES,
    TILES,
    TURN_AP,
    TURN_TWICE_AP,
    moves_tiles,
    turns_tiles,
)
from rules.sator.returns import QUARTERS, carried, returned
from rules.sator.state import Board, Table

Use = str
MIHI_AP, MIHI_CHANGES = CARDS.prayers.mihi[0].ap, CARDS.prayers.mihi[0].changes
OMNIA_AP = CARDS.prayers.omnia[0].ap
PRICE = {"free": 0, "mihi": MIHI_AP, "omnia": OMNIA_AP}
"""What a use costs that has one price; MIHI's is paid with its first change."""


def surcharge(s: Table, may: Changes, tile: int) -> int:
    """Action points for the Acolytes aboard who have not been paid for on this tile this turn."""
    aboard = may.look.aboard.get(tile)
    if not aboard:
        return 0
    return sum((tile, seat) not in s.now.paid for seat in aboard)


def fits(s: Table, may: Changes, kind: int, tile: int) -> bool:
    """Whether a movement card has a complete legal effect on a tile."""
    if not may.stays_free(tile) or (tile, kind) in s.now.last:
        return False
    ap = s.now.ap - surcharge(s, may, tile)
    if kind < 4 or kind == JOLLY:
        if ap >= 1 and may.can_shift(tile, min(SHIFT_MOST, ap)):
            return True
        if kind < 4:
            return False
    if ap < TURN_AP:
        return False
    # One rotation to a new layout is what nearly every tile has.
    return may.can_turn(tile) or next(_rotations(may, tile, ap), None) is not None


def _rotations(may: Changes, tile: int, ap: int) -> Iterator[Turn]:
    """First rotations that are complete, or can be made so by a second one."""
    for turn in may.rotations(tile):
        if may.new_turn(tile, turn) or (ap >= TURN_TWICE_AP and may.twice(tile, turn)):
            yield turn


def playable(s: Table, may: Changes, kind: int) -> bool:
    """Whether a movement card has a complete legal effect on any tile."""
    for tile in moves_tiles(kind) or turns_tiles(kind):  # noqa: SIM110 (twice as fast as `any`)
        if fits(s, may, kind, tile):
            return True
    return False


def tiles_for(s: Table, may: Changes, use: Use) -> list[int]:
    """The tiles that this use can change."""
    if use == "omnia":
        return [t for t in range(TILES) if _unburdened(may, t) and may.has_long_way(t)]
    if use in PRICE:
        return [t for t in range(TILES) if may.may_step(t)]
    kind = KIND_INDEX[use]
    return [t for t in moves_tiles(kind) or turns_tiles(kind) if fits(s, may, kind, t)]


def usable(s: Table, may: Changes, use: Use) -> bool:
    """Whether the free action, MIHI or OMNIA has a tile to change, whatever it costs."""
    if use == "omnia":
        return any(_unburdened(may, t) and may.has_long_way(t) for t in range(TILES))
    for tile in range(TILES):  # noqa: SIM110
        if may.may_step(tile):
            return True
    return False


def _unburdened(may: Changes, tile: int) -> bool:
    return may.stays_free(tile) and tile not in may.look.aboard


def effects(s: Table, may: Changes, use: Use, tile: int) -> list[Move]:
    """Everything this use can do to a tile; no two do the same for the same price."""
    names = may.look.grid.names
    if use == "omnia":
        ways = sorted(may.long_ways(tile).values(), key=lambda steps: (len(steps), steps))
        return [notation.shift(tile, steps) for steps in ways]
    if use in PRICE:
        return [
            notation.rotate(tile, names[change.centre], change.how)
            if isinstance(change, Turn)
            else notation.shift(tile, change[0])
            for change in may.one_step(tile)
        ]
    kind = KIND_INDEX[use]
    ap = s.now.ap - surcharge(s, may, tile)
    found = []
    pushed: dict[Board, int] = {}
    if (kind < 4 or kind == JOLLY) and ap >= 1:
        for steps, spot in may.shifts(tile, min(SHIFT_MOST, ap)):
            found.append(notation.shift(tile, steps))
            if kind == JOLLY:
                pushed[may.look.shifted(tile, spot)] = len(steps)
    if kind >= 4 and ap >= TURN_AP:
        for turn in _rotations(may, tile, ap):
            # Half a turn of a straight tile may be a push in another guise.
            same = turn.how == 2 and pushed.get(may.look.turned(tile, turn)) == TURN_AP
            if not same or (ap >= TURN_TWICE_AP and may.twice(tile, turn)):
                found.append(notation.rotate(tile, names[turn.centre], turn.how))
    return found


@dataclass(frozen=True, slots=True)
class Pick(Asked):
    """Which tile is changed. ``left``: changes that MIHI still has; ``began``: one was made, so it
    may be left at that."""

    use: Use
    left: int = 1
    began: bool = False
    op: Literal["pick"] = "pick"

    def step(self) -> bool:
        """A mere step."""
        return True

    def answers(self, s: Table) -> Collection[Move]:
        """The tiles, and `done` once something was changed."""
        found = [notation.TILE[tile] for tile in tiles_for(s, changes(s), self.use)]
        return [*found, notation.DONE] if self.began else found

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Ask what is done to it."""
        if move == notation.DONE:
            return s
        tile = TILE_INDEX[move.args[0]]
        return ask(s, Effect(seat, self.use, tile, self.left, self.began), ctx)


@dataclass(frozen=True, slots=True)
class Effect(Asked):
    """What is done to the tile."""

    use: Use
    tile: int
    left: int = 1
    began: bool = False
    op: Literal["effect"] = "effect"

    def answers(self, s: Table) -> Collection[Move]:
        """The shifts and rotations."""
        return effects(s, changes(s), self.use, self.tile)

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Do it, and pay for it."""
        may, use, tile = changes(s), self.use, self.tile
        price = PRICE.get(use, 0)
        if self.began:
            price = 0
        now = s.now
        if use not in PRICE:
            aboard = may.look.aboard.get(tile, ())
            new = tuple((tile, other) for other in aboard if (tile, other) not in now.paid)
            price += len(new)
            if new:
                now = now.but(paid=(*now.paid, *new))
            price += len(move.args[1]) if move.op == "moves" else TURN_AP
        s = s.but(now=now.but(ap=now.ap - price))
        if move.op == "moves":
            return self._changed(_shift(s, may, seat, use, tile, move.args[1], price, ctx), ctx)
        turn = _named(may, tile, move)
        s = _turn(s, may, seat, use, tile, turn, price, ctx)
        if use not in PRICE and s.now.ap >= TURN_AP:
            second = next(changes(s).turns(tile, turn.centre), None)
            if second is not None:
                return ask(s, Again(seat, use, tile, turn.centre), ctx)
        return self._changed(s, ctx)

    def _changed(self, s: Table, ctx: Ctx) -> Table:
        """The change stands; MIHI may have another."""
        s = stands(s, self.use, self.tile)
        if self.use == "mihi" and self.left > 1:
            if usable(s, changes(s), "mihi"):
                s = s.push(Pick(self.seat, "mihi", self.left - 1, True))
        elif self.use == "free":
            s = s.but(now=s.now.but(free=False))
        return s


@dataclass(frozen=True, slots=True)
class Again(Asked):
    """A second rotation of the same tile by the same card, about another square of it. Whoever goes
    on with the turn instead leaves it at one."""

    use: Use
    tile: int
    centre: int
    """The square of the first rotation; it lay still, so it is the same square of the tile."""
    op: Literal["again"] = "again"

    def answers(self, s: Table) -> Collection[Move]:
        """The rotations; unless the first one alone would be a return, also `done` and
        whatever the turn can go on with."""
        may, names = changes(s), s.grid.names
        found = [
            notation.rotate(self.tile, names[turn.centre], turn.how)
            for turn in may.turns(self.tile, self.centre)
        ]
        if returned(s):
            return found
        turn: Asked = s.stack[0]
        return [*found, notation.DONE, *turn.answers(stands(s, self.use, self.tile))]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Turn it again, or leave it, or go on with the turn."""
        if move.op == "rotas":
            may = changes(s)
            s = s.but(now=s.now.but(ap=s.now.ap - TURN_AP))
            turn = _named(may, self.tile, move)
            s = _turn(s, may, seat, self.use, self.tile, turn, TURN_AP, ctx)
        s = stands(s, self.use, self.tile)
        if move.op == "rotas" or move == notation.DONE:
            return s
        going_on: Asked = s.stack[-1]
        return going_on.take(s.with_stack(s.stack[:-1]), seat, move, ctx)


def stands(s: Table, use: Use, tile: int) -> Table:
    """A play, prayer or free action on a tile is complete: its layout may not come again this turn,
    and what changed the tile last is remembered (the free action is not)."""
    now, last = s.now, s.now.last
    if use != "free":
        last = (*(pair for pair in last if pair[0] != tile), (tile, KIND_INDEX[use]))
    return s.but(now=now.but(seen=(*now.seen, s.board), last=last))


def _named(may: Changes, tile: int, move: Move) -> Turn:
    """The rotation that a move names."""
    centre, how = may.look.grid.index[move.args[1]], HOWS.index(move.args[2])
    turns = may.look.grid.turns(may.look.board.spots[tile])
    return next(turn for turn in turns if turn.centre == centre and turn.how == how)


def _shift(
    s: Table, may: Changes, seat: Seat, use: Use, tile: int, steps: str, price: int, ctx: Ctx
) -> Table:
    grid = s.grid
    start = spot = s.board.spots[tile]
    for step in steps:
        spot = grid.shifts(spot)[DIRECTIONS.index(step)]
    ctx.emit(
        "shift",
        seat=seat,
        by=use,
        tile=TILE_NAMES[tile],
        steps=steps,
        ap=price,
        before=[grid.names[square] for square in grid.squares[start]],
        after=[grid.names[square] for square in grid.squares[spot]],
    )
    return _moved(s, may, tile, may.look.shifted(tile, spot))


def _turn(
    s: Table, may: Changes, seat: Seat, use: Use, tile: int, turn: Turn, price: int, ctx: Ctx
) -> Table:
    grid = s.grid
    ctx.emit(
        "rotate",
        seat=seat,
        by=use,
        tile=TILE_NAMES[tile],
        square=grid.names[turn.centre],
        how=HOWS[turn.how],
        ap=price,
        before=[grid.names[square] for square in grid.squares[s.board.spots[tile]]],
        after=[grid.names[square] for square in grid.squares[turn.spot]],
    )
    return _moved(s, may, tile, may.look.turned(tile, turn), QUARTERS[turn.how])


def _moved(s: Table, may: Changes, tile: int, board: Board, quarters: int = 0) -> Table:
    """The tile lies elsewhere, and whoever is aboard has been carried."""
    if tile not in may.look.aboard:
        return s.but(board=board)
    rides = (*s.now.rides, *carried(may.look, tile, board, len(s.now.seen), quarters))
    return s.but(board=board, now=s.now.but(rides=rides))
