"""Cover in sixteen steps: what lies between a pixel of a mark and the ground under it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

FULL = 15
"""The highest level: the ground does not show through."""

Levels = npt.NDArray[np.uint16]
"""Height x width; each level times 256, so that adding the ground's palette index looks up the
blend in one step."""


class Stencil(NamedTuple):
    """Levels of cover, ready to be laid on: height x width of them, and where few pixels are
    half-covered the two kinds apart, which is laid three times as fast."""

    levels: Levels
    full: npt.NDArray[np.bool_] | None = None
    rows: npt.NDArray[np.intp] | None = None
    columns: npt.NDArray[np.intp] | None = None
    offsets: npt.NDArray[np.intp] | None = None

    def part(self, top: int, bottom: int, left: int, right: int) -> Stencil:
        """Some rows and columns of it."""
        return stencil(self.levels[top:bottom, left:right])


_FEW = 20
"""One half-covered pixel looked up alone costs as much as this many looked up in a row."""


def stencil(cover: Levels) -> Stencil:
    """The stencil of these levels."""
    full = cover == FULL << 8
    rows, columns = np.nonzero((cover > 0) & ~full)
    if len(rows) * _FEW > cover.size:
        return Stencil(cover)
    return Stencil(cover, full, rows, columns, cover[rows, columns].astype(np.intp))


def levels(cover: npt.NDArray[Any], most: float = 255, strength: float = 1) -> Levels:
    """Cover from 0 to ``most`` in levels; ``strength`` (0 to 1) thins all of it."""
    steps = np.rint(np.asarray(cover, np.float32) * (FULL * strength / most))
    return np.asarray(np.clip(steps, 0, FULL).astype(np.uint16) << 8, np.uint16)
