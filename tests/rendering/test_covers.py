"""Covers: what somebody sees who is about to join a match."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import data
from rendering import words
from rendering.kit.canvas import Box, Canvas
from rendering.kit.colour import contrast
from rendering.kit.encode import png
from rendering.sarena import cover
from rendering.scene import Renderer, renderer, renderers
from rendering.stage import halfway
from rules import games
from rules.kernel import Move, play
from rules.sarena import GAME, INDEX, State, Turn
from tests.rendering.layout import overlapping, texts
from tests.rules.sarena_positions import match, there
from tests.words.pseudo import write
from tests.words.test_pseudo import left_over

NAMES = [name for name in games() if name in renderers()]


# Every game


@pytest.mark.parametrize("name", NAMES)
def test_without_a_cover_of_its_own_a_game_shows_a_match_in_full_swing(name: str) -> None:
    scene = halfway(name, "en")
    assert scene.prompt is not None
    assert scene.outcome is None
    assert scene.viewer is None
    assert (scene.number, scene.round) == (0, 0)
    seats = games()[name].seat_range[1]
    assert scene.names == tuple(f"seat {k + 1}" for k in range(seats))
    assert any(event.data for event in scene.since)
    image = Renderer.cover(renderer(name), "en")
    assert image.mode == "P"
    assert image.width <= 1200
    assert image.height <= 1500
    assert len(png(image)) <= 300_000


def test_a_cover_from_a_match_writes_no_match_no_round_and_no_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = looked(monkeypatch)
    Renderer.cover(renderer("sarena"), "en")
    said = [box.text for box in seen]
    prompt = halfway("sarena", "en").prompt
    assert prompt is not None
    assert f"seat {prompt.seats[0] + 1} to move" in said
    assert "Sarena" in said
    for text in said:
        assert not any(word in text for word in ("Match", "Round", "Nobody", "0 "))


def looked(monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """A list that gets every text that canvases write from now on."""
    seen: list[Box] = []
    real = Canvas._record

    def recorded(self: Canvas, *args: object) -> None:
        real(self, *args)  # type: ignore[arg-type]
        seen.append(self.boxes[-1])

    init = Canvas.__init__

    def looking(self: Canvas, *args: object, **kwargs: object) -> None:
        init(self, *args, **kwargs)  # type: ignore[arg-type]
        self._look = True

    monkeypatch.setattr(Canvas, "_record", recorded)
    monkeypatch.setattr(Canvas, "__init__", looking)
    return seen


_FRESH = """
import hashlib, tests.toy
tests.toy.install()
from rendering.kit.encode import png
from rendering.scene import renderer
for name in ("sarena", "toy"):
    print(hashlib.sha256(png(renderer(name).cover("en"))).hexdigest())
for page in renderer("sarena").guide("en"):
    print(hashlib.sha256(png(page.draw())).hexdigest())
"""


def test_a_fresh_process_draws_the_same_covers_and_pages() -> None:
    environ = os.environ | {"PYTHONHASHSEED": "5"}
    command = [sys.executable, "-c", _FRESH]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=environ)
    images = [renderer(name).cover("en") for name in ("sarena", "toy")]
    images += [page.draw() for page in renderer("sarena").guide("en") if page.draw is not None]
    ours = [hashlib.sha256(png(image)).hexdigest() for image in images]
    assert run.stdout.split() == ours


# Sarena's


@pytest.fixture(scope="module")
def drawn() -> Canvas:
    return cover.draw("en", look=True)


def test_the_cover_is_wide_and_low_and_small(drawn: Canvas) -> None:
    image = renderer("sarena").cover("en")
    assert image.mode == "P"
    assert image.size == (1200, 675)
    assert len(png(image)) <= 300_000
    assert image.tobytes() == drawn.image().tobytes()


def test_no_text_of_the_cover_is_cut_off_hidden_or_hard_to_read(drawn: Canvas) -> None:
    assert not list(overlapping(drawn.boxes))
    for box in drawn.boxes:
        assert "…" not in box.text
        assert 8 <= box.x0 < box.x1 <= drawn.width - 8, box
        assert 4 <= box.y0 < box.y1 <= drawn.height - 8, box
        assert box.size >= 36 or len(box.text) == 1
        assert not box.ground or contrast(box.colour, box.ground) >= 4.5, box


def test_the_title_is_large_and_says_how_many_play(drawn: Canvas) -> None:
    title = max(drawn.boxes, key=lambda box: box.size)
    assert title.text == "Sarena"
    assert title.size >= 140
    assert "2 to 4 players" in texts(drawn)
    assert GAME.seat_range == (2, 4)
    assert "for 2 to 4 players" in renderer("sarena").cover_alt("en")


def test_piles_of_every_height_and_colour_are_on_the_cover(drawn: Canvas) -> None:
    piles = [pile for pile in cover.POSITION if pile]
    assert {len(pile) for pile in piles} == {1, 2, 3, 4}
    assert {pile[-1] >> 2 for pile in piles} == {0, 1, 2, 3}
    pairs = Counter(frozenset((chip >> 2, chip & 3)) for pile in piles for chip in pile)
    assert max(pairs.values()) <= 6
    said = texts(drawn)
    assert sum(said.count(letter) for letter in "YRBG") == len(piles)


def test_the_arrow_on_the_cover_is_a_move_that_turns_a_yellow_chip_over() -> None:
    """Yellow over red on d4; in the empty circle with arrows on e4 it is red over yellow."""
    state = State((Turn(0),), cover.POSITION, (0, 1), 0, 1)
    assert there(state, cover.MOVE[0]) == "yr"
    assert cover.POSITION[INDEX[cover.MOVE[1]]] == ()
    after, events = play(GAME, match(state), 0, Move("go", cover.MOVE))
    assert there(after.state, "e4") == "ry"
    assert events[0].data["flip"] is True


# In other languages


@pytest.fixture
def pseudo(tmp_path: Path) -> Iterator[str]:
    """A language of marked letters, in which every text is longer by its brackets."""
    write(tmp_path, "de")
    data.__path__.append(str(tmp_path))
    words.reload()
    yield "de"
    data.__path__.remove(str(tmp_path))
    words.reload()


def test_a_longer_title_is_drawn_smaller_not_cut(pseudo: str) -> None:
    title = cover.draw(pseudo, look=True).boxes
    assert "⟦Śáŕéńá⟧" in [box.text for box in title]
    assert not [box.text for box in title if "…" in box.text]


@pytest.mark.parametrize("name", NAMES)
def test_covers_and_guides_hold_no_english(
    name: str, pseudo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = looked(monkeypatch)
    said = [renderer(name).cover_alt(pseudo)]
    renderer(name).cover(pseudo)
    for page in renderer(name).guide(pseudo):
        said += [page.text, page.alt]
        if page.draw is not None:
            image = page.draw()
            assert image.width <= 1200
    assert seen or name != "sarena", "what canvases write was watched"
    for text in (*said, *(box.text for box in seen)):
        assert [word for word in left_over(text) if len(word) > 1] == [], text
