"""Fonts: found by family, sized, and asked which characters they have.

Pillow sets a text in one font and draws a box for what that font lacks, so a text is split into
runs here, each in the first face that covers it (see `runs`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import fontpkg  # type: ignore[import-untyped]
from PIL import ImageFont

from rendering.kit.theme import Face

FALLBACKS = (
    Face("noto-sans", 700),  # Latin, Greek, Cyrillic, Devanagari
    Face("noto-sans-arabic", 700),
    Face("noto-sans-thai", 700),
    Face("rubik", 700),  # Hebrew, for which there is no Noto package
)
"""Bold faces for names that a theme's faces do not cover."""

# Fonts for Chinese, Japanese and Korean are too large to depend on: taken where the system has one.
_SYSTEM = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Bold.ttc",
    "/System/Library/Fonts/PingFang.ttc",
    "/System/Library/Fonts/Hiragino Sans GB.ttc",
    "C:/Windows/Fonts/msyhbd.ttc",
    "C:/Windows/Fonts/malgunbd.ttf",
)
_UNKNOWN = "\U0010fffe"  # a noncharacter: every font draws its box for it


class Run(NamedTuple):
    """A piece of text that one face covers."""

    face: Face
    text: str


@lru_cache(64)
def _file(face: Face) -> tuple[str, bool]:
    """Path of the face's file, and whether its weight has to be set."""
    if "/" in face.family:
        return face.family, False
    path = fontpkg.path(face.family, weight=face.weight, style=face.style)
    variable = any(f.variable and f.path == path for f in fontpkg.family(face.family).files)
    return str(path), variable


@lru_cache(128)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """The face at a size in px.

    Raises:
        fontpkg.FontpkgError: its family is not installed.
    """
    path, variable = _file(face)
    found = ImageFont.truetype(path, size)
    if variable:
        axes = [
            # Width is the other axis there is; it goes from 62.5 to 100.
            float(face.weight if (axis["maximum"] or 0) >= 700 else axis["default"] or 0)
            for axis in found.get_variation_axes()
        ]
        found.set_variation_by_axes(axes)
    return found


@lru_cache(1)
def _fallbacks() -> tuple[Face, ...]:
    installed = fontpkg.families()
    ours = [face for face in FALLBACKS if face.family in installed]
    theirs = [Face(path) for path in _SYSTEM if Path(path).exists()]
    return (*ours, *theirs)


@lru_cache(8192)
def covers(face: Face, ch: str) -> bool:
    """Whether the face has that character: it then draws something else than its box."""
    sized = font(face, 24)
    return _drawn(sized, ch) != _drawn(sized, _UNKNOWN)


def _drawn(sized: ImageFont.FreeTypeFont, ch: str) -> tuple[tuple[int, int], bytes]:
    mask = sized.getmask(ch)
    return mask.size, bytes(mask)


def clusters(text: str) -> Iterator[str]:
    """Each character with the combining marks that belong to it."""
    held = ""
    for ch in text:
        if held and unicodedata.category(ch)[0] == "M":
            held += ch
        else:
            if held:
                yield held
            held = ch
    if held:
        yield held


@lru_cache(8192)
def _face_for(face: Face, cluster: str) -> Face | None:
    for candidate in (face, *_fallbacks()):
        if all(covers(candidate, ch) for ch in cluster):
            return candidate
    return None


@lru_cache(2048)
def runs(text: str, face: Face) -> tuple[Run, ...]:
    """The text in pieces that one face each covers, in order of drawing.

    What no face covers is left out. A text that begins right to left has its pieces in that order.
    """
    found: list[Run] = []
    for cluster in clusters(text):
        fit = _face_for(face, cluster)
        if fit is None and len(cluster) > 1:
            cluster = cluster[0]
            fit = _face_for(face, cluster)
        if fit is None:
            continue
        if found and (cluster == " " or found[-1].face == fit):
            found[-1] = Run(found[-1].face, found[-1].text + cluster)
        else:
            found.append(Run(fit, cluster))
    direction = next(
        (d for d in map(unicodedata.bidirectional, text) if d in ("L", "R", "AL")), "L"
    )
    return tuple(reversed(found)) if direction != "L" else tuple(found)


def legible(text: str, face: Face, otherwise: str) -> str:
    """The text without the characters that no font covers, or ``otherwise`` when that takes more
    than half of its letters."""
    whole = [ch for ch in text if ch.isalnum()]
    kept = [c for c in clusters(text) if _face_for(face, c) or _face_for(face, c[0])]
    letters = [c for c in kept if c[0].isalnum()]
    if not letters or 2 * len(letters) < len(whole):
        # A name of signs alone, all of them drawable, is a name too.
        return text if kept and not whole and len(kept) == len(text) else otherwise
    return " ".join("".join(kept).split())
