"""What people do to a match, each in one place: how the rules of the table want it to be said.

Where those ask for more (who it was, by which press), it is added here, and every course, plan and
story has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from data import acts, people, rewind
from data.acts import Person
from data.sheet import Change, Entry, Sheet
from rules.kernel import Match, Move, Seat
from tests.leaks.line import CHANNEL, GUILD, NAMES, NOW, PLAYERS

PEOPLE = tuple(Person(user, NAMES[user]) for user in PLAYERS)


def lobby(game: str, seats: int, names: Sequence[str] = ()) -> Sheet:
    """All seats taken, under these names or their own."""
    here = [Person(who.user, name) for who, name in zip(PEOPLE, names, strict=False)] or PEOPLE
    sheet = acts.open_lobby(game, GUILD, CHANNEL, here[0], NOW, seats).sheet
    for person in here[1:seats]:
        sheet = acts.join(sheet, person).sheet
    return sheet


def begun(sheet: Sheet, seed: bytes, options: Mapping[str, Any]) -> Change:
    return acts.begin(replace(sheet, options=options), sheet.host, seed, NOW)


def moved(sheet: Sheet, seat: Seat, move: Move) -> Change:
    return acts.move(sheet, seat, [move], NOW)


def resigned(sheet: Sheet, seat: Seat) -> Change:
    return acts.resign(sheet, seat, NOW)


def handed(sheet: Sheet, seat: Seat, to: Person) -> Change:
    return people.hand_over(sheet, seat, to, (sheet.holders[seat].name, to.name), NOW)


def undone(sheet: Sheet, seat: Seat, back: Match, log: Sequence[Entry]) -> Change:
    return rewind.undo(sheet, seat, back, log, NOW)


def asked(sheet: Sheet, seat: Seat, ply: int, log: Sequence[Entry]) -> Change:
    return rewind.ask(sheet, seat, ply, log)


def overruled(sheet: Sheet, back: Match, log: Sequence[Entry]) -> Change:
    return rewind.overrule(sheet, back, log, NOW, "a slip")
