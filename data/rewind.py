"""Going back: freely, by consent, or by a manager who does not play, with a reason. All of it stays
in the log.

Pure functions from a sheet to a change, as in `data.acts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from data.acts import (
    post_note,
    prompt,
    refuse,
    request_note,
    running,
    untold,
    waited_for,
)
from data.powers import MANAGER, Actor, concerned, plays, said
from data.sheet import Change, Entry, Note, Request, Sheet, Status, Step
from rules import game as game_of
from rules.kernel import Event, Match, Seat


def undoable(sheet: Sheet, seat: Seat) -> int:
    """How many of the latest plies this seat may take back freely: its own, above the floor, and
    nobody else has ever acted after them, taken back or not."""
    if sheet.status is not Status.RUNNING or sheet.match is None:
        return 0
    count = 0
    for _, by in reversed(sheet.line[max(0, sheet.closed - sheet.match.floor) :]):
        if by != seat:
            break
        count += 1
    return count


def undo(sheet: Sheet, seat: Seat, back: Match, log: Sequence[Entry], now: int) -> Change:
    """Go back to an earlier standing ply, taking back only this seat's own free plies.

    ``back`` is the match at that ply (from the store), ``log`` all entries so far.
    """
    match = running(sheet)
    if not 0 < match.ply - back.ply <= undoable(sheet, seat):
        raise refuse("refused-undo")
    return rewound(sheet, seat, back, log, now)


def rewound(
    sheet: Sheet, seat: Seat | None, back: Match, log: Sequence[Entry], now: int,
    reason: str = "", events: tuple[Event, ...] = (), call: Sequence[int] = (),
) -> Change:  # fmt: skip
    """The match gone back to ``back``; what may be gone back to is for the caller to check."""
    rules = game_of(sheet.game)
    n = sheet.n + 1
    before, after = prompt(sheet), rules.prompt(back.state)
    standing = stands([e for e in log if e.n <= sheet.n], back.ply)
    acted = {e.seat: e.n for e in standing if e.kind == "move"}
    asked = after.seats if after else ()
    holders = tuple(
        replace(
            h, asked=n + 1 if k in asked else 0,
            acted=acted[k] if acted.get(k, 0) > h.since else 0,  # else another person did that
        )
        for k, h in enumerate(sheet.holders)
    )  # fmt: skip
    line = tuple(
        (e.n, e.seat)
        for e in standing
        if e.kind == "move" and e.ply > back.floor and e.seat is not None
    )
    hidden = untold(sheet, None)
    entry = Entry(
        n, back.ply, "undo", seat, str(back.ply), events, now, back.version, reason,
        told=hidden[0] - 1 if hidden else sheet.n,
    )  # fmt: skip
    new = replace(
        sheet, match=back, n=n, holders=holders, line=line, status=Status.RUNNING, request=None,
        closed=min(sheet.closed, back.ply),
    )  # fmt: skip
    # Within one's own turn the panel says it; anything more is everybody's business.
    told = bool(reason) or before is None or after is None or before.seats != after.seats
    return Change(new, (Step(entry, back),), (post_note(new, after, call),) if told else ())


def stands(log: Sequence[Entry], ply: int | None = None) -> list[Entry]:
    """The entries that made the plies which stand now (or stood up to ``ply``), oldest first, and
    those that made none.

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


def unseen(sheet: Sheet, log: Sequence[Entry], viewer: Seat | None) -> frozenset[int]:
    """The entries that are a number to this viewer (None: the channel): steps of another seat that
    were taken back before a post told them, or are not told yet. ``log`` from its beginning."""
    hidden = set(untold(sheet, viewer))
    standing: list[Entry] = []
    for entry in log:
        if entry.kind == "undo":
            gone = [e for e in standing if e.ply > entry.ply]
            hidden.update(e.n for e in gone if e.n > entry.told and e.seat != viewer)
            standing = [e for e in standing if e.ply <= entry.ply]
        elif makes_ply(entry):
            standing.append(entry)
    return frozenset(hidden)


def crosses(sheet: Sheet, ply: int) -> bool:
    """Whether going back there passes a draw, or something that somebody has learned."""
    return sheet.match is not None and ply < sheet.match.floor


def asked_for(sheet: Sheet, seat: Seat, ply: int, log: Sequence[Entry]) -> tuple[Seat, ...]:
    """The seats that have to agree when this one would like to go back to that ply: all that have
    acted since, and everybody where a draw or a secret lies between. Nobody waits for a seat
    without a person."""
    here = {k for k, h in enumerate(sheet.holders) if not h.out and h.user is not None} - {seat}
    acted = here & set(acted_since(log, ply))
    return tuple(sorted(acted if acted and not crosses(sheet, ply) else here))


def ask(sheet: Sheet, seat: Seat, ply: int, log: Sequence[Entry]) -> Change:
    """Ask all whom it concerns to agree to going back to that ply (`asked_for`)."""
    match = running(sheet)
    if sheet.holders[seat].out:
        raise refuse("refused-resigned")
    _reachable(match, ply, log)
    needs = asked_for(sheet, seat, ply, log)
    if not needs:
        raise refuse("refused-undo-nobody")
    old = sheet.request
    again = old is not None and (old.seat, old.ply, old.n) == (seat, ply, sheet.n)
    if old is not None and again and waited_for(sheet, old):
        raise refuse("refused-undo-asked")  # nobody is called twice for what is still waited for
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
    """One of those asked agrees; the last one's agreement goes back, as does that of one who has
    agreed already where nobody is waited for any more. ``key``: which request they were asked.
    ``back``: as for `undo`."""
    request = pending(sheet, key)
    if seat not in request.needs:
        raise refuse("refused-consent")
    if seat in request.given and waited_for(sheet, request):
        raise refuse("refused-agreed")
    request = request._replace(given=tuple(dict.fromkeys((*request.given, seat))))
    if waited_for(sheet, request):
        return Change(replace(sheet, request=request))
    names = ", ".join(str(k + 1) for k in sorted(request.given))
    return rewound(sheet, request.seat, back, log, now, f"consent:{names}")


def decline(sheet: Sheet, seat: Seat, key: int) -> Change:
    """One of those asked does not agree, or whoever asked thinks better of it."""
    request = pending(sheet, key)
    if seat not in (*request.needs, request.seat):
        raise refuse("refused-consent")
    note = Note("notice", {"key": "undo-declined", "seat": seat, "seats": [request.seat]})
    return Change(replace(sheet, request=None), notes=(note,))


def may_overrule(sheet: Sheet, by: Actor) -> None:
    """Refuse all but a manager who does not play."""
    if by.role != MANAGER:
        raise refuse("refused-undo-manager")
    if plays(sheet, by.user):
        raise refuse("refused-undo-plays")


def overrule(
    sheet: Sheet, by: Actor, back: Match, log: Sequence[Entry], now: int, reason: str
) -> Change:
    """A manager who does not play goes back, with a reason that is on record and told with his
    name; those whose moves fall are called."""
    match = running(sheet)
    may_overrule(sheet, by)
    if not reason.strip():
        raise refuse("refused-undo-reason")
    _reachable(match, back.ply, log)
    seats = acted_since(log, back.ply)
    event = Event("table-undo", {"by": by.name})
    return rewound(
        sheet, None, back, log, now, said(reason), (event,),
        concerned(sheet, seats, by.user),
    )  # fmt: skip
