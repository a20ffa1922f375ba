"""The end of a match, and who has won."""

from __future__ import annotations

from rules.kernel import Ctx, Outcome, Seat
from rules.sator.hand import laid
from rules.sator.state import IDLE, Ended, Table

BOOKS = 4
"""Books an Acolyte has to recover."""


def finish(s: Table, why: Ended, ctx: Ctx) -> Table:
    """The match is over; nothing is hidden any more. Cards just played are discarded."""
    if s.now.played:
        s = laid(s, s.stack[0].seat, s.now.played)
    s = s.but(stack=(), over=why, now=IDLE)
    ctx.reveal()
    how = result(s)
    assert how is not None
    ctx.emit("over", winners=list(how.winners), scores=list(how.scores), reason=how.reason)
    return s


def result(s: Table) -> Outcome | None:
    """Who has won. Scores are the books collected.

    Reasons: ``books`` (four), ``shared`` (several with four in one round), ``rounds`` and
    ``stalemate`` (most books), ``last`` (everybody else resigned).
    """
    if not s.over:
        return None
    scores = tuple(s.collected(seat) for seat in range(s.seats))
    most = max(scores[seat] for seat in s.there())
    winners = tuple(seat for seat in s.there() if scores[seat] == most)
    if s.over == "books" and len(winners) > 1:
        return Outcome(winners, scores, "shared")
    return Outcome(winners, scores, s.over)


def complete(s: Table) -> tuple[Seat, ...]:
    """The seats, not resigned, that have all four books."""
    return tuple(seat for seat in s.there() if s.collected(seat) == BOOKS)
