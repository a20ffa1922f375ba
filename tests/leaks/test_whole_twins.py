"""S1 once more, on a whole server: two matches dealt differently, played alike, told alike.

In the second world the cards that the viewer cannot see are others from the start, so the whole
log, the replay and the export are true of it. The same is done in both as long as the viewer
cannot tell them apart by the rules.
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
from rules.kernel import AnyGame, Event, Match, Move, Seat, play, start
from tests import toy as toys
from tests.cogs.test_presses import emit
from tests.cogs.world import NAMES, World
from tests.kit.playouts import fresh, pick, rare
from tests.leaks.booth import Sent
from tests.leaks.tap import Tap

toys.install()
SEED = bytes(range(32))
Patch = pytest.MonkeyPatch


class Step(NamedTuple):
    seat: Seat
    a: Move
    b: Move


class Deal(NamedTuple):
    """A way to deal differently what a viewer cannot see, and what can then be done alike."""

    key: int
    steps: list[Step]


@contextmanager
def dealt(game: AnyGame, viewer: Seat | None, key: int | None) -> Iterator[None]:
    """While matches are begun and played again, the deal of that key (None: as it is)."""
    kind, real = type(game), type(game).setup

    def setup(self: Any, seats: int, options: Any, ctx: Any) -> Any:
        state = self.settle(real(self, seats, options, ctx), ctx)
        other = self.resample(state, viewer, fresh("deal", key))
        ctx.events[:] = [_told(e, other, viewer) for e in ctx.events]
        return other

    with pytest.MonkeyPatch.context() as patch:
        if key is not None:
            patch.setattr(kind, "setup", setup)
        yield


def _told(event: Event, state: Any, viewer: Seat | None) -> Event:
    """What another seat was told when the match began: its hand, as it is now."""
    if event.seen_by(viewer):
        return event
    assert event.kind == "cards"
    return event._replace(data={**event.data, "cards": list(state.hands[event.data["seat"]])})


def alike(
    game: AnyGame, seats: int, viewer: Seat | None, key: int, most: int, secretly: bool
) -> Deal:
    """As many steps as can be done in both worlds with the viewer none the wiser. ``secretly``:
    what several are asked at once they answer differently, which ends when it is told."""
    a, _ = start(game, seats, SEED)
    with dealt(game, viewer, key):
        b, _ = start(game, seats, SEED)
    if a.state == b.state:
        return Deal(key, [])
    chance, steps = random.Random(key), []
    while len(steps) < most:
        found = _next(game, a, b, viewer, chance, secretly)
        if found is None:
            break
        step, a, b = found
        steps.append(step)
    return Deal(key, steps)


def _next(
    game: AnyGame, a: Match, b: Match, viewer: Seat | None, chance: random.Random, secretly: bool
) -> tuple[Step, Match, Match] | None:
    prompt = game.prompt(a.state)
    if prompt is None:
        return None
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
                return Step(seat, move, other), one, two
    return None


async def lived(
    path: Path, name: str, seats: int, viewer: Seat | None, deal: Deal, other: bool
) -> list[tuple[str, Sent]]:
    """One world from its opening on; what the viewer and the channel could read."""
    with dealt(game_of(name), viewer, deal.key if other else None):
        world = await World(path).open()
        try:
            told = await _told_in(world, name, seats, viewer, deal, other)
        except BaseException:
            await world.close(check=False)  # its database thread would keep the process alive
            raise
        await world.close()
    return told


async def _told_in(
    world: World, name: str, seats: int, viewer: Seat | None, deal: Deal, other: bool
) -> list[tuple[str, Sent]]:
    told: list[tuple[str, Sent]] = []
    tap = Tap(world)
    me = NAMES[viewer] if viewer is not None else "eve"
    readers = {None, world.people[me].id, world.people["eve"].id}

    def hear(what: str) -> None:
        told.extend((what, one) for one in tap.take() if one.to in readers)

    match = await world.match(*NAMES[:seats], game=name)
    hear("begins")
    for k, step in enumerate(deal.steps):
        await _done(world, match, step, other)
        hear(f"step {k}")
        sheet = await world.bot.desk.sheet(match)
        if k % 5 == 2 and sheet.line and undoable(sheet, step.seat):
            undo = Ticket("undo", match, sheet.n)
            emit(world, NAMES[step.seat], world.last, str(undo))
            await world.settle()
            hear(f"undone {k}")
            await _done(world, match, step, other)
            hear(f"step {k} again")
        if k % 2 == 0:
            await _look(world, match, me, k)
            hear(f"looks {k}")
        if k == len(deal.steps) // 2:
            await world.restart()
            tap.listen()
    return told


async def _done(world: World, match: int, step: Step, other: bool) -> None:
    asked = (await world.bot.desk.sheet(match)).holders[step.seat].asked
    move = step.b if other else step.a
    ticket = Ticket("answer", match, asked, str(move))
    emit(world, NAMES[step.seat], world.last, str(ticket))
    await world.settle()


async def _look(world: World, match: int, me: str, k: int) -> None:
    number = str(match)
    for command in ("play", "log", "export", "hand")[k % 4 // 2 :: 2]:
        await world.slash(me, f"table {command}", match=number)
    await world.slash("eve", "table board", match=number, as_text=bool(k % 4))
    await world.slash(me, "table here")
    await world.press("eve", world.last, "My view")
    emit(world, me, world.last, str(Ticket("log", match, 1)))
    await world.settle()
    await world.complete(me, "table undo", "steps", match=number)


def compare(a: list[tuple[str, Sent]], b: list[tuple[str, Sent]]) -> None:
    for (what, one), (again, two) in zip(a, b, strict=False):
        assert what == again
        assert one.to == two.to, what
        assert one.where == two.where, what
        assert one.body == two.body, what
        assert one.files == two.files, what
    assert len(a) == len(b)


def best(name: str, seats: int, viewer: Seat | None, most: int, secretly: bool = False) -> Deal:
    game = game_of(name)
    keys = range(80 if name == "toy" else 4)
    deals = (alike(game, seats, viewer, key, most, secretly) for key in keys)
    return max(deals, key=lambda deal: len(deal.steps))


CASES = [
    ("sarena", 3, 1, 12, False),
    ("sarena", 2, None, 10, False),
    ("toy", 2, 0, 14, False),
    ("toy", 3, None, 12, False),
    ("toy", 4, None, 3, True),
]


@pytest.mark.parametrize(("name", "seats", "viewer", "most", "secretly"), CASES)
async def test_s1_two_servers_on_which_a_viewer_sees_the_same_send_the_same(
    name: str,
    seats: int,
    viewer: Seat | None,
    most: int,
    secretly: bool,
    tmp_path: Path,
    monkeypatch: Patch,
) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda size: SEED[:size])
    deal = best(name, seats, viewer, most, secretly)
    assert len(deal.steps) == most
    assert any(step.a != step.b for step in deal.steps) == secretly
    a = await lived(tmp_path / "a.db", name, seats, viewer, deal, False)
    b = await lived(tmp_path / "b.db", name, seats, viewer, deal, True)
    assert len(a) > 6 * len(deal.steps)
    compare(a, b)


async def test_s1_on_a_whole_server_a_fault_put_in_is_found(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """A hand that shows in the view, and so in nothing but the picture."""
    from rules import toy

    monkeypatch.setattr("secrets.token_bytes", lambda size: SEED[:size])
    deal = best("toy", 2, None, 3)
    monkeypatch.setattr(toy.Toy, "view", lambda self, s, seat: replace(s, stack=s.stack))
    from rendering.scene import renderer

    kind = type(renderer("toy"))
    real = kind._lines
    monkeypatch.setattr(
        kind, "_lines", lambda self, scene: [*real(self, scene)[:2], str(scene.view.hands[1])]
    )
    a = await lived(tmp_path / "a.db", "toy", 2, None, deal, False)
    b = await lived(tmp_path / "b.db", "toy", 2, None, deal, True)
    with pytest.raises(AssertionError):
        compare(a, b)
