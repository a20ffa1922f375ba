"""Matches played out by chance, and scenes of them: what a game looks like when nobody has played
it yet. For covers and galleries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rendering.scene import Scene
from rendering.words import say
from rules import game as game_named
from rules.kernel import AnyGame, Event, Match, Rng, Seat, play, start

Told = Sequence[tuple[Seat | None, tuple[Event, ...]]]
"""Who acted and what came of it, ply by ply; None: the set-up."""

LONGEST = 120
"""Plies after which a match played for its cover is long enough."""


def scene_of(
    game: AnyGame,
    match: Match,
    told: Told,
    viewer: Seat | None,
    names: tuple[str, ...],
    number: int = 0,
    locale: str = "en",
) -> Scene:
    """What a viewer is shown: everything told since the last move of the one who looks, in the
    channel of the one who is asked."""
    view = game.view(match.state, viewer)
    prompt = game.prompt(view)
    own = viewer
    if viewer is None and prompt is not None and len(prompt.seats) == 1:
        own = prompt.seats[0]
    last = max(
        (k for k, (seat, _) in enumerate(told) if seat is not None and seat == own), default=-1
    )
    since_own = own is not None
    recent = told[last + 1 :] if since_own else told[-1:]
    return Scene(
        game=game.name,
        view=view,
        viewer=viewer,
        prompt=prompt,
        outcome=game.outcome(view),
        since=tuple(e for _, events in recent for e in events if e.seen_by(viewer)),
        since_own=since_own,
        names=names,
        number=number,
        round=0 if number == 0 else game.round(view),
        locale=locale,
    )


@cache
def _halfway(name: str) -> tuple[Match, Told]:
    """A match of most seats as it stands half-way, always the same: every move is drawn by chance
    from a fixed seed."""
    game, chance = game_named(name), Rng(b"cover")
    match, events = start(game, game.seat_range[1], bytes(32))
    told: list[tuple[Seat | None, tuple[Event, ...]]] = [(None, events)]
    stood = [match]
    while len(told) <= LONGEST and game.outcome(match.state) is None:
        prompt = game.prompt(match.state)
        if prompt is None:
            break
        seat = prompt.seats[chance.below(len(prompt.seats))]
        # In an order of their own: how a game lists its moves may differ from start to start.
        moves = sorted(game.moves(match.state, seat))
        match, events = play(game, match, seat, moves[chance.below(len(moves))])
        told.append((seat, events))
        stood.append(match)
    # From the middle on, the first moment at which something is to be told.
    nameless = ("",) * match.seats
    for ply in range(len(stood) // 2, len(stood)):
        scene = scene_of(game, stood[ply], told[: ply + 1], None, nameless)
        if scene.since and scene.outcome is None:
            return stood[ply], told[: ply + 1]
    return stood[len(stood) // 2], told[: len(stood) // 2 + 1]


def halfway(name: str, locale: str) -> Scene:
    """A game in full swing, for the channel: no match number, no round, seats for names."""
    match, told = _halfway(name)
    names = tuple(say(locale, "seat-name", number=seat + 1) for seat in range(match.seats))
    return scene_of(game_named(name), match, told, None, names, locale=locale)
