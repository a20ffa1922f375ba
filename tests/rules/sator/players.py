"""Players for whole matches: one at random, and one who always brings his next book nearer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from rules.kernel import Match, Move, Seat, play, start
from rules.sator import notation
from rules.sator.board import bits, entry, mask
from rules.sator.cards import effects, tiles_for
from rules.sator.changes import Changes, changes
from rules.sator.facts import FIRST_PRAYER, KINDS
from rules.sator.game import GAME, Options, State
from rules.sator.look import at_a_glance
from rules.sator.state import Board
from rules.sator.written import fitting

Player = Callable[[State, Seat, random.Random], Move]


def match_of(seats: int, seed: object, **options: object) -> Match:
    seed = random.Random(f"{seats} {seed}").randbytes(32)
    return start(GAME, seats, seed, Options(**options))[0]  # type: ignore[arg-type]


def by_hand(s: State, seat: Seat) -> list[Move]:
    """The moves, but for what leaves tiles to chance."""
    return [move for move in GAME.moves(s, seat) if move.op != "chance"]


def placed(match: Match, chance: random.Random) -> Match:
    """All tiles placed at random."""
    while match.state.round == 0:
        seat = match.state.stack[-1].seat
        match, _ = play(GAME, match, seat, chance.choice(by_hand(match.state, seat)))
    return match


def at_random(s: State, seat: Seat, chance: random.Random) -> Move:
    """Half the time first the kind of move, and no hurry to end the turn."""
    moves = by_hand(s, seat)
    if len(moves) > 1 and chance.random() < 0.6:
        moves = [move for move in moves if move.op != "end"] or moves
    if chance.random() < 0.5:
        op = chance.choice(sorted({move.op for move in moves}))
        moves = [move for move in moves if move.op == op]
    return chance.choice(moves)


ABYSS = 3
"""What a square of the abyss counts, a footbridge square being 1."""


def far(s: State, seat: Seat, board: Board, far_away: int = 60) -> int:
    """How far the own Acolyte is from his nearest book; 0 without books left."""
    look, grid = at_a_glance(s.rules.size, board, s.gargoyles), s.grid
    books = mask(board.books[4 * seat : 4 * seat + 4])
    if not books:
        return 0
    at = board.acolytes[seat]
    easy = look.ground
    layers = [1 << at] if at >= 0 else [0]
    known = layers[0]
    door = 1 << entry(s.rules.size, s.rules.colours[seat])
    for cost in range(1, far_away):
        found = grid.near(layers[-1]) & easy
        if cost >= ABYSS:
            found |= grid.near(layers[-ABYSS]) & grid.all & ~easy
        if at < 0 and cost == (1 if door & easy else ABYSS):
            found |= door
        found &= ~known
        if found & books:
            return cost
        known |= found
        layers.append(found)
    return far_away


def _ends(s: State, may: Changes, card: int) -> Iterator[tuple[int, Move, Board]]:
    """Everything a movement card can do at once: action points, the last move, the layout."""
    for tile in tiles_for(s, may, KINDS[card]):
        for move in effects(s, may, KINDS[card], tile):
            if move.op == "moves":
                spot = s.board.spots[tile]
                for step in move.args[1]:
                    spot = s.grid.shifts(spot)["nesw".index(step)]
                yield len(move.args[1]), move, may.look.shifted(tile, spot)
            else:
                square, how = s.grid.index[move.args[1]], move.args[2]
                for turn in s.grid.turns(s.board.spots[tile]):
                    if turn.centre == square and ("cw", "ccw", "half")[turn.how] == how:
                        board = may.look.turned(tile, turn)
                        if may.new_turn(tile, turn):
                            yield 2, move, board


class Greedy:
    """Plays the movement card that brings the nearest book nearest for its price, then walks."""

    def __init__(self) -> None:
        self.plan: list[Move] = []

    def __call__(self, s: State, seat: Seat, chance: random.Random) -> Move:
        if self.plan:
            return self.plan.pop(0)
        kind = s.stack[-1].kind
        if kind == "draw":
            return notation.DRAW["m"]
        if kind == "again":
            return notation.DONE
        assert kind == "turn", kind
        self.plan = self._turn(s, seat)
        return self.plan.pop(0)

    def _turn(self, s: State, seat: Seat) -> list[Move]:
        act = self._play(s, seat) if not s.now.walked else None
        if act is not None:
            return fitting(s, seat, act)
        walk = self._walk(s, seat)
        return [walk if walk is not None else notation.END]

    def _play(self, s: State, seat: Seat) -> list[Move] | None:
        may = changes(s)
        now = far(s, seat, s.board)
        best: tuple[float, int, int, Move] | None = None
        for card in sorted(set(s.cards.hands[seat])):
            if card >= FIRST_PRAYER or notation.PLAY[card] not in GAME.moves(s, seat):
                continue
            for k, (ap, move, board) in enumerate(_ends(s, may, card)):
                # Each card is worth a step as well.
                gain = now - far(s, seat, board) + 1
                rank = (gain - 0.3 * ap, -card, -k, move)
                if best is None or rank[:3] > best[:3]:
                    best = rank
        if best is None or best[0] <= 0:
            return None
        _, card, _, move = best
        return [notation.PLAY[-card], notation.TILE[_tile(move)], move]

    def _walk(self, s: State, seat: Seat) -> Move | None:
        now = (s.collected(seat), -far(s, seat, s.board))
        best: tuple[tuple[int, int], Move] | None = None
        for move, way, _ in s.stack[-1].walks(s)[1]:
            if move not in GAME.moves(s, seat):
                continue
            got = bits(way.books)
            books = tuple(-1 if book in got else book for book in s.board.books)
            acolytes = (*s.board.acolytes[:seat], way.end, *s.board.acolytes[seat + 1 :])
            after = Board(s.board.spots, books, acolytes)
            worth = (s.collected(seat) + len(got), -far(s, seat, after))
            if worth > now and (best is None or worth > best[0]):
                best = worth, move
        return best[1] if best is not None else None


def _tile(move: Move) -> int:
    from rules.sator.facts import TILE_INDEX

    return TILE_INDEX[move.args[0]]


def played(
    match: Match, players: list[Player], chance: random.Random, most: int = 20_000
) -> Iterator[Match]:
    """The match after each move to its end.

    Raises:
        AssertionError: it has not ended after ``most`` moves.
    """
    for _ in range(most):
        prompt = GAME.prompt(match.state)
        if prompt is None:
            return
        seat = prompt.seats[0]
        match, _ = play(GAME, match, seat, players[seat](match.state, seat, chance))
        yield match
    raise AssertionError(f"no end after {most} moves")
