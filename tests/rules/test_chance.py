"""Keyed chance: the same key draws the same for ever."""

from __future__ import annotations

import hashlib
import random

import pytest

from rules.chance import Rng


def test_the_same_key_draws_the_same_and_another_key_something_else() -> None:
    def drawn(key: bytes) -> list[int]:
        rng = Rng(key)
        return [rng.below(1000) for _ in range(20)]

    assert drawn(b"key") == drawn(b"key")
    assert drawn(b"key") != drawn(b"kez")


def test_chance_is_built_from_random_alone_so_that_it_never_changes() -> None:
    source = random.Random(int.from_bytes(hashlib.sha256(b"key").digest(), "big"))
    rng = Rng(b"key")
    for n in (6, 2, 36, 1000):
        assert rng.below(n) == int(source.random() * n)


def test_below_gives_every_number_about_as_often() -> None:
    rng, often = Rng(b"dice"), [0] * 6
    for _ in range(6000):
        often[rng.below(6)] += 1
    assert all(850 < n < 1150 for n in often)


def test_below_one_is_zero() -> None:
    assert Rng(b"").below(1) == 0


@pytest.mark.parametrize("n", [0, -1, 1 << 40])
def test_below_refuses_what_it_cannot_draw_evenly(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Rng(b"").below(n)


def test_shuffled_keeps_the_things_and_gives_every_order() -> None:
    things, rng, often = "abc", Rng(b"cards"), dict[tuple[str, ...], int]()
    for _ in range(3000):
        order = rng.shuffled(things)
        often[order] = often.get(order, 0) + 1
    assert all(sorted(order) == list(things) for order in often)
    assert len(often) == 6
    assert all(400 < n < 600 for n in often.values())


def test_chance_says_whether_it_was_used() -> None:
    rng = Rng(b"")
    assert not rng.used
    rng.below(2)
    assert rng.used
    other = Rng(b"")
    other.shuffled("ab")
    assert other.used
