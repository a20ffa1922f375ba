"""Beside the private board: the players, the own turn, what happened."""

from __future__ import annotations

from rendering.kit.canvas import Canvas
from rendering.sator import header
from rendering.sator.abilities import plays
from rendering.sator.acts import Act, brief
from rendering.sator.board import Layout, disc
from rendering.sator.chart import TITLE, token
from rendering.sator.header import Player
from rendering.scene import Scene
from rendering.words import say
from rules.sator.facts import AP, COLOURS
from rules.sator.game import State

LEFT, RIGHT = 1000, 1190
PANEL = 122
_LINE = 37


def draw_column(
    canvas: Canvas, scene: Scene, state: State, layout: Layout, acts: list[Act], letters: str
) -> None:
    """Everything in the column from the title down to the hand."""
    y = TITLE + 2
    for player in header.players(scene, state):
        _panel(canvas, player, letters, not state.round, y)
        y += PANEL
        canvas.fill(LEFT, y - 2, RIGHT, y, "ruled")
    if plays(state, scene.viewer):
        y = _turn(canvas, scene, state, y + 8)
    if acts:
        _acts(canvas, scene, state, layout, acts, y + 10, letters)


def _panel(canvas: Canvas, player: Player, letters: str, placing: bool, y: int) -> None:
    """One seat, three lines high."""
    if player.asked:
        canvas.fill(LEFT - 4, y + 2, RIGHT + 4, y + PANEL - 6, "active")
        canvas.fill(LEFT - 4, y + PANEL - 8, RIGHT + 4, y + PANEL - 4, "rubric")
    first = y + 25
    role = "aside" if player.out else "text"
    end = canvas.text(LEFT + 2, first, player.name, 36, role, room=RIGHT - LEFT - 2)
    if player.out:
        canvas.fill(LEFT, first - 2, round(end) + 3, first + 2, "aside")
    canvas.mark(token(player.colour, letters[player.colour], 16, 30), LEFT + 20, first + 37)
    for k in range(4):
        kind = "shelf" if k < player.books else "gap"
        canvas.put(f"{kind}-{COLOURS[player.colour]}", LEFT + 62 + 32 * k, first + 37)
    low = first + 73
    if placing:
        canvas.mark(header.tile_icon(), LEFT + 20, low)
        canvas.text(LEFT + 48, low, str(player.tiles), 36, role)
        return
    canvas.mark(header.hand_icon(player.prayers), LEFT + 20, low)
    canvas.text(LEFT + 46, low, str(player.hand), 36, role)
    canvas.mark(header.used_icon(), LEFT + 104, low)
    canvas.text(LEFT + 126, low, str(player.used), 36, role)


def _turn(canvas: Canvas, scene: Scene, state: State, y: int) -> int:
    """Action points, steps and the free action of the own turn; returns where it ends."""
    now, locale = state.now, scene.locale
    for k in range(AP):
        canvas.mark(header.cog(13, k < now.ap), LEFT + 16 + 31.5 * k, y + 18)
    lines = (
        say(locale, "sator-column-ap", ap=now.ap),
        say(locale, "sator-column-steps", steps=now.points),
        say(locale, "sator-column-free", free="yes" if now.free else "no"),
    )
    for k, line in enumerate(lines):
        canvas.text(LEFT, y + 55 + _LINE * k, line, 30, "text", room=RIGHT - LEFT)
    end = y + 55 + _LINE * len(lines)
    canvas.fill(LEFT, end - 8, RIGHT, end - 6, "ruled")
    return end


def _acts(
    canvas: Canvas, scene: Scene, state: State, layout: Layout, acts: list[Act], y: int,
    letters: str,
) -> None:  # fmt: skip
    """What happened, in a few words beside the numbers that stand on the board."""
    key = f"kit-since-{scene.since_when}"
    for part in say(scene.locale, key).split("\n"):
        canvas.text(LEFT, y + 12, part, 30, "rubric", room=RIGHT - LEFT)
        y += 34
    for k, act in enumerate(acts):
        at = y + 18 + 42 * k
        _act(canvas, scene, state, layout, act, k + 1, at, letters)


def _act(
    canvas: Canvas, scene: Scene, state: State, layout: Layout, act: Act, number: int, y: int,
    letters: str,
) -> None:  # fmt: skip
    """One act: its number, whose Acolyte was pushed, the act, what was collected."""
    colours, x = state.rules.colours, float(LEFT + 38)
    canvas.mark(disc(number, colours[act.seat], 13, 30), LEFT + 16, y)
    if act.kind == "push":
        canvas.mark(token(colours[act.other], letters[colours[act.other]], 14, 30), x + 16, y)
        x += 38
    end = canvas.text(x, y, brief(scene, layout.grid, act), 30, "text", room=RIGHT + 4 - x)
    if act.books:
        canvas.put(f"shelf-{COLOURS[colours[act.seat]]}", end + 22, y)
    if act.books > 1:
        canvas.text(end + 38, y, str(act.books), 30, "text")


def room_for_acts(scene: Scene, state: State) -> int:
    """How many lines there are for what happened."""
    used = TITLE + 2 + PANEL * len(scene.names)
    if plays(state, scene.viewer):
        used += 8 + 55 + 3 * _LINE
    return max(0, min(6, (1070 - used - 10 - 68) // 42))

