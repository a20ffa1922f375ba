"""What an operator can set: environment variables beginning with ``PARLOUR_``, or lines of a
``.env`` file in the current folder or beside this file (the current folder comes first, the
environment before both)."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from rules.kernel import Reason

HERE = Path(__file__).resolve().parent
PREFIX = "PARLOUR_"
DATABASES = {"discord": "parlour.db", "local": "parlour-local.db"}
"""File name by the world that a database belongs to."""

# Whatever the machine's own encoding is; some editors put a mark before the first letter.
_ENCODING = "utf-8-sig"

# A word of printable ASCII; Discord's tokens are, and nothing else may stand in a header.
_TOKEN = re.compile(r"[!-~]+")


class SettingsError(Exception):
    """A setting is wrong. ``reason`` names the sentence that says which and what is possible."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason.key)


class Settings(BaseSettings):
    """The settings. Each field is the variable ``PARLOUR_<FIELD>``; README.md explains them."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        env_file_encoding=_ENCODING,
    )

    token: SecretStr | None = None
    """The bot's token; without one there is only the local table."""
    database: Path | None = None
    """The matches' file; a relative one counts from the folder of this file, wherever the bot is
    started from. None: ``parlour.db`` on Discord, ``parlour-local.db`` at the local table."""
    log_level: Literal["debug", "info", "warning", "error"] | None = None
    """The least that is logged. None: ``info`` on Discord, else ``warning``."""
    local_port: int = Field(default=0, ge=0, le=65535)
    """Port of the local table's page; 0: any that is free."""

    @field_validator("token", mode="before")
    @classmethod
    def _token(cls, value: Any) -> Any:
        """Empty means none, which also takes back one from a ``.env`` file."""
        if not isinstance(value, str):
            return value
        value = value.strip()
        if value and not _TOKEN.fullmatch(value):
            raise ValueError("not a token")
        return value or None

    @field_validator("database", mode="before")
    @classmethod
    def _database(cls, value: Any) -> Any:
        if isinstance(value, str):
            if "\0" in value:
                raise ValueError("not a path")
            return value.strip() or None
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _log_level(cls, value: Any) -> Any:
        return (value.strip().lower() or None) if isinstance(value, str) else value

    def path(self, world: str) -> Path:
        """The database of the world ``discord`` or ``local``.

        Raises:
            SettingsError: it begins with ``~``, and this user has no home folder.
        """
        chosen = self.database or Path(DATABASES[world])
        try:
            return HERE / chosen.expanduser()
        except RuntimeError:
            raise SettingsError(Reason("settings-no-home", {"path": str(chosen)})) from None

    def level(self, command: str) -> str:
        """The least that this command logs; at a terminal the answer is not to drown."""
        return self.log_level or ("info" if command == "run" else "warning")


def env_files() -> tuple[Path, ...]:
    """The files that are read; a later one comes before an earlier one."""
    return HERE / ".env", Path(".env")


def load() -> Settings:
    """The settings as they stand now.

    Raises:
        SettingsError: one is wrong, or a file cannot be read.
    """
    try:
        return Settings(_env_file=env_files())  # type: ignore[call-arg]
    except ValidationError as error:
        raise SettingsError(_reason(error)) from None  # the cause would hold the value
    except (OSError, UnicodeDecodeError):
        files = ", ".join(str(path) for path in env_files() if _may_be_there(path))
        raise SettingsError(Reason("settings-unreadable", {"files": files})) from None


def _reason(error: ValidationError) -> Reason:
    """The first fault as a sentence's name and arguments; never with a value."""
    name = str(error.errors(include_input=False)[0]["loc"][0])
    name = name.casefold().removeprefix(PREFIX.casefold())
    args = {"name": f"{PREFIX}{name.upper()}"}
    return Reason(f"settings-wrong-{name.replace('_', '-')}", args)


def _may_be_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # in a folder that may not be looked into
        return True


def _given() -> Iterable[str]:
    yield from os.environ
    for path in env_files():
        if path.is_file():
            yield from dotenv_values(path, encoding=_ENCODING)


def exposed() -> list[Path]:
    """The files read that hold a token and that somebody else may read. A file of another owner
    (root's, say, for the group of the service) may be meant for our group."""
    if os.name != "posix":
        return []
    found = []
    for path in env_files():
        if path.is_file() and dotenv_values(path, encoding=_ENCODING).get(f"{PREFIX}TOKEN"):
            about = path.stat()
            if about.st_mode & (0o077 if about.st_uid == os.geteuid() else 0o007):
                found.append(path.absolute())
    return list(dict.fromkeys(found))


def unknown() -> list[tuple[str, str]]:
    """Variables that begin like ours and are none, each with the one that was probably meant
    (or nothing)."""
    known = [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    strange = dict.fromkeys(
        name for name in _given() if name.upper().startswith(PREFIX) and name.upper() not in known
    )
    return [
        (name, next(iter(difflib.get_close_matches(name.upper(), known, 1, 0.75)), ""))
        for name in sorted(strange)
    ]
