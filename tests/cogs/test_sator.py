"""``/sator`` and Sator's panel: what people type and press."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from data.sheet import Change, Entry, Sheet, Step
from rules.sator.facts import KIND_INDEX, TILE_INDEX
from rules.sator.game import GAME, State
from rules.sator.turn import Turn
from tests.cogs.world import Shown, World
from tests.rules.sator.positions import position

PLAYERS = ("ann", "bob")


async def state_of(world: World, match: int) -> Any:
    sheet = await world.store.load(match)
    assert sheet is not None
    assert sheet.match is not None
    return sheet.match.state


async def at(world: World, state: State) -> int:
    """A match of ann and bob that stands so, as if it had been brought up to date; ann is asked."""
    number = await world.match(*PLAYERS, game="sator")
    seat = GAME.prompt(state).seats[0]  # type: ignore[union-attr]

    def act(sheet: Sheet) -> Change:
        assert sheet.match is not None
        n = sheet.n + 1
        ply = sheet.match.ply + 1
        match = replace(sheet.match, ply=ply, floor=ply, state=state)
        holders = tuple(
            replace(holder, asked=n + 1 if k == seat else 0)
            for k, holder in enumerate(sheet.holders)
        )
        new = replace(sheet, n=n, match=match, holders=holders, line=())
        entry = Entry(n, match.ply, "migrate", None, "", (), sheet.changed, match.version)
        return Change(new, (Step(entry, match),))

    await world.bot.desk.change(number, act)
    return number


BARE = position(
    {"s6": "h8:0", "w5": "c3:0", "i4": "c5:0"},
    acolytes={0: "c3", 1: "f5"},
    hands={0: ["ms", "mi", "r6", "nihil", "quin", "mihi"]},
    books={0: ["e3"], 1: ["d5"]},
)
"""s6 on H8 I8, w5 on C3 D3 E3 with ann's Acolyte and a book of hers, i4 on C5 D5 E5 F5 with bob's
Acolyte and a book of his."""

HAND = ("ms", "mw", "r2", "r3", "r4", "jolly")
WHOLE = position(
    {
        "s4": "c3:0", "s5": "b6:0", "s6": "h8:0", "w1": "a9:0", "w2": "f13:0", "w3": "j3:0",
        "w4": "c5:0", "w5": "j10:0", "i6": "e7:90", "b2": "m6:0", "b3": "g11:0",
    },
    acolytes={0: "d3", 1: "k10"},
    hands={0: HAND, 1: HAND},
)
"""Ann's turn with six movement cards, her Acolyte on S4: C3 D3 E3 F3."""


# Typing


async def test_a_card_its_tile_and_its_effect_in_one_command(world: World) -> None:
    match = await at(world, BARE)
    said = await world.slash("ann", "sator play", card="ms", tile="s6", effect="NE")
    state = await state_of(world, match)
    assert state.board.spots[TILE_INDEX["s6"]] == state.grid.spot(5, 0, state.grid.index["i7"])
    assert state.now.ap == 4
    assert "What do you do?" in said.text


async def test_a_step_with_only_one_answer_may_be_typed_or_left_out(world: World) -> None:
    """Only S6 and B1, which lies aside, could be meant; ROTAS 6 is for S6 alone."""
    match = await at(world, BARE)
    await world.slash("ann", "sator play", card="r6", tile="s6", effect="h8 cw", second="h9 half")
    state = await state_of(world, match)
    squares = {state.grid.names[k] for k in state.grid.squares[state.board.spots[20]]}
    assert squares == {"h9", "h10"}
    assert state.now.ap == 2


async def test_when_one_step_is_wrong_nothing_is_played(world: World) -> None:
    match = await at(world, BARE)
    said = await world.slash("ann", "sator play", card="mi", tile="i4", effect="eeee")
    assert (await state_of(world, match)) == BARE
    assert "number of steps" in said.text


async def test_each_step_is_completed_after_those_before_it(world: World) -> None:
    await at(world, BARE)
    offered = await world.complete("ann", "sator play", "card")
    assert {c["value"] for c in offered} == {"ms", "mi", "r6"}
    assert offered[0]["name"] == "MOVES stone: push a stone bridge"
    offered = await world.complete("ann", "sator play", "effect", "n", card="ms", tile="s6")
    assert {"n", "nn", "ne"} <= {c["value"] for c in offered}
    name = next(c["name"] for c in offered if c["value"] == "ne")
    assert name == "push 1 north, 1 east, to I7–J7, 2 AP"
    typed = {"card": "r6", "tile": "s6", "effect": "h8 cw"}
    offered = await world.complete("ann", "sator play", "second", "h9", **typed)
    assert {c["value"] for c in offered} == {"h9 cw", "h9 ccw", "h9 half"}


async def test_prayers_take_their_steps_and_stop_there(world: World) -> None:
    match = await at(world, BARE)
    offered = await world.complete("ann", "sator pray", "prayer", "qu")
    assert [c["value"] for c in offered] == ["quin"]
    offered = await world.complete("ann", "sator pray", "first", "s6 ", prayer="quin")
    assert {c["value"] for c in offered} == {"s6 0", "s6 90"}
    offered = await world.complete("ann", "sator pray", "first", "s6 90 a", prayer="quin")
    assert [c["value"] for c in offered] == [f"s6 90 a{k}" for k in range(1, 14)]
    await world.slash("ann", "sator pray", prayer="quin", first="s6 90 a1")
    state = await state_of(world, match)
    assert state.grid.names[state.grid.anchor(state.board.spots[20])] == "a1"
    assert (state.now.ap, state.stack[-1].kind) == (4, "turn")


async def test_nihil_names_its_price_then_whom_it_moves(world: World) -> None:
    match = await at(world, BARE)
    offered = await world.complete("ann", "sator pray", "prayer", "nihil")
    assert {c["value"] for c in offered} == {"nihil 1", "nihil 2", "nihil 3"}
    offered = await world.complete("ann", "sator pray", "first", prayer="nihil 2")
    assert "green c5" in [c["value"] for c in offered]
    assert "green d5" not in [c["value"] for c in offered], "a book lies there"
    await world.slash("ann", "sator pray", prayer="nihil 2", first="green c5")
    state = await state_of(world, match)
    assert state.grid.names[state.board.acolytes[1]] == "c5"
    assert (state.now.ap, state.stack[-1].kind) == (4, "turn")


async def test_mihi_makes_several_changes_in_one_command(world: World) -> None:
    match = await at(world, BARE)
    typed = {"prayer": "mihi", "first": "s6 s"}
    offered = await world.complete("ann", "sator pray", "second", "s6 ", **typed)
    assert "s6 s" in [c["value"] for c in offered]
    assert "s6 n" not in [c["value"] for c in offered], "a layout does not come again"
    await world.slash("ann", "sator pray", **typed, second="s6 s", third="s6 h10 cw")
    state = await state_of(world, match)
    squares = {state.grid.names[k] for k in state.grid.squares[state.board.spots[20]]}
    assert squares == {"h10", "h11"}
    assert (state.now.ap, state.stack[-1].kind) == (1, "turn")


async def test_walking_and_the_free_step(world: World) -> None:
    match = await at(world, BARE)
    await world.slash("ann", "sator play", card="ms", tile="s6", effect="n")
    offered = await world.complete("ann", "sator walk", "to")
    assert [c["value"] for c in offered] == ["d3"]
    offered = await world.complete("ann", "sator walk", "to", free=True)
    assert [c["name"] for c in offered] == ["E3: walk and free action, 2 squares, a book"]
    await world.slash("ann", "sator free", step="d3")
    await world.slash("ann", "sator walk", to="D3-E3")
    state = await state_of(world, match)
    assert state.collected(0) == 4


async def test_the_free_action_on_a_tile(world: World) -> None:
    match = await at(world, BARE)
    offered = await world.complete("ann", "sator free", "tile")
    assert {c["value"] for c in offered} == {"s6", "b1"}, "no tile with an Acolyte"
    await world.slash("ann", "sator free", tile="s6", effect="h8 cw")
    state = await state_of(world, match)
    assert not state.now.free


async def test_swapping_searching_and_taking(world: World) -> None:
    match = await at(world, BARE)
    offered = await world.complete("ann", "sator swap", "deck")
    assert {c["value"] for c in offered} == {"swap m", "swap p", "search m", "search p"}
    offered = await world.complete("ann", "sator swap", "second", deck="search m", first="ms")
    assert {c["value"] for c in offered} == {"nihil", "quin", "mihi"}, "one must be a prayer"
    await world.slash("ann", "sator swap", deck="search m", first="ms", second="mihi")
    offered = await world.complete("ann", "sator swap", "take", "jolly")
    assert [c["name"] for c in offered] == ["take JOLLY (6 in the deck)"]
    await world.slash("ann", "sator swap", take="jolly")
    hand = (await state_of(world, match)).cards.hands[0]
    assert KIND_INDEX["jolly"] in hand
    assert KIND_INDEX["ms"] not in hand


async def test_a_gargoyle_goes_for_three_cards(world: World) -> None:
    state = BARE.but(gargoyles=(-1, BARE.grid.index["c5"]))
    match = await at(world, state)
    offered = await world.complete("ann", "sator gargoyle", "square")
    assert [c["name"] for c in offered] == ["C5: send bob’s Gargoyle away (3 cards)"]
    offered = await world.complete("ann", "sator gargoyle", "second", square="c5", first="ms")
    assert "ms" not in [c["value"] for c in offered]
    await world.slash("ann", "sator gargoyle", square="c5", first="ms", second="mi", third="r6")
    assert (await state_of(world, match)).gargoyles == (-1, -1)


async def test_the_end_and_the_draw(world: World) -> None:
    few = position({"s6": "h8:0"}, hands={0: ["ms"], 1: ["ms"]}, acolytes={0: "h8"})
    match = await at(world, few)
    await world.slash("ann", "sator end")
    offered = await world.complete("ann", "sator draw", "deck")
    assert [c["value"] for c in offered] == ["all", "m", "p"]
    await world.slash("ann", "sator draw", deck="p")
    await world.slash("ann", "sator draw", deck="all")
    state = await state_of(world, match)
    assert len(state.cards.hands[0]) == 6
    assert await world.asked(match) == ["bob"]


async def test_where_several_matches_ask_completion_says_that_one_has_to_be_named(
    world: World,
) -> None:
    """Three matches of two people: one of the two is asked in two of them at least."""
    asked: dict[str, list[int]] = {"ann": [], "bob": []}
    for _ in range(3):
        match = await world.match(*PLAYERS, game="sator")
        asked[(await world.asked(match))[0]].append(match)
    who = max(asked, key=lambda name: len(asked[name]))
    named = ", ".join(f"#{match}" for match in asked[who])
    said = f"Several matches fit: {named}. Say which with the option match."
    offered = await world.complete(who, "sator place", "tile")
    assert [c["name"] for c in offered] == [said]
    refused = await world.slash(who, "sator place", tile="?", turn="0", square="a1")
    assert refused.text == said
    assert len(await world.complete(who, "sator place", "tile", match=str(asked[who][0]))) > 1


async def test_placing_a_tile_in_one_command(world: World) -> None:
    match = await world.match(*PLAYERS, game="sator")
    (who,) = await world.asked(match)
    tiles = await world.complete(who, "sator place", "tile", "s")
    tile = tiles[0]["value"]
    turns = await world.complete(who, "sator place", "turn", tile=tile)
    assert "0" in [c["value"] for c in turns]
    squares = await world.complete(who, "sator place", "square", tile=tile, turn="0")
    assert len(squares) == 25
    square = squares[-1]["value"]
    await world.slash(who, "sator place", tile=tile, turn="0", square=square)
    state = await state_of(world, match)
    spot = state.board.spots[TILE_INDEX[tile]]
    assert state.grid.names[state.grid.anchor(spot)] == square
    assert await world.asked(match) != [who]


async def test_all_tiles_are_left_to_chance_in_one_command(world: World) -> None:
    match = await world.match(*PLAYERS, game="sator")
    for left in (1, 0):
        (who,) = await world.asked(match)
        offered = await world.complete(who, "sator chance", "how")
        assert [c["value"] for c in offered] == ["one", "all"]
        assert offered[1]["name"] == "all my 12 bridges, now and at my next turns"
        await world.slash(who, "sator chance", how="all")
        if left:
            assert f"{who} leaves 12 bridges to chance" in world.last.text
            assert await world.asked(match) != [who]
    assert (await state_of(world, match)).round == 1


async def test_the_log_passes_over_steps_that_tell_nothing(world: World) -> None:
    """Choosing a tile and how it lies: the next entry says it all, to everybody."""
    match = await world.match(*PLAYERS, game="sator")
    (who,) = await world.asked(match)
    tile = (await world.complete(who, "sator place", "tile", "s"))[0]["value"]
    square = (await world.complete(who, "sator place", "square", tile=tile, turn="0"))[0]["value"]
    await world.slash(who, "sator place", tile=tile, turn="0", square=square)
    for name in ("ann", "bob", "cleo"):
        log = (await world.slash(name, "table log")).text
        assert "hidden" not in log
        assert f"{who} placed {tile.upper()} on " in log


async def test_completion_teaches_no_drawn_card(world: World) -> None:
    """After a swap that would draw, nothing is completed: the drawn card is not known yet."""
    await at(world, BARE)
    typed = {"deck": "swap m", "first": "ms", "second": "mi"}
    assert await world.complete("ann", "sator swap", "take", **typed) == []


async def test_only_whoever_is_asked_can_play(world: World) -> None:
    match = await at(world, BARE)
    said = await world.slash("bob", "sator end")
    assert "not asked" in said.text
    assert (await state_of(world, match)) == BARE


# Pressing


class Thumb:
    """Presses on the panel, and counts."""

    def __init__(self, world: World, who: str) -> None:
        self.world, self.who, self.presses = world, who, 0
        self.panel: Shown

    async def play(self) -> None:
        self.panel = await self.world.press(self.who, self.world.last, "Play")
        self.presses = 1

    @property
    def offered(self) -> list[str]:
        return [*self.panel.labels, *self.panel.options]

    async def __call__(self, answer: str) -> None:
        """Press the button that begins so, or choose the option."""
        self.presses += 1
        for label in self.panel.labels:
            if label.startswith(answer):
                self.panel = await self.world.press(self.who, self.panel, label)
                return
        for label in self.panel.options:
            if label.startswith(answer):
                self.panel = await self.world.choose(self.who, self.panel, label)
                return
        raise AssertionError(f"no {answer!r} in {self.offered}")


async def test_the_panel_of_a_turn_shows_cards_and_actions_at_once(world: World) -> None:
    await at(world, WHOLE)
    panel = await world.press("ann", world.last, "Play")
    assert panel.labels[:6] == [
        "MOVES stone: push a stone bridge",
        "MOVES wood: push a wood bridge",
        "ROTAS 2: turn a bridge of shape small L",
        "ROTAS 3: turn a bridge of shape T",
        "ROTAS 4: turn a bridge of shape long",
        "JOLLY: push or turn any bridge",
    ]
    assert panel.labels[-2] == "End turn", "the hand is full: nothing will be drawn"
    assert "You have 6 action points (AP) and no steps to walk;" in panel.text


async def test_leaving_it_to_chance_is_asked_again_and_can_be_thought_better_of(
    world: World,
) -> None:
    match = await world.match(*PLAYERS, game="sator")
    (who,) = await world.asked(match)
    thumb = Thumb(world, who)
    await thumb.play()
    said = "8 books still hover over the abyss; 24 bridges are still to be placed"
    assert said in thumb.panel.text
    await thumb("leave it to chance")
    assert thumb.panel.labels[:3] == [
        "one of my bridges", "all my 12 bridges, now and at my next turns", "Undo",
    ]  # fmt: skip
    assert "is placed at once and cannot be taken back" in thumb.panel.text
    await thumb("Undo")
    assert "Which bridge do you place?" in thumb.panel.text
    await thumb("leave it to chance")
    await thumb("one of my bridges")
    state = await state_of(world, match)
    assert sum(spot >= 0 for spot in state.board.spots) == 1
    assert await world.asked(match) != [who]


@pytest.mark.parametrize("cards", [("MOVES stone", "ROTAS 3"), ("ROTAS 3", "MOVES stone")])
@pytest.mark.parametrize("free", ["tile", "step"])
async def test_a_typical_turn_takes_at_most_twelve_presses(
    world: World, free: str, cards: tuple[str, str]
) -> None:
    """One free action, two cards, a walk of two squares, the end of the turn, the draw."""
    match = await at(world, WHOLE)
    thumb = Thumb(world, "ann")
    await thumb.play()
    if free == "tile":
        await thumb("free action: push or turn")
        await thumb("I6 iron")
        await thumb("push 1 east, to F7")
    else:
        await thumb("E3: free action, one step")
    for card in cards:
        await thumb(card)
        await thumb("S5 stone" if card == "MOVES stone" else "W3 wood")
        await thumb("push 3 south" if card == "MOVES stone" else "turn about K3, half way")
    if not any(": walk 2 squares" in label for label in thumb.panel.labels):
        await thumb("walk")
    await thumb(next(label for label in thumb.offered if ": walk 2 squares" in label))
    await thumb("End turn, draw movement cards")
    state = await state_of(world, match)
    assert state.stack == (Turn(1),)
    assert len(state.cards.hands[0]) == 6
    assert thumb.presses <= 12


# Limits


async def test_the_commands_keep_discords_limits(world: World) -> None:
    """At most 25 subcommands of 25 options; 8,000 characters of names and descriptions in all."""
    (command,) = [c for c in world.bot.tree.get_commands(guild=None) if c.name == "sator"]
    body = command.to_dict(world.bot.tree)
    subcommands = body["options"]
    wanted = [
        "draft", "place", "chance", "swap", "play", "pray", "free", "gargoyle", "walk", "draw",
        "end",
    ]  # fmt: skip
    assert {sub["name"] for sub in subcommands} == set(wanted)
    letters = 0
    for sub in subcommands:
        assert len(sub["options"]) <= 25
        assert sub["options"][-1]["name"] == "match"
        for part in (sub, *sub["options"]):
            assert 1 <= len(part["description"]) <= 100
            letters += len(part["name"]) + len(part["description"])
        for option in sub["options"]:
            assert option.get("autocomplete") or option["type"] == 5, option["name"]
    assert letters <= 8000


async def test_no_option_of_a_menu_and_no_button_is_too_long(world: World) -> None:
    """What Discord refuses is judged when the world closes; here every question is opened once."""
    await at(world, WHOLE)
    thumb = Thumb(world, "ann")
    await thumb.play()
    for answer in ("JOLLY", "S6", "turn about I8"):
        assert all(len(label) <= 80 for label in thumb.panel.labels)
        assert all(len(label) <= 100 for label in thumb.panel.options)
        await thumb(answer)
    assert "turn about I8, a quarter clockwise, to I7–I8, 2 AP" in thumb.offered


async def test_a_post_passes_over_what_the_position_says(world: World) -> None:
    """Draws, deals and the end of the turn stand in the log, not among a post's ten lines."""
    match = await at(world, WHOLE)
    await world.slash("ann", "sator play", card="ms", tile="s5", effect="sss")
    await world.slash("ann", "sator end")
    await world.slash("ann", "sator draw", deck="m")
    assert await world.asked(match) == ["bob"]
    post = world.last.text
    assert "ann pushed S5 3 south" in post
    assert "drew" not in post
    log = await world.slash("ann", "table log")
    assert "ann drew a movement card" in log.text
