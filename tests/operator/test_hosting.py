"""The page for hosts: its commands are read out of it and run, word for word."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from pathlib import Path
from unittest.mock import MagicMock

import discord
import pytest

from cogs.table.setup import cannot_post
from data.check import check
from tests.local.driver import BOT, clean_environment
from tests.operator.conftest import TOKEN, Operator
from tests.operator.test_commands import stored
from tests.operator.test_running import connected

ROOT = BOT.parent
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
POSIX = pytest.mark.skipif(os.name != "posix", reason="the commands are for a shell")


def blocks(title: str, kind: str = "sh") -> list[str]:
    """The blocks of commands under a heading."""
    _, _, rest = PAGE.partition(f"\n## {title}\n")
    assert rest, f"no heading {title!r}"
    found = re.findall(rf"^ *```{kind}\n(.*?)^ *```", rest.split("\n## ")[0], re.DOTALL | re.M)
    return [re.sub(r"^ {3}", "", block, flags=re.M) for block in found]


class Host:
    """A folder like the one where Parlour was installed, and a service that is a process."""

    def __init__(self, operator: Operator, folder: Path) -> None:
        self.operator = operator
        self.folder = folder
        folder.mkdir(exist_ok=True)
        (folder / "bot.py").symlink_to(BOT)
        (folder / ".venv" / "bin").mkdir(parents=True)
        (folder / ".venv" / "bin" / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        shims = folder / "shims"
        shims.mkdir()
        (shims / "sudo").write_text('#!/bin/sh\nexec "$@"\n')
        (shims / "systemctl").write_text('#!/bin/sh\necho "$@" >> systemctl.log\n')
        for file in (*shims.iterdir(), folder / ".venv" / "bin" / "python"):
            file.chmod(0o755)

    def run(self, script: str) -> str:
        """Run a block as it stands; what it printed."""
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script], cwd=self.folder, capture_output=True,
            text=True, check=False, env=clean_environment(
                PARLOUR_TOKEN=TOKEN, PARLOUR_DATABASE=str(self.folder / "matches.db"),
                PATH=f"{self.folder / 'shims'}:{os.environ['PATH']}",
            ),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout


@pytest.fixture
def host(operator: Operator) -> Host:
    return Host(operator, operator.folder)


@POSIX
async def test_backup_and_restore_word_for_word_after_a_kill(host: Host) -> None:
    operator = host.operator
    sheet = await stored(operator.database)
    (make,) = blocks("Backup")
    (back,) = blocks("Restore")
    bot = await connected(operator)
    assert "is whole" in await asyncio.to_thread(host.run, make), "while the bot runs"
    bot.send_signal(signal.SIGKILL)
    await bot.wait()
    operator.discord.inside.clear()
    out = await asyncio.to_thread(host.run, back)
    assert "The bot can be started" in out
    assert not Path(f"{operator.database}-wal").exists()
    assert check(operator.database) == []
    told = (host.folder / "systemctl.log").read_text().splitlines()
    assert told == ["stop parlour", "start parlour"]
    bot = await connected(operator)
    loaded = await operator.run("check", "--match", str(sheet.id))
    assert loaded.status == 0


@POSIX
async def test_moving_to_another_machine_word_for_word(host: Host) -> None:
    sheet = await stored(host.operator.database)
    old, new = blocks("Move to another machine")
    await asyncio.to_thread(host.run, old)
    other = Host(host.operator, host.folder / "other")
    for name in ("moving.db",):
        shutil.copyfile(host.folder / name, other.folder / name)
    (other.folder / ".env").write_text(f"PARLOUR_TOKEN={TOKEN}\n")
    await asyncio.to_thread(other.run, new)
    assert (other.folder / ".env").stat().st_mode & 0o777 == 0o600
    database = other.folder / "matches.db"
    assert check(database) == []
    assert check(database, sheet.id) == []


@POSIX
async def test_the_token_and_the_upgrades_backup_word_for_word(host: Host) -> None:
    (token,) = blocks("Token and invitation")
    await asyncio.to_thread(host.run, token)
    assert (host.folder / ".env").read_text() == "PARLOUR_TOKEN=your-token\n"
    assert (host.folder / ".env").stat().st_mode & 0o777 == 0o600
    await stored(host.operator.database)
    (upgrade,) = blocks("Upgrade")
    backup, pull, install, restart = upgrade.splitlines()
    (host.folder / "backups").mkdir()
    await asyncio.to_thread(host.run, backup)
    assert check(host.folder / "backups" / "before-upgrade.db") == []
    assert (pull, restart) == ("git pull", "sudo systemctl restart parlour")
    assert "pip install" in install


def test_the_unit_starts_what_is_there() -> None:
    (unit,) = blocks("As a service", "ini")
    parser = ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(unit)
    python, program, command = parser["Service"]["ExecStart"].split()
    assert Path(python).name == "python"
    assert (ROOT / Path(program).name).is_file()
    assert command == "run"


def test_the_permissions_on_the_page_are_those_that_the_bot_misses() -> None:
    for channel in (None, MagicMock(spec=discord.Thread)):
        asked = MagicMock(channel=channel, app_permissions=discord.Permissions.none())
        for name in cannot_post(asked):
            assert name in PAGE


# The container.

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def test_the_image_holds_what_the_project_needs_and_nothing_secret() -> None:
    copied = {
        name for line in re.findall(r"^COPY (.*)$", DOCKERFILE, re.M) for name in line.split()[:-1]
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    setuptools = project["tool"]["setuptools"]
    needed = {f"{module}.py" for module in setuptools["py-modules"]}
    needed |= {pattern.rstrip("*") for pattern in setuptools["packages"]["find"]["include"]}
    assert needed <= copied
    assert all((ROOT / name).exists() for name in copied)
    assert not copied & {".", ".env", "*"}
    user = re.search(r"^USER (\d+)", DOCKERFILE, re.M)
    assert user is not None
    assert int(user[1]) != 0


def engine() -> str:
    """Docker or podman, where one answers and has the image to build on; else a word why not."""
    base = re.search(r"^FROM (\S+)", DOCKERFILE, re.M)
    assert base is not None
    for name in ("docker", "podman"):
        if shutil.which(name) is None:
            continue
        if subprocess.run([name, "info"], capture_output=True, check=False).returncode:
            continue
        pulled = subprocess.run([name, "pull", base[1]], capture_output=True, check=False)
        if pulled.returncode == 0:
            return name
    pytest.skip("neither docker nor podman answers here, or the image to build on cannot be had")


def test_the_image_is_built_and_runs(tmp_path: Path) -> None:
    name = engine()
    build, run = blocks("As a service")[0].splitlines()
    tag = "parlour-test"
    done = subprocess.run(
        [name, "build", "-t", tag, "."], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert build == "docker build -t parlour ."
    assert " -v parlour:/data " in run
    for user in ((), ("--user", "54321:54321")):
        done = subprocess.run(
            [name, "run", "--rm", *user, tag, "check"], capture_output=True, text=True, check=False
        )
        assert "There is no database at /data/parlour.db" in done.stderr
    done = subprocess.run([name, "run", "--rm", tag], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "PARLOUR_TOKEN" in done.stderr
