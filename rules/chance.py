"""Chance: the one place of the rules where numbers are drawn. It has no state of the process: all
comes from a key."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """Chance, keyed: the same key draws the same for ever, so a replay repeats and an undone move
    cannot be re-rolled. Built only from ``Random.random()``, which Python keeps stable."""

    __slots__ = ("_key", "_random", "used")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._random: random.Random | None = None
        self.used = False

    def _next(self) -> float:
        if self._random is None:  # seeding costs more than a move; most moves draw nothing
            self._random = random.Random(int.from_bytes(hashlib.sha256(self._key).digest()))
        self.used = True
        return self._random.random()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely. ``n`` is at least 1 and below 2**40."""
        if not 1 <= n < 1 << 40:
            raise ValueError(f"below({n})")
        return int(self._next() * n)

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """The same things in an order drawn by chance, every order as likely."""
        out = list(things)
        for i in range(len(out) - 1, 0, -1):
            j = int(self._next() * (i + 1))
            out[i], out[j] = out[j], out[i]
        return tuple(out)
