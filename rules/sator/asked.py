"""The base of every frame that asks one seat, and the rule that no step is asked that needs no
decision.

An act is asked in steps: card, tile, effect. A step with one answer is passed over; the last one,
which does something, is always asked, so that nobody is moved by surprise and a whole act can be
written down beforehand.
"""

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

    def step(self) -> bool:
        """Whether the answer only leads to the next question."""
        return False

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
    """Put this question; a step with only one answer is taken at once.

    Only for questions within what the seat has begun, so that nobody else learns anything.
    """
    global _held
    if not frame.step():
        return s.push(frame)
    found = frame.answers(s)
    answers = iter(found)
    first = next(answers)
    if next(answers, None) is None:
        return frame.take(s, frame.seat, first, ctx)
    s = s.push(frame)
    _held = (frame, s, found)
    return s
