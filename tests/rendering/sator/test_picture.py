"""Sator's pictures: nothing cut, overlapping or hidden; small, and always the same."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rendering.kit.canvas import Canvas
from rendering.kit.encode import png
from rendering.sator import board, example
from rendering.sator.acts import acts_of
from rendering.sator.picture import draw
from rendering.scene import Scene, renderer
from rules.kernel import Ctx, Event, Prompt, Rng
from rules.sator.facts import TILE_NAMES
from rules.sator.game import GAME
from tests.rendering.layout import Layout, texts
from tests.rendering.sator.scenes import asked_scene, fullest, match_at, ordinary, scene_at

SATOR = renderer("sator")
NAMES = (*ordinary(), *fullest())


@cache
def drawn_scene(name: str) -> tuple[Scene, Canvas]:
    scene = (ordinary().get(name) or fullest()[name])()
    return scene, draw(scene, look=True)


@pytest.fixture(params=NAMES, ids=lambda name: name.replace(" ", "-"))
def drawn(request: pytest.FixtureRequest) -> tuple[Scene, Canvas]:
    return drawn_scene(request.param)


class TestLayout(Layout):
    edge = 6


def test_a_picture_without_its_record_is_the_same(drawn: tuple[Scene, Canvas]) -> None:
    """The page is drawn once and copied; drawn anew for the record it has the same pixels."""
    scene, canvas = drawn
    assert np.array_equal(draw(scene).pixels, canvas.pixels)


# What is said


@pytest.mark.parametrize("name", [name for name in ordinary() if "asked" not in name])
def test_no_line_of_the_legend_is_cut(name: str) -> None:
    scene, canvas = drawn_scene(name)
    if scene.viewer is not None:
        pytest.skip("a private picture has its legend in the column")
    legend = [box.text for box in canvas.boxes if 1340 < box.y0 < 1436]
    assert legend
    assert not [text for text in legend if text.endswith("…")]


def test_the_board_names_every_tile_every_row_and_every_column() -> None:
    scene, canvas = drawn_scene("the first turn")
    said = texts(canvas)
    assert len(scene.view.board.spots) == 24
    for name in TILE_NAMES:
        assert name.upper() in said
    for k in range(14):
        assert chr(65 + k) in said
        assert said.count(str(k + 1)) >= 1


def test_tile_names_and_coordinates_are_36_px_where_there_is_room() -> None:
    """ART 1: labels are what people type: they count as must-read."""
    _, canvas = drawn_scene("the first turn")
    names = [box for box in canvas.boxes if box.text.casefold() in TILE_NAMES]
    assert sum(box.size == 36 for box in names) >= 22
    above = [box for box in canvas.boxes if 220 < box.y0 < 264]
    assert {box.text for box in above} >= set("ABCDEFGHIJKLMN") - {"G"}
    assert all(box.size >= 36 for box in above if len(box.text) == 1)


def test_placing_says_how_many_books_are_open_and_how_many_tiles_are_left() -> None:
    scene = scene_at(7, 0)
    assert "16 books, 24 bridges" in texts(draw(scene, look=True))
    view = scene_at(7, 40).view
    tiles = sum(map(len, view.laying.trays))
    taken = {q for spot in view.board.spots if spot >= 0 for q in view.grid.squares[spot]}
    books = sum(book not in taken for book in view.board.books)
    assert 0 < books < 16
    assert f"{books} books, {tiles} bridges" in texts(draw(scene_at(7, 40), look=True))


def test_the_prompt_names_who_is_asked_and_the_title_the_match() -> None:
    scene, canvas = drawn_scene("the middle")
    assert scene.prompt is not None
    said = texts(canvas)
    assert f"{scene.names[scene.prompt.seats[0]]} to play" in said
    assert f"Match 27  ·  Round {scene.round}" in said
    assert "6 action points" in said


def test_every_act_is_numbered_on_the_board_and_in_the_legend() -> None:
    events = (
        Event("shift", {
            "seat": 0, "by": "mb", "tile": "b5", "steps": "ss", "ap": 2,
            "before": ["m1", "m2", "m3"], "after": ["m3", "m4", "m5"],
        }),
        Event("walk", {"seat": 3, "by": "points", "origin": "h8", "path": ["i8", "i7"]}),
        Event("book", {"seat": 3, "square": "i8", "books": 2}),
        Event("gargoyle", {"seat": 2, "square": "g6"}),
    )  # fmt: skip
    scene = replace(scene_at(7, 300), view=example.match(), since=events)
    canvas = draw(scene, look=True)
    for number, words in enumerate(("B5 2 south", "H8–I7, 1 book", "Gargoyle on G6"), 1):
        discs = [b for b in canvas.boxes if b.text == str(number) and b.size in (30, 32)]
        assert any(b.y0 > 1340 for b in discs)
        assert any(276 < b.y0 < 1256 for b in discs)
        assert words in texts(canvas)


def test_a_walk_in_parts_is_one_act() -> None:
    walked = [
        Event("walk", {"seat": 3, "by": "points", "origin": a, "path": [b]})
        for a, b in (("h8", "i8"), ("i8", "i7"), ("i7", "i6"))
    ]
    scene = replace(scene_at(7, 300), view=example.match(), since=tuple(walked))
    acts = acts_of(scene, example.match().grid, 6)
    assert len(acts) == 1
    assert "walked H8–I6" in texts(draw(scene, look=True))


def test_only_the_last_six_acts_are_marked() -> None:
    events = tuple(
        Event("gargoyle", {"seat": 0, "square": square})
        for square in ("a8", "b8", "c8", "b9", "b10", "b11", "c11")
    )
    scene = replace(scene_at(7, 300), view=example.match(), since=events)
    said = texts(draw(scene, look=True))
    assert "Gargoyle on A8" not in said
    assert "Gargoyle on B8" in said


def test_candidates_carry_the_labels_of_the_menu() -> None:
    scene, canvas = drawn_scene("asked: place")
    plates = {box.text for box in canvas.boxes if 276 < box.y0 < 1290}
    for choice in scene.choices:
        square = choice.move.args[1].upper()
        assert choice.label.startswith(square)
        assert {square} <= plates or {square[0], square[1:]} <= plates


def test_a_private_picture_shows_prices_and_tiles_of_each_card() -> None:
    """MOVES stone for 1, 2 or 3: all stone tiles but S5, which the Gargoyle holds, and S3 and S4,
    which cost one point more for the Acolytes aboard; J and K4 stand on W1 and S3."""
    view = example.match()
    scene = replace(
        scene_at(7, 300), view=view, viewer=0, prompt=Prompt("turn", (0,)), since=(), choices=()
    )
    canvas = draw(scene, look=True)
    x0, x1 = 14, 14 + 200
    first = [b.text for b in canvas.boxes if b.y0 > 1080 and x0 <= b.x0 and b.x1 <= x1]
    assert first[:2] == ["MOVES", "stone"]
    assert first[2:5] == ["1", "2", "3"]
    assert {"S1", "S2", "S6", "+1"} <= set(first)
    assert "S5" not in first


def test_the_end_names_the_winner_and_why() -> None:
    _, canvas = drawn_scene("won by books")
    said = texts(canvas)
    assert "four books" in said
    assert any(text.startswith("WW") and text.endswith("wins") for text in said)


# Secrets


@pytest.mark.parametrize("ply", [20, 100, 250, 400])
@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_twin_worlds_look_the_same(viewer: int | None, ply: int) -> None:
    """RELIABILITY S1: two positions that differ only in what the viewer may not know."""
    one = scene_at(7, ply, viewer=viewer)
    state = match_at(7, ply)[0].state
    for key in (b"twin", b"triplet"):
        twin = GAME.resample(state, viewer, Ctx(Rng(key)))
        other = replace(one, view=GAME.view(twin, viewer))
        assert png(SATOR.picture(one)) == png(SATOR.picture(other))
        assert SATOR.text(one) == SATOR.text(other)
        assert SATOR.alt(one) == SATOR.alt(other)


# Always the same


_FRESH = """
import hashlib
from rendering.kit.encode import png
from rendering.scene import renderer
from tests.rendering.layout import LARGEST, TALLEST, WIDEST, Layout, overlapping, texts
from tests.rendering.sator.scenes import asked_scene, scene_at
draw = renderer("sator").picture
for scene in (asked_scene(7, 200), scene_at(7, 200)):
    print(hashlib.sha256(png(draw(scene))).hexdigest())
"""


@pytest.mark.parametrize("hashing", ["0", "1"])
def test_a_fresh_process_draws_the_same_bytes_in_another_order(hashing: str) -> None:
    """Whichever picture is the first one finds the palette; and each process has an order of its
    own for the names in a set."""
    run = subprocess.run(
        [sys.executable, "-c", _FRESH],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hashing},
    )
    scenes = (asked_scene(7, 200), scene_at(7, 200))
    ours = [hashlib.sha256(png(SATOR.picture(scene))).hexdigest() for scene in scenes]
    assert run.stdout.split() == ours


def test_halos_that_overlap_lie_in_the_order_of_the_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in that of a set of names, which is another one in each process."""
    moved = ["s6", "b1", "i2", "w4", "s1", "b6"]
    view = example.match()
    lie = {name: view.board.spots[TILE_NAMES.index(name)] for name in moved}
    squares = {name: view.grid.squares[spot] for name, spot in lie.items()}
    events = tuple(
        Event("shift", {
            "seat": 0, "by": "mihi", "tile": name, "steps": "n", "ap": 1,
            "before": [view.grid.names[q] for q in squares[name]],
            "after": [view.grid.names[q] for q in squares[name]],
        })
        for name in moved
    )  # fmt: skip
    ringed: list[tuple[int, ...]] = []

    def ring(canvas: Canvas, layout: board.Layout, squares: tuple[int, ...], role: str) -> None:
        ringed.append(squares)

    monkeypatch.setattr(board, "ring", ring)
    draw(replace(scene_at(7, 300), view=view, since=events))
    assert ringed == [squares[name] for name in moved]


def test_a_picture_given_away_is_not_the_caches() -> None:
    """Whoever gets a picture may write on it."""
    first = SATOR.picture(scene_at(7, 200))
    before = png(first)
    first.paste(0, (0, 0, 1200, 1400))
    assert png(SATOR.picture(scene_at(7, 200))) == before


@pytest.mark.parametrize("name", [name for name in ordinary() if "asked" in name])
def test_no_question_is_cut(name: str) -> None:
    _, canvas = drawn_scene(name)
    (asked,) = [box.text for box in canvas.boxes if box.y0 > 1440 and box.size == 46]
    assert asked.endswith(("?", "."))


def test_without_a_match_none_is_written() -> None:
    """`Scene.number` 0: a cover, an example."""
    scene = replace(scene_at(7, 200), number=0, round=0)
    assert not [text for text in texts(draw(scene, look=True)) if "Match" in text]
