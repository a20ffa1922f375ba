"""Positions of Sator written down: tiles, books, pawns and hands by the names players use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Ctx, Event, IllegalMove, Match, Move, Rng, Seat, play
from rules.sator.board import grid, mask
from rules.sator.completion import NODES, No, ground, search
from rules.sator.facts import (
    ALL_PRAYERS,
    DECK,
    DEFAULT_COLOURS,
    KIND_INDEX,
    TILE_INDEX,
    is_prayer,
    shape_of,
)
from rules.sator.game import GAME, Options, State
from rules.sator.placement import Place
from rules.sator.state import IDLE, Board, Cards, Laying, Rules, less, start_of_turn
from rules.sator.turn import Turn

SHELF = ("b1", "l12:0", ("l12", "l13", "l14", "m14", "n14"))
"""A tile out of the way; a seat for which no books are given has one book on it."""

Books = Mapping[Seat, Iterable[str]]


def chance(key: object = "chance") -> Ctx:
    return Ctx(Rng(repr(key).encode()))


def position(
    tiles: Mapping[str, str],
    *,
    books: Books | None = None,
    acolytes: Mapping[Seat, str] | None = None,
    hands: Mapping[Seat, Iterable[str]] | None = None,
    gargoyles: Mapping[Seat, str] | None = None,
    used: Mapping[Seat, Iterable[str]] | None = None,
    discards: Iterable[str] = (),
    gone: Iterable[str] = (),
    seats: int = 2,
    seat: Seat = 0,
    first: Seat = 0,
    round: int = 2,
    size: int = 14,
    ap: int = 6,
    shelf: bool = True,
    **options: Any,
) -> State:
    """A turn of ``seat``. ``tiles``: "s4": "c3:90" lies with its first square on c3, turned
    by 90 degrees. Tiles not named are not on the board, books not named are collected; ``gone``:
    movement cards that are nowhere (so that decks can be small)."""
    table = grid(size)
    spots = [-1] * 24
    lying = dict(tiles)
    if shelf:
        lying.setdefault(*SHELF[:2])
    for name, where in lying.items():
        square, degrees = where.split(":")
        tile = TILE_INDEX[name]
        spot = table.spot(shape_of(tile), int(degrees) // 90, table.index[square])
        assert spot >= 0, f"{name} does not lie on the grid at {where}"
        spots[tile] = spot
    given = books or {}
    at = []
    for k in range(seats):
        named = [table.index[square] for square in given.get(k, (SHELF[2][k],) if shelf else ())]
        at += named + [-1] * (4 - len(named))
    pawns = tuple(table.index[a] if (a := (acolytes or {}).get(k)) else -1 for k in range(seats))
    sitting = tuple(table.index[g] if (g := (gargoyles or {}).get(k)) else -1 for k in range(seats))
    held = tuple(
        tuple(sorted(KIND_INDEX[card] for card in (hands or {}).get(k, ()))) for k in range(seats)
    )
    out = tuple(
        tuple(sorted(KIND_INDEX[card] for card in (used or {}).get(k, ()))) for k in range(seats)
    )
    aside = tuple(sorted(KIND_INDEX[card] for card in discards))
    lost = [KIND_INDEX[card] for card in gone]
    dealt = [card for hand in held for card in hand if not is_prayer(card)]
    cards = Cards(
        deck=less(DECK, *dealt, *aside, *lost),
        discards=aside,
        hands=held,
        prayers=tuple(
            less(ALL_PRAYERS, *filter(is_prayer, held[k]), *out[k]) for k in range(seats)
        ),
        used=out,
    )
    board = Board(tuple(spots), tuple(at), pawns)
    chosen = Options(**options)
    return State(
        stack=(Turn(seat),),
        rules=Rules(size, chosen.round_limit, chosen.even_rounds, DEFAULT_COLOURS[seats], first),
        round=round,
        passes=0,
        out=(),
        board=board,
        gargoyles=sitting,
        laying=Laying(((),) * seats, (), ()),
        cards=cards,
        now=start_of_turn(board).but(ap=ap),
        over="",
    )


def legal(s: State, *beginning: str) -> set[str]:
    """What the asked seat may answer, written; only what begins so, where anything is given."""
    prompt = GAME.prompt(s)
    if prompt is None:
        return set()
    moves = (move for seat in prompt.seats for move in GAME.moves(s, seat))
    size = len(beginning)
    return {str(m) for m in moves if (m.op, *m.args)[:size] == beginning}


def go(s: State, *moves: str) -> State:
    """The position after these moves of whoever is asked, each checked at the door."""
    return told(s, *moves)[0]


def told(s: State, *moves: str) -> tuple[State, list[Event]]:
    """The same, with what was told on the way."""
    match = as_match(s)
    events: list[Event] = []
    for move in moves:
        prompt = GAME.prompt(match.state)
        assert prompt is not None, f"nobody is asked for {move}"
        try:
            match, news = play(GAME, match, prompt.seats[0], Move.parse(move))
        except IllegalMove as no:
            raise AssertionError(f"{move} is refused ({no}); legal: {legal(match.state)}") from no
        events += news
    return match.state, events


def as_match(s: State) -> Match:
    options = Options(round_limit=s.rules.round_limit, even_rounds=s.rules.even_rounds)
    return Match(GAME.name, GAME.version, bytes(32), s.seats, options, 0, 0, 0, s)


def refused(s: State, move: str) -> str:
    """The name of the reason why the asked seat may not play this."""
    prompt = GAME.prompt(s)
    assert prompt is not None
    try:
        play(GAME, as_match(s), prompt.seats[0], Move.parse(move))
    except IllegalMove as no:
        return no.reason.key.removeprefix("sator-refused-")
    raise AssertionError(f"{move} is legal")


def lies(s: State, tile: str) -> set[str]:
    """The squares a tile covers."""
    spot = s.board.spots[TILE_INDEX[tile]]
    return {s.grid.names[square] for square in s.grid.squares[spot]} if spot >= 0 else set()


def name(s: State, square: int) -> str:
    return s.grid.names[square] if square >= 0 else ""


def at(s: State, seat: Seat = 0) -> str:
    """The square of a seat's Acolyte."""
    return name(s, s.board.acolytes[seat])


def ends(s: State, *beginning: str) -> set[str]:
    """The last part of the answers that begin so: squares, ways or directions."""
    return {move.split(":")[-1] for move in legal(s, *beginning)}


def hand(s: State, seat: Seat) -> list[str]:
    from rules.sator.facts import KINDS

    return [KINDS[card] for card in s.cards.hands[seat]]


def placing(
    tiles: Mapping[str, str],
    trays: Mapping[Seat, Iterable[str]],
    books: Books,
    *,
    seat: Seat = 0,
    seats: int = 2,
    size: int = 14,
    first: Seat = 0,
) -> State:
    """A turn of ``seat`` before all tiles lie there; with a completion found by search."""
    s = position(tiles, books=books, seats=seats, size=size, first=first, shelf=False)
    held = tuple(tuple(sorted(TILE_INDEX[tile] for tile in trays.get(k, ()))) for k in range(seats))
    colours = tuple(mask(s.board.books[4 * k : 4 * k + 4]) for k in range(seats))
    where = ground(size, colours)
    taken = 0
    for spot in s.board.spots:
        taken |= s.grid.mask[spot] if spot >= 0 else 0
    shapes = [shape_of(tile) for tray in held for tile in tray]
    counts = tuple(shapes.count(shape) for shape in range(6))
    found = search(where, taken, where.books & ~taken, counts, NODES)
    assert not isinstance(found, No), "that position cannot be completed"
    witness = tuple(sorted(where.spot[m] for m in found))
    cards = s.cards.but(deck=DECK, hands=((),) * seats, prayers=(ALL_PRAYERS,) * seats)
    return s.but(
        stack=(Place(seat),), round=0, laying=Laying(held, (), witness), cards=cards, now=IDLE
    )


def places(s: State, tile: str) -> set[str]:
    """Every legal place of a tile of the asked seat, as ``c4:90``."""
    found = set()
    chosen = go(s, f"choose:{tile}")
    turned = [go(chosen, turn) for turn in legal(chosen)] if legal(chosen, "turn") else [chosen]
    for t in turned:
        found |= {move.removeprefix(f"place:{tile}:") for move in legal(t)}
    return found
