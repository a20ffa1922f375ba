"""The toy: lanterns on a 10 x 10 harbour, with every hard thing a game can ask of the table.

Each round everybody draws up to six cards (private, by chance) and secretly bids one, all at once.
The higher bid begins. A turn is up to three steps and then `end`: put a lantern with a card (some
500 answers), draw a card, or spy out another seat's lucky column. A lantern put beside a rival's
strikes it; its owner may play a higher card to save it, and the striker a higher one still. After
the last round rivals count lanterns, those in their lucky column twice; in the mode ``together``
all win when enough lanterns burn, or all lose.

Where to find what:
  private hands by chance ..... `_draw`, `Toy.view`      nested reactions ........ `Strike`, `React`
  secret choice by all ........ `Bid`                    optional decline ........ ``pass``
  automatic frames ............ `NextRound`, `Turns`     several steps, end ...... `Turn`
  500 answers, three arguments  ``put:<card>:<x>:<y>``   reveal, kept knowledge .. ``spy:<seat>``
  waits or is out ............. `Toy.leave`              all win or all lose ..... `Toy.outcome`
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from rules import kernel
from rules.kernel import Ctx, Frame, IllegalMove, Move, Outcome, Reason, Seat

SIDE = 10
HAND = 6
CARDS = 72
STEPS = 3
END, PASS, DRAW = Move("end"), Move("pass"), Move("draw")

Mode = Literal["rivals", "together"]


@cache
def put(card: int, cell: int) -> Move:
    """The move that puts a lantern with that card on the cell ``SIDE * y + x``."""
    return Move("put", (str(card), str(cell % SIDE), str(cell // SIDE)))


@cache
def _with(op: str, n: int) -> Move:
    return Move(op, (str(n),))


def beside(cell: int) -> list[int]:
    """The cells above, below, left and right of a cell."""
    x, y = cell % SIDE, cell // SIDE
    near = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
    return [SIDE * b + a for a, b in near if 0 <= a < SIDE and 0 <= b < SIDE]


def _set(things: tuple, k: int, thing: object) -> tuple:  # type: ignore[type-arg]
    return (*things[:k], thing, *things[k + 1 :])


def _draw(s: State, seat: Seat, count: int, ctx: Ctx) -> State:
    """Cards by chance from the deck; an empty deck takes up the cards that were played."""
    hand, deck, played = list(s.hands[seat]), list(s.deck), s.played
    new = []
    for _ in range(count):
        if not deck:
            deck, played = list(played), ()
        new.append(deck.pop(ctx.rng.below(len(deck))))
    ctx.emit("cards", to=(seat,), seat=seat, cards=sorted(new))
    ctx.emit("drew", seat=seat, count=count)
    hands = _set(s.hands, seat, tuple(sorted(hand + new)))
    return replace(s, hands=hands, deck=tuple(deck), played=played)


def _spend(s: State, seat: Seat, card: int) -> State:
    hand = tuple(c for c in s.hands[seat] if c != card)
    return replace(s, hands=_set(s.hands, seat, hand), played=tuple(sorted((*s.played, card))))


@dataclass(frozen=True, slots=True)
class NextRound(Frame["State"]):
    """Automatic, at the bottom of the stack: the next round, or the end."""

    op: Literal["next"] = "next"

    def run(self, s: State, ctx: Ctx) -> State:
        if s.round == s.rounds:
            return _finish(s, ctx)
        s = replace(s, round=s.round + 1)
        for seat in s.there():
            if len(s.hands[seat]) < HAND:
                s = _draw(s, seat, HAND - len(s.hands[seat]), ctx)
        return s.push(self, Bid((None,) * len(s.hands)))


@dataclass(frozen=True, slots=True)
class Bid(Frame["State"]):
    """Everybody chooses a card, unseen by the rest; automatic once all have chosen."""

    bids: tuple[int | None, ...]
    """None: not chosen yet; 0: chosen, and not for this viewer to know."""
    op: Literal["bid"] = "bid"

    def seats(self, s: State) -> tuple[Seat, ...]:
        return tuple(k for k in s.there() if self.bids[k] is None)

    def moves(self, s: State, seat: Seat) -> Collection[Move]:
        return dict.fromkeys(_with("bid", card) for card in s.hands[seat]).keys()

    def take(self, s: State, seat: Seat, move: Move, ctx: Ctx) -> State:
        return s.push(Bid(_set(self.bids, seat, int(move.args[0]))))

    def run(self, s: State, ctx: Ctx) -> State:
        bids = {seat: self.bids[seat] or 0 for seat in s.there()}
        for seat, card in bids.items():
            s = _spend(s, seat, card)
        ctx.reveal()  # the last to choose was asked alone, and now knows the other cards
        ctx.emit("bids", seats=list(bids), cards=list(bids.values()))
        return s.push(Turns(tuple(sorted(bids, key=lambda seat: -bids[seat]))))

    def seen_by(self, seat: Seat | None) -> Bid:
        return Bid(tuple(b if b is None or k == seat else 0 for k, b in enumerate(self.bids)))


@dataclass(frozen=True, slots=True)
class Turns(Frame["State"]):
    """Automatic: the next seat's turn, in the order of the bids."""

    order: tuple[Seat, ...]
    op: Literal["turns"] = "turns"

    def run(self, s: State, ctx: Ctx) -> State:
        if not self.order:
            return s
        ctx.emit("turn", seat=self.order[0])
        return s.push(Turns(self.order[1:]), Turn(self.order[0], STEPS))


@dataclass(frozen=True, slots=True)
class Turn(Frame["State"]):
    """Up to three steps of one seat, closed by `end`, which stays to be said when none is left:
    so the last step, too, can be taken back before the next seat is asked."""

    seat: Seat
    steps: int
    op: Literal["turn"] = "turn"

    def seats(self, s: State) -> tuple[Seat, ...]:
        return (self.seat,)

    def moves(self, s: State, seat: Seat) -> Collection[Move]:
        found: dict[Move, None] = {}
        if self.steps:
            free = [cell for cell, owner in enumerate(s.cells) if owner is None]
            found = dict.fromkeys(put(card, cell) for card in s.hands[seat] for cell in free)
            found[DRAW] = None
            for other in s.there():
                if other != seat and (seat, other) not in s.seen:
                    found[_with("spy", other)] = None
        found[END] = None
        return found.keys()

    def take(self, s: State, seat: Seat, move: Move, ctx: Ctx) -> State:
        if move == END:
            ctx.emit("end", seat=seat)
            return s
        s = s.push(Turn(seat, self.steps - 1))
        if move == DRAW:
            return _draw(s, seat, 1, ctx)
        if move.op == "spy":
            return _spy(s, seat, int(move.args[0]), ctx)
        card, x, y = map(int, move.args)
        cell = SIDE * y + x
        ctx.emit("put", seat=seat, card=card, x=x, y=y)
        s = replace(_spend(s, seat, card), cells=_set(s.cells, cell, seat))
        for near in beside(cell):
            owner = s.cells[near]
            if owner is not None and owner != seat:
                ctx.emit("strike", seat=seat, other=owner, x=near % SIDE, y=near // SIDE)
                s = s.push(Strike(near))
                if owner not in s.out:
                    # Asked even with no card that helps: not asking would tell what is in a hand.
                    s = s.push(React(owner, seat, card, 1))
        return s


def _spy(s: State, seat: Seat, other: Seat, ctx: Ctx) -> State:
    ctx.reveal()
    ctx.emit("spy", seat=seat, other=other)
    ctx.emit("lucky", to=(seat,), seat=other, column=s.lucky[other])
    return replace(s, seen=(*s.seen, (seat, other)))


@dataclass(frozen=True, slots=True)
class Strike(Frame["State"]):
    """Automatic: a lantern goes out, unless a reaction above it turned that."""

    cell: int
    falls: bool = True
    op: Literal["strike"] = "strike"

    def run(self, s: State, ctx: Ctx) -> State:
        ctx.emit("fell" if self.falls else "saved", x=self.cell % SIDE, y=self.cell // SIDE)
        return replace(s, cells=_set(s.cells, self.cell, None)) if self.falls else s


@dataclass(frozen=True, slots=True)
class React(Frame["State"]):
    """The seat may play a higher card to turn the strike that lies right beneath; the other one may
    then answer in the same way, once."""

    seat: Seat
    foe: Seat
    card: int
    depth: int
    op: Literal["react"] = "react"

    def seats(self, s: State) -> tuple[Seat, ...]:
        return (self.seat,)

    def moves(self, s: State, seat: Seat) -> Collection[Move]:
        higher = (_with("play", card) for card in s.hands[seat] if card > self.card)
        return dict.fromkeys((PASS, *higher)).keys()

    def take(self, s: State, seat: Seat, move: Move, ctx: Ctx) -> State:
        if move == PASS:
            ctx.emit("pass", seat=seat)
            return s
        card, strike = int(move.args[0]), s.stack[-1]
        ctx.emit("play", seat=seat, card=card)
        turned = Strike(strike.cell, not strike.falls)
        s = _spend(s, seat, card).with_stack((*s.stack[:-1], turned))
        if self.depth < 2 and self.foe not in s.out:
            s = s.push(React(self.foe, seat, card, self.depth + 1))
        return s


AnyFrame = Annotated[NextRound | Bid | Turns | Turn | Strike | React, Field(discriminator="op")]


@dataclass(frozen=True, slots=True)
class State(kernel.State):
    """A position. Cards are 1 to 72, 0 where the viewer may not know which."""

    stack: tuple[AnyFrame, ...]
    mode: Mode
    rounds: int
    round: int
    cells: tuple[Seat | None, ...]
    """Owner of the lantern on each cell, row by row."""
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    played: tuple[int, ...]
    lucky: tuple[int | None, ...]
    """Each seat's secret column."""
    seen: tuple[tuple[Seat, Seat], ...] = ()
    """(spy, the seat whose lucky column it knows)."""
    out: tuple[Seat, ...] = ()

    def there(self) -> list[Seat]:
        """The seats that have not resigned."""
        return [seat for seat in range(len(self.hands)) if seat not in self.out]


class Options(kernel.Options):
    mode: Mode = "rivals"
    rounds: Annotated[int, Field(ge=1, le=3)] = 2


def _finish(s: State, ctx: Ctx) -> State:
    ctx.reveal()
    s = s.with_stack(())
    for seat, column in enumerate(s.lucky):
        ctx.emit("reveal", seat=seat, column=column)
    how = GAME.outcome(s)
    assert how is not None
    ctx.emit("over", winners=list(how.winners), reason=how.reason)
    return s


class Toy(kernel.Game[State, Options]):
    name = "toy"
    version = 1
    seat_range = (2, 4)
    options = Options
    codec = TypeAdapter(State)

    def setup(self, seats: int, options: Options, ctx: Ctx) -> State:
        lucky = tuple(ctx.rng.below(SIDE) for _ in range(seats))
        cells, deck = (None,) * SIDE**2, tuple(range(1, CARDS + 1))
        hands = ((),) * seats
        return State((NextRound(),), options.mode, options.rounds, 0, cells, hands, deck, (), lucky)

    def view(self, s: State, seat: Seat | None) -> State:
        if not s.stack:
            return s
        hands = tuple(h if k == seat else (0,) * len(h) for k, h in enumerate(s.hands))
        lucky = tuple(
            n if k == seat or (seat, k) in s.seen else None for k, n in enumerate(s.lucky)
        )
        stack, deck = self.seen_stack(s, seat), (0,) * len(s.deck)
        return replace(s, stack=stack, hands=hands, deck=deck, lucky=lucky)

    def resample(self, s: State, seat: Seat | None, ctx: Ctx) -> State:
        if not s.stack:
            return s
        others = [k for k in range(len(s.hands)) if k != seat]
        unknown = list(ctx.rng.shuffled([*s.deck, *(c for k in others for c in s.hands[k])]))
        hands, lucky, bids = s.hands, s.lucky, {}
        for k in others:
            hand = tuple(sorted(unknown.pop() for _ in hands[k]))
            hands = _set(hands, k, hand)
            if hand:
                bids[k] = hand[ctx.rng.below(len(hand))]
            if (seat, k) not in s.seen:
                lucky = _set(lucky, k, ctx.rng.below(SIDE))
        top = s.stack[-1]
        if isinstance(top, Bid):
            made = (b if b is None else bids.get(k, b) for k, b in enumerate(top.bids))
            top = Bid(tuple(made))
        deck = tuple(sorted(unknown))
        return replace(s, stack=(*s.stack[:-1], top), hands=hands, deck=deck, lucky=lucky)

    def outcome(self, s: State) -> Outcome | None:
        if s.stack:
            return None
        burning = [s.cells.count(seat) for seat in range(len(s.hands))]
        if s.mode == "together":
            enough = sum(burning) >= 2 * s.rounds * len(s.hands)
            scores = (sum(burning),) * len(burning)
            if enough:
                return Outcome(tuple(range(len(burning))), scores, "bright")
            return Outcome((), scores, "dark")
        for cell, owner in enumerate(s.cells):
            if owner is not None and cell % SIDE == s.lucky[owner]:
                burning[owner] += 1
        there = s.there()
        most = max(burning[seat] for seat in there)
        winners = tuple(seat for seat in there if burning[seat] == most)
        return Outcome(winners, tuple(burning), "last" if len(there) == 1 else "most")

    def leave(self, s: State, seat: Seat, ctx: Ctx) -> State | None:
        """Rivals: out, the hand goes back into the deck, the lanterns stay. Together: it waits."""
        if s.mode == "together":
            return None
        if seat in s.out:
            raise IllegalMove(Reason("toy-refused-left"))
        ctx.emit("leave", seat=seat)
        deck, hands = tuple(sorted(s.deck + s.hands[seat])), _set(s.hands, seat, ())
        stack = tuple(
            Turns(tuple(k for k in frame.order if k != seat)) if isinstance(frame, Turns) else frame
            for frame in s.stack
            if not (isinstance(frame, Turn | React) and frame.seat == seat)
        )
        s = replace(s, stack=stack, deck=deck, hands=hands, out=(*s.out, seat))
        return _finish(s, ctx) if len(s.there()) == 1 else s

    def round(self, s: State) -> int:
        return s.round

    def explain(self, s: State, seat: Seat, move: Move) -> Reason | None:
        cards = {"put": move.args[:1], "bid": move.args, "play": move.args}.get(move.op, ())
        for card in cards:
            if card not in map(str, s.hands[seat]):
                mine = ", ".join(map(str, s.hands[seat]))
                return Reason("toy-refused-card", {"card": card, "cards": mine})
        return None


GAME = Toy()
