"""What Sarena says: alt text, text board, menu labels, what happened, how it ended."""

from __future__ import annotations

import textwrap
from typing import cast

from rendering.names import plain
from rendering.scene import Scene, names_of
from rendering.words import say
from rules.kernel import Event, Move, Seat
from rules.sarena import (
    ARROWS,
    CIRCLES,
    COLOURS,
    INDEX,
    SIZE,
    State,
    faces,
    flipped,
    lower,
    owned,
    upper,
)
from rules.tree import Prefix

LINE = 38
"""Characters in a line of the text board."""
LONGEST_ALT = 1024


def position(scene: Scene) -> State:
    """The masked position of the scene."""
    return cast("State", scene.view)


def colour(locale: str, index: int) -> str:
    """The name of a colour."""
    return say(locale, f"sarena-{COLOURS[index]}")


def letter(locale: str, index: int) -> str:
    """The letter of a colour, as it stands on the chips."""
    return say(locale, f"sarena-{COLOURS[index]}-letter")


def landed(scene: Scene, start: int, goal: int) -> tuple[tuple[int, ...], bool]:
    """The pile that moving from one circle to another makes, and whether that is a flip."""
    cells = position(scene).cells
    under = cells[goal]
    return (under + cells[start], False) if under else (flipped(cells[start]), True)


def notation(move: Move) -> str:
    """``a2-b2``."""
    return "-".join(move.args) if move.args else move.op


def label(scene: Scene, move: Move) -> str:
    """What choosing this (perhaps unfinished) move does."""
    if not move.args:
        return say(scene.locale, "sarena-move-op")
    start = INDEX[move.args[0]]
    if len(move.args) == 1:
        pile = position(scene).cells[start]
        return say(
            scene.locale,
            "sarena-move-from",
            **{"from": move.args[0]},
            top=colour(scene.locale, upper(pile[-1])),
            high=len(pile),
        )
    pile, flip = landed(scene, start, INDEX[move.args[1]])
    return say(
        scene.locale,
        "sarena-move-flip" if flip else "sarena-move-stack",
        to=move.args[1],
        top=colour(scene.locale, upper(pile[-1])),
        high=len(pile),
    )


def ask(scene: Scene, prefix: Prefix) -> str:
    """The question put to the viewer at this level of the tree."""
    if scene.prompt is None:
        return ""
    keys = [f"sarena-ask-{scene.prompt.op}"]
    given: dict[str, str] = {}
    if prefix:
        keys.insert(0, f"{keys[0]}-{prefix[0]}-{len(prefix)}")
        given = dict(zip(("from", "to"), prefix[1:], strict=False))
    return say(scene.locale, *keys, **given)


def _who(scene: Scene, seat: Seat) -> str:
    return plain(scene.names[seat])


def event(scene: Scene, event: Event) -> str:
    """One line on what happened."""
    data, locale = event.data, scene.locale
    if event.kind == "go":
        return say(
            locale,
            "sarena-event-go",
            who=_who(scene, data["seat"]),
            move=f"{data['from']}-{data['to']}",
            flip="yes" if data["flip"] else "no",
            high=data["height"],
            top=say(locale, f"sarena-{data['top']}"),
        )
    if event.kind == "reveal":
        return say(
            locale,
            "sarena-event-reveal",
            who=_who(scene, data["seat"]),
            colour=say(locale, f"sarena-{data['colour']}"),
            chips=data["chips"],
            faces=data["faces"],
            out="yes" if data["out"] else "no",
        )
    if event.kind == "over":
        unused = [say(locale, f"sarena-{name}") for name in data["unused"]]
        return say(
            locale,
            "sarena-event-over",
            unused="some" if unused else "none",
            colours=_listed_or(locale, unused),
        )
    return say(locale, f"sarena-event-{event.kind}", who=_who(scene, data["seat"]))


def _listed_or(locale: str, things: list[str]) -> str:
    if len(things) < 2:
        return "".join(things)
    return say(locale, "sarena-or", first=", ".join(things[:-1]), last=things[-1])


def result(scene: Scene) -> str:
    """How the match ended."""
    outcome, state = scene.outcome, position(scene)
    if outcome is None:
        return ""
    best = outcome.winners[0]
    own = state.colours[best]
    return say(
        scene.locale,
        f"sarena-over-{outcome.reason}",
        who=names_of(scene, outcome.winners),
        score=outcome.scores[best],
        faces=0 if own is None else faces(state.cells)[own],
        colour="" if own is None else colour(scene.locale, own),
    )


def sentence(scene: Scene) -> str:
    """Who is asked, or how it ended."""
    if scene.outcome is not None:
        return f"{result(scene)}."
    if scene.prompt is None:
        return ""
    who = names_of(scene, scene.prompt.seats)
    return say(scene.locale, f"sarena-prompt-{scene.prompt.op}", who=who) + "."


def _counts(scene: Scene) -> dict[str, int]:
    return dict(zip(COLOURS, owned(position(scene).cells), strict=True))


def _own(scene: Scene) -> str:
    """The viewer's secret, while it is one."""
    if scene.viewer is None or scene.outcome is not None:
        return ""
    own = position(scene).colours[scene.viewer]
    if own is None:
        return ""
    chips = owned(position(scene).cells)[own]
    return say(scene.locale, "sarena-text-own", colour=colour(scene.locale, own), chips=chips)


def _since(scene: Scene) -> str:
    """Since when the events are told."""
    if scene.since_when != "own":
        return say(scene.locale, f"sarena-since-{scene.since_when}")
    asked = scene.prompt.seats if scene.prompt else ()
    if scene.viewer is not None or len(asked) != 1:
        return say(scene.locale, "sarena-since-own", who="you")
    return say(scene.locale, "sarena-since-own", who=_who(scene, asked[0]))


def alt(scene: Scene) -> str:
    """The picture in words: where it stands, what happened, who is asked, then the board. What
    does not fit into 1,024 characters is left out whole, the board's far end first."""
    state, locale = position(scene), scene.locale
    head = say(locale, "sarena-alt-head", number=str(scene.number), round=str(scene.round))
    parts = [head, sentence(scene), _own(scene)]
    if scene.since:
        parts.append(_since(scene))
        parts += [f"{event(scene, e)}." for e in scene.since[-6:]]
    parts.append(say(locale, "sarena-alt-counts", **_counts(scene)))
    parts.append(say(locale, "sarena-alt-rows"))
    for row in reversed(range(SIZE)):
        cells = []
        for i in range(SIZE * row, SIZE * (row + 1)):
            pile = state.cells[i]
            if not pile:
                cells.append(say(locale, "sarena-alt-arrow" if ARROWS[i] else "sarena-alt-empty"))
            elif len(pile) == 1:
                cells.append(colour(locale, upper(pile[0])))
            else:
                top = colour(locale, upper(pile[-1]))
                cells.append(say(locale, "sarena-alt-pile", top=top, high=len(pile)))
        parts.append(say(locale, "sarena-alt-row", row=str(row + 1), cells=", ".join(cells)))
    out = ""
    for part in parts:
        if part and len(out) + len(part) + 1 <= LONGEST_ALT:
            out = f"{out} {part}" if out else part
    return out


def _circle(scene: Scene, i: int) -> str:
    """One circle of the text board: kind, height, chips from the top as upper/lower face."""
    locale, pile = scene.locale, position(scene).cells[i]
    kind = say(locale, "sarena-text-arrows" if ARROWS[i] else "sarena-text-plain")
    if not pile:
        return say(locale, "sarena-text-empty", circle=CIRCLES[i], kind=kind)
    chips = " ".join(
        f"{letter(locale, upper(chip))}/{letter(locale, lower(chip))}" for chip in reversed(pile)
    )
    key = "sarena-text-pile" if len(pile) > 1 else "sarena-text-single"
    return say(locale, key, circle=CIRCLES[i], kind=kind, high=len(pile), chips=chips)


def text(scene: Scene) -> str:
    """The whole position in lines of at most 38 characters; from it alone one can play."""
    locale = scene.locale
    head = say(locale, "sarena-text-head", number=str(scene.number), round=str(scene.round))
    lines = [*_wrap(head), *_wrap(sentence(scene)), *_wrap(_own(scene))]
    if scene.since:
        lines += ["", *_wrap(_since(scene))]
        for e in scene.since:
            lines += _wrap(f"- {event(scene, e)}", "  ")
    lines.append("")
    for key in ("sarena-text-key", "sarena-text-letters", "sarena-text-rule"):
        lines += _wrap(say(locale, key))
    for row in reversed(range(SIZE)):
        lines += ["", say(locale, "sarena-text-row", row=str(row + 1))]
        lines += [_circle(scene, i) for i in range(SIZE * row, SIZE * (row + 1))]
    lines += ["", *_wrap(say(locale, "sarena-text-counts", **_counts(scene)))]
    return "\n".join(lines)


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, LINE, subsequent_indent=indent, break_on_hyphens=False)
