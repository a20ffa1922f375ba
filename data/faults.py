"""What can go wrong in the store, each with a reason that can be put into words."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from pathlib import Path

from rules.kernel import Reason, Refused


class StoreError(Exception):
    """The database cannot be opened, or cannot be read or written now. Nothing was changed.

    ``reason`` names the message (``store-...``) a person is told.
    """

    def __init__(self, reason: Reason, code: str = "") -> None:
        self.reason = reason
        self.code = code
        """SQLite's name of the error, for the log."""
        super().__init__(f"{reason.key} {code}".rstrip())


class Conflict(Refused):
    """The match was changed by something else since the sheet was loaded."""

    default = "store-conflict"


class Seen(Refused):
    """This interaction was dealt with before."""

    default = "store-seen"


class Gone(Refused):
    """That earlier position can no longer be reached."""

    default = "store-gone"


class Damaged(Refused):
    """What is stored of this one match cannot be trusted; all others go on."""

    default = "store-damaged"

    def __init__(self, match: int) -> None:
        self.match = match
        super().__init__(Reason(self.default, {"match": match}))


DatabaseFault = (sqlite3.Error, UnicodeDecodeError)
"""What a statement may raise: Python also fails to read SQLite's words about a broken schema."""


def name_of(error: Exception) -> str:
    """SQLite's own name of an error: ``SQLITE_FULL``."""
    return getattr(error, "sqlite_errorname", None) or type(error).__name__


_KINDS = (
    ("SQLITE_FULL", "full"),
    ("SQLITE_READONLY", "read-only"),
    ("SQLITE_PERM", "read-only"),
    ("SQLITE_CANTOPEN", "read-only"),
    ("SQLITE_BUSY", "locked"),
    ("SQLITE_NOTADB", "not-parlour"),
    ("SQLITE_CORRUPT", "corrupt"),
)


def kind_of(error: Exception) -> str:
    """The kind of fault: full, read-only, locked, not-parlour, corrupt or failed."""
    if isinstance(error, UnicodeDecodeError):
        return "corrupt"
    name = name_of(error)
    return next((kind for start, kind in _KINDS if name.startswith(start)), "failed")


class Lost(StoreError):
    """The database file is no longer where it was: what is written now would be nowhere."""

    def __init__(self) -> None:
        super().__init__(Reason("store-now-lost"), "lost")


def while_running(error: Exception) -> StoreError:
    """A fault met while the bot runs, in words for whoever pressed; no paths in it."""
    kind = kind_of(error)
    key = f"store-now-{kind}" if kind in ("full", "read-only", "corrupt") else "store-now-failed"
    return StoreError(Reason(key), name_of(error))


def while_opening(error: Exception, path: str) -> StoreError:
    """A fault met while opening, in words for the operator."""
    kind, name = kind_of(error), name_of(error)
    # Where there is no room for the files of the write-ahead log, or a quota is used up, SQLite
    # only says that it could not write or open something.
    if name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN")) and no_room(Path(path).parent):
        kind = "full"
    return StoreError(Reason(f"store-{kind}", {"path": path, "code": name}), name)


_ROOM = 1 << 17
"""Bytes that opening a database may take."""


def no_room(folder: Path) -> bool:
    """Whether the system says that nothing more can be written to a folder."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"\1" * _ROOM)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return False
