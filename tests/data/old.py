"""What version 0.1.0 left behind: its database, and what is expected of it (see the README there)."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "golden" / "0.1.0"
EXPECTED: dict[int, dict[str, Any]] = {
    int(match): what for match, what in json.loads((FOLDER / "expected.json").read_text()).items()
}
"""By match, of all that started."""


def of_0_1_0(path: Path) -> None:
    """The database of 0.1.0 as a file of its own, under version 1 of the schema."""
    db = sqlite3.connect(path)
    db.executescript((FOLDER / "parlour.sql").read_text("utf-8"))
    db.close()
