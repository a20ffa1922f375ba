"""Checks of a game's renderer: everything it offers, for every viewer, within its limits."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import annotated_types

from rendering.kit.encode import png
from rendering.names import plain
from rendering.scene import Choice, Renderer, Scene
from rendering.words import has, say
from rules.kernel import PLACES, AnyGame, Event, Match, Move, Seat
from rules.tree import Prefix, level
from tests.kit.playouts import Playout, viewers

NAMES = ("anneliese", "Bartosz", "Chi", "Dimitri Konstantinou-Papadopoulos", "Eve", "Fay")


def scene(
    game: AnyGame,
    match: Match,
    viewer: Seat | None,
    events: Iterable[Event] = (),
    choices: tuple[Choice, ...] = (),
) -> Scene:
    """What a renderer is given for this viewer: nothing but its view and the events it may know."""
    view = game.view(match.state, viewer)
    return Scene(
        game=game.name,
        view=view,
        viewer=viewer,
        prompt=game.prompt(view),
        outcome=game.outcome(view),
        since=tuple(event for event in events if event.seen_by(viewer)),
        since_own=viewer is not None,
        names=NAMES[: match.seats],
        number=12,
        round=game.round(view),
        choices=choices,
    )


def levels(moves: Iterable[Move], chance: random.Random) -> Iterator[tuple[Prefix, list[Move]]]:
    """Questions of the tree: the first, and those along a path through each op."""
    held = list(moves)
    top = level(held)
    if top:
        yield (), [node.move for node in top]
    for node in top:
        prefix, below = node.prefix, level(held, node.prefix)
        while below:
            yield prefix, [node.move for node in below]
            prefix = chance.choice(below).prefix
            below = level(held, prefix)


def pictures(game: AnyGame, renderer: Renderer, playouts: Iterable[Playout]) -> None:
    """Mode P, 1200 wide, at most 1500 high, the same again for the same scene."""
    for k, played in enumerate(playouts):
        plies, chance = played.plies, random.Random(k)
        for ply in {0, len(plies) // 2, len(plies)}:
            match = plies[ply].before if ply < len(plies) else played.last
            events = [event for p in plies[max(0, ply - 3) : ply] for event in p.events]
            for viewer in viewers(match):
                shown = scene(game, match, viewer, events, _choices(game, match, viewer, chance))
                image = renderer.picture(shown)
                assert image.mode == "P"
                assert image.width == 1200
                assert 300 <= image.height <= 1500
                assert renderer.picture(shown).tobytes() == image.tobytes(), "another picture"


def _choices(
    game: AnyGame, match: Match, viewer: Seat | None, chance: random.Random
) -> tuple[Choice, ...]:
    if viewer is None:
        return ()
    questions = list(levels(game.moves(match.state, viewer), chance))
    if not questions:
        return ()
    return tuple(Choice(str(move)[-3:], move) for move in chance.choice(questions)[1][:25])


def cover_and_guide(game: AnyGame, renderer: Renderer) -> None:
    """A cover and at least one page of guide: mode P, at most 1200 x 1500 and 300 KB, the same
    again; alt texts; at most 1,500 characters on a page."""
    shown = [(renderer.cover, renderer.cover_alt("en"))]
    pages = renderer.guide("en")
    assert pages, "no guide"
    for page in pages:
        assert len(page.text.strip()) > 0
        assert len(page.text) <= 1500, f"a page of {len(page.text)} characters"
        if page.draw is not None:
            shown.append((lambda _, draw=page.draw: draw(), page.alt))
    for draw, alt in shown:
        assert len(alt.strip()) > 0
        assert len(alt) <= 1024, f"alt text of {len(alt)} characters"
        image = draw("en")
        assert image.mode == "P"
        assert image.width <= 1200
        assert image.height <= 1500
        size = len(png(image))
        assert size <= 300_000, f"a picture of {size} bytes"
        assert draw("en").tobytes() == image.tobytes(), "another picture"


def alt_and_text(game: AnyGame, renderer: Renderer, playouts: Iterable[Playout]) -> None:
    """Alt text of 1 to 1,024 characters; a text board in lines of at most 38."""
    for shown in _scenes(game, playouts):
        alt = renderer.alt(shown)
        assert len(alt.strip()) > 0
        assert len(alt) <= 1024, f"alt text of {len(alt)} characters"
        text = renderer.text(shown)
        assert text.strip()
        for line in text.splitlines():
            assert len(line) <= 38, f"{len(line)} characters: {line}"


def words_for_what_happens(game: AnyGame, renderer: Renderer, playouts: Iterable[Playout]) -> None:
    """Every event is one line, a question names those who are asked, a result names the winners."""
    for shown in _scenes(game, playouts):
        for event in shown.since:
            line = renderer.event(shown, event)
            assert line.strip()
            assert "\n" not in line
        asked = renderer.asked(shown)
        if shown.prompt is not None:
            for seat in shown.prompt.seats:
                assert plain(shown.names[seat]) in asked
            assert renderer.ask(shown).strip()
        else:
            result = renderer.result(shown)
            assert shown.outcome is not None
            winners = shown.outcome.winners
            if 0 < len(winners) < len(shown.names):
                assert all(plain(shown.names[seat]) in result for seat in winners)
            assert result.strip()


def labels(game: AnyGame, renderer: Renderer, playouts: Iterable[Playout]) -> None:
    """Each answer of a question has a label of its own, of at most 80 characters, and a place."""
    for k, played in enumerate(playouts):
        chance = random.Random(k)
        for ply in played.plies:
            shown = scene(game, ply.before, ply.seat)
            for prefix, moves in levels(game.moves(ply.before.state, ply.seat), chance):
                assert renderer.ask(shown, prefix).strip()
                said = [renderer.label(shown, move) for move in moves]
                for label in said:
                    assert len(label.strip()) > 0
                    assert len(label) <= 80, f"{len(label)} characters: {label}"
                assert len(set(said)) == len(said), f"after {prefix} two answers look the same"
                assert len(sorted(moves, key=lambda move: renderer.sort_key(shown, move))) > 0
            assert renderer.notation(ply.move).strip()


def lobby_words(game: AnyGame) -> None:
    """The lobby's words: name, one line, and a name for each option (and for each answer)."""
    assert 0 < len(say("en", f"{game.name}-name")) <= 80
    assert 0 < len(say("en", f"{game.name}-line")) <= 300
    for place in game.places:
        assert 0 < len(say("en", f"{game.name}-place-{place}")) <= 40
    for name, field in game.options.model_fields.items():
        if name == PLACES:  # filled by the lobby from the places above
            continue
        assert 0 < len(say("en", f"{game.name}-option-{name}")) <= 45
        if field.annotation is not bool and not any(
            isinstance(mark, annotated_types.Ge) for mark in field.metadata
        ):
            for value in field.annotation.__args__:  # type: ignore[union-attr]
                assert has(f"{game.name}-option-{name}-{value}")


def _scenes(game: AnyGame, playouts: Iterable[Playout]) -> Iterator[Scene]:
    for played in playouts:
        for viewer in viewers(played.opening):
            yield scene(game, played.opening, viewer, played.events)
        for ply in played.plies:
            for viewer in viewers(ply.after):
                yield scene(game, ply.after, viewer, ply.events)
