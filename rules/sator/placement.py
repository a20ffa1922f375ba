"""Before the first turn: the draft of three players, and the placing of all tiles.

Each frame asks one thing: which tile, how it is turned, where it lies. A place is legal when it
leaves a completion (`rules.sator.completion`); that uses shapes only, which everybody knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rules.kernel import Ctx, Move, Reason, Seat
from rules.sator import notation
from rules.sator.asked import Asked, ask
from rules.sator.board import NOWHERE, mask
from rules.sator.completion import No, Plan, Spots, conflict, ground
from rules.sator.facts import COLOURS, TILE_INDEX, TILE_NAMES, hidden_tile, shape_of
from rules.sator.state import Laying, Table, less, more, put

DRAFT_ORDER = (0, 1, 2, 2, 1, 0)
"""Who chooses when, counted clockwise from the first player."""


@lru_cache(256)
def _plan(size: int, books: tuple[int, ...], taken: int, witness: Spots) -> Plan:
    return Plan(ground(size, books), taken, witness)


def plan(s: Table) -> Plan:
    """The question of the placement as it stands: what may lie where."""
    masks, books = s.grid.mask, s.board.books
    taken = 0
    for spot in s.board.spots:
        if spot >= 0:
            taken |= masks[spot]
    colours = tuple(mask(books[k : k + 4]) for k in range(0, len(books), 4))
    return _plan(s.rules.size, colours, taken, s.laying.witness)


def start_placing(s: Table, ctx: Ctx) -> Table:
    """The draft where there are tiles left over, else the last player's first tile."""
    return s.push(Draft(s.rules.first, 0)) if s.laying.pool else _next(s, s.rules.first, ctx)


def _next(s: Table, after: Seat, ctx: Ctx) -> Table:
    """Counter-clockwise the next seat places a tile; cards are dealt once all lie there."""
    for step in range(1, s.seats + 1):
        seat = (after - step) % s.seats
        if s.laying.trays[seat]:
            by_chance = seat in s.out or seat in s.laying.chance
            return s.push(Place(seat)) if by_chance else ask(s, Place(seat), ctx)
    from rules.sator.turn import deal

    return deal(s, ctx)


@dataclass(frozen=True, slots=True)
class Draft(Asked):
    """One of the tiles left over is taken, seen only by the taker. ``k``: how many have been."""

    k: int
    op: Literal["draft"] = "draft"

    def seats(self, s: Table) -> tuple[Seat, ...]:
        """The seat, or nobody when it resigned: then chance takes one."""
        return () if self.seat in s.out else (self.seat,)

    def answers(self, s: Table) -> Collection[Move]:
        """One for each shape left."""
        return [notation.DRAFT[shape_of(tile)] for tile in s.laying.pool]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """The tile goes to the seat, and the next one chooses; the last tile is no choice."""
        shape = int(move.args[0]) - 1
        tile = next(t for t in s.laying.pool if shape_of(t) == shape)
        ctx.reveal()
        return self._taken(s, tile, ctx)

    def run(self, s: Table, ctx: Ctx) -> Table:
        """For a seat that resigned."""
        return self._taken(s, s.laying.pool[ctx.rng.below(len(s.laying.pool))], ctx)

    def _taken(self, s: Table, tile: int, ctx: Ctx) -> Table:
        ctx.emit("draft", seat=self.seat, shape=shape_of(tile) + 1)
        ctx.emit("drafted", to=(self.seat,), seat=self.seat, tile=TILE_NAMES[tile])
        old = s.laying
        trays = put(old.trays, self.seat, more(old.trays[self.seat], tile))
        s = s.but(laying=Laying(trays, less(old.pool, tile), old.witness, old.chance))
        if not s.laying.pool:
            return _next(s, s.rules.first, ctx)
        following = Draft((s.rules.first + DRAFT_ORDER[self.k + 1]) % s.seats, self.k + 1)
        if len(s.laying.pool) == 1:
            ctx.reveal()
            return following._taken(s, s.laying.pool[0], ctx)
        return s.push(following)


@dataclass(frozen=True, slots=True)
class Place(Asked):
    """Which tile is placed next. Each has a legal place: the witness has one for it."""

    op: Literal["choose"] = "choose"

    def seats(self, s: Table) -> tuple[Seat, ...]:
        """The seat, or nobody when it resigned or leaves its tiles to chance."""
        return () if self.seat in s.out or self.seat in s.laying.chance else (self.seat,)

    def step(self) -> bool:
        """A mere step."""
        return True

    def answers(self, s: Table) -> Collection[Move]:
        """One for each tile in hand; while there are several they may be left to chance."""
        tray = s.laying.trays[self.seat]
        found = [notation.CHOOSE[tile] for tile in tray]
        return found if len(tray) < 2 else [*found, notation.CHANCE]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Ask how it is turned, or what is left to chance."""
        if move == notation.CHANCE:
            return s.push(Luck(seat))
        return ask(s, Quarter(seat, TILE_INDEX[move.args[0]]), ctx)

    def run(self, s: Table, ctx: Ctx) -> Table:
        """For a seat that is not asked: any tile, any legal place."""
        return _by_chance(s, self.seat, ctx, "laid")


@dataclass(frozen=True, slots=True)
class Luck(Asked):
    """What is left to chance. Asked by itself, since it cannot be taken back."""

    op: Literal["luck"] = "luck"

    def answers(self, s: Table) -> Collection[Move]:
        """The tile to place next, or all that are in hand."""
        return [notation.CHANCE_ONE, notation.CHANCE_ALL]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """A tile lies there; with `all` the seat is not asked for any more of them."""
        old = s.laying
        if move == notation.CHANCE_ALL:
            ctx.emit("chance", seat=seat, left=len(old.trays[seat]))
            s = s.but(laying=Laying(old.trays, old.pool, old.witness, (*old.chance, seat)))
            return _by_chance(s, seat, ctx, "laid")
        return _by_chance(s, seat, ctx, "place")


def _by_chance(s: Table, seat: Seat, ctx: Ctx, told: str) -> Table:
    """Any tile of the seat at any legal place, each as likely as the others: places are tried until
    one is legal, so that not all have to be judged."""
    tray, found = s.laying.trays[seat], plan(s)
    tile = tray[ctx.rng.below(len(tray))]
    shape = shape_of(tile)
    lies = [lie for turned in found.where.lies[shape] for lie in turned]
    tries = [(spot, squares) for spot, squares in lies if not squares & found.taken]
    while True:
        spot, squares = tries.pop(ctx.rng.below(len(tries)))
        if found.may(squares, shape):
            return _lay(s, seat, tile, spot, ctx, told)


@dataclass(frozen=True, slots=True)
class Quarter(Asked):
    """How the tile is turned."""

    tile: int
    op: Literal["quarter"] = "quarter"

    def step(self) -> bool:
        """A mere step."""
        return True

    def answers(self, s: Table) -> Collection[Move]:
        """The turns with a legal place."""
        legal = plan(s).legal
        shape = shape_of(self.tile)
        return [
            notation.TURN[turn]
            for turn in range(4)
            if next(legal(shape, turn), None) is not None
        ]  # fmt: skip

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Ask where it lies; that is always asked, for it ends what can be thought over."""
        return s.push(Lie(seat, self.tile, int(move.args[0]) // 90))

    def seen_by(self, seat: Seat | None) -> Quarter:
        """The floor type is its holder's secret until the tile lies there."""
        return self if seat == self.seat else Quarter(self.seat, hidden_tile(self.tile))


@dataclass(frozen=True, slots=True)
class Lie(Asked):
    """Where the tile lies."""

    tile: int
    turn: int
    op: Literal["place"] = "place"

    def answers(self, s: Table) -> Places:
        """Every legal place; asking for one does not look for all."""
        return Places(s, self.tile, self.turn)

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """The tile lies there, and the next seat places."""
        square = s.grid.index[move.args[1]]
        spot = s.grid.spot(shape_of(self.tile), self.turn, square)
        return _lay(s, seat, self.tile, spot, ctx)

    def seen_by(self, seat: Seat | None) -> Lie:
        """The floor type is its holder's secret until the tile lies there."""
        return self if seat == self.seat else Lie(self.seat, hidden_tile(self.tile), self.turn)


class Places(Collection[Move]):
    """The legal places of one tile in one turn, searched only when they are walked or counted."""

    __slots__ = ("_grid", "_listed", "_plan", "_tile", "_turn")

    def __init__(self, s: Table, tile: int, turn: int) -> None:
        self._grid, self._plan, self._tile, self._turn = s.grid, plan(s), tile, turn
        self._listed: list[Move] | None = None

    def _all(self) -> list[Move]:
        if self._listed is None:
            spots = self._plan.legal(shape_of(self._tile), self._turn)
            self._listed = [notation.place(self._grid, self._tile, spot) for spot in spots]
        return self._listed

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move) or move.op != "place" or len(move.args) != 3:
            return False
        square = self._grid.index.get(move.args[1], NOWHERE)
        spot = self._grid.spot(shape_of(self._tile), self._turn, square)
        if spot == NOWHERE or notation.place(self._grid, self._tile, spot) != move:
            return False
        m = self._grid.mask[spot]
        free = not m & self._plan.taken and self._plan.where.allows(m)
        return free and self._plan.may(m, shape_of(self._tile))


def _lay(
    s: Table, seat: Seat, tile: int, spot: int, ctx: Ctx, told: str = "place"
) -> Table:
    grid, board, old = s.grid, s.board, s.laying
    witness = plan(s).judge(grid.mask[spot], shape_of(tile))
    assert not isinstance(witness, No)
    books = [
        COLOURS[s.rules.colours[k // 4]]
        for k, book in enumerate(board.books)
        if book in grid.squares[spot]
    ]
    ctx.emit(
        told,
        seat=seat,
        tile=TILE_NAMES[tile],
        square=grid.names[grid.anchor(spot)],
        turn=90 * grid.turn(spot),
        squares=[grid.names[square] for square in grid.squares[spot]],
        books=books,
    )
    trays = put(old.trays, seat, less(old.trays[seat], tile))
    s = s.but(
        board=board._replace(spots=put(board.spots, tile, spot)),
        laying=Laying(trays, old.pool, witness, old.chance),
    )
    return _next(s, seat, ctx)


def why_not_place(s: Table, frame: Lie, move: Move) -> Reason | None:
    """Which rule of the placement a place breaks."""
    if move.op != "place" or len(move.args) != 3:
        return Reason("sator-refused-place-form", {"tile": TILE_NAMES[frame.tile]})
    name, square, degrees = move.args
    if name != TILE_NAMES[frame.tile] or degrees != str(90 * frame.turn):
        return Reason(
            "sator-refused-place-other",
            {"tile": TILE_NAMES[frame.tile], "degrees": 90 * frame.turn},
        )
    if square not in s.grid.index:
        return Reason("sator-refused-square", {"square": square, "last": s.grid.names[-1]})
    shape = shape_of(frame.tile)
    spot = s.grid.spot(shape, frame.turn, s.grid.index[square])
    args: dict[str, str | int] = {"tile": name, "square": square}
    if spot == NOWHERE:
        return Reason("sator-refused-place-outside", args)
    found, m = plan(s), s.grid.mask[spot]
    if m & found.taken:
        over = [TILE_NAMES[t] for t, p in enumerate(s.board.spots) if p >= 0 and s.grid.mask[p] & m]
        return Reason("sator-refused-place-overlap", args | {"other": ", ".join(over)})
    for colour, books in zip(s.rules.colours, found.where.colours, strict=True):
        if (m & books).bit_count() > 1:
            return Reason("sator-refused-place-two", args | {"colour": COLOURS[colour]})
    squares, proof = conflict(found, m, shape)
    args["books"] = ", ".join(s.grid.names[square] for square in squares)
    args["count"], args["left"] = len(squares), sum(found.counts) - 1
    if proof is No.GAVE_UP:
        return Reason("sator-refused-place-unknown", args)
    return Reason("sator-refused-place-books" if squares else "sator-refused-place-room", args)
