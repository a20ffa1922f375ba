"""The checks every game gets for nothing. Each takes a game and raises AssertionError.

They are plain functions so that ``test_mutants.py`` can show that each catches its fault.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from rendering.words import say
from rules import kernel
from rules.kernel import (
    AnyGame,
    GameOver,
    IllegalMove,
    Match,
    Move,
    NotYourTurn,
    Reason,
    Refused,
    Seat,
)
from tests.kit.playouts import Playout, Ply, fresh, hooks, pick, play_on, rare, viewers

NOBODYS = Move("no-such-op")


def _plies(playouts: Iterable[Playout]) -> Iterator[Ply]:
    for played in playouts:
        yield from played.plies


def _matches(playouts: Iterable[Playout]) -> Iterator[Match]:
    for played in playouts:
        yield played.opening
        yield from (ply.after for ply in played.plies)


def ends_and_is_never_dead(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """There is a result exactly when nobody is asked, for every viewer the same one."""
    for match in _matches(playouts):
        s = match.state
        prompt, outcome = game.prompt(s), game.outcome(s)
        assert (prompt is None) == (outcome is not None), f"ply {match.ply}: {prompt}, {outcome}"
        for viewer in viewers(match):
            view = game.view(s, viewer)
            assert type(view) is type(s), "a view is of the same type"
            assert game.prompt(view) == prompt, f"ply {match.ply}: {viewer} sees another prompt"
            assert game.outcome(view) == outcome, f"{viewer} sees another result"
            assert game.round(view) == game.round(s) >= 0
        if prompt is not None:
            assert len(set(prompt.seats)) == len(prompt.seats)
            assert set(prompt.seats) <= set(range(match.seats))
        if outcome is not None:
            assert len(outcome.scores) == match.seats
            assert len(set(outcome.winners)) == len(outcome.winners)
            assert set(outcome.winners) <= set(range(match.seats)), f"who wins? {outcome}"


def only_the_asked_have_moves(game: AnyGame, playouts: Iterable[Playout]) -> None:
    for match in _matches(playouts):
        prompt = game.prompt(match.state)
        asked = prompt.seats if prompt else ()
        for seat in range(match.seats):
            has = len(game.moves(match.state, seat)) > 0
            assert has == (seat in asked), f"ply {match.ply}, seat {seat}: moves {has}"


def moves_are_a_set_with_names(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """Unique, written in at most 64 characters, read back as they were, and `in` agrees."""
    for match in _matches(playouts):
        for seat in range(match.seats):
            moves = game.moves(match.state, seat)
            listed = list(moves)
            assert len(listed) == len(set(listed)), f"ply {match.ply}: a move is listed twice"
            assert len(listed) == len(moves), f"ply {match.ply}: {len(moves)} is not the length"
            assert NOBODYS not in moves, "a move of no game is in the list"
            for move in listed:
                assert type(move) is Move
                try:
                    assert Move.parse(str(move)) == move
                except ValueError as error:
                    raise AssertionError(f"{move!s}: {error}") from error
                assert move in moves, f"ply {match.ply}: {move} is listed but not in"
                assert Move(move.op, (*move.args, "no")) not in moves


def loads_what_it_dumps(game: AnyGame, playouts: Iterable[Playout]) -> None:
    for match in _matches(playouts):
        for s in (match.state, *(game.view(match.state, who) for who in viewers(match))):
            again = game.load(game.dump(s))
            assert again == s, f"ply {match.ply}: comes back as {again}, and was {s}"
            assert repr(again) == repr(s), "equal, but of other types"
            assert hash(again) == hash(s)


def replays(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """The same seed and moves give the same matches and events; the seed is nowhere in a state."""
    for played in playouts:
        first = played.opening
        match, events = kernel.start(game, first.seats, first.seed, first.options)
        assert (match, events) == (first, played.events), "the opening is not the same again"
        for ply in played.plies:
            match, events = kernel.play(game, match, ply.seat, ply.move)
            assert match == ply.after, f"ply {match.ply}: another position"
            assert events == ply.events, f"ply {match.ply}: other events"
            assert first.seed.hex() not in repr(match)


def a_view_shows_no_secret(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """A position that a viewer cannot tell apart looks the same to it and asks the same of it."""
    hidden = varied = False
    for match in _matches(playouts):
        s = match.state
        for viewer in viewers(match):
            view = game.view(s, viewer)
            hidden |= view != s
            for k in range(3):
                twin = game.resample(s, viewer, fresh(match.ply, viewer, k))
                varied |= twin != s
                assert game.view(twin, viewer) == view, f"ply {match.ply}: {viewer} sees through"
                assert game.prompt(twin) == game.prompt(s)
                assert game.load(game.dump(twin)) == twin
                if viewer is not None:
                    mine, again = game.moves(s, viewer), game.moves(twin, viewer)
                    assert list(mine) == list(again), f"ply {match.ply}: {viewer}'s moves tell"
    assert hidden == hooks(game.name).HIDDEN, f"secrets: found {hidden}"
    assert varied == hidden, "resample never makes another position, so it proves nothing"


def a_twin_is_a_whole_position(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """What `resample` makes can be played to the end, with all its pieces."""
    hook = hooks(game.name)
    for k, played in enumerate(playouts):
        match = _middle(played)
        for viewer in viewers(match):
            twin = game.resample(match.state, viewer, fresh("twin", k, viewer))
            assert hook.pieces(twin) == hook.pieces(match.state), f"{viewer}'s twin: pieces"
            play_on(game, _with(match, twin), k, hook.LONGEST)


def events_tell_no_more_than_the_view(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """Where two worlds look the same to a viewer before and after a move, so does the telling: the
    worlds differ in what is hidden, or in the move itself. Events are plain JSON.
    """
    forgotten = getattr(hooks(game.name), "FORGOTTEN", frozenset())

    def told(events: Iterable[Any], viewer: Seat | None) -> list[Any]:
        return [e for e in events if e.seen_by(viewer) and e.kind not in forgotten]

    for ply in _plies(playouts):
        for event in ply.events:
            assert json.loads(json.dumps(event.data)) == event.data, f"{event} is not plain JSON"
            assert event.to is None or set(event.to) <= set(range(ply.before.seats))
        legal = list(game.moves(ply.before.state, ply.seat))
        others = legal[:: max(1, len(legal) // 3)][:3]
        for viewer in viewers(ply.before):
            shown = game.view(ply.after.state, viewer)
            worlds = []
            for k in range(3):
                twin = game.resample(ply.before.state, viewer, fresh("told", ply.after.ply, k))
                if ply.move not in game.moves(twin, ply.seat):
                    continue
                worlds.append(kernel.play(game, _with(ply.before, twin), ply.seat, ply.move))
            # A choice that stays secret: another one must be told in the same words.
            worlds += [kernel.play(game, ply.before, ply.seat, move) for move in others]
            for after, events in worlds:
                if game.view(after.state, viewer) == shown:
                    one, two = told(ply.events, viewer), told(events, viewer)
                    assert one == two, f"ply {ply.after.ply}: {viewer} is told {one} or {two}"


def undo_never_teaches(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """Where a move may be taken back, nobody has learned from it what they could not know before:
    every position they cannot tell apart answers it with the same view."""
    for ply in _plies(playouts):
        assert ply.before.floor <= ply.after.floor <= ply.after.ply == ply.before.ply + 1
        if ply.after.floor == ply.after.ply:
            continue
        for viewer in viewers(ply.before):
            shown = game.view(ply.after.state, viewer)
            for k in range(4):
                twin = game.resample(ply.before.state, viewer, fresh("undo", ply.after.ply, k))
                if ply.move not in game.moves(twin, ply.seat):
                    assert viewer != ply.seat, f"ply {ply.after.ply}: a legal move told something"
                    continue
                after, _ = kernel.play(game, _with(ply.before, twin), ply.seat, ply.move)
                assert game.view(after.state, viewer) == shown, (
                    f"ply {ply.after.ply}: {ply.move} teaches {viewer} and can be taken back"
                )
                assert after.floor == ply.after.floor, f"ply {ply.after.ply}: the floor tells"


def refuses(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """Wrong seat, wrong move and a match that is over raise, with a reason there are words for."""
    for played in playouts:
        chance = random.Random(repr(played.opening.state))
        for ply in played.plies[:: max(1, len(played.plies) // 12)]:
            before = ply.before
            prompt = game.prompt(before.state)
            assert prompt is not None
            for seat in set(range(before.seats)) - set(prompt.seats):
                _refused(NotYourTurn, kernel.play, game, before, seat, ply.move)
            for move in _wrong(game, ply, chance):
                reason = _refused(IllegalMove, kernel.play, game, before, ply.seat, move)
                assert 0 < len(say("en", reason.key, **dict(reason.args))) <= 2000
                twin = game.resample(before.state, ply.seat, fresh("no", before.ply))
                told = game.explain(before.state, ply.seat, move)
                again = game.explain(twin, ply.seat, move)
                assert told == again, f"ply {before.ply}: the refusal of {move} tells a secret"
        for seat in range(played.last.seats):
            _refused(GameOver, kernel.play, game, played.last, seat, NOBODYS)
            _refused(GameOver, kernel.leave, game, played.last, seat)


def _refused(kind: type[Refused], act: Callable[..., Any], *args: Any) -> Reason:
    try:
        act(*args)
    except kind as no:
        return no.reason
    except Exception as error:
        raise AssertionError(f"{kind.__name__} is raised, not {error!r}: {args[1:]}") from error
    raise AssertionError(f"not refused ({kind.__name__}): {args[1:]}")


def _wrong(game: AnyGame, ply: Ply, chance: random.Random) -> list[Move]:
    """Moves that are not legal now, most of them nearly so."""
    legal = game.moves(ply.before.state, ply.seat)
    listed = list(legal)
    args = sorted({arg for move in listed for arg in move.args}) or ["x"]
    ops = sorted({move.op for move in listed})
    tried = [NOBODYS, Move("x" * 40), *(Move(op) for op in ops), *(Move(op, ("?",)) for op in ops)]
    for _ in range(25):
        move = chance.choice(listed)
        mixed = [chance.choice([*args, arg, "no", "99", "-1"]) for arg in move.args]
        tried += [Move(move.op, tuple(mixed)), Move(chance.choice(ops), move.args)]
        tried += [Move(move.op, move.args[::-1]), Move(move.op, (*move.args, chance.choice(args)))]
    return [move for move in tried if move not in listed]


def keeps_its_pieces(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """Nothing appears and nothing is lost, whatever is played."""
    pieces = hooks(game.name).pieces
    for played in playouts:
        whole = pieces(played.opening.state)
        for ply in played.plies:
            assert pieces(ply.after.state) == whole, f"ply {ply.after.ply}, {ply.move}: pieces"


def resigning_leaves_a_match(game: AnyGame, playouts: Iterable[Playout]) -> None:
    """Whoever resigns whenever: the seat waits, or the match goes on without ever asking it, keeps
    its pieces and its secrets, and ends; with one seat left it is over."""
    hook = hooks(game.name)
    for k, played in enumerate(playouts):
        for match in _sample([played.opening, *(p.after for p in played.plies[:-1])], 6, k):
            for seat in range(match.seats):
                gone = kernel.leave(game, match, seat)
                if gone is None:
                    continue
                after, _ = gone
                assert after.floor == after.ply == match.ply + 1, "resigning raises the floor"
                assert hook.pieces(after.state) == hook.pieces(match.state), "resigning: pieces"
                for viewer in viewers(after):
                    twin = game.resample(after.state, viewer, fresh("left", k, viewer))
                    assert game.view(twin, viewer) == game.view(after.state, viewer)
                for ply in play_on(game, after, k, hook.LONGEST):
                    assert ply.seat != seat, f"{seat} resigned and is asked"
                    assert game.load(game.dump(ply.after.state)) == ply.after.state
                    after = ply.after
                outcome = game.outcome(after.state)
                assert outcome is not None
                assert seat not in outcome.winners, f"{seat} resigned and wins"
        _all_leave(game, played, k)


def _all_leave(game: AnyGame, played: Playout, k: int) -> None:
    """One after the other resigns; the last is never left alone in a running match."""
    match, chance = _middle(played), random.Random(k)
    for seat in chance.sample(range(match.seats), match.seats - 1):
        if game.outcome(match.state) is not None:
            return
        gone = kernel.leave(game, match, seat)
        if gone is None:
            return
        match = gone[0]
        prompt = game.prompt(match.state)
        if prompt is not None and chance.random() < 0.5:
            moves = list(game.moves(match.state, prompt.seats[0]))
            match, _ = kernel.play(game, match, prompt.seats[0], pick(moves, chance, rare(game)))
    assert game.outcome(match.state) is not None, "one seat is left and the match goes on"


def _with(match: Match, state: Any) -> Match:
    """The same match in another position."""
    return replace(match, state=state)


def _middle(played: Playout) -> Match:
    half = len(played.plies) // 2
    return played.plies[half].before if played.plies else played.opening


def _sample(matches: list[Match], most: int, seed: int) -> list[Match]:
    chance = random.Random(seed)
    return matches if len(matches) <= most else chance.sample(matches, most)
