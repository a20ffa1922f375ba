"""A connection's settings, whose database it is, and how an older one is brought up to date."""

from __future__ import annotations

import errno
import functools
import os
import re
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from data.faults import DatabaseFault, StoreError, name_of, while_opening
from data.lock import Lock
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


def _run(connection: sqlite3.Connection, script: Path) -> None:
    for statement in statements(script.read_text("utf-8")):
        connection.execute(statement)


def before_locking(path: Path) -> None:
    """Look at what can be told without opening anything.

    Raises:
        StoreError: SQLite is too old, no such directory, not writable, or a directory itself.
    """
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        raise refuse("old-sqlite", path, least=least, here=sqlite3.sqlite_version)
    try:
        if not path.parent.is_dir():
            raise refuse("no-directory", path, directory=str(path.parent))
        if path.exists() and not path.is_file():
            raise refuse("not-parlour", path)
    except OSError as error:  # in a folder that may not be looked into
        raise file_fault(error, path) from None
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
    # A view may be named like a table of ours and never end; a trigger may write what we did not.
    made = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger') LIMIT 1"
    ).fetchone()
    if made is not None:
        raise refuse("strange", path, what=str(made[0]))
    return version


Shape = dict[tuple[str, str], str]
"""Tables and indexes by type and name: the statement that made each, without blanks and quotes."""


def shape(connection: sqlite3.Connection) -> Shape:
    """What a database is made of, but for what SQLite keeps for itself."""
    made = connection.execute(
        "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    return {(kind, name): _bare(sql or "") for kind, name, sql in made.fetchall()}


def _bare(sql: str) -> str:
    return re.sub(r"--[^\n]*|[\s\"`\[\]]", "", sql).lower()


@functools.cache
def our_shape() -> Shape:
    """What a database of ours is made of."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for _, file in migrations():
            _run(connection, file)
        return shape(connection)
    finally:
        connection.close()


def strange(connection: sqlite3.Connection) -> list[str]:
    """Names of what is not made as Parlour makes it: missing, changed, or somebody else's. To read
    on in such a database may never end."""
    here, ours = shape(connection), our_shape()
    names = here.keys() | ours.keys()
    return sorted(
        {name for kind, name in names if here.get((kind, name)) != ours.get((kind, name))}
    )


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
            _run(connection, file)
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
    ``replace``: in place of an older one, and with the mark that it has.

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
            # As bytes: a path need not be text.
            connection.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(part),))
            if replace:
                _flush(part)
                part.replace(to)
            else:
                _disown(part)
                _flush(part)
                _place(part, to)
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


def _place(part: Path, to: Path) -> None:
    """Give a finished copy its name, never taking another file's place."""
    try:
        os.link(part, to)  # unlike a rename, refuses where something is
    except FileExistsError:
        raise
    except OSError:  # no hard links on this file system: take the name, then the place
        os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            part.replace(to)
        except BaseException:
            to.unlink(missing_ok=True)
            raise
    else:
        part.unlink()


def _flush(path: Path) -> None:
    """Have a file, or the names in a directory, on the disk."""
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


# Whose write-ahead log lies beside a database. SQLite plays it on whatever database has the name,
# also on a backup that was put in the place of the one that left it, and makes one unsound thing of
# the two. So each start gives the file itself, not only its log, a mark of its own, and notes it
# beside the file; a copy has none.

MARK = "wal"
"""The setting (of no guild) that is the mark."""
_NONE = "none"
_HEADER = 32
"""Bytes of a log in which nothing is written."""


def logs_of(path: Path) -> tuple[Path, Path]:
    """Where SQLite keeps the write-ahead log of a database, and that one's index."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def mark_of(path: Path) -> str | None:
    """The mark in the file itself, its log left out; None: that cannot be read alone."""
    try:
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            found = connection.execute(
                "SELECT value FROM setting WHERE guild = 0 AND key = ?", (MARK,)
            ).fetchone()
        finally:
            connection.close()
    except DatabaseFault:
        return None
    return _NONE if found is None else str(found[0])


def _written(path: Path) -> bool:
    """Whether a write-ahead log with something in it lies beside a database."""
    try:
        return logs_of(path)[0].stat().st_size > _HEADER
    except OSError:
        return False


def belongs(path: Path, lock: Lock) -> None:
    """Look whose log lies beside a database, before SQLite reads the two together.

    Raises:
        StoreError: it was left by another database.
    """
    if not _written(path):
        return
    noted, mark = lock.note().split(), mark_of(path)
    if noted and mark is not None and mark not in noted:
        raise refuse("foreign-wal", path)
    # Without a note, or where both are of one start: what is sound alone and unsound together does
    # not belong together. What is unsound in itself is judged later, match by match.
    if not _sound(path, "") and _sound(path, "&immutable=1"):
        raise refuse("foreign-wal", path)


def _sound(path: Path, how: str) -> bool:
    try:
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro{how}", uri=True)
        try:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
        finally:
            connection.close()
    except DatabaseFault:
        return False


def mark(connection: sqlite3.Connection, path: Path, lock: Lock) -> str:
    """Mark this start in the file and beside it; the mark, once it is in the file (else nothing).
    Wherever this is cut off, the mark in the file is among those that are noted."""
    held = connection.execute(
        "SELECT value FROM setting WHERE guild = 0 AND key = ?", (MARK,)
    ).fetchone()
    new = secrets.token_hex(8)
    noted = lock.note().split() or [str(held[0]) if held else _NONE]
    try:
        lock.write(" ".join([*noted[-9:], new]))
        connection.execute(
            "INSERT INTO setting (guild, key, value) VALUES (0, ?, ?)"
            " ON CONFLICT (guild, key) DO UPDATE SET value = excluded.value",
            (MARK, new),
        )
        # Waits for nobody; somebody who reads may keep a part of it out of the file.
        connection.execute("PRAGMA busy_timeout = 0")
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        connection.execute("PRAGMA busy_timeout = 5000")
        if busy:
            return ""
        lock.write(new)
    except OSError as error:
        raise file_fault(error, path) from None
    return new


def _disown(copy: Path) -> None:
    """Take the mark out of a copy: no log belongs to it."""
    connection = sqlite3.connect(copy, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")
        if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'setting'").fetchone():
            connection.execute("DELETE FROM setting WHERE guild = 0 AND key = ?", (MARK,))
    finally:
        connection.close()


def _read_alone(path: Path) -> None:
    """As `belongs`, beside a bot that may run, or just start: so it is looked twice."""
    for _ in range(2):
        mark = mark_of(path) if _written(path) else None
        try:
            noted = path.with_name(f"{path.name}.lock").read_text("ascii").split()
        except (OSError, ValueError):  # Windows lets nobody read what is locked
            return
        if not noted or mark is None or mark in noted:
            return
    raise refuse("foreign-wal", path)


def reader(path: Path, older: bool = False) -> sqlite3.Connection:
    """A connection that only reads, beside a running bot or without one.

    Raises:
        StoreError: not there, not ours, newer or (unless ``older`` will do) older than we know,
            damaged, or with the log of another database beside it.
    """
    try:
        there = path.is_file()
    except OSError as error:  # in a folder that may not be looked into
        code = errno.errorcode.get(error.errno or 0, "OSError")
        raise refuse("failed", path, code=code) from None
    if not there:
        raise refuse("not-there", path)
    _read_alone(path.resolve())
    where = path.resolve().as_uri()
    plain = not path.with_name(f"{path.name}-wal").exists()
    for mode in ("?mode=ro", "?mode=ro&immutable=1"):
        connection = sqlite3.connect(where + mode, uri=True, isolation_level=None)
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA cell_size_check = ON")
            version = identify(connection, path)
            if version != len(migrations()) and not (older and version):
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
