"""Sarena's pictures: nothing cut, overlapping or hidden; small, and always the same."""

from __future__ import annotations

import dataclasses
import hashlib
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from rendering.kit.canvas import Canvas
from rendering.kit.encode import png
from rendering.sarena.picture import draw
from rendering.sarena.pieces import THEME, centre
from rendering.scene import Scene, renderer
from rules.sarena import CIRCLES, INDEX, State
from tests.rendering.layout import LARGEST, Layout, texts
from tests.rendering.scenes import choosing, fullest, go, played, position, scene_of, tower

SARENA = renderer("sarena")
FULLEST = fullest()

ORDINARY = {
    "the opening": played(ply=0, since=1),
    "two players": played(ply=12, seats=2),
    "three players": played(ply=17, seats=3, since=2),
    "the middle": played(ply=20),
    "late": played(seed=3, ply=26, since=4),
    "private": played(viewer=1),
    "choosing a pile": choosing(played(seed=3, ply=14, viewer=3)),
    "the end": played(seed=5, ply=60),
    "the end, private": played(seed=5, ply=60, viewer=2),
}
EVERY = ORDINARY | FULLEST


@pytest.fixture(scope="module", params=EVERY, ids=lambda name: name.replace(" ", "-"))
def drawn(request: pytest.FixtureRequest) -> tuple[Scene, Canvas]:
    scene = EVERY[request.param]
    return scene, draw(scene, look=True)


class TestLayout(Layout):
    def largest(self, scene: Scene) -> float:
        # Towers everywhere are four times the chips there are: they test the layout, not the size.
        return LARGEST * (1 if sum(map(len, scene.view.cells)) <= 36 else 1.2)


def test_coordinates_circles_and_names_are_large(drawn: tuple[Scene, Canvas]) -> None:
    scene, canvas = drawn
    board = [b for b in canvas.boxes if b.text in "abcdef123456" and (b.x0 < 60 or b.y0 > 1220)]
    assert {b.text for b in board if b.size >= 42} >= set("abcdef123456")
    plates = [b for b in canvas.boxes if b.text in CIRCLES]
    assert all(b.size >= 36 for b in plates)
    names = [b for b in canvas.boxes if any(b.text[:3] == n[:3] for n in scene.names)]
    assert all(b.size >= 36 for b in names)


# What is said


def test_the_board_names_its_rows_and_columns_and_every_pile_its_colour_and_height() -> None:
    state = position({"a1": tower(1, 0), "c4": tower(4, 1), "f6": tower(3, 2)})
    said = texts(draw(scene_of(state), look=True))
    for word in (*"abcdef", *"123456", "Y", "R", "B", "4", "3"):
        assert word in said
    assert said.count("4") == 3  # row 4, the height on c4, and the chips its colour owns
    assert said.count("3") == 3


def test_the_prompt_names_who_is_asked_and_the_title_the_match() -> None:
    said = texts(draw(played(), look=True))
    assert "Chi to move" in said
    assert "Match 12  ·  Round 6" in said


def test_a_seats_colour_stands_in_its_private_picture_alone() -> None:
    public, private = played(seed=3, ply=14), played(seed=3, ply=14, viewer=3)
    own = private.view.colours[3]
    word = ("yellow", "red", "blue", "green")[own]
    assert "you are" not in texts(draw(public, look=True))
    said = texts(draw(private, look=True))
    assert "you are" in said
    assert said.count(word) == texts(draw(public, look=True)).count(word) + 1


def test_every_act_is_numbered_on_the_board_and_in_the_legend() -> None:
    acts = [go(0, "a1", "b1"), go(1, "f6", "e6", True), go(2, "c3", "c4")]
    state = position({"b1": tower(2), "e6": tower(1), "c4": tower(2)})
    canvas = draw(scene_of(state, acts), look=True)
    below = 1240
    for number, (start, goal) in enumerate((("a1", "b1"), ("f6", "e6"), ("c3", "c4")), 1):
        discs = [b for b in canvas.boxes if b.text == str(number) and b.size in (32, 38)]
        assert any(b.y0 > below for b in discs), number
        x, y = centre(INDEX[start])
        assert any(
            abs((b.x0 + b.x1) / 2 - x) < 60 and abs((b.y0 + b.y1) / 2 - y - 160) < 60 for b in discs
        ), number
        legend = [b.text for b in canvas.boxes if b.y0 > below]
        assert start in legend
        assert goal in legend
    assert texts(canvas).count("flip") == 1
    assert texts(canvas).count("stack") == 2


def test_only_the_last_four_acts_are_marked() -> None:
    acts = [go(k % 2, f"{'abcdef'[k]}1", f"{'abcdef'[k]}2") for k in range(6)]
    state = position({f"{c}2": tower(2) for c in "abcdef"})
    said = texts(draw(scene_of(state, acts), look=True))
    assert "a1" not in said
    assert "c1" in said
    assert "f1" in said


def test_candidates_carry_the_labels_of_the_menu() -> None:
    scene = choosing(played(seed=3, ply=14, viewer=3))
    canvas = draw(scene, look=True)
    plates = {box.text: box for box in canvas.boxes if box.text in CIRCLES and box.y0 < 1240}
    assert set(plates) == {choice.move.args[0] for choice in scene.choices}
    for name, box in plates.items():
        x, y = centre(INDEX[name])
        assert abs((box.x0 + box.x1) / 2 - x) < 90
        assert abs((box.y0 + box.y1) / 2 - y - 160) < 90


def test_a_goal_that_flips_shows_the_colour_that_would_come_up() -> None:
    """d4's only chip is red over blue: flipped it is blue, so a B stands on the empty goal."""
    state = position({"d4": (1 * 4 + 2,)}, colours=(0, None, None, None))
    scene = choosing(scene_of(state, viewer=0), "d4")
    goals = {choice.move.args[1] for choice in scene.choices}
    assert goals == {"c4", "e4", "d3", "d5"}
    board = [b.text for b in draw(scene, look=True).boxes if 160 < b.y0 < 1220]
    assert board.count("B") == 4
    assert board.count("R") == 1


def test_the_end_gives_every_colour_its_owner_and_names_the_winner() -> None:
    scene = played(seed=5, ply=60)
    assert scene.outcome is not None
    canvas = draw(scene, look=True)
    winner = scene.names[scene.outcome.winners[0]]
    assert any(text.startswith(winner[:5]) and "win" in text for text in texts(canvas))
    counts = [b for b in canvas.boxes if 1264 < b.y0 < 1344]
    owners = sorted((b for b in counts if b.text in "KLMN"), key=lambda b: b.x0)
    assert len(owners) == 4
    colours = [scene.view.colours["KLMN".index(b.text)] for b in owners]
    assert colours == [0, 1, 2, 3]


def test_a_resigned_seat_is_told_in_muted_colours() -> None:
    state = position({"a1": tower(1)}, out=(1,))
    canvas = draw(scene_of(state), look=True)
    box = next(b for b in canvas.boxes if b.text.startswith("Mm"))
    assert box.colour == THEME.colours["muted"]


def test_nobody_asked_is_said() -> None:
    assert "Nobody is asked now" in texts(draw(FULLEST["nobody asked"], look=True))


# Secrets


class _Hidden(tuple):  # type: ignore[type-arg]
    """Colours of which only some may be looked at."""

    allowed: frozenset[int] = frozenset()

    def __getitem__(self, k: object) -> object:
        if k not in self.allowed:
            raise AssertionError(f"a hidden colour was read: {k}")
        return super().__getitem__(k)  # type: ignore[index]

    def __iter__(self) -> Iterator[object]:
        raise AssertionError("all colours were read")

    def __contains__(self, _: object) -> bool:
        raise AssertionError("all colours were read")

    def __eq__(self, _: object) -> bool:
        raise AssertionError("all colours were compared")

    __hash__ = tuple.__hash__

    def index(self, *_: object) -> int:
        raise AssertionError("all colours were searched")

    count = index


def spied(scene: Scene, *allowed: int) -> Scene:
    """The scene over a state whose other colours raise when they are read."""
    hidden = _Hidden(scene.view.colours)
    hidden.allowed = frozenset(allowed)
    state: State = dataclasses.replace(scene.view, colours=hidden)
    return dataclasses.replace(scene, view=state)


@pytest.mark.parametrize("viewer", [None, 0, 2])
@pytest.mark.parametrize("ply", [0, 14, 25])
def test_no_renderer_reads_a_hidden_colour(viewer: int | None, ply: int) -> None:
    """RELIABILITY S3."""
    scene = spied(played(ply=ply, viewer=viewer), *(() if viewer is None else (viewer,)))
    SARENA.picture(scene)
    SARENA.alt(scene)
    SARENA.text(scene)
    assert scene.prompt is not None
    SARENA.asked(scene)
    SARENA.ask(scene)
    for event in scene.since:
        SARENA.event(scene, event)
    for choice in choosing(scene).choices:
        SARENA.label(scene, choice.move)


def test_the_spy_bites() -> None:
    with pytest.raises(AssertionError, match="hidden"):
        SARENA.picture(spied(played(viewer=2)))


def test_two_worlds_that_differ_in_secrets_alone_look_the_same() -> None:
    """The viewer's own view is all that a picture is made of, so its bytes are the same."""
    one = played(viewer=1)
    other = dataclasses.replace(one, view=dataclasses.replace(one.view))
    assert png(SARENA.picture(one)) == png(SARENA.picture(other))
    public = played()
    assert png(SARENA.picture(public)) != png(SARENA.picture(one))


# Always the same


def test_one_scene_gives_one_picture() -> None:
    for scene in (played(), FULLEST["four acts, private"]):
        assert png(SARENA.picture(scene)) == png(SARENA.picture(scene))


_FRESH = """
import hashlib
from rendering.kit.encode import png
from rendering.scene import renderer
from tests.rendering.layout import LARGEST, TALLEST, WIDEST, Layout, overlapping, texts
from tests.rendering.scenes import played
print(hashlib.sha256(png(renderer("sarena").picture(played()))).hexdigest())
"""


def test_a_fresh_process_draws_the_same_bytes() -> None:
    run = subprocess.run([sys.executable, "-c", _FRESH], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == hashlib.sha256(png(SARENA.picture(played()))).hexdigest()


def test_a_picture_does_not_change_the_next_one() -> None:
    before = np.asarray(SARENA.picture(played())).copy()
    SARENA.picture(FULLEST["all piles offered"])
    SARENA.picture(played(seed=5, ply=60))
    assert np.array_equal(before, np.asarray(SARENA.picture(played())))


def test_a_picture_given_away_is_not_the_caches() -> None:
    """Whoever gets a picture may write on it."""
    first = SARENA.picture(played())
    first.paste(0, (0, 0, 1200, 1400))
    assert SARENA.picture(played()).getbbox() is not None
    assert png(SARENA.picture(played())) != png(first)
