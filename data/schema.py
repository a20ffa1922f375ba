"""A connection's settings, whose database it is, and how an older one is brought up to date."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from data.faults import DatabaseFault, StoreError, name_of, while_opening
from rules.kernel import Reason

APPLICATION = 0x5041524C
"""``PARL``: SQLite's application id of our databases."""
LEAST_SQLITE = (3, 37, 0)
"""The first with STRICT tables."""
MIGRATIONS = Path(__file__).parent / "migrations"


def refuse(kind: str, path: Path | str, **args: str | int) -> StoreError:
    """A reason why this database cannot be used: ``store-<kind>``."""
    return StoreError(Reason(f"store-{kind}", {"path": str(path), **args}), kind)


# Files named 0001_word.sql: first line a comment with the reason, last statement its user_version.


def migrations(folder: Path = MIGRATIONS) -> list[tuple[int, Path]]:
    """The migrations in order, with the version each one leads to.

    Raises:
        ValueError: their numbers are not 1, 2, 3 ... without gaps.
    """
    found = sorted((int(path.name[:4]), path) for path in folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    if [number for number, _ in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations are not numbered 1, 2, 3 ... without gaps: {found}")
    return found


def statements(text: str) -> Iterator[str]:
    """The statements of a script, one by one; ``executescript`` would commit in between."""
    statement = ""
    for line in text.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        raise ValueError(f"unfinished statement: {statement.strip()[:60]}")


def before_locking(path: Path) -> None:
    """Look at what can be told without opening anything.

    Raises:
        StoreError: SQLite is too old, no such directory, not writable, or a directory itself.
    """
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        raise refuse("old-sqlite", path, least=least, here=sqlite3.sqlite_version)
    if not path.parent.is_dir():
        raise refuse("no-directory", path, directory=str(path.parent))
    if path.exists() and not path.is_file():
        raise refuse("not-parlour", path)
    if not os.access(path.parent, os.W_OK | os.X_OK) or (
        path.exists() and not os.access(path, os.R_OK | os.W_OK)
    ):
        raise refuse("read-only", path)


def before_opening(path: Path) -> None:
    """Make a new file that only we may read, or look at how an existing one begins.

    Only under the lock and before SQLite has the file: closing it later would drop SQLite's locks.

    Raises:
        StoreError: not a database, or it cannot be made.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            start = os.read(file, 16)
        finally:
            os.close(file)
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        raise file_fault(error, path) from None
    if start and start != b"SQLite format 3\0":
        raise refuse("not-parlour", path)


def file_fault(error: OSError, path: Path) -> StoreError:
    """What the operating system refused, as a reason."""
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return refuse("read-only", path)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return refuse("full", path)
    return refuse("failed", path, code=errno.errorcode.get(error.errno or 0, "OSError"))


def settle(connection: sqlite3.Connection, path: Path) -> None:
    """The settings of the one writing connection.

    Raises:
        StoreError: another program's database, a newer one, read-only, or no write-ahead log here.
    """
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    identify(connection, path)
    if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise refuse("no-wal", path)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA journal_size_limit = 67108864")
    connection.execute("BEGIN IMMEDIATE")  # refuses now, not at the first move, when read-only
    connection.execute("ROLLBACK")


def identify(connection: sqlite3.Connection, path: Path, newest: int | None = None) -> int:
    """The schema version of our database; 0 for one that is still empty.

    Raises:
        StoreError: another program's database, or newer than we know.
    """
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != APPLICATION and (application or version or tables):
        raise refuse("not-parlour", path)
    newest = len(migrations()) if newest is None else newest
    if version > newest:
        raise refuse("newer", path, here=newest, there=version)
    return version


def migrate(
    connection: sqlite3.Connection,
    path: Path,
    now: int,
    backup: bool = True,
    folder: Path = MIGRATIONS,
) -> Path | None:
    """Bring the schema up to date, each migration whole or not at all.

    An existing database is copied first (``<name>.v<version>-<now>.backup``); returns that copy.
    """
    known = migrations(folder)
    version = identify(connection, path, len(known))
    copy = None
    if 0 < version < len(known) and backup:
        copy = path.with_name(f"{path.name}.v{version}-{now}.backup")
        copy_to(connection, copy, replace=True)
    connection.execute("PRAGMA foreign_keys = OFF")  # else rebuilding a table empties its children
    for number, file in known[version:]:
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements(file.read_text("utf-8")):
                connection.execute(statement)
            if connection.execute("PRAGMA user_version").fetchone()[0] != number:
                raise ValueError(f"{file.name} must end with PRAGMA user_version = {number}")
            if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise ValueError(f"{file.name} leaves rows that refer to nothing")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    connection.execute("PRAGMA foreign_keys = ON")
    return copy


def copy_to(connection: sqlite3.Connection, to: Path, replace: bool = False) -> None:
    """A whole and consistent copy, mode 0600; there under its name only once it is complete.

    Raises:
        StoreError: the file exists already (unless ``replace``), or it cannot be written.
    """
    part = to.with_name(f"{to.name}.part")
    try:
        if not replace and os.path.lexists(to):
            raise refuse("backup-exists", to)
        if os.path.lexists(part):
            part.unlink()  # left by a copy that was cut off
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            connection.execute("VACUUM INTO ?", (str(part),))
            _flush(part)
            if replace:
                part.replace(to)
            else:
                os.link(part, to)  # unlike a rename, refuses to take another file's place
                part.unlink()
            _flush(to.parent)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except FileExistsError:
        raise refuse("backup-exists", to) from None
    except DatabaseFault as error:
        raise while_opening(error, str(to)) from error
    except OSError as error:
        raise refuse("backup-failed", to, code=error.strerror or str(error.errno)) from None


def _flush(path: Path) -> None:
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:  # Windows opens no directories
        return
    try:
        os.fsync(file)
    except OSError:
        pass
    finally:
        os.close(file)


def reader(path: Path) -> sqlite3.Connection:
    """A connection that only reads, beside a running bot or without one.

    Raises:
        StoreError: not there, not ours, newer or older than we know, damaged.
    """
    if not path.is_file():
        raise refuse("not-there", path)
    where = path.resolve().as_uri()
    plain = not path.with_name(f"{path.name}-wal").exists()
    for mode in ("?mode=ro", "?mode=ro&immutable=1"):
        connection = sqlite3.connect(where + mode, uri=True, isolation_level=None)
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA cell_size_check = ON")
            version = identify(connection, path)
            if version != len(migrations()):
                raise refuse("older", path, here=len(migrations()), there=version)
            return connection
        except DatabaseFault as error:
            connection.close()
            # A folder we may not write to has no room for the files of the write-ahead log.
            no_room = name_of(error).startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY"))
            if not (plain and no_room and mode == "?mode=ro"):
                raise while_opening(error, str(path)) from error
        except BaseException:
            connection.close()
            raise
    raise AssertionError("unreachable")
