from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.leaks.booth import booth
from tests.leaks.line import Line
from tests.leaks.server import server


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
async def stand(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Line]:
    """The whole bot without a server; on one where a test is parametrized with ``server``."""
    line = {"booth": booth, "server": server}[getattr(request, "param", "booth")]
    async with line(tmp_path / "parlour.db") as one:
        yield one
