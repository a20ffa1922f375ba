"""What is done in both worlds of a pair, made from what the viewer knows: where it looks, what it
types, and what happens next."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from discord import app_commands

from cogs.controls import Ticket
from data import acts, rewind
from data.acts import Person
from data.sheet import Change, Sheet, Status
from rules.kernel import Move, Refused, Seat
from rules.tree import level
from tests.leaks import deeds
from tests.leaks.line import Line, Sent
from tests.leaks.twins import Pair, World

LEVELS = 5
"""Questions of the tree walked to in a panel."""


Doing = Callable[[Line, World], Any]


@dataclass(frozen=True)
class Act:
    """Something that somebody does, in each of the two worlds; ``learns``: the viewer may tell the
    worlds apart by it, and so may not take it back."""

    name: str
    do: Doing
    learns: bool = False
    typed: bool = False
    """A command of the viewer's own, made up of what is completed: it may be refused, and then in
    the same words, or be done, and then in both worlds."""


@dataclass(frozen=True)
class Kind:
    """A kind of thing that may happen: one row of `KINDS`."""

    make: Callable[[Pair, random.Random], list[Act]]
    """What it is at this moment, act by act; nothing, or `Refused`, where it cannot be."""
    says: tuple[str, ...]
    """How its acts are called."""
    often: int = 1


@dataclass
class Plan:
    """What is done in both worlds alike."""

    walks: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Moves that are not legal."""
    typed: list[tuple[str, ...]] = field(default_factory=list)
    """Arguments that belong to no legal move, for the game's own commands."""
    words: list[str] = field(default_factory=list)
    """What is typed where a command wants text."""
    acts: list[Act] = field(default_factory=list)


def plan(pair: Pair) -> Plan:
    """What the viewer looks at and types, and what happens then."""
    made = looks(pair)
    made.acts = _acts(pair, random.Random(f"{pair.name}, acts"))
    return made


def looks(pair: Pair) -> Plan:
    """Made from what the viewer knows, so that it is the same in both worlds."""
    chance = random.Random(pair.name)
    game, seat, made = pair.game, pair.viewer, Plan()
    legal = list(game.moves(pair.a.match.state, seat)) if seat is not None else []
    if seat is not None:
        assert legal == list(game.moves(pair.b.match.state, seat)), f"{pair.name}: moves tell"
    made.walks = _walks(legal, chance)
    made.words, made.wrong = _typed(pair, legal, chance)
    free = {move.args for move in legal}
    tried = (Move.parse(text).args for text in made.wrong)
    made.typed = [args for args in tried if args and args not in free]
    return made


def _walks(legal: list[Move], chance: random.Random) -> list[str]:
    """Prefixes at every depth of the tree, as they stand in custom ids."""
    found = ["1"]
    for _ in range(LEVELS):
        prefix: tuple[str, ...] = ()
        while nodes := level(legal, prefix):
            prefix = chance.choice(nodes).prefix
            found.append(":".join(("0", *prefix)))
    return list(dict.fromkeys(found))[: LEVELS + 1]


def _typed(pair: Pair, legal: list[Move], chance: random.Random) -> tuple[list[str], list[str]]:
    """Words and moves that nobody, or only another seat, could mean."""
    seen = [Move.parse(s.entry.move) for s in pair.a.steps if s.entry.kind == "move"]
    known = [*legal, *seen]
    ops = sorted({m.op for m in known} | {"no"})
    args = sorted({arg for m in known for arg in m.args} | {"zz", "99"})
    wrong = []
    for _ in range(8):
        move = chance.choice(known or [Move("no", ("a1", "b2"))])
        deep = [m for m in known if len(m.args) > 1]
        move = chance.choice(deep) if deep and chance.random() < 0.5 else move
        other = tuple(chance.choice([arg, chance.choice(args)]) for arg in move.args)
        for one in (Move(move.op, other), Move(chance.choice(ops), move.args)):
            if one not in legal and len(str(one)) < 60 and _same_no(pair, one):
                wrong.append(str(one))
    words = [*chance.sample(args, min(4, len(args))), ""]
    words += [" ".join(m.args) for m in chance.sample(legal, min(3, len(legal)))]
    return words, wrong[:6]


def _same_no(pair: Pair, move: Move) -> bool:
    """The viewer is refused this in both worlds: legality itself is asked elsewhere."""
    return pair.viewer is None or all(
        move not in pair.game.moves(world.match.state, pair.viewer) for world in (pair.a, pair.b)
    )


def _view(pair: Pair, sheet: Sheet) -> Any:
    assert sheet.match is not None
    return pair.game.view(sheet.match.state, pair.viewer), acts.prompt(sheet)


def _same(pair: Pair, a: Change, b: Change) -> bool:
    """Whether the viewer, by the rules, cannot tell what has happened in the two worlds."""

    def told(change: Change) -> list[Any]:
        return [e for s in change.steps for e in s.entry.events if e.seen_by(pair.viewer)]

    if Status.OVER in (a.sheet.status, b.sheet.status):
        return False  # then all that was hidden is told
    return _view(pair, a.sheet) == _view(pair, b.sheet) and told(a) == told(b)


def _acts(pair: Pair, chance: random.Random) -> list[Act]:
    """What happens next: one thing of each kind in turn."""
    kinds = [kind for kind in KINDS for _ in range(kind.often)]
    for k in range(len(kinds)):
        try:
            found = kinds[(pair.turn + k) % len(kinds)].make(pair, chance)
        except Refused:
            continue
        if found:
            return found
    return []


class _Moved(NamedTuple):
    """A move of a seat in each world, and what comes of it."""

    seat: Seat
    a: Move
    b: Move
    seen: bool
    """The viewer cannot tell by it."""

    def do(self, line: Line, world: World) -> Any:
        return line.answered(1, self.seat, self.b if world.twin else self.a)


def _moving(pair: Pair, chance: random.Random, seats: list[Seat]) -> Iterator[_Moved]:
    """Moves, each legal in its world."""
    prompt = acts.prompt(pair.a.sheet)
    for seat in seats:
        if prompt is None or seat not in prompt.seats:
            continue
        there = pair.game.moves(pair.b.match.state, seat)
        legal = list(pair.game.moves(pair.a.match.state, seat))
        chance.shuffle(legal)
        for move in legal[:12]:
            hidden = len(prompt.seats) > 1 and seat != pair.viewer
            twins = list(there)[:3] if hidden else [move] if move in there else []
            a = deeds.moved(pair.a.sheet, seat, move)
            for other in twins:
                same = _same(pair, a, deeds.moved(pair.b.sheet, seat, other))
                yield _Moved(seat, move, other, same)


def _move(pair: Pair, chance: random.Random) -> list[Act]:
    """Another seat moves, and the viewer cannot tell the worlds by it."""
    seats = [k for k, h in enumerate(pair.a.sheet.holders) if h.user is not None]
    seats.sort(key=lambda seat: (seat == pair.viewer, chance.random()))
    for moved in _moving(pair, chance, seats):
        if moved.seen:
            return [Act("a move of a seat", moved.do)]
    return []


def _own(pair: Pair, chance: random.Random) -> list[Act]:
    """The viewer moves. Where that teaches something, there must be no way back."""
    if pair.viewer is None or pair.a.sheet.holders[pair.viewer].user is None:
        return []
    last = []
    for moved in _moving(pair, chance, [pair.viewer]):
        last = [Act("a move of the viewer", moved.do, learns=not moved.seen)]
        if not moved.seen:
            break
    return last


def _command(pair: Pair, chance: random.Random) -> list[Act]:
    """The viewer gives a command of several steps, each chosen among what is offered then."""
    prompt = acts.prompt(pair.a.sheet)
    if prompt is None or pair.viewer not in prompt.seats:
        return []
    seed = chance.random()

    async def do(line: Line, world: World) -> list[Sent]:
        return await _chosen(line, pair, random.Random(seed))

    return [Act("a command of the viewer", do, typed=True)]


async def _chosen(line: Line, pair: Pair, chance: random.Random) -> list[Sent]:
    """What was offered on the way, and what came of the command."""
    name, sent = pair.a.sheet.game, []
    found = [c for c in leaves(line, (name,)) if any(p.autocomplete for p in c.parameters)]
    for command in chance.sample(found, len(found)):
        filled: dict[str, Any] = {}
        deep = chance.randint(1, 4)
        for p in command.parameters:
            if not p.autocomplete or p.display_name == "match" or len(filled) >= deep:
                continue
            # Words that come one by one are typed on.
            typed = ""
            for _ in range(3):
                got = await line.complete(
                    pair.user, command.qualified_name, p.display_name, typed, **filled
                )
                sent += got
                offered = [c["value"] for c in got[-1].json["data"]["choices"]]
                if not offered or offered == [typed.strip()]:
                    break
                typed = f"{chance.choice(offered)} "
            if typed.strip():
                filled[p.display_name] = typed.strip()
        needed = {p.display_name for p in command.parameters if p.required}
        if filled and needed <= set(filled):
            return sent + await line.slash(pair.user, command.qualified_name, **filled)
    return sent


def _press(user: int, ticket: Ticket, **more: Any) -> Doing:
    return lambda line, world: line.press(user, ticket, **more)


def _answered(user: int, kind: str) -> Doing:
    return lambda line, world: line.press(user, line.button(kind), private=False)


def _slash(user: int, name: str, **options: Any) -> Doing:
    return lambda line, world: line.slash(user, name, match="1", **options)


def _free(pair: Pair, chance: random.Random) -> list[Act]:
    sheet = pair.a.sheet
    if not sheet.line:
        return []
    user = sheet.holders[sheet.line[-1][1]].user
    ticket = Ticket("undo", 1, sheet.n)
    return [Act("a free undo", _press(user, ticket, private=False))] if user else []


def _consent(pair: Pair, chance: random.Random) -> list[Act]:
    """Somebody asks, and all agree, or one does not."""
    sheet = pair.a.sheet
    assert sheet.match is not None
    seats = [k for k, h in enumerate(sheet.holders) if h.user is not None and not h.out]
    seat, steps = chance.choice(seats), chance.randint(1, 3)
    if not 0 < steps <= sheet.match.ply or rewind.undoable(sheet, seat) >= steps:
        return []
    log = [step.entry for step in pair.a.steps]
    request = deeds.asked(sheet, seat, sheet.match.ply - steps, log).sheet.request
    assert request is not None
    done = [Act("an undo is asked for", _slash(_user(sheet, seat), "table undo", steps=steps))]
    for need in request.needs:
        kind = "decline" if chance.random() < 0.25 else "agree"
        done.append(Act(f"they {kind}", _answered(_user(sheet, need), kind)))
        if kind == "decline":
            break
    return done


def _user(sheet: Sheet, seat: Seat) -> int:
    user = sheet.holders[seat].user
    assert user is not None
    return user


def _overrule(pair: Pair, chance: random.Random) -> list[Act]:
    sheet = pair.a.sheet
    assert sheet.match is not None
    if not sheet.match.ply:
        return []
    steps = min(chance.randint(1, 2), sheet.match.ply)
    act = _slash(deeds.BOSS, "table undo", steps=steps, reason="a slip of the thumb")
    return [Act("a manager takes back", _managing(act))]


def _managing(act: Doing) -> Doing:
    """The same with one there who manages the server and does not play."""

    def do(line: Line, world: World) -> Any:
        line.admins.add(deeds.BOSS)
        return act(line, world)

    return do


def _leave(pair: Pair, chance: random.Random) -> list[Act]:
    sheet = pair.a.sheet
    seats = [k for k, h in enumerate(sheet.holders) if h.user is not None and not h.out]
    seat = chance.choice(seats)
    a, b = (deeds.resigned(world.sheet, seat) for world in (pair.a, pair.b))
    if not _same(pair, a, b):
        return []
    ticket = Ticket("resign", 1, sheet.n)
    return [
        Act("a seat asks to resign", _slash(_user(sheet, seat), "table resign")),
        Act("a seat resigns", _press(_user(sheet, seat), ticket)),
    ]


def _replace(pair: Pair, chance: random.Random) -> list[Act]:
    sheet = pair.a.sheet
    seats = [k for k, h in enumerate(sheet.holders) if not h.out and k != pair.viewer]
    seat = chance.choice(seats)
    deeds.handed(sheet, seat, Person(555, "new"))
    user = sheet.holders[seat].user or sheet.host
    act = _slash(user, "table replace", who=str(seat + 1), by=555, reason="no time")
    return [Act("a seat changes hands", act)]


def _unseat(pair: Pair, chance: random.Random) -> list[Act]:
    """A manager takes a holder off, who comes back, or the host lets another sit there."""
    sheet = pair.a.sheet
    seats = [k for k, h in enumerate(sheet.holders) if not h.out and h.user is not None]
    seat = chance.choice(seats)
    away = _slash(deeds.BOSS, "table unseat", who=str(seat + 1), reason="away")
    done = [Act("a manager takes a holder off", _managing(away))]
    if chance.random() < 0.5 or seat == pair.viewer:
        back = _press(_user(sheet, seat), Ticket("back", 1))
        return [*done, Act("who was taken off comes back", back)]
    fill = _slash(sheet.host, "table replace", who=str(seat + 1), by=556)
    return [*done, Act("a seat that waits is filled", fill)]


def _grab(pair: Pair, chance: random.Random) -> list[Act]:
    """Powers that nobody has: a host who plays hands over another's seat, takes another off it, or
    takes back with a reason; somebody sits on a second seat."""
    sheet = pair.a.sheet
    others = [k for k, h in enumerate(sheet.holders) if h.user not in (None, sheet.host)]
    if sheet.seat_of(sheet.host) is None or not others:
        return []
    who = str(chance.choice(others) + 1)
    tries = (
        _slash(sheet.host, "table replace", who=who, by=557),
        _slash(sheet.host, "table unseat", who=who, reason="away"),
        _slash(sheet.host, "table undo", steps=1, reason="a slip"),
        _slash(sheet.holders[int(who) - 1].user or 0, "table replace", who=who, by=sheet.host),
    )
    return [Act("somebody tries a power he has not", chance.choice(tries))]


KINDS = (
    Kind(_move, ("a move of a seat",), often=3),
    Kind(_own, ("a move of the viewer",)),
    Kind(_command, ("a command of the viewer",), often=2),
    Kind(_free, ("a free undo",)),
    Kind(_consent, ("an undo is asked for", "they agree", "they decline")),
    Kind(_overrule, ("a manager takes back",)),
    Kind(_leave, ("a seat asks to resign", "a seat resigns")),
    Kind(_replace, ("a seat changes hands",)),
    Kind(
        _unseat,
        (
            "a manager takes a holder off",
            "who was taken off comes back",
            "a seat that waits is filled",
        ),
    ),
    Kind(_grab, ("somebody tries a power he has not",)),
)
"""What can happen to a match. Another kind is a function and a row in here."""


def leaves(line: Line, groups: tuple[str, ...]) -> Iterator[Any]:
    """The commands of these groups."""
    for name in groups:
        group = line.bot.tree.get_command(name)
        if isinstance(group, app_commands.Group):
            yield from (c for c in group.commands if isinstance(c, app_commands.Command))
