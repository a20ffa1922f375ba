"""Disks that are full, files that rot: nothing acknowledged is lost, no wrong board is shown."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from data.check import check
from data.rows import Row
from data.sheet import Change, Note, Post
from data.store import Damaged, Gone, Store, StoreError
from rendering.words import say
from tests.data.table import NOW, begun, finished, lobby, opened, played, step

# R13: the disk is full.


async def cap(store: Store, spare: int | None) -> None:
    """So many pages more than now, and the disk is full; None: free again."""

    def set_it(c: sqlite3.Connection) -> None:
        pages = c.execute("PRAGMA page_count").fetchone()[0]
        c.execute(f"PRAGMA max_page_count = {1 << 30 if spare is None else pages + spare}")

    await store._run(set_it)


async def everything(store: Store) -> list[str]:
    return await store._read(lambda c: list(c.iterdump()))


def filled(store: Store, sheet, letter) -> dict:
    """Every way to write, each with more than the pages there are can hold."""
    long = "x" * 60_000
    return {
        "commit": lambda: store.commit(
            Change(sheet, notes=(Note("notice", {"key": long}),)), NOW, 77
        ),
        "new match": lambda: store.commit(
            Change(replace(sheet, id=0, n=0, match=None, presses=None, options={"x": long})), NOW
        ),
        "set_setting": lambda: store.set_setting(1, "k", long),
        "later": lambda: store.later(letter, NOW, long),
        "dropped": lambda: store.dropped(letter, NOW, long),
        "delivered": lambda: store.delivered(
            letter, NOW, Post(sheet.id, 1, 8, 9, True), (Note("notice", {"key": long}),)
        ),
    }


@pytest.mark.parametrize(
    "how", ["commit", "new match", "set_setting", "later", "dropped", "delivered"]
)
async def test_r13_a_full_disk_changes_nothing_and_the_same_process_goes_on(store, how):
    sheet = await begun(store)
    (letter,) = await store.due(NOW)
    await cap(store, 1)
    before = await everything(store)
    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            await filled(store, sheet, letter)[how]()
        assert caught.value.reason.key == "store-now-full"
        assert "disk is full" in say("en", caught.value.reason.key)
    assert await everything(store) == before
    assert await store.load(sheet.id) == sheet, "reading goes on"
    await cap(store, None)
    await filled(store, sheet, letter)[how]()
    assert await everything(store) != before


async def test_r13_moves_go_on_where_they_stopped_once_there_is_room(store):
    sheet = await begun(store, "toy", 4, rounds=3)
    chance = Random(1)
    refused = 0
    await cap(store, 0)
    while sheet.n < 40:
        change = step(sheet, chance)
        try:
            sheet = await store.commit(change, NOW, 1000 + sheet.n)
        except StoreError:
            refused += 1
            assert (await store.load(sheet.id)) == sheet
            await cap(store, None)
            sheet = await store.commit(change, NOW, 1000 + sheet.n)
            await cap(store, 0)
    assert refused > 1
    assert len(await store.log(sheet.id)) == sheet.n
    assert check(store.path) == []


@pytest.mark.skipif(os.name != "posix", reason="file size limits")
async def test_r13_a_write_that_the_system_refuses_changes_nothing(store):
    """The system's own refusal (here: a limit on the size of files), in the write-ahead log."""
    import resource

    sheet = await begun(store, "sarena")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    wal = store.path.with_name("parlour.db-wal").stat().st_size
    change = step(sheet, Random(1))
    try:
        for more in (0, 24, 4096, 5000, 9000, 13_000):
            resource.setrlimit(resource.RLIMIT_FSIZE, (wal + more, hard))
            with pytest.raises(StoreError) as caught:
                await store.commit(change, NOW, 5)
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert caught.value.reason.key in ("store-now-failed", "store-now-full")
            assert await store.load(sheet.id) == sheet
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    sheet = await store.commit(change, NOW, 5)
    assert await store.load(sheet.id) == sheet
    assert check(store.path) == []


# R14: bits rot.


async def a_small_database(path: Path) -> None:
    async with opened(path) as store:
        await played(store, await begun(store, "toy", 3, key=1), 12, Random(1))
        await finished(store, "sarena", key=2)
        await lobby(store, "sarena")
        await store.set_setting(1, "language", "de")


GAME_TABLES = (
    "SELECT * FROM match ORDER BY id",
    "SELECT * FROM seat ORDER BY match, seat",
    "SELECT * FROM move ORDER BY match, n",
    "SELECT * FROM snapshot ORDER BY match, n",
)


def content(path: Path) -> list | None:
    """What stands in the tables of the matches; None when it cannot be read."""
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    db.text_factory = bytes
    try:
        return [db.execute(sql).fetchall() for sql in GAME_TABLES]
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    finally:
        db.close()


async def seen_in(path: Path) -> dict:
    """What a bot on this database would show: each match, its log and all its earlier plies."""
    shown: dict = {}
    async with opened(path) as store:
        await store.heads()
        await store.due(NOW)
        for match in range(1, 5):
            try:
                sheet = shown[match, "sheet"] = await store.load(match)
                shown[match, "log"] = [(e, e.digest, e.link) for e in await store.log(match)]
            except Damaged:
                shown[match, "sheet"] = "damaged"
                continue
            if sheet is None or sheet.match is None:
                continue
            for ply in range(sheet.match.ply):
                try:
                    shown[match, ply] = await store.at(sheet, ply)
                except (Gone, Damaged):
                    shown[match, ply] = "gone"
    return shown


def flips(folder: Path, times: int, key: int) -> tuple[list[str], dict[str, int]]:
    """Flip one bit of a fresh copy, so many times: what was not noticed, and what happened."""
    good, bad = folder / "good.db", folder / "bad.db"
    asyncio.run(a_small_database(good))
    was, right = content(good), asyncio.run(seen_in(good))
    assert check(good) == []
    data = good.read_bytes()
    used = [at for at, byte in enumerate(data) if byte]  # half of a small file is empty
    chance = Random(key)
    missed = []
    met = dict.fromkeys(("changed", "refused", "quarantined", "missing"), 0)
    for _ in range(times):
        at = chance.choice(used)
        flipped = bytearray(data)
        flipped[at] ^= 1 << chance.randrange(8)
        for old in folder.glob("bad.db*"):
            old.unlink()
        bad.write_bytes(flipped)
        differs = content(bad) != was
        met["changed"] += differs
        try:
            if differs and not any(f.serious for f in check(bad)):
                missed.append(f"check misses byte {at}")
        except StoreError:
            pass
        try:
            shown = asyncio.run(seen_in(bad))
        except StoreError:
            met["refused"] += 1
            continue
        for key_, value in shown.items():
            if value in ("damaged", "gone"):
                met["quarantined"] += 1
            elif value is None and right[key_] is not None:
                met["missing"] += 1
            elif value != right[key_]:
                missed.append(f"byte {at}: a wrong {key_} is shown")
    return missed, met


def test_r14_200_flipped_bits_never_make_a_wrong_board(tmp_path, caplog):
    caplog.set_level(logging.CRITICAL)
    missed, met = flips(tmp_path, 200, 20)
    assert missed == []
    assert met["changed"] > 100
    assert met["refused"]
    assert met["quarantined"]
    assert met["missing"] < 10, "a match whose row is lost is damaged, too"


def test_r14_would_notice_a_store_without_check_numbers(tmp_path, caplog, monkeypatch):
    """The mutant: log rows and snapshots carry a number that says nothing."""
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr("data.rows.checksum", lambda *values: 0)
    missed, _ = flips(tmp_path, 60, 20)
    assert any("is shown" in one for one in missed)


def test_r14_a_truncated_log_of_writes_is_an_earlier_moment_never_a_mixture(tmp_path):
    path = tmp_path / "p.db"
    copies = tmp_path / "copies"
    copies.mkdir()

    async def make() -> None:
        async with opened(path) as store:
            await store._run(lambda c: c.execute("PRAGMA wal_autocheckpoint = 0"))
            sheet = await begun(store, "sarena")
            await played(store, sheet, 20, Random(1))
            for suffix in ("", "-wal"):
                shutil.copy(f"{path}{suffix}", copies / f"whole.db{suffix}")

    asyncio.run(make())
    wal = (copies / "whole.db-wal").read_bytes()
    chance = Random(3)
    lengths = set()
    for k in range(25):
        name = copies / f"{k}.db"
        shutil.copy(copies / "whole.db", name)
        cut = chance.randrange(32 + (4096 + 24) * 40, len(wal))
        Path(f"{name}-wal").write_bytes(wal[:cut])

        async def look(name: Path = name) -> None:
            async with opened(name) as store:
                sheet = await store.load(1)
                if sheet is not None:
                    lengths.add(sheet.n)
                    assert len(await store.log(1)) == sheet.n

        asyncio.run(look())
        assert check(name) == []
    assert len(lengths) > 5


async def test_one_match_on_a_broken_page_is_quarantined_alone(tmp_path, caplog):
    """A page of one match's position is overwritten; the other match is played on."""
    path = tmp_path / "p.db"
    async with opened(path) as store:
        await store._run(lambda c: c.execute("PRAGMA auto_vacuum"))
        big = await begun(store, "toy", 4, key=1)
        small = await begun(store, "sarena", key=2)
        state = await store._read(
            lambda c: c.execute("SELECT state FROM match WHERE id = ?", (big.id,)).fetchone()[0]
        )
    data = bytearray(path.read_bytes())
    at, times = data.find(state[100:160]), 0
    while at >= 0:
        data[at : at + 60] = b"\xff" * 60
        times += 1
        at = data.find(state[100:160])
    assert times
    path.write_bytes(data)
    async with opened(path) as store:
        with pytest.raises(Damaged):
            await store.load(big.id)
        assert {head.id for head in await store.heads()} == {big.id, small.id}
        small = await played(store, await store.load(small.id), 3, Random(1))
        assert (await store.load(small.id)) == small
    assert {f.match for f in check(path) if f.serious} == {big.id}


def test_the_seal_covers_every_column_of_a_match():
    """Whatever is added to the table is under the seal, but for the seed (its hash is the
    commitment) and the state (its hash is the digest)."""
    assert set(Row._fields[Row._fields.index("seal") :]) == {"seal", "seed", "state"}
