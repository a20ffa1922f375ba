"""Placing the footbridges: the building rules, the golden rule, and the completion."""

from __future__ import annotations

import random

import pytest

from rules.kernel import Move, play, start
from rules.sator import completion, placement
from rules.sator.facts import TILE_INDEX, TILE_NAMES, shape_of
from rules.sator.game import GAME, Options, State
from rules.sator.placement import plan
from tests.rules.sator.players import by_hand
from tests.rules.sator.positions import go, legal, lies, places, placing, refused

BOOKS = {0: ("c3", "l3", "l12", "c12"), 1: ("e3", "j3", "j12", "e12")}
"""In each quadrant a pair of books, two squares apart."""


# Building rules


def test_tiles_stay_inside_the_grid() -> None:
    s = placing({}, {0: ("s4", "s6"), 1: ("w1",) * 1}, {0: ("a1",), 1: ("n14",)})
    found = places(s, "s4")
    assert {"a1:0", "k1:0", "a1:90", "a11:90"} <= found
    assert not {"l1:0", "a12:90"} & found
    chosen = go(s, "choose:s4", "turn:0")
    assert refused(chosen, "place:s4:l1:0") == "place-outside"


def test_tiles_do_not_overlap() -> None:
    s = placing({"i4": "e7:0"}, {0: ("s5", "s6"), 1: ("w6",)}, {0: ("a1",), 1: ("n14",)})
    found = places(s, "s5")
    assert "b7:0" in found  # b7, c7, d7
    assert "c7:0" not in found
    chosen = go(s, "choose:s5", "turn:0")
    assert refused(chosen, "place:s5:c7:0") == "place-overlap"


def test_two_books_of_one_colour_never_lie_on_one_tile() -> None:
    books = {0: ("c3", "d3"), 1: ("k10", "n14")}
    s = placing({}, {0: ("s5", "s6"), 1: ("w6", "w5", "i6")}, books)
    found = places(s, "s5")
    assert "b3:0" not in found  # b3, c3, d3
    assert "d3:0" in found
    assert refused(go(s, "choose:s5", "turn:0"), "place:s5:b3:0") == "place-two"


def test_books_of_different_colours_may_lie_on_one_tile() -> None:
    s = placing({}, {0: ("s5", "s6"), 1: ("w6", "w5")}, {0: ("c3", "h8"), 1: ("d3", "n14")})
    assert "c3:0" in places(s, "s5")


def test_spaces_may_be_left_between_tiles() -> None:
    s = placing({"i4": "e7:0"}, {0: ("s5", "s6"), 1: ("w6",)}, {0: ("a1",), 1: ("n14",)})
    assert "l11:0" in places(s, "s5")


def test_a_tile_goes_under_a_book_which_stays_where_it_is() -> None:
    s = placing({}, {0: ("s5", "s6"), 1: ("w6", "w5")}, {0: ("c3", "h8"), 1: ("d4", "n14")})
    after = go(s, "choose:s5", "turn:0", "place:s5:b3:0")
    assert after.board.books == s.board.books
    assert lies(after, "s5") == {"b3", "c3", "d3"}


def test_all_books_lie_on_a_tile_at_the_end_so_the_last_tile_goes_under_the_last_book() -> None:
    s = placing({"i4": "a1:0"}, {0: ("s6",)}, {0: ("a1", "h8"), 1: ("b1",)})
    assert places(s, "s6") == {"h8:0", "g8:0", "h8:90", "h7:90"}
    assert refused(go(s, "choose:s6", "turn:0"), "place:s6:c3:0") == "place-books"


def test_nobody_is_kept_from_placing_a_tile_under_his_book() -> None:
    # Of the four squares around h8 only g8 is free; each seat has one short tile.
    walls = {"i4": "h4:90", "w4": "h9:90", "b4": "i8:0"}
    s = placing(walls, {0: ("s6",), 1: ("w6",)}, {0: ("a1",), 1: ("h8",)})
    # f8 and g8 would shut the book in; so would anything that leaves both books to one tile.
    assert places(s, "s6") == {"a1:0", "a1:90", "g8:0"}
    assert refused(go(s, "choose:s6", "turn:0"), "place:s6:f8:0") == "place-books"


def test_a_seat_may_cover_another_ones_book_when_the_rest_can_still_be_done() -> None:
    s = placing({}, {0: ("s6",), 1: ("w6",)}, {0: ("a1",), 1: ("h8",)})
    assert places(s, "s6") == {"a1:0", "a1:90", "h8:0", "g8:0", "h8:90", "h7:90"}


def test_a_tile_that_leaves_no_room_for_the_others_is_refused() -> None:
    # Free on 4 by 4 squares: column c, and d1 with d2. The long tile needs the column.
    walls, books = {"i4": "a1:90", "w4": "b1:90", "i6": "d3:90"}, {0: ("a1",), 1: ("a2",)}
    s = placing(walls, {0: ("s6",), 1: ("b4",)}, books, size=4)
    assert places(s, "s6") == {"d1:90"}
    lying = go(s, "choose:s6")  # it can only stand: that is not asked
    assert refused(lying, "place:s6:c1:90") == "place-room"
    assert refused(lying, "place:s6:c1:0") == "place-other"
    assert refused(lying, "place:s6:d9:90") == "square"


# The completion


def test_each_book_alone_could_be_covered_yet_not_all() -> None:
    """Counting open books and tiles is not enough: two books, one free neighbour between them."""
    walls = {"i4": "a2:0", "w4": "e2:0"}
    # Row 1: books on a1 and c1, free squares a1, b1, c1, d1 and on.
    s = placing(walls, {0: ("s6", "s5"), 1: ("w6",)}, {0: ("a1", "h8"), 1: ("c1",)})
    found = places(s, "s6")
    assert "a1:0" in found
    assert "b1:0" not in found  # b1, c1: then a1 has no neighbour left


def test_more_books_than_tiles_are_left_only_where_tiles_can_share() -> None:
    books = {0: ("c3", "h8"), 1: ("d3", "i8")}
    s = placing({}, {0: ("s6",), 1: ("w6",)}, books)
    # Four books, two short tiles: c3 with d3, h8 with i8, and nothing else.
    assert places(s, "s6") == {"c3:0", "h8:0"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_tile_in_hand_has_a_place_at_every_turn(seats: int) -> None:
    for seed in range(2):
        for s in _placements(seats, seed, 14):
            for tile in s.laying.trays[s.stack[-1].seat]:
                assert next(plan(s).legal(shape_of(tile)), None) is not None


def test_a_search_that_gives_up_refuses_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    # Four pairs of books, three tiles long enough for a pair, two short ones for the fourth.
    s = placing({}, {0: ("s6",), 1: ("w6", "w5", "b5", "b1")}, BOOKS)
    lying = go(s, "choose:s6", "turn:90")
    assert refused(lying, "place:s6:n13:90") == "place-books"
    for bound in ("NODES", "MEND", "MEND_WIDE"):
        monkeypatch.setattr(completion, bound, 0)
    placement._plan.cache_clear()
    assert refused(lying, "place:s6:n13:90") == "place-unknown"
    placement._plan.cache_clear()


# Random placements


def _placements(seats: int, seed: int, size: int) -> list[State]:
    """The positions of one random placement at which a tile is chosen, and the last one."""
    chance = random.Random(f"{seats} {seed} {size}")
    match, _ = start(GAME, seats, chance.randbytes(32), Options(size=size))  # type: ignore[arg-type]
    found = []
    while match.state.round == 0:
        top = match.state.stack[-1]
        if top.kind == "choose":
            found.append(match.state)
        move = chance.choice(by_hand(match.state, top.seat))
        match, _ = play(GAME, match, top.seat, move)
    return [*found, match.state]


# What the door lets in


def test_the_list_and_the_question_agree() -> None:
    for s in _placements(4, 7, 14)[::5][:-1]:
        seat = s.stack[-1].seat
        for tile in s.laying.trays[seat][:2]:
            chosen = go(s, f"choose:{TILE_NAMES[tile]}")
            turned = [go(chosen, t) for t in legal(chosen, "turn")] or [chosen]
            for t in turned:
                moves = GAME.moves(t, seat)
                listed = {str(m) for m in moves}
                for square in t.grid.names:
                    degrees = str(90 * t.stack[-1].turn)
                    move = f"place:{TILE_NAMES[tile]}:{square}:{degrees}"
                    assert (Move.parse(move) in moves) == (move in listed)


def test_a_tile_is_only_placed_by_its_holder_and_unknown_tiles_are_refused() -> None:
    s = placing({}, {0: ("s5", "s6"), 1: ("w6", "w5")}, {0: ("c3", "h8"), 1: ("d4", "n14")})
    assert legal(s) == {"choose:s5", "choose:s6", "chance"}
    assert refused(s, "choose:w6") == "choose"
    assert TILE_INDEX["w6"] in s.laying.trays[1]
