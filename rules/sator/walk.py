"""Ways over the footbridges: for walking, the free step, ANIMI IMPERIO and NIHIL.

An Acolyte goes from square to square, never diagonally, over footbridge squares without another
Acolyte or a Gargoyle; he may pass books of other colours, may not rest on one, and collects his
own wherever he comes by. From the start square the first step leads onto the entry square.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.sator.board import Grid, bits


class Way(NamedTuple):
    """One thing worth doing by walking: where it ends, the books it collects (a set of squares),
    how many steps it takes, and whether it is what naming its end square means."""

    end: int
    books: int
    steps: int
    plain: bool


class Walk:
    """Everything an Acolyte can reach in at most ``most`` steps."""

    __slots__ = ("_layers", "collects", "grid")

    def __init__(self, grid: Grid, at: int, entry: int, ground: int, own: int, most: int) -> None:
        """``at``: his square, -1 on the start square; ``ground``: squares nobody else blocks;
        ``own``: squares of his uncollected books."""
        self.grid = grid
        self.collects = False
        """Whether he comes by any of his books."""
        near, layers = grid.near, []
        # By books collected so far: the squares reached in exactly that many steps, not in fewer.
        edge: dict[int, int] = {0: 1 << at} if at >= 0 else {}
        known = dict(edge)
        layers.append(edge)
        for step in range(1, most + 1):
            beyond: dict[int, int] = {}
            spread = list(edge.items()) if at >= 0 or step > 1 else [(0, 0)]
            for books, squares in spread:
                reach = (near(squares) if squares else 1 << entry) & ground
                hit = reach & own & ~books
                plain = reach & ~hit & ~known.get(books, 0)
                if plain:
                    beyond[books] = beyond.get(books, 0) | plain
                    known[books] = known.get(books, 0) | plain
                if hit:
                    self.collects = True
                while hit:
                    low = hit & -hit
                    hit ^= low
                    with_it = books | low
                    if not known.get(with_it, 0) & low:
                        beyond[with_it] = beyond.get(with_it, 0) | low
                        known[with_it] = known.get(with_it, 0) | low
            if not beyond:
                break
            layers.append(beyond)
            edge = beyond
        self._layers = layers

    def reach(self, least: int, most: int) -> int:
        """The squares first reached in so many steps, whatever is collected on the way."""
        found = 0
        for layer in self._layers[least : most + 1]:
            for squares in layer.values():
                found |= squares
        return found

    def ways(self, allowed: int, least: int = 1, most: int = 99, paid: bool = True) -> list[Way]:
        """All that is worth doing in at least ``least`` and at most ``most`` steps: no other way to
        the same square collects those books and more in as few steps (in as many as there are,
        where steps are not ``paid``). Of each square the one with most books, then with fewest
        steps, comes first and is `plain`.
        """
        layers = list(enumerate(self._layers))[1 : most + 1]
        if not self.collects:
            return [
                Way(end, 0, steps, True)
                for steps, layer in layers
                if steps >= least
                for end in bits(layer.get(0, 0) & allowed)
            ]
        by_end: dict[int, list[tuple[int, int]]] = {}
        for steps, layer in layers:
            for books, squares in layer.items():
                for end in bits(squares & allowed):
                    by_end.setdefault(end, []).append((books, steps))
        found = []
        for end, pairs in sorted(by_end.items()):
            best = [
                (books, steps)
                for books, steps in pairs
                if steps >= least
                and not any(
                    books | other == other
                    and (fewer <= steps or (books != other and not paid))
                    and (other, fewer) != (books, steps)
                    for other, fewer in pairs
                )
            ]
            best.sort(key=lambda pair: (-pair[0].bit_count(), pair[1], pair[0]))
            found += [Way(end, *pair, plain=k == 0) for k, pair in enumerate(best)]
        return found

    def path(self, way: Way) -> list[int]:
        """The squares entered, in order."""
        path = [way.end]
        books, square = way.books, way.end
        for step in range(way.steps - 1, 0, -1):
            layer = self._layers[step]
            before = (books & ~(1 << square), books) if books >> square & 1 else (books,)
            square, books = next(
                (there, had)
                for had in before
                for there in self.grid.beside[square]
                if there >= 0 and layer.get(had, 0) >> there & 1
            )
            path.append(square)
        path.reverse()
        return path
