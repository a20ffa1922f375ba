"""The seed of a match, known beforehand: the one place where a test meddles with how it is made."""

from __future__ import annotations

from typing import Any

KEY = bytes(range(1, 33))


def known(patch: Any) -> None:
    """From now on every match is begun from `KEY`."""
    patch.setattr("secrets.token_bytes", lambda size: KEY[:size])


def written() -> list[bytes]:
    """How it could be written."""
    import base64

    ways = [KEY.hex(), base64.b64encode(KEY).decode(), repr(KEY), str(list(KEY))]
    return [*(way.encode() for way in ways), KEY]
