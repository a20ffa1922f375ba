"""The guide to Sator and its cover: the words agree with the rules, the examples are what the words
say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from rendering.kit.canvas import Canvas
from rendering.kit.colour import contrast
from rendering.kit.encode import png
from rendering.sator import cover, example, guide
from rendering.scene import renderer
from rules.sator.board import grid
from rules.sator.facts import CARDS, KIND_INDEX, TILE_INDEX
from rules.sator.game import GAME, State
from tests.rendering.layout import overlapping, texts
from tests.rules.sator.positions import go, legal, position


def standing(
    tiles: Mapping[str, str],
    books: Mapping[int, Iterable[str]],
    acolytes: Mapping[int, str],
    *hand: str,
) -> State:
    """An example as a turn of the first of four seats, on its part of a board."""
    s = position({}, seats=4, size=guide.SIZE, shelf=False, hands={0: hand})
    layout = example.board(tiles, books, acolytes, 4, guide.SIZE)
    return s.but(board=layout, now=s.now.but(seen=(layout,)))


def names(s: State, squares: Iterable[int]) -> set[str]:
    return {s.grid.names[square] for square in squares}


# The examples


def test_the_walk_to_the_book_is_as_far_as_it_says_and_finds_it() -> None:
    s = standing(guide.GOAL, guide.GOAL_BOOKS, {0: "c4"})
    s = s.but(now=s.now.but(points=7))
    assert "walk:i3" in legal(s)
    path = [s.grid.names[k] for k in guide.GOAL_WALK.after]
    assert path == ["d4", "e4", "f4", "f3", "g3", "h3", "i3"]
    after = go(s, "walk:i3")
    assert after.collected(0) == s.collected(0) + 1


def test_the_bridge_pushed_in_the_picture_may_go_there_and_no_further() -> None:
    before = {**guide.SHIFT, "b5": " ".join(sorted(_names(guide.SHIFTED.before)))}
    s = standing(before, {}, {}, "mb")
    s = go(s, "play:mb")
    assert "moves:b5:nee" in legal(s)
    after = go(s, "moves:b5:nee")
    assert names(after, after.grid.squares[after.board.spots[TILE_INDEX["b5"]]]) == _names(
        guide.SHIFTED.after
    )
    assert s.now.ap - after.now.ap == 3, "as the words say"
    on = standing(guide.SHIFT, {}, {}, "mb")
    assert not [move for move in legal(go(on, "play:mb")) if move.startswith("moves:b5:e")]
    assert guide.BLOCKED in guide.SHIFT["s2"].split()


def test_the_bridge_turned_in_the_picture_may_turn_so_and_sweeps_over_another() -> None:
    before = {**guide.TURN, "i4": " ".join(sorted(_names(guide.TURNED.before)))}
    s = go(standing(before, {}, {}, "r4"), "play:r4")
    move = f"rotas:i4:h1:{guide.TURNED.how}"
    assert move in legal(s)
    after = go(s, move)
    assert names(after, after.grid.squares[after.board.spots[TILE_INDEX["i4"]]]) == _names(
        guide.TURNED.after
    )
    swept = {"f2", "g2", "g3"}  # between east and south of H1, within three squares
    assert swept & set(guide.TURN["b3"].split())


def test_ticks_and_crosses_of_the_walk_are_the_rules() -> None:
    books = {0: ("g1",), 1: ("e3",), 2: ("j4",)}
    s = standing(guide.WALK, books, {0: "c3", 1: "h3"})
    s = s.but(now=s.now.but(points=20, free=False))
    stops = {move.split(":")[1] for move in legal(s, "walk")}
    assert {"d3", "f3", "g2", "g1"} <= stops
    assert not {"e3", "h3", "i4", "j4"} & stops


def test_the_bridges_being_placed_carry_one_book_of_a_colour_each() -> None:
    books = {0: ("c2", "h2"), 1: ("e3", "b5", "k2"), 2: ("k4", "h5"), 3: ("f1",)}
    for squares in guide.PLACING.values():
        for colour in books.values():
            assert len(set(squares.split()) & set(colour)) <= 1
    assert set(guide.PLACING["i5"].split()) & set(books[0]) == {"h2"}
    assert set(guide.PLACING["s1"].split()) & {*books[0], *books[1]} == {"c2", "e3"}


def test_the_match_of_the_cover_is_a_position_that_can_be() -> None:
    s = example.match()
    taken = 0
    for spot in s.board.spots:
        assert spot >= 0
        assert not taken & s.grid.mask[spot]
        taken |= s.grid.mask[spot]
    for square in (*s.board.books, *s.board.acolytes, *s.gargoyles):
        assert square < 0 or taken >> square & 1
    assert len({q for q in (*s.board.books, *s.board.acolytes) if q >= 0}) == 14
    assert GAME.load(GAME.dump(s)) == s
    assert {f"play:{card}" for card in ("ms", "mi", "r3", "jolly")} <= legal(s)


def test_the_cover_shows_a_turn_and_a_walk_that_could_just_have_been_made() -> None:
    """W4 turned about I9 from where its outline is; Y walked over it from H8 to J6."""
    before = {**example.TILES, "w4": "f9 g9 h9 i9"}
    table, s = grid(example.SIZE), example.match()
    pawns = list(s.board.acolytes)
    pawns[3] = table.index["h8"]
    board = s.board._replace(spots=example.spots(before), acolytes=tuple(pawns))
    hands = (*s.cards.hands[:3], (KIND_INDEX["r4"],))
    s = s.but(
        board=board, stack=(type(s.stack[0])(3),), now=s.now.but(seen=(board,), points=3),
        cards=s.cards.but(hands=hands),
    )  # fmt: skip
    turned, walk = cover.acts()
    assert {table.names[k] for k in turned.before} == {"f9", "g9", "h9", "i9"}
    after = go(s, "play:r4", "tile:w4", "rotas:w4:i9:cw", "done", "walk:j6")
    assert after.board.spots == example.match().board.spots
    assert table.names[after.board.acolytes[3]] == "j6"
    assert [table.names[k] for k in walk.after] == ["i8", "i7", "i6", "j6"]


def _names(squares: Iterable[int]) -> set[str]:
    return {grid(guide.SIZE).names[square] for square in squares}


# The words


def test_numbers_and_prices_in_the_words_come_from_the_rules() -> None:
    text = "\n".join(page.text for page in renderer("sator").guide("en"))
    assert f"You have {CARDS.ap} action points" in text
    assert "NIHIL (1 / 2 / 3)" in text
    assert "VICTORIA (2 / 3)" in text
    assert f"After {CARDS.round_limit} rounds" in text


def test_every_page_has_words_a_picture_and_the_picture_in_words() -> None:
    pages = renderer("sator").guide("en")
    assert len(pages) == 8
    for page in pages:
        assert 100 < len(page.text) <= 2000
        assert page.draw is not None
        assert 40 < len(page.alt) <= 1024


# The pictures


@pytest.fixture(scope="module", params=range(len(guide.PAGES)))
def page(request: pytest.FixtureRequest) -> Canvas:
    return guide.PAGES[request.param]("en", True)


def test_a_page_keeps_its_bounds(page: Canvas) -> None:
    image = page.image()
    assert image.mode == "P"
    assert image.width == 1200
    assert image.height <= 1500
    assert len(png(image)) <= 300_000
    assert page.cut == 0


def test_no_text_of_a_page_is_cut_off_hidden_or_hard_to_read(page: Canvas) -> None:
    assert not list(overlapping(page.boxes))
    for box in page.boxes:
        assert "…" not in box.text
        assert 8 <= box.x0 < box.x1 <= page.width - 8, box
        assert 4 <= box.y0 < box.y1 <= page.height - 8, box
        assert box.size >= 30
        assert not box.ground or contrast(box.colour, box.ground) >= 4.5, box


def test_the_cover_is_wide_and_low_and_says_its_name_and_how_many_play() -> None:
    drawn = cover.draw("en", look=True)
    image = renderer("sator").cover("en")
    assert image.size == (1200, 675)
    assert len(png(image)) <= 300_000
    assert image.tobytes() == drawn.image().tobytes()
    assert not list(overlapping(drawn.boxes))
    assert all(box.size >= 36 for box in drawn.boxes)
    said = texts(drawn)
    assert "".join(word for word in said if len(word) == 1) == "SATORAREPOTENETOPERAROTAS"
    assert "2 to 4 players" in said


def test_the_word_square_reads_the_same_four_ways() -> None:
    square = cover.SQUARE
    assert ["".join(row[k] for row in square) for k in range(5)] == list(square)
    assert [row[::-1] for row in reversed(square)] == list(square)
