"""``python -m tests.bench``: measure, print the table, write ``bench.json``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests import toy
from tests.bench import frame


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=frame.__doc__)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    parser.add_argument("--rounds", type=int, default=frame.ROUNDS)
    parser.add_argument("--out", type=Path, default=Path("bench.json"))
    parser.add_argument("--list", action="store_true", help="name the rows and measure nothing")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a target is missed")
    asked = parser.parse_args()
    toy.install()
    rows = frame.find(asked.only)
    if asked.list:
        print("\n".join(row.name for row in rows))
        return 0
    results = frame.run(rows, asked.rounds, frame.progress)
    frame.progress("")
    print(("\r" if sys.stderr.isatty() else "") + frame.table(results))
    frame.write(results, asked.out)
    missed = [result.row.name for result in results if result.met is False]
    return 1 if asked.strict and missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
