"""A browser, and the local table as a process of its own on a database of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.local.driver import FLAGS, Table


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Headless Chromium; without one the tests are skipped, or fail where one is demanded.

    Not for longer than a module: while it is open an event loop runs, and no other can.
    """
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        if os.environ.get("PARLOUR_NEED_BROWSER"):
            pytest.fail("there is no Chromium, and PARLOUR_NEED_BROWSER demands one")
        pytest.skip("there is no Chromium to open the page with")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.kill()
