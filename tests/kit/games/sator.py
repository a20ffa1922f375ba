"""What the kit must know of Sator."""

from __future__ import annotations

import random

from rules.kernel import Match, play
from rules.sator.facts import is_prayer
from rules.sator.game import GAME
from rules.sator.state import Table

LONGEST = 600
HIDDEN = True
OPTIONS = {"round_limit": (12, 6)}
"""Random players seldom recover four books: fifty rounds would be some two thousand plies."""
RARE = frozenset({"chance"})
"""A placement left to chance is over before anybody has placed a tile."""
FORGOTTEN = frozenset({"discard"})
"""Discards may at once become part of a deck again."""


def pieces(s: Table) -> object:
    """The 78 movement cards, each seat's eight prayers, the tiles that are still to be placed or
    lie on the board until one may be removed, and four books a seat."""
    cards, played = s.cards, s.now.played
    hands = [card for hand in cards.hands for card in hand]
    movement = [*cards.deck, *cards.discards, *(c for c in (*hands, *played) if not is_prayer(c))]
    prayers = []
    for seat in range(s.seats):
        mine = [*cards.prayers[seat], *cards.used[seat], *filter(is_prayer, cards.hands[seat])]
        if played and s.stack[0].seat == seat:
            mine += filter(is_prayer, played)
        prayers.append(sorted(mine))
    tiles = [*s.laying.pool, *(tile for tray in s.laying.trays for tile in tray)]
    tiles += [tile for tile, spot in enumerate(s.board.spots) if spot >= 0 or s.round]
    return sorted(movement), prayers, sorted(tiles), len(s.board.books)


def counted(match: Match, chance: random.Random) -> Match:
    """With all tiles placed at random: placing is measured by itself (``rows_sator.py``)."""
    while match.state.round == 0:
        seat = match.state.stack[-1].seat
        moves = [move for move in GAME.moves(match.state, seat) if move.op not in RARE]
        move = chance.choice(moves)
        match, _ = play(GAME, match, seat, move)
    return match
