"""What the free action can do, and what it costs: nothing."""

from __future__ import annotations

from tests.rules.sator.positions import go, legal, lies, position

CORNER = {"s1": "f6:0", "w6": "c10:0"}
"""A large corner f6, f7, f8, g8, h8 with room all around, and another tile."""


def test_the_free_action_on_a_tile_is_one_square_or_one_rotation() -> None:
    s = go(position(CORNER, hands={0: ["r2"]}), "free:tile", "tile:s1")
    about = ("f6", "f7", "f8", "g8", "h8")
    assert legal(s) == {f"moves:s1:{way}" for way in "nesw"} | {
        f"rotas:s1:{square}:{how}" for square in about for how in ("cw", "ccw", "half")
    }
    half = go(s, "rotas:s1:f8:half")
    assert lies(half, "s1") == {"f10", "f9", "f8", "e8", "d8"}
    assert (half.now.ap, half.now.free, half.stack[-1].kind) == (6, False, "turn")


def test_a_change_of_mihi_may_be_half_a_turn() -> None:
    s = go(position(CORNER, hands={0: ["mihi"]}), "pray:mihi", "tile:s1")
    assert len(legal(s)) == 4 + 5 * 3
    s = go(s, "rotas:s1:f8:half", "tile:s1")
    assert lies(s, "s1") == {"f10", "f9", "f8", "e8", "d8"}
    assert {m for m in legal(s) if m.startswith("rotas:s1:f8")} == {
        "rotas:s1:f8:cw", "rotas:s1:f8:ccw",
    }, "half a turn more would bring it back; but the same square may be turned about"  # fmt: skip


def test_the_free_action_keeps_off_other_tiles_and_the_edge() -> None:
    # s6 lies in the corner, w4 under it: nothing but east, for every rotation ends on w4 or outside
    # but the one about b1 to the other side.
    s = position({"s6": "a1:0", "w4": "a2:0"}, hands={0: ["r2"]})
    assert legal(go(s, "free:tile", "tile:s6")) == {"moves:s6:e"}


def test_the_free_action_pays_nothing_and_gives_no_movement_point() -> None:
    s = position(CORNER, acolytes={0: "c10"}, hands={0: ["r2"]}, ap=0)
    s = go(s, "free:tile", "tile:s1", "moves:s1:n")
    assert (s.now.ap, s.now.points) == (0, 0)
    assert not legal(s, "walk")


def test_the_free_step_costs_no_movement_point() -> None:
    s = position({"s4": "c5:0", "w6": "h9:0"}, acolytes={0: "c5"}, hands={0: ["mw"]})
    s = go(s, "play:mw", "moves:w6:e", "free:step:d5")
    assert s.now.points == 1
    assert legal(s, "walk") == {"walk:c5", "walk:e5"}


def test_a_free_step_joined_to_a_walk_begins_the_walk() -> None:
    s = position({"s4": "c5:0", "w6": "h9:0"}, acolytes={0: "c5"}, hands={0: ["mw", "r6", "clara"]})
    s = go(s, "play:mw", "moves:w6:e")
    assert legal(s, "play")
    assert legal(s, "pray")
    s = go(s, "free:walk:e5")
    assert not legal(s, "play") | legal(s, "pray") | legal(s, "swap") | legal(s, "free")
