"""What people may do to a match, as pure functions from a sheet to a change.

Every function raises `Refused` with a reason a person can be told and leaves the sheet as it was.
Nothing here waits, stores or sends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pydantic import ValidationError

from data.chain import commitment, key_of
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
    PLACES,
    Event,
    Match,
    Move,
    Options,
    Outcome,
    Prompt,
    Reason,
    Refused,
    Seat,
    Stale,
    leave,
    play_all,
    start,
)

KEPT = "places-kept"
"""Beside a lobby's options, none of which can have that name: for whom the host keeps a place."""


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


# The lobby.


def open_lobby(
    game: str, guild: int, channel: int, host: Person, now: int, seed: bytes,
    wanted: int | None = None,
) -> Change:  # fmt: skip
    """A new lobby with its host in the first seat. ``wanted``: seats; None: the most.

    ``seed`` is 32 bytes from a source of secrets; its hash is the commitment.
    """
    rules = game_of(game)
    least, most = rules.seat_range
    wanted = most if wanted is None else wanted
    if not least <= wanted <= most:
        raise refuse("refused-seats", least=least, most=most)
    sheet = Sheet(
        id=0, guild=guild, channel=channel, thread=None, game=game, status=Status.LOBBY,
        host=host.user, options=rules.options().model_dump(mode="json"), wanted=wanted, auto=False,
        invited=(), holders=(_sit(host),), match=None, n=0, rev=0, line=(), head="",
        commitment=commitment(seed), created=now, changed=now, seed=seed,
    )  # fmt: skip
    return Change(sheet, notes=(Note("lobby", {}),))


def promise(sheet: Sheet, seed: bytes) -> Change:
    """A lobby that has promised no seed yet, as under 0.1.0, does so."""
    return changed_lobby(replace(sheet, seed=seed, commitment=commitment(seed)))


def promised(sheet: Sheet, message: int) -> Change:
    """The lobby's message with its commitment is there. One that is made anew later changes
    nothing: what stands in the key is the first."""
    return Change(sheet if sheet.message is not None else replace(sheet, message=message))


def _sit(person: Person) -> Holder:
    return Holder(person.user, person.name, person.locale, press=person.press)


def in_lobby(sheet: Sheet) -> None:
    """Refuse unless it is still a lobby, and one that goes on."""
    if sheet.status is Status.CANCELLED:
        raise refuse("refused-cancelled")
    if sheet.status is Status.HELD and sheet.match is None:
        raise refuse("refused-held")
    if sheet.status is not Status.LOBBY:
        raise refuse("refused-started")


def only_host(sheet: Sheet, user: int) -> None:
    """Refuse anybody but the host."""
    if user != sheet.host:
        raise refuse("refused-not-host")


def changed_lobby(sheet: Sheet) -> Change:
    """A lobby whose message must be brought up to date."""
    return Change(sheet, notes=(Note("lobby", {}),))


def join(sheet: Sheet, person: Person) -> Change:
    """Take the next free seat of a lobby."""
    in_lobby(sheet)
    if sheet.seat_of(person.user) is not None:
        raise refuse("refused-already-in")
    if len(sheet.holders) >= sheet.wanted:
        raise refuse("refused-full", seats=sheet.wanted)
    if sheet.invited and person.user not in sheet.invited:
        raise refuse("refused-not-invited")
    if kept_for(sheet, person.user) is None and seats_taken(sheet) >= sheet.wanted:
        raise refuse("refused-seats-kept")
    joined = replace(sheet, holders=(*sheet.holders, _sit(person)))
    return changed_lobby(placed(joined, (*places_of(sheet), kept_for(sheet, person.user) or "")))


def places_of(sheet: Sheet) -> tuple[str, ...]:
    """Which place each seat of a lobby has chosen, empty where it has not; () in most games."""
    if not game_of(sheet.game).places:
        return ()
    chosen = tuple(getattr(options_of(sheet), PLACES))
    return (*chosen, *("",) * len(sheet.holders))[: len(sheet.holders)]


def kept_places(sheet: Sheet) -> dict[str, int]:
    """Which places of a lobby the host keeps, and for which user each."""
    kept = sheet.options.get(KEPT)
    held = dict(kept) if isinstance(kept, dict) else {}
    return {name: held[name] for name in game_of(sheet.game).places if name in held}


def kept_for(sheet: Sheet, user: int) -> str | None:
    """The place that is kept for this user."""
    return next((name for name, held in kept_places(sheet).items() if held == user), None)


def seats_taken(sheet: Sheet) -> int:
    """The seats of a lobby on which somebody sits or which are kept for one who does not yet."""
    here = {holder.user for holder in sheet.holders}
    return len(sheet.holders) + sum(user not in here for user in kept_places(sheet).values())


def keeping(sheet: Sheet, kept: Mapping[str, int]) -> Sheet:
    """The lobby with these places kept."""
    others = {name: value for name, value in sheet.options.items() if name != KEPT}
    return replace(sheet, options={**others, KEPT: dict(kept)} if kept else others)


def placed(sheet: Sheet, places: tuple[str, ...]) -> Sheet:
    """The lobby with its seats at these places."""
    if not game_of(sheet.game).places:
        return sheet
    return replace(sheet, options={**sheet.options, PLACES: list(places)})


def take_place(sheet: Sheet, person: Person, place: str) -> Change:
    """Choose one's place in a lobby where they differ; who does not sit yet joins with it.

    Choosing the place one has gives it back. What the host keeps is for whom it is kept.
    """
    in_lobby(sheet)
    if place not in game_of(sheet.game).places:
        raise refuse("refused-option")
    mine = kept_for(sheet, person.user)
    if kept_places(sheet).get(place, person.user) != person.user:
        raise refuse("refused-place-kept")
    if mine is not None and (mine != place or sheet.seat_of(person.user) is not None):
        raise refuse("refused-place-given")
    if sheet.seat_of(person.user) is None:
        joined = join(sheet, person)
        if mine is not None:
            return joined
        sheet = joined.sheet
    seat = sheet.seat_of(person.user)
    places = list(places_of(sheet))
    if place in places and places.index(place) != seat:
        raise refuse("refused-place-taken")
    assert seat is not None
    places[seat] = "" if places[seat] == place else place
    return changed_lobby(placed(sheet, tuple(places)))


def _seated(sheet: Sheet) -> Sheet:
    """The lobby with its seats in the order of their places; who has chosen none gets one that is
    left. Where nobody has chosen the game decides."""
    names, chosen = game_of(sheet.game).places, places_of(sheet)
    if not any(chosen):
        return placed(sheet, ())
    left = [name for name in names if name not in chosen]
    given = [place or left.pop(0) for place in chosen]
    order = sorted(range(len(given)), key=lambda seat: names.index(given[seat]))
    sheet = replace(sheet, holders=tuple(sheet.holders[seat] for seat in order))
    return placed(sheet, tuple(given[seat] for seat in order))


def leave_lobby(sheet: Sheet, user: int) -> Change:
    """Give up a seat before the start; the seats behind move up. The host cancels instead."""
    in_lobby(sheet)
    seat = sheet.seat_of(user)
    if seat is None:
        raise refuse("refused-not-in")
    if user == sheet.host:
        raise refuse("refused-host-leaves")
    places = places_of(sheet)
    holders = sheet.holders[:seat] + sheet.holders[seat + 1 :]
    left = replace(sheet, holders=holders)
    if user not in sheet.invited:  # then nothing is kept for him either
        kept = {place: who for place, who in kept_places(sheet).items() if who != user}
        left = keeping(left, kept)
    return changed_lobby(placed(left, places[:seat] + places[seat + 1 :]))


def options_of(sheet: Sheet) -> Options:
    """The options of a lobby as the game has them today: what was stored before the game changed
    counts as far as it still fits, for the rest its defaults."""
    model: type[Options] = game_of(sheet.game).options
    held: dict[str, Any] = {}
    for name in model.model_fields:
        if name in sheet.options:
            try:
                model.model_validate({**held, name: sheet.options[name]})
            except ValidationError:
                continue
            held[name] = sheet.options[name]
    return model.model_validate(held)


def set_option(sheet: Sheet, user: int, name: str, value: Any) -> Change:
    """Change one of the game's options; only the host, only in the lobby."""
    in_lobby(sheet)
    only_host(sheet, user)
    model = game_of(sheet.game).options
    if name not in model.model_fields or name == PLACES:
        raise refuse("refused-option")
    try:
        options = model.model_validate({**options_of(sheet).model_dump(mode="json"), name: value})
    except ValidationError:
        raise refuse("refused-option") from None
    set_so = replace(sheet, options=options.model_dump(mode="json"))
    return changed_lobby(keeping(set_so, kept_places(sheet)))


def cancel(sheet: Sheet, user: int) -> Change:
    """Close a lobby for good, one that is on hold too; only the host."""
    if sheet.status is not Status.HELD or sheet.match is not None:
        in_lobby(sheet)
    only_host(sheet, user)
    return changed_lobby(replace(sheet, status=Status.CANCELLED))


def counted(sheet: Sheet, start: int | None) -> tuple[int, ...]:
    """The ids that go into the match's key beside that of the lobby's message, in order of arrival:
    of the presses by which those who sit took their seats, then of the Start (None: it starts by
    itself)."""
    presses = tuple(holder.press for holder in sheet.holders)
    return presses if start is None else (*presses, start)


def begin(sheet: Sheet, user: int | None, now: int, start_press: int | None = None) -> Change:
    """Start the match with those who sit; ``user`` None: it starts by itself when full.

    ``start_press``: the interaction that starts it; None: the last seat was taken.

    Raises:
        Refused: as for every act of a lobby, and while nobody can have read the commitment: at
            least one press has to come after it.
    """
    in_lobby(sheet)
    if user is not None:
        only_host(sheet, user)
    rules = game_of(sheet.game)
    least, most = rules.seat_range
    if not least <= len(sheet.holders) <= most:
        raise refuse("refused-too-few", least=least, here=len(sheet.holders))
    if sheet.message is None:
        raise refuse("refused-not-promised")
    presses = counted(sheet, start_press)
    key = key_of(sheet.seed, sheet.message, presses)
    sheet = keeping(_seated(replace(sheet, presses=presses)), {})
    match, events = start(rules, len(sheet.holders), key, options_of(sheet))
    n = sheet.n + 1
    holders = _ask(sheet.holders, None, rules.prompt(match.state), None, n)
    running = replace(
        sheet, status=Status.RUNNING, holders=holders, match=match, wanted=len(holders), n=n, told=n
    )
    entry = Entry(n, 0, "start", None, "", events, now, match.version)
    notes = [Note("lobby", {}), post_note(running, rules.prompt(match.state))]
    if sheet.threads:
        notes.insert(1, Note("thread", {}))
    return Change(running, (Step(entry, match),), tuple(notes))


# Play.


def _ask(
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


def request_note(sheet: Sheet, request: Request) -> Note:
    """The message that asks for consent to an undo, calling those who have not agreed yet."""
    ply = sheet.match.ply if sheet.match else 0
    waiting = [seat for seat in request.needs if seat not in request.given]
    return Note(
        "notice",
        {"key": "undo-asked", "seat": request.seat, "count": ply - request.ply, "seats": waiting,
         "consent": request.key},
    )  # fmt: skip


def here_anew(sheet: Sheet) -> tuple[Note, ...]:
    """The lobby or the board as a new message; below it a request that stands, since a post takes
    the buttons from everything before it."""
    if sheet.match is None:
        return (Note("lobby", {"anew": True}),)
    return (post_note(sheet, prompt(sheet)), *asked_anew(sheet).notes)


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
        holders = _ask(sheet.holders, before, then, seat, n)
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
        return Change(new, (Step(entry, match),), (post_note(new, before),))
    after, events = left
    ends = rules.outcome(after.state) is not None
    then = None if ends else rules.prompt(after.state)
    entry = Entry(n, after.ply, "leave", seat, "out", events, now, after.version)
    holders = _ask(sheet.holders, before, then, seat, n)
    holders = with_holder(holders, seat, replace(holders[seat], out=True))
    new = replace(
        sheet, match=after, n=n, holders=holders, line=(), told=n, closed=after.floor,
        status=Status.OVER if ends else Status.RUNNING,
    )  # fmt: skip
    return Change(new, (Step(entry, after),), (post_note(new, then),))


def vacated(sheet: Sheet, seat: Seat, how: Left) -> Sheet:
    """The sheet, its ``n`` being that of the entry which says so, with a seat that waits for
    somebody; its question is put anew, so that no press of the old holder fits any more."""
    holder, n = sheet.holders[seat], sheet.n
    assert holder.user is not None
    empty = replace(holder, user=None, asked=n + 1 if holder.asked else 0)
    left = Former(seat, holder.user, n, how)
    return replace(
        sheet, holders=with_holder(sheet.holders, seat, empty), former=(*sheet.former, left)
    )


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
