"""Why a move is refused."""

from __future__ import annotations

from rules.kernel import Move, Reason, Seat
from rules.sator.state import Table


def explain(s: Table, seat: Seat, move: Move) -> Reason | None:
    """Which rule the move breaks."""
    return None
