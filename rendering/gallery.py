"""Pictures of a game to look at: random moves from a seed to a ply, then every view drawn.

``python bot.py render sarena --seed 7 --ply 20 --out DIR`` calls this.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rendering.kit.encode import png
from rendering.scene import Choice, Scene, renderer
from rendering.stage import Told, scene_of
from rules import game as game_named
from rules.kernel import AnyGame, Event, Match, Seat, play, start
from rules.tree import descend, spread

NAMES = (
    "Anneliese",
    "Bartosz",
    "Chi",
    "Dimitri Konstantinou",
    "Nguyễn Thị Minh Khai",
    "Øyvind",
    "Жанна",
    "Zoë",
)
"""Names of the seats."""


class Drawn(NamedTuple):
    """What was written."""

    files: list[Path]
    ply: int
    """The moves that were played: fewer than asked for where the match ended before."""


def render(
    game: str, seed: int, ply: int, out: Path, seats: int | None = None, number: int = 1
) -> Drawn:
    """Play ``ply`` random moves (fewer if the match ends) and write what each may see.

    For the channel, for each seat, and for each asked seat with its candidates marked: a PNG, and a
    .txt with alt text and text board. The files are the same for the same arguments. ``seats``
    defaults to the most there can be.

    Raises:
        KeyError: no such game, or it has no renderer.
        ValueError: too few or too many seats.
        OSError: ``out`` cannot be written.
    """
    here, words = game_named(game), renderer(game)
    match, told = _played(here, seed, ply, here.seat_range[1] if seats is None else seats)
    out.mkdir(parents=True, exist_ok=True)
    stem = f"{game}-{seed}-{match.ply}"
    names = tuple(NAMES[seat % len(NAMES)] for seat in range(match.seats))
    files: list[Path] = []
    for viewer in (None, *range(match.seats)):
        scene = scene_of(here, match, told, viewer, names, number)
        name = f"{stem}-{'channel' if viewer is None else f'seat{viewer}'}"
        shown = {name: scene}
        if scene.prompt is not None and viewer in scene.prompt.seats:
            shown[f"{name}-choose"] = _choosing(here, match, scene)
        for stem_of, view in shown.items():
            picture, text = out / f"{stem_of}.png", out / f"{stem_of}.txt"
            picture.write_bytes(png(words.picture(view)))
            text.write_text(f"{words.alt(view)}\n\n{words.text(view)}\n", "utf-8")
            files += [picture, text]
    return Drawn(files, match.ply)


def _played(game: AnyGame, seed: int, ply: int, seats: int) -> tuple[Match, Told]:
    chance = random.Random(seed)
    match, events = start(game, seats, hashlib.sha256(str(seed).encode()).digest())
    told: list[tuple[Seat | None, tuple[Event, ...]]] = [(None, events)]
    for _ in range(ply):
        prompt = game.prompt(match.state)
        if prompt is None or game.outcome(match.state) is not None:
            break
        seat = chance.choice(prompt.seats)
        move = chance.choice(list(game.moves(match.state, seat)))
        match, events = play(game, match, seat, move)
        told.append((seat, events))
    return match, told


def _choosing(game: AnyGame, match: Match, scene: Scene) -> Scene:
    """The scene with the candidates of the first question marked. What is legal may hang on what
    the view does not show."""
    assert scene.viewer is not None
    words = renderer(scene.game)
    moves = list(game.moves(match.state, scene.viewer))
    prefix, nodes = descend(moves)
    room = words.spread(scene, prefix)
    if room:
        nodes = spread(moves, nodes, room)
    choices = tuple(Choice(words.label(scene, node.move), node.move) for node in nodes)
    return replace(scene, choices=choices)
