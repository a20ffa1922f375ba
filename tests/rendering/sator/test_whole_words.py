"""Words of ours are never cut in a picture, players' names alone are: every card in every state of
use, every act in every legend, every scene."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from rendering.kit import bars, text
from rendering.kit.canvas import Box, Canvas
from rendering.sator import cardpage, cards, hand
from rendering.sator.abilities import Use, prices
from rendering.sator.chart import card_atlas
from rendering.sator.choices import on_board
from rendering.sator.picture import draw
from rendering.sator.theme import THEME
from rendering.scene import Scene, renderer
from rendering.stage import scene_of
from rules.kernel import Event, Move, play, start
from rules.sator.facts import ANIMI, CLARA, KINDS, NEQUE, NIHIL
from rules.sator.game import GAME
from rules.tree import Prefix, level
from tests.rendering.layout import overlapping, texts
from tests.rendering.sator.scenes import (
    LONGEST,
    NAMES,
    asked_for,
    asked_scene,
    choosing,
    fullest,
    hand_of,
    ordinary,
    scene_at,
)

CARDS = range(len(KINDS))
WHYS = ("first", "walked", "moved", "still", "ap", "idle")


def cut(canvas: Canvas) -> list[str]:
    """Texts that end in an ellipsis and are no player's name."""
    people = (*NAMES, *LONGEST)
    return [
        text
        for text in texts(canvas)
        if text.endswith("…") and not any(name.startswith(text[:-1]) for name in people)
    ]


@pytest.mark.parametrize("name", [*ordinary(), *fullest()])
def test_no_words_are_cut_in_any_scene(name: str) -> None:
    assert not cut(draw((ordinary().get(name) or fullest()[name])(), look=True))


def questions(scene: Scene, moves: list[Move], prefix: Prefix = ()) -> Iterator[str]:
    """What is asked at every level of the tree of these moves."""
    yield renderer("sator").ask(scene, prefix)
    for node in level(moves, prefix):
        below = [move for move in moves if (move.op, *move.args)[: len(node.prefix)] == node.prefix]
        if len(below) > 1:
            yield from questions(scene, below, node.prefix)


def test_every_question_stands_whole_in_the_foot() -> None:
    """Those of everything that can be done, leaving bridges to chance too."""
    asked, seen = set[str](), set[tuple[str, int]]()
    for seed in range(4):
        chance = random.Random(seed)
        match, _ = start(GAME, 2 + seed % 3, bytes([seed]) * 32)
        while (prompt := GAME.prompt(match.state)) is not None:
            (seat,) = prompt.seats
            moves = list(GAME.moves(match.state, seat))
            if (prompt.op, len(moves)) not in seen:  # much the same is asked again and again
                seen.add((prompt.op, len(moves)))
                scene = scene_of(GAME, match, (), seat, NAMES[: match.seats], 1)
                asked.update(questions(scene, moves))
            op = chance.choice(sorted({move.op for move in moves}))
            move = chance.choice([move for move in moves if move.op == op])
            match, _ = play(GAME, match, seat, move)
    assert {"choose", "luck", "quarter", "place", "turn", "push"} <= {op for op, _ in seen}
    room = bars.WIDTH - 2 * bars.MARGIN - bars.TOKEN
    assert [w for w in asked if text.width(w, THEME.face("bold"), bars.PROMPT) > room] == []


def used(card: int) -> Iterator[Use]:
    """A card that can do little, much and nothing."""
    costs = tuple((price, True) for price in prices(card))
    use = Use(card, costs)
    for why in WHYS:
        yield use._replace(why=why)
    if card in (NIHIL, CLARA, NEQUE, ANIMI):
        for many in (1, 3, 99):
            yield use._replace(many=many)
        return
    for count in (1, 4, 6, 9, 24):
        for dear in (0, 1, 2, count):
            both = tuple((tile, int(tile < dear) + int(tile < dear - 1)) for tile in range(count))
            yield use._replace(tiles=both, locked=(21,), stuck=(22, 23))


def written(canvas: Canvas, width: int, margin: float) -> list[Box]:
    """What stands on a card that lies at (100, 100); nothing runs together or to its edges."""
    found = canvas.boxes
    assert not [box.text for box in found if box.text.endswith("…")]
    assert not list(overlapping(found))
    for box in found:
        assert 100 + margin <= box.x0 < box.x1 <= 100 + width - margin, box
        assert box.size >= 30
    return found


@pytest.mark.parametrize("card", CARDS, ids=[KINDS[card] for card in CARDS])
def test_a_small_card_has_room_for_all_its_words(card: int) -> None:
    scene = scene_at(7, 300)
    for use in used(card):
        canvas = Canvas(card_atlas(), bars.WIDTH, 700, "bar", look=True)
        hand._head(canvas, scene, card, 100, 100)
        hand._use(canvas, scene, use, 100, 100)
        found = written(canvas, cards.SMALL.width, 8)
        assert max(box.y1 for box in found) < 100 + cards.SMALL.height - 6


@pytest.mark.parametrize("card", CARDS, ids=[KINDS[card] for card in CARDS])
@pytest.mark.parametrize("draws", [hand._use, cardpage.draw_use], ids=["small", "large"])
def test_the_tiles_on_a_card_are_all_named_or_counted(
    draws: Callable[[Canvas, Scene, Use, int, int], None], card: int
) -> None:
    for use in used(card):
        if use.why or not use.tiles:
            continue
        use = use._replace(locked=(), stuck=())
        canvas = Canvas(card_atlas(), bars.WIDTH, 700, "bar", look=True)
        draws(canvas, scene_at(7, 300), use, 100, 100)
        said = texts(canvas)
        named = [text for text in said if text[0] in "SWBI" and text[1:].isdigit()]
        counted = [text for text in said if text.startswith(f"{len(use.tiles)} bridge")]
        assert len(named) == len(use.tiles) or (not named and counted)


@pytest.mark.parametrize("card", CARDS, ids=[KINDS[card] for card in CARDS])
def test_a_large_card_has_room_for_all_its_words(card: int) -> None:
    scene = scene_at(7, 300)
    for use in used(card):
        canvas = Canvas(card_atlas(), bars.WIDTH, 700, "bar", look=True)
        cardpage.draw_head(canvas, scene, card, cards.LARGE, 100, 100)
        cardpage.draw_use(canvas, scene, use, 100, 100)
        found = written(canvas, cards.LARGE.width, 12)
        assert max(box.y1 for box in found) < 100 + cards.LARGE.height - 6


@pytest.mark.parametrize("card", CARDS, ids=[KINDS[card] for card in CARDS])
def test_a_medium_card_has_room_for_all_its_words(card: int) -> None:
    canvas = Canvas(card_atlas(), bars.WIDTH, 700, "bar", look=True)
    cardpage.draw_head(canvas, scene_at(7, 300), card, cards.MEDIUM, 100, 100)
    cardpage.draw_prices(canvas, card, 100, 100)
    written(canvas, cards.MEDIUM.width, 10)


# Legends


def _walk(books: int, by: str = "points", origin: str = "m14") -> list[Event]:
    found = [Event("walk", {"seat": 1, "by": by, "origin": origin, "path": ["m13"]})]
    return found + [Event("book", {"seat": 1, "square": "m13", "books": 1})] * books


def _shift(steps: str) -> list[Event]:
    at = {"before": ["l13", "m13", "m12"], "after": ["m14", "n14", "n13"]}
    return [Event("shift", {"seat": 1, "by": "mw", "tile": "w2", "steps": steps, "ap": 2, **at})]


def _turned(how: str) -> list[Event]:
    at = {"before": ["m12", "m13", "n13"], "after": ["m14", "m13", "l13"], "square": "m13"}
    return [Event("rotate", {"seat": 1, "by": "r2", "tile": "w2", "how": how, "ap": 2, **at})]


def _lift(after: list[str]) -> list[Event]:
    at = {"before": ["l13", "m13", "m12"], "after": after, "ap": 2}
    return [Event("lift", {"seat": 1, "by": "quin", "tile": "w2", **at})]


ACTS: dict[str, list[Event]] = {
    **{f"a push {steps}": _shift(steps) for steps in ("n", "nnn", "ne", "nen", "nene", "nenene")},
    **{f"a turn {how}": _turned(how) for how in ("cw", "ccw", "half")},
    "lifted": _lift(["m14", "n14", "n13"]),
    "taken away": _lift([]),
    "placed": [Event("place", {"seat": 1, "tile": "w2", "squares": ["m14", "n14"], "books": []})],
    "a Gargoyle": [Event("gargoyle", {"seat": 1, "square": "m14"})],
    "a Gargoyle sent away": [Event("banish", {"seat": 1, "other": 2, "square": "m14"})],
    **{
        f"{other} is pushed from {origin}": [
            Event("push", {"seat": 1, "other": other, "origin": origin, "path": ["m13", "m14"]})
        ]
        for other in range(4)
        for origin in ("m12", "start")
    },
    **{f"a walk to {books} books": _walk(books) for books in range(5)},
    **{f"a walk from the start to {books}": _walk(books, origin="start") for books in range(5)},
    **{f"a jump to {books}": _walk(books, "neque") for books in range(2)},
}


def _telling(scene: Scene, events: list[Event]) -> Scene:
    """Six such acts, one after the other."""
    between = Event("banish", {"seat": 1, "other": 2, "square": "a1"})  # or a walk goes on
    told = tuple(event for _ in range(3) for event in (*events, between))
    return replace(scene, since=told, since_own=False)


@pytest.mark.parametrize("events", ACTS.values(), ids=list(ACTS))
@pytest.mark.parametrize("size", [14, 16])
def test_a_legend_has_room_for_every_act(events: list[Event], size: int) -> None:
    """The column beside the private board, and the lines under the public one."""
    for scene in (scene_at(6, 200, size=size), asked_scene(6, 200, size=size)):
        canvas = draw(_telling(scene, events), look=True)
        assert not cut(canvas)
        legend = [
            box
            for box in canvas.boxes
            if (box.x0 > 1000 and box.y0 > 560 if scene.viewer is not None else box.y0 > 1340)
        ]
        assert [box for box in legend if box.text == "1"]
        assert not list(overlapping(legend))


# Under a question about the board


HANDS = {
    "six of different kinds": (0, 1, 2, 4, 7, 8),
    "all of a kind": (10,) * 6,
    "prayers": (11, 12, 13, 14, 16, 18),
    "four floors and prayers": (0, 1, 2, 3, 13, 18),
    "eight": (0, 1, 2, 3, 4, 5, 8, 18),
    "twelve": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18),
}


@pytest.mark.parametrize("kinds", HANDS.values(), ids=list(HANDS))
def test_the_hand_in_a_line_is_whole_or_counted(kinds: tuple[int, ...]) -> None:
    scene = hand_of(choosing(7, asked_for("pick")), kinds)
    canvas = draw(scene, look=True)
    assert on_board(scene)
    line = [box for box in canvas.boxes if 1380 < box.y0 < 1430]
    assert line
    assert not cut(canvas)
    assert not list(overlapping(line))
    assert max(box.x1 for box in line) <= bars.WIDTH - 30
    if len(line) == 1:
        assert line[0].text == str(len(kinds))
    else:
        assert len([box for box in line if not box.text.isdigit()]) == len(set(kinds))


@pytest.mark.parametrize("op", ["place", "lift-place"])
def test_the_line_says_which_square_of_the_tile_is_meant(op: str) -> None:
    canvas = draw(choosing(7, asked_for(op)), look=True)
    said = [box.text for box in canvas.boxes if 1340 < box.y0 < 1436]
    assert said == ["This square of the bridge comes to the square you name."]
