"""The base of every frame that asks one seat, and the rule that nothing is asked that needs no
decision."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel import Ctx, Frame, Seat
from rules.sator.state import Table


@dataclass(frozen=True, slots=True)
class Asked(Frame[Table]):
    """A question to one seat."""

    seat: Seat

    def seats(self, s: Table) -> tuple[Seat, ...]:
        """The seat that is asked."""
        return (self.seat,)


def ask(s: Table, frame: Asked, ctx: Ctx) -> Table:
    """Put this question; where it has only one answer, give that.

    Only for questions within what the seat has begun, so that nobody else learns anything.
    """
    answers = iter(frame.moves(s, frame.seat))
    first = next(answers)
    if next(answers, None) is None:
        return frame.take(s, frame.seat, first, ctx)
    return s.push(frame)
