"""A turn: swaps, then cards and prayers, then walking; the free action and the sending away of
Gargoyles anywhere in between; then the played cards are discarded and the hand is filled."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from rules.kernel import Ctx, Move, Seat
from rules.sator import notation, prayers
from rules.sator.asked import Asked, ask
from rules.sator.board import bits
from rules.sator.cards import Pick, playable, usable
from rules.sator.changes import Changes, changes
from rules.sator.ending import complete, finish
from rules.sator.facts import BANISH_CARDS, CARDS, DECK, FIRST_PRAYER, KIND_INDEX, KINDS, MIHI
from rules.sator.hand import Draw, decks_to_draw, drawn_up, dropping, laid, swaps
from rules.sator.state import IDLE, Table, less, put, start_of_turn
from rules.sator.steps import go, named, rests, walk_of
from rules.sator.walk import Walk, Way

WALK, STEP, JOINED = ("walk",), ("free", "step"), ("free", "walk")
STALEMATE = 2
"""Rounds of passes by all that end the match."""


def deal(s: Table, ctx: Ctx) -> Table:
    """All tiles lie there: cards are dealt, clockwise from the first player, who begins."""
    deck = ctx.rng.shuffled(DECK)
    hands: list[tuple[int, ...]] = [()] * s.seats
    dealt = 0
    for k, count in enumerate(CARDS.deal[s.seats]):
        seat = (s.rules.first + k) % s.seats
        if seat in s.out:
            continue
        hands[seat] = tuple(sorted(deck[dealt : dealt + count]))
        dealt += count
        ctx.emit("deal", seat=seat, cards=count)
        ctx.emit("hand", to=(seat,), seat=seat, cards=[KINDS[card] for card in hands[seat]])
    cards = s.cards.but(deck=tuple(sorted(deck[dealt:])), hands=tuple(hands))
    s = s.but(cards=cards, round=1)
    first = s.rules.first
    if first in s.out:
        first, _ = following(s, first)
    return begin(s, first, ctx)


def begin(s: Table, seat: Seat, ctx: Ctx) -> Table:
    """The turn of a seat begins."""
    ctx.emit("turn", seat=seat, round=s.round)
    return s.but(stack=(Turn(seat),), now=start_of_turn(s.board))


def following(s: Table, seat: Seat) -> tuple[Seat, bool]:
    """The next seat clockwise that is still there, and whether the round ends before its turn."""
    first, seats = s.rules.first, s.seats
    after = (seat + 1) % seats
    while after in s.out:
        after = (after + 1) % seats
    return after, (after - first) % seats <= (seat - first) % seats


def pass_on(s: Table, seat: Seat, ctx: Ctx) -> Table:
    """The turn is over: the next seat's, or the end of the match."""
    if s.passes >= STALEMATE * len(s.there()):
        return finish(s, "stalemate", ctx)
    return next_turn(s, seat, ctx)


def next_turn(s: Table, seat: Seat, ctx: Ctx) -> Table:
    """The turn of the seat after this one; at the end of a round the match may end."""
    after, ends_round = following(s, seat)
    if ends_round:
        if complete(s):
            return finish(s, "books", ctx)
        if s.round >= s.rules.round_limit:
            return finish(s, "rounds", ctx)
        s = s.but(round=s.round + 1)
    return begin(s, after, ctx)


def is_pass(s: Table) -> bool:
    """Whether nothing was done in this turn so far: no card played, no free action. Without a card
    nobody walks."""
    return not s.now.played and s.now.free


@dataclass(frozen=True, slots=True)
class Turn(Asked):
    """What the seat does next. Everything asked within a turn lies on top of this."""

    op: Literal["turn"] = "turn"

    def answers(self, s: Table) -> Collection[Move]:
        """All that has a complete legal effect, and `end`; where there will be a choice of decks to
        draw from, also the end with nothing but movement cards."""
        now, hand = s.now, s.cards.hands[self.seat]
        found: list[Move] = []
        may = changes(s)
        if not now.walked:
            if not now.played:
                found += swaps(s, self.seat)
            found += self._plays(s, may, hand)
        if MIHI not in now.played and (now.points or now.free):
            found += self._steps(s)
        if now.free and usable(s, may, "free"):
            found.append(notation.FREE_TILE)
        if len(hand) >= BANISH_CARDS:
            named = notation.squares(s.rules.size, "banish")
            found += [named[at] for at in s.gargoyles if at >= 0]
        found.append(notation.END)
        if len(decks_to_draw(s, self.seat)) > 1:
            found.append(notation.END_ALL)
        return found

    def _plays(self, s: Table, may: Changes, hand: tuple[int, ...]) -> list[Move]:
        found = []
        before = -1
        for card in hand:
            if card == before:
                continue
            before = card
            if card < FIRST_PRAYER:
                if playable(s, may, card):
                    found.append(notation.PLAY[card])
            elif s.round > 1:
                found += prayers.offers(s, self.seat, may, card)
        return found

    def _steps(self, s: Table) -> list[Move]:
        """The moves of `walks`."""
        size, points, free = s.rules.size, s.now.points, s.now.free
        walk = walk_of(s, self.seat, points + free)
        if walk.collects:
            return [move for move, *_ in self.walks(s)[1]]
        allowed, squares = rests(s, self.seat), notation.squares
        found = []
        if points:
            named = squares(size, *WALK)
            found += [named[square] for square in bits(walk.reach(1, points) & allowed)]
        if free:
            named = squares(size, *STEP)
            found += [named[square] for square in bits(walk.reach(1, 1) & allowed)]
            if points:
                named, last = squares(size, *JOINED), points + 1
                found += [named[square] for square in bits(walk.reach(last, last) & allowed)]
        return found

    def walks(self, s: Table) -> tuple[Walk, list[tuple[Move, Way, str]]]:
        """What the own Acolyte can do now by walking, by the free step alone, and by a walk made
        one square longer by it."""
        seat, points, free = self.seat, s.now.points, s.now.free
        walk = walk_of(s, seat, points + free)
        allowed = rests(s, seat)
        found = []
        if points:
            ways = walk.ways(allowed, 1, points)
            found += [(move, way, "points") for move, way in named(s, seat, walk, ways, *WALK)]
        if free:
            ways = walk.ways(allowed, 1, 1)
            found += [(move, way, "step") for move, way in named(s, seat, walk, ways, *STEP)]
        if free and points:
            ways = walk.ways(allowed, points + 1)
            joined = named(s, seat, walk, ways, *JOINED)
            found += [(move, way, "joined") for move, way in joined]
        return walk, found

    def take(self, s: Table, seat: Seat, move: Move, ctx: Ctx) -> Table:
        """Begin it; what is asked next lies on top."""
        op = move.op
        if op == "end":
            s = self._end(s, ctx)
            return drawn_up(s, seat, ctx) if move == notation.END_ALL else s
        if op in ("play", "pray"):
            return self._play(s, move, ctx)
        s = s.push(self)
        if op in ("swap", "search"):
            cause: Literal["swap", "search"] = "swap" if op == "swap" else "search"
            deck: Literal["m", "p"] = "m" if move.args[0] == "m" else "p"
            return dropping(s, seat, cause, deck)
        if op == "banish":
            return dropping(s, seat, "banish", square=s.grid.index[move.args[0]])
        if move == notation.FREE_TILE:
            return ask(s, Pick(seat, "free"), ctx)
        return self._walk(s, move, ctx)

    def _play(self, s: Table, move: Move, ctx: Ctx) -> Table:
        """The card is laid down at once; a movement card is worth a movement point."""
        seat, now, cards = self.seat, s.now, s.cards
        card = KIND_INDEX[move.args[0]]
        ctx.emit(move.op, seat=seat, card=move.args[0])
        s = s.but(
            stack=(*s.stack, self),
            cards=cards.but(hands=put(cards.hands, seat, less(cards.hands[seat], card))),
            now=now.but(played=(*now.played, card), points=now.points + (move.op == "play")),
        )
        if move.op == "pray":
            return prayers.begin(s, seat, move, ctx)
        return ask(s, Pick(seat, move.args[0]), ctx)

    def _walk(self, s: Table, move: Move, ctx: Ctx) -> Table:
        now = s.now
        walk, ways = self.walks(s)
        way, by = next((way, by) for written, way, by in ways if written == move)
        if by == "points":
            now = now.but(points=now.points - way.steps, walked=True)
        elif by == "step":
            now = now.but(free=False)
        else:
            now = now.but(points=0, free=False, walked=True)
        s = go(s.but(now=now), self.seat, walk.path(way), by, ctx)
        # Cards may follow a free step: what they move shall not come back to this either.
        return prayers.said(s) if by == "step" and not s.over else s

    def _end(self, s: Table, ctx: Ctx) -> Table:
        """The cards played are discarded, and the hand is filled."""
        played = s.now.played
        ctx.emit("end", seat=self.seat, played=[KINDS[card] for card in played])
        passes = s.passes + 1 if is_pass(s) else 0
        s = laid(s, self.seat, played)
        return s.but(now=IDLE, passes=passes).push(Draw(self.seat))
