"""What can be done to a tile: shifts, rotations, long paths, new places; and what may not be.

Refused everywhere: a tile under a Gargoyle, an overlap, the edge of the grid, and a return to what
has been there already this turn (`rules.sator.returns`). A layout is called new when it is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.sator.board import DIRECTIONS, Turn
from rules.sator.facts import CARDS, SHIFT_MOST, shape_of
from rules.sator.look import Look, at_a_glance, look
from rules.sator.returns import QUARTERS, carried, is_return
from rules.sator.state import Board, Ride, Table

OMNIA_STEPS = CARDS.prayers.omnia[0].steps


class Changes:
    """The changes one position allows, by tile."""

    __slots__ = ("_back", "_same", "_shift", "_turn", "gargoyles", "look", "rides", "seen", "size")

    def __init__(
        self,
        size: int,
        gargoyles: tuple[int, ...],
        at: Look,
        seen: tuple[Board, ...],
        rides: tuple[Ride, ...],
    ) -> None:
        self.size = size
        self.gargoyles = gargoyles
        self.look = at
        self.seen = seen
        self.rides = rides
        # Nearly always a change can be seen to be new from its tile and spot alone: it can only
        # come back to a layout that differs from the present one in that one tile.
        self._shift: dict[int, bool] = {}
        self._turn: dict[int, bool] = {}
        self._same = False
        self._back: set[tuple[int, int]] = set()
        here = at.board.spots
        for board in seen:
            if board.spots is here:
                self._same = True
                continue
            apart = [t for t in range(len(here)) if here[t] != board.spots[t]]
            if not apart:
                self._same = True
            elif len(apart) == 1:
                self._back.add((apart[0], board.spots[apart[0]]))

    def stays_free(self, tile: int) -> bool:
        """Whether a tile is on the board and not locked."""
        return self.look.board.spots[tile] >= 0 and tile not in self.look.locked

    def new_shift(self, tile: int, spot: int) -> bool:
        """Whether pushing the tile to another spot makes a layout not seen this turn."""
        if (tile, spot) not in self._back:
            return True
        return not self._returns(tile, self.look.shifted(tile, spot))

    def new_turn(self, tile: int, turn: Turn) -> bool:
        """Whether turning the tile makes a layout not seen this turn."""
        if turn.spot == self.look.board.spots[tile]:
            if not self._same:
                return True
        elif (tile, turn.spot) not in self._back:
            return True
        return not self._returns(tile, self.look.turned(tile, turn), QUARTERS[turn.how])

    def _returns(self, tile: int, board: Board, quarters: int = 0) -> bool:
        rides = carried(self.look, tile, board, len(self.seen), quarters)
        return is_return(self.size, board, self.rides + rides, self.seen)

    def shifts(self, tile: int, most: int = SHIFT_MOST) -> Iterator[tuple[str, int]]:
        """Shortest ways to every spot a free tile can be pushed to in at most so many steps, if
        the layout is new then: the steps, and the spot. Each step must be clear."""
        grid, others = self.look.grid, self.look.others(tile)
        masks, shifts = grid.mask, grid.shifts
        start = self.look.board.spots[tile]
        known = {start}
        edge = [("", start)]
        for _ in range(most):
            beyond = []
            for steps, spot in edge:
                for way, there in enumerate(shifts(spot)):
                    if there >= 0 and there not in known and not masks[there] & others:
                        known.add(there)
                        beyond.append((steps + DIRECTIONS[way], there))
            for steps, spot in beyond:
                if self.new_shift(tile, spot):
                    yield steps, spot
            edge = beyond

    def can_shift(self, tile: int, most: int = SHIFT_MOST) -> bool:
        """Whether there is any such way."""
        key = 4 * tile + most
        found = self._shift.get(key)
        if found is None:
            found = self._shift[key] = self._can_shift(tile, most)
        return found

    def _can_shift(self, tile: int, most: int) -> bool:
        masks, others = self.look.grid.mask, self.look.others(tile)
        blocked = True
        for there in self.look.grid.shifts(self.look.board.spots[tile]):
            if there >= 0 and not masks[there] & others:
                if (tile, there) not in self._back or self.new_shift(tile, there):
                    return True
                blocked = False
        return not blocked and most > 1 and next(self.shifts(tile, most), None) is not None

    def rotations(self, tile: int, but: int = -1) -> Iterator[Turn]:
        """Rotations of a free tile that change something and overlap nothing at their end, new
        layout or not; not about the square ``but``. Of two that do the same, one."""
        at = self.look
        masks, others, start = at.grid.mask, at.others(tile), at.board.spots[tile]
        before = -1
        for turn in at.grid.turns(start):
            centre, how, spot = turn
            if masks[spot] & others or centre == but:
                continue
            if how == 0:
                before = spot
            # A medium tile comes to lie the same both ways about its middle, or where it was.
            elif (spot == start or (how == 1 and spot == before)) and not self._carries(
                tile, centre
            ):
                continue
            yield turn

    def _carries(self, tile: int, centre: int) -> bool:
        """Whether anything rides on another square of the tile than its centre of rotation."""
        at = self.look
        return any(at.board.books[k] != centre for k in at.books_on(tile)) or any(
            at.board.acolytes[seat] != centre for seat in at.aboard.get(tile, ())
        )

    def turns(self, tile: int, but: int = -1) -> Iterator[Turn]:
        """Those that make a new layout."""
        return (turn for turn in self.rotations(tile, but) if self.new_turn(tile, turn))

    def can_turn(self, tile: int) -> bool:
        """Whether one rotation makes a new layout."""
        found = self._turn.get(tile)
        if found is None:
            found = self._turn[tile] = self._can_turn(tile)
        return found

    def _can_turn(self, tile: int) -> bool:
        at = self.look
        masks, others, start = at.grid.mask, at.others(tile), at.board.spots[tile]
        for _, _, spot in at.grid.turns(start):
            if spot != start and not masks[spot] & others and (tile, spot) not in self._back:
                return True
        # Whatever is left may come back to an old layout, or only move what rides on the tile.
        return next(self.turns(tile), None) is not None

    def twice(self, tile: int, turn: Turn) -> bool:
        """Whether, after this rotation, another one about another square of the tile makes a new
        layout."""
        after = self.turned(tile, turn)
        return next(after.turns(tile, turn.centre), None) is not None

    def turned(self, tile: int, turn: Turn) -> Changes:
        """The changes that are allowed after this rotation, in the same turn."""
        board = self.look.turned(tile, turn)
        return self._after(
            board, carried(self.look, tile, board, len(self.seen), QUARTERS[turn.how])
        )

    def lifted(self, tile: int, spot: int) -> Changes:
        """The changes that are allowed when a tile that carries nothing lies somewhere else."""
        return self._after(self.look.lifted(tile, spot), ())

    def _after(self, board: Board, rides: tuple[Ride, ...]) -> Changes:
        at = at_a_glance(self.size, board, self.gargoyles)
        return Changes(self.size, self.gargoyles, at, self.seen, self.rides + rides)

    def one_step(self, tile: int) -> Iterator[tuple[str, int] | Turn]:
        """Every single change of the kind that the free action and MIHI make: one square, or one
        rotation that does not do the same as a square."""
        pushed = set()
        for steps, spot in self.shifts(tile, 1):
            pushed.add(self.look.shifted(tile, spot))
            yield steps, spot
        for turn in self.turns(tile):
            if turn.how < 2 or self.look.turned(tile, turn) not in pushed:
                yield turn

    def may_step(self, tile: int) -> bool:
        """Whether there is any, for a tile without Acolytes."""
        return (
            self.stays_free(tile)
            and tile not in self.look.aboard
            and (self.can_shift(tile, 1) or self.can_turn(tile))
        )

    def long_ways(self, tile: int) -> dict[int, str]:
        """For VIRTUS OMNIA: each spot a tile can reach by 4 to 6 steps that never come to the same
        spot twice, if the layout is new then, with the shortest steps there."""
        found: dict[int, str] = {}
        for steps, spot in self._walks(tile):
            old = found.get(spot)
            if old is None or len(steps) < len(old):
                found[spot] = steps
        return {spot: steps for spot, steps in found.items() if self.new_shift(tile, spot)}

    def has_long_way(self, tile: int) -> bool:
        """Whether there is one."""
        return any(self.new_shift(tile, spot) for _, spot in self._walks(tile))

    def _walks(self, tile: int) -> Iterator[tuple[str, int]]:
        grid, others = self.look.grid, self.look.others(tile)
        masks, shifts = grid.mask, grid.shifts
        least, most = OMNIA_STEPS[0], OMNIA_STEPS[-1]

        def onward(spot: int, steps: str, known: frozenset[int]) -> Iterator[tuple[str, int]]:
            for way, there in enumerate(shifts(spot)):
                if there >= 0 and there not in known and not masks[there] & others:
                    further = steps + DIRECTIONS[way]
                    if len(further) >= least:
                        yield further, there
                    if len(further) < most:
                        yield from onward(there, further, known | {there})

        start = self.look.board.spots[tile]
        return onward(start, "", frozenset((start,)))

    def places(self, tile: int, turn: int | None = None) -> Iterator[int]:
        """For QUIN IGITUR: every other spot where a lifted tile would fit, new layout or not."""
        at = self.look
        masks, others, start = at.grid.mask, at.others(tile), at.board.spots[tile]
        for spot in at.grid.spots[shape_of(tile)]:
            if (
                not masks[spot] & others
                and spot != start
                and (turn is None or at.grid.turn(spot) == turn)
            ):
                yield spot


_last: Changes = Changes(4, (), at_a_glance(4, Board((), (), ()), ()), (), ())


def changes(s: Table) -> Changes:
    """The changes this position allows in this turn."""
    # A question and its answer, and most steps of a card, look at one and the same layout.
    global _last
    held, seen, rides = _last, s.now.seen, s.now.rides
    if (
        held.seen is seen
        and held.rides is rides
        and held.look.board is s.board
        and held.gargoyles is s.gargoyles
        and held.size == s.rules.size
    ):
        return held
    made = _last = Changes(s.rules.size, s.gargoyles, look(s), seen, rides)
    return made
