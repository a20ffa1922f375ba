"""A small game with all the hard things, found like any other game once it is installed.

`install` appends its folders to the paths of ``rules``, ``rendering``, ``cogs`` and ``data``, which
is all a game needs to be found; ``tests/conftest.py`` calls it.
"""

from __future__ import annotations

import importlib
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ("rules", "rendering", "cogs", "data")


def install() -> None:
    """Make the toy known. Calling it again changes nothing."""
    for name in PACKAGES:
        folder = str(HERE / name)
        if not Path(folder).is_dir():
            continue
        path = importlib.import_module(name).__path__
        if folder not in path:
            path.append(folder)
    _forget()


def uninstall() -> None:
    """Take the toy out again: for tests of what there is without it."""
    for name in PACKAGES:
        path = importlib.import_module(name).__path__
        folder = str(HERE / name)
        if folder in path:
            path.remove(folder)
    _forget()


def _forget() -> None:
    import rules
    from rendering import scene, words

    rules.games.cache_clear()
    scene.renderers.cache_clear()
    words.reload()
