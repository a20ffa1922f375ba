"""A theme: one game's colours by role, its fonts, and what must be told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Face(NamedTuple):
    """A font: family as its package names it, weight, style."""

    family: str
    weight: int = 400
    style: str = "normal"


BOLD = Face("atkinson-hyperlegible", 700)
"""For everything that must be read."""
REGULAR = Face("atkinson-hyperlegible", 400)
"""For asides."""

INK = "#14181B"
IVORY = "#FFF6DC"

MARKS = {"ink": INK, "ivory": IVORY, "white": "#FFFFFF", "shadow": "#000000"}
"""The roles that `marks` needs besides those of `BARS`; a theme may set its own colours."""

BARS = (
    "bar",  # ground of title bar and player strip
    "active",  # ground of the strip's cell of who is asked
    "legend",  # ground of the legend
    "footer",  # ground of the prompt
    "text",  # on all of these
    "muted",  # asides on bar and legend
    "title",  # title, prompt, underline of who is asked
    "line",  # rules between the bars, rims of tokens
    "line-light",  # the lit edge of a rule
    "line-dark",  # the groove of a rule
    "token",  # ground of seat tokens that have no colour of their own
)
"""The roles that `bars` needs."""

FOOTER = {"prompt": "title", "hint": "muted"}
"""The roles of the words in the footer, and those whose colours they have unless a theme with light
bars over a dark footer gives them their own."""

PIECES = {"yellow": "#F1C52E", "red": "#CC4226", "blue": "#2776C4", "green": "#74CCAC"}
"""The family's four piece colours: at least 22 apart (CIEDE2000) for every kind of sight."""

ON_PIECE = {"yellow": INK, "red": "#FFF6E0", "blue": "#FFF6E0", "green": INK}
"""Colour of a letter on a piece of that colour."""

SHAPES = ("circle", "triangle", "square", "diamond")
"""Outline of a seat's token by seat, so that colour is never alone."""


@dataclass(frozen=True)
class Theme:
    """One game's look, told in roles. Every colour here has a fixed place in the palette."""

    name: str
    title: Face
    """Display face of the title."""
    colours: Mapping[str, str]
    """Role: ``#RRGGBB``."""
    apart: tuple[tuple[str, ...], ...]
    """Groups of roles that mean different things: at least 12 apart (CIEDE2000), every sight."""
    reads: tuple[tuple[str, str], ...]
    """(text role, ground role): contrast at least 4.5. Blends of each pair get palette places."""
    stands: tuple[tuple[str, str], ...]
    """(piece role, ground or outline role): contrast at least 3."""
    faces: Mapping[str, Face] = field(
        default_factory=lambda: {"bold": BOLD, "regular": REGULAR}, hash=False
    )
    """Further faces by role."""

    def __post_init__(self) -> None:
        missing = [role for role in (*MARKS, *BARS) if role not in self.colours]
        if missing:
            raise ValueError(f"theme {self.name} has no colour for {', '.join(missing)}")
        found = {role: self.colours[like] for role, like in FOOTER.items()} | dict(self.colours)
        object.__setattr__(self, "colours", found)

    def face(self, role: str) -> Face:
        """The face for a role: ``title``, ``bold``, ``regular`` or one of the theme's own."""
        return self.title if role == "title" else self.faces[role]


BAR_READS = (
    ("text", "bar"),
    ("text", "active"),
    ("text", "legend"),
    ("muted", "bar"),
    ("muted", "legend"),
    ("hint", "footer"),
    ("title", "bar"),
    ("prompt", "footer"),
    ("ivory", "token"),
    ("ink", "ivory"),
)
"""The pairs of text and ground in the bars; part of every theme's ``reads``."""

THEMES: dict[str, Theme] = {}
"""Every theme made with `register`, by name."""


def register(theme: Theme) -> Theme:
    """Enter a theme, so that its colours are tested.

    Raises:
        ValueError: another theme has that name.
    """
    if THEMES.setdefault(theme.name, theme) is not theme:
        raise ValueError(f"two themes named {theme.name}")
    return theme
