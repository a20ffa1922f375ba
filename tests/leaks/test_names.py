"""S6, S7: whatever people call themselves, a message says what it says and calls whom it means.

The same moments are told twice: by people with tame names and by people with hostile ones. What
Discord acts on (mentions, times, links, emphasis, headings, lists, quotes, code, line breaks) must
stand in both in the same order; what cannot be seen must stand in neither.
"""

from __future__ import annotations

import io
import json
import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from PIL import Image

from cogs.client import Scenes
from cogs.controls import Ticket
from data.sheet import Sheet, Step
from rendering.kit.encode import png
from rendering.names import clean
from rendering.scene import renderer
from rules import game as game_of
from tests.leaks import deeds
from tests.leaks.booth import Booth
from tests.leaks.faults import Patch, rewritten_file
from tests.leaks.line import OUTSIDER, Sent
from tests.leaks.plans import leaves, plan
from tests.leaks.tour import tour, undrawn
from tests.leaks.twins import SECRET, SHOWN, Course, pairs
from tests.rendering.test_names import EVERY, HOSTILE

NEW = 300
TAME = ("ann", "bob", "cleo", "dan", "eve")
USERS = (101, 102, 103, OUTSIDER, NEW)

ACTIVE = re.compile(
    r"""
      <(?:@[!&]?|\#|/|t:|a?:|id:)[^<>\n]{0,80}>      # mentions, commands, times, emoji, guides
    | (?i:@everyone|@here)
    | (?i:https?://\S*|discord(?:app)?\.(?:gg|com)/\S*)
    | \]\(
    | ^\ *(?:\#{1,3}\ |-\#\ |>{1,3}\ |[-*+]\ |\d+[.)]\ )   # headings, subtext, quotes, lists
    | ```|`|\*|~~|\|\||__|\\|<|>
    | (?<![^\s(]):\w+:                               # emoji by its code
    | \n
    """,
    re.VERBOSE | re.MULTILINE,
)
UNSEEN = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}


class Broken(AssertionError):
    """A name did something."""


def skeleton(text: str) -> list[str]:
    """All that Discord acts on in a message, in order. Numbers in what is ours may differ."""
    outside = re.split(r"```.*?```", text, flags=re.DOTALL)
    return [re.sub(r"\d+", "0", found) for found in ACTIVE.findall("\n```\n".join(outside))]


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def harmless(sent: Sent) -> None:
    """Nothing in a body is unseen; labels, file names and alt texts are one line.

    Raises:
        Broken: otherwise.
    """
    for text in strings(sent.json):
        for ch in text:
            if unicodedata.category(ch) in UNSEEN and ch != "\n":
                raise Broken(f"{ch!r} in {text[:60]!r}")
    for component in sent.components:
        labels = [component.get("label"), component.get("placeholder")]
        labels += [o["label"] for o in component.get("options") or ()]
        labels += [item.get("description") for item in component.get("items") or ()]
        if any("\n" in label for label in labels if label):
            raise Broken(f"a line break in {labels}")
    for choice in sent.message.get("choices") or ():
        if "\n" in choice["name"] or not choice["name"].strip():
            raise Broken(f"completion {choice!r}")
    for name, _, data in sent.files:
        if not re.fullmatch(r"[a-z0-9_-]+\.(?:png|json)", name):
            raise Broken(f"a file named {name!r}")
        if name.endswith(".json"):
            in_a_file(data)


def in_a_file(data: bytes) -> None:
    """An export is plain ASCII, and the names in it are cleaned.

    Raises:
        Broken: otherwise.
    """
    doc = json.loads(data.decode("ascii"))
    names = [seat["name"] for seat in doc["seats"]]
    for entry in doc["log"]:
        if entry["kind"] == "replace":
            said = entry["events"][0]["data"]
            names += [said[key] for key in ("old", "new", "by") if key in said]
    for name in names:
        if clean(name) != name or not name:
            raise Broken(f"{name!r} in an export")


def mentioned(sent: Sent) -> None:
    """Only those are called whom the message names, and only by being named.

    Raises:
        Broken: otherwise.
    """
    allowed = sent.message.get("allowed_mentions") or {}
    users = {int(user) for user in allowed.get("users") or ()}
    named = {int(user) for user in re.findall(r"<@!?(\d+)>", sent.text)}
    if allowed.get("parse") or allowed.get("roles") or not users <= named:
        raise Broken(f"{allowed} for {sent.text[:80]!r}")
    if not named <= set(USERS):
        raise Broken(f"{named} are mentioned")


# The moments that are told.


@cache
def story(name: str) -> tuple[Sheet, tuple[Step, ...]]:
    """A match of three with some moves, an undo by the host, and a seat that changed hands."""
    for key in range(60):
        course = Course(name, key, seats=3)
        moments = [m for m in course.moments if m.sheet.match.ply == 5 and not m.sheet.request]
        if moments and all(not h.out for h in moments[0].sheet.holders):
            break
    sheet, count = moments[0]
    steps = list(course.steps[:count])
    log = [step.entry for step in steps]
    back = next(step.match for step in reversed(steps) if step.entry.ply == sheet.match.ply - 1)
    change = deeds.overruled(sheet, back, log)
    return change.sheet, (*steps, *change.steps)


def called(sheet: Sheet, names: tuple[str, ...]) -> Sheet:
    """The same sheet with the seats held by 101, 102, 103 under these names."""
    holders = tuple(replace(h, name=names[k], user=USERS[k]) for k, h in enumerate(sheet.holders))
    return replace(sheet, holders=holders, host=101)


async def tell(stand: Booth, game: str, names: tuple[str, ...]) -> list[tuple[str, Sent]]:
    """Everything that holds a name."""
    sheet, steps = story(game)
    own = next(c for c in leaves(stand, (game,)) if "match" in map(_called, c.parameters))
    told: list[tuple[str, Sent]] = []

    async def hear(what: str, doing: Any) -> None:
        told.extend((what, one) for one in sorted(await doing, key=lambda one: one.to or 0))

    stand.names = dict(zip(USERS, names, strict=True))
    await stand.plant(called(sheet, names), steps, [0, 2])
    await hear("post", stand.posted())
    for user in (101, OUTSIDER):
        for as_text in (False, True):
            doing = stand.slash(user, "table board", as_text=as_text, match="1")
            await hear(f"board {as_text}", doing)
        for command in ("log", "export", "hand", "play"):
            await hear(command, stand.slash(user, f"table {command}", match="1"))
        for command in ("mine", "here"):
            await hear(command, stand.slash(user, f"table {command}"))
        await hear("steps", stand.complete(user, "table undo", "steps", match="1"))
        await hear("match", stand.complete(user, "table board", "match"))
        await hear("who", stand.complete(user, "table replace", "who", match="1"))
        await hear("matching", stand.complete(user, own.qualified_name, "match"))
    for seat, holder in enumerate(sheet.holders):
        if holder.asked:
            await hear("panel", stand.slash(USERS[seat], "table play", match="1"))
    await hear("sits", stand.slash(101, "table replace", who="1", by=102, match="1"))
    await hear("nobody", stand.slash(101, "table replace", who="<@1>", by=NEW, match="1"))
    steps_back = min(3, sheet.match.ply)
    await hear("ask", stand.slash(101, "table undo", steps=steps_back, match="1"))
    for user in (102, 103):
        await hear("agree", stand.press(user, stand.button("agree"), private=False))
    reason = f"because {names[4][:100]}"
    await hear(
        "replace",
        stand.slash(102, "table replace", who="2", by=NEW, reason=reason, match="1"),
    )
    stand.admins.add(OUTSIDER)
    await hear("manager", stand.slash(OUTSIDER, "table undo", steps=1, reason=reason, match="1"))
    await hear("unseat", stand.slash(OUTSIDER, "table unseat", who="3", reason=reason, match="1"))
    await hear("way back", stand.press(103, str(Ticket("play", 1)), private=False))
    await hear("back", stand.press(103, stand.button("back")))
    stand.admins.clear()
    await hear("then log", stand.slash(OUTSIDER, "table log", match="1"))
    await hear("then export", stand.slash(OUTSIDER, "table export", match="1"))
    await hear("asked", stand.slash(103, "table resign", match="1"))
    await hear("resign", stand.press(103, stand.button("resign")))
    await stand.plant(replace(deeds.lobby(game, 2, names), wanted=3), ())
    await hear("lobby", stand.posted())
    await hear("here", stand.slash(101, "table here"))
    await hear("join", stand.press(103, str(Ticket("join", 1)), private=False))
    await hear("start", stand.press(101, str(Ticket("start", 1)), private=False))
    return told


def _called(parameter: Any) -> str:
    return str(parameter.display_name)


TOLD: dict[str, list[tuple[str, Sent]]] = {}


async def look(stand: Booth, game: str, names: tuple[str, ...]) -> int:
    """Hostile names told beside tame ones.

    Raises:
        Broken: a name adds, hides or moves something.
    """
    if game not in TOLD:
        TOLD[game] = await tell(stand, game, TAME)
    told = await tell(stand, game, names)
    if len(told) != len(TOLD[game]):
        raise Broken(f"{len(told)} messages, and {len(TOLD[game])} by tame names")
    for (what, one), (_, tame) in zip(told, TOLD[game], strict=True):
        harmless(one)
        mentioned(one)
        if skeleton(one.text) != skeleton(tame.text):
            raise Broken(f"{what}: {one.text!r} beside {tame.text!r}")
        if one.text.count("```") != tame.text.count("```"):
            raise Broken(f"{what}: a code block that ends too soon: {one.text!r}")
        shape = [(c.get("type"), c.get("custom_id")) for c in one.components]
        if shape != [(c.get("type"), c.get("custom_id")) for c in tame.components]:
            raise Broken(f"{what}: other components")
    return len(told)


async def look_at_all(stand: Booth, game: str) -> None:
    """Every cast, one after the other."""
    for names in casts():
        await look(stand, game, names)


def casts() -> list[tuple[str, ...]]:
    """Each kind in every part, beside another kind; and mixes."""
    kinds = list(HOSTILE.values())
    pairs = [tuple(kinds[(k + step) % len(kinds)] for step in (0, 9, 23, 31, 44))
             for k in range(len(kinds))]  # fmt: skip
    chance = random.Random(6)
    mixed = [tuple(chance.choice(EVERY) for _ in range(5)) for _ in range(60)]
    alike = [(name,) * 5 for name in ("", "ann", "**", "2", "@everyone", "\u202e", "#" * 40)]
    return [*pairs, *mixed, *alike]


@pytest.mark.parametrize("game", SHOWN)
async def test_s6_a_name_adds_nothing_to_any_message(
    game: str, stand: Booth, monkeypatch: Patch, faults: list[str]
) -> None:
    undrawn(monkeypatch)
    assert len(HOSTILE) >= 40
    for names in casts():
        assert await look(stand, game, names) > 60
        assert not faults, (names, faults[:1])


@pytest.mark.parametrize("game", SHOWN)
def test_s6_a_picture_stays_in_its_bounds_whatever_the_names(game: str) -> None:
    words = renderer(game)
    scene = next(_scenes(game))
    for name in (*HOSTILE.values(), *EVERY[::9]):
        cleaned = clean(name, "") or "seat 1"
        image = words.picture(replace(scene, names=(cleaned,) * len(scene.names)))
        assert image.width == 1200
        assert image.height <= 1500
        data = png(image)
        assert len(data) < 400_000
        assert chunks(data) <= {"IHDR", "PLTE", "tRNS", "IDAT", "IEND"}
        Image.open(io.BytesIO(data)).verify()


def chunks(data: bytes) -> set[str]:
    """The kinds of chunks in a PNG: none that could hold words."""
    found, at = set(), 8
    while at < len(data):
        size = int.from_bytes(data[at : at + 4])
        found.add(data[at + 4 : at + 8].decode())
        at += size + 12
    return found


def _scenes(game: str) -> Iterator[Any]:
    from tests.kit.playouts import playout
    from tests.kit.words_and_pictures import scene

    played = playout(game_of(game), 2, 2000)
    ply = played.plies[len(played.plies) // 2]
    yield scene(game_of(game), ply.after, None, ply.events)


@pytest.mark.parametrize("game", SECRET)
async def test_s7_every_body_bounds_whom_it_calls(
    game: str, stand: Booth, monkeypatch: Patch
) -> None:
    """A whole tour: no body leaves it to Discord whom to call, and nobody is called in private."""
    undrawn(monkeypatch)
    bodies = 0
    for pair in list(pairs(game, 4))[::3]:
        await tour(stand, pair, pair.a, plan(pair))
        for one in stand.sent:
            if one.text:
                allowed = one.message["allowed_mentions"]
                assert allowed["parse"] == []
                assert one.to is None or not allowed.get("users")
                bodies += 1
    assert bodies > 300


CALLING = ("<", ">", "@", "```", "`", "||", "](", "http", "discord", "#", "-#")


async def type_anything(stand: Booth, game: str) -> int:
    """Search words, and arguments of every command that a game has; how much was answered.

    Raises:
        Broken: what was typed is said back as it was.
    """
    commands, answers, number = list(leaves(stand, (game,))), 0, 0
    for k, text in enumerate([*HOSTILE.values(), *EVERY[::9]]):
        if k % 25 == 0:
            number = await stand.opened(game, 101, 102)
        sheet = await stand.desk.sheet(number)
        seat = next(k for k, h in enumerate(sheet.holders) if h.asked)
        user, ticket = sheet.holders[seat].user, sheet.holders[seat].asked
        searched = str(Ticket("searched", number, ticket, "0"))
        sent = await stand.press(user, searched, fields={"text": text[:40]})
        command = commands[k % len(commands)]
        words = {p.display_name: text[:200] or "x" for p in command.parameters if p.type.value == 3}
        words |= {"match": str(number)}
        sent += await stand.slash(user, command.qualified_name, **words)
        for one in sent:
            harmless(one)
            for found in skeleton(one.text.replace("### ", "")):
                if found.strip().startswith(CALLING):
                    raise Broken(f"{text[:40]!r} is said back: {one.text[-200:]!r}")
            answers += 1
    return answers


async def type_anything_in_all(stand: Booth) -> None:
    for game in SHOWN:
        await type_anything(stand, game)


@pytest.mark.parametrize("game", SHOWN)
async def test_s6_what_somebody_types_is_said_back_harmless(
    game: str, stand: Booth, monkeypatch: Patch, faults: list[str]
) -> None:
    undrawn(monkeypatch)
    assert await type_anything(stand, game) > 150
    assert not faults, faults[:2]


def _searched_words(patch: Patch, stand: Booth) -> None:
    here = type(stand.bot.table.panel).search.__globals__
    patch.setitem(here, "plain", lambda name, *_, **__: name or "?")


def _typed_moves(patch: Patch, stand: Booth) -> None:
    patch.setattr("cogs.game.sendable", lambda move: move)


@pytest.mark.parametrize("plant", [_searched_words, _typed_moves])
async def test_s6_words_said_back_as_they_came_are_found(
    plant: Callable[[Patch, Booth], None], stand: Booth, monkeypatch: Patch
) -> None:
    undrawn(monkeypatch)
    plant(monkeypatch, stand)
    with pytest.raises(Broken):
        await type_anything_in_all(stand)


# Faults put in: a name left as it came, in one place after another.


def _raw_in_messages(patch: Patch, stand: Booth) -> None:
    here = Scenes.show.__globals__
    patch.setitem(here, "plain", lambda name, *_, **__: name or "?")


def _raw_in_lists(patch: Patch, stand: Booth) -> None:
    here = type(stand.bot.table.lists).mine.__globals__
    patch.setitem(here, "plain", lambda name, *_, **__: name or "?")


def _raw_in_the_lobby(patch: Patch, stand: Booth) -> None:
    here = type(stand.bot.table.lobby).carry.__globals__
    patch.setitem(here, "plain", lambda name, *_, **__: name or "?")


def _raw_in_a_request(patch: Patch, stand: Booth) -> None:
    here = type(stand.bot.table.notices).notice.__globals__
    patch.setitem(here, "plain", lambda name, *_, **__: name or "?")


def _raw_in_completion(patch: Patch, stand: Booth) -> None:
    command = next(c for c in stand.bot.tree.get_command("table").commands if c.name == "replace")
    here = command.callback.__wrapped__.__globals__
    patch.setitem(here, "clean", lambda name, *_, **__: name or "?")


def _raw_when_said_back(patch: Patch, stand: Booth) -> None:
    here = type(stand.bot.table.people).replace.__globals__
    patch.setitem(here, "plain", lambda name, *_, **__: name or "?")


def _raw_on_record(patch: Patch, stand: Booth) -> None:
    here = type(stand.bot.table.people).replace.__globals__
    patch.setitem(here, "clean", lambda name, *_, **__: name or "?")


def _in_the_file_name(patch: Patch, stand: Booth) -> None:
    def change(made: Any, sheet: Any) -> None:
        made.filename = f"{sheet.holders[0].name[:10]}.png"

    rewritten_file(patch, change)


def _parsing_left_to_discord(patch: Patch, stand: Booth) -> None:
    import discord

    patch.setattr(stand.bot._connection, "allowed_mentions", discord.AllowedMentions.all())


@pytest.mark.parametrize(
    "plant",
    [
        _raw_in_messages,
        _raw_in_lists,
        _raw_in_the_lobby,
        _raw_in_a_request,
        _raw_in_completion,
        _raw_when_said_back,
        _raw_on_record,
        _in_the_file_name,
        _parsing_left_to_discord,
    ],
)
async def test_s6_a_fault_put_in_is_found(
    plant: Callable[[Patch, Booth], None], stand: Booth, monkeypatch: Patch
) -> None:
    undrawn(monkeypatch)
    await look(stand, SHOWN[0], TAME)
    plant(monkeypatch, stand)
    with pytest.raises(Broken):
        await look_at_all(stand, SHOWN[0])
    stand.complaints.clear()
