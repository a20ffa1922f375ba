"""The base of every frame that asks one seat, and the rule that nothing is asked that needs no
decision."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.kernel import Ctx, Frame, Move, Seat
from rules.sator.state import Table


@dataclass(frozen=True, slots=True)
class Asked(Frame[Table]):
    """A question to one seat."""

    seat: Seat

    def seats(self, s: Table) -> tuple[Seat, ...]:
        """The seat that is asked."""
        return (self.seat,)

    def answers(self, s: Table) -> Collection[Move]:
        """The legal answers. They do not depend on the stack."""
        raise NotImplementedError

    def moves(self, s: Table, seat: Seat) -> Collection[Move]:
        """The legal answers; those of the question before one are worked out once."""
        global _held
        held = _held
        if held[0] is self and held[1] is s:
            return held[2]
        found = self.answers(s)
        _held = (self, s, found)
        return found


_held: tuple[Asked | None, Table | None, Collection[Move]] = (None, None, ())


def ask(s: Table, frame: Asked, ctx: Ctx) -> Table:
    """Put this question; where it has only one answer, give that.

    Only for questions within what the seat has begun, so that nobody else learns anything.
    """
    global _held
    found = frame.answers(s)
    answers = iter(found)
    first = next(answers)
    if next(answers, None) is None:
        return frame.take(s, frame.seat, first, ctx)
    s = s.push(frame)
    _held = (frame, s, found)
    return s
