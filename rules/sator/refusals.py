"""Why a move is refused, from what the seat may know, and what is possible instead.

Reasons are messages in ``data/words/en/sator-rules.ftl``. Cards, tiles, squares and turns travel by
the names that are typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.kernel import Move, Reason, Seat
from rules.sator.board import DIRECTIONS, HOWS, NOWHERE
from rules.sator.cards import PRICE, Again, Effect, Pick, effects, surcharge
from rules.sator.changes import Changes, changes
from rules.sator.facts import (
    ANIMI,
    BANISH_CARDS,
    CARDS,
    FIRST_PRAYER,
    KIND_INDEX,
    KINDS,
    MIHI,
    NEQUE,
    PRAYERS,
    SEARCH_AP,
    SWAP_AP,
    SWAP_CARDS,
    TILE_INDEX,
    TILE_NAMES,
    TURN_AP,
    moves_tiles,
    turns_tiles,
)
from rules.sator.hand import prayers_in
from rules.sator.lifting import Lift
from rules.sator.look import look
from rules.sator.placement import Lie, why_not_place
from rules.sator.returns import returned
from rules.sator.state import Table
from rules.sator.steps import rests
from rules.sator.turn import Turn

MOST_LISTED = 24
"""Answers that a refusal names at most."""
LEAST_AP = {prayer: min(p.ap for p in getattr(CARDS.prayers, prayer)) for prayer in PRAYERS}


def explain(s: Table, seat: Seat, move: Move) -> Reason | None:
    """Which rule the move breaks; None: it is not even of the kind that is asked."""
    top = s.stack[-1]
    going_on = isinstance(top, Again) and not returned(s)
    why = _IN_TURN.get(move.op) if going_on or isinstance(top, Turn) else None
    if why is not None:
        return why(s, seat, move)
    if isinstance(top, Lie):
        return why_not_place(s, top, move)
    if isinstance(top, Pick | Lift) and move.op == "tile" and len(move.args) == 1:
        return _tile(s, top, move.args[0])
    if isinstance(top, Effect | Again) and move.op in ("moves", "rotas"):
        return _effect(s, top, move)
    return _choose(top.kind, top.moves(s, seat))


def _choose(asked: str, legal: Iterable[Move]) -> Reason:
    """The answers to the question put, in short: of several kinds only the kinds."""
    moves = list(legal)
    kinds = list(dict.fromkeys(move.op for move in moves))
    last = [move.args[-1] for move in moves if move.args] if len(kinds) == 1 else kinds
    shown = ", ".join(last[:MOST_LISTED]) + (", .." if len(last) > MOST_LISTED else "")
    return Reason("sator-refused-choose", {"asked": asked, "answers": shown, "count": len(last)})


def _hand(s: Table, seat: Seat, prayers: bool) -> str:
    return ", ".join(
        KINDS[card] for card in s.cards.hands[seat] if (card >= FIRST_PRAYER) == prayers
    )


def _ap(s: Table, need: int) -> Reason:
    return Reason("sator-refused-ap", {"need": need, "ap": s.now.ap})


def _swap(s: Table, seat: Seat, move: Move) -> Reason | None:
    deck = move.args[0] if len(move.args) == 1 else ""
    if deck not in ("m", "p"):
        return Reason("sator-refused-deck")
    if s.now.played or s.now.walked:
        return Reason("sator-refused-swap-late")
    need = SWAP_AP if move.op == "swap" else SEARCH_AP
    hand = s.cards.hands[seat]
    if s.now.ap < need:
        return _ap(s, need)
    if len(hand) < SWAP_CARDS:
        return Reason("sator-refused-swap-hand", {"count": SWAP_CARDS, "hand": len(hand)})
    if move.op == "search" and not prayers_in(hand):
        return Reason("sator-refused-search-prayer")
    if deck == "p" and s.round == 1:
        return Reason("sator-refused-first-turn")
    return Reason("sator-refused-deck-empty")


def _play(s: Table, seat: Seat, move: Move) -> Reason | None:
    if s.now.walked:
        return Reason("sator-refused-walked")
    name = move.args[0] if move.args else ""
    card = KIND_INDEX.get(name, FIRST_PRAYER)
    if len(move.args) != 1 or card >= FIRST_PRAYER or card not in s.cards.hands[seat]:
        mine = _hand(s, seat, prayers=False)
        return Reason("sator-refused-card", {"cards": mine, "count": len(mine)})
    if not s.now.ap or (card >= 4 and not moves_tiles(card) and s.now.ap < TURN_AP):
        return _ap(s, TURN_AP if card >= 4 and not moves_tiles(card) else 1)
    return Reason("sator-refused-card-idle", {"card": name, "ap": s.now.ap})


def _pray(s: Table, seat: Seat, move: Move) -> Reason | None:
    if s.round == 1:
        return Reason("sator-refused-first-turn")
    if s.now.walked:
        return Reason("sator-refused-walked")
    name = move.args[0] if move.args else ""
    card = KIND_INDEX.get(name, 0)
    if card < FIRST_PRAYER or card not in s.cards.hands[seat]:
        mine = _hand(s, seat, prayers=True)
        return Reason("sator-refused-prayer", {"cards": mine, "count": len(mine)})
    prices = {str(price.ap): price.ap for price in CARDS.prayers.nihil}
    need = LEAST_AP[name]
    if name == "nihil":
        if len(move.args) != 2 or move.args[1] not in prices:
            return Reason("sator-refused-nihil", {"prices": ", ".join(prices)})
        need = prices[move.args[1]]
    elif len(move.args) != 1:
        return Reason("sator-refused-pray-form", {"card": name})
    if s.now.ap < need:
        return _ap(s, need)
    if card == MIHI and s.now.strode:
        return Reason("sator-refused-mihi-moved")
    if card in (NEQUE, ANIMI) and MIHI in s.now.played:
        return Reason("sator-refused-still")
    return Reason("sator-refused-card-idle", {"card": name, "ap": s.now.ap})


def _walk(s: Table, seat: Seat, move: Move) -> Reason | None:
    if MIHI in s.now.played:
        return Reason("sator-refused-still")
    if move.op == "walk" and not s.now.points:
        return Reason("sator-refused-no-points")
    if not move.args or len(move.args) > 2:
        return Reason("sator-refused-walk-form")
    way = move.args[-1].split("-")
    points = s.now.points + (move.op == "free") if move.args[0] != "step" else 1
    return _square(s, seat, way[-1]) or Reason(
        "sator-refused-walk-far", {"square": way[-1], "points": points}
    )


def _square(s: Table, seat: Seat, name: str) -> Reason | None:
    """Why an Acolyte cannot rest there, if that is the reason."""
    index, here = s.grid.index, look(s)
    if name not in index:
        return Reason("sator-refused-square", {"square": name, "last": s.grid.names[-1]})
    square = index[name]
    args = {"square": name}
    if not here.taken >> square & 1:
        return Reason("sator-refused-abyss", args)
    if here.acolytes >> square & 1:
        own = square == s.board.acolytes[seat]
        return Reason("sator-refused-stand" if own else "sator-refused-acolyte", args)
    if here.gargoyles >> square & 1:
        return Reason("sator-refused-gargoyle", args)
    if not rests(s, seat) >> square & 1:
        return Reason("sator-refused-rest", args)
    return None


def _free(s: Table, seat: Seat, move: Move) -> Reason | None:
    what = move.args[0] if move.args else ""
    if what not in ("step", "walk", "tile") or len(move.args) != (1 if what == "tile" else 2):
        return Reason("sator-refused-free-form")
    if not s.now.free:
        return Reason("sator-refused-free-used")
    if what == "tile":
        return Reason("sator-refused-free-tile")
    if what == "walk" and not s.now.points and MIHI not in s.now.played:
        return Reason("sator-refused-free-walk")
    return _walk(s, seat, move)


def _banish(s: Table, seat: Seat, move: Move) -> Reason | None:
    there = [s.grid.names[at] for at in s.gargoyles if at >= 0]
    if len(move.args) != 1 or move.args[0] not in there:
        return Reason(
            "sator-refused-banish", {"squares": ", ".join(there), "count": len(there)}
        )  # fmt: skip
    hand = len(s.cards.hands[seat])
    return Reason("sator-refused-banish-hand", {"need": BANISH_CARDS, "hand": hand})


_IN_TURN: dict[str, Callable[[Table, Seat, Move], Reason | None]] = {
    "swap": _swap,
    "search": _swap,
    "play": _play,
    "pray": _pray,
    "walk": _walk,
    "free": _free,
    "banish": _banish,
}


def _tile(s: Table, top: Pick | Lift, name: str) -> Reason:
    """Why a tile cannot be changed by this card or prayer."""
    may = changes(s)
    tile = TILE_INDEX.get(name, -1)
    legal = [move.args[0] for move in top.moves(s, top.seat) if move.args]
    args: dict[str, str | int] = {"tile": name, "tiles": ", ".join(legal)}
    if tile < 0:
        return Reason("sator-refused-tile", args)
    if s.board.spots[tile] < 0:
        return Reason("sator-refused-tile-gone", args)
    if tile in may.look.locked:
        return Reason("sator-refused-tile-locked", args)
    if isinstance(top, Lift):
        if tile == top.first:
            return Reason("sator-refused-tile-twice", args)
        bare = may.look.bare(tile)
        return Reason("sator-refused-tile-stuck" if bare else "sator-refused-tile-bare", args)
    if top.use in PRICE:
        aboard = tile in may.look.aboard
        return Reason("sator-refused-tile-acolyte" if aboard else "sator-refused-tile-stuck", args)
    kind = KIND_INDEX[top.use]
    args["card"] = top.use
    if tile not in (moves_tiles(kind) or turns_tiles(kind)):
        return Reason("sator-refused-tile-card", args)
    if (tile, kind) in s.now.last:
        return Reason("sator-refused-tile-again", args)
    extra = surcharge(s, may, tile)
    least = (1 if kind < 4 or moves_tiles(kind) else TURN_AP) + extra
    if extra and s.now.ap < least:
        return Reason("sator-refused-tile-ap", args | {"need": least, "ap": s.now.ap})
    return Reason("sator-refused-tile-stuck", args)


def _effect(s: Table, top: Effect | Again, move: Move) -> Reason:
    """Why this cannot be done to the tile that was chosen."""
    may, tile = changes(s), top.tile
    legal = list(top.moves(s, top.seat))
    listed = ", ".join(":".join(move.args[1:]) for move in legal if move.args)
    args: dict[str, str | int] = {"tile": TILE_NAMES[tile], "answers": listed}
    if not move.args or move.args[0] != TILE_NAMES[tile]:
        return Reason("sator-refused-effect-tile", args)
    if not any(other.op == move.op for other in legal):
        return Reason("sator-refused-effect-kind", args)
    if move.op == "moves":
        return _steps(s, may, top, move, args)
    centre = s.grid.index.get(move.args[1], NOWHERE) if len(move.args) == 3 else NOWHERE
    spot = s.board.spots[tile]
    if centre not in s.grid.squares[spot] or move.args[2] not in HOWS:
        return Reason("sator-refused-rotas-form", args)
    args["square"] = move.args[1]
    if isinstance(top, Again) and centre == top.centre:
        return Reason("sator-refused-rotas-centre", args)
    how = HOWS.index(move.args[2])
    for turn in s.grid.turns(spot):
        if turn.centre == centre and turn.how == how:
            if s.grid.mask[turn.spot] & may.look.others(tile):
                return Reason("sator-refused-rotas-overlap", args)
            if turn in may.rotations(tile):
                return Reason("sator-refused-back", args)
            return Reason("sator-refused-rotas-same", args)
    return Reason("sator-refused-rotas-outside", args)


def _steps(
    s: Table, may: Changes, top: Effect | Again, move: Move, args: dict[str, str | int]
) -> Reason:
    steps = move.args[1] if len(move.args) == 2 else ""
    if not steps or any(step not in DIRECTIONS for step in steps):
        return Reason("sator-refused-steps-form", args)
    spot, others = s.board.spots[top.tile], may.look.others(top.tile)
    for step in steps:
        spot = s.grid.shifts(spot)[DIRECTIONS.index(step)]
        if spot == NOWHERE:
            return Reason("sator-refused-steps-outside", args)
        if s.grid.mask[spot] & others:
            return Reason("sator-refused-steps-blocked", args)
    for other in effects(s, may, top.use, top.tile):
        if other.op == "moves" and _end(s, top.tile, other.args[1]) == spot:
            return Reason("sator-refused-steps-same", args | {"steps": other.args[1]})
    if not may.new_shift(top.tile, spot):
        return Reason("sator-refused-back", args)
    return Reason("sator-refused-steps-far", args)


def _end(s: Table, tile: int, steps: str) -> int:
    spot = s.board.spots[tile]
    for step in steps:
        spot = s.grid.shifts(spot)[DIRECTIONS.index(step)]
    return spot
