"""The local table in a real browser: a match opened, played by mouse and keyboard, kept over a
power cut."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from local import TICK
from rendering.words import say
from rules import game
from tests.local.driver import Page, Table, until

GAME = "sarena"


def asked(page: Page) -> str:
    """Who is to move, as the newest public post says."""
    post = next(text for text in reversed(page.messages) if "to move" in text)
    return re.findall(r"(\w+) to move", post)[-1]


@pytest.mark.parametrize("width", [1200, 400])
def test_a_match_is_opened_played_and_kept_over_a_power_cut(
    chromium: Any, table: Table, tmp_path: Path, width: int
) -> None:
    """Opened by command in a wide window, by the welcome's button in a narrow one."""
    page = Page(chromium, table.start(), width)
    try:
        assert "Welcome" in page.newest
        check_pictures(page)
        page.picture(tmp_path / "welcome.png")
        if width < 1000:
            page.press(say("en", "button-open", game=say("en", f"{GAME}-name")))
        else:
            page.command("table new", GAME)
        page.see("looking for players")
        page.become("bob")
        page.press("Join")
        page.see("bob")
        page.become("ann")
        page.press("Start")
        page.see("to move")

        who = asked(page)
        other = {"ann": "bob", "bob": "ann"}[who]
        page.become(who)
        page.press("Play")
        page.see("Which pile do you move?")
        pile = page.offers()[0].split()[0]
        page.choose(pile)
        page.see(f"Where does the pile on {pile} go?")
        goals = page.page.locator("article.channel-message").last.get_by_role("button")
        page.click(goals.filter(has_text=re.compile("stack|flip")).first)
        page.become(other)
        page.see(f"{other} to move")
        assert f"{who} {pile}-" in page.newest, "the post tells the move"
        page.become(who)
        assert "Only you can see this" in "".join(page.messages)
        page.become(other)
        assert page.wider_than_shown() <= 0
        check_pictures(page)
        page.picture(tmp_path / "before.png")
        page.press(say("en", "button-open", game=say("en", f"{GAME}-name")))
        page.find("match 2 · looking for players")
    finally:
        page.close()

    table.kill()
    # By command, by Join, by Start: three presses after the lobby's message is out, save the first.
    with closing(sqlite3.connect(table.database)) as database:
        message, presses = database.execute(
            "SELECT message, presses FROM match WHERE id = 1"
        ).fetchone()
    opened, joined, started = json.loads(presses)
    assert opened < message < joined < started
    page = Page(chromium, table.start(), width)
    try:
        assert len(page.messages) == 3, "a welcome, the board, the lobby, each posted once"
        board = page.find(f"{other} to move")
        assert "match 1" in board
        page.become("eve")
        page.press("Join")
        assert "eve" in page.find("match 2 · looking for players"), "the lobby goes on too"
        page.become(other)
        page.press("Play")
        page.see("Which pile do you move?")
        pile = page.offers()[0].split()[0]
        page.page.keyboard.press("Escape")
        page.command(f"{GAME} move", pile, pile[0])
        page.see(f"{who} to move")
        assert f"{other} {pile}-" in page.newest, "the turn that was asked went on"
        check_pictures(page)
        assert page.wider_than_shown() <= 0
        page.picture(tmp_path / "after.png")
    finally:
        page.close()
    assert table.interrupt() == 0
    assert "kept" in table.out.read_text()
    assert "Traceback" not in table.err.read_text()


def check_pictures(page: Page) -> None:
    """Every picture is loaded, described, and stands inside the window."""
    until(
        "every picture to be loaded",
        lambda: (shown := page.pictures()) and all(p["real"] for p in shown),
        lambda: page.page.wait_for_timeout(100),
    )
    for picture in page.pictures():
        assert picture["real"] == 1200
        assert len(picture["alt"]) > 20
        assert 200 < picture["wide"] <= page.page.viewport_size["width"]


def test_a_window_is_shown_anew_when_it_lacks_something_and_only_then(
    chromium: Any, table: Table
) -> None:
    """Shown anew, it refuses the press that is just being made."""
    address = table.start()
    ann, bob = Page(chromium, address, 1200), None
    try:
        ann.command("table new", GAME)
        ann.see("looking for players")
        shown = ann.revision
        ann.page.wait_for_timeout(1000 * (2 * TICK + 1))
        assert ann.revision == shown, "its own press was shown to it at once"
        bob = Page(chromium, address, 400)
        bob.become("bob")
        bob.press("Join")
        shown = bob.revision
        ann.see("Seats: 2 of 4")
        ann.page.wait_for_timeout(1000 * (TICK + 1))
        assert bob.revision == shown, "nor is it shown anew for another window's sake"
    finally:
        ann.close()
        if bob is not None:
            bob.close()


def test_the_address_is_the_only_one_and_asks_for_its_key(chromium: Any, table: Table) -> None:
    address = table.start()
    assert table.out.read_text().count("http") == 1
    assert address.startswith("http://127.0.0.1:")
    bare = chromium.new_page()
    try:
        bare.goto(address.split("#")[0])
        bare.wait_for_timeout(500)
        assert "Welcome" not in bare.locator("body").inner_text()
    finally:
        bare.close()


def test_there_is_such_a_game() -> None:
    assert game(GAME).seat_range[0] == 2
