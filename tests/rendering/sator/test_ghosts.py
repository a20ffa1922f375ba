"""Where a tile would come to is shown where the rules bring it, and only where few can be seen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rendering.sator import ghosts
from rendering.sator.chart import public
from rendering.sator.choices import on_board
from rendering.sator.picture import draw, layout_of
from rendering.scene import Choice, Scene
from rules.kernel import Match, Move, play
from rules.sator.facts import TILE_INDEX
from rules.sator.game import GAME
from tests.rendering.layout import texts
from tests.rendering.sator.scenes import asked_for, asked_scene, match_at


@cache
def asked(op: str, kind: str, least: int, most: int) -> tuple[Match, Scene]:
    """A question with so many full answers of that kind, all of them its candidates."""
    ply = 60
    while True:
        match = match_at(7, ply)[0]
        prompt = GAME.prompt(match.state)
        assert prompt is not None, "the match ends before that is asked"
        if prompt.op == op:
            moves = [
                move for move in GAME.moves(match.state, prompt.seats[0]) if move.op == kind
            ]
            if least <= len(moves) <= most:
                choices = tuple(Choice(str(move), move) for move in moves)
                return match, replace(asked_scene(7, ply), choices=choices)
        ply += 1


def brought(match: Match, move: Move) -> set[int]:
    """The squares of the tile after the move."""
    prompt = GAME.prompt(match.state)
    assert prompt is not None
    state = play(GAME, match, prompt.seats[0], move)[0].state
    spot = state.board.spots[TILE_INDEX[move.args[0]]]
    return set(state.grid.squares[spot])


FEW = [
    ("effect", "rotas", 2, 6),
    ("effect", "rotas", 5, 6),
    ("again", "rotas", 2, 6),
    ("effect", "moves", 2, 6),
    ("effect", "moves", 5, 6),
]


@pytest.mark.parametrize(("op", "kind", "least", "most"), FEW)
def test_each_answer_shows_where_the_rules_bring_the_tile(
    op: str, kind: str, least: int, most: int
) -> None:
    match, scene = asked(op, kind, least, most)
    found = ghosts.outcomes(scene, layout_of(public(14), scene.view))
    assert [outcome.move for outcome in found] == [choice.move for choice in scene.choices]
    for outcome in found:
        assert set(outcome.squares) == brought(match, outcome.move)


def test_a_tile_that_is_placed_is_shown_as_it_will_lie() -> None:
    ply = asked_for("place")
    match = match_at(7, ply)[0]
    prompt = GAME.prompt(match.state)
    assert prompt is not None
    moves = [move for move in GAME.moves(match.state, prompt.seats[0]) if move.op == "place"][:5]
    choices = tuple(Choice(str(move), move) for move in moves)
    scene = replace(asked_scene(7, ply), choices=choices)
    found = ghosts.outcomes(scene, layout_of(public(14), scene.view))
    assert len(found) == 5
    for outcome in found:
        assert set(outcome.squares) == brought(match, outcome.move)


def test_more_than_six_would_hide_each_other() -> None:
    _, scene = asked("effect", "moves", 7, 40)
    assert not ghosts.outcomes(scene, layout_of(public(14), scene.view))


def test_answers_that_leave_the_turn_open_show_nothing() -> None:
    _, scene = asked("effect", "rotas", 2, 6)
    short = tuple({Move("rotas", choice.move.args[:2]): None for choice in scene.choices})
    scene = replace(scene, choices=tuple(Choice(str(move), move) for move in short))
    assert not ghosts.outcomes(scene, layout_of(public(14), scene.view))


def test_a_ghost_is_seen_on_its_squares() -> None:
    _, scene = asked("effect", "moves", 2, 6)
    layout = layout_of(public(14), scene.view)
    with_, tile = draw(scene).pixels, TILE_INDEX[scene.choices[0].move.args[0]]
    without = draw(replace(scene, choices=scene.choices[:0])).pixels
    assert with_.shape == without.shape
    for outcome in ghosts.outcomes(scene, layout):
        for square in {*outcome.squares} - {*layout.squares(tile)}:
            x, y = layout.chart.corner(*divmod(square, 14))
            edge = with_[y + 3 : y + 18, x + 3 : x + layout.chart.cell - 3]
            assert np.unique(edge).size > 3


def test_turns_carry_the_square_they_turn_about() -> None:
    _, scene = asked("effect", "rotas", 4, 6)
    layout = layout_of(public(14), scene.view)
    signs = ghosts.signs(scene, layout, set())
    pivots = {choice.move.args[1].upper() for choice in scene.choices}
    said = [written.text for sign in signs for written in sign.mark.written]
    assert signs
    assert set(said) <= pivots
    assert len({sign.at for sign in signs}) == len(signs)
    assert pivots <= set(texts(draw(scene, look=True)))


def test_questions_about_the_board_have_it_large() -> None:
    _, scene = asked("effect", "rotas", 2, 6)
    assert on_board(scene)
    assert not on_board(replace(scene, choices=()))
    both = (*scene.choices, Choice("", Move("play", ("ms",))))
    assert not on_board(replace(scene, choices=both)), "there the hand is needed"


def test_a_board_on_which_not_all_answers_lie_is_not_all_that_is_shown() -> None:
    _, scene = asked("effect", "rotas", 2, 6)

    def large(*moves: Move) -> bool:
        return on_board(replace(scene, choices=tuple(Choice("", move) for move in moves)))

    walk, end = Move("walk", ("c4",)), Move("end")
    assert large(walk)
    assert large(walk, end)
    assert large(Move("free", ("walk", "c4-c5")), walk)
    assert not large(end)
    assert not large(Move("free", ("step",)), end)
    assert not large(walk, Move("swap"))
    assert not large(walk, Move("search", ("m",)))
