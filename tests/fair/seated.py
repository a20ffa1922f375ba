"""A table at the store: people's acts go in, sheets and letters come out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.table.scenes import Scenes
from data import acts, export, lobbies, people, rewind
from data.acts import Person
from data.powers import HOST, MANAGER, Actor
from data.sheet import Change, Letter, Sheet, Status
from data.store import Gone
from rendering import words
from rules.kernel import Match, Move, Refused
from tests.data.table import CHANNEL, GUILD, NOW, seed
from tests.fair import policy
from tests.fair.ledger import Fault
from tests.fair.policy import NAMES, SITTERS, SPARE, STRANGER
from tests.fair.reads import Reader, Reads
from tests.fair.referee import Act
from tests.fair.shelf import Shelf


class Failed(AssertionError):
    """A table that went wrong: its game, its seed, its acts."""

    def __init__(self, game: str, number: int, told: Sequence[str], fault: BaseException) -> None:
        self.fault = fault
        lines = "\n".join(f"  {k}. {one}" for k, one in enumerate(told, 1))
        why = f"{type(fault).__name__}: {fault}"
        super().__init__(f"{game}, seed {number}\n{lines}\n{why}")


@dataclass(slots=True)
class Moment:
    """One act, how it went, and what came of it for those who know of no look."""

    act: Act
    refused: str
    deep: int = 0
    pages: frozenset[int] = frozenset()
    """Who reads the log besides."""
    reads: Reads = field(default_factory=dict)


@dataclass(slots=True)
class Story:
    """All that was done at one table."""

    options: dict[str, Any]
    wanted: int
    moments: list[Moment] = field(default_factory=list)
    looked: bool = False


def said_once(say: Any) -> Any:
    """Sentences are many and the same, and take half the time."""
    held: dict[Any, Any] = {}

    def format_pattern(pattern: Any, args: dict[str, Any]) -> Any:
        key = (id(pattern), *args.items())
        if key not in held:
            held[key] = say(pattern, args)
        return held[key]

    return format_pattern


def opened_once(open_moves: Any) -> Any:
    """All who read the file at one moment read of the same moves."""
    held: tuple[Any, Any] = (None, None)

    def once(record: Any) -> Any:
        nonlocal held
        if held[0] is not record:
            held = record, open_moves(record)
        return held[1]

    return once


class Hall:
    """The place where tables are played, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "fair.db"
        self.shelf = Shelf(self.path, NOW)
        self.scenes = Scenes(self.shelf)
        self.count: Counter[str] = Counter()
        self._patch = pytest.MonkeyPatch()
        bundle = words._bundle(words.ENGLISH)
        self._patch.setattr(bundle, "format_pattern", said_once(bundle.format_pattern))
        self._patch.setattr(export, "open_moves", opened_once(export.open_moves))
        plain = SimpleNamespace(dumps=lambda file, indent: json.dumps(file))
        self._patch.setattr(export, "json", plain)  # indented it takes ten times as long

    async def close(self) -> None:
        self._patch.undo()
        self.scenes.close()
        await self.shelf.close()

    async def reopen(self) -> None:
        await self.shelf.close()
        self.shelf = self.scenes.store = Shelf(self.path, NOW)


class Seated:
    """One table at the store: acts go in, sheets come out."""

    def __init__(self, hall: Hall, game: str, number: int, told: list[str]) -> None:
        self.hall, self.game, self.number, self.told = hall, game, number, told
        chance = Random(f"{game} {number} people")
        extra = [one for one in (*SITTERS, *SPARE) if chance.random() < 0.15]
        self.managers = frozenset((policy.MANAGER, *extra))
        self.sheet: Sheet = None  # type: ignore[assignment]
        self.change: Change | None = None
        self.clock, self.press = NOW, 1000
        self.letters: list[Letter] = []
        """What went out after the last act."""
        self.reader: Reader = self._reader()
        hall.shelf.clear()

    def _reader(self) -> Reader:
        return Reader(self.hall.shelf, self.hall.scenes, self.managers)

    def person(self, user: int) -> Person:
        self.press += 1
        return Person(user, NAMES[user], "en", self.press)

    def actor(self, user: int) -> Actor:
        role = MANAGER if user in self.managers else HOST if user == self.sheet.host else "nobody"
        return Actor(user, NAMES[user], role)

    async def commit(self, change: Change) -> None:
        self.clock += 1
        self.sheet = await self.hall.shelf.commit(change, self.clock)
        self.change = change

    async def open(self, wanted: int, options: dict[str, Any]) -> None:
        host = self.person(SITTERS[0])
        await self.commit(
            lobbies.open_lobby(self.game, GUILD, CHANNEL, host, NOW, seed(self.number), wanted)
        )
        for name, value in options.items():
            await self.commit(lobbies.set_option(self.sheet, host.user, name, value))
        await self.commit(lobbies.promised(self.sheet, 1000))

    async def do(self, act: Act) -> str:
        """One act; why it was refused, or nothing."""
        self.told.append(act.told)
        self.change, self.letters = None, []
        if act.what == "restart":
            await self._restart()
            return ""
        try:
            await self.commit(await self._change(act))
        except Refused as no:
            self.told[-1] += f"  -> {no.reason.key}"
            return f"{no.reason.key} {json.dumps(dict(no.reason.args), sort_keys=True)}"
        if self.sheet.status is not Status.HELD and self.clock % 5:  # else it is sent later
            self.letters = await self.hall.shelf.sent(self.clock, self.clock * 100)
        return ""

    async def _restart(self) -> None:
        before = self.sheet
        await self.hall.reopen()
        self.reader = self._reader()
        again = await self.hall.shelf.load(before.id)
        if again != before:
            raise Fault("another sheet is read after a restart")
        self.sheet = again

    async def _back(self, ply: int) -> Match:
        match = acts.running(self.sheet)
        if not 0 <= ply <= match.ply:
            raise acts.refuse("refused-undo-where", most=match.ply)
        try:
            return await self.hall.shelf.at(self.sheet, ply)
        except Gone:
            raise acts.refuse("refused-undo-gone") from None

    async def _change(self, act: Act) -> Change:
        sheet, now = self.sheet, self.clock
        user, name = act.user, NAMES.get(act.user, "")
        match act.what:
            case "join":
                return lobbies.join(sheet, self.person(user))
            case "leave_lobby":
                return lobbies.leave_lobby(sheet, user)
            case "start":
                return lobbies.begin(sheet, user, now, self.person(user).press)
            case "anew":
                return acts.posted_anew(sheet)
            case "hold":
                return people.hold(sheet)
            case "settle":
                return people.settle(sheet, sheet.guild, sheet.channel)
            case "gone":
                return people.gone(sheet, act.seat, now)
            case "back_again":
                return people.come_back(sheet, self.person(user), name, now)
            case "hand":
                names = sheet.holders[act.seat].name, NAMES[act.to]
                to, by = self.person(act.to), self.actor(user)
                return people.hand_over(sheet, act.seat, to, by, names, now, act.why)
            case "unseat":
                was = sheet.holders[act.seat].name
                return people.unseat(sheet, act.seat, self.actor(user), was, now, act.why)
            case "overrule":
                log, back = await self.hall.shelf.log(sheet.id), await self._back(act.to)
                return rewind.overrule(sheet, self.actor(user), back, log, now, act.why)
        return await self._of_seat(act, sheet, now)

    async def _of_seat(self, act: Act, sheet: Sheet, now: int) -> Change:
        """What only somebody with a seat does."""
        seat, log = sheet.seat_of(act.user), await self.hall.shelf.log(sheet.id)
        if seat is None:
            raise acts.refuse("refused-not-yours", match=sheet.id)
        match act.what:
            case "move":
                moves = [Move.parse(one) for one in act.moves]
                return acts.move(sheet, seat, moves, now, act.to or None)
            case "undo":
                back = await self._back(acts.running(sheet).ply - act.to)
                return rewind.undo(sheet, seat, back, log, now)
            case "ask":
                return rewind.ask(sheet, seat, act.to, log)
            case "resign":
                return acts.resign(sheet, seat, now)
        key = sheet.request.key if sheet.request else 0
        if act.what == "decline":
            return rewind.decline(sheet, seat, key)
        assert act.what == "agree"
        back = await self._back(rewind.pending(sheet, key).ply)
        return rewind.agree(sheet, seat, key, back, log, now)

    def users(self) -> list[int]:
        """Everybody who ever sat here, and a stranger."""
        sat = {one.user for one in self.sheet.holders} | {one.user for one in self.sheet.former}
        return sorted({*(u for u in sat if u is not None), STRANGER})
