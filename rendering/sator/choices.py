"""The candidates of a question, marked on the board with what the menu calls them."""

from __future__ import annotations

from functools import lru_cache

from rendering.kit import marks, text
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark, Pen
from rendering.kit.theme import BOLD
from rendering.sator import ghosts
from rendering.sator.board import Layout, ring
from rendering.sator.ghosts import Plate
from rendering.sator.places import inner
from rendering.scene import Scene
from rules.kernel import Move
from rules.sator.board import DIRECTIONS
from rules.sator.facts import COLOURS, KIND_INDEX, TILE_INDEX, TILE_NAMES

_ON_SQUARES = frozenset({"walk", "garg", "jump", "banish", "place", "push", "free"})
ON_BOARD = _ON_SQUARES | {"tile", "moves", "rotas"}
"""Answers that are marked on the board."""
_LAST = frozenset({"end", "done"})


def cards_of(scene: Scene) -> frozenset[int]:
    """The kinds of cards among the candidates."""
    return frozenset(
        KIND_INDEX[choice.move.args[0]]
        for choice in scene.choices
        if choice.move.op in ("play", "pray", "drop", "take") and choice.move.args
    )


def on_board(scene: Scene) -> bool:
    """Whether all that is asked for lies on the board, but for ending the question."""
    moves = [choice.move for choice in scene.choices if choice.move.op not in _LAST]
    return bool(moves) and all(move.op in ON_BOARD and _named(scene, move) for move in moves)


def _named(scene: Scene, move: Move) -> bool:
    """Whether a move names something on the board: a tile, an Acolyte, a square at the end of a
    way."""
    last = move.args[-1].rsplit("-", 1)[-1] if move.args else ""
    if move.op == "free":
        return last in scene.view.grid.index
    return bool(move.args)


def tiles_of(scene: Scene) -> set[int]:
    """The tiles that are candidates."""
    moves = [choice.move for choice in scene.choices]
    return {TILE_INDEX[move.args[0]] for move in moves if move.op == "tile" and move.args}


def held(layout: Layout, square: int) -> bool:
    """Whether anything stands on a square."""
    return square in layout.books or square in layout.pawns or square in layout.beasts


def plates(scene: Scene, layout: Layout) -> list[Plate]:
    """The signs of all candidates: on squares, on tiles, on what tiles would come to."""
    seen: dict[int, None] = {}
    for choice in scene.choices:
        square = target(layout, choice.move)
        if square >= 0 and choice.move.op != "tile":
            seen.setdefault(square)
    found = [_on_square(layout, square) for square in seen]
    taken = set(seen)
    for tile in sorted(tiles_of(scene)):
        if layout.board.spots[tile] >= 0:
            square, plate = _on_tile(layout, tile, taken)
            taken.add(square)
            found.append(plate)
    return found + ghosts.signs(scene, layout, taken)


def _unit(scene: Scene) -> str:
    """The tile that the whole question is about, if there is one."""
    found = {c.move.args[:1] for c in scene.choices if c.move.op in ("moves", "rotas", "place")}
    return "".join(next(iter(found))) if len(found) == 1 else ""


def draw_rings(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Halos round the tiles that are asked about."""
    name = _unit(scene)
    if name and layout.board.spots[TILE_INDEX[name]] >= 0:
        ring(canvas, layout, layout.squares(TILE_INDEX[name]), "choice")
    for tile in sorted(tiles_of(scene)):
        if layout.board.spots[tile] >= 0:
            ring(canvas, layout, layout.squares(tile), "choice")


def draw_choices(canvas: Canvas, scene: Scene, layout: Layout, signs: list[Plate]) -> None:
    """Mark the candidates; ``signs`` are their `plates`."""
    for choice in scene.choices:
        if choice.move.op == "push" and len(choice.move.args) == 1:
            _pawn(canvas, layout, COLOURS.index(choice.move.args[0]))
    for sign in sorted(signs, key=lambda sign: -sign.mark.y):  # low ones over high ones
        canvas.mark(sign.mark, *sign.at)


def target(layout: Layout, move: Move) -> int:
    """The square by which a move is marked and called; -1: none."""
    args, index = move.args, layout.grid.index
    if move.op == "moves" and len(args) == 2:
        at = divmod(reference(layout, TILE_INDEX[args[0]]), layout.chart.size)
        row, column = at
        for step in args[1]:
            down, across = ((-1, 0), (0, 1), (1, 0), (0, -1))[DIRECTIONS.index(step)]
            row, column = row + down, column + across
        return row * layout.chart.size + column
    if move.op == "rotas" and len(args) >= 2:
        return index.get(args[1], -1)
    if move.op == "place" and len(args) >= 2:
        return index.get(args[1], -1)
    if move.op in _ON_SQUARES and args:
        return index.get(args[-1].rsplit("-", 1)[-1], -1)
    return -1


def reference(layout: Layout, tile: int) -> int:
    """The square of a tile that says where it comes to: the first one of its data."""
    return layout.grid.anchor(layout.board.spots[tile])


def _on_tile(layout: Layout, tile: int, taken: set[int]) -> tuple[int, Plate]:
    """A tile's name on a square of it where nothing stands, else low on one."""
    order = inner(layout, layout.squares(tile))
    free = [q for q in order if q not in taken] or order
    square = next((q for q in free if not held(layout, q)), free[0])
    return square, _plate(layout, square, TILE_NAMES[tile].upper())


def _on_square(layout: Layout, square: int) -> Plate:
    return _plate(layout, square, layout.grid.names[square].upper())


def _plate(layout: Layout, square: int, name: str) -> Plate:
    x, y = layout.chart.middle(square)
    cell = layout.chart.cell
    if not held(layout, square):
        return Plate(_sign(name, cell), (x, y))
    low = -0.42 if square in layout.beasts else 0.47 if square in layout.pawns else 0.42
    return Plate(_tag(name, cell), (x, y + low * cell))  # where the letters stay free


def _pawn(canvas: Canvas, layout: Layout, colour: int) -> None:
    seat = layout.colours.index(colour)
    at = layout.board.acolytes[seat]
    x, y = layout.chart.middle(at) if at >= 0 else layout.chart.start(colour)
    canvas.mark(marks.hoop(layout.chart.cell * 0.5, 6, "choice"), min(x, canvas.width - 50), y)


@lru_cache(512)
def _tag(words: str, cell: int) -> Mark:
    """A low plate for the edge of a square on which something stands."""
    wide, high = max(text.width(words, BOLD, 30) + 10, cell * 0.7), 30
    pen = Pen(wide + 2, high + 2)
    pen.box(0, 0, wide + 2, high + 2, 9, "ink")
    pen.box(2.5, 2.5, wide - 0.5, high - 0.5, 6, "choice")
    pen.write((wide + 2) / 2, (high + 2) / 2, words, BOLD, 30, "ink")
    return pen.mark()


@lru_cache(512)
def _sign(words: str, cell: int) -> Mark:
    """A plate with a name, as wide as a square allows; a long name in two lines."""
    wide = min(cell - 3, 64)
    size, lines = 34, [words]
    if text.width(words, BOLD, size) > wide - 8:
        size = 30
    if text.width(words, BOLD, size) > wide - 7:
        lines = [words[:1], words[1:]]
    high = 40 if len(lines) == 1 else min(cell - 3, 60)
    pen = Pen(wide + 2, high + 2)
    pen.box(0, 0, wide + 2, high + 2, 10, "ink")
    pen.box(3, 3, wide - 1, high - 1, 7, "choice")
    for k, line in enumerate(lines):
        y = high / 2 + 1 + (k - (len(lines) - 1) / 2) * 27
        pen.write((wide + 2) / 2, y, line, BOLD, size, "ink")
    return pen.mark()
