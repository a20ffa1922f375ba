"""``python -m tests.fair --tables 1500 --game NAME --seed 1``: many tables, and the first at which
something was not fair, with its acts."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from rules import games
from tests import toy
from tests.fair.seated import Failed, Hall
from tests.fair.tables import play


async def run(game: str, first: int, tables: int) -> int:
    begun = time.monotonic()
    with TemporaryDirectory() as folder:
        hall = Hall(Path(folder))
        try:
            for k in range(tables):
                await play(hall, game, first + k)
                if (k + 1) % 50 == 0 or k + 1 == tables:
                    counts = ", ".join(f"{n} {what}" for what, n in hall.count.items())
                    print(f"{game}: {counts}; {time.monotonic() - begun:.0f} s", flush=True)
        except Failed as failed:
            print(failed)
            return 1
        finally:
            await hall.close()
    return 0


def main() -> int:
    toy.install()
    parser = argparse.ArgumentParser(prog="python -m tests.fair", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--game", choices=sorted(games()), action="append")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = asked.game or sorted(games())
    return max(asyncio.run(run(name, asked.seed, asked.tables)) for name in names)


if __name__ == "__main__":
    sys.exit(main())
