"""What every game found must do. A new game gets all of this for nothing."""

from __future__ import annotations

from functools import cache

import pytest

from rendering.scene import Renderer, renderers
from rules import games
from rules.kernel import AnyGame
from tests.kit import checks, golden
from tests.kit import words_and_pictures as wp
from tests.kit.playouts import Playout, hooks, playout


@pytest.fixture(params=sorted(games()))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return games()[request.param]


@cache
def playouts(name: str) -> tuple[Playout, ...]:
    found, hook = games()[name], hooks(name)
    seeds = range(getattr(hook, "PLAYOUTS", 6))
    return tuple(playout(found, seed, hook.LONGEST) for seed in seeds)


CHECKS = (
    checks.ends_and_is_never_dead,
    checks.only_the_asked_have_moves,
    checks.moves_are_a_set_with_names,
    checks.loads_what_it_dumps,
    checks.replays,
    checks.a_view_shows_no_secret,
    checks.a_twin_is_a_whole_position,
    checks.events_tell_no_more_than_the_view,
    checks.undo_never_teaches,
    checks.refuses,
    checks.keeps_its_pieces,
    checks.resigning_leaves_a_match,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_game(game: AnyGame, check) -> None:  # type: ignore[no-untyped-def]
    check(game, playouts(game.name))


def test_golden_playthrough_reads_the_same(game: AnyGame) -> None:
    golden.playthrough_is_the_same(game)


def test_golden_positions_of_every_version_play_on(game: AnyGame) -> None:
    golden.stored_positions_play_on(game)


@pytest.fixture
def renderer(game: AnyGame) -> Renderer:
    if game.name not in renderers():
        pytest.skip(f"no renderer for {game.name} in rendering/")
    return renderers()[game.name]


@pytest.mark.parametrize(
    "check",
    [wp.alt_and_text, wp.words_for_what_happens, wp.labels],
    ids=lambda check: check.__name__,
)
def test_words(game: AnyGame, renderer: Renderer, check) -> None:  # type: ignore[no-untyped-def]
    check(game, renderer, playouts(game.name)[:4])


def test_pictures(game: AnyGame, renderer: Renderer) -> None:
    wp.pictures(game, renderer, playouts(game.name)[:3])


def test_cover_and_guide(game: AnyGame, renderer: Renderer) -> None:
    wp.cover_and_guide(game, renderer)


def test_the_lobby_has_its_words(game: AnyGame) -> None:
    wp.lobby_words(game)
