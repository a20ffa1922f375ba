"""Everything that chance draws before the first turn and with the first cards, at two, three and
four seats; and of each draw some faults that must not pass.

The keys are fixed, so what passes once passes always; the bounds are in `drawn`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from rules.kernel import Ctx, Rng
from rules.sator import facts
from rules.sator.game import GAME, Options
from rules.sator.placement import Draft
from tests.rules.sator import drawn
from tests.rules.sator.drawn import MANY, Chance, Wrong, begun, evenly, key

SEATS = (2, 3, 4)
every = pytest.mark.parametrize("seats", SEATS)


# It is as it should be


@every
def test_each_seat_may_be_the_first_player(seats: int) -> None:
    drawn.first_players(seats, drawn.setups(seats))


@every
def test_each_colour_draws_each_of_its_13_cards_whether_it_is_played_or_not(seats: int) -> None:
    drawn.positioning_cards(seats, drawn.setups(seats))


@every
def test_each_floor_type_of_each_shape_may_come_to_each_seat(seats: int) -> None:
    drawn.floor_types(seats, drawn.setups(seats))


@every
def test_each_card_may_come_to_each_hand(seats: int) -> None:
    drawn.hands_dealt(seats, drawn.deals(seats))


@every
def test_each_card_of_the_deck_may_be_the_next(seats: int) -> None:
    for seat in range(seats):
        drawn.movement_deck(seats, drawn.movement_drawn(seats, seat))


@every
def test_each_prayer_of_a_seat_may_be_the_next(seats: int) -> None:
    for seat in range(seats):
        drawn.prayer_deck(seats, drawn.prayers_drawn(seats, seat))


@pytest.mark.parametrize("taken", range(5))
def test_each_tile_that_is_left_may_come_to_one_who_resigned_before_the_draft(taken: int) -> None:
    drafts(taken)


def drafts(taken: int, chance: Chance = Rng) -> None:
    """So many tiles are taken by others; then chance takes one for a seat that is out."""
    s = begun(3)
    first = s.rules.first
    s = s.but(laying=s.laying.but(pool=s.laying.pool[taken:]), stack=(), out=(first,))
    found = []
    for k in range(MANY):
        after = Draft(first, 0).run(s, Ctx(chance(key(3, k))))
        (tile,) = set(after.laying.trays[first]) - set(s.laying.trays[first])
        found.append(tile)
    evenly(found, s.laying.pool, "tile left over")


@every
def test_the_search_that_is_left_out_here_has_no_part_in_chance(seats: int) -> None:
    for k, quick in enumerate(drawn.setups(seats)[:8]):
        s = GAME.setup(seats, Options(), Ctx(Rng(key(seats, k))))
        assert (quick.rules, quick.board) == (s.rules, s.board)
        assert (quick.laying.trays, quick.laying.pool) == (s.laying.trays, s.laying.pool)


def test_a_fair_sample_passes_and_a_loaded_one_does_not() -> None:
    """Thirty of each; and ninety of one, which alone adds more than 100 to chi-square."""
    assert [round(drawn.most(df)) for df in (1, 12)] == [31, 55]
    fair = [k % 13 for k in range(MANY)]
    evenly(fair, range(13), "fair")
    with pytest.raises(AssertionError, match="loaded: chi-square"):
        evenly([*fair, *[5] * 60], range(13), "loaded")
    with pytest.raises(AssertionError, match=r"lost: \[12\] never come"):
        evenly([k for k in fair if k < 12], range(13), "lost")


# Faults


@dataclass(frozen=True)
class Fault:
    """A draw gone wrong: which draws of the stage (numbered from 0), and what they give."""

    name: str
    stage: Callable[..., Sequence[Any]]
    look: Callable[..., None]
    at: Sequence[int]
    wrong: Callable[..., object]
    seats: Sequence[int] = SEATS


def always_first(n: int, right: int) -> int:
    return 0


def never_last(n: int, right: int) -> int:
    return right % (n - 1) if n > 1 else right


def from_the_upper_half(n: int, right: int) -> int:
    return right // 2


def as_it_lay(things: Sequence[int], right: object) -> tuple[int, ...]:
    return tuple(things)


def a_little(things: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Only the last two may change places."""
    last = sorted(things[-2:], key=right.index)
    return (*things[:-2], *last)


def cut(things: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Cut instead of shuffled, at a place drawn by chance."""
    k = sum(card * (j + 1) for j, card in enumerate(right)) % len(things)
    return (*things[k:], *things[:k])


QUADRANTS = [f"{facts.COLOURS[k]}'s quadrant" for k in (0, 1, 2, 3)]
SETUP, DEAL = drawn.setups, drawn.deals
FAULTS = [
    Fault("the first player is seat 0", SETUP, drawn.first_players, [0], always_first),
    Fault("the first player is never the last seat", SETUP, drawn.first_players, [0], never_last),
    *(
        Fault(f"{wrong.__name__} card for {where}", SETUP, drawn.positioning_cards, [1 + k], wrong)
        for k, where in enumerate(QUADRANTS)
        for wrong in (always_first, never_last)
    ),
    *(
        Fault(f"shape {k + 1} dealt {wrong.__name__}", SETUP, drawn.floor_types, [5 + k], wrong)
        for k in range(6)
        for wrong in (as_it_lay, a_little)
    ),
    Fault("no tile is shuffled", SETUP, drawn.floor_types, range(5, 11), as_it_lay),
    *(
        Fault(f"the deck is dealt {wrong.__name__}", DEAL, drawn.hands_dealt, [0], wrong)
        for wrong in (as_it_lay, a_little, cut)
    ),
]


@every
@pytest.mark.parametrize("planted", FAULTS, ids=lambda planted: planted.name)
def test_a_fault_in_a_draw_does_not_pass(planted: Fault, seats: int) -> None:
    sample = planted.stage(seats, lambda one: Wrong(one, planted.at, planted.wrong))
    with pytest.raises(AssertionError, match=r"chi-square|never come|alike"):
        planted.look(seats, sample)


def tied(pair: Iterable[int]) -> Callable[[bytes], Rng]:
    """Chance in which the second of two draws repeats the first."""

    class Tied(Rng):
        __slots__ = ("_drawn",)

        def __init__(self, one: bytes) -> None:
            super().__init__(one)
            self._drawn: list[Any] = []

        def below(self, n: int) -> int:
            right = super().below(n)
            return int(self._again(right, right))

        def shuffled(self, things: Sequence[Any]) -> tuple[Any, ...]:
            right = super().shuffled(things)
            order = [things.index(thing) for thing in right]
            return tuple(things[k] for k in self._again(order, order))

        def _again(self, value: Any, right: Any) -> Any:
            first, second = pair
            if len(self._drawn) == second:
                value = self._drawn[first]
            self._drawn.append(value)
            return value

    return Tied


@every
@pytest.mark.parametrize("pair", [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)])
def test_two_quadrants_that_draw_alike_do_not_pass(pair: tuple[int, int], seats: int) -> None:
    with pytest.raises(AssertionError, match=r"cards of .. and ..: chi-square"):
        drawn.positioning_cards(seats, drawn.setups(seats, tied(pair)))


@every
@pytest.mark.parametrize("pair", [(5, 6), (7, 10), (8, 9)])
def test_two_shapes_that_are_dealt_alike_do_not_pass(pair: tuple[int, int], seats: int) -> None:
    with pytest.raises(AssertionError, match=r"tiles of shapes . and ."):
        drawn.floor_types(seats, drawn.setups(seats, tied(pair)))


@every
@pytest.mark.parametrize("wrong", [always_first, from_the_upper_half])
@pytest.mark.parametrize("at", [0, 1])
def test_a_movement_card_that_is_not_by_chance_does_not_pass(
    at: int, wrong: Callable[[int, int], int], seats: int
) -> None:
    for seat in range(seats):
        sample = drawn.movement_drawn(seats, seat, lambda one: Wrong(one, [at], wrong))
        with pytest.raises(AssertionError, match=f"movement card {at + 1}"):
            drawn.movement_deck(seats, sample)


@every
@pytest.mark.parametrize("wrong", [always_first, never_last])
@pytest.mark.parametrize("at", [0, 6])
def test_a_prayer_that_is_not_by_chance_does_not_pass(
    at: int, wrong: Callable[[int, int], int], seats: int
) -> None:
    for seat in range(seats):
        orders = drawn.prayers_drawn(seats, seat, lambda one: Wrong(one, [at], wrong))
        with pytest.raises(AssertionError, match=rf"prayer {at + 1}|neighbours"):
            drawn.prayer_deck(seats, orders)


@pytest.mark.parametrize("taken", range(5))
@pytest.mark.parametrize("wrong", [always_first, never_last])
def test_a_draft_that_is_not_by_chance_does_not_pass(
    wrong: Callable[[int, int], int], taken: int
) -> None:
    with pytest.raises(AssertionError, match="tile left over"):
        drafts(taken, lambda one: Wrong(one, [0], wrong))
