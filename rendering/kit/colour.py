"""Colours: mixing, contrast, and how far apart two of them look, also to colour-blind eyes."""

from __future__ import annotations

import math
from collections.abc import Sequence

RGB = tuple[int, int, int]

# Machado, Oliveira, Fernandes 2009: severity 1.0, on linear RGB, rows of a 3 x 3 matrix.
SIGHTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def rgb(code: str) -> RGB:
    """``#RRGGBB`` as three numbers from 0 to 255.

    Raises:
        ValueError: it is not written so.
    """
    if len(code) != 7 or code[0] != "#":
        raise ValueError(f"not a colour: {code!r}")
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def code(colour: Sequence[float]) -> str:
    """Three numbers from 0 to 255 as ``#RRGGBB``."""
    r, g, b = (min(255, max(0, round(v))) for v in colour)
    return f"#{r:02X}{g:02X}{b:02X}"


def mix(a: str, b: str, t: float) -> str:
    """The colour at ``t`` (0 to 1) of the way from ``a`` to ``b``."""
    return code([x + (y - x) * t for x, y in zip(rgb(a), rgb(b), strict=True)])


def _linear(value: float) -> float:
    value /= 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _seen(colour: str, sight: str) -> list[float]:
    """Linear RGB, 0 to 1, as that kind of sight has it."""
    linear = [_linear(v) for v in rgb(colour)]
    return [
        min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True))))
        for row in SIGHTS[sight]
    ]


def luminance(colour: str) -> float:
    """Relative luminance after WCAG 2."""
    r, g, b = (_linear(v) for v in rgb(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """Contrast after WCAG 2: 1 (none) to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def _lab(linear: Sequence[float]) -> tuple[float, float, float]:
    r, g, b = linear
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _hue(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360


def delta_e(one: tuple[float, float, float], two: tuple[float, float, float]) -> float:
    """CIEDE2000 between two CIELAB colours (Sharma, Wu, Dalal 2005)."""
    l1, a1, b1 = one
    l2, a2, b2 = two
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(mean7 / (mean7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = _hue(a1, b1), _hue(a2, b2)
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    d_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    if grey:
        h_mean = h1 + h2
    elif abs(h1 - h2) <= 180:
        h_mean = (h1 + h2) / 2
    else:
        h_mean = (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(h_mean - 30))
        + 0.24 * math.cos(math.radians(2 * h_mean))
        + 0.32 * math.cos(math.radians(3 * h_mean + 6))
        - 0.20 * math.cos(math.radians(4 * h_mean - 63))
    )
    s_l = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * t
    swing = math.sin(math.radians(60 * math.exp(-(((h_mean - 275) / 25) ** 2))))
    r_t = -swing * 2 * math.sqrt(c_mean**7 / (c_mean**7 + 25**7))
    dl, dc, dh = (l2 - l1) / s_l, (c2 - c1) / s_c, d_hue / s_h
    return math.sqrt(dl * dl + dc * dc + dh * dh + r_t * dc * dh)


def distance(a: str, b: str, sight: str = "normal") -> float:
    """CIEDE2000 between two colours as a kind of sight (a key of `SIGHTS`) has them."""
    return delta_e(_lab(_seen(a, sight)), _lab(_seen(b, sight)))
