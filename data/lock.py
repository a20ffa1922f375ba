"""One process for each database: a lock on a file beside it, and one on the database itself, which
another name (a hard link) does not get around. The system lets go of both if we die."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

Identity = tuple[int, int]
"""Which file it is, whatever it is called: its device and its number there."""

_held: set[Identity] = set()
"""The databases of this process: what holds another process off may not hold off ourselves."""


class Held(Exception):
    """Somebody else holds the lock."""


def identity(path: Path) -> Identity:
    """Which file lies at a path now.

    Raises:
        OSError: none, or the system does not say.
    """
    about = os.stat(path)
    return about.st_dev, about.st_ino


def taken(path: Path) -> bool:
    """Whether this process has locked the database that lies there."""
    try:
        return identity(path) in _held
    except OSError:
        return False


class Lock:
    """An exclusive lock, held from creation to `release`.

    The file stays when the lock is let go: removing it would let two processes hold two files of
    the same name.

    Raises:
        Held: another process, or this one, holds it already.
        OSError: the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._itself: Lock | int | None = None
        self._identity: Identity | None = None
        try:
            _lock(self._file)
        except BlockingIOError:
            self.release()
            raise Held from None
        except BaseException:
            self.release()
            raise

    def name_of(self, database: Path) -> Identity:
        """Lock the database itself, by whatever name it was reached; which file it is. Before
        SQLite has it: closing a file of our own later would drop SQLite's locks on it.

        Raises:
            Held: it is in use by another name.
            OSError: it cannot be opened.
        """
        which = identity(database)
        if which in _held:
            raise Held
        self._itself = _lock_itself(database, which)
        self._identity = which
        _held.add(which)
        return which

    # What is written into the file: see `schema.belongs`.

    def note(self) -> str:
        """What was written last; empty: nothing, or nothing that can be read."""
        assert self._file is not None
        os.lseek(self._file, 0, os.SEEK_SET)
        return os.read(self._file, 200).decode("ascii", "replace")

    def write(self, note: str) -> None:
        """Write a few words for the next process, on the disk when this returns.

        Raises:
            OSError: there is no room.
        """
        assert self._file is not None
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, note.encode("ascii"))
        os.ftruncate(self._file, len(note))
        os.fsync(self._file)

    def release(self) -> None:
        """Let go; more than once does nothing."""
        if self._identity is not None:
            _held.discard(self._identity)
            self._identity = None
        itself, self._itself = self._itself, None
        if isinstance(itself, Lock):
            itself.release()
        elif itself is not None:
            os.close(itself)
        if self._file is not None:
            os.close(self._file)
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _by_number(database: Path, which: Identity) -> Lock | None:
    """Where a file has no lock that SQLite's own do not meet: a second lock file, named by the
    database's identity, where every process of this machine finds it."""
    try:
        return Lock(Path(tempfile.gettempdir()) / f"parlour-{which[0]:x}-{which[1]:x}.lock")
    except OSError:  # another user's: who may not read that one may not read the database either
        return None


_lock_itself: Callable[[Path, Identity], Lock | int | None] = _by_number

if sys.platform == "linux":
    import struct

    _FAR = 1 << 62
    """A byte far beyond any database and beyond the ones that SQLite locks."""

    def _by_byte(database: Path, which: Identity) -> Lock | int | None:
        """A lock that belongs to the open file: unlike a process's it outlives the closing of
        other files of the same database, and it is no concern of SQLite's."""
        file = os.open(database, os.O_RDWR | os.O_CLOEXEC)
        try:
            wanted = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _FAR, 1, 0)
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, wanted)
        except BlockingIOError:
            os.close(file)
            raise Held from None
        except OSError:  # a file system without such locks
            os.close(file)
            return _by_number(database, which)
        return file

    with contextlib.suppress(AttributeError):
        fcntl.F_OFD_SETLK  # noqa: B018 - since Python 3.9, where the C library has it
        _lock_itself = _by_byte
