"""No table or column is called by a word that PostgreSQL reserves, so that another database can
stand behind one day."""

from __future__ import annotations

import sqlite3

import pytest

from data import schema
from tests.data.table import NOW

_WORDS = """
    all analyse analyze and any array as asc asymmetric both case cast check collate column
    constraint create current_catalog current_date current_role current_time current_timestamp
    current_user default deferrable desc distinct do else end except false fetch for foreign from
    grant group having in initially intersect into lateral leading limit localtime localtimestamp
    not null offset on only or order placing primary references returning select session_user some
    symmetric system_user table then to trailing true union unique user using variadic when where
    window with
    authorization binary collation concurrently cross current_schema freeze full ilike inner is
    isnull join left like natural notnull outer overlaps right similar tablesample verbose
    ctid cmax cmin tableoid xmax xmin
"""
RESERVED = frozenset(_WORDS.split())
"""What PostgreSQL 16 takes for no name of a column without quotes: its reserved words, those that
are reserved but for functions and types, and the columns that each of its tables has anyway."""


@pytest.fixture
def db(tmp_path):
    """A database under the newest schema."""
    connection = sqlite3.connect(tmp_path / "p.db", isolation_level=None)
    schema.migrate(connection, tmp_path / "p.db", NOW)
    yield connection
    connection.close()


def names(db: sqlite3.Connection) -> set[str]:
    """Tables, columns and indexes."""
    found = set()
    for kind, name in db.execute("SELECT type, name FROM sqlite_schema").fetchall():
        if not name.startswith("sqlite_"):
            found.add(name)
            if kind == "table":
                found |= {row[1] for row in db.execute(f'PRAGMA table_xinfo("{name}")')}
    return found


def reserved(db: sqlite3.Connection) -> set[str]:
    return {name for name in names(db) if name.lower() in RESERVED}


def test_no_name_is_reserved(db):
    assert {"match", "seat", "holder", "state", "match_open"} <= names(db)
    assert reserved(db) == set()


def test_names_need_no_quotes_at_all(db):
    assert [name for name in names(db) if not name.isidentifier() or name != name.lower()] == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("ALTER TABLE seat RENAME COLUMN holder TO user", {"user"}),
        ('ALTER TABLE setting RENAME TO "order"', {"order"}),
        ('ALTER TABLE move ADD COLUMN "End" INTEGER', {"End"}),
    ],
)
def test_a_reserved_name_would_be_noticed(db, change, found):
    """The mutants: ``user`` was the name of a column under 0.1.0."""
    db.execute(change)
    assert reserved(db) == found
