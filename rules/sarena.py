"""Sarena, by Christophe Boelinger (Ludically, 2011): stack and flip two-coloured chips.

Each seat secretly owns one colour. A turn moves a whole pile one circle along a line: onto another
pile (4 chips at most), or into an empty arrow circle, where it lands upside down. When nothing can
move any more, a seat owns the piles that show its colour on top, and most chips win.

Source: the printed rulebook. What it leaves open (names of two colours, which corner carries an
arrow, a shared win after the tie-break, resigning) is decided here and in ``data/sarena``.

Events: ``first`` (seat); ``go`` (seat, from, to, flip, moved, height, top); ``leave`` (seat); at
the end a ``reveal`` for each seat (seat, colour, chips, faces, out) and ``over`` (winners, reason,
unused). Circles and colours travel by name. ``moved`` chips make a pile ``height`` high. Reasons
of an outcome: ``most``, ``tiebreak``, ``shared``, ``last``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import combinations, compress
from typing import Annotated, Literal, overload

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from rules import kernel
from rules.kernel import Ctx, Event, Frame, IllegalMove, Move, Outcome, Reason, Seat


class Board(BaseModel):
    """What ``data/sarena/board.json`` holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    board: Annotated[
        tuple[Annotated[str, Field(pattern=r"^[.*]{6}$")], ...], Field(min_length=6, max_length=6)
    ]
    """The rows from the top as one looks at them; ``*`` is an arrow circle, ``.`` a plain one."""
    colours: Annotated[tuple[str, ...], Field(min_length=4, max_length=4)]
    chips_of_a_pair: int
    """Chips for each of the six pairs of colours."""


_BOARD = Board.model_validate_json(files("data").joinpath("sarena/board.json").read_text("utf-8"))

SIZE = 6
"""Circles in a row and in a column."""
HIGHEST = 4
"""Chips in a pile at most."""
COLOURS = _BOARD.colours
"""Names of the colours; elsewhere a colour is its place in here."""
CIRCLES = tuple(f"{'abcdef'[i % SIZE]}{i // SIZE + 1}" for i in range(SIZE * SIZE))
"""Names of the 36 circles by index: a1, b1 .. f6; index = 6 * row + column from the bottom left."""
INDEX = {name: i for i, name in enumerate(CIRCLES)}
"""Index of a circle by name."""
ARROWS = tuple(mark == "*" for row in reversed(_BOARD.board) for mark in row)
"""Whether the circle of that index carries arrows."""

Chip = Annotated[int, Field(ge=0, le=15)]
"""4 * colour of the upper face + colour of the lower face."""
Pile = Annotated[tuple[Chip, ...], Field(max_length=HIGHEST)]
"""Chips from the bottom up; () is an empty circle."""
Cells = Annotated[tuple[Pile, ...], Field(min_length=SIZE * SIZE, max_length=SIZE * SIZE)]
"""The pile on each circle, by index."""
Colour = Annotated[int, Field(ge=0, le=3)]


def chip(upper: int, lower: int) -> int:
    """The chip that shows ``upper`` and hides ``lower``."""
    return 4 * upper + lower


def upper(chip: int) -> int:
    """The colour a chip shows."""
    return chip >> 2


def lower(chip: int) -> int:
    """The colour on a chip's hidden face."""
    return chip & 3


@lru_cache(1 << 14)
def flipped(pile: tuple[int, ...]) -> tuple[int, ...]:
    """The pile turned over as a whole: the order is reversed and each chip shows its other face."""
    return tuple((c & 3) << 2 | c >> 2 for c in reversed(pile))


# Legal moves. Heights are bytes of one long number, circle i in byte i, so that all 36 circles are
# asked at once. A move's place is 36 * direction + its circle of departure.

_STEPS = (1, SIZE, -1, -SIZE)
_HIGH = int.from_bytes(b"\x80" * 36, "little")
_NONZERO = int.from_bytes(b"\x7f" * 36, "little")
_TOO_MANY = int.from_bytes(bytes([0x7F - HIGHEST]) * 36, "little")


def _neighbour(circle: int, step: int) -> int | None:
    to = circle + step
    same_row = to // SIZE == circle // SIZE
    if not 0 <= to < SIZE * SIZE or (abs(step) == 1 and not same_row):
        return None
    return to


def _departures(step: int, arrows_only: bool) -> int:
    found = 0
    for circle in range(SIZE * SIZE):
        to = _neighbour(circle, step)
        if to is not None and (ARROWS[to] or not arrows_only):
            found |= 0x80 << 8 * circle
    return found


_RIGHT, _UP = (_departures(step, False) for step in _STEPS[:2])
_ARROW_RIGHT, _ARROW_UP, _ARROW_LEFT, _ARROW_DOWN = (_departures(step, True) for step in _STEPS)


def _place(place: int) -> tuple[Move, int, int] | None:
    circle = place % 36
    to = _neighbour(circle, _STEPS[place // 36])
    return None if to is None else (Move("go", (CIRCLES[circle], CIRCLES[to])), circle, to)


_PLACES = tuple(_place(place) for place in range(144))
_MOVES = tuple(Move("off") if found is None else found[0] for found in _PLACES)
_WAY = {found[0]: (k, found[1], found[2]) for k, found in enumerate(_PLACES) if found is not None}
"""Each of the 120 moves (60 links, both ways): its place, its circles of departure and arrival."""

LINKS = tuple(sorted((a, b) for _, a, b in _WAY.values() if a < b))
"""The 60 lines between circles, as pairs of indices."""


_Cells = tuple[tuple[int, ...], ...]
_last: tuple[_Cells, int] = ((), 0)


def _legal(cells: _Cells) -> int:
    """The legal moves as a number of 144 bytes, 0x80 in the byte of each legal move's place."""
    # A move asks for the position it makes, to see whether the match is over; its list is asked
    # for next. Holding the last answer saves a fifth of a playout. Held cells cannot be recycled,
    # so the same object is the same position.
    global _last
    held = _last
    if held[0] is cells:
        return held[1]
    high = int.from_bytes(bytes(map(len, cells)), "little")
    full = high + _NONZERO & _HIGH
    empty = full ^ _HIGH
    # Stacking is legal one way exactly when it is legal the other way.
    right = full & full >> 8 & ~(high + (high >> 8) + _TOO_MANY) & _RIGHT
    up = full & full >> 48 & ~(high + (high >> 48) + _TOO_MANY) & _UP
    bits = (
        (right | full & empty >> 8 & _ARROW_RIGHT)
        | (up | full & empty >> 48 & _ARROW_UP) << 288
        | (right << 8 | full & empty << 8 & _ARROW_LEFT) << 576
        | (up << 48 | full & empty << 48 & _ARROW_DOWN) << 864
    )
    _last = (cells, bits)
    return bits


class Moves(Sequence[Move]):
    """The legal moves of a position, written out only when somebody walks them."""

    __slots__ = ("_all", "_bits", "_mask")

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._mask = bits.to_bytes(144, "little")
        self._all: tuple[Move, ...] | None = None

    def __contains__(self, move: object) -> bool:
        way = _WAY.get(move)  # type: ignore[call-overload]
        return way is not None and self._mask[way[0]] != 0

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __iter__(self) -> Iterator[Move]:
        return compress(_MOVES, self._mask)

    @overload
    def __getitem__(self, k: int) -> Move: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[Move]: ...
    def __getitem__(self, k: int | slice) -> Move | Sequence[Move]:
        found = self._all
        if found is None:
            found = self._all = tuple(compress(_MOVES, self._mask))
        return found[k]


@dataclass(frozen=True, slots=True)
class Turn(Frame["State"]):
    """One seat must move one pile."""

    seat: Seat
    op: Literal["turn"] = "turn"

    def seats(self, s: State) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return (self.seat,)

    def moves(self, s: State, seat: Seat) -> Moves:
        """Every legal move; they belong to nobody, so they are the same for every seat."""
        return Moves(_legal(s.cells))

    def take(self, s: State, seat: Seat, move: Move, ctx: Ctx) -> State:
        """The pile moved, and the next seat's turn or the end."""
        _, a, b = _WAY[move]
        cells = list(s.cells)
        pile, under = cells[a], cells[b]
        there = under + pile if under else flipped(pile)
        cells[a], cells[b] = (), there
        told = {
            "seat": seat,
            "from": CIRCLES[a],
            "to": CIRCLES[b],
            "flip": not under,
            "moved": len(pile),
            "height": len(there),
            "top": COLOURS[there[-1] >> 2],
        }
        ctx.events.append(Event("go", told))  # `emit` keeps the word "to" for itself
        after = tuple(cells)
        following, lap = _next(seat, len(s.colours), s.first, s.out)
        stack = (_TURNS[following],)
        if _legal(after):
            return State(stack, after, s.colours, s.first, s.round + lap, s.out)
        return _end(State((), after, s.colours, s.first, s.round, s.out), ctx)


_TURNS = tuple(Turn(seat) for seat in range(4))


@dataclass(frozen=True, slots=True)
class State(kernel.State):
    """A position. The stack is one `Turn`, or empty once the match is over."""

    stack: tuple[Turn, ...]
    cells: Cells
    """36 piles by circle index, each from the bottom up."""
    colours: tuple[Colour | None, ...]
    """The secret colour of each seat; None where the viewer may not know it."""
    first: Seat
    """Who moved first."""
    round: Annotated[int, Field(ge=1)]
    """Counted from 1; a round ends when the turn comes round to or past the first player."""
    out: tuple[Seat, ...] = ()
    """Seats that resigned, in order of resigning."""


class Options(kernel.Options):
    """Sarena's options."""

    fair: bool = False
    """Each colour starts on top of 9 chips and under 9, three chips of each pair either way up;
    else each chip falls as it may."""


def owned(cells: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """For each colour the chips in piles that show it on top: what its owner would have now."""
    found = [0, 0, 0, 0]
    for pile in cells:
        if pile:
            found[pile[-1] >> 2] += len(pile)
    return tuple(found)


def faces(cells: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """For each colour the chips in its own piles, buried ones too, with that colour on either face:
    what breaks a tie."""
    found = [0, 0, 0, 0]
    for pile in cells:
        if pile:
            top = pile[-1] >> 2
            found[top] += sum(top in (c >> 2, c & 3) for c in pile)
    return tuple(found)


@lru_cache(1024)
def _next(seat: Seat, seats: int, first: Seat, out: tuple[Seat, ...]) -> tuple[Seat, int]:
    """The next seat in the match, and 1 when a new round begins with it, else 0."""
    following = (seat + 1) % seats
    while following in out:
        following = (following + 1) % seats
    return following, int((following - first) % seats <= (seat - first) % seats)


def _end(s: State, ctx: Ctx) -> State:
    """All colours become known."""
    ctx.reveal()
    chips, marked = owned(s.cells), faces(s.cells)
    for seat, colour in enumerate(s.colours):
        assert colour is not None
        ctx.emit(
            "reveal",
            seat=seat,
            colour=COLOURS[colour],
            chips=chips[colour],
            faces=marked[colour],
            out=seat in s.out,
        )
    how = GAME.outcome(s)
    assert how is not None
    unused = [name for k, name in enumerate(COLOURS) if k not in s.colours]
    ctx.emit("over", winners=list(how.winners), reason=how.reason, unused=unused)
    return s


class Sarena(kernel.Game[State, Options]):
    """The rules of Sarena."""

    name = "sarena"
    version = 1
    seat_range = (2, 4)
    options = Options
    codec = TypeAdapter(State)

    def setup(self, seats: int, options: Options, ctx: Ctx) -> State:
        """36 chips at random, a secret colour for each seat, the first player by chance."""
        rng = ctx.rng
        chips = []
        for a, b in combinations(range(4), 2):
            for k in range(_BOARD.chips_of_a_pair):
                turned = k % 2 if options.fair else rng.below(2)
                chips.append(chip(b, a) if turned else chip(a, b))
        cells = tuple((c,) for c in rng.shuffled(chips))
        colours = rng.shuffled(range(4))[:seats]
        first = rng.below(seats)
        ctx.emit("first", seat=first)
        return State((_TURNS[first],), cells, colours, first, 1)

    def view(self, s: State, seat: Seat | None) -> State:
        """Only secret: the other seats' colours (and so the unused ones), until the end."""
        if not s.stack:
            return s
        seen = tuple(colour if k == seat else None for k, colour in enumerate(s.colours))
        return State(self.seen_stack(s, seat), s.cells, seen, s.first, s.round, s.out)

    def resample(self, s: State, seat: Seat | None, ctx: Ctx) -> State:
        """The colours this seat does not know dealt anew."""
        if not s.stack:
            return s
        own = None if seat is None else s.colours[seat]
        unknown = ctx.rng.shuffled([colour for colour in range(4) if colour != own])
        dealt = iter(unknown)
        colours = tuple(own if k == seat else next(dealt) for k in range(len(s.colours)))
        return State(s.stack, s.cells, colours, s.first, s.round, s.out)

    def outcome(self, s: State) -> Outcome | None:
        """Most chips among those who did not resign; then most of their own faces; then shared.

        Scores are the chips owned, for seats that resigned too.
        """
        if s.stack:
            return None
        chips, marked = owned(s.cells), faces(s.cells)
        colours = [colour for colour in s.colours if colour is not None]
        scores = tuple(chips[colour] for colour in colours)
        left = [seat for seat in range(len(colours)) if seat not in s.out]
        if len(left) == 1:
            return Outcome(tuple(left), scores, "last")
        most = max(scores[seat] for seat in left)
        best = [seat for seat in left if scores[seat] == most]
        if len(best) == 1:
            return Outcome(tuple(best), scores, "most")
        own = max(marked[colours[seat]] for seat in best)
        best = [seat for seat in best if marked[colours[seat]] == own]
        return Outcome(tuple(best), scores, "tiebreak" if len(best) == 1 else "shared")

    def leave(self, s: State, seat: Seat, ctx: Ctx) -> State:
        """The seat is skipped from now on and cannot win; the last seat left wins at once.

        Its colour stays secret until the end.

        Raises:
            IllegalMove: it has resigned already.
        """
        if seat in s.out:
            raise IllegalMove(Reason("sarena-refused-left"))
        ctx.emit("leave", seat=seat)
        out = (*s.out, seat)
        if len(out) == len(s.colours) - 1:
            return _end(State((), s.cells, s.colours, s.first, s.round, out), ctx)
        turn, lap = s.stack[0], 0
        if turn.seat == seat:
            following, lap = _next(seat, len(s.colours), s.first, out)
            turn = _TURNS[following]
        return State((turn,), s.cells, s.colours, s.first, s.round + lap, out)

    def round(self, s: State) -> int:
        """The round that is being played."""
        return s.round

    def explain(self, s: State, seat: Seat, move: Move) -> Reason | None:
        """Which rule the move breaks, and where that pile can go instead."""
        if move.op != "go" or len(move.args) != 2:
            return Reason("sarena-refused-form")
        for name in move.args:
            if name not in INDEX:
                # What was typed is said back only where it is short and harmless.
                said = len(name) <= 4 and name.isascii() and name.isalnum()
                key = "sarena-refused-circle" if said else "sarena-refused-form"
                return Reason(key, {"circle": name} if said else {})
        start, goal = move.args
        a, b = INDEX[start], INDEX[goal]
        pile, under = s.cells[a], s.cells[b]
        if not pile:
            return Reason("sarena-refused-empty", {"from": start})
        ways = sorted(m.args[1] for m in Moves(_legal(s.cells)) if m.args[0] == start)
        can: dict[str, str | int] = {"from": start, "ways": len(ways), "targets": ", ".join(ways)}
        if a == b:
            return Reason("sarena-refused-same", can)
        can["to"] = goal
        if move not in _WAY:
            return Reason("sarena-refused-apart", can)
        if not under and not ARROWS[b]:
            return Reason("sarena-refused-plain", can)
        if under and len(pile) + len(under) > HIGHEST:
            can |= {"moved": len(pile), "there": len(under), "height": len(pile) + len(under)}
            return Reason("sarena-refused-high", can)
        return None


GAME = Sarena()
