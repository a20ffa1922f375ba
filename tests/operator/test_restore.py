"""Restoring a backup by the command."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from pathlib import Path

import pytest

from tests.data import table
from tests.data.old import FOLDER
from tests.operator.conftest import TOKEN, Operator, said
from tests.operator.test_commands import stored
from tests.operator.test_running import connected

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills")


def made(operator: Operator) -> list[Path]:
    """What restoring has put aside."""
    return sorted(operator.folder.glob("matches.db.before-*"))


async def killed(operator: Operator) -> None:
    """A bot that left its log behind."""
    bot = await connected(operator)
    bot.send_signal(signal.SIGKILL)
    await bot.wait()
    operator.discord.inside.clear()
    assert (operator.folder / "matches.db-wal").exists()


async def test_a_backup_takes_the_place_of_a_killed_bots_database(operator: Operator) -> None:
    await stored(operator.database)
    assert (await operator.run("backup", "copy.db", PARLOUR_TOKEN=TOKEN)).status == 0
    await killed(operator)
    done = await operator.run("restore", "copy.db", PARLOUR_TOKEN=TOKEN)
    assert (done.status, done.err) == (0, "")
    kept, log, *_ = made(operator)
    assert log.name == f"{kept.name}-wal" or log.name == f"{kept.name}-shm"
    assert done.out.splitlines() == [
        said("cli-restored", source="copy.db", path=str(operator.database)),
        said("cli-restore-kept", path=str(kept)),
    ]
    assert not (operator.folder / "matches.db-wal").exists()
    assert operator.database.stat().st_mode & 0o777 == 0o600
    assert (await operator.run("check")).status == 0
    await connected(operator)


async def test_a_copy_put_there_by_hand_after_a_kill_is_not_started_on(operator: Operator) -> None:
    await stored(operator.database)
    assert (await operator.run("backup", "copy.db", PARLOUR_TOKEN=TOKEN)).status == 0
    await killed(operator)
    shutil.copyfile(operator.folder / "copy.db", operator.database)
    for command in ("run", "check"):
        done = await operator.run(command, PARLOUR_TOKEN=TOKEN)
        assert done.status == 1
        assert done.sentence == said("store-foreign-wal", path=str(operator.database))
    done = await operator.run("restore", "copy.db", PARLOUR_TOKEN=TOKEN)
    assert done.status == 0
    await connected(operator)


async def test_restore_is_refused_while_the_bot_runs(operator: Operator) -> None:
    await stored(operator.database)
    bot = await connected(operator)
    assert (await operator.run("backup", "copy.db")).status == 0
    done = await operator.run("restore", "copy.db")
    assert done.status == 1
    assert done.sentence == said("store-locked", path=str(operator.database))
    assert bot.returncode is None
    assert made(operator) == []


async def test_a_backup_that_is_not_whole_is_not_put_there(operator: Operator) -> None:
    sheet = await stored(operator.database)
    before = operator.database.read_bytes()
    bad = operator.folder / "bad.db"
    shutil.copyfile(operator.database, bad)
    connection = sqlite3.connect(bad)
    connection.execute("UPDATE match SET host = 1")
    connection.commit()
    connection.close()
    done = await operator.run("restore", "bad.db")
    assert done.status == 1
    assert done.out.splitlines() == [
        said("audit-seal", match=sheet.id), said("cli-restore-bad", path="bad.db", wrong=1)
    ]  # fmt: skip
    assert operator.database.read_bytes() == before
    done = await operator.run("restore", "none.db")
    assert done.sentence == said("store-not-there", path="none.db")
    (operator.folder / "diary.db").write_bytes(b"Dear diary" * 99)
    done = await operator.run("restore", "diary.db")
    assert done.sentence == said("store-not-parlour", path="diary.db")
    assert operator.database.read_bytes() == before


async def test_a_backup_of_an_older_version_is_restored_and_brought_up_to_date(
    operator: Operator,
) -> None:
    connection = sqlite3.connect(operator.folder / "old.db")
    connection.executescript((FOLDER / "parlour.sql").read_text("utf-8"))
    connection.close()
    done = await operator.run("restore", "old.db")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1] == said("cli-restore-older")
    async with table.opened(operator.database) as store:
        assert await store.heads()


async def test_a_path_that_begins_with_the_sign_for_home(operator: Operator) -> None:
    """Where the shell leaves it alone, as in --database=~/x.db and in a setting."""
    home = operator.folder / "home"
    home.mkdir()
    await stored(operator.database)
    done = await operator.run("backup", "~/copy.db", HOME=str(home))
    assert done.status == 0
    assert (home / "copy.db").exists()
    done = await operator.run("check", "--database=~/copy.db", HOME=str(home))
    assert done.status == 0
    done = await operator.run("check", HOME=str(home), PARLOUR_DATABASE="~/copy.db")
    assert done.status == 0
