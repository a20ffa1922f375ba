"""Seed and key of a match, known beforehand: the one place where a test meddles with how they are
made."""

from __future__ import annotations

import base64
import importlib
from typing import Any

KEY = bytes(range(1, 33))


class ForGood:
    """In place of a test's patch, in a process of its own."""

    def setattr(self, where: str, value: Any) -> None:
        module, name = where.rsplit(".", 1)
        setattr(importlib.import_module(module), name, value)


def known(patch: Any) -> None:
    """From now on every match is begun from `KEY`, whatever presses went into it."""
    patch.setattr("secrets.token_bytes", lambda size: KEY[:size])
    for module in ("lobbies", "commit", "matches", "audit"):
        patch.setattr(f"data.{module}.key_of", lambda seed, message, presses: seed)


def written() -> list[bytes]:
    """How it could be written."""
    ways = [KEY.hex(), base64.b64encode(KEY).decode(), repr(KEY), str(list(KEY))]
    return [*(way.encode() for way in ways), KEY]
