"""What a database is refused for, in one clear sentence, and what a refusal leaves behind."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
import threading
from pathlib import Path

import pytest

from data import schema
from data.store import Store, StoreError, copy
from rendering.words import say
from tests.data.children import ended, fork
from tests.data.table import NOW, begun, opened

POSIX = pytest.mark.skipif(os.name != "posix", reason="forks")


def threads() -> set[threading.Thread]:
    """The threads that run a database; not daemons: one left over keeps the process alive."""
    return {t for t in threading.enumerate() if "_connection_worker_thread" in t.name}


def no_thread_is_left(but: set[threading.Thread] = frozenset()) -> bool:
    for thread in threads() - but:
        thread.join(2)
    return threads() <= but


async def refused(path: Path) -> StoreError:
    before = threads()
    with pytest.raises(StoreError) as caught:
        await Store.open(path, NOW)
    error = caught.value
    said = say("en", error.reason.key, **error.reason.args)
    assert str(path.parent) in said or error.reason.key == "store-old-sqlite"
    assert no_thread_is_left(before)
    return error


async def test_r16_a_second_opener_is_refused(tmp_path):
    async with opened(tmp_path / "p.db") as store:
        assert (await refused(tmp_path / "p.db")).reason.key == "store-locked"
        await begun(store)
    async with opened(tmp_path / "p.db") as store:
        assert len(await store.heads()) == 1


async def test_r16_by_another_name_too(tmp_path):
    (tmp_path / "other.db").symlink_to(tmp_path / "p.db")
    async with opened(tmp_path / "p.db"):
        with pytest.raises(StoreError):
            await Store.open(tmp_path / "other.db", NOW)


@POSIX
def test_r16_a_second_process_is_refused_until_the_first_is_killed(tmp_path):
    ready, go = os.pipe()

    def hold() -> None:
        async def main() -> None:
            await Store.open(tmp_path / "p.db", NOW)
            os.write(go, b"!")
            await asyncio.sleep(60)

        asyncio.run(main())

    holder = fork(hold)
    assert os.read(ready, 1) == b"!"
    assert asyncio.run(refused(tmp_path / "p.db")).reason.key == "store-locked"
    os.kill(holder, 9)
    assert ended(holder) == -9

    async def again() -> None:
        async with opened(tmp_path / "p.db") as store:
            assert await store.heads() == []

    asyncio.run(again())
    os.close(ready)
    os.close(go)


async def test_closing_twice_does_nothing_and_lets_go_of_the_lock_and_the_thread(tmp_path):
    store = await Store.open(tmp_path / "p.db", NOW)
    await asyncio.gather(store.close(), store.close())
    await store.close()
    assert no_thread_is_left()
    with pytest.raises(StoreError) as caught:
        await store.heads()
    assert caught.value.reason.key == "store-now-closed"
    async with opened(tmp_path / "p.db"):
        pass


async def test_opening_that_is_cancelled_lets_go_of_everything(tmp_path):
    cancelled = 0
    for wait in (0, 0, 0.0003, 0.0006, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.006, 0.008):
        task = asyncio.create_task(Store.open(tmp_path / f"p{wait}.db", NOW))
        await asyncio.sleep(wait)
        task.cancel()
        try:
            await (await task).close()
        except asyncio.CancelledError:
            cancelled += 1
    assert cancelled >= 2
    assert no_thread_is_left()
    async with opened(tmp_path / "p.db"):
        pass


async def test_a_missing_directory_is_said(tmp_path):
    assert (await refused(tmp_path / "no" / "p.db")).reason.key == "store-no-directory"
    assert not (tmp_path / "no").exists()


async def test_a_directory_is_not_a_database(tmp_path):
    (tmp_path / "p.db").mkdir()
    assert (await refused(tmp_path / "p.db")).reason.key == "store-not-parlour"


async def test_a_newer_schema_is_refused_and_left_as_it_is(tmp_path):
    async with opened(tmp_path / "p.db"):
        pass
    with sqlite3.connect(tmp_path / "p.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    error = await refused(tmp_path / "p.db")
    assert error.reason.key == "store-newer"
    assert error.reason.args["there"] == 99
    with sqlite3.connect(tmp_path / "p.db") as db:
        assert db.execute("PRAGMA user_version").fetchone() == (99,)
    db.close()


async def test_another_programs_database_is_refused_and_left_as_it_is(tmp_path):
    db = sqlite3.connect(tmp_path / "p.db")
    db.execute("CREATE TABLE theirs (x)")
    db.commit()
    db.close()
    before = (tmp_path / "p.db").read_bytes()
    assert (await refused(tmp_path / "p.db")).reason.key == "store-not-parlour"
    assert (tmp_path / "p.db").read_bytes() == before


@pytest.mark.parametrize("content", [b"Dear diary", b"\0" * 4096, b"SQLite format 2\0" + b"x" * 99])
async def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path, content):
    (tmp_path / "p.db").write_bytes(content)
    assert (await refused(tmp_path / "p.db")).reason.key == "store-not-parlour"
    assert (tmp_path / "p.db").read_bytes() == content


async def test_an_empty_file_is_a_new_database(tmp_path):
    (tmp_path / "p.db").touch()
    async with opened(tmp_path / "p.db") as store:
        assert await store.heads() == []


async def test_r14_a_corrupt_header_is_refused(tmp_path):
    async with opened(tmp_path / "p.db") as store:
        await begun(store)
    good = (tmp_path / "p.db").read_bytes()
    keys = set()
    for at in (0, 16, 18, 20, 21, 44, 56, 68, 100):
        bad = bytearray(good)
        bad[at : at + 4] = b"\xee\xee\xee\xee"
        (tmp_path / "p.db").write_bytes(bad)
        keys.add((await refused(tmp_path / "p.db")).reason.key)
    assert keys <= {"store-not-parlour", "store-corrupt", "store-failed", "store-read-only"}


@POSIX
@pytest.mark.parametrize("what", ["file", "directory"])
def test_r14_read_only_is_refused(what):
    """As somebody whom the system refuses to write: root is never refused."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    path = folder / "p.db"
    try:
        asyncio.run(_made(path))
        nobody = 65534 if os.geteuid() == 0 else None
        if nobody is not None:
            for file in (folder, path, folder / "p.db.lock"):
                os.chown(file, nobody, nobody)
        if what == "file":
            path.chmod(0o400)
        else:
            folder.chmod(0o500)

        def attempt() -> None:
            error = asyncio.run(refused(path))
            assert error.reason.key == "store-read-only"

        assert ended(fork(attempt, nobody)) == 0
        folder.chmod(0o700)
    finally:
        shutil.rmtree(folder)


async def _made(path: Path) -> None:
    async with opened(path) as store:
        await begun(store)


async def test_an_sqlite_that_is_too_old_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    error = await refused(tmp_path / "p.db")
    assert error.reason.key == "store-old-sqlite"
    assert error.reason.args["least"] == "3.37.0"


# Copies.


async def test_r18_a_backup_while_writing_is_whole(tmp_path):
    """Every commit acknowledged before the backup began is in the copy, and it is one moment."""
    from random import Random

    from data.check import check
    from tests.data.table import step

    async with opened(tmp_path / "p.db") as store:
        sheets = [await begun(store, "sarena", key=k) for k in range(4)]
        done = asyncio.Event()
        writes = 0

        async def write(k: int) -> None:
            nonlocal writes
            chance = Random(k)
            while not done.is_set():
                if not sheets[k].holders[0].asked and not sheets[k].holders[1].asked:
                    sheets[k] = await begun(store, "sarena", key=k)
                sheets[k] = await store.commit(step(sheets[k], chance), NOW)
                writes += 1

        async def back_up() -> None:
            for round_ in range(5):
                await asyncio.sleep(0.02)
                before, sure = writes, list(sheets)
                to = tmp_path / f"copy{round_}.db"
                await store.backup(to)
                copies.append((to, sure, writes - before))
            done.set()

        copies: list = []
        await asyncio.gather(back_up(), *(write(k) for k in range(4)))
    assert sum(count for *_, count in copies) > 0, "nothing was written meanwhile"
    for to, sure, _ in copies:
        assert check(to) == []
        async with opened(to) as restored:
            for sheet in sure:
                there = await restored.load(sheet.id)
                assert there.n >= sheet.n
                log = await restored.log(sheet.id)
                assert log[sheet.n - 1].link == sheet.head


async def test_a_backup_takes_no_other_files_place(store, tmp_path):
    to = tmp_path / "copy.db"
    to.write_text("precious")
    with pytest.raises(StoreError) as caught:
        await store.backup(to)
    assert caught.value.reason.key == "store-backup-exists"
    assert to.read_text() == "precious"
    (tmp_path / "link.db").symlink_to(tmp_path / "nowhere")
    with pytest.raises(StoreError):
        await store.backup(tmp_path / "link.db")
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises(StoreError) as caught:
        await store.backup(tmp_path / "no" / "copy.db")
    assert caught.value.reason.key == "store-backup-failed"
    assert sorted(p.name for p in tmp_path.glob("*.part")) == []


async def test_a_backup_is_for_the_owner_and_leaves_the_store_writing(store, tmp_path):
    sheet = await begun(store)
    (tmp_path / "copy.db.part").write_text("left by a copy that was cut off")
    await store.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert (await begun(store)).id == sheet.id + 1
    async with opened(tmp_path / "copy.db") as restored:
        assert await restored.load(sheet.id) == sheet


async def test_a_stopped_database_can_be_copied(tmp_path):
    await _made(tmp_path / "p.db")
    copy(tmp_path / "p.db", tmp_path / "copy.db")
    async with opened(tmp_path / "copy.db") as restored:
        assert len(await restored.heads()) == 1
    with pytest.raises(StoreError) as caught:
        copy(tmp_path / "none.db", tmp_path / "copy2.db")
    assert caught.value.reason.key == "store-not-there"
    assert not (tmp_path / "none.db").exists()


def test_the_reader_cannot_write(tmp_path):
    asyncio.run(_made(tmp_path / "p.db"))
    connection = schema.reader(tmp_path / "p.db")
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM match")
    connection.close()


def test_the_reader_reads_from_a_folder_it_may_not_write_to(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("needs to become somebody else")
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        asyncio.run(_made(folder / "p.db"))
        folder.chmod(0o755)
        (folder / "p.db").chmod(0o644)

        def attempt() -> None:
            connection = schema.reader(folder / "p.db")
            assert connection.execute("SELECT count(*) FROM match").fetchone() == (1,)

        assert ended(fork(attempt, 65534)) == 0
    finally:
        shutil.rmtree(folder)
