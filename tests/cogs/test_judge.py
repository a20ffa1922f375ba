"""The judge of request bodies is at work in every test of this folder; here it is judged itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.judge import SHARED, complaints, judge


class Sent:
    """A request as SimCord logs it."""

    def __init__(self, method: str, path: str, json: Any) -> None:
        self.method, self.path, self.json = method, path, json


class Log:
    def __init__(self, *sent: Sent) -> None:
        self.http_requests = list(sent)


NOBODY: dict[str, Any] = {"parse": []}


@pytest.mark.skipif(judge() is None, reason=f"Discord's own schema is not here ({SHARED})")
def test_what_discord_refuses_is_found() -> None:
    good = {"content": "x", "allowed_mentions": NOBODY}
    assert complaints(Log(Sent("POST", "/channels/1/messages", good))) == []
    long = {"content": "x" * 2001, "allowed_mentions": NOBODY}
    assert complaints(Log(Sent("POST", "/channels/1/messages", long)))
    bad = [{"name": "Bad Name", "description": "d", "type": 1}]
    assert complaints(Log(Sent("PUT", "/applications/1/commands", bad)))


@pytest.mark.parametrize("allowed", [None, {"parse": ["users"]}, {"parse": ["everyone"]}])
def test_a_message_that_might_mention_anybody_is_found(allowed: Any) -> None:
    body = {"content": "x", "allowed_mentions": allowed}
    assert complaints(Log(Sent("POST", "/channels/1/messages", body)))
