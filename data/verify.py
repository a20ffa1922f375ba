"""An exported match judged from the file alone, without any database."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import ValidationError

from data.audit import Base, Finding, Record, again, chained, found, replayed
from data.document import Document, EntryPart
from data.sheet import Entry
from rules import game as game_of
from rules.kernel import Event, Reason
from rules.replay import struck

LONGEST = 64 << 20
"""Bytes of a file at most."""


class Verdict(NamedTuple):
    """``good``: nothing speaks against the match. ``complete``: all of it was played again.
    ``reasons`` say it in words."""

    good: bool
    complete: bool
    reasons: tuple[Reason, ...]


def verify(file: bytes) -> Verdict:
    """Whether an exported match followed from its seed, and the seed from its commitment.

    Never raises for what a file may hold.
    """
    try:
        if len(file) > LONGEST:
            raise ValueError
        document = Document.model_validate_json(file)
        if not document.complete or document.seed is None or document.head is None:
            return Verdict(False, False, (Reason("verify-not-over"),))
        record = _record(document)
    except (ValidationError, ValueError, RecursionError):
        return Verdict(False, False, (Reason("verify-not-a-match"),))
    findings = [*chained(record), *_struck(document, record), *replayed(record)]
    if not any(one.serious for one in findings):
        findings += _result(document, record)
    good = not any(one.serious for one in findings)
    whole = good and not any(one.reason.key == "audit-version" for one in findings)
    reasons = [
        Reason("verify-match", {
            "match": document.match, "game": document.game, "entries": len(document.log),
            "commitment": document.commitment,
        }),
        *(f._replace(match=document.match).told for f in findings),
    ]  # fmt: skip
    last = "verify-good" if whole else "verify-part" if good else "verify-bad"
    return Verdict(good, whole, (*reasons, Reason(last)))


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


def _struck(document: Document, record: Record) -> list[Finding]:
    """Whether those entries are marked as undone that were."""
    marked = frozenset(part.n for part in document.log if part.undone)
    wrong = sorted(marked ^ struck(record.entries))
    return [found("undone", n=wrong[0])] if wrong else []


def _result(document: Document, record: Record) -> list[Finding]:
    """Whether the last position ends as the file says."""
    for stretch in again(record):
        if stretch.entries[-1].n != len(record.entries) or stretch.base is None:
            continue
        last = stretch.played[-1].after if stretch.played else stretch.base
        outcome = game_of(record.game).outcome(last.state)
        said = document.result
        if (
            outcome is None
            or said is None
            or (
                (list(outcome.winners), list(outcome.scores), outcome.reason)
                != (said.winners, said.scores, said.reason)
            )
        ):
            return [found("result")]
    return []
