"""Materials: slate, brass and wood as fields of light, to be coloured by whoever uses them.

Everything stays smooth: grain is lost on a phone and makes files four to six times larger.
"""

from __future__ import annotations

import numpy as np

from rendering.kit.raster import Field, Grid, Ground, blend, bump, noise, sheen, smooth, tint


def slate(width: int, height: int, colour: str, seed: int = 7) -> Ground:
    """A slab of cleft slate, lit from the upper left, with a chamfered edge: height x width x 3."""
    # Everything in it is smooth, so half the size is enough to work it out.
    w, h = width // 2, height // 2
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    turn = np.radians(-17)
    along = -x * np.sin(turn) + y * np.cos(turn)
    steps = (along + 40 * noise(w, h, 140, seed + 14) + 6 * noise(w, h, 40, seed + 15)) / 110
    t = steps - np.floor(steps)
    cleft = bump(0, 0.014, t) * 3.4 - bump(0.03, 0.016, t) * 3.0
    fall = np.clip(((x / w - 0.40) ** 2 + (y / h - 0.33) ** 2) * 1.1, 0, 0.6)
    # Few flat steps: each contour costs bytes in every picture.
    light = 1.06 - 0.05 * np.floor(fall * 5)
    out = np.empty((h, w, 3), np.float32)
    out[...] = tint(colour)
    out *= light[..., None]
    out += cleft[..., None]
    big = np.repeat(np.repeat(out, 2, 0), 2, 1)
    # Averaging neighbours takes the steps of doubling away.
    big[1:-1] = (big[:-2] + 2 * big[1:-1] + big[2:]) / 4
    big[:, 1:-1] = (big[:, :-2] + 2 * big[:, 1:-1] + big[:, 2:]) / 4
    down = np.arange(height, dtype=np.float32)[:, None]
    across = np.arange(width, dtype=np.float32)[None, :]
    for edge, lift in (
        (across, 9),
        (down, 12),
        (width - 1 - across, -9),
        (height - 1 - down, -13),
    ):
        big += (lift * smooth(9, 0, edge))[..., None]
    return big


def brass(angle: Field, low: str, middle: str, high: str) -> Ground:
    """Brushed brass turned round a centre: height x width x 3."""
    return (blend(low, high, sheen(angle)) + tint(middle)) / 2


def rings(at: Grid, seed: int, towards: float) -> Field:
    """Growth rings across a turned disc, about 0: arcs round a heart far off (towards that angle in
    degrees), thin dark late wood and broad light early wood."""
    height, width = at.x.shape
    turn = np.radians(towards)
    u = at.x * np.cos(turn) + at.y * np.sin(turn)
    v = -at.x * np.sin(turn) + at.y * np.cos(turn)
    warp = noise(width, height, 70 / float(at.x[0, 1] - at.x[0, 0]), seed) * 5
    far = np.hypot((u + 78) * 0.80, v * 1.05) + warp
    t = (far / 12.5) % 1
    return np.asarray(0.35 - 1.35 * bump(0.80, 0.11, t) + 0.25 * t, np.float32)
