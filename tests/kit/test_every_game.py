"""What every game found must do. A new game gets all of this for nothing."""

from __future__ import annotations

from functools import cache

import pytest

from rules import games
from rules.kernel import AnyGame
from tests.kit import checks
from tests.kit.playouts import Playout, hooks, playout

SEEDS = range(6)


@pytest.fixture(params=sorted(games()))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return games()[request.param]


@cache
def playouts(name: str) -> tuple[Playout, ...]:
    found = games()[name]
    return tuple(playout(found, seed, hooks(name).LONGEST) for seed in SEEDS)


@pytest.mark.parametrize(
    "check",
    [
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
    ],
    ids=lambda check: check.__name__,
)
def test_game(game: AnyGame, check) -> None:  # type: ignore[no-untyped-def]
    check(game, playouts(game.name))
