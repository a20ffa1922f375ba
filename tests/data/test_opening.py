"""What a database is refused for, in one clear sentence, and what a refusal leaves behind."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
from pathlib import Path

import pytest

from data import lock, schema
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


@POSIX
@pytest.mark.parametrize("way", ["the system's lock", "a lock file by number"])
@pytest.mark.parametrize("same_folder", [True, False])
def test_a_second_bot_through_a_hard_link_is_refused(tmp_path, monkeypatch, way, same_folder):
    """Two names, two lock files beside them, one database."""
    if way != "the system's lock":
        monkeypatch.setattr("data.lock._lock_itself", lock._by_number)
    path = tmp_path / "p.db"
    asyncio.run(_made(path))
    (tmp_path / "there").mkdir()
    other = (tmp_path if same_folder else tmp_path / "there") / "other.db"
    other.hardlink_to(path)
    ready, go = os.pipe()

    def hold() -> None:
        async def main() -> None:
            await Store.open(path, NOW)
            os.write(go, b"!")
            await asyncio.sleep(60)

        asyncio.run(main())

    holder = fork(hold)
    assert os.read(ready, 1) == b"!"
    assert asyncio.run(refused(other)).reason.key == "store-locked"
    os.kill(holder, 9)
    assert ended(holder) == -9
    asyncio.run(_made(other))
    os.close(ready)
    os.close(go)


@POSIX
async def test_a_hard_link_in_the_same_process_is_refused_and_takes_no_lock_away(tmp_path):
    async with opened(tmp_path / "p.db") as store:
        (tmp_path / "other.db").hardlink_to(tmp_path / "p.db")
        assert (await refused(tmp_path / "other.db")).reason.key == "store-locked"
        await begun(store)


@POSIX
def test_two_names_would_be_two_locks(tmp_path, monkeypatch):
    """The mutant that locks by the name alone: both are let in."""
    monkeypatch.setattr("data.lock._lock_itself", lambda database, which: None)
    monkeypatch.setattr("data.lock.taken", lambda path: False)
    asyncio.run(_made(tmp_path / "p.db"))
    (tmp_path / "other.db").hardlink_to(tmp_path / "p.db")
    first = lock.Lock(tmp_path / "p.db.lock")
    first.name_of(tmp_path / "p.db")
    assert ended(fork(lambda: lock.Lock(tmp_path / "other.db.lock"))) == 0
    first.release()


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


NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@pytest.mark.parametrize("number", NO_ROOM)
@pytest.mark.parametrize("step", ["lock", "file", "note", "sqlite"])
async def test_a_full_disk_at_the_start_is_called_by_its_name(tmp_path, monkeypatch, number, step):
    def full(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    if step == "lock":
        monkeypatch.setattr("data.store.Lock", full)
    elif step == "file":
        monkeypatch.setattr(schema, "before_opening", real_before(full))
    elif step == "note":
        monkeypatch.setattr("data.lock.Lock.write", full)
    else:  # SQLite says only that it could not write
        monkeypatch.setattr("data.faults.tempfile.TemporaryFile", full)
        monkeypatch.setattr(schema, "settle", broken("SQLITE_IOERR_SHMSIZE"))
    assert (await refused(tmp_path / "p.db")).reason.key == "store-full"


def real_before(full):
    real = schema.before_opening

    def call(path: Path) -> None:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(os, "open", full)
            real(path)

    return call


def broken(name: str):
    def call(*_: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorname = name
        raise error

    return call


async def test_a_broken_disk_with_room_is_not_called_full(tmp_path, monkeypatch):
    monkeypatch.setattr(schema, "settle", broken("SQLITE_IOERR_WRITE"))
    assert (await refused(tmp_path / "p.db")).reason.key == "store-failed"


@POSIX
@pytest.mark.parametrize("made", [False, True])
def test_a_real_disk_without_room_is_called_full(tmp_path, made):
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "none", str(small)],
        capture_output=True, check=False,
    )  # fmt: skip
    if mounted.returncode:
        pytest.skip("only root can make a small disk, and not everywhere")
    try:
        if made:
            asyncio.run(_made(small / "p.db"))
        keys = set()
        for left in (0, 4096, 20_480, 40_960):
            with (small / "filler").open("wb", 0) as file:
                try:
                    while True:
                        file.write(b"x" * 4096)
                except OSError:
                    pass
                file.truncate(max(0, file.seek(0, 2) - left))
            try:
                asyncio.run(_made(small / "p.db"))
            except StoreError as error:
                keys.add(error.reason.key)
            (small / "filler").unlink()
        assert keys
        assert keys <= {"store-full", "store-now-full"}
        asyncio.run(_made(small / "p.db"))
    finally:
        subprocess.run(["umount", str(small)], check=True)


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


NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL)


@pytest.mark.parametrize("number", NO_LINKS)
async def test_a_backup_where_hard_links_are_refused(store, tmp_path, monkeypatch, number):
    def refused(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    sheet = await begun(store)
    monkeypatch.setattr(os, "link", refused)
    await store.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    async with opened(tmp_path / "copy.db") as restored:
        assert await restored.load(sheet.id) == sheet
    (tmp_path / "taken.db").write_text("precious")
    (tmp_path / "link.db").symlink_to(tmp_path / "nowhere")
    for name in ("taken.db", "link.db", "copy.db"):
        with pytest.raises(StoreError) as caught:
            await store.backup(tmp_path / name)
        assert caught.value.reason.key == "store-backup-exists"
    assert (tmp_path / "taken.db").read_text() == "precious"
    assert not (tmp_path / "nowhere").exists()
    assert list(tmp_path.glob("*.part")) == []


async def test_a_name_taken_while_the_copy_is_made_stays_anothers(store, tmp_path, monkeypatch):
    """Where there are no links, and somebody is quicker."""
    to = tmp_path / "copy.db"

    def refused(*_: object, **__: object) -> None:
        to.write_text("precious")
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    with pytest.raises(StoreError) as caught:
        await store.backup(to)
    assert caught.value.reason.key == "store-backup-exists"
    assert to.read_text() == "precious"


@POSIX
def test_a_folder_whose_name_is_no_text_holds_a_database_and_a_copy(tmp_path):
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/j\xf6rg"))
    folder.mkdir()
    asyncio.run(_made(folder / "p.db"))
    copy(folder / "p.db", folder / "copy.db")
    asyncio.run(_made(folder / "copy.db"))


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
