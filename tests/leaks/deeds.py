"""What people do to a match, each in one place: how the rules of the table want it to be said.

Where those ask for more (who it was, by which press), it is added here, and every course, plan and
story has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from data import acts, lobbies, people, rewind
from data.acts import Person
from data.chain import commitment
from data.powers import HOST, MANAGER, Actor
from data.sheet import Change, Entry, Sheet
from rules.kernel import Match, Move, Seat
from tests.leaks.line import CHANNEL, GUILD, NAMES, NOW, PLAYERS

PEOPLE = tuple(Person(user, NAMES[user], press=2_000 + user) for user in PLAYERS)
BOSS = 400
"""Manages the server and does not play."""
MESSAGE, START = 1_500, 2_900
"""The lobby's message and the press that starts: those by which people sit down lie between."""


def lobby(game: str, seats: int, names: Sequence[str] = ()) -> Sheet:
    """All seats taken, under these names or their own."""
    here = [who._replace(name=name) for who, name in zip(PEOPLE, names, strict=False)] or PEOPLE
    sheet = lobbies.open_lobby(game, GUILD, CHANNEL, here[0], NOW, bytes(32), seats).sheet
    for person in here[1:seats]:
        sheet = lobbies.join(sheet, person).sheet
    return sheet


def begun(sheet: Sheet, seed: bytes, options: Mapping[str, Any]) -> Change:
    """Started, all in the lobby having read this seed's commitment."""
    promised = replace(sheet, seed=seed, commitment=commitment(seed), message=MESSAGE)
    return lobbies.begin(replace(promised, options=options), sheet.host, NOW, START)


def moved(sheet: Sheet, seat: Seat, move: Move) -> Change:
    return acts.move(sheet, seat, [move], NOW)


def resigned(sheet: Sheet, seat: Seat) -> Change:
    return acts.resign(sheet, seat, NOW)


def handed(sheet: Sheet, seat: Seat, to: Person) -> Change:
    """By whoever holds it; the host fills one that waits."""
    holder = sheet.holders[seat]
    by = Actor(sheet.host, "host", HOST)
    if holder.user is not None:
        by = Actor(holder.user, holder.name, "nobody")
    return people.hand_over(sheet, seat, to, by, (holder.name, to.name), NOW)


def unseated(sheet: Sheet, seat: Seat) -> Change:
    by, name = Actor(BOSS, "boss", MANAGER), sheet.holders[seat].name
    return people.unseat(sheet, seat, by, name, NOW, "away")


def back(sheet: Sheet, user: int) -> Change:
    return people.come_back(sheet, Person(user, f"user{user}"), f"user{user}", NOW)


def undone(sheet: Sheet, seat: Seat, back: Match, log: Sequence[Entry]) -> Change:
    return rewind.undo(sheet, seat, back, log, NOW)


def asked(sheet: Sheet, seat: Seat, ply: int, log: Sequence[Entry]) -> Change:
    return rewind.ask(sheet, seat, ply, log)


def overruled(sheet: Sheet, back: Match, log: Sequence[Entry]) -> Change:
    return rewind.overrule(sheet, Actor(BOSS, "boss", MANAGER), back, log, NOW, "a slip")
