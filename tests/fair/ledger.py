"""Who knows what of a table: kept by itself, from the acts and the rules alone.

What is everybody's is settled: a post has told it, or it can no longer be taken back freely. What
is one seat's is known to whoever held the seat when it was told, and to whoever takes the seat over
lawfully. Own steps are known to their maker at once. Nobody is ever made to forget.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules import game as game_of
from rules.kernel import AnyGame, Ctx, Event, Move, Outcome, Prompt, Rng, Seat


class Fault(AssertionError):
    """The bot and the ledger do not agree; the message says in what."""


@dataclass(slots=True, eq=False)
class Rec:
    """One entry of the log."""

    n: int
    kind: str
    seat: Seat | None
    move: str
    events: tuple[Event, ...]
    names: tuple[str, ...]
    """Of the seats, when it was written."""
    state: Any = None
    """After it, where it made a ply."""
    draws: int = 0
    """Standing draws after it."""
    last: bool = False
    """Nothing before its end can be taken back freely: a draw, a secret, an answer unseen."""
    open: bool = False
    """Its move can be read at the table."""
    unseen: bool = False
    """It answers a question put to several."""
    shut: bool = False
    """Another seat has acted since."""
    once: bool = False
    """A draw or a secret once lay after it, or in it."""
    told: bool = False
    """By a post."""
    settled: bool = False
    shadow: bool = False
    """A step that the twin table makes otherwise."""


@dataclass(slots=True)
class Known:
    """What one person, or everybody, has come to know: events as (n, place among them), moves."""

    events: set[tuple[int, int]] = field(default_factory=set)
    moves: set[int] = field(default_factory=set)


class Ledger:
    """The table as its own bookkeeping has it."""

    def __init__(self, game: str, users: Sequence[int | None], names: Sequence[str]) -> None:
        self.rules: AnyGame = game_of(game)
        self.holders: list[int | None] = list(users)
        self.names = list(names)
        self.recs: list[Rec] = []
        self.standing: list[Rec] = []
        self.all = Known()
        self.of: dict[int, Known] = {}
        self.key = b""
        self.start: Any = None
        self.first_draws = 0
        self.question: list[object] = [None] * len(self.holders)
        """By seat: what is asked of it; another object when it is asked anew; None: not asked."""

    # The position.

    @property
    def state(self) -> Any:
        return self.standing[-1].state if self.standing else self.start

    @property
    def draws(self) -> int:
        return self.standing[-1].draws if self.standing else self.first_draws

    @property
    def over(self) -> Outcome | None:
        return self.rules.outcome(self.state)

    @property
    def prompt(self) -> Prompt | None:
        return None if self.over else self.rules.prompt(self.state)

    @property
    def asked(self) -> tuple[Seat, ...]:
        return self.prompt.seats if self.prompt else ()

    def before(self, ply: int) -> Any:
        """The position at a standing ply."""
        return self.standing[ply - 1].state if ply else self.start

    def hidden(self) -> tuple[int, int]:
        """How many of the latest plies are not everybody's, at least and at most: what was seen by
        all because a draw had closed it, and lies open again since the draw was taken back, may be
        hidden or not."""
        least = most = 0
        for rec in reversed(self.standing):
            if rec.told or rec.shut or rec.last:
                break
            most += 1
            if not rec.settled:
                least = most
        return least, most

    def seen(self, seat: Seat | None) -> list[Any]:
        """The positions that may lie open to a seat (None: to the channel)."""
        least, most = self.hidden()
        if most and self.standing[-1].seat == seat:
            return [self.state]
        ply = len(self.standing)
        return [self.before(ply - count) for count in range(least, most + 1)]

    def chance(self) -> Ctx:
        """Luck as it must be: the k-th draw that stands is always the same, whatever came before
        it and was taken back."""
        return Ctx(Rng(self.key + self.draws.to_bytes(8)))

    # Knowledge.

    def known(self, user: int) -> Known:
        return self.of.setdefault(user, Known())

    def knows(self, user: int | None, rec: Rec, k: int) -> bool:
        """Whether somebody (None: the channel) may know the event ``k`` of an entry."""
        at = (rec.n, k)
        return at in self.all.events or (user is not None and at in self.known(user).events)

    def reads(self, user: int | None, rec: Rec) -> bool:
        """Whether somebody may read the move of an entry."""
        return rec.n in self.all.moves or (user is not None and rec.n in self.known(user).moves)

    def knows_shadow(self, user: int) -> bool:
        mine = self.known(user).moves
        return any(rec.shadow and rec.n in mine for rec in self.recs)

    def insiders(self, rec: Rec) -> list[int]:
        return [user for user, known in self.of.items() if rec.n in known.moves]

    def unknown(self, user: int | None) -> Iterator[tuple[Rec, Event]]:
        for rec in self.recs:
            for k, event in enumerate(rec.events):
                if not self.knows(user, rec, k):
                    yield rec, event

    def _tell(self, user: int | None, seat: Seat, rec: Rec) -> None:
        """One seat's share of an entry to whoever sits there."""
        if user is None:
            return
        known = self.known(user)
        known.events |= {(rec.n, k) for k, e in enumerate(rec.events) if e.to and seat in e.to}
        if rec.seat == seat and rec.kind in ("move", "leave"):
            known.moves.add(rec.n)
            known.events |= {(rec.n, k) for k, e in enumerate(rec.events) if e.to is None}

    def settle(self, recs: Sequence[Rec]) -> None:
        """Let everybody know of entries, and each seat what was told to it in them."""
        for rec in recs:
            if rec.settled:
                continue
            rec.settled = True
            self.all.events |= {(rec.n, k) for k, e in enumerate(rec.events) if e.to is None}
            if rec.open or rec.kind != "move":
                self.all.moves.add(rec.n)
            for seat, user in enumerate(self.holders):
                self._tell(user, seat, rec)

    def take(self, seat: Seat, user: int, name: str) -> None:
        """Somebody comes to a seat that was handed to him or waited: its secrets are his now."""
        self.holders[seat], self.names[seat] = user, name
        for rec in self.recs:
            if rec.settled or rec.seat == seat:
                self._tell(user, seat, rec)
        self.renew(seat)

    def vacate(self, seat: Seat) -> None:
        self.holders[seat] = None
        self.renew(seat)

    def renew(self, *seats: Seat) -> None:
        """What is asked of these seats is asked anew."""
        for seat in seats:
            self.question[seat] = object() if seat in self.asked else None

    # What happens.

    def _rec(self, n: int, kind: str, seat: Seat | None, move: str, events: Any) -> Rec:
        rec = Rec(n, kind, seat, move, tuple(events), tuple(self.names))
        self.recs.append(rec)
        return rec

    def begin(self, key: bytes, options: Any, n: int) -> Rec:
        """The set-up, from the key."""
        self.key = key
        ctx = self.chance_at(0)
        state = self.rules.setup(len(self.holders), options, ctx)
        self.start = self.rules.settle(state, ctx)
        self.first_draws = int(ctx.rng.used)
        rec = self._rec(n, "start", None, "", ctx.events)
        self.settle([rec])
        self.renew(*range(len(self.holders)))
        return rec

    def chance_at(self, draws: int) -> Ctx:
        return Ctx(Rng(self.key + draws.to_bytes(8)))

    def word(self, n: int, kind: str, seat: Seat | None, move: str, events: Any) -> Rec:
        """An entry that makes no ply: it is everybody's at once."""
        rec = self._rec(n, kind, seat, move, events)
        self.settle([rec])
        return rec

    def move(self, n: int, seat: Seat, move: Move, shadow: bool = False) -> Rec:
        """One legal step; whether it may be taken back, and who comes to know of it when."""
        before, was = self.state, self.prompt
        assert was is not None
        ctx = self.chance()
        state = self.rules.apply(before, seat, move, ctx)
        rec = self._ply(n, "move", seat, str(move), state, ctx, was, shadow)
        top = self.standing[-2] if len(self.standing) > 1 else None
        several = len(was.seats) > 1
        left = top is not None and top.unseen and was.op == top.move.split(":")[0]
        rec.unseen = several or (left and top is not None and self._left_over(top, was))
        rec.open = not rec.unseen and move.op not in self.rules.secret_ops
        for other in self.standing:
            other.shut = other.shut or other.seat != seat
        self.settle([one for one in self.standing if one.shut])
        if self._closes(rec, ctx, several):
            self._close()
        self._ask_after(rec, was)
        if self.over or any(e.kind == "turn" for e in rec.events) or self._others(seat, was):
            for one in self.standing:
                one.told = True
            self.settle(self.standing)
        return rec

    def _left_over(self, top: Rec, was: Prompt) -> bool:
        """Whether a question to one seat is what is left of one to several."""
        at = self.standing.index(top)
        earlier = self.rules.prompt(self.before(at))
        return earlier is not None and earlier.op == was.op and set(was.seats) < set(earlier.seats)

    def leave(self, n: int, seat: Seat, state: Any, ctx: Ctx) -> Rec:
        """A seat is out; nobody takes that back freely."""
        was = self.prompt
        rec = self._ply(n, "leave", seat, "out", state, ctx, was, False)
        rec.last = rec.told = True
        self._close()
        self._ask_after(rec, was)
        return rec

    def _ply(
        self, n: int, kind: str, seat: Seat, move: str, state: Any, ctx: Ctx,
        was: Prompt | None, shadow: bool,
    ) -> Rec:  # fmt: skip
        draws = self.draws + ctx.rng.used
        rec = self._rec(n, kind, seat, move, ctx.events)
        rec.state, rec.draws, rec.shadow = state, draws, shadow
        self.standing.append(rec)
        self._tell(self.holders[seat], seat, rec)
        return rec

    def _closes(self, rec: Rec, ctx: Ctx, several: bool) -> bool:
        now = self.rules.prompt(rec.state)
        many = now is not None and len(now.seats) > 1
        rec.last = ctx.rng.used or ctx.revealed or several or many
        return rec.last

    def _close(self) -> None:
        for rec in self.standing:
            rec.once = True
        self.settle(self.standing)

    def _ask_after(self, rec: Rec, was: Prompt | None) -> None:
        """Who is asked the same as before keeps his question; all others get theirs anew."""
        now = self.prompt
        for seat in range(len(self.holders)):
            same = was and now and was.op == now.op and seat != rec.seat
            if not (same and seat in was.seats and seat in now.seats):  # type: ignore[union-attr]
                self.renew(seat)

    def _others(self, seat: Seat, was: Prompt) -> bool:
        """Whether another seat is asked anew: that makes a post."""
        now = self.prompt
        if now is None:
            return False
        old = was.seats if was.op == now.op else ()
        return any(one != seat and one not in old for one in now.seats)

    def undo(self, n: int, seat: Seat | None, ply: int, events: Any) -> Rec:
        """Back to an earlier ply. What was settled stays known; what was not never will be."""
        rec = self.word(n, "undo", seat, str(ply), events)
        del self.standing[ply:]
        self.renew(*range(len(self.holders)))
        return rec
