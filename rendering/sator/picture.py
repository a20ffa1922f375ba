"""The channel's picture: title, players, board, what happened, who is asked."""

from __future__ import annotations

from typing import cast

from rendering.kit import bars
from rendering.kit.bars import Item, Sign, Word
from rendering.kit.canvas import Canvas
from rendering.kit.pen import Mark
from rendering.sator import (
    board,
    cardpage,
    choices,
    column,
    ghosts,
    hand,
    header,
    ownline,
    scenery,
    tray,
)
from rendering.sator.acts import Act, acts_of, short
from rendering.sator.board import Layout, disc
from rendering.sator.chart import FOOTER, HEIGHT, Chart, atlas, draw_leaf, private, public, token
from rendering.sator.theme import THEME
from rendering.sator.told import ask, uncovered
from rendering.scene import Scene
from rendering.words import listed, say
from rules.kernel import Seat
from rules.sator.game import State

MOST_MARKED = 6
"""Acts that are marked on the board and in the legend; older ones stand in words elsewhere."""

_CARDS_ALONE = frozenset({"drop", "search"})
"""Questions about nothing but cards: they get the whole picture."""


def position(scene: Scene) -> State:
    """The masked position of the scene."""
    return cast("State", scene.view)


def layout_of(chart: Chart, state: State) -> Layout:
    """The position's board in a chart."""
    return Layout(chart, state.board, state.gargoyles, state.rules.colours)


def draw(scene: Scene, look: bool = False) -> Canvas:
    """The picture as a canvas; ``look`` records what its texts stand on.

    A seat that plays gets its own; at the end, and for a seat that resigned, all see the same.
    """
    seat = scene.viewer
    own = seat is not None and scene.outcome is None and seat not in position(scene).out
    return draw_private(scene, look) if own else draw_public(scene, look)


def draw_public(scene: Scene, look: bool = False) -> Canvas:
    """The channel's picture."""
    state = position(scene)
    chart = public(state.rules.size)
    letters = header.letters_of(scene.locale)
    canvas = Canvas(atlas(chart), bars.WIDTH, HEIGHT, "bar", look)
    layout = layout_of(chart, state)
    acts = acts_of(scene, layout.grid, MOST_MARKED)
    draw_leaf(canvas, chart, state.rules.colours, letters, look)
    header.draw_title(canvas, scene)
    header.draw_strip(canvas, header.players(scene, state), letters, not state.round)
    draw_board(canvas, scene, layout, acts, letters)
    below = HEIGHT - FOOTER - 96
    header.rule(canvas, below)
    legend = bars.Legend(THEME, *_legend(scene, state, layout, acts))
    legend.height = 96
    legend.draw(canvas, below, ground=False)
    footer(canvas, scene, HEIGHT - FOOTER)
    return canvas


def draw_private(scene: Scene, look: bool = False) -> Canvas:
    """A seat's own picture: the board a little smaller, its hand below; the cards alone, or the
    board as large as the channel's, where the question is about nothing else."""
    assert scene.viewer is not None
    state = position(scene)
    if scene.prompt and scene.prompt.op in _CARDS_ALONE and scene.viewer in scene.prompt.seats:
        canvas = cardpage.draw(scene, state, look)
        footer(canvas, scene, HEIGHT - FOOTER)
        return canvas
    if choices.on_board(scene):
        return draw_asked(scene, look)
    chart = private(state.rules.size)
    letters = header.letters_of(scene.locale)
    canvas = Canvas(atlas(chart), bars.WIDTH, HEIGHT, "bar", look)
    layout = layout_of(chart, state)
    acts = acts_of(scene, layout.grid, column.room_for_acts(scene, state))
    if scene.choices and scene.prompt and scene.prompt.op not in ("turn", "choose"):
        acts = []  # one thing at a time
    draw_leaf(canvas, chart, state.rules.colours, letters, look)
    header.draw_title(canvas, scene)
    draw_board(canvas, scene, layout, acts, letters)
    column.draw_column(canvas, scene, state, layout, acts, letters)
    asked = scene.prompt is not None and scene.viewer in scene.prompt.seats
    one = asked and scene.prompt is not None and scene.prompt.op in tray.ONE_TILE
    if state.round and not one:
        hand.draw_hand(canvas, scene, state, scene.viewer, choices.cards_of(scene))
    else:
        tray.draw_tray(canvas, scene, state)
    footer(canvas, scene, HEIGHT - FOOTER)
    return canvas


def draw_asked(scene: Scene, look: bool = False) -> Canvas:
    """A question about the board: the board as large as it can be, what is asked for marked on it,
    and nothing else; below, in a line, what the viewer has in hand."""
    state = position(scene)
    chart = public(state.rules.size)
    letters = header.letters_of(scene.locale)
    canvas = Canvas(atlas(chart), bars.WIDTH, HEIGHT, "bar", look)
    draw_leaf(canvas, chart, state.rules.colours, letters, look)
    header.draw_title(canvas, scene)
    header.draw_strip(canvas, header.players(scene, state), letters, not state.round)
    draw_board(canvas, scene, layout_of(chart, state), [], letters)
    below = HEIGHT - FOOTER - ownline.HEIGHT
    header.rule(canvas, below)
    ownline.draw_line(canvas, scene, state, below)
    footer(canvas, scene, HEIGHT - FOOTER)
    return canvas


def draw_board(
    canvas: Canvas, scene: Scene, layout: Layout, acts: list[Act], letters: str
) -> None:
    """The board with what was done on it, and the candidates."""
    signs = choices.plates(scene, layout)
    board.draw_tiles(canvas, layout, acts)
    choices.draw_rings(canvas, scene, layout)
    ghosts.draw_ghosts(canvas, scene, layout)
    boxes = [sign.box for sign in signs]
    scenery.draw(canvas, layout, acts, letters, boxes, choices.tiles_of(scene))
    choices.draw_choices(canvas, scene, layout, signs)


def _legend(
    scene: Scene, state: State, layout: Layout, acts: list[Act]
) -> tuple[list[str], list[Item]]:
    locale = scene.locale
    items: list[Item] = [
        (
            Sign(disc(k + 1, state.rules.colours[act.seat], 15, 30), 40, 6),
            Word(short(scene, layout.grid, act), 30),
        )
        for k, act in enumerate(acts)
    ]
    if not items:
        return [], [(Word(say(locale, "sator-picture-key"), 30, "aside"),)]
    key = f"kit-since-{scene.since_when}"
    return say(locale, key).split("\n"), items


def footer(canvas: Canvas, scene: Scene, y: int) -> None:
    """Who is asked for what, or how it ended."""
    state, locale, prompt, outcome = position(scene), scene.locale, scene.prompt, scene.outcome
    letters = header.letters_of(locale)

    def sign(seat: Seat) -> Mark:
        colour = state.rules.colours[seat]
        return token(colour, letters[colour], 19, 30)

    if outcome is not None:
        hint = say(locale, f"sator-picture-{outcome.reason}", books=max(outcome.scores))
        words = _fitted(scene, outcome.winners, "sator-picture-won", hint)
        bars.footer(canvas, y, words, token=sign(outcome.winners[0]), hint=hint, height=FOOTER)
    elif prompt is None:
        bars.footer(canvas, y, say(locale, "kit-nobody"), height=FOOTER)
    else:
        hint = hint_of(scene)
        if scene.viewer is not None and scene.viewer in prompt.seats:
            words = ask(scene, _prefix(scene))
            bars.footer(canvas, y, words, token=sign(scene.viewer), hint=hint, height=FOOTER)
            return
        words = _fitted(scene, prompt.seats, f"sator-picture-{_phase(state, prompt.op)}", hint)
        bars.footer(canvas, y, words, token=sign(prompt.seats[0]), hint=hint, height=FOOTER)


def _prefix(scene: Scene) -> tuple[str, ...]:
    """How far down the tree the candidates stand: what all of them begin with."""
    found = [(choice.move.op, *choice.move.args) for choice in scene.choices]
    if not found:
        return ()
    least = min(found, key=len)
    size = 0
    while size < len(least) - 1 and all(path[size] == least[size] for path in found):
        size += 1
    return least[:size]


def _phase(state: State, op: str) -> str:
    if state.round:
        return "turn"
    return "draft" if op == "draft" else "place"


def hint_of(scene: Scene) -> str:
    """Beside the prompt: action points, or what is still to be placed."""
    state, locale = position(scene), scene.locale
    if state.round:
        return say(locale, "sator-picture-ap", ap=state.now.ap)
    tiles = sum(map(len, state.laying.trays)) + len(state.laying.pool)
    return say(locale, "sator-picture-open", books=len(uncovered(state)), tiles=tiles)


def _fitted(scene: Scene, seats: tuple[Seat, ...], key: str, hint: str) -> str:
    """A prompt with these seats' names, cut where it must be."""
    state = position(scene)

    def words(names: list[str]) -> str:
        return say(scene.locale, key, who=listed(scene.locale, names), winners=len(names))

    names = [header.name_of(scene, state, seat) for seat in seats]
    return words(bars.footer_names(THEME, names, words, hint))
