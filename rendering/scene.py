"""What a renderer is given, and what every renderer offers.

A scene is everything that may be said or drawn for one viewer. Its ``view`` has gone through
``Game.view`` already; a renderer never meets a full state.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple

from PIL import Image

import rendering
from rendering.names import plain
from rendering.words import has, listed, say
from rules.kernel import Event, Move, Outcome, Prompt, Seat
from rules.tree import Prefix


class Choice(NamedTuple):
    """A candidate to mark in the picture: the label that the menu uses and the (perhaps
    unfinished) move that choosing it leads to."""

    label: str
    move: Move


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of a match for one viewer."""

    game: str
    view: Any
    """The masked position, of the game's State type."""
    viewer: Seat | None
    """None: the channel."""
    prompt: Prompt | None
    outcome: Outcome | None
    since: tuple[Event, ...]
    """What to tell and mark, oldest first; only events this viewer may know."""
    since_own: bool
    """True: since the last move of the one who is asked (or looks); False: since the last post."""
    names: tuple[str, ...]
    """Display names by seat, cleaned (`rendering.names.clean`)."""
    number: int
    """Match number; 0: there is no match (a cover), and none is written."""
    round: int
    """0 where the game counts none, and on a cover."""
    choices: tuple[Choice, ...] = ()
    locale: str = "en"
    since_what: Literal["", "step", "start"] = ""
    """Told is what the viewer's own last step did, or all there was from the start; empty: as
    ``since_own`` says."""

    @property
    def since_when(self) -> Literal["own", "step", "start", "post"]:
        """Since when is told, as the messages are named that say so."""
        return self.since_what or ("own" if self.since_own else "post")


class Page(NamedTuple):
    """One page of a game's guide: words, and a picture that is drawn when it is shown."""

    text: str
    draw: Callable[[], Image.Image] | None = None
    alt: str = ""


class Renderer(ABC):
    """Pictures and words of one game: a module ``rendering/<game>.py`` with a ``RENDERER``."""

    name: ClassVar[str]
    minor: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that posts and panels pass over because the position says the same; the log
    tells them."""

    def warm(self) -> None:  # noqa: B027  (most need nothing)
        """Make what all pictures share, so that the first one comes as fast as the rest. May be
        called at start, on the drawing thread; without it the first picture does it."""

    @abstractmethod
    def picture(self, scene: Scene) -> Image.Image:
        """The board (viewer None) or the private picture, mode 'P' in the game's shared palette,
        1200 px wide, at most 1500 high."""

    @abstractmethod
    def alt(self, scene: Scene) -> str:
        """The picture in words, what matters first: position, what happened, whose turn.
        At most 1,024 characters."""

    @abstractmethod
    def text(self, scene: Scene) -> str:
        """A text board: rows in words, lines of at most 38 characters."""

    @abstractmethod
    def label(self, scene: Scene, move: Move) -> str:
        """What choosing this (perhaps unfinished) move does; at most 80 characters."""

    @abstractmethod
    def event(self, scene: Scene, event: Event) -> str:
        """One line on what happened."""

    def ask(self, scene: Scene, prefix: Prefix = ()) -> str:
        """The question put to the viewer at this level of the tree: ``<game>-ask-<op>`` for the
        prompt, ``<game>-ask-<op>-<move op>-<parts given>`` further down, where that exists."""
        if scene.prompt is None:
            return ""
        keys = [f"{self.name}-ask-{scene.prompt.op}"]
        if prefix:
            keys.insert(0, f"{keys[0]}-{prefix[0]}-{len(prefix)}")
        return say(scene.locale, *keys)

    def means(self, scene: Scene) -> str:
        """Under the question: what the viewer has left to answer it with, as points; mostly
        nothing."""
        return ""

    def asked(self, scene: Scene, who: str = "") -> str:
        """Who is asked for what, for everyone: ``<game>-prompt-<op>`` with ``who``.

        ``who``: what to call them instead of their names, as a message that mentions them does.
        """
        if scene.prompt is None:
            return ""
        who = who or names_of(scene, scene.prompt.seats)
        return say(scene.locale, f"{self.name}-prompt-{scene.prompt.op}", who=who)

    def result(self, scene: Scene) -> str:
        """How the match ended, in words."""
        if scene.outcome is None:
            return ""
        winners = scene.outcome.winners
        return say(
            scene.locale,
            f"{self.name}-over-{scene.outcome.reason}",
            "table-over",
            who=names_of(scene, winners),
            winners=len(winners),
        )

    def guide(self, locale: str) -> list[Page]:
        """The game in short, page by page: the messages ``<game>-guide-1``, ``-2`` ... as far as
        there are any. A game adds the pictures."""
        pages: list[Page] = []
        while has(f"{self.name}-guide-{len(pages) + 1}"):
            pages.append(Page(say(locale, f"{self.name}-guide-{len(pages) + 1}")))
        return pages or [Page(say(locale, f"{self.name}-line"))]

    def cover(self, locale: str) -> Image.Image:
        """The picture of the game itself, for its lobby and wherever it is offered: mode 'P', at
        most 1200 px wide and better not high, under 300 KB. By default the board half-way through
        a match that was played by chance."""
        from rendering.stage import halfway  # it makes scenes, so it needs this module first

        return self.picture(halfway(self.name, locale))

    def cover_alt(self, locale: str) -> str:
        """The cover in words: ``<game>-cover-alt`` where there is one. At most 1,024 characters."""
        name = say(locale, f"{self.name}-name")
        return say(locale, f"{self.name}-cover-alt", "cover-alt", game=name)

    def spread(self, scene: Scene, prefix: Prefix) -> int:
        """How many answers may stand in one list at this place of the tree, those of deeper levels
        among them (`rules.tree.spread`); 0: each level is asked by itself. For a game whose labels
        say everything by themselves, whatever was chosen before."""
        return 0

    def notation(self, move: Move) -> str:
        """A move as players of the game write it."""
        return str(move)

    def sort_key(self, scene: Scene, move: Move) -> Any:
        """Order of answers in a menu, as a player would look for them."""
        return str(move)


def names_of(scene: Scene, seats: tuple[Seat, ...]) -> str:
    """These seats' names as a list in words, harmless in a message."""
    return listed(scene.locale, [plain(scene.names[seat]) for seat in seats])


@cache
def renderers() -> dict[str, Renderer]:
    """Every renderer found in the rendering package's path, by game."""
    found: dict[str, Renderer] = {}
    for info in pkgutil.iter_modules(rendering.__path__):
        module = importlib.import_module(f"rendering.{info.name}")
        here = getattr(module, "RENDERER", None)
        if here is not None:
            found[here.name] = here
    return found


def renderer(game: str) -> Renderer:
    """The renderer of a game.

    Raises:
        KeyError: there is none.
    """
    return renderers()[game]
