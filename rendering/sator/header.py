"""The bars of Sator's pictures: the title with its red initials, the players."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from rendering.kit import marks
from rendering.kit.canvas import Canvas
from rendering.kit.fonts import legible
from rendering.kit.pen import Mark, Pen, Point, rounded
from rendering.kit.theme import BOLD
from rendering.sator.chart import STRIP, TITLE, token
from rendering.sator.figures import teeth
from rendering.scene import Scene
from rendering.words import say
from rules.kernel import Seat
from rules.sator.facts import COLOURS, FIRST_PRAYER, is_prayer
from rules.sator.game import State


def letters_of(locale: str) -> str:
    """The letters of the four colours, in their order."""
    return "".join(say(locale, f"sator-{name}-letter") for name in COLOURS)


def name_of(scene: Scene, state: State, seat: Seat) -> str:
    """A seat's name as it can be drawn."""
    letter = letters_of(scene.locale)[state.rules.colours[seat]]
    return legible(scene.names[seat], BOLD, say(scene.locale, "kit-player", letter=letter))


def rule(canvas: Canvas, y: int) -> None:
    """A double line, in red ink and gold."""
    canvas.fill(0, y, canvas.width, y + 3, "rubric")
    canvas.fill(0, y + 6, canvas.width, y + 7, "gold-low")


@lru_cache(8)
def emblem(r: float = 25) -> Mark:
    """A golden cogwheel."""
    pen, c = Pen(2 * r + 12, 2 * r + 12), r + 6
    pen.polygon(rounded(teeth(c, c, r, 12, 3.4), 0.6, 2), "text")
    pen.polygon(teeth(c, c, r, 12), "line")
    pen.circle(c, c, r * 0.82, "line")
    pen.circle(c, c, r * 0.52, "text")
    pen.circle(c, c, r * 0.44, "bar")
    return pen.mark()


def draw_title(canvas: Canvas, scene: Scene) -> None:
    """The game's name, match and round."""
    parts = []
    if scene.number:
        parts.append(say(scene.locale, "kit-match", number=str(scene.number)))
    if scene.round:
        parts.append(say(scene.locale, "kit-round", round=str(scene.round)))
    right = "  ·  ".join(parts)
    y = TITLE / 2 - 3
    start = canvas.width - 30 - canvas.width_of(right, 36)
    canvas.text(start, y, right, 36, "text")
    canvas.mark(emblem(), 50, y)
    name = say(scene.locale, "sator-title")
    if _initials(canvas, name, 92, y, draw=False) > start - 24:
        name = name.split(" ")[0]
    _initials(canvas, name, 92, y)
    rule(canvas, TITLE - 8)


def _initials(canvas: Canvas, name: str, x: float, y: float, draw: bool = True) -> float:
    for word in name.split(" "):
        for part, size, role, down in ((word[:1], 42, "rubric", 0), (word[1:], 34, "title", 3)):
            if draw:
                canvas.text(x, y + down, part, size, role, face="title", track=0.6)
            x += canvas.width_of(part, size, "title", 0.6) + 1
        x += 12
    return x - 12


@lru_cache(8)
def hand_icon(prayers: int) -> Mark:
    """Three cards held in a fan, as many of them red as prayers are in the hand."""
    pen, c = Pen(46, 46), 23.0

    def card(k: int, wide: float, high: float) -> list[Point]:
        turn, x = math.radians((-14, 0, 14)[k]), c + (-8, 0, 8)[k]
        cos, sin = math.cos(turn), math.sin(turn)
        corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
        return [(x + a * cos - b * sin, c + a * sin + b * cos) for a, b in corners]

    for k in range(3):
        pen.polygon(rounded(card(k, 10.6, 15.4), 3.4), "active")
        pen.polygon(rounded(card(k, 8.4, 13.2), 2.6), "rubric" if k >= 3 - prayers else "text")
    return pen.mark()


@lru_cache(1)
def used_icon() -> Mark:
    """A prayer that lies face up."""
    pen, c = Pen(40, 42), 20
    pen.box(c - 14, 3, c + 14, 39, 4, "rubric")
    pen.box(c - 11, 6, c + 11, 36, 2.5, "active")
    pen.box(c - 9.4, 7.6, c + 9.4, 34.4, 1.6, "rubric")
    pen.box(c - 2.6, 11, c + 2.6, 31, 1, "active")
    pen.box(c - 8, 15.4, c + 8, 20.6, 1, "active")
    return pen.mark()


@lru_cache(1)
def tile_icon() -> Mark:
    """A tile that is still in a hand."""
    pen = Pen(44, 42)
    for grow, role in ((2.5, "text"), (0.0, "wood")):
        pen.box(5 - grow, 5 - grow, 21 + grow, 37 + grow, 3, role)
        pen.box(5 - grow, 21 - grow, 37 + grow, 37 + grow, 3, role)
    pen.line([(5, 21), (21, 21)], 2, "on-wood", caps=False)
    pen.line([(21, 21), (21, 37)], 2, "on-wood", caps=False)
    return pen.mark()


class Player(NamedTuple):
    """What a seat's panel says."""

    seat: Seat
    name: str
    colour: int
    books: int
    hand: int
    prayers: int
    """In hand."""
    used: int
    tiles: int
    """Still to be placed."""
    asked: bool
    out: bool
    won: bool


def players(scene: Scene, state: State) -> list[Player]:
    """Every seat's panel."""
    asked = scene.prompt.seats if scene.prompt else ()
    won = scene.outcome.winners if scene.outcome else ()
    found = []
    for seat in range(state.seats):
        hand = state.cards.hands[seat]
        found.append(
            Player(
                seat,
                name_of(scene, state, seat),
                state.rules.colours[seat],
                state.collected(seat),
                len(hand),
                sum(map(is_prayer, hand)),
                len(state.cards.used[seat]) + _laid(state, seat),
                len(state.laying.trays[seat]),
                seat in asked,
                seat in state.out,
                seat in won,
            )
        )
    return found


def _laid(state: State, seat: Seat) -> int:
    """Prayers that a seat has played this turn."""
    if not state.stack or state.stack[0].seat != seat:
        return 0
    return sum(card >= FIRST_PRAYER for card in state.now.played)


def draw_strip(canvas: Canvas, found: list[Player], letters: str, placing: bool) -> None:
    """The panels in a row."""
    wide = canvas.width / len(found)
    for k, player in enumerate(found):
        x0, x1 = round(k * wide), round((k + 1) * wide)
        if player.asked or player.won:
            canvas.fill(x0 + 8, TITLE + 4, x1 - 8, TITLE + STRIP - 10, "active")
            canvas.fill(x0 + 8, TITLE + STRIP - 10, x1 - 8, TITLE + STRIP - 5, "rubric")
        elif k and not (found[k - 1].asked or found[k - 1].won):
            canvas.fill(x0 - 1, TITLE + 14, x0 + 1, TITLE + STRIP - 16, "ruled")
        panel(canvas, player, letters, placing, x0, TITLE, x1 - x0)


def panel(
    canvas: Canvas, player: Player, letters: str, placing: bool, x: int, y: int, wide: int
) -> None:
    """One seat's panel, two lines high: mark and name; books, hand and prayers."""
    first, second, name = y + 33, y + 78, COLOURS[player.colour]
    if player.won:
        canvas.mark(marks.laurel(64, "line"), x + 44, first + 1)
    canvas.mark(token(player.colour, letters[player.colour]), x + 44, first)
    role = "aside" if player.out else "text"
    end = canvas.text(x + 80, first, player.name, 36, role, room=wide - 96)
    if player.out:
        canvas.fill(x + 78, first - 2, round(end) + 3, first + 2, "aside")
    for k in range(4):
        kind = "shelf" if k < player.books else "gap"
        canvas.put(f"{kind}-{name}", x + 32 + 31 * k, second)
    at = x + 168
    if placing:
        canvas.mark(tile_icon(), at, second)
        canvas.text(at + 30, second, str(player.tiles), 36, role)
        return
    canvas.mark(hand_icon(player.prayers), at, second)
    canvas.text(at + 26, second, str(player.hand), 36, role)
    canvas.mark(used_icon(), at + 76, second)
    canvas.text(at + 98, second, str(player.used), 36, role)


@lru_cache(8)
def cog(r: float, there: bool) -> Mark:
    """An action point, or the place of one that is spent."""
    pen, c = Pen(2 * r + 8, 2 * r + 8), r + 4
    pen.polygon(rounded(teeth(c, c, r, 10, 1.8), 0.5, 2), "text" if there else "idle")
    if there:
        pen.polygon(teeth(c, c, r, 10), "line")
        pen.circle(c, c, r * 0.82, "line")
        pen.circle(c, c, r * 0.42, "text")
        pen.circle(c, c, r * 0.32, "active")
    else:
        pen.circle(c, c, r * 0.45, "bar")
    return pen.mark()
