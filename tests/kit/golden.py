"""Golden files of a game: a playthrough to read, and a stored position for each version.

    python -m tests.kit.golden sarena

writes ``tests/golden/sarena.txt`` anew: do that when a change of behaviour was meant, raise the
game's version with it, and read the difference before you commit it. ``sarena-v1.json``, a match as
version 1 stored it, is written only where it is missing: it stands for matches that people are
playing, so it is never brought up to date; a newer version must load it through `Game.migrate`.

How to read a playthrough: ``7 seat 1 of 98 go:b2:a2 *: go ...`` is ply 7, seat 1 chose this one of
98 legal moves, the undo floor rose (``*``), and then what was told, the mover's seat left out.
"""

from __future__ import annotations

import hashlib
import json
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules.kernel import AnyGame, Event, Match, Move, Refused, Retired, play, start
from tests.kit.playouts import Playout, hooks, play_on, playout

FOLDER = Path(__file__).parent.parent / "golden"
LINES = 100
"""Lines after which the rest of the moves is only listed."""


def text_path(name: str, folder: Path = FOLDER) -> Path:
    return folder / f"{name}.txt"


def state_path(name: str, version: int, folder: Path = FOLDER) -> Path:
    return folder / f"{name}-v{version}.json"


def written(game: AnyGame, match: Match, moves: Iterable[tuple[int, Move]]) -> str:
    """These moves played from the start of that match, as lines for people."""
    match, events = start(game, match.seats, match.seed, match.options)
    lines = [
        f"{game.name} version {game.version}, {match.seats} seats",
        f"seed {match.seed.hex()}",
        f"options {match.options.model_dump_json()}",
        *_ply_lines("start", events, None),
    ]
    rest: list[str] = []
    told = hashlib.sha256()
    for seat, move in moves:
        count = len(game.moves(match.state, seat))
        match, events = play(game, match, seat, move)
        if len(lines) < LINES:
            floor = " *" if match.floor == match.ply else ""
            head = f"{match.ply} seat {seat} of {count} {move}{floor}"
            lines += _ply_lines(head, events, seat)
        else:
            rest.append(f"{seat} {move}")
            told.update(repr((count, events)).encode())
    if rest:
        lines += ["then", *textwrap.wrap(", ".join(rest), 100, break_on_hyphens=False)]
        lines.append(f"told {told.hexdigest()[:16]}")
    outcome = game.outcome(match.state)
    if outcome is not None:
        winners = ", ".join(map(str, outcome.winners)) or "nobody"
        scores = ", ".join(map(str, outcome.scores))
        lines.append(f"won by {winners} ({outcome.reason}); scores {scores}")
    lines.append(f"position {hashlib.sha256(game.dump(match.state)).hexdigest()[:16]}")
    return "\n".join(lines) + "\n"


def _ply_lines(head: str, events: Iterable[Event], seat: int | None) -> list[str]:
    told = [_told(event, seat) for event in events]
    joined = "; ".join(told)
    if len(head) + len(joined) + 2 <= 100:
        return [f"{head}: {joined}" if joined else head]
    return [head, *(line for each in told for line in textwrap.wrap(each, 96, **_HANGING))]


_HANGING: dict[str, Any] = {"initial_indent": "    ", "subsequent_indent": "        "}


def _told(event: Event, mover: int | None) -> str:
    """An event in short: the mover's own seat is left out, secret ones name who may know."""
    data = [
        f"{key}={json.dumps(value, separators=(',', ':')) if not isinstance(value, str) else value}"
        for key, value in event.data.items()
        if not (key == "seat" and value == mover and mover is not None)
    ]
    to = "" if event.to is None else f" (only {', '.join(map(str, event.to))})"
    return " ".join([event.kind, *data]) + to


def read(text: str, game: AnyGame) -> tuple[Match, list[tuple[int, Move]]]:
    """The match and the moves of a golden playthrough."""
    head, seed, options, *lines = text.splitlines()
    seats = int(head.split()[-2])
    chosen = game.options.model_validate_json(options.removeprefix("options "))
    match, _ = start(game, seats, bytes.fromhex(seed.removeprefix("seed ")), chosen)
    moves = []
    listing = False
    rest: list[str] = []
    for line in lines:
        words = line.split()
        if line == "then":
            listing = True
        elif line.startswith("told "):
            listing = False
        elif listing:
            rest.append(line)
        elif words[0].isdigit() and words[1] == "seat":
            moves.append((int(words[2]), Move.parse(words[5].rstrip(":"))))
    for each in " ".join(rest).split(","):
        if each.strip():
            seat, move = each.split()
            moves.append((int(seat), Move.parse(move)))
    return match, moves


def playthrough_is_the_same(game: AnyGame, folder: Path = FOLDER) -> None:
    """The golden playthrough of this game, played again, reads the same.

    Raises:
        AssertionError: there is none, or it differs.
    """
    path = text_path(game.name, folder)
    assert path.exists(), f"{path.name} is missing: python -m tests.kit.golden {game.name}"
    text = path.read_text("utf-8")
    lines = text.splitlines()
    assert len(lines) <= 160, f"{path.name}: about 100 lines are read, {len(lines)} are not"
    whole = any(line.startswith("won by ") for line in lines)
    assert whole or len(lines) >= 12, f"{path.name}: {len(lines)} lines, and no end of the match"
    assert max(map(len, lines)) <= 120
    match, moves = read(text, game)
    try:
        again = written(game, match, moves)
    except Refused as no:
        raise AssertionError(f"{game.name}: a golden move is refused: {no}") from no
    assert again.splitlines() == lines, (
        f"{game.name} plays otherwise than its golden playthrough. If that was meant, raise the "
        f"version and run: python -m tests.kit.golden {game.name}"
    )


def stored_positions_play_on(game: AnyGame, folder: Path = FOLDER) -> None:
    """A position stored under each version loads (migrated where it is older) and can be played
    to its end.

    Raises:
        AssertionError: the present version has none, or one cannot be played on.
    """
    here = state_path(game.name, game.version, folder)
    assert here.exists(), f"{here.name} is missing: python -m tests.kit.golden {game.name}"
    for path in sorted(folder.glob(f"{game.name}-v*.json")):
        doc = json.loads(path.read_text("utf-8"))
        old, state = doc["version"], doc["state"]
        if old != game.version:
            try:
                state = game.migrate(state, old)
            except Retired:
                continue
        try:
            s = game.load(json.dumps(state))
        except ValueError as error:
            raise AssertionError(f"{path.name} does not load: {error}") from error
        if old == game.version:
            again = json.loads(game.dump(s))
            assert again == state, f"{path.name}: stored in another form; raise the version"
            prompt = game.prompt(s)
            assert prompt is not None
            assert [prompt.op, list(prompt.seats)] == doc["asked"]
        match = Match(
            game.name, game.version, bytes(32), doc["seats"],
            game.options.model_validate(doc["options"]), doc["ply"], doc["ply"], 0, s,
        )  # fmt: skip
        play_on(game, match, 1, hooks(game.name).LONGEST)


def _best(game: AnyGame) -> Playout:
    """Of some matches the one with most kinds of moves and events, then the shortest to read."""

    def worth(played: Playout) -> tuple[int, int]:
        kinds = {ply.move.op for ply in played.plies}
        told = {event.kind for ply in played.plies for event in ply.events}
        lines = sum(1 + len(ply.events) // 3 for ply in played.plies)
        return len(kinds) + len(told), -lines

    longest = hooks(game.name).LONGEST
    return max((playout(game, seed, longest) for seed in range(40)), key=worth)


def _stored(game: AnyGame) -> str:
    """A match in the middle, where most is pending, as it is stored."""
    found = [playout(game, seed, hooks(game.name).LONGEST) for seed in range(12)]
    plies = [ply for played in found for ply in played.plies[len(played.plies) // 4 :]]
    match = max(plies, key=lambda p: (len(p.before.state.stack), len(str(p.before.state)))).before
    prompt = game.prompt(match.state)
    assert prompt is not None
    doc = {
        "game": game.name,
        "version": game.version,
        "seats": match.seats,
        "options": match.options.model_dump(),
        "ply": match.ply,
        "asked": [prompt.op, list(prompt.seats)],
        "state": json.loads(game.dump(match.state)),
    }
    rows = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in doc.items())
    return "{\n " + ",\n ".join(rows) + "\n}\n"


def main(names: list[str]) -> None:
    from rules import game as game_of
    from rules import games
    from tests import toy

    toy.install()
    FOLDER.mkdir(exist_ok=True)
    for name in names or games():
        game = game_of(name)
        best = _best(game)
        text = written(game, best.opening, [(ply.seat, ply.move) for ply in best.plies])
        text_path(name).write_text(text, "utf-8")
        print(f"{text_path(name)}: {len(text.splitlines())} lines")
        stored = state_path(name, game.version)
        if not stored.exists():
            stored.write_text(_stored(game), "utf-8")
            print(stored)


if __name__ == "__main__":
    main(sys.argv[1:])
