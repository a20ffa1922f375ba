"""What is typed after ``/sator``: options as moves, and moves as what completes an option."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cogs.game import Interaction
from rules.kernel import Move
from rules.sator.board import DIRECTIONS

Value = Callable[[Move], str | None]
"""What an option's value is for a move; None: the option is not for it."""


def typed(text: object) -> str:
    """An option as it was typed, in the letters of the wire."""
    return str(text or "").strip().casefold()


def given(interaction: Interaction, option: str) -> Any:
    """Another option of the command, None while it is empty."""
    return getattr(interaction.namespace, option, None)


def change(tile: str, text: str) -> Move:
    """What is done to a tile: steps (``nne``), or a square and a turn (``c4 cw``)."""
    square, _, how = text.partition(" ")
    if not how and square and all(step in DIRECTIONS for step in square):
        return Move("moves", (tile, square))
    return Move("rotas", (tile, square, how.strip()))


def steps_of(prayer: str, text: str) -> list[Move]:
    """One step of a prayer: ``c4``, ``s1``, ``s1 nnee``, ``s1 c4 cw``, ``s1 90 c4``, ``red c4``."""
    name = prayer.split(" ")[0]
    words = text.split()
    if name in ("clara", "neque"):
        return [Move("garg" if name == "clara" else "jump", tuple(words))]
    if name == "animi":
        return [Move("walk", tuple(words))]
    if name == "nihil":
        return [Move("push", tuple(words))]
    tile, rest = words[0], words[1:]
    first = [Move("tile", (tile,))]
    if name == "quin" and rest:
        first.append(Move("turn", (rest[0],)))
        return [*first, Move("place", (tile, rest[1], rest[0]))] if rest[1:] else first
    if name in ("mihi", "omnia") and rest:
        return [*first, change(tile, " ".join(rest))]
    return first


STEPS = ("first", "second", "third", "fourth", "fifth")
WORDS = {"mihi": 1, "omnia": 1, "quin": 2}
"""Words of a prayer's step that are steps of the rules by themselves: the tile, the turn."""


def focused(interaction: Interaction) -> str:
    """The name of the option that is being typed."""

    def find(options: Sequence[Any]) -> str:
        for option in options:
            if option.get("focused"):
                return str(option["name"])
            found = find(option.get("options") or ())
            if found:
                return found
        return ""

    data: Any = interaction.data or {}
    return find(data.get("options") or ())


def last(op: str) -> Value:
    """The last part of moves of this kind."""
    return lambda move: move.args[-1] if move.op == op else None


def nth(op: str, k: int) -> Value:
    """One part of moves of this kind."""
    return lambda move: move.args[k] if move.op == op else None


def whole(*ops: str) -> Value:
    """Moves of these kinds, all their parts."""
    return lambda move: " ".join((move.op, *move.args)) if move.op in ops else None


def effect(move: Move) -> str | None:
    """Steps, or a square and a turn."""
    return " ".join(move.args[1:]) if move.op in ("moves", "rotas") else None


def said(move: Move) -> str | None:
    """The next word of a prayer's step, or its last words."""
    if move.op in ("garg", "jump", "walk", "tile", "turn"):
        return move.args[0]
    if move.op == "push":
        return " ".join(move.args)
    if move.op == "place":
        return move.args[1]
    return effect(move)


def swap(deck: object, first: object, second: object) -> list[Move]:
    """``swap m`` or ``search p``; the cards that go."""
    words = typed(deck).split()
    moves = [Move(words[0] if words[1:] else "swap", (words[-1],))] if words else []
    return moves + [Move("drop", (typed(card),)) for card in (first, second) if card]


def card(card: object, tile: object, effect: object, second: object) -> list[Move]:
    """A movement card and what it does, as far as it is given."""
    moves = [Move("play", (typed(card),))]
    if tile:
        moves.append(Move("tile", (typed(tile),)))
        moves += [change(typed(tile), typed(text)) for text in (effect, second) if text]
    return moves


def free(tile: object, effect: object) -> list[Move]:
    """The free action on a tile."""
    moves = [Move("free", ("tile",))]
    if tile:
        moves.append(Move("tile", (typed(tile),)))
        if effect:
            moves.append(change(typed(tile), typed(effect)))
    return moves


def banish(square: object, *cards: object) -> list[Move]:
    """A Gargoyle is sent away for these cards."""
    dropped = [Move("drop", (typed(card),)) for card in cards if card]
    return [Move("banish", (typed(square),)), *dropped]


def prayer(prayer: str, steps: Sequence[str]) -> list[Move]:
    """A prayer and its steps."""
    moves = [Move("pray", tuple(prayer.split()))]
    for step in steps:
        moves += steps_of(prayer, step)
    return moves
