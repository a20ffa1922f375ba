"""Under the large board of a question: the tile that is placed, or what is left of the own turn and
the hand in names."""

from __future__ import annotations

from functools import lru_cache

from rendering.kit import bars, text
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark, Pen
from rendering.kit.theme import BOLD
from rendering.sator import header, tray
from rendering.sator.abilities import plays
from rendering.sator.hand import card_name, card_title
from rendering.sator.terms import card
from rendering.scene import Scene
from rendering.words import say
from rules.sator.facts import AP, FIRST_PRAYER, JOLLY, TYPES
from rules.sator.game import State

HEIGHT = 96
_GAP, _WIDEST = 10, bars.WIDTH - 2 * bars.MARGIN


def draw_line(canvas: Canvas, scene: Scene, state: State, y: int) -> None:
    """Draw it with its top at ``y``."""
    if scene.prompt is not None and scene.prompt.op in tray.ONE_TILE:
        tray.draw_small(canvas, scene, state, y + HEIGHT // 2)
        return
    high, low = y + 27, y + 70
    own = plays(state, scene.viewer)
    if own:
        _left(canvas, scene, state, high)
    assert scene.viewer is not None
    _hand(canvas, scene, state.cards.hands[scene.viewer], low if own else (high + low) // 2)


def _left(canvas: Canvas, scene: Scene, state: State, y: int) -> None:
    """Action points, steps, the free action."""
    now, locale, x = state.now, scene.locale, float(bars.MARGIN)
    for k in range(AP):
        canvas.mark(header.cog(14, k < now.ap), x + 16 + 36 * k, y)
    x += 36 * AP + 14
    for words in (
        say(locale, "sator-column-ap", ap=now.ap),
        say(locale, "sator-column-steps", steps=now.points),
        say(locale, "sator-column-free", free="yes" if now.free else "no"),
    ):
        x = canvas.text(x, y, words, 34, "text") + 44


def _hand(canvas: Canvas, scene: Scene, hand: tuple[int, ...], y: int) -> None:
    """The cards by name, and how many of each; by short names where those are too wide, and where
    they are too many how many in all."""
    x, kinds = float(bars.MARGIN), dict.fromkeys(hand)
    for named in (card, _short):
        signs = [
            tab(_ground(kind), named(scene.locale, kind), _count(hand.count(kind)))
            for kind in kinds
        ]
        if sum(2 * sign.x + _GAP for sign in signs) - _GAP <= _WIDEST:
            break
    else:
        canvas.mark(header.hand_icon(sum(kind >= FIRST_PRAYER for kind in hand)), x + 20, y)
        canvas.text(x + 50, y, str(len(hand)), 36, "text")
        return
    for sign in signs:
        canvas.mark(sign, x + sign.x, y)
        x += 2 * sign.x + _GAP


def _short(locale: str, kind: int) -> str:
    """``stone``, ``3, T``, ``JOLLY``."""
    return (card_name if kind < JOLLY else card_title)(locale, kind)


def _count(many: int) -> str:
    return str(many) if many > 1 else ""


def _ground(kind: int) -> str:
    """The colour of a card's head."""
    if kind < 4:
        return TYPES[kind]
    return "footer" if kind < JOLLY else "line" if kind == JOLLY else "rubric"


@lru_cache(64)
def tab(ground: str, words: str, count: str) -> Mark:
    """A card's head with its name, and how many there are."""
    wide = text.width(words, BOLD, 30) + 24
    more = text.width(count, BOLD, 30) + 18 if count else 0.0
    pen = Pen(wide + more, 42)
    pen.box(0, 0, wide + more, 42, 8, "text")
    if more:
        pen.box(wide - 8, 2.5, wide + more - 2.5, 39.5, 6, "active")
    pen.box(2.5, 2.5, wide - 2.5, 39.5, 6, ground)
    role = f"on-{ground}" if ground in TYPES else "text" if ground == "line" else "prompt"
    pen.write(wide / 2, 21, words, BOLD, 30, role)
    if more:
        pen.write(wide + more / 2 - 2, 21, count, BOLD, 30, "text")
    return pen.mark()
