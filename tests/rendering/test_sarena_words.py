"""What Sarena says, against sentences written by hand."""

from __future__ import annotations

import dataclasses
import re

import pytest

from rendering.scene import Scene, renderer
from rendering.words import say
from rules import game
from rules.kernel import Event, Move, Outcome, Prompt
from rules.sarena import ARROWS, CIRCLES, chip
from tests.rendering.scenes import fullest, go, played, position, scene_of

SARENA = renderer("sarena")
Y, R, B, G = range(4)
NAMES = ("ann", "bob", "chi", "dan")


def small(**fields: object) -> Scene:
    """b2 holds yellow over red under blue over green; c2 a red over blue; all else is empty."""
    state = position(
        {"b2": (chip(B, G), chip(Y, R)), "c2": (chip(R, B),)},
        colours=(R, None, None, None),
        round=5,
    )
    given: dict[str, object] = {"names": NAMES, "number": 12, "viewer": 0}
    return scene_of(state, **(given | fields))  # type: ignore[arg-type]


# Menus


@pytest.mark.parametrize(
    ("move", "words"),
    [
        # The unfinished move names the pile.
        ("go:b2", "b2 (yellow, 2 high)"),
        ("go:c2", "c2 (red, 1 high)"),
        # Stacking keeps the order: red stays on top, or yellow does.
        ("go:c2:b2", "b2: stack, 3 high, red on top"),
        ("go:b2:c2", "c2: stack, 3 high, yellow on top"),
        # Flipping brings up the lower face of the lowest chip: green on b2, blue on c2.
        ("go:b2:b3", "b3: flip, green on top"),
        ("go:c2:c1", "c1: flip, blue on top"),
        ("go", "move a pile"),
    ],
)
def test_a_label_says_what_the_choice_does(move: str, words: str) -> None:
    assert SARENA.label(small(), Move.parse(move)) == words


def test_no_label_is_longer_than_a_button() -> None:
    sarena = game("sarena")
    for ply in (0, 12, 24):
        scene = played(seed=2, ply=ply)
        assert scene.prompt is not None
        for move in sarena.moves(scene.view, scene.prompt.seats[0]):
            for part in (move, Move("go", move.args[:1])):
                assert 0 < len(SARENA.label(scene, part)) <= 80


def test_the_questions_go_down_the_tree() -> None:
    assert SARENA.ask(small()) == "Which pile do you move?"
    assert SARENA.ask(small(), ("go",)) == "Which pile do you move?"
    assert SARENA.ask(small(), ("go", "b2")) == "Where does the pile on b2 go?"
    assert SARENA.ask(small(prompt=None)) == ""


def test_notation_is_as_players_write_it() -> None:
    assert SARENA.notation(Move("go", ("a2", "b2"))) == "a2-b2"


def test_answers_are_sorted_by_circle() -> None:
    moves = [Move.parse(text) for text in ("go:b1:b2", "go:a2:a3", "go:a2:a1", "go:a1:b1")]
    ordered = sorted(moves, key=lambda move: SARENA.sort_key(small(), move))
    assert [str(m) for m in ordered] == ["go:a1:b1", "go:a2:a1", "go:a2:a3", "go:b1:b2"]


# What happened


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (go(1, "a2", "b2", False, 3), "bob a2-b2: stack, 3 high, red on top"),
        (go(0, "a2", "b2", True, 1), "ann a2-b2: flip, 1 high, red on top"),
        (Event("first", {"seat": 2}), "chi moves first"),
        (Event("leave", {"seat": 3}), "dan resigned"),
        (
            Event("reveal", {"seat": 0, "colour": "red", "chips": 9, "faces": 7, "out": False}),
            "ann was red: 9 chips, 7 with red on a face",
        ),
        (
            Event("reveal", {"seat": 1, "colour": "blue", "chips": 1, "faces": 1, "out": True}),
            "bob was blue: 1 chip, 1 with blue on a face, resigned",
        ),
        (
            Event("over", {"winners": [0], "reason": "most", "unused": ["yellow", "green"]}),
            "Nobody was yellow or green",
        ),
        (
            Event("over", {"winners": [0], "reason": "most", "unused": ["green"]}),
            "Nobody was green",
        ),
        (
            Event("over", {"winners": [0], "reason": "most", "unused": []}),
            "All four colours were in play",
        ),
    ],
)
def test_an_event_is_one_line(event: Event, words: str) -> None:
    assert SARENA.event(small(), event) == words


def test_every_event_of_a_whole_match_has_words() -> None:
    scene = played(seed=5, ply=60, since=99)
    kinds = {event.kind for event in scene.since}
    assert {"first", "go", "reveal", "over"} <= kinds
    for event in scene.since:
        assert "\n" not in SARENA.event(scene, event)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((1,), (9, 12, 8, 7), "most"), "bob wins with 12 chips"),
        (
            Outcome((0,), (9, 9, 9, 9), "tiebreak"),
            "ann wins the tie at 9 chips: 3 of them show red",
        ),
        (Outcome((0, 2), (9, 9, 9, 9), "shared"), "ann and chi share the win with 9 chips each"),
        (Outcome((3,), (9, 9, 9, 9), "last"), "dan wins: everybody else resigned"),
    ],
)
def test_the_result_is_told_for_every_reason(outcome: Outcome, words: str) -> None:
    """For the tie: red stands on c2, which holds three chips, each with red on a face."""
    state = position({"c2": (chip(R, B), chip(B, R), chip(R, G))}, colours=(R, Y, B, G), stack=())
    scene = scene_of(state, outcome=outcome, prompt=None, names=NAMES)
    assert SARENA.result(scene) == words


# Text board


def board_lines(scene: Scene) -> dict[str, str]:
    lines = SARENA.text(scene).splitlines()
    return {line[:2]: line for line in lines if line[:2] in CIRCLES}


def test_the_text_board_tells_every_circle() -> None:
    lines = board_lines(small())
    assert list(lines) == [f"{c}{r}" for r in (6, 5, 4, 3, 2, 1) for c in "abcdef"]
    assert lines["b2"] == "b2 plain, 2: Y/R B/G"
    assert lines["c2"] == "c2 arrows: R/B"
    assert lines["a6"] == "a6 arrows: empty"
    assert lines["b6"] == "b6 plain: empty"


def test_one_can_play_from_the_text_board_alone() -> None:
    """The whole position can be read back from it."""
    for scene in (played(ply=0), played(ply=17), played(seed=5, ply=60)):
        cells = []
        for name in CIRCLES:
            line = board_lines(scene)[name]
            kind = re.fullmatch(r"\w\d (arrows|plain).*", line)
            assert kind is not None
            assert (kind[1] == "arrows") == ARROWS[CIRCLES.index(name)]
            faces = re.findall(r"([YRBG])/([YRBG])", line)
            pile = [chip("YRBG".index(a), "YRBG".index(b)) for a, b in reversed(faces)]
            assert f", {len(pile)}:" in line or len(pile) < 2
            cells.append(tuple(pile))
        assert tuple(cells) == scene.view.cells


def test_the_letters_of_the_text_board_are_those_it_explains() -> None:
    key = next(line for line in SARENA.text(small()).splitlines() if line.startswith("Y yellow"))
    for name in ("yellow", "red", "blue", "green"):
        assert f"{say('en', f'sarena-{name}-letter')} {name}" in key


@pytest.mark.parametrize("name", fullest())
def test_lines_and_alt_text_keep_their_bounds(name: str) -> None:
    scene = fullest()[name]
    assert max(map(len, SARENA.text(scene).splitlines())) <= 38
    assert 100 < len(SARENA.alt(scene)) <= 1024


def test_the_text_board_fits_into_one_message() -> None:
    for ply in (0, 10, 20, 30):
        assert len(SARENA.text(played(ply=ply, viewer=1, since=4))) <= 2000


def test_the_private_text_adds_colour_and_count_and_no_other_does() -> None:
    text = SARENA.text(small())
    assert "You are red: 1 chip now." in text
    public = dataclasses.replace(
        small(),
        viewer=None,
        view=dataclasses.replace(small().view, colours=(None,) * 4),
    )
    assert "You are" not in SARENA.text(public)
    assert "You are" not in SARENA.alt(public)


# Alt text


def test_alt_says_first_what_matters() -> None:
    scene = small(since=(go(1, "a2", "b2", False, 2),))
    alt = SARENA.alt(scene)
    assert alt.startswith("Sarena, match 12, round 5. ann to move. You are red: 1 chip now. Since")
    assert "bob a2-b2: stack, 2 high, red on top." in alt
    assert "Chips owned by colour: yellow 2, red 1, blue 0, green 0." in alt
    assert "Row 2: empty arrows, yellow 2 high, red, empty, empty arrows, empty." in alt


def test_alt_drops_whole_sentences_when_it_is_too_long() -> None:
    scene = fullest()["four acts, private"]
    alt = SARENA.alt(scene)
    assert alt.endswith(".")
    assert "to move" in alt[:120]


def test_since_when_is_said_to_whom_it_concerns() -> None:
    acts = (go(1, "a2", "b2"),)
    asked = Prompt("turn", (2,))
    public = small(viewer=None, since=acts, prompt=asked)
    assert "Since chi’s last move:" in SARENA.text(public)
    assert "Since your last move:" in SARENA.text(small(since=acts, prompt=asked))
    post = small(viewer=None, since=acts, since_own=False)
    assert "Since the last post:" in SARENA.text(post)
    step = small(since=acts, since_own=False, since_what="step")
    assert "Your last move, and what came of it:" in SARENA.alt(step)
    first = small(viewer=None, since=acts, since_what="start")
    assert "So far:" in SARENA.text(first)


def test_names_cannot_act_in_a_message() -> None:
    names = ("**ann**", "@everyone", "<@1>", "[x](https://e.example)")
    scene = small(names=names, since=(go(1, "a2", "b2"), Event("leave", {"seat": 3})))
    said = [SARENA.event(scene, event) for event in scene.since]
    said += [SARENA.text(scene), SARENA.asked(scene), SARENA.alt(scene)]
    for text in said:
        assert "*" not in text
        assert "@everyone" not in text
        assert "<@" not in text
        assert "](" not in text
