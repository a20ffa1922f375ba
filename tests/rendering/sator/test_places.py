"""On the board nothing hides what must be read: names of tiles, numbers of acts, coordinates, over
positions as they come. What stands where is worked out from the position by hand-set sizes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from rendering.kit.canvas import Box, Canvas
from rendering.kit.pen import Mark
from rendering.sator import chart as charts
from rendering.sator import choices as candidates
from rendering.sator import example, places, tray
from rendering.sator.board import Layout
from rendering.sator.chart import Chart, card_atlas
from rendering.sator.picture import draw
from rendering.scene import Scene
from rules.kernel import Event
from rules.sator.board import grid
from rules.sator.facts import TILE_NAMES, shape_of
from tests.rendering.sator.scenes import asked_scene, panel, scene_at, with_marks

R = 26
"""px of a numbered disc with its rim."""
HALF = {"book": (19, 22), "acolyte": (24, 32), "gargoyle": (33, 33)}
"""px from the middle of a square of 70 px to the edges of what stands there, without its rim."""
NUMBERS = tuple("123456")
MOMENTS = [(seed, ply) for seed in (3, 5, 7, 8) for ply in (70, 110, 160, 230, 310, 400)]
"""From each of these plies on, the first that shows a board with something marked on it."""


def chart_of(scene: Scene) -> Chart:
    size = scene.view.rules.size
    return charts.private(size) if _small(scene) else charts.public(size)


def _small(scene: Scene) -> bool:
    """The question about the board has it as large as the channel's."""
    return scene.viewer is not None and not candidates.on_board(scene)


def rect(at: tuple[float, float], half: tuple[float, float]) -> tuple[float, float, float, float]:
    return at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]


def figures(scene: Scene) -> list[tuple[float, float, float, float]]:
    """Books, Acolytes, Gargoyles on the board."""
    view, chart = scene.view, chart_of(scene)
    standing = [("book", at) for at in view.board.books if at >= 0]
    standing += [("acolyte", at) for at in view.board.acolytes if at >= 0]
    standing += [("gargoyle", at) for at in view.gargoyles if at >= 0]
    return [
        rect(chart.middle(at), (HALF[kind][0] * chart.u, HALF[kind][1] * chart.u))
        for kind, at in standing
    ]


def on_board(scene: Scene, canvas: Canvas) -> list[Box]:
    chart = chart_of(scene)
    side = chart.cell * chart.size
    return [
        box
        for box in canvas.boxes
        if chart.left - 20 < (box.x0 + box.x1) / 2 < chart.left + side + 20
        and chart.top - 20 < (box.y0 + box.y1) / 2 < chart.top + side + 20
    ]


def discs(scene: Scene, canvas: Canvas) -> list[tuple[float, float]]:
    return [
        ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        for box in on_board(scene, canvas)
        if box.text in NUMBERS and box.size == 32
    ]


def far(at: tuple[float, float], box: tuple[float, float, float, float]) -> float:
    across = max(box[0] - at[0], 0, at[0] - box[2])
    down = max(box[1] - at[1], 0, at[1] - box[3])
    return math.hypot(across, down)


def names_of(scene: Scene, canvas: Canvas) -> dict[str, list[Box]]:
    found: dict[str, list[Box]] = {}
    for box in on_board(scene, canvas):
        if box.text.casefold() in TILE_NAMES:
            found.setdefault(box.text.casefold(), []).append(box)
    return found


@cache
def moment(seed: int, ply: int, size: int = 14) -> tuple[Scene, Canvas]:
    scene = scene_at(seed, with_marks(seed, ply, size), size=size, since=9)
    return scene, draw(scene, look=True)


@cache
def private_moment(seed: int, ply: int, size: int = 14) -> tuple[Scene, Canvas]:
    ply = with_marks(seed, ply, size)
    scene = replace(
        asked_scene(seed, ply, size=size), since=scene_at(seed, ply, size=size, since=9).since
    )
    return scene, draw(scene, look=True)


@cache
def asked_moment(seed: int, ply: int, size: int = 14) -> tuple[Scene, Canvas]:
    """As a panel asks, answers of several levels in one list."""
    scene = panel(seed, with_marks(seed, ply, size), size=size)
    return scene, draw(scene, look=True)


MAKERS = {"public": moment, "private": private_moment, "asked": asked_moment}
every = pytest.mark.parametrize(("seed", "ply"), MOMENTS)
both = pytest.mark.parametrize("maker", list(MAKERS))


@both
@every
def test_each_tile_on_the_board_is_named_on_itself_or_at_its_edge(
    maker: str, seed: int, ply: int
) -> None:
    scene, canvas = MAKERS[maker](seed, ply)
    chart, view = chart_of(scene), scene.view
    named = names_of(scene, canvas)
    for tile, spot in enumerate(view.board.spots):
        if spot < 0:
            continue
        half = chart.cell / 2
        squares = [rect(chart.middle(q), (half, half)) for q in view.grid.squares[spot]]
        boxes = named[TILE_NAMES[tile]]
        assert len(boxes) == 1 or scene.choices, "squares among the answers are called B1 too"
        middles = [((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2) for box in boxes]
        assert min(far(at, square) for at in middles for square in squares) <= 40


@both
@every
def test_nothing_covers_the_name_of_a_tile(maker: str, seed: int, ply: int) -> None:
    """Names at 36 px lie under the pieces; those on plates lie over them."""
    scene, canvas = MAKERS[maker](seed, ply)
    for boxes in names_of(scene, canvas).values():
        for box in boxes:
            around = (box.x0, box.y0, box.x1, box.y1)
            assert all(far(at, around) >= R for at in discs(scene, canvas)), box
            if box.size == 36:
                for x0, y0, x1, y1 in figures(scene):
                    across = min(x1, box.x1) - max(x0, box.x0)
                    assert across <= 0 or min(y1, box.y1) <= max(y0, box.y0), box


@pytest.mark.parametrize("maker", ["public", "private"])
@every
def test_a_number_covers_no_piece_and_no_start_mark(maker: str, seed: int, ply: int) -> None:
    scene, canvas = MAKERS[maker](seed, ply)
    chart, found = chart_of(scene), discs(scene, canvas)
    half = min(chart.cell, chart.flag) / 2
    flags = [rect(chart.start(colour), (half, half)) for colour in scene.view.rules.colours]
    assert found
    for at in found:
        for box in (*figures(scene), *flags):
            assert far(at, box) >= R - 1
    for k, at in enumerate(found):
        assert all(math.dist(at, other) >= 2 * R - 1 for other in found[k + 1 :])


@pytest.mark.parametrize("maker", ["public", "private"])
@pytest.mark.parametrize("size", [12, 16])
def test_other_boards_keep_it_too(maker: str, size: int) -> None:
    for ply in (80, 200):
        scene, canvas = MAKERS[maker](6, ply, size)
        named = names_of(scene, canvas)
        there = [TILE_NAMES[k] for k, spot in enumerate(scene.view.board.spots) if spot >= 0]
        assert sorted(named) == sorted(there)
        for at in discs(scene, canvas):
            assert all(far(at, box) >= R - 1 for box in figures(scene))


def test_a_tile_that_is_full_has_its_name_on_a_plate() -> None:
    """Two squares, a book on each."""
    scene = scene_at(7, 300, since=0)
    view = scene.view
    short = next(k for k in range(20, 24) if view.board.spots[k] >= 0)
    squares = view.grid.squares[view.board.spots[short]]
    books = [at for at in view.board.books if at not in squares]
    books = [*squares, *books][:16] + [-1] * 16
    view = view.but(board=view.board._replace(books=tuple(books[:16])))
    scene = replace(scene, view=view)
    canvas = draw(scene, look=True)
    (box,) = names_of(scene, canvas)[TILE_NAMES[short]]
    assert box.size == 30


@pytest.mark.parametrize("size", [12, 14, 16])
@pytest.mark.parametrize("ask", [scene_at, asked_scene])
def test_a_name_at_the_edge_covers_no_coordinate_and_no_start_mark(
    ask: Callable[..., Scene], size: int
) -> None:
    """A tile at the edge of the board, a sign on every square: the name on its plate would have it
    best outside."""
    scene = ask(7, 0, size=size)
    chart, table = chart_of(scene), grid(size)
    side = chart.cell * size
    written = [
        (box.x0, box.y0, box.x1, box.y1)
        for box in draw(scene, look=True).boxes
        if box.size == 36
        and chart.left - 60 < (box.x0 + box.x1) / 2 < chart.left + side + 60
        and chart.top - 60 < (box.y0 + box.y1) / 2 < chart.top + side + 60
    ]
    assert len(written) == 4 * size - 4, "four start squares are in the place of coordinates"
    half = min(chart.cell, chart.flag) / 2
    marks = [rect(chart.start(colour), (half, half)) for colour in scene.view.rules.colours]
    signs = [places.about(chart.middle(q), chart.cell - 3, 42) for q in range(size * size)]
    short = TILE_NAMES.index("w6")
    for spot in table.spots[shape_of(short)]:
        if any({*divmod(q, size)} & {0, size - 1} for q in table.squares[spot]):
            spots = tuple(spot if tile == short else -1 for tile in range(24))
            board = scene.view.board._replace(spots=spots)
            layout = Layout(chart, board, (), scene.view.rules.colours)
            (place,) = places.names(layout, (), (), signs)
            for other in (*written, *marks):
                assert not place.box.meets(places.Rect(*other)), [*table.squares[spot]]


def test_a_number_stands_on_its_way() -> None:
    """Not further than a square from something that its act touched."""
    for seed, ply in MOMENTS:
        scene, canvas = moment(seed, ply)
        chart, grid = chart_of(scene), scene.view.grid
        touched = [
            chart.middle(grid.index[name])
            for event in scene.since
            if isinstance(event, Event)
            for key in ("before", "after", "path", "squares", "origin", "square")
            for name in _names(event.data.get(key))
            if name in grid.index
        ]
        for at in discs(scene, canvas):
            assert min(math.dist(at, other) for other in touched) <= 1.3 * chart.cell


def _names(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []




# Rings and letters


@pytest.mark.parametrize("pivot", ["g10", "h10", "i10", "j10"])
@pytest.mark.parametrize("viewer", [None, 0])
def test_a_name_keeps_away_from_the_ring_about_a_pivot(viewer: int | None, pivot: str) -> None:
    turned = Event("rotate", {
        "seat": 3, "by": "r4", "tile": "i4", "square": pivot, "how": "half", "ap": 2,
        "before": ["g10", "h10", "i10", "j10"], "after": ["g10", "h10", "i10", "j10"],
    })  # fmt: skip
    scene = replace(scene_at(7, 300), view=example.match(), viewer=viewer, since=(turned,))
    (box,) = names_of(scene, draw(scene, look=True))["i4"]
    x, y = chart_of(scene).middle(scene.view.grid.index[pivot])
    assert abs((box.x0 + box.x1) / 2 - x) > chart_of(scene).cell / 2 or box.size == 30
    assert abs((box.y0 + box.y1) / 2 - y) < chart_of(scene).cell


@pytest.mark.parametrize("shape", range(6))
def test_the_pin_on_a_tile_and_its_name_keep_apart(
    monkeypatch: pytest.MonkeyPatch, shape: int
) -> None:
    pins: list[tuple[float, float]] = []
    real = Canvas.mark

    def seen(self: Canvas, mark: Mark, x: float, y: float) -> None:
        if mark is tray._pin(13):
            pins.append((x, y))
        real(self, mark, x, y)

    monkeypatch.setattr(Canvas, "mark", seen)
    for turn in range(4):
        canvas = Canvas(card_atlas(), 1200, 1500, "bar", look=True)
        pins.clear()
        tray._one(canvas, scene_at(7, 40), 4 * shape, turn)
        (box,) = [box for box in canvas.boxes if box.text == TILE_NAMES[4 * shape].upper()]
        assert far(pins[0], (box.x0, box.y0, box.x1, box.y1)) > 16, "its radius and rim"
