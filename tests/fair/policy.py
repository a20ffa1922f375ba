"""What people do at a table, drawn by chance: mostly what they may, now and then what they may not.

A *look* is a few steps that a seat makes and takes back before anything tells them; the twin table
makes others in their place.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from data.sheet import Sheet
from rules.kernel import Ctx, Move, Rng, Seat
from tests.fair.ledger import Ledger
from tests.fair.referee import Act, Referee
from tests.kit.playouts import pick, rare

NAMES = {
    101: "Aldo", 102: "Bryn", 103: "Cato", 104: "Dora", 105: "Egon", 106: "Fenja", 107: "Gulda",
    108: "Hilke", 109: "Ivo",
}  # fmt: skip
SITTERS, SPARE = (101, 102, 103, 104), (105, 106, 107)
MANAGER, STRANGER = 108, 109
TRIED = (
    "move", "undo", "ask", "agree", "decline", "overrule", "resign", "hand", "unseat",
    "back_again", "join", "leave_lobby", "start",
)  # fmt: skip
WHY = ("a slip", "too slow", " ")


@dataclass(slots=True)
class Look:
    """Steps that will be taken back: here and in the twin."""

    seat: Seat
    base: int
    """The ply they begin at."""
    pairs: list[tuple[str, str]]
    turned: bool = False
    """They are being taken back."""


class Policy:
    """Chooses the next act."""

    def __init__(
        self, chance: Random, ledger: Ledger, referee: Referee, lookers: frozenset[Seat]
    ) -> None:
        self.chance, self.ledger, self.referee, self.lookers = chance, ledger, referee, lookers
        self.look: Look | None = None
        self.again: dict[Any, Move] = {}
        self.seldom = rare(ledger.rules)

    def next(self, sheet: Sheet) -> tuple[Act, bool]:
        """The next act, and whether its steps are a look's."""
        if self.referee.held:
            return Act(self.chance.choice(("settle", "restart", "settle", "anew"))), False
        look = self.look
        if look is not None and len(self.ledger.standing) < look.base:
            look = self.look = None
        if look is not None and self.chance.random() < 0.65:
            act = self._look_on(look, sheet)
            if act is not None:
                return act, act.what == "move"
        for _ in range(40):
            act = self._any(sheet)
            if act is not None and self._fits(act, sheet):
                return act, bool(act.other)
        return Act("anew"), False

    def _fits(self, act: Act, sheet: Sheet) -> bool:
        """While a look is out its steps must not become everybody's."""
        if self.look is None or act.other:
            return True
        if act.what == "move":
            return self.referee.seat_of(act.user) != self.look.seat
        if act.what == "resign":
            seat = self.referee.seat_of(act.user)
            return seat is None or self.referee.waits(sheet.match, seat)  # type: ignore[arg-type]
        return True

    # A look.

    def _look_on(self, look: Look, sheet: Sheet) -> Act | None:
        done = len(self.ledger.standing) - look.base
        user = self.ledger.holders[look.seat]
        if user is None:
            return self._fill()
        if not look.turned and done < len(look.pairs):
            count = 2 if self.chance.random() < 0.2 else 1
            some = look.pairs[done : done + count]
            here, there = tuple(a for a, _ in some), tuple(b for _, b in some)
            return Act("move", user, to=sheet.holders[look.seat].asked, moves=here, other=there)
        look.turned = True
        if not done:
            self.look = None
            return None
        return Act("undo", user, to=self.chance.choice((1, done)))

    def _plan(self, sheet: Sheet) -> Act | None:
        asked = self.ledger.asked
        if len(asked) != 1 or asked[0] not in self.lookers or self.look is not None:
            return None
        seat, state = asked[0], (self.ledger.state, self.ledger.state)
        pairs: list[tuple[str, str]] = []
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            here = self._quiet(state[0], seat)
            there = self._quiet(state[1], seat, "" if pairs or here is None else str(here[0]))
            if here is None or there is None:
                break
            pairs.append((str(here[0]), str(there[0])))
            state = here[1], there[1]
        if not pairs or self.ledger.holders[seat] is None:
            return None
        self.look = Look(seat, len(self.ledger.standing), pairs)
        return self._look_on(self.look, sheet)

    def _quiet(self, state: Any, seat: Seat, but: str = "") -> tuple[Move, Any] | None:
        """A step after which the same seat goes on, that draws, teaches and tells nothing."""
        rules = self.ledger.rules
        moves = [move for move in rules.moves(state, seat) if str(move) != but]
        for _ in range(6 if moves else 0):
            move, ctx = pick(moves, self.chance, self.seldom), Ctx(Rng(b"quiet"))
            after = rules.apply(state, seat, move, ctx)
            prompt = rules.prompt(after)
            loud = ctx.rng.used or ctx.revealed or any(e.kind == "turn" for e in ctx.events)
            if not loud and prompt and prompt.seats == (seat,) and not rules.outcome(after):
                return move, after
        return None

    # The rest.

    def _any(self, sheet: Sheet) -> Act | None:
        holders, chance = self.ledger.holders, self.chance
        if self.referee.request is not None and chance.random() < 0.6:
            return self._answer()
        if None in holders and chance.random() < 0.4:
            return self._fill()
        kinds = {
            self._move: 50, self._plan: 14, self._free: 8, self._request: 6, self._manager: 4,
            self._people: 5, self._wild: 22, self._bot: 5,
        }  # fmt: skip
        return chance.choices(list(kinds), list(kinds.values()))[0](sheet)

    def _move(self, sheet: Sheet) -> Act | None:
        """A legal move; one that was taken back comes again half the time."""
        seats = [seat for seat in self.ledger.asked if self.ledger.holders[seat] is not None]
        if not seats:
            return None
        rules, state, seat = self.ledger.rules, self.ledger.state, self.chance.choice(seats)
        moves = list(rules.moves(state, seat))
        once = self.again.get((state, seat))
        here = pick(moves, self.chance, self.seldom)
        if once is not None and self.chance.random() < 0.5:
            here = once
        given = [str(here)]
        if self.chance.random() < 0.15:
            ctx = self.ledger.chance()
            after = rules.apply(state, seat, here, ctx)
            more = () if rules.outcome(after) else list(rules.moves(after, seat))
            if more:  # allowed only where the first draws nothing: the referee knows
                given.append(str(pick(more, self.chance, self.seldom)))
        number = self.chance.choice((0, sheet.holders[seat].asked))
        if self.chance.random() < 0.08:  # an old button, whose question may be past
            number = self.chance.choice([n for k, n in self.referee.numbers if k == seat])
        return Act("move", self.ledger.holders[seat] or 0, to=number, moves=tuple(given))

    def _free(self, sheet: Sheet) -> Act | None:
        for seat, user in enumerate(self.ledger.holders):
            count = self.referee.free(seat)[1]
            if count and user:
                return Act("undo", user, to=self.chance.randint(1, count))
        return None

    def _ply(self) -> int:
        """A ply to go back to, mostly a near one."""
        ply = len(self.ledger.standing)
        return max(0, ply - self.chance.choice((1, 1, 2, 2, 3, 4, 6, 9)))

    def _request(self, sheet: Sheet) -> Act | None:
        here = [user for user in self.ledger.holders if user is not None]
        return Act("ask", self.chance.choice(here), to=self._ply()) if here else None

    def _answer(self) -> Act | None:
        one, holders = self.referee.request, self.ledger.holders
        assert one is not None
        asked = sorted(k for k in one.needs if holders[k] is not None)
        if asked and self.chance.random() < 0.8:
            what = "agree" if self.chance.random() < 0.85 else "decline"
            return Act(what, holders[self.chance.choice(asked)] or 0)
        return Act("decline", holders[one.seat] or 0)

    def _manager(self, sheet: Sheet) -> Act | None:
        free = sorted(u for u in self.referee.managers if not self.referee.ever(u))
        if not free or self.chance.random() < 0.2:  # one who plays tries it too
            free = sorted(self.referee.managers)
        user, why = self.chance.choice(free), self.chance.choice(WHY)
        if self.chance.random() < 0.6:
            return Act("overrule", user, to=self._ply(), why=why)
        return Act("unseat", user, self.chance.randrange(len(self.ledger.holders)), why=why)

    def _people(self, sheet: Sheet) -> Act | None:
        seat = self.chance.randrange(len(self.ledger.holders))
        user = self.ledger.holders[seat]
        if user is None:
            return self._fill()
        if self.chance.random() < 0.12:
            return Act("resign", user)
        if self.chance.random() < 0.25:  # others would like to do it for him
            user = self.chance.choice((self.referee.host, *sorted(self.referee.managers)))
        return Act("hand", user, seat, self.chance.choice(self._anybody()), why="no time")

    def _fill(self) -> Act | None:
        """Somebody for a seat that waits."""
        waits = [k for k, user in enumerate(self.ledger.holders) if user is None]
        if not waits:
            return None
        seat = self.chance.choice(waits)
        sat = [one.user for one in self.referee.tenures if one.seat == seat]
        if self.chance.random() < 0.4:  # mostly the last, but whoever sat there may try
            return Act("back_again", self.chance.choice((sat[-1], self.chance.choice(sat))))
        by = self.chance.choice((self.referee.host, MANAGER))
        return Act("hand", by, seat, self.chance.choice(self._anybody()))

    def _bot(self, sheet: Sheet) -> Act | None:
        what = self.chance.choice(("gone", "gone", "restart", "anew", "hold"))
        seat = self.chance.randrange(len(self.ledger.holders))
        if what == "gone" and seat not in self.referee.here():
            return None
        return Act(what, seat=seat if what == "gone" else -1)

    @staticmethod
    def _anybody() -> list[int]:
        return sorted(NAMES)

    def _wild(self, sheet: Sheet) -> Act | None:
        """Anything by anybody."""
        chance, what = self.chance, self.chance.choice(TRIED)
        user, seat = chance.choice(self._anybody()), chance.randrange(len(self.ledger.holders))
        match what:
            case "move":
                asked = self.ledger.asked or (seat,)
                seat = chance.choice(asked)
                moves = list(self.ledger.rules.moves(self.ledger.state, seat))
                old = [n for k, n in self.referee.numbers if k == self.referee.seat_of(user)]
                number = chance.choice(old) if old and chance.random() < 0.5 else 0
                if not moves:
                    return None
                return Act(what, user, to=number, moves=(str(chance.choice(moves)),))
            case "undo":
                return Act(what, user, to=chance.randint(0, 4))
            case "ask" | "overrule":
                why = chance.choice(WHY) if what == "overrule" else ""
                return Act(what, user, to=self._ply(), why=why)
            case "hand":
                return Act(what, user, seat, chance.choice(self._anybody()))
            case "unseat":
                return Act(what, user, seat, why=chance.choice(WHY))
        return Act(what, user)

    def fell(self, ply: int) -> None:
        """These moves are going to be taken back: some will be made again."""
        for k, rec in enumerate(self.ledger.standing[ply:], ply):
            if rec.kind == "move" and not rec.shadow and rec.seat is not None:
                self.again[self.ledger.before(k), rec.seat] = Move.parse(rec.move)
