"""Sarena in pictures and words: turned wooden chips on a board of slate and brass."""

from __future__ import annotations

from typing import Any

from PIL import Image

from rendering.sarena import closeup, cover, guide, words
from rendering.sarena.picture import draw
from rendering.sarena.pieces import atlas
from rendering.scene import Page, Renderer, Scene
from rules.kernel import Event, Move
from rules.tree import Prefix


class Sarena(Renderer):
    """Pictures and words of Sarena."""

    name = "sarena"

    def warm(self) -> None:
        """Draw the board and the chips once, at both their sizes."""
        atlas()
        closeup.atlas()

    def picture(self, scene: Scene) -> Image.Image:
        """The board; with a viewer, the private picture."""
        return draw(scene).image()

    def alt(self, scene: Scene) -> str:
        """The picture in words."""
        return words.alt(scene)

    def text(self, scene: Scene) -> str:
        """The text board."""
        return words.text(scene)

    def label(self, scene: Scene, move: Move) -> str:
        """What choosing this (perhaps unfinished) move does."""
        return words.label(scene, move)

    def event(self, scene: Scene, event: Event) -> str:
        """One line on what happened."""
        return words.event(scene, event)

    def ask(self, scene: Scene, prefix: Prefix = ()) -> str:
        """The question put to the viewer."""
        return words.ask(scene, prefix)

    def result(self, scene: Scene) -> str:
        """How the match ended."""
        return words.result(scene)

    def guide(self, locale: str) -> list[Page]:
        """The game in five pages, each with an example."""
        return guide.pages(locale)

    def cover(self, locale: str) -> Image.Image:
        """The title beside a part of the board."""
        return cover.draw(locale).image()

    def cover_alt(self, locale: str) -> str:
        """The cover in words."""
        return cover.alt(locale)

    def notation(self, move: Move) -> str:
        """``a2-b2``."""
        return words.notation(move)

    def sort_key(self, scene: Scene, move: Move) -> Any:
        """By circle of departure, then of arrival."""
        return move.args


RENDERER = Sarena()
