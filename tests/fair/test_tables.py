"""Some tables of every game, and the proof that each way of being unfair is noticed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cogs.table import journal, scenes
from cogs.table.telling import Telling
from data import acts, export, matches, people, rewind
from data.acts import Person
from data.powers import HOST, MANAGER, Actor
from data.sheet import Change, Sheet
from rules import games, kernel
from tests.fair.seated import Failed, Hall
from tests.fair.tables import play
from tests.kit.playouts import opening

Patch = pytest.MonkeyPatch
pytestmark = pytest.mark.real_ids  # so that a seed gives the same table as on the command line

TABLES, ACTS = 12, 60
"""Of each game, and at each at most."""
MOST = 60
"""Tables at which a fault must show."""


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    hall = Hall(tmp_path)
    yield hall
    await hall.close()


@pytest.mark.parametrize("game", sorted(games()))
async def test_everybody_has_seen_only_what_was_his_to_see(hall: Hall, game: str) -> None:
    for number in range(1, TABLES + 1):
        await play(hall, game, number, ACTS)
    assert hall.count["tables"] == TABLES
    assert hall.count["refused"] > TABLES
    assert hall.count["reads"] > 5 * hall.count["acts"]
    assert bool(hall.count["twins"]) == (game in looked_at())


def looked_at() -> list[str]:
    """The games with turns of several steps that can be taken back unseen."""
    return [name for name, game in games().items() if _steps(game)]


def _steps(game: Any) -> bool:
    """Whether at some position a seat that has moved is asked alone again and may go back."""
    match, _ = opening(game, 1)
    for _ in range(60):
        prompt = game.prompt(match.state)
        if prompt is None:
            return False
        before = match
        match, events = kernel.play(
            game, match, prompt.seats[0], next(iter(game.moves(match.state, prompt.seats[0])))
        )
        then, turn = game.prompt(match.state), any(event.kind == "turn" for event in events)
        if then and then.seats == prompt.seats and match.floor == before.floor and not turn:
            return len(prompt.seats) == 1
    return False


# Mutants. Each is played with until it is noticed, at a table that is fair without it.


def untold(patch: Patch) -> None:
    """Half-made turns are there for all to see."""
    for module in (acts, scenes, journal, rewind):
        patch.setattr(module, "untold", lambda sheet, viewer: ())


def unseen(patch: Patch) -> None:
    """Steps that were taken back are told in the log."""
    patch.setattr(scenes, "unseen", lambda sheet, log, viewer: frozenset())


def unseen_in_file(patch: Patch) -> None:
    """They stand in the file."""
    patch.setattr(export, "unseen", lambda sheet, log, viewer: frozenset())


def all_events_in_file(patch: Patch) -> None:
    """The file holds what other seats were told."""
    patch.setattr(kernel.Event, "seen_by", lambda self, seat: True)


def all_moves_in_file(patch: Patch) -> None:
    """The file holds what several seats answered unseen."""
    everything = lambda record: frozenset(e.n for e in record.entries)  # noqa: E731
    patch.setattr(export, "open_moves", everything)


def former_reads_on(patch: Patch) -> None:
    """Who has handed over his seat goes on reading as that seat."""

    def seat_at(self: Sheet, user: int, n: int) -> int | None:
        seat = self.seat_of(user)
        held = [one.seat for one in self.former if one.user == user]
        return seat if seat is not None or not held else held[-1]

    patch.setattr(Sheet, "seat_at", seat_at)


def anybody_sits(patch: Patch) -> None:
    """A second seat for who has held one."""
    patch.setattr(people, "may_sit", lambda *args: None)


def sat_elsewhere(patch: Patch) -> None:
    """Only who sits now is refused, not who has sat."""

    def may_sit(sheet: Sheet, seat: int, user: int, *more: Any) -> None:
        if sheet.seat_of(user) is not None:
            raise acts.refuse("refused-sits")

    patch.setattr(people, "may_sit", may_sit)


def host_hands_over(patch: Patch) -> None:
    """The host, or a manager, hands over anybody's seat."""
    hand = people.hand_over

    def hand_over(sheet: Sheet, seat: int, to: Person, by: Actor, *more: Any) -> Change:
        holder = sheet.holders[seat].user
        power = by.role in (HOST, MANAGER) and holder is not None
        return hand(sheet, seat, to, by._replace(user=holder) if power else by, *more)

    patch.setattr(people, "hand_over", hand_over)


def former_comes_back(patch: Patch) -> None:
    """Who handed his seat over, or resigned, comes back to it."""

    def waits_for(sheet: Sheet, user: int) -> int | None:
        held = [one.seat for one in sheet.former if one.user == user]
        return held[-1] if held and sheet.holders[held[-1]].user is None else None

    patch.setattr(people, "waits_for", waits_for)


def player_overrules(patch: Patch) -> None:
    """A manager who plays goes back by himself."""
    patch.setattr(rewind, "plays", lambda sheet, user: False)


def reopened(patch: Patch) -> None:
    """What was closed is open once the act that closed it is undone."""
    rewound = rewind.rewound

    def forgets(*args: Any, **more: Any) -> Change:
        change = rewound(*args, **more)
        return replace(change, sheet=replace(change.sheet, closed=0))

    patch.setattr(rewind, "rewound", forgets)


def asks_few(patch: Patch) -> None:
    """Across a draw only those are asked who have acted."""
    patch.setattr(rewind, "crosses", lambda sheet, ply: False)


def by_ply(patch: Patch) -> None:
    """Luck changes with whatever is put before it."""
    patch.setattr(kernel, "_next", lambda match: kernel._ctx(match.seed, match.ply + 1))


def by_draws_ever(patch: Patch) -> None:
    """A draw that was taken back is drawn anew."""
    made = count()
    patch.setattr(kernel, "_next", lambda match: kernel._ctx(match.seed, next(made)))


def nobody_called(patch: Patch) -> None:
    """Whom it concerns is not called."""
    note = acts.post_note
    for module in (acts, rewind):
        patch.setattr(module, "post_note", lambda sheet, prompt, call=(): note(sheet, prompt))


def nameless(patch: Patch) -> None:
    """The log does not say who it was."""
    patch.setitem(  # the module may have been loaded anew since this one was
        Telling.entry.__globals__, "_changed", lambda scene, entry, event: "the seat changed hands"
    )


def request_for_one(patch: Patch) -> None:
    """A request tells everybody what its maker may know."""
    telling = scenes.Scenes.telling

    async def for_the_maker(
        self: Any, sheet: Sheet, viewer: int | None, locale: str, messages: bool = True
    ) -> Telling:
        whole = await telling(self, sheet, viewer, locale, messages)
        return replace(whole, hidden=frozenset())

    patch.setattr(scenes.Scenes, "telling", for_the_maker)


def counts_named(patch: Patch) -> None:
    """An undo tells what it took back, though nobody was told of it."""
    undo = Telling.undo
    patch.setattr(Telling, "undo", lambda self, entry: undo(replace(self, hidden=()), entry))


def forgetful(patch: Patch) -> None:
    """After a restart nobody has ever held a seat."""
    load = matches.load

    def forgets(c: Any, match: int) -> Sheet | None:
        sheet = load(c, match)
        return None if sheet is None else replace(sheet, former=())

    patch.setattr(matches, "load", forgets)


def old_buttons(patch: Patch) -> None:
    """A button answers whatever is asked by now."""
    move = acts.move
    patch.setattr(
        acts, "move", lambda sheet, seat, moves, now, asked: move(sheet, seat, moves, now)
    )


async def noticed(hall: Hall, patch: Patch, plant: Callable[[Patch], None]) -> str:
    """How a fault is noticed, at a table that is fair without it."""
    for number in range(1, MOST + 1):
        for game in sorted(games()):
            with patch.context() as planted:
                plant(planted)
                try:
                    await play(hall, game, number, ACTS)
                    continue
                except Failed as failed:
                    found = failed
            try:
                await play(hall, game, number, ACTS)
            except Failed:  # what is unfair by itself proves nothing
                continue
            return f"{type(found.fault).__name__}: {found.fault}"
    raise AssertionError(f"{plant.__name__} is not noticed")


NOTICED: dict[Callable[[Patch], None], str] = {
    untold: "not the view of the position that lies open",
    unseen: "tells of entry",
    unseen_in_file: "file: holds move",
    all_events_in_file: "marks Event",
    all_moves_in_file: "file: holds move",
    former_reads_on: "file: ",
    anybody_sits: "not refused",
    sat_elsewhere: "not refused",
    host_hands_over: "not refused",
    former_comes_back: "not refused",
    player_overrules: "not refused",
    reopened: "may take back",
    asks_few: "are called, not",
    by_ply: "what luck and rules give",
    by_draws_ever: "what luck and rules give",
    nobody_called: "are not called",
    nameless: "does not name who did it",
    request_for_one: "tells of entry",
    counts_named: "says ",
    forgetful: "changed something",
    old_buttons: "not refused",
}


@pytest.mark.parametrize("plant", NOTICED, ids=lambda plant: plant.__name__)
async def test_each_way_of_being_unfair_is_noticed(
    hall: Hall, monkeypatch: Patch, plant: Callable[[Patch], None]
) -> None:
    how = await noticed(hall, monkeypatch, plant)
    assert NOTICED[plant] in how
