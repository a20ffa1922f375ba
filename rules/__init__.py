"""The games. Pure: no Discord, no Pillow, no SQL, no clock, no global random.

A game is a module or package in here that has a ``GAME``, an instance of `kernel.Game`.
It is found, never registered.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from rules.kernel import Game

AnyGame = Game[Any, Any]


@cache
def games() -> dict[str, AnyGame]:
    """Every game found in this package's path, by name, in order of name.

    Modules whose name begins with an underscore and modules without a ``GAME`` are passed over.
    Tests append a folder to ``rules.__path__`` and call ``games.cache_clear()``.

    Raises:
        TypeError: a ``GAME`` is not a `kernel.Game`, or its name is not its module's.
    """
    found: dict[str, AnyGame] = {}
    for info in pkgutil.iter_modules(__path__):
        if info.name.startswith("_"):
            continue
        here = getattr(importlib.import_module(f"{__name__}.{info.name}"), "GAME", None)
        if here is None:
            continue
        if not isinstance(here, Game) or here.name != info.name:
            raise TypeError(f"rules/{info.name}: GAME must be a Game named {info.name!r}")
        found[here.name] = here
    return dict(sorted(found.items()))


def game(name: str) -> AnyGame:
    """The game of that name.

    Raises:
        KeyError: there is none; the message names those there are.
    """
    try:
        return games()[name]
    except KeyError:
        raise KeyError(f"no game {name!r}; there are: {', '.join(games())}") from None
