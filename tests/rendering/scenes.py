"""Scenes of Sarena to draw: played out from seeds, and built to be as full as a picture can be."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence

from rendering.scene import Choice, Scene, renderer
from rules import game
from rules.kernel import Event, Move, Outcome, Prompt, play, start
from rules.sarena import CIRCLES, COLOURS, State, Turn, chip

NAMES = ("anneliese", "Bartosz", "Chi", "Dimitri Konstantinou")
LONGEST = ("W" * 32, "Mm" * 16, "水野太郎" * 8, "Nguyễn Thị Minh Khai of the Hill")


def played(
    seed: int = 7,
    ply: int = 20,
    seats: int = 4,
    viewer: int | None = None,
    since: int = 3,
    names: Sequence[str] = NAMES,
) -> Scene:
    """A position after that many random moves, the last ``since`` of them told."""
    sarena, chance = game("sarena"), random.Random(seed)
    match, first = start(sarena, seats, bytes([seed]) * 32)
    told = [first]
    for _ in range(ply):
        prompt = sarena.prompt(match.state)
        if prompt is None:
            break
        move = chance.choice(list(sarena.moves(match.state, prompt.seats[0])))
        match, events = play(sarena, match, prompt.seats[0], move)
        told.append(events)
    view = sarena.view(match.state, viewer)
    return Scene(
        game="sarena",
        view=view,
        viewer=viewer,
        prompt=sarena.prompt(view),
        outcome=sarena.outcome(view),
        since=tuple(e for events in told[len(told) - since :] for e in events),
        since_own=True,
        names=tuple(names[:seats]),
        number=12,
        round=sarena.round(view),
    )


def choosing(scene: Scene, start: str | None = None) -> Scene:
    """The scene with the candidates of its asked seat marked: piles, or goals of one pile."""
    assert scene.prompt is not None
    sarena, words = game("sarena"), renderer("sarena")
    moves = list(sarena.moves(scene.view, scene.prompt.seats[0]))
    if start is None:
        offered = [Move("go", (name,)) for name in CIRCLES if any(m.args[0] == name for m in moves)]
    else:
        offered = [move for move in moves if move.args[0] == start]
    choices = tuple(Choice(words.label(scene, move), move) for move in offered)
    return dataclasses.replace(scene, choices=choices)


def go(seat: int, start: str, goal: str, flip: bool = False, height: int = 2) -> Event:
    """A move as an event."""
    told = {"from": start, "to": goal, "flip": flip, "moved": 1, "height": height, "top": "red"}
    return Event("go", {"seat": seat, **told})


def position(cells: dict[str, tuple[int, ...]], **fields: object) -> State:
    """A position with these piles, all other circles empty; seat 0 is asked."""
    given: dict[str, object] = {
        "stack": (Turn(0),),
        "cells": tuple(cells.get(name, ()) for name in CIRCLES),
        "colours": (None, None, None, None),
        "first": 0,
        "round": 99,
    }
    return State(**(given | fields))  # type: ignore[arg-type]


def tower(height: int, top: int = 0) -> tuple[int, ...]:
    """A pile of that many chips."""
    return tuple(chip((top + k) % 4, (top + k + 1) % 4) for k in reversed(range(height)))


def scene_of(state: State, since: Sequence[Event] = (), **fields: object) -> Scene:
    """A scene of a position made by hand, with the longest names."""
    given: dict[str, object] = {
        "game": "sarena",
        "view": state,
        "viewer": None,
        "prompt": Prompt("turn", (state.stack[0].seat,)) if state.stack else None,
        "outcome": None,
        "since": tuple(since),
        "since_own": True,
        "names": LONGEST[: len(state.colours)],
        "number": 123456,
        "round": state.round,
    }
    return Scene(**(given | fields))  # type: ignore[arg-type]


def fullest() -> dict[str, Scene]:
    """Scenes in which everything is as long, as high and as much as it can be."""
    towers = {name: tower(4, k) for k, name in enumerate(CIRCLES)}
    full = position(towers)
    four = [
        go(0, "a1", "b1"),
        go(1, "f6", "e6", True),
        go(2, "c3", "c4", True, 4),
        go(3, "d5", "d4", False, 4),
    ]
    left = dict(towers)
    for name in ("a1", "f6", "c3", "d5"):
        del left[name]
    chain = [go(0, "b2", "b3", True), go(1, "b3", "b2", True), go(2, "b2", "b3"), go(3, "b3", "c3")]
    secret = position(towers, colours=(0, None, None, None))
    over = position(left, stack=(), colours=(3, 1, 2, 0))
    shared = Outcome((0, 1, 2, 3), (32, 32, 32, 32), "shared")
    found = {
        "towers everywhere": scene_of(full),
        "four acts": scene_of(position(left), four),
        "four acts, private": scene_of(
            position(left, colours=(0, None, None, None)), four, viewer=0
        ),
        "four acts, each one resigned": scene_of(
            position(left, out=(1, 2)),
            [*four, Event("leave", {"seat": 1}), Event("leave", {"seat": 2})],
        ),
        "back and forth": scene_of(position({**left, "c3": tower(4)}), chain),
        "all piles offered": scene_of(
            secret,
            viewer=0,
            choices=tuple(Choice(name, Move("go", (name,))) for name in CIRCLES),
        ),
        "nobody asked": scene_of(full, prompt=None),
        "since the last post": scene_of(position(left), four[:1], since_own=False),
        "what the own last step did": scene_of(position(left), four, since_what="step"),
        "all share": scene_of(over, four, outcome=shared, prompt=None),
        "one wins a tie": scene_of(
            over, four, outcome=Outcome((1,), (32, 32, 0, 0), "tiebreak"), prompt=None
        ),
        "two seats": scene_of(position(left, colours=(None, None)), four[:2]),
        "three seats": scene_of(position(left, colours=(None, None, None)), four[:3]),
        "an empty board": scene_of(position({})),
    }
    for name in ("c3", "a1", "f6", "c1", "d6"):
        neighbours = [
            other
            for other in CIRCLES
            if abs(ord(name[0]) - ord(other[0])) + abs(int(name[1]) - int(other[1])) == 1
        ]
        offered = tuple(Choice(goal, Move("go", (name, goal))) for goal in neighbours)
        found[f"from {name}, towers around"] = scene_of(secret, viewer=0, choices=offered)
        alone = position({name: tower(4)}, colours=(2, None, None, None))
        found[f"from {name}, nothing around"] = scene_of(alone, viewer=0, choices=offered)
    return found


assert len(COLOURS) == 4
