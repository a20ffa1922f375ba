"""A whole match in a language made of marked letters: whatever stays English was not translated."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord.interactions

import data
from cogs.table.commands import described
from data.sheet import Status
from rendering import words
from rendering.kit.canvas import Canvas
from rendering.scene import renderers
from rendering.words import say
from rules import game as game_of
from rules import games
from rules.kernel import play, start
from tests.cogs.world import Shown, World
from tests.kit.words_and_pictures import scene
from tests.words.pseudo import CLOSE, MARKED, OPEN, marked, translated, write
from tests.words.test_keys import english

GAME = "sarena"
LOCALE = "de"
"""A language that Discord knows, and that there are no real words for."""
SHOWN = ("content", "label", "placeholder", "description", "title", "name", "text")
"""Fields of a request that people read."""


@pytest.fixture
def pseudo(tmp_path: Path) -> Iterator[str]:
    """The language, as if its folder stood beside that of English."""
    write(tmp_path, LOCALE)
    data.__path__.append(str(tmp_path))
    words.reload()
    yield LOCALE
    data.__path__.remove(str(tmp_path))
    words.reload()


@pytest.fixture
async def world(
    pseudo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[World]:
    """A server whose people and public messages speak that language."""
    real = simcord.interactions.base_payload

    def in_their_language(*args: Any, **kwargs: Any) -> Any:
        record, payload = real(*args, **kwargs)
        payload["locale"] = pseudo
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", in_their_language)
    world = await World(tmp_path / "parlour.db").open()
    await world.store.set_setting(world.guild.id, "language", pseudo)
    yield world
    await world.close()


def texts(body: Any, field: str = "") -> Iterator[str]:
    """Everything in a request that a person reads."""
    if isinstance(body, dict):
        for key, value in body.items():
            yield from texts(value, key)
    elif isinstance(body, list):
        for value in body:
            yield from texts(value, field)
    elif isinstance(body, str) and field in SHOWN:
        yield body


# What may stand in plain letters: mentions, moments, fingerprints, circles, people, and the names
# of commands, which stay English everywhere.
_PLAIN = (
    r"<@!?[0-9]+>|<t:[0-9]+(?::[a-zA-Z])?>|<#[0-9]+>|https://discord\.com/channels/[0-9/]+"
    r"|\b[0-9a-f]{64}\b|\b[a-f][1-6]\b|\b(?:ann|bob|cleo|dan|eve|Parlour)\b"
)


def left_over(text: str) -> list[str]:
    """The words of a text that are in no other language than English."""
    return re.findall(r"[A-Za-z]+", re.sub(_PLAIN, " ", text))


def test_every_sentence_exists_in_the_other_language_whole(pseudo: str) -> None:
    """Written, read again, and filled in: it begins and ends where it should, with no bare
    letter."""
    bundle = words._bundle(pseudo)
    checked = 0
    for key, uses in english().items():
        if key.startswith("-"):
            continue
        assert bundle.has_message(key), key
        for filling in (1, 2, 7):
            text = say(pseudo, key, **dict.fromkeys(uses.variables, filling))
            assert left_over(text) == [], (key, text)
            if len(text) > 2:
                assert text.startswith(OPEN), (key, text)
                assert text.endswith(CLOSE), (key, text)
        checked += 1
    assert checked > 200


def test_a_bare_letter_would_be_noticed() -> None:
    assert left_over("⟦ṕĺáý⟧ b2 <@12> ann") == []
    assert left_over("⟦ṕĺáý⟧ now") == ["now"]
    assert marked("Play") == "Ṕĺáý"
    assert len(set(MARKED)) == 52
    assert "English" not in translated(
        "a = English { $x ->\n    [one] English\n   *[other] more\n}"
    )


@pytest.mark.parametrize("name", [name for name in games() if name in renderers()])
def test_pictures_alt_texts_and_text_boards_hold_no_english(
    pseudo: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Whatever a kit's canvas writes, and all that a renderer says, for everybody."""
    written: list[str] = []
    real = Canvas.__init__

    def watched(self: Canvas, *args: Any, **kwargs: Any) -> None:
        real(self, *args, **kwargs)
        self._look = True
        self.boxes = Written(written)

    monkeypatch.setattr(Canvas, "__init__", watched)
    rules, draws, chance = game_of(name), renderers()[name], random.Random(5)
    match, events = start(rules, rules.seat_range[1], bytes(range(32)))
    people = ("ann", "bob", "cleo", "dan", "eve", "ann", "bob", "cleo")[: match.seats]
    for ply in range(60):
        prompt = rules.prompt(match.state)
        if ply % 6 == 0 or prompt is None or rules.outcome(match.state) is not None:
            for viewer in (None, 0):
                shown = scene(rules, match, viewer, events)
                shown = dataclasses.replace(shown, names=people, locale=pseudo)
                draws.picture(shown)
                written += [draws.alt(shown), draws.text(shown), draws.asked(shown)]
                written += [draws.result(shown), *(draws.event(shown, e) for e in shown.since)]
        if prompt is None or rules.outcome(match.state) is not None:
            break
        seat = chance.choice(prompt.seats)
        move = chance.choice(list(rules.moves(match.state, seat)))
        match, events = play(rules, match, seat, move)
    assert len("".join(written)) > 200, "something was said"
    for text in written:
        # One letter alone is a mark: of a colour, a column, a seat.
        assert [word for word in left_over(text) if len(word) > 1] == [], text


class Written(list[Any]):
    """A canvas's record of its texts that passes on what they say."""

    def __init__(self, to: list[str]) -> None:
        super().__init__()
        self.to = to

    def append(self, box: Any) -> None:
        super().append(box)
        self.to.append(box.text)


async def test_commands_are_described_in_every_language_there_is(world: World) -> None:
    """Names stay English; every description has a translation of at most 100 characters."""
    tree = world.bot.tree
    pending = [await c.get_translated_payload(tree, tree.translator) for c in tree.get_commands()]  # type: ignore[arg-type]
    seen = 0
    while pending:
        one = pending.pop()
        pending += one.get("options") or []
        text = (one.get("description_localizations") or {}).get(LOCALE)
        assert text, f"{one['name']} is described in English only"
        assert left_over(text) == []
        assert len(text) <= 100
        assert not one.get("name_localizations")
        seen += 1
    assert seen > 20
    assert discord.Locale(LOCALE)
    assert str(described("cmd-table")) == say("en", "cmd-table")


async def answered(world: World, who: str, panel: Shown) -> Shown:
    """Press the first thing that the panel offers, until a move is made."""
    before = len(world.history())
    while len(world.history()) == before:
        if panel.options:
            panel = await world.choose(who, panel, next(iter(panel.options)))
        else:
            panel = await world.press(who, panel, panel.labels[0])
    return panel


async def test_a_whole_match_is_played_without_a_word_of_english(world: World, pseudo: str) -> None:
    chance = random.Random(11)
    await world.slash("ann", "table new", game=GAME, seats=2)
    lobby = world.last
    await world.press("bob", lobby, say(pseudo, "button-join"))
    await world.press("ann", lobby, say(pseudo, "button-start"))
    (match,) = world.bot.desk.heads

    plies = 0
    while (sheet := await world.bot.desk.sheet(match)).status is Status.RUNNING:
        (who,) = await world.asked(match)
        seat = next(k for k, h in enumerate(sheet.holders) if h.asked)
        assert sheet.match is not None
        move = chance.choice(list(game_of(GAME).moves(sheet.match.state, seat)))
        if plies % 5 == 0:
            await answered(
                world, who, await world.press(who, world.last, say(pseudo, "button-play"))
            )
        else:
            origin, target = move.args
            await world.complete(who, f"{GAME} move", "from", "")
            await world.complete(who, f"{GAME} move", "to", "", **{"from": origin})
            await world.slash(who, f"{GAME} move", **{"from": origin, "to": target})
        plies += 1
        if plies == 4:
            await other_commands(world, who)
    assert plies >= 20
    await world.slash("ann", "table log", match=str(match))

    said = 0
    for entry in world.env.http_requests:
        if entry.path.endswith("/commands"):
            continue  # descriptions go out in English, with their translations beside them
        for text in texts(entry.json):
            assert left_over(text) == [], f"{entry.method} {entry.path}: {text}"
            said += 1
    assert said > 500


async def other_commands(world: World, who: str) -> None:
    """Whatever else can be asked for, refusals too."""
    other = {"ann": "bob", "bob": "ann"}[who]
    for command in ("mine", "here", "board", "hand", "log", "play", "export"):
        await world.slash(other, f"table {command}")
    await world.slash(other, "table board", as_text=True)
    await world.slash(other, "table rules", game=GAME)
    await world.slash(other, f"{GAME} move", **{"from": "a1", "to": "a2"})
    await world.slash(who, "table undo")
    await world.slash(other, "table undo")
    asked = await world.asked(next(iter(world.bot.desk.heads)))
    await world.slash(asked[0], f"{GAME} move", **{"from": "a1", "to": "f6"})
    await world.slash("eve", "table hand")
    await world.slash("eve", "table join", match="99")
