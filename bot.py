"""The operator's command line: ``python bot.py --help``."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import logging
import os
import re
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

try:
    import aiohttp
    import discord

    import logs
    import settings
    from cogs.client import Parlour
    from cogs.table.desk import now
    from data.audit import Finding
    from data.faults import StoreError
    from data.store import Store
    from rendering.names import clean
    from rendering.words import say
    from rules import games
    from rules.kernel import Reason, Refused
    from settings import Settings, SettingsError
except ModuleNotFoundError as missing:
    # The words themselves need a package, so this one sentence stands here.
    sys.exit(
        f"The package {missing.name!r} is missing. Beside bot.py, run:  "
        'python3 -m venv .venv && .venv/bin/pip install -e ".[local]"  '
        "and then start Parlour with  .venv/bin/python bot.py"
    )

log = logging.getLogger("parlour")

ANSWER = 30.0
"""Seconds that Discord has to let the bot in."""


class Fatal(Exception):
    """Why this cannot be done, as a sentence's name and arguments."""

    def __init__(self, key: str, **args: str | int) -> None:
        self.reason = Reason(key, args)
        super().__init__(key)


def locale() -> str:
    """The operator's language, as the terminal has it: ``de-DE``."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name].split(".")[0].replace("_", "-")
    return "en"


def any_encoding() -> None:
    """Whatever letters this console lacks, a sentence never fails on being printed: it would
    report what was done as failed."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def tell(key: str, **args: str | int) -> None:
    """Say a sentence on standard output."""
    print(say(locale(), key, **args), flush=True)


def warn(key: str, **args: str | int) -> None:
    """Say a sentence on standard error."""
    print(say(locale(), key, **args), file=sys.stderr, flush=True)


# Running.


async def until_told(work: Coroutine[Any, Any, None]) -> None:
    """Do this until it ends or the process is asked to stop (SIGINT, SIGTERM): then it is cancelled
    and cleans up behind itself. Asked a second time, the process ends at once."""
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    asked = False

    def stop() -> None:
        nonlocal asked
        asked = True
        for number in signals:
            loop.remove_signal_handler(number)
        task.cancel()

    signals = (signal.SIGINT, signal.SIGTERM)
    with contextlib.suppress(NotImplementedError):  # Windows ends by KeyboardInterrupt
        for number in signals:
            loop.add_signal_handler(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not asked:
            raise


async def with_store(
    chosen: Settings, world: str, work: Callable[[Store], Awaitable[None]]
) -> None:
    """Open this world's database, work on it, and close it whatever happens: its thread would keep
    the process alive."""
    path = chosen.path(world)
    store = await Store.open(path, now())
    try:
        # A match belongs to the server it was opened on; in the other world it would be homeless.
        there = await store.setting(0, "world")
        if there in settings.DATABASES and there != world:
            raise Fatal("cli-other-world", path=str(path), world=there)
        if there not in settings.DATABASES:
            if there is not None:
                log.error("the setting 'world' is damaged: it counts as not set")
            await store.set_setting(0, "world", world)
        await work(store)
    finally:
        await store.close()


def _token(chosen: Settings) -> str:
    if chosen.token is None:
        raise Fatal("cli-no-token")
    return chosen.token.get_secret_value()


async def _log_in(bot: Parlour, token: str) -> None:
    async with asyncio.timeout(ANSWER):
        await bot.login(token)


async def on_discord(chosen: Settings) -> None:
    """Connect and stay until told to stop."""
    token = _token(chosen)

    async def work(store: Store) -> None:
        async with Parlour(store) as bot:
            await _log_in(bot, token)
            log.info("connected as %s; database %s", bot.user, chosen.path("discord"))
            await bot.connect()

    await until_told(with_store(chosen, "discord", work))


async def send_commands(chosen: Settings) -> None:
    """Send the slash commands to Discord, whether they changed or not.

    Works beside a running bot: it has a database of its own, for as long as this takes.
    """
    token = _token(chosen)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "parlour.db", now())
        try:
            async with Parlour(store, sync=True) as bot:
                await _log_in(bot, token)
                count = len(bot.tree.get_commands())
        finally:
            await store.close()
    tell("cli-synced", count=count)


async def at_home(chosen: Settings) -> None:
    """The local table, until told to stop."""
    # While it is imported, SimCord makes a client without intents and discord.py warns of it.
    state = logging.getLogger("discord.state")
    state.disabled = True
    try:
        import local
    except ModuleNotFoundError as error:
        raise Fatal("cli-no-simcord", package=str(error.name)) from None
    finally:
        state.disabled = False

    async def work(store: Store) -> None:
        try:
            await local.play(
                store, chosen.local_port, locale(), lambda url: tell("cli-table", url=url)
            )
        except local.PortTaken:
            raise Fatal("cli-port", port=chosen.local_port) from None

    await until_told(with_store(chosen, "local", work))
    tell("cli-table-closed")


# Looking after what is stored.


def world_of(chosen: Settings) -> str:
    """Where the bot would start now."""
    return "local" if chosen.token is None else "discord"


def stored(chosen: Settings, other: Path | None) -> Path:
    """The database meant by a command that looks after one."""
    return chosen.path(world_of(chosen)) if other is None else other


def back_up(chosen: Settings, to: Path, database: Path | None) -> int:
    """A whole copy of the database, also while the bot runs."""
    from data.store import copy

    copy(stored(chosen, database), to)
    tell("cli-backed-up", path=str(to))
    return 0


def check(chosen: Settings, database: Path | None, match: int | None) -> int:
    """Everything that is stored, or one match, examined; 1 when something is wrong."""
    from data.check import check as examine

    path = stored(chosen, database)
    wrong = _told(examine(path, match, Progress(), os.cpu_count() or 1))
    if match is not None and not wrong:
        tell("cli-check-one", match=match, path=str(path))
    else:
        tell("cli-check-bad" if wrong else "cli-check-good", path=str(path), wrong=wrong)
    return 1 if wrong else 0


def _told(findings: Sequence[Finding]) -> int:
    """Say what was found; how many of it are faults."""
    for finding in findings:
        args = {k: shown(v, 300) if isinstance(v, str) else v for k, v in finding.told.args.items()}
        tell(finding.told.key, **args)
    return sum(finding.serious for finding in findings)


class Progress:
    """How far a long examination is: one line that is written over at a terminal, else a line for
    every thousand matches."""

    def __init__(self) -> None:
        self.alive = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, of: int) -> None:
        """So many matches of so many have been examined."""
        if done % (50 if self.alive else 1000) and done != of:
            return
        if self.alive:
            line = say(locale(), "cli-check-progress", done=done, of=of)
            print(f"\r{line}", end="\n" if done == of else "", file=sys.stderr, flush=True)
        elif 0 < done < of:
            warn("cli-check-progress", done=done, of=of)


def restore(chosen: Settings, source: Path, database: Path | None) -> int:
    """A copy put in the place of the database, once it has been examined; 1: it is not whole."""
    from data.check import check as examine
    from data.check import sound
    from data.restore import restore as put

    path = stored(chosen, database)
    try:
        findings = examine(source, None, Progress(), os.cpu_count() or 1)
        whole = True
    except StoreError as error:
        if error.code != "older":
            raise
        findings, whole = sound(source), False
    if wrong := _told(findings):
        tell("cli-restore-bad", path=str(source), wrong=wrong)
        return 1
    kept = put(source, path, now())
    tell("cli-restored", source=str(source), path=str(path))
    if kept is not None:
        tell("cli-restore-kept", path=str(kept))
    if not whole:
        tell("cli-restore-older")
    return 0


def verify(file: Path, head: str | None, commitment: str | None) -> int:
    """An exported match, played again from its seed; 1 when something does not fit, 3 when not all
    could be played again."""
    from data import verify as judge

    try:
        verdict = judge.verify(judge.contents(file), head, commitment)
    except Refused as error:
        raise Fatal(error.reason.key, path=shown(str(file), 200)) from None
    except OSError as error:
        path = shown(str(file), 200)
        raise Fatal("cli-unreadable", path=path, why=error.strerror or "") from None
    for reason in verdict.reasons:
        args = {k: shown(v) if isinstance(v, str) else v for k, v in reason.args.items()}
        tell(reason.key, **args)
    return verdict.status


def shown(text: str, longest: int = 64) -> str:
    """Text that a stranger may have written, as a terminal can show it: no control characters, no
    line breaks, nothing overlong."""
    code = sys.stdout.encoding or "utf-8"
    return clean(text, longest=longest).encode(code, "replace").decode(code)


def render(game: str, seed: int, ply: int, out: Path, seats: int | None) -> int:
    """Pictures and text boards of a game at some ply, for everybody who sees one."""
    from rendering import gallery

    if game not in games():
        raise Fatal("cli-no-game", game=game, games=", ".join(games()))
    least, most = games()[game].seat_range
    if seats is not None and not least <= seats <= most:
        raise Fatal("cli-seats", game=game, least=least, most=most)
    try:
        out.mkdir(parents=True, exist_ok=True)
        drawn = gallery.render(game, seed, ply, out, seats)
    except OSError as error:
        raise Fatal("cli-unwritable", path=str(out), why=error.strerror or "") from None
    for file in drawn.files:
        print(file)
    if drawn.ply < ply:
        warn("cli-render-over", ply=drawn.ply, asked=ply)
    return 0


# The command line.


def parser() -> argparse.ArgumentParser:
    """What can be asked for, with help in words."""
    here = locale()

    def words(key: str) -> str:
        return say(here, key).replace("%", "%%")

    whole = argparse.ArgumentParser(prog="python bot.py", description=words("cli-parlour"))
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", title=words("cli-commands"))

    def command(name: str) -> argparse.ArgumentParser:
        text = words(f"cli-{name}")
        return commands.add_parser(name, help=text, description=text)

    for name in ("run", "local", "sync"):
        command(name)
    copy = command("backup")
    copy.add_argument("to", metavar="TO", type=a_path, help=words("cli-backup-to"))
    back = command("restore")
    back.add_argument("source", metavar="FROM", type=a_path, help=words("cli-restore-from"))
    examined = command("check")
    for one in (copy, back, examined):
        one.add_argument("--database", type=a_path, metavar="FILE", help=words("cli-database"))
    examined.add_argument("--match", type=whole_number, metavar="N", help=words("cli-check-match"))
    judge = command("verify")
    judge.add_argument("file", metavar="FILE", type=a_path, help=words("cli-verify-file"))
    for name in ("head", "commitment"):
        text = words(f"cli-verify-{name}")
        judge.add_argument(f"--{name}", metavar="HEX", type=hash_digits, help=text)
    pictures = command("render")
    pictures.add_argument("game", metavar="GAME", help=words("cli-render-game"))
    pictures.add_argument("--seed", type=whole_number, default=1, help=words("cli-render-seed"))
    pictures.add_argument("--ply", type=whole_number, default=0, help=words("cli-render-ply"))
    pictures.add_argument("--out", type=a_path, required=True, help=words("cli-render-out"))
    pictures.add_argument("--seats", type=whole_number, help=words("cli-render-seats"))
    return whole


def a_path(text: str) -> Path:
    """A path as an argument; ``~`` is the home folder also where the shell left it as it is."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise argparse.ArgumentTypeError(say(locale(), "cli-no-home", path=text)) from None


def whole_number(text: str) -> int:
    """A number from 0 up, as an argument."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 15:
        raise argparse.ArgumentTypeError(say(locale(), "cli-not-a-number", text=text))
    return int(text)


def hash_digits(text: str) -> str:
    """The first digits of a hash or all, as they may be copied out of a post."""
    digits = re.sub(r"[\s`]", "", text).lower()
    if not re.fullmatch(r"[0-9a-f]{12,64}", digits):
        raise argparse.ArgumentTypeError(say(locale(), "cli-not-a-hash"))
    return digits


def obey(asked: argparse.Namespace, chosen: Settings) -> int:
    """Do what was asked; the exit status."""
    match asked.command:
        case "run":
            asyncio.run(on_discord(chosen))
        case "local":
            asyncio.run(at_home(chosen))
        case "sync":
            asyncio.run(send_commands(chosen))
        case "backup":
            return back_up(chosen, asked.to, asked.database)
        case "check":
            return check(chosen, asked.database, asked.match)
        case "restore":
            return restore(chosen, asked.source, asked.database)
        case "verify":
            return verify(asked.file, asked.head, asked.commitment)
        case "render":
            return render(asked.game, asked.seed, asked.ply, asked.out, asked.seats)
    return 0


# What Discord says when it ends a connection for good, where the code says more than the number.
_CLOSED = {
    4004: "cli-token-refused",
    4012: "cli-outdated",
    4013: "cli-intents",
    4014: "cli-intents",
}


def why(error: BaseException) -> Reason | None:
    """An error that ends the bot as a sentence's name and arguments; None: one nobody expected."""
    match error:
        case Fatal() | SettingsError() | StoreError() | Refused():
            return error.reason
        case discord.LoginFailure():
            return Reason("cli-token-refused")
        case discord.PrivilegedIntentsRequired():
            return Reason("cli-intents")
        case discord.ConnectionClosed():
            return Reason(_CLOSED.get(error.code, "cli-closed"), {"code": error.code})
        case discord.HTTPException():
            return Reason("cli-discord-refused", {"status": error.status, "code": error.code})
        case discord.GatewayNotFound() | aiohttp.ClientError() | TimeoutError():
            return Reason("cli-no-discord")
    return None


def main(argv: list[str] | None = None) -> int:
    """The whole program; the exit status: 0 well, 1 a fault or a finding, 2 a wrong command,
    3 a match that fits as far as it could be played again."""
    any_encoding()
    asked = parser().parse_args(argv)
    try:
        chosen = settings.load()
        asked.command = asked.command or {"discord": "run", "local": "local"}[world_of(chosen)]
        secret = chosen.token.get_secret_value() if chosen.token else ""
        logs.begin(chosen.level(asked.command), secret)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here
        for name, meant in settings.unknown():
            warn("settings-unknown", name=name, meant=meant or "none")
        for path in settings.exposed():
            warn("settings-exposed", path=str(path))
        status = obey(asked, chosen)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:  # whoever read what is printed has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        reason = why(error)
        if reason is None:
            log.exception("%s ended by a fault", asked.command)
            reason = Reason("cli-fault", {"what": type(error).__name__})
        warn(reason.key, **reason.args)
        return 1


if __name__ == "__main__":
    sys.exit(main())
