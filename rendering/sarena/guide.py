"""The guide to Sarena, page by page: words, and examples drawn from positions written by hand.

Numbers in the words come from the rules and the positions, so they cannot disagree with them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PIL import Image

from rendering.kit import bars, marks
from rendering.kit.bars import Item, Sign, Word
from rendering.kit.canvas import Canvas
from rendering.sarena import closeup, pieces, words
from rendering.sarena.board import draw_board
from rendering.sarena.chips import lay, small
from rendering.sarena.closeup import Cells, Part, Window, cells, verdict
from rendering.sarena.pieces import BOARD_HEIGHT, BOARD_WIDTH, THEME
from rendering.scene import Choice, Page, Scene
from rendering.words import listed, say
from rules.kernel import Move, Prompt
from rules.sarena import CIRCLES, COLOURS, GAME, HIGHEST, INDEX, State, Turn, faces, lower, owned
from rules.sarena import upper as face

WIDTH, BAR = bars.WIDTH, 100
"""Width of the pictures, and height of the bar under them."""

YELLOW, RED, BLUE = (COLOURS.index(name) for name in ("yellow", "red", "blue"))

OWNED = cells(b3="gy rb yg br", c3="rg yb", d3="bg", e3="by gr rg", f3="yr gb")
"""Page 1: five piles, of which blue owns two."""

STACKING = cells(c3="yr", d3="bg ry", e3="gy rb by", c2="gb", e2="rg")
"""Page 2: the pile on d3 may go to c3, not to e3 (too high), not to d2 (plain and empty)."""
ALLOWED, TOO_HIGH, CLOSED = ("d3", "c3"), ("d3", "e3"), ("d3", "d2")

BEFORE, FLIP, AFTER = cells(c3="gb yg ry"), ("c3", "d3"), cells(d3="yr gy bg")
"""Page 3: red on top and blue at the very bottom; the move; what comes of it."""

ENDED = cells(b3="by gr yr", d3="yb", f3="gr by yb rg")
"""Page 4: nothing can move; yellow and red own four chips each."""

CHOOSING = cells(
    a1="gy", c1="rb", d1="gr yg", e1="yb", f1="bg by", a2="bg", c2="yr", e2="ry", f2="gb"
)  # fmt: skip
"""Page 5: the pile on c1 may go to three circles."""
CHOSEN = "c1"

Given = dict[str, str | int]


def pages(locale: str) -> list[Page]:
    """All pages; pictures are drawn when they are asked for."""
    found = []
    for number, (draw, tell) in enumerate(PAGES, 1):
        given = tell(locale)
        text = say(locale, f"sarena-guide-{number}", **given)
        alt = say(locale, f"sarena-guide-{number}-alt", **given)
        found.append(Page(text, partial(_image, draw, locale), alt))
    return found


def _image(draw: Callable[[str, bool], Canvas], locale: str) -> Image.Image:
    return draw(locale, False).image()


def position(where: Cells) -> State:
    """An example as a position of the game: two seats, the first one asked."""
    return State((Turn(0),), where, (None, None), 0, 1)


def _piles(colour: int, where: Cells) -> list[int]:
    """The heights of the piles that a colour owns, in order of their circles."""
    return [len(pile) for pile in where if pile and face(pile[-1]) == colour]


# What the words of each page need.


def _about(locale: str) -> Given:
    mine = _piles(BLUE, OWNED)
    return {
        "chips": len(CIRCLES),
        "faces": 2 * len(CIRCLES) // len(COLOURS),
        "most": GAME.seat_range[1],
        "now": sum(mine),
        "first": mine[0],
        "second": mine[1],
        "sum": _sum(*mine),
    }


def _stacking(locale: str) -> Given:
    high = {name: len(STACKING[INDEX[name]]) for name in ("c3", "d3", "e3")}
    return {
        "high": HIGHEST,
        "moved": high["d3"],
        "beside": high["c3"],
        "opposite": high["e3"],
        "left": high["d3"] + high["c3"],
        "right": high["d3"] + high["e3"],
    }


def _flipping(locale: str) -> Given:
    pile = BEFORE[INDEX[FLIP[0]]]
    top, bottom = face(pile[-1]), lower(pile[0])
    return {
        "high": len(pile),
        "top": words.colour(locale, top),
        "bottom": words.colour(locale, bottom),
    }


def _ending(locale: str) -> Given:
    shown = faces(ENDED)
    return {"score": owned(ENDED)[YELLOW], "more": shown[YELLOW], "fewer": shown[RED]}


def _playing(locale: str) -> Given:
    goals = [move.args[1] for move in _answers()]
    return {"from": CHOSEN, "to": goals[0], "goals": listed(locale, goals)}


def _answers() -> list[Move]:
    """The moves of the chosen pile, in the order of a menu."""
    moves = GAME.moves(position(CHOOSING), 0)
    return sorted(move for move in moves if move.args[0] == CHOSEN)


def _sum(*parts: int) -> str:
    return f"{' + '.join(map(str, parts))} = {sum(parts)}"


# Pictures.


def _canvas(height: int, look: bool, width: int = WIDTH) -> Canvas:
    return Canvas(closeup.atlas(), width, height, "bar", look)


def _paste(canvas: Canvas, part: Canvas, x: int, y: int, top: int = 0) -> None:
    """Lay a picture on another at (x, y), without what is above its row ``top``."""
    high, wide = part.pixels[top:].shape
    canvas.pixels[y : y + high, x : x + wide] = part.pixels[top:]
    for box in part.boxes:
        if box.y1 > top:
            down = y - top
            moved = box._replace(x0=box.x0 + x, x1=box.x1 + x, y0=box.y0 + down, y1=box.y1 + down)
            canvas.boxes.append(moved)


def _bar(canvas: Canvas, y: int, item: Item, locale: str, ground: str = "legend") -> None:
    """A bar from ``y`` to the bottom with an item in its middle."""
    canvas.fill(0, y, canvas.width, canvas.height, ground)
    canvas.rule(0, canvas.width, y)
    room = canvas.width - 2 * bars.MARGIN
    wide = min(float(room), bars.width_of(THEME, item))
    lay(canvas, item, (canvas.width - wide) / 2, (y + canvas.height) / 2 + 1, locale, room)


def _upright(canvas: Canvas, x: int, bottom: int) -> None:
    """A brass line from the top down to ``bottom``, its middle at ``x``."""
    for before, after, role in ((2, 2, "line-dark"), (1, 1, "line"), (1, 0, "line-light")):
        canvas.fill(x - before, 0, x + after, bottom, role)


class _Line(NamedTuple):
    """An entry beside a picture: signs, and two lines of words."""

    signs: Item
    first: str
    second: str


def _column(canvas: Canvas, x: int, entries: list[_Line], locale: str) -> None:
    """Entries under each other, from ``x`` to the right edge, as high as the picture."""
    canvas.fill(x, 0, canvas.width, canvas.height, "legend")
    _upright(canvas, x, canvas.height)
    step = canvas.height / len(entries)
    for k, entry in enumerate(entries):
        y, top = step * (k + 0.5), round(step * k)
        if k:
            canvas.fill(x + 30, top - 1, canvas.width - 30, top + 1, "active")
        end = lay(canvas, entry.signs, x + 30, y, locale) + 24
        room = canvas.width - 24 - end
        canvas.text(end, y - 24, entry.first, 46, "white", room=room)
        canvas.text(end, y + 28, entry.second, 38, "text", face="regular", room=room)


def draw_about(locale: str, look: bool) -> Canvas:
    """Page 1: piles in a row, one colour's ringed."""
    slab = 300
    canvas = _canvas(slab + BAR, look)
    part = Part(OWNED, "d3", (WIDTH // 2, 184), Window(0, 0, WIDTH, slab))
    part.ground(canvas)
    mine = {name: "title" for name in CIRCLES if _owner(OWNED, name) == BLUE}
    part.piles(canvas, locale, mine)
    sizes = _sum(*_piles(BLUE, OWNED))
    item: Item = (
        Sign(marks.lock(34, "title"), 30, 14),
        Word(say(locale, "sarena-picture-own"), 38, "text", gap=14),
        small(BLUE, 12),
        Word(words.colour(locale, BLUE), 38, "white", gap=60),
        Word(sizes, 46, "title", gap=14),
        Word(say(locale, "sarena-guide-yours"), 38, "text"),
    )
    _bar(canvas, slab, item, locale)
    return canvas


def _owner(where: Cells, name: str) -> int | None:
    pile = where[INDEX[name]]
    return face(pile[-1]) if pile else None


def draw_stacking(locale: str, look: bool) -> Canvas:
    """Page 2: one pile and three ways, one of them open."""
    height, edge = 460, 690
    canvas = _canvas(height, look)
    part = Part(STACKING, "d3", (edge // 2, 150), Window(0, 0, edge, height))
    part.ground(canvas)
    part.piles(canvas, locale, {"d3": "ivory"})
    for way in (ALLOWED, TOO_HIGH, CLOSED):
        part.arrow(canvas, *way, "ivory" if way == ALLOWED else "muted")
        x, y = part.centre(INDEX[way[1]])
        canvas.mark(verdict(way == ALLOWED, 26), x + 58, y + 56)
    moved, there, high = (len(STACKING[INDEX[name]]) for name in ("d3", "c3", "e3"))
    fine = say(locale, "sarena-guide-fine", high=HIGHEST)
    many = say(locale, "sarena-guide-many", high=HIGHEST)
    closed = say(locale, "sarena-guide-closed")
    entries = [
        _Line((_towards(-1, 0), _judged(True)), _sum(moved, there), fine),
        _Line((_towards(1, 0, "muted"), _judged(False)), _sum(moved, high), many),
        _Line((_towards(0, 1, "muted"), _judged(False)), closed, say(locale, "sarena-guide-never")),
    ]
    _column(canvas, edge, entries, locale)
    return canvas


def _towards(dx: int, dy: int, role: str = "ivory") -> Sign:
    """A small arrow that way."""
    ends = ((-16.0 * dx, -16.0 * dy), (20.0 * dx, 20.0 * dy))
    return Sign(marks.arrow(ends, 8, 22, role), 44, 10)


def _judged(good: bool) -> Sign:
    return Sign(verdict(good, 24), 56, 4)


def draw_flipping(locale: str, look: bool) -> Canvas:
    """Page 3: before and after, each with only its own two circles."""
    slab, wide = 300, 506
    canvas = _canvas(slab + BAR, look)
    canvas.fill(0, slab, WIDTH, slab + BAR, "legend")
    left = (wide - closeup.STEP_X) // 2
    for k, where in enumerate((BEFORE, AFTER)):
        side = _canvas(slab + BAR, look, wide)
        part = Part(where, FLIP[0], (left, 190), Window(0, 0, wide, slab))
        part.ground(side)
        part.piles(side, locale, {FLIP[k]: "ivory"})
        label = say(locale, "sarena-guide-after" if k else "sarena-guide-before")
        plate = side.width_of(label, 40) / 2 + 30
        side.mark(
            marks.plate(label, "footer", "title", "line-dark", 40), plate if k else wide - plate, 44
        )
        if k:
            side.mark(marks.ghost(60, width=5), left, 190)
            side.mark(marks.turning(28, "ink", "ivory"), left + closeup.STEP_X + 74, 190 + 60)
        else:
            part.arrow(side, *FLIP)
        pile = where[INDEX[FLIP[k]]]
        item: Item = (
            small(face(pile[-1]), 12),
            Word(say(locale, "sarena-guide-top"), 40, "white", gap=40),
            small(lower(pile[0]), 12),
            Word(say(locale, "sarena-guide-bottom"), 40, "text"),
        )
        _bar(side, slab, item, locale)
        _paste(canvas, side, k * (WIDTH - wide), 0)
    canvas.rule(wide, WIDTH - wide, slab)
    for x in (wide, WIDTH - wide):
        _upright(canvas, x, slab)
    canvas.mark(marks.arrow(((-58, 0), (62, 0)), 22, 62, "title"), WIDTH // 2, 190)
    return canvas


def draw_ending(locale: str, look: bool) -> Canvas:
    """Page 4: a tie, and what breaks it."""
    slab, half = 300, WIDTH // 2
    canvas = _canvas(slab + BAR, look)
    part = Part(ENDED, "d3", (half, 184), Window(0, 0, WIDTH, slab))
    part.ground(canvas)
    won = {name: "title" for name in CIRCLES if _owner(ENDED, name) == YELLOW}
    part.piles(canvas, locale, won)
    wreath = marks.laurel(84, "line-light")
    for k, colour in enumerate((YELLOW, RED)):
        shown = say(
            locale,
            "sarena-guide-tied",
            chips=owned(ENDED)[colour],
            faces=faces(ENDED)[colour],
            colour=words.colour(locale, colour),
        )
        side = _canvas(BAR, look, half)
        won_it = colour == YELLOW
        item: Item = (small(colour, 28), Word(shown, 40, "white" if won_it else "text"))
        _bar(side, 0, item, locale, "active" if won_it else "legend")
        if won_it:
            side.fill(0, BAR - 6, half, BAR, "line-light")
            x = (half - bars.width_of(THEME, item)) / 2 + pieces.SMALL_R
            side.mark(wreath, x, BAR / 2)
        _paste(canvas, side, k * half, slab)
    return canvas


def draw_playing(locale: str, look: bool) -> Canvas:
    """Page 5: the two front rows of the board, as the panel shows them."""
    top = BOARD_HEIGHT - 384
    answers = _answers()
    choices = [Choice("", move) for move in answers]
    state = position(CHOOSING)
    scene = Scene(
        game=GAME.name, view=state, viewer=0, prompt=Prompt("turn", (0,)), outcome=None, since=(),
        since_own=True, names=("", ""), number=0, round=0, choices=tuple(choices), locale=locale,
    )  # fmt: skip
    board = Canvas(pieces.atlas(), BOARD_WIDTH, BOARD_HEIGHT, "bar", look)
    draw_board(board, scene, [], 0)
    slab = BOARD_HEIGHT - top
    canvas = _canvas(slab + BAR, look)
    _paste(canvas, board, 0, 0, top)
    plates = tuple(_plate(move.args[1]) for move in answers)
    item: Item = (
        _numbered(1), Word(say(locale, "button-play"), 40, "white", gap=44),
        _numbered(2), Word(say(locale, "sarena-guide-pile"), 40, "white", gap=14),
        _plate(CHOSEN)._replace(gap=44),
        _numbered(3), Word(say(locale, "sarena-guide-goal"), 40, "white", gap=14), *plates,
    )  # fmt: skip
    _bar(canvas, slab, item, locale)
    return canvas


def _numbered(number: int) -> Sign:
    return Sign(marks.disc(str(number), r=23, size=38), 52, 12)


def _plate(name: str) -> Sign:
    return Sign(marks.plate(name, "choice"), 70, 8)


PAGES: tuple[tuple[Callable[[str, bool], Canvas], Callable[[str], Given]], ...] = (
    (draw_about, _about),
    (draw_stacking, _stacking),
    (draw_flipping, _flipping),
    (draw_ending, _ending),
    (draw_playing, _playing),
)
"""For each page how to draw its picture, and what its words need."""
