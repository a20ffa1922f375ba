"""What is told in sentences: the questions, what happened, how it ended, the picture in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rendering.sator.terms import (
    card,
    cards,
    colour,
    letter,
    position,
    shape,
    square,
    squares,
    tile,
    way,
    who,
)
from rendering.scene import Scene, names_of
from rendering.words import has, listed, say
from rules.kernel import Event, Seat
from rules.sator.facts import KIND_INDEX, TILE_NAMES, is_prayer
from rules.sator.game import State
from rules.sator.hand import Drop
from rules.sator.lifting import QUIN_AP, VICTORIA_AP, Lift
from rules.sator.state import GONE
from rules.tree import Prefix

LONGEST_ALT = 1024
PRICES = {"quin": QUIN_AP, "victoria": VICTORIA_AP}


def ask(scene: Scene, prefix: Prefix = ()) -> str:
    """The question put to the viewer at this level of the tree."""
    if scene.prompt is None:
        return ""
    op, locale = scene.prompt.op, scene.locale
    key = f"sator-ask-{op}"
    deeper = f"{key}-{prefix[0]}-{len(prefix)}" if prefix else key
    top: Any = position(scene).stack[-1] if position(scene).stack else None
    given: dict[str, str | int] = {
        "tile": "", "card": "", "square": "", "left": 0, "use": "card", "colour": "",
    }  # fmt: skip
    if top is not None and top.seat == scene.viewer:
        if (index := getattr(top, "tile", -1)) >= 0:
            given["tile"] = square(TILE_NAMES[index])
        if op == "drop":
            given["use"] = top.cause
            given["left"] = (3 if top.cause == "banish" else 2) - len(top.cards)
        use = getattr(top, "use", "")
        if use:
            given["use"] = use if use in ("free", "mihi", "omnia", "quin", "victoria") else "card"
            given["left"] = getattr(top, "left", 1)
            if use in KIND_INDEX:
                given["card"] = card(locale, KIND_INDEX[use])
        if op == "push":
            given["left"] = top.squares
        if op == "lift":
            given["left"] = int(top.first >= 0)
    if len(prefix) > 1:
        given["square"] = square(prefix[-1])
        if op == "push":
            given["colour"] = say(locale, f"sator-{prefix[1]}")
        if has(f"{deeper}-{prefix[1]}"):
            deeper = f"{deeper}-{prefix[1]}"
    return say(locale, deeper if has(deeper) else key, **given)


# What happened.


def event(scene: Scene, event: Event) -> str:
    """One line on what happened."""
    tell = _TOLD.get(event.kind)
    given: dict[str, Any] = {}
    if "seat" in event.data:
        given["who"] = who(scene, event.data["seat"])
    if tell is not None:
        given |= tell(scene, event.data)
    return say(scene.locale, f"sator-event-{event.kind}", **given)


def _books(scene: Scene, data: dict[str, Any]) -> dict[str, Any]:
    names = listed(scene.locale, [square(name) for name in data["squares"]])
    return {"colour": say(scene.locale, f"sator-{data['colour']}"), "squares": names}


def _placed(scene: Scene, data: dict[str, Any]) -> dict[str, Any]:
    names = [say(scene.locale, f"sator-{name}") for name in data["books"]]
    return {
        "tile": square(data["tile"]),
        "squares": " ".join(square(name) for name in data["squares"]),
        "books": len(names),
        "colours": listed(scene.locale, names) if names else "",
    }


def _changed(scene: Scene, data: dict[str, Any]) -> dict[str, Any]:
    given = {"tile": square(data["tile"]), "ap": data["ap"], "by": data["by"]}
    if "steps" in data:
        given["way"] = way(scene.locale, data["steps"])
    if "how" in data:
        given |= {"square": square(data["square"]), "how": data["how"]}
    if data["by"] in ("quin", "victoria"):
        given["squares"] = " ".join(square(name) for name in data["after"])
        given["gone"] = "no" if data["after"] else "yes"
    return given


def _walked(scene: Scene, data: dict[str, Any]) -> dict[str, Any]:
    origin = data["origin"]
    given = {
        "origin": say(scene.locale, "sator-start-square") if origin == "start" else square(origin),
        "goal": square(data["path"][-1]),
        "by": data.get("by", "nihil"),
        "steps": len(data["path"]),
    }
    if "other" in data:
        given["other"] = who(scene, data["other"])
    return given


def _card_by(scene: Scene, data: dict[str, Any]) -> dict[str, Any]:
    return {"card": card(scene.locale, KIND_INDEX[data["card"]])}


def _deck_of(scene: Scene, data: dict[str, Any]) -> dict[str, Any]:
    return {"deck": data["deck"]}


def _at(scene: Scene, data: dict[str, Any]) -> dict[str, Any]:
    given = {"square": square(data["square"])}
    if "other" in data:
        given["other"] = who(scene, data["other"])
    if "books" in data:
        given["books"] = data["books"]
    return given


def _over(scene: Scene, data: dict[str, Any]) -> dict[str, Any]:
    scores = [
        say(scene.locale, "sator-score", who=who(scene, seat), books=score)
        for seat, score in enumerate(data["scores"])
    ]
    return {"scores": ", ".join(scores)}


_TOLD: dict[str, Callable[[Scene, dict[str, Any]], dict[str, Any]]] = {
    "books": _books,
    "draft": lambda scene, data: {"shape": shape(scene.locale, data["shape"] - 1)},
    "drafted": lambda scene, data: {"tile": tile(scene.locale, data["tile"])},
    "place": _placed,
    "laid": _placed,
    "chance": lambda scene, data: {"left": data["left"]},
    "deal": lambda scene, data: {"cards": data["cards"]},
    "hand": lambda scene, data: {"cards": cards(scene.locale, data["cards"])},
    "turn": lambda scene, data: {"round": str(data["round"])},
    "end": lambda scene, data: {"played": len(data["played"])},
    "play": _card_by,
    "pray": _card_by,
    "shift": _changed,
    "rotate": _changed,
    "lift": _changed,
    "walk": _walked,
    "push": _walked,
    "book": _at,
    "gargoyle": _at,
    "banish": _at,
    "discard": lambda scene, data: {"cards": cards(scene.locale, data["cards"])},
    "search": _deck_of,
    "took": _deck_of,
    "draw": _deck_of,
    "card": _card_by,
    "shuffle": lambda scene, data: {"cards": data["cards"]},
    "over": _over,
}


def result(scene: Scene) -> str:
    """How the match ended."""
    if scene.outcome is None:
        return ""
    winners = scene.outcome.winners
    return say(
        scene.locale,
        f"sator-over-{scene.outcome.reason}",
        who=names_of(scene, winners),
        winners=len(winners),
        books=max((scene.outcome.scores[seat] for seat in winners), default=0),
    )


def asked(scene: Scene, whom: str = "") -> str:
    """Who is asked for what, for everyone."""
    if scene.prompt is None:
        return ""
    given = whom or names_of(scene, scene.prompt.seats)
    return say(scene.locale, f"sator-prompt-{scene.prompt.op}", who=given)


def sentence(scene: Scene) -> str:
    """Who is asked, or how it ended."""
    words = result(scene) or asked(scene)
    return f"{words}." if words else ""


# The picture in words.


def head(scene: Scene, key: str = "sator-alt-head") -> str:
    """The game, the match, the round."""
    return say(scene.locale, key, number=str(scene.number), round=scene.round)


def since(scene: Scene) -> str:
    """Since when the events are told."""
    if scene.since_when != "own":
        return say(scene.locale, f"sator-since-{scene.since_when}")
    seats = scene.prompt.seats if scene.prompt else ()
    if scene.viewer is not None or len(seats) != 1:
        return say(scene.locale, "sator-since-own", who="you")
    return say(scene.locale, "sator-since-own", who=who(scene, seats[0]))


def standing(scene: Scene, state: State, seat: Seat) -> str:
    """A seat in one sentence: colour, books, hand, where its Acolyte stands."""
    at, locale = state.board.acolytes[seat], scene.locale
    hand = state.cards.hands[seat]
    where = "gone" if at == GONE else "start" if at < 0 else "board"
    return say(
        locale, "sator-alt-seat",
        who=who(scene, seat), colour=colour(locale, state.rules.colours[seat]),
        books=state.collected(seat), cards=len(hand), prayers=sum(map(is_prayer, hand)),
        where=where, square=square(state.grid.names[at]) if at >= 0 else "",
        placing="no" if state.round else "yes", tiles=len(state.laying.trays[seat]),
    )  # fmt: skip


def own(scene: Scene, state: State) -> str:
    """The viewer's hand, or his tiles."""
    seat, locale = scene.viewer, scene.locale
    if seat is None or scene.outcome is not None:
        return ""
    if not state.round:
        names = [square(TILE_NAMES[t]) for t in state.laying.trays[seat]]
        return say(locale, "sator-alt-tray", tiles=" ".join(names)) if names else ""
    hand = state.cards.hands[seat]
    if not hand:
        return ""
    return say(locale, "sator-alt-hand", cards=listed(locale, [card(locale, c) for c in hand]))


def turn(scene: Scene, state: State) -> str:
    """Action points and steps that are left of the turn."""
    if scene.outcome is not None or not state.round or not state.stack:
        return ""
    now = state.now
    return say(
        scene.locale, "sator-alt-turn", ap=now.ap, steps=now.points,
        free="yes" if now.free else "no",
    )  # fmt: skip


def means(scene: Scene) -> str:
    """What the viewer has left for his turn; while tiles are placed, what is still to be done."""
    state, locale = position(scene), scene.locale
    if scene.prompt is None or not state.stack or scene.viewer not in scene.prompt.seats:
        return ""
    op, top = scene.prompt.op, state.stack[-1]
    if isinstance(top, Lift):
        one, two = PRICES[top.use]
        return say(locale, "sator-means-lift", one=one, two=two)
    if isinstance(top, Drop):
        return say(locale, "sator-means-drop", use="banish" if top.cause == "banish" else "swap")
    if op in ("draft", "luck"):
        return say(locale, f"sator-means-{op}")
    if state.round:
        if op not in ("turn", "again"):
            return ""
        now, free = state.now, "yes" if state.now.free else "no"
        return say(locale, "sator-means-turn", ap=now.ap, steps=now.points, free=free)
    tiles = sum(map(len, state.laying.trays)) + len(state.laying.pool)
    return say(locale, "sator-means-place", books=len(uncovered(state)), tiles=tiles)


def uncovered(state: State) -> list[int]:
    """Squares of the books that hover over the abyss."""
    grid, taken = state.grid, 0
    for spot in state.board.spots:
        if spot >= 0:
            taken |= grid.mask[spot]
    return [square for square in state.board.books if square >= 0 and not taken >> square & 1]


def open_squares(state: State) -> list[tuple[Seat, int]]:
    """Books that are not collected: seat and square, those over the abyss too."""
    return [(k // 4, book) for k, book in enumerate(state.board.books) if book >= 0]


def alt(scene: Scene) -> str:
    """The picture in words: where it stands, who is asked, what happened, the players, the pieces,
    then the tiles. What does not fit into 1,024 characters is left out whole."""
    state, locale = position(scene), scene.locale
    parts = [head(scene), sentence(scene), turn(scene, state), own(scene, state)]
    if scene.since:
        told = [f"{event(scene, e)}." for e in scene.since if e.kind not in _QUIET]
        if told:
            parts += [since(scene), *told[-4:]]
    parts += [standing(scene, state, seat) for seat in range(state.seats)]
    books = [
        f"{letter(locale, state.rules.colours[seat])} {square(state.grid.names[at])}"
        for seat, at in open_squares(state)
    ]
    if books:
        parts.append(say(locale, "sator-alt-books", books=", ".join(books)))
    beasts = [square(state.grid.names[at]) for at in state.gargoyles if at >= 0]
    if beasts:
        parts.append(say(locale, "sator-alt-beasts", squares=", ".join(beasts)))
    parts += [
        f"{square(TILE_NAMES[k])} {squares(state.grid, state.grid.squares[spot])}."
        for k, spot in enumerate(state.board.spots)
        if spot >= 0
    ]
    out = ""
    for part in parts:
        if part and len(out) + len(part) + 1 <= LONGEST_ALT:
            out = f"{out} {part}" if out else part
    return out


_QUIET = frozenset({"turn", "end", "deal", "draw", "card", "shuffle", "took", "laid"})
"""Events that the picture's words pass over: the position says the same."""

