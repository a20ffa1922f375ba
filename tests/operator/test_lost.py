"""What people are told when the database file is gone, and when a server's settings are damaged."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store import Store
from tests.cogs.world import World
from tests.operator.conftest import said

POSIX = pytest.mark.skipif(os.name != "posix", reason="an open file stays where it is")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    world = await World(tmp_path / "parlour.db").open()
    yield world
    await world.close()


@POSIX
async def test_everybody_is_told_when_the_database_file_is_gone(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    match = await world.match("ann", "bob")
    await world.slash("cleo", "table new", game="sarena", seats=3)
    lobby = world.last
    world.path.unlink()
    lost = said("store-now-lost")
    assert (await world.slash("dan", "table new", game="sarena", seats=2)).text == lost
    assert (await world.press("eve", lobby, "Join")).text == lost
    for name in ("table play", "table board"):
        assert (await world.slash("ann", name, match=str(match))).text == lost
    assert (await world.slash("bob", "table new", game="sarena")).text == lost
    loud = [r for r in caplog.records if r.levelno == logging.CRITICAL]
    assert sum("DELETED OR REPLACED" in r.getMessage() for r in loud) == 1


@POSIX
async def test_the_loop_of_each_minute_notices_it(world: World) -> None:
    await world.match("ann", "bob")
    world.path.unlink()
    await world.bot.minute()
    assert world.bot.outbox._task is not None
    await world.bot.outbox._task
    await world.env.settle()
    with pytest.raises(Exception, match="store-now-lost"):
        world.store.there()


@POSIX
async def test_a_bot_that_does_not_look_accepts_what_is_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant."""
    monkeypatch.setattr(Store, "_look", lambda self, c, into=False: None)
    world.path.unlink()
    await world.slash("dan", "table new", game="sarena", seats=2)
    assert "dan" in world.last.text


DAMAGED = {
    "channels": ("{", '[1, "x"]', "7", "[-1]", "[" * 50_000, "[1e999]", "\x00", "[true]"),
    "place": ("", "here", "\ufffd"),
    "opens": ("nobody",),
    "language": ("tlh", "../en", "\x00"),
}


@pytest.mark.parametrize("key", DAMAGED)
async def test_a_damaged_setting_counts_as_not_set_and_setup_says_so(
    world: World, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    guild = world.guild.id
    world.manager("eve")
    for value in DAMAGED[key]:
        await world.store.set_setting(guild, key, value)
        world.bot.desk.forget_language(guild)
        before = len(world.bot.desk.heads)
        caplog.clear()
        shown = await world.slash("ann", "table new", game="sarena", seats=2)
        assert "incident" not in shown.text
        assert len(world.bot.desk.heads) == before + 1
        logged = [r.getMessage() for r in caplog.records]
        assert any("damaged settings" in line and key in line for line in logged)
        panel = await world.slash("eve", "table setup")
        assert said("store-setting-damaged", what=said(f"setup-{key}")) in panel.text


async def test_text_that_is_none_in_a_setting_is_damaged_too(world: World) -> None:
    guild = world.guild.id
    await world.store._write(
        lambda c: (
            c.execute(
                "INSERT INTO setting (guild, key, value) VALUES (?, 'place', CAST(? AS TEXT))",
                (guild, b"\xff\xfe"),
            ).rowcount
        )
    )
    shown = await world.slash("ann", "table new", game="sarena", seats=2)
    assert "incident" not in shown.text
    world.manager("eve")
    boss = await world.slash("eve", "table setup")
    assert said("store-setting-damaged", what=said("setup-place")) in boss.text


async def test_settings_that_are_whole_are_not_called_damaged(world: World) -> None:
    await world.store.set_setting(world.guild.id, "channels", f"[{world.channel.id}]")
    await world.store.set_setting(world.guild.id, "place", "threads")
    world.manager("eve")
    boss = await world.slash("eve", "table setup")
    assert "damaged" not in boss.text
