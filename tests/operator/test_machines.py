"""Machines that are not like ours: what they can print, whose they are, who reads their files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.data import table
from tests.local.driver import BOT
from tests.operator.conftest import ELSEWHERE, TOKEN, Operator, ended, said
from tests.operator.test_commands import stored

CONSOLES = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp437": {"PYTHONIOENCODING": "cp437"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "latin-1, strict": {"PYTHONIOENCODING": "latin-1:strict"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
POSIX = pytest.mark.skipif(os.name != "posix", reason="users by number")


@pytest.mark.parametrize("console", CONSOLES)
async def test_help_is_printed_on_every_console(operator: Operator, console: str) -> None:
    for arguments in (("--help",), ("check", "--help"), ("verify", "--help"), ("dance",)):
        done = await operator.run(*arguments, **CONSOLES[console])
        assert done.status == (2 if arguments == ("dance",) else 0)
        assert "Traceback" not in done.err + done.out
        assert "usage" in done.out + done.err


@pytest.mark.parametrize("console", CONSOLES)
async def test_a_backup_that_was_made_is_not_reported_as_failed(
    operator: Operator, console: str
) -> None:
    """Its name has letters that the console lacks."""
    await stored(operator.database)
    folder = operator.folder / "kópia-日本"
    folder.mkdir()
    done = await operator.run("backup", str(folder / "copy.db"), **CONSOLES[console])
    assert done.status == 0, done.err
    assert "was copied to" in done.out
    assert (folder / "copy.db").exists()
    whole = await operator.run(
        "check", "--database", str(folder / "copy.db"), **CONSOLES[console]
    )  # fmt: skip
    assert whole.status == 0, whole.err
    none = await operator.run("check", "--database", "żółć.db", **CONSOLES[console])
    assert none.status == 1
    assert "There is no database at" in none.sentence


async def test_a_console_that_is_left_as_it_is_ends_help_in_a_traceback(
    operator: Operator,
) -> None:
    """The mutant."""
    operator.program = ELSEWHERE.replace("import bot\n", "import bot; bot.any_encoding = int\n")
    done = await operator.run("--help", PYTHONIOENCODING="ascii")
    assert "UnicodeEncodeError" in done.err


async def test_a_file_of_settings_in_any_editors_letters(operator: Operator) -> None:
    """UTF-8 is read as that on every machine, with and without a mark before it."""
    for mark in ("", "\ufeff"):
        (operator.folder / ".env").write_bytes(
            f"{mark}PARLOUR_LOCAL_PORT=99999999\n# Für Jörg: 日本\n".encode()
        )
        done = await operator.run("check", **CONSOLES["C"])
        assert done.status == 1
        assert "PARLOUR_LOCAL_PORT" in done.sentence


# Somebody the machine does not know.


@POSIX
async def test_a_user_without_a_name_or_a_home_runs_the_bot(operator: Operator) -> None:
    """As in a container that is started with some number."""
    unknown(operator)
    del_home(operator)
    done = await operator.run("check")
    assert done.sentence == said("store-not-there", path=str(operator.database))
    bot = await operator.start(PARLOUR_TOKEN=TOKEN)
    await operator.discord.inside.wait()
    bot.terminate()
    done = await ended(bot)
    assert (done.status, done.err) == (0, "")
    done = await operator.run("backup", "copy.db", PARLOUR_TOKEN=TOKEN)
    assert done.status == 0, done.err


@POSIX
async def test_a_folder_that_is_closed_to_the_user_is_one_sentence(operator: Operator) -> None:
    unknown(operator)
    closed = operator.folder / "closed"
    closed.mkdir(mode=0o700)
    os.chown(closed, 0, 0)
    path = str(closed / "p.db")
    done = await operator.run("check", PARLOUR_DATABASE=path)
    assert (done.status, done.sentence) == (1, said("store-failed", path=path, code="EACCES"))
    done = await operator.run("run", PARLOUR_TOKEN=TOKEN, PARLOUR_DATABASE=path)
    assert (done.status, done.sentence) == (1, said("store-read-only", path=path))
    (operator.folder / ".env").write_text("")
    (operator.folder / ".env").chmod(0)
    done = await operator.run("check")
    assert done.status == 1
    assert str(done.sentence).startswith(said("settings-unreadable", files="~").split("~")[0])


@POSIX
async def test_without_a_home_its_sign_is_refused_in_words(operator: Operator) -> None:
    unknown(operator)
    del_home(operator)
    done = await operator.run("backup", "~/copy.db")
    assert done.status == 2
    assert said("cli-no-home", path="~/copy.db") in done.err
    assert "Traceback" not in done.err
    done = await operator.run("check", PARLOUR_DATABASE="~/x.db")
    assert done.status == 1
    assert done.sentence == said("settings-no-home", path="~/x.db")


def unknown(operator: Operator) -> None:
    """A user that is in no list, from here on."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root with setpriv can become somebody else")
    for folder in operator.folder.parents:
        if folder.stat().st_mode & 0o005 != 0o005:
            folder.chmod(0o755)
    os.chown(operator.folder, 54321, 54321)
    operator.before = ("setpriv", "--reuid=54321", "--regid=54321", "--clear-groups")
    if not _reaches(operator):
        pytest.skip("this folder of the program is closed to other users")


def _reaches(operator: Operator) -> bool:
    import subprocess
    import sys

    asked = [*operator.before, sys.executable, "-c", f"open({str(BOT)!r}).close()"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def del_home(operator: Operator) -> None:
    operator.before = ("env", "-u", "HOME", *operator.before)


# A token that others can read.


@POSIX
@pytest.mark.parametrize(
    ("mode", "told"), [(0o600, False), (0o400, False), (0o640, True), (0o644, True), (0o606, True)]
)
async def test_a_token_that_others_can_read_is_told_at_the_start(
    operator: Operator, mode: int, told: bool
) -> None:
    await stored(operator.database)
    file = operator.folder / ".env"
    file.write_text(f"PARLOUR_TOKEN={TOKEN}\n")
    file.chmod(mode)
    done = await operator.run("check")
    assert done.status == 0
    assert done.err.strip() == (said("settings-exposed", path=str(file)) if told else "")
    assert TOKEN not in done.err + done.out


@POSIX
async def test_settings_without_a_token_may_be_read_by_all(operator: Operator) -> None:
    await stored(operator.database)
    (operator.folder / ".env").write_text("PARLOUR_LOG_LEVEL=error\n")
    (operator.folder / ".env").chmod(0o644)
    assert (await operator.run("check")).err == ""


async def test_a_damaged_world_counts_as_not_set(operator: Operator, tmp_path: Path) -> None:
    async with table.opened(operator.database) as store:
        await store.set_setting(0, "world", "\x00garbage")
    bot = await operator.start(PARLOUR_TOKEN=TOKEN)
    await operator.discord.inside.wait()
    bot.terminate()
    done = await ended(bot)
    assert done.status == 0
    assert "damaged" in done.err
    async with table.opened(operator.database) as store:
        assert await store.setting(0, "world") == "discord"
