"""A seat resigns: what becomes of its pieces, of the cards, and of whatever was pending."""

from __future__ import annotations

from rules.kernel import Ctx, IllegalMove, Reason, Seat
from rules.sator.asked import Asked, ask
from rules.sator.cards import Again, Effect, Pick, stands
from rules.sator.ending import finish
from rules.sator.facts import FIRST_PRAYER, is_prayer
from rules.sator.hand import Draw, Drop, laid
from rules.sator.lifting import Lift, LiftPlace, LiftTurn
from rules.sator.placement import Lie, Luck, Place, Quarter
from rules.sator.prayers import Jump, Push, Set, Stride, said
from rules.sator.state import GONE, Board, Table, more, put
from rules.sator.turn import Turn, is_pass, pass_on


def leave(s: Table, seat: Seat, ctx: Ctx) -> Table:
    """The position after a seat resigned.

    While tiles are placed its own are placed at its turns by chance. Its Acolyte and Gargoyle
    leave the board, its books stay as books of another colour, its movement cards go to the
    discards, its prayers leave the match unseen. The last seat left wins.

    Raises:
        IllegalMove: it has resigned already.
    """
    if seat in s.out:
        raise IllegalMove(Reason("sator-refused-left"))
    ctx.emit("leave", seat=seat)
    mine = s.stack[-1].seat == seat
    s = s.but(passes=s.passes - _passes(s, seat))
    if s.round and mine:
        s = laid(s, seat, s.now.played)
        s = s.but(now=s.now.but(played=()))
    old, hand = s.cards, s.cards.hands[seat]
    s = s.but(
        out=(*s.out, seat),
        board=_without(s.board, seat),
        gargoyles=put(s.gargoyles, seat, -1),
        now=s.now.but(
            seen=tuple(_without(board, seat) for board in s.now.seen),
            rides=tuple(ride for ride in s.now.rides if ride.seat != seat),
        ),
        cards=old.but(
            hands=put(old.hands, seat, ()),
            discards=more(old.discards, *(card for card in hand if not is_prayer(card))),
            prayers=put(old.prayers, seat, more(old.prayers[seat], *filter(is_prayer, hand))),
        ),
    )
    if len(s.there()) == 1:
        return finish(s, "last", ctx)
    if not s.round:
        pending = isinstance(s.stack[-1], Luck | Quarter | Lie)
        return s.but(stack=(Place(seat),)) if mine and pending else s
    if mine:
        return pass_on(s.but(stack=()), seat, ctx)
    return _mended(s, ctx)


def _passes(s: Table, seat: Seat) -> int:
    """How many of the passes in a row no longer count. Those of this seat, since two rounds of
    passes are two by each of those who are still there; and all, when it has done something in the
    turn that it leaves."""
    there, k = s.there(), s.passes
    if not k:
        return 0
    if isinstance(s.stack[0], Turn) and s.stack[0].seat == seat and not is_pass(s):
        return k
    # The last of them: the turn that is being closed, or the one before.
    latest = there.index(s.stack[0].seat) - (not isinstance(s.stack[0], Draw))
    return sum(there[(latest - back) % len(there)] == seat for back in range(k))


def _without(board: Board, seat: Seat) -> Board:
    return board._replace(acolytes=put(board.acolytes, seat, GONE))


def _mended(s: Table, ctx: Ctx) -> Table:
    """What another seat had begun may have lost its object: then it is taken back; where a part of
    it was done, another tile may be chosen, or it is left at that."""
    top: Asked = s.stack[-1]
    if isinstance(top, Turn) or (isinstance(top, Drop) and top.cause != "banish"):
        return s
    if isinstance(top, Drop):
        return s if top.square in s.gargoyles else s.but(stack=s.stack[:-1])
    if not top.seats(s) or top.moves(s, top.seat):
        return s
    s = s.but(stack=s.stack[:-1])
    if isinstance(top, Again):
        return stands(s, top.use, top.tile)
    match top:
        case Pick(use="free") | Effect(use="free"):
            return s
        case Effect(use="mihi", began=True):
            return ask(s, Pick(top.seat, "mihi", top.left, True), ctx)
        case Push(moved=()) | Set() | Jump() | Stride() | Pick() | Effect():
            return _taken_back(s, top.seat)
        case Lift(first=-1) | LiftTurn(first=-1) | LiftPlace(first=-1):
            return _taken_back(s, top.seat)
        case LiftTurn(first=first) | LiftPlace(first=first):
            other = Lift(top.seat, "quin", first)
            if other.answers(s):
                return ask(s, other, ctx)
    return said(s)


def _taken_back(s: Table, seat: Seat) -> Table:
    """The card played last returns to the hand, as nothing came of it."""
    *played, card = s.now.played
    hands = put(s.cards.hands, seat, more(s.cards.hands[seat], card))
    points = s.now.points - (card < FIRST_PRAYER)
    return s.but(cards=s.cards.but(hands=hands), now=s.now.but(played=tuple(played), points=points))
