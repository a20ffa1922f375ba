"""A fresh store for each test, and an exported match."""

from __future__ import annotations

import pytest

from tests.data.exported import whole
from tests.data.table import opened


@pytest.fixture
async def store(tmp_path):
    async with opened(tmp_path / "parlour.db") as store:
        yield store


@pytest.fixture
async def good(store) -> dict:
    """A whole match in which a manager went back and a seat was handed over."""
    return await whole(store)
