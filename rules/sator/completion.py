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
from typing import Final, NamedTuple

from rules.sator.board import Grid, bits, grid, mask
from rules.sator.facts import CARDS

NODES: Final = CARDS.placement_nodes
"""Bound of a search from scratch."""
MEND, MEND_WIDE = 30, 60
"""Bounds of the two repairs: what overlaps is placed again; then the spare tiles are freed too."""

NARROW = 200
"""Bound of each search that tries to name fewer books in a refusal."""

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
Options = dict[int, list[Option]]
"""For each book (as a bit) what can lie under it."""


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
        self.over: Options = {
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
    over: Options | None = None,
) -> list[int] | No:
    """Squares for ``counts`` tiles off the squares ``taken``, covering all ``books``.

    ``over`` may say what can lie under each book, when that is known better than by the ground.
    Complete: `No.IMPOSSIBLE` is a proof.
    """
    over = where.over if over is None else over
    free = (where.grid.all & ~taken).bit_count()
    if free < sum(n * (5, 3, 4, 4, 3, 2)[shape] for shape, n in enumerate(counts)):
        return No.IMPOSSIBLE
    options: Options = {}
    for book in bits(books):
        low = 1 << book
        options[low] = [o for o in over[low] if counts[o[1]] and not o[0] & taken]
        if not options[low]:
            return No.IMPOSSIBLE
    tried = _Search(where, nodes, options)
    try:
        if books.bit_count() > sum(counts):
            found = tried.share(taken, books, counts, shared(options, books, 0, counts), 0)
        else:
            found = tried.cover(taken, books, counts, options)
    except _Bound:
        return No.GAVE_UP
    return No.IMPOSSIBLE if found is None else found


def shared(
    options: Options, books: int, off: int, counts: Counts
) -> Options:  # fmt: skip
    """For each of these open books what could lie under it and another one, off some squares."""
    return {
        book: [
            o
            for o in laid
            if not o[0] & off and counts[o[1]] and (o[0] & books).bit_count() > 1
        ]
        for book, laid in options.items()
        if book & books
    }  # fmt: skip


class _Search:
    """One search with its count of nodes."""

    def __init__(self, where: Ground, nodes: int, options: Options) -> None:
        self.where = where
        self.left = nodes
        self.options = options

    def node(self) -> None:
        """Count one more.

        Raises:
            _Bound: that was one too many.
        """
        self.left -= 1
        if self.left < 0:
            raise _Bound

    def share(
        self, taken: int, books: int, counts: Counts, multi: Options, alone: int
    ) -> list[int] | None:
        """While there are more books than tiles: decide which books share a tile.

        The book with the fewest ways to share has one of them, or a tile for itself. ``multi``: for
        each book the ways to share that are left; ``alone``: books that have a tile to themselves.
        """
        self.node()
        tiles, open_books = sum(counts), books.bit_count()
        if open_books <= tiles:
            return self._rest(taken, books, counts, alone)
        # A tile covers 4 books at most, so twelfths are whole numbers.
        twelfths = 12 * (open_books - len(multi))
        best = [min(n, 1) for n in counts]
        fewest: list[Option] = []
        chosen = 0
        for book, laid in multi.items():
            most = 1
            for m, shape in laid:
                covers = (m & books).bit_count()
                if covers > most:
                    most = covers
                if covers > best[shape]:
                    best[shape] = covers
            twelfths += 12 // most
            if laid and (not chosen or len(laid) < len(fewest)):
                chosen, fewest = book, laid
        if not chosen or twelfths > 12 * tiles:
            return None
        if sum(n * b for n, b in zip(counts, best, strict=True)) < open_books:
            return None
        for m, shape in sorted(fewest, key=lambda o: -(o[0] & books).bit_count()):
            less = (*counts[:shape], counts[shape] - 1, *counts[shape + 1 :])
            left = books & ~m
            if self._shut_in(taken | m, self.where.grid.near(m) & left):
                continue
            found = self.share(taken | m, left, less, shared(multi, left, m, less), alone)
            if found is not None:
                found.append(m)
                return found
        apart = {
            book: [o for o in laid if not o[0] & chosen]
            for book, laid in multi.items()
            if book != chosen
        }
        return self.share(taken, books, counts, apart, alone | chosen)

    def _shut_in(self, taken: int, books: int) -> bool:
        """Whether one of these books has no free square beside it: no tile is that small."""
        near, free = self.where.grid.near, self.where.grid.all & ~taken
        return any(not near(1 << book) & free for book in bits(books))

    def _rest(self, taken: int, books: int, counts: Counts, alone: int) -> list[int] | None:
        """There are tiles enough for the books that are left."""
        options = {}
        for book, laid in self.options.items():
            if book & books:
                options[book] = [
                    o
                    for o in laid
                    if not o[0] & taken
                    and counts[o[1]]
                    and not (o[0] & alone and (o[0] & books).bit_count() > 1)
                ]
                if not options[book]:
                    return None
        return self.cover(taken, books, counts, options)

    def cover(self, taken: int, books: int, counts: Counts, options: Options) -> list[int] | None:
        """Cover the books, fewest options first, then place the rest. ``options``: for each open
        book what may lie under it now."""
        self.node()
        if not books:
            return self.spares(taken, counts)
        book = min(options, key=lambda b: len(options[b]))
        for m, shape in sorted(options[book], key=lambda o: -o[0].bit_count()):
            found = self.lay(m, shape, taken, books, counts, options)
            if found is not None:
                return found
        return None

    def lay(
        self,
        m: int,
        shape: int,
        taken: int,
        books: int,
        counts: Counts,
        options: Options,
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
            self.node()
            # Like tiles in one order only.
            found = self._spare(taken | m, order, k + 1, i + 1 if same else 0)
            if found is not None:
                found.append(m)
                return found
        return None


class _Others(NamedTuple):
    """Tiles where they would lie, and all squares they take."""

    tiles: list[Option]
    covered: int


def _others(tiles: list[Option]) -> _Others:
    covered = 0
    for m, _ in tiles:
        covered |= m
    return _Others(tiles, covered)


class Plan:
    """A position of the placement, asked what may be placed: the squares already taken, the books
    still open, and the witness, whose tiles are those still to be placed."""

    def __init__(self, where: Ground, taken: int, witness: Spots) -> None:
        self.where = where
        self.taken = taken
        self.open = where.books & ~taken
        masks = where.grid.mask
        self.tiles: list[Option] = [(masks[p], where.grid.shape(p)) for p in witness]
        counts = [0] * 6
        for _, shape in self.tiles:
            counts[shape] += 1
        self.counts: Counts = tuple(counts)
        self._over = {
            1 << book: [o for o in where.over[1 << book] if counts[o[1]] and not o[0] & taken]
            for book in bits(self.open)
        }
        self._judged: dict[int, Spots | No] = {}
        self._others: dict[tuple[int, int], _Others | No] = {}

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
        others = self.others(shape, m & self.open)
        if isinstance(others, _Others) and not m & others.covered:
            return True
        return not isinstance(self.judge(m, shape), No)

    def legal(self, shape: int, turn: int | None = None) -> Iterator[int]:
        """Every legal spot of a shape, of that turn only where one is given, in order."""
        lies = self.where.lies[shape]
        for spots in lies if turn is None else (lies[turn],):
            for p, m in spots:
                if not m & self.taken and self.may(m, shape):
                    yield p

    def others(self, shape: int, books: int) -> _Others | No:
        """Places for all tiles but one of that shape, which covers just these books and takes no
        room: one answer for many placements. From the witness where its tile covers no others
        (a spare one above all), else by search.

        Raises:
            ValueError: no such tile is left to be placed.
        """
        found = self._others.get((shape, books))
        if found is None:
            found = self._others[shape, books] = self._find_others(shape, books)
        return found

    def _find_others(self, shape: int, books: int) -> _Others | No:
        if not self.counts[shape]:
            raise ValueError("no tile of that shape is left")
        for own in self.tiles:
            if own[1] == shape and not own[0] & self.open & ~books:
                return _others([tile for tile in self.tiles if tile is not own])
        rest, counts = self.open & ~books, self.without(shape)
        found = search(self.where, self.taken, rest, counts, NODES, self._over)
        if isinstance(found, No):
            return found
        return _others([(m, self.where.grid.shape(self.where.spot[m])) for m in found])

    def _judge(self, m: int, shape: int) -> Spots | No:
        others = self.others(shape, m & self.open)
        if others is No.IMPOSSIBLE:
            return others
        if isinstance(others, _Others):
            # What the tile overlaps is placed again; then the spare tiles are freed too.
            dropped = [tile for tile in others.tiles if tile[0] & m]
            kept = [tile for tile in others.tiles if not tile[0] & m]
            mended = self._mend(m, kept, dropped, MEND)
            if mended is None:
                dropped += [tile for tile in kept if not tile[0] & self.open]
                kept = [tile for tile in kept if tile[0] & self.open]
                mended = self._mend(m, kept, dropped, MEND_WIDE)
            if mended is not None:
                return mended
        rest, counts = self.open & ~m, self.without(shape)
        found = search(self.where, self.taken | m, rest, counts, NODES, self._over)
        return found if isinstance(found, No) else self._spots(found)

    def _mend(self, m: int, kept: list[Option], dropped: list[Option], nodes: int) -> Spots | None:
        """The kept tiles where they are, the dropped ones placed again, off the squares ``m``."""
        counts = [0] * 6
        for _, shape in dropped:
            counts[shape] += 1
        taken = self.taken | m
        for squares, _ in kept:
            taken |= squares
        books = self.open & ~taken
        found = search(self.where, taken, books, tuple(counts), nodes, self._over)
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
    covered any more, as few as can be told; none at all: the other tiles do not fit.
    The second says whether that is proved for all open books together."""
    taken, counts = plan.taken | m, plan.without(shape)
    books = bits(plan.open & ~m)

    def tried(some: list[int], nodes: int) -> list[int] | No:
        return search(plan.where, taken, mask(some), counts, nodes)

    whole = tried(books, NODES)
    if whole is not No.IMPOSSIBLE:
        return books, No.GAVE_UP
    for book in list(books):
        fewer = [other for other in books if other != book]
        if tried(fewer, NARROW) is No.IMPOSSIBLE:
            books = fewer
    return books, whole
