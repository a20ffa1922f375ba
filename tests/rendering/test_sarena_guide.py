"""The guide to Sarena: its words agree with the rules, its examples are what the words say."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from rendering.kit.canvas import Canvas
from rendering.kit.colour import contrast
from rendering.kit.encode import png
from rendering.sarena import guide
from rendering.sarena.closeup import Cells
from rendering.scene import Page, renderer
from rendering.words import say
from rules import sarena
from rules.kernel import Ctx, IllegalMove, Move, Rng, play
from rules.sarena import ARROWS, CIRCLES, GAME, INDEX
from tests.rendering.layout import overlapping, texts
from tests.rules.sarena_positions import at, go, match, targets, there

WORDS = Path(__file__).parents[2] / "data" / "words" / "en" / "sarena-guide.ftl"
DRAWS = [draw for draw, _ in guide.PAGES]
EXAMPLES = (
    guide.OWNED, guide.STACKING, guide.BEFORE, guide.AFTER, guide.ENDED, guide.CHOOSING,
)  # fmt: skip


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    return renderer("sarena").guide("en")


def example(cells: Cells, colours: str = "yr") -> sarena.State:
    """The example as the rules have it, with two seats of these colours."""
    owners = tuple("yrbg".index(c) for c in colours)
    return sarena.State((sarena.Turn(0),), cells, owners, 0, 1)


def moved(cells: Cells, way: tuple[str, str]) -> sarena.State:
    """The position after a move, which goes through the door that checks it."""
    after, _ = play(GAME, match(example(cells)), 0, Move("go", way))
    state: sarena.State = after.state
    return state


# What the pages say


def test_there_are_five_pages_that_fit_into_a_message(pages: list[Page]) -> None:
    assert len(pages) == 5
    for page in pages:
        assert 200 < len(page.text) <= 1500
        assert 60 < len(page.alt) <= 1024
        assert page.draw is not None
        assert page.text.count("**") % 2 == 0
        assert page.text.startswith("**")


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (1, "36 wooden chips lie on the board, one on each circle"),
        (1, "each colour is on 18 of them"),
        (1, "yellow, red, blue or green"),
        (1, "With fewer than 4 players"),
        (1, "two piles have blue on top, so 5 chips would be yours"),
        (2, "4 chips are the most a pile can have"),
        (2, "the pile of 2 in the middle can go left, where it makes a pile of 3"),
        (2, "On the right it would make 5"),
        (3, "red is on top and blue at the bottom"),
        (3, "the pile counts for blue"),
        (4, "yellow and red are tied at 4 chips"),
        (4, "3 have yellow on a face; of red’s, 2 have red. So yellow wins"),
        (5, "`/sarena move from:c1 to:b1`"),
        (5, "the pile on c1 was chosen, and the answers are b1, c2 and d1"),
    ],
)
def test_the_numbers_are_those_of_the_rulebook(page: int, said: str, pages: list[Page]) -> None:
    assert said in pages[page - 1].text


def test_no_number_stands_in_the_words_themselves() -> None:
    """Each comes from the rules or from the example, so a change there changes the page."""
    for line in WORDS.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            text = re.sub(r"^[\w-]+ = ?|^[\w-]+ =$|\{[^}]*\}", "", line)
            assert not re.search(r"\d", text), line


def test_the_rules_have_these_numbers() -> None:
    """36 circles and chips, each colour on 18 faces, piles of at most 4, two to four players."""
    state = GAME.setup(4, GAME.options(), Ctx(Rng(b"guide")))
    chips = [chip for pile in state.cells for chip in pile]
    assert len(CIRCLES) == len(chips) == 36
    assert Counter(c for chip in chips for c in (chip >> 2, chip & 3)) == dict.fromkeys(
        range(4), 18
    )
    assert sarena.HIGHEST == 4
    assert GAME.seat_range == (2, 4)


def test_the_last_page_calls_the_buttons_by_their_names(pages: list[Page]) -> None:
    for name in ("play", "back", "undo", "view", "text"):
        assert f"**{say('en', f'button-{name}')}**" in pages[4].text


# The examples


def test_every_example_can_be_made_with_the_chips_there_are() -> None:
    """Two different colours on each chip, six chips of a pair, four in a pile at most."""
    for cells in EXAMPLES:
        chips = [chip for pile in cells for chip in pile]
        assert all(chip >> 2 != chip & 3 for chip in chips)
        pairs = Counter(frozenset((chip >> 2, chip & 3)) for chip in chips)
        assert max(pairs.values()) <= 6
        assert max(map(len, cells)) <= 4


def test_page_1_blue_owns_a_pile_of_four_and_a_chip() -> None:
    state = at(b3="gy rb yg br", c3="rg yb", d3="bg", e3="by gr rg", f3="yr gb")
    assert state.cells == guide.OWNED
    assert sarena.owned(guide.OWNED) == (2, 3, 5, 2)
    assert len(guide.OWNED[INDEX["b3"]]) == 4
    assert len(guide.OWNED[INDEX["d3"]]) == 1


def test_page_2_one_way_is_open_and_two_are_not() -> None:
    state = example(guide.STACKING)
    assert targets(state, "d3") == {"c3"}
    for way, why in (
        (guide.TOO_HIGH, "sarena-refused-high"),
        (guide.CLOSED, "sarena-refused-plain"),
    ):
        assert way[0] == "d3"
        reason = GAME.explain(state, 0, Move("go", way))
        assert reason is not None
        assert reason.key == why
        with pytest.raises(IllegalMove):
            moved(guide.STACKING, way)
    assert guide.ALLOWED == ("d3", "c3")
    after = moved(guide.STACKING, guide.ALLOWED)
    assert there(after, "c3") == "yr bg ry"


def test_page_3_after_is_what_the_move_makes_of_before() -> None:
    """From the bottom: green over blue, yellow over green, red over yellow. Turned over: yellow
    over red, green over yellow, blue over green."""
    assert at(c3="gb yg ry").cells == guide.BEFORE
    assert at(d3="yr gy bg").cells == guide.AFTER
    assert not ARROWS[INDEX["c3"]]
    assert ARROWS[INDEX["d3"]]
    assert go("c3-d3").args == guide.FLIP
    assert moved(guide.BEFORE, guide.FLIP).cells == guide.AFTER


def test_page_4_nothing_moves_and_the_tie_goes_to_yellow() -> None:
    state = example(guide.ENDED)
    assert list(GAME.moves(state, 0)) == []
    over = sarena.State((), guide.ENDED, state.colours, 0, 9)
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert outcome == ((0,), (4, 4), "tiebreak")
    assert sarena.faces(guide.ENDED)[:2] == (3, 2)


def test_page_5_the_answers_are_all_that_the_pile_can_do() -> None:
    state = example(guide.CHOOSING)
    assert guide.CHOSEN == "c1"
    assert targets(state, "c1") == {"b1", "c2", "d1"}
    said = texts(guide.draw_playing("en", True))
    for name in ("b1", "c2", "d1"):
        assert said.count(name) == 2  # on the board and below it
    assert said.count("c1") == 1


# The pictures


@pytest.fixture(scope="module", params=range(5), ids=lambda k: f"page-{k + 1}")
def drawn(request: pytest.FixtureRequest) -> Canvas:
    return DRAWS[request.param]("en", True)


def test_nothing_is_cut_off_or_outside(drawn: Canvas) -> None:
    for box in drawn.boxes:
        assert "…" not in box.text
        assert 6 <= box.x0 < box.x1 <= drawn.width - 6, box
        assert 6 <= box.y0 < box.y1 <= drawn.height - 6, box
    assert not list(overlapping(drawn.boxes))


def test_everything_can_be_read_on_a_phone(drawn: Canvas) -> None:
    """ART 1: nothing under 30 px; contrast at least 4.5."""
    assert len(drawn.boxes) > 6
    assert min(box.size for box in drawn.boxes) >= 30
    for box in drawn.boxes:
        if box.ground:
            assert contrast(box.colour, box.ground) >= 4.5, box


def test_a_picture_is_small_and_low(pages: list[Page]) -> None:
    for page in pages:
        assert page.draw is not None
        image = page.draw()
        assert image.mode == "P"
        assert image.width == 1200
        assert 400 <= image.height <= 500
        assert len(png(image)) <= 300_000
        assert png(page.draw()) == png(image)


def test_the_pictures_say_what_the_pages_say() -> None:
    said = [texts(draw("en", True)) for draw in DRAWS]
    assert "4 + 1 = 5" in said[0]
    assert {"2 + 1 = 3", "2 + 3 = 5"} <= set(said[1])
    assert {"before", "after"} <= set(said[2])
    assert {"4 chips, 3 with yellow", "4 chips, 2 with red"} <= set(said[3])
    assert say("en", "button-play") in said[4]


def test_before_and_after_are_told_from_left_to_right() -> None:
    """Under before: red on top, blue below; under after the other way round."""
    boxes = [b for b in guide.draw_flipping("en", True).boxes if b.y0 > 300]
    chips = sorted((b for b in boxes if b.text in "YRBG"), key=lambda b: b.x0)
    assert [b.text for b in chips] == ["R", "B", "B", "R"]
