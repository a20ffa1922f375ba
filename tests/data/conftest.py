"""A fresh store for each test."""

from __future__ import annotations

import pytest

from tests.data.table import opened


@pytest.fixture
async def store(tmp_path):
    async with opened(tmp_path / "parlour.db") as store:
        yield store
