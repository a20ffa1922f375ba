"""The hand as a row of cards, each with its prices and what it can do now."""

from __future__ import annotations

from collections.abc import Collection

from rendering.kit.canvas import Canvas
from rendering.sator import cards
from rendering.sator.abilities import Use, plays, uses
from rendering.sator.cards import SMALL
from rendering.sator.chart import HAND
from rendering.scene import Scene
from rendering.words import say
from rules.kernel import Seat
from rules.sator.facts import FIRST_PRAYER, JOLLY, KINDS, TILE_NAMES, TYPES
from rules.sator.state import Table

PLACES = 6
_GAP = 6
_MARGIN = 14
"""px that a title and a name keep from a card's edges where they can."""
_ROW, _FIRST = 38, 228


def card_title(locale: str, card: int) -> str:
    """The word in a card's head: ``MOVES``, ``ROTAS``, ``JOLLY``, or the prayer's first."""
    if card < FIRST_PRAYER:
        kind = "moves" if card < 4 else "rotas" if card < JOLLY else "jolly"
        return say(locale, f"sator-card-{kind}")
    return say(locale, f"sator-card-{KINDS[card]}")


def card_name(locale: str, card: int) -> str:
    """What a card is for, shortly: ``stone``, ``T-shape``, ``any bridge``, ``Gargoyle``."""
    return say(locale, f"sator-for-{KINDS[card]}")


def slots(count: int, size: cards.Size = SMALL) -> list[tuple[int, int]]:
    """The upper left corners of so many cards on the table."""
    places = max(count, PLACES)
    step = min(size.width + _GAP, (HAND[2] - HAND[0] - 20 - size.width) / max(1, places - 1))
    left = (HAND[0] + HAND[2] - step * (places - 1) - size.width) / 2
    top = (HAND[1] + HAND[3] - size.height) // 2
    return [(round(left + step * k), top) for k in range(count)]


def draw_hand(
    canvas: Canvas, scene: Scene, s: Table, seat: Seat, chosen: Collection[int]
) -> None:
    """The seat's cards; those of a kind in ``chosen`` stand out as candidates. Those played this
    turn lie beside them."""
    hand = s.cards.hands[seat]
    played = s.now.played if plays(s, seat) else ()
    known = uses(s, seat)
    colour = s.rules.colours[seat]
    places = slots(len(hand) + len(played))
    for card, (x, y) in zip(hand, places, strict=False):
        canvas.put(cards.face(card, colour, SMALL), x, y)
        _head(canvas, scene, card, x, y)
        _use(canvas, scene, known[card], x, y)
        if card in chosen:
            canvas.mark(cards.rim(SMALL), x, y)
    for card, (x, y) in zip(played, places[len(hand) :], strict=True):
        canvas.put(cards.face(card, colour, SMALL), x, y)
        _head(canvas, scene, card, x, y)
        _lines(canvas, say(scene.locale, "sator-played"), "aside", x, y + 200)


def _head(canvas: Canvas, scene: Scene, card: int, x: int, y: int) -> None:
    """A card's name, and what it is for."""
    locale, middle = scene.locale, x + SMALL.width / 2
    title = card_title(locale, card)
    size = cards.fitted(canvas, title, 33, SMALL.width - 2 * _MARGIN, "display")
    role = cards.band_role(card)
    halo = f"halo-{TYPES[card]}" if card < 4 else None
    canvas.text(middle, y + 24, title, size, role, face="display", align="m", halo=halo)
    name = card_name(locale, card)
    size = cards.fitted(canvas, name, 34, SMALL.width - 2 * _MARGIN)
    canvas.text(middle, y + 149, name, size, "text", align="m", room=SMALL.width - 12)


def _use(canvas: Canvas, scene: Scene, use: Use, x: int, y: int) -> None:
    """A card's prices, and what it can do now."""
    locale, middle = scene.locale, x + SMALL.width / 2
    step = 42 if len(use.prices) < 4 else 39
    at = middle - step * (len(use.prices) - 1) / 2
    for k, (ap, on) in enumerate(use.prices):
        canvas.mark(cards.price(ap, on and not use.why), at + step * k, y + 186)
    canvas.fill(x + 12, y + 207, x + SMALL.width - 12, y + 208, "line")
    if use.why:
        _lines(canvas, say(locale, f"sator-why-{use.why}"), "aside", x, y + _FIRST)
    elif use.tiles and _rows(use, 30) <= 3:
        _chips(canvas, use, x + 8, y + _FIRST)
    else:
        _lines(canvas, count(locale, use), "text", x, y + _FIRST)


def _lines(canvas: Canvas, words: str, role: str, x: int, y: float) -> None:
    for k, line in enumerate(words.split("\n")[:3]):
        middle = x + SMALL.width / 2
        canvas.text(middle, y + _ROW * k, line, 30, role, align="m", room=SMALL.width - 12)


def count(locale: str, use: Use) -> str:
    """How much a card can do, in a line or two."""
    if not use.tiles:
        return say(locale, f"sator-count-{KINDS[use.card]}", count=use.many)
    dear = sum(more > 0 for _, more in use.tiles)
    lines = [say(locale, "sator-count-tiles", count=len(use.tiles))]
    if dear:
        lines.append(say(locale, "sator-count-dear", count=dear))
    return "\n".join(lines)


def _chips(canvas: Canvas, use: Use, x: float, y: float) -> None:
    """The tiles' names, as large as there is room; those that cost more after what they cost
    more."""
    row, size = 0, 36 if _rows(use, 36) <= 3 else 30
    for more, tiles in _groups(use):
        if more:
            canvas.text(x + 2, y + row * _ROW, f"+{more}", 30, "rubric")
        columns = _columns(more, size)
        for start in range(0, len(tiles), columns):
            at = x + (46 if more else 0 if size == 30 else 22)
            for tile in tiles[start : start + columns]:
                sign = cards.chip(TILE_NAMES[tile].upper(), TYPES[tile % 4], "", size)
                canvas.mark(sign, at, y + row * _ROW)
                at += cards.chip_width("", size) + (4 if size == 30 else 6)
            row += 1


def _groups(use: Use) -> list[tuple[int, list[int]]]:
    """The tiles by what they cost more."""
    groups: dict[int, list[int]] = {}
    for tile, more in use.tiles:
        groups.setdefault(more, []).append(tile)
    return sorted(groups.items())


def _columns(more: int, size: int) -> int:
    """Names in a line: what they cost more stands before them."""
    return 2 if more or size > 30 else 3


def _rows(use: Use, size: int) -> int:
    return sum(-(-len(tiles) // _columns(more, size)) for more, tiles in _groups(use))
