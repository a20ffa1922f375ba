"""Every no has its reason, and every reason its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules.sator
from rendering.words import has, say
from rules.kernel import IllegalMove, Move, play
from rules.sator.game import GAME, State
from tests.rules.sator.positions import as_match, go, placing, position, refused

LINE = {"s4": "c5:0", "w4": "g5:0"}
BARE = {"s6": "h9:0", "w6": "c10:0"}


def turn(**kwargs: object) -> State:
    given = {"acolytes": {0: "c5", 1: "j5"}, "hands": {0: ["ms", "r6", "clara", "quin", "mihi"]}}
    return position(LINE | BARE, **(given | kwargs))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("first", "move", "reason"),
    [
        ((), "play:mw", "card"),
        ((), "play:clara", "card"),
        ((), "play", "card"),
        ((), "pray:nihil:1", "prayer"),
        ((), "pray:ms", "prayer"),
        ((), "pray:clara:3", "pray-form"),
        ((), "walk", "no-points"),
        ((), "walk:d5", "no-points"),
        ((), "free", "free-form"),
        ((), "free:fly", "free-form"),
        ((), "free:walk:d5", "free-walk"),
        ((), "free:step:e5", "walk-far"),
        ((), "free:step:c5", "stand"),
        ((), "free:step:z9", "square"),
        ((), "free:step:c9", "abyss"),
        ((), "free:step:j5", "acolyte"),
        ((), "banish:d5", "banish"),
        ((), "nonsense", "choose"),
        (("play:ms", "tile:s6"), "moves:w6:n", "effect-tile"),
        (("play:ms", "tile:s6"), "rotas:s6:h9:cw", "effect-kind"),
        (("play:ms", "tile:s6"), "moves:s6:q", "steps-form"),
        (("play:ms", "tile:s6"), "moves:s6", "steps-form"),
        (("play:ms", "tile:s6"), "end", "choose"),
        (("play:r6", "tile:s6"), "rotas:s6:a1:cw", "rotas-form"),
        (("play:r6", "tile:s6"), "rotas:s6:h9:up", "rotas-form"),
        (("play:r6",), "tile:i6", "tile-gone"),
        (("play:r6",), "tile:x9", "tile"),
        (("pray:quin", "tile:s6", "turn:0", "place:s6:k2:0"), "tile:s6", "tile-twice"),
        (("pray:clara",), "garg:c5", "choose"),
        (("end",), "draw:x", "choose"),
    ],
)
def test_reasons(first: tuple[str, ...], move: str, reason: str) -> None:
    assert refused(go(turn(), *first), move) == reason


def test_the_price_of_nihil_is_named_first() -> None:
    s = turn(hands={0: ["nihil"]})
    assert refused(s, "pray:nihil") == refused(s, "pray:nihil:4") == "nihil"
    assert refused(turn(hands={0: ["nihil"]}, ap=1), "pray:nihil:2") == "ap"


def test_walking_refusals() -> None:
    s = turn()
    s = s.but(now=s.now.but(points=2, played=(0, 0)))
    assert refused(s, "walk") == "walk-form"
    assert refused(s, "walk:g5") == "walk-far"
    assert refused(s, "walk:j5") == "acolyte"


def test_no_tile_for_the_free_action() -> None:
    s = position({}, acolytes={0: "l12"}, hands={0: ["r2"]})
    assert refused(s, "free:tile") == "free-tile"


def test_a_tile_that_nothing_left_can_change() -> None:
    shut = {"s6": "b1:90", "w4": "a1:90", "i4": "c1:90", "s5": "a5:0", "b6": "b3:90", "s4": "f8:0"}
    s = go(position(shut, hands={0: ["ms"]}), "play:ms")
    assert refused(s, "tile:s6") == "tile-stuck"


def test_choosing_a_tile_to_place() -> None:
    s = placing({}, {0: ("s5", "s6"), 1: ("w6", "w5")}, {0: ("c3", "h8"), 1: ("d4", "n14")})
    assert refused(s, "choose:b1") == "choose"
    lying = go(s, "choose:s5", "turn:0")
    assert refused(lying, "place:s5") == "place-form"
    assert refused(lying, "place:s5:zz:0") == "square"


def test_a_refusal_says_what_is_possible() -> None:
    s = go(turn(), "play:ms", "tile:s6")
    with pytest.raises(IllegalMove) as no:
        play(GAME, as_match(s), 0, Move.parse("moves:s6:q"))
    text = say("en", no.value.reason.key, **dict(no.value.reason.args))
    assert "s6" in text
    assert "nne" in text


def test_a_word_nobody_knows_is_answered_with_what_can_be_done() -> None:
    with pytest.raises(IllegalMove) as no:
        play(GAME, as_match(turn()), 0, Move.parse("dance:c5"))
    text = say("en", no.value.reason.key, **dict(no.value.reason.args))
    assert text == "Choose one of these: swap, search, play, pray, free, end."


def test_every_reason_has_its_words_and_every_word_its_reason() -> None:
    root = Path(rules.sator.__file__).parent
    code = "\n".join(path.read_text("utf-8") for path in sorted(root.glob("*.py")))
    named = set(re.findall(r'"(sator-refused-[a-z-]+)"', code))
    words = (root.parent.parent / "data/words/en/sator-rules.ftl").read_text("utf-8")
    written = set(re.findall(r"^(sator-refused-[a-z-]+) =", words, re.MULTILINE))
    assert named == written
    assert all(has(key) for key in named)


def test_each_reason_is_met_in_these_tests() -> None:
    """A reason nobody can meet is a dead one."""
    here = Path(__file__).parent
    tests = "\n".join(path.read_text("utf-8") for path in here.glob("test_*.py"))
    words = (here.parents[2] / "data/words/en/sator-rules.ftl").read_text("utf-8")
    written = set(re.findall(r"^sator-refused-([a-z-]+) =", words, re.MULTILINE))
    assert not {key for key in written if f'"{key}"' not in tests}
