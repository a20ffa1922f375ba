"""A copy put in the place of a database, so that no moment of it leaves something unsound."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from pathlib import Path

from data import schema
from data.lock import Held, Lock


def restore(source: Path, path: Path, now: int) -> Path | None:
    """Put a copy in the place of a database; what was there is kept aside, its log too, and its
    name is returned. The copy should have been checked. Cut off at any moment it leaves the old
    database, or the new one with a log that the next start refuses (`schema.belongs`).

    Raises:
        StoreError: a bot runs on the database, the copy cannot be read, or nothing can be written.
    """
    path = Path(path).resolve()
    schema.before_locking(path)
    there = path.exists()
    if there and source.exists() and source.samefile(path):
        raise schema.refuse("restore-itself", path)
    connection = schema.reader(source, older=True)
    try:
        # By its name alone: what lies there may be no database at all.
        lock = Lock(path.with_name(path.name + ".lock"))
    except Held:
        raise schema.refuse("locked", path) from None
    except OSError as error:
        raise schema.file_fault(error, path) from None
    else:
        try:
            if there:
                lock.name_of(path)
            return _exchange(connection, path, lock, now)
        except Held:
            raise schema.refuse("locked", path) from None
        except OSError as error:
            raise schema.file_fault(error, path) from None
        finally:
            lock.release()
    finally:
        connection.close()


def _exchange(connection: sqlite3.Connection, path: Path, lock: Lock, now: int) -> Path | None:
    new = path.with_name(f"{path.name}.restoring")
    when = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))
    old = path.with_name(f"{path.name}.before-{when}")
    connection.execute("PRAGMA query_only = OFF")
    new.unlink(missing_ok=True)  # left by one that was cut off
    schema.copy_to(connection, new)
    try:
        logs = [log for log in schema.logs_of(path) if log.exists()]
        kept = [*([path] if path.exists() else []), *logs]
        for file in kept:
            _keep(file, file.with_name(old.name + file.name[len(path.name) :]))
        schema._flush(path.parent)
        if not lock.note():  # left by a version that noted nothing: then no log is the copy's
            lock.write("restored")
        new.replace(path)
        for file in logs:
            file.unlink()
        schema._flush(path.parent)
        return old if kept else None
    finally:
        new.unlink(missing_ok=True)


def _keep(file: Path, aside: Path) -> None:
    """Give a file another name too; where it can have only one, copy it. It stays in its place."""
    try:
        os.link(file, aside)
    except FileExistsError:
        raise schema.refuse("backup-exists", aside) from None
    except OSError:
        shutil.copy2(file, aside)
        schema._flush(aside)
