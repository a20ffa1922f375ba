"""Prayers that move pawns: NIHIL, CLARA, NEQUE, ANIMI. Which prayers can be said now.

MIHI and OMNIA are in `rules.sator.cards`, QUIN and VICTORIA in `rules.sator.lifting`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from rules.kernel import Ctx, Move, Seat
from rules.sator import notation
from rules.sator.asked import Asked, ask
from rules.sator.board import NOWHERE, bits, entry, mask
from rules.sator.cards import MIHI_AP, OMNIA_AP, usable
from rules.sator.changes import Changes
from rules.sator.facts import (
    ANIMI,
    CARDS,
    CLARA,
    COLOURS,
    MIHI,
    NEQUE,
    NIHIL,
    OMNIA,
    QUIN,
    VICTORIA,
)
from rules.sator.lifting import QUIN_AP, VICTORIA_AP, can_lift
from rules.sator.look import look
from rules.sator.state import Board, Table, put
from rules.sator.steps import START, go, named, rests, walk_of
from rules.sator.walk import Walk, Way

CLARA_AP = CARDS.prayers.clara[0].ap
ANIMI_AP, ANIMI_SQUARES = CARDS.prayers.animi[0].ap, CARDS.prayers.animi[0].squares
LEAPS = {leap.over: leap.ap for leap in CARDS.prayers.neque}


def offers(s: Table, seat: Seat, may: Changes, prayer: int) -> Iterator[Move]:
    """The ways to begin this prayer now; none when no complete legal effect follows."""
    ap, still = s.now.ap, MIHI in s.now.played
    if prayer == NIHIL:
        for effect in CARDS.prayers.nihil:
            if ap >= effect.ap and _level(s, seat, effect.ap)._pushes(s):
                yield notation.PRAY_FOR[effect.ap]
    elif (
        (prayer == CLARA and ap >= CLARA_AP and look(s).ground)
        or (prayer == MIHI and ap >= MIHI_AP and not s.now.strode and usable(s, may, "mihi"))
        or (prayer == OMNIA and ap >= OMNIA_AP and usable(s, may, "omnia"))
        or (prayer == NEQUE and not still and jumps(s, seat))
        or (prayer == QUIN and ap >= QUIN_AP[0] and can_lift(s, may, "quin"))
        or (prayer == ANIMI and not still and ap >= ANIMI_AP and strides(s, seat)[1])
        or (prayer == VICTORIA and ap >= VICTORIA_AP[0] and can_lift(s, may, "victoria"))
    ):
        yield notation.PLAY[prayer]


def said(s: Table) -> Table:
    """A prayer is complete: its layout may not come again this turn."""
    now = s.now
    return s if s.board in now.seen else s.but(now=now.but(seen=(*now.seen, s.board)))


def _stale(s: Table, seat: Seat) -> int:
    """The squares to which this Acolyte alone cannot be brought: that would be a layout seen."""
    spots, books, acolytes = s.board
    found = 0
    for board in s.now.seen:
        if (
            board.acolytes[seat] >= 0
            and board.books == books
            and board.spots == spots
            and put(board.acolytes, seat, 0) == put(acolytes, seat, 0)
        ):
            found |= 1 << board.acolytes[seat]
    return found


@dataclass(frozen=True, slots=True)
class Push(Asked):
    """NIHIL: which other Acolyte is moved where, one after the other, each once."""

    ap: int
    """What is still to be paid, with the first one."""
    squares: int
    """Left for all together."""
    acolytes: int
    """That may still be moved."""
    moved: tuple[Seat, ...] = ()
    op: Literal["push"] = "push"

    def answers(self, s: Table) -> Collection[Move]:
        """By colour and end square; `done` once one was moved, unless all is as it was before."""
        found = [
            notation.push(s.rules.colours[other], s.grid.names[end])
            for other, ends in self._pushes(s).items()
            for end in bits(ends)
        ]
        return [*found, notation.DONE] if self.moved and s.board not in s.now.seen else found

    def _walk(self, s: Table, other: Seat) -> Walk:
        at, ground = s.board.acolytes[other], look(s).ground
        door = entry(s.rules.size, s.rules.colours[other])
        return Walk(s.grid, at, door, ground | (1 << at if at >= 0 else 0), 0, self.squares)

    def _pushes(self, s: Table) -> dict[Seat, int]:
        """Where each other Acolyte can be brought: off the books, and so that a layout not seen
        this turn is left, now or by one more."""
        found: dict[Seat, int] = {}
        if not self.acolytes or not self.squares:
            return found
        free = s.grid.all & ~mask(s.board.books)
        for other in s.there():
            if other == self.seat or other in self.moved:
                continue
            walk = self._walk(s, other)
            ends = walk.reach(1, self.squares) & free
            for end in bits(ends & _stale(s, other)):
                way = next(way for way in walk.ways(1 << end))
                after = self._after(other, way.steps)
                if not after._pushes(_brought(s, other, end)):
                    ends ^= 1 << end
            if ends:
                found[other] = ends
        return found

    def _after(self, other: Seat, steps: int) -> Push:
        left = self.squares - steps
        return Push(self.seat, 0, left, self.acolytes - 1, (*self.moved, other))

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Move him; another may follow."""
        if move == notation.DONE:
            return said(s)
        other = s.rules.colours.index(COLOURS.index(move.args[0]))
        end, at, names = s.grid.index[move.args[1]], s.board.acolytes[other], s.grid.names
        walk = self._walk(s, other)
        way = next(way for way in walk.ways(1 << end))
        ctx.emit(
            "push",
            seat=seat,
            other=other,
            origin=names[at] if at >= 0 else START,
            path=[names[square] for square in walk.path(way)],
        )
        s = _brought(s, other, end).but(now=s.now.but(ap=s.now.ap - self.ap))
        after = self._after(other, way.steps)
        return ask(s, after, ctx) if after._pushes(s) else said(s)


def _brought(s: Table, other: Seat, end: int) -> Table:
    acolytes = put(s.board.acolytes, other, end)
    return s.but(board=Board(s.board.spots, s.board.books, acolytes))


def _level(s: Table, seat: Seat, ap: int) -> Push:
    effect = next(effect for effect in CARDS.prayers.nihil if effect.ap == ap)
    many = s.seats if effect.acolytes == "all" else effect.acolytes
    return Push(seat, ap, effect.squares, many)


@dataclass(frozen=True, slots=True)
class Set(Asked):
    """CLARA: where the Gargoyle is set."""

    op: Literal["gargoyle"] = "gargoyle"

    def answers(self, s: Table) -> Collection[Move]:
        """Every footbridge square without an Acolyte or a Gargoyle."""
        named = notation.squares(s.rules.size, "garg")
        return [named[square] for square in bits(look(s).ground)]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Set it there."""
        square = s.grid.index[move.args[0]]
        ctx.emit("gargoyle", seat=seat, square=move.args[0])
        s = s.but(gargoyles=put(s.gargoyles, seat, square), now=s.now.but(ap=s.now.ap - CLARA_AP))
        return said(s)


def jumps(s: Table, seat: Seat) -> dict[int, int]:
    """NEQUE: for each square where the Acolyte can land now, the price of the jump. In a straight
    line over so many squares of the abyss and nothing else, onto a footbridge square without an
    Acolyte, a Gargoyle or another colour's book."""
    found: dict[int, int] = {}
    at, beside = s.board.acolytes[seat], s.grid.beside
    if at < 0:
        return found
    here = look(s)
    clear = here.ground & rests(s, seat) & ~_stale(s, seat)
    for way in range(4):
        square, over = beside[at][way], 0
        while square != NOWHERE and not here.taken >> square & 1:
            square, over = beside[square][way], over + 1
        price = LEAPS.get(over, s.now.ap + 1)
        if square != NOWHERE and price <= s.now.ap and clear >> square & 1:
            found[square] = price
    return found


@dataclass(frozen=True, slots=True)
class Jump(Asked):
    """NEQUE: where the Acolyte lands."""

    op: Literal["jump"] = "jump"

    def answers(self, s: Table) -> Collection[Move]:
        """By square."""
        named = notation.squares(s.rules.size, "jump")
        return [named[square] for square in jumps(s, self.seat)]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Jump."""
        square = s.grid.index[move.args[0]]
        s = s.but(now=s.now.but(ap=s.now.ap - jumps(s, seat)[square]))
        return _unless_over(go(s, seat, [square], "neque", ctx))


def strides(s: Table, seat: Seat) -> tuple[Walk, list[tuple[Move, Way]]]:
    """ANIMI: what the Acolyte can do now with its squares."""
    walk = walk_of(s, seat, ANIMI_SQUARES)
    allowed = rests(s, seat)
    stale = _stale(s, seat) & allowed
    ways = walk.ways(allowed, paid=False)
    if stale:
        ways = [way for way in ways if way.books or not stale >> way.end & 1]
        named_by_end = set[int]()
        for k, way in enumerate(ways):
            ways[k] = way._replace(plain=way.end not in named_by_end)
            named_by_end.add(way.end)
    return walk, named(s, seat, walk, ways, "walk")


@dataclass(frozen=True, slots=True)
class Stride(Asked):
    """ANIMI: where the Acolyte goes."""

    op: Literal["animi"] = "animi"

    def answers(self, s: Table) -> Collection[Move]:
        """By end square, or by the whole way."""
        return [move for move, _ in strides(s, self.seat)[1]]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Go."""
        walk, ways = strides(s, seat)
        way = next(way for named, way in ways if named == move)
        s = s.but(now=s.now.but(ap=s.now.ap - ANIMI_AP))
        return _unless_over(go(s, seat, walk.path(way), "animi", ctx))


def _unless_over(s: Table) -> Table:
    return s if s.over else said(s)


def begin(s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
    """The prayer was laid down: ask for what it does."""
    from rules.sator.cards import MIHI_CHANGES, Pick
    from rules.sator.lifting import Lift

    frames: dict[str, Asked] = {
        "clara": Set(seat),
        "mihi": Pick(seat, "mihi", MIHI_CHANGES),
        "omnia": Pick(seat, "omnia"),
        "neque": Jump(seat),
        "quin": Lift(seat, "quin"),
        "animi": Stride(seat),
        "victoria": Lift(seat, "victoria"),
    }
    prayer = move.args[0]
    frame = _level(s, seat, int(move.args[1])) if prayer == "nihil" else frames[prayer]
    return ask(s, frame, ctx)
