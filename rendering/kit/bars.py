"""The bars that make all games siblings: title, players, legend, prompt.

A bar's height is the game's to choose; what stands in it is laid out here, cut where it must be
and never beyond its room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rendering.kit import marks, text
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark
from rendering.kit.theme import Theme

WIDTH = 1200
MARGIN = 30
TITLE, STRIP, LEGEND, LEGEND_TWO, FOOTER = 84, 76, 74, 96, 62
"""Usual heights."""
LEAST_GAP = 16
"""px between two items of a legend."""
TOKEN, PROMPT = 62, 46
"""px that the token before a prompt takes; the size of a prompt."""


class Word(NamedTuple):
    """A text in a line of pieces."""

    text: str
    size: int = 36
    role: str = "text"
    face: str = "bold"
    gap: int = 8
    """px before the next piece."""


class Sign(NamedTuple):
    """A mark in a line of pieces."""

    mark: Mark
    width: float
    gap: int = 8


class Chip(NamedTuple):
    """Sprites in a line of pieces: (name, px above the line's middle), from below."""

    sprites: tuple[tuple[str, float], ...]
    width: float
    gap: int = 8


Piece = Word | Sign | Chip
Item = tuple[Piece, ...]


def width_of(theme: Theme, item: Item) -> float:
    """How wide an item is, without the gap after its last piece."""
    total = 0.0
    for piece in item:
        if isinstance(piece, Word):
            total += text.width(piece.text, theme.face(piece.face), piece.size)
        else:
            total += piece.width
        total += piece.gap
    return total - item[-1].gap if item else 0


def lay(canvas: Canvas, item: Item, x: float, y: float, room: float | None = None) -> float:
    """Draw an item from ``x`` with its middle at ``y``; returns where it ends. With ``room`` its
    last text is cut so that it keeps within."""
    over = 0.0 if room is None else width_of(canvas.theme, item) - room
    last = max((k for k, p in enumerate(item) if isinstance(p, Word)), default=-1)
    end = x
    for k, piece in enumerate(item):
        if isinstance(piece, Word):
            keep = None
            if k == last and over > 0:
                keep = max(0.0, canvas.width_of(piece.text, piece.size, piece.face) - over)
            end = canvas.text(x, y, piece.text, piece.size, piece.role, face=piece.face, room=keep)
        elif isinstance(piece, Sign):
            canvas.mark(piece.mark, x + piece.width / 2, y)
            end = x + piece.width
        else:
            for name, up in piece.sprites:
                canvas.put(name, x + piece.width / 2, y - up)
            end = x + piece.width
        x = end + piece.gap
    return end


def title(
    canvas: Canvas, name: str, right: str, *, size: int = 62, height: int = TITLE, left: float = 116
) -> tuple[float, float]:
    """The title bar; returns the free room between the game's name and the words on the right."""
    canvas.fill(0, 0, canvas.width, height, "bar")
    y = height / 2 - 1
    end = canvas.text(left, y, name, size, "title", face="title", track=2)
    start = canvas.width - MARGIN - canvas.width_of(right, 36)
    canvas.text(start, y, right, 36, "text")
    canvas.rule(0, canvas.width, height - 3)
    return end, start


@dataclass(frozen=True)
class Player:
    """A seat's cell in the strip."""

    token: Mark
    name: str
    """As it shall be drawn; cut to its room."""
    asked: bool = False
    out: bool = False
    """Resigned: told in muted colours, struck through."""
    won: bool = False
    """Its token stands in a wreath."""
    after: Item = ()
    """What stands at the right end of the cell."""


def strip(
    canvas: Canvas, y: int, players: Sequence[Player], *, height: int = STRIP, line: int = 0
) -> list[tuple[float, float]]:
    """The player strip; returns each cell's left and right.

    ``line`` is where the names stand, in px below ``y``; 0: the middle.
    """
    canvas.fill(0, y, canvas.width, y + height, "bar")
    each = canvas.width / len(players)
    middle = y + (line or height / 2)
    cells = []
    for k, player in enumerate(players):
        x0, x1 = round(k * each), round((k + 1) * each)
        if player.asked or player.won:
            canvas.fill(x0, y, x1, y + height, "active")
            canvas.fill(x0, y + height - 6, x1, y + height, "line-light")
        elif k and not (players[k - 1].asked or players[k - 1].won):
            canvas.fill(x0 - 1, y + 18, x0 + 1, y + height - 18, "active")
        if player.won:
            canvas.mark(marks.laurel(70, "line-light"), x0 + 46, middle - 1)
        canvas.mark(player.token, x0 + 46, middle)
        end = float(x1 - 14)
        if player.after:
            end -= width_of(canvas.theme, player.after)
            lay(canvas, player.after, end, middle)
            end -= 10
        start = x0 + 86
        role = "muted" if player.out else "white" if player.asked or player.won else "text"
        stop = canvas.text(start, middle, player.name, 36, role, room=end - start)
        if player.out:
            canvas.fill(start - 4, round(middle) - 2, round(stop) + 4, round(middle) + 2, "muted")
        cells.append((float(x0), float(x1)))
    return cells


class Legend:
    """What happened, in one line of items or two. Made before the canvas, to know its height."""

    def __init__(self, theme: Theme, label: Sequence[str], items: Sequence[Item]) -> None:
        self.label, self.items = label, items
        wide = max((text.width(part, theme.face("bold"), 30) for part in label), default=0)
        self._left = MARGIN + wide + (26 if label else 0)
        self._room = WIDTH - MARGIN - self._left
        self._widths = [width_of(theme, item) for item in items]
        one = sum(self._widths) + LEAST_GAP * (len(items) - 1)
        self.rows = 1 if one <= self._room or len(items) < 2 else 2
        self.height = LEGEND if self.rows == 1 else LEGEND_TWO

    def draw(self, canvas: Canvas, y: int, *, ground: bool = True) -> None:
        """Draw it with its top at ``y``; without ``ground`` on what lies there already."""
        if ground:
            canvas.fill(0, y, canvas.width, y + self.height, "legend")
            canvas.rule(0, canvas.width, y)
        middle = y + self.height / 2 + 1
        first = middle - 16 * (len(self.label) - 1)
        for k, part in enumerate(self.label):
            canvas.text(MARGIN, first + 32 * k, part, 30, "muted")
        if self.rows == 1:
            self._row(canvas, 0, len(self.items), middle)
            return
        half = (len(self.items) + 1) // 2
        self._row(canvas, 0, half, middle - 23)
        self._row(canvas, half, len(self.items), middle + 23)

    def _row(self, canvas: Canvas, start: int, end: int, y: float) -> None:
        count = end - start
        if not count:
            return
        widths = self._widths[start:end]
        free = self._room - sum(widths)
        if self.rows == 2:  # columns under each other
            step = self._room / ((len(self.items) + 1) // 2)
            for k in range(count):
                x = self._left + k * step
                lay(canvas, self.items[start + k], x, y, step - (20 if k < count - 1 else 0))
            return
        gap = min(60.0, free / max(1, count - 1))
        x = self._left
        for k in range(count):
            room = self._room if count == 1 else None
            lay(canvas, self.items[start + k], x, y, room)
            x += widths[k] + gap


def footer(
    canvas: Canvas,
    y: int,
    words: str,
    *,
    token: Mark | None = None,
    hint: str = "",
    height: int = FOOTER,
) -> None:
    """The prompt: who is asked for what, as large as nothing else but the title."""
    canvas.fill(0, y, canvas.width, y + height, "footer")
    canvas.rule(0, canvas.width, y)
    middle = y + height / 2 + 2
    x = float(MARGIN)
    if token is not None:
        canvas.mark(token, x + 24, middle)
        x += TOKEN
    room = canvas.width - MARGIN - x
    taken = canvas.width_of(hint, 34, "regular") + 40
    if hint and canvas.width_of(words, PROMPT) + taken <= room:
        canvas.text(canvas.width - MARGIN, middle, hint, 34, "hint", face="regular", align="r")
        room -= taken
    canvas.text(x, middle, words, PROMPT, "prompt", room=room)


def footer_names(
    theme: Theme, names: Sequence[str], words: Callable[[list[str]], str], hint: str = ""
) -> list[str]:
    """The names cut so that the prompt made of them fits beside its token and, if there is room
    for a fair part of each name, beside the hint. ``words`` makes the prompt of names."""
    face = theme.face("bold")
    room = WIDTH - 2 * MARGIN - TOKEN - text.width(words([""] * len(names)), face, PROMPT)
    taken = text.width(hint, theme.face("regular"), 34) + 40 if hint else 0
    each = (room - taken) / len(names)
    if each < 160:
        each = room / len(names)
    cut = [text.fit(name, face, PROMPT, each) for name in names]
    spare = room - taken - sum(text.width(name, face, PROMPT) for name in cut)
    # What short names leave goes to the long ones.
    long = [k for k, name in enumerate(cut) if name != names[k]]
    for k in long:
        has = text.width(cut[k], face, PROMPT)
        cut[k] = text.fit(names[k], face, PROMPT, has + max(0, spare) / len(long))
    return cut
