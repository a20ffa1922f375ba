"""Who may do what at a table, as the rules of the table say it (table.md 1, 5, 6): a naive referee
with a book of his own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rules.kernel import IllegalMove, Move, Seat, leave
from rules.kernel import Match as Table
from tests.fair.ledger import Ledger, Rec


class Act(NamedTuple):
    """Something that somebody does or tries to do."""

    what: str
    user: int = 0
    seat: Seat = -1
    """Whose seat it is about."""
    to: int = 0
    """The ply to go back to, how many steps, the number on a button, or the other person."""
    moves: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    """What the twin table does instead."""
    why: str = ""

    @property
    def told(self) -> str:
        """As it is printed."""
        parts = [f"{k}={v}" for k, v in self._asdict().items() if k != "what" and v not in (0, -1)]
        return f"{self.what} {' '.join(part for part in parts if not part.endswith(('=', '=()')))}"


@dataclass(slots=True)
class Tenure:
    """Somebody on a seat."""

    user: int
    seat: Seat
    end: str = ""
    """How it ended: handed, resigned, gone, unseated."""
    by: int = 0
    """The manager who took him off."""


@dataclass(slots=True)
class Asked:
    """A request to go back."""

    seat: Seat
    ply: int
    needs: set[Seat]
    given: set[Seat] = field(default_factory=set)


class Door:
    """The book of a lobby: who sits is free to leave, but the host, who alone starts."""

    def __init__(self, host: int, least: int, wanted: int) -> None:
        self.host, self.least, self.wanted, self.inside = host, least, wanted, [host]

    def allows(self, act: Act) -> bool:
        inside = act.user in self.inside
        match act.what:
            case "join":
                return not inside and len(self.inside) < self.wanted
            case "leave_lobby":
                return inside and act.user != self.host
            case "start":
                return act.user == self.host and len(self.inside) >= self.least
        return act.what in ("restart", "anew")

    def done(self, act: Act) -> None:
        if act.what == "join":
            self.inside.append(act.user)
        elif act.what == "leave_lobby":
            self.inside.remove(act.user)


class Referee:
    """The book of seats and requests of one table that has begun."""

    def __init__(self, ledger: Ledger, host: int, managers: frozenset[int]) -> None:
        self.ledger, self.host, self.managers = ledger, host, managers
        self.out: set[Seat] = set()
        self.tenures = [Tenure(u, k) for k, u in enumerate(ledger.holders) if u is not None]
        self.request: Asked | None = None
        self.held = False
        self.numbers: dict[tuple[Seat, int], object] = {}
        """Which question the number on a seat's buttons stands for."""

    # Persons.

    def seat_of(self, user: int) -> Seat | None:
        held = [k for k, one in enumerate(self.ledger.holders) if one == user]
        return held[0] if held else None

    def ever(self, user: int) -> set[Seat]:
        """The seats that somebody holds or has held."""
        return {one.seat for one in self.tenures if one.user == user}

    def last(self, seat: Seat) -> Tenure | None:
        held = [one for one in self.tenures if one.seat == seat]
        return held[-1] if held else None

    def here(self) -> set[Seat]:
        """The seats with a person who still plays."""
        holders = self.ledger.holders
        return {k for k, user in enumerate(holders) if user is not None and k not in self.out}

    # What is allowed.

    def allows(self, act: Act) -> bool | None:
        """Whether an act must be done (or refused); None: the rules leave it open."""
        if self.held:
            return act.what in ("settle", "restart", "anew")
        if self.ledger.over and act.what not in ("restart", "anew"):
            return False
        may: bool | None = getattr(self, f"_{act.what}")(act)
        return may

    def _restart(self, act: Act) -> bool:
        return True

    _anew = _hold = _restart

    def _settle(self, act: Act) -> bool:
        return True

    def _join(self, act: Act) -> bool:
        return False

    _leave_lobby = _start = _join

    def _move(self, act: Act) -> bool:
        """A seat that is asked gives a legal answer to the question it was shown. Of several steps
        only the last may draw or learn."""
        seat = self.seat_of(act.user)
        if seat is None or seat not in self.ledger.asked:
            return False
        now = self.ledger.question[seat]
        return (not act.to or self.numbers.get((seat, act.to)) is now) and self._legal(
            seat, act.moves
        )

    def _legal(self, seat: Seat, moves: tuple[str, ...]) -> bool:
        rules, state = self.ledger.rules, self.ledger.state
        for k, text in enumerate(moves):
            prompt = None if rules.outcome(state) else rules.prompt(state)
            if prompt is None or seat not in prompt.seats:
                return False
            if Move.parse(text) not in rules.moves(state, seat):
                return False
            ctx, several = self.ledger.chance(), len(prompt.seats) > 1
            state = rules.apply(state, seat, Move.parse(text), ctx)
            then = rules.prompt(state)
            several = several or (then is not None and len(then.seats) > 1)
            if k < len(moves) - 1 and (several or ctx.rng.used or ctx.revealed):
                return False
        return True

    def _undo(self, act: Act) -> bool | None:
        """(1) Own steps back to the floor, while no other seat has acted since."""
        seat = self.seat_of(act.user)
        if seat is None or not 0 < act.to <= self.free(seat)[1]:
            return False
        return True if act.to <= self.free(seat)[0] else None

    def free(self, seat: Seat) -> tuple[int, int]:
        """How many plies a seat may take back by itself, at least and at most: whether a draw that
        was itself taken back has closed what came before it for good is left open."""
        count = least = 0
        for rec in reversed(self.ledger.standing):
            if rec.kind != "move" or rec.seat != seat or rec.last or rec.shut or self.ledger.over:
                break
            count += 1
            if not rec.once and least == count - 1:
                least = count
        return least, count

    def falls(self, ply: int) -> list[Rec]:
        return self.ledger.standing[ply:]

    def _back(self, ply: int) -> bool:
        """There is something to take back, and no resignation in it."""
        fall = self.falls(ply) if ply >= 0 else []
        return bool(fall) and all(rec.kind == "move" for rec in fall)

    def needs(self, seat: Seat, ply: int) -> set[Seat]:
        """(2) Every seat that has acted since, everybody where a draw or a secret lies between;
        and everybody where nobody who is here has."""
        here, fall = self.here() - {seat}, self.falls(ply)
        acted = {rec.seat for rec in fall if rec.seat is not None} & here
        return here if any(rec.last for rec in fall) or not acted else acted

    def _ask(self, act: Act) -> bool | None:
        """Nobody is called twice for the same."""
        seat = self.seat_of(act.user)
        if seat is None or seat in self.out:
            return False
        if not self._back(act.to) or not self.needs(seat, act.to):
            return False
        old = self.request
        if old is None or (old.seat, old.ply) != (seat, act.to):
            return True
        return not self.pending()  # who is still waited for?

    def _agree(self, act: Act) -> bool:
        seat, one = self.seat_of(act.user), self.request
        if one is None or seat not in one.needs:
            return False
        return seat not in one.given or not self.pending()

    def _decline(self, act: Act) -> bool:
        seat, one = self.seat_of(act.user), self.request
        return one is not None and seat in one.needs | {one.seat}

    def _overrule(self, act: Act) -> bool:
        """(3) A manager who does not play and never did, with a reason."""
        may = act.user in self.managers and not self.ever(act.user)
        return may and bool(act.why.strip()) and self._back(act.to)

    def _resign(self, act: Act) -> bool:
        seat = self.seat_of(act.user)
        return seat is not None and seat not in self.out

    def waits(self, match: Table, seat: Seat) -> bool:
        """Whether a seat that is resigned waits for another person."""
        try:
            return leave(self.ledger.rules, match, seat) is None
        except IllegalMove:
            return False

    def _hand(self, act: Act) -> bool:
        """Only the holder hands over a seat that is held; host and managers fill one that waits.
        Nobody sits where he has held another seat."""
        if act.seat in self.out or self.seat_of(act.to) is not None:
            return False
        if self.ever(act.to) - {act.seat}:
            return False
        holder = self.ledger.holders[act.seat]
        if holder is None:
            last = self.last(act.seat)
            if last is not None and last.by == act.to:  # who took a holder off does not sit there
                return False
            return act.user == self.host or act.user in self.managers
        return holder == act.user

    def _unseat(self, act: Act) -> bool:
        """A manager who does not play takes a holder off his seat, with a reason."""
        if act.user not in self.managers or self.ever(act.user) or not act.why.strip():
            return False
        return act.seat not in self.out and self.ledger.holders[act.seat] is not None

    def _back_again(self, act: Act) -> bool:
        """Who left or was taken off may come back until somebody sits there."""
        return self.waiting(act.user) is not None

    def waiting(self, user: int) -> Seat | None:
        for seat, holder in enumerate(self.ledger.holders):
            last = self.last(seat)
            if holder is None and last is not None and last.user == user:
                return seat if last.end in ("gone", "unseated") else None
        return None

    def _gone(self, act: Act) -> bool:
        return self.ledger.holders[act.seat] is not None

    # What comes of it.

    def vacate(self, seat: Seat, how: str, by: int = 0) -> None:
        last = self.last(seat)
        assert last is not None
        last.end, last.by = how, by
        self.ledger.vacate(seat)

    def take(self, seat: Seat, user: int, name: str) -> None:
        """Somebody sits down; where it was the host's seat he is the host from now on."""
        last = self.last(seat)
        if last is not None and last.user == self.host:
            self.host = user
        self.tenures.append(Tenure(user, seat))
        self.ledger.take(seat, user, name)

    def changed(self, seat: Seat) -> None:
        """A request that stands goes on: an empty seat is not waited for, a new holder is asked."""
        one = self.request
        if one is not None:
            one.given -= {seat}
            if one.seat == seat:
                self.request = None

    def pending(self) -> set[Seat]:
        """The seats that a request waits for: with somebody on them who has not agreed."""
        one = self.request
        return (one.needs & self.here()) - one.given if one is not None else set()
