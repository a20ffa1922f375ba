"""The database as a file: its connection, its tables, who may read it; and the settings in it."""

from __future__ import annotations

import stat

from data import schema
from tests.data.table import begun, opened


async def test_settings_are_set_changed_and_taken_away(store):
    assert await store.setting(1, "language") is None
    await store.set_setting(1, "language", "de")
    await store.set_setting(1, "language", "fr")
    await store.set_setting(2, "language", "en")
    assert await store.setting(1, "language") == "fr"
    await store.set_setting(1, "language", None)
    assert await store.setting(1, "language") is None
    assert await store.setting(2, "language") == "en"


async def test_the_connection_is_set_as_it_must_be(store):
    def pragma(name):
        return lambda c: c.execute(f"PRAGMA {name}").fetchone()[0]

    found = {
        name: await store._read(pragma(name))
        for name in (
            "journal_mode", "synchronous", "busy_timeout", "foreign_keys", "trusted_schema",
            "cell_size_check", "journal_size_limit", "application_id", "user_version",
        )
    }  # fmt: skip
    assert found == {
        "journal_mode": "wal", "synchronous": 2, "busy_timeout": 5000, "foreign_keys": 1,
        "trusted_schema": 0, "cell_size_check": 1, "journal_size_limit": 67108864,
        "application_id": 0x5041524C, "user_version": len(schema.migrations()),
    }  # fmt: skip


async def test_every_table_is_strict(store):
    tables = await store._read(lambda c: c.execute("PRAGMA table_list").fetchall())
    ours = {row[1]: row[5] for row in tables if not row[1].startswith("sqlite_")}
    assert set(ours) == {
        "match", "seat", "move", "snapshot", "interaction", "outbox", "post", "failed", "setting",
    }  # fmt: skip
    assert set(ours.values()) == {1}


async def test_only_the_owner_may_read_the_files(store):
    await begun(store)
    for suffix in ("", "-wal", "-shm", ".lock"):
        file = store.path.with_name(store.path.name + suffix)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, suffix


async def test_a_file_that_others_could_read_is_closed_to_them(tmp_path):
    async with opened(tmp_path / "p.db"):
        pass
    (tmp_path / "p.db").chmod(0o644)
    async with opened(tmp_path / "p.db"):
        assert stat.S_IMODE((tmp_path / "p.db").stat().st_mode) == 0o600
