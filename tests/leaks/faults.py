"""Faults put in, so that it is seen that a test would notice: each makes something that is sent
depend on a secret, in its own way and in any game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from cogs.client import Scenes
from data import acts, rewind
from data.acts import untold
from data.sheet import Head
from rendering.scene import renderer
from rules import game as game_of
from rules import kernel
from rules.kernel import Reason
from tests.leaks.booth import Booth
from tests.leaks.plans import Plan
from tests.leaks.twins import Pair

Patch = pytest.MonkeyPatch
Telling: Any = Scenes.show.__globals__["Telling"]
"""The class that the bot uses: modules of the table may have been loaded anew."""
Plant = Callable[[Patch, str], None]


class Fault(NamedTuple):
    plant: Plant
    """Puts it in, for a game."""
    says: str
    """Part of what the failure says: it is found where it was put."""
    where: Callable[[Pair, Plan], bool]
    """Whether it can show at this moment."""
    everywhere: bool
    """In every game in which seats have secrets; else where a game has what it spoils."""
    before: bool
    """Found when it is asked what may be played, before anything is sent."""
    drawn: bool
    """It takes pictures that are drawn."""


FAULTS: list[Fault] = []


def fault(
    says: str, where: Callable[[Pair, Plan], bool] = lambda pair, made: True,
    everywhere: bool = True, before: bool = False, drawn: bool = False,
) -> Callable[[Plant], Plant]:  # fmt: skip
    def keep(plant: Plant) -> Plant:
        FAULTS.append(Fault(plant, says, where, everywhere, before, drawn))
        return plant

    return keep


def acted(name: str) -> Callable[[Pair, Plan], bool]:
    """Where somebody does this."""
    return lambda pair, made: any(name in act.name for act in made.acts)


def learnt(pair: Pair, made: Plan) -> bool:
    """Where the viewer moves and learns something by it."""
    return any(act.learns for act in made.acts)


def unseen(pair: Pair, made: Plan) -> bool:
    """Where somebody has answered what the viewer may not read."""
    return any(one.entry.move != two.entry.move for one, two in _both(pair))


def whispered(pair: Pair, made: Plan) -> bool:
    """Where somebody else was told something."""
    return any(one.entry.events != two.entry.events for one, two in _both(pair))


def _both(pair: Pair) -> Any:
    return zip(pair.a.steps, pair.b.steps, strict=True)


def making(pair: Pair, made: Plan) -> bool:
    """Where another seat is making a turn, and what it does is another thing in each world."""
    return bool(untold(pair.a.sheet, pair.viewer)) and whispered(pair, made)


def looked(pair: Pair, made: Plan) -> bool:
    """Where another seat has taken steps back before a post told them."""
    return bool(rewind.unseen(pair.a.sheet, [s.entry for s in pair.a.steps], pair.viewer))


def waiting(pair: Pair, made: Plan) -> bool:
    """Where others are asked and not the viewer."""
    asked = pair.game.prompt(pair.a.match.state)
    return asked is not None and pair.viewer not in asked.seats


def peek(*hidden: Any) -> int:
    """A number in which the hidden hides; unlike `hash`, the same in every run."""
    return crc32(repr(hidden).encode())


def whole_scenes(patch: Patch) -> None:
    """Scenes hand out the full position."""
    real_show, real_quick = Scenes.show, Scenes.quick

    async def show(self: Scenes, sheet: Any, *args: Any, **kw: Any) -> Any:
        shown = await real_show(self, sheet, *args, **kw)
        scene = replace(shown.scene, view=(kw.get("at") or sheet.match).state)
        return replace(shown, scene=scene)

    async def quick(
        self: Scenes, sheet: Any, seat: Any, locale: str, at: Any = None, **kw: Any
    ) -> Any:
        scene = await real_quick(self, sheet, seat, locale, at, **kw)
        return replace(scene, view=(at or sheet.match).state)

    patch.setattr(Scenes, "show", show)
    patch.setattr(Scenes, "quick", quick)


def _blank(patch: Patch) -> None:
    """All pictures are the same, so that the words are looked at."""

    async def picture(self: Scenes, scene: Any) -> bytes:
        return b"same"

    patch.setattr(Scenes, "picture", picture)


def rewritten_file(patch: Patch, change: Callable[[Any, Any], None]) -> None:
    """Every picture that is sent, changed by what the sheet holds."""
    real = Scenes.file

    async def file(self: Scenes, shown: Any, sheet: Any) -> Any:
        made = await real(self, shown, sheet)
        change(made, sheet)
        return made

    patch.setattr(Scenes, "file", file)


@fault("")
def a_view_that_masks_nothing(patch: Patch, game: str) -> None:
    patch.setattr(type(game_of(game)), "view", lambda self, s, seat: s)


@fault("other bytes in ['", drawn=True)
def a_picture_drawn_from_the_full_position(patch: Patch, game: str) -> None:
    whole_scenes(patch)
    words = type(renderer(game))
    real = words.picture

    def picture(self: Any, scene: Any) -> Any:
        image = real(self, scene)
        for k in range(8):
            image.putpixel((k, 0), peek(scene.view) >> k & 1)
        return image

    patch.setattr(words, "picture", picture)


@fault('"label"')
def a_label_that_peeks(patch: Patch, game: str) -> None:
    whole_scenes(patch)
    _blank(patch)
    words = type(renderer(game))
    real = words.label

    def label(self: Any, scene: Any, move: Any) -> str:
        return f"{real(self, scene, move)[:60]} {peek(scene.view)}"

    patch.setattr(words, "label", label)


@fault("play")
def a_menu_sorted_by_what_is_hidden(patch: Patch, game: str) -> None:
    whole_scenes(patch)
    _blank(patch)
    key = lambda self, scene, move: peek(scene.view, str(move))  # noqa: E731
    patch.setattr(type(renderer(game)), "sort_key", key)


@fault("moves tell", before=True)
def moves_listed_in_the_order_of_what_is_hidden(patch: Patch, game: str) -> None:
    real = kernel.Game.moves

    def moves(self: Any, s: Any, seat: int) -> Any:
        return dict.fromkeys(sorted(real(self, s, seat), key=lambda m: peek(s, str(m))))

    patch.setattr(kernel.Game, "moves", moves)


@fault(": ", acted("move"), everywhere=False)
def a_post_only_where_something_is_hidden(patch: Patch, game: str) -> None:
    real = acts.move

    def move(sheet: Any, *args: Any, **kw: Any) -> Any:
        change = real(sheet, *args, **kw)
        return change if peek(change.sheet.match.state) % 2 else replace(change, notes=())

    patch.setattr(acts, "move", move)


@fault('"custom_id": ')
def an_asked_number_that_counts_secrets(patch: Patch, game: str) -> None:
    real = Booth.plant

    async def plant(self: Booth, sheet: Any, *args: Any) -> None:
        odd = 1000 * (peek(sheet.match.state) % 50)
        holders = tuple(replace(h, asked=h.asked and h.asked + odd) for h in sheet.holders)
        await real(self, replace(sheet, holders=holders), *args)

    patch.setattr(Booth, "plant", plant)


@fault("")
def a_file_name_that_holds_a_hash_of_the_position(patch: Patch, game: str) -> None:
    def change(made: Any, sheet: Any) -> None:
        made.filename = f"{peek(sheet.match.state)}.png"

    rewritten_file(patch, change)


@fault("other bytes in ['")
def a_picture_whose_size_depends_on_a_secret(patch: Patch, game: str) -> None:
    def change(made: Any, sheet: Any) -> None:
        made.fp.seek(0, 2)
        made.fp.write(b"\0" * (peek(sheet.match.state) % 7))
        made.fp.seek(0)

    _blank(patch)
    rewritten_file(patch, change)


@fault("here / here")
def a_list_of_matches_in_which_a_secret_stands(patch: Patch, game: str) -> None:
    of = Head.of.__func__  # type: ignore[attr-defined]

    def counted(cls: Any, sheet: Any) -> Any:
        head = of(cls, sheet)
        more = peek(sheet.match.state) % 65536 if sheet.match else 0
        return replace(head, changed=head.changed + more)

    patch.setattr(Head, "of", classmethod(counted))


@fault("an undo is asked for", acted("they"))
def an_undo_that_is_refused_in_other_words(patch: Patch, game: str) -> None:
    real = rewind.ask

    def ask(sheet: Any, *args: Any) -> Any:
        if peek(sheet.match.state) % 2:
            raise acts.refuse("refused-undo-leave")
        return real(sheet, *args)

    patch.setattr(rewind, "ask", ask)


@fault("/", lambda pair, made: bool(made.typed))
def a_refusal_that_explains_too_much(patch: Patch, game: str) -> None:
    def explain(self: Any, s: Any, seat: int, move: Any) -> Reason:
        return Reason("refused-undo-where", {"most": peek(s)})

    patch.setattr(type(game_of(game)), "explain", explain)


@fault("completing ", waiting, everywhere=False)
def a_completion_for_whoever_is_not_asked(patch: Patch, game: str) -> None:
    real = kernel.Game.moves

    def moves(self: Any, s: Any, seat: int) -> Any:
        asked = s.stack[-1].seats(s) if s.stack else ()
        return real(self, s, seat if seat in asked or not asked else asked[0])

    patch.setattr(kernel.Game, "moves", moves)


@fault("Undo is offered", learnt, everywhere=False)
def an_undo_of_what_was_revealed(patch: Patch, game: str) -> None:
    patch.setattr(kernel.Ctx, "reveal", lambda self: None)


@fault("in the file", unseen, everywhere=False)
def an_export_that_shows_a_secret_answer(patch: Patch, game: str) -> None:
    patch.setattr("data.export.open_moves", lambda record: frozenset(range(10_000)))


@fault("took back", unseen, everywhere=False)
def an_undo_that_names_a_secret_answer(patch: Patch, game: str) -> None:
    def several(self: Telling, entries: Any) -> str:
        return ", ".join(entry.move for entry in entries)

    patch.setattr(Telling, "several", several)


@fault("", making, everywhere=False)
def a_turn_that_is_seen_while_it_is_made(patch: Patch, game: str) -> None:
    patch.setitem(Scenes.show.__globals__, "untold", lambda sheet, viewer: ())


@fault("", looked, everywhere=False)
def steps_taken_back_that_are_told(patch: Patch, game: str) -> None:
    patch.setitem(Scenes.show.__globals__, "unseen", lambda sheet, log, viewer: frozenset())


@fault("export", looked, everywhere=False)
def an_export_with_steps_taken_back(patch: Patch, game: str) -> None:
    patch.setattr("data.export.unseen", lambda sheet, log, viewer: frozenset())


@fault("", whispered, everywhere=False)
def a_log_that_tells_what_others_were_told(patch: Patch, game: str) -> None:
    patch.setattr(kernel.Event, "seen_by", lambda self, seat: True)


@fault("post", whispered, everywhere=False)
def a_line_more_where_somebody_was_told_something(patch: Patch, game: str) -> None:
    real = Telling.entry

    def entry(self: Telling, one: Any, *rest: Any) -> list[str]:
        hidden = [e for e in one.events if not e.seen_by(self.scene.viewer)]
        return real(self, one, *rest) + ["…"] * len(hidden)

    patch.setattr(Telling, "entry", entry)
