from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.world import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Five people at a table on SimCord; every request judged at the end."""
    world = await World(tmp_path / "parlour.db").open()
    yield world
    await world.close()
