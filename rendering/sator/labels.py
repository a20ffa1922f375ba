"""Menu labels: what choosing a (perhaps unfinished) move does. Each says everything by itself, so
that answers of different levels can stand in one list."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rendering.sator.lying import lies
from rendering.sator.terms import (
    card,
    colour,
    floor,
    position,
    square,
    tile,
    way,
    who,
)
from rendering.scene import Scene
from rendering.words import has, say
from rules.kernel import Move, Seat
from rules.sator import cards as effects
from rules.sator import prayers
from rules.sator.board import DIRECTIONS, HOWS, NOWHERE
from rules.sator.cards import Again
from rules.sator.changes import changes
from rules.sator.facts import (
    CARDS,
    COLOURS,
    FIRST_PRAYER,
    JOLLY,
    KIND_INDEX,
    TILE_INDEX,
    TILE_NAMES,
    TYPES,
    shape_of,
)
from rules.sator.game import State
from rules.sator.hand import decks_to_draw
from rules.sator.look import look
from rules.sator.prayers import Stride, strides
from rules.sator.turn import Turn
from rules.sator.walk import Way

LONGEST = 80


def label(scene: Scene, move: Move) -> str:
    """What choosing this move does; at most 80 characters."""
    make = _LABELS.get(move.op)
    words = make(scene, move) if make else str(move)
    return words if len(words) <= LONGEST else words[: LONGEST - 1].rstrip() + "…"


def _plain(scene: Scene, move: Move) -> str:
    """An op with nothing after it."""
    prompt = scene.prompt.op if scene.prompt else ""
    key = f"sator-move-{move.op}-{prompt}"
    return say(scene.locale, key if has(key) else f"sator-move-{move.op}")


def _card(scene: Scene, move: Move) -> str:
    if not move.args:
        return _plain(scene, move)
    kind, locale = KIND_INDEX[move.args[0]], scene.locale
    name = card(locale, kind)
    if move.op == "drop":
        return say(locale, "sator-move-drop-card", card=name)
    if move.op == "take":
        state = position(scene)
        assert scene.viewer is not None
        prayer = kind >= FIRST_PRAYER
        deck = state.cards.prayers[scene.viewer] if prayer else state.cards.deck
        return say(locale, "sator-move-take-card", card=name, count=deck.count(kind))
    if len(move.args) == 2:
        ap = int(move.args[1])
        effect = next(effect for effect in CARDS.prayers.nihil if effect.ap == ap)
        others = len(position(scene).there()) - 1
        many = 0 if effect.acolytes == "all" or effect.acolytes > others else effect.acolytes
        return say(
            locale, "sator-move-nihil", card=name, ap=ap, acolytes=many, squares=effect.squares
        )
    if kind >= FIRST_PRAYER:
        does = say(locale, f"sator-for-{move.args[0]}")
        return say(locale, "sator-move-pray-card", card=name, does=does)
    if kind < 4:
        return say(locale, "sator-move-play-moves", card=name, floor=floor(locale, kind))
    if kind < JOLLY:
        shape = say(locale, f"sator-shape-{kind - 3}")
        return say(locale, "sator-move-play-rotas", card=name, shape=shape)
    return say(locale, "sator-move-play-jolly", card=name)


def _deck(scene: Scene, move: Move) -> str:
    if not move.args:
        return _plain(scene, move)
    state, seat = position(scene), scene.viewer
    left = len(state.cards.prayers[seat]) if seat is not None else 0
    return say(scene.locale, f"sator-move-{move.op}-{move.args[0]}", left=left)


def _end(scene: Scene, move: Move) -> str:
    """Steps that are left are named: they are gone then."""
    state, key = position(scene), "sator-move-end"
    if move.args:
        key = "sator-move-end-all"
    elif scene.viewer is not None and len(decks_to_draw(state, scene.viewer)) > 1:
        key = "sator-move-end-choose"
    return say(scene.locale, key, steps=state.now.points)


def _chance(scene: Scene, move: Move) -> str:
    if not move.args:
        return _plain(scene, move)
    state, seat = position(scene), scene.viewer
    count = len(state.laying.trays[seat]) if seat is not None else 0
    return say(scene.locale, f"sator-move-chance-{move.args[0]}", count=count)


def _carried(scene: Scene, state: State, index: int) -> list[str]:
    """What rides on a tile, in words."""
    locale, here, colours = scene.locale, look(state), state.rules.colours
    found = [
        say(locale, "sator-with-book", colour=colour(locale, colours[k // 4]))
        for k in here.laden.get(index, ())
    ]
    found += [
        say(locale, "sator-with-acolyte", colour=colour(locale, colours[seat]))
        for seat in here.aboard.get(index, ())
    ]
    return found


def _tile(scene: Scene, move: Move) -> str:
    if not move.args:
        return _plain(scene, move)
    state, index, locale = position(scene), TILE_INDEX[move.args[0]], scene.locale
    if state.board.spots[index] < 0 or move.op == "choose":
        return tile(locale, move.args[0])
    at = state.grid.squares[state.board.spots[index]]
    name = say(
        locale, "sator-move-tile-at", tile=square(move.args[0]), floor=floor(locale, index),
        first=square(state.grid.names[at[0]]), last=square(state.grid.names[at[-1]]),
    )  # fmt: skip
    carried, dear = _carried(scene, state, index), []
    top = state.stack[-1]
    if getattr(top, "use", "") in KIND_INDEX and getattr(top, "op", "") == "pick":
        more = effects.surcharge(state, changes(state), index)
        if more:
            dear.append(say(locale, "sator-move-tile-more", ap=more))
    whole = ", ".join([name, *carried, *dear])
    # Where it is cut short, what it costs must not be lost; what it carries is seen on the board.
    return whole if len(whole) <= LONGEST else ", ".join([name, *dear, *carried])


def price(state: State, name: str, own: int) -> int | None:
    """What a change of this tile costs by the card being played; None: nothing of its own."""
    top = state.stack[-1]
    use = getattr(top, "use", "")
    if use not in KIND_INDEX or use in effects.PRICE:
        return None
    return own + effects.surcharge(state, changes(state), TILE_INDEX[name])


def _meant(scene: Scene, move: Move) -> str:
    """The tile a change is asked for, named by the move or by the question."""
    if move.args:
        return square(move.args[0])
    return square(TILE_NAMES[getattr(position(scene).stack[-1], "tile", 0)])


def _moves(scene: Scene, move: Move) -> str:
    locale = scene.locale
    if len(move.args) < 2:
        return say(locale, "sator-move-moves", tile=_meant(scene, move))
    name, steps = move.args
    state = position(scene)
    spot = state.board.spots[TILE_INDEX[name]]
    for step in steps:
        spot = state.grid.shifts(spot)[DIRECTIONS.index(step)]
    ap = price(state, name, len(steps))
    return say(
        locale, "sator-move-shift", squares=span(scene, spot), way=way(locale, steps),
        ap=-1 if ap is None else ap,
    )  # fmt: skip


def span(scene: Scene, spot: int) -> str:
    """Where a tile lies, by its first square and its last."""
    grid = position(scene).grid
    first, *_, last = (square(grid.names[at]) for at in grid.squares[spot])
    return say(scene.locale, "sator-span", first=first, last=last)


def _rotas(scene: Scene, move: Move) -> str:
    locale = scene.locale
    if len(move.args) < 2:
        return say(locale, "sator-move-rotas", tile=_meant(scene, move))
    about = square(move.args[1])
    if len(move.args) == 2:
        return say(locale, "sator-move-about", square=about)
    state = position(scene)
    again = getattr(state.stack[-1], "op", "") == "again"
    ap = 2 if again else price(state, move.args[0], 2)
    centre, how = state.grid.index[move.args[1]], HOWS.index(move.args[2])
    turns = state.grid.turns(state.board.spots[TILE_INDEX[move.args[0]]])
    (after,) = (turn.spot for turn in turns if (turn.centre, turn.how) == (centre, how))
    return say(
        locale, "sator-move-rotate", square=about, how=move.args[2], squares=span(scene, after),
        ap=-1 if ap is None else ap,
    )  # fmt: skip


def _turn(scene: Scene, move: Move) -> str:
    if not move.args:
        return _plain(scene, move)
    degrees, tile_ = int(move.args[0]), getattr(position(scene).stack[-1], "tile", 0)
    how = lies(scene.locale, shape_of(tile_), degrees // 90)
    return say(scene.locale, "sator-move-turn-by", degrees=str(degrees), lies=how)


def _place(scene: Scene, move: Move) -> str:
    locale = scene.locale
    if len(move.args) < 2:
        return say(locale, "sator-move-place")
    state, at = position(scene), square(move.args[1])
    covered = covers(state, move)
    if not covered:
        return say(locale, "sator-move-place-on", square=at)
    names = [colour(locale, state.rules.colours[k // 4]) for k in covered]
    return say(
        locale, "sator-move-place-under", square=at, colours=", ".join(names), books=len(names)
    )


def covers(state: State, move: Move) -> list[int]:
    """Places in `Board.books` of those that a tile placed so would carry."""
    top = state.stack[-1]
    quarter = getattr(top, "turn", 0)
    index = TILE_INDEX.get(move.args[0], -1)
    if index < 0 or len(move.args) < 2 or move.args[1] not in state.grid.index:
        return []
    spot = state.grid.spot(index // 4, quarter, state.grid.index[move.args[1]])
    if spot == NOWHERE:
        return []
    here = state.grid.squares[spot]
    return [k for k, book in enumerate(state.board.books) if book in here]


@lru_cache(8)
def _ways(state: State, seat: Seat) -> dict[Move, tuple[Way, str]]:
    """What the Acolyte of the seat that is asked can do by walking."""
    top = state.stack[-1]
    if isinstance(top, Stride):
        return {move: (found, "animi") for move, found in strides(state, seat)[1]}
    if isinstance(top, Again):
        top = state.stack[0]
    if isinstance(top, Turn):
        return {move: (found, by) for move, found, by in top.walks(state)[1]}
    return {}


def _walk(scene: Scene, move: Move) -> str:
    if not move.args:
        return say(scene.locale, "sator-move-walk", steps=position(scene).now.points)
    assert scene.viewer is not None
    locale = scene.locale
    found = _ways(position(scene), scene.viewer).get(move)
    end, _, _ = reversed_way(move.args[-1])
    steps, books = (found[0].steps, found[0].books.bit_count()) if found else (0, 0)
    whole = move.args[-1].upper().replace("-", "–") if "-" in move.args[-1] else ""
    key = "sator-move-walk-way" if whole else "sator-move-walk-to"
    if move.op == "free":
        key = "sator-move-far-way" if whole else "sator-move-far-to"
        if move.args[0] == "step":
            key = "sator-move-step-to"
    return say(locale, key, square=square(end), way=whole, steps=steps, books=books)


def reversed_way(text: str) -> tuple[str, str, int]:
    """The end of a written way, its beginning, and how many squares it names."""
    names = text.split("-")
    return names[-1], names[0], len(names)


def _free(scene: Scene, move: Move) -> str:
    if len(move.args) == 2:
        return _walk(scene, move)
    key = f"sator-move-free-{move.args[0]}" if move.args else "sator-move-free"
    return say(scene.locale, key, steps=position(scene).now.points + 1)


def _on_square(scene: Scene, move: Move) -> str:
    """Setting, jumping to, or sending away from a square."""
    if not move.args:
        return _plain(scene, move)
    state, locale, seat = position(scene), scene.locale, scene.viewer
    at = state.grid.index[move.args[0]]
    given: dict[str, Any] = {"square": square(move.args[0])}
    if move.op == "garg":
        spots = state.board.spots
        under = next(t for t, p in enumerate(spots) if p >= 0 and state.grid.mask[p] >> at & 1)
        given["tile"] = square(f"{TYPES[under % 4][0]}{under // 4 + 1}")
        owner = [k // 4 for k, book in enumerate(state.board.books) if book == at]
        given["book"] = COLOURS[state.rules.colours[owner[0]]] if owner else "none"
    elif move.op == "jump":
        assert seat is not None
        given["ap"] = prayers.jumps(state, seat).get(at, 0)
        given["book"] = "yes" if at in state.board.books[4 * seat : 4 * seat + 4] else "no"
    else:
        owners = [other for other, beast in enumerate(state.gargoyles) if beast == at]
        given["who"] = who(scene, owners[0]) if owners else ""
    return say(locale, f"sator-move-{move.op}-on", **given)


def _push(scene: Scene, move: Move) -> str:
    if not move.args:
        return _plain(scene, move)
    state, locale = position(scene), scene.locale
    index = COLOURS.index(move.args[0])
    name = colour(locale, index)
    if len(move.args) == 1:
        other = state.rules.colours.index(index)
        return say(locale, "sator-move-push-who", colour=name, who=who(scene, other))
    return say(locale, "sator-move-push-to", colour=name, square=square(move.args[1]))


def _draft(scene: Scene, move: Move) -> str:
    if not move.args:
        return _plain(scene, move)
    shape = say(scene.locale, f"sator-shape-{move.args[0]}")
    return say(scene.locale, "sator-move-draft-shape", number=move.args[0], shape=shape)


_LABELS: dict[str, Callable[[Scene, Move], str]] = {
    **dict.fromkeys(("play", "pray", "drop", "take"), _card),
    **dict.fromkeys(("swap", "search", "draw"), _deck),
    "end": _end,
    "chance": _chance,
    **dict.fromkeys(("tile", "choose"), _tile),
    **dict.fromkeys(("garg", "jump", "banish"), _on_square),
    "done": _plain,
    "moves": _moves,
    "rotas": _rotas,
    "turn": _turn,
    "place": _place,
    "walk": _walk,
    "free": _free,
    "push": _push,
    "draft": _draft,
}

_ORDER = {
    op: k
    for k, op in enumerate(
        ("play", "pray", "walk", "free", "swap", "search", "banish", "tile", "moves", "rotas")
    )
}
_FREE = {"step": 0, "walk": 1, "tile": 2}


def sort_key(scene: Scene, move: Move) -> Any:
    """Cards first, then walking, the free action, the rest; squares by column and row, those with
    own books before others; tiles by material and shape; short ways before long ones; what ends a
    question last."""
    if move.op in ("done", "end", "chance"):
        return (99, move.args == ("all",), move.args)
    return (_ORDER.get(move.op, 50), *_within(scene, move))


def _within(scene: Scene, move: Move) -> tuple[Any, ...]:
    args = move.args
    if not args:
        return ()
    if move.op in ("play", "pray", "drop", "take"):
        return (KIND_INDEX[args[0]], args[1:])
    if move.op in ("tile", "choose"):
        index = TILE_INDEX[args[0]]
        return (index % 4, index // 4)
    if move.op == "moves" and len(args) == 2:
        return (len(args[1]), [DIRECTIONS.index(step) for step in args[1]])
    if move.op == "place" and len(args) > 1:
        state, seat = position(scene), scene.viewer
        covered = covers(state, move)
        own = sum(k // 4 == seat for k in covered)
        return (-own, -len(covered), *_square_key(args[1]))
    if move.op == "free":
        return (_FREE.get(args[0], 9), *(_square_key(args[-1]) if len(args) > 1 else ()))
    if move.op == "walk":
        found = None
        if scene.viewer is not None:
            found = _ways(position(scene), scene.viewer).get(move)
        return (-found[0].books.bit_count() if found else 0, *_square_key(args[-1]))
    if move.op == "push":
        return (COLOURS.index(args[0]), *(_square_key(args[1]) if len(args) > 1 else ()))
    if move.op == "rotas" and len(args) > 1:
        return (*_square_key(args[1]), args[2:])
    if move.op in ("garg", "jump", "banish"):
        return _square_key(args[0])
    if move.op == "turn":
        return (int(args[0]),)
    return (args,)


def _square_key(text: str) -> tuple[str, int, str]:
    end, _, _ = reversed_way(text)
    return (end[:1], int(end[1:]), text) if end[1:].isdigit() else (end, 0, text)


