"""What is kept of one match, and one change to it. Plain values, no SQL."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, NamedTuple
from zlib import crc32

from rules.kernel import Event, Match, Seat


class Status(StrEnum):
    """Where a match stands. HELD: its channel is gone until the host moves it."""

    LOBBY = "lobby"
    RUNNING = "running"
    HELD = "held"
    OVER = "over"
    CANCELLED = "cancelled"


OPEN = (Status.LOBBY, Status.RUNNING, Status.HELD)

Kind = Literal["start", "move", "undo", "leave", "replace", "migrate"]
"""``start`` is entry 1 of every match: ply 0, the events of the set-up; a replay passes it over."""


@dataclass(frozen=True, slots=True)
class Holder:
    """One seat and who holds it."""

    user: int | None
    """Discord user id; None: nobody, the seat waits for a person."""
    name: str
    """Display name at the person's last interaction, as it came: clean it before showing it."""
    locale: str = "en"
    asked: int = 0
    """One more than the n at which the question now before this seat was put: the first entry that
    could answer it. 0: it is not asked."""
    acted: int = 0
    """The n of this seat's last move that stands; 0: none."""
    out: bool = False
    """Resigned."""
    press: int = 0
    """The interaction by which the seat was taken in the lobby; 0: not known."""
    since: int = 0
    """The entry with which this person came to the seat; 0: was there from the start."""


Left = Literal["handed", "left", "gone", "unseated"]
"""How somebody ceased to hold a seat: handed it over, resigned, left the server, or was taken off
it. After the last two he may come back until somebody else sits there."""


class Former(NamedTuple):
    """Somebody who held a seat and does no longer."""

    seat: Seat
    user: int
    until: int
    """The last entry that was his to read as this seat."""
    how: Left
    by: int = 0
    """The manager who took him off it."""


def returning(users: Sequence[int | None], former: Sequence[Former]) -> dict[int, Seat]:
    """Who may come back to a seat that waits, and to which: who held it last, and was taken off it
    or had left the server. ``users``: who holds each seat."""
    last = {one.seat: one for one in former}
    return {
        one.user: seat
        for seat, one in last.items()
        if users[seat] is None and one.how in ("gone", "unseated")
    }


class Request(NamedTuple):
    """An undo that a seat asks the others to agree to. It lapses when anything else happens."""

    seat: Seat
    ply: int
    """The ply to go back to."""
    n: int
    """The entry it was asked at."""
    needs: tuple[Seat, ...]
    given: tuple[Seat, ...] = ()
    key: int = 0
    """Which request it is: two may be asked at the same entry, and who agreed to one has not agreed
    to the other."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about one match but its log."""

    id: int
    """0 until it is stored."""
    guild: int
    channel: int
    thread: int | None
    game: str
    status: Status
    host: int
    options: Mapping[str, Any]
    """The options as JSON values; unknown to us here, checked by the game's options model."""
    wanted: int
    """Seats the lobby offers."""
    auto: bool
    """Start by itself when full."""
    invited: tuple[int, ...]
    """When not empty, only these users may join."""
    holders: tuple[Holder, ...]
    match: Match | None
    """None before the start."""
    n: int
    """Entries in the log; never goes back."""
    rev: int
    """Raised by every stored change, those of a lobby too; guards against writing over another."""
    line: tuple[tuple[int, Seat], ...]
    """(n, seat) of each standing ply above the floor, oldest first; its length is ply - floor."""
    head: str
    """Hash of the last log entry (hex); of the commitment before the first."""
    commitment: str
    """SHA-256 of the seed (hex), made public in the lobby's message; empty in a lobby of 0.1.0 that
    has not promised one yet."""
    created: int
    changed: int
    """Integer UTC seconds."""
    threads: bool = False
    """Play it in a thread of its own, made when it starts: one that all in its channel can see."""
    request: Request | None = None
    """An undo that waits for consent."""
    seed: bytes = field(default=b"", repr=False)
    """What the commitment is of: 32 secret bytes, empty as the commitment is."""
    message: int | None = None
    """The lobby's first message that showed the commitment."""
    presses: tuple[int, ...] | None = None
    """What goes into the match's key beside seed and message, in order of arrival: the interactions
    by which those who sat at the start had taken their seats, then the Start. None: not started, or
    a match of 0.1.0, whose key is its seed."""
    told: int = 0
    """The entry up to which posts have told, or will as soon as they are sent."""
    closed: int = 0
    """The ply up to which nothing can be taken back freely any more, because another seat has acted
    since, or a draw or a secret came after it: for good, though that was taken back."""
    former: tuple[Former, ...] = ()
    """Who held a seat once, oldest first."""

    @property
    def place(self) -> int:
        """The channel id its messages go to."""
        return self.thread or self.channel

    def seat_of(self, user: int) -> Seat | None:
        """The seat this user holds, out of the match or not."""
        for seat, holder in enumerate(self.holders):
            if holder.user == user:
                return seat
        return None

    def seat_at(self, user: int, n: int) -> Seat | None:
        """The seat as which this user may read entry ``n``: a holder reads all of his seat's, who
        held it once what came while he did."""
        seat = self.seat_of(user)
        if seat is not None:
            return seat
        held = [one.seat for one in self.former if one.user == user and n <= one.until]
        return held[-1] if held else None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: append-only, what was undone stays in it."""

    n: int
    """1.. without gaps."""
    ply: int
    """Plies standing after it."""
    kind: Kind
    seat: Seat | None
    """Who did it; None: the host or an administrator."""
    move: str
    """The move as written on the wire; for undo the ply gone back to; else a word or nothing."""
    events: tuple[Event, ...]
    at: int
    version: int
    """The game's version that wrote it."""
    note: str = ""
    """The reason a host gave."""
    digest: str = field(default="", compare=False)
    """SHA-256 of the position after it, in hex; set by the store. Never shown before the end: few
    secrets are many enough not to be guessed from it."""
    link: str = field(default="", compare=False)
    """Its hash in the chain, in hex; set by the store. Never shown before the end."""
    told: int = 0
    """Of an undo: the entry up to which everybody could see when it was made. What it took back
    beyond that is a number to all but whoever had made it."""


@dataclass(frozen=True, slots=True)
class Head:
    """The little of an open match that is kept in memory: for completion and lists."""

    id: int
    guild: int
    channel: int
    thread: int | None
    game: str
    status: Status
    host: int
    users: tuple[int | None, ...]
    """Who holds each seat."""
    names: tuple[str, ...]
    """By seat, as they came: clean them before showing them."""
    asked: tuple[int, ...]
    """By seat, as `Holder.asked`; 0: not asked."""
    out: tuple[bool, ...]
    """By seat: resigned."""
    wanted: int
    n: int
    created: int
    changed: int
    invited: tuple[int, ...] = ()
    threads: bool = False
    returning: tuple[int, ...] = ()
    """Users who may come back to a seat that waits."""

    @property
    def place(self) -> int:
        """The channel id its messages go to."""
        return self.thread or self.channel

    @classmethod
    def of(cls, sheet: Sheet) -> Head:
        """What is kept in memory of this match."""
        return cls(
            sheet.id, sheet.guild, sheet.channel, sheet.thread, sheet.game, sheet.status,
            sheet.host, tuple(h.user for h in sheet.holders), tuple(h.name for h in sheet.holders),
            tuple(h.asked for h in sheet.holders), tuple(h.out for h in sheet.holders),
            sheet.wanted, sheet.n, sheet.created, sheet.changed, sheet.invited, sheet.threads,
            tuple(returning([h.user for h in sheet.holders], sheet.former)),
        )  # fmt: skip


class Step(NamedTuple):
    """A log entry and the match as it stands after it."""

    entry: Entry
    match: Match


class Note(NamedTuple):
    """Something that must be said in public, from the same unit of work. ``body`` is JSON.

    post    {"n": entry it tells up to, "asked": [seats mentioned], "call": [user ids of others it
            concerns]}; replaces an unsent one, whose calls it takes over
    lobby   {}: the lobby's message, made or brought up to date; replaces an unsent one
    retire  {"channel": id, "message": id}: an old post loses its buttons
    notice  {"key": message name, "args": {...}, "seats": [seats mentioned], "consent": key}:
            words of their own; with the key of a request also the buttons that agree to it, and
            then it replaces an unsent one
    thread  {}: the match gets a thread of its own
    seek    {"mark": of a letter, "n": `Post.n`}: a message that an unsent letter may have made
            before another took that letter's place is looked for and put on record

    Beside these a stored one has "at", the UTC second and "place", the channel or thread id, at
    which it was written.
    """

    kind: Literal["post", "lobby", "retire", "notice", "thread", "seek"]
    body: Mapping[str, Any]
    due: int = 0
    """Earliest UTC second to send it."""


@dataclass(frozen=True, slots=True)
class Change:
    """One unit of work on one match: stored whole or not at all."""

    sheet: Sheet
    """As it shall be; ``rev`` is the one it was made from."""
    steps: tuple[Step, ...] = ()
    notes: tuple[Note, ...] = ()


class Letter(NamedTuple):
    """One outbox row on its way. Its nonce is ``p<id>``."""

    id: int
    match: int
    note: Note
    tries: int
    """How often it was tried, or may have been by an earlier process: then its message may exist
    though we do not know it."""
    error: str
    """What went wrong the last time; empty at first."""

    @property
    def mark(self) -> int:
        """The id of the first component in its message, 1 to 2**31 - 1: by what it says and when it
        was written, so that no other message is taken for it."""
        text = json.dumps([self.id, self.match, self.note.kind, self.note.body], sort_keys=True)
        return crc32(text.encode()) & 0x7FFFFFFF or 1


REQUEST = -1
"""`Post.n` of a message that asks for consent to an undo."""


class Post(NamedTuple):
    """A public message with buttons that was made for a match: the lobby's (n 0), a turn's (the
    entry it tells up to), a request's."""

    match: int
    n: int
    channel: int
    message: int
    live: bool
    """Still carries buttons."""
