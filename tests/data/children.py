"""Children of a test: processes that are killed, that run as nobody, that keep a lock.

A fork needs no second of imports. Fork only where no database is open: its thread would be missing
in the child.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import NoReturn


def fork(work: Callable[[], object], user: int | None = None) -> int:
    """Start a child that does the work; its process id. It exits 0, or 1 when the work raises."""
    pid = os.fork()
    if pid == 0:
        _as_child(work, user)
    return pid


def _as_child(work: Callable[[], object], user: int | None) -> NoReturn:
    code = 1
    try:
        if user is not None:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def ended(pid: int) -> int:
    """Wait for a child: its exit code, or minus the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def die() -> None:
    """What a power cut of this process looks like."""
    os.kill(os.getpid(), signal.SIGKILL)
