"""What must still be said in public, and what was posted. Functions on a connection.

Letters of one match go in order, one at a time. A letter that waits for its retry holds back the
later ones of its match, except when it only takes the buttons from an old post; one that is not
due yet and was never tried holds nothing back. A letter that was tried may have made its message
though the answer was lost; before another takes its place that message is looked for.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable
from typing import Any

from data.faults import Damaged
from data.rows import quarantine
from data.sheet import REQUEST, Letter, Note, Post

log = logging.getLogger(__name__)

KEPT = 25
"""Failures remembered of a match."""


def queue(
    c: sqlite3.Connection, match: int, notes: Iterable[Note], now: int = 0, place: int = 0
) -> None:
    """Put notes at the end. A post, lobby or request for consent takes the place of an unsent one
    of its kind. ``now``, ``place``: when they are written (UTC seconds), and for which channel or
    thread; needed of those that make a message.
    """
    for note in notes:
        alone = note.kind in ("post", "lobby")
        call: list[int] = []
        if alone or "consent" in note.body:
            replaced = c.execute(
                "DELETE FROM outbox WHERE match = ? AND kind = ? AND (? OR"
                " CASE WHEN json_valid(body) THEN json_extract(body, '$.consent') END NOTNULL)"
                " RETURNING id, match, kind, body, due, tries, error",
                (match, note.kind, alone),
            ).fetchall()
            for old in replaced:
                letter = _read(old)
                _seek(c, letter)
                call += letter.note.body.get("call", ()) if letter is not None else ()
        body = {**note.body, "at": now, "place": place} if now else dict(note.body)
        if call:  # whom it concerned has not been called yet
            body["call"] = list(dict.fromkeys([*call, *body.get("call", ())]))
        c.execute(
            "INSERT INTO outbox (match, kind, body, due) VALUES (?, ?, ?, ?)",
            (match, note.kind, json.dumps(body), note.due),
        )


def _seek(c: sqlite3.Connection, lost: Letter | None) -> None:
    """Where this letter may have made its message, look for that."""
    if lost is None or not lost.tries:
        return
    body = lost.note.body
    n = 0 if lost.note.kind == "lobby" else REQUEST if "consent" in body else int(body["n"])
    note = {"mark": lost.mark, "n": n, "at": body.get("at", 0), "place": body.get("place", 0)}
    queue(c, lost.match, [Note("seek", note)])


def doubt(c: sqlite3.Connection, now: int) -> None:
    """An earlier process may have sent what is due and died before that was on record."""
    c.execute("UPDATE outbox SET tries = 1 WHERE tries = 0 AND due <= ?", (now,))


def due(c: sqlite3.Connection, now: int, limit: int) -> list[Letter]:
    """What can be sent now, oldest first, at most one letter of each match. A retry that is further
    off than a day was set by a clock that has been put right since, so it is due. One whose body is
    damaged is passed over and holds nothing back."""
    ids = c.execute(
        "SELECT id FROM outbox AS mine"
        " WHERE (due <= :now OR (due > :now + 86400 AND tries > 0))"
        " AND json_valid(body) AND NOT EXISTS (SELECT 1 FROM outbox AS earlier"
        "  WHERE earlier.match = mine.match AND earlier.id < mine.id AND json_valid(earlier.body)"
        "  AND (earlier.due <= :now OR (earlier.tries > 0 AND earlier.kind <> 'retire')))"
        " ORDER BY id LIMIT :limit",
        {"now": now, "limit": limit},
    ).fetchall()
    letters = [letter(c, id) for (id,) in ids]
    return [one for one in letters if one is not None]


def letter(c: sqlite3.Connection, id: int) -> Letter | None:
    """One letter; None when there is none, or it cannot be read and must not stop the rest."""
    found = c.execute(
        "SELECT id, match, kind, body, due, tries, error FROM outbox WHERE id = ?", (id,)
    ).fetchone()
    return None if found is None else _read(found)


def _read(row: tuple[Any, ...]) -> Letter | None:
    id, match, kind, body, when, tries, error = row
    try:
        with quarantine(0):
            return Letter(id, match, Note(kind, dict(json.loads(body)), when), tries, error)
    except Damaged:
        log.error("letter %s cannot be read and is left alone", id)
        return None


def delivered(
    c: sqlite3.Connection, letter: Letter, now: int, posted: Post | None, notes: Iterable[Note]
) -> None:
    """A letter arrived. Its row may be gone by now, because a newer one took its place: the post
    it made is on record all the same, and gets its buttons taken away in time."""
    c.execute("DELETE FROM outbox WHERE id = ?", (letter.id,))
    if letter.note.kind == "retire":
        retired(c, letter.match, int(letter.note.body["message"]))
    else:
        c.execute("DELETE FROM failed WHERE match = ?", (letter.match,))
    if posted is not None:
        _record(c, posted)
    queue(c, letter.match, notes, now)


def _record(c: sqlite3.Connection, posted: Post) -> None:
    c.execute(
        "INSERT INTO post (match, message, n, channel, live) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (match, message) DO UPDATE SET n = excluded.n, channel = excluded.channel,"
        " live = excluded.live, retiring = 0",
        (posted.match, posted.message, posted.n, posted.channel, int(posted.live)),
    )
    # A request stands beside the turn's post and takes the place of an earlier request alone. One
    # that was found late may be older than what has been posted since.
    old = c.execute(
        "SELECT channel, message FROM post WHERE match = ?1 AND live = 1 AND retiring = 0"
        " AND (n = ?2 OR ?3) AND message < (SELECT max(message) FROM post WHERE match = ?1"
        "  AND (n = ?2) = (?4 = ?2)) ORDER BY message",
        (posted.match, REQUEST, posted.n != REQUEST, posted.n),
    ).fetchall()
    for channel, message in old:
        queue(c, posted.match, [Note("retire", {"channel": channel, "message": message})])
        c.execute(
            "UPDATE post SET retiring = 1 WHERE match = ? AND message = ?", (posted.match, message)
        )


def later(c: sqlite3.Connection, letter: Letter, due: int, error: str) -> None:
    """Try again at ``due``. Where a newer one took its place meanwhile, its message is looked for:
    only the answer may have been lost."""
    tried = c.execute(
        "UPDATE outbox SET due = ?, tries = tries + 1, error = ? WHERE id = ?",
        (due, error, letter.id),
    )
    kind, body, _ = letter.note
    if not tried.rowcount and (kind in ("post", "lobby") or "consent" in body):
        _seek(c, letter._replace(tries=letter.tries + 1))


def hasten(c: sqlite3.Connection, match: int) -> None:
    """Do not wait for the retry of this match's letters."""
    c.execute("UPDATE outbox SET due = 0 WHERE match = ? AND tries > 0", (match,))


def dropped(c: sqlite3.Connection, letter: Letter, now: int, error: str) -> None:
    """Given up: out of the outbox, on record for the people."""
    c.execute("DELETE FROM outbox WHERE id = ?", (letter.id,))
    if letter.note.kind == "seek":
        return
    if letter.note.kind == "retire":  # nobody misses anything
        retired(c, letter.match, int(letter.note.body["message"]))
        return
    c.execute(
        "INSERT INTO failed (match, at, kind, error) VALUES (?, ?, ?, ?)",
        (letter.match, now, letter.note.kind, error),
    )
    c.execute(
        "DELETE FROM failed WHERE match = ?1 AND id NOT IN"
        " (SELECT id FROM failed WHERE match = ?1 ORDER BY id DESC LIMIT ?2)",
        (letter.match, KEPT),
    )


def failures(c: sqlite3.Connection, match: int) -> list[tuple[int, str]]:
    """(UTC seconds, what) of what was given up since something last went out, oldest first."""
    return c.execute(
        "SELECT at, error FROM failed WHERE match = ? ORDER BY id", (match,)
    ).fetchall()


def waiting(c: sqlite3.Connection, match: int) -> list[tuple[int, str]]:
    """(UTC seconds of the next try, what went wrong) of letters that could not be sent so far."""
    return c.execute(
        "SELECT due, error FROM outbox WHERE match = ? AND error <> '' AND kind NOT IN"
        " ('retire', 'seek') ORDER BY id",
        (match,),
    ).fetchall()


def posts(c: sqlite3.Connection, match: int) -> list[Post]:
    """The public messages of a match, oldest first."""
    rows = c.execute(
        "SELECT match, n, channel, message, live FROM post WHERE match = ? ORDER BY message",
        (match,),
    ).fetchall()
    return [Post(m, n, channel, message, bool(live)) for m, n, channel, message, live in rows]


def retired(c: sqlite3.Connection, match: int, message: int) -> None:
    """A post carries no buttons any more."""
    c.execute(
        "UPDATE post SET live = 0, retiring = 0 WHERE match = ? AND message = ?", (match, message)
    )


def pending(c: sqlite3.Connection) -> int:
    """Letters not sent yet."""
    return int(c.execute("SELECT count(*) FROM outbox").fetchone()[0])
