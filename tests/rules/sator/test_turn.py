"""The order of a turn, its action points, the free action, and how turns and matches end."""

from __future__ import annotations

import random

import pytest

from rules.kernel import Move, play, start
from rules.sator.game import GAME, State
from tests.rules.sator.positions import as_match, go, legal, lies, name, position, refused, told

LINE = {"s4": "c5:0", "w4": "g5:0"}
BARE = {"s6": "h9:0", "w6": "c10:0"}
FULL = {0: ["r2"] * 6, 1: ["r3"] * 6}
"""Hands that draw nothing; no small corner or T tile lies in these positions."""


# Action points and the order of a turn


def test_a_turn_begins_with_six_action_points_and_one_free_action() -> None:
    s = go(position(LINE, hands=FULL, ap=0), "end")
    assert s.stack[-1].seat == 1
    assert (s.now.ap, s.now.points, s.now.free, s.now.played) == (6, 0, True, ())


def test_action_points_left_are_lost() -> None:
    s = go(position(LINE, hands=FULL, ap=5), "end", "end")
    assert (s.stack[-1].seat, s.now.ap) == (0, 6)


def test_points_are_shared_between_swaps_and_cards() -> None:
    s = position(BARE, hands={0: ["ms", "r1", "r2", "r6"]})
    s = go(s, "swap:m", "drop:r1", "drop:r2", "play:ms", "moves:s6:s", "play:r6", "tile:w6",
           "rotas:w6:c10:cw", "done")  # fmt: skip
    assert s.now.ap == 6 - 1 - 1 - 2


def test_as_many_cards_as_one_can_afford() -> None:
    tiles = {"s6": "c3:0", "w6": "c5:0", "b6": "c7:0", "i6": "c9:0"}
    s = position(tiles, acolytes={0: "c3"}, hands={0: ["mw", "mb", "mi", "r6", "jolly"]})
    s = go(s, "play:mw", "moves:w6:e", "play:mb", "tile:b6", "moves:b6:e", "play:mi", "moves:i6:e")
    assert (s.now.ap, s.now.points) == (3, 3)


def test_swaps_then_cards_then_walking() -> None:
    s = position(LINE | BARE, acolytes={0: "c5"}, hands={0: ["ms", "mw", "r6"]})
    assert legal(s, "swap")
    assert legal(s, "play")
    assert not legal(s, "walk")
    s = go(s, "play:ms", "tile:s6", "moves:s6:s")
    assert not legal(s, "swap")
    assert legal(s, "walk")
    s = go(s, "walk:d5")
    assert not legal(s, "play")


def test_parts_of_a_turn_may_be_skipped() -> None:
    assert "end" in legal(position(LINE, hands=FULL))
    assert "end" in legal(go(position(LINE, hands={0: ["ms"]}), "play:ms", "moves:s4:n"))


def test_play_goes_clockwise() -> None:
    s = position(LINE, hands={k: ["r2"] * 6 if k < 1 else [] for k in range(4)}, seats=4)
    assert go(s, "end").stack[-1].seat == 1
    last = position(LINE, hands={3: ["r2"] * 6}, seats=4, seat=3, first=1)
    after = go(last, "end")
    assert after.stack[-1].seat == 0
    assert after.round == 2, "the round goes on until it is the first player's turn"


# The free action


def free(**kwargs: object) -> State:
    return position(LINE | BARE, acolytes={0: "c5"}, hands=FULL, **kwargs)  # type: ignore[arg-type]


def test_the_free_action_moves_the_own_acolyte_one_square() -> None:
    s = free()
    assert legal(s, "free", "step") == {"free:step:d5"}
    after = go(s, "free:step:d5")
    assert name(after, after.board.acolytes[0]) == "d5"
    assert (after.now.ap, after.now.points) == (6, 0)


def test_the_free_action_moves_or_turns_any_tile_without_acolytes() -> None:
    s = go(free(), "free:tile")
    assert legal(s) == {"tile:w4", "tile:s6", "tile:w6", "tile:b1"}
    s = go(s, "tile:s6")
    assert {f"moves:s6:{way}" for way in "nesw"} <= legal(s)
    assert all(len(m.split(":")[2]) == 1 for m in legal(s) if m.startswith("moves"))
    assert {"rotas:s6:h9:cw", "rotas:s6:i9:ccw"} <= legal(s)
    assert go(s, "rotas:s6:h9:cw").now.ap == 6


def test_there_is_one_free_action_a_turn() -> None:
    for used in (("free:step:d5",), ("free:tile", "tile:s6", "moves:s6:s")):
        s = go(free(), *used)
        assert not legal(s, "free")
        assert refused(s, "free:step:c5") == "free-used"
    assert go(free(), "free:step:d5", "end", "end").now.free


def test_special_case_action_points_do_not_help_the_free_action() -> None:
    s = go(free(), "free:tile")
    assert "tile:s4" not in legal(s), "an Acolyte stands on it, whatever points there are"
    assert refused(s, "tile:s4") == "tile-acolyte"


def test_the_free_action_fits_anywhere_until_the_turn_is_closed() -> None:
    s = position(LINE | BARE, acolytes={0: "c5"}, hands={0: ["ms", "r6", "r2", "r2"]})
    assert legal(s, "free")
    swapped = go(s, "swap:m", "drop:r2", "drop:r2")
    assert legal(swapped, "free")
    played = go(swapped, "play:ms", "tile:s6", "moves:s6:s")
    assert legal(played, "free")
    walked = go(played, "walk:d5")
    assert legal(walked, "free")
    drawing = go(walked, "end")
    assert not legal(drawing, "free")
    assert not legal(go(s, "play:ms"), "free"), "and not within an effect"


def test_the_free_step_is_no_walk_cards_may_follow() -> None:
    s = position(LINE | BARE, acolytes={0: "c5"}, hands={0: ["ms"]})
    s = go(s, "free:step:d5", "play:ms", "tile:s6", "moves:s6:s", "walk:e5")
    assert name(s, s.board.acolytes[0]) == "e5"


def test_the_free_step_obeys_the_rules_of_movement() -> None:
    s = position(LINE, acolytes={0: "e5", 1: "d5"}, books={1: ["f5"]}, hands=FULL)
    assert not legal(s, "free", "step")
    start_square = position({"s4": "g1:90"}, hands=FULL)
    assert legal(start_square, "free", "step") == {"free:step:g1"}


def test_the_free_step_collects() -> None:
    s = position(LINE, acolytes={0: "c5"}, books={0: ["d5", "l12"]}, hands=FULL)
    assert go(s, "free:step:d5").collected(0) == 3


def test_the_free_action_on_a_tile_carries_its_books() -> None:
    s = position(BARE, books={0: ["h9", "l12"]}, hands=FULL)
    after = go(s, "free:tile", "tile:s6", "moves:s6:s")
    assert name(after, after.board.books[0]) == "h10"


# The end of a match


def test_four_books_end_the_match_at_once() -> None:
    s = position(LINE, acolytes={0: "c5"}, books={0: ["d5"]}, hands=FULL)
    after, events = told(s, "free:step:d5")
    assert GAME.prompt(after) is None
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (4, 3), "books")
    assert events[-1].data == {"winners": [0], "scores": [4, 3], "reason": "books"}


def test_the_fourth_book_ends_it_in_the_middle_of_a_way() -> None:
    s = position(LINE, acolytes={0: "c5"}, books={0: ["d5"]}, hands={0: ["animi"]})
    after = go(s, "pray:animi", "walk:g5")
    assert name(after, after.board.acolytes[0]) == "d5"
    assert after.over == "books"
    assert after.cards.used[0] == (17,), "the prayer lies face up"


def test_even_rounds_the_round_is_finished() -> None:
    s = position(LINE, acolytes={0: "c5", 1: "j5"}, books={0: ["d5"]}, hands=FULL,
                 even_rounds=True)  # fmt: skip
    s = go(s, "free:step:d5")
    assert GAME.outcome(s) is None
    s = go(s, "end")
    assert s.stack[-1].seat == 1
    s = go(s, "end")
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "books")


def test_even_rounds_all_with_four_share_the_win() -> None:
    s = position(LINE, acolytes={0: "c5", 1: "j5"}, books={0: ["d5"], 1: ["i5"]}, hands=FULL,
                 even_rounds=True)  # fmt: skip
    s = go(s, "free:step:d5", "end", "free:step:i5", "end")
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1), "shared")


def test_even_rounds_nobody_has_a_turn_more_than_another() -> None:
    s = position(LINE, acolytes={1: "c5"}, books={1: ["d5"]}, hands=FULL, seat=1,
                 even_rounds=True)  # fmt: skip
    s = go(s, "free:step:d5", "end")
    assert s.over == "books", "the last of the round had four: it is over"


@pytest.mark.parametrize(("limit", "over"), [(2, True), (3, False)])
def test_after_the_round_limit_most_books_win(limit: int, over: bool) -> None:
    s = position(LINE, acolytes={0: "c5"}, books={0: ["l12", "l13"], 1: ["l14"]}, hands=FULL,
                 seat=1, round=2, round_limit=limit)  # fmt: skip
    s = go(s, "free:tile", "tile:w4", "moves:w4:n", "end")
    assert (s.over == "rounds") == over
    if over:
        outcome = GAME.outcome(s)
        assert outcome is not None
        assert (outcome.winners, outcome.scores) == ((1,), (2, 3))
    else:
        assert s.round == 3


def test_at_the_limit_the_round_is_played_to_its_end() -> None:
    """Full rounds: the last one ends with the seat before the first player."""
    s = position(LINE, hands={0: ["r2"] * 6, 1: ["r3"] * 6, 2: ["r1"] * 6}, seats=3, seat=1,
                 first=1, round=2, round_limit=2)  # fmt: skip
    s = go(s, "end", "end")
    assert (s.over, s.stack[-1].seat) == ("", 0)
    assert go(s, "end").over == "rounds"


def test_scores_are_the_books_collected_and_with_most_of_them_one_wins() -> None:
    hands = {k: [f"r{k + 1}"] * 6 for k in range(4)}
    books = {0: ["l12", "l13"], 1: ["l14"], 2: ["m14"], 3: ["n14", "c5", "d5"]}
    s = position(LINE, hands=hands, books=books, seats=4, seat=3, round=2, round_limit=2)
    outcome = GAME.outcome(go(s, "end"))
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((1, 2), (2, 3, 3, 1), "rounds")


def test_equal_books_at_the_limit_share_the_win() -> None:
    s = position(LINE, hands=FULL, seat=1, round=2, round_limit=2)
    s = go(s, "free:tile", "tile:w4", "moves:w4:n", "end")
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1), "rounds")


def test_two_rounds_of_passes_by_all_end_the_match() -> None:
    s = position(LINE, hands=FULL, books={0: ["l12", "l13"]}, round=5)
    for _ in range(4):
        assert s.over == ""
        s = go(s, "end")
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "stalemate")


@pytest.mark.parametrize(
    "act", [("free:step:d5",), ("free:tile", "tile:w4", "moves:w4:n"), ("play:r4", "tile:w4",
            "rotas:w4:g5:cw", "done")]
)  # fmt: skip
def test_a_turn_with_a_card_a_step_or_a_tile_moved_is_no_pass(act: tuple[str, ...]) -> None:
    s = position(LINE, acolytes={0: "c5"}, hands={0: ["r4"] + ["r2"] * 5, 1: ["r3"] * 6})
    s = s.but(passes=3)
    after = go(s, *act, "end")
    while after.stack[-1].kind == "draw":
        after = go(after, "draw:m")
    assert (after.over, after.passes) == ("", 0)


def test_a_turn_with_only_a_swap_is_a_pass() -> None:
    s = position(LINE, hands={0: ["r2"] * 6, 1: ["r3"] * 6})
    s = go(s.but(passes=1), "swap:m", "drop:r2", "drop:r2", "end")
    assert s.passes == 2


def test_a_turn_with_only_a_gargoyle_sent_away_is_a_pass() -> None:
    s = position(LINE, gargoyles={1: "d5"}, hands={0: ["r2"] * 6, 1: ["r3"] * 6})
    s = go(s.but(passes=1), "banish:d5", "drop:r2", "drop:r2", "drop:r2", "end:all")
    assert s.passes == 2


def test_a_turn_with_only_a_prayer_is_no_pass() -> None:
    s = position(LINE, hands={0: ["clara", *["r2"] * 5], 1: ["r3"] * 6})
    s = go(s.but(passes=3), "pray:clara", "garg:d5", "end:all")
    assert (s.over, s.passes) == ("", 0)


def test_one_pass_less_than_two_rounds_ends_nothing() -> None:
    s = position(LINE, acolytes={0: "c5"}, hands=FULL, round=5)
    s = go(s, "end", "end", "end")
    s = go(s, "free:tile", "tile:w4", "moves:w4:n", "end", "end", "end", "end")
    assert (s.over, s.passes) == ("", 3)
    assert go(s, "end").over == "stalemate"


# Steps back


def test_what_chance_and_secrets_have_not_touched_can_be_taken_back() -> None:
    match = as_match(position(LINE | BARE, acolytes={0: "c5"}, hands={0: ["ms", "r6", "clara"]}))
    for move in ("free:step:d5", "play:ms", "tile:s6", "moves:s6:s", "pray:clara", "garg:j5",
                 "walk:e5", "end"):  # fmt: skip
        match, _ = play(GAME, match, 0, Move.parse(move))
        assert match.floor == 0, move


def test_a_swap_and_sending_a_gargoyle_away_cannot() -> None:
    s = position(LINE, gargoyles={1: "d5"}, hands={0: ["ms", "r6", "clara", "r2"]})
    for first in ("swap:m", "banish:d5"):
        match, _ = play(GAME, as_match(s), 0, Move.parse(first))
        while match.state.stack[-1].kind == "drop":
            assert match.floor == 0
            move = next(iter(GAME.moves(match.state, 0)))
            match, _ = play(GAME, match, 0, move)
        assert match.floor == match.ply


def test_each_turn_is_told_with_its_round() -> None:
    _, events = told(position(LINE, hands=FULL, round=4), "end", "end")
    assert [e.data for e in events if e.kind == "turn"] == [
        {"seat": 1, "round": 4}, {"seat": 0, "round": 5},
    ]  # fmt: skip


def test_rounds_are_counted_from_one_and_placing_is_round_nought() -> None:
    match, _ = start(GAME, 2, bytes(32))
    assert GAME.round(match.state) == 0
    chance = random.Random(1)
    while match.state.round == 0:
        seat = match.state.stack[-1].seat
        match, _ = play(GAME, match, seat, chance.choice(list(GAME.moves(match.state, seat))))
    assert GAME.round(match.state) == 1
    assert lies(match.state, "s1")
