"""A week at one table, from Monday to Sunday, told as it happens."""

from __future__ import annotations

import random
from datetime import timedelta

from data.sheet import Status
from rules import game
from tests.cogs.test_match import by_panel, by_slash, some_move
from tests.cogs.test_places import SEND
from tests.cogs.world import World

DAY = 86_400


class Week:
    """The match of the story and what everybody does in it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.match = 0
        self.chance = random.Random(7)
        self.days = 0

    async def night(self) -> None:
        """A day passes, and the host of the bot restarts it."""
        await self.world.env.advance_time(DAY)
        await self.world.settle()
        await self.world.restart()
        self.days += 1

    async def turns(self, count: int, panel: bool = False) -> list[str]:
        """So many turns, by command or by pressing; each makes one post that asks the next."""
        moved = []
        for _ in range(count):
            who, move = await some_move(self.world, self.match, self.chance)
            await (by_panel if panel else by_slash)(self.world, who, move)
            moved.append(who)
            if (await self.sheet()).status is Status.RUNNING:
                (asked,) = await self.world.asked(self.match)
                assert f"<@{self.world.people[asked].id}>" in self.world.last.text
        return moved

    async def sheet(self):  # type: ignore[no-untyped-def]
        return await self.world.bot.desk.sheet(self.match)


async def test_a_match_of_sarena_by_three_over_a_week(world: World) -> None:
    week = Week(world)
    start = world.env.now()

    # Monday. ann opens a match for three, bob presses Join, cleo types it; ann starts.
    await world.slash("ann", "table new", game="sarena", seats=3)
    week.match = 1
    await world.press("bob", world.last, "Join")
    await world.slash("cleo", "table join")
    assert (await world.bot.desk.sheet(1)).commitment in world.last.text
    await world.slash("ann", "table start")
    seed = (await week.sheet()).match.seed
    await week.turns(4)
    await week.night()

    # Tuesday. From the phone, by pressing. The one asked sees what the others did meanwhile.
    (asked,) = await world.asked(week.match)
    before = (await week.sheet()).match
    panel = await world.press(asked, world.last, "Play")
    assert "Since your last move" in panel.text
    await week.turns(3, panel=True)

    # cleo slips; it is two moves ago by the time she sees it. Everybody else agrees.
    moved = await week.turns(3)
    slipped = moved[0]
    ply = (await week.sheet()).match.ply
    await world.slash(slipped, "table undo", steps=3)
    request = world.last
    for name in moved[1:]:
        await world.press(name, request, "Agree")
    assert (await week.sheet()).match.ply == ply - 3
    assert await world.asked(week.match) == [slipped]
    assert f"(agreed by {' and '.join(sorted(moved[1:]))})" in world.last.text
    await week.night()

    # Wednesday. Somebody tidies the channel and deletes the board; one command brings it back.
    board = world.last.text
    await world.delete_message(world.last)
    await world.slash("dan", "table board")
    assert world.last.text == board
    await week.turns(2)
    await week.night()

    # Thursday. An administrator takes the bot's permission away in the middle of a turn.
    await world.permit(deny=SEND)
    posts = len(world.history())
    who, move = await some_move(world, week.match, week.chance)
    await by_slash(world, who, move)
    assert len(world.history()) == posts
    assert "may not post there" in (await world.slash("ann", "table mine")).text
    await week.night()
    assert len(world.history()) == posts, "still not allowed"
    await world.permit(allow=SEND)
    await world.minute()
    await world.env.advance_time(600)
    await world.settle()
    assert len(world.history()) == posts + 1
    assert "-".join(move.args) in world.last.text

    # Friday. bob has no more time and hands his seat to eve, who sees his colour; he no longer.
    colour = ["yellow", "red", "blue", "green"][(await week.sheet()).match.state.colours[1]]
    await world.slash("bob", "table replace", who="2", by=world.people["eve"])
    view = await world.press("eve", world.last, "My view")
    assert f"You are {colour}" in view.alt[0]
    view = await world.press("bob", world.last, "My view")
    assert "You are" not in view.alt[0]
    await week.turns(3, panel=True)
    await week.night()

    # Saturday. One takes back an own slip before the next has moved.
    (who,) = await week.turns(1)
    ply = (await week.sheet()).match.ply
    await world.press(who, world.last, "Undo")
    assert (await week.sheet()).match.ply == ply - 1
    await week.night()

    # Sunday. They play it out.
    while (await week.sheet()).status is Status.RUNNING:
        await week.turns(1)
    end = world.last
    assert "win" in end.text
    for name in ("ann", "eve", "cleo"):
        assert name in end.alt[0]
    assert world.env.now() - start >= timedelta(days=6)
    assert week.days == 6

    # What was kept: one board that can be pressed, an unbroken log, a match that can be checked.
    assert [p.id for p in world.history() if "My view" in p.labels] == [end.id]
    assert await world.store.pending() == 0
    log = await world.store.log(week.match)
    assert [e.n for e in log] == list(range(1, len(log) + 1))
    assert [e.kind for e in log if e.kind not in ("move", "start")] == ["undo", "replace", "undo"]
    sheet = await week.sheet()
    assert game("sarena").outcome(sheet.match.state) is not None
    assert before.seed == sheet.match.seed == seed

    from data.verify import verify

    document = await world.store.export(week.match, None, ["ann", "eve", "cleo"])
    assert document is not None
    assert verify(document).good
