"""Special case: moving a tile and back. No play, prayer, free action on a tile or single change of
MIHI leaves a layout that was there in this turn. What Acolytes do in between: `test_returns`."""

from __future__ import annotations

from tests.rules.sator.positions import at, ends, go, legal, position, refused

OPEN = {"s4": "c3:0", "s6": "h8:0", "w6": "c10:0"}
"""A long stone tile c3-f3, a short one h8-i8, a short wooden one c10-d10, all with room."""
RING = {"s4": "c5:0", "w4": "h5:0", "i5": "f6:0"}
"""c5 .. f5 and h5 .. k5, with g5 open between them; f6, g6, h6 lead around it."""


def whither(moves: set[str]) -> set[tuple[int, int]]:
    """How far east and south each of these shifts leads."""
    ways = [move.split(":")[2] for move in moves if move.startswith("moves")]
    return {(w.count("e") - w.count("w"), w.count("s") - w.count("n")) for w in ways}


def test_omnia_does_not_bring_a_tile_back() -> None:
    s = position(OPEN, hands={0: ["omnia"]})
    assert (-1, 0) in whither(legal(go(s, "pray:omnia", "tile:s6")))
    s = go(s, "free:tile", "tile:s6", "moves:s6:e", "pray:omnia", "tile:s6")
    assert (-1, 0) not in whither(legal(s)), "five steps would bring it back to h8"
    assert refused(s, "moves:s6:nwwse") == "back"


def test_steps_within_omnia_are_not_compared_only_the_end() -> None:
    s = position(OPEN, hands={0: ["omnia"]})
    s = go(s, "free:tile", "tile:s6", "moves:s6:e", "pray:omnia", "tile:s6")
    assert "moves:s6:wwww" in legal(s), "over h8, where it lay, and on"


def test_steps_within_moves_pass_over_an_old_layout() -> None:
    s = go(position(OPEN, hands={0: ["ms"]}), "free:tile", "tile:s6", "moves:s6:e")
    assert (-1, 0) not in whither(legal(go(s, "play:ms", "tile:s6")))
    assert "moves:s6:ww" in legal(go(s, "play:ms", "tile:s6"))


def test_neque_does_not_bring_the_acolyte_back() -> None:
    s = position(RING, acolytes={0: "h5"}, hands={0: ["animi", "neque"]})
    s = go(s, "pray:animi", "walk:f5")  # h6, g6, f6, f5
    assert not legal(s, "pray"), "h5 is the only square to jump to, and he began there"
    here = position(RING, acolytes={0: "f5"}, hands={0: ["neque"]})
    assert legal(go(here, "pray:neque")) == {"jump:h5"}


def test_a_free_step_brings_the_acolyte_back_as_it_likes() -> None:
    """Only what changes tiles, and prayers, are held against the layouts."""
    s = position(RING, acolytes={0: "c5"}, hands={0: ["animi"]})
    s = go(s, "pray:animi", "walk:d5")
    assert at(go(s, "free:step:c5")) == "c5"


def test_a_walk_in_a_circle_does_not_make_an_old_layout_new() -> None:
    s = position(OPEN, acolytes={0: "c10"}, hands={0: ["ms", "jolly"]})
    s = go(s, "play:ms", "tile:s6", "moves:s6:e", "play:jolly", "tile:s6", "moves:s6:e")
    back = go(s, "walk:d10", "walk:c10")
    assert "moves:s6:w" not in legal(go(back, "free:tile", "tile:s6"))


def test_a_book_elsewhere_on_its_tile_makes_it_another_layout() -> None:
    # Half a turn of s5 about its middle moves only the book from end to end.
    tiles = OPEN | {"s5": "h11:0"}
    s = position(tiles, books={0: ["h11", "l12"]}, hands={0: ["ms", "r5"]})
    s = go(s, "play:ms", "tile:s6", "moves:s6:e", "play:r5", "rotas:s5:i11:half", "done",
           "free:tile", "tile:s6")  # fmt: skip
    assert "moves:s6:w" in legal(s)


def test_a_gargoyle_is_no_part_of_the_layout() -> None:
    s = position(OPEN, hands={0: ["ms", "jolly", "clara"]})
    s = go(s, "play:ms", "tile:s6", "moves:s6:e", "pray:clara", "garg:c3", "play:jolly", "tile:s6")
    assert "moves:s6:w" not in legal(s), "all lies as it lay, but for the Gargoyle"


def test_setting_a_gargoyle_is_never_a_return() -> None:
    s = position(OPEN, hands={0: ["clara"]})
    s = go(s, "pray:clara")
    assert {"c3", "h8", "d10"} <= ends(s, "garg")


def test_a_removed_tile_makes_every_layout_new() -> None:
    s = position(OPEN, hands={0: ["ms", "victoria"]})
    s = go(s, "play:ms", "tile:s6", "moves:s6:e", "pray:victoria", "tile:w6", "done",
           "free:tile", "tile:s6")  # fmt: skip
    assert "moves:s6:w" in legal(s)


def test_what_quin_leaves_does_not_come_again() -> None:
    s = position(OPEN, hands={0: ["quin", "ms"]})
    s = go(s, "pray:quin", "tile:s6", "turn:0", "place:s6:k5:0", "done")
    s = go(s, "play:ms", "tile:s6", "moves:s6:e", "free:tile", "tile:s6")
    assert "moves:s6:w" not in legal(s)
    assert "moves:s6:e" in legal(s)


def test_what_victoria_leaves_does_not_come_again() -> None:
    s = position(OPEN, hands={0: ["victoria", "ms"]})
    s = go(s, "pray:victoria", "tile:w6", "done")
    s = go(s, "play:ms", "tile:s6", "moves:s6:e", "free:tile", "tile:s6")
    assert "moves:s6:w" not in legal(s)


def test_what_omnia_or_mihi_leaves_does_not_come_again() -> None:
    for prayer in (
        ("pray:omnia", "tile:s6", "moves:s6:nnnn"),
        ("pray:mihi", "tile:s6", "moves:s6:n", "done"),
    ):
        s = position(OPEN, hands={0: ["omnia", "mihi", "ms"]})
        s = go(s, *prayer, "play:ms", "tile:s6", "moves:s6:e", "free:tile", "tile:s6")
        assert "moves:s6:w" not in legal(s)


def test_what_animi_or_neque_leaves_does_not_come_again() -> None:
    """A tile goes east and comes back while the Acolyte stands where the prayer has left him."""
    for at_first, prayer in (("c5", ("pray:animi", "walk:d5")), ("f5", ("pray:neque", "jump:h5"))):
        s = position(RING | {"s6": "h9:0"}, acolytes={0: at_first},
                     hands={0: ["animi", "neque", "ms"]})  # fmt: skip
        s = go(s, *prayer, "play:ms", "tile:s6", "moves:s6:e", "free:tile", "tile:s6")
        assert "moves:s6:w" not in legal(s)
