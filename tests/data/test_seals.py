"""The columns that came with version 2 of the schema are under the seals and check numbers: changed
from outside they are noticed, in a row of today and in one of 0.1.0."""

from __future__ import annotations

from random import Random

import pytest

from data import people
from data.acts import Person
from data.check import check
from data.powers import MANAGER, Actor
from data.rewind import overrule
from data.store import Damaged, Store
from tests.data.old import of_0_1_0
from tests.data.table import NOW, begun, opened, played, step

NEW = {
    "match": ("message", "presses", "draws", "told", "closed", "former"),
    "seat": ("press", "since"),
    "move": ("told",),
    "snapshot": ("draws",),
}
WHERE = {
    "match": "id = 1", "seat": "match = 1 AND seat = 1", "move": "match = 1 AND kind = 'undo'",
    "snapshot": "match = 1 AND base = 1",
}  # fmt: skip
"""Which row of each table is changed."""
MATCH = {table: "id = 1" if table == "match" else "match = 1" for table in NEW}
WHO = {"match": "load", "seat": "load", "move": "log", "snapshot": "check"}
"""Who has to notice it, beside check."""


async def rich(store: Store) -> None:
    """A match of today in which each of the columns says something."""
    sheet = await begun(store, "toy", 3)
    sheet = await played(store, sheet, 12, Random(1))
    back, log = await store.at(sheet, 9), await store.log(1)
    boss, bob = Actor(900, "boss", MANAGER), Actor(102, "bob", "nobody")
    sheet = await store.commit(overrule(sheet, boss, back, log, NOW, "because"), NOW)
    to = Person(105, "eve", press=2000)
    change = people.hand_over(sheet, 1, to, bob, ("bob", "eve"), NOW)
    sheet = await store.commit(change, NOW)
    chance = Random(2)
    while not sheet.closed:
        sheet = await store.commit(step(sheet, chance), NOW)


@pytest.fixture
async def today(tmp_path):
    async with opened(tmp_path / "today.db") as store:
        await rich(store)
        yield store


@pytest.fixture
async def old(tmp_path):
    """Match 1 of 0.1.0, untouched since."""
    of_0_1_0(tmp_path / "old.db")
    async with opened(tmp_path / "old.db") as store:
        yield store


async def noticed(store: Store) -> set[str]:
    """Who notices that match 1 was changed."""
    found = set()
    for name, read in (("load", store.load), ("log", store.log)):
        try:
            await read(1)
        except Damaged:
            found.add(name)
    if any(f.serious and f.match == 1 for f in check(store.path)):
        found.add("check")
    return found


async def write(store: Store, table: str, where: str, **values) -> bool:
    """Write from outside; whether that changed anything."""

    def change(c) -> bool:
        held = f"SELECT {', '.join(values)} FROM {table} WHERE {where}"
        before = c.execute(held).fetchall()
        assert before, "there is no such row"
        names = ", ".join(f"{name} = ?" for name in values)
        c.execute(f"UPDATE {table} SET {names} WHERE {where}", tuple(values.values()))
        return bool(c.execute(held).fetchall() != before)

    return await store._write(change)


async def test_each_of_the_columns_says_something_here(today, old):
    """Else the tests below prove little; and in the old match nothing."""
    assert await noticed(today) == await noticed(old) == set()
    for table, columns in NEW.items():
        for column in columns:
            sql = f"SELECT {column} FROM {table} WHERE {WHERE[table]}"
            (value,) = (await today._read(lambda c, sql=sql: c.execute(sql).fetchall()))[0]
            assert value not in (None, 0, "", "[]"), column
            sql = f"SELECT DISTINCT {column} FROM {table} WHERE {MATCH[table]}"
            assert await old._read(lambda c, sql=sql: c.execute(sql).fetchall()) == [(None,)]


TEXT = ("presses", "former")
VALUES = [
    (table, column, value)
    for table, columns in NEW.items()
    for column in columns
    for value in (("[]", "[[0]]", "[1001, 1002, 1003]", None) if column in TEXT else (0, 7, None))
]


@pytest.mark.parametrize(("table", "column", "value"), VALUES)
async def test_a_changed_column_is_noticed(today, table, column, value):
    assert await write(today, table, WHERE[table], **{column: value})
    assert await noticed(today) >= {"check", WHO[table]}


@pytest.mark.parametrize("table", NEW)
async def test_the_columns_emptied_all_at_once_are_noticed(today, table):
    """As if the row were of 0.1.0."""
    assert await write(today, table, WHERE[table], **dict.fromkeys(NEW[table]))
    assert await noticed(today) >= {"check", WHO[table]}


async def test_a_match_made_to_look_like_one_of_0_1_0_is_noticed(today):
    await write(today, "match", "id = 1", **dict.fromkeys(NEW["match"]))
    await write(today, "seat", "match = 1", **dict.fromkeys(NEW["seat"]))
    assert await noticed(today) >= {"check", "load"}


async def test_presses_exchanged_between_two_seats_are_noticed(today):
    a, b = await today._read(
        lambda c: [p for (p,) in c.execute("SELECT press FROM seat WHERE seat < 2 ORDER BY seat")]
    )
    assert await write(today, "seat", "seat = 0", press=b)
    assert await write(today, "seat", "seat = 1", press=a)
    assert await noticed(today) >= {"check", "load"}


@pytest.mark.parametrize(("table", "column", "value"), [v for v in VALUES if v[2] is not None])
async def test_a_column_filled_in_a_row_of_0_1_0_is_noticed(old, table, column, value):
    where = "match = 1 AND n = 7" if table == "move" else WHERE[table]
    assert await write(old, table, where, **{column: value})
    assert await noticed(old) >= {"check", WHO[table]}


async def test_a_snapshot_whose_count_was_changed_is_not_gone_back_to(today):
    """What is there instead is played again from another one, and is right."""
    sheet = await today.load(1)
    was = {ply: await today.at(sheet, ply) for ply in range(sheet.match.ply)}
    assert await write(today, "snapshot", "base = 0", draws=7)
    assert {ply: await today.at(sheet, ply) for ply in range(sheet.match.ply)} == was


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("match", "draws", 7), ("match", "told", 7), ("match", "closed", 7),
        ("match", "former", "[]"), ("seat", "press", 7), ("seat", "since", 7), ("move", "told", 7),
    ],
)  # fmt: skip
async def test_nothing_else_notices_them(tmp_path, monkeypatch, table, column, value):
    """The mutant: with a seal and check numbers that say nothing nobody notices."""
    monkeypatch.setattr("data.rows.seal", lambda *values: "")
    monkeypatch.setattr("data.rows.checksum", lambda *values: 0)
    async with opened(tmp_path / "p.db") as store:
        await rich(store)
        assert await write(store, table, WHERE[table], **{column: value})
        assert await noticed(store) == set()
