"""A backup put in the place of a database whose bot was killed: the log that the bot has left does
not belong to it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from data import schema
from data.check import check
from data.restore import restore
from data.store import Store, StoreError, copy
from rendering.words import say
from tests.data.children import die, ended, fork
from tests.data.table import NOW, begun, opened, played

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills")


def killed(path: Path, backup: Path | None = None, raw: Path | None = None, keys=(3, 4)) -> None:
    """A bot that plays, is copied, plays on and is killed; its log stays."""

    async def live() -> None:
        store = await Store.open(path, NOW)
        await played(store, await begun(store, "sarena", key=keys[0]), 12, Random(1))
        if backup is not None:
            await store.backup(backup)
        if raw is not None:
            await store._run(lambda c: c.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone())
            shutil.copyfile(path, raw)
        for k in range(12):
            await played(store, await begun(store, "sarena", key=keys[1] + k), 30, Random(k))
        die()

    assert ended(fork(lambda: asyncio.run(live()))) == -9
    assert path.with_name(f"{path.name}-wal").stat().st_size > 32


def lengths(path: Path) -> dict[int, int]:
    connection = schema.reader(path)
    try:
        return dict(connection.execute("SELECT id, n FROM match").fetchall())
    finally:
        connection.close()


async def reopened(path: Path) -> str:
    """How a start goes: the name of the refusal, or nothing."""
    try:
        async with opened(path) as store:
            await store.heads()
        return ""
    except StoreError as error:
        say("en", error.reason.key, **error.reason.args)
        return error.reason.key


def test_a_killed_bot_starts_again_with_its_own_log(tmp_path: Path) -> None:
    for k in range(3):
        killed(tmp_path / "p.db", keys=(k * 30 + 1, k * 30 + 2))
        assert len(lengths(tmp_path / "p.db")) == 13 * (k + 1), "nothing is lost"
    assert asyncio.run(reopened(tmp_path / "p.db")) == ""
    assert check(tmp_path / "p.db") == []


@pytest.mark.parametrize("how", ["cp", "mv"])
def test_a_backup_of_the_same_run_put_there_by_hand_is_refused(tmp_path: Path, how: str) -> None:
    path, backup = tmp_path / "p.db", tmp_path / "copy.db"
    killed(path, backup)
    log = path.with_name("p.db-wal").read_bytes()
    if how == "cp":
        shutil.copyfile(backup, path)
    else:
        shutil.copy(backup, tmp_path / "other.db")
        (tmp_path / "other.db").replace(path)
    assert asyncio.run(reopened(path)) == "store-foreign-wal"
    with pytest.raises(StoreError) as caught:
        check(path)
    assert caught.value.reason.key == "store-foreign-wal"
    assert path.read_bytes() == backup.read_bytes(), "neither was touched"
    assert path.with_name("p.db-wal").read_bytes() == log


def test_a_cold_copy_of_an_earlier_run_is_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    asyncio.run(_made(path))
    shutil.copyfile(path, tmp_path / "cold.db")
    killed(path)
    shutil.copyfile(tmp_path / "cold.db", path)
    assert asyncio.run(reopened(path)) == "store-foreign-wal"


def test_what_is_sound_alone_and_unsound_together_is_refused_though_nothing_is_noted(
    tmp_path: Path,
) -> None:
    """As after a bot of before, which noted nothing; and a raw copy of the same run has a mark."""
    path, backup, raw = tmp_path / "p.db", tmp_path / "copy.db", tmp_path / "raw.db"
    killed(path, backup, raw)
    met = set()
    for mine, noted in ((backup, False), (raw, True), (raw, False)):
        there = tmp_path / f"{mine.stem}{noted}.db"
        shutil.copyfile(mine, there)
        shutil.copyfile(tmp_path / "p.db-wal", f"{there}-wal")
        if noted:
            shutil.copyfile(tmp_path / "p.db.lock", f"{there}.lock")
        together = sqlite3.connect(f"{there.as_uri()}?mode=ro", uri=True)
        unsound = True
        try:
            unsound = together.execute("PRAGMA quick_check(1)").fetchone() != ("ok",)
        except sqlite3.DatabaseError:
            pass
        finally:
            together.close()
        assert asyncio.run(reopened(there)) == ("store-foreign-wal" if unsound else "")
        met.add((mine.stem, noted, unsound))
    assert {("copy", False, True), ("raw", True, True)} <= met, met


def test_a_start_that_does_not_look_makes_one_unsound_thing_of_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant: the old start, and what came of it."""
    path, backup = tmp_path / "p.db", tmp_path / "copy.db"
    killed(path, backup)
    shutil.copyfile(backup, path)
    monkeypatch.setattr(schema, "belongs", lambda path, lock: None)
    monkeypatch.setattr(schema, "_read_alone", lambda path: None)
    went = asyncio.run(reopened(path))
    assert went in ("store-corrupt", "store-not-parlour") or check(path) != []


def test_a_database_and_its_log_that_moved_together_are_opened(tmp_path: Path) -> None:
    """Copied after a kill, both files, to another machine: there nothing is noted."""
    killed(tmp_path / "p.db")
    before = lengths(tmp_path / "p.db")
    (tmp_path / "new").mkdir()
    for name in ("p.db", "p.db-wal"):
        shutil.copyfile(tmp_path / name, tmp_path / "new" / name)
    assert asyncio.run(reopened(tmp_path / "new" / "p.db")) == ""
    assert lengths(tmp_path / "new" / "p.db") == before


@pytest.mark.parametrize("at", range(1, 9))
def test_a_start_that_is_cut_off_while_it_marks_starts_again(tmp_path: Path, at: int) -> None:
    """Killed before each step of marking: the own log is never taken for another's."""
    path = tmp_path / "p.db"
    killed(path)
    count = len(lengths(path))

    def cut_off() -> None:
        steps = 0

        def step(*_: object) -> None:
            nonlocal steps
            steps += 1
            if steps == at:
                die()

        lock, real = schema.Lock, schema.mark
        write = lock.write

        def writing(self: object, note: str) -> None:
            step()
            write(self, note)
            step()

        lock.write = writing

        def mark(c: sqlite3.Connection, path: Path, held: object) -> str:
            c.set_trace_callback(step)
            return real(c, path, held)

        schema.mark = mark
        asyncio.run(_made(path, False))

    assert ended(fork(cut_off)) in (-9, 0)
    assert asyncio.run(reopened(path)) == ""
    assert len(lengths(path)) == count


async def _made(path: Path, begin: bool = True) -> None:
    async with opened(path) as store:
        if begin:
            await begun(store)


# Restoring by the command.


def test_restore_after_a_kill_leaves_no_log_and_keeps_what_was_there(tmp_path: Path) -> None:
    path, backup = tmp_path / "p.db", tmp_path / "copy.db"
    killed(path, backup)
    old = lengths(path)
    kept = restore(backup, path, NOW)
    assert kept == tmp_path / "p.db.before-20231114T221320Z"
    assert not path.with_name("p.db-wal").exists()
    assert not path.with_name("p.db-shm").exists()
    assert path.stat().st_mode & 0o777 == 0o600
    assert lengths(path) == lengths(backup) == {1: 13}
    assert check(path) == []
    assert lengths(kept) == old, "with the log that belongs to it"
    assert asyncio.run(reopened(path)) == ""
    assert sorted(tmp_path.glob("*.part")) == sorted(tmp_path.glob("*.restoring")) == []


def test_restore_of_a_copy_put_there_by_hand_mends_it(tmp_path: Path) -> None:
    path, backup = tmp_path / "p.db", tmp_path / "copy.db"
    killed(path, backup)
    shutil.copyfile(backup, path)
    restore(backup, path, NOW)
    assert asyncio.run(reopened(path)) == ""
    assert check(path) == []


def test_restore_where_nothing_was_or_what_is_there_is_broken(tmp_path: Path) -> None:
    asyncio.run(_made(tmp_path / "p.db"))
    copy(tmp_path / "p.db", tmp_path / "copy.db")
    assert restore(tmp_path / "copy.db", tmp_path / "new.db", NOW) is None
    (tmp_path / "bad.db").write_bytes(b"Dear diary")
    kept = restore(tmp_path / "copy.db", tmp_path / "bad.db", NOW)
    assert kept is not None
    assert kept.read_bytes() == b"Dear diary"
    for name in ("new.db", "bad.db"):
        assert check(tmp_path / name) == []


async def test_restore_is_refused_while_a_bot_runs(tmp_path: Path) -> None:
    async with opened(tmp_path / "p.db") as store:
        await begun(store)
        await store.backup(tmp_path / "copy.db")
        with pytest.raises(StoreError) as caught:
            restore(tmp_path / "copy.db", tmp_path / "p.db", NOW)
        assert caught.value.reason.key == "store-locked"
        await begun(store, key=2)
    assert len(lengths(tmp_path / "p.db")) == 2
    with pytest.raises(StoreError) as caught:
        restore(tmp_path / "p.db", tmp_path / "p.db", NOW)
    assert caught.value.reason.key == "store-restore-itself"


def test_restore_cut_off_anywhere_leaves_the_old_or_is_noticed(tmp_path: Path) -> None:
    """Killed before each thing it does to a file."""
    path, backup = tmp_path / "p.db", tmp_path / "copy.db"
    killed(path, backup)
    old, new = lengths(path), {1: 13}
    met = set()
    for at in range(1, 40):
        here = tmp_path / str(at)
        here.mkdir()
        for name in ("p.db", "p.db-wal", "p.db.lock", "copy.db"):
            shutil.copyfile(tmp_path / name, here / name)

        def cut_off(at: int = at, here: Path = here) -> None:
            steps = 0

            def counted(real):  # type: ignore[no-untyped-def]
                def call(*args, **kwargs):  # type: ignore[no-untyped-def]
                    nonlocal steps
                    steps += 1
                    if steps == at:
                        die()
                    return real(*args, **kwargs)

                return call

            for name in ("link", "replace", "rename", "unlink", "fsync"):
                setattr(os, name, counted(getattr(os, name)))
            restore(here / "copy.db", here / "p.db", NOW)

        code = ended(fork(cut_off))
        went = asyncio.run(reopened(here / "p.db"))
        if went:
            assert went == "store-foreign-wal"
            restore(here / "copy.db", here / "p.db", NOW + 1)
            met.add("noticed")
        else:
            now = lengths(here / "p.db")
            assert now in (old, new)
            met.add("old" if now == old else "new")
        assert check(here / "p.db") == []
        if code == 0:
            break
    assert code == 0
    assert met == {"old", "noticed", "new"}


def test_where_there_are_no_hard_links_restore_copies_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    path, backup = tmp_path / "p.db", tmp_path / "copy.db"
    killed(path, backup)
    old = lengths(path)
    kept = restore(backup, path, NOW)
    assert kept is not None
    assert lengths(kept) == old
    assert check(path) == []
