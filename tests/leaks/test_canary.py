"""S2: cards that are like nothing else, and every byte of a whole match searched for them.

A card that is still hidden when a body leaves may stand in nothing but what its holder alone can
read: no other message, file, alt text, file name, picture chunk, export or log line, at any level
of logging.
"""

from __future__ import annotations

import io
import logging
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cogs.client import Scenes
from cogs.controls import Ticket
from data.sheet import Sheet, Status
from logs import Discreet
from rules import game as game_of
from rules import kernel, toy
from rules.kernel import Move
from tests import toy as toys
from tests.cogs.test_presses import emit
from tests.cogs.world import World
from tests.kit.playouts import pick
from tests.leaks.booth import Sent
from tests.leaks.tap import Tap
from tests.leaks.test_names import chunks

toys.install()
Patch = pytest.MonkeyPatch
PEOPLE = ("ann", "bob", "cleo")
CARDS = tuple(7_310_000 + 137 * k for k in range(toy.CARDS))


class Leak(AssertionError):
    """A hidden card stands where it must not."""


def written(card: int) -> tuple[bytes, ...]:
    """How a card could be written."""
    return (str(card).encode(), f"{card:,}".encode(), f"{card:x}".encode())


def hidden(sheet: Sheet) -> dict[int, int | None]:
    """The cards that are not known to all, each with the seat that holds it."""
    if sheet.match is None or sheet.status is not Status.RUNNING:
        return {}
    state = sheet.match.state
    held: dict[int, int | None] = dict.fromkeys(state.deck)
    for seat, hand in enumerate(state.hands):
        held |= dict.fromkeys(hand, seat)
    return held


class Watch:
    """A match under watch."""

    def __init__(self, world: World, match: int) -> None:
        self.world, self.match, self.tap = world, match, Tap(world)
        self.text = io.StringIO()
        self.handler = logging.StreamHandler(self.text)
        self.handler.setFormatter(Discreet())
        self.handler.setLevel(logging.DEBUG)
        self.known: set[int] = set()
        """Cards that all have seen."""
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
        sheet = await self.world.bot.desk.sheet(self.match)
        held = {card: seat for card, seat in hidden(sheet).items() if card not in self.known}
        assert sheet.match is not None
        self.known |= set(sheet.match.state.played)
        for card, seat in held.items():
            if seat is not None:
                self.held.setdefault(card, set()).add(seat)
        seats = {h.user: k for k, h in enumerate(sheet.holders)}
        for one in self.tap.take():
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
    """The toy's deck of cards that are like nothing else."""
    real = toy.Toy.setup

    def setup(self: Any, *args: Any) -> Any:
        return replace(real(self, *args), deck=CARDS)

    monkeypatch.setattr(toy.Toy, "setup", setup)


async def played(world: World, most: int, seed: int = 3) -> Watch:
    """A match by chance with everything looked at on the way; to its end, or so many steps."""
    match = await world.match(*PEOPLE, game="toy")
    watch, chance = Watch(world, match), random.Random(seed)
    try:
        for k in range(most):
            sheet = await world.bot.desk.sheet(match)
            if sheet.status is not Status.RUNNING:
                break
            await _step(world, sheet, chance)
            await watch.look()
            await _glance(world, match, k, chance)
            await watch.look()
    finally:
        watch.close()
    return watch


async def _step(world: World, sheet: Sheet, chance: random.Random) -> None:
    seat = chance.choice([k for k, h in enumerate(sheet.holders) if h.asked])
    assert sheet.match is not None
    moves = list(game_of("toy").moves(sheet.match.state, seat))
    move = pick(moves, chance)
    if chance.random() < 0.1:
        move = Move("bid", ("99",))
    ticket = Ticket("answer", sheet.id, sheet.holders[seat].asked, str(move))
    panel = await world.press(PEOPLE[seat], world.last, "Play")
    emit(world, PEOPLE[seat], panel, str(ticket))
    await world.settle()
    if chance.random() < 0.1:  # an answer to what is asked no more
        emit(world, PEOPLE[seat], panel, str(ticket))
        await world.settle()


async def _glance(world: World, match: int, k: int, chance: random.Random) -> None:
    number, who = str(match), (*PEOPLE, "eve")[k % 4]
    command = ("export", "log", "hand", "board", "mine", "here")[k % 6]
    given = {} if command in ("mine", "here") else {"match": number}
    await world.slash(who, f"table {command}", **given)
    await world.complete(who, "table undo", "steps", match=number)
    await world.complete(who, "toy put", "lantern", match=number)
    if k % 5 == 0:
        await world.press(who, world.last, "Text")
    sheet = await world.bot.desk.sheet(match)
    bids = getattr(sheet.match.state.stack[-1], "bids", ()) if sheet.match.state.stack else ()
    some = any(bids) and not all(bids)
    if some:  # an answer that nobody has seen yet
        await world.slash("eve", "table export", match=number)
    if k % 7 == 3 or (some and k % 2 == 0):
        await world.slash("ann", "table undo", steps=1, reason="a slip", match=number)
    if k % 7 == 5:
        await world.slash(PEOPLE[k % 3], "table undo", steps=2, match=number)
        asked = world.last
        for name in PEOPLE:
            if "Agree" in asked.labels:
                await world.press(name, asked, "Agree")


async def test_s2_no_hidden_card_leaves_but_to_its_holder(world: World, canaries: None) -> None:
    watch = await played(world, 60)
    assert watch.searched > 400
    assert watch.own > 200, "holders do see their cards, so the search finds what there is"


# Faults put in.


def _a_view_with_all_hands(patch: Patch) -> None:
    from rendering.scene import renderer

    kind = type(renderer("toy"))
    real = kind.alt
    patch.setattr(toy.Toy, "view", lambda self, s, seat: s)
    patch.setattr(kind, "alt", lambda self, scene: f"{real(self, scene)} {scene.view.hands}")


def _a_log_line_with_the_position(patch: Patch) -> None:
    real = Scenes.show

    async def show(self: Scenes, sheet: Any, *args: Any, **kw: Any) -> Any:
        logging.getLogger("cogs.table.scenes").debug("showing %r", sheet)
        return await real(self, sheet, *args, **kw)

    patch.setattr(Scenes, "show", show)


def _an_export_with_every_move(patch: Patch) -> None:
    patch.setattr("data.export.open_moves", lambda record: frozenset(range(10_000)))


def _private_events_for_all(patch: Patch) -> None:
    patch.setattr(kernel.Event, "seen_by", lambda self, seat: True)


def _an_undo_that_names_what_was_secret(patch: Patch) -> None:
    def told_of(scene: Any, entries: Any, log: Any) -> str:
        return ", ".join(entry.move for entry in entries)

    patch.setattr("cogs.table.scenes.told_of", told_of)


def _a_card_in_a_file_name(patch: Patch) -> None:
    real = Scenes.file

    async def file(self: Scenes, shown: Any, sheet: Any) -> Any:
        made = await real(self, shown, sheet)
        made.filename = f"{sheet.match.state.deck[0]}.png"
        return made

    patch.setattr(Scenes, "file", file)


def _a_comment_in_a_picture(patch: Patch) -> None:
    from PIL import PngImagePlugin

    here = Scenes.picture.__globals__

    def png(image: Any) -> bytes:
        out, info = io.BytesIO(), PngImagePlugin.PngInfo()
        info.add_text("Comment", "a secret in other words")
        image.save(out, "PNG", pnginfo=info)
        return out.getvalue()

    patch.setitem(here, "png", png)


@pytest.mark.parametrize(
    "plant",
    [
        _a_view_with_all_hands,
        _a_log_line_with_the_position,
        _an_export_with_every_move,
        _private_events_for_all,
        _an_undo_that_names_what_was_secret,
        _a_card_in_a_file_name,
        _a_comment_in_a_picture,
    ],
)
async def test_s2_a_fault_put_in_is_found(
    plant: Callable[[Patch], None], world: World, canaries: None, monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        await played(world, 24)
