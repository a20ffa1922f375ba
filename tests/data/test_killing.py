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


def cut(how: str, cuts: int, tmp_path: Path) -> dict:
    met = run("powercut", how, cuts, 3, tmp_path / "power")
    if "skipped" in met:
        pytest.skip(met["skipped"])
    assert met["cuts"] == cuts
    return met


def test_r3_600_power_cuts_lose_nothing_and_break_nothing(tmp_path):
    met = cut("full", 600, tmp_path)
    assert met["faults"] == {}
    assert met["in a commit"] > 100
    assert met["in a checkpoint"] > 30


def test_r3_would_notice_commits_that_are_not_synced(tmp_path):
    met = cut("normal", 300, tmp_path)
    assert met["faults"].get("lost", 0) > 50
    assert "broken" not in met["faults"]


def test_r3_would_notice_a_broken_file(tmp_path):
    assert cut("off", 60, tmp_path)["faults"].get("broken", 0) > 5
