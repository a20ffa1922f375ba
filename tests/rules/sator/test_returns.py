"""Special case: moving a tile and returning it. What Acolytes do by themselves in between makes no
difference; whoever was carried elsewhere by a tile does."""

from __future__ import annotations

import pytest

from rules.kernel import leave
from rules.sator.game import GAME, State
from rules.sator.state import Ride
from tests.rules.sator.positions import as_match, at, go, legal, lies, position, refused

OPEN = {"s4": "c3:0", "s6": "h8:0", "w6": "c10:0"}
"""A long stone tile c3-f3, a short one h8-i8, a short wooden one c10-d10, all with room."""
RING = {"s4": "c5:0", "w4": "h5:0", "i5": "f6:0", "s6": "h9:0"}
"""c5 .. f5 and h5 .. k5 with g5 open between them; f6, g6, h6 lead around it; h9-i9 far off."""
LANE = {"s5": "c5:0", "w4": "c4:0", "b6": "h9:0"}
"""A medium stone tile c5-e5 under a long wooden one c4-f4; h9-i9 far off."""
OUT = ("play:ms", "tile:s6", "moves:s6:e")
"""The short stone tile goes one square east."""
BETWEEN = {
    "a free step": (("free:step:d5",), "c5"),
    "a part of a walk": (("walk:d5",), "c5"),
    "a walk in two parts": (("play:mw", "moves:w4:e", "walk:d5", "walk:e5"), "c5"),
    "ANIMI": (("pray:animi", "walk:d5"), "c5"),
    "NEQUE": (("pray:neque", "jump:h5"), "f5"),
    "NIHIL": (("pray:nihil:1", "push:green:d5"), "f5"),
    "a step and a prayer": (("free:step:d5", "pray:animi", "walk:f5"), "c5"),
}


def out_and(moves: tuple[str, ...], begins: str) -> State:
    """s6 has gone east, and then this was done; red began there, green on c5 when red did not."""
    acolytes = {0: begins} | ({1: "c5"} if begins != "c5" else {})
    s = position(RING, acolytes=acolytes, ap=9,
                 hands={0: ["ms", "mw", "jolly", "animi", "neque", "nihil"]})  # fmt: skip
    return go(s, *OUT, *moves)


# Tile moved, something by an Acolyte himself, tile returned


@pytest.mark.parametrize(
    "between", sorted(set(BETWEEN) - {"a part of a walk", "a walk in two parts"})
)
def test_a_card_does_not_return_a_tile_whatever_an_acolyte_did_in_between(between: str) -> None:
    s = go(out_and(*BETWEEN[between]), "play:jolly", "tile:s6")
    assert "moves:s6:w" not in legal(s)
    assert refused(s, "moves:s6:w") == "back"
    assert {"moves:s6:ww", "moves:s6:e", "moves:s6:n"} <= legal(s), "anywhere else it may go"


@pytest.mark.parametrize(
    "between", ["a part of a walk", "ANIMI", "NEQUE", "NIHIL"]
)  # fmt: skip
def test_the_free_action_does_not_return_a_tile_either(between: str) -> None:
    s = go(out_and(*BETWEEN[between]), "free:tile", "tile:s6")
    assert "moves:s6:w" not in legal(s)
    assert {"moves:s6:e", "moves:s6:n", "moves:s6:s"} <= legal(s)


def test_of_two_tiles_moved_the_second_alone_does_not_return() -> None:
    """w4 and s6 have moved and he walks: w4 as it was, s6 moved, is a moment of this turn."""
    s = go(out_and(*BETWEEN["a walk in two parts"]), "free:tile")
    assert "moves:w4:w" not in legal(go(s, "tile:w4"))
    # s6 back and w4 moved was never there.
    assert "moves:s6:w" in legal(go(s, "tile:s6"))


def test_a_free_step_onto_the_grid_is_one_of_his_own_moves() -> None:
    s = position(OPEN | {"b4": "g1:90"}, hands={0: ["ms", "jolly"]})  # down from g1, red's entry
    s = go(s, *OUT, "free:step:g1", "play:jolly", "tile:s6")
    assert "moves:s6:w" not in legal(s)


@pytest.mark.parametrize(
    ("prayer", "back"),
    [
        (("pray:omnia", "tile:s6"), "moves:s6:nwwse"),
        (("pray:quin", "tile:s6", "turn:0"), "place:s6:h8:0"),
    ],
)
def test_omnia_and_quin_do_not_return_a_tile_after_a_free_step(
    prayer: tuple[str, ...], back: str
) -> None:
    s = position(OPEN, acolytes={0: "c10"}, hands={0: ["ms", "omnia", "quin"]}, ap=4)
    before = legal(go(s, *prayer))
    s = go(s, *OUT, "free:step:d10", *prayer)
    assert not {m for m in legal(s) if m.startswith("moves") and home(m)}
    assert "place:s6:h8:0" not in legal(s)
    assert before, "the prayer itself could be said"
    assert refused(s, back)


def home(move: str) -> bool:
    """Whether a shift ends one square west."""
    steps = move.split(":")[2]
    return (steps.count("e") - steps.count("w"), steps.count("s") - steps.count("n")) == (-1, 0)


def test_quin_with_two_tiles_may_come_home_with_the_first_and_place_a_second() -> None:
    s = position(OPEN, acolytes={0: "c10"}, hands={0: ["ms", "quin"]})
    s = go(s, *OUT, "free:step:d10", "pray:quin", "tile:s6", "turn:0", "place:s6:h8:0")
    assert "done" not in legal(s), "so far it is but a return"
    assert go(s, "turn:0", "place:s4:c4:0").stack[-1].kind == "turn", "s4 is the only other one"


def test_no_single_change_of_mihi_returns_a_tile_after_nihil() -> None:
    s = position(RING, acolytes={0: "c5", 1: "h5"}, hands={0: ["ms", "nihil", "mihi"]}, ap=8)
    s = go(s, *OUT, "pray:nihil:1", "push:green:j5", "pray:mihi", "tile:s6")
    assert "moves:s6:w" not in legal(s)
    # By another way round: two changes, the second of which would bring it home.
    s = go(s, "moves:s6:n", "tile:s6", "moves:s6:w", "tile:s6")
    assert "moves:s6:s" not in legal(s)
    assert "moves:s6:n" in legal(s)


def test_a_book_collected_on_the_way_does_not_make_a_return_lawful() -> None:
    books = {0: ["d10", "l12"]}
    for between in (("free:step:d10",), ("pray:animi", "walk:c10")):  # there, or there and back
        s = position(OPEN, acolytes={0: "c10"}, books=books, hands={0: ["ms", "jolly", "animi"]})
        s = go(s, *OUT, *between)
        assert s.collected(0) == 3
        assert "moves:s6:w" not in legal(go(s, "play:jolly", "tile:s6"))


def test_a_card_that_could_only_return_a_tile_is_not_offered() -> None:
    # s6 lies in the corner a1-b1 with one way out, east, and from there with one way back: d1 and
    # the second row are taken, and no rotation fits.
    tiles = {"s6": "a1:0", "w4": "a2:0", "i4": "d1:0", "i6": "l8:0"}
    s = position(tiles, acolytes={0: "l8"}, hands={0: ["ms", "jolly"]})
    s = go(s, "play:ms", "moves:s6:e", "free:step:m8", "play:jolly")
    assert "tile:s6" not in legal(s)
    assert refused(s, "tile:s6") == "tile-stuck"


# Tile turned, a step, tile turned back


def test_a_tile_is_not_turned_back_by_another_card_after_a_free_step() -> None:
    s = position(OPEN, acolytes={0: "c10"}, hands={0: ["r6", "jolly"]}, ap=5)
    s = go(s, "play:r6", "tile:s6", "rotas:s6:h8:cw", "done", "free:step:d10")  # h8, h9
    s = go(s, "play:jolly", "tile:s6")
    assert "rotas:s6:h8:ccw" not in legal(s), "3 points: a second rotation is out of reach"
    assert refused(s, "rotas:s6:h8:ccw") == "back"
    assert {"rotas:s6:h8:cw", "rotas:s6:h9:ccw"} <= legal(s), "g8-h8 and h9-i9 are new"


def test_turned_back_after_a_free_step_it_has_to_be_turned_once_more() -> None:
    s = position(OPEN, acolytes={0: "c10"}, hands={0: ["r6", "jolly"]})
    s = go(s, "play:r6", "tile:s6", "rotas:s6:h8:cw", "done", "free:step:d10", "play:jolly",
           "tile:s6", "rotas:s6:h8:ccw")  # fmt: skip
    assert not {"done", "end"} & legal(s)
    assert refused(s, "done") == refused(s, "play:ms") == "choose"
    assert "rotas:s6:i8:cw" in legal(s)


@pytest.mark.parametrize(
    ("out", "end", "home"), [("cw", "c7", "ccw"), ("ccw", "c3", "cw")]
)  # fmt: skip
def test_a_step_on_the_tile_itself_between_two_rotations_makes_no_difference(
    out: str, end: str, home: str
) -> None:
    # After a quarter about c5 it lies along column c; he steps to its end and would ride to e5.
    s = position({"s5": "c5:0"}, acolytes={0: "d5"}, hands={0: ["r5", "jolly"]}, ap=6)
    s = go(s, "play:r5", f"rotas:s5:c5:{out}", f"free:step:{end}", "play:jolly", "tile:s5")
    assert f"rotas:s5:c5:{home}" not in legal(s)
    assert refused(s, f"rotas:s5:c5:{home}") == "back"
    # The other way round about the same square it comes to the west of it.
    assert f"rotas:s5:c5:{out}" in legal(s)


def test_a_tile_moved_with_somebody_on_it_is_not_moved_back_with_him() -> None:
    """He rides out and home, and steps along the tile meanwhile, as he could anyhow."""
    s = position({"s4": "c5:0"}, acolytes={0: "d5"}, hands={0: ["ms", "jolly"]})
    s = go(s, "play:ms", "moves:s4:s", "free:step:e6", "play:jolly", "tile:s4")
    assert "moves:s4:n" not in legal(s)
    assert "moves:s4:s" in legal(s)


def test_two_acolytes_who_ride_out_and_home_are_where_they_were() -> None:
    s = position({"s4": "c5:0"}, acolytes={0: "d5", 1: "f5"}, hands={0: ["ms", "jolly"]})
    s = go(s, "play:ms", "moves:s4:s", "free:step:e6", "play:jolly", "tile:s4")
    assert "moves:s4:n" not in legal(s)


def test_a_ride_before_does_not_make_a_later_return_lawful() -> None:
    """s4 takes him along; then s6 goes out and home while he steps about."""
    s = position(OPEN, acolytes={0: "d3"}, hands={0: ["ms", "r6", "jolly"]}, ap=9)
    s = go(s, "play:ms", "tile:s4", "moves:s4:s", "play:r6", "tile:s6", "rotas:s6:h8:half", "done",
           "free:step:e4", "play:jolly", "tile:s6")  # fmt: skip
    assert lies(s, "s6") == {"g8", "h8"}
    assert "moves:s6:e" not in legal(s)
    assert "moves:s6:w" in legal(s)


# Lawful: somebody, or a book, was carried elsewhere


def test_a_tile_that_took_him_to_another_one_may_go_home_without_him() -> None:
    # s5 brings him beside w4, where no step could have brought him; he gets off.
    tiles = {"s5": "c7:0", "w4": "c4:0"}
    s = position(tiles, acolytes={0: "c7"}, hands={0: ["ms", "jolly"]})
    s = go(s, "play:ms", "moves:s5:nn", "free:step:c4", "play:jolly", "tile:s5")
    assert "moves:s5:ss" in legal(s)
    assert at(go(s, "moves:s5:ss")) == "c4"


def test_a_tile_that_fetches_him_may_go_home_with_him() -> None:
    tiles = {"s5": "c7:0", "w4": "c4:0"}
    s = position(tiles, acolytes={0: "c4"}, hands={0: ["ms", "jolly"]})
    s = go(s, "play:ms", "moves:s5:nn", "free:step:c5", "play:jolly", "tile:s5")
    s = go(s, "moves:s5:ss")
    assert (at(s), lies(s, "s5")) == ("c7", {"c7", "d7", "e7"})


def test_who_was_carried_home_again_was_not_carried_elsewhere() -> None:
    """He is fetched, and the way back out with him, then home with him, is a return."""
    tiles = {"s5": "c7:0", "w4": "c4:0"}
    hands = {0: ["ms", "jolly", "ms", "jolly"]}
    s = position(tiles, acolytes={0: "c4"}, hands=hands, ap=9)
    s = go(s, "play:ms", "moves:s5:n", "play:jolly", "tile:s5", "moves:s5:n",
           "free:step:c5", "play:ms", "moves:s5:s", "play:jolly", "tile:s5")  # fmt: skip
    # It lay on row 6 before without him: now he came along to it. Row 5 with him is where he began.
    assert "moves:s5:n" not in legal(s)
    assert "moves:s5:s" in legal(s)


def test_half_a_turn_that_only_carries_an_acolyte_is_lawful() -> None:
    s = position({"s5": "c5:0"}, acolytes={0: "d5"}, hands={0: ["r5", "jolly"]})
    assert "rotas:s5:d5:half" not in legal(go(s, "play:r5")), "nothing would change"
    s = go(s, "free:step:c5", "play:r5")
    assert "rotas:s5:d5:half" in legal(s)
    s = go(s, "rotas:s5:d5:half")
    assert (at(s), lies(s, "s5")) == ("e5", {"c5", "d5", "e5"})


def test_half_a_turn_and_another_half_carry_him_nowhere() -> None:
    s = position({"s5": "c5:0"}, acolytes={0: "c5"}, hands={0: ["r5", "jolly"]}, ap=6)
    s = go(s, "play:r5", "rotas:s5:d5:half", "done")
    assert "rotas:s5:d5:half" not in legal(go(s, "play:jolly", "tile:s5"))


def test_half_a_turn_that_only_carries_a_book_is_lawful_once() -> None:
    tiles = {"s5": "c5:0", "w6": "c10:0"}
    s = position(tiles, books={0: ["c5"]}, acolytes={0: "c10"}, hands={0: ["r5", "jolly"]})
    s = go(s, "play:r5", "rotas:s5:d5:half", "done", "free:step:d10", "play:jolly", "tile:s5")
    assert s.board.books[0] == s.grid.index["e5"]
    assert "rotas:s5:d5:half" in legal(s), "on the way to a second rotation about another square"
    assert "done" not in legal(go(s, "rotas:s5:d5:half"))


def test_a_tile_that_brought_a_book_may_go_home_without_it() -> None:
    # The book on c7 comes to c5, beside w4, whence he gets it and goes back.
    tiles = {"s5": "c7:0", "w4": "c4:0"}
    s = position(tiles, acolytes={0: "c4"}, books={0: ["c7", "l12"]},
                 hands={0: ["ms", "jolly", "animi"]})  # fmt: skip
    s = go(s, "play:ms", "moves:s5:nn", "pray:animi")
    s = go(s, "walk:c4")
    assert s.collected(0) == 3
    assert "moves:s5:s" in legal(go(s, "free:tile", "tile:s5"))
    assert "moves:s5:ss" in legal(go(s, "play:jolly", "tile:s5"))


def test_two_acolytes_one_of_whom_gets_off_make_it_another_moment() -> None:
    tiles = {"s5": "c7:0", "w4": "c4:0"}
    s = position(tiles, acolytes={0: "c7", 1: "e7"}, hands={0: ["ms", "jolly"]}, ap=7)
    s = go(s, "play:ms", "moves:s5:nn", "free:step:c4", "play:jolly", "tile:s5")
    assert "moves:s5:ss" in legal(s), "green rides home, red was brought to w4"


def test_nothing_else_is_refused_after_a_free_step() -> None:
    """Every place but the one it comes from, and every other tile."""
    s = position(OPEN, acolytes={0: "c10"}, hands={0: ["ms", "jolly"]})
    stays = go(s, *OUT, "play:jolly", "tile:s6")
    steps = go(s, *OUT, "free:step:d10", "play:jolly", "tile:s6")
    assert legal(steps) == legal(stays)
    assert "moves:s6:w" not in legal(steps)
    other = go(s, *OUT, "free:step:d10", "play:jolly", "tile:s4")
    assert {"moves:s4:w", "moves:s4:e", "moves:s4:n", "moves:s4:s"} <= legal(other)


# Resigning, and turns that were under way


def test_who_resigned_was_carried_nowhere() -> None:
    tiles = {"s5": "c7:0", "w4": "c4:0"}
    s = position(tiles, acolytes={1: "c7"}, seats=3, hands={0: ["ms", "nihil", "jolly"]})
    s = go(s, "play:ms", "moves:s5:n", "pray:nihil:1", "push:blue:e6")
    s = go(s, "play:jolly", "tile:s5")
    assert "moves:s5:s" not in legal(s), "he was taken along, and is taken home"
    s = position(tiles, acolytes={1: "c7"}, seats=3, hands={0: ["ms", "nihil", "jolly"]})
    s = go(s, "play:ms", "moves:s5:nn", "pray:nihil:1", "push:blue:c4")
    assert "moves:s5:s" in legal(go(s, "free:tile", "tile:s5"))
    left = leave(GAME, as_match(go(s, "play:jolly", "tile:s5")), 1)
    assert "moves:s5:ss" in legal(go(s, "play:jolly", "tile:s5"))
    assert left is not None
    assert left[0].state.now.rides == ()
    assert "moves:s5:ss" not in legal(left[0].state)


def test_rides_are_remembered_for_this_turn_only() -> None:
    s = position({"s4": "c5:0"}, acolytes={0: "d5"}, hands={0: ["ms"]})
    s = go(s, "play:ms", "moves:s4:s")
    d5, d6 = s.grid.index["d5"], s.grid.index["d6"]
    assert s.now.rides == (Ride(1, 0, d5, d6, 0),)
    assert go(s, "end").now.rides == ()


def test_a_turn_under_way_in_version_2_ends_as_it_began() -> None:
    """There a tile went home after a free step, so that may just be what is asked now."""
    s = position(RING, acolytes={0: "c5"}, hands={0: ["ms", "jolly"]})
    s = go(s, *OUT, "free:step:d5", "play:jolly", "tile:s6")
    assert "moves:s6:w" not in legal(s)
    doc = GAME.codec.dump_python(s, mode="json")
    del doc["now"]["rides"]
    old = GAME.codec.validate_python(GAME.migrate(doc, 2), strict=False)
    assert "moves:s6:w" in legal(old)
    assert go(old, "moves:s6:w").stack[-1].kind == "turn"
    # What lies just as it lay is refused, as it was, and what comes later by the rule of today.
    s = position(RING, acolytes={0: "c5"}, hands={0: ["ms", "jolly"]})
    doc = GAME.codec.dump_python(go(s, *OUT), mode="json")
    del doc["now"]["rides"]
    old = GAME.codec.validate_python(GAME.migrate(doc, 2), strict=False)
    assert "moves:s6:w" not in legal(go(old, "play:jolly", "tile:s6"))
    assert "rides" not in GAME.migrate({"now": {"seen": []}}, 2)["now"], "no turn is being played"
