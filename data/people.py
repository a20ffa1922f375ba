"""Who sits where and where a match is played: invitations, hand-over, leaving, moving house.

Pure functions from a sheet to a change, as in `data.acts`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from data.acts import (
    Person,
    carried,
    here_anew,
    refuse,
    running,
    vacated,
    with_holder,
)
from data.lobbies import (
    changed_lobby,
    in_lobby,
    keeping,
    kept_places,
    only_host,
    placed,
    places_of,
    seats_taken,
)
from data.powers import HOST, MANAGER, Actor, last_of, may_sit, plays, said
from data.sheet import Change, Entry, Sheet, Status, Step, returning
from rules import game as game_of
from rules.kernel import Event, Seat

MOST_INVITED = 25
"""People in a lobby's list: as many as Discord lets one choose at once."""


def invite(sheet: Sheet, user: int, invited: tuple[int, ...]) -> Change:
    """Let only these users join (empty: everybody); those who sit already stay."""
    in_lobby(sheet)
    only_host(sheet, user)
    if len(invited) > MOST_INVITED:
        raise refuse("refused-invited-many", most=MOST_INVITED)
    sheet = replace(sheet, invited=tuple(dict.fromkeys(invited)))
    here = {*sheet.invited, *(holder.user for holder in sheet.holders)}
    kept = {place: who for place, who in kept_places(sheet).items() if who in here}
    return changed_lobby(keeping(sheet, kept))


def keep_place(sheet: Sheet, user: int, place: str, who: int | None) -> Change:
    """Keep a place of a lobby, and a seat, for somebody, who is invited with that; None: nobody's.

    One who sits already moves to it; with whoever chose it he exchanges.
    """
    in_lobby(sheet)
    only_host(sheet, user)
    if place not in game_of(sheet.game).places:
        raise refuse("refused-option")
    kept = {name: held for name, held in kept_places(sheet).items() if who != held}
    before, places = kept.pop(place, None), list(places_of(sheet))
    sits = places.index(place) if place in places else None
    if who is None:
        if sits is not None and before == sheet.holders[sits].user:
            places[sits] = ""
        return changed_lobby(keeping(placed(sheet, tuple(places)), kept))
    seat = sheet.seat_of(who)
    if sits is not None and sits != seat:
        if seat is None:
            raise refuse("refused-place-taken")
        places[sits] = places[seat]
    if seat is not None:
        places[seat] = place
        sheet = placed(sheet, tuple(places))
    if who not in sheet.invited and (seat is None or sheet.invited):
        if len(sheet.invited) >= MOST_INVITED:
            raise refuse("refused-invited-many", most=MOST_INVITED)
        sheet = replace(sheet, invited=(*sheet.invited, who))
    sheet = keeping(sheet, {**kept, place: who})
    if seats_taken(sheet) > sheet.wanted:
        raise refuse("refused-seats-none", seats=sheet.wanted)
    return changed_lobby(sheet)


def set_auto(sheet: Sheet, user: int, auto: bool) -> Change:
    """Whether the match starts by itself when all seats are taken."""
    in_lobby(sheet)
    only_host(sheet, user)
    return changed_lobby(replace(sheet, auto=auto))


def set_threads(sheet: Sheet, user: int, threads: bool) -> Change:
    """Whether the match gets a thread of its own when it starts."""
    in_lobby(sheet)
    only_host(sheet, user)
    return changed_lobby(replace(sheet, threads=threads))


def set_seats(sheet: Sheet, user: int, wanted: int) -> Change:
    """How many seats the lobby offers; never fewer than sit already."""
    in_lobby(sheet)
    only_host(sheet, user)
    least, most = game_of(sheet.game).seat_range
    least = max(least, seats_taken(sheet))
    if not least <= wanted <= most:
        raise refuse("refused-seats", least=least, most=most)
    return changed_lobby(replace(sheet, wanted=wanted))


def hand_over(
    sheet: Sheet, seat: Seat, to: Person, by: Actor, names: tuple[str, str], now: int,
    reason: str = "",
) -> Change:  # fmt: skip
    """Another person takes a seat of a running match, with its secrets; the old one loses them.

    Of a seat that is held only its holder decides; one that waits is filled by the host or a
    manager. The log keeps who played which part, by ``names`` (old, new), cleaned, who changed it
    and why; the question is put anew, so that no press of the old holder fits any more.
    """
    match = running(sheet)
    holder = sheet.holders[seat]
    if holder.out:
        raise refuse("refused-resigned")
    may_sit(sheet, seat, to.user)
    if holder.user is not None and holder.user != by.user:
        raise refuse("refused-replace-held")
    if holder.user is None and by.role not in (HOST, MANAGER):
        raise refuse("refused-replace")
    own, n = holder.user is not None, sheet.n + 1
    told: dict[str, Any] = {
        "seat": seat, "old": names[0], "new": names[1],
        "by": by.name, "role": "holder" if own else by.role,
    }  # fmt: skip
    entry = Entry(
        n, match.ply, "replace", seat, "", (Event("table-replace", told),), now, match.version,
        said(reason),
    )  # fmt: skip
    before = holder.user if own else last_of(sheet, seat)
    new = replace(sheet, n=n)
    if own:
        new = vacated(new, seat, "handed")
    else:
        new = replace(new, request=carried(sheet.request, n, seat))
    new = _sits(new, seat, to)
    if sheet.host == before:  # nobody would be left to do what a host does
        new = replace(new, host=to.user)
    call = dict.fromkeys(u for u in (before, to.user) if u is not None and u != by.user)
    return Change(new, (Step(entry, match),), here_anew(new, tuple(call)))


def _sits(sheet: Sheet, seat: Seat, person: Person) -> Sheet:
    """The sheet, its ``n`` being that of the entry which says so, with somebody on a seat. What the
    seat did before is not his."""
    holder, n = sheet.holders[seat], sheet.n
    taken = replace(
        holder, user=person.user, name=person.name, locale=person.locale, since=n, acted=0,
        asked=n + 1 if holder.asked else 0,
    )  # fmt: skip
    return replace(sheet, holders=with_holder(sheet.holders, seat, taken))


def unseat(sheet: Sheet, seat: Seat, by: Actor, name: str, now: int, reason: str) -> Change:
    """A manager who does not play takes a holder who does not come any more off his seat, which
    waits then. He is called, and may come back until somebody sits there. ``name``: his, cleaned.
    """
    match = running(sheet)
    holder = sheet.holders[seat]
    if by.role != MANAGER or plays(sheet, by.user):
        raise refuse("refused-unseat")
    if holder.out:
        raise refuse("refused-resigned")
    if holder.user is None:
        raise refuse("refused-unseat-waits")
    if not reason.strip():
        raise refuse("refused-unseat-reason")
    n = sheet.n + 1
    told = Event("table-unseat", {"seat": seat, "old": name, "by": by.name})
    entry = Entry(
        n, match.ply, "leave", seat, "unseated", (told,), now, match.version, said(reason)
    )
    new = vacated(replace(sheet, n=n), seat, "unseated", by.user)
    return Change(new, (Step(entry, match),), here_anew(new, (holder.user,)))


def waits_for(sheet: Sheet, user: int) -> Seat | None:
    """The seat to which this user may come back: it waits, he held it last, and has neither handed
    it over nor resigned."""
    if sheet.status is not Status.RUNNING:
        return None
    return returning([holder.user for holder in sheet.holders], sheet.former).get(user)


def come_back(sheet: Sheet, person: Person, name: str, now: int) -> Change:
    """Somebody takes his seat again. ``name``: his, cleaned."""
    match = running(sheet)
    seat = waits_for(sheet, person.user)
    if seat is None:
        raise refuse("refused-not-waited-for")
    n = sheet.n + 1
    told = Event("table-back", {"seat": seat, "new": name})
    entry = Entry(n, match.ply, "replace", seat, "back", (told,), now, match.version)
    request = carried(sheet.request, n, seat)
    before, new = sheet.holders[seat], _sits(replace(sheet, n=n, request=request), seat, person)
    again = replace(new.holders[seat], since=before.since, acted=before.acted)  # all that was his
    new = replace(new, holders=with_holder(new.holders, seat, again))
    return Change(new, (Step(entry, match),), here_anew(new))


def gone(sheet: Sheet, seat: Seat, now: int) -> Change:
    """The holder is no longer on the server: the seat waits for another person."""
    match = running(sheet)
    n = sheet.n + 1
    entry = Entry(n, match.ply, "leave", seat, "gone", (), now, match.version)
    new = vacated(replace(sheet, n=n), seat, "gone")
    return Change(new, (Step(entry, match),), here_anew(new))


def hold(sheet: Sheet) -> Change:
    """Its channel is gone: nothing is lost, nothing goes on until it has a place again.

    A lobby waits in the same way. A match that has ended keeps its end.
    """
    if sheet.status not in (Status.RUNNING, Status.LOBBY):
        return Change(sheet)
    return Change(replace(sheet, status=Status.HELD, thread=None))


def settle(sheet: Sheet, guild: int, channel: int, thread: int | None = None) -> Change:
    """Go on in this channel (or thread of it), with a message there."""
    if sheet.status in (Status.OVER, Status.CANCELLED):
        raise refuse("refused-over")
    status = Status.RUNNING if sheet.match is not None else Status.LOBBY
    threads = sheet.threads and thread is None  # a thread chosen for it is none of our making
    new = replace(
        sheet, status=status, guild=guild, channel=channel, thread=thread, threads=threads
    )
    return Change(new, notes=here_anew(new))


def threaded(sheet: Sheet, thread: int | None) -> Change:
    """From now on its messages go to this thread of its channel (None: to the channel)."""
    return Change(replace(sheet, thread=thread))
