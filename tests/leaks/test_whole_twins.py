"""S1 once more, on a whole server: two matches dealt differently, played alike, told alike.

In the second world what the viewer cannot see is dealt otherwise from the start, so the whole log,
the replay and the export are true of it. The same is done in both, from the lobby on and across a
restart, as long as the viewer cannot tell them apart by the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cogs.controls import Ticket
from data.rewind import undoable
from rules import game as game_of
from rules.kernel import AnyGame, Match, Move, Seat, play, start
from tests.kit.playouts import fresh, pick, rare
from tests.leaks import keys
from tests.leaks.faults import Patch, a_picture_drawn_from_the_full_position
from tests.leaks.line import OUTSIDER, PLAYERS, Line, Sent
from tests.leaks.plans import looks
from tests.leaks.server import server
from tests.leaks.tour import Ear, Leak, Said, compare, look
from tests.leaks.twins import SECRET, Pair, World, other_event

DEALS = 80
"""Tried at most until one can be played alike for as long as wished."""
OPENS_TOGETHER = [
    name for name in SECRET
    if len(game_of(name).prompt(start(game_of(name), 2, keys.KEY)[0].state).seats) > 1
]  # fmt: skip
"""The games that begin with a question to several seats at once."""


class Step(NamedTuple):
    seat: Seat
    a: Move
    b: Move
    one: Match
    two: Match
    """The match after it in both worlds."""


class Deal(NamedTuple):
    """A way to deal differently what a viewer cannot see, and what can then be done alike."""

    game: AnyGame
    seats: int
    viewer: Seat | None
    key: int
    steps: list[Step]


@contextmanager
def dealt(game: AnyGame, viewer: Seat | None, key: int) -> Iterator[None]:
    """While matches are begun and played again, the deal of that key."""
    kind, real = type(game), type(game).setup

    def setup(self: Any, seats: int, options: Any, ctx: Any) -> Any:
        state = self.settle(real(self, seats, options, ctx), ctx)
        ctx.events[:] = [e if e.seen_by(viewer) else other_event(e) for e in ctx.events]
        return self.resample(state, viewer, fresh("deal", key))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "setup", setup)
        yield


def alike(game: AnyGame, seats: int, viewer: Seat | None, most: int, secretly: bool) -> Deal:
    """As many steps as can be done in both worlds with the viewer none the wiser. ``secretly``:
    what several are asked at once they answer differently, which ends when it is told."""
    best = Deal(game, seats, viewer, 0, [])
    for key in range(DEALS):
        one, _ = start(game, seats, keys.KEY)
        with dealt(game, viewer, key):
            two, _ = start(game, seats, keys.KEY)
        chance, steps = random.Random(key), []
        while one.state != two.state and len(steps) < most:
            found = _next(game, one, two, viewer, chance, secretly)
            if found is None:
                break
            steps.append(found)
            one, two = found.one, found.two
        if len(steps) > len(best.steps):
            best = best._replace(key=key, steps=steps)
        if len(steps) == most:
            break
    return best


def _next(
    game: AnyGame, a: Match, b: Match, viewer: Seat | None, chance: random.Random, secretly: bool
) -> Step | None:
    prompt = game.prompt(a.state)
    assert prompt is not None
    # The viewer answers last: so there are moments at which others have answered unseen.
    seats = sorted(prompt.seats, key=lambda k: (k == viewer, chance.random()))
    for seat in seats:
        legal, there = list(game.moves(a.state, seat)), game.moves(b.state, seat)
        both = [move for move in legal if move in there]
        unseen = secretly and len(prompt.seats) > 1 and seat != viewer
        for _ in range(25):
            move = pick(legal if unseen or not both else both, chance, rare(game))
            other = pick(list(there), chance, rare(game)) if unseen else move
            if other not in there:
                continue
            one, told = play(game, a, seat, move)
            two, again = play(game, b, seat, other)
            if game.outcome(one.state) is not None or game.outcome(two.state) is not None:
                continue
            same = game.view(one.state, viewer) == game.view(two.state, viewer)
            heard = [[e for e in events if e.seen_by(viewer)] for events in (told, again)]
            if same and heard[0] == heard[1] and one.state != two.state:
                return Step(seat, move, other, one, two)
    return None


async def lived(path: Path, deal: Deal) -> tuple[list[Said], list[Said]]:
    """Both worlds; what the viewer and the channel could read in each."""
    async with server(path / "a.db") as here:
        a = await _told_in(here, deal, False)
    with dealt(deal.game, deal.viewer, deal.key):
        async with server(path / "b.db") as here:
            b = await _told_in(here, deal, True)
    return a, b


async def _told_in(here: Any, deal: Deal, other: bool) -> list[Said]:
    ear = Ear(OUTSIDER if deal.viewer is None else PLAYERS[deal.viewer])
    await ear.hear("begins", _begun(here, deal))
    for k, step in enumerate(deal.steps):
        move = step.b if other else step.a
        await ear.hear(f"step {k}", here.answered(1, step.seat, move))
        sheet = await here.desk.sheet(1)
        if k % 5 == 2 and sheet.line and undoable(sheet, step.seat):
            undo = Ticket("undo", 1, sheet.n)
            await ear.hear(f"undone {k}", here.press(PLAYERS[step.seat], undo, private=False))
            await ear.hear(f"step {k} again", here.answered(1, step.seat, move))
        if k % 4 == 0:
            sheet = await here.desk.sheet(1)
            worlds = (World(replace(sheet, match=match)) for match in (step.one, step.two))
            pair = Pair(deal.game, f"step {k}", k, deal.viewer, *worlds)
            await look(here, pair, looks(pair), ear)
        if k == len(deal.steps) // 2:
            await here.restart()
    return ear.said


async def _begun(here: Line, deal: Deal) -> list[Sent]:
    assert await here.opened(deal.game.name, *PLAYERS[: deal.seats]) == 1
    return list(here.sent)


CASES = [(name, *case) for name in SECRET for case in ((3, 1, 10, False), (2, None, 10, False))]
CASES += [(name, 4, None, 3, True) for name in OPENS_TOGETHER]


@pytest.mark.parametrize(("name", "seats", "viewer", "most", "secretly"), CASES)
async def test_s1_two_servers_on_which_a_viewer_sees_the_same_send_the_same(
    name: str, seats: int, viewer: Seat | None, most: int, secretly: bool,
    tmp_path: Path, monkeypatch: Patch,
) -> None:  # fmt: skip
    keys.known(monkeypatch)
    deal = alike(game_of(name), seats, viewer, most, secretly)
    assert len(deal.steps) == most
    assert any(step.a != step.b for step in deal.steps) == secretly
    a, b = await lived(tmp_path, deal)
    assert len(a) > 6 * len(deal.steps)
    compare(f"{name}, {seats} seats, {viewer}", a, b)


@pytest.mark.parametrize("name", SECRET)
async def test_s1_on_a_whole_server_a_fault_put_in_is_found(
    name: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    """Something hidden that shows in nothing but the picture."""
    keys.known(monkeypatch)
    deal = alike(game_of(name), 2, None, 3, False)
    a_picture_drawn_from_the_full_position(monkeypatch, name)
    a, b = await lived(tmp_path, deal)
    with pytest.raises(Leak, match="other bytes in"):
        compare(name, a, b)
