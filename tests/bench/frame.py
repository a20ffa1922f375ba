"""Rows of the benchmark: how they are found, measured in rounds, printed and written.

A measure is called once a round and returns one number; it may be a coroutine function. Rounds go
through all rows in turn, so that a busy minute of the machine falls on all of them alike; what is
printed is the median over the rounds with the lowest and the highest beside it.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import inspect
import json
import os
import pkgutil
import platform
import statistics
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

import tests.bench

ROUNDS = 5


class Target(NamedTuple):
    """A number to reach."""

    kind: Literal["at least", "at most"]
    bound: float

    def met(self, value: float) -> bool:
        return value >= self.bound if self.kind == "at least" else value <= self.bound

    def __str__(self) -> str:
        return f"{self.kind} {shown(self.bound)}"


def at_least(bound: float) -> Target:
    return Target("at least", bound)


def at_most(bound: float) -> Target:
    return Target("at most", bound)


class Skip(Exception):
    """A measure cannot be taken here (a library is missing); the reason is printed."""


@dataclass(frozen=True)
class Row:
    """One line of the table.

    ``rows_store.py`` might say ``Row("move stored, p50", "ms", at_most(1), measure)``. A measure
    prepares what it needs itself, outside the time it takes. Where one run gives several numbers
    (p50 and p99), let one row run and keep, and the next read.
    """

    name: str
    unit: str
    target: Target | None
    measure: Callable[[], float | Awaitable[float]]
    rounds: int = ROUNDS
    """Rounds at most; 1 for what takes long or is the same each time."""
    done: Callable[[], object] | None = None
    """Called after the last round; may be a coroutine function."""


@dataclass
class Result:
    row: Row
    values: list[float] = field(default_factory=list)
    skipped: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def met(self) -> bool | None:
        """None: there is no target, or nothing was measured."""
        if self.row.target is None or not self.values:
            return None
        return self.row.target.met(self.median)


def find(only: str = "") -> list[Row]:
    """The rows of every ``rows_*.py``; with ``only``, those whose name contains it."""
    found: list[Row] = []
    for info in sorted(pkgutil.iter_modules(tests.bench.__path__), key=lambda info: info.name):
        if info.name.startswith("rows_"):
            found += importlib.import_module(f"tests.bench.{info.name}").rows()
    return [row for row in found if only.casefold() in row.name.casefold()]


def run(
    rows: Iterable[Row], rounds: int = ROUNDS, say: Callable[[str], object] = lambda _: None
) -> list[Result]:
    """Measure in rounds. A measure that fails otherwise than by `Skip` fails the whole run."""
    results = [Result(row) for row in rows]
    for k in range(rounds):
        for result in results:
            if k >= result.row.rounds or result.skipped:
                continue
            say(f"round {k + 1} of {rounds}: {result.row.name}")
            gc.collect()
            try:
                result.values.append(float(_wait(result.row.measure)))
            except Skip as why:
                result.skipped = str(why)
    for result in results:
        if result.row.done is not None:
            _wait(result.row.done)
    return results


def _wait(call: Callable[[], object]) -> float:
    value = call()
    if inspect.isawaitable(value):

        async def whole() -> object:
            return await value

        value = asyncio.run(whole())
    return value  # type: ignore[return-value]


def shown(number: float) -> str:
    """About three digits, thousands apart."""
    size = abs(number)
    digits = 0 if size >= 100 or number == int(number) else 1 if size >= 10 else 2
    return f"{number:,.{digits}f}".replace(",", " ")


def table(results: Iterable[Result]) -> str:
    """The results as lines for people."""
    lines = [("what", "median", "unit", "target", "", "lowest to highest")]
    for result in results:
        row = result.row
        target = str(row.target) if row.target else ""
        if result.skipped:
            lines.append((row.name, "-", row.unit, target, "skipped", result.skipped))
            continue
        mark = {True: "met", False: "MISSED", None: ""}[result.met]
        spread = f"{shown(min(result.values))} to {shown(max(result.values))}"
        lines.append((row.name, shown(result.median), row.unit, target, mark, spread))
    wide = [max(len(line[k]) for line in lines) for k in range(6)]
    rows = (
        "  ".join(cell.rjust(w) if k == 1 else cell.ljust(w) for k, (cell, w) in enumerate(pairs))
        for pairs in (list(zip(line, wide, strict=True)) for line in lines)
    )
    return "\n".join(row.rstrip() for row in rows)


def write(results: Iterable[Result], path: Path) -> None:
    """The results as JSON."""
    doc = {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "rows": [
            {
                "name": result.row.name,
                "unit": result.row.unit,
                "median": result.median if result.values else None,
                "values": result.values,
                "target": list(result.row.target) if result.row.target else None,
                "met": result.met,
                "skipped": result.skipped,
            }
            for result in results
        ],
    }
    path.write_text(json.dumps(doc, indent=1) + "\n", "utf-8")


def progress(line: str) -> None:
    """Say on a terminal what is going on; nothing where the output goes into a file."""
    if sys.stderr.isatty():
        print(f"\r{line:<78.78}", end="", file=sys.stderr, flush=True)
