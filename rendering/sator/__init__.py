"""Sator in pictures and words: parchment, red initials, bridges of four materials over an abyss."""

from __future__ import annotations

from typing import Any

from PIL import Image

from rendering.sator import cards, cover, guide, labels, picture, textboard, told
from rendering.sator.chart import atlas, private, public
from rendering.scene import Page, Renderer, Scene
from rules.kernel import Event, Move
from rules.sator.facts import JOLLY
from rules.tree import Prefix

BUTTONS, MENU = 10, 25
"""Answers that are buttons at most, and answers of one menu."""


class Sator(Renderer):
    """Pictures and words of Sator."""

    name = "sator"
    minor = frozenset({"end", "deal", "draw", "took", "laid"})

    def warm(self) -> None:
        """Draw the materials of the usual board once, in both sizes, and the movement cards."""
        atlas(public(14))
        atlas(private(14))
        for card in range(JOLLY + 1):
            cards.face(card, 0, cards.SMALL)

    def picture(self, scene: Scene) -> Image.Image:
        """The board; with a viewer, the board and his hand."""
        return picture.draw(scene).image()

    def alt(self, scene: Scene) -> str:
        """The picture in words."""
        return told.alt(scene)

    def text(self, scene: Scene) -> str:
        """The text board."""
        return textboard.text(scene)

    def label(self, scene: Scene, move: Move) -> str:
        """What choosing this (perhaps unfinished) move does."""
        return labels.label(scene, move)

    def event(self, scene: Scene, event: Event) -> str:
        """One line on what happened."""
        return told.event(scene, event)

    def ask(self, scene: Scene, prefix: Prefix = ()) -> str:
        """The question put to the viewer."""
        return told.ask(scene, prefix)

    def means(self, scene: Scene) -> str:
        """Points and steps; while tiles are placed, what is still open."""
        return told.means(scene)

    def asked(self, scene: Scene, who: str = "") -> str:
        """Who is asked for what, for everyone."""
        return told.asked(scene, who)

    def result(self, scene: Scene) -> str:
        """How the match ended."""
        return told.result(scene)

    def guide(self, locale: str) -> list[Page]:
        """The rules and how to play here, with examples."""
        return guide.pages(locale)

    def cover(self, locale: str) -> Image.Image:
        """The word square beside a part of the board."""
        return cover.draw(locale).image()

    def cover_alt(self, locale: str) -> str:
        """The cover in words."""
        return cover.alt(locale)

    def spread(self, scene: Scene, prefix: Prefix) -> int:
        """In a turn as many as there can be buttons, that nothing lies two presses deep which could
        lie one; elsewhere as many as a menu holds."""
        turning = scene.prompt is not None and scene.prompt.op in ("turn", "again")
        return BUTTONS if turning and not prefix else MENU

    def sort_key(self, scene: Scene, move: Move) -> Any:
        """Cards, ways, squares in the order in which a player looks for them."""
        return labels.sort_key(scene, move)


RENDERER = Sator()
