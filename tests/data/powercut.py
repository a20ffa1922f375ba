"""R3: power cuts, played through: ``python -m tests.data.powercut full 600 3 DIR``.

A shim around SQLite's own file system layer writes down every write, truncation and sync that the
real store causes. Then, for many moments, the files are put together as a disk may hold them after
a power cut: what was synced is there; what was written since then is there, missing, or torn at
512-byte sectors, each write on its own and in any order. SQLite opens that, and it must be whole
and hold every commit that was acknowledged before the cut.

``normal`` is the mutant: the same with ``synchronous = NORMAL`` must lose commits; ``off`` must
break files as well.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import sqlite3
import sys
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from pathlib import Path
from random import Random
from typing import Any

from data.check import judge
from data.schema import reader
from data.sheet import Status
from data.store import Store
from tests import toy
from tests.data.killing import traced
from tests.data.table import NOW, begun, step

SECTOR = 512
OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
CLOSE = CFUNCTYPE(c_int, c_void_p)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class Vfs(Structure):
    """``sqlite3_vfs``, version 3."""

    _fields_ = (
        ("version", c_int), ("file_size", c_int), ("longest", c_int), ("next", c_void_p),
        ("name", c_char_p), ("data", c_void_p), ("open", c_void_p), ("rest", c_void_p * 15),
    )  # fmt: skip


class Methods(Structure):
    """``sqlite3_io_methods``, version 3."""

    _fields_ = (
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", c_void_p),
        ("truncate", c_void_p), ("sync", c_void_p), ("rest", c_void_p * 13),
    )  # fmt: skip


def library() -> ctypes.CDLL | None:
    """The SQLite that Python itself uses; None when it is not a library of its own."""
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return None
    for line in maps.read_text().splitlines():
        if "libsqlite3" in line:
            return ctypes.CDLL(line.split()[-1])
    return None


class Tape:
    """Everything that reached the file system, in order. Made the default for new connections."""

    def __init__(self, lib: ctypes.CDLL) -> None:
        self.ops: list[tuple[Any, ...]] = []
        lib.sqlite3_vfs_find.restype = POINTER(Vfs)
        lib.sqlite3_vfs_find.argtypes = [c_char_p]
        lib.sqlite3_vfs_register.argtypes = [POINTER(Vfs), c_int]
        self.lib, self.real = lib, lib.sqlite3_vfs_find(None)
        self.names: dict[int, str] = {}
        self.kept: list[Any] = []
        self.tables: dict[int, Methods] = {}
        self.vfs = Vfs.from_buffer_copy(self.real.contents)
        self.vfs.name, self.vfs.next = b"tape", None
        real_open = OPEN(self.real.contents.open)

        def opened(_: int, name: int, file: int, flags: int, out: int) -> int:
            code = real_open(cast(self.real, c_void_p).value, name, file, flags, out)
            if code == 0 and name:
                self.names[file] = Path(ctypes.string_at(name).decode()).name
                pointer = cast(file, POINTER(c_void_p))
                pointer[0] = ctypes.addressof(self.methods(pointer[0]))
            return code

        self.vfs.open = cast(self.keep(OPEN(opened)), c_void_p).value
        lib.sqlite3_vfs_register(ctypes.byref(self.vfs), 1)

    def keep(self, thing: Any) -> Any:
        self.kept.append(thing)
        return thing

    def stop(self) -> None:
        """New connections use the real file system again."""
        self.lib.sqlite3_vfs_register(self.real, 1)

    def methods(self, at: int) -> Methods:
        """The methods of a file with ours in the place of three."""
        if at in self.tables:
            return self.tables[at]
        real = Methods.from_address(at)
        write, cut, sync = WRITE(real.write), TRUNCATE(real.truncate), SYNC(real.sync)
        ours = Methods.from_buffer_copy(real)

        def on_write(file: int, buffer: int, size: int, offset: int) -> int:
            self.ops.append(("write", self.names[file], offset, ctypes.string_at(buffer, size)))
            return write(file, buffer, size, offset)

        def on_truncate(file: int, size: int) -> int:
            self.ops.append(("truncate", self.names[file], size))
            return cut(file, size)

        def on_sync(file: int, flags: int) -> int:
            done = sync(file, flags)
            self.ops.append(("sync", self.names[file]))
            return done

        ours.write = cast(self.keep(WRITE(on_write)), c_void_p).value
        ours.truncate = cast(self.keep(TRUNCATE(on_truncate)), c_void_p).value
        ours.sync = cast(self.keep(SYNC(on_sync)), c_void_p).value
        self.tables[at] = ours
        return ours


async def record(tape: Tape, path: Path, how: str, commits: int, key: int) -> None:
    """The real store at work; each acknowledgement goes onto the tape when it arrives."""
    store = await Store.open(path, NOW)
    try:
        chance = Random(key)
        sheets = [await begun(store, "sarena", key=k) for k in range(3)]

        def set_up(c: sqlite3.Connection) -> None:
            c.execute(f"PRAGMA synchronous = {how}")
            c.execute("PRAGMA wal_autocheckpoint = 50")  # many checkpoints in a short run

        await store._run(set_up)
        tape.ops.append(("base",))
        for k in range(commits):
            at = k % 3
            if sheets[at].status is not Status.RUNNING:
                sheets[at] = await begun(store, "sarena", key=k)
            change, interaction = traced(step(sheets[at], chance))
            sheets[at] = await store.commit(change, NOW, interaction)
            tape.ops.append(("told", sheets[at].id, sheets[at].n))
        tape.ops.append(("end",))
    finally:
        await store.close()


class Disk:
    """What is safely on the disk, and what was written since the last sync, by file."""

    def __init__(self) -> None:
        self.safe: dict[str, bytearray] = {}
        self.pending: dict[str, list[tuple[Any, ...]]] = {}

    def take(self, op: tuple[Any, ...]) -> None:
        """One step of the tape."""
        if op[0] in ("write", "truncate"):
            self.pending.setdefault(op[1], []).append(op)
        elif op[0] == "sync":
            self.settle(op[1])
        elif op[0] == "base":
            for name in list(self.pending):
                self.settle(name)

    def settle(self, name: str) -> None:
        content = self.safe.setdefault(name, bytearray())
        for op in self.pending.pop(name, ()):
            apply(content, op, None)

    def after_cut(self, chance: Random) -> dict[str, bytearray]:
        """The files as they may be found."""
        found = {}
        for name in {*self.safe, *self.pending}:
            content = bytearray(self.safe.get(name, b""))
            for op in self.pending.get(name, ()):
                apply(content, op, chance)
            found[name] = content
        return found


def apply(content: bytearray, op: tuple[Any, ...], chance: Random | None) -> None:
    """A write or truncation on a file's content; with chance it may be missing or torn."""
    fate = 0.0 if chance is None else chance.random()
    if fate >= 0.6:
        return
    if op[0] == "truncate":
        del content[op[2] :]
        return
    _, _, offset, data = op
    if len(content) < offset + len(data):
        content.extend(bytes(offset + len(data) - len(content)))
    at = 0
    while at < len(data):
        end = min(len(data), at + SECTOR - (offset + at) % SECTOR)
        if fate < 0.3 or (chance is not None and chance.random() < 0.5):
            content[offset + at : offset + end] = data[at:end]
        at = end


def faults_of(folder: Path, told: dict[int, int], deep: bool) -> list[str]:
    """What is wrong with what was found after a cut."""
    path = folder / "parlour.db"
    try:
        c = reader(path)
    except Exception as error:
        return [f"broken: {error}"]
    try:
        if (what := c.execute("PRAGMA integrity_check").fetchone()) != ("ok",):
            return [f"broken: {what}"]
        found = []
        stored = dict(c.execute("SELECT match, max(n) FROM move GROUP BY match").fetchall())
        if stored != dict(c.execute("SELECT id, n FROM match WHERE n > 0").fetchall()):
            found.append("half applied")
        for match, n in told.items():
            if stored.get(match, 0) < n:
                found.append(f"lost: match {match} was acknowledged to {n}")
            if deep and match in stored:
                found += [f"broken: match {match}: {f.told}" for f in judge(c, match) if f.serious]
        return found
    except sqlite3.Error as error:
        return [f"broken: {error}"]
    finally:
        c.close()


def play(how: str, cuts: int, key: int, folder: Path) -> dict[str, Any]:
    """Record once, cut many times."""
    lib = library()
    if lib is None:
        return {"skipped": "Python's SQLite is not a library of its own here"}
    tape = Tape(lib)
    (folder / "real").mkdir(parents=True)
    asyncio.run(record(tape, folder / "real" / "parlour.db", how, 240, key))
    tape.stop()
    chance = Random(key)
    ops = tape.ops
    first, end = ops.index(("base",)), ops.index(("end",))
    moments = set(chance.sample(range(first + 1, end), min(cuts, end - first - 1)))
    met: dict[str, Any] = {
        "cuts": 0, "told": 0, "in a commit": 0, "in a checkpoint": 0, "faults": {},
    }  # fmt: skip
    disk, told = Disk(), {}
    here = folder / "cut"
    for k, op in enumerate(ops[:end]):
        if k in moments:
            here.mkdir(exist_ok=True)
            for old in here.iterdir():
                old.unlink()
            for name, content in disk.after_cut(chance).items():
                if name in ("parlour.db", "parlour.db-wal"):
                    (here / name).write_bytes(content)
            met["cuts"] += 1
            met["in a commit"] += bool(disk.pending.get("parlour.db-wal"))
            met["in a checkpoint"] += bool(disk.pending.get("parlour.db"))
            for fault in faults_of(here, told, met["cuts"] % 10 == 0):
                kind = fault.split(":")[0]
                met["faults"][kind] = met["faults"].get(kind, 0) + 1
        if op[0] == "told" and k > first:
            told[op[1]] = op[2]
            met["told"] += 1
        disk.take(op)
    return met


if __name__ == "__main__":
    toy.install()
    which, count, start, where = sys.argv[1:5]
    print(json.dumps(play(which, int(count), int(start), Path(where))))
