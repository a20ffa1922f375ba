"""Matches in SQLite. With its siblings in here the only SQL there is.

One connection writes, in one process, on one thread. A unit of work runs there as one function, so
no task that is cancelled can leave half of it; the file lock keeps a second bot out.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from data import commit, history, matches, outbox, rows, schema
from data.audit import Record
from data.export import export
from data.faults import (
    Conflict,
    Damaged,
    DatabaseFault,
    Gone,
    Lost,
    Seen,
    StoreError,
    while_opening,
    while_running,
)
from data.lock import Held, Identity, Lock, identity, taken
from data.sheet import Change, Entry, Head, Letter, Note, Post, Sheet
from rules.kernel import Match, Reason, Seat

__all__ = ["Conflict", "Damaged", "Gone", "Seen", "Store", "StoreError"]

log = logging.getLogger(__name__)

T = TypeVar("T")
Unit = Callable[[sqlite3.Connection], T]

_PRUNE_EVERY = 3600
"""Seconds between two clearings of old interaction ids."""
_LOOK_INTO = 60
"""Seconds between two looks into the file, whether another was written over it."""


class Store:
    """The open database. Made by `open`; every method may be called from any task of one loop.

    What any of them may raise besides what it says: `StoreError`, when the disk is full or the
    database cannot be read or written; nothing was changed then, and the next call may succeed.
    """

    _file: Identity | None = None
    """Which file was opened; None: that is not looked after."""
    _mark = ""
    """What this start has written into it (`schema.mark`)."""
    _lost = False
    _looked = 0

    def __init__(self, path: Path, lock: Lock, db: aiosqlite.Connection) -> None:
        self.path = path
        self._lock = lock
        self._db: aiosqlite.Connection | None = db
        self._running: set[asyncio.Future[Any]] = set()
        self._pruned = 0

    @classmethod
    async def open(cls, path: Path, now: int, backup: bool = True) -> Store:
        """Open the database, make it when there is none, bring an older one up to date.

        Args:
            path: the file; ``<name>.lock`` is made beside it.
            now: UTC seconds.
            backup: copy an existing database before its schema is changed.

        Raises:
            StoreError: locked by another process, newer than this bot, not a Parlour database,
                damaged, read-only, no such directory, no room.
        """
        path = Path(path).resolve()  # two names of one file are one lock
        schema.before_locking(path)
        try:
            lock, file = _locked(path)
        except Held:
            raise schema.refuse("locked", path) from None
        except OSError as error:
            raise schema.file_fault(error, path) from None
        store = None
        try:
            schema.belongs(path, lock)
            db = aiosqlite.connect(path, isolation_level=None)
            store = cls(path, lock, await db)
            await store._run(lambda c: _prepare(c, path, now, backup))
            store._mark = await store._run(lambda c: schema.mark(c, path, lock))
            store._file, store._looked = file, now
        except BaseException as error:
            if store is not None:
                await store.close()
            lock.release()
            if isinstance(error, DatabaseFault):
                raise while_opening(error, str(path)) from error
            raise
        return store

    async def close(self) -> None:
        """Finish what runs, end the database thread, let go of the lock. Twice does nothing."""
        db, self._db = self._db, None
        if db is None:
            return
        try:
            if self._running:
                await asyncio.wait(self._running)
        finally:
            try:
                with self._nothing_written_over():
                    await db.close()
            finally:
                self._lock.release()

    @contextlib.contextmanager
    def _nothing_written_over(self) -> Iterator[None]:
        """Once the database is lost, what another put in its place stays as it is: the last
        connection to a file would write its log into it, so one that cannot is the last."""
        last = None
        if self._lost:
            with contextlib.suppress(sqlite3.Error):
                last = sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)
                last.execute("SELECT 1 FROM sqlite_schema").fetchone()
        try:
            yield
        finally:
            if last is not None:
                last.close()

    # How a unit of work runs.

    async def _run(self, unit: Unit[T]) -> T:
        """One function on the database thread, to its end even if we are cancelled. Nothing but
        functions goes there by name: aiosqlite logs what it is handed."""
        if self._db is None:
            raise StoreError(Reason("store-now-closed"))
        task = asyncio.ensure_future(self._db._execute(unit, self._db._conn))  # type: ignore[no-untyped-call]
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Future[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # whoever was cancelled does not ask for it

    async def _read(self, unit: Unit[T]) -> T:
        self.there()

        def whole(c: sqlite3.Connection) -> T:
            try:
                return unit(c)
            except DatabaseFault as error:
                raise while_running(error) from error

        return await self._run(whole)

    async def _write(self, unit: Unit[T]) -> T:
        def whole(c: sqlite3.Connection) -> T:
            self._look(c)
            try:
                return transaction(c, unit)
            except DatabaseFault as error:
                raise while_running(error) from error

        return await self._run(whole)

    # The file itself. Deleted or replaced it would take every commit, and keep none.

    def there(self) -> None:
        """Raises:
        Lost: the database file is gone, or another lies in its place.
        """
        if self._lost:
            raise Lost

    def _look(self, c: sqlite3.Connection, into: bool = False) -> None:
        """Compare the file at our path with the one that we opened; ``into``: what is in it, too.
        On the database thread, before anything is written."""
        self.there()
        if self._file is None:
            return
        try:
            same = identity(self.path) == self._file
        except (FileNotFoundError, NotADirectoryError):
            same = False
        except OSError as error:  # a disk that does not answer just now
            raise StoreError(Reason("store-now-failed"), type(error).__name__) from error
        if same and into and self._mark:
            same = schema.mark_of(self.path) in (self._mark, None)
        if same:
            return
        self._lost = True
        kept = self.path.with_name(f"{self.path.name}.lost-{self._looked}.backup")
        log.critical(
            "THE DATABASE FILE %s WAS DELETED OR REPLACED while the bot runs. Nothing more is"
            " accepted. Stop the bot, put the right file there (bot.py restore), start it again.",
            self.path,
        )
        try:  # as long as we hold the file that is gone, all of it can still be read
            schema.copy_to(c, kept)
            log.critical("All that was stored until now was saved as %s.", kept)
        except Exception as error:
            log.critical("What was stored could not be saved as %s: %s", kept, error)
        raise Lost

    # Matches.

    async def commit(self, change: Change, now: int, interaction: int | None = None) -> Sheet:
        """Store one change whole: the match, its seats, its log, what must be said.

        Args:
            change: ``sheet.id`` 0 makes a new match.
            now: UTC seconds.
            interaction: the Discord interaction that asked for it; no second change for it.

        Returns:
            The sheet as stored: id, rev, head, created and changed filled in.

        Raises:
            Seen: that interaction was dealt with before.
            Conflict: the match was changed since the sheet was loaded.
            ValueError: the change does not hang together.
        """

        def unit(c: sqlite3.Connection) -> Sheet:
            self._look(c)
            prepared = commit.prepare(change)  # the slow part, before the transaction begins

            def inside(c: sqlite3.Connection) -> Sheet:
                self._prune(c, now)
                return commit.commit(c, change, prepared, now, interaction)

            try:
                return transaction(c, inside)
            except DatabaseFault as error:
                raise while_running(error) from error

        return await self._run(unit)

    def _prune(self, c: sqlite3.Connection, now: int) -> None:
        if abs(now - self._pruned) >= _PRUNE_EVERY:
            commit.forget_interactions(c, now)
            self._pruned = now

    async def load(self, match: int) -> Sheet | None:
        """A match; None when there is none of that id.

        Raises:
            Damaged: what is stored of it cannot be trusted. Only this match is out of play.
            Retired: it was played under rules that can no longer be brought up to date.
        """
        if not rows.fits(match):
            return None
        return await self._read(lambda c: matches.load(c, match))

    async def heads(self) -> list[Head]:
        """A light row for each open match, oldest first; damaged ones are left out."""
        return await self._read(matches.heads)

    async def finished(self, guild: int, limit: int = 25) -> list[Head]:
        """Matches of a guild that were played to their end, the latest first."""
        return await self._read(lambda c: matches.finished(c, guild, limit))

    async def log(self, match: int, after: int = 0) -> list[Entry]:
        """The log entries with n above ``after``, undone ones too, with all their events.

        Raises:
            Damaged: it was changed from outside.
        """
        if not rows.fits(match):
            return []

        def unit(c: sqlite3.Connection) -> list[Entry]:
            _counted(c, match)
            return matches.log(c, match, after)

        return await self._read(unit)

    async def at(self, sheet: Sheet, ply: int) -> Match:
        """The match as it was at an earlier standing ply.

        Raises:
            Gone: there is no such ply, or its position cannot be reached any more.
        """
        return await self._read(lambda c: history.at(c, sheet, ply))

    async def record(self, match: int) -> tuple[Sheet, Record] | None:
        """A match with its whole record, for `data.export.export`; None when there is none.

        Where the rules can no longer bring it up to date the sheet comes without its position.

        Raises:
            Damaged: as `load`.
        """
        if not rows.fits(match):
            return None

        def unit(c: sqlite3.Connection) -> tuple[Sheet, Record] | None:
            _counted(c, match)
            return history.record(c, match)

        return await self._read(unit)

    async def export(
        self, match: int, seat: Seat | None, names: Sequence[str], user: int | None = None
    ) -> bytes | None:
        """A match as a file that this seat (None: a spectator) may have; None: no such match.

        Args:
            match: its id.
            seat: after the end it makes no difference.
            names: a name for each seat, cleaned.
            user: who asks, for one without a seat who may have held one.

        Raises:
            Damaged: as `load`.
        """
        found = await self.record(match)
        if found is None:
            return None
        sheet, record = found
        return await asyncio.to_thread(export, sheet, record.entries, seat, names, record, user)

    async def seen(self, interaction: int, now: int) -> bool:
        """Remember an interaction that changed nothing; True when it was dealt with before."""

        def unit(c: sqlite3.Connection) -> bool:
            self._prune(c, now)
            return commit.note_interaction(c, interaction, now)

        return await self._write(unit)

    # The outbox.

    async def due(self, now: int, limit: int = 20) -> list[Letter]:
        """Letters to send now, oldest first, at most one of each match.

        Asked every minute at least: so it is here that the file is looked after.
        """

        def unit(c: sqlite3.Connection) -> list[Letter]:
            into = abs(now - self._looked) >= _LOOK_INTO
            self._looked = now if into else self._looked
            self._look(c, into)
            return outbox.due(c, now, limit)

        return await self._read(unit)

    async def delivered(
        self, letter: Letter, now: int, posted: Post | None = None, notes: tuple[Note, ...] = ()
    ) -> None:
        """A letter arrived: off the outbox, the post it made on record, older posts of the match
        to lose their buttons, further notes queued."""
        await self._write(lambda c: outbox.delivered(c, letter, now, posted, notes))

    async def later(self, letter: Letter, due: int, error: str) -> None:
        """A letter could not be sent; try again at ``due``."""
        await self._write(lambda c: outbox.later(c, letter, due, rows.written(error)))

    async def hasten(self, match: int) -> None:
        """Let a match's waiting letters be tried at once: somebody asks for them."""
        await self._write(lambda c: outbox.hasten(c, match))

    async def dropped(self, letter: Letter, now: int, error: str) -> None:
        """A letter is given up; what went wrong is kept for the people (`failures`)."""
        await self._write(lambda c: outbox.dropped(c, letter, now, rows.written(error)))

    async def failures(self, match: int) -> list[tuple[int, str]]:
        """(UTC seconds, what) for each letter given up since one last arrived, oldest first."""
        return await self._read(lambda c: outbox.failures(c, match))

    async def waiting(self, match: int) -> list[tuple[int, str]]:
        """(UTC seconds of the next try, what went wrong) for each letter that waits for one."""
        return await self._read(lambda c: outbox.waiting(c, match))

    async def posts(self, match: int) -> list[Post]:
        """The public messages made for a match, oldest first."""
        return await self._read(lambda c: outbox.posts(c, match))

    async def retired(self, match: int, message: int) -> None:
        """A post carries no buttons any more, or is no longer there."""
        await self._write(lambda c: outbox.retired(c, match, message))

    async def pending(self) -> int:
        """Letters not sent yet."""
        return await self._read(outbox.pending)

    async def doubt(self, now: int) -> None:
        """Count what is due as tried: an earlier process may have sent it and died before it could
        put that on record. Before anything is sent."""
        await self._write(lambda c: outbox.doubt(c, now))

    # Settings and copies.

    async def setting(self, guild: int, key: str) -> str | None:
        """What a guild has set, or None. It may have been damaged: it need not be a value that
        anybody set."""

        def unit(c: sqlite3.Connection) -> str | None:
            found = c.execute(
                "SELECT CAST(value AS BLOB) FROM setting WHERE guild = ? AND key = ?", (guild, key)
            ).fetchone()
            return None if found is None else bytes(found[0]).decode("utf-8", "replace")

        return await self._read(unit)

    async def set_setting(self, guild: int, key: str, value: str | None) -> None:
        """Set a guild's setting; None takes it away."""

        def unit(c: sqlite3.Connection) -> None:
            if value is None:
                c.execute("DELETE FROM setting WHERE guild = ? AND key = ?", (guild, key))
            else:
                c.execute(
                    "INSERT INTO setting (guild, key, value) VALUES (?, ?, ?)"
                    " ON CONFLICT (guild, key) DO UPDATE SET value = excluded.value",
                    (guild, key, rows.written(value)),
                )

        await self._write(unit)

    async def backup(self, to: Path) -> None:
        """A whole copy of the database while play goes on.

        Raises:
            StoreError: the file exists already, or cannot be written.
        """
        self.there()
        await asyncio.to_thread(copy, self.path, Path(to))


def _locked(path: Path) -> tuple[Lock, Identity]:
    """This database's lock, by its name and by itself; which file it is, made when there is none.

    Raises:
        Held: it is in use.
        OSError, StoreError: it cannot be made, or it is no database.
    """
    lock = Lock(path.with_name(path.name + ".lock"))
    try:
        if taken(path):
            raise Held
        schema.before_opening(path)
        return lock, lock.name_of(path)
    except BaseException:
        lock.release()
        raise


def copy(path: Path, to: Path) -> None:
    """A whole copy of a database, beside a running bot or without one.

    Raises:
        StoreError: not a database of ours, the copy exists already or cannot be written.
    """
    connection = schema.reader(path)
    try:
        connection.execute("PRAGMA query_only = OFF")  # a copy counts as writing; ours stays ro
        schema.copy_to(connection, to.absolute())
    finally:
        connection.close()


def _counted(c: sqlite3.Connection, match: int) -> None:
    """Refuse a match whose log is not as long as it says, before that length is made a list of.

    Raises:
        Damaged: entries are missing, or the number of them was changed.
    """
    found = c.execute(
        "SELECT n, (SELECT count(*) FROM move WHERE match = id) FROM match WHERE id = ?", (match,)
    ).fetchone()
    if found is not None and found[0] != found[1]:
        raise Damaged(match)


def transaction(c: sqlite3.Connection, unit: Unit[T]) -> T:
    """Run a unit of work whole or not at all."""
    c.execute("BEGIN IMMEDIATE")
    try:
        result = unit(c)
        c.execute("COMMIT")
    except BaseException:
        if c.in_transaction:  # on some errors SQLite has rolled back by itself
            c.execute("ROLLBACK")
        raise
    return result


def _prepare(c: sqlite3.Connection, path: Path, now: int, backup: bool) -> None:
    schema.settle(c, path)
    schema.migrate(c, path, now, backup)
    transaction(c, lambda c: history.upgrade(c, now))
