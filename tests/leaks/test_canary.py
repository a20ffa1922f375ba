"""S2: cards that are like nothing else, and every byte of a whole match searched for them.

A card that is still hidden when a body leaves may stand in nothing but what its holder alone can
read: no other message, file, alt text, file name, picture chunk, export or log line, at any level
of logging.
"""

from __future__ import annotations

import io
import logging
import random
from typing import Any

import pytest

from cogs.client import Scenes
from cogs.controls import Ticket
from data.sheet import Sheet, Status
from logs import Discreet
from rendering.scene import renderer
from rules import game as game_of
from tests.kit.playouts import pick
from tests.leaks import faults as planted
from tests.leaks.canaries import NAME, hidden, mark, written
from tests.leaks.faults import Patch
from tests.leaks.line import OUTSIDER, PLAYERS, Line, Sent
from tests.leaks.plans import leaves
from tests.leaks.test_names import chunks

THREE = PLAYERS[:3]
SERVER = pytest.mark.parametrize("stand", ["server"], indirect=True)


class Leak(AssertionError):
    """A hidden card stands where it must not."""


class Watch:
    """A match under watch."""

    def __init__(self, stand: Line, match: int) -> None:
        self.stand, self.match, self.heard = stand, match, 0
        self.text = io.StringIO()
        self.handler = logging.StreamHandler(self.text)
        self.handler.setFormatter(Discreet())
        self.handler.setLevel(logging.DEBUG)
        self.hidden: set[int] = set()
        self.known: set[int] = set()
        """Cards that all have seen: they were hidden before, and are not any more."""
        self.held: dict[int, set[int]] = {}
        """The seats that have held a card: what an undo takes back they have seen all the same."""
        self.searched = self.own = 0
        root = logging.getLogger()
        self._level = root.level
        root.addHandler(self.handler)
        root.setLevel(logging.DEBUG)

    def close(self) -> None:
        root = logging.getLogger()
        root.removeHandler(self.handler)
        root.setLevel(self._level)

    async def look(self) -> None:
        """Everything sent and logged since the last look.

        Raises:
            Leak: a card that is hidden now stands in it.
        """
        sheet = await self.stand.desk.sheet(self.match)
        held = {card: seat for card, seat in hidden(sheet).items() if card not in self.known}
        self.known |= self.hidden - set(held)
        self.hidden = set(held)
        for card, seat in held.items():
            if seat is not None:
                self.held.setdefault(card, set()).add(seat)
        seats = {h.user: k for k, h in enumerate(sheet.holders)}
        fresh, self.heard = self.stand.sent[self.heard :], len(self.stand.sent)
        for one in fresh:
            self._search(one, held, seats.get(one.to) if one.to is not None else None)
        said = self.text.getvalue().encode()
        self.text.seek(0)
        self.text.truncate()
        for card in held:
            if any(form in said for form in written(card)):
                at = said.index(next(form for form in written(card) if form in said))
                raise Leak(f"logged: {said[max(0, at - 200) : at + 20]!r}")

    def _search(self, one: Sent, held: dict[int, int | None], seat: int | None) -> None:
        self.searched += 1
        for card, owner in held.items():
            if any(form in one.raw for form in written(card)):
                if seat is None or seat not in self.held.get(card, ()):
                    raise Leak(f"card {card} of {owner} in {one.where} to {one.to}")
                self.own += 1
        for name, _, data in one.files:
            if name.endswith(".png") and not chunks(data) <= {"IHDR", "PLTE", "IDAT", "IEND"}:
                raise Leak(f"{chunks(data)} in {name}")


@pytest.fixture
def canaries(monkeypatch: Patch) -> None:
    mark(monkeypatch.setattr)


async def played(stand: Line, most: int, seed: int = 3) -> Watch:
    """A match by chance with everything looked at on the way; to its end, or so many steps."""
    match = await stand.opened(NAME, *THREE)
    watch, chance = Watch(stand, match), random.Random(seed)
    try:
        for k in range(most):
            sheet = await stand.desk.sheet(match)
            if sheet.status is not Status.RUNNING:
                break
            await _step(stand, sheet, chance)
            await watch.look()
            await _glance(stand, match, k)
            await watch.look()
    finally:
        watch.close()
    return watch


async def _step(stand: Line, sheet: Sheet, chance: random.Random) -> None:
    seat = chance.choice([k for k, h in enumerate(sheet.holders) if h.asked])
    assert sheet.match is not None
    move = pick(list(game_of(NAME).moves(sheet.match.state, seat)), chance)
    if chance.random() < 0.1:
        move = move._replace(args=("99",))
    await stand.slash(THREE[seat], "table play", match=str(sheet.id))
    ticket = Ticket("answer", sheet.id, sheet.holders[seat].asked, str(move))
    await stand.press(THREE[seat], ticket)
    if chance.random() < 0.1:  # an answer to what is asked no more
        await stand.press(THREE[seat], ticket)


async def _glance(stand: Line, match: int, k: int) -> None:
    number, who = str(match), (*THREE, OUTSIDER)[k % 4]
    command = ("export", "log", "hand", "board", "mine", "here")[k % 6]
    given = {} if command in ("mine", "here") else {"match": number}
    await stand.slash(who, f"table {command}", **given)
    await stand.complete(who, "table undo", "steps", match=number)
    for own in leaves(stand, (NAME,)):
        option = next(p.display_name for p in own.parameters if p.autocomplete)
        await stand.complete(who, own.qualified_name, option, match=number)
    if k % 5 == 0:
        await stand.press(who, Ticket("text", match), private=False)
    sheet = await stand.desk.sheet(match)
    asked = [h for h in sheet.holders if h.asked]
    some = 1 < len(asked) < len(THREE) or (len(asked) == 1 and sheet.match.floor == sheet.match.ply)
    if some:  # an answer that nobody has seen yet
        await stand.slash(OUTSIDER, "table export", match=number)
    if k % 7 == 3 or (some and k % 2 == 0):
        stand.admins.add(OUTSIDER)  # who manages the server and does not play
        await stand.slash(OUTSIDER, "table undo", steps=1, reason="a slip", match=number)
        stand.admins.clear()
    if k % 7 == 5:
        await stand.slash(THREE[k % 3], "table undo", steps=2, match=number)
        for user in THREE:
            await stand.press(user, stand.button("agree"), private=False)


@SERVER
async def test_s2_no_hidden_card_leaves_but_to_its_holder(stand: Line, canaries: None) -> None:
    watch = await played(stand, 60)
    assert watch.searched > 400
    assert watch.own > 200, "holders do see their cards, so the search finds what there is"


# Faults put in.


def an_alt_text_with_the_position(patch: Patch, game: str) -> None:
    planted.whole_scenes(patch)
    words = type(renderer(game))
    real = words.alt
    patch.setattr(words, "alt", lambda self, scene: f"{real(self, scene)[:200]} {scene.view}")


def a_log_line_with_the_position(patch: Patch, game: str) -> None:
    real = Scenes.show

    async def show(self: Scenes, sheet: Any, *args: Any, **kw: Any) -> Any:
        logging.getLogger("cogs.table.scenes").debug("showing %r", sheet)
        return await real(self, sheet, *args, **kw)

    patch.setattr(Scenes, "show", show)


def a_card_in_a_file_name(patch: Patch, game: str) -> None:
    def change(made: Any, sheet: Any) -> None:
        made.filename = f"{next(iter(hidden(sheet)), 0)}.png"

    planted.rewritten_file(patch, change)


def a_comment_in_a_picture(patch: Patch, game: str) -> None:
    from PIL import PngImagePlugin

    def png(image: Any) -> bytes:
        out, info = io.BytesIO(), PngImagePlugin.PngInfo()
        info.add_text("Comment", "a secret in other words")
        image.save(out, "PNG", pnginfo=info)
        return out.getvalue()

    patch.setitem(Scenes.picture.__globals__, "png", png)


@SERVER
@pytest.mark.parametrize(
    "plant",
    [
        an_alt_text_with_the_position,
        a_log_line_with_the_position,
        a_card_in_a_file_name,
        a_comment_in_a_picture,
        planted.an_export_that_shows_a_secret_answer,
        planted.an_undo_that_names_a_secret_answer,
        planted.a_log_that_tells_what_others_were_told,
    ],
)
async def test_s2_a_fault_put_in_is_found(
    plant: planted.Plant, stand: Line, canaries: None, monkeypatch: Patch
) -> None:
    plant(monkeypatch, NAME)
    with pytest.raises(Leak):
        await played(stand, 24)
