"""Completions: found where there is one, denied only where there is none.

On small grids everything can be tried, so the answers are held against trying everything.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest

from rules.sator import completion
from rules.sator.board import bits, grid
from rules.sator.completion import NODES, Ground, No, Plan, conflict, ground, search


@cache
def _lying(size: int, shape: int) -> tuple[int, ...]:
    table = grid(size)
    return tuple(table.mask[spot] for spot in table.spots[shape])


def exists(where: Ground, taken: int, books: int, shapes: tuple[int, ...]) -> bool:
    """Whether tiles of these shapes fit, by trying every way of placing them one by one."""
    if not shapes:
        return not books
    if books.bit_count() > 5 * len(shapes):
        return False
    return any(
        exists(where, taken | m, books & ~m, shapes[1:])
        for m in _lying(where.grid.size, shapes[0])
        if not m & taken and where.allows(m)
    )


def is_completion(where: Ground, taken: int, shapes: list[int], found: list[int]) -> bool:
    covered = taken
    for m in found:
        if m & covered or not where.allows(m):
            return False
        covered |= m
    laid = sorted(where.grid.shape(where.spot[m]) for m in found)
    return laid == sorted(shapes) and not where.books & ~covered


def task(seed: int) -> tuple[Ground, int, tuple[int, ...]]:
    """A small grid with books of one to three colours, squares taken, tiles to place."""
    chance = random.Random(seed)
    size = 4 if seed % 4 else 6
    squares = list(range(size * size))
    chance.shuffle(squares)
    colours = []
    for _ in range(chance.randint(1, 3)):
        colours.append(sum(1 << squares.pop() for _ in range(chance.randint(1, 2))))
    busy = chance.randint(0, 7) if size == 4 else chance.randint(14, 24)
    taken = sum(1 << squares.pop() for _ in range(busy))
    shapes = tuple(sorted(chance.choices(range(6), k=chance.randint(1, 3))))
    return ground(size, tuple(colours)), taken, shapes


def counts(shapes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(shapes.count(shape) for shape in range(6))


def test_a_search_finds_a_completion_exactly_where_trying_everything_finds_one() -> None:
    answers = []
    for seed in range(700):
        where, taken, shapes = task(seed)
        found = search(where, taken, where.books & ~taken, counts(shapes), NODES)
        truth = exists(where, taken, where.books & ~taken, shapes)
        assert found is not No.GAVE_UP
        assert isinstance(found, list) == truth, f"seed {seed}"
        if isinstance(found, list):
            assert is_completion(where, taken, list(shapes), found), f"seed {seed}"
        answers.append(truth)
    assert 150 < sum(answers) < 600, "both answers come up often"


def test_a_placement_is_judged_as_trying_everything_judges_it() -> None:
    answers = []
    for seed in range(1000, 1700):
        where, taken, shapes = task(seed)
        found = search(where, taken, where.books & ~taken, counts(shapes), NODES)
        if isinstance(found, No):
            continue
        plan = Plan(where, taken, tuple(sorted(where.spot[m] for m in found)))
        chance = random.Random(seed)
        for shape in set(shapes):
            rest = list(shapes)
            rest.remove(shape)
            free = [m for m in where.fits[shape] if not m & taken]
            for m in chance.sample(free, min(4, len(free))):
                truth = exists(where, taken | m, where.books & ~taken & ~m, tuple(rest))
                answer = plan.judge(m, shape)
                assert answer is not No.GAVE_UP
                assert plan.may(m, shape) == truth == (not isinstance(answer, No)), f"seed {seed}"
                if not isinstance(answer, No):
                    masks = [where.grid.mask[spot] for spot in answer]
                    assert is_completion(where, taken | m, rest, masks)
                answers.append(truth)
    assert 200 < sum(answers) < len(answers) - 200, "both answers come up often"


def test_the_witness_has_a_legal_place_for_every_tile() -> None:
    for seed in range(200):
        where, taken, shapes = task(seed)
        found = search(where, taken, where.books & ~taken, counts(shapes), NODES)
        if not isinstance(found, No):
            witness = tuple(sorted(where.spot[m] for m in found))
            plan = Plan(where, taken, witness)
            for spot in witness:
                assert plan.may(where.grid.mask[spot], where.grid.shape(spot))


def test_which_witness_it_is_does_not_matter() -> None:
    """Two positions that differ only in the hidden completion allow the same."""
    chance = random.Random(4)
    colours = tuple(_mask(14, names) for names in ("c2 j3 l11 d12", "f3 l2 k9 c10"))
    where = ground(14, colours)
    seen = 0
    for _ in range(3):
        taken, hand = 0, [shape for shape in range(6) for _ in range(4)]
        chance.shuffle(hand)
        witness = _witness(where, taken, hand, None)
        while len(hand) > 2:
            shape = hand.pop()
            plan = Plan(where, taken, witness)
            spot = chance.choice(list(plan.legal(shape)))
            m = where.grid.mask[spot]
            answer = plan.judge(m, shape)
            assert not isinstance(answer, No)
            taken, witness = taken | m, answer
            other = _witness(where, taken, hand, chance)
            seen += other != witness
            if len(hand) % 5 == 0:
                one, two = Plan(where, taken, witness), Plan(where, taken, other)
                for kind in set(hand):
                    assert list(one.legal(kind)) == list(two.legal(kind))
    assert seen > 40


def _mask(size: int, names: str) -> int:
    return sum(1 << grid(size).index[name] for name in names.split())


def _witness(
    where: Ground, taken: int, hand: list[int], chance: random.Random | None
) -> tuple[int, ...]:
    over = {book: list(options) for book, options in where.over.items()}
    if chance is not None:
        for options in over.values():
            chance.shuffle(options)
    found = search(where, taken, where.books & ~taken, counts(tuple(hand)), NODES, over)
    assert not isinstance(found, No)
    return tuple(sorted(where.spot[m] for m in found))


def test_books_that_outnumber_the_tiles_share_them() -> None:
    """Six books of three colours in two rows of three, two medium tiles: only so."""
    where = ground(6, (_mask(6, "a1 a3"), _mask(6, "b1 b3"), _mask(6, "c1 c3")))
    found = search(where, 0, where.books, (0, 0, 0, 0, 2, 0), NODES)
    assert isinstance(found, list)
    assert sorted(found) == [_mask(6, "a1 b1 c1"), _mask(6, "a3 b3 c3")]
    assert search(where, 0, where.books, (0, 0, 0, 0, 1, 1), NODES) is No.IMPOSSIBLE
    # The same six squares with two books of one colour in each row.
    twins = ground(6, (_mask(6, "a1 b1"), _mask(6, "c1 c3"), _mask(6, "a3 b3")))
    assert search(twins, 0, twins.books, (0, 0, 0, 0, 2, 0), NODES) is No.IMPOSSIBLE


def test_tiles_without_a_book_need_room_too() -> None:
    where = ground(4, (_mask(4, "a1"),))
    all_but = where.grid.all & ~_mask(4, "a1 b1 d1 d2 d3 d4")
    assert isinstance(search(where, all_but, where.books, (0, 0, 0, 1, 0, 1), NODES), list)
    assert search(where, all_but, where.books, (0, 0, 0, 0, 1, 2), NODES) is No.IMPOSSIBLE
    for left in bits(_mask(4, "d1 d2 d3 d4")):
        some = all_but | 1 << left
        assert search(where, some, where.books, (0, 0, 0, 1, 0, 1), NODES) is No.IMPOSSIBLE


def test_the_bound_is_counted_and_said() -> None:
    where = ground(14, tuple(_mask(14, names) for names in ("c2 j3 l11 d12", "f3 l2 k9 c10")))
    assert search(where, 0, where.books, (4,) * 6, 3) is No.GAVE_UP
    assert isinstance(search(where, 0, where.books, (4,) * 6, 60), list)


def test_a_conflict_names_books_none_of_which_could_be_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # a1 shut in by a tile on its two neighbours; d4 is free.
    where = ground(4, (_mask(4, "a1"), _mask(4, "d4")))
    found = search(where, 0, where.books, (0, 0, 0, 0, 0, 3), NODES)
    assert isinstance(found, list)
    plan = Plan(where, 0, tuple(sorted(where.spot[m] for m in found)))
    shut = _mask(4, "a2 b2")
    assert plan.may(shut, 5)
    plan = Plan(where, _mask(4, "b1"), plan.judge(shut, 5))  # type: ignore[arg-type]
    assert conflict(plan, shut, 5) == ([where.grid.index["a1"]], No.IMPOSSIBLE)
    monkeypatch.setattr(completion, "NODES", 0)
    assert conflict(plan, _mask(4, "c1 c2"), 5)[1] is No.GAVE_UP


def test_every_way_of_lying_has_its_own_squares() -> None:
    where = ground(6, ())
    spots = [spot for shape in range(6) for spot in where.grid.spots[shape]]
    assert len(where.spot) == len(spots)
    assert all(where.spot[where.grid.mask[spot]] == spot for spot in spots)
    assert len(list(product(range(6), range(4)))) == sum(len(turns) for turns in where.lies)
