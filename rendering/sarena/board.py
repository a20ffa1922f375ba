"""The picture of a Sarena position: for the channel, for a seat, and for a seat that chooses."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from rendering.kit import bars, marks
from rendering.kit.bars import Chip, Item, Sign, Word
from rendering.kit.canvas import Canvas
from rendering.kit.fonts import legible
from rendering.kit.levels import Levels, levels
from rendering.kit.pen import Mark, Pen
from rendering.kit.theme import BOLD, SHAPES
from rendering.sarena import words
from rendering.sarena.pieces import (
    BOARD_HEIGHT,
    FRAME,
    SMALL_R,
    SMALL_THICK,
    THEME,
    R,
    atlas,
    centre,
    height,
    shade,
)
from rendering.scene import Scene
from rendering.words import listed, say
from rules.kernel import Seat
from rules.sarena import ARROWS, CIRCLES, COLOURS, INDEX, SIZE, faces, lower, owned, upper

COUNTS = 76
"""Height of the bar that counts chips by colour."""
MOST_MARKED = 4
"""Acts that are marked on the board and in the legend; older ones stand in words elsewhere."""

# Seats are brass tokens with letters that no colour and no column has.
_LETTERS = "KLMN"
_GAP = 14


class Act(NamedTuple):
    """One move to be marked."""

    number: int
    seat: Seat
    start: int
    goal: int
    flip: bool


def draw(scene: Scene, look: bool = False) -> Canvas:
    """The picture as a canvas; ``look`` records what its texts stand on."""
    acts = _acts(scene)
    legend = bars.Legend(THEME, *_legend(scene, acts))
    board = bars.TITLE + bars.STRIP
    counts = board + BOARD_HEIGHT
    below = counts + COUNTS
    foot = below + legend.height
    canvas = Canvas(atlas(), bars.WIDTH, foot + bars.FOOTER, "bar", look)
    _title(canvas, scene)
    bars.strip(canvas, bars.TITLE, [_player(scene, seat) for seat in range(len(scene.names))])
    _board(canvas, scene, acts, board)
    _counts(canvas, scene, counts)
    legend.draw(canvas, below)
    _footer(canvas, scene, foot)
    return canvas


def _acts(scene: Scene) -> list[Act]:
    moves = [e.data for e in scene.since if e.kind == "go"][-MOST_MARKED:]
    return [
        Act(k + 1, m["seat"], INDEX[m["from"]], INDEX[m["to"]], m["flip"])
        for k, m in enumerate(moves)
    ]


# Bars


@cache
def _emblem() -> Mark:
    """An arrow circle, small."""
    pen, c = Pen(84, 84), 42
    pen.circle(c, c, 33, "bowl")
    for turn in (45, 135, 225, 315):
        pen.arc(c, c, 33, turn - 68, turn - 12, 3.4, "line")
    for turn in (45, 135, 225, 315):
        arrow = marks.arrow_head(c, c, 33, turn, 17, 7)
        pen.polygon(arrow, "line-light" if turn in (45, 225) else "line")
    return pen.mark()


def _title(canvas: Canvas, scene: Scene) -> None:
    right = say(scene.locale, "kit-match", number=str(scene.number))
    if scene.round:
        right += "  ·  " + say(scene.locale, "kit-round", round=str(scene.round))
    start, end = bars.title(canvas, say(scene.locale, "sarena-title"), right)
    y = bars.TITLE // 2 - 2
    canvas.mark(_emblem(), 62, y)
    canvas.mark(marks.turning(17, "line", weight=0.24), 62, y)
    own = _own(scene)
    if own is None:
        return
    item: Item = (
        Sign(marks.lock(34, "title"), 30, 12),
        Word(say(scene.locale, "sarena-picture-own"), 36, "text", gap=14),
        _chip(own, 12),
        Word(words.colour(scene.locale, own), 36, "white"),
    )
    wide = bars.width_of(THEME, item)
    middle = (start + end) / 2
    canvas.mark(marks.panel(int(wide) // 2 * 2 + 44, 66, "footer", "line"), middle, y + 1)
    _lay(canvas, item, middle - wide / 2, y + 1, scene.locale)


def _token(seat: Seat, r: int = 24, size: int = 32) -> Mark:
    return marks.token(SHAPES[seat], _LETTERS[seat], "token", "ivory", "line", r, size)


def _name(scene: Scene, seat: Seat) -> str:
    letter = _LETTERS[seat]
    return legible(scene.names[seat], BOLD, say(scene.locale, "kit-player", letter=letter))


def _player(scene: Scene, seat: Seat) -> bars.Player:
    asked = scene.prompt is not None and seat in scene.prompt.seats
    won = scene.outcome is not None and seat in scene.outcome.winners
    out = seat in words.position(scene).out
    after: Item = (Sign(marks.laurel(44, "line-light"), 46),) if won else ()
    return bars.Player(_token(seat), _name(scene, seat), asked or won, out, after)


def _own(scene: Scene) -> int | None:
    """The viewer's secret colour, where the view tells it."""
    if scene.viewer is None:
        return None
    return words.position(scene).colours[scene.viewer]


def _chip(colour: int, gap: int = 8) -> Chip:
    name = COLOURS[colour]
    low = -SMALL_THICK / 2 + 1
    return Chip(
        ((f"small-band-{name}", low), (f"small-top-{name}", low + SMALL_THICK)), 2 * SMALL_R, gap
    )


@cache
def _small_edge() -> Mark:
    return marks.capsule(SMALL_R, SMALL_THICK, 2.5, "ink")


def _lay(canvas: Canvas, item: Item, x: float, y: float, locale: str) -> float:
    """Like `bars.lay`, with an outline and its letter on every chip."""
    at = x
    for piece in item:
        if isinstance(piece, Chip):
            canvas.mark(_small_edge(), at + SMALL_R, y + SMALL_THICK / 2 - 1)
        at += bars.width_of(THEME, (piece,)) + piece.gap
    end = bars.lay(canvas, item, x, y)
    at = x
    for piece in item:
        if isinstance(piece, Chip):
            colour = COLOURS.index(piece.sprites[0][0].rpartition("-")[2])
            sign = _letter(words.letter(locale, colour), COLOURS[colour], 32)
            canvas.mark(sign, at + SMALL_R, y - piece.sprites[1][1])
        at += bars.width_of(THEME, (piece,)) + piece.gap
    return end


def _counts(canvas: Canvas, scene: Scene, y: int) -> None:
    state, outcome, locale = words.position(scene), scene.outcome, scene.locale
    canvas.fill(0, y, canvas.width, y + COUNTS, "bar")
    canvas.rule(0, canvas.width, y)
    middle = y + COUNTS / 2 + 1
    chips = owned(state.cells)
    best: list[int] = []
    owner: dict[int, Seat] = {}
    if outcome is not None:
        owner = {c: seat for seat, c in enumerate(state.colours) if c is not None}
        best = [c for c, seat in owner.items() if seat in outcome.winners]
    elif (own := _own(scene)) is not None:
        best = [own]
    left = float(bars.MARGIN)
    if outcome is None:
        for k, part in enumerate(say(locale, "sarena-picture-counts").split("\n")):
            canvas.text(bars.MARGIN, middle - 16 + 32 * k, part, 30, "muted")
        left += canvas.width_of(say(locale, "sarena-picture-counts").split("\n")[0], 30) + 30
    items: list[Item] = []
    for colour in range(len(COLOURS)):
        seat = owner.get(colour)
        idle = outcome is not None and seat is None
        item: Item = (
            _chip(colour, 14),
            Word(str(chips[colour]), 52, "muted" if idle else "white", gap=12),
            Word(words.colour(locale, colour), 32, "muted" if idle else "text", gap=14),
        )
        items.append(item if seat is None else (Sign(_token(seat), 56, 10), *item))
    widths = [bars.width_of(THEME, item) for item in items]
    gap = (canvas.width - 2 * bars.MARGIN + bars.MARGIN - left - sum(widths)) / (len(items) - 1)
    x = left
    for colour, item in enumerate(items):
        if colour in best:
            wide = int(widths[colour]) // 2 * 2 + 36
            x_middle = min(x + widths[colour] / 2, canvas.width - 4 - wide / 2)
            canvas.mark(marks.panel(wide, COUNTS - 8, "active", "line"), x_middle, middle)
        _lay(canvas, item, x, middle, locale)
        x += widths[colour] + gap


def _legend(scene: Scene, acts: list[Act]) -> tuple[list[str], list[Item]]:
    locale = scene.locale
    items: list[Item] = []
    for act in acts:
        item: Item = (
            Sign(marks.disc(str(act.number), r=20, size=32), 42, 2),
            Sign(_token(act.seat, 18, 30), 40, 6),
            Word(CIRCLES[act.start], 38, "white", gap=3),
            Sign(marks.arrow(((-13, 0), (13, 0)), 5, 15, "text", None), 26, 3),
            Word(CIRCLES[act.goal], 38, "white", gap=6),
        )
        if act.flip:
            flip = say(locale, "sarena-picture-flip")
            item += (Sign(marks.turning(18, "ink", "ivory"), 40, 4), Word(flip, 30, "ivory"))
        else:
            item += (Word(say(locale, "sarena-picture-stack"), 30, "text", "regular"),)
        items.append(item)
    for event in scene.since:
        if event.kind == "leave":
            token = Sign(_token(event.data["seat"], 18, 30), 44, 10)
            items.append((token, Word(say(locale, "kit-resigned"), 32)))
    if items:
        key = "kit-since-own" if scene.since_own else "kit-since-post"
        return say(locale, key).split("\n"), items
    arrow = Sign(marks.turning(18, "line", "bowl", "line"), 46, 12)
    plain = Sign(marks.disc_empty(18, "bowl", "line-dark"), 46, 12)
    return [], [
        (arrow, Word(say(locale, "sarena-picture-key-arrow"), 32, "text", "regular")),
        (plain, Word(say(locale, "sarena-picture-key-plain"), 32, "text", "regular")),
    ]


def _footer(canvas: Canvas, scene: Scene, y: int) -> None:
    locale, outcome, prompt = scene.locale, scene.outcome, scene.prompt
    hint = ""
    token = None
    if outcome is not None:
        token = _token(outcome.winners[0], 22, 30)
        names = [_name(scene, seat) for seat in outcome.winners]
        who = listed(locale, names)
        text = say(locale, "sarena-picture-won", who=who, winners=len(names))
        hint = _score(scene)
    elif prompt is None:
        text = say(locale, "kit-nobody")
    elif scene.viewer is not None and scene.viewer in prompt.seats:
        token = _token(scene.viewer, 22, 30)
        args = scene.choices[0].move.args if scene.choices else ()
        text = words.ask(scene, ("go", *args[:-1]) if args else ())
    else:
        seat = prompt.seats[0]
        token = _token(seat, 22, 30)
        bare = canvas.width_of(say(locale, "sarena-picture-turn", who=""), 46)
        name = canvas.fitted(_name(scene, seat), 46, canvas.width - 2 * bars.MARGIN - 70 - bare)
        text = say(locale, "sarena-picture-turn", who=name)
        hint = say(locale, "sarena-picture-hint")
    bars.footer(canvas, y, text, token=token, hint=hint)


def _score(scene: Scene) -> str:
    """What decided, shortly."""
    outcome, state = scene.outcome, words.position(scene)
    assert outcome is not None
    best = outcome.winners[0]
    score = outcome.scores[best]
    own = faces(state.cells)
    tied = [
        own[c]
        for seat, c in enumerate(state.colours)
        if c is not None and outcome.scores[seat] == score and seat not in state.out
    ]
    tied.sort(reverse=True)
    return say(
        scene.locale,
        "sarena-picture-score",
        reason=outcome.reason,
        score=score,
        faces=tied[0] if tied else 0,
        next=tied[1] if len(tied) > 1 else 0,
    )


# Board


@lru_cache(8)
def _shadow(chips: int) -> Levels:
    return levels(shade(chips), 1)


@lru_cache(64)
def _letter(sign: str, name: str, size: int) -> Mark:
    """A letter cut into a chip: a lit or dark edge, then the letter."""
    pen = Pen(size + 16, size + 16)
    c = (size + 16) / 2
    pen.write(c + 1, c + 2, sign, BOLD, size, f"cut-{name}", record=False)
    pen.write(c, c, sign, BOLD, size, f"on-{name}")
    return pen.mark()


def _board(canvas: Canvas, scene: Scene, acts: list[Act], top: int) -> None:
    canvas.ground("board", 0, top)
    cells = words.position(scene).cells
    for column in range(SIZE):
        x, _ = centre(column)
        canvas.text(x, top + FRAME[3], CIRCLES[column][0], 42, "title", align="m")
    for row in range(SIZE):
        _, y = centre(SIZE * row)
        canvas.text(FRAME[0], top + y, CIRCLES[SIZE * row][1], 42, "title", align="m")

    halo = _halos(scene, acts)
    ghost = marks.ghost(48)
    for circle in {act.start for act in acts} | {act.goal for act in acts}:
        if not cells[circle]:
            x, y = centre(circle)
            canvas.mark(ghost, x, top + y)
    turn = marks.turning(36, "line")
    for row in reversed(range(SIZE)):
        for circle in range(SIZE * row, SIZE * (row + 1)):
            x, y = centre(circle)
            if cells[circle]:
                _pile(canvas, cells[circle], x, top + y, halo.get(circle), scene.locale)
            elif ARROWS[circle] and not any(circle in (a.start, a.goal) for a in acts):
                canvas.mark(turn, x, top + y)
    _arrows(canvas, cells, acts, top)
    if not scene.choices:
        flip = marks.turning(24, "ink", "ivory")
        for act in acts:
            if act.flip and cells[act.goal]:
                x, y = centre(act.goal)
                up = height(len(cells[act.goal]))
                canvas.mark(flip, x - R * 0.80, top + y - up - R * 0.70)
    _choices(canvas, scene, top)


def _halos(scene: Scene, acts: list[Act]) -> dict[int, str]:
    """The colour of the halo of each pile that has one."""
    state = words.position(scene)
    found = {act.goal: "ivory" for act in acts}
    if scene.outcome is not None:
        best = [state.colours[seat] for seat in scene.outcome.winners]
        for circle, pile in enumerate(state.cells):
            if pile and upper(pile[-1]) in best:
                found[circle] = "title"
    for choice in scene.choices:
        for name in choice.move.args:
            found[INDEX[name]] = "choice"
    return found


def _pile(
    canvas: Canvas, pile: tuple[int, ...], x: int, y: int, halo: str | None, locale: str
) -> None:
    """A pile with its shadow, halo, letter and height; (x, y) is the middle of its base."""
    up = height(len(pile))
    canvas.stain(_shadow(len(pile)), x - R - 30, y - R - 30 - up, "shadow")
    if halo:
        canvas.mark(marks.capsule(R, up, 11.5, "ink"), x, y)
        canvas.mark(marks.capsule(R, up, 9, halo), x, y)
    canvas.mark(marks.capsule(R, up, 2.6, "ink"), x, y)
    level = y
    for k, chip in enumerate(pile):
        kind = "band" if k else "foot"
        canvas.put(f"{kind}-{COLOURS[upper(chip)]}-{COLOURS[lower(chip)]}", x, level)
        level = y - height(k + 1)
    colour = upper(pile[-1])
    canvas.put(f"top-{COLOURS[colour]}", x, level)
    canvas.mark(_letter(words.letter(locale, colour), COLOURS[colour], 49), x, level)
    if len(pile) > 1:
        canvas.mark(
            marks.disc(str(len(pile)), "token", "ivory", r=20, size=32),
            x + R * 0.80,
            level - R * 0.74,
        )


def _arrows(canvas: Canvas, cells: tuple[tuple[int, ...], ...], acts: list[Act], top: int) -> None:
    """Each act's arrow and numbered disc. Arrows on one line stand beside each other."""
    links = [frozenset((act.start, act.goal)) for act in acts]
    for k, act in enumerate(acts):
        (x1, y1), (x2, y2) = centre(act.start), centre(act.goal)
        ux, uy = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)
        same = [i for i, link in enumerate(links) if link == links[k]]
        aside = (same.index(k) - (len(same) - 1) / 2) * 40
        up_there = height(len(cells[act.goal])) if uy > 0 else 0
        reach = (R + _GAP + up_there) if cells[act.goal] else R - 6
        # From a circle that holds a pile again, the arrow starts at the pile's edge.
        begin = R - 8 if cells[act.start] else -22
        if uy < 0 and cells[act.start]:
            begin += height(len(cells[act.start]))
        far = abs(x2 - x1) + abs(y2 - y1)
        ends = (
            (ux * begin + uy * aside, uy * begin + ux * aside),
            (ux * (far - reach) + uy * aside, uy * (far - reach) + ux * aside),
        )
        canvas.mark(marks.arrow(ends), x1, top + y1)
        canvas.mark(
            marks.disc(str(act.number), r=24, size=38), x1 + ends[0][0], top + y1 + ends[0][1]
        )


def _choices(canvas: Canvas, scene: Scene, top: int) -> None:
    """The candidates: a plate with the circle's name; what a flip would bring up."""
    cells = words.position(scene).cells
    for choice in scene.choices:
        args = choice.move.args
        if not args:
            continue
        goal = INDEX[args[-1]]
        x, y = centre(goal)
        if len(args) == 2 and not cells[goal]:
            pile, _ = words.landed(scene, INDEX[args[0]], goal)
            canvas.mark(marks.hoop(56, 6, "choice"), x, top + y)
            chip = _chip(upper(pile[-1]))
            _lay(canvas, (chip,), x - SMALL_R, top + y, scene.locale)
            canvas.mark(marks.turning(20, "ink", "choice"), x + 40, top + y - 40)
        canvas.mark(marks.plate(args[-1], "choice"), x - 52, top + y + 44)
