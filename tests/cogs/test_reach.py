"""Through the panel every legal move of every game can be reached, nothing else can, and an answer
plays what its label says. Walked through the custom ids and menu values that are sent."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from cogs.controls import Ticket
from cogs.table import panel
from cogs.table.panel import FEW, Answers, Walk, answers
from cogs.table.scenes import Scenes
from data import acts, lobbies
from data.sheet import Sheet
from rendering.scene import renderer
from rules import game, games
from rules.kernel import Move, play
from rules.tree import Node, Prefix, as_move, level

LARGEST = Ticket("answer", 10**9, 10**6)
"""A match and an entry with numbers as long as they get."""


def begun(name: str) -> Sheet:
    """A running match of two, not stored."""
    sheet = lobbies.open_lobby(name, 1, 2, acts.Person(1, "ann"), 0, bytes(32)).sheet
    sheet = lobbies.join(sheet, acts.Person(2, "bob")).sheet
    return lobbies.begin(replace(sheet, message=1), 1, 0, 9).sheet


def offered(sheet: Sheet, seat: int, walk: Walk) -> Answers:
    """One level as the panel makes it."""
    scene, words = asyncio.run(Scenes(None).quick(sheet, seat, "en")), renderer(sheet.game)  # type: ignore[arg-type]
    return answers(
        sheet, seat, walk,
        lambda move: words.label(scene, move),
        lambda move: words.sort_key(scene, move),
        lambda prefix: words.spread(scene, prefix),
    )  # fmt: skip


def sent(there: Answers, node: Node) -> Prefix:
    """What pressing or choosing this answer sends back, by the ids and values on the wire."""
    if len(there.nodes) <= FEW:
        ticket = LARGEST._replace(rest=":".join(node.prefix))
        back = Ticket.parse(str(ticket))
        assert back is not None
        return tuple(back.rest.split(":"))
    here = Walk(there.prefix, there.page, column=there.column)
    menu = Ticket.parse(str(LARGEST._replace(kind="searched", rest=here.rest)))
    value = there.value(node)
    assert menu is not None
    assert 0 < len(value) <= 100
    return (*Walk.parse(menu.rest).prefix, *value.split(":"))


def reached(sheet: Sheet, seat: int, walk: Walk) -> Iterator[Move]:
    """Every move that can be pressed from here on."""
    assert sheet.match is not None
    legal = game(sheet.game).moves(sheet.match.state, seat)
    there = offered(sheet, seat, walk)
    for column in there.columns:
        yield from reached(sheet, seat, Walk(there.prefix, column=column))
    for page in range(there.pages):
        shown = there._replace(page=page).shown
        values = [there.value(node) for node in shown]
        assert len(set(values)) == len(values) <= panel.PAGE
        for node in shown:
            prefix = sent(there._replace(page=page), node)
            assert prefix == node.prefix
            if as_move(prefix) in legal:
                assert node.whole, f"{node} is worded as a step and plays a move"
                yield as_move(prefix)
            else:
                assert level(legal, prefix), f"{node} leads nowhere"
                below = offered(sheet, seat, Walk(prefix))
                assert below.above[-1] == there.prefix, "Back leads to the question before"
                yield from reached(sheet, seat, Walk(prefix))
        if len(there.nodes) <= FEW:
            break
    if walk == Walk():
        yield from there.ends


def wander(name: str, plies: int, seed: int) -> None:
    """Play at random, and look at every position what can be reached."""
    rules, sheet, chance = game(name), begun(name), random.Random(seed)
    for _ in range(plies):
        match = sheet.match
        assert match is not None
        prompt = None if rules.outcome(match.state) else rules.prompt(match.state)
        if prompt is None:
            return
        for seat in prompt.seats:
            found = list(reached(sheet, seat, Walk()))
            legal = set(rules.moves(match.state, seat))
            assert set(found) == legal
            assert len(found) == len(legal), "each in one way"
        seat = chance.choice(prompt.seats)
        move = chance.choice(sorted(rules.moves(match.state, seat)))
        sheet = replace(sheet, match=play(rules, match, seat, move)[0])


@pytest.mark.parametrize("name", sorted(games()))
@pytest.mark.parametrize("seed", [1, 2])
def test_every_legal_move_can_be_reached_and_every_answer_plays_what_it_says(
    name: str, seed: int
) -> None:
    wander(name, 40, seed)


def test_a_panel_that_forgets_a_page_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = property(lambda self: max(1, len(self.nodes) // panel.PAGE))
    monkeypatch.setattr(Answers, "pages", pages)
    with pytest.raises(AssertionError):
        wander("sarena", 2, 1)
