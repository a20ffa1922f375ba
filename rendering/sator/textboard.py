"""The text board: the whole position in lines of at most 38 characters; from it alone one can play.
"""

from __future__ import annotations

import textwrap

from rendering.sator import told
from rendering.sator.abilities import Use, uses
from rendering.sator.hand import count
from rendering.sator.terms import card, letter, position, square, squares, who
from rendering.scene import Scene
from rendering.words import say
from rules.kernel import Seat
from rules.sator.board import entry
from rules.sator.facts import TILE_NAMES, is_prayer, shape_of
from rules.sator.game import State
from rules.sator.look import look
from rules.sator.state import GONE

LINE = 38
MOST_TOLD = 10
"""Lines on what happened; the rest is in the log."""


def text(scene: Scene) -> str:
    """The board, the cards, what happened."""
    state, locale = position(scene), scene.locale
    lines = [*_wrap(told.head(scene, "sator-text-head")), *_wrap(told.sentence(scene))]
    lines += _wrap(told.turn(scene, state))
    lines += ["", *_wrap(say(locale, "sator-text-players"))]
    for seat in range(state.seats):
        lines += _player(scene, state, seat)
    lines += _own(scene, state)
    lines += ["", *_wrap(say(locale, "sator-text-tiles"))]
    lines += _tiles(scene, state)
    lines += _hovering(scene, state)
    if state.round:
        lines += ["", *_decks(scene, state)]
    lines += _since(scene)
    return "\n".join(lines)


def _player(scene: Scene, state: State, seat: Seat) -> list[str]:
    locale, at = scene.locale, state.board.acolytes[seat]
    hue = state.rules.colours[seat]
    where = "gone" if at == GONE else "start" if at < 0 else "board"
    door = state.grid.names[entry(state.rules.size, hue)]
    lines = _wrap(
        say(
            locale, "sator-text-player", letter=letter(locale, hue), who=who(scene, seat),
            books=state.collected(seat), where=where, square=square(state.grid.names[at]),
            entry=square(door),
        ),
        "  ",
    )  # fmt: skip
    if state.round:
        hand = state.cards.hands[seat]
        prayers = sum(map(is_prayer, hand))
        words = say(locale, "sator-text-cards", cards=len(hand), prayers=prayers)
        lines += _wrap(f"  {words}", "  ")
        used = [card(locale, kind) for kind in state.cards.used[seat]]
        if used:
            lines += _wrap("  " + say(locale, "sator-text-used", cards=", ".join(used)), "  ")
    else:
        tray = state.laying.trays[seat]
        shapes = " ".join(str(shape_of(t) + 1) for t in tray)
        if tray:
            lines += _wrap("  " + say(locale, "sator-text-tray", shapes=shapes), "  ")
    return lines


def _own(scene: Scene, state: State) -> list[str]:
    """The viewer's hand with what each card can do now, or his tiles."""
    seat, locale = scene.viewer, scene.locale
    if seat is None or scene.outcome is not None or seat in state.out:
        return []
    if not state.round:
        return ["", *_wrap(told.own(scene, state))] if state.laying.trays[seat] else []
    lines = ["", *_wrap(say(locale, "sator-text-hand"))]
    known = uses(state, seat)
    for kind in state.cards.hands[seat]:
        lines += _wrap(f"- {card(locale, kind)}: {able(scene, known[kind])}", "  ")
    return lines


def able(scene: Scene, use: Use) -> str:
    """What one card can do now."""
    locale = scene.locale
    if use.why:
        return say(locale, f"sator-why-{use.why}").replace("\n", " ")
    if use.tiles and len(use.tiles) <= 8:
        return " ".join(
            square(TILE_NAMES[tile]) + (f"+{more}" if more else "") for tile, more in use.tiles
        )
    return count(locale, use).replace("\n", ", ")


def _tiles(scene: Scene, state: State) -> list[str]:
    """Each tile with its squares, and what stands on them."""
    locale, here, names = scene.locale, look(state), state.grid.names
    lines: list[str] = []
    for tile, spot in enumerate(state.board.spots):
        if spot < 0:
            continue
        parts = [f"{square(TILE_NAMES[tile])} {squares(state.grid, state.grid.squares[spot])}"]
        for k in here.laden.get(tile, ()):
            hue = letter(locale, state.rules.colours[k // 4])
            at = square(names[state.board.books[k]])
            parts.append(say(locale, "sator-text-book", letter=hue, square=at))
        for seat in here.aboard.get(tile, ()):
            hue = letter(locale, state.rules.colours[seat])
            at = square(names[state.board.acolytes[seat]])
            parts.append(say(locale, "sator-text-acolyte", letter=hue, square=at))
        for seat, beast in enumerate(state.gargoyles):
            if beast >= 0 and state.grid.mask[spot] >> beast & 1:
                hue, at = letter(locale, state.rules.colours[seat]), square(names[beast])
                parts.append(say(locale, "sator-text-beast", letter=hue, square=at))
        lines += _wrap("; ".join(parts), "   ")
    return lines or _wrap(say(locale, "sator-text-no-tiles"))


def _hovering(scene: Scene, state: State) -> list[str]:
    """Books that no tile carries yet."""
    locale, taken = scene.locale, look(state).taken
    found = [
        f"{letter(locale, state.rules.colours[k // 4])} {square(state.grid.names[book])}"
        for k, book in enumerate(state.board.books)
        if book >= 0 and not taken >> book & 1
    ]
    if not found:
        return []
    return ["", *_wrap(say(locale, "sator-text-open", books=", ".join(found)), "  ")]


def _decks(scene: Scene, state: State) -> list[str]:
    cards, locale = state.cards, scene.locale
    words = say(
        locale, "sator-text-decks", deck=len(cards.deck), discards=len(cards.discards)
    )
    lines = _wrap(words)
    if state.now.played:
        played = ", ".join(card(locale, kind) for kind in state.now.played)
        lines += _wrap(say(locale, "sator-text-played", cards=played), "  ")
    return lines


def _since(scene: Scene) -> list[str]:
    told_of = [e for e in scene.since if e.kind != "turn"]
    if not told_of:
        return []
    lines = ["", *_wrap(told.since(scene))]
    if len(told_of) > MOST_TOLD:
        lines += _wrap(say(scene.locale, "sator-text-more", count=len(told_of) - MOST_TOLD))
    for e in told_of[-MOST_TOLD:]:
        lines += _wrap(f"- {told.event(scene, e)}", "  ")
    return lines


def _wrap(words: str, indent: str = "") -> list[str]:
    return textwrap.wrap(words, LINE, subsequent_indent=indent, break_on_hyphens=False)
