"""The contract between a game and everything else.

Control flow is data: a state carries a stack of small frozen frames, each one unfinished thing (a
turn, a question to a seat, an effect still to run). The top frame says who is asked and what is
legal; nothing of a match hides in a running coroutine, so it can stop anywhere and resume years
later.

Who calls what: the table, the panel, completion, bots and tests call `start`, `play`, `play_all`,
`leave` and the final methods of `Game` (`prompt`, `moves`, `apply`). A game overrides the rest and
writes its frames. A rule touches the state and its `Ctx`, nothing besides.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast, final

from pydantic import BaseModel, ConfigDict, TypeAdapter

from rules.chance import Rng as Rng

Seat = int
"""Place at the table, 0.. in order of joining."""

_PART = re.compile(r"[a-z0-9_+-]+", re.ASCII)
LONGEST_MOVE = 64
"""Characters of a written move at most: it travels in a button's custom id."""

# A hundred automatic effects in a row is a long chain; more is a rule that feeds itself.
_LONGEST_CHAIN = 10_000


class Move(NamedTuple):
    """One answer of one seat: ``op`` and its arguments. ``str(m)`` is ``slide:b4:e``."""

    op: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ":".join((self.op, *self.args))

    @classmethod
    def parse(cls, text: str) -> Move:
        """The inverse of ``str``.

        Raises:
            ValueError: longer than 64 characters, or a part that is not ``[a-z0-9_+-]+``.
        """
        if len(text) > LONGEST_MOVE:
            raise ValueError(f"a move has at most {LONGEST_MOVE} characters")
        parts = text.split(":")
        if not all(_PART.fullmatch(part) for part in parts):
            raise ValueError("a move is parts of a-z, 0-9, _, + and -, joined by colons")
        return cls(parts[0], tuple(parts[1:]))


class Prompt(NamedTuple):
    """Who is asked for what. Several seats: each answers, in any order, unseen by the rest."""

    op: str
    seats: tuple[Seat, ...]


class Event(NamedTuple):
    """What happened, for words and marks. ``data`` is plain JSON; ``to`` None: for everyone.

    By custom ``data["seat"]`` is the seat that did it. An event of kind ``turn`` says that a new
    turn began, and makes a post of its own even when the same seat is asked again.
    """

    kind: str
    data: dict[str, Any]
    to: tuple[Seat, ...] | None = None

    def seen_by(self, seat: Seat | None) -> bool:
        """Whether this seat (None: the channel) may know of it."""
        return self.to is None or (seat is not None and seat in self.to)


class Outcome(NamedTuple):
    """How it ended: winners (none: all lost together), a score for each seat, the reason's name."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str


class Reason(NamedTuple):
    """Why something is refused: a message's name and its arguments, put into words elsewhere."""

    key: str
    args: Mapping[str, str | int] = {}


class Refused(Exception):
    """An expected no. ``reason`` names the message a person is told."""

    default = "refused"

    def __init__(self, reason: Reason | None = None) -> None:
        self.reason = reason or Reason(self.default)
        super().__init__(self.reason.key)


class IllegalMove(Refused):
    """The move is not among the legal ones."""

    default = "refused-illegal"


class NotYourTurn(Refused):
    """The seat is not asked now."""

    default = "refused-not-asked"


class GameOver(Refused):
    """The match has ended."""

    default = "refused-over"


class Stale(Refused):
    """The answer belongs to a question that is no longer put."""

    default = "refused-stale"


class Retired(Refused):
    """The match was played under a version that can no longer be brought up to date."""

    default = "refused-retired"


class Ctx:
    """All a rule may touch besides the state: chance, the telling of events, the undo floor."""

    __slots__ = ("events", "revealed", "rng")

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.events: list[Event] = []
        self.revealed = False

    def emit(self, kind: str, to: tuple[Seat, ...] | None = None, **data: Any) -> None:
        """Tell what happened, to these seats only or (None) to everyone."""
        self.events.append(Event(kind, data, to))

    def reveal(self) -> None:
        """Somebody has learned a secret: nothing before this can be taken back freely."""
        self.revealed = True


S = TypeVar("S", bound="State")
O = TypeVar("O", bound="Options")  # noqa: E741


@dataclass(frozen=True, slots=True)
class Frame(Generic[S]):
    """One unfinished thing. Subclasses: frozen slots dataclasses with an ``op: Literal[...]``."""

    @property
    def kind(self) -> str:
        """The frame's ``op``, by which prompts and words name it."""
        return cast("str", getattr(self, "op"))  # noqa: B009  (declared by every subclass)

    def seats(self, s: S) -> tuple[Seat, ...]:
        """Who is asked. Nobody: the frame is automatic and the kernel calls `run`."""
        return ()

    def moves(self, s: S, seat: Seat) -> Collection[Move]:
        """The legal answers of a seat that is asked. May be lazy; must answer ``in`` fast."""
        raise NotImplementedError

    def take(self, s: S, seat: Seat, move: Move, ctx: Ctx) -> S:
        """The state after a legal answer. ``s`` comes without this frame; push 0..n back."""
        raise NotImplementedError

    def run(self, s: S, ctx: Ctx) -> S:
        """The state after an automatic frame. ``s`` comes without this frame."""
        raise NotImplementedError

    def seen_by(self, seat: Seat | None) -> Self:
        """This frame with the secrets inside its pending choice masked for that viewer."""
        return self


@dataclass(frozen=True, slots=True)
class State:
    """A whole position: the stack of frames (last is on top) and the game's own fields.

    Tuples only, hashable, shareable. Subclasses narrow ``stack`` to the union of their frames, so
    that the codec can tell them apart.
    """

    stack: tuple[Any, ...]

    def with_stack(self, stack: tuple[Any, ...]) -> Self:
        """The same position with another stack."""
        new = object.__new__(type(self))
        put = object.__setattr__
        for name in _field_names(type(self)):
            put(new, name, getattr(self, name))
        put(new, "stack", stack)
        return new

    def push(self, *frames: Frame[Any]) -> Self:
        """The same position with these frames on top, the last one first to be met."""
        return self.with_stack(self.stack + frames)


_NAMES: dict[type, tuple[str, ...]] = {}


def _field_names(cls: type) -> tuple[str, ...]:
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = tuple(f.name for f in fields(cls) if f.name != "stack")
    return names


class Options(BaseModel):
    """A game's options. Fields are bool, bounded int or Literal, each with a default that makes a
    good first match; the lobby shows them without code of the game."""

    model_config = ConfigDict(frozen=True, extra="forbid")


PLACES = "places"
"""The option, a tuple of names, in which a game with `Game.places` is told who sits where: one for
each seat, or empty for the game's own choice. The lobby fills it; it is no option to be set."""


class Game(ABC, Generic[S, O]):
    """One game's rules. Stateless: one instance serves every match."""

    name: ClassVar[str]
    """Module name, slash command, first part of its messages' names."""
    version: ClassVar[int] = 1
    """Raised by any change of behaviour."""
    seat_range: ClassVar[tuple[int, int]]
    """Fewest and most seats."""
    secret_ops: ClassVar[frozenset[str]] = frozenset()
    """Ops of moves that the other seats may not read before the end, though one seat alone is asked
    and view shows nothing of it: a card laid face down. What several seats are asked at once is
    never shown before the end and need not stand here."""
    places: ClassVar[tuple[str, ...]] = ()
    """Names of the places at the table where they differ (colours, sides), in the order of turns.
    The lobby lets people choose; seats are in this order then."""
    options: type[O]
    codec: TypeAdapter[S]
    """Loads and dumps states. Built once, at import."""

    # What a game brings.

    @abstractmethod
    def setup(self, seats: int, options: O, ctx: Ctx) -> S:
        """The first position. Draws the first player where the rules say so."""

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> S:
        """The position as this seat (None: the channel) may know it; the same type, secrets masked.

        Nothing leaves the bot except from what this returns.
        """

    @abstractmethod
    def resample(self, s: S, seat: Seat | None, ctx: Ctx) -> S:
        """Another full position that this seat cannot tell apart from ``s``."""

    @abstractmethod
    def outcome(self, s: S) -> Outcome | None:
        """How it ended, or None while it goes on. Must also answer on a view."""

    @abstractmethod
    def leave(self, s: S, seat: Seat, ctx: Ctx) -> S | None:
        """The position after a seat resigned; None: the seat waits for another person.

        Frames on the stack that still ask this seat must be put right by the game.
        """

    def round(self, s: S) -> int:
        """The round that is being played, from 1; 0 where the game counts none."""
        return 0

    def explain(self, s: S, seat: Seat, move: Move) -> Reason | None:
        """Why an asked seat may not play this move, from what that seat may know; None: no more
        to say than that it is not legal."""
        return None

    def migrate(self, doc: dict[str, Any], version: int) -> dict[str, Any]:
        """A stored position of an older version as a position of this one.

        Raises:
            Retired: that version can no longer be played.
        """
        raise Retired

    # What the kernel does for every game.

    @final
    def prompt(self, s: S) -> Prompt | None:
        """Who is asked for what, or None when the stack is empty or the match is over."""
        if not s.stack:
            return None
        top: Frame[S] = s.stack[-1]
        seats = top.seats(s)
        return Prompt(top.kind, seats) if seats else None

    @final
    def moves(self, s: S, seat: Seat) -> Collection[Move]:
        """The legal moves of a seat; empty for a seat that is not asked."""
        if not s.stack:
            return ()
        top: Frame[S] = s.stack[-1]
        return top.moves(s, seat) if seat in top.seats(s) else ()

    @final
    def apply(self, s: S, seat: Seat, move: Move, ctx: Ctx) -> S:
        """The position after a move that is known to be legal, all automatic frames run.

        Search and benchmarks may call this; everything a person does goes through `play`.
        """
        stack = s.stack
        top: Frame[S] = stack[-1]
        return self.settle(top.take(s.with_stack(stack[:-1]), seat, move, ctx), ctx)

    @final
    def settle(self, s: S, ctx: Ctx) -> S:
        """Run automatic frames until somebody is asked or nothing is left.

        Raises:
            RuntimeError: ten thousand frames ran and it still has not settled.
        """
        for _ in range(_LONGEST_CHAIN):
            stack = s.stack
            if not stack:
                return s
            top: Frame[S] = stack[-1]
            if top.seats(s):
                return s
            s = top.run(s.with_stack(stack[:-1]), ctx)
        raise RuntimeError(f"{self.name}: automatic frames never settle; on top: {s.stack[-1]!r}")

    @final
    def seen_stack(self, s: S, seat: Seat | None) -> tuple[Any, ...]:
        """The stack as that viewer may know it, for use in `view`."""
        return tuple(frame.seen_by(seat) for frame in s.stack)

    @final
    def dump(self, s: S) -> bytes:
        """The position as JSON."""
        return self.codec.dump_json(s)

    @final
    def load(self, doc: bytes | str) -> S:
        """The position from JSON.

        Raises:
            pydantic.ValidationError: it is not a position of this game.
        """
        return self.codec.validate_json(doc)


AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two presses. The seed is not in the state, so that no view can hold it."""

    game: str
    version: int
    seed: bytes = field(repr=False)
    """32 bytes that key all chance."""
    seats: int
    options: Any
    """An instance of the game's options model."""
    ply: int
    """Moves made and not taken back."""
    floor: int
    """The ply below which nothing is taken back freely."""
    draws: int | None
    """How many standing entries, set-up and leaving included, used chance: with the seed it keys
    the next that does, so that a draw taken back comes again whatever is put before it. None: a
    match begun under 0.1.0, keyed by ply to its end."""
    state: Any


Played = tuple[Match, tuple[Event, ...]]


def _ctx(seed: bytes, count: int) -> Ctx:
    return Ctx(Rng(seed + count.to_bytes(8)))


def _next(match: Match) -> Ctx:
    """What the next entry may draw."""
    return _ctx(match.seed, match.ply + 1 if match.draws is None else match.draws)


def _asked(state: Any) -> tuple[Seat, ...]:
    """Who is asked, as in `Game.prompt`."""
    stack = state.stack
    return stack[-1].seats(state) if stack else ()


def _after(match: Match, ctx: Ctx, state: Any, closed: bool) -> Played:
    ply = match.ply + 1
    if not closed:
        closed = ctx.rng.used or ctx.revealed or len(_asked(state)) > 1
    draws = match.draws if match.draws is None else match.draws + ctx.rng.used
    new = Match(
        match.game, match.version, match.seed, match.seats, match.options, ply,
        ply if closed else match.floor, draws, state,
    )  # fmt: skip
    return new, tuple(ctx.events)


def start(
    game: AnyGame, seats: int, seed: bytes, options: Any = None, by_ply: bool = False
) -> Played:
    """A new match and the events of its set-up. Ply and floor are 0. ``by_ply``: with chance keyed
    as under 0.1.0, to play such a match again.

    Raises:
        ValueError: too few or too many seats, or a seed that is not 32 bytes.
        TypeError: options of another game.
    """
    least, most = game.seat_range
    if not least <= seats <= most:
        raise ValueError(f"{game.name} is for {least} to {most} seats, not {seats}")
    if len(seed) != 32:
        raise ValueError("a seed is 32 bytes")
    options = game.options() if options is None else options
    if type(options) is not game.options:
        raise TypeError(f"{game.name} takes {game.options.__name__}")
    ctx = _ctx(seed, 0)
    state = game.settle(game.setup(seats, options, ctx), ctx)
    draws = None if by_ply else int(ctx.rng.used)
    match = Match(game.name, game.version, seed, seats, options, 0, 0, draws, state)
    return match, tuple(ctx.events)


def play(game: AnyGame, match: Match, seat: Seat, move: Move) -> Played:
    """The only door: checks the move, applies it, sets ply and floor.

    The floor rises to the new ply when chance was used, a secret was revealed, or the prompt
    before or after it has several seats.

    Raises:
        GameOver, NotYourTurn, IllegalMove: with a reason a person can be told; ``match`` stays.
    """
    state = match.state
    if game.outcome(state) is not None:
        raise GameOver
    asked = _asked(state)
    if seat not in asked:
        raise NotYourTurn
    if move not in state.stack[-1].moves(state, seat):
        raise IllegalMove(game.explain(state, seat, move))
    ctx = _next(match)
    new = game.apply(state, seat, move, ctx)
    return _after(match, ctx, new, closed=len(asked) > 1)


def play_all(
    game: AnyGame, match: Match, seat: Seat, moves: Sequence[Move]
) -> Iterator[tuple[Move, Match, tuple[Event, ...]]]:
    """Several steps as one act, all or none: yields (move, match after it, its events).

    Only the last step may raise the floor, so that nobody learns a draw before committing.

    Raises:
        GameOver, NotYourTurn, IllegalMove: as `play`; also when an earlier step raises the floor.
    """
    for k, move in enumerate(moves):
        if k and match.floor == match.ply:
            raise IllegalMove(Reason("refused-step-after-chance", {"step": k}))
        match, events = play(game, match, seat, move)
        yield move, match, events


def leave(game: AnyGame, match: Match, seat: Seat) -> Played | None:
    """The match after a seat resigned, which nothing takes back freely; None: the seat waits.

    Raises:
        GameOver: it has ended already.
    """
    if game.outcome(match.state) is not None:
        raise GameOver
    ctx = _next(match)
    state = game.leave(match.state, seat, ctx)
    if state is None:
        return None
    return _after(match, ctx, game.settle(state, ctx), closed=True)
