"""Legal moves as a tree."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules import toy
from rules.kernel import Move, play, start
from rules.tree import Node, Prefix, as_move, descend, level, parts, spread

MOVES = [Move.parse(text) for text in ("go:a1:b1", "go:a1:a2", "go:c3:c4", "pass", "end")]


def test_a_move_is_a_prefix_and_back() -> None:
    assert parts(MOVES[0]) == ("go", "a1", "b1")
    assert [as_move(parts(move)) for move in MOVES] == MOVES


def test_the_first_level_is_the_ops_in_order_of_appearance() -> None:
    assert level(MOVES) == [
        Node(("go",), False, 3),
        Node(("pass",), True, 1),
        Node(("end",), True, 1),
    ]


def test_a_level_is_what_can_follow_the_prefix() -> None:
    assert level(MOVES, ("go",)) == [Node(("go", "a1"), False, 2), Node(("go", "c3"), False, 1)]
    assert level(MOVES, ("go", "a1")) == [
        Node(("go", "a1", "b1"), True, 1),
        Node(("go", "a1", "a2"), True, 1),
    ]


def test_nothing_follows_a_whole_move_or_a_prefix_that_leads_nowhere() -> None:
    assert level(MOVES, ("go", "a1", "b1")) == []
    assert level(MOVES, ("fly",)) == []
    assert level(MOVES, ("go", "a")) == []
    assert level([]) == []


def test_a_node_says_what_it_would_be_as_a_move() -> None:
    assert level(MOVES, ("go",))[0].move == Move("go", ("a1",))


def test_descend_skips_levels_with_one_answer() -> None:
    moves = [Move.parse("put:7:a:1"), Move.parse("put:7:a:2")]
    assert descend(moves) == (
        ("put", "7", "a"),
        [Node(("put", "7", "a", "1"), True, 1), Node(("put", "7", "a", "2"), True, 1)],
    )


def test_descend_skips_on_from_a_prefix_too() -> None:
    assert descend(MOVES, ("go", "c3"))[0] == ("go", "c3")
    assert descend([*MOVES, Move.parse("put:1:2")], ("put",)) == (
        ("put", "1"),
        [Node(("put", "1", "2"), True, 1)],
    )


def test_descend_never_chooses_a_whole_move_for_anybody() -> None:
    assert descend([Move("end")]) == ((), [Node(("end",), True, 1)])
    one = [Move.parse("put:7:a:1")]
    assert descend(one) == (("put", "7", "a"), [Node(("put", "7", "a", "1"), True, 1)])


def test_descend_stops_where_one_may_decline() -> None:
    """``bid`` alone is legal as well as ``bid:3``: the level has two answers in one."""
    moves = [Move.parse("bid"), Move.parse("bid:3"), Move.parse("bid:4")]
    assert descend(moves) == ((), [Node(("bid",), True, 3)])
    assert descend(moves, ("bid",))[0] == ("bid",)
    assert len(level(moves, ("bid",))) == 2


def test_descend_offers_every_op_when_there_are_several() -> None:
    assert descend(MOVES) == ((), level(MOVES))


def walked(moves: list[Move]) -> list[Move]:
    """Every move reached by answering question after question."""
    found: list[Move] = []
    open_: list[Prefix] = [()]
    while open_:
        _, nodes = descend(moves, open_.pop())
        for node in nodes:
            if node.whole:
                found.append(node.move)
            if node.size > node.whole:
                open_.append(node.prefix)
    return found


def test_all_the_moves_of_a_big_question_are_reached_each_once() -> None:
    match, _ = start(toy.GAME, 2, bytes(32))
    for seat in (0, 1):
        match, _ = play(toy.GAME, match, seat, next(iter(toy.GAME.moves(match.state, seat))))
    seat = match.state.stack[-1].seat
    moves = list(toy.GAME.moves(match.state, seat))
    assert len(moves) > 500
    assert sorted(walked(moves)) == sorted(moves)


_move = st.builds(
    Move,
    st.sampled_from("abc"),
    st.lists(st.sampled_from("xyz"), max_size=3).map(tuple),
)


@given(st.lists(_move, unique=True, max_size=40))
def test_the_tree_holds_every_move_once_and_counts_right(moves: list[Move]) -> None:
    assert sorted(walked(moves)) == sorted(moves)
    assert sum(node.size for node in level(moves)) == len(moves)


# Several levels in one list


def test_spread_opens_from_the_first_what_has_room() -> None:
    moves = [Move.parse(t) for t in ("play:a", "play:b", "play:c", "walk:x", "walk:y", "pass")]
    found = [str(node.move) for node in spread(moves, level(moves), 5)]
    assert found == ["play:a", "play:b", "play:c", "walk", "pass"]
    found = [str(node.move) for node in spread(moves, level(moves), 6)]
    assert found == ["play:a", "play:b", "play:c", "walk:x", "walk:y", "pass"]
    assert spread(moves, level(moves), 4) == [
        Node(("play",), False, 3), *spread(moves, level(moves, ("walk",)), 2), level(moves)[2]
    ]  # fmt: skip


def test_spread_goes_down_several_levels() -> None:
    moves = [Move.parse(t) for t in ("turn:s1:c4:cw", "turn:s1:c4:half", "turn:s1:d4:cw")]
    found = spread(moves, level(moves, ("turn",)), 10)
    assert [str(node.move) for node in found] == [str(move) for move in moves]
    assert all(node.whole for node in found)


def test_spread_gives_way_to_the_only_whole_move_however_little_room_there_is() -> None:
    moves = [Move.parse(t) for t in ("place:s1:c4:90", "place:s1:d4:90")]
    found = spread(moves, level(moves, ("place", "s1")), 0)
    assert [str(node.move) for node in found] == [str(move) for move in moves]


def test_spread_keeps_what_is_whole_and_may_go_on() -> None:
    moves = [Move.parse("bid"), Move.parse("bid:3"), Move.parse("bid:4")]
    assert spread(moves, level(moves), 10) == [Node(("bid",), True, 3)]


@given(st.lists(_move, unique=True, max_size=40), st.integers(0, 30))
def test_spreading_hides_no_move(moves: list[Move], most: int) -> None:
    nodes = spread(moves, level(moves), most)
    assert sum(node.size for node in nodes) == len(moves)
    assert len(nodes) <= max(most, len(level(moves)))
