"""Sarena's components, set-up, secrets and consequences, each by name."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from pydantic import ValidationError

from rules.kernel import Ctx, Match, Rng, play, start
from rules.sarena import ARROWS, CIRCLES, COLOURS, GAME, INDEX, LINKS, Options, State, owned
from tests.kit.playouts import Playout, playout
from tests.rules.sarena_positions import at, ctx, go, match


def opening(seed: int, seats: int = 4, fair: bool = False) -> Match:
    return start(GAME, seats, seed.to_bytes(32), Options(fair=fair))[0]


def chips(s: State) -> list[tuple[int, int]]:
    """(shown, hidden) of every chip."""
    return [(c // 4, c % 4) for pile in s.cells for c in pile]


# Components


def test_the_board_is_36_circles_in_six_rows_and_columns() -> None:
    assert len(CIRCLES) == 36
    assert {INDEX[name] for name in CIRCLES} == set(range(36))
    assert (CIRCLES[0], CIRCLES[5], CIRCLES[30], CIRCLES[35]) == ("a1", "f1", "a6", "f6")


def test_60_links_join_neighbours_in_rows_and_columns_only() -> None:
    named = {frozenset((CIRCLES[a], CIRCLES[b])) for a, b in LINKS}
    rows = {frozenset((f"{x}{y}", f"{z}{y}")) for x, z in zip("abcde", "bcdef", strict=True)
            for y in "123456"}  # fmt: skip
    columns = {frozenset((f"{x}{y}", f"{x}{z}")) for y, z in zip("12345", "23456", strict=True)
               for x in "abcdef"}  # fmt: skip
    assert len(LINKS) == 60
    assert named == rows | columns


def test_a6_is_an_arrow_circle_and_kinds_alternate_18_each() -> None:
    assert ARROWS[INDEX["a6"]]
    assert not ARROWS[INDEX["a1"]]
    assert sum(ARROWS) == 18
    assert all(ARROWS[a] != ARROWS[b] for a, b in LINKS)


def test_36_chips_every_pair_of_colours_6_times_every_colour_on_18_faces() -> None:
    found = chips(opening(3).state)
    assert Counter(frozenset(c) for c in found) == {
        frozenset(pair): 6 for pair in combinations(range(4), 2)
    }
    assert Counter(face for c in found for face in c) == dict.fromkeys(range(4), 18)


# Set-up


def test_one_chip_lies_on_each_circle_at_the_start() -> None:
    assert all(len(pile) == 1 for pile in opening(4).state.cells)


def test_place_and_orientation_of_the_chips_are_random() -> None:
    states = [opening(seed).state for seed in range(200)]
    assert len({s.cells for s in states}) == 200
    # A face is up as often as not: 9 of 18 on the average, hardly ever all of 200 times.
    for colour in range(4):
        tops = [owned(s.cells)[colour] for s in states]
        assert 8.5 < sum(tops) / 200 < 9.5
        assert min(tops) < 7
        assert max(tops) > 11
    # On a1 each of the 12 chips (pair and side) comes up.
    assert len({s.cells[0] for s in states}) == 12


def test_option_fair_puts_each_colour_on_top_9_times_and_underneath_9() -> None:
    for seed in range(20):
        found = chips(opening(seed, fair=True).state)
        assert Counter(shown for shown, _ in found) == dict.fromkeys(range(4), 9)
        assert Counter(hidden for _, hidden in found) == dict.fromkeys(range(4), 9)


def test_option_fair_turns_three_chips_of_each_pair_each_way() -> None:
    found = Counter(chips(opening(5, fair=True).state))
    assert found == {(a, b): 3 for a in range(4) for b in range(4) if a != b}


def test_option_fair_still_places_them_at_random() -> None:
    assert len({opening(seed, fair=True).state.cells for seed in range(50)}) == 50


def test_fair_is_off_by_default() -> None:
    assert Options().fair is False


def test_each_seat_draws_one_of_four_secret_colours() -> None:
    drawn = [opening(seed, seats=3).state.colours for seed in range(400)]
    for colours in drawn:
        assert len(set(colours)) == 3
        assert set(colours) <= {0, 1, 2, 3}
    for seat in range(3):
        often = Counter(colours[seat] for colours in drawn)
        assert all(70 < often[colour] < 130 for colour in range(4))


def test_the_first_player_is_drawn_by_chance() -> None:
    often = Counter(opening(seed, seats=3).state.stack[0].seat for seed in range(300))
    assert all(70 < often[seat] < 130 for seat in range(3))


def test_the_set_up_tells_who_is_first_and_no_colour() -> None:
    first, events = start(GAME, 4, b"s" * 32)
    assert [(e.kind, e.data) for e in events] == [("first", {"seat": first.state.first})]


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        start(GAME, seats, bytes(32))


# Secrets


def test_each_seat_knows_its_own_colour_and_the_channel_none() -> None:
    s = at(colours="grb", a1="yr")
    assert GAME.view(s, 0).colours == (3, None, None)
    assert GAME.view(s, 2).colours == (None, None, 2)
    assert GAME.view(s, None).colours == (None, None, None)


def test_board_and_both_faces_of_every_chip_are_public() -> None:
    s = opening(6).state
    assert GAME.view(s, None).cells == GAME.view(s, 1).cells == s.cells


def test_resample_deals_the_unknown_colours_anew_and_keeps_ones_own() -> None:
    s = at(colours="gr", a1="yr")
    seen = {GAME.resample(s, 0, Ctx(Rng(bytes([k])))).colours for k in range(200)}
    assert seen == {(3, other) for other in (0, 1, 2)}
    seen = {GAME.resample(s, None, Ctx(Rng(bytes([k])))).colours for k in range(250)}
    assert seen == {(a, b) for a in range(4) for b in range(4) if a != b}


def test_all_colours_are_open_once_it_is_over() -> None:
    s = at(colours="gr", a2="yr", b2="rb")
    over = GAME.apply(s, 0, go("b2-a2"), ctx())
    assert GAME.view(over, None).colours == GAME.view(over, 1).colours == (3, 1)


def test_the_unused_colours_are_told_at_the_end() -> None:
    _, events = play(GAME, match(at(colours="gr", a2="yr", b2="rb")), 0, go("b2-a2"))
    assert events[-1].data["unused"] == ["yellow", "blue"]
    assert [e.data["colour"] for e in events if e.kind == "reveal"] == ["green", "red"]


# What is stored is checked


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"cells":[[1]', '"cells":[[16]'),
        ('"cells":[[1]', '"cells":[[1,1,1,1,1]'),
        ('"cells":[[1],', '"cells":['),
        ('"colours":[0', '"colours":[4'),
        ('"op":"turn"', '"op":"think"'),
        ('"round":1', '"round":0'),
    ],
)
def test_a_damaged_position_is_refused(old: str, new: str) -> None:
    doc = GAME.dump(at(a1="yr", b1="rb")).decode()
    assert old in doc
    with pytest.raises(ValidationError):
        GAME.load(doc.replace(old, new, 1))


# Consequences (specification, "proved"), over random matches


@pytest.fixture(scope="module")
def played() -> list[Playout]:
    return [playout(GAME, seed, 45) for seed in range(150)]


def test_the_first_position_has_120_moves() -> None:
    for seed in range(25):
        s = opening(seed).state
        assert len(GAME.moves(s, s.first)) == len(set(GAME.moves(s, s.first))) == 120


def test_a_flip_always_goes_from_a_plain_circle_to_an_empty_arrow_circle(
    played: list[Playout],
) -> None:
    flips = 0
    for ply in (ply for one in played for ply in one.plies):
        told = ply.events[0].data
        a, b = INDEX[told["from"]], INDEX[told["to"]]
        if told["flip"]:
            flips += 1
            assert not ARROWS[a]
            assert ARROWS[b]
        assert told["flip"] == (ply.before.state.cells[b] == ())
    assert flips > 300


def test_a_plain_circle_once_empty_is_never_filled_again(played: list[Playout]) -> None:
    for one in played:
        empty: set[int] = set()
        for s in one.states:
            plain = {k for k in range(36) if not ARROWS[k] and not s.cells[k]}
            assert empty <= plain
            empty = plain


def test_no_match_exceeds_45_moves(played: list[Playout]) -> None:
    assert max(len(one.plies) for one in played) <= 45


def test_moves_belong_to_no_player_so_nobody_ever_passes(played: list[Playout]) -> None:
    for ply in (ply for one in played for ply in one.plies):
        s = ply.before.state
        turn = s.stack[0]
        lists = {tuple(turn.moves(s, seat)) for seat in range(ply.before.seats)}
        assert len(lists) == 1
        assert lists.pop()


@pytest.mark.parametrize(("seats", "ties"), [(2, (0.7, 2.0)), (3, (1.5, 3.3)), (4, (1.5, 3.3))])
def test_statistics_of_4000_random_matches(seats: int, ties: tuple[float, float]) -> None:
    chance, lengths, tied = random.Random(f"statistics {seats}"), [], 0
    chips_of = [0, 0, 0, 0]
    for _ in range(4000):
        s, first = start(GAME, seats, chance.randbytes(32))[0].state, ctx()
        length = 0
        while s.stack:
            seat = s.stack[0].seat
            s = GAME.apply(s, seat, chance.choice(GAME.moves(s, seat)), first)
            length += 1
        lengths.append(length)
        chips_of = [a + b for a, b in zip(chips_of, owned(s.cells), strict=True)]
        outcome = GAME.outcome(s)
        assert outcome is not None
        tied += len(outcome.winners) > 1
    assert 28.3 <= sum(lengths) / 4000 <= 28.9
    assert min(lengths) >= 20
    assert max(lengths) <= 45
    for chips_of_colour in chips_of:
        assert 8.75 <= chips_of_colour / 4000 <= 9.25
    assert ties[0] <= tied / 40 <= ties[1]
    assert len(COLOURS) == 4
