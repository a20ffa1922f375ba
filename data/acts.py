"""What people may do to a match, as pure functions from a sheet to a change.

Every function raises `Refused` with a reason a person can be told and leaves the sheet as it was.
Nothing here waits, stores or sends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from data.sheet import (
    Change,
    Entry,
    Former,
    Holder,
    Left,
    Note,
    Request,
    Sheet,
    Status,
    Step,
)
from rules import game as game_of
from rules.kernel import (
    Event,
    Match,
    Move,
    Outcome,
    Prompt,
    Reason,
    Refused,
    Seat,
    Stale,
    leave,
    play_all,
)


class Person(NamedTuple):
    """Somebody who does something: Discord user id, display name as it came, locale, and the id of
    the interaction by which it is done (0: none)."""

    user: int
    name: str
    locale: str = "en"
    press: int = 0


def refuse(key: str, **args: str | int) -> Refused:
    """A refusal by the name of its message."""
    return Refused(Reason(key, args))


def asking(
    holders: tuple[Holder, ...],
    before: Prompt | None,
    after: Prompt | None,
    actor: Seat | None,
    n: int,
) -> tuple[Holder, ...]:
    """The holders with `asked` as it stands after entry ``n``."""
    out = []
    for seat, holder in enumerate(holders):
        asked = 0
        if after is not None and seat in after.seats:
            same = (
                before is not None
                and before.op == after.op
                and seat in before.seats
                and seat != actor
                and holder.asked
            )
            asked = holder.asked if same else n + 1
        out.append(holder if holder.asked == asked else replace(holder, asked=asked))
    return tuple(out)


def post_note(sheet: Sheet, prompt: Prompt | None, call: Sequence[int] = ()) -> Note:
    """A post that tells as far as everybody may know, asks these seats, and calls these users, whom
    it concerns besides."""
    hidden = untold(sheet, None)
    body: dict[str, Any] = {
        "n": hidden[0] - 1 if hidden else sheet.n, "asked": list(prompt.seats) if prompt else []
    }  # fmt: skip
    return Note("post", {**body, "call": list(call)} if call else body)


def untold(sheet: Sheet, viewer: Seat | None) -> tuple[int, ...]:
    """The entries of the latest plies that this viewer (None: the channel) may not see yet: steps
    of a turn that is being made, which no post has told and which can still be taken back freely.
    Whoever makes the turn sees them all."""
    if sheet.match is None or sheet.status is Status.OVER:
        return ()
    first = max(0, sheet.closed - sheet.match.floor)
    tail = [(n, seat) for n, seat in sheet.line[first:] if n > sheet.told]
    while tail and tail[0][1] == viewer:
        tail.pop(0)
    return tuple(n for n, _ in tail)


def waited_for(sheet: Sheet, request: Request) -> tuple[Seat, ...]:
    """The seats whose consent a request for an undo still waits for: not those that have agreed,
    nor those on which nobody sits just now."""
    here = (k for k in request.needs if sheet.holders[k].user is not None)
    return tuple(k for k in here if k not in request.given)


def request_note(sheet: Sheet, request: Request) -> Note:
    """The message that asks for consent to an undo, calling those who have not agreed yet."""
    ply = sheet.match.ply if sheet.match else 0
    waiting = list(waited_for(sheet, request))
    return Note(
        "notice",
        {"key": "undo-asked", "seat": request.seat, "count": ply - request.ply, "seats": waiting,
         "consent": request.key},
    )  # fmt: skip


def here_anew(sheet: Sheet, call: Sequence[int] = ()) -> tuple[Note, ...]:
    """The lobby or the board as a new message; below it a request that stands, since a post takes
    the buttons from everything before it."""
    if sheet.match is None:
        return (Note("lobby", {"anew": True}),)
    return (post_note(sheet, prompt(sheet), call), *asked_anew(sheet).notes)


def running(sheet: Sheet) -> Match:
    """The match, or a refusal that says why it does not go on."""
    if sheet.status is Status.HELD:
        raise refuse("refused-held")
    if sheet.status is Status.LOBBY:
        raise refuse("refused-not-started")
    if sheet.status is Status.CANCELLED:
        raise refuse("refused-cancelled")
    if sheet.status is Status.OVER or sheet.match is None:
        raise refuse("refused-over")
    return sheet.match


def outcome(sheet: Sheet) -> Outcome | None:
    """How a started match ended, or None."""
    if sheet.match is None:
        return None
    return game_of(sheet.game).outcome(sheet.match.state)


def prompt(sheet: Sheet) -> Prompt | None:
    """Who is asked for what now."""
    if sheet.match is None or outcome(sheet) is not None:
        return None
    return game_of(sheet.game).prompt(sheet.match.state)


def _lines(line: tuple[tuple[int, Seat], ...], match: Match, n: int, seat: Seat) -> Any:
    """The standing plies above the floor after one more ply."""
    kept = (*line, (n, seat))
    return kept[len(kept) - (match.ply - match.floor) :] if match.ply > match.floor else ()


def move(
    sheet: Sheet, seat: Seat, moves: Sequence[Move], now: int, asked: int | None = None
) -> Change:
    """Play one move or several as one act, all or none.

    ``asked``: the number the button carried; a press that answers an earlier question is `Stale`.
    """
    match = running(sheet)
    if asked is not None and sheet.holders[seat].asked != asked:
        raise Stale
    rules = game_of(sheet.game)
    steps: list[Step] = []
    tell = False
    for one, after, events in play_all(rules, match, seat, moves):
        before = rules.prompt(match.state)
        ends = rules.outcome(after.state) is not None
        then = None if ends else rules.prompt(after.state)
        n = sheet.n + 1
        entry = Entry(n, after.ply, "move", seat, str(one), events, now, after.version)
        holders = asking(sheet.holders, before, then, seat, n)
        tell = tell or _tells(holders, seat, n, events, ends)
        holders = with_holder(holders, seat, replace(holders[seat], acted=n))
        # What another seat did is closed by this, and what chance or a secret closed stays so.
        closes = bool(sheet.line) and sheet.line[-1][1] != seat
        sheet = replace(
            sheet, match=after, n=n, holders=holders, line=_lines(sheet.line, after, n, seat),
            status=Status.OVER if ends else Status.RUNNING,
            closed=max(sheet.closed, after.floor, match.ply if closes else 0),
        )  # fmt: skip
        steps.append(Step(entry, after))
        match = after
    if not tell:
        return Change(sheet, tuple(steps))
    sheet = replace(sheet, told=sheet.n)
    return Change(sheet, tuple(steps), (post_note(sheet, prompt(sheet)),))


def with_holder(holders: tuple[Holder, ...], seat: Seat, holder: Holder) -> tuple[Holder, ...]:
    """The holders with one of them changed."""
    return (*holders[:seat], holder, *holders[seat + 1 :])


def _tells(
    holders: tuple[Holder, ...], actor: Seat, n: int, events: Sequence[Event], ends: bool
) -> bool:
    """Whether this ply makes a post: the end, a new turn, or somebody else newly asked."""
    if ends or any(event.kind == "turn" for event in events):
        return True
    return any(h.asked == n + 1 for seat, h in enumerate(holders) if seat != actor)


def resign(sheet: Sheet, seat: Seat, now: int) -> Change:
    """Leave a running match. The game says what becomes of the seat: out, or it waits."""
    match = running(sheet)
    holder = sheet.holders[seat]
    if holder.out:
        raise refuse("refused-resigned")
    rules = game_of(sheet.game)
    before = prompt(sheet)
    left = leave(rules, match, seat)
    n = sheet.n + 1
    if left is None:
        entry = Entry(n, match.ply, "leave", seat, "waits", (), now, match.version)
        new = vacated(replace(sheet, n=n), seat, "left")
        return Change(new, (Step(entry, match),), here_anew(new))
    after, events = left
    ends = rules.outcome(after.state) is not None
    then = None if ends else rules.prompt(after.state)
    entry = Entry(n, after.ply, "leave", seat, "out", events, now, after.version)
    holders = asking(sheet.holders, before, then, seat, n)
    holders = with_holder(holders, seat, replace(holders[seat], out=True))
    new = replace(
        sheet, match=after, n=n, holders=holders, line=(), told=n, closed=after.floor,
        status=Status.OVER if ends else Status.RUNNING,
    )  # fmt: skip
    return Change(new, (Step(entry, after),), (post_note(new, then),))


def carried(request: Request | None, n: int, seat: Seat) -> Request | None:
    """A request for an undo after entry ``n``, by which this seat has another holder or none: it
    goes on, and what the one before agreed to is his alone. One that the seat itself had asked for
    is over."""
    if request is None or request.n != n - 1 or request.seat == seat:
        return None
    return request._replace(n=n, given=tuple(k for k in request.given if k != seat))


def vacated(sheet: Sheet, seat: Seat, how: Left, by: int = 0) -> Sheet:
    """The sheet, its ``n`` being that of the entry which says so, with a seat that waits for
    somebody; its question is put anew, so that no press of the old holder fits any more."""
    holder, n = sheet.holders[seat], sheet.n
    assert holder.user is not None
    empty = replace(holder, user=None, asked=n + 1 if holder.asked else 0)
    left = Former(seat, holder.user, n, how, by)
    return replace(
        sheet, holders=with_holder(sheet.holders, seat, empty), former=(*sheet.former, left),
        request=carried(sheet.request, n, seat),
    )  # fmt: skip


def renamed(sheet: Sheet, person: Person) -> Sheet:
    """The sheet with this person's display name and language as they are now."""
    seat = sheet.seat_of(person.user)
    if seat is None:
        return sheet
    holder = sheet.holders[seat]
    if (holder.name, holder.locale) == (person.name, person.locale):
        return sheet
    new = replace(holder, name=person.name, locale=person.locale)
    return replace(sheet, holders=with_holder(sheet.holders, seat, new))


def posted_anew(sheet: Sheet) -> Change:
    """Nothing changes, but the lobby or the board is posted again."""
    return Change(sheet, notes=here_anew(sheet))


def asked_anew(sheet: Sheet) -> Change:
    """Nothing changes, but a request for an undo that stands is put again."""
    request = sheet.request
    stands = request is not None and request.n == sheet.n
    return Change(sheet, notes=(request_note(sheet, request),) if request and stands else ())
