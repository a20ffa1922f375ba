"""What version 0.1.0 left behind: its database, and what is expected of it (the README there)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from functools import partialmethod
from pathlib import Path
from typing import Any

import pytest

from data.chain import digest
from rules import game as game_of
from rules.kernel import AnyGame

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


def _no_rides(doc: dict[str, Any]) -> None:
    del doc["now"]["rides"]


_SINCE: dict[tuple[str, int], Callable[[dict[str, Any]], None]] = {
    ("sarena", 1): lambda doc: None,
    ("sator", 2): lambda doc: None,
    ("sator", 3): _no_rides,
}
"""By game and version whose rules play on as those of 0.1.0 did: what a position of it holds that
0.1.0 did not write is taken out."""


def comparable(game: AnyGame) -> bool:
    """Whether today's positions of this game can still be compared with those of 0.1.0."""
    return (game.name, game.version) in _SINCE


def _dump(game: AnyGame, version: int, state: Any) -> bytes:
    doc = json.loads(game.codec.dump_json(state))
    _SINCE[game.name, version](doc)
    return json.dumps(doc, separators=(",", ":"), ensure_ascii=False).encode()


def as_written(game: AnyGame, state: Any) -> str:
    """The digest of a position as 0.1.0 wrote it."""
    return digest(_dump(game, game.version, state))


def rules_of_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's games pass for those of 0.1.0, as long as they play on as those did: what was written
    then can be played again from its beginning."""
    for what in EXPECTED.values():
        game = game_of(what["game"])
        if game.version == what["version"]:
            continue
        if not comparable(game):
            pytest.skip(f"the rules of {game.name} are no longer those of 0.1.0")
        monkeypatch.setattr(type(game), "dump", partialmethod(_dump, game.version))
        monkeypatch.setattr(type(game), "version", what["version"])
