"""One process for each database: a lock on a file beside it, let go by the system if we die."""

from __future__ import annotations

import os
import sys
from pathlib import Path


class Held(Exception):
    """Somebody else holds the lock."""


class Lock:
    """An exclusive lock, held from creation to `release`.

    The file stays when the lock is let go: removing it would let two processes hold two files of
    the same name.

    Raises:
        Held: another process, or this one, holds it already.
        OSError: the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except BlockingIOError:
            self.release()
            raise Held from None
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Let go; more than once does nothing."""
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
