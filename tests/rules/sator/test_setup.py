"""What is in the box, and how a match is set up."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rules.kernel import Event, Move, play, start
from rules.sator import facts
from rules.sator.board import NOWHERE, bits, entry, grid, positions, quadrant
from rules.sator.board import start as start_square
from rules.sator.facts import shape_of
from rules.sator.game import GAME, Options, State
from rules.sator.placement import Draft, Lie, Place, Quarter
from tests.rules.sator.players import by_hand
from tests.rules.sator.positions import chance, go, placing

SEEDS = range(12)


def opened(seats: int, seed: int, **options: Any) -> tuple[State, tuple[Event, ...]]:
    match, events = start(GAME, seats, random.Random(seed).randbytes(32), Options(**options))
    return match.state, events


# The box


def test_24_tiles_in_six_shapes_of_these_sizes_and_four_sets() -> None:
    assert [len(squares) for squares in facts.SQUARES] == [5, 3, 4, 4, 3, 2]
    assert sum(4 * len(squares) for squares in facts.SQUARES) == 84
    assert len(facts.TILE_NAMES) == len(set(facts.TILE_NAMES)) == 24
    assert {name[0] for name in facts.TILE_NAMES} == set("swbi")
    assert [facts.TILE_NAMES[t] for t in facts.OF_SHAPE[0]] == ["s1", "w1", "b1", "i1"]
    assert [facts.TILE_NAMES[t] for t in facts.OF_TYPE[3]] == ["i1", "i2", "i3", "i4", "i5", "i6"]


def test_78_movement_cards_of_three_kinds_and_eight_prayers() -> None:
    counts = Counter(facts.KINDS[card] for card in facts.DECK)
    assert sum(counts.values()) == 78
    assert {counts[f"m{floor}"] for floor in "swbi"} == {9}
    assert {counts[f"r{shape}"] for shape in range(1, 7)} == {6}
    assert counts["jolly"] == 6
    assert len(facts.ALL_PRAYERS) == len(facts.PRAYERS) == 8


@pytest.mark.parametrize(
    ("size", "north", "south", "west", "east"),
    [(12, 6, 7, "f", "g"), (14, 7, 8, "g", "h"), (16, 8, 9, "h", "i")],
)
def test_the_board_has_four_equal_quadrants(
    size: int, north: int, south: int, west: str, east: str
) -> None:
    """Those that meet in the middle, by the last row of the northern ones and so on."""
    index, last = grid(size).index, "lnp"[(12, 14, 16).index(size)]
    for corners in (
        (f"{west}{north}", f"{east}{north}", f"{east}{south}", f"{west}{south}"),
        ("a1", f"{last}1", f"{last}{size}", f"a{size}"),
        (f"a{north}", f"{last}{north}", f"{last}{south}", f"a{south}"),
        (f"{west}1", f"{east}1", f"{east}{size}", f"{west}{size}"),
    ):
        assert [quadrant(size, index[square]) for square in corners] == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [12, 14, 16])
def test_52_positioning_cards_each_with_a_book_of_every_colour_in_its_quadrant(size: int) -> None:
    decks = positions(size)
    assert [len(deck) for deck in decks] == [13] * 4
    for k, deck in enumerate(decks):
        for card in deck:
            assert {quadrant(size, square) for square in card} == {k}
            assert len(set(card)) == 4


def test_each_colour_has_its_cards_for_its_own_quadrant() -> None:
    red, blue, green, yellow = (facts.BOARD.deck_quadrant[colour] for colour in facts.COLOURS)
    assert (red, blue, green, yellow) == ("NW", "NE", "SE", "SW")
    # Red's first card as the data has it: row 1, column 2 from the top left, from 0.
    assert positions(14)[0][0][0] == grid(14).index["c2"]


def test_on_other_sizes_the_far_quadrants_move_with_the_edge() -> None:
    # Green's first card: row 12, column 11 of 14; on 16 squares 14 and 13, on 12 squares 10 and 9.
    assert positions(14)[2][0][2] == grid(14).index["l13"]
    assert positions(16)[2][0][2] == grid(16).index["n15"]
    assert positions(12)[2][0][2] == grid(12).index["j11"]
    # Red's quadrant stays where it is.
    assert grid(12).names[positions(12)[0][0][0]] == grid(16).names[positions(16)[0][0][0]] == "c2"


# Coordinates and start squares


def test_a1_is_the_top_left_square() -> None:
    table = grid(14)
    assert table.names[0] == "a1"
    assert table.names[13] == "n1"
    assert table.names[-1] == "n14"
    assert table.beside[0] == (NOWHERE, 1, 14, NOWHERE)


@pytest.mark.parametrize(
    ("size", "entries"),
    [
        (12, ["f1", "l6", "g12", "a7"]),
        (14, ["g1", "n7", "h14", "a8"]),
        (16, ["h1", "p8", "i16", "a9"]),
    ],
)
def test_start_squares_lie_outside_in_the_middle_of_each_side(
    size: int, entries: list[str]
) -> None:
    assert [grid(size).names[entry(size, colour)] for colour in range(4)] == entries
    half = size // 2
    red, blue, green, yellow = (start_square(size, colour) for colour in range(4))
    assert (red, blue) == ((-1, half - 1), (half - 1, size))
    assert (green, yellow) == ((size, half), (half, -1))


# Before the first tile


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_can_play(seats: int) -> None:
    assert GAME.seat_range == (2, 4)
    with pytest.raises(ValueError, match="2 to 4 seats"):
        opened(seats, 1)


def test_options_left_alone_fifty_rounds_no_even_rounds_fourteen_squares() -> None:
    s, _ = opened(2, 1)
    assert (s.rules.round_limit, s.rules.even_rounds, s.rules.size) == (50, False, 14)
    for size in (12, 16):
        assert opened(2, 1, size=size)[0].rules.size == size
    for size in (10, 13, 18):
        with pytest.raises(ValueError, match="size"):
            Options(size=size)  # type: ignore[arg-type]


def test_books_hover_over_the_abyss_until_tiles_are_placed() -> None:
    s, _ = opened(4, 1)
    assert set(s.board.spots) == {-1}
    assert NOWHERE not in s.board.books


@pytest.mark.parametrize(("seats", "colours"), [(2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
def test_colours_by_default_clockwise_by_side(seats: int, colours: tuple[int, ...]) -> None:
    assert opened(seats, 1)[0].rules.colours == colours


def test_colours_may_be_chosen_as_long_as_seats_sit_clockwise() -> None:
    s, _ = opened(2, 1, places=("blue", "yellow"))
    assert s.rules.colours == (1, 3)
    with pytest.raises(ValueError, match="clockwise"):
        opened(2, 1, places=("yellow", "blue"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_quadrant_has_a_book_of_each_colour_in_play_and_no_other(seats: int) -> None:
    for seed in SEEDS:
        s, events = opened(seats, seed)
        assert len(s.board.books) == 4 * seats
        for seat in range(seats):
            books = s.board.books[4 * seat : 4 * seat + 4]
            assert [quadrant(14, book) for book in books] == [0, 1, 2, 3]
        told = [e.data for e in events if e.kind == "books"]
        assert [len(data["squares"]) for data in told] == [4] * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_books_come_from_one_card_for_each_quadrant_unused_colours_too(seats: int) -> None:
    for seed in SEEDS:
        s, _ = opened(seats, seed)
        for k, deck in enumerate(positions(14)):
            shown = tuple(s.board.books[4 * seat + k] for seat in range(seats))
            assert any(tuple(card[colour] for colour in s.rules.colours) == shown for card in deck)


def test_the_first_player_and_the_books_are_drawn_by_chance() -> None:
    opened_ones = [opened(4, seed)[0] for seed in range(40)]
    assert {s.rules.first for s in opened_ones} == {0, 1, 2, 3}
    assert len({s.board.books for s in opened_ones}) > 35


def test_each_of_the_13_cards_of_a_quadrant_may_be_drawn() -> None:
    decks = positions(14)
    drawn: list[set[tuple[int, ...]]] = [set() for _ in decks]
    for seed in range(150):
        s, _ = opened(4, seed)
        for k, cards in enumerate(drawn):
            cards.add(tuple(s.board.books[4 * seat + k] for seat in range(4)))
    assert drawn == [set(deck) for deck in decks]


def test_acolytes_begin_on_their_start_squares() -> None:
    s, _ = opened(4, 1)
    assert s.board.acolytes == (-1, -1, -1, -1)
    assert s.gargoyles == (-1, -1, -1, -1)


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 1), (4, 1)])
def test_tiles_are_dealt_by_shape(seats: int, each: int) -> None:
    for seed in SEEDS:
        s, _ = opened(seats, seed)
        for tray in s.laying.trays:
            assert Counter(map(shape_of, tray)) == Counter(dict.fromkeys(range(6), each))
        left = [shape_of(tile) for tile in s.laying.pool]
        assert left == (list(range(6)) if seats == 3 else [])
        everything = [*s.laying.pool, *(t for tray in s.laying.trays for t in tray)]
        assert sorted(everything) == list(range(24))


def test_which_floor_type_one_gets_is_chance() -> None:
    types = {tuple(t % 4 for t in opened(4, seed)[0].laying.trays[0]) for seed in range(30)}
    assert len(types) > 25


# The draft of three


def test_three_players_draft_in_the_order_1_2_3_3_2_1() -> None:
    for seed in SEEDS:
        s, _ = opened(3, seed)
        first = s.rules.first
        match, _ = start(GAME, 3, random.Random(seed).randbytes(32))
        takers = []
        while isinstance(match.state.stack[-1], Draft):
            seat = match.state.stack[-1].seat
            takers.append((seat - first) % 3)
            move = next(iter(GAME.moves(match.state, seat)))
            match, events = play(GAME, match, seat, move)
            takers += [(e.data["seat"] - first) % 3 for e in events if e.kind == "draft"][1:]
        # The last tile is no choice: the first player gets it without being asked.
        assert takers == [0, 1, 2, 2, 1, 0]
        assert [len(tray) for tray in match.state.laying.trays] == [8, 8, 8]
        assert match.state.laying.pool == ()


def test_a_drafted_tile_is_chosen_by_its_shape_and_its_floor_type_seen_only_by_the_taker() -> None:
    match, _ = start(GAME, 3, bytes(32))
    seat = match.state.rules.first
    assert [str(m) for m in GAME.moves(match.state, seat)] == [f"draft:{k}" for k in range(1, 7)]
    tile = match.state.laying.pool[3]
    match, events = play(GAME, match, seat, Move("draft", ("4",)))
    assert tile in match.state.laying.trays[seat]
    secret = [e for e in events if e.kind == "drafted"]
    assert [(e.to, e.data["tile"]) for e in secret] == [((seat,), facts.TILE_NAMES[tile])]
    assert [e.data for e in events if e.kind == "draft"] == [{"seat": seat, "shape": 4}]
    assert match.floor == match.ply, "a tile was seen: that is not taken back"


# The order of placing, and the deal


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_are_placed_counter_clockwise_from_the_last_player_one_a_turn(seats: int) -> None:
    match, _ = start(GAME, seats, random.Random(seats).randbytes(32))
    draw, order = random.Random(5), []
    while match.state.round == 0:
        top = match.state.stack[-1]
        move = draw.choice(by_hand(match.state, top.seat))
        if move.op == "place":
            order.append((match.state.rules.first - top.seat) % seats)
        match, _ = play(GAME, match, top.seat, move)
    # 1 is the last player: the one counter-clockwise of the first.
    assert order == [(1 + k) % seats for k in range(24)]


def test_a_tile_is_asked_then_its_turn_then_its_square() -> None:
    match, _ = start(GAME, 2, bytes(32))
    seat = match.state.stack[-1].seat
    asked = []
    for _ in range(3):
        asked.append(type(match.state.stack[-1]))
        match, _ = play(GAME, match, seat, next(iter(GAME.moves(match.state, seat))))
    assert asked == [Place, Quarter, Lie]
    assert match.state.stack[-1].seat != seat


@pytest.mark.parametrize(("seats", "counts"), [(2, [4, 5]), (3, [4, 5, 6]), (4, [4, 5, 5, 6])])
def test_cards_are_dealt_by_turn_order(seats: int, counts: list[int]) -> None:
    match, _ = start(GAME, seats, random.Random(seats).randbytes(32))
    draw = random.Random(6)
    while match.state.round == 0:
        seat = match.state.stack[-1].seat
        move = draw.choice(list(GAME.moves(match.state, seat)))
        match, events = play(GAME, match, seat, move)
    s = match.state
    first = s.rules.first
    assert [len(s.cards.hands[(first + k) % seats]) for k in range(seats)] == counts
    assert all(card < facts.FIRST_PRAYER for held in s.cards.hands for card in held)
    assert len(s.cards.deck) == 78 - sum(counts)
    assert s.cards.prayers == (facts.ALL_PRAYERS,) * seats
    assert s.stack[-1].seat == first
    assert s.round == 1
    assert s.now.ap == 6
    told = [e for e in events if e.kind == "hand"]
    assert [e.to for e in told] == [((first + k) % seats,) for k in range(seats)]
    assert all(s.grid.mask[spot] for spot in s.board.spots), "every tile lies there"
    taken = 0
    for spot in s.board.spots:
        taken |= s.grid.mask[spot]
    assert len(bits(taken)) == 84
    assert all(taken >> book & 1 for book in s.board.books)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_cards_are_shuffled_before_they_are_dealt(seats: int) -> None:
    last = placing({}, {0: ("s6",)}, {0: ("h8",), 1: ("h9",)}, seats=seats)
    last = go(last, "choose:s6")  # h9 and h8 must both lie on it: it stands
    dealt: list[set[int]] = [set() for _ in range(seats)]
    for k in range(150):
        s = GAME.apply(last, 0, Move.parse("place:s6:h8:90"), chance(k))
        for seat in range(seats):
            dealt[seat].update(s.cards.hands[seat])
    assert dealt == [set(facts.DECK)] * seats, "every card may come to every hand"
