"""For commands that are typed: what a move written another way means, and which of the steps of a
whole act are asked at all.

Nothing in here decides what is legal; it only finds the legal move that somebody has in mind.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.kernel import Ctx, Move, Rng, Seat
from rules.sator.board import DIRECTIONS, HOWS, NOWHERE, mask
from rules.sator.cards import Again, Effect
from rules.sator.changes import changes
from rules.sator.game import GAME, State
from rules.sator.look import look
from rules.sator.notation import CHANCE
from rules.sator.placement import Luck
from rules.sator.prayers import Stride, strides
from rules.sator.steps import START
from rules.sator.turn import Turn

STEPS = frozenset(("choose", "tile", "turn", "drop"))
"""Ops of steps that are not asked when they have only one answer."""


def meant(s: State, seat: Seat, move: Move) -> Move:
    """The legal move that does what this one says, or the move itself where there is none.

    Other steps to the same place, a rotation the other way that does the same, a whole way instead
    of its end square (never one that costs more or collects less).
    """
    top = s.stack[-1] if s.stack else None
    if top is None or seat not in top.seats(s) or move in top.moves(s, seat):
        return move
    if isinstance(top, Effect | Again) and move.op in ("moves", "rotas"):
        return _change(s, top, move)
    if isinstance(top, Again):
        top = s.stack[0]
    if isinstance(top, Turn) and move.op in ("walk", "free"):
        op = "points" if move.op == "walk" else "joined"
        ways = [(named, way) for named, way, by in top.walks(s)[1] if by == op]
        limit = s.now.points + (op == "joined")
    elif isinstance(top, Stride) and move.op == "walk":
        ways, limit = strides(s, seat)[1], s.grid.cells
    else:
        return move
    path = _path(s, seat, move.args[-1]) if move.args else None
    if path is None or len(path) > limit:
        return move
    collected = mask(path) & mask(s.board.books[4 * seat : 4 * seat + 4])
    for named, way in ways:
        if (
            way.end == path[-1]
            and way.books | collected == way.books
            and way.steps <= len(path)
        ):  # fmt: skip
            return named
    return move


def _change(s: State, top: Effect | Again, move: Move) -> Move:
    may, tile = changes(s), top.tile
    legal = top.moves(s, top.seat)
    if move.op == "moves" and len(move.args) == 2:
        wished = _spot(s, tile, move.args[1])
        for other in legal:
            if (
                other.op == "moves"
                and len(other.args[1]) <= len(move.args[1])
                and _spot(s, tile, other.args[1]) == wished
            ):
                return other
    if move.op == "rotas" and len(move.args) == 3 and move.args[2] in HOWS:
        by_name = {
            (s.grid.names[turn.centre], HOWS[turn.how]): may.look.turned(tile, turn)
            for turn in s.grid.turns(s.board.spots[tile])
        }
        wished_board = by_name.get((move.args[1], move.args[2]))
        for other in legal:
            if other.op == "rotas" and by_name[other.args[1], other.args[2]] == wished_board:
                return other
    return move


def _spot(s: State, tile: int, steps: str) -> int:
    """Where a tile comes to by these steps; -1 when something is in the way."""
    spot, others = s.board.spots[tile], look(s).others(tile)
    for step in steps:
        spot = s.grid.shifts(spot)[DIRECTIONS.index(step)] if step in DIRECTIONS else NOWHERE
        if spot == NOWHERE or s.grid.mask[spot] & others:
            return NOWHERE
    return spot


def _path(s: State, seat: Seat, text: str) -> list[int] | None:
    """The squares entered by a written way, which may begin with the square he stands on; None when
    it is no way an Acolyte could go."""
    at, index = s.board.acolytes[seat], s.grid.index
    names = text.split("-")
    if names[0] == (s.grid.names[at] if at >= 0 else START):
        names = names[1:]
    if not names or any(name not in index for name in names):
        return None
    path = [index[name] for name in names]
    ground = look(s).ground | (1 << at if at >= 0 else 0)
    if any(not ground >> square & 1 for square in path):
        return None
    whole = ([at] if at >= 0 else []) + path
    if any(there not in s.grid.beside[here] for here, there in pairwise(whole)):
        return None
    return path


def fitting(s: State, seat: Seat, moves: Sequence[Move]) -> list[Move]:
    """The moves of a whole act as they have to be sent: each as it is meant, without the steps that
    are not asked because they have only one answer.

    Moves that are not legal stay as they are, to be refused with their reason; what comes after a
    draw or a search is left as it is.
    """
    found: list[Move] = []
    for k, move in enumerate(moves):
        if not s.stack or s.stack[-1].seats(s) != (seat,):
            return [*found, *moves[k:]]
        wished = meant(s, seat, move)
        if wished in GAME.moves(s, seat):
            found.append(wished)
            ctx = Ctx(Rng(b"fitting"))
            s = GAME.apply(s, seat, wished, ctx)
            if ctx.rng.used or ctx.revealed:
                return [*found, *moves[k + 1 :]]
        elif move == CHANCE and isinstance(s.stack[-1], Luck):
            continue  # it is being asked already
        elif not (move.op in STEPS and not _asks(s, move.op)):
            return [*found, *moves[k:]]
    return found


def _asks(s: State, op: str) -> bool:
    """Whether the present question has answers of that kind."""
    top = s.stack[-1]
    return any(move.op == op for move in top.moves(s, top.seat))
