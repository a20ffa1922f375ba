"""Moving a tile and back, in positions from matches: the rules and the second, naive reading agree
on what is a return when Acolytes go their own ways in between."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from rules.sator.facts import KIND_INDEX, TILE_NAMES
from rules.sator.game import State
from rules.sator.state import put, start_of_turn
from tests.rules.sator.naive import Match, Plain, Ride
from tests.rules.sator.test_naive import after, answers, complete, layout, tiles_of, turns


def there_and_away(s: State, draw: random.Random) -> State | None:
    """A turn in which the tile under the own Acolyte was changed by a card, and then he has gone
    somewhere by himself; None where that is not possible."""
    seat, at = s.stack[-1].seat, s.board.acolytes[s.stack[-1].seat]
    if at < 0:
        return None
    spots = enumerate(s.board.spots)
    name = next(TILE_NAMES[t] for t, spot in spots if spot >= 0 and at in s.grid.squares[spot])
    card = draw.choice((f"m{name[0]}", f"r{name[1]}"))
    hand = tuple(sorted(KIND_INDEX[kind] for kind in (card, "jolly", "animi")))
    s = s.but(
        cards=s.cards.but(hands=put(s.cards.hands, seat, hand)),
        now=start_of_turn(s.board).but(ap=10),
        round=max(2, s.round),
    )
    if f"play:{card}" not in answers(s):
        return None
    s = after(s, f"play:{card}")
    if name not in tiles_of(s):
        return None
    s = tiles_of(s)[name]
    s = after(s, draw.choice(answers(s)))
    s = after(s, "done") if "done" in answers(s) else s
    ways = answers(s, "free", "step")
    if "pray:animi" in answers(s) and draw.random() < 0.5:
        s = after(s, "pray:animi")
        ways = answers(s)
    s = after(s, draw.choice(ways)) if ways else s
    return s if s.stack and s.stack[-1].kind == "turn" else None


class Lenient(Match):
    """As if only the very same layout were a return."""

    def new(self, layout: Plain, rides: Iterable[Ride] = ()) -> bool:
        return layout not in self.seen


@pytest.mark.parametrize("seats", [2, 4])
def test_tiles_return_just_when_somebody_was_carried_elsewhere(seats: int) -> None:
    """A card on the tile under the own Acolyte, a move of his own, and another card on it."""
    met: Counter[str] = Counter()
    draw = random.Random(seats)
    for begun in turns(seats, 12, often=0.4):
        s = there_and_away(begun, draw)
        if s is None:
            continue
        m, lenient = Match(s, s.stack[-1].seat), Lenient(s, s.stack[-1].seat)
        for tile in {name for name, _ in m.last} | {draw.choice(m.layout.tiles)[0]}:
            by_card = m.card(tile, KIND_INDEX["jolly"], moves=True, turns=True)
            asked = tiles_of(after(s, "play:jolly")) if "play:jolly" in answers(s) else {}
            found = complete(m, asked[tile]) if tile in asked else set()
            assert found == by_card, tile
            every = lenient.card(tile, KIND_INDEX["jolly"], moves=True, turns=True)
            met["refused"] += len(every - by_card)
            known = {old.tiles for old in m.moments}
            met["lawful"] += sum(to.tiles in known for to, _ in by_card)
            if s.now.free:
                asked = tiles_of(after(s, "free:tile")) if "free:tile" in answers(s) else {}
                chosen = asked.get(tile)
                ends = {layout(m, after(chosen, a)) for a in answers(chosen)} if chosen else set()
                assert ends == m.free(tile)
    assert min(met["refused"], met["lawful"]) > 3, met
