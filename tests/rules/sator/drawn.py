"""Set-ups by the hundred, and what chance draws in them, counted.

Each stage (set-up, draft, deal, first cards drawn) has chance of its own, so that a fault can be
planted in one draw of one stage: `Wrong`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations, permutations
from types import SimpleNamespace
from typing import Any, TypeVar

from rules.kernel import Ctx, Rng
from rules.sator import facts, game
from rules.sator.board import positions
from rules.sator.facts import ALL_PRAYERS, DECK, OF_SHAPE
from rules.sator.game import GAME, Options, State
from rules.sator.hand import draw
from rules.sator.state import Table
from rules.sator.turn import deal

T = TypeVar("T")
MANY = 390
"""Set-ups of a sample: thirty for each of 13 positioning cards."""
Chance = Callable[[bytes], Rng]


class Wrong(Rng):
    """Chance with a fault in some draws, numbered from 0: of what could come and what should, the
    fault makes what does come."""

    __slots__ = ("_at", "_fault", "_k")

    def __init__(self, key: bytes, at: Iterable[int], fault: Callable[..., Any]) -> None:
        super().__init__(key)
        self._at, self._fault, self._k = frozenset(at), fault, -1

    def below(self, n: int) -> int:
        self._k += 1
        right = super().below(n)
        return int(self._fault(n, right)) if self._k in self._at else right

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        self._k += 1
        right = super().shuffled(things)
        return tuple(self._fault(things, right)) if self._k in self._at else right


@contextmanager
def no_completion() -> Iterator[None]:
    """Without the search that proves a set-up can be played: it draws nothing and takes most of the
    time."""
    module: Any = game
    real = module.ground, module.search
    where = SimpleNamespace(books=0, spot={})
    module.ground, module.search = lambda size, colours: where, lambda *question: []
    try:
        yield
    finally:
        module.ground, module.search = real


def key(seats: int, k: int) -> bytes:
    return f"set-up {seats} {k}".encode()


def setups(seats: int, chance: Chance = Rng) -> list[State]:
    with no_completion():
        keys = (key(seats, k) for k in range(MANY))
        return [GAME.setup(seats, Options(), Ctx(chance(one))) for one in keys]


def begun(seats: int) -> Table:
    """One set-up, from which cards are dealt over and over."""
    with no_completion():
        return GAME.setup(seats, Options(), Ctx(Rng(key(seats, 0))))


def deals(seats: int, chance: Chance = Rng) -> list[Table]:
    s = begun(seats)
    return [deal(s, Ctx(chance(key(seats, k)))) for k in range(MANY)]


def prayers_drawn(seats: int, seat: int, chance: Chance = Rng) -> list[tuple[int, ...]]:
    """The prayers of a seat, in the order in which they come when all are drawn."""
    s, found = begun(seats), []
    for k in range(MANY):
        ctx, now = Ctx(chance(key(seats, k))), s
        order = []
        while now.cards.prayers[seat]:
            before = now.cards.prayers[seat]
            now = draw(now, seat, "p", ctx)
            order.append(next(iter(set(before) - set(now.cards.prayers[seat]))))
        found.append(tuple(order))
    return found


def movement_drawn(seats: int, seat: int, chance: Chance = Rng) -> list[tuple[int, int]]:
    """The first two movement cards that a seat draws after one and the same deal."""
    s, found = deal(begun(seats), Ctx(Rng(b"deal"))), []
    for k in range(MANY):
        ctx = Ctx(chance(key(seats, k)))
        one = draw(s, seat, "m", ctx)
        two = draw(one, seat, "m", ctx)
        found.append((_new(s, one), _new(one, two)))
    return found


def _new(before: Table, after: Table) -> int:
    (card,) = (Counter(before.cards.deck) - Counter(after.cards.deck)).elements()
    return card


# Bounds


def most(df: int) -> float:
    """What chi-square of so many degrees of freedom exceeds not once in a million samples: five
    standard deviations, by Wilson and Hilferty. 1 degree: 31; 12, where 12 are expected: 55."""
    ninth = 2 / (9 * df)
    return df * float(1 - ninth + 5 * ninth**0.5) ** 3


def as_likely(found: Iterable[Hashable], shares: Mapping[Any, float], what: str) -> None:
    """What was found comes as often as its share says, within `most`; and what should come 20 times
    does come (by chance it does not once in 500 million samples).

    Raises:
        AssertionError: it does not.
    """
    counts = Counter(found)
    total, whole = sum(counts.values()), sum(shares.values())
    strange = set(counts) - set(shares)
    assert not strange, f"{what}: {strange} cannot be"
    expected = {thing: total * share / whole for thing, share in shares.items()}
    missing = [thing for thing, often in expected.items() if often >= 20 and not counts[thing]]
    assert not missing, f"{what}: {missing} never come"
    chi = sum((counts[thing] - often) ** 2 / often for thing, often in expected.items())
    assert chi < most(len(shares) - 1), f"{what}: chi-square {chi:.0f}, {len(shares)} possibilities"


def evenly(found: Iterable[Hashable], all_of: Iterable[Hashable], what: str) -> None:
    as_likely(found, dict.fromkeys(all_of, 1.0), what)


# What is drawn


def first_players(seats: int, sample: Sequence[Table]) -> None:
    """Each seat as likely as the others."""
    evenly((s.rules.first for s in sample), range(seats), "first player")


def cards_shown(s: Table) -> tuple[int, ...]:
    """For each quadrant which of its 13 cards was drawn. The books of two colours tell it already,
    also where the colour that the cards belong to is not played."""
    found = []
    for k, deck in enumerate(positions(14)):
        books = [s.board.books[4 * seat + k] for seat in range(s.seats)]
        shown = [[card[colour] for colour in s.rules.colours] for card in deck]
        assert shown.count(books) == 1
        found.append(shown.index(books))
    return tuple(found)


def positioning_cards(seats: int, sample: Sequence[Table]) -> None:
    """Of every quadrant, its colour played or not, each of the 13 cards; no quadrant's card, and
    not the first player, says anything about another one's."""
    shown = [cards_shown(s) for s in sample]
    for k, quadrant in enumerate(facts.QUADRANTS):
        evenly((cards[k] for cards in shown), range(13), f"card of {quadrant}")
        pairs = ((s.rules.first, cards[k]) for s, cards in zip(sample, shown, strict=True))
        both = [(seat, card) for seat in range(seats) for card in range(13)]
        evenly(pairs, both, f"first player and card of {quadrant}")
    for j, k in combinations(range(4), 2):
        pairs = ((cards[j], cards[k]) for cards in shown)
        both = [(a, b) for a in range(13) for b in range(13)]
        evenly(pairs, both, f"cards of {facts.QUADRANTS[j]} and {facts.QUADRANTS[k]}")


def held_by(s: Table, shape: int) -> tuple[int, ...]:
    """For each of the four tiles of a shape who has it; the number of seats: left for the draft."""
    heaps = [*s.laying.trays, s.laying.pool]
    return tuple(next(k for k, heap in enumerate(heaps) if t in heap) for t in OF_SHAPE[shape])


def floor_types(seats: int, sample: Sequence[Table]) -> None:
    """Of each shape every way to deal the four floor types; no shape says anything about another.
    Two seats: 6 ways; three and the draft, or four: 24."""
    ways = set(permutations((0, 0, 1, 1) if seats == 2 else range(4)))
    assert len(ways) == (6 if seats == 2 else 24)
    held = [[held_by(s, shape) for shape in range(6)] for s in sample]
    for shape in range(6):
        evenly((each[shape] for each in held), ways, f"tiles of shape {shape + 1}")
    # Of pairs of shapes who has the first tile of each: so there are few enough possibilities.
    heaps = range(seats + (seats == 3))
    for one, two in combinations(range(6), 2):
        pairs = ((each[one][0], each[two][0]) for each in held)
        both = [(a, b) for a in heaps for b in heaps]
        evenly(pairs, both, f"tiles of shapes {one + 1} and {two + 1}")


KIND_SHARES = {card: float(count) for card, count in Counter(DECK).items()}
ALIKE = sum(n * (n - 1) for n in KIND_SHARES.values()) / (78 * 77)
"""How often two cards of the deck are of one kind: (4 * 9 * 8 + 7 * 6 * 5) / 6006, once in 12."""


def hands_dealt(seats: int, sample: Sequence[Table]) -> None:
    """Each hand has every kind as often as the deck has it, and cards of one kind together, in a
    hand or in two, no more often than chance brings them together."""
    for seat in range(seats):
        cards = (card for s in sample for card in s.cards.hands[seat])
        as_likely(cards, KIND_SHARES, f"cards of seat {seat}")
    for one, two in combinations(range(seats), 2):
        pairs = [(a, b) for s in sample for a in s.cards.hands[one] for b in s.cards.hands[two]]
        _alike(pairs, f"hands {one} and {two}")
    for seat in range(seats):
        pairs = [pair for s in sample for pair in combinations(s.cards.hands[seat], 2)]
        _alike(pairs, f"hand {seat}")


def _alike(pairs: Sequence[tuple[int, int]], what: str) -> None:
    """Pairs of one kind: seven standard deviations are left, since pairs share cards."""
    found, expected = sum(a == b for a, b in pairs), len(pairs) * ALIKE
    assert abs(found - expected) < 7 * expected**0.5, f"{what}: {found} alike, not {expected:.0f}"


def movement_deck(seats: int, sample: Sequence[tuple[int, int]]) -> None:
    """The first card drawn, and the second, of each kind as often as the deck has it."""
    left = Counter(deal(begun(seats), Ctx(Rng(b"deal"))).cards.deck)
    shares = {kind: float(count) for kind, count in left.items()}
    for k in range(2):
        as_likely((cards[k] for cards in sample), shares, f"movement card {k + 1}")
    pairs = {(a, b): left[a] * float(left[b] - (a == b)) for a in left for b in left}
    as_likely(sample, pairs, "two movement cards")


def prayer_deck(seats: int, sample: Sequence[tuple[int, ...]]) -> None:
    """Each prayer at each place of the order; and each after each other one."""
    for k in range(8):
        evenly((order[k] for order in sample), ALL_PRAYERS, f"prayer {k + 1}")
    pairs = [(a, b) for a in ALL_PRAYERS for b in ALL_PRAYERS if a != b]
    evenly(((order[0], order[1]) for order in sample), pairs, "two prayers")
    evenly((order[k : k + 2] for order in sample for k in range(7)), pairs, "neighbours")
