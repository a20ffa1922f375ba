"""Hashes over what is stored: the chain of the log, seals of rows, the commitment to the seed.

Each is SHA-256 (CRC-32 for the rest of a row) over a JSON array without blanks, so that anybody
can work it out again in any language. No user id goes into the chain: a person can be forgotten
without breaking it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import Any


def commitment(seed: bytes) -> str:
    """What is made public of a seed at the start: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def digest(state: bytes) -> str:
    """SHA-256 of a stored position, in hex."""
    return hashlib.sha256(state).hexdigest()


def link(before: str, n: int, ply: int, kind: str, seat: int | None, move: str, state: str) -> str:
    """The hash of a log entry, in hex: over the hash before it (the commitment before the first),
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
