"""Cover in sixteen steps: what lies between a pixel of a mark and the ground under it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

FULL = 15
"""The highest level: the ground does not show through."""

Levels = npt.NDArray[np.uint16]
"""Height x width; each level times 256, so that adding the ground's palette index looks up the
blend in one step."""


def levels(cover: npt.NDArray[Any], most: float = 255, strength: float = 1) -> Levels:
    """Cover from 0 to ``most`` in levels; ``strength`` (0 to 1) thins all of it."""
    steps = np.rint(np.asarray(cover, np.float32) * (FULL * strength / most))
    return np.asarray(np.clip(steps, 0, FULL).astype(np.uint16) << 8, np.uint16)
