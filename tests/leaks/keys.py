"""The seed of a match, known beforehand: the one place where a test meddles with how it is made."""

from __future__ import annotations

import base64
from typing import Any

KEY = bytes(range(1, 33))


class ForGood:
    """In place of a test's patch, in a process of its own."""

    def setattr(self, where: str, value: Any) -> None:
        module, name = where.rsplit(".", 1)
        setattr(__import__(module), name, value)


def known(patch: Any) -> None:
    """From now on every match is begun from `KEY`."""
    patch.setattr("secrets.token_bytes", lambda size: KEY[:size])


def written() -> list[bytes]:
    """How it could be written."""
    ways = [KEY.hex(), base64.b64encode(KEY).decode(), repr(KEY), str(list(KEY))]
    return [*(way.encode() for way in ways), KEY]
