"""What the tables have shown to be wrong once, each as small as it can be made."""

from __future__ import annotations

from pathlib import Path
from random import Random

from data import acts, people, rewind
from data.sheet import Sheet, Status
from data.store import Store
from rules import games
from rules.kernel import Match
from tests.data.table import NOW, begun, opened, step


async def a_draw_then_another(store: Store, name: str, key: int) -> tuple[Sheet, Match, int] | None:
    """A seat's free step, then its own draw or secret, then another seat's act: the sheet after
    it, the match before the draw, and the first seat."""
    before: Match | None = None
    seat = -1
    sheet, chance = await begun(store, name, key=key), Random(key)
    for _ in range(400):
        if sheet.status is not Status.RUNNING:
            break
        last, sheet = sheet, await store.commit(step(sheet, chance), NOW)
        actor = (await store.log(sheet.id, sheet.n - 1))[0].seat
        if before is not None and actor != seat:
            return sheet, before, seat
        closed = sheet.match.floor == sheet.match.ply
        if closed and actor is not None and last.line and last.line[-1][1] == actor:
            before, seat = last.match, actor
        elif closed or before is None:
            before = None
    return None


async def test_another_seats_act_closes_what_a_draw_had_closed_already(tmp_path: Path) -> None:
    """The draw closes the steps before it. Another seat acts; a manager goes back to before the
    draw: the steps must not be free again (table.md 5: never again once another seat has acted).
    """
    looked = 0
    async with opened(tmp_path / "p.db") as store:
        for name in sorted(games()):
            for key in range(1, 20):
                found = await a_draw_then_another(store, name, key)
                if found is None:
                    continue
                sheet, before, seat = found
                log = await store.log(sheet.id)
                change = rewind.rewound(sheet, None, before, log, NOW, "a slip")
                looked += 1
                assert rewind.undoable(change.sheet, seat) == 0
    assert looked


async def test_a_request_ends_when_the_last_who_was_waited_for_has_left(tmp_path: Path) -> None:
    """Two of three are asked; one agrees, the other leaves the server. Nobody is waited for any
    more: who has agreed presses Agree once more, and it is done."""
    name = next(name for name, game in sorted(games().items()) if game.seat_range[1] > 2)
    async with opened(tmp_path / "p.db") as store:
        sheet, chance = await begun(store, name, 3), Random(1)
        for _ in range(3):
            sheet = await store.commit(step(sheet, chance), NOW)
        log, back = await store.log(sheet.id), await store.at(sheet, 0)
        sheet = await store.commit(rewind.ask(sheet, 0, 0, log), NOW)
        assert sheet.request is not None
        assert sheet.request.needs == (1, 2)
        key = sheet.request.key
        sheet = await store.commit(rewind.agree(sheet, 1, key, back, log, NOW), NOW)
        sheet = await store.commit(people.gone(sheet, 2, NOW), NOW)
        log = await store.log(sheet.id)
        assert sheet.request is not None
        assert acts.waited_for(sheet, sheet.request) == ()
        change = rewind.agree(sheet, 1, key, back, log, NOW)
        assert change.sheet.match == back
