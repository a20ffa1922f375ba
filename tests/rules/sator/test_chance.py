"""Leaving tiles to chance (a ruling of ours): one, or all that are in hand."""

from __future__ import annotations

import pytest

from rules.kernel import Match, Move, leave, play, start
from rules.sator.facts import TILE_NAMES
from rules.sator.game import GAME
from rules.sator.placement import Luck, Place
from tests.rules.sator.placements import faults
from tests.rules.sator.positions import go, legal, lies, places, placing, refused, told

CHANCE, ONE, ALL = Move("chance"), Move("chance", ("one",)), Move("chance", ("all",))
FEW = placing({}, {0: ("s5", "s6"), 1: ("w6", "w5")}, {0: ("c3", "h8"), 1: ("d4", "n14")})
"""Red's turn: a medium and a short tile in hand; four books, four tiles, so each covers one."""


def _begun(seats: int, seed: int = 0) -> Match:
    return start(GAME, seats, bytes([seed]) * 32)[0]


def _left_to_chance(match: Match, how: Move) -> Match:
    seat = match.state.stack[-1].seat
    match, _ = play(GAME, match, seat, CHANCE)
    match, _ = play(GAME, match, seat, how)
    return match


def test_it_is_asked_by_itself_whether_one_tile_or_all() -> None:
    assert "chance" in legal(FEW)
    asked = go(FEW, "chance")
    assert asked.stack[-1] == Luck(0)
    assert legal(asked) == {"chance:one", "chance:all"}
    assert asked.board == FEW.board, "nothing lies there yet"


def test_it_is_only_for_one_who_holds_several_tiles() -> None:
    last = placing({}, {0: ("s5",), 1: ("w6", "w5")}, {0: ("c3", "h8"), 1: ("d4",)})
    assert not legal(last, "chance")
    assert refused(last, "chance") == "choose"


def test_it_is_no_answer_but_while_tiles_are_placed() -> None:
    drafting = _begun(3)
    seat = drafting.state.stack[-1].seat
    assert CHANCE not in GAME.moves(drafting.state, seat)
    placed = _begun(2)
    while placed.state.round == 0:
        placed = _left_to_chance(placed, ALL)
    assert CHANCE not in GAME.moves(placed.state, placed.state.stack[-1].seat)


def test_one_tile_by_chance_is_one_of_the_hand_and_the_next_seat_is_asked() -> None:
    after = go(FEW, "chance", "chance:one")
    (tile,) = [t for t in ("s5", "s6") if lies(after, t)]
    assert [TILE_NAMES[t] for t in after.laying.trays[0]] == [{"s5": "s6", "s6": "s5"}[tile]]
    assert after.stack[-1] == Place(1)
    assert after.laying.chance == ()


def test_a_tile_by_chance_may_lie_wherever_it_could_be_placed_and_nowhere_else() -> None:
    """All places of the short tile and the medium one come up, by and by; none that is refused."""
    allowed = {
        (tile, frozenset(lies(go(FEW, *_written(tile, place)), tile)))
        for tile in ("s5", "s6")
        for place in places(FEW, tile)
    }
    found = set()
    for seed in range(400):
        match = play(GAME, _at(seed), 0, CHANCE)[0]
        s = play(GAME, match, 0, ONE)[0].state
        (tile,) = [t for t in ("s5", "s6") if lies(s, t)]
        found.add((tile, frozenset(lies(s, tile))))
    assert found == allowed


def _at(seed: int) -> Match:
    from rules.sator.game import Options

    return Match(
        GAME.name, GAME.version, bytes([seed % 256, seed // 256]) * 16, 2, Options(), 0, 0, 0, FEW
    )


def _written(tile: str, place: str) -> list[str]:
    square, degrees = place.split(":")
    steps = [f"choose:{tile}"]
    if f"turn:{degrees}" in legal(go(FEW, *steps)):
        steps.append(f"turn:{degrees}")
    return [*steps, f"place:{tile}:{square}:{degrees}"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_by_chance_asks_no_more_and_everything_ends_as_it_should(seats: int) -> None:
    for seed in range(6):
        match = _begun(seats, seed)
        while match.state.laying.pool:
            seat = match.state.stack[-1].seat
            match, _ = play(GAME, match, seat, next(iter(GAME.moves(match.state, seat))))
        asked = []
        while match.state.round == 0:
            asked.append(match.state.stack[-1].seat)
            match = _left_to_chance(match, ALL)
        assert sorted(asked) == list(range(seats)), "each was asked once"
        assert list(faults(match.state)) == []


def test_the_others_go_on_by_hand_in_turn() -> None:
    match = _begun(4)
    order = [match.state.stack[-1].seat]
    match = _left_to_chance(match, ALL)
    while match.state.round == 0:
        seat = match.state.stack[-1].seat
        order.append(seat)
        for _ in range(3):
            if match.state.round == 0 and match.state.stack[-1].seat == seat:
                move = next(iter(GAME.moves(match.state, seat)))
                match, _ = play(GAME, match, seat, move)
    gone, *others = order
    assert gone not in others
    assert others == [(gone - 1 - k % 3) % 4 for k in range(18)], "counter-clockwise, six times"


def test_it_is_told_to_all_how_many_tiles_are_left_to_chance() -> None:
    _, events = told(FEW, "chance", "chance:all")
    (event,) = [e for e in events if e.kind == "chance"]
    assert (event.data["seat"], event.data["left"], event.to) == (0, 2, None)


def test_a_seat_that_resigns_while_it_is_asked_what_chance_shall_do_holds_nobody_up() -> None:
    match = _begun(3)
    while match.state.laying.pool:
        seat = match.state.stack[-1].seat
        match, _ = play(GAME, match, seat, next(iter(GAME.moves(match.state, seat))))
    seat = match.state.stack[-1].seat
    match, _ = play(GAME, match, seat, CHANCE)
    gone = leave(GAME, match, seat)
    assert gone is not None
    assert gone[0].state.stack == (Place((seat - 1) % 3),)
    assert sum(spot >= 0 for spot in gone[0].state.board.spots) == 1
