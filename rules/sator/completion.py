"""Whether all tiles still in hands can find places: together, overlapping nothing, no tile with two
books of a colour, every open book covered. Shapes are all that counts here; floor types never do.

A *completion* is a set of spots that does it. Each position of the placement carries one, so most
questions are answered by mending it; only where that fails a search begins anew. Work is counted in
nodes, never in time, so that the same question always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Final

from rules.sator.board import Grid, bits, grid, mask
from rules.sator.facts import CARDS

NODES: Final = CARDS.placement_nodes
"""Bound of a search from scratch."""
MEND, MEND_WIDE = 30, 60
"""Bounds of the two repairs: what overlaps is placed again; then the spare tiles are freed too."""

LARGEST_FIRST = (0, 2, 3, 1, 4, 5)
"""Shapes by number of squares."""

Spots = tuple[int, ...]
Counts = tuple[int, ...]
"""By shape: how many tiles."""


class No(Enum):
    """There is no completion: proved, or the bound was reached before either was shown."""

    IMPOSSIBLE = "impossible"
    GAVE_UP = "gave-up"


class _Bound(Exception):
    pass


Option = tuple[int, int]
"""The squares a tile would lie on, and its shape."""


class Ground:
    """A grid with its books: what may lie where, before any tile is there."""

    def __init__(self, size: int, colours: tuple[int, ...]) -> None:
        """``colours``: for each colour in play the squares of its books."""
        self.grid: Grid = grid(size)
        self.colours = colours
        self.books = 0
        for books in colours:
            self.books |= books
        masks = self.grid.mask
        self.lies: tuple[tuple[tuple[tuple[int, int], ...], ...], ...] = tuple(
            tuple(
                tuple(
                    (p, masks[p])
                    for p in spots
                    if self.grid.turn(p) == turn and self.allows(masks[p])
                )
                for turn in range(4)
            )
            for spots in self.grid.spots
        )
        """By shape and turn every spot without two books of a colour, and its squares."""
        self.fits: tuple[tuple[int, ...], ...] = tuple(
            tuple(m for spots in turns for _, m in spots) for turns in self.lies
        )
        """By shape the squares of all of them."""
        self.spot = {masks[p]: p for spots in self.grid.spots for p in spots}
        """The spot of these squares; no two shapes can cover the same ones."""
        self.over: dict[int, list[Option]] = {
            1 << book: [
                (m, shape) for shape in range(6) for m in self.fits[shape] if m >> book & 1
            ]
            for book in bits(self.books)
        }  # fmt: skip
        """For each book (as a bit) everything that could lie under it."""

    def allows(self, squares: int) -> bool:
        """Whether a tile may lie so, as far as two books of a colour are concerned."""
        return all((squares & books).bit_count() < 2 for books in self.colours)


@lru_cache(64)
def ground(size: int, colours: tuple[int, ...]) -> Ground:
    """The ground for these books."""
    return Ground(size, colours)


def search(
    where: Ground,
    taken: int,
    books: int,
    counts: Counts,
    nodes: int,
    over: dict[int, list[Option]] | None = None,
) -> list[int] | No:
    """Squares for ``counts`` tiles off the squares ``taken``, covering all ``books``.

    ``over`` may say what can lie under each book, when that is known better than by the ground.
    Complete: `No.IMPOSSIBLE` is a proof.
    """
    over = where.over if over is None else over
    free = (where.grid.all & ~taken).bit_count()
    if free < sum(n * (5, 3, 4, 4, 3, 2)[shape] for shape, n in enumerate(counts)):
        return No.IMPOSSIBLE
    options: dict[int, list[Option]] = {}
    for book in bits(books):
        low = 1 << book
        options[low] = [o for o in over[low] if counts[o[1]] and not o[0] & taken]
        if not options[low]:
            return No.IMPOSSIBLE
    try:
        found = _Search(where, nodes).cover(taken, books, counts, options)
    except _Bound:
        return No.GAVE_UP
    return No.IMPOSSIBLE if found is None else found


class _Search:
    """One search with its count of nodes."""

    def __init__(self, where: Ground, nodes: int) -> None:
        self.where = where
        self.left = nodes

    def cover(
        self, taken: int, books: int, counts: Counts, options: dict[int, list[Option]]
    ) -> list[int] | None:
        """Cover the books, then place the rest. ``options``: for each open book what may lie under
        it now."""
        self.left -= 1
        if self.left < 0:
            raise _Bound
        if not books:
            return self.spares(taken, counts)
        if books.bit_count() > sum(counts):
            return self.share(taken, books, counts, options)
        book = min(options, key=lambda b: len(options[b]))
        for m, shape in sorted(options[book], key=lambda o: -o[0].bit_count()):
            found = self.lay(m, shape, taken, books, counts, options)
            if found is not None:
                return found
        return None

    def share(
        self, taken: int, books: int, counts: Counts, options: dict[int, list[Option]]
    ) -> list[int] | None:
        """More books than tiles: decide first which books share a tile. The book with the fewest
        ways to share has one of them, or a tile for itself."""
        tiles = sum(counts)
        if not tiles:
            return None
        # A tile covers 4 books at most, so twelfths are whole numbers.
        twelfths = 0
        best = [0] * 6
        fewest: list[Option] = []
        chosen = 0
        for book, laid in options.items():
            most = 1
            shared = []
            for option in laid:
                covers = (option[0] & books).bit_count()
                if covers > most:
                    most = covers
                if covers > best[option[1]]:
                    best[option[1]] = covers
                if covers > 1:
                    shared.append(option)
            twelfths += 12 // most
            if shared and (not chosen or len(shared) < len(fewest)):
                chosen, fewest = book, shared
        if not chosen or twelfths > 12 * tiles:
            return None
        if sum(n * b for n, b in zip(counts, best, strict=True)) < books.bit_count():
            return None
        for m, shape in sorted(fewest, key=lambda o: -(o[0] & books).bit_count()):
            found = self.lay(m, shape, taken, books, counts, options)
            if found is not None:
                return found
        lonely = {
            book: [o for o in laid if not o[0] & chosen or o[0] & books == chosen]
            for book, laid in options.items()
        }
        if not all(lonely.values()):
            return None
        return self.cover(taken, books, counts, lonely)

    def lay(
        self,
        m: int,
        shape: int,
        taken: int,
        books: int,
        counts: Counts,
        options: dict[int, list[Option]],
    ) -> list[int] | None:
        """Lay a tile and go on."""
        less = (*counts[:shape], counts[shape] - 1, *counts[shape + 1 :])
        gone = not less[shape]
        left: dict[int, list[Option]] = {}
        for book, laid in options.items():
            if not book & m:
                kept = [o for o in laid if not o[0] & m and not (gone and o[1] == shape)]
                if not kept:
                    return None
                left[book] = kept
        found = self.cover(taken | m, books & ~m, less, left)
        if found is not None:
            found.append(m)
        return found

    def spares(self, taken: int, counts: Counts) -> list[int] | None:
        """Places for the tiles that need cover no book, the largest first."""
        order = [shape for shape in LARGEST_FIRST for _ in range(counts[shape])]
        return self._spare(taken, order, 0, 0)

    def _spare(self, taken: int, order: list[int], k: int, begin: int) -> list[int] | None:
        if k == len(order):
            return []
        shape = order[k]
        fits = self.where.fits[shape]
        same = k + 1 < len(order) and order[k + 1] == shape
        for i in range(begin, len(fits)):
            m = fits[i]
            if m & taken:
                continue
            self.left -= 1
            if self.left < 0:
                raise _Bound
            # Like tiles in one order only.
            found = self._spare(taken | m, order, k + 1, i + 1 if same else 0)
            if found is not None:
                found.append(m)
                return found
        return None


class Plan:
    """A position of the placement, asked what may be placed: the squares already taken, the books
    still open, and the witness, whose tiles are those still to be placed."""

    def __init__(self, where: Ground, taken: int, witness: Spots) -> None:
        self.where = where
        self.taken = taken
        self.open = where.books & ~taken
        masks = where.grid.mask
        self.tiles: list[Option] = [(masks[p], where.grid.shape(p)) for p in witness]
        self.covered = 0
        counts = [0] * 6
        for m, shape in self.tiles:
            self.covered |= m
            counts[shape] += 1
        self.counts: Counts = tuple(counts)
        self._over = {
            1 << book: [o for o in where.over[1 << book] if counts[o[1]] and not o[0] & taken]
            for book in bits(self.open)
        }
        self._judged: dict[int, Spots | No] = {}
        self._hopeless: dict[tuple[int, int], bool] = {}
        self._spare: dict[int, int] = {}
        for m, shape in self.tiles:
            if not m & self.open:
                self._spare.setdefault(shape, m)

    def judge(self, m: int, shape: int) -> Spots | No:
        """The completion that is left when a tile of that shape lies on the squares ``m``, which
        must be free and allowed; or why there is none.

        Raises:
            ValueError: no such tile is left to be placed.
        """
        found = self._judged.get(m)
        if found is None:
            found = self._judged[m] = self._judge(m, shape)
        return found

    def may(self, m: int, shape: int) -> bool:
        """Whether that placement is legal."""
        spare = self._spare.get(shape)
        if spare is not None and not m & (self.covered ^ spare):
            return True
        return not isinstance(self.judge(m, shape), No)

    def legal(self, shape: int, turn: int | None = None) -> Iterator[int]:
        """Every legal spot of a shape, of that turn only where one is given, in order."""
        lies = self.where.lies[shape]
        for spots in lies if turn is None else (lies[turn],):
            for p, m in spots:
                if not m & self.taken and self.may(m, shape):
                    yield p

    def _judge(self, m: int, shape: int) -> Spots | No:
        if not self.counts[shape]:
            raise ValueError("no tile of that shape is left")
        if self._cannot(shape, m & self.open):
            return No.IMPOSSIBLE
        dropped = [tile for tile in self.tiles if tile[0] & m]
        kept = [tile for tile in self.tiles if not tile[0] & m]
        if not any(tile[1] == shape for tile in dropped):
            own = min(
                (tile for tile in kept if tile[1] == shape),
                key=lambda tile: (tile[0] & self.open).bit_count(),
            )
            kept.remove(own)
            dropped.append(own)
        mended = self._mend(m, shape, kept, dropped, MEND)
        if mended is None:
            spare = [tile for tile in kept if not tile[0] & self.open]
            kept = [tile for tile in kept if tile[0] & self.open]
            if spare:
                mended = self._mend(m, shape, kept, dropped + spare, MEND_WIDE)
        if mended is not None:
            return mended
        rest, counts = self.open & ~m, self.without(shape)
        found = search(self.where, self.taken | m, rest, counts, NODES, self._over)
        return found if isinstance(found, No) else self._spots(found)

    def _cannot(self, shape: int, books: int) -> bool:
        """Whether a tile of that shape is in vain wherever it lies, if it covers just these books:
        the others cannot do the rest even if it took no room. One answer for many places."""
        found = self._hopeless.get((shape, books))
        if found is None:
            rest, counts = self.open & ~books, self.without(shape)
            done = search(self.where, self.taken, rest, counts, NODES, self._over)
            found = self._hopeless[shape, books] = done is No.IMPOSSIBLE
        return found

    def _mend(
        self, m: int, shape: int, kept: list[Option], dropped: list[Option], nodes: int
    ) -> Spots | None:
        """The witness with one tile on ``m`` and the other dropped ones placed again."""
        counts = [0] * 6
        for _, other in dropped:
            counts[other] += 1
        counts[shape] -= 1
        taken = self.taken | m
        for squares, _ in kept:
            taken |= squares
        found: list[int] | No = []
        if any(counts):
            found = search(self.where, taken, self.open & ~taken, tuple(counts), nodes, self._over)
        elif self.open & ~taken:
            return None
        if isinstance(found, No):
            return None
        return self._spots(found + [squares for squares, _ in kept])

    def without(self, shape: int) -> Counts:
        """The tiles still to be placed, but for one of that shape."""
        return (*self.counts[:shape], self.counts[shape] - 1, *self.counts[shape + 1 :])

    def _spots(self, squares: list[int]) -> Spots:
        return tuple(sorted(self.where.spot[m] for m in squares))


def conflict(plan: Plan, m: int, shape: int) -> tuple[list[int], No]:
    """Why there is no completion once a tile of that shape lies on ``m``: books that cannot all be
    covered any more, none of which could be left out; none at all: the other tiles do not fit.
    The second says whether that is proved for all open books together."""
    taken, counts = plan.taken | m, plan.without(shape)
    books = bits(plan.open & ~m)

    def tried(some: list[int]) -> list[int] | No:
        return search(plan.where, taken, mask(some), counts, NODES)

    whole = tried(books)
    if whole is not No.IMPOSSIBLE:
        return books, No.GAVE_UP
    for book in list(books):
        fewer = [other for other in books if other != book]
        if tried(fewer) is No.IMPOSSIBLE:
            books = fewer
    return books, whole
