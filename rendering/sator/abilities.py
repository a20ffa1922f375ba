"""What each card in a hand can do now, asked of the rules: for the cards' own pictures and words.

On another seat's turn it is what the card could do if the own turn began with this layout.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.kernel import Seat
from rules.sator import cards, prayers
from rules.sator.changes import Changes, changes
from rules.sator.facts import (
    ANIMI,
    CARDS,
    CLARA,
    FIRST_PRAYER,
    JOLLY,
    KINDS,
    MIHI,
    NEQUE,
    NIHIL,
    OMNIA,
    QUIN,
    TURN_AP,
    TURN_TWICE_AP,
    VICTORIA,
    moves_tiles,
    turns_tiles,
)
from rules.sator.lifting import lifts
from rules.sator.look import look
from rules.sator.state import Table, start_of_turn
from rules.sator.turn import Turn


class Use(NamedTuple):
    """What one card can do."""

    card: int
    prices: tuple[tuple[int, bool], ...]
    """Each price in action points, and whether it can be paid."""
    tiles: tuple[tuple[int, int], ...] = ()
    """Tiles it can change, and what is to be paid for the Acolytes aboard."""
    locked: tuple[int, ...] = ()
    """Of the tiles it is for: those a Gargoyle holds."""
    stuck: tuple[int, ...] = ()
    """.. and those that nothing can be done to now."""
    many: int = 0
    """Squares, where it is for squares; Acolytes, where for those."""
    why: str = ""
    """Why it can do nothing: ``first`` (no prayers in the first turn), ``walked``, ``moved``,
    ``still``, ``ap``, or ``idle``."""


def prices(card: int) -> tuple[int, ...]:
    """What a card's effects cost, without the Acolytes aboard."""
    if card < 4:
        return tuple(range(1, CARDS.moves_max + 1))
    if card < JOLLY:
        return TURN_AP, TURN_TWICE_AP
    if card == JOLLY:
        return (*range(1, CARDS.moves_max + 1), TURN_TWICE_AP)
    return tuple(sorted({effect.ap for effect in getattr(CARDS.prayers, KINDS[card])}))


def uses(s: Table, seat: Seat) -> dict[int, Use]:
    """For each kind of card in the seat's hand what it can do."""
    own = plays(s, seat)
    first = s.round == 1
    if not own:
        s = s.but(now=start_of_turn(s.board))
        first = s.round == 0 or (first and not _had(s, seat))
    return _uses(s.but(stack=()), seat, first)


def plays(s: Table, seat: Seat | None) -> bool:
    """Whether it is this seat's turn, and not yet time to draw."""
    bottom = s.stack[0] if s.stack else None
    return isinstance(bottom, Turn) and bottom.seat == seat


def _had(s: Table, seat: Seat) -> bool:
    """Whether a seat has had its turn of this round, as far as playing goes."""
    if not s.stack:
        return True
    now: Seat = s.stack[0].seat
    return (seat - s.rules.first) % s.seats <= (now - s.rules.first) % s.seats


@lru_cache(64)
def _uses(s: Table, seat: Seat, first: bool) -> dict[int, Use]:
    may = changes(s)
    return {card: _use(s, seat, may, card, first) for card in dict.fromkeys(s.cards.hands[seat])}


def _use(s: Table, seat: Seat, may: Changes, card: int, first: bool) -> Use:
    ap = s.now.ap
    costs = tuple((price, price <= ap) for price in prices(card))
    use = Use(card, costs)
    if s.now.walked:
        return use._replace(why="walked")
    if card < FIRST_PRAYER:
        tiles = cards.tiles_for(s, may, KINDS[card])
        locked, stuck = _rest(s, may, (*moves_tiles(card), *turns_tiles(card)), tiles)
        dear = tuple((tile, cards.surcharge(s, may, tile)) for tile in tiles)
        use = use._replace(tiles=dear, locked=locked, stuck=stuck)
        return use if tiles else use._replace(why="idle" if costs[0][1] else "ap")
    if first:
        return use._replace(why="first")
    if card in (NEQUE, ANIMI) and MIHI in s.now.played:
        return use._replace(why="still")
    if card == MIHI and s.now.strode:
        return use._replace(why="moved")
    if not costs[0][1]:
        return use._replace(why="ap")
    if next(prayers.offers(s, seat, may, card), None) is None:
        return use._replace(why="idle")
    return _prayer(s, seat, may, card, use)


def _rest(
    s: Table, may: Changes, meant: tuple[int, ...], able: list[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of the tiles a card is for those it cannot change: under a Gargoyle, and others."""
    here = [t for t in dict.fromkeys(meant) if s.board.spots[t] >= 0 and t not in able]
    locked = tuple(tile for tile in here if tile in may.look.locked)
    return locked, tuple(tile for tile in here if tile not in locked)


def _prayer(s: Table, seat: Seat, may: Changes, card: int, use: Use) -> Use:
    if card in (MIHI, OMNIA):
        tiles = cards.tiles_for(s, may, KINDS[card])
        return use._replace(tiles=tuple((tile, 0) for tile in tiles))
    if card in (QUIN, VICTORIA):
        tiles = lifts(s, may, "quin" if card == QUIN else "victoria")
        return use._replace(tiles=tuple((tile, 0) for tile in tiles))
    if card == CLARA:
        return use._replace(many=look(s).ground.bit_count())
    if card == NEQUE:
        found = prayers.jumps(s, seat)
        paid = set(found.values())
        return use._replace(
            many=len(found), prices=tuple((price, price in paid) for price, _ in use.prices)
        )
    if card == ANIMI:
        return use._replace(many=len({way.end for _, way in prayers.strides(s, seat)[1]}))
    assert card == NIHIL
    others = [other for other in s.there() if other != seat]
    return use._replace(many=len(others))
