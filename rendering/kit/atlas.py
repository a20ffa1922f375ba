"""One palette for everything a theme draws, found once, and the sprites in it.

Mapping colours costs more than all the rest of a picture, so it happens here and never again: a
sprite is an array of palette indices, and what a half-covered pixel gives over any ground is
looked up in a table (`Atlas.soft`).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rendering.kit.colour import mix
from rendering.kit.levels import FULL
from rendering.kit.raster import Paint, tint
from rendering.kit.theme import Theme

COLOURS = 255
"""Colours of a palette at most; one index stays free."""

Indices = npt.NDArray[np.uint8]
"""Height x width of palette indices."""
_Lab = npt.NDArray[np.floating[Any]]


class Sprite(NamedTuple):
    """A picture in palette indices with its anchor, the point that is placed."""

    pixels: Indices
    solid: npt.NDArray[np.bool_] | None
    """Where it covers wholly; None: everywhere."""
    rows: npt.NDArray[np.intp]
    columns: npt.NDArray[np.intp]
    """The half-covered pixels."""
    offsets: npt.NDArray[np.intp]
    """For each of them where its blends begin in `Atlas.soft`."""
    x: float
    y: float


@dataclass(frozen=True)
class Atlas:
    """What a theme draws with."""

    theme: Theme
    palette: bytes
    """768 bytes."""
    index: Mapping[str, int]
    """Palette index by colour role."""
    soft: npt.NDArray[np.uint8]
    """Flat: for each role, level and ground index the index of the blend."""
    tables: Mapping[str, npt.NDArray[np.uint8]]
    """For each role its 16 x 256 part of `soft`, flat."""
    sprites: Mapping[str, Sprite]
    grounds: Mapping[str, Indices]
    colours: npt.NDArray[np.uint8]
    """The palette's colours in use, n x 3."""

    @property
    def size(self) -> int:
        """Bytes held."""
        held = self.soft.nbytes + sum(g.nbytes for g in self.grounds.values())
        for s in self.sprites.values():
            held += s.pixels.nbytes + (0 if s.solid is None else s.solid.nbytes)
            held += s.rows.nbytes + s.columns.nbytes + s.offsets.nbytes
        return held


class Workshop:
    """Collects a theme's sprites and grounds, then closes them into an `Atlas`."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._sprites: dict[str, tuple[Paint, float, float]] = {}
        self._grounds: dict[str, npt.NDArray[np.floating[Any]]] = {}
        self._shades: list[tuple[str, float]] = []

    def sprite(self, name: str, paint: Paint, x: float, y: float) -> None:
        """A sprite with its anchor in px. Its half-covered edge takes the nearest role's colour."""
        self._sprites[name] = (paint, x, y)

    def ground(self, name: str, rgb: npt.NDArray[np.floating[Any]]) -> None:
        """A ground (height x width x 3, 0 to 255)."""
        self._grounds[name] = rgb

    def shaded(self, role: str, cover: float) -> None:
        """Grounds will lie under this colour at up to that cover: keep places for the blends."""
        self._shades.append((role, cover))

    def close(self, count: int = COLOURS) -> Atlas:
        """Find a palette of ``count`` colours and map everything to it. Fewer make smaller files.

        Raises:
            ValueError: more than 255, or not even one besides the fixed ones.
        """
        theme = self.theme
        roles = list(theme.colours)
        fixed = np.array([tint(theme.colours[role]) for role in roles], np.float32)
        unique, first = np.unique(fixed, axis=0, return_index=True)
        del unique
        kept = np.sort(first)
        if not len(kept) < count <= COLOURS:
            raise ValueError(f"{count} colours, {len(kept)} of them fixed")
        samples, weights = self._samples()
        centres = _cluster(samples, weights, fixed[kept], count)
        colours = np.rint(np.clip(_rgb_of(centres), 0, 255)).astype(np.uint8)
        colours[: len(kept)] = np.rint(fixed[kept])
        labs = _lab(colours.astype(np.float32))
        index = {
            role: int(np.argmin(((labs - _lab(fixed[i][None])) ** 2).sum(1)))
            for i, role in enumerate(roles)
        }
        soft = _blends(fixed, [index[role] for role in roles], colours, labs)
        nearest = _Nearest(labs)
        grounds = {name: nearest(ground) for name, ground in self._grounds.items()}
        edges = _lab(fixed)
        sprites = {
            name: _sprite(paint, x, y, nearest, edges)
            for name, (paint, x, y) in self._sprites.items()
        }
        palette = colours.tobytes().ljust(768, b"\0")
        size = 16 * 256
        tables = {role: soft[i * size : (i + 1) * size] for i, role in enumerate(roles)}
        return Atlas(theme, palette, index, soft, tables, sprites, grounds, colours)

    def join(self, atlas: Atlas) -> Atlas:
        """Map everything to the palette of an atlas of the same theme, which is a tenth of the work
        of finding one: the same things at another size, or things drawn only when they are met."""
        labs = _lab(atlas.colours.astype(np.float32))
        nearest = _Nearest(labs)
        edges = _lab(np.array([tint(atlas.theme.colours[role]) for role in atlas.index]))
        grounds = {name: nearest(ground) for name, ground in self._grounds.items()}
        sprites = {
            name: _sprite(paint, x, y, nearest, edges)
            for name, (paint, x, y) in self._sprites.items()
        }
        return replace(atlas, sprites=sprites, grounds=grounds)

    def _samples(self) -> tuple[npt.NDArray[np.floating[Any]], npt.NDArray[np.floating[Any]]]:
        """Colours (n x 3) and how much each counts."""
        found: list[tuple[npt.NDArray[np.floating[Any]], float]] = []
        for ground in self._grounds.values():
            few = ground[::3, ::3].reshape(-1, 3)
            found.append((few, 9.0))
            for role, most in self._shades:
                shade, rare = tint(self.theme.colours[role]), ground[::11, ::11].reshape(-1, 3)
                found += [
                    (rare + (shade - rare) * np.float32(most * k / 4), 20.0) for k in range(1, 5)
                ]
        for paint, _, _ in self._sprites.values():
            found.append((paint[..., :3][paint[..., 3] > 0.5], 4.0))
        colours = self.theme.colours
        ramp = [
            tint(mix(colours[a], colours[b], k / 5))
            for a, b in self.theme.reads
            for k in range(1, 5)
        ]
        found.append((np.array(ramp, np.float32), 3000.0))
        pixels = np.concatenate([part for part, _ in found])
        weight = np.concatenate([np.full(len(part), w, np.float32) for part, w in found])
        return _histogram(pixels, weight)


def _histogram(
    pixels: npt.NDArray[np.floating[Any]], weight: npt.NDArray[np.floating[Any]]
) -> tuple[npt.NDArray[np.floating[Any]], npt.NDArray[np.floating[Any]]]:
    """Colours gathered in boxes of 4 x 4 x 4: their means, and the roots of their weights."""
    boxes = (np.clip(pixels, 0, 255).astype(np.int32)) >> 2
    key = boxes[:, 0] << 12 | boxes[:, 1] << 6 | boxes[:, 2]
    size = 1 << 18
    total = np.bincount(key, weight, size)
    used = np.flatnonzero(total)
    sums = [np.bincount(key, weight * pixels[:, c], size)[used] for c in range(3)]
    means = np.stack(sums, 1) / total[used, None]
    # By root, or large plain areas would take all places and pieces would get none.
    return means.astype(np.float32), np.sqrt(total[used]).astype(np.float32)


_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    np.float32,
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ],
    np.float32,
)


def _lab(rgb: npt.NDArray[np.floating[Any]]) -> _Lab:
    """Oklab (Ottosson 2020) of colours (n x 3), times 100: distances are as the eye has them."""
    c = rgb / np.float32(255)
    linear = np.where(c <= 0.04045, c / 12.92, ((np.maximum(c, 0) + 0.055) / 1.055) ** 2.4)
    lms = np.cbrt(linear.astype(np.float32) @ _TO_LMS.T)
    return np.asarray(lms @ _TO_LAB.T * np.float32(100), np.float32)


def _rgb_of(lab: _Lab) -> npt.NDArray[np.floating[Any]]:
    lms = (lab / np.float32(100)) @ np.linalg.inv(_TO_LAB.astype(np.float64)).T
    linear = np.clip(lms**3 @ np.linalg.inv(_TO_LMS.astype(np.float64)).T, 0, 1)
    c = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.asarray(c * 255, np.float32)


def _closest(points: _Lab, centres: _Lab) -> npt.NDArray[np.intp]:
    """For each point the place of the nearest centre."""
    out = np.empty(len(points), np.intp)
    squares = (centres * centres).sum(1)
    for start in range(0, len(points), 8192):
        part = points[start : start + 8192]
        out[start : start + 8192] = (squares - 2 * (part @ centres.T)).argmin(1)
    return out


def _cluster(
    samples: npt.NDArray[np.floating[Any]],
    weights: npt.NDArray[np.floating[Any]],
    fixed: npt.NDArray[np.floating[Any]],
    count: int,
) -> _Lab:
    """K-means in Oklab with centres that stay where they are; the same for the same input."""
    points, pinned = _lab(samples), _lab(fixed)
    centres = np.empty((count, 3), np.float32)
    centres[: len(pinned)] = pinned
    away = np.full(len(points), np.inf, np.float32)
    for k in range(count):
        if k >= len(pinned):  # the sample that is worst served so far
            centres[k] = points[int(np.argmax(away * weights))]
        step = points - centres[k]
        np.minimum(away, (step * step).sum(1), out=away)
    for _ in range(8):
        near = _closest(points, centres)
        total = np.bincount(near, weights, count)
        for c in range(3):
            mean = np.bincount(near, weights * points[:, c], count) / np.maximum(total, 1e-9)
            centres[len(pinned) :, c] = np.where(total > 0, mean, centres[:, c])[len(pinned) :]
    return centres


def _blends(
    roles: npt.NDArray[np.floating[Any]],
    places: list[int],
    colours: npt.NDArray[np.uint8],
    labs: _Lab,
) -> npt.NDArray[np.uint8]:
    """For each role, level and ground index the index nearest to the blend, flat."""
    ground = np.zeros((256, 3), np.float32)
    ground[: len(colours)] = colours
    share = (np.arange(FULL + 1, dtype=np.float32) / FULL)[:, None, None]
    out = np.empty((len(roles), FULL + 1, 256), np.uint8)
    for i, colour in enumerate(roles):
        mixed = ground + (colour - ground) * share
        out[i] = _closest(_lab(mixed.reshape(-1, 3)), labs).reshape(FULL + 1, 256)
        out[i, 0] = np.arange(256)
        out[i, FULL] = places[i]
    return out.reshape(-1)


_ROWS = 256
"""Rows of a ground that are mapped at a time: what is worked out on the way is many times as
large."""
_UNKNOWN = 255
"""No palette has so many colours."""


class _Known(threading.local):
    """For every colour there is, its place in the palette that was last mapped to. One table for
    all: sixteen million bytes made and thrown away for each sprite would stay with the process."""

    def __init__(self) -> None:
        self.table = np.full(1 << 24, _UNKNOWN, np.uint8)
        self.palette = b""


_known = _Known()


class _Nearest:
    """Maps pixels to the nearest palette colour; each colour is worked out once."""

    def __init__(self, labs: _Lab) -> None:
        self._labs = labs
        self._palette = labs.tobytes()

    def __call__(self, rgb: npt.NDArray[Any]) -> Indices:
        if len(rgb) > _ROWS:
            return np.concatenate([self(rgb[k : k + _ROWS]) for k in range(0, len(rgb), _ROWS)])
        if _known.palette != self._palette:
            _known.table.fill(_UNKNOWN)
            _known.palette = self._palette
        whole = np.clip(np.rint(rgb), 0, 255).astype(np.int32)
        key = whole[..., 0] << 16 | whole[..., 1] << 8 | whole[..., 2]
        found = _known.table[key]
        fresh = np.unique(key[found == _UNKNOWN])
        if len(fresh):
            three = np.stack([fresh >> 16, fresh >> 8 & 255, fresh & 255], 1).astype(np.float32)
            _known.table[fresh] = _closest(_lab(three), self._labs)
            found = _known.table[key]
        return np.asarray(found)


def _sprite(paint: Paint, x: float, y: float, nearest: _Nearest, edges: _Lab) -> Sprite:
    level = np.rint(paint[..., 3] * FULL).astype(np.intp)
    pixels = nearest(paint[..., :3])
    solid = level == FULL
    rows, columns = np.nonzero((level > 0) & ~solid)
    role = _closest(_lab(paint[rows, columns, :3]), edges)
    offsets = (role * (FULL + 1) + level[rows, columns]) * 256
    return Sprite(pixels, None if solid.all() else solid, rows, columns, offsets, x, y)
