"""Sator as the house plays it: set-up, what each seat sees, resigning, refusals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, field_validator

from rules import kernel
from rules.kernel import Ctx, Move, Outcome, Reason, Seat
from rules.sator import leaving
from rules.sator.board import grid, mask, positions
from rules.sator.cards import Again, Effect, Pick
from rules.sator.completion import NODES, No, ground, search
from rules.sator.ending import result
from rules.sator.facts import (
    ALL_PRAYERS,
    CARDS,
    COLOURS,
    DECK,
    DEFAULT_COLOURS,
    HIDDEN_CARD,
    HIDDEN_PRAYER,
    OF_SHAPE,
    back,
    hidden_tile,
    is_prayer,
    shape_of,
)
from rules.sator.hand import Draw, Drop, Search
from rules.sator.lifting import Lift, LiftPlace, LiftTurn
from rules.sator.placement import Draft, Lie, Luck, Place, Quarter, start_placing
from rules.sator.prayers import Jump, Push, Set, Stride
from rules.sator.refusals import explain
from rules.sator.state import AT_START, IDLE, Board, Laying, Rules, Table, put
from rules.sator.state import Cards as Hands
from rules.sator.turn import Turn

AnyFrame = Annotated[
    Draft | Place | Luck | Quarter | Lie | Turn | Pick | Effect | Again | Push | Set | Jump | Stride
    | Lift | LiftTurn | LiftPlace | Drop | Search | Draw,
    Field(discriminator="op"),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class State(Table):
    """A position. At the bottom of the stack lies the turn, above it what is asked within it."""

    stack: tuple[AnyFrame, ...]


class Options(kernel.Options):
    """Sator's options."""

    round_limit: Annotated[int, Field(ge=1, le=500)] = CARDS.round_limit
    """After so many full rounds the most books win."""
    even_rounds: bool = False
    """When somebody has four books the round is finished; all with four share the win."""
    size: Literal[12, 14, 16] = 14
    """Squares a side; the board of the printed game is not known, 14 is the best guess."""
    places: tuple[str, ...] = ()
    """The colour of each seat, clockwise by side of the board; empty: the usual ones."""

    @field_validator("places")
    @classmethod
    def _colours(cls, places: tuple[str, ...]) -> tuple[str, ...]:
        chosen = [place for place in places if place]
        if len(set(chosen)) < len(chosen) or not set(chosen) <= set(COLOURS):
            raise ValueError(f"places are different colours among {', '.join(COLOURS)}")
        return places


class Sator(kernel.Game[State, Options]):
    """The rules of Sator Arepo Tenet Opera Rotas."""

    name = "sator"
    version = 3
    seat_range = (2, 4)
    places = COLOURS
    secret_ops = frozenset(("choose", "drop", "take"))
    options = Options
    codec = TypeAdapter(State)

    def setup(self, seats: int, options: Options, ctx: Ctx) -> State:
        """First player, books and tiles by chance; a completion that proves it can be played."""
        rng, size = ctx.rng, options.size
        colours = tuple(COLOURS.index(p) for p in options.places) or DEFAULT_COLOURS[seats]
        if len(colours) != seats or list(colours) != sorted(colours):
            raise ValueError("as many places as seats, clockwise")
        first = rng.below(seats)
        ctx.emit("first", seat=first)
        witness: list[int] | No = No.GAVE_UP
        while isinstance(witness, No):  # never seen twice; the cards would be drawn anew
            cards = [deck[rng.below(len(deck))] for deck in positions(size)]
            books = tuple(card[colour] for colour in colours for card in cards)
            where = ground(size, tuple(mask(books[k : k + 4]) for k in range(0, len(books), 4)))
            witness = search(where, 0, where.books, (4,) * 6, NODES)
        for seat in range(seats):
            squares = [grid(size).names[book] for book in books[4 * seat : 4 * seat + 4]]
            ctx.emit("books", seat=seat, colour=COLOURS[colours[seat]], squares=squares)
        trays: list[list[int]] = [[] for _ in range(seats)]
        pool = []
        for tiles in OF_SHAPE:
            mixed = list(rng.shuffled(tiles))
            for _ in range(len(tiles) // seats):
                for tray in trays:
                    tray.append(mixed.pop())
            pool += mixed
        spots = tuple(sorted(where.spot[m] for m in witness))
        laying = Laying(tuple(tuple(sorted(t)) for t in trays), tuple(sorted(pool)), spots)
        empty: tuple[tuple[int, ...], ...] = ((),) * seats
        s = State(
            stack=(),
            rules=Rules(size, options.round_limit, options.even_rounds, colours, first),
            round=0,
            passes=0,
            out=(),
            board=Board((-1,) * 24, books, (AT_START,) * seats),
            gargoyles=(-1,) * seats,
            laying=laying,
            cards=Hands(DECK, (), empty, (ALL_PRAYERS,) * seats, empty),
            now=IDLE,
            over="",
        )
        return self._own(start_placing(s, ctx))

    def _own(self, s: Table) -> State:
        assert isinstance(s, State)
        return s

    def migrate(self, doc: dict[str, Any], version: int) -> dict[str, Any]:
        """Version 1 left nothing to chance. In 2 an Acolyte's step between a tile's going and its
        coming back made the return lawful: a turn that is under way ends as it began, since
        whatever is asked in it was asked by that rule."""
        if version not in (1, 2):
            return super().migrate(doc, version)
        seen = len(doc["now"]["seen"])
        if not seen:
            return doc
        # No two rides lead from a square to the next one and leave him where he stands: nothing
        # is like a layout from before them, it can only be the very same.
        seat = doc["stack"][0]["seat"]
        return doc | {"now": doc["now"] | {"rides": [[seen, seat, 0, 1, 0]]}}

    def view(self, s: State, seat: Seat | None) -> State:
        """Hidden: other hands, floor types of other seats' tiles and of the pool, decks, witness.

        A seat sees its own prayers that are still to come, in no order, and a deck it searches.
        """
        if not s.stack:
            return s
        cards, laying = s.cards, s.laying
        hands = tuple(
            hand if k == seat else tuple(map(back, hand)) for k, hand in enumerate(cards.hands)
        )
        deck = cards.deck if self._searches(s, seat) else (HIDDEN_CARD,) * len(cards.deck)
        prayers = tuple(
            cards_left if k == seat else (HIDDEN_PRAYER,) * len(cards_left)
            for k, cards_left in enumerate(cards.prayers)
        )
        trays = tuple(
            tray if k == seat else tuple(map(hidden_tile, tray))
            for k, tray in enumerate(laying.trays)
        )
        return s.but(
            stack=self.seen_stack(s, seat),
            laying=Laying(trays, tuple(map(hidden_tile, laying.pool)), (), laying.chance),
            cards=Hands(deck, cards.discards, hands, prayers, cards.used),
        )

    def _searches(self, s: State, seat: Seat | None) -> bool:
        """Whether this seat has the deck of movement cards before it."""
        top = s.stack[-1]
        return isinstance(top, Search) and top.deck == "m" and top.seat == seat

    def resample(self, s: State, seat: Seat | None, ctx: Ctx) -> State:
        """What the seat does not know dealt anew: cards in decks and other hands, floor types."""
        if not s.stack:
            return s
        s = self._other_tiles(self._other_cards(s, seat, ctx), seat, ctx)
        top = s.stack[-1]
        if isinstance(top, Drop) and top.seat != seat and top.cards:
            hand, named = list(s.cards.hands[top.seat]), []
            for old in top.cards:
                alike = [card for card in hand if is_prayer(card) == is_prayer(old)]
                named.append(alike[ctx.rng.below(len(alike))])
                hand.remove(named[-1])
            top = Drop(top.seat, top.cause, top.deck, top.square, tuple(named))
        elif isinstance(top, Quarter | Lie) and top.seat != seat:
            tray = [t for t in s.laying.trays[top.seat] if shape_of(t) == shape_of(top.tile)]
            tile = tray[ctx.rng.below(len(tray))]
            if isinstance(top, Quarter):
                top = Quarter(top.seat, tile)
            else:
                top = Lie(top.seat, tile, top.turn)
        return s.but(stack=(*s.stack[:-1], top))

    def _other_cards(self, s: State, seat: Seat | None, ctx: Ctx) -> State:
        cards = s.cards
        known = self._searches(s, seat)
        unknown = [] if known else list(cards.deck)
        for k, hand in enumerate(cards.hands):
            if k != seat:
                unknown += [card for card in hand if not is_prayer(card)]
        unknown = list(ctx.rng.shuffled(unknown))
        hands, prayers = list(cards.hands), list(cards.prayers)
        for k, hand in enumerate(cards.hands):
            if k == seat:
                continue
            own = [card for card in hand if is_prayer(card)]
            mixed = ctx.rng.shuffled([*own, *cards.prayers[k]])
            prayers[k] = tuple(sorted(mixed[len(own) :]))
            dealt = [unknown.pop() for _ in range(len(hand) - len(own))]
            hands[k] = tuple(sorted([*dealt, *mixed[: len(own)]]))
        deck = cards.deck if known else tuple(sorted(unknown))
        return s.but(cards=Hands(deck, cards.discards, tuple(hands), tuple(prayers), cards.used))

    def _other_tiles(self, s: State, seat: Seat | None, ctx: Ctx) -> State:
        laying = s.laying
        trays: list[list[int]] = [
            list(tray) if k == seat else [] for k, tray in enumerate(laying.trays)
        ]
        pool: list[int] = []
        places = [
            (shape_of(tile), trays[k], tile)
            for k, tray in enumerate(laying.trays)
            if k != seat
            for tile in tray
        ]
        places += [(shape_of(tile), pool, tile) for tile in laying.pool]
        places.sort(key=lambda place: place[0])
        for _, alike in groupby(places, key=lambda place: place[0]):
            held = list(alike)
            mixed = ctx.rng.shuffled([tile for _, _, tile in held])
            for (_, into, _), tile in zip(held, mixed, strict=True):
                into.append(tile)
        sorted_trays = tuple(tuple(sorted(tray)) for tray in trays)
        new = Laying(sorted_trays, tuple(sorted(pool)), laying.witness, laying.chance)
        return s.but(laying=new)

    def outcome(self, s: State) -> Outcome | None:
        """Four books, or most of them at the limit, or the last one left."""
        return result(s)

    def leave(self, s: State, seat: Seat, ctx: Ctx) -> State:
        """The seat is out: `rules.sator.leaving`."""
        return self._own(leaving.leave(s, seat, ctx))

    def round(self, s: State) -> int:
        """The round being played; 0 while tiles are placed."""
        return s.round

    def explain(self, s: State, seat: Seat, move: Move) -> Reason | None:
        """Which rule the move breaks, and what is possible instead."""
        return explain(s, seat, move)


GAME = Sator()
__all__ = ["GAME", "Options", "Sator", "State", "put"]
