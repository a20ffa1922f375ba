"""What people do in a lobby, as pure functions from a sheet to a change, as in `data.acts`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from data.acts import Person, asking, post_note, refuse
from data.chain import commitment, key_of
from data.sheet import Change, Entry, Holder, Note, Sheet, Status, Step
from rules import game as game_of
from rules.kernel import PLACES, Options, start

KEPT = "places-kept"
"""Beside a lobby's options, none of which can have that name: for whom the host keeps a place."""


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
    if max(presses, default=0) <= sheet.message:  # Discord's ids rise with time
        raise refuse("refused-not-promised")
    key = key_of(sheet.seed, sheet.message, presses)
    sheet = keeping(_seated(replace(sheet, presses=presses)), {})
    match, events = start(rules, len(sheet.holders), key, options_of(sheet))
    n = sheet.n + 1
    holders = asking(sheet.holders, None, rules.prompt(match.state), None, n)
    running = replace(
        sheet, status=Status.RUNNING, holders=holders, match=match, wanted=len(holders), n=n, told=n
    )
    entry = Entry(n, 0, "start", None, "", events, now, match.version)
    notes = [Note("lobby", {}), post_note(running, rules.prompt(match.state))]
    if sheet.threads:
        notes.insert(1, Note("thread", {}))
    return Change(running, (Step(entry, match),), tuple(notes))
