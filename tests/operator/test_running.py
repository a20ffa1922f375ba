"""Starting and stopping on Discord: what goes well, and one sentence for what does not."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sqlite3
from pathlib import Path

import pytest

from data.schema import APPLICATION, migrations
from tests.data import table
from tests.local.driver import BOT
from tests.operator.conftest import ELSEWHERE, ENDED, TOKEN, Operator, ended, said
from tests.operator.discord import Discord


async def connected(operator: Operator, **settings: str) -> asyncio.subprocess.Process:
    """A bot, once Discord has let it in."""
    bot = await operator.start(PARLOUR_TOKEN=TOKEN, **settings)
    entered = asyncio.ensure_future(operator.discord.inside.wait())
    left = asyncio.ensure_future(bot.wait())
    await asyncio.wait((entered, left), timeout=ENDED, return_when=asyncio.FIRST_COMPLETED)
    left.cancel()
    if not entered.done():
        entered.cancel()
        pytest.fail(f"the bot did not connect: {(await ended(bot)).err}")
    return bot


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_connects_and_ends_cleanly_when_asked_to(
    operator: Operator, discord: Discord, number: signal.Signals
) -> None:
    bot = await connected(operator, PARLOUR_LOG_LEVEL="debug")
    bot.send_signal(number)
    done = await ended(bot)
    assert done.status == 0
    assert "Traceback" not in done.err
    assert discord.tokens == [f"Bot {TOKEN}"]
    assert TOKEN not in done.out + done.err, "not even at the level that logs everything"
    assert "42" in done.err, "and that level does log"


async def test_it_ends_though_a_picture_never_does(operator: Operator, discord: Discord) -> None:
    """The drawing thread is stuck for ever in what all pictures share."""
    program = (
        "import sys, threading; sys.path.insert(0, sys.argv[1])\n"
        "from rendering.scene import Renderer, renderers\n"
        "for one in renderers().values():\n"
        "    type(one).warm = lambda self: threading.Event().wait(3600)\n"
    )
    operator.program = program + ELSEWHERE
    bot = await connected(operator)
    bot.send_signal(signal.SIGTERM)
    done = await ended(bot)
    assert done.status == 0
    assert "Traceback" not in done.err


async def test_it_asks_for_the_guilds_intent_alone(operator: Operator, discord: Discord) -> None:
    bot = await connected(operator)
    bot.terminate()
    await ended(bot)
    assert discord.intents == [1]


async def test_commands_are_sent_when_they_changed_and_by_sync(
    operator: Operator, discord: Discord
) -> None:
    for _ in range(2):
        bot = await connected(operator)
        bot.terminate()
        await ended(bot)
    assert len(discord.commands) == 1, "the second start had nothing new to send"
    running = await connected(operator)
    done = await operator.run("sync", PARLOUR_TOKEN=TOKEN)
    assert done.status == 0, done.err
    assert done.out.strip() == said("cli-synced", count=len(discord.commands[0]))
    assert discord.commands[1] == discord.commands[0]
    assert running.returncode is None, "a running bot goes on"


async def test_a_second_bot_on_the_same_database_is_refused(
    operator: Operator, discord: Discord
) -> None:
    await connected(operator)
    done = await operator.run(PARLOUR_TOKEN=TOKEN)
    assert done.status == 1
    assert done.sentence == said("store-locked", path=str(operator.database))


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (4004, "cli-token-refused"),
        (4012, "cli-outdated"),
        (4013, "cli-intents"),
        (4014, "cli-intents"),
        (4011, "cli-closed"),
    ],
)
async def test_a_connection_ended_for_good_is_one_sentence(
    operator: Operator, discord: Discord, code: int, key: str
) -> None:
    discord.close_code = code
    done = await operator.run(PARLOUR_TOKEN=TOKEN)
    assert done.status == 1
    assert done.sentence == said(key, code=code)


@pytest.mark.parametrize(
    ("status", "key"), [(401, "cli-token-refused"), (403, "cli-discord-refused")]
)
@pytest.mark.parametrize("command", ["run", "sync"])
async def test_a_token_that_discord_refuses_is_one_sentence(
    operator: Operator, discord: Discord, status: int, key: str, command: str
) -> None:
    discord.status = status
    done = await operator.run(command, PARLOUR_TOKEN=TOKEN)
    assert done.status == 1
    assert done.sentence == said(key, status=status, code=0)


async def test_no_way_to_discord_is_one_sentence(operator: Operator) -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        operator.discord.port = taken.getsockname()[1]
        done = await operator.run(PARLOUR_TOKEN=TOKEN)
    assert done.status == 1
    assert done.sentence == said("cli-no-discord")


async def test_it_can_be_stopped_while_discord_does_not_answer(
    operator: Operator, discord: Discord
) -> None:
    discord.silent = True
    bot = await operator.start(PARLOUR_TOKEN=TOKEN)
    while not discord.tokens:
        assert bot.returncode is None
        await asyncio.sleep(0.05)
    bot.terminate()
    done = await ended(bot)
    assert done.status == 0
    assert "Traceback" not in done.err


@pytest.mark.parametrize("command", ["run", "sync"])
async def test_without_a_token_there_is_no_discord(operator: Operator, command: str) -> None:
    done = await operator.run(command)
    assert done.status == 1
    assert done.sentence == said("cli-no-token")


# Databases that cannot be used: each one sentence, each an end.


def newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("PRAGMA user_version = 9999")
    connection.close()


def somebody_elses(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE tax (year INTEGER)")
    connection.close()


def no_database(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)


def directory(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (newer, "store-newer"),
        (somebody_elses, "store-not-parlour"),
        (no_database, "store-not-parlour"),
        (directory, "store-not-parlour"),
    ],
)
@pytest.mark.parametrize("command", ["run", "local"])
async def test_a_database_that_cannot_be_used_is_one_sentence(
    operator: Operator, make: object, key: str, command: str
) -> None:
    make(operator.database)  # type: ignore[operator]
    done = await operator.run(command, PARLOUR_TOKEN=TOKEN)
    assert done.status == 1
    args = {"path": str(operator.database), "here": len(migrations()), "there": 9999}
    assert done.sentence == said(key, **args)


async def test_a_missing_directory_is_one_sentence(operator: Operator) -> None:
    folder = operator.folder / "nowhere"
    done = await operator.run(PARLOUR_TOKEN=TOKEN, PARLOUR_DATABASE=str(folder / "x.db"))
    assert done.status == 1
    assert done.sentence == said("store-no-directory", directory=str(folder))


async def test_a_database_that_may_not_be_written_is_one_sentence(operator: Operator) -> None:
    if os.geteuid() == 0:  # whom nothing is forbidden, unless he gives that up
        if shutil.which("setpriv") is None:
            pytest.skip("root may write everywhere, and there is no setpriv")
        operator.before = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
    async with table.opened(operator.database):
        pass
    operator.database.chmod(0o444)
    done = await operator.run(PARLOUR_TOKEN=TOKEN)
    assert done.status == 1
    assert done.sentence == said("store-read-only", path=str(operator.database))


async def test_a_fault_nobody_expected_ends_the_process_too(
    operator: Operator, discord: Discord
) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import bot, cogs.client\n"
        "async def broken(self): raise LookupError('planted')\n"
        "cogs.client.Parlour.login = lambda self, token: broken(self)\n"
        "sys.exit(bot.main(['run']))"
    )
    done = await ended(
        await operator.start_python("-c", program, str(BOT.parent), PARLOUR_TOKEN=TOKEN)
    )
    assert done.status == 1
    assert "planted" in done.err
    assert done.err.strip().splitlines()[-1] == said("cli-fault", what="LookupError")


# The local table against its neighbours; its page is tested in tests/local.


async def test_the_port_of_the_local_table_may_be_taken(operator: Operator) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = await operator.run("local", PARLOUR_LOCAL_PORT=str(port))
    assert done.status == 1
    assert done.sentence == said("cli-port", port=port)


async def test_a_database_of_discord_is_not_opened_at_the_local_table(
    operator: Operator, discord: Discord
) -> None:
    bot = await connected(operator)
    bot.terminate()
    await ended(bot)
    done = await operator.run("local", PARLOUR_TOKEN=TOKEN)
    assert done.status == 1
    assert done.sentence == said("cli-other-world", path=str(operator.database), world="discord")
