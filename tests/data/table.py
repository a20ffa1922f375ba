"""A table for the tests of the store: matches opened, begun and played by chance, all stored."""

from __future__ import annotations

import hashlib
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from data import acts, lobbies
from data.acts import Person
from data.sheet import Change, Sheet, Status
from data.store import Store
from rules import game
from rules.kernel import Move

NOW = 1_700_000_000
PEOPLE = tuple(
    Person(101 + k, name, press=1001 + k) for k, name in enumerate(("Ann", "Bob", "Cid", "Dee"))
)
GUILD, CHANNEL = 7, 8


def seed(n: int) -> bytes:
    """32 bytes that are the same in every run."""
    return hashlib.sha256(b"seed %d" % n).digest()


@asynccontextmanager
async def opened(path: Path, now: int = NOW):
    """A store that is closed whatever happens."""
    store = await Store.open(path, now)
    try:
        yield store
    finally:
        await store.close()


MESSAGE, START = 1000, 1900
"""The lobby's message and the Start press; people sit down by the presses 1001, 1002 .. between."""


async def lobby(store: Store, name: str = "toy", seats: int = 2, key: int = 1) -> Sheet:
    """A lobby with everybody in it, its commitment posted, stored."""
    change = lobbies.open_lobby(name, GUILD, CHANNEL, PEOPLE[0], NOW, seed(key), seats)
    sheet = await store.commit(replace(change, sheet=replace(change.sheet, message=MESSAGE)), NOW)
    for person in PEOPLE[1:seats]:
        sheet = await store.commit(lobbies.join(sheet, person), NOW)
    return sheet


async def begun(store: Store, name: str = "toy", seats: int = 2, key: int = 1, **options) -> Sheet:
    """A match that has just begun, stored."""
    sheet = await lobby(store, name, seats, key)
    for option, value in options.items():
        sheet = await store.commit(lobbies.set_option(sheet, sheet.host, option, value), NOW)
    return await store.commit(lobbies.begin(sheet, sheet.host, NOW, START), NOW)


def chosen(sheet: Sheet, chance: Random) -> tuple[int, Move]:
    """A seat that is asked and one of its legal moves."""
    asked = acts.prompt(sheet)
    assert asked is not None
    seat = chance.choice(asked.seats)
    moves = list(game(sheet.game).moves(sheet.match.state, seat))
    return seat, chance.choice(moves)


def step(sheet: Sheet, chance: Random, now: int = NOW) -> Change:
    """One move by chance."""
    seat, move = chosen(sheet, chance)
    return acts.move(sheet, seat, [move], now)


async def played(store: Store, sheet: Sheet, plies: int, chance: Random) -> Sheet:
    """So many moves by chance, or to the end."""
    for _ in range(plies):
        if sheet.status is not Status.RUNNING:
            break
        sheet = await store.commit(step(sheet, chance), NOW)
    return sheet


async def finished(store: Store, name: str = "toy", key: int = 1, seats: int = 2) -> Sheet:
    """A whole match, played by chance to its end."""
    sheet = await begun(store, name, seats, key)
    return await played(store, sheet, 10_000, Random(key))
