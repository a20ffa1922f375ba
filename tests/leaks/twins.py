"""Two worlds that one viewer cannot tell apart: the same people, clock, ids and log, but for what
the viewer may not know. For every game with secrets that is found.

A *course* is a match played by chance with all that happens to a match besides (undos of every
ring, resignations, seats that change hands). Its *twin* for a viewer is the same course over
positions made by `Game.resample`, with other seats' hidden moves and private events changed, with
other steps where another seat took some back before a post told them or is making its turn, and
from another seed, whose commitment reads the same.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pytest

import rules.replay
from data import acts
from data.acts import Person, untold
from data.chain import key_of
from data.rewind import makes_ply, stands, unseen
from data.sheet import Change, Entry, Sheet, Status, Step
from rendering.scene import renderers
from rules import game as game_of
from rules import games
from rules.kernel import AnyGame, Event, Match, Move, Refused, Seat, play
from rules.replay import Played
from tests.kit.playouts import drawn_options, fresh, hooks, pick, rare
from tests.leaks import deeds
from tests.leaks.line import OUTSIDER

SHOWN = [name for name in games() if name in renderers()]
"""The games that can be played at a table."""
SECRET = [name for name in SHOWN if hooks(name).HIDDEN]
"""Those of them in which seats have secrets: what is not hidden cannot differ."""
SPARE = 300
"""Those who take a seat over: 300, 301 .."""
MOMENTS = 36
"""Looked at in one course."""


class Moment(NamedTuple):
    """A match after some change: its sheet, and how many steps its log has by then."""

    sheet: Sheet
    steps: int


class Course:
    """A match played by chance to its end."""

    def __init__(self, name: str, key: int, seats: int = 0, undos: float = 0.12) -> None:
        self.game: AnyGame = game_of(name)
        self.key = key
        self.chance = random.Random(f"course {name} {key}")
        self.steps: list[Step] = []
        self.befores: list[Match | None] = []
        """The match before each step."""
        self.moments: list[Moment] = []
        self._standing: dict[int, Match] = {}
        least, most = self.game.seat_range
        most = min(most, len(deeds.PEOPLE))
        sheet = deeds.lobby(name, seats or least + key % (most - least + 1))
        options = drawn_options(self.game, self.chance).model_dump(mode="json")
        self.seed = self.chance.randbytes(32)
        self._keep(deeds.begun(sheet, self.seed, options), None)
        while self.sheet.status is Status.RUNNING and len(self.moments) < 400:
            self._onward(undos)

    @property
    def sheet(self) -> Sheet:
        return self.moments[-1].sheet

    @property
    def log(self) -> list[Entry]:
        return [step.entry for step in self.steps]

    def _keep(self, change: Change, before: Match | None) -> None:
        for step in change.steps:
            self.steps.append(step)
            self.befores.append(before)
            before = step.match
            self._standing[step.entry.ply] = step.match
        self.moments.append(Moment(change.sheet, len(self.steps)))

    def _onward(self, undos: float) -> None:
        """Something happens."""
        sheet, chance = self.sheet, self.chance
        assert sheet.match is not None
        what = chance.random()
        try:
            if what < undos and sheet.match.ply:
                self._undo(sheet, what < undos / 3)
                return
            if undos and what > 0.985:
                seat, which = chance.randrange(len(sheet.holders)), chance.random()
                user = sheet.holders[seat].user
                if which < 0.5 or user is None:
                    to = Person(SPARE + len(self.moments), f"new{len(self.moments)}")
                    self._keep(deeds.handed(sheet, seat, to), sheet.match)
                    return
                if which < 0.75:
                    self._keep(deeds.unseated(sheet, seat), sheet.match)
                    if chance.random() < 0.5:
                        self._keep(deeds.back(self.sheet, user), sheet.match)
                    return
                if sum(not h.out for h in sheet.holders) > 2:
                    self._keep(deeds.resigned(sheet, seat), sheet.match)
                    return
        except Refused:
            pass
        prompt = acts.prompt(sheet)
        assert prompt is not None
        seat = chance.choice(prompt.seats)
        moves = list(self.game.moves(sheet.match.state, seat))
        move = pick(moves, chance, rare(self.game))
        self._keep(deeds.moved(sheet, seat, move), sheet.match)

    def _undo(self, sheet: Sheet, further: bool) -> None:
        assert sheet.match is not None
        ply = sheet.match.ply
        if further:
            back = self._standing[max(0, ply - self.chance.randint(1, 3))]
            self._keep(deeds.overruled(sheet, back, self.log), sheet.match)
            return
        seat = sheet.line[-1][1] if sheet.line else 0
        back = self._standing[ply - 1]
        self._keep(deeds.undone(sheet, seat, back, self.log), sheet.match)


@dataclass(frozen=True)
class World:
    """One match as it stands, with its whole log; what it takes to plant it."""

    sheet: Sheet
    steps: tuple[Step, ...] = ()
    twin: bool = False
    """Playing the log again leads to the positions that it says, whatever the rules would make."""

    @property
    def match(self) -> Match:
        assert self.sheet.match is not None
        return self.sheet.match

    @contextmanager
    def lived(self) -> Iterator[None]:
        """While this world is looked at, its log plays again as it was written, and the commitment
        to its seed reads as it does."""
        if not self.twin:
            yield
            return
        first, ours = self.steps[0], {step.entry.n: step for step in self.steps}

        def again(game: AnyGame, base: Match, acts: Iterable[Entry]) -> Iterator[Played]:
            standing = [base]
            for act in acts:
                before, step = standing[-1], ours.get(act.n)
                if step is not None and act.kind in ("move", "leave"):
                    after, events = step.match, step.entry.events
                    if after.ply > before.ply:
                        standing.append(after)
                else:
                    after, events = rules.replay._again(game, standing, act)
                yield Played(act, before, after, events)

        def commitment(seed: bytes) -> str:
            if seed == self.sheet.seed:
                return self.sheet.commitment
            return hashlib.sha256(seed).hexdigest()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("data.audit.replay", again)
            patch.setattr("data.history.replay", again)
            patch.setattr("data.audit.start", lambda *_: (first.match, first.entry.events))
            for module in ("commit", "matches", "audit"):
                patch.setattr(f"data.{module}.commitment", commitment)
            yield


class Pair(NamedTuple):
    """The same moment of a match in two worlds."""

    game: AnyGame
    moment: str
    turn: int
    """Counts the pairs: what comes up by turns goes by it."""
    viewer: Seat | None
    a: World
    b: World

    @property
    def user(self) -> int:
        """Who looks."""
        if self.viewer is None:
            return OUTSIDER
        user = self.a.sheet.holders[self.viewer].user
        return OUTSIDER if user is None else user

    @property
    def name(self) -> str:
        who = "channel" if self.viewer is None else f"seat {self.viewer}"
        return f"{self.moment}, {who}"


class Twin:
    """A course as it may as well have been for one viewer."""

    def __init__(self, course: Course, viewer: Seat | None, other_seed: bool = True) -> None:
        self.course, self.viewer, self.game = course, viewer, course.game
        self.seed = course.chance.randbytes(32) if other_seed else course.seed
        self._states: dict[Any, Any] = {}
        self.hidden = unseen(course.sheet, course.log, viewer)
        """Entries that this viewer never comes to know more of than their number."""
        self.steps = [self._step(k) for k in range(len(course.steps))]

    def state(self, real: Any) -> Any:
        """The position that stands for a real one, always the same."""
        made = self._states.get(real)
        if made is None:
            ctx = fresh("twin", self.course.key, self.viewer, len(self._states))
            made = self._states[real] = self.game.resample(real, self.viewer, ctx)
            assert self.game.view(made, self.viewer) == self.game.view(real, self.viewer)
        return made

    def match(self, real: Match) -> Match:
        sheet = self.course.sheet
        key = key_of(self.seed, sheet.message, sheet.presses)
        return replace(real, state=self.state(real.state), seed=key)

    def _step(self, k: int) -> Step:
        entry, match = self.course.steps[k]
        events = tuple(self._told(entry.events))
        move = self._move(entry, self.course.befores[k])
        if entry.n in self.hidden:
            events = tuple(map(other_event, entry.events))
        return Step(replace(entry, events=events, move=move), self.match(match))

    def _told(self, events: tuple[Event, ...]) -> Iterator[Event]:
        """What this viewer is told stays; what others are told is another thing, more or less of
        it."""
        hidden = 0
        for event in events:
            if event.seen_by(self.viewer):
                yield event
                continue
            yield from [other_event(event)] * (2, 2, 0)[hidden % 3]  # never as many as there were
            hidden += 1

    def _move(self, entry: Entry, before: Match | None) -> str:
        """Another move where this viewer may not know which it was."""
        if entry.kind != "move" or before is None or entry.seat == self.viewer:
            return entry.move
        assert entry.seat is not None
        prompt = self.game.prompt(before.state)
        assert prompt is not None
        done = Move.parse(entry.move)
        others = [m for m in self.game.moves(before.state, entry.seat) if m != done]
        if not others:
            return entry.move
        other = random.Random(f"{entry.n} {self.viewer}").choice(others)
        if len(prompt.seats) > 1 or entry.n in self.hidden:
            return str(other)
        if done.op in self.game.secret_ops:
            same = [m for m in others if m.op == done.op]
            return str(same[entry.n % len(same)]) if same else entry.move
        return entry.move

    def at(self, index: int, turn: int) -> Pair:
        """Both worlds at a moment of the course."""
        course = self.course
        sheet, count = course.moments[index]
        assert sheet.match is not None
        a = World(sheet, tuple(course.steps[:count]))
        steps = self._turned(sheet, self.steps[:count])
        there = replace(sheet, match=steps[-1].match, seed=self.seed)
        b = World(there, tuple(steps), twin=True)
        moment = f"{self.game.name} {course.key}, moment {index}"
        return Pair(self.game, moment, turn, self.viewer, a, b)


    def _turned(self, sheet: Sheet, steps: list[Step]) -> list[Step]:
        """With other steps in the turn that another seat is making, of which this viewer may not
        know yet: as many, and the same question after them, if there are such."""
        tail = untold(sheet, self.viewer)
        if not tail:
            return steps
        chance, made = random.Random(f"{tail} {self.viewer}"), list(steps)
        standing = [e.n for e in stands([s.entry for s in steps]) if makes_ply(e)]
        earlier = [n for n in standing if n < tail[0]]
        match = steps[(earlier[-1] if earlier else 1) - 1].match
        for n in tail:
            entry, after = steps[n - 1]
            assert entry.seat is not None
            for move in _mixed(self.game.moves(match.state, entry.seat), chance):
                other, events = play(self.game, match, entry.seat, move)
                same = self.game.prompt(other.state) == self.game.prompt(after.state)
                if str(move) != entry.move and same and other.floor == after.floor:
                    break
            else:
                return steps
            match, said = other, tuple(events)
            made[n - 1] = Step(replace(entry, move=str(move), events=said), match)
        return [*made[:-1], made[-1]._replace(match=match)]


def _mixed(moves: Iterable[Move], chance: random.Random) -> list[Move]:
    """Some of these moves in an order drawn by chance."""
    held = list(moves)
    return chance.sample(held, min(12, len(held)))


def other_event(event: Event) -> Event:
    """One of the same kind and the same seat that says something else."""
    data = {key: v if key == "seat" else _changed(v) for key, v in event.data.items()}
    return event._replace(data=data)


def _changed(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [_changed(one) for one in value]
    return value


def pairs(name: str, key: int, most: int = MOMENTS) -> Iterator[Pair]:
    """Moments of a course, each for one viewer, all viewers in turn. Moments where nothing is
    hidden from the viewer are passed over."""
    course = Course(name, key)
    seats: list[Seat | None] = [None, *range(len(course.sheet.holders))]
    twins = [Twin(course, viewer, other_seed=bool(k % 2)) for k, viewer in enumerate(seats)]
    every = max(1, len(course.moments) // most)
    for k, index in enumerate(range(0, len(course.moments), every)):
        # One further in each round of the viewers, so that every viewer has every turn.
        pair = twins[(k + key) % len(twins)].at(index, key + k + k // len(twins))
        if pair.a.match.state != pair.b.match.state:
            yield pair
