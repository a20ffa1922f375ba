"""A game whose pieces can be marked, so that every byte can be searched for those that are hidden:
one whose hooks (``tests/kit/games``) say how."""

from __future__ import annotations

from typing import Any

from data.sheet import Sheet, Status
from rules import games
from tests.kit.playouts import hooks

NAME = next(name for name in games() if hasattr(hooks(name), "mark"))


def mark(put: Any = setattr) -> None:
    """From now on that game is played with pieces that are like nothing else."""
    hooks(NAME).mark(put)


def written(piece: int) -> tuple[bytes, ...]:
    """How a piece could be written."""
    return (str(piece).encode(), f"{piece:,}".encode(), f"{piece:x}".encode())


def hidden(sheet: Sheet) -> dict[int, int | None]:
    """The pieces that are not known to all, each with the seat that holds it."""
    if sheet.match is None or sheet.status is not Status.RUNNING:
        return {}
    found: dict[int, int | None] = hooks(NAME).hidden(sheet.match.state)
    return found
