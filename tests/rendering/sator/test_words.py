"""What Sator says, against sentences written by hand."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from rendering.sator import example
from rendering.scene import Scene, renderer
from rules.kernel import Event, Move, Outcome, Prompt
from rules.sator.facts import CARDS, TILE_NAMES, TYPES
from rules.sator.game import GAME, State
from rules.tree import level
from tests.rendering.sator.scenes import asked_scene, fullest, match_at, ordinary, scene_at
from tests.rules.sator.positions import go, position

SATOR = renderer("sator")
NAMES = ("ann", "bob", "chi", "dan")
PLACE = position(
    {"s6": "h8:0", "w5": "c3:0", "i4": "c5:0", "s5": "h10:0", "s1": "k1:0"},
    acolytes={0: "c3", 1: "f5"},
    gargoyles={1: "h10"},
    hands={0: ["ms", "mi", "r6", "jolly", "nihil", "neque"], 1: ["ms", "clara"]},
    books={0: ["e3"], 1: ["d5"]},
)
"""w5 on C3 D3 E3 with ann's Acolyte and a book of hers, i4 on C5 to F5 with bob's and a book of
his, s5 on H10 to J10 under bob's Gargoyle, s6 on H8 I8."""


def scene_of(s: State, viewer: int | None = 0, since: tuple[Event, ...] = ()) -> Scene:
    """The position for one viewer."""
    view = GAME.view(s, viewer)
    return Scene(
        game="sator", view=view, viewer=viewer, prompt=GAME.prompt(view),
        outcome=GAME.outcome(view), since=since, since_own=True, names=NAMES[: s.seats],
        number=12, round=s.round,
    )  # fmt: skip


def label(s: State, move: str) -> str:
    return SATOR.label(scene_of(s), Move.parse(move))


# Menus


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("play", "play a card"),
        ("play:ms", "MOVES stone: push a stone bridge"),
        ("play:r6", "ROTAS 6: turn a bridge of shape short"),
        ("play:jolly", "JOLLY: push or turn any bridge"),
        ("pray:neque", "NEQUE: jump"),
        ("pray:nihil", "NIHIL: push others"),
        ("pray:nihil:1", "NIHIL for 1: 1 Acolyte, 4 squares"),
        ("pray:nihil:3", "NIHIL for 3: all others, 9 squares"),
        ("swap:m", "swap 2 cards for a movement card (1 AP)"),
        ("search:p", "search your prayers (2 AP)"),
        ("free:tile", "free action: push or turn a bridge"),
        ("free:step:d3", "D3: free action, one step"),
        ("banish:h10", "H10: send bob’s Gargoyle away (3 cards)"),
        ("end", "End turn"),
        ("end:all", "End turn, draw movement cards"),
    ],
)
def test_labels_of_a_turn(move: str, words: str) -> None:
    assert label(PLACE, move) == words


def test_labels_of_a_card_name_what_rides_and_what_it_costs() -> None:
    s = go(PLACE, "play:jolly")
    assert label(s, "tile:s6") == "S6 stone, H8 to I8"
    assert label(s, "tile:w5") == "W5 wood, C3 to E3, red book, red Acolyte, +1 AP"
    assert label(s, "tile:i4") == "I4 iron, C5 to F5, green book, green Acolyte, +1 AP"
    s = go(s, "tile:s6")
    assert label(s, "moves:s6:n") == "push 1 north, to H7–I7, 1 AP"
    assert label(s, "moves:s6:nne") == "push 2 north, 1 east, to I6–J6, 3 AP"
    assert label(s, "moves:s6") == "push S6"
    assert label(s, "rotas:s6:h8:cw") == "turn about H8, a quarter clockwise, to H8–H9, 2 AP"
    assert label(s, "rotas:s6:i8:half") == "turn about I8, half way round, to I8–J8, 2 AP"
    dear = go(PLACE, "play:jolly", "tile:i4")
    assert label(dear, "moves:i4:s") == "push 1 south, to C6–F6, 2 AP"


def test_a_label_too_long_for_a_button_keeps_the_price() -> None:
    """W1 on E5 E6 E7 F7 G7, a book or an Acolyte on each of its five squares."""
    s = position(
        {"w1": "e5:0", "w6": "h10:0"},
        books={0: ["e5"], 1: ["e6"], 2: ["e7"], 3: ["h10"]},
        acolytes={1: "f7", 3: "g7"},
        hands={0: ["mw"]},
        seats=4,
    )
    assert label(go(s, "play:mw"), "tile:w1") == (
        "W1 wood, E5 to G7, +2 AP, red book, blue book, green book, blue Acolyte, yellow…"
    )


def test_labels_of_what_costs_nothing_name_no_price() -> None:
    s = go(PLACE, "free:tile", "tile:s6")
    assert label(s, "moves:s6:n") == "push 1 north, to H7–I7"
    assert label(s, "rotas:s6:h8:ccw") == "turn about H8, a quarter counter-clockwise, to H7–H8"


def test_labels_of_walks_say_how_far_and_what_is_found() -> None:
    s = go(PLACE, "play:ms", "tile:s6", "moves:s6:n")
    assert label(s, "walk:d3") == "D3: walk 1 square"
    assert label(s, "free:walk:e3") == "E3: walk and free action, 2 squares, a book"


def test_labels_of_prayers() -> None:
    s = go(PLACE, "pray:nihil:1")
    assert label(s, "push:green") == "green: bob"
    assert label(s, "push:green:c5") == "C5: green goes there"
    s = position({"i4": "c5:0", "w6": "c8:0"}, acolytes={0: "c5"}, hands={0: ["neque", "clara"]})
    assert label(go(s, "pray:clara"), "garg:d5") == "D5 on I4"


def test_labels_of_placing() -> None:
    scene = asked_scene(7, 60)
    state = scene.view
    assert state.stack[-1].kind in ("choose", "quarter", "place")
    assert SATOR.label(scene, Move("choose", ("s1",))) == "S1, stone, great L"
    assert SATOR.label(scene, Move("turn", ("90",))) == "90°: its corner at the top left"
    assert SATOR.label(scene, Move("draft", ("3",))) == "3: T"


def test_no_label_is_longer_than_a_button_and_each_says_all_by_itself() -> None:
    """In a list of several levels no two labels may be alike."""
    for ply in (80, 160, 240, 320, 400, 480):
        scene, state = asked_scene(7, ply), match_at(7, ply)[0].state
        assert scene.viewer is not None
        moves = list(GAME.moves(state, scene.viewer))
        nodes = level(moves)
        below = [node for first in nodes for node in level(moves, first.prefix)]
        said = Counter(SATOR.label(scene, node.move) for node in (*nodes, *below))
        assert max(said.values()) == 1, said.most_common(2)
        whole = Counter(SATOR.label(scene, move) for move in moves)
        assert max(whole.values()) == 1, whole.most_common(2)
        assert max(map(len, whole)) <= 80


# Questions


@pytest.mark.parametrize(
    ("moves", "prefix", "words"),
    [
        ((), (), "What do you do?"),
        ((), ("play",), "Which card do you play?"),
        ((), ("pray", "nihil"), "How many action points is it worth?"),
        ((), ("free", "step"), "Where does your Acolyte go?"),
        (("play:jolly",), (), "JOLLY: which bridge?"),
        (("play:jolly", "tile:s6"), (), "What happens to S6?"),
        (("play:jolly", "tile:s6"), ("rotas", "s6", "h8"), "How does S6 turn about H8?"),
        (("play:r6", "rotas:s6:h8:cw"), (), "Turn S6 a second time, or go on?"),
        (("free:tile",), (), "Free action: which bridge?"),
        (("swap:m",), (), "Which card do you discard? 2 have to go."),
        (("swap:m", "drop:ms"), (), "Which card do you discard last?"),
        (("pray:nihil:2",), (), "Whom do you move? 6 squares are left."),
        (("pray:nihil:2",), ("push", "green"), "Where does the green Acolyte go?"),
    ],
)
def test_the_questions_go_down_the_tree(
    moves: tuple[str, ...], prefix: tuple[str, ...], words: str
) -> None:
    assert SATOR.ask(scene_of(go(PLACE, *moves)), prefix) == words


def test_a_second_bridge_is_asked_for_with_its_price() -> None:
    s = position({"s6": "h8:0", "w6": "a1:0", "b6": "c5:0"}, hands={0: ["quin", "victoria"]})
    scenes = [scene_of(go(s, *moves)) for moves in (
        ("pray:quin",), ("pray:victoria",), ("pray:victoria", "tile:s6"),
    )]  # fmt: skip
    assert [(SATOR.ask(scene), SATOR.means(scene)) for scene in scenes] == [
        ("Which bridge do you lift?", "One bridge costs 2 AP, two cost 4 in all."),
        ("Which bridge do you take away?", "One bridge costs 2 AP, two cost 3 in all."),
        ("Take a second bridge away too?", "One bridge costs 2 AP, two cost 3 in all."),
    ]


def test_what_cannot_be_taken_back_is_said_before_it_is_done() -> None:
    swap, banish = go(PLACE, "swap:m"), go(PLACE, "banish:h10")
    said = "Once the second card has gone, this cannot be taken back."
    assert SATOR.means(scene_of(swap)) == said
    assert SATOR.means(scene_of(banish)) == said.replace("second", "third")
    assert SATOR.means(scene_of(swap, viewer=1)) == "", "it is not his question"


def test_the_end_of_a_turn_names_the_steps_that_are_lost() -> None:
    s = go(PLACE, "play:ms", "tile:s6", "moves:s6:n")
    assert label(s, "end") == "End turn, choose what to draw (1 step not walked)"
    assert label(s, "end:all") == "End turn, draw movement cards (1 step not walked)"
    assert label(s, "walk") == "walk up to 1 square"
    assert label(s, "free:walk") == "walk and free action: 2 squares"


def test_nobody_asked_is_no_question() -> None:
    assert SATOR.ask(replace(scene_of(PLACE), prompt=None)) == ""


def test_answers_are_sorted_as_a_player_looks_for_them() -> None:
    scene = scene_of(go(PLACE, "play:ms", "tile:s6", "moves:s6:n"))
    moves = [Move.parse(t) for t in (
        "end", "free:tile", "free:step:d3", "walk:d10", "walk:d3", "walk:b4", "pray:neque",
        "play:jolly", "play:mi",
    )]  # fmt: skip
    ordered = sorted(moves, key=lambda move: SATOR.sort_key(scene, move))
    assert [str(m) for m in ordered] == [
        "play:mi", "play:jolly", "pray:neque", "walk:b4", "walk:d3", "walk:d10", "free:step:d3",
        "free:tile", "end",
    ]  # fmt: skip


def test_places_under_own_books_come_first() -> None:
    scene = asked_scene(7, 2)
    state, seat = match_at(7, 2)[0].state, scene.viewer
    assert seat is not None
    assert state.stack[-1].kind == "place"
    moves = sorted(GAME.moves(state, seat), key=lambda move: SATOR.sort_key(scene, move))
    own = {state.grid.names[k].upper() for k in state.board.books[4 * seat : 4 * seat + 4]}
    first = SATOR.label(scene, moves[0])
    assert "under" in first
    colour = ("red", "blue", "green", "yellow")[state.rules.colours[seat]]
    assert colour in first
    assert own


# What happened


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event("first", {"seat": 1}), "bob takes the first turn when all bridges are placed"),
        (
            Event("books", {"seat": 0, "colour": "red", "squares": ["c4", "d5"]}),
            "ann is red: books on C4 and D5",
        ),
        (Event("draft", {"seat": 1, "shape": 3}), "bob took a bridge of shape T"),
        (Event("drafted", {"seat": 0, "tile": "w3"}), "ann took W3, wood, T"),
        (
            Event("place", {"seat": 0, "tile": "s6", "squares": ["h8", "i8"], "books": []}),
            "ann placed S6 on H8 I8",
        ),
        (
            Event("place", {"seat": 0, "tile": "s6", "squares": ["h8", "i8"], "books": ["red"]}),
            "ann placed S6 on H8 I8, under a red book",
        ),
        (Event("deal", {"seat": 1, "cards": 5}), "bob is dealt 5 cards"),
        (
            Event("hand", {"seat": 0, "cards": ["ms", "r3", "jolly"]}),
            "ann holds MOVES stone, ROTAS 3 and JOLLY",
        ),
        (Event("turn", {"seat": 1, "round": 3}), "Round 3: bob’s turn"),
        (Event("play", {"seat": 0, "card": "mi"}), "ann played MOVES iron"),
        (Event("pray", {"seat": 0, "card": "mihi"}), "ann prayed MIHI"),
        (
            Event("shift", {"seat": 0, "by": "ms", "tile": "s6", "steps": "nne", "ap": 3}),
            "ann pushed S6 2 north, 1 east",
        ),
        (
            Event("shift", {"seat": 0, "by": "free", "tile": "s6", "steps": "w", "ap": 0}),
            "ann pushed S6 1 west, as free action",
        ),
        (
            Event("rotate", {
                "seat": 0, "by": "r6", "tile": "s6", "square": "h8", "how": "ccw", "ap": 2,
            }),
            "ann turned S6 about H8, a quarter counter-clockwise",
        ),
        (
            Event("lift", {"seat": 0, "by": "quin", "tile": "s6", "ap": 2, "after": ["a1", "b1"]}),
            "ann lifted S6 over to A1 B1",
        ),
        (
            Event("lift", {"seat": 0, "by": "victoria", "tile": "s6", "ap": 2, "after": []}),
            "ann took S6 away for good",
        ),
        (
            Event("walk", {"seat": 0, "by": "points", "origin": "start", "path": ["g1", "g2"]}),
            "ann walked from the start to G2",
        ),
        (
            Event("walk", {"seat": 0, "by": "neque", "origin": "c4", "path": ["c7"]}),
            "ann jumped from C4 to C7",
        ),
        (
            Event("book", {"seat": 0, "square": "c4", "books": 2}),
            "ann recovered the book on C4: 2 of 4",
        ),
        (
            Event("push", {"seat": 0, "other": 1, "origin": "c4", "path": ["c5"]}),
            "ann moved bob from C4 to C5",
        ),
        (Event("gargoyle", {"seat": 0, "square": "c4"}), "ann set the Gargoyle on C4"),
        (
            Event("banish", {"seat": 0, "other": 1, "square": "c4"}),
            "ann sent bob’s Gargoyle away from C4",
        ),
        (
            Event("discard", {"seat": 0, "cards": ["ms", "nihil"]}),
            "ann discarded MOVES stone and NIHIL",
        ),
        (Event("search", {"seat": 0, "deck": "p"}), "ann searched the prayers"),
        (Event("took", {"seat": 0, "deck": "m"}), "ann took a card from the movement deck"),
        (Event("draw", {"seat": 0, "deck": "m"}), "ann drew a movement card"),
        (Event("card", {"seat": 0, "card": "r2"}), "ann got ROTAS 2"),
        (Event("shuffle", {"cards": 30}), "30 discards became the new movement deck"),
        (Event("end", {"seat": 0, "played": []}), "ann ended the turn"),
        (Event("leave", {"seat": 1}), "bob resigned"),
        (Event("over", {"scores": [4, 2]}), "Books at the end: ann 4, bob 2"),
    ],
)  # fmt: skip
def test_an_event_is_one_line(event: Event, words: str) -> None:
    assert SATOR.event(scene_of(PLACE), event) == words


def test_every_event_of_whole_matches_has_words() -> None:
    kinds = set()
    for seed in (3, 7):
        match, told = match_at(seed, 600)
        scene = scene_at(seed, 600)
        for _, events in told:
            for event in events:
                kinds.add(event.kind)
                assert "\n" not in SATOR.event(scene, event)
        assert match.ply > 300
    assert {"first", "books", "place", "deal", "turn", "shift", "rotate", "walk", "draw"} <= kinds


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((0,), (4, 1), "books"), "ann wins with all four books"),
        (Outcome((0, 1), (4, 4), "shared"), "ann and bob share the win with all four books"),
        (Outcome((1,), (1, 2), "rounds"), "The last round is over: bob wins with 2 books"),
        (
            Outcome((0, 1), (1, 1), "rounds"),
            "The last round is over: ann and bob share the win with 1 book each",
        ),
        (Outcome((1,), (0, 1), "stalemate"), "Nobody moved any more: bob wins with 1 book"),
        (Outcome((0,), (0, 0), "last"), "ann wins: everybody else resigned"),
    ],
)
def test_the_result_is_told_for_every_reason(outcome: Outcome, words: str) -> None:
    assert SATOR.result(replace(scene_of(PLACE), outcome=outcome, prompt=None)) == words


# Text board


def test_one_can_play_from_the_text_board_alone() -> None:
    """Tiles, books, Acolytes and Gargoyles can be read back from it."""
    s = example.match()
    scene = replace(scene_at(7, 300), view=s, viewer=0, prompt=Prompt("turn", (0,)), since=())
    text = re.sub(r"\n {3}", " ", SATOR.text(scene))
    index = s.grid.index
    for tile, name in enumerate(TILE_NAMES):
        line = next(line for line in text.splitlines() if line.startswith(f"{name.upper()} "))
        squares = line.split(";")[0].split()[1:]
        spot = s.board.spots[tile]
        assert {index[q.casefold()] for q in squares} == set(s.grid.squares[spot])
        assert squares[0].casefold() == s.grid.names[s.grid.anchor(spot)]
    books = re.findall(r"book ([RBGY]) ([A-N]\d+)", text)
    found = sorted(("RBGY".index(hue), index[q.casefold()]) for hue, q in books)
    assert found == sorted((k // 4, book) for k, book in enumerate(s.board.books) if book >= 0)
    pawns = re.findall(r"Acolyte ([RBGY]) ([A-N]\d+)", text)
    assert {("RBGY".index(hue), index[q.casefold()]) for hue, q in pawns} == set(
        enumerate(s.board.acolytes)
    )
    assert re.findall(r"Gargoyle ([RBGY]) ([A-N]\d+)", text) == [("G", "G6")]


def test_the_text_board_says_what_each_card_in_hand_can_do() -> None:
    text = SATOR.text(scene_of(PLACE))
    assert "- MOVES stone: S1 S6\n" in text, "the Gargoyle holds S5"
    assert "- MOVES iron: I4+1\n" in text
    assert "- ROTAS 6: S6\n" in text
    assert "bob: 3/4 books" in text
    assert "ann" in text.split("Bridges")[0]


def test_others_hands_are_told_by_their_backs() -> None:
    text = SATOR.text(scene_of(PLACE))
    assert "2 cards, 1 prayer" in text
    assert "CLARA" not in text
    public = SATOR.text(scene_of(PLACE, None))
    assert "Your hand" not in public
    assert "6 cards, 2 prayers" in public


@pytest.mark.parametrize("name", [*ordinary(), *fullest()])
def test_lines_and_alt_text_keep_their_bounds(name: str) -> None:
    scene = (ordinary().get(name) or fullest()[name])()
    text = SATOR.text(scene)
    assert max(map(len, text.splitlines())) <= 38
    assert len(text) <= 3000, "a message has room for 4,000 characters in all"
    assert 100 < len(SATOR.alt(scene)) <= 1024


def test_open_books_are_told_while_tiles_are_placed() -> None:
    text = SATOR.text(scene_at(7, 0))
    assert "Books over the abyss:" in text
    assert "shapes to place: 1 2 3 4 5 6" in text
    assert "none yet" in text


# Alt text


def test_alt_says_first_what_matters() -> None:
    since = (
        Event("shift", {"seat": 1, "by": "ms", "tile": "s6", "steps": "n", "ap": 1,
                        "before": ["h9", "i9"], "after": ["h8", "i8"]}),
        Event("draw", {"seat": 1, "deck": "m"}),
    )  # fmt: skip
    alt = SATOR.alt(scene_of(PLACE, 0, since))
    assert alt.startswith(
        "Sator, match 12, round 2. ann to play. 6 action points, 0 steps, free action ready. "
        "Your hand: MOVES stone, MOVES iron, ROTAS 6, JOLLY, NIHIL and NEQUE. "
        "Since your last move: bob pushed S6 1 north. ann (red): 3 of 4 books, 6 cards, 2 of them "
        "prayers, on C3. bob (green): 3 of 4 books"
    )
    step = replace(scene_of(PLACE, 0, since), since_what="step")
    assert "Your last step, and what came of it: bob pushed S6" in SATOR.alt(step)
    assert "Books: R E3, G D5." in alt
    assert "Gargoyles: H10." in alt
    assert alt.endswith("S6 H8 I8.")


def test_names_cannot_act_in_a_message() -> None:
    scene = replace(scene_of(PLACE), names=("**ann**", "<@1> [x](https://e.example)"))
    said = [SATOR.text(scene), SATOR.asked(scene), SATOR.alt(scene)]
    said += [SATOR.event(scene, Event("leave", {"seat": seat})) for seat in (0, 1)]
    for text in said:
        assert "*" not in text
        assert "<@" not in text
        assert "](" not in text


def test_materials_and_prices_in_the_words_are_those_of_the_rules() -> None:
    assert TYPES == ("stone", "wood", "brick", "iron")
    assert CARDS.prayers.nihil[1].squares == 6
    assert CARDS.prayers.animi[0].squares == 4
    assert CARDS.prayers.mihi[0].changes == 5
    assert (CARDS.prayers.omnia[0].steps[0], CARDS.prayers.omnia[0].steps[-1]) == (4, 6)
