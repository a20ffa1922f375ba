"""Shared by all tests: the toy game is there beside the real ones, and chance is the same in every
run."""

import random

import pytest

from data import lobbies
from data.sheet import Sheet
from tests import toy

toy.install()


@pytest.fixture(autouse=True)
def _same_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test plays the same matches in every run: a tie or another first player that comes up once
    in a hundred runs would fail on somebody whose change has nothing to do with it.

    The ids that go into a key come from a clock, so where they do, other ids are counted: as many,
    in the same order. A test of the ids themselves is marked ``real_ids``.
    """
    monkeypatch.setattr("secrets.token_bytes", random.Random(request.node.nodeid).randbytes)
    if request.node.get_closest_marker("real_ids") is None:
        promised, counted = lobbies.promised, lobbies.counted

        def presses(sheet: Sheet, start: int | None) -> tuple[int, ...]:
            first = (sheet.message or 0) + 1
            return tuple(range(first, first + len(counted(sheet, start))))

        monkeypatch.setattr(lobbies, "promised", lambda sheet, message: promised(sheet, 1))
        monkeypatch.setattr(lobbies, "counted", presses)
