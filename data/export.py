"""A whole match as a JSON document, for one seat's eyes until the end and for everybody's after it.

Before the end it holds what that seat may know: events told to it, its own moves, and of the other
seats the moves that could be read at the table (nothing of a turn that is being made or of steps
that were taken back before a post told them): those given when one seat alone was asked, unless
the game lists their op among its ``secret_ops``. No seed, and no hash of a position either: a
secret that has few values can be guessed from one. After the end it holds everything, so that
`verify` can play the match again from its seed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from data.audit import Base, Record, again
from data.document import BasePart, Document, EntryPart, EventPart, ResultPart, SeatPart
from data.rewind import unseen
from data.sheet import Entry, Sheet, Status
from data.verify import Verdict, verify
from rules import game as game_of
from rules.kernel import Event, Move, Seat
from rules.replay import struck

__all__ = ["Verdict", "export", "file_name", "open_moves", "verify"]


def export(
    sheet: Sheet,
    log: Sequence[Entry],
    seat: Seat | None,
    names: Sequence[str],
    record: Record | None = None,
    user: int | None = None,
) -> bytes:
    """The match as a file.

    Args:
        sheet: the match.
        log: its entries.
        seat: who will read it; None: a spectator. After the end it makes no difference.
        names: a name for each seat, cleaned.
        user: who reads it, for one who holds no seat but once did: what was told to it then is his.
        record: what `Store.record` gives; needed only where the match was carried over to newer
            rules. Better, call `Store.export`.

    Returns:
        JSON in ASCII, so that no name can do harm by a character that is not seen.
    """
    record = _record(sheet, log) if record is None else record
    complete = sheet.status is Status.OVER
    undone = struck(record.entries)
    hidden = frozenset() if complete else unseen(sheet, record.entries, seat)
    readable = None if complete else open_moves(record) - hidden

    def as_seat(n: int) -> Seat | None:
        return sheet.seat_at(user, n) if seat is None and user is not None else seat

    entries = [
        _entry(e, e.n in undone, as_seat(e.n), complete, readable, e.n in hidden)
        for e in record.entries
    ]
    document = Document(
        match=sheet.id,
        game=sheet.game,
        status=sheet.status.value,
        complete=complete,
        viewer=None if complete else seat,
        seats=[
            SeatPart(seat=k, name=name, out=holder.out)
            for k, (holder, name) in enumerate(zip(sheet.holders, names, strict=True))
        ],
        options=dict(sheet.options),
        created=sheet.created,
        changed=sheet.changed,
        commitment=sheet.commitment,
        log=entries,
        result=_result(sheet),
        seed=record.seed.hex() if complete else None,
        message=record.message if complete and record.presses is not None else None,
        presses=list(record.presses) if complete and record.presses is not None else None,
        head=record.head if complete else None,
        bases=[_base(n, base) for n, base in record.bases.items()] if complete else None,
    )
    doc = document.model_dump(mode="json", exclude_none=True)
    return json.dumps(doc, indent=1).encode("ascii") + b"\n"


def file_name(sheet: Sheet) -> str:
    """A name for the file: letters, digits and dashes, nothing that a person chose."""
    return f"{sheet.game.replace('_', '-')}-{sheet.id}.json"


def _record(sheet: Sheet, log: Sequence[Entry]) -> Record:
    seats = sheet.match.seats if sheet.match is not None else len(sheet.holders)
    return Record(
        sheet.id, sheet.game, seats, sheet.options, sheet.seed, sheet.commitment, sheet.message,
        sheet.presses, sheet.head, tuple(log), {},
    )  # fmt: skip


def open_moves(record: Record) -> frozenset[int]:
    """The entries whose move could be read at the table by all: made by a seat that was asked
    alone (not as the last of several who answered unseen), and no secret op. One that today's
    rules cannot play again is not among them: when in doubt, it is not shown."""
    open_to_all = set()
    for stretch in again(record):
        # By ply: whether the question put then is what is left of one to several seats.
        unseen: dict[int, bool] = {}
        for one in stretch.played:
            entry: Entry = one.act
            if one.after.ply <= one.before.ply:
                continue
            game = game_of(record.game)
            before, after = game.prompt(one.before.state), game.prompt(one.after.state)
            alone = before is not None and len(before.seats) == 1
            alone = alone and not unseen.get(one.before.ply, False)
            left = before is not None and after is not None and before.op == after.op
            left = left and set(after.seats) < set(before.seats)  # type: ignore[union-attr]
            unseen[one.after.ply] = left and not alone
            if entry.kind == "move" and alone and Move.parse(entry.move).op not in game.secret_ops:
                open_to_all.add(entry.n)
    return frozenset(open_to_all)


def _entry(
    e: Entry, undone: bool, seat: Seat | None, complete: bool, readable: frozenset[int] | None,
    hidden: bool,
) -> EntryPart:  # fmt: skip
    own = seat is not None and e.seat == seat
    told = e.events if complete else ()
    if not complete and (own or not hidden):
        told = tuple(event for event in e.events if event.seen_by(seat))
    shown = readable is None or own or e.kind != "move" or e.n in readable
    return EntryPart(
        n=e.n,
        ply=e.ply,
        kind=e.kind,
        seat=e.seat,
        move=e.move if shown else None,
        at=e.at,
        version=e.version,
        note=e.note or None,
        undone=undone,
        events=[_event(event, complete) for event in told],
        digest=e.digest if complete else None,
        link=e.link if complete else None,
    )


def _event(event: Event, complete: bool) -> EventPart:
    # Who else was told is not everybody's business before the end.
    to = list(event.to) if complete and event.to is not None else None
    return EventPart(kind=event.kind, data=event.data, to=to)


def _base(n: int, base: Base) -> BasePart:
    return BasePart(
        n=n, ply=base.ply, floor=base.floor, version=base.version, draws=base.draws,
        state=base.state.decode("utf-8"),
    )  # fmt: skip


def _result(sheet: Sheet) -> ResultPart | None:
    if sheet.match is None or sheet.status is not Status.OVER:
        return None
    outcome = game_of(sheet.game).outcome(sheet.match.state)
    if outcome is None:
        return None
    return ResultPart(
        winners=list(outcome.winners), scores=list(outcome.scores), reason=outcome.reason
    )
