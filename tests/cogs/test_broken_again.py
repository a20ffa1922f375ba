"""More faults found by trying to break the table, each as a test of what must happen instead."""

from __future__ import annotations

import asyncio
import time

import pytest

from cogs.table import drawing
from cogs.table.drawing import Drawing

# The drawing thread.


async def test_more_pictures_than_are_kept_may_wait_and_each_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A hundred boards are posted at once after an outage; none is begun anew while it waits."""
    monkeypatch.setattr(drawing, "LOOK", 0.01)
    monkeypatch.setattr(drawing, "PICTURES", 4)
    thread, drawn = Drawing(), []

    def slow(k: int) -> bytes:
        time.sleep(0.01)
        drawn.append(k)
        if len(drawn) > 200:
            raise AssertionError("drawn again and again")
        return b"%d" % k

    try:
        async with asyncio.timeout(20):
            found = await asyncio.gather(
                *(thread.picture(k, lambda k=k: slow(k)) for k in range(40))
            )
        assert found == [b"%d" % k for k in range(40)]
        assert drawn == list(range(40))
    finally:
        thread.close()
