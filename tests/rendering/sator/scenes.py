"""Scenes of Sator to draw: played out from seeds by somebody who likes to do things."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from rendering.scene import Choice, Scene, renderer
from rules.kernel import Event, Match, Move, play, start
from rules.sator.game import GAME, Options
from rules.tree import descend

NAMES = ("Anneliese", "Bartosz", "Chi", "Dimitri Konstantinou")

Told = tuple[tuple[int | None, tuple[Event, ...]], ...]
_LIKED = {"end": 0, "done": 1, "swap": 1, "search": 1, "banish": 1}
"""How gladly a kind of move is chosen, beside 6 for all others."""


@lru_cache(64)
def match_at(seed: int, ply: int, seats: int = 4, size: int = 14) -> tuple[Match, Told]:
    """A match after that many moves, fewer when it ends, and what was told."""
    if ply == 0:
        match, events = start(GAME, seats, bytes([seed]) * 32, Options(size=size))
        return match, ((None, events),)
    near = ply - 1 if ply % 25 else ply - 25
    match, told = match_at(seed, near, seats, size)
    for k in range(near, ply):
        prompt = GAME.prompt(match.state)
        if prompt is None:
            break
        (seat,) = prompt.seats
        chance = random.Random(f"{seed} {k}")
        moves = list(GAME.moves(match.state, seat))
        ops = sorted({move.op for move in moves})
        liked = [max(_LIKED.get(op, 6), 0.1 if len(ops) > 1 else 1) for op in ops]
        op = chance.choices(ops, liked)[0]
        move = chance.choice([move for move in moves if move.op == op])
        match, events = play(GAME, match, seat, move)
        told = (*told, (seat, events))
    return match, told


def scene_at(
    seed: int = 7,
    ply: int = 120,
    seats: int = 4,
    viewer: int | None = None,
    size: int = 14,
    names: Sequence[str] = NAMES,
    since: int | None = None,
) -> Scene:
    """What a viewer is shown then: what was told since the asked seat's last turn."""
    match, told = match_at(seed, ply, seats, size)
    view = GAME.view(match.state, viewer)
    prompt = GAME.prompt(view)
    if since is None:
        asked = prompt.seats[0] if prompt else None
        last = max((k for k, (seat, _) in enumerate(told) if seat == asked), default=0)
        recent = told[last + 1 :]
        if not recent:
            recent = told[-4:]
    else:
        recent = told[len(told) - since :]
    return Scene(
        game="sator",
        view=view,
        viewer=viewer,
        prompt=prompt,
        outcome=GAME.outcome(view),
        since=tuple(e for _, events in recent for e in events if e.seen_by(viewer)),
        since_own=True,
        names=tuple(names[:seats]),
        number=27,
        round=GAME.round(view),
    )


def asked_scene(seed: int, ply: int, seats: int = 4, size: int = 14) -> Scene:
    """The private scene of whoever is asked then."""
    prompt = GAME.prompt(match_at(seed, ply, seats, size)[0].state)
    assert prompt is not None
    return scene_at(seed, ply, seats, prompt.seats[0], size)


def choosing(
    seed: int,
    ply: int,
    seats: int = 4,
    size: int = 14,
    prefix: tuple[str, ...] = (),
    most: int = 25,
) -> Scene:
    """The private scene of whoever is asked then, with what can follow the prefix as candidates."""
    scene = asked_scene(seed, ply, seats, size)
    assert scene.viewer is not None
    words, state = renderer("sator"), match_at(seed, ply, seats, size)[0].state
    moves = [move for move in GAME.moves(state, scene.viewer) if move != Move("end")]
    _, nodes = descend(moves, prefix)
    nodes.sort(key=lambda node: words.sort_key(scene, node.move))
    choices = tuple(Choice(words.label(scene, node.move), node.move) for node in nodes[:most])
    return replace(scene, choices=choices)


def at_a_turn(seed: int, ply: int, seats: int = 4, size: int = 14) -> int:
    """The first ply from there at which a turn begins."""
    while True:
        match, told = match_at(seed, ply, seats, size)
        if any(event.kind == "turn" for event in told[-1][1]) or GAME.outcome(match.state):
            return ply
        ply += 1
