"""Everything the bot says to one viewer and to the channel, in a fixed order, in one world of a
pair; and what is then compared."""

from __future__ import annotations

from typing import Any, NamedTuple

# Where the running bot has it from: a closed bot takes its cogs' modules out of ``sys.modules``.
from cogs.client import Scenes
from cogs.controls import Ticket
from tests.leaks.booth import Booth
from tests.leaks.line import OUTSIDER, Line, Sent
from tests.leaks.plans import Act, Plan, leaves, plan
from tests.leaks.twins import Pair, World

SOME = 5
"""Options of a group of commands that one tour completes."""


class Said(NamedTuple):
    """Something that was sent, and upon what."""

    upon: str
    sent: Sent


class Leak(AssertionError):
    """The two worlds are told apart."""


class Ear:
    """Keeps what one viewer, everybody, and somebody without a seat can read."""

    def __init__(self, viewer: int) -> None:
        self.readers = {None, viewer, OUTSIDER}
        self.said: list[Said] = []

    async def hear(self, upon: str, doing: Any) -> list[Sent]:
        sent: list[Sent] = await doing
        # What the channel reads and what one person reads may come in either order: the outbox
        # and the answer do not wait for each other.
        mine = [one for one in sent if one.to in self.readers]
        self.said.extend(Said(upon, one) for one in sorted(mine, key=lambda one: one.to or 0))
        return sent


async def tour(booth: Booth, pair: Pair, world: World, made: Plan) -> list[Said]:
    """Everything that the viewer can read while all that is planned happens."""
    ear = Ear(pair.user)
    posts = sorted({0, max(1, world.sheet.n - 2)})
    with world.lived():
        await booth.plant(world.sheet, world.steps, posts)
        await ear.hear("post", booth.posted())
        await look(booth, pair, made, ear)
        for act in made.acts:
            if act.learns:
                await act.do(booth, world)
                await _no_way_back(booth, pair, act)
                return ear.said
            if act.typed:
                before = (await booth.desk.sheet(1)).n
                sent = await act.do(booth, world)
                done = (await booth.desk.sheet(1)).n > before
                if done:
                    # What comes of it may tell the worlds apart, that it was done may not.
                    sent = [one for one in sent if '"choices"' in one.body]
                    sent.append(Sent(None, "the command was done", "", ()))
                ear.said += [Said(act.name, one) for one in sent]
                if done:
                    return ear.said
                continue
            await ear.hear(act.name, act.do(booth, world))
        if made.acts:
            await _look_again(booth, pair, ear)
    return ear.said


async def look(line: Line, pair: Pair, made: Plan, ear: Ear) -> None:
    """The viewer looks at everything, presses and types what changes nothing."""
    sheet, seat, user, hear = pair.a.sheet, pair.viewer, pair.user, ear.hear
    asked = sheet.holders[seat].asked if seat is not None else 3
    match, name = str(sheet.id or 1), sheet.game

    def ticket(kind: str, number: int = 0, rest: str = "") -> Ticket:
        return Ticket(kind, int(match), number, rest)

    for as_text in (False, True):
        for command in ("board", "hand"):
            doing = line.slash(user, f"table {command}", as_text=as_text, match=match)
            await hear(f"{command} {as_text}", doing)
    for command in ("play", "log", "export", "resign"):
        await hear(command, line.slash(user, f"table {command}", match=match))
    for command in ("mine", "here"):
        await hear(command, line.slash(user, f"table {command}"))
    for kind in ("play", "mine", "text"):
        await hear(f"{kind} button", line.press(user, ticket(kind), private=False))
    for first in range(1, sheet.n + 1, 12):
        await hear(f"log {first}", line.press(user, ticket("log", first)))
    # More than there is: it changes nothing, whoever asks.
    await hear("undo of all", line.slash(user, "table undo", steps=499, match=match))
    await _complete(line, user, made, ear, name, pair.turn)
    if user != OUTSIDER:
        for command in ("board", "log", "export"):
            doing = line.slash(OUTSIDER, f"table {command}", match=match)
            await hear(f"{command} for all", doing)
    for rest in made.walks:
        await hear(f"panel {rest}", line.press(user, ticket("walk", asked, rest)))
    await hear("search", line.press(user, ticket("search", asked, "0")))
    found = ticket("searched", asked, "0")
    await hear("found", line.press(user, found, fields={"text": "1"}))
    for move in made.wrong:
        await hear(f"refused {move}", line.press(user, ticket("answer", asked, move)))
    own = list(leaves(line, (name,)))
    for k in range(min(2, len(own))):
        command = own[(pair.turn + k) % len(own)]
        for args in made.typed[:4]:
            doing = line.slash(user, command.qualified_name, **_filled(command, args))
            await hear(f"/{command.qualified_name} {args}", doing)
    await hear("stale undo", line.press(user, ticket("undo", sheet.n + 1), private=False))


async def _complete(line: Line, user: int, made: Plan, ear: Ear, game: str, turn: int) -> None:
    """Options that are completed, what comes before them typed in; of those that there are many
    of, some in turn."""
    for group in ("table", game):
        found = [(c, p.display_name) for c in leaves(line, (group,)) for p in c.parameters
                 if p.autocomplete]  # fmt: skip
        matches = [pair for pair in found if pair[1] == "match"]
        others = [pair for pair in found if pair[1] != "match"]
        some = [others[(turn * SOME + k) % len(others)] for k in range(min(SOME, len(others)))]
        for command, option in [*some, matches[turn % len(matches)]]:
            before = {}
            for p in command.parameters:
                if p.display_name == option:
                    break
                if p.autocomplete:
                    before[p.display_name] = made.words[-1]
            for typed in ("",) if option == "steps" else ("", made.words[0]):
                doing = line.complete(user, command.qualified_name, option, typed, **before)
                await ear.hear(f"completing {command.qualified_name} {option} {typed!r}", doing)


def _filled(command: Any, args: tuple[str, ...]) -> dict[str, str]:
    """The command's required words, one argument each, or all in the one there is."""
    names = [p.display_name for p in command.parameters if p.required]
    if len(names) == 1:
        return {names[0]: " ".join(args)}
    return {name: args[k] if k < len(args) else "x" for k, name in enumerate(names)}


async def _look_again(line: Line, pair: Pair, ear: Ear) -> None:
    for command in ("play", "log", "export", "board"):
        await ear.hear(f"then {command}", line.slash(pair.user, f"table {command}", match="1"))
    doing = line.complete(pair.user, "table undo", "steps", match="1")
    await ear.hear("then completing undo", doing)
    await ear.hear("then log for all", line.slash(OUTSIDER, "table log", match="1"))
    await ear.hear("then post", line.posted())


async def _no_way_back(line: Line, pair: Pair, act: Act) -> None:
    """What the viewer has just learned it cannot take back by itself."""
    sent = await line.slash(pair.user, "table play", match="1")
    labels = [c.get("label") for one in sent for c in one.components]
    before = (await line.desk.sheet(1)).n
    if "Undo" in labels:
        raise Leak(f"{pair.name}: {act.name} teaches something, and Undo is offered")
    await line.press(pair.user, Ticket("undo", 1, before), private=False)
    await line.press(pair.user, Ticket("undo", 1, before, "p"))
    if (await line.desk.sheet(1)).n != before:
        raise Leak(f"{pair.name}: {act.name} teaches something, and was taken back")


# Comparing.


def compare(name: str, a: list[Said], b: list[Said]) -> None:
    """Nothing may differ, not one byte.

    Raises:
        Leak: something does; it names the first thing.
    """
    for one, two in zip(a, b, strict=False):
        if one.upon != two.upon or one.sent.raw != two.sent.raw:
            raise Leak(f"{name}: {one.upon} / {two.upon}: {_difference(one.sent, two.sent)}")
    if len(a) != len(b):
        more = (a if len(a) > len(b) else b)[min(len(a), len(b))]
        raise Leak(f"{name}: {len(a)} and {len(b)} messages; one more upon {more.upon}")


def _difference(one: Sent, two: Sent) -> str:
    if (one.to, one.where) != (two.to, two.where):
        return f"{one.where} to {one.to} / {two.where} to {two.to}"
    if one.body != two.body:
        at = next(
            (k for k, (x, y) in enumerate(zip(one.body, two.body, strict=False)) if x != y),
            min(len(one.body), len(two.body)),
        )
        near = slice(max(0, at - 80), at + 80)
        return f"{one.body[near]!r} / {two.body[near]!r}"
    names = [name for x, y in zip(one.files, two.files, strict=True) for name in (x[0],) if x != y]
    for x, y in zip(one.files, two.files, strict=True):
        if x != y and x[0].endswith(".json"):
            return "in the file: " + _difference(*(
                sent._replace(body=file[2].decode()) for sent, file in ((one, x), (two, y))
            ))  # fmt: skip
    return f"other bytes in {names}"


async def told_apart(booth: Booth, pair: Pair, made: Plan | None = None) -> int:
    """Both worlds walked through and compared; how many messages were.

    Raises:
        Leak: the viewer can tell them apart.
    """
    made = plan(pair) if made is None else made
    a = await tour(booth, pair, pair.a, made)
    b = await tour(booth, pair, pair.b, made)
    compare(pair.name, a, b)
    return len(a)


def undrawn(patch: Any) -> None:
    """Pictures stand for themselves by the scene they would be drawn from: all that a renderer is
    given. For most positions that is enough, and ten times as fast."""

    async def picture(self: Scenes, scene: Any) -> bytes:
        return repr(scene).encode()

    patch.setattr(Scenes, "picture", picture)
