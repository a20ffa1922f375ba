"""The whole picture: title, players, board, counts, what happened, who is asked."""

from __future__ import annotations

from functools import cache

from rendering.kit import bars, marks
from rendering.kit.bars import Item, Sign, Word
from rendering.kit.canvas import Canvas
from rendering.kit.fonts import legible
from rendering.kit.pen import Mark, Pen
from rendering.kit.theme import BOLD, SHAPES
from rendering.sarena import words
from rendering.sarena.board import Act, acts_of, draw_board
from rendering.sarena.chips import lay, small
from rendering.sarena.pieces import BOARD_HEIGHT, THEME, atlas
from rendering.scene import Scene
from rendering.words import listed, say
from rules.kernel import Seat
from rules.sarena import CIRCLES, COLOURS, faces, owned

COUNTS = 76
"""Height of the bar that counts chips by colour."""
# Seats are brass tokens with letters that no colour and no column has.
_LETTERS = "KLMN"


def draw(scene: Scene, look: bool = False) -> Canvas:
    """The picture as a canvas; ``look`` records what its texts stand on."""
    acts = acts_of(scene)
    legend = bars.Legend(THEME, *_legend(scene, acts))
    board = bars.TITLE + bars.STRIP
    counts = board + BOARD_HEIGHT
    below = counts + COUNTS
    foot = below + legend.height
    canvas = Canvas(atlas(), bars.WIDTH, foot + bars.FOOTER, "bar", look)
    _title(canvas, scene)
    bars.strip(canvas, bars.TITLE, [_player(scene, seat) for seat in range(len(scene.names))])
    draw_board(canvas, scene, acts, board)
    _counts(canvas, scene, counts)
    legend.draw(canvas, below)
    _footer(canvas, scene, foot)
    return canvas


@cache
def _emblem() -> Mark:
    """An arrow circle, small."""
    pen, c = Pen(80, 80), 40
    pen.circle(c, c, 33, "bowl")
    for turn in (45, 135, 225, 315):
        pen.arc(c, c, 33, turn - 68, turn - 12, 3.4, "line")
    for turn in (45, 135, 225, 315):
        arrow = marks.arrow_head(c, c, 33, turn, 17, 7)
        pen.polygon(arrow, "line-light" if turn in (45, 225) else "line")
    return pen.mark()


def _title(canvas: Canvas, scene: Scene) -> None:
    right = []
    if scene.number:
        right.append(say(scene.locale, "kit-match", number=str(scene.number)))
    if scene.round:
        right.append(say(scene.locale, "kit-round", round=str(scene.round)))
    start, end = bars.title(canvas, say(scene.locale, "sarena-title"), "  ·  ".join(right))
    y = bars.TITLE // 2 - 2
    canvas.mark(_emblem(), 62, y)
    canvas.mark(marks.turning(17, "line", weight=0.24), 62, y)
    own = _own(scene)
    if own is None:
        return
    lock = Sign(marks.lock(34, "title"), 30, 12)
    you = Word(say(scene.locale, "sarena-picture-own"), 36, "text", gap=14)
    it = (small(own, 12, flat=True), Word(words.colour(scene.locale, own), 36, "white"))
    item: Item = (lock, you, *it)
    wide, middle = bars.width_of(THEME, item), (start + end) / 2
    if wide + 44 + 36 > end - start:  # beside a long match number the lock must say it
        item = (lock, *it)
        wide = bars.width_of(THEME, item)
    canvas.mark(marks.panel(int(wide) // 2 * 2 + 44, 66, "footer", "line"), middle, y + 1)
    lay(canvas, item, middle - wide / 2, y + 1, scene.locale)


def _token(seat: Seat, r: int = 24, size: int = 32) -> Mark:
    return marks.token(SHAPES[seat], _LETTERS[seat], "token", "ivory", "line", r, size)


def _name(scene: Scene, seat: Seat) -> str:
    letter = _LETTERS[seat]
    return legible(scene.names[seat], BOLD, say(scene.locale, "kit-player", letter=letter))


def _player(scene: Scene, seat: Seat) -> bars.Player:
    asked = scene.prompt is not None and seat in scene.prompt.seats
    won = scene.outcome is not None and seat in scene.outcome.winners
    out = seat in words.position(scene).out
    return bars.Player(_token(seat), _name(scene, seat), asked, out, won)


def _own(scene: Scene) -> int | None:
    """The viewer's secret colour, where the view tells it."""
    if scene.viewer is None:
        return None
    return words.position(scene).colours[scene.viewer]


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
            small(colour, 14),
            Word(str(chips[colour]), 52, "muted" if idle else "white", gap=12),
            Word(words.colour(locale, colour), 32, "muted" if idle else "text", gap=14),
        )
        items.append(item if seat is None else (Sign(_token(seat), 56, 10), *item))
    widths = [bars.width_of(THEME, item) for item in items]
    gap = (canvas.width - 2 * bars.MARGIN + bars.MARGIN - left - sum(widths)) / (len(items) - 1)
    rim = int(min(gap / 2, 18.0))
    starts = [left + sum(widths[:k]) + gap * k for k in range(len(items))]
    for colour in best:
        panel = marks.panel(int(widths[colour]) + 2 * rim, COUNTS - 8, "active", "line")
        canvas.mark(panel, starts[colour] + widths[colour] / 2, middle)
    for x, item in zip(starts, items, strict=True):
        lay(canvas, item, x, middle, locale)


def _legend(scene: Scene, acts: list[Act]) -> tuple[list[str], list[Item]]:
    locale = scene.locale
    items: list[Item] = []
    for act in acts:
        item: Item = (
            Sign(marks.disc(str(act.number), r=19, size=32), 42, 6),
            Sign(_token(act.seat, 18, 30), 40, 8),
            Word(CIRCLES[act.start], 36, "white", gap=4),
            Sign(marks.arrow(((-13, 0), (13, 0)), 5, 15, "text", None), 26, 3),
            Word(CIRCLES[act.goal], 36, "white", gap=8),
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
        key = f"kit-since-{scene.since_when}"
        return say(locale, key).split("\n"), items
    arrow = Sign(marks.turning(18, "line", "bowl", "line"), 46, 12)
    plain = Sign(marks.disc_empty(18, "bowl", "muted"), 46, 12)
    return [], [
        (arrow, Word(say(locale, "sarena-picture-key-arrow"), 32, "text", "regular")),
        (plain, Word(say(locale, "sarena-picture-key-plain"), 32, "text", "regular")),
    ]


def _footer(canvas: Canvas, scene: Scene, y: int) -> None:
    locale, outcome, prompt = scene.locale, scene.outcome, scene.prompt
    hint = ""
    token = None
    if outcome is not None:
        token = _token(outcome.winners[0], 21, 30)
        hint = _score(scene)
        text = _fitted(scene, outcome.winners, "sarena-picture-won", hint)
    elif prompt is None:
        text = say(locale, "kit-nobody")
    elif scene.viewer is not None and scene.viewer in prompt.seats:
        token = _token(scene.viewer, 21, 30)
        args = scene.choices[0].move.args if scene.choices else ()
        text = words.ask(scene, ("go", *args[:-1]) if args else ())
    else:
        token = _token(prompt.seats[0], 21, 30)
        hint = say(locale, "sarena-picture-hint")
        text = _fitted(scene, prompt.seats, "sarena-picture-turn", "")
    bars.footer(canvas, y, text, token=token, hint=hint)


def _fitted(scene: Scene, seats: tuple[Seat, ...], key: str, hint: str) -> str:
    """A prompt with these seats' names, cut where it must be."""

    def words(names: list[str]) -> str:
        return say(scene.locale, key, who=listed(scene.locale, names), winners=len(names))

    names = [_name(scene, seat) for seat in seats]
    return words(bars.footer_names(THEME, names, words, hint))


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
