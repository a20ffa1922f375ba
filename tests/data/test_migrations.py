"""R4: a migration that is killed leaves the old schema or the new one, never one between."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from data import schema
from data.faults import StoreError
from data.rows import whole_row
from tests.data.children import die, ended, fork
from tests.data.old import of_0_1_0
from tests.data.table import NOW, begun, opened

POSIX = pytest.mark.skipif(os.name != "posix", reason="forks")

REAL = len(schema.migrations())
"""The version of the real migrations; two later ones follow here."""
NEXT = f"{REAL + 1:04}_colour.sql"
LAST = REAL + 2

COLOUR = f"""-- Later: matches carry a colour.
ALTER TABLE match ADD COLUMN colour TEXT NOT NULL DEFAULT 'green';
CREATE INDEX match_colour ON match (colour);
UPDATE match SET colour = 'blue';
PRAGMA user_version = {REAL + 1};
"""

REBUILT = f"""-- Later still: a table is rebuilt. Dropping the old one must not empty its children.
CREATE TABLE match_new (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    guild  INTEGER NOT NULL,
    colour TEXT NOT NULL -- with a word; in a comment
) STRICT;
INSERT INTO match_new (id, guild, colour) SELECT id, guild, colour FROM match;
DROP TABLE match;
ALTER TABLE match_new RENAME TO match;
PRAGMA user_version = {LAST};
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    """The real migrations and two later ones."""
    later = tmp_path / "migrations"
    shutil.copytree(schema.MIGRATIONS, later)
    (later / NEXT).write_text(COLOUR)
    (later / f"{LAST:04}_rebuilt.sql").write_text(REBUILT)
    return later


async def _first(path: Path) -> None:
    async with opened(path) as store:
        await begun(store, "sarena")


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    return connection


def shape(path: Path) -> tuple:
    """Version, schema and all there is."""
    db = sqlite3.connect(path)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        names = db.execute(
            "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
        ).fetchall()
        tables = [row[1] for row in db.execute("PRAGMA table_list") if row[1] != "sqlite_schema"]
        held = {t: sorted(map(repr, db.execute(f"SELECT * FROM {t}"))) for t in tables}
        return version, names, held
    finally:
        db.close()


def migrated(path: Path, folder: Path, upto: int) -> None:
    """As far as that version, as a bot of then would have done it."""
    then = folder.parent / f"then{upto}"
    then.mkdir(exist_ok=True)
    for number, file in schema.migrations(folder):
        if number <= upto:
            shutil.copy(file, then)
    connection = connect(path)
    schema.migrate(connection, path, NOW, backup=False, folder=then)
    connection.close()


def _count(path: Path, folder: Path) -> int:
    """How many statements the whole migration runs."""
    seen = []
    connection = connect(path)
    connection.set_trace_callback(seen.append)
    schema.migrate(connection, path, NOW, folder=folder)
    connection.close()
    return len(seen)


@POSIX
@pytest.mark.parametrize(
    ("whose", "start"),
    [
        ("nobody's", 0),
        *(("of 0.1.0", version) for version in range(1, LAST)),
        *(("of today", version) for version in range(REAL, LAST)),
    ],
)
def test_r4_killed_before_each_statement_from_every_version(tmp_path, folder, whose, start):
    """From an empty file, and from databases that hold matches at each version on the way."""
    old = tmp_path / "old.db"
    if whose == "nobody's":
        connect(old).close()
    elif whose == "of 0.1.0":
        of_0_1_0(old)
    else:
        asyncio.run(_first(old))
    if start:
        migrated(old, folder, start)
        assert all(shape(old)[2][table] for table in ("match", "seat", "move", "snapshot"))
    versions = {}
    for version in range(start, LAST + 1):
        path = tmp_path / f"at{version}.db"
        shutil.copy(old, path)
        if version:
            migrated(path, folder, version)
        versions[version] = shape(path)
    whole = tmp_path / "whole.db"
    shutil.copy(old, whole)
    steps = _count(whole, folder)
    assert shape(whole) == versions[LAST]
    met = set()
    for kill in range(steps):
        here = tmp_path / f"k{kill}"
        here.mkdir()
        path = here / "p.db"
        shutil.copy(old, path)

        def work(path: Path = path, kill: int = kill) -> None:
            connection = connect(path)
            count = 0

            def trace(_: str) -> None:
                nonlocal count
                if count == kill:
                    die()
                count += 1

            connection.set_trace_callback(trace)
            schema.migrate(connection, path, NOW, folder=folder)

        assert ended(fork(work)) == -9
        left = shape(path)
        assert left == versions[left[0]], f"killed before statement {kill}"
        met.add(left[0])
        if start and left[0] > start:
            assert shape(here / f"p.db.v{start}-{NOW}.backup") == versions[start]
        connection = connect(path)
        schema.migrate(connection, path, NOW + 1, folder=folder)
        connection.close()
        assert shape(path) == versions[LAST]
    assert met in (set(range(start, LAST)), set(range(start, LAST + 1)))


@POSIX
@pytest.mark.parametrize("step", ["vacuum", "flush", "rename"])
def test_r4_killed_in_the_middle_of_the_copy(tmp_path, folder, step):
    path = tmp_path / "p.db"
    asyncio.run(_first(path))
    before = shape(path)

    def work() -> None:
        connection = connect(path)
        if step == "vacuum":
            said: list[str] = []
            connection.set_trace_callback(said.append)
            half = lambda: die() if any("VACUUM" in one for one in said) else None  # noqa: E731
            connection.set_progress_handler(half, 50)
        elif step == "flush":
            schema._flush = lambda path: die()
        else:
            Path.replace = lambda self, to: die()
        schema.migrate(connection, path, NOW, folder=folder)

    assert ended(fork(work)) == -9
    assert shape(path) == before
    connection = connect(path)
    copy = schema.migrate(connection, path, NOW, folder=folder)
    connection.close()
    assert shape(path)[0] == LAST
    assert copy == tmp_path / f"p.db.v{REAL}-{NOW}.backup"
    assert shape(copy) == before
    assert copy.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.glob("*.part")) == []


def test_r4_would_notice_migrations_without_a_transaction(tmp_path, folder):
    """The mutant: statements on their own leave a schema between two versions."""
    path = tmp_path / "p.db"
    asyncio.run(_first(path))
    one = shape(path)
    connection = connect(path)
    connection.execute(next(schema.statements(COLOUR)))
    connection.close()
    left = shape(path)
    assert left[0] == one[0]
    assert left != one


def test_an_error_in_a_migration_leaves_the_old_schema(tmp_path, folder):
    path = tmp_path / "p.db"
    asyncio.run(_first(path))
    before = shape(path)
    (folder / NEXT).write_text(COLOUR.replace("UPDATE match", "UPDATE nothing"))
    connection = connect(path)
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(connection, path, NOW, folder=folder)
    connection.close()
    assert shape(path) == before


@pytest.mark.parametrize(
    "broken",
    [
        COLOUR.replace(f"PRAGMA user_version = {REAL + 1};", ""),
        COLOUR.replace(f"version = {REAL + 1}", f"version = {LAST}"),
    ],
)
def test_a_migration_that_sets_no_version_or_a_wrong_one_is_refused(tmp_path, folder, broken):
    path = tmp_path / "p.db"
    asyncio.run(_first(path))
    before = shape(path)
    (folder / NEXT).write_text(broken)
    connection = connect(path)
    with pytest.raises(ValueError, match="user_version"):
        schema.migrate(connection, path, NOW, folder=folder)
    connection.close()
    assert shape(path) == before


def test_a_migration_that_leaves_orphans_is_refused(tmp_path, folder):
    path = tmp_path / "p.db"
    asyncio.run(_first(path))
    (folder / NEXT).write_text("DELETE FROM match;\n" + COLOUR)
    connection = connect(path)
    with pytest.raises(ValueError, match="refer to nothing"):
        schema.migrate(connection, path, NOW, folder=folder)
    assert connection.execute("SELECT count(*) FROM match").fetchone() == (1,)
    connection.close()


def test_no_copy_when_there_is_nothing_to_lose(tmp_path):
    async def twice() -> None:
        for _ in range(2):
            async with opened(tmp_path / "p.db"):
                pass

    asyncio.run(twice())
    assert list(tmp_path.glob("*.backup")) == []


def test_no_copy_when_none_is_wanted(tmp_path, folder):
    path = tmp_path / "p.db"
    asyncio.run(_first(path))
    connection = connect(path)
    assert schema.migrate(connection, path, NOW, backup=False, folder=folder) is None
    connection.close()
    assert list(tmp_path.glob("*.backup*")) == []


def test_a_copy_that_cannot_be_made_leaves_everything_as_it_was(tmp_path, folder):
    path = tmp_path / "p.db"
    asyncio.run(_first(path))
    before = shape(path)
    connection = connect(path)
    (tmp_path / f"p.db.v{REAL}-{NOW}.backup.part").mkdir()
    with pytest.raises(StoreError):
        schema.migrate(connection, path, NOW, folder=folder)
    connection.close()
    assert shape(path) == before


def test_migrations_are_numbered_without_gaps_and_give_their_reason(tmp_path):
    for number, file in schema.migrations():
        text = file.read_text("utf-8")
        assert text.startswith("-- ")
        assert text.rstrip().endswith(f"PRAGMA user_version = {number};")
    (tmp_path / "0001_a.sql").touch()
    (tmp_path / "0003_c.sql").touch()
    with pytest.raises(ValueError, match="gaps"):
        schema.migrations(tmp_path)


def test_statements_are_cut_where_they_end():
    trigger = "CREATE TRIGGER t AFTER DELETE ON m BEGIN\n SELECT 1;\nEND;\n"
    query = "-- a; b\nSELECT ';'; -- c;\n"
    assert list(schema.statements(query + trigger)) == [query, trigger]
    with pytest.raises(ValueError, match="unfinished"):
        list(schema.statements("SELECT 1"))


def test_the_columns_of_a_match_are_read_in_the_order_of_the_row(tmp_path):
    asyncio.run(_first(tmp_path / "p.db"))
    db = sqlite3.connect(tmp_path / "p.db")
    db.row_factory = sqlite3.Row
    by_name = dict(db.execute("SELECT * FROM match").fetchone())
    db.row_factory = None
    assert whole_row(db, 1)._asdict() == by_name
    db.close()
