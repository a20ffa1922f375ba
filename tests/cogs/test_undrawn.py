"""A picture that cannot be drawn, or never ends, keeps nobody from playing."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from typing import Any

import pytest
from PIL import Image

from cogs.controls import Ticket
from cogs.table import drawing
from cogs.table.drawing import Drawing, Undrawn
from cogs.table.telling import told
from rendering.scene import renderer
from tests.cogs.test_broken import quiet
from tests.cogs.test_match import by_panel, some_move
from tests.cogs.test_presses import emit
from tests.cogs.world import World

SAID = "The picture could not be drawn; here is the board in words."


def broken(self: Any, *_: Any) -> Any:
    raise RuntimeError("a fault in the renderer")


async def test_a_match_is_played_in_words_where_nothing_can_be_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("picture", "cover"):
        monkeypatch.setattr(type(renderer("sarena")), name, broken)
    match = await world.match("ann", "bob")
    for seed in range(3):
        assert SAID in world.last.text
        assert "a1" in world.last.text.casefold(), "the text board"
        assert "Play" in world.last.labels
        await by_panel(world, *await some_move(world, match, random.Random(seed)))
    (who,) = await world.asked(match)
    for button in ("Play", "My view"):
        shown = await world.press(who, world.last, button)
        assert SAID in shown.text
        assert len(shown.text) <= 4000


async def test_a_turn_needs_neither_picture_nor_text_board(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the picture nor the text board can be made: the question and its answers stand."""
    for name in ("picture", "text"):
        monkeypatch.setattr(type(renderer("sarena")), name, broken)
    match = await world.match("ann", "bob")
    await by_panel(world, *await some_move(world, match, random.Random(1)))
    assert "Play" in world.last.labels
    assert (await world.bot.desk.sheet(match)).n == 2


async def test_once_it_can_be_drawn_again_the_next_post_has_its_picture(world: World) -> None:
    match = await world.match("ann", "bob")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(renderer("sarena")), "picture", broken)
        await by_panel(world, *await some_move(world, match, random.Random(1)))
        assert SAID in world.last.text
    await by_panel(world, *await some_move(world, match, random.Random(2)))
    assert SAID not in world.last.text
    assert len(world.last.alt) == 1


async def test_the_guide_stands_in_words_where_its_picture_cannot_be_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rendering.sarena import guide

    monkeypatch.setattr(guide, "draw", broken, raising=False)
    monkeypatch.setattr("cogs.table.guide.png", broken)
    shown = await world.slash("ann", "table rules", game="sarena")
    assert "Next" in shown.labels
    assert shown.alt == []


# The drawing thread.


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "LONGEST", 0.2)
    monkeypatch.setattr(drawing, "LOOK", 0.02)


async def test_a_picture_that_never_ends_is_given_up_and_the_others_are_drawn(
    impatient: None,
) -> None:
    held, calls = threading.Event(), []
    thread = Drawing()

    def endless() -> bytes:
        calls.append(1)
        held.wait(60)
        return b"at last"

    try:
        stuck = asyncio.gather(
            *(thread.picture("stuck", endless) for _ in range(3)), return_exceptions=True
        )
        await asyncio.sleep(0)
        assert await thread.picture("behind it", lambda: b"drawn") == b"drawn"
        assert [type(found) for found in await stuck] == [Undrawn] * 3
        with pytest.raises(Undrawn):
            await thread.picture("stuck", endless)
        assert calls == [1], "it is not tried again: each try would cost a thread"
    finally:
        held.set()
        thread.close()


async def test_a_picture_that_waits_long_for_its_turn_is_not_given_up(
    impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve of them take longer than one may, and each a small part of that."""
    monkeypatch.setattr(drawing, "LONGEST", 2.0)
    thread = Drawing()

    def slow(k: int) -> bytes:
        time.sleep(0.2)
        return b"%d" % k

    try:
        found = await asyncio.gather(*(thread.picture(k, lambda k=k: slow(k)) for k in range(12)))
        assert found == [b"%d" % k for k in range(12)]
    finally:
        thread.close()


async def test_a_fault_is_everybodys_who_waited_and_the_next_one_tries_anew() -> None:
    thread, made = Drawing(), []

    def once_broken() -> bytes:
        made.append(1)
        if len(made) == 1:
            raise RuntimeError("broken")
        return b"whole"

    try:
        found = await asyncio.gather(
            *(thread.picture("x", once_broken) for _ in range(3)), return_exceptions=True
        )
        assert [str(error) for error in found] == ["broken"] * 3
        assert await thread.picture("x", once_broken) == b"whole"
        assert await thread.picture("x", once_broken) == b"whole"
        assert made == [1, 1]
    finally:
        thread.close()


async def test_one_who_stops_waiting_leaves_the_picture_to_the_others() -> None:
    thread, go = Drawing(), threading.Event()
    draw = lambda: bytes([go.wait(60)])  # noqa: E731
    try:
        first = asyncio.ensure_future(thread.picture("x", draw))
        second = asyncio.ensure_future(thread.picture("x", draw))
        await asyncio.sleep(0.01)
        first.cancel()
        go.set()
        assert await second == b"\x01"
    finally:
        thread.close()


# Room


def test_where_there_is_little_room_the_latest_of_what_happened_is_kept() -> None:
    lines = [f"line {k} " + "x" * 90 for k in range(1, 15)]
    said = told(lines, "en", 600).split("\n")
    assert len("\n".join(said)) <= 600
    assert said[0] == "and 9 before that: /table log"
    assert [line[2:9].strip() for line in said[1:]] == [f"line {k}" for k in range(10, 15)]
    assert told(lines, "en", 5000).split("\n")[0] == "and 4 before that: /table log"
    assert told(["short"], "en", 600) == "- short"
    assert told(["y" * 900], "en", 600) == ("- " + "y" * 900)[:600]


async def test_a_picture_is_given_up_by_one_clock_whatever_the_event_loops_own_clock_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At the local table SimCord sets ``time.monotonic`` for the event loop's thread alone."""
    real, here = time.monotonic, threading.get_ident()
    ahead = lambda: real() + (1e7 if threading.get_ident() == here else 0.0)  # noqa: E731
    monkeypatch.setattr(time, "monotonic", ahead)
    monkeypatch.setattr(drawing, "LOOK", 0.02)
    thread = Drawing()

    def slow() -> bytes:
        time.sleep(0.3)
        return b"drawn"

    try:
        assert await thread.picture("x", slow) == b"drawn"
    finally:
        thread.close()


async def test_a_press_that_waits_for_a_picture_when_the_bot_closes_is_no_fault(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    held, begun = threading.Event(), threading.Event()
    match = await world.match("ann", "bob")
    (who,) = await world.asked(match)

    def endless(self: Any, *_: Any) -> Any:
        begun.set()
        held.wait(60)
        return Image.new("P", (1, 1))

    monkeypatch.setattr(type(renderer("sarena")), "picture", endless)
    try:
        emit(world, who, world.last, str(Ticket("play", match)))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        emit(world, who, world.last, world.last.custom_id("My view"))
        await asyncio.sleep(0.05)
        await world.bot.close()
    finally:
        held.set()
    await quiet(world)
    assert not [entry for entry in caplog.records if entry.levelname == "ERROR"]
