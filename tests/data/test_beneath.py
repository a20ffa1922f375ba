"""A database file that is deleted or replaced beneath the running bot."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from data.check import check
from data.faults import Lost
from data.store import Store, StoreError
from tests.data.table import NOW, begun, lobby, opened, step

pytestmark = pytest.mark.skipif(os.name != "posix", reason="an open file stays where it is")


def deleted(path: Path) -> None:
    path.unlink()


def moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replaced(path: Path) -> None:
    """As by ``mv copy.db p.db``."""
    path.with_name("copy.db").replace(path)


def folder_gone(path: Path) -> None:
    path.parent.rename(path.parent.with_name("other"))


WAYS = [deleted, moved, replaced]


async def with_a_copy(store: Store) -> None:
    await store.backup(store.path.with_name("copy.db"))


@pytest.mark.parametrize("way", [*WAYS, folder_gone])
async def test_no_match_is_opened_in_a_file_that_is_gone(
    tmp_path: Path, way: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "p.db"
    async with opened(path) as store:
        sheet = await begun(store)
        await with_a_copy(store)
        way(path)
        for again in range(3):
            with pytest.raises(Lost) as caught:
                await lobby(store, key=again)
            assert caught.value.reason.key == "store-now-lost"
        # From then on nothing is accepted at all, and nothing is shown that is nowhere.
        for call in (
            lambda: store.commit(step(sheet, Random(1)), NOW),
            lambda: store.seen(5, NOW),
            lambda: store.set_setting(1, "language", "de"),
            lambda: store.load(sheet.id),
            lambda: store.heads(),
            lambda: store.due(NOW),
            lambda: store.backup(tmp_path / "late.db"),
        ):
            with pytest.raises(Lost):
                await call()
    loud = [r for r in caplog.records if r.levelno == logging.CRITICAL]
    assert sum("DELETED OR REPLACED" in r.getMessage() for r in loud) == 1, "once"


@pytest.mark.parametrize("way", WAYS)
async def test_the_minutes_look_notices_it_without_any_press(
    tmp_path: Path, way: Callable[[Path], None]
) -> None:
    async with opened(tmp_path / "p.db") as store:
        await with_a_copy(store)
        way(store.path)
        with pytest.raises(Lost):
            await store.due(NOW)


async def test_a_copy_written_over_the_file_is_noticed_within_a_minute_and_not_spoilt(
    tmp_path: Path,
) -> None:
    """``cp copy.db p.db``: the same file by its number, and not what we have written."""
    async with opened(tmp_path / "p.db") as store:
        await begun(store)
        await with_a_copy(store)
        await begun(store, key=2)
        shutil.copyfile(tmp_path / "copy.db", tmp_path / "p.db")
        with pytest.raises(Lost):
            await store.due(NOW + 60)
    assert (tmp_path / "p.db").read_bytes() == (tmp_path / "copy.db").read_bytes()


@pytest.mark.parametrize("way", WAYS)
async def test_what_the_lost_file_held_is_saved_beside(
    tmp_path: Path, way: Callable[[Path], None]
) -> None:
    async with opened(tmp_path / "p.db") as store:
        await with_a_copy(store)
        sheet = await begun(store)
        way(store.path)
        with pytest.raises(Lost):
            await store.due(NOW)
    (kept,) = tmp_path.glob("p.db.lost-*.backup")
    assert check(kept) == []
    async with opened(kept) as rescued:
        assert await rescued.load(sheet.id) == sheet


async def test_a_match_opened_in_a_deleted_file_would_be_lost(tmp_path: Path, monkeypatch) -> None:
    """The mutant that does not look: what it acknowledges is nowhere."""
    monkeypatch.setattr(Store, "_look", lambda self, c, into=False: None)
    async with opened(tmp_path / "p.db") as store:
        deleted(store.path)
        sheet = await begun(store)
    async with opened(tmp_path / "p.db") as store:
        assert await store.load(sheet.id) is None


async def test_a_disk_that_does_not_answer_once_is_not_a_lost_file(store, monkeypatch) -> None:
    def hangs(path: Path) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr("data.store.identity", hangs)
        with pytest.raises(StoreError) as caught:
            await begun(store)
        assert caught.value.reason.key == "store-now-failed"
    await begun(store)


async def test_a_reader_at_the_start_does_not_make_the_file_look_lost(tmp_path: Path) -> None:
    """Somebody who reads keeps the mark of the start out of the file: then it is not looked for."""
    async with opened(tmp_path / "p.db") as store:
        await begun(store)
    reader = sqlite3.connect(tmp_path / "p.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM match").fetchone()
    async with opened(tmp_path / "p.db") as store:
        await begun(store, key=2)
        await store.due(NOW + 61)
        reader.close()
        await store.due(NOW + 130)
