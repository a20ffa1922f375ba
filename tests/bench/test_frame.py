"""The benchmark's frame: rounds, medians, coroutines, skips, the table and the file."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.bench import frame
from tests.bench.frame import Row, Skip, at_least, at_most


def test_the_median_over_the_rounds_is_what_counts() -> None:
    values = iter([9.0, 1.0, 2.0])
    (result,) = frame.run([Row("x", "ms", at_most(2), lambda: next(values))], rounds=3)
    assert result.values == [9.0, 1.0, 2.0]
    assert result.median == 2.0
    assert result.met is True


def test_rounds_go_through_all_rows_in_turn() -> None:
    order: list[str] = []

    def measure(name: str) -> float:
        order.append(name)
        return 1.0

    rows = [Row(name, "", None, lambda name=name: measure(name)) for name in "ab"]
    rows.append(Row("once", "", None, lambda: measure("once"), rounds=1))
    frame.run(rows, rounds=2)
    assert order == ["a", "b", "once", "a", "b"]


def test_a_measure_may_be_a_coroutine_function_and_be_tidied_up_after() -> None:
    tidied = []

    async def measure() -> float:
        await asyncio.sleep(0)
        return 3.0

    async def done() -> None:
        tidied.append(True)

    (result,) = frame.run([Row("x", "ms", None, measure, done=done)], rounds=2)
    assert result.values == [3.0, 3.0]
    assert tidied == [True]
    assert result.met is None


def test_what_cannot_be_measured_here_says_why() -> None:
    def measure() -> float:
        raise Skip("no such library")

    (result,) = frame.run([Row("x", "ms", at_most(1), measure)], rounds=3)
    assert result.met is None
    assert "no such library" in frame.table([result])


def test_a_measure_that_fails_is_not_passed_over() -> None:
    with pytest.raises(ZeroDivisionError):
        frame.run([Row("x", "ms", None, lambda: 1 / 0)])


def test_a_missed_target_is_seen_in_the_table_and_in_the_file(tmp_path: Path) -> None:
    results = frame.run(
        [Row("slow", "ms", at_most(1), lambda: 2.5), Row("fast", "/s", at_least(10), lambda: 12e3)],
        rounds=1,
    )
    lines = frame.table(results).splitlines()
    assert "MISSED" in lines[1]
    assert "met" in lines[2]
    assert "12 000" in lines[2]
    frame.write(results, tmp_path / "bench.json")
    doc = json.loads((tmp_path / "bench.json").read_text())
    assert [(row["name"], row["median"], row["met"]) for row in doc["rows"]] == [
        ("slow", 2.5, False),
        ("fast", 12000.0, True),
    ]


def test_each_game_found_has_its_rows() -> None:
    names = [row.name for row in frame.find()]
    assert len(set(names)) == len(names)
    for game in ("sarena", "toy"):
        assert f"{game}: random match through apply" in names
    assert [row.name for row in frame.find("SARENA: random")] == [
        "sarena: random match through apply"
    ]
