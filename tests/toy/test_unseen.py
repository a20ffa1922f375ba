"""What several seats answer at once stays unseen, the last answer too, though that seat was asked
alone by then: in the file, and where an undo is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from data import acts
from data.audit import Record, again
from data.export import open_moves
from rules import game as game_of
from rules import toy
from rules.kernel import Move
from tests.data.table import NOW, begun, opened
from tests.leaks.booth import booth

Patch = pytest.MonkeyPatch


@pytest.fixture
def kept_secret(monkeypatch: Patch) -> None:
    """The toy, but that the bids are never told: the seats take their turns in order of seats."""

    def run(self: toy.Bid, s: Any, ctx: Any) -> Any:
        return s.push(toy.Turns(tuple(s.there())))

    monkeypatch.setattr(toy.Bid, "run", run)


async def played(path: Path) -> tuple[Record, list[str]]:
    """Three bid, then the first takes a step and ends the turn."""
    async with opened(path) as store:
        sheet = await begun(store, "toy", 3)
        moves = []
        for seat in (1, 2, 0):
            assert sheet.match is not None
            move = Move("bid", (str(sheet.match.state.hands[seat][0]),))
            moves.append(str(move))
            sheet = await store.commit(acts.move(sheet, seat, [move], NOW), NOW)
        for move in (Move("draw"), Move("end")):
            sheet = await store.commit(acts.move(sheet, 0, [move], NOW), NOW)
        found = await store.record(sheet.id)
        assert found is not None
        files = [await store.export(sheet.id, who, ("a", "b", "c")) for who in (None, 0, 1, 2)]
        logs = [json.loads(file or b"")["log"] for file in files]
        shown = [[e["move"] for e in log if e["kind"] == "move" and "move" in e] for log in logs]
        assert shown[0] == ["draw", "end"], "the channel reads no bid"
        assert shown[1] == [moves[2], "draw", "end"], "each seat reads its own"
        assert shown[2] == [moves[0], "draw", "end"]
        assert shown[3] == [moves[1], "draw", "end"]
        return found[1], moves


async def test_the_last_of_several_answers_is_as_unseen_as_the_first(
    tmp_path: Path, kept_secret: None
) -> None:
    record, moves = await played(tmp_path / "p.db")
    bids = {e.n for e in record.entries if e.move.startswith("bid")}
    assert len(bids) == len(moves) == 3
    assert not bids & open_moves(record)
    assert {e.move for e in record.entries if e.n in open_moves(record)} == {"draw", "end"}
    alone = {
        one.act.n
        for stretch in again(record)
        for one in stretch.played
        if len(game_of("toy").prompt(one.before.state).seats) == 1  # type: ignore[union-attr]
    }
    assert len(bids & alone) == 1, "asking who was asked alone would not be enough"


async def test_an_undo_across_answers_that_nobody_saw_does_not_name_them(
    tmp_path: Path, kept_secret: None
) -> None:
    bids = []
    async with booth(tmp_path / "p.db") as stand:
        await stand.opened("toy", 101, 102)
        for seat in (1, 0):
            sheet = await stand.desk.sheet(1)
            bids.append(f"bid:{sheet.match.state.hands[seat][0]}")
            await stand.answered(1, seat, bids[-1])
        stand.sent.clear()
        stand.admins.add(199)
        await stand.slash(199, "table undo", steps=1, reason="a slip", match="1")
        await stand.slash(199, "table log", match="1")
        await stand.slash(101, "table undo", steps=1, match="1")
        said = "\n".join(one.text for one in stand.sent)
    assert "took back a step" in said
    assert not [bid for bid in bids if bid in said or bid.replace(":", " ") in said]
