"""Shared by all tests: the toy game is there beside the real ones, and chance is the same in every
run."""

import random

import pytest

from tests import toy

toy.install()


@pytest.fixture(autouse=True)
def _same_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test plays the same matches in every run: a tie or another first player that comes up once
    in a hundred runs would fail on somebody whose change has nothing to do with it."""
    monkeypatch.setattr("secrets.token_bytes", random.Random(request.node.nodeid).randbytes)
