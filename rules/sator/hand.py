"""Cards in hand: swapping them, sending a Gargoyle away with them, drawing new ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from rules.kernel import Ctx, Move, Seat
from rules.sator import notation
from rules.sator.asked import Asked, ask
from rules.sator.facts import (
    BANISH_CARDS,
    HAND,
    KIND_INDEX,
    KINDS,
    MOST_PRAYERS,
    SEARCH_AP,
    SWAP_AP,
    SWAP_CARDS,
    back,
    is_prayer,
)
from rules.sator.state import Cards, Table, less, more, put

Deck = Literal["m", "p"]
Cause = Literal["swap", "search", "banish"]


def prayers_in(cards: tuple[int, ...]) -> int:
    """How many of these cards are prayers, seen or not."""
    return sum(map(is_prayer, cards))


def may_drop(s: Table, seat: Seat, cause: Cause, deck: str, cards: tuple[int, ...]) -> bool:
    """Whether these cards may be discarded together for that, enough of them or not yet.

    A search wants at least one prayer. For a prayer at most two may be left in hand, and the deck
    must have one. A movement card needs one in its deck or among the discards, these included.
    """
    count = BANISH_CARDS if cause == "banish" else SWAP_CARDS
    hand = s.cards.hands[seat]
    rest = less(hand, *cards)
    return any(
        _enough(s, seat, cause, deck, (*cards, *others))
        for others in set(combinations(rest, count - len(cards)))
    )


def _enough(s: Table, seat: Seat, cause: Cause, deck: str, cards: tuple[int, ...]) -> bool:
    if cause == "banish":
        return True
    prayers = prayers_in(cards)
    if cause == "search" and not prayers:
        return False
    if deck == "p":
        kept = prayers_in(s.cards.hands[seat]) - prayers
        return kept < MOST_PRAYERS and bool(s.cards.prayers[seat])
    return bool(s.cards.deck or s.cards.discards) or prayers < len(cards)


def swaps(s: Table, seat: Seat) -> list[Move]:
    """The swaps that this hand and these points allow. In the first turn no prayer can be had."""
    hand = s.cards.hands[seat]
    found: list[Move] = []
    if len(hand) < SWAP_CARDS:
        return found
    decks = ("m",) if s.round == 1 else notation.DECKS
    prayers = prayers_in(hand)
    full = len(s.cards.deck) + len(s.cards.discards) > 0
    for deck in decks:
        if deck == "m":
            swap, search = full or prayers < len(hand), full or prayers < len(hand)
        else:
            swap = bool(s.cards.prayers[seat])
            # Two prayers can always be discarded when there are too many in hand.
            search = swap
        if swap and s.now.ap >= SWAP_AP:
            found.append(notation.SWAP[deck])
        if search and prayers and s.now.ap >= SEARCH_AP:
            found.append(notation.SEARCH[deck])
    return found


@dataclass(frozen=True, slots=True)
class Drop(Asked):
    """Which card is discarded next, for a swap, a search, or against a Gargoyle. The cards leave
    the hand when all are named.

    Asked even where all that is left is alike: not asking would tell the others so.
    """

    cause: Cause
    deck: Literal["m", "p", ""] = ""
    square: int = -1
    """The Gargoyle's."""
    cards: tuple[int, ...] = ()
    """Named so far."""
    op: Literal["drop"] = "drop"

    def answers(self, s: Table) -> Collection[Move]:
        """The cards that may be among those discarded."""
        rest = less(s.cards.hands[self.seat], *self.cards)
        return [
            notation.DROP[card]
            for card in sorted(set(rest))
            if may_drop(s, self.seat, self.cause, self.deck, (*self.cards, card))
        ]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """One more card; when it was the last, do what they were discarded for."""
        cards = (*self.cards, KIND_INDEX[move.args[0]])
        count = BANISH_CARDS if self.cause == "banish" else SWAP_CARDS
        if len(cards) < count:
            return s.push(Drop(seat, self.cause, self.deck, self.square, cards))
        ctx.reveal()  # those named before were nobody's business until now
        s = discard(s, seat, cards, ctx)
        if self.cause == "banish":
            owner = s.gargoyles.index(self.square)
            ctx.emit("banish", seat=seat, other=owner, square=s.grid.names[self.square])
            return s.but(gargoyles=put(s.gargoyles, owner, -1))
        price = SWAP_AP if self.cause == "swap" else SEARCH_AP
        s = s.but(now=s.now.but(ap=s.now.ap - price))
        assert self.deck
        if self.cause == "swap":
            return draw(s, seat, self.deck, ctx)
        ctx.emit("search", seat=seat, deck=self.deck)
        return ask(filled(s, ctx) if self.deck == "m" else s, Search(seat, self.deck), ctx)

    def seen_by(self, seat: Seat | None) -> Drop:
        """Others see the backs of the cards that are not discarded yet."""
        if seat == self.seat:
            return self
        cards = tuple(sorted(back(card) for card in self.cards))
        return Drop(self.seat, self.cause, self.deck, self.square, cards)


@dataclass(frozen=True, slots=True)
class Search(Asked):
    """Which card is taken from a deck that only this seat sees."""

    deck: Deck
    op: Literal["search"] = "search"

    def answers(self, s: Table) -> Collection[Move]:
        """The different cards in the deck."""
        deck = s.cards.deck if self.deck == "m" else s.cards.prayers[self.seat]
        return [notation.TAKE[card] for card in sorted(set(deck))]

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """The card goes to the hand unseen; no order of the deck is kept, so it is shuffled."""
        ctx.emit("took", seat=seat, deck=self.deck)
        return _receive(s, seat, self.deck, KIND_INDEX[move.args[0]], ctx)


def dropping(
    s: Table, seat: Seat, cause: Cause, deck: Literal["m", "p", ""] = "", square: int = -1
) -> Table:
    """Ask for the cards to discard. A hand of just so many, which everybody can count, leaves only
    the last one to be asked."""
    hand = s.cards.hands[seat]
    count = BANISH_CARDS if cause == "banish" else SWAP_CARDS
    return s.push(Drop(seat, cause, deck, square, hand[:-1] if len(hand) == count else ()))


def discard(s: Table, seat: Seat, cards: tuple[int, ...], ctx: Ctx) -> Table:
    """Cards leave the hand: movement cards to the discards, prayers face up out of the match."""
    ctx.emit("discard", seat=seat, cards=[KINDS[card] for card in sorted(cards)])
    old = s.cards
    hands = put(old.hands, seat, less(old.hands[seat], *cards))
    return laid(s.but(cards=old.but(hands=hands)), seat, cards)


def laid(s: Table, seat: Seat, cards: tuple[int, ...]) -> Table:
    """These cards, no longer in hand, come to where they belong."""
    old = s.cards
    movement = [card for card in cards if not is_prayer(card)]
    prayers = [card for card in cards if is_prayer(card)]
    used = put(old.used, seat, more(old.used[seat], *prayers)) if prayers else old.used
    return s.but(cards=old.but(discards=more(old.discards, *movement), used=used))


def filled(s: Table, ctx: Ctx) -> Table:
    """When the deck of movement cards is empty, the discards make a new one."""
    if s.cards.deck or not s.cards.discards:
        return s
    ctx.emit("shuffle", cards=len(s.cards.discards))
    return s.but(cards=s.cards.but(deck=s.cards.discards, discards=()))


def draw(s: Table, seat: Seat, deck: Deck, ctx: Ctx) -> Table:
    """One card by chance."""
    if deck == "m":
        s = filled(s, ctx)
    cards = s.cards.deck if deck == "m" else s.cards.prayers[seat]
    ctx.emit("draw", seat=seat, deck=deck)
    return _receive(s, seat, deck, cards[ctx.rng.below(len(cards))], ctx)


def _receive(s: Table, seat: Seat, deck: Deck, card: int, ctx: Ctx) -> Table:
    ctx.emit("card", to=(seat,), seat=seat, card=KINDS[card])
    old = s.cards
    hands = put(old.hands, seat, more(old.hands[seat], card))
    if deck == "m":
        return s.but(cards=Cards(less(old.deck, card), old.discards, hands, old.prayers, old.used))
    prayers = put(old.prayers, seat, less(old.prayers[seat], card))
    return s.but(cards=Cards(old.deck, old.discards, hands, prayers, old.used))


def decks_to_draw(s: Table, seat: Seat) -> list[Deck]:
    """The decks the seat may draw from to fill its hand; everybody can tell."""
    hand = s.cards.hands[seat]
    if len(hand) >= HAND:
        return []
    found: list[Deck] = []
    if s.cards.deck or s.cards.discards:
        found.append("m")
    if s.cards.prayers[seat] and prayers_in(hand) < MOST_PRAYERS:
        found.append("p")
    return found


def drawn_up(s: Table, seat: Seat, ctx: Ctx) -> Table:
    """Movement cards drawn as long as there are any and cards are missing in the hand."""
    while "m" in decks_to_draw(s, seat):
        s = draw(s, seat, "m", ctx)
    return s


@dataclass(frozen=True, slots=True)
class Draw(Asked):
    """The end of the turn: back to six cards, one at a time. Asked only while there is a choice;
    whoever wants nothing but movement cards need not say so card by card."""

    op: Literal["draw"] = "draw"

    def seats(self, s: Table) -> tuple[Seat, ...]:
        """The seat, while two decks can be drawn from."""
        return (self.seat,) if len(decks_to_draw(s, self.seat)) > 1 else ()

    def answers(self, s: Table) -> Collection[Move]:
        """The decks; where two movement cards or more can be had, all of them at once."""
        found = [notation.DRAW[deck] for deck in decks_to_draw(s, self.seat)]
        missing = HAND - len(s.cards.hands[self.seat])
        if min(missing, len(s.cards.deck) + len(s.cards.discards)) > 1:
            found.append(notation.DRAW_ALL)
        return found

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """One card, or movement cards as long as there are any and they are missing."""
        if move == notation.DRAW_ALL:
            return drawn_up(s, seat, ctx).push(self)
        return draw(s, seat, "m" if move.args[0] == "m" else "p", ctx).push(self)

    def run(self, s: Table, ctx: Ctx) -> Table:
        """Draw where only one deck is left; then the next seat's turn."""
        decks = decks_to_draw(s, self.seat)
        if decks:
            return draw(s, self.seat, decks[0], ctx).push(self)
        from rules.sator.turn import pass_on

        return pass_on(s, self.seat, ctx)
