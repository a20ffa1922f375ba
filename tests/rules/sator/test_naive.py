"""In positions from the middle of matches the rules offer just what a second, naive reading of the
rulebook allows: `tests.rules.sator.naive`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.kernel import Move
from rules.sator.facts import KIND_INDEX, TILE_NAMES
from rules.sator.game import GAME, State
from rules.sator.state import put
from tests.rules.sator.naive import Match, Plain, Square, Squares
from tests.rules.sator.players import at_random, match_of, placed, played
from tests.rules.sator.positions import chance

KINDS = ("ms", "mw", "mb", "mi", "r1", "r2", "r3", "r4", "r5", "r6", "jolly")


def jolly_or(card: str, name: str) -> tuple[str, str]:
    """MOVES is for the floor type that a tile's name begins with, ROTAS for the shape after it."""
    return "jolly", card + name


def turns(seats: int, size: int = 14, often: float = 0.2) -> Iterator[State]:
    """Turns of random matches, begun and half-way; with another hand, other points, and Acolytes
    who have come farther."""
    for seed in range(3):
        draw = random.Random(f"{seats} {size} {seed} naive")
        match = placed(match_of(seats, f"naive {seed}", size=size, round_limit=9), draw)
        for now in played(match, [at_random] * seats, draw):
            s = now.state
            begins = s.stack and s.stack[-1].kind == "turn" and not s.now.walked
            if begins and draw.random() < often:
                yield dealt(spread(s, draw), draw)


def dealt(s: State, draw: random.Random) -> State:
    """With a hand and points drawn by chance."""
    cards = (*draw.sample(KINDS, 3), *draw.sample(("omnia", "neque", "animi", "nihil"), 2))
    hand = tuple(sorted(KIND_INDEX[card] for card in cards))
    hands = put(s.cards.hands, s.stack[-1].seat, hand)
    turn = s.now.but(ap=draw.randint(1, 6), points=draw.randint(0, 4))
    return s.but(cards=s.cards.but(hands=hands), now=turn, round=max(2, s.round))


def spread(s: State, draw: random.Random) -> State:
    """With Acolytes on squares drawn by chance, as if they had stood there all the turn."""
    taken = sum(s.grid.mask[spot] for spot in s.board.spots if spot >= 0)
    free = [at for at in range(s.grid.cells) if taken >> at & 1]
    free = [at for at in free if at not in s.board.books and at not in s.gargoyles]
    acolytes = s.board.acolytes
    for seat in range(s.seats):
        if draw.random() < 0.8:
            acolytes = put(acolytes, seat, draw.choice([at for at in free if at not in acolytes]))
    seen = tuple(board._replace(acolytes=acolytes) for board in s.now.seen)
    turn = s.now.but(seen=seen, paid=(), rides=())
    return s.but(board=s.board._replace(acolytes=acolytes), now=turn)


def after(s: State, *moves: str) -> State:
    for move in moves:
        s = GAME.apply(s, s.stack[-1].seat, Move.parse(move), chance())
    return s


def answers(s: State, *beginning: str) -> list[str]:
    size = len(beginning)
    moves = GAME.moves(s, s.stack[-1].seat)
    return [str(m) for m in moves if (m.op, *m.args)[:size] == beginning]


def tiles_of(s: State) -> dict[str, State]:
    """The position in which what is done to a tile is asked, by tile."""
    if s.stack[-1].kind == "effect":
        return {TILE_NAMES[s.stack[-1].tile]: s}
    return {move.split(":")[1]: after(s, move) for move in answers(s, "tile")}


def layout(m: Match, s: State) -> Plain:
    return m.plain(s, s.board)


def complete(m: Match, s: State) -> set[tuple[Plain, int]]:
    """All that the effects of a card on its tile can come to."""
    found = set()
    for move in answers(s):
        once = after(s, move)
        if once.stack[-1].kind != "again":
            found.add((layout(m, once), once.now.ap))
            continue
        if "done" in answers(once):
            found.add((layout(m, once), once.now.ap))
        for second in answers(once, "rotas"):
            twice = after(once, second)
            found.add((layout(m, twice), twice.now.ap))
    return found


@pytest.mark.parametrize(("seats", "size"), [(2, 14), (3, 12), (4, 14)])
def test_movement_cards_do_just_what_the_rulebook_allows(seats: int, size: int) -> None:
    met: Counter[str] = Counter()
    for s in turns(seats, size, often=0.15):
        m = Match(s, s.stack[-1].seat)
        on = [name for name, _ in m.layout.tiles]
        for card in {card for card in s.cards.hands[m.seat] if card <= KIND_INDEX["jolly"]}:
            kind = KINDS[card]
            naive = {
                name: m.card(name, card, moves=kind in jolly_or("m", name[0]),
                             turns=kind in jolly_or("r", name[1]))
                for name in on
            }  # fmt: skip
            naive = {name: results for name, results in naive.items() if results}
            play = f"play:{kind}"
            if play not in answers(s, "play"):
                assert not naive, play
                met["idle"] += 1
                continue
            asked = tiles_of(after(s, play))
            assert set(asked) == set(naive), play
            for name, chosen in asked.items():
                assert complete(m, chosen) == naive[name], f"{play} on {name}"
                met["tiles"] += 1
        met["seen"] += len(m.seen) > 1
        met["paid"] += bool(m.paid)
        met["last"] += bool(m.last)
    assert met["tiles"] > 150
    assert min(met["seen"], met["last"], met["idle"]) > 3


@pytest.mark.parametrize("seats", [2, 4])
def test_the_free_action_and_omnia_do_just_what_the_rulebook_allows(seats: int) -> None:
    met: Counter[str] = Counter()
    for s in turns(seats, often=0.12):
        m = Match(s, s.stack[-1].seat)
        on = [name for name, _ in m.layout.tiles]
        ways = []
        if s.now.free:
            ways.append(("free:tile", {name: m.free(name) for name in on}))
        if s.now.ap >= 3 and KIND_INDEX["omnia"] in s.cards.hands[m.seat]:
            ways.append(("pray:omnia", {name: m.omnia(name) for name in on}))
        for first, naive in ways:
            naive = {name: layouts for name, layouts in naive.items() if layouts}
            if first not in answers(s):
                assert not naive, first
                continue
            asked = tiles_of(after(s, first))
            assert set(asked) == set(naive), first
            for name, chosen in asked.items():
                found = {layout(m, after(chosen, move)) for move in answers(chosen)}
                assert found == naive[name], f"{first} on {name}"
                met[first] += 1
    assert min(met["free:tile"], met["pray:omnia"]) > 40


def gone(m: Match, s: State) -> tuple[Square, Squares]:
    """Where the own Acolyte is after a walk, and the books he has collected by it."""
    end = divmod(s.board.acolytes[m.seat], m.size)
    left = {divmod(b, m.size) for b in s.board.books[4 * m.seat : 4 * m.seat + 4] if b >= 0}
    return end, frozenset(m.own_books() - left)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_walks_lead_just_where_the_rulebook_allows(seats: int) -> None:
    met: Counter[str] = Counter()
    for s in turns(seats, often=0.5):
        m = Match(s, s.stack[-1].seat)
        still = KIND_INDEX["mihi"] in s.now.played
        points, free = s.now.points, s.now.free and not still
        if len(m.own_books()) < 2:
            continue  # the fourth book ends the match in the middle of a way
        short = set() if still else m.worth(points, paid=True)
        longer = m.worth(points + 1, paid=True) if free and points else set()
        naive = {
            ("walk",): short,
            ("free", "step"): m.worth(1, paid=True) if free else set(),
            ("free", "walk"): {way for way in longer if way[2] == points + 1},
        }
        for kind, ways in naive.items():
            found = set()
            for move in answers(s, *kind):
                there = after(s, move)
                steps = points - there.now.points if kind == ("walk",) else 1
                found.add((*gone(m, there), points + 1 if kind == ("free", "walk") else steps))
            assert found == ways, kind
            met[kind[-1]] += len(ways)
            met["books"] += sum(bool(books) for _, books, _ in ways)
    assert min(met["walk"], met["step"]) > 30
    assert met["books"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_prayers_lead_acolytes_just_where_the_rulebook_allows(seats: int) -> None:
    met: Counter[str] = Counter()
    for s in turns(seats, often=0.5):
        m = Match(s, s.stack[-1].seat)
        hand = s.cards.hands[m.seat]
        still = KIND_INDEX["mihi"] in s.now.played
        if KIND_INDEX["neque"] in hand:
            jumps = set() if still else m.jumps()
            if "pray:neque" in answers(s):
                landed = [after(s, "pray:neque", j) for j in answers(after(s, "pray:neque"))]
                assert {(gone(m, t)[0], s.now.ap - t.now.ap) for t in landed} == jumps
                met["neque"] += 1
            else:
                assert not jumps
        if KIND_INDEX["animi"] in hand and len(m.own_books()) > 1 and s.now.ap > 1 and not still:
            ways = {
                (end, books)
                for end, books, _ in m.worth(4, paid=False)
                if books or m.brought(m.seat, end) not in m.seen
            }
            found = set()
            if "pray:animi" in answers(s):
                begun = after(s, "pray:animi")
                found = {gone(m, after(begun, move)) for move in answers(begun)}
            assert found == ways
            met["animi"] += len(ways)
        if KIND_INDEX["nihil"] in hand:
            for price, squares in ((1, 4), (2, 6), (3, 9)):
                ends = m.pushes(squares) if price <= s.now.ap else {}
                fresh = {
                    (other, end)
                    for other, there in ends.items()
                    for end in there
                    if m.brought(other, end) not in m.seen
                }
                found = set()
                if f"pray:nihil:{price}" in answers(s):
                    for move in answers(after(s, f"pray:nihil:{price}")):
                        _, colour, square = move.split(":")
                        end = divmod(s.grid.index[square], m.size)
                        found.add((m.colours.index(colour), end))
                assert fresh <= found <= {(o, end) for o, there in ends.items() for end in there}
                assert price > 1 or found == fresh, "one alone must leave a new layout"
                met["nihil"] += len(found)
    assert min(met["neque"], met["animi"], met["nihil"]) > 10
