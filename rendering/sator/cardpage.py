"""A picture of cards alone: the hand in full where one of its cards is asked for, or the deck that
is searched."""

from __future__ import annotations

from rendering.kit import bars, marks
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark
from rendering.sator import cards, header
from rendering.sator.abilities import Use, prices, uses
from rendering.sator.cards import LARGE, MEDIUM, Size
from rendering.sator.chart import HEIGHT, TABLE, TITLE, card_atlas, token
from rendering.sator.choices import cards_of
from rendering.sator.hand import card_title, count
from rendering.scene import Scene
from rendering.words import has, say
from rules.sator.facts import AP, FIRST_PRAYER, JOLLY, KINDS, TILE_NAMES, TYPES
from rules.sator.game import State
from rules.sator.hand import Drop, Search

_LEGEND = TABLE[3] + 36


def draw(scene: Scene, state: State, look: bool = False) -> Canvas:
    """Everything but the footer."""
    canvas = Canvas(card_atlas(), bars.WIDTH, HEIGHT, "bar", look)
    canvas.ground("page", 0, 0)
    header.draw_title(canvas, scene)
    _strip(canvas, scene, state)
    top = state.stack[-1]
    if isinstance(top, Search):
        _deck(canvas, scene, state, top)
    else:
        _hand(canvas, scene, state, top.cards if isinstance(top, Drop) else ())
    return canvas


def _strip(canvas: Canvas, scene: Scene, state: State) -> None:
    """Whose cards these are, and what is left of the turn."""
    seat, locale, now = scene.viewer, scene.locale, state.now
    assert seat is not None
    colour, letters = state.rules.colours[seat], header.letters_of(locale)
    canvas.mark(token(colour, letters[colour], 25, 36), 52, TITLE + 56)
    name = header.name_of(scene, state, seat)
    yours = say(locale, "sator-cards-yours", who="")
    room = 480 - canvas.width_of(yours, 40)
    end = canvas.text(96, TITLE + 36, name, 40, "text", room=room)
    canvas.text(end, TITLE + 36, yours, 40, "text")
    canvas.mark(marks.lock(32, "rubric"), 110, TITLE + 80)
    canvas.text(132, TITLE + 82, say(locale, "sator-cards-private"), 30, "rubric")
    x, y = 640, TITLE + 36
    canvas.text(x, y, say(locale, "sator-cards-points"), 32, "text", face="regular", room=230)
    for k in range(AP):
        canvas.mark(header.cog(17, k < now.ap), 890 + 54 * k, y - 1)
    y = TITLE + 82
    end = canvas.text(x, y, say(locale, "sator-cards-steps"), 32, "text", face="regular", room=150)
    canvas.text(end + 14, y, str(now.points), 38, "rubric")
    words = say(locale, "sator-cards-free", free="yes" if now.free else "no")
    canvas.text(870, y, words, 32, "text", room=canvas.width - 30 - 870)


def _grid(size: Size, columns: int, rows: int) -> list[tuple[int, int]]:
    x0, y0, x1, y1 = TABLE[0] + 9, TABLE[1] + 9, TABLE[2] - 9, TABLE[3] - 9
    gap_x = (x1 - x0 - columns * size.width) / (columns + 1)
    gap_y = (y1 - y0 - rows * size.height) / (rows + 1)
    return [
        (
            round(x0 + gap_x + k % columns * (size.width + gap_x)),
            round(y0 + gap_y + k // columns * (size.height + gap_y)),
        )
        for k in range(columns * rows)
    ]


def _hand(canvas: Canvas, scene: Scene, state: State, dropped: tuple[int, ...]) -> None:
    assert scene.viewer is not None
    hand, known = state.cards.hands[scene.viewer], uses(state, scene.viewer)
    chosen, left = cards_of(scene), list(dropped)
    small = len(hand) > 6
    size, places = (MEDIUM, _grid(MEDIUM, 4, 3)) if small else (LARGE, _grid(LARGE, 3, 2))
    for card, (x, y) in zip(hand, places, strict=False):
        canvas.put(cards.face(card, state.rules.colours[scene.viewer], size), x, y)
        draw_head(canvas, scene, card, size, x, y)
        gone = card in left
        if gone:
            left.remove(card)
        if not small:
            draw_use(canvas, scene, known[card], x, y)
        if gone:
            canvas.mark(cards.rim(size, "rubric"), x, y)
            word = say(scene.locale, "sator-cards-dropped")
            at = x + size.width / 2, y + size.band + size.inset + size.scene / 2
            canvas.mark(marks.plate(word, "rubric", "prompt"), *at)
        elif card in chosen:
            canvas.mark(cards.rim(size), x, y)
    _key(canvas, scene)


def draw_head(canvas: Canvas, scene: Scene, card: int, size: Size, x: int, y: int) -> None:
    """A card's title, and what it is for."""
    title = card_title(scene.locale, card)
    if size == LARGE and card >= FIRST_PRAYER:
        title = say(scene.locale, f"sator-long-{KINDS[card]}")
    room = size.width - 24
    px = cards.fitted(canvas, title, 42 if size == LARGE else 38, room, "display")
    halo = f"halo-{TYPES[card]}" if card < 4 else None
    middle = x + size.width / 2
    canvas.text(
        middle, y + size.band / 2 + 1, title, px, cards.band_role(card), face="display",
        align="m", halo=halo, room=room,
    )  # fmt: skip
    name = say(scene.locale, f"sator-full-{KINDS[card]}")
    at = y + size.band + size.inset + size.scene + (32 if size == LARGE else 36)
    px = cards.fitted(canvas, name, 38, room)
    canvas.text(middle, at, name, px, "text", align="m", room=room)


_PRICES = {JOLLY: ((1, 2, 3), (2, 4))}


def draw_use(canvas: Canvas, scene: Scene, use: Use, x: int, y: int) -> None:
    """A large card's prices and effects in words, and what it can do now."""
    locale, card = scene.locale, use.card
    kind = "moves" if card < 4 else "rotas" if card < JOLLY else KINDS[card]
    paid = dict(use.prices)
    groups = _PRICES.get(card) or tuple((ap,) for ap, _ in use.prices)
    line, at = 1, y + 302
    while has(key := f"sator-does-{kind}-{line}"):
        left = float(x + 44)
        on = True
        if line <= len(groups):
            for ap in groups[line - 1]:
                on = paid.get(ap, False) and not use.why
                canvas.mark(cards.price(ap, on, 18), left, at)
                left += 48
            left -= 16
        else:
            left = x + 24
        face = "bold" if line <= len(groups) else "regular"
        role = "text" if on else "aside"
        room = x + LARGE.width - 16 - left
        canvas.text(left, at, say(locale, key), 31, role, face=face, room=room)
        line, at = line + 1, at + 45
    at = y + 434
    end = canvas.text(x + 20, at, say(locale, "sator-cards-now"), 30, "rubric")
    canvas.fill(round(end) + 12, at, x + LARGE.width - 18, at + 1, "line")
    if use.why:
        words = say(locale, f"sator-why-{use.why}").replace("\n", " ")
        canvas.text(x + 20, at + 38, words, 31, "aside", room=LARGE.width - 40)
    elif use.tiles and len(_laid(use)) >= len(use.tiles):
        _chips(canvas, use, x + 17, at + 36)
    else:
        for k, words in enumerate(count(locale, use).split("\n")):
            canvas.text(x + 20, at + 38 + 42 * k, words, 31, "text", room=LARGE.width - 40)


def _chips(canvas: Canvas, use: Use, x: float, y: float) -> None:
    """The tiles' names; those that nothing can be done to come last."""
    for tile, state, more, at, row in _laid(use):
        sign = cards.chip(TILE_NAMES[tile].upper(), TYPES[tile % 4], state)
        canvas.mark(sign, x + at, y + 44 * row)
        if more:
            canvas.text(x + at + 56, y + 44 * row, f"+{more}", 30, "rubric")


def _laid(use: Use) -> list[tuple[int, str, int, float, int]]:
    """As many tiles as two rows have room for: each with its state, what it costs more, its px from
    the left and its row."""
    shown: list[tuple[int, str, int]] = [(tile, "", more) for tile, more in use.tiles]
    shown += [(tile, "lock", 0) for tile in use.locked] + [(tile, "dead", 0) for tile in use.stuck]
    found, at, row = [], 0.0, 0
    for tile, state, more in shown:
        wide = cards.chip_width(state) + (44 if more else 0)
        if at + wide > LARGE.width - 34:
            at, row = 0.0, row + 1
            if row > 1:
                break
        found.append((tile, state, more, at, row))
        at += wide + 8
    return found


def _key(canvas: Canvas, scene: Scene) -> None:
    """What the small signs mean."""
    locale, bold = scene.locale, 30
    signs: tuple[tuple[Mark, float, str, str], ...] = (
        (cards.price(2, True, 18), 44, "", "price"),
        (cards.chip("S3", "stone"), 56, "+1", "aboard"),
        (cards.chip("S5", "stone", "lock"), 88, "", "locked"),
        (cards.chip("I4", "iron", "dead"), 60, "", "stuck"),
    )
    words = [say(locale, f"sator-key-{name}") for *_, name in signs]
    wide = [
        sign[1] + canvas.width_of(sign[2], bold) + 8 + canvas.width_of(text, bold)
        for sign, text in zip(signs, words, strict=True)
    ]
    gap = min(60.0, (canvas.width - 60 - sum(wide)) / (len(signs) - 1))
    x = 30.0
    for (mark, room, more, name), text, total in zip(signs, words, wide, strict=True):
        canvas.mark(mark, x + (22 if name == "price" else 0), _LEGEND)
        end = canvas.text(x + room, _LEGEND, more, bold, "rubric")
        canvas.text(end + 8, _LEGEND, text, bold, "text")
        x += total + gap


def _deck(canvas: Canvas, scene: Scene, state: State, top: Search) -> None:
    """The different cards of the deck that is searched, and how many there are of each."""
    assert scene.viewer is not None
    deck = state.cards.deck if top.deck == "m" else state.cards.prayers[scene.viewer]
    kinds = sorted(set(deck))
    chosen = cards_of(scene)
    rows = 3 if len(kinds) > 8 else 2
    for card, (x, y) in zip(kinds, _grid(MEDIUM, 4, rows), strict=False):
        canvas.put(cards.face(card, state.rules.colours[scene.viewer], MEDIUM), x, y)
        draw_head(canvas, scene, card, MEDIUM, x, y)
        draw_prices(canvas, card, x, y)
        words = say(scene.locale, "sator-cards-in-deck", count=deck.count(card))
        middle = x + MEDIUM.width / 2
        canvas.text(middle, y + 322, words, 32, "text", align="m", room=MEDIUM.width - 20)
        if card in chosen:
            canvas.mark(cards.rim(MEDIUM), x, y)
    words = say(scene.locale, "sator-cards-search")
    canvas.text(30, _LEGEND, words, 30, "text", room=canvas.width - 60)


def draw_prices(canvas: Canvas, card: int, x: int, y: int) -> None:
    """What the effects of a card of medium size cost."""
    step, costs = 46, prices(card)
    left = x + MEDIUM.width / 2 - step * (len(costs) - 1) / 2
    for k, ap in enumerate(costs):
        canvas.mark(cards.price(ap, True, 18), left + step * k, y + 262)
