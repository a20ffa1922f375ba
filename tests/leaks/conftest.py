from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.cogs.world import World
from tests.leaks.booth import Booth, booth


class Faults(logging.Handler):
    """Whatever is logged as an error: a press that ended in an incident is not a refusal."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.held: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            text += f": {record.exc_info[1]!r}"
        self.held.append(text)


@pytest.fixture
def faults() -> Iterator[list[str]]:
    handler = Faults()
    root = logging.getLogger()
    root.addHandler(handler)
    yield handler.held
    root.removeHandler(handler)


@pytest.fixture
async def stand(tmp_path: Path) -> AsyncIterator[Booth]:
    """The whole bot without a server."""
    async with booth(tmp_path / "parlour.db") as one:
        yield one


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Five people at a table on SimCord; every request judged at the end."""
    world = await World(tmp_path / "parlour.db").open()
    yield world
    await world.close()
