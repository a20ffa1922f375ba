"""R1 and R3: processes that are killed and power that is cut lose nothing that was acknowledged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="forks and kills")


def run(module: str, *args: object) -> dict:
    """A harness in a process of its own, where nothing has been opened yet; what it found."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.data.{module}", *map(str, args)],
        cwd=ROOT, capture_output=True, text=True, timeout=150, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_r1_a_writer_killed_100_times_under_load(tmp_path):
    met = run("killing", "honest", 100, 7, tmp_path)
    assert met["faults"] == []
    assert met["kills"] == 100
    assert met["acknowledged"] > 500
    assert met["stored but never told"] > 5, "it is never killed in the middle of a commit"


@pytest.mark.parametrize(("mutant", "fault"), [("early", "lost"), ("torn", "half applied")])
def test_r1_would_notice(tmp_path, mutant, fault):
    met = run("killing", mutant, 40, 7, tmp_path)
    assert any(fault in one for one in met["faults"])
