"""Which way is walked to a square, where the ways collect different books."""

from __future__ import annotations

from rules.kernel import Move
from rules.sator.game import State
from rules.sator.written import meant
from tests.rules.sator.positions import at, go, legal, position

RING = {"s1": "c4:0", "s2": "e5:180"}
"""c4, c5, c6, d6, e6 and e5, e4, d4: eight squares around d5. From c5 to e5 it is four squares, by
the north (c4, d4, e4) or by the south (c6, d6, e6)."""
ROWS = {"s4": "c5:0", "w4": "c6:0"}
"""c5 .. f5 above, c6 .. f6 below."""


def ring(points: int, *own: str, tiles: dict[str, str] = RING, **kwargs: object) -> State:
    """The own Acolyte on c5 with so many movement points, and a book of his far away."""
    s = position(tiles, acolytes={0: "c5"}, books={0: [*own, "l13"]}, **kwargs)  # type: ignore[arg-type]
    return s.but(now=s.now.but(points=points, played=(0,) * points))


def done(s: State, move: str) -> tuple[str, set[str], int]:
    """Where the Acolyte ends by this, which books it collects, how many points are left."""
    after = go(s, move)
    names = s.grid.names
    gone = {names[b] for b, now in zip(s.board.books, after.board.books, strict=True) if b != now}
    return at(after), gone, after.now.points


def results(s: State, *beginning: str) -> list[tuple[str, set[str], int]]:
    return sorted(
        (done(s, move) for move in legal(s, *beginning)), key=lambda r: (r[0], sorted(r[1]))
    )


def test_ways_that_collect_different_books_are_both_there() -> None:
    s = ring(4, "d4", "d6")
    to_e5 = {move for move in legal(s, "walk") if move.endswith("e5")}
    assert "walk:e5" in to_e5
    assert len(to_e5) == 2
    assert [r for r in results(s, "walk") if r[0] == "e5"] == [("e5", {"d4"}, 0), ("e5", {"d6"}, 0)]


def test_of_different_books_the_square_names_the_way_with_most() -> None:
    north = ring(4, "c4", "d4", "d6")
    assert done(north, "walk:e5") == ("e5", {"c4", "d4"}, 0)
    assert done(north, "walk:c5-c6-d6-e6-e5") == ("e5", {"d6"}, 0)
    south = ring(4, "d4", "c6", "d6")
    assert done(south, "walk:e5") == ("e5", {"c6", "d6"}, 0)
    assert done(south, "walk:c5-c4-d4-e4-e5") == ("e5", {"d4"}, 0)


def test_the_free_step_joined_to_a_walk_leaves_the_choice_of_books() -> None:
    """Three points and the free step: four squares exactly. Round the ring to e5, by either side;
    or two squares out to a book and two back to c5."""
    s = ring(3, "d4", "d6")
    assert len(legal(s, "free", "walk")) == 4
    assert {"free:walk:e5", "free:walk:c5"} <= legal(s)
    assert results(s, "free", "walk") == [
        ("c5", {"d4"}, 0), ("c5", {"d6"}, 0), ("e5", {"d4"}, 0), ("e5", {"d6"}, 0),
    ]  # fmt: skip
    for move in legal(s, "free", "walk"):
        assert not go(s, move).now.free


def test_joined_too_the_square_names_the_way_with_most_books() -> None:
    s = ring(3, "d4", "c6", "d6")
    assert done(s, "free:walk:e5") == ("e5", {"c6", "d6"}, 0)
    assert done(s, "free:walk:c5-c4-d4-e4-e5") == ("e5", {"d4"}, 0)
    assert {m for m in legal(s, "free", "walk") if m.endswith("e5")} == {
        "free:walk:e5", "free:walk:c5-c4-d4-e4-e5",
    }  # fmt: skip


def test_a_joined_walk_may_be_the_longer_way_past_a_book() -> None:
    """To f5 it is three squares; by d6, with the book, five: four points and the free step."""
    s = ring(4, "d6", tiles=ROWS)
    assert done(s, "walk:f5") == ("f5", set(), 1)
    assert done(s, "free:walk:f5") == ("f5", {"d6"}, 0)
    without = ring(4, tiles=ROWS)
    assert "free:walk:f5" not in legal(without), "no longer than needed"


def test_a_longer_joined_walk_without_more_books_is_not_offered() -> None:
    # d5 is on the straight way: the detour of five squares to f5 collects no more.
    s = ring(4, "d5", tiles=ROWS)
    assert done(s, "walk:f5") == ("f5", {"d5"}, 1)
    assert "free:walk:f5" not in legal(s)


def test_ways_of_animi_that_collect_different_books_are_both_there() -> None:
    s = go(ring(0, "d4", "d6", hands={0: ["animi"]}), "pray:animi")
    assert [r[:2] for r in results(s, "walk") if r[0] == "e5"] == [("e5", {"d4"}), ("e5", {"d6"})]


def test_animis_steps_cost_nothing_so_fewer_books_in_fewer_steps_are_no_choice() -> None:
    s = ring(3, "c6", tiles=ROWS, hands={0: ["animi"]})
    assert {m for m in legal(s, "walk") if m.endswith("d5")} == {"walk:d5", "walk:c5-d5"}
    s = go(ring(0, "c6", tiles=ROWS, hands={0: ["animi"]}), "pray:animi")
    assert {m for m in legal(s) if m.endswith("d5")} == {"walk:d5"}
    assert done(s, "walk:d5")[:2] == ("d5", {"c6"})


def test_a_walk_there_and_back_collects() -> None:
    assert done(ring(4, "d4"), "walk:c5") == ("c5", {"d4"}, 0)
    assert "walk:c5" not in legal(ring(4)), "without a book to fetch it would change nothing"


def test_a_whole_way_that_is_typed_keeps_its_books() -> None:
    s = ring(3, "d4", "d6")
    for way, book in (("c5-c4-d4-e4-e5", "d4"), ("c5-c6-d6-e6-e5", "d6")):
        move = meant(s, 0, Move.parse(f"free:walk:{way}"))
        assert done(s, str(move)) == ("e5", {book}, 0)
    four = ring(4, "d4", "d6")
    for way, book in (("c4-d4-e4-e5", "d4"), ("c6-d6-e6-e5", "d6")):
        move = meant(four, 0, Move.parse(f"walk:{way}"))
        assert done(four, str(move)) == ("e5", {book}, 0)
