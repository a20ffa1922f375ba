"""Sarena's rules of movement, its end, resigning and refusals: each rule by name."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rendering.words import say
from rules import kernel
from rules.kernel import IllegalMove, Move, NotYourTurn, Outcome, Reason, play, start
from rules.sarena import ARROWS, CIRCLES, GAME, INDEX, State, flipped
from tests.kit.playouts import playout
from tests.rules.sarena_positions import at, ctx, go, match, pile, targets, there


def after(s: State, text: str) -> State:
    new, _ = play(GAME, match(s), s.stack[0].seat, go(text))
    found: State = new.state
    return found


# Movement


def test_a_pile_moves_to_an_adjacent_circle_along_a_line() -> None:
    s = start(GAME, 2, b"a" * 32)[0].state
    assert targets(s, "c3") == {"b3", "d3", "c2", "c4"}


def test_no_diagonal_no_jump_and_no_way_round_the_edge() -> None:
    s = start(GAME, 2, b"a" * 32)[0].state
    assert targets(s, "a1") == {"b1", "a2"}
    assert targets(s, "f1") == {"e1", "f2"}
    assert targets(s, "a2") == {"a1", "b2", "a3"}
    assert targets(s, "f6") == {"e6", "f5"}


def test_turns_go_clockwise_and_every_seat_must_move() -> None:
    m, _ = start(GAME, 4, b"turns" + bytes(27))
    first = m.state.first
    for k in range(9):
        seat = m.state.stack[0].seat
        assert seat == (first + k) % 4
        assert all(move.op == "go" for move in GAME.moves(m.state, seat))
        m, _ = play(GAME, m, seat, GAME.moves(m.state, seat)[0])


def test_stacking_puts_the_pile_on_top_in_its_own_order_without_flipping() -> None:
    s = after(at(b2="yr bg", b3="gb", a1="yr", a2="rb"), "b2-b3")
    assert there(s, "b3") == "gb yr bg"
    assert there(s, "b2") == ""


def test_a_chip_stacks_in_the_same_way() -> None:
    s = after(at(b2="yr", b3="gb", a1="yr", a2="rb"), "b2-b3")
    assert there(s, "b3") == "gb yr"


def test_stacking_on_an_arrow_circle_that_is_not_empty_does_not_flip() -> None:
    assert ARROWS[INDEX["b1"]]
    s = after(at(a1="yr", b1="gb", c1="rg"), "a1-b1")
    assert there(s, "b1") == "gb yr"


def test_stacking_on_a_plain_circle_that_is_not_empty_does_not_flip() -> None:
    assert not ARROWS[INDEX["a1"]]
    s = after(at(a1="yr", b1="gb", c1="rg"), "b1-a1")
    assert there(s, "a1") == "yr gb"


def test_a_chip_moved_to_an_empty_arrow_circle_is_flipped() -> None:
    s = after(at(a1="yr", c1="gb", d1="by"), "a1-b1")
    assert there(s, "b1") == "ry"


def test_a_pile_that_flips_is_reversed_and_every_chip_turned() -> None:
    s = after(at(a1="yr bg rb", d1="gb", e1="rb"), "a1-b1")
    assert there(s, "b1") == "br gb ry"


def test_flipping_twice_gives_the_same_pile_again() -> None:
    for text in ("yr", "yr bg", "yr bg rb", "yr bg rb gy"):
        assert flipped(pile(text)) != pile(text)
        assert flipped(flipped(pile(text))) == pile(text)


def test_the_new_top_colour_is_the_lower_face_of_the_bottom_chip() -> None:
    _, events = play(GAME, match(at(a1="yg bg rb", d1="gb", e1="rb")), 0, go("a1-b1"))
    assert events[0].data["top"] == "green"


def test_a_pile_of_four_may_move_to_an_empty_arrow_circle() -> None:
    assert targets(at(a1="yr bg rb gy"), "a1") == {"b1", "a2"}


def test_nothing_moves_to_a_plain_empty_circle() -> None:
    s = at(b1="yr", b2="gb")
    assert not ARROWS[INDEX["a1"]]
    assert not ARROWS[INDEX["c1"]]
    assert targets(s, "b1") == {"b2"}


def test_a_pile_is_never_split() -> None:
    s = at(b2="yr bg rb", b3="gb", d1="yr", e1="rb")
    assert {str(m) for m in GAME.moves(s, 0) if m.args[0] == "b2"} >= {"go:b2:b3"}
    assert all(len(m.args) == 2 for m in GAME.moves(s, 0))
    assert there(after(s, "b2-b3"), "b2") == ""


@pytest.mark.parametrize(
    ("moving", "under", "legal"),
    [(1, 3, True), (2, 2, True), (3, 1, True), (2, 3, False), (3, 2, False), (1, 4, False),
     (4, 1, False), (4, 4, False), (3, 3, False), (2, 1, True)],
)  # fmt: skip
def test_a_pile_never_holds_more_than_four_chips(moving: int, under: int, legal: bool) -> None:
    s = at(b2=" ".join(["yr"] * moving), b3=" ".join(["gb"] * under))
    assert (go("b2-b3") in GAME.moves(s, 0)) == legal


def test_from_an_arrow_circle_one_can_only_stack() -> None:
    s = at(c2="yr", b2="gb", d6="rb")
    assert ARROWS[INDEX["c2"]]
    assert targets(s, "c2") == {"b2"}


def test_the_list_of_moves_is_what_the_rulebook_says_in_every_position() -> None:
    """Against a plain reading of the rules, written once more without any trick."""
    for seed in range(25):
        for ply in playout(GAME, seed, 45).plies:
            s = ply.before.state
            moves = GAME.moves(s, ply.seat)
            assert {str(m) for m in moves} == set(_by_the_book(s))
            assert len(moves) == len(list(moves))
            assert [moves[k] for k in range(len(moves))] == list(moves)
            assert moves[-1] == list(moves)[-1]


def _by_the_book(s: State) -> list[str]:
    found = []
    for a, x in enumerate(CIRCLES):
        for b, y in enumerate(CIRCLES):
            near = abs(ord(x[0]) - ord(y[0])) + abs(int(x[1]) - int(y[1])) == 1
            moving, under = len(s.cells[a]), len(s.cells[b])
            arrows = (ord(y[0]) - ord("a") + int(y[1]) - 1) % 2 == 1
            if near and moving and ((under and moving + under <= 4) or (not under and arrows)):
                found.append(f"go:{x}:{y}")
    return found


def test_a_move_tells_who_from_where_to_what_flipped_and_the_new_top() -> None:
    _, events = play(GAME, match(at(a1="yr bg", d1="gb", e1="rb")), 0, go("a1-a2"))
    told = {
        "seat": 0,
        "from": "a1",
        "to": "a2",
        "flip": True,
        "moved": 2,
        "height": 2,
        "top": "red",
    }
    assert [(e.kind, e.data, e.to) for e in events] == [("go", told, None)]


def test_rounds_count_from_one_and_turn_with_the_first_player() -> None:
    m, _ = start(GAME, 3, b"rounds" + bytes(26))
    rounds = []
    for _ in range(7):
        rounds.append(GAME.round(m.state))
        seat = m.state.stack[0].seat
        m, _ = play(GAME, m, seat, GAME.moves(m.state, seat)[0])
    assert rounds == [1, 1, 1, 2, 2, 2, 3]


def test_a_move_can_be_taken_back_until_the_match_ends() -> None:
    s = at(a1="yr", b1="gb", d1="rb", e1="gy")
    m, _ = play(GAME, match(s), 0, go("a1-b1"))
    assert (m.ply, m.floor) == (1, 0)
    m, _ = play(GAME, m, 1, go("e1-d1"))
    assert GAME.outcome(m.state) is not None
    assert (m.ply, m.floor) == (2, 2)


# The end


def over(colours: str = "yrbg", out: tuple[int, ...] = (), **piles: str) -> State:
    return at(0, colours, out=out, **piles).with_stack(())


def test_it_ends_when_nothing_can_move_any_more() -> None:
    s = at(a2="yr", b2="rb", d1="gb gb gb gb")
    assert targets(s, "a2") == {"b2"}
    assert GAME.outcome(s) is None
    # On b2, a plain circle, the pile can still flip onto the empty arrow circles around.
    assert GAME.outcome(after(s, "a2-b2")) is None
    # On a2, an arrow circle, nothing is near but plain empty circles.
    end = after(s, "b2-a2")
    assert GAME.outcome(end) is not None
    assert GAME.prompt(end) is None
    assert len(GAME.moves(end, 0)) == 0


def test_it_ends_too_when_all_neighbours_are_too_high() -> None:
    s = at(a2="yr yr", b2="rb rb rb", b1="gb gb", c2="gb gb", b3="gb", b4="by")
    end = after(s, "b4-b3")
    assert GAME.outcome(end) is not None
    assert there(end, "b2") == "rb rb rb"


def test_each_owns_the_piles_that_show_his_colour_on_top_buried_chips_too() -> None:
    s = over("yr", a2="rb gb yr", b3="yb", c2="by ry", e2="gb gb")
    assert GAME.outcome(s) == Outcome((0,), (4, 2), "most")


def test_a_tie_is_broken_by_chips_that_show_ones_colour_on_either_face() -> None:
    # Two each. Yellow's pile shows yellow on both chips (one face each), red's on one chip only.
    s = over("yr", a2="by yr", c2="bg ry")
    assert GAME.outcome(s) == Outcome((0,), (2, 2), "tiebreak")


def test_the_tie_break_counts_buried_chips_and_hidden_faces_but_only_in_own_piles() -> None:
    # Yellow lies under red's pile as well; that is not yellow's any more.
    s = over("yr", a2="bg gb yr", c2="yb yg ry", e2="ry")
    assert GAME.outcome(s) == Outcome((1,), (3, 4), "most")
    s = over("yr", a2="bg gb yr", c2="yr yg rb")
    assert GAME.outcome(s) == Outcome((1,), (3, 3), "tiebreak")


def test_a_chip_is_counted_once_in_the_tie_break() -> None:
    s = over("yr", a2="yb", c2="ry")
    assert GAME.outcome(s) == Outcome((0, 1), (1, 1), "shared")


def test_still_tied_they_share_the_win() -> None:
    s = over("yrb", a2="gy yr", c2="br ry", e2="bg")
    assert GAME.outcome(s) == Outcome((0, 1), (2, 2, 1), "shared")


def test_only_those_who_are_tied_for_most_go_into_the_tie_break() -> None:
    # Blue has one chip, both of whose... it is not among the tied, however many faces it shows.
    s = over("yrb", a2="gb yr", c2="by ry", e2="bg")
    assert GAME.outcome(s) == Outcome((0, 1), (2, 2, 1), "shared")


def test_nobodys_colour_wins_nothing() -> None:
    s = over("yr", a2="yr", c2="gb gb gb gb")
    assert GAME.outcome(s) == Outcome((0,), (1, 0), "most")


def test_at_the_end_each_seat_is_revealed_with_its_count() -> None:
    m, events = play(GAME, match(at(0, "by", b2="yr", a2="rb", d1="by")), 0, go("b2-a2"))
    assert [e.kind for e in events] == ["go", "reveal", "reveal", "over"]
    assert events[1].data == {"seat": 0, "colour": "blue", "chips": 1, "faces": 1, "out": False}
    assert events[2].data == {"seat": 1, "colour": "yellow", "chips": 2, "faces": 1, "out": False}
    assert events[3].data == {"winners": [1], "reason": "most", "unused": ["red", "green"]}
    assert m.floor == m.ply


# Resigning


def test_a_seat_that_resigned_is_skipped() -> None:
    m, _ = start(GAME, 3, b"leave" + bytes(27))
    first = m.state.first
    gone = kernel.leave(GAME, m, (first + 1) % 3)
    assert gone is not None
    m = gone[0]
    seats = []
    for _ in range(4):
        seats.append(m.state.stack[0].seat)
        m, _ = play(GAME, m, seats[-1], GAME.moves(m.state, seats[-1])[0])
    assert seats == [first, (first + 2) % 3] * 2


def test_resigning_in_ones_turn_passes_it_on() -> None:
    m, _ = start(GAME, 3, b"leave" + bytes(27))
    first = m.state.first
    gone = kernel.leave(GAME, m, first)
    assert gone is not None
    assert gone[0].state.stack[0].seat == (first + 1) % 3
    assert [(e.kind, e.data) for e in gone[1]] == [("leave", {"seat": first})]


def test_rounds_go_on_counting_without_the_first_player() -> None:
    s = start(GAME, 3, b"leave" + bytes(27))[0].state
    gone = GAME.leave(s, s.first, ctx())
    rounds = []
    for _ in range(5):
        rounds.append(GAME.round(gone))
        seat = gone.stack[0].seat
        gone = GAME.apply(gone, seat, GAME.moves(gone, seat)[0], ctx())
    assert rounds == [1, 1, 2, 2, 3]


def test_who_resigned_cannot_win() -> None:
    s = over("yrb", out=(0,), a2="gb gb gb yr", c2="ry", e2="bg bg")
    assert GAME.outcome(s) == Outcome((2,), (4, 1, 2), "most")


def test_the_colour_of_who_resigned_stays_secret_until_the_end() -> None:
    s = GAME.leave(at(1, "gry", a1="yr", b1="rb"), 0, ctx())
    assert GAME.view(s, None).colours == (None, None, None)
    assert GAME.view(s, 1).colours == (None, 1, None)
    _, events = play(GAME, match(at(1, "gry", out=(0,), b2="yr", a2="rb")), 1, go("b2-a2"))
    told = [e.data for e in events if e.kind == "reveal"]
    assert (told[0]["colour"], told[0]["out"]) == ("green", True)


def test_the_last_seat_left_wins_at_once() -> None:
    m = match(at(0, "yrb", out=(2,), a2="gb gb gb yr", c2="ry"))
    gone = kernel.leave(GAME, m, 0)
    assert gone is not None
    assert GAME.outcome(gone[0].state) == Outcome((1,), (4, 1, 0), "last")
    assert [e.kind for e in gone[1]] == ["leave", "reveal", "reveal", "reveal", "over"]


def test_nobody_resigns_twice() -> None:
    m = match(at(0, "yrb", out=(2,), a2="yr", b2="ry"))
    with pytest.raises(IllegalMove) as no:
        kernel.leave(GAME, m, 2)
    assert no.value.reason.key == "sarena-refused-left"
    assert say("en", no.value.reason.key)


# Refusals: what was wrong and what is possible


def refused(s: State, move: Move) -> Reason:
    with pytest.raises(IllegalMove) as no:
        play(GAME, match(s), s.stack[0].seat, move)
    reason = no.value.reason
    assert say("en", reason.key, **dict(reason.args))
    return reason


BOARD = {"a2": "yr", "b2": "rb rb", "b3": "gb gb gb", "c3": "by"}


def test_refused_wrong_seat() -> None:
    with pytest.raises(NotYourTurn):
        play(GAME, match(at(a1="yr", b1="rb")), 1, go("a1-b1"))


@pytest.mark.parametrize(
    "move",
    [
        Move("go"),
        Move("go", ("a2",)),
        Move("go", ("a2", "b2", "c2")),
        Move("fly", ("a2", "b2")),
        Move("go", ("<@1234567890>", "b2")),
        Move("go", ("a2", "x" * 900)),
        Move("go", ("a²", "b2")),
    ],
)
def test_refused_what_is_no_move_at_all_and_is_not_said_back(move: Move) -> None:
    assert refused(at(**BOARD), move) == Reason("sarena-refused-form")


@pytest.mark.parametrize("name", ["a7", "g1", "b0", "z", "22"])
def test_refused_no_such_circle(name: str) -> None:
    assert refused(at(**BOARD), Move("go", (name, "b2"))) == Reason(
        "sarena-refused-circle", {"circle": name}
    )


def test_refused_empty_origin() -> None:
    reason = refused(at(**BOARD), go("d4-d5"))
    assert reason == Reason("sarena-refused-empty", {"from": "d4"})
    assert say("en", reason.key, **dict(reason.args)) == (
        "d4 is empty. Choose a circle with chips on it."
    )


def test_refused_not_adjacent_names_where_the_pile_can_go() -> None:
    reason = refused(at(**BOARD), go("b2-c3"))
    assert reason.key == "sarena-refused-apart"
    assert say("en", reason.key, **dict(reason.args)) == (
        "No line joins b2 and c3; a pile moves one circle up, down, left or right. "
        "From b2 it can go to: a2, b1, c2."
    )


def test_refused_to_its_own_circle() -> None:
    assert refused(at(**BOARD), go("b2-b2")).key == "sarena-refused-same"


def test_refused_over_four_high_says_the_sum() -> None:
    reason = refused(at(**BOARD), go("b2-b3"))
    assert reason.key == "sarena-refused-high"
    assert dict(reason.args) == {
        "from": "b2", "to": "b3", "moved": 2, "there": 3, "height": 5, "ways": 3,
        "targets": "a2, b1, c2",
    }  # fmt: skip


def test_refused_plain_empty_circle() -> None:
    reason = refused(at(**BOARD), go("b3-b4"))
    assert reason.key == "sarena-refused-plain"
    assert say("en", reason.key, **dict(reason.args)).startswith(
        "b4 is empty and has no arrows, so nothing can move there. From b3 it can go to: c3"
    )


def test_refused_where_the_pile_cannot_move_at_all_says_so() -> None:
    reason = refused(at(a2="yr yr yr yr", c1="rb", d1="rb"), go("a2-b2"))
    assert say("en", reason.key, **dict(reason.args)).endswith(
        "The pile on a2 cannot move at all now; choose another."
    )


def test_every_refused_pair_of_circles_has_its_reason() -> None:
    for ply in playout(GAME, 2, 45).plies[::9]:
        s = ply.before.state
        legal = set(GAME.moves(s, ply.seat))
        for x in CIRCLES:
            for y in CIRCLES:
                move = Move("go", (x, y))
                assert (GAME.explain(s, ply.seat, move) is None) == (move in legal)


def test_piles_as_literals_read_as_they_are_written() -> None:
    assert pile("yr gb") == (1, 14)
    assert all(a != b for a, b in pairwise(CIRCLES))
