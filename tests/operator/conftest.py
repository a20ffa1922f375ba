"""``bot.py`` as a process of its own, started from a folder that is not its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.local.driver import BOT, clean_environment
from tests.operator.discord import Discord

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
ENDED = 60.0
"""Seconds until a process that does not end counts as hanging."""

# The real program, but that Discord is somewhere else.
ELSEWHERE = """
import sys
import discord.gateway, discord.http, yarl
sys.path.insert(0, sys.argv[1])
discord.http.Route.BASE = f"http://127.0.0.1:{sys.argv[2]}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{sys.argv[2]}/gateway")
import bot
sys.exit(bot.main(sys.argv[3:]))
"""


class Ended(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one sentence on standard error."""
        assert "Traceback" not in self.err
        (line,) = self.err.strip().splitlines()
        return line


class Operator:
    """Somebody at a terminal in some folder."""

    def __init__(self, folder: Path, discord: Discord) -> None:
        self.folder = folder
        self.discord = discord
        self.database = folder / "matches.db"
        self.program = ELSEWHERE
        self.before: tuple[str, ...] = ()
        """What is written before the command, as ``nice``."""
        self.started: list[asyncio.subprocess.Process] = []

    async def start(self, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
        """Start ``bot.py`` with these arguments and settings."""
        return await self.start_python(
            "-c", self.program, str(BOT.parent), str(self.discord.port), *arguments, **settings
        )

    async def start_python(self, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
        given = {
            "PARLOUR_DATABASE": str(self.database), "PARLOUR_LOG_LEVEL": "error", **settings
        }  # fmt: skip
        process = await asyncio.create_subprocess_exec(
            *self.before, sys.executable, *arguments,
            cwd=self.folder, env=clean_environment(**given),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self.started.append(process)
        return process

    async def run(self, *arguments: str, **settings: str) -> Ended:
        """The same to its end."""
        return await ended(await self.start(*arguments, **settings))

    async def close(self) -> None:
        for process in self.started:
            if process.returncode is None:
                process.kill()
                await process.wait()


async def ended(process: asyncio.subprocess.Process) -> Ended:
    """Wait for a process's end."""
    out, err = await asyncio.wait_for(process.communicate(), ENDED)
    assert process.returncode is not None
    return Ended(process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    async with Discord() as server:
        yield server


@pytest.fixture
async def operator(tmp_path: Path, discord: Discord) -> AsyncIterator[Operator]:
    operator = Operator(tmp_path, discord)
    yield operator
    await operator.close()


def said(key: str, **args: Any) -> str:
    """A sentence as the operator reads it in English."""
    from rendering.words import say

    return say("en", key, **args)
