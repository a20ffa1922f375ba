"""Sator's look: parchment and red initials round a night-blue abyss, bridges of four materials."""

from __future__ import annotations

from typing import NamedTuple

from rendering.kit.theme import (
    BAR_READS,
    BOLD,
    INK,
    MARKS,
    ON_PIECE,
    PIECES,
    REGULAR,
    Face,
    Theme,
    register,
)
from rules.sator.facts import COLOURS, TYPES

PARCHMENT, SHADE, CARD = "#EBDDBB", "#D8C497", "#F6ECD2"
INK_BROWN, RUBRIC, NIGHT = "#2A1F17", "#9C2622", "#0E1830"
GOLD_HIGH, GOLD, GOLD_LOW = "#F2DA92", "#C39A3F", "#6F5119"
ABYSS_HIGH, ABYSS_LOW = "#192847", "#03060E"


class Material(NamedTuple):
    """A floor type's colours."""

    base: str
    line: str
    """Joints, grooves, treads."""
    high: str
    low: str
    """The lit and the dark edge of the bevel."""
    side: str
    foot: str
    """The slab's side, from its upper to its lower edge."""
    seam: str
    """Between two squares of one tile."""
    text: str
    halo: str
    """The tile's id, and the rim round it."""


MATERIALS = {
    "stone": Material(
        "#C9C5B8", "#87837A", "#E6E3D8", "#9B978C", "#77746C", "#4E4C48", "#6B675E", INK, "#E4E1D6"
    ),
    "wood": Material(
        "#C99656", "#6B4319", "#ECC489", "#8F6030", "#6E4620", "#452A12", "#4F3012", INK, "#DDB278"
    ),
    "brick": Material(
        "#B85338", "#DDBB98", "#E0886A", "#6F2817", "#662616", "#3F160C", "#5B1F12",
        "#FFF6E0", "#6A2415",
    ),
    "iron": Material(
        "#66798A", "#36444F", "#9FB0BD", "#3F4E5A", "#36424C", "#1F282F", "#26323B",
        "#FFF6E0", "#33414C",
    ),
}  # fmt: skip
"""By the floor type's name."""
assert tuple(MATERIALS) == TYPES

CINZEL = Face("cinzel", 700)

THEME = register(
    Theme(
        name="sator",
        title=CINZEL,
        colours={
            **MARKS,
            "bar": PARCHMENT,
            "active": CARD,
            "legend": PARCHMENT,
            "footer": NIGHT,
            "text": INK_BROWN,
            "muted": RUBRIC,
            "title": INK_BROWN,
            "prompt": "#FBEFD2",
            "hint": "#D7CBB0",
            "line": GOLD,
            "line-light": GOLD_HIGH,
            "line-dark": INK_BROWN,
            "token": "#15181B",
            "aside": "#6B5D45",
            "rubric": RUBRIC,
            "ruled": "#C9A878",
            "idle": "#D3C7A6",
            "gold-low": GOLD_LOW,
            "pale": "#F7E6B2",
            "abyss": ABYSS_HIGH,
            "choice": "#C2E4FF",
            **PIECES,
            **{f"on-{name}": ON_PIECE[name] for name in COLOURS},
            **{name: material.base for name, material in MATERIALS.items()},
            **{f"on-{name}": material.text for name, material in MATERIALS.items()},
            **{f"halo-{name}": material.halo for name, material in MATERIALS.items()},
        },
        apart=(
            COLOURS,
            ("choice", *COLOURS),
            ("choice", "ivory"),
            TYPES,
        ),
        reads=(
            *BAR_READS,
            ("aside", "bar"),
            ("aside", "active"),
            ("rubric", "active"),
            ("rubric", "bar"),
            ("ink", "choice"),
            *((f"on-{name}", f"halo-{name}") for name in TYPES),
            *((f"on-{name}", name) for name in ("yellow", "green")),
        ),
        stands=(
            *((name, "ink") for name in COLOURS),
            *((f"on-{name}", name) for name in COLOURS),
            *((name, "shadow") for name in TYPES),
            ("ivory", "abyss"),
            ("choice", "abyss"),
        ),
        faces={"bold": BOLD, "regular": REGULAR, "display": CINZEL},
    )
)
