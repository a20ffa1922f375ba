"""Files made to trouble `check`: every one ends in words, none in a traceback or never."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import pytest

from data import schema
from data.check import check
from data.store import Damaged, Store, StoreError
from rendering.words import say
from tests.data.many import many
from tests.data.table import NOW, begun, finished, opened, played

DEEP = "[" * 100_000 + "]" * 100_000
HUGE = "9" * 5000
LARGEST = 2**63 - 1


async def made(path: Path) -> None:
    async with opened(path) as store:
        await played(store, await begun(store, "toy"), 6, Random(1))
        await finished(store, "sarena", key=2)


HARM = {
    **{
        f"{what} {column}": (f"UPDATE match SET {column} = ? WHERE id = 1", (value,))
        for column in ("options", "line", "invited", "request", "presses", "former")
        for what, value in (("deep", DEEP), ("huge", HUGE), ("endless", "1e999"), ("nan", "[NaN]"))
    },
    **{
        f"largest {column}": (f"UPDATE match SET {column} = ? WHERE id = 1", (LARGEST,))
        for column in ("n", "ply", "floor", "seats", "draws", "version", "rev", "told", "message")
    },
    "smallest n": ("UPDATE match SET n = ? WHERE id = 1", (-(2**63),)),
    "deep state": ("UPDATE match SET state = ? WHERE id = 1", (DEEP.encode(),)),
    "huge state": ("UPDATE match SET state = ? WHERE id = 1", (HUGE.encode(),)),
    "deep events": ("UPDATE move SET events = ? WHERE match = 1", (DEEP,)),
    "huge move": ("UPDATE move SET move = ? WHERE match = 1", (HUGE,)),
    "deep letter": ("UPDATE outbox SET body = ?", (DEEP,)),
    "huge letter": ("UPDATE outbox SET body = ?", (HUGE,)),
    "letter of a number": ("UPDATE outbox SET body = ?", ("7",)),
    "a counter that is a word": ("UPDATE sqlite_sequence SET seq = ?", ("x",)),
    "text that is none": ("UPDATE match SET game = CAST(? AS TEXT) WHERE id = 1", (b"\xff\xfe",)),
    "game of another": ("UPDATE match SET game = ? WHERE id = 1", ("chess",)),
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("small") / "p.db"
    asyncio.run(made(path))
    return path.read_bytes()


@pytest.mark.parametrize("resealed", [False, True])
@pytest.mark.parametrize("how", HARM)
def test_what_is_deep_or_huge_is_found_and_said(
    tmp_path: Path, small: bytes, how: str, resealed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.db").write_bytes(small)
    db = sqlite3.connect(tmp_path / "p.db")
    db.execute(*HARM[how])
    db.commit()
    db.close()
    if resealed:  # as by somebody who makes the seals anew
        monkeypatch.setattr("data.rows.seal_of", lambda row, seats: row.seal)
        monkeypatch.setattr("data.matches.seal_of", lambda row, seats: row.seal)
    findings = check(tmp_path / "p.db")
    assert any(f.serious for f in findings) or "rev" in how or "told" in how or resealed
    for finding in findings:
        assert say("en", finding.told.key, **finding.told.args)


async def test_a_number_of_entries_that_is_far_too_large_is_no_list_of_that_length(
    tmp_path: Path, small: bytes
) -> None:
    (tmp_path / "p.db").write_bytes(small)
    db = sqlite3.connect(tmp_path / "p.db")
    db.execute("UPDATE match SET n = 1 << 62 WHERE id = 1")
    db.commit()
    db.close()
    async with opened(tmp_path / "p.db") as store:
        for call in (store.log, store.record):
            with pytest.raises(Damaged):
                await call(1)
        assert await store.log(2)


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x"
MADE = {
    "view": [
        "ALTER TABLE failed RENAME TO failed_old",
        f"CREATE VIEW failed AS {ENDLESS} AS id, 1 AS match, 1 AS at, '' AS kind FROM c",
    ],
    "view for matches": [
        "PRAGMA legacy_alter_table = ON",
        "ALTER TABLE match RENAME TO match_old",
        f"CREATE VIEW match AS {ENDLESS} AS id, 1 AS n, 'over' AS status FROM c",
    ],
    "trigger": [
        "CREATE TRIGGER t AFTER INSERT ON outbox BEGIN DELETE FROM move; END",
    ],
}
CHANGED = {
    "another table": ["CREATE TABLE theirs (x)"],
    "a missing table": ["DROP TABLE failed"],
    "a check that never ends": [
        "DROP TABLE failed",
        "CREATE TABLE failed (id INTEGER PRIMARY KEY, match INTEGER, at INTEGER, kind TEXT,"
        " error TEXT, CHECK (length(randomblob(900000000)) > 0))",
    ],
    "an index over an expression": ["CREATE INDEX i ON move (length(events))"],
}


def change(path: Path, statements: list[str]) -> None:
    db = sqlite3.connect(path)
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()


@pytest.mark.parametrize("what", MADE)
def test_a_view_that_never_ends_is_refused_by_every_command_and_start(
    tmp_path: Path, small: bytes, what: str
) -> None:
    path = tmp_path / "p.db"
    path.write_bytes(small)
    change(path, MADE[what])
    for look in (check, schema.reader, lambda path: asyncio.run(Store.open(path, NOW))):
        with pytest.raises(StoreError) as caught:
            look(path)
        assert caught.value.reason.key == "store-strange"


@pytest.mark.parametrize("what", CHANGED)
def test_what_is_not_made_as_ours_is_named_and_nothing_else_is_read(
    tmp_path: Path, small: bytes, what: str
) -> None:
    path = tmp_path / "p.db"
    path.write_bytes(small)
    change(path, CHANGED[what])
    findings = check(path)
    assert findings
    assert {f.key for f in findings} == {"audit-strange"}


def test_one_match_can_be_examined_alone(tmp_path: Path, small: bytes) -> None:
    path = tmp_path / "p.db"
    path.write_bytes(small)
    change(path, ["UPDATE match SET host = 1 WHERE id = 1"])
    assert [f.key for f in check(path, 1)] == ["audit-seal"]
    assert check(path, 2) == []
    assert [f.key for f in check(path, 99)] == ["audit-no-match"]
    assert [f.key for f in check(path, 10**30)] == ["audit-no-match"]


async def test_it_says_how_far_it_is(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    await many(tmp_path / "p.db", 40)
    assert check(tmp_path / "p.db", progress=lambda done, of: told.append((done, of))) == []
    assert told == [(k, 40) for k in range(41)]


async def test_what_is_examined_of_many_is_what_is_examined_of_one(tmp_path: Path) -> None:
    """Copies of played matches with chains of their own are whole, and harm to one is found."""
    path = tmp_path / "p.db"
    await many(path, 40, "sarena", 12)
    change(path, ["UPDATE move SET link = 'x' WHERE match = 33 AND n = 4"])
    assert {f.match for f in check(path)} == {33}


@pytest.mark.parametrize("there", [True, False], ids=["with others", "where there can be none"])
async def test_many_matches_are_shared_among_processes_and_nothing_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    path = tmp_path / "p.db"
    await many(path, 450, "sarena", 3)
    change(path, ["UPDATE match SET host = 1 WHERE id IN (7, 300, 450)"])
    if not there:

        def refused(*_: object, **__: object) -> None:
            raise OSError(38, "Function not implemented")

        monkeypatch.setattr("data.check.ProcessPoolExecutor", refused)
    told: list[tuple[int, int]] = []
    findings = check(path, None, lambda done, of: told.append((done, of)), 2)
    assert [(f.match, f.key) for f in findings] == [(k, "audit-seal") for k in (7, 300, 450)]
    assert told[-1] == (450, 450)
