"""Hashes over what is stored: the chain of the log, seals of rows, the commitment to the seed.

Each is SHA-256 (CRC-32 for the rest of a row) over a JSON array without blanks, so that anybody
can work it out again in any language. No user id goes into the chain: a person can be forgotten
without breaking it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import zlib
from collections.abc import Sequence
from typing import Any


def commitment(seed: bytes) -> str:
    """What is made public of a seed before anybody joins: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def key_of(seed: bytes, message: int | None, presses: Sequence[int] | None) -> bytes:
    """What keys the chance of a match, 32 bytes: HMAC-SHA256, keyed by the seed, over the decimal
    ids of the lobby's message and of the presses, joined by commas.

    Whoever runs the bot knows the seed before and the ids only after committing to it; whoever
    plays knows no seed. Without presses (0.1.0) it is the seed itself.
    """
    if presses is None:
        return seed
    return hmac.digest(seed, ",".join(map(str, (message or 0, *presses))).encode(), "sha256")


def origin(
    committed: str, match: int, game: str, seats: int, message: int | None,
    presses: Sequence[int] | None,
) -> str:  # fmt: skip
    """What the chain of a match begins with, in hex: so that its head stands for this match alone.
    Without presses (0.1.0) it is the commitment."""
    if presses is None:
        return committed
    line = _line((committed, match, game, seats, message, list(presses)))
    return hashlib.sha256(line).hexdigest()


def digest(state: bytes) -> str:
    """SHA-256 of a stored position, in hex."""
    return hashlib.sha256(state).hexdigest()


def link(before: str, n: int, ply: int, kind: str, seat: int | None, move: str, state: str) -> str:
    """The hash of a log entry, in hex: over the hash before it (the origin before the first),
    its number, ply, kind, seat and move, and the digest of the position after it."""
    return hashlib.sha256(_line((before, n, ply, kind, seat, move, state))).hexdigest()


def seal(*values: Any) -> str:
    """A hash over the values of a row (plain JSON values), in hex; notices any later change."""
    return hashlib.sha256(_line(values)).hexdigest()


def checksum(*values: Any) -> int:
    """A short check number over plain JSON values; notices a flipped bit, not a forger."""
    return zlib.crc32(_line(values))


def _line(values: tuple[Any, ...]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode("ascii")
