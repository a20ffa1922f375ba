"""An exported match judged from the file alone, without any database.

What it says is parted: what the file proves, what does not fit, what could not be played again, and
what no file can prove. Text from the file stands in it as it came: clean it before showing it.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from data.audit import Base, Finding, Judged, Record, chained, found, judged
from data.document import Document, EntryPart
from data.sheet import Entry
from rules import game as game_of
from rules.kernel import Event, Reason, Refused
from rules.replay import raises_ply, struck

LONGEST = 64 << 20
"""Bytes of a file at most."""

MOST = 20
"""Things that do not fit which are said one by one."""


class Verdict(NamedTuple):
    """``good``: nothing speaks against the match. ``complete``: all of it was played again.
    ``reasons`` say it in words."""

    good: bool
    complete: bool
    reasons: tuple[Reason, ...]

    @property
    def status(self) -> int:
        """An exit status: 0 good and complete, 3 good as far as it was played again, else 1."""
        return 1 if not self.good else 0 if self.complete else 3


def contents(path: Path) -> bytes:
    """The bytes of an exported file.

    Raises:
        Refused: it is a folder, a device, a pipe or a socket, or too large for a match.
        OSError: it cannot be read.
    """
    _plain(path, os.stat(path))  # some devices do something when they are opened
    wanted = ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
    flags = sum(getattr(os, name, 0) for name in wanted)
    with open(os.open(path, os.O_RDONLY | flags), "rb") as file:
        _plain(path, os.fstat(file.fileno()))
        held = file.read(LONGEST + 1) or b""
    if len(held) > LONGEST:
        raise Refused(Reason("verify-too-large", {"path": str(path)}))
    return held


def _plain(path: Path, about: os.stat_result) -> None:
    if not stat.S_ISREG(about.st_mode):
        raise Refused(Reason("verify-not-a-file", {"path": str(path)}))
    if about.st_size > LONGEST:
        raise Refused(Reason("verify-too-large", {"path": str(path)}))


def verify(file: bytes, head: str | None = None, commitment: str | None = None) -> Verdict:
    """Whether an exported match followed from its seed, and the seed from its commitment.

    ``head`` and ``commitment``: what was posted at the table, the first digits or all, in small
    letters; the one stands in the last post, the other in the lobby's message.

    Never raises for what a file may hold.
    """
    try:
        document = _read(file)
        if not document.complete:
            return Verdict(False, False, (Reason("verify-not-over"),))
        record = _record(document)
    except (ValidationError, ValueError, RecursionError):
        return Verdict(False, False, (Reason("verify-not-a-match"),))
    again = judged(record)
    findings = [
        *_posted(record, head, commitment), *_ids(record), *chained(record),
        *_written(document, record), *again.findings, *_result(document, again),
    ]  # fmt: skip
    wrong = [one.told for one in findings if one.serious]
    limits = [one.told for one in findings if not one.serious]
    good, complete = not wrong, not findings
    if len(wrong) > MOST:
        wrong[MOST:] = [Reason("verify-more", {"count": len(wrong) - MOST})]
    proved = _proved(record, again, {one.key for one in findings}, head, commitment)
    reasons = [
        Reason("verify-match", {
            "match": document.match, "game": document.game, "entries": len(document.log)
        }),
        *_part("verify-proved", proved),
        *_part("verify-wrong", wrong),
        *_part("verify-limits", limits),
        *_part("verify-compare", _unasked(record, head, commitment)),
        *_part("verify-unproved", _unproved(document, again)),
        Reason("verify-good" if complete else "verify-part" if good else "verify-bad"),
    ]  # fmt: skip
    told = [Reason(r.key, {"match": document.match, **r.args}) for r in reasons]
    return Verdict(good, complete, tuple(told))


def _part(title: str, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    return (Reason(title), *reasons) if reasons else ()


# Reading.


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        raise ValueError("a field stands twice, so two readers may read two files")
    return held


def _read(file: bytes) -> Document:
    if len(file) > LONGEST:
        raise ValueError
    document = Document.model_validate_json(file)
    json.loads(file, object_pairs_hook=_once)
    return document


def _record(document: Document) -> Record:
    return Record(
        document.match,
        document.game,
        len(document.seats),
        document.options,
        bytes.fromhex(document.seed or ""),
        document.commitment,
        document.message,
        None if document.presses is None else tuple(document.presses),
        document.head or "",
        tuple(_entry(part) for part in document.log),
        {
            b.n: Base(b.ply, b.floor, b.version, b.draws, b.state.encode())
            for b in document.bases or ()
        },
    )


def _entry(part: EntryPart) -> Entry:
    events = tuple(
        Event(e.kind, e.data, None if e.to is None else tuple(e.to)) for e in part.events
    )
    return Entry(
        part.n, part.ply, part.kind, part.seat, part.move or "", events, part.at, part.version,
        part.note or "", part.digest or "", part.link or "",
    )  # fmt: skip


# What does not fit, beside chain and replay.


def _posted(record: Record, head: str | None, commitment: str | None) -> list[Finding]:
    """Whether the file is of the match that was posted."""
    findings = []
    if head is not None and not record.head.startswith(head):
        findings.append(Finding(Reason("verify-other-head", {"here": record.head, "there": head})))
    if commitment is not None and not record.commitment.startswith(commitment):
        args = {"here": record.commitment, "there": commitment}
        findings.append(Finding(Reason("verify-other-commitment", args)))
    return findings


def _ids(record: Record) -> list[Finding]:
    """Whether the ids in the key can be those of a lobby. 0 stands for a press that 0.1.0 did not
    keep. Ids of Discord's rise with time."""
    message, presses, seats = record.message, record.presses, record.seats
    if presses is None:
        return []
    findings = []
    if len(presses) not in (seats, seats + 1):
        findings.append(found("presses", presses=len(presses), seats=seats))
    known = [press for press in presses if press]
    if len(set(known)) != len(known):
        findings.append(found("presses-twice"))
    if message is None:
        findings.append(found("message"))
    elif not any(press > message for press in known):
        findings.append(found("presses-early"))
    return findings


_TOLD: dict[tuple[str, str], tuple[str, set[str], set[str]]] = {
    ("replace", ""): ("table-replace", {"seat", "old", "new"}, {"by", "role"}),
    ("replace", "back"): ("table-back", {"seat", "new"}, set()),
    ("leave", "unseated"): ("table-unseat", {"seat", "old", "by"}, set()),
    ("leave", "waits"): ("", set(), set()),
    ("leave", "gone"): ("", set(), set()),
}
"""By kind and word of an entry that the rules have no part in: the event that tells of it, what
that holds, and what it may hold besides."""


def _written(document: Document, record: Record) -> list[Finding]:
    """Whether each entry stands as Parlour writes one, and what is said of the whole follows from
    the log: which entries were undone, who resigned."""
    findings = []
    ply = version = 0
    for entry in record.entries:
        if not _seated(entry, record.seats):
            findings.append(found("seat", n=entry.n))
        if not _formed(entry, ply, version):
            findings.append(found("differs", n=entry.n, why="form"))
        if entry.note and entry.kind not in ("undo", "replace", "leave"):
            findings.append(found("note", n=entry.n))
        if entry.kind != "start" and not raises_ply(entry, ply) and not _told(entry, record):
            findings.append(found("told", n=entry.n))
        ply, version = entry.ply, entry.version
    marked = frozenset(part.n for part in document.log if part.undone)
    gone = struck(record.entries)
    if wrong := sorted(marked ^ gone):
        findings.append(found("undone", n=wrong[0]))
    left = {e.seat for e in record.entries if (e.kind, e.move) == ("leave", "out")}
    wrong = [one.seat + 1 for one in document.seats if one.out != (one.seat in left)]
    return [*findings, *(found("out", seat=seat) for seat in wrong)]


def _seated(entry: Entry, seats: int) -> bool:
    if entry.kind in ("start", "migrate"):
        return entry.seat is None
    return entry.kind == "undo" if entry.seat is None else entry.seat < seats


def _formed(entry: Entry, ply: int, version: int) -> bool:
    """Whether an entry can stand after that ply, with that move. ``version``: of the one before."""
    match entry.kind:
        case "start":
            return entry.n == 1 and entry.move == "" and entry.ply == 0
        case "move":
            return entry.ply == ply + 1
        case "undo":
            return entry.ply < ply and entry.move == str(entry.ply)
        case "migrate":
            upward = entry.n > 1 and entry.version > version
            return upward and entry.ply == ply and entry.move == str(entry.version)
    if (entry.kind, entry.move) == ("leave", "out"):
        return entry.ply == ply + 1
    return entry.ply == ply and (entry.kind, entry.move) in _TOLD


def _told(entry: Entry, record: Record) -> bool:
    """Whether what people did is told as Parlour tells it; the names in it are theirs."""
    kind, needs, may = _TOLD.get((entry.kind, entry.move), ("", set(), set()))
    if entry.kind == "undo" and entry.seat is None:
        if record.presses is None and not entry.events:
            return True  # 0.1.0 did not tell who
        kind, needs = "table-undo", {"by"}
    if not kind or len(entry.events) != 1:
        return not kind and not entry.events
    (event,) = entry.events
    held = event.data
    fits = event.kind == kind and event.to is None and needs <= held.keys() <= needs | may
    return fits and all(
        value == entry.seat if name == "seat" else isinstance(value, str)
        for name, value in held.items()
    )


def _result(document: Document, again: Judged) -> list[Finding]:
    """Whether the last position ends as the file says."""
    if again.last is None:
        return []
    outcome = game_of(document.game).outcome(again.last.state)
    said = document.result
    if outcome is None or said is None:
        return [found("result")]
    here = (list(outcome.winners), list(outcome.scores), outcome.reason)
    return [] if here == (said.winners, said.scores, said.reason) else [found("result")]


# What is said.


def _proved(
    record: Record, again: Judged, wrong: set[str], head: str | None, commitment: str | None
) -> list[Reason]:
    """What the file proves, each thing for itself; ``wrong``: the findings."""
    old, entries = record.presses is None, len(record.entries)
    said = []
    if "audit-commitment" not in wrong:
        said.append(Reason("verify-seed", {"commitment": record.commitment}))
        if commitment is not None and "verify-other-commitment" not in wrong:
            said.append(Reason("verify-same-commitment"))
    if again.start and record.presses is not None:
        unknown = sum(press == 0 for press in record.presses)
        count = len(record.presses) - unknown
        said.append(Reason("verify-key", {"presses": count, "unknown": unknown}))
    if not wrong & {"audit-origin", "audit-chain", "audit-numbers"}:
        said.append(Reason("verify-chain-old" if old else "verify-chain", {"entries": entries}))
        if "audit-head" not in wrong:
            said.append(Reason("verify-head", {"head": record.head}))
            if head is not None and "verify-other-head" not in wrong:
                said.append(Reason("verify-same-head"))
    if again.given:
        said.append(Reason("verify-replayed", {"count": again.given, "entries": entries}))
    if again.last is not None and "audit-result" not in wrong:
        outcome = game_of(record.game).outcome(again.last.state)
        assert outcome is not None
        winners = ", ".join(str(seat + 1) for seat in outcome.winners)
        scores = ", ".join(map(str, outcome.scores))
        said.append(Reason("verify-result", {
            "count": len(outcome.winners), "winners": winners, "scores": scores
        }))  # fmt: skip
    return said


def _unasked(record: Record, head: str | None, commitment: str | None) -> list[Reason]:
    """What only somebody who was at the table can compare, and was not given."""
    old = record.presses is None
    said = []
    if head is None:
        key = "verify-compare-head-old" if old else "verify-compare-head"
        said.append(Reason(key, {"head": record.head}))
    if commitment is None:
        key = "verify-compare-commitment-old" if old else "verify-compare-commitment"
        said.append(Reason(key, {"commitment": record.commitment}))
    return said


def _unproved(document: Document, again: Judged) -> list[Reason]:
    """What no file can prove, as far as this one says anything of it."""
    said = [Reason("verify-seat", {"seat": s.seat + 1, "name": s.name}) for s in document.seats]
    said += [Reason("verify-no-people"), Reason("verify-no-times"), Reason("verify-no-reasons")]
    said.append(Reason("verify-no-options"))
    if document.presses is None:
        said += [Reason("verify-old"), Reason("verify-old-number")]
    else:
        said.append(Reason("verify-no-ids"))
    if again.last is None:
        said.append(Reason("verify-no-result"))
    return said
