"""Scenes of Sator to draw: played out from seeds by somebody who likes to do things."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from rendering.sator.acts import acts_of
from rendering.scene import Choice, Scene, renderer
from rules.kernel import Event, Match, Move, Outcome, play, start
from rules.sator.game import GAME, Options
from rules.tree import descend, spread

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
        moves = [move for move in GAME.moves(match.state, seat) if move.op != "chance"]
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


def panel(seed: int, ply: int, seats: int = 4, size: int = 14) -> Scene:
    """The private scene of whoever is asked then, as a panel asks: answers of several levels in one
    list where there is room."""
    scene = asked_scene(seed, ply, seats, size)
    assert scene.viewer is not None
    words, state = renderer("sator"), match_at(seed, ply, seats, size)[0].state
    moves = list(GAME.moves(state, scene.viewer))
    prefix, nodes = descend(moves)
    room = words.spread(scene, prefix)
    nodes = spread(moves, nodes, room) if room else nodes
    nodes = sorted(nodes, key=lambda node: words.sort_key(scene, node.move))
    choices = tuple(Choice(words.label(scene, node.move), node.move) for node in nodes)
    return replace(scene, choices=choices)


@lru_cache(8)
def _few(op: str, least: int, size: int) -> int:
    """The first ply at which a panel asks for so many changes of one tile, and not many more."""
    ply = 60
    while True:
        prompt = GAME.prompt(match_at(7, ply, 4, size)[0].state)
        if prompt is not None and prompt.op == "effect":
            moves = [choice.move for choice in panel(7, ply, 4, size).choices]
            if least <= len(moves) <= 6 and all(move.op == op for move in moves):
                return ply
        ply += 1


def at_a_turn(seed: int, ply: int, seats: int = 4, size: int = 14) -> int:
    """The first ply from there at which a turn begins."""
    while True:
        match, told = match_at(seed, ply, seats, size)
        if any(event.kind == "turn" for event in told[-1][1]) or GAME.outcome(match.state):
            return ply
        ply += 1


@lru_cache(64)
def with_marks(seed: int, ply: int, size: int = 14, since: int = 9) -> int:
    """The first ply from there at which whoever is asked is shown the board, and something that
    was done in the last moves is marked on it."""
    while True:
        prompt = GAME.prompt(match_at(seed, ply, 4, size)[0].state)
        assert prompt is not None, "the match is over before"
        scene = scene_at(seed, ply, size=size, since=since)
        # These two are about cards alone: cards fill the whole private picture.
        if prompt.op not in ("drop", "search") and acts_of(scene, scene.view.grid, 1):
            return ply
        ply += 1


LONGEST = ("W" * 32, "Mm" * 16, "水野太郎" * 8, "Nguyễn Thị Minh Khai of the Hill")


@lru_cache(64)
def asked_for(op: str, seats: int = 4, size: int = 14, seed: int = 7) -> int:
    """The first ply, after the middle of the placement, at which that is asked."""
    ply = 30
    while True:
        prompt = GAME.prompt(match_at(seed, ply, seats, size)[0].state)
        if prompt is None:
            raise AssertionError(f"{op} is never asked")
        if prompt.op == op:
            return ply
        ply += 1


def _turn(seed: int, ply: int, seats: int, size: int) -> Scene:
    return scene_at(seed, at_a_turn(seed, ply, seats, size), seats, None, size)


def ordinary() -> dict[str, Callable[[], Scene]]:
    """Scenes of matches as they come, made when they are called."""
    found: dict[str, Callable[[], Scene]] = {
        "the set-up": lambda: scene_at(7, 0),
        "the placement": lambda: scene_at(7, 40),
        "the first turn": lambda: _turn(7, 60, 4, 14),
        "two players": lambda: _turn(3, 180, 2, 14),
        "three players": lambda: _turn(4, 180, 3, 14),
        "twelve squares": lambda: _turn(5, 200, 4, 12),
        "sixteen squares": lambda: _turn(6, 200, 4, 16),
        "the middle": lambda: _turn(7, 300, 4, 14),
        "late": lambda: _turn(3, 600, 4, 14),
        "somebody else's turn, private": lambda: scene_at(7, 300, viewer=_other(7, 300)),
        "all own tiles placed": _placed,
        "the draft": lambda: choosing(4, 0, 3),
    }
    asked = (
        "choose", "quarter", "place", "turn", "pick", "effect", "again", "drop", "draw",
        "search", "lift", "lift-turn", "lift-place", "push", "gargoyle", "jump", "animi",
    )  # fmt: skip
    for op in asked:
        found[f"asked: {op}"] = lambda op=op: choosing(SEEDS.get(op, 7), _asked(op))  # type: ignore[misc]
    for op_, least in (("rotas", 2), ("rotas", 5), ("moves", 2), ("moves", 5)):
        found[f"asked: {least} or more {op_}"] = lambda op_=op_, least=least: panel(  # type: ignore[misc]
            7, _few(op_, least, 14)
        )
    found["asked: rotas, 16 squares"] = lambda: panel(7, _few("rotas", 3, 16), 4, 16)
    for size in (12, 16):
        found[f"asked: effect, {size} squares"] = lambda size=size: choosing(  # type: ignore[misc]
            5, asked_for("effect", 4, size, 5), 4, size
        )
    return found


def _placed() -> Scene:
    """The last tile of all is being placed, somebody else looks on."""
    ply = at_a_turn(7, 1) - 1
    prompt = GAME.prompt(match_at(7, ply)[0].state)
    assert prompt is not None
    return scene_at(7, ply, viewer=(prompt.seats[0] + 1) % 4)


SEEDS = {"gargoyle": 3}
"""Seeds of matches in which that is asked."""


def _asked(op: str) -> int:
    return asked_for(op, seed=SEEDS.get(op, 7))


def _other(seed: int, ply: int) -> int:
    prompt = GAME.prompt(match_at(seed, ply)[0].state)
    assert prompt is not None
    return (prompt.seats[0] + 1) % 4


def hand_of(scene: Scene, cards: Sequence[int]) -> Scene:
    """The scene with these cards in the viewer's hand."""
    assert scene.viewer is not None
    old = scene.view.cards
    hands = list(old.hands)
    hands[scene.viewer] = tuple(sorted(cards))
    return replace(scene, view=scene.view.but(cards=old.but(hands=tuple(hands))))


def fullest() -> dict[str, Callable[[], Scene]]:
    """Scenes in which everything is as long and as much as it can be."""

    def longest(scene: Scene) -> Scene:
        names = LONGEST[: len(scene.names)]
        return replace(scene, names=names, number=123456, round=50)

    def prayers() -> Scene:
        return longest(hand_of(choosing(7, _asked("turn")), (11, 12, 13, 14, 16, 18)))

    def over(reason: str, winners: tuple[int, ...], scores: tuple[int, ...]) -> Scene:
        scene = scene_at(7, 300)
        view = scene.view.but(over="books", stack=(), out=(1,))
        outcome = Outcome(winners, scores, reason)
        return longest(replace(scene, view=view, outcome=outcome, prompt=None))

    return {
        "longest names": lambda: longest(_turn(7, 300, 4, 14)),
        "longest names, private": lambda: longest(asked_scene(7, 300)),
        "longest names, which bridge": lambda: longest(choosing(7, _asked("pick"))),
        "longest names, dropping": lambda: longest(choosing(7, _asked("drop"))),
        "longest names, searching": lambda: longest(choosing(7, _asked("search"))),
        "a hand of prayers": prayers,
        "a hand of jollies": lambda: longest(hand_of(asked_scene(7, 300), (10,) * 6)),
        "all since the beginning": lambda: longest(scene_at(7, 300, since=300)),
        "all since the beginning, private": lambda: longest(
            replace(asked_scene(7, 300), since=scene_at(7, 300, since=300).since)
        ),
        "won by books": lambda: over("books", (0,), (4, 1, 2, 3)),
        "shared by four": lambda: over("shared", (0, 1, 2, 3), (4, 4, 4, 4)),
        "won at the limit": lambda: over("rounds", (2,), (1, 1, 3, 0)),
        "nobody moved": lambda: over("stalemate", (2, 3), (0, 0, 1, 1)),
        "the last one": lambda: over("last", (3,), (0, 0, 0, 0)),
        "nobody asked": lambda: longest(replace(scene_at(7, 300), prompt=None)),
        "since the last post": lambda: longest(replace(scene_at(7, 300), since_own=False)),
        "what the own last step did": lambda: longest(replace(panel(7, 300), since_what="step")),
    }
