"""The rules written a second time, slowly and from the rulebook alone: squares as rows and columns,
every way tried. Nothing here asks `rules.sator` what is legal; only positions are read from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.sator.board import entry
from rules.sator.facts import COLOURS, TILE_NAMES
from rules.sator.state import Board, Table

Square = tuple[int, int]
Squares = frozenset[Square]
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
TURNS = ((0, 1, -1, 0), (0, -1, 1, 0), (-1, 0, 0, -1))
"""Row and column of a square after a quarter clockwise, a quarter back, half a turn, as multiples
of both: rows are counted downwards, so clockwise brings what is right of the centre below it."""
ABOUT = (-1j, 1j, -1 + 0j)
"""The same with a square as the complex number row + column * i."""


class Ride(NamedTuple):
    """A tile takes an Acolyte along: a shift or a rotation of the whole plane, z to turn * z + by.
    ``since``: how many layouts had been there before."""

    since: int
    who: int
    turn: complex
    by: complex


def ride(since: int, who: int, origin: Square, to: Square, turn: complex) -> Ride:
    return Ride(since, who, turn, complex(*to) - turn * complex(*origin))


class Plain(NamedTuple):
    """A layout: the squares of each tile on the board, of each book left, of each Acolyte."""

    tiles: tuple[tuple[str, Squares], ...]
    books: tuple[Square | None, ...]
    acolytes: tuple[Square | None, ...]


class Match:
    """What a turn has to be judged by."""

    def __init__(self, s: Table, seat: int) -> None:
        self.size, self.seat, self.seats = s.rules.size, seat, s.seats
        self.layout = self.plain(s, s.board)
        self.moments = [self.plain(s, board) for board in s.now.seen]
        self.seen = set(self.moments)
        self.rides = [
            ride(r.since, r.seat, divmod(r.origin, self.size), divmod(r.to, self.size),
                 (-1j) ** r.quarters)
            for r in s.now.rides
        ]  # fmt: skip
        self.gargoyles = {divmod(at, self.size) for at in s.gargoyles if at >= 0}
        self.doors = [divmod(entry(self.size, colour), self.size) for colour in s.rules.colours]
        self.colours = [COLOURS[colour] for colour in s.rules.colours]
        self.there = s.there()
        self.ap = s.now.ap
        self.last = {(TILE_NAMES[tile], kind) for tile, kind in s.now.last}
        self.paid = {(TILE_NAMES[tile], seat) for tile, seat in s.now.paid}

    def plain(self, s: Table, board: Board) -> Plain:
        def at(square: int) -> Square | None:
            return divmod(square, self.size) if square >= 0 else None

        tiles = tuple(
            (TILE_NAMES[tile], frozenset(divmod(i, self.size) for i in s.grid.squares[spot]))
            for tile, spot in enumerate(board.spots)
            if spot >= 0
        )
        return Plain(tiles, tuple(map(at, board.books)), tuple(map(at, board.acolytes)))

    # Tiles

    def squares(self, layout: Plain, tile: str) -> Squares:
        return dict(layout.tiles)[tile]

    def riders(self, layout: Plain, tile: str) -> int:
        """Acolytes aboard who have not been paid for."""
        on = self.squares(layout, tile)
        return sum(
            at in on and (tile, k) not in self.paid for k, at in enumerate(layout.acolytes)
        )  # fmt: skip

    def unburdened(self, tile: str) -> bool:
        on = self.squares(self.layout, tile)
        return not any(at in on for at in self.layout.acolytes)

    def locked(self, tile: str) -> bool:
        return bool(self.squares(self.layout, tile) & self.gargoyles)

    def fits(self, layout: Plain, tile: str, squares: Squares) -> bool:
        inside = all(0 <= r < self.size and 0 <= c < self.size for r, c in squares)
        others = {square for name, on in layout.tiles if name != tile for square in on}
        return inside and not squares & others

    def changed(self, layout: Plain, tile: str, to: dict[Square, Square]) -> Plain:
        """The layout with every square of a tile, and what stands there, brought elsewhere."""
        tiles = tuple(
            (name, frozenset(to.values()) if name == tile else on) for name, on in layout.tiles
        )

        def ride(at: Square | None) -> Square | None:
            return to.get(at, at) if at is not None else None

        return Plain(tiles, tuple(map(ride, layout.books)), tuple(map(ride, layout.acolytes)))

    # Moving a tile and back

    def new(self, layout: Plain, rides: Iterable[Ride] = ()) -> bool:
        """Whether this is not what was there before, but for what Acolytes did by themselves."""
        if layout in self.seen:
            return False
        gone = [*self.rides, *rides]
        return not any(
            layout.tiles == old.tiles
            and self.lain(layout, len(self.moments)) == self.lain(old, k)
            and not any(self.carried(layout, who, gone, k) for who in range(self.seats))
            for k, old in enumerate(self.moments)
        )

    def lain(self, layout: Plain, k: int) -> list[Square | None]:
        """Where each book lies, or lay when it was last there before the layout number ``k``."""
        found = list(layout.books)
        for old in reversed(self.moments[:k]):
            found = [was if at is None else at for at, was in zip(found, old.books, strict=True)]
        return found

    def carried(self, layout: Plain, who: int, rides: Iterable[Ride], k: int) -> bool:
        """Whether the rides of one Acolyte since layout number ``k``, one after the other, lead
        from where he stands to another square."""
        at = layout.acolytes[who]
        if at is None:
            return False
        there = complex(*at)
        for one in rides:
            if one.who == who and one.since > k:
                there = one.turn * there + one.by
        return there != complex(*at)

    def taken_along(self, before: Plain, after: Plain, tile: str, turn: complex) -> list[Ride]:
        on = self.squares(before, tile)
        pairs = enumerate(zip(before.acolytes, after.acolytes, strict=True))
        return [
            ride(len(self.moments), who, origin, to, turn)
            for who, (origin, to) in pairs
            if origin in on and origin is not None and to is not None
        ]

    def pushed(self, layout: Plain, tile: str) -> Iterator[Plain]:
        """One square in each direction."""
        on = self.squares(layout, tile)
        for down, right in STEPS:
            to = {(r, c): (r + down, c + right) for r, c in on}
            if self.fits(layout, tile, frozenset(to.values())):
                yield self.changed(layout, tile, to)

    def rotated(
        self, layout: Plain, tile: str
    ) -> Iterator[tuple[Square, Plain, list[Ride]]]:  # fmt: skip
        """Each rotation that changes something: its centre, and who is taken along."""
        on = self.squares(layout, tile)
        for row, column in on:
            for turn, about in zip(TURNS, ABOUT, strict=True):
                to = {}
                for r, c in on:
                    down, right = r - row, c - column
                    to[r, c] = (
                        row + turn[0] * down + turn[1] * right,
                        column + turn[2] * down + turn[3] * right,
                    )
                if self.fits(layout, tile, frozenset(to.values())):
                    after = self.changed(layout, tile, to)
                    if after != layout:
                        yield (row, column), after, self.taken_along(layout, after, tile, about)

    def shifts(self, tile: str, most: int) -> dict[Plain, int]:
        """Every new layout by up to so many squares, and the fewest squares it takes."""
        found = {self.layout: 0}
        edge = [self.layout]
        for step in range(1, most + 1):
            edge = [after for before in edge for after in self.pushed(before, tile)]
            edge = [after for after in dict.fromkeys(edge) if after not in found]
            found |= dict.fromkeys(edge, step)
        return {
            after: step
            for after, step in found.items()
            if self.new(after, self.taken_along(self.layout, after, tile, 1))
        }

    def card(self, tile: str, kind: int, moves: bool, turns: bool) -> set[tuple[Plain, int]]:
        """Everything a movement card can do to a tile: the layout, and the action points left."""
        if self.locked(tile) or (tile, kind) in self.last:
            return set()
        ap = self.ap - self.riders(self.layout, tile)
        found: set[tuple[Plain, int]] = set()
        if moves:
            found |= {(to, ap - n) for to, n in self.shifts(tile, min(3, ap)).items()}
        if turns and ap >= 2:
            for centre, once, rides in self.rotated(self.layout, tile):
                if self.new(once, rides):
                    found.add((once, ap - 2))
                if ap >= 4:
                    found |= {
                        (twice, ap - 4)
                        for other, twice, further in self.rotated(once, tile)
                        if other != centre and self.new(twice, rides + further)
                    }
        return found

    def free(self, tile: str) -> set[Plain]:
        """Everything the free action, or one change of MIHI, can do to a tile."""
        if self.locked(tile) or not self.unburdened(tile):
            return set()
        found = {*self.pushed(self.layout, tile)}
        found |= {after for _, after, _ in self.rotated(self.layout, tile)}
        return set(filter(self.new, found))

    def omnia(self, tile: str) -> set[Plain]:
        """Four to six steps that never come to the same place twice."""
        if self.locked(tile) or not self.unburdened(tile):
            return set()
        ways = [[self.layout]]
        found: set[Plain] = set()
        for step in range(1, 7):
            ways = [
                [*way, after]
                for way in ways
                for after in self.pushed(way[-1], tile)
                if after not in way
            ]
            if step >= 4:
                found |= {way[-1] for way in ways}
        return set(filter(self.new, found))

    # Acolytes

    def open_to(self, who: int) -> set[Square]:
        """Footbridge squares where no Gargoyle and no other Acolyte stands."""
        on = {square for _, squares in self.layout.tiles for square in squares}
        return on - self.gargoyles - {a for k, a in enumerate(self.layout.acolytes) if k != who}

    def walks(self, who: int, most: int, own: set[Square]) -> dict[tuple[Square, Squares], int]:
        """Every square with the books collected on the way there, and the fewest steps to that."""
        ground, at = self.open_to(who), self.layout.acolytes[who]
        found: dict[tuple[Square, Squares], int] = {}
        edge: list[tuple[Square | None, Squares]] = [(at, frozenset())]
        if at is not None:
            found[at, frozenset()] = 0
        for step in range(1, most + 1):
            beyond = []
            for here, books in edge:
                near = (
                    [(here[0] + r, here[1] + c) for r, c in STEPS]
                    if here is not None
                    else [self.doors[who]]
                )
                for there in near:
                    key = (there, books | ({there} & own))
                    if there in ground and key not in found:
                        found[key] = step
                        beyond.append(key)
            edge = list(beyond)
        return found

    def own_books(self) -> set[Square]:
        return {b for b in self.layout.books[4 * self.seat : 4 * self.seat + 4] if b is not None}

    def other_books(self) -> set[Square]:
        return {book for book in self.layout.books if book is not None} - self.own_books()

    def worth(self, most: int, paid: bool) -> set[tuple[Square, Squares, int]]:
        """What there is to do by walking: nothing that another way to the same square does as well
        or better, in as few steps (in any number of them where they are not paid)."""
        found = self.walks(self.seat, most, self.own_books())
        return {
            (end, books, steps)
            for (end, books), steps in found.items()
            if steps
            and end not in self.other_books()
            and not any(
                to == end
                and got >= books
                and (got, n) != (books, steps)
                and (n <= steps or (got > books and not paid))
                for (to, got), n in found.items()
            )
        }

    def jumps(self) -> set[tuple[Square, int]]:
        """Where NEQUE can lead, and over how many squares of the abyss."""
        at = self.layout.acolytes[self.seat]
        if at is None:
            return set()
        on = {square for _, squares in self.layout.tiles for square in squares}
        found = set()
        for down, right in STEPS:
            for over in range(1, min(3, self.ap) + 1):
                abyss = [(at[0] + k * down, at[1] + k * right) for k in range(1, over + 1)]
                end = (at[0] + (over + 1) * down, at[1] + (over + 1) * right)
                if not on & set(abyss) and end in self.open_to(self.seat) - self.other_books():
                    found.add((end, over))
        return {(end, over) for end, over in found if self.brought(self.seat, end) not in self.seen}

    def brought(self, who: int, end: Square) -> Plain:
        """The layout with one Acolyte elsewhere."""
        acolytes = [end if k == who else a for k, a in enumerate(self.layout.acolytes)]
        return self.layout._replace(acolytes=tuple(acolytes))

    def pushes(self, squares: int) -> dict[int, set[Square]]:
        """Where NIHIL can bring each other Acolyte in up to so many squares; off all books."""
        books = self.own_books() | self.other_books()
        found = {}
        for other in self.there:
            if other != self.seat:
                ends = {end for (end, _), n in self.walks(other, squares, set()).items() if n}
                found[other] = ends - books
        return found
