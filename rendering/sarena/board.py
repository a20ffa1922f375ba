"""The board: piles on their circles, what moved, and what may be chosen."""

from __future__ import annotations

from typing import NamedTuple

from rendering.kit import marks
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Point
from rendering.sarena import words
from rendering.sarena.chips import lay, pile, small
from rendering.sarena.pieces import FRAME, SMALL_R, R, centre, height
from rendering.scene import Scene
from rules.kernel import Seat
from rules.sarena import ARROWS, CIRCLES, INDEX, SIZE, upper

MOST_MARKED = 4
"""Acts that are marked on the board and in the legend; older ones stand in words elsewhere."""
_CLEAR = 14
"""px between an arrow's tip and the pile it points at."""
_SHORTEST = 36
"""An arrow's length at least; where piles stand closer it begins on the one it leaves."""

Cells = tuple[tuple[int, ...], ...]


class Act(NamedTuple):
    """One move to be marked."""

    number: int
    seat: Seat
    start: int
    goal: int
    flip: bool


def acts_of(scene: Scene) -> list[Act]:
    """The moves to be marked, oldest first."""
    moves = [e.data for e in scene.since if e.kind == "go"][-MOST_MARKED:]
    return [
        Act(k + 1, m["seat"], INDEX[m["from"]], INDEX[m["to"]], m["flip"])
        for k, m in enumerate(moves)
    ]


def draw_board(canvas: Canvas, scene: Scene, acts: list[Act], top: int) -> None:
    """The board with its upper edge at ``top``."""
    canvas.ground("board", 0, top)
    cells = words.position(scene).cells
    for i in range(SIZE):
        x, _ = centre(i)
        canvas.text(x, top + FRAME[3], CIRCLES[i][0], 42, "title", align="m")
        _, y = centre(SIZE * i)
        canvas.text(FRAME[0], top + y, CIRCLES[SIZE * i][1], 42, "title", align="m")
    if _choosing_goal(scene):
        acts = []  # one thing at a time
    left = {act.start for act in acts} | {act.goal for act in acts}
    offered = {INDEX[choice.move.args[-1]] for choice in scene.choices if choice.move.args}
    ghost, turn = marks.ghost(48), marks.turning(36, "line")
    halo = _halos(scene, acts)
    for row in reversed(range(SIZE)):  # those in front lie over those behind
        for circle in range(SIZE * row, SIZE * (row + 1)):
            x, y = centre(circle)
            if cells[circle]:
                pile(canvas, cells[circle], x, top + y, scene.locale, halo.get(circle))
            elif circle in left:
                canvas.mark(ghost, x, top + y)
            elif ARROWS[circle] and circle not in offered:
                canvas.mark(turn, x, top + y)
    _arrows(canvas, cells, acts, top)
    if not scene.choices:
        flip = marks.turning(24, "ink", "ivory")
        for act in acts:
            if act.flip and cells[act.goal]:
                x, y = centre(act.goal)
                up = height(len(cells[act.goal]))
                canvas.mark(flip, x - R * 0.80, top + y - up - R * 0.70)
    _choices(canvas, scene, top)


def _choosing_goal(scene: Scene) -> bool:
    """Whether the pile is chosen and the candidates are where it may go."""
    return any(len(choice.move.args) == 2 for choice in scene.choices)


def _halos(scene: Scene, acts: list[Act]) -> dict[int, str]:
    """The colour of the halo of each pile that has one."""
    state = words.position(scene)
    if scene.outcome is None:
        found = {act.goal: "ivory" for act in acts}
    else:
        found = {}
        best = [state.colours[seat] for seat in scene.outcome.winners]
        for circle, chips in enumerate(state.cells):
            if chips and upper(chips[-1]) in best:
                found[circle] = "title"
    for choice in scene.choices:
        for name in choice.move.args:
            found[INDEX[name]] = "choice"
    return found


def _way(start: int, goal: int) -> tuple[int, int, int]:
    """One step along the line (x, y), and its length."""
    (x1, y1), (x2, y2) = centre(start), centre(goal)
    dx, dy = x2 - x1, y2 - y1
    far = abs(dx) + abs(dy)
    return dx // far, dy // far, far


def _ends(
    cells: Cells, start: int, goal: int, empty: tuple[float, float], aside: float = 0
) -> tuple[Point, Point]:
    """Where an arrow begins and ends, seen from the middle of ``start``: clear of both piles.

    ``empty`` is how far from an empty circle's middle it begins and ends.
    """
    ux, uy, far = _way(start, goal)
    begin, reach = empty
    if cells[start]:
        begin = R + 10 + (height(len(cells[start])) if uy < 0 else 0)
    if cells[goal]:
        reach = R + _CLEAR + (height(len(cells[goal])) if uy > 0 else 0)
    end = far - reach
    begin = min(begin, end - _SHORTEST)
    across, down = abs(uy) * aside, abs(ux) * aside
    return (ux * begin + across, uy * begin + down), (ux * end + across, uy * end + down)


def _arrows(canvas: Canvas, cells: Cells, acts: list[Act], top: int) -> None:
    """Each act's arrow and numbered disc; arrows on one line stand beside each other."""
    links = [frozenset((act.start, act.goal)) for act in acts]
    for k, act in enumerate(acts):
        same = [i for i, link in enumerate(links) if link == links[k]]
        aside = (same.index(k) - (len(same) - 1) / 2) * 46
        ends = _ends(cells, act.start, act.goal, (-22, R - 6), aside)
        x, y = centre(act.start)
        canvas.mark(marks.arrow(ends), x, top + y)
        disc = marks.disc(str(act.number), r=24, size=38)
        canvas.mark(disc, x + ends[0][0], top + y + ends[0][1])


def _choices(canvas: Canvas, scene: Scene, top: int) -> None:
    """The candidates: a plate with the circle's name; what a flip would bring up."""
    cells = words.position(scene).cells
    for choice in scene.choices:
        args = choice.move.args
        if not args:
            continue
        goal = INDEX[args[-1]]
        x, y = centre(goal)
        if len(args) == 2:
            start = INDEX[args[0]]
            from_x, from_y = centre(start)
            ends = _ends(cells, start, goal, (0, 70))
            canvas.mark(marks.arrow(ends, 9, 25, "choice"), from_x, top + from_y)
            if not cells[goal]:
                chips, _ = words.landed(scene, start, goal)
                canvas.mark(marks.hoop(58, 6, "choice"), x, top + y)
                chip = small(upper(chips[-1]))
                lay(canvas, (chip,), x - SMALL_R, top + y, scene.locale)
                canvas.mark(marks.turning(21, "ink", "choice"), x + 44, top + y - 44)
        canvas.mark(marks.plate(args[-1], "choice"), x - 52, top + y + 44)
