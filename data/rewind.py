"""Going back: freely, by consent, or by the host with a reason. All of it stays in the log.

Pure functions from a sheet to a change, as in `data.acts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from data.acts import post_note, prompt, refuse, request_note, running
from data.sheet import Change, Entry, Note, Request, Sheet, Status, Step
from rules import game as game_of
from rules.kernel import Match, Seat


def undoable(sheet: Sheet, seat: Seat) -> int:
    """How many of the latest plies this seat may take back freely: its own, above the floor,
    nobody else's after them."""
    count = 0
    for _, by in reversed(sheet.line):
        if by != seat:
            break
        count += 1
    return count if sheet.status is Status.RUNNING else 0


def undo(
    sheet: Sheet, seat: Seat, back: Match, log: Sequence[Entry], now: int, reason: str = ""
) -> Change:
    """Go back to an earlier standing ply, taking back only this seat's own free plies.

    ``back`` is the match at that ply (from the store), ``log`` all entries so far.
    """
    match = running(sheet)
    if not 0 < match.ply - back.ply <= undoable(sheet, seat):
        raise refuse("refused-undo")
    return rewound(sheet, seat, back, log, now, reason)


def rewound(
    sheet: Sheet, seat: Seat | None, back: Match, log: Sequence[Entry], now: int, reason: str
) -> Change:
    """The match gone back to ``back``; what may be gone back to is for the caller to check."""
    rules = game_of(sheet.game)
    n = sheet.n + 1
    before, after = prompt(sheet), rules.prompt(back.state)
    standing = stands([e for e in log if e.n <= sheet.n], back.ply)
    acted = {e.seat: e.n for e in standing if e.kind == "move"}
    asked = after.seats if after else ()
    holders = tuple(
        replace(h, asked=n + 1 if k in asked else 0, acted=acted.get(k, 0))
        for k, h in enumerate(sheet.holders)
    )
    line = tuple(
        (e.n, e.seat)
        for e in standing
        if e.kind == "move" and e.ply > back.floor and e.seat is not None
    )
    entry = Entry(n, back.ply, "undo", seat, str(back.ply), (), now, back.version, reason)
    new = replace(
        sheet, match=back, n=n, holders=holders, line=line, status=Status.RUNNING, request=None
    )
    # Within one's own turn the panel says it; anything more is everybody's business.
    told = bool(reason) or before is None or after is None or before.seats != after.seats
    return Change(new, (Step(entry, back),), (post_note(new, after),) if told else ())


def stands(log: Sequence[Entry], ply: int | None = None) -> list[Entry]:
    """The entries that made the plies which stand now (or stood up to ``ply``), oldest first.

    An undo takes back every ply above the one it goes to.
    """
    kept: list[Entry] = []
    for entry in log:
        if entry.kind == "undo":
            kept = [e for e in kept if e.ply <= entry.ply or not makes_ply(e)]
        else:
            kept.append(entry)
    return kept if ply is None else [e for e in kept if e.ply <= ply or not makes_ply(e)]


def makes_ply(entry: Entry) -> bool:
    """Whether this entry moved the match on; a change of persons does not, and is never undone."""
    return entry.kind == "move" or (entry.kind == "leave" and entry.move == "out")


def acted_since(log: Sequence[Entry], ply: int) -> tuple[Seat, ...]:
    """The seats with a standing move above that ply, in order of seats."""
    seats = {e.seat for e in stands(log) if e.kind == "move" and e.ply > ply and e.seat is not None}
    return tuple(sorted(seats))


def _reachable(match: Match, ply: int, log: Sequence[Entry]) -> None:
    if not 0 <= ply < match.ply:
        raise refuse("refused-undo-where", most=match.ply)
    if any(e.kind == "leave" and e.move == "out" and e.ply > ply for e in stands(log)):
        raise refuse("refused-undo-leave")


def ask(sheet: Sheet, seat: Seat, ply: int, log: Sequence[Entry]) -> Change:
    """Ask everybody who has acted since that ply to agree to going back to it.

    Where nobody else has acted since, but chance or a secret stands in the way of a free undo, all
    others are asked: what was learned concerns them all.
    """
    match = running(sheet)
    _reachable(match, ply, log)
    here = {k for k, h in enumerate(sheet.holders) if not h.out and h.user is not None}
    needs = tuple(k for k in acted_since(log, ply) if k != seat and k in here)
    needs = needs or tuple(sorted(here - {seat}))
    if not needs:
        raise refuse("refused-undo-nobody")
    old = sheet.request
    if old is not None and (old.seat, old.ply, old.n) == (seat, ply, sheet.n):
        raise refuse("refused-undo-asked")  # nobody is called twice for the same
    asked = Request(seat, ply, sheet.n, needs, key=sheet.rev)
    return Change(replace(sheet, request=asked), notes=(request_note(sheet, asked),))


def pending(sheet: Sheet, key: int) -> Request:
    """The undo of that key that waits for consent.

    Raises:
        Refused: there is none, another was asked for instead, or something has happened since.
    """
    running(sheet)
    request = sheet.request
    if request is None or request.n != sheet.n or request.key != key:
        raise refuse("refused-lapsed")
    return request


def agree(
    sheet: Sheet, seat: Seat, key: int, back: Match, log: Sequence[Entry], now: int
) -> Change:
    """One of those asked agrees; the last one's agreement goes back. ``key``: which request they
    were asked. ``back``: as for `undo`."""
    request = pending(sheet, key)
    if seat not in request.needs:
        raise refuse("refused-consent")
    if seat in request.given:
        raise refuse("refused-agreed")
    given = (*request.given, seat)
    if set(given) != set(request.needs):
        return Change(replace(sheet, request=request._replace(given=given)))
    names = ", ".join(str(k + 1) for k in request.needs)
    return rewound(sheet, request.seat, back, log, now, f"consent:{names}")


def decline(sheet: Sheet, seat: Seat, key: int) -> Change:
    """One of those asked does not agree, or whoever asked thinks better of it."""
    request = pending(sheet, key)
    if seat not in (*request.needs, request.seat):
        raise refuse("refused-consent")
    note = Note("notice", {"key": "undo-declined", "seat": seat, "seats": [request.seat]})
    return Change(replace(sheet, request=None), notes=(note,))


def overrule(sheet: Sheet, back: Match, log: Sequence[Entry], now: int, reason: str) -> Change:
    """The host or an administrator goes back, with a reason that is on record.

    Who may do this is for the caller to check.
    """
    match = running(sheet)
    if not reason.strip():
        raise refuse("refused-undo-reason")
    _reachable(match, back.ply, log)
    return rewound(sheet, None, back, log, now, " ".join(reason.split())[:200])
