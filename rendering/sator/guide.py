"""The guide to Sator, page by page: words, and examples drawn from positions written by hand.

Numbers in the words come from the rules, so they cannot disagree with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial

from PIL import Image

from rendering.kit import bars
from rendering.kit.atlas import Indices, Workshop
from rendering.kit.bars import Item, Sign, Word
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark, Pen
from rendering.sator import board, cardpage, cards, example, grounds, picture, scenery
from rendering.sator.abilities import Use, prices
from rendering.sator.acts import Act
from rendering.sator.board import Layout
from rendering.sator.cards import LARGE, MEDIUM
from rendering.sator.chart import Chart, atlas, palette, token
from rendering.sator.header import letters_of
from rendering.sator.theme import THEME
from rendering.scene import Choice, Page, Scene
from rendering.words import say
from rules.kernel import Move, Prompt, Seat
from rules.sator.board import grid
from rules.sator.facts import (
    ALL_PRAYERS,
    AP,
    CARDS,
    COLOURS,
    HAND,
    JOLLY,
    KIND_INDEX,
    MOST_PRAYERS,
    PRAYERS,
    SHIFT_MOST,
    TILE_INDEX,
    TILES,
    TURN_AP,
    TURN_TWICE_AP,
)

WIDTH, BAR = bars.WIDTH, 92
SIZE, ROWS = 12, 5
CHART = Chart(SIZE, 90, 60, 66)
"""A part of a board: twelve squares across, five down."""
HIGH = CHART.top + ROWS * CHART.cell + 24

Tiles = Mapping[str, str]
Pieces = Mapping[Seat, Iterable[str]]
Given = dict[str, str | int]


def _squares(names: str) -> tuple[int, ...]:
    index = grid(SIZE).index
    return tuple(index[name] for name in names.split())


# The examples.

GOAL: Tiles = {
    "w4": "b4 c4 d4 e4", "i2": "f3 f4 g3", "s5": "h3 i3 j3", "b6": "h1 i1", "s3": "j1 k1 l1 k2",
}  # fmt: skip
GOAL_BOOKS: Pieces = {0: ("i3",), 1: ("d4", "k2"), 2: ("h1",)}
GOAL_WALK = Act("walk", 0, before=_squares("c4"), after=_squares("d4 e4 f4 f3 g3 h3 i3"))

SHIFT: Tiles = {"b5": "e1 f1 g1", "s2": "h1 h2 i2", "i6": "j4 k4", "w1": "b1 b2 b3 c3 d3"}
SHIFTED = Act(
    "shift", 0, "b5", _squares("c2 d2 e2"), _squares("e1 f1 g1"), steps="nee", by="mb"
)  # fmt: skip
BLOCKED = "h1"
"""Where B5 would have to go on."""

TURN: Tiles = {"i4": "h1 h2 h3 h4", "b3": "f2 e3 f3 f4", "s6": "c4 d4"}
TURNED = Act(
    "rotate", 0, "i4", _squares("e1 f1 g1 h1"), _squares("h1 h2 h3 h4"),
    pivot=_squares("h1")[0], how="ccw", by="r4",
)  # fmt: skip

WALK: Tiles = {
    "w4": "b3 c3 d3 e3", "s5": "f3 g3 h3", "i6": "g1 g2", "b6": "i4 j4", "w2": "j1 k1 k2",
}  # fmt: skip


def pages(locale: str) -> list[Page]:
    """All pages; pictures are drawn when they are asked for."""
    found = []
    for number, draw in enumerate(PAGES, 1):
        given = facts()
        text = say(locale, f"sator-guide-{number}", **given)
        alt = say(locale, f"sator-guide-{number}-alt", **given)
        found.append(Page(text, partial(_image, draw, locale), alt))
    return found


def _image(draw: Callable[[str, bool], Canvas], locale: str) -> Image.Image:
    return draw(locale, False).image()


def facts() -> Given:
    """The numbers that the words need."""
    price = {name: " / ".join(str(ap) for ap in prices(KIND_INDEX[name])) for name in PRAYERS}
    return {
        "ap": AP, "hand": HAND, "most": MOST_PRAYERS, "shift": SHIFT_MOST, "once": TURN_AP,
        **{
            word: ", ".join(str(cards) for cards in CARDS.deal[seats])
            for seats, word in ((2, "two"), (3, "three"), (4, "four"))
        },
        "tiles": TILES, "twice": TURN_TWICE_AP, "rounds": CARDS.round_limit, **price,
    }  # fmt: skip


# Pictures.


@lru_cache(1)
def _leaf() -> Indices:
    page = grounds.parchment(WIDTH, HIGH + BAR)
    grounds.framed(page, CHART.left, CHART.top, CHART.cell, SIZE, ROWS)
    shop = Workshop(THEME)
    shop.ground("leaf", page)
    return shop.join(palette()).grounds["leaf"]


def _strip(locale: str, look: bool) -> Canvas:
    """A part of a board with coordinates, and room for a line below."""
    canvas = Canvas(atlas(CHART), WIDTH, HIGH + BAR, "bar", look)
    canvas.pixels[...] = _leaf()
    half = CHART.cell / 2
    for column in range(SIZE):
        x = CHART.left + column * CHART.cell + half
        canvas.text(x, CHART.top - 34, chr(65 + column), 36, "rubric", align="m")
    for row in range(ROWS):
        y = CHART.top + row * CHART.cell + half
        canvas.text(CHART.left - 32, y, str(row + 1), 36, "text", align="m")
    return canvas


def _scenery(
    canvas: Canvas,
    locale: str,
    tiles: Tiles,
    acts: list[Act],
    books: Pieces | None = None,
    acolytes: Mapping[Seat, str] | None = None,
    gargoyles: Mapping[Seat, str] | None = None,
) -> Layout:
    """The tiles, what was done, the pieces."""
    here = example.board(tiles, books or {}, acolytes or {}, 4, SIZE)
    pawns = tuple(at if at >= 0 else -2 for at in here.acolytes)
    index = grid(SIZE).index
    beasts = tuple(
        index[gargoyles[k]] if gargoyles and k in gargoyles else -1 for k in range(4)
    )
    layout = Layout(CHART, here._replace(acolytes=pawns), beasts, (0, 1, 2, 3))
    letters = letters_of(locale)
    board.draw_tiles(canvas, layout, acts)
    scenery.draw(canvas, layout, acts, letters)
    return layout


def _below(canvas: Canvas, items: list[Item]) -> None:
    """A line under the board."""
    wide = [bars.width_of(THEME, item) for item in items]
    gap = min(60.0, (WIDTH - 60 - sum(wide)) / max(1, len(items) - 1))
    x = (WIDTH - sum(wide) - gap * (len(items) - 1)) / 2
    for item, room in zip(items, wide, strict=True):
        bars.lay(canvas, item, x, HIGH + BAR / 2 - 4)
        x += room + gap


@lru_cache(4)
def verdict(good: bool) -> Mark:
    """A disc with a tick, or one with a cross."""
    r = 22.0
    pen, c = Pen(2 * r + 14, 2 * r + 14), r + 7
    pen.circle(c, c, r + 4, "ink")
    pen.circle(c, c, r, "ivory" if good else "rubric")
    if good:
        pen.line([(c - 10, c + 1), (c - 3, c + 9), (c + 11, c - 8)], 5.5, "ink")
    else:
        pen.line([(c - 9, c - 9), (c + 9, c + 9)], 5.5, "ivory")
        pen.line([(c - 9, c + 9), (c + 9, c - 9)], 5.5, "ivory")
    return pen.mark()


def _at(square: str) -> tuple[float, float]:
    return CHART.middle(grid(SIZE).index[square])


def _goal(locale: str, look: bool) -> Canvas:
    canvas = _strip(locale, look)
    _scenery(canvas, locale, GOAL, [GOAL_WALK], GOAL_BOOKS, {0: "c4", 1: "l1"})
    sign = Sign(token(0, letters_of(locale)[0]), 52, 10)
    _below(canvas, [(sign, Word(say(locale, "sator-guide-goal"), 36))])
    return canvas


def _turn(locale: str, look: bool) -> Canvas:
    """Three cards, large."""
    canvas = Canvas(atlas(CHART), WIDTH, HIGH + BAR, "abyss", look)
    canvas.pixels[...] = _table(HIGH + BAR)
    gap = (WIDTH - 3 * LARGE.width) // 4
    shown = (
        Use(0, tuple((ap, True) for ap in prices(0)), ((0, 0), (4, 0), (20, 0), (8, 1))),
        Use(6, tuple((ap, True) for ap in prices(6)), ((10, 0), (11, 0), (8, 1))),
        Use(JOLLY, tuple((ap, True) for ap in prices(JOLLY)), tuple((k, 0) for k in range(23))),
    )
    scene = _scene(locale)
    for k, use in enumerate(shown):
        x, y = gap + k * (LARGE.width + gap), (HIGH + BAR - LARGE.height) // 2
        canvas.put(cards.face(use.card, 0, LARGE), x, y)
        cardpage.draw_head(canvas, scene, use.card, LARGE, x, y)
        cardpage.draw_use(canvas, scene, use, x, y)
    return canvas


@lru_cache(2)
def _table(height: int) -> Indices:
    page = grounds.parchment(WIDTH, height + height % 2)[:height].copy()
    grounds.hand(page, 8, 8, WIDTH - 8, height - 8)
    shop = Workshop(THEME)
    shop.ground("table", page)
    return shop.join(palette()).grounds["table"]


def _moves(locale: str, look: bool) -> Canvas:
    canvas = _strip(locale, look)
    _scenery(canvas, locale, SHIFT, [SHIFTED])
    x, y = _at(BLOCKED)
    canvas.mark(verdict(False), x - CHART.cell / 2, y)
    _below(
        canvas,
        [
            (Sign(board.disc(1, 0, 15, 30), 44, 8), Word(say(locale, "sator-guide-pushed"), 36)),
            (Sign(verdict(False), 56, 8), Word(say(locale, "sator-guide-blocked"), 36)),
        ],
    )
    return canvas


def _rotas(locale: str, look: bool) -> Canvas:
    canvas = _strip(locale, look)
    _scenery(canvas, locale, TURN, [TURNED])
    _below(
        canvas,
        [(Sign(board.disc(1, 0, 15, 30), 44, 8), Word(say(locale, "sator-guide-turned"), 36))],
    )
    return canvas


def _walk(locale: str, look: bool) -> Canvas:
    canvas = _strip(locale, look)
    _scenery(
        canvas, locale, WALK, [], {0: ("g1",), 1: ("e3",), 2: ("j4",)},
        {0: "c3", 1: "h3"},
    )  # fmt: skip
    for square, good in (("d3", True), ("f3", True), ("g2", True), ("i4", False)):
        x, y = _at(square)
        canvas.mark(verdict(good), x, y)
    for square in ("e3", "h3"):
        x, y = _at(square)
        canvas.mark(verdict(False), x + 30, y - 30)
    _below(
        canvas,
        [
            (Sign(verdict(True), 56, 8), Word(say(locale, "sator-guide-rest"), 36)),
            (Sign(verdict(False), 56, 8), Word(say(locale, "sator-guide-not"), 36)),
        ],
    )
    return canvas


def _prayers(locale: str, look: bool) -> Canvas:
    """All eight prayers."""
    height = 810
    canvas = Canvas(atlas(CHART), WIDTH, height, "abyss", look)
    canvas.pixels[...] = _table(height)
    gap = (WIDTH - 4 * MEDIUM.width) // 5
    scene = _scene(locale)
    for k, card in enumerate(ALL_PRAYERS):
        x = gap + k % 4 * (MEDIUM.width + gap)
        y = 28 + k // 4 * (MEDIUM.height + 30)
        canvas.put(cards.face(card, 0, MEDIUM), x, y)
        cardpage.draw_head(canvas, scene, card, MEDIUM, x, y)
        cardpage.draw_prices(canvas, card, x, y + 30)
    return canvas


PLACING: Tiles = {"s1": "c1 c2 c3 d3 e3", "i5": "h1 h2 h3", "b2": "j3 j4 k4"}


def _placing(locale: str, look: bool) -> Canvas:
    canvas = _strip(locale, look)
    books = {0: ("c2", "h2"), 1: ("e3", "b5", "k2"), 2: ("k4", "h5"), 3: ("f1",)}
    layout = _scenery(canvas, locale, PLACING, [], books)
    board.ring(canvas, layout, layout.squares(TILE_INDEX["i5"]), "ivory")
    _below(
        canvas,
        [(Sign(verdict(True), 56, 8), Word(say(locale, "sator-guide-placed"), 36))],
    )
    x, y = _at("h3")
    canvas.mark(verdict(True), x, y)
    return canvas


def _scene(locale: str) -> Scene:
    """The example's first seat, asked to play."""
    names = tuple(say(locale, f"sator-{name}") for name in COLOURS)
    return Scene(
        game="sator", view=example.match(), viewer=0, prompt=Prompt("turn", (0,)), outcome=None,
        since=(), since_own=True, names=names, number=0, round=4, locale=locale,
    )  # fmt: skip


def _here(locale: str, look: bool) -> Canvas:
    """The private picture, some cards offered."""
    scene = _scene(locale)
    offered = tuple(
        Choice(card, Move("play" if card in ("ms", "mi", "r3", "jolly") else "pray", (card,)))
        for card in example.HAND
    )
    return picture.draw(replace(scene, choices=offered), look)


PAGES: tuple[Callable[[str, bool], Canvas], ...] = (
    _goal, _placing, _turn, _moves, _rotas, _walk, _prayers, _here,
)  # fmt: skip
