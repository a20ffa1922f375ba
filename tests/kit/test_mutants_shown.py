"""The checks of words, pictures and golden files catch the faults they are there for."""

from __future__ import annotations

import itertools
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from PIL import Image
from rendering.toy import RENDERER, ToyRenderer

from rendering.scene import Page
from rendering.words import NoWords
from rules import sarena, toy
from rules.kernel import AnyGame, Options, Retired
from tests.kit import golden
from tests.kit import words_and_pictures as wp
from tests.kit.playouts import drawn_options, playout, values

SARENA, TOY = sarena.GAME, toy.GAME
Patch = pytest.MonkeyPatch


def look(check: Callable[..., None]) -> None:
    check(TOY, RENDERER, [playout(TOY, seed, 250) for seed in range(2)])


# Pictures


def _picture(change: Callable[[Image.Image], Image.Image]) -> Callable[..., Image.Image]:
    real = ToyRenderer.picture
    return lambda self, scene: change(real(self, scene))


@pytest.mark.parametrize(
    "change",
    [
        lambda image: image.convert("RGB"),
        lambda image: image.resize((1199, 1200)),
        lambda image: image.resize((1200, 1501)),
        lambda image: image.resize((1200, 20)),
    ],
    ids=["not in a palette", "too narrow", "too high", "too low"],
)
def test_caught_a_picture_of_the_wrong_kind(
    change: Callable[[Image.Image], Image.Image], monkeypatch: Patch
) -> None:
    monkeypatch.setattr(ToyRenderer, "picture", _picture(change))
    with pytest.raises(AssertionError):
        look(wp.pictures)


def test_caught_a_picture_that_is_never_the_same(monkeypatch: Patch) -> None:
    count = itertools.count()

    def spoil(image: Image.Image) -> Image.Image:
        image.putpixel((0, 0), next(count) % 5)
        return image

    monkeypatch.setattr(ToyRenderer, "picture", _picture(spoil))
    with pytest.raises(AssertionError, match="another picture"):
        look(wp.pictures)


# Cover and guide


def _noise(image: Image.Image) -> Image.Image:
    image.frombytes(random.Random(1).randbytes(image.width * image.height))
    return image


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda image: image.convert("RGB"), None),
        (lambda image: image.resize((1201, 900)), None),
        (lambda image: image.resize((900, 1501)), None),
        (_noise, "bytes"),
    ],
    ids=["not in a palette", "too wide", "too high", "too heavy"],
)
def test_caught_a_cover_or_page_that_does_not_fit(
    change: Callable[[Image.Image], Image.Image], says: str | None, monkeypatch: Patch
) -> None:
    wp.cover_and_guide(TOY, RENDERER)
    drawn = RENDERER.cover("en")
    page = Page("A page.", lambda: change(drawn.copy()), "A picture.")
    with monkeypatch.context() as patch:
        patch.setattr(ToyRenderer, "guide", lambda *_: [page], raising=False)
        with pytest.raises(AssertionError, match=says):
            wp.cover_and_guide(TOY, RENDERER)
    monkeypatch.setattr(ToyRenderer, "cover", lambda *_: change(drawn.copy()), raising=False)
    with pytest.raises(AssertionError, match=says):
        wp.cover_and_guide(TOY, RENDERER)


def test_caught_a_cover_that_is_never_the_same(monkeypatch: Patch) -> None:
    count = itertools.count()

    def spoil(*_: object) -> Image.Image:
        return Image.new("P", (1200, 600), next(count) % 5)

    monkeypatch.setattr(ToyRenderer, "cover", spoil, raising=False)
    with pytest.raises(AssertionError, match="another picture"):
        wp.cover_and_guide(TOY, RENDERER)


@pytest.mark.parametrize(
    ("method", "said", "says"),
    [
        ("cover_alt", " ", None),
        ("cover_alt", "x" * 1025, "1025 characters"),
        ("guide", [], "no guide"),
        ("guide", [Page(" ")], None),
        ("guide", [Page("x" * 1501)], "1501 characters"),
        ("guide", [Page("x", lambda: Image.new("P", (9, 9)), "")], None),
    ],
)
def test_caught_a_cover_or_guide_without_its_words(
    method: str, said: Any, says: str | None, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(ToyRenderer, method, lambda *_: said, raising=False)
    with pytest.raises(AssertionError, match=says):
        wp.cover_and_guide(TOY, RENDERER)


# Words


@pytest.mark.parametrize(
    ("method", "said", "check", "says"),
    [
        ("alt", lambda *_: "x" * 1025, wp.alt_and_text, "1025 characters"),
        ("alt", lambda *_: " ", wp.alt_and_text, None),
        ("text", lambda *_: "ok\n" + "x" * 39, wp.alt_and_text, "39 characters"),
        ("text", lambda *_: "", wp.alt_and_text, None),
        ("label", lambda *_: "x" * 81, wp.labels, "81 characters"),
        ("label", lambda *_: "", wp.labels, None),
        ("label", lambda *_: "a move", wp.labels, "look the same"),
        ("ask", lambda *_: "", wp.labels, None),
        ("notation", lambda *_: "", wp.labels, None),
        ("event", lambda *_: "", wp.words_for_what_happens, None),
        ("event", lambda *_: "one\ntwo", wp.words_for_what_happens, None),
        ("asked", lambda *_: "somebody", wp.words_for_what_happens, None),
        ("result", lambda *_: "over", wp.words_for_what_happens, None),
        ("result", lambda *_: "", wp.words_for_what_happens, None),
    ],
)
def test_caught_words_that_are_missing_or_too_long(
    method: str, said: Any, check: Any, says: str | None, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(ToyRenderer, method, said)
    with pytest.raises(AssertionError, match=says):
        look(check)


def test_caught_an_event_there_are_no_words_for(monkeypatch: Patch) -> None:
    real = toy._spy

    def spy(s: Any, seat: int, other: int, ctx: Any) -> Any:
        ctx.emit("whisper", seat=seat)
        return real(s, seat, other, ctx)

    monkeypatch.setattr(toy, "_spy", spy)
    with pytest.raises(NoWords, match="toy-event-whisper"):
        look(wp.words_for_what_happens)


def test_caught_an_order_that_cannot_be_sorted(monkeypatch: Patch) -> None:
    monkeypatch.setattr(ToyRenderer, "sort_key", lambda self, scene, move: object())
    with pytest.raises(TypeError):
        look(wp.labels)


def test_a_renderer_is_never_given_what_its_viewer_may_not_know() -> None:
    played = playout(TOY, 2, 250)
    match = played.plies[len(played.plies) // 2].after
    events = [event for ply in played.plies for event in ply.events]
    for viewer in (None, 0, 1):
        shown = wp.scene(TOY, match, viewer, events)
        assert shown.view == TOY.view(match.state, viewer) != match.state
        assert all(event.seen_by(viewer) for event in shown.since)
        assert len(shown.since) < len(events)


class Nameless(toy.Options):
    unnamed: bool = False


class Speechless(Options):
    mode: Literal["rivals", "unheard"] = "rivals"


@pytest.mark.parametrize("options", [Nameless, Speechless])
def test_caught_an_option_without_words(options: type[Options], monkeypatch: Patch) -> None:
    wp.lobby_words(TOY)
    monkeypatch.setattr(toy.Toy, "options", options)
    with pytest.raises((AssertionError, NoWords)):
        wp.lobby_words(TOY)


class Boundless(Options):
    much: int = 3


class Worded(Options):
    wish: str = ""


@pytest.mark.parametrize("options", [Boundless, Worded])
def test_caught_an_option_that_the_lobby_cannot_show(options: type[Options]) -> None:
    with pytest.raises(AssertionError):
        values(next(iter(options.model_fields.values())))


def test_options_are_drawn_from_all_their_values() -> None:
    import random

    chance = random.Random(1)
    drawn = {drawn_options(TOY, chance) for _ in range(60)}
    assert drawn == {
        toy.Options(mode=mode, rounds=rounds)
        for mode in ("rivals", "together")
        for rounds in (1, 2, 3)
    }


# Golden files


@pytest.mark.parametrize("game", [SARENA, TOY], ids=lambda game: game.name)
def test_a_golden_playthrough_is_read_as_it_was_written(game: AnyGame) -> None:
    played = playout(game, 3, 250)
    moves = [(ply.seat, ply.move) for ply in played.plies]
    text = golden.written(game, played.opening, moves)
    match, read = golden.read(text, game)
    assert (match, read) == (played.opening, moves)
    assert str(moves[-1][1]) in text


def test_a_long_playthrough_only_lists_the_moves_past_its_100_lines(monkeypatch: Patch) -> None:
    played = playout(TOY, 1, 250, seats=4, options=toy.Options(rounds=3))
    monkeypatch.setattr(golden, "LINES", 30)
    moves = [(ply.seat, ply.move) for ply in played.plies]
    text = golden.written(TOY, played.opening, moves)
    assert "\nthen\n" in text
    assert 30 < len(text.splitlines()) < 60
    assert golden.read(text, TOY) == (played.opening, moves)


def test_caught_a_game_without_a_golden_playthrough(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"python -m tests\.kit\.golden sarena"):
        golden.playthrough_is_the_same(SARENA, tmp_path)


def _never_flip(patch: Patch) -> None:
    patch.setattr(sarena, "flipped", lambda pile: pile)


def _stack_five(patch: Patch) -> None:
    patch.setattr(sarena, "_TOO_MANY", int.from_bytes(bytes([0x7A]) * 36, "little"))


def _silent(patch: Patch) -> None:
    patch.setattr(sarena.Ctx, "emit", lambda self, kind, to=None, **data: None)


@pytest.mark.parametrize("plant", [_never_flip, _stack_five, _silent])
def test_caught_a_change_of_behaviour(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    golden.playthrough_is_the_same(SARENA)
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="golden"):
        golden.playthrough_is_the_same(SARENA)


def test_caught_a_golden_move_that_is_not_legal_any_more(monkeypatch: Patch) -> None:
    real = sarena.Moves.__contains__
    monkeypatch.setattr(
        sarena.Moves, "__contains__", lambda self, m: m.args[0][0] != "c" and real(self, m)
    )
    with pytest.raises(AssertionError, match="a golden move is refused"):
        golden.playthrough_is_the_same(SARENA)


@pytest.fixture
def older(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Sarena at version 2, with a position of version 1 in which ``round`` was called ``lap``."""
    now = json.loads(golden.state_path("sarena", 1).read_text("utf-8"))
    (tmp_path / "sarena-v2.json").write_text(json.dumps(now | {"version": 2}))
    state = dict(now["state"])
    state["lap"] = state.pop("round")
    (tmp_path / "sarena-v1.json").write_text(json.dumps(now | {"state": state}))
    monkeypatch.setattr(sarena.Sarena, "version", 2)
    return tmp_path


def test_an_older_stored_position_is_migrated_and_played_on(
    older: Path, monkeypatch: Patch
) -> None:
    asked = []

    def migrate(self: Any, doc: dict[str, Any], version: int) -> dict[str, Any]:
        asked.append(version)
        return {key: value for key, value in doc.items() if key != "lap"} | {"round": doc["lap"]}

    monkeypatch.setattr(sarena.Sarena, "migrate", migrate)
    golden.stored_positions_play_on(SARENA, older)
    assert asked == [1]


def test_a_version_may_be_retired(older: Path) -> None:
    with pytest.raises(Retired):
        SARENA.migrate({}, 1)
    golden.stored_positions_play_on(SARENA, older)


def test_caught_a_migration_that_does_not_load(older: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(sarena.Sarena, "migrate", lambda self, doc, version: doc)
    with pytest.raises(AssertionError, match=r"sarena-v1\.json does not load"):
        golden.stored_positions_play_on(SARENA, older)


def test_caught_a_new_version_without_a_stored_position(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sarena.Sarena, "version", 2)
    with pytest.raises(AssertionError, match=r"sarena-v2\.json is missing"):
        golden.stored_positions_play_on(SARENA)


def test_caught_a_position_stored_in_another_form(tmp_path: Path) -> None:
    path = tmp_path / "sarena-v1.json"
    shutil.copy(golden.state_path("sarena", 1), path)
    doc = json.loads(path.read_text())
    del doc["state"]["out"]  # as if the field had been added since, with a default
    path.write_text(json.dumps(doc))
    with pytest.raises(AssertionError, match="stored in another form"):
        golden.stored_positions_play_on(SARENA, tmp_path)


def test_caught_a_stored_position_that_cannot_be_played_on(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(sarena, "_end", lambda s, ctx: replace(s, stack=(sarena.Turn(0),)))
    with pytest.raises(AssertionError, match="has no move"):
        golden.stored_positions_play_on(SARENA)


def test_a_golden_playthrough_is_short_only_where_the_match_is(tmp_path: Path) -> None:
    played = playout(SARENA, 2, 250)
    short = [(p.seat, p.move) for p in played.plies[:2]]
    (tmp_path / "sarena.txt").write_text(golden.written(SARENA, played.opening, short))
    with pytest.raises(AssertionError, match="no end of the match"):
        golden.playthrough_is_the_same(SARENA, tmp_path)
