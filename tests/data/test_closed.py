"""Once another seat has acted, what came before is no longer free to take back (table.md 5)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from data import rewind
from data.sheet import Sheet, Status
from data.store import Store
from rules import games
from rules.kernel import Refused
from tests.data.table import NOW, begun, opened, step


async def undone(store: Store, sheet: Sheet) -> Sheet:
    """The last ply taken back by whoever made it."""
    seat, ply = sheet.line[-1][1], sheet.match.ply - 1
    change = rewind.undo(
        sheet, seat, await store.at(sheet, ply), await store.log(sheet.id), NOW
    )
    return await store.commit(change, NOW)


async def handed_on(store: Store, sheet: Sheet, chance: Random) -> tuple[Sheet, Sheet] | None:
    """A ply that can be taken back, then one of another seat that can be: before the second, and
    after it."""
    for _ in range(600):
        if sheet.status is not Status.RUNNING:
            return None
        before, sheet = sheet, await store.commit(step(sheet, chance), NOW)
        seats = [seat for _, seat in sheet.line[-2:]]
        if len(seats) == 2 and seats[0] != seats[1] and rewind.undoable(before, seats[0]):
            return before, sheet
    return None


async def closing(store: Store, name: str) -> tuple[Sheet, Sheet]:
    for key in range(1, 30):
        found = await handed_on(store, await begun(store, name, key=key), Random(key))
        if found is not None:
            return found
    raise AssertionError(f"{name}: no two seats ever act one after the other in the open")


def in_turns() -> list[str]:
    """All games: in each some turn can be taken back after its end, or the tests say so."""
    return sorted(games())


@pytest.mark.parametrize("name", in_turns())
async def test_what_another_seat_did_and_took_back_closes_what_came_before(tmp_path, name):
    async with opened(tmp_path / "parlour.db") as store:
        before, after = await closing(store, name)
        first = before.line[-1][1]
        assert rewind.undoable(after, first) == 0
        again = await undone(store, after)
        assert again.match == before.match
        assert again.line == before.line
        assert rewind.undoable(again, first) == 0, "closed stays closed"
        with pytest.raises(Refused, match="refused-undo"):
            rewind.undo(again, first, await store.at(again, again.match.ply - 1),
                        await store.log(again.id), NOW)  # fmt: skip
        reread = await store.load(again.id)
        assert reread is not None
        assert rewind.undoable(reread, first) == 0, "after a restart too"


@pytest.mark.parametrize("name", in_turns())
async def test_the_same_seat_that_acts_again_may_take_that_back(tmp_path, name):
    async with opened(tmp_path / "parlour.db") as store:
        _, after = await closing(store, name)
        second = after.line[-1][1]
        sheet = await undone(store, after)
        chance = Random(5)
        for _ in range(40):
            change = step(sheet, chance)
            if change.sheet.line and change.sheet.line[-1][1] == second:
                break
        assert rewind.undoable(change.sheet, second) == 1


@pytest.mark.parametrize("name", in_turns())
async def test_going_back_further_by_consent_opens_nothing_again(tmp_path, name):
    async with opened(tmp_path / "parlour.db") as store:
        before, after = await closing(store, name)
        first = before.line[-1][1]
        if before.match.ply - before.match.floor < 2:
            pytest.skip("nothing stands before it that could be opened")
        log = await store.log(after.id)
        back = await store.at(after, before.match.ply - 1)
        sheet = await store.commit(rewind.rewound(after, None, back, log, NOW, "a slip"), NOW)
        assert rewind.undoable(sheet, first) == 0


async def test_a_mutant_that_looks_at_standing_plies_alone_reopens_them(tmp_path):
    async with opened(tmp_path / "parlour.db") as store:
        name = in_turns()[0]
        before, after = await closing(store, name)
        sheet = replace(await undone(store, after), closed=0)
        assert rewind.undoable(sheet, before.line[-1][1]) > 0
