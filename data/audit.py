"""A match judged by its own record: the commitment, the chain of hashes, and the replay.

The record may come from the database (`check`) or from an exported file (`verify`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from data.chain import commitment, digest, key_of, link, origin
from data.rows import events_text
from data.sheet import Entry
from rules import game as game_of
from rules.kernel import AnyGame, Match, Reason, leave, start
from rules.replay import BASES, Differs, Played, replay, stretches


class Finding(NamedTuple):
    """Something that check or verify has to say: a fault, or (not ``serious``) a limit."""

    reason: Reason
    serious: bool = True
    match: int | None = None

    @property
    def told(self) -> Reason:
        """The message with the match in its arguments."""
        args = self.reason.args
        return Reason(
            self.reason.key, args if self.match is None else {**args, "match": self.match}
        )

    @property
    def key(self) -> str:
        """Name of the message."""
        return self.reason.key

    @property
    def args(self) -> Mapping[str, str | int]:
        """Arguments of the message."""
        return self.told.args


class Base(NamedTuple):
    """The position that begins a stretch, as it was stored."""

    ply: int
    floor: int
    version: int
    draws: int | None
    state: bytes


@dataclass(frozen=True, slots=True)
class Record:
    """All it takes to play a match again."""

    match: int
    game: str
    seats: int
    options: Mapping[str, Any]
    seed: bytes = field(repr=False)
    commitment: str
    message: int | None
    presses: tuple[int, ...] | None
    """With the seed they make the key (`data.chain.key_of`)."""
    head: str
    entries: tuple[Entry, ...]
    bases: Mapping[int, Base] = field(repr=False)
    """By the number of the entry that carries it."""

    @property
    def key(self) -> bytes:
        """What keys the chance of the match."""
        return key_of(self.seed, self.message, self.presses)

    @property
    def origin(self) -> str:
        """What the chain begins with."""
        return origin(
            self.commitment, self.match, self.game, self.seats, self.message, self.presses
        )


def found(key: str, serious: bool = True, **args: str | int) -> Finding:
    """A finding by the name of its message: ``audit-<key>``."""
    return Finding(Reason(f"audit-{key}", args), serious)


def chained(record: Record) -> list[Finding]:
    """Whether the seed is the one committed to, the log the one that was written, and the bases
    the positions it tells of."""
    faults = [] if record.entries else [found("numbers", n=1)]
    if commitment(record.seed) != record.commitment:
        faults.append(found("commitment"))
    head = record.origin
    for k, e in enumerate(record.entries):
        if e.n != k + 1:
            return [*faults, found("numbers", n=k + 1)]
        if e.link != link(head, e.n, e.ply, e.kind, e.seat, e.move, e.digest):
            return [*faults, found("chain", n=e.n) if k else found("origin")]
        head = e.link
    if head != record.head:
        faults.append(found("head"))
    for n, base in record.bases.items():
        by = record.entries[n - 1] if 1 <= n <= len(record.entries) else None
        if (
            by is None
            or by.kind not in BASES
            or (by.ply, by.digest) != (base.ply, digest(base.state))
        ):
            faults.append(found("base", n=n))
    return faults


class Again(NamedTuple):
    """One stretch played again: its entries, the base, the acts that could be played, and why it
    ended before its end (None: it did not)."""

    entries: list[Entry]
    base: Match | None
    played: list[Played]
    fault: Finding | None


def again(record: Record) -> Iterator[Again]:
    """Each stretch of the match, as far as the rules of today can play it."""
    try:
        game = game_of(record.game)
    except KeyError:
        game = None
    for entries in stretches(record.entries):
        played: list[Played] = []
        first, last = entries[0], entries[-1]
        if mixed := [e.n for e in entries if e.version != first.version]:
            yield Again(entries, None, played, found("mixed", n=mixed[0]))
            continue
        if game is None or first.version != game.version:
            args: dict[str, str | int] = {
                "from": first.n, "to": last.n, "there": first.version,
                **({"here": game.version} if game else {"here": 0, "game": record.game}),
            }  # fmt: skip
            yield Again(entries, None, played, found("version", False, **args))
            continue
        base = _base(game, record, first)
        if isinstance(base, Finding):
            yield Again(entries, None, played, base)
            continue
        fault = None
        try:
            for one in replay(game, base, entries[1:]):
                played.append(one)
        except Differs as error:
            fault = found("differs", n=error.n, why=error.why)
        except Exception as error:  # rules met a position or options that they never made
            n = entries[len(played) + 1].n
            fault = found("crash", n=n, error=type(error).__name__)
        yield Again(entries, base, played, fault)


def _base(game: AnyGame, record: Record, entry: Entry) -> Match | Finding:
    """The match right after the entry that begins a stretch."""
    kept = record.bases.get(entry.n)
    try:
        options = game.options.model_validate(dict(record.options))
        if entry.kind == "start":
            match, events = start(game, record.seats, record.key, options, record.presses is None)
            if digest(game.dump(match.state)) != entry.digest or not _same(events, entry):
                return found("start")
            here = (match.ply, match.floor, match.version, match.draws)
            return match if kept is None or kept[:4] == here else found("base", n=entry.n)
        if entry.kind not in BASES or kept is None:
            return found("base-missing", n=entry.n)
        fits = (kept.ply, kept.floor, kept.version) == (entry.ply, entry.ply, entry.version)
        fits = fits and (kept.draws is None) == (record.presses is None)
        if digest(kept.state) != entry.digest or not fits:
            return found("base", n=entry.n)
        return Match(
            game.name, game.version, record.key, record.seats, options, kept.ply, kept.floor,
            kept.draws, game.load(kept.state),
        )  # fmt: skip
    except Exception:  # whatever rules and codec say to what they never made
        return found("base", n=entry.n)


def _same(events: Any, entry: Entry) -> bool:
    """Whether events are those the log holds, compared as they are stored."""
    return bool(json.loads(events_text(events)) == json.loads(events_text(entry.events)))


class Judged(NamedTuple):
    """What became of playing a log again. ``given``: how many entries the rules gave once more;
    ``start``: the first, from the key, is among them; ``last``: the match at the end of the log,
    where it was reached."""

    findings: list[Finding]
    given: int
    start: bool
    last: Match | None


def judged(record: Record) -> Judged:
    """Whether the log, played again, gives every position and event that was stored; what cannot
    be played again is said."""
    findings, given, begun = [], 0, False
    last: Match | None = None
    for stretch in again(record):
        first = stretch.entries[0]
        start = stretch.base is not None and first.kind == "start"
        given, begun, last = given + start, begun or start, stretch.base
        for one in stretch.played:
            if (fault := _unlike(game_of(record.game), one)) is not None:
                findings.append(fault)
                last = None
                break
            given, last = given + 1, one.after
        else:
            if stretch.fault is not None:
                findings.append(stretch.fault)
                last = None
        if first.kind == "migrate":
            findings.append(found("carried", False, n=first.n))
    return Judged(findings, given, begun, last)


def replayed(record: Record) -> list[Finding]:
    """What `judged` found."""
    return judged(record).findings


def _unlike(game: AnyGame, one: Played) -> Finding | None:
    """What the log tells of one act otherwise than the rules do."""
    entry: Entry = one.act
    if digest(game.dump(one.after.state)) != entry.digest:
        return found("position", n=entry.n)
    # What a seat's new holder or a host's word adds to the log is not of the rules.
    if one.after.ply > one.before.ply and not _same(one.events, entry):
        return found("events", n=entry.n)
    if entry.kind == "undo" and game.outcome(one.before.state) is not None:
        return found("differs", n=entry.n, why="over")
    if entry.kind == "leave" and entry.move == "waits" and not _waits(game, one.before, entry):
        return found("differs", n=entry.n, why="kind")
    return None


def _waits(game: AnyGame, match: Match, entry: Entry) -> bool:
    """Whether the seat that was left waits, by the rules, for another person."""
    try:
        return entry.seat is not None and leave(game, match, entry.seat) is None
    except Exception:  # a seat that there is not, or a match that is over
        return False
