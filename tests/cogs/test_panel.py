"""The panel: the tree of answers, few and many, search, secrets."""

from __future__ import annotations

from rules import game
from tests.cogs.world import Shown, World


async def toy_turn(world: World, match: int) -> tuple[str, Shown]:
    """Both have bid; who is to move, and the panel."""
    for name in ("ann", "bob"):
        panel = await world.press(name, world.last, "Play")
        await world.press(name, panel, panel.labels[0])
    (who,) = await world.asked(match)
    return who, await world.press(who, world.last, "Play")


async def test_five_hundred_answers_are_walked_in_steps_without_typing(world: World) -> None:
    match = await world.match("ann", "bob", game="toy")
    who, panel = await toy_turn(world, match)
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    seat = next(k for k, h in enumerate(sheet.holders) if h.asked)
    assert len(game("toy").moves(sheet.match.state, seat)) >= 400
    assert panel.labels == ["draw a card", "put a lantern", "spy", "end the turn", "Refresh"]
    panel = await world.press(who, panel, "put a lantern")
    assert "With which card?" in panel.text
    assert "Back" in panel.labels
    panel = await world.press(who, panel, panel.labels[0])
    assert "In which column?" in panel.text
    panel = await world.press(who, panel, "Back")
    assert "With which card?" in panel.text
    before = (await world.bot.desk.sheet(match)).n
    panel = await world.press(who, panel, panel.labels[1])
    panel = await world.press(who, panel, "column 3")
    assert "In which row?" in panel.text
    assert (await world.bot.desk.sheet(match)).n == before, "walking stores nothing"
    panel = await world.press(who, panel, "column 3, row 4")
    assert (await world.bot.desk.sheet(match)).n == before + 1


async def test_more_than_ten_answers_are_a_select_with_pages_and_search(world: World) -> None:
    match = await world.match("ann", "bob")
    (who,) = await world.asked(match)
    panel = await world.press(who, world.last, "Play")
    assert len(panel.options) == 25
    assert "36 answers, page 1 of 2" in panel.text
    assert "Previous" not in panel.labels
    second = await world.press(who, panel, "Next")
    assert len(second.options) == 11
    assert not set(second.options) & {"a1"}
    assert "Next" not in second.labels
    result = await world.people[who].click(panel.message, custom_id=panel.custom_id("Search"))
    assert result.modal is not None
    assert result.modal["title"] == "Search"
    found = await world.people[who].submit_modal(result, {"text": "C4"})
    assert found.acknowledged
    assert "One answer has “C4” in it." in panel.text
    assert len([label for label in panel.labels if label.startswith("c4")]) == 1
    panel = await world.press(who, panel, "Back")
    assert "36 answers" in panel.text
    result = await world.people[who].click(panel.message, custom_id=panel.custom_id("Search"))
    await world.people[who].submit_modal(result, {"text": "`*_zz"})
    assert "No answer has" in panel.text


async def test_the_panel_shows_only_what_its_seat_may_know(world: World) -> None:
    match = await world.match("ann", "bob", game="toy")
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    state = sheet.match.state
    for seat, name in enumerate(("ann", "bob")):
        panel = await world.press(name, world.last, "Play")
        offered = {int(label.split()[1]) for label in panel.labels if label.startswith("bid")}
        assert offered == set(state.hands[seat])
        assert str(list(state.hands[seat]))[1:-1] in panel.text
        assert str(list(state.hands[1 - seat]))[1:-1] not in panel.text
    assert "You draw" not in world.last.text


async def test_in_a_choice_by_all_each_answer_leaves_the_others_questions_fresh(
    world: World,
) -> None:
    match = await world.match("ann", "bob", "cleo", game="toy")
    panels = {n: await world.press(n, world.last, "Play") for n in ("ann", "bob", "cleo")}
    posts = len(world.history())
    await world.press("bob", panels["bob"], panels["bob"].labels[0])
    assert len(world.history()) == posts, "what one chose is nobody's business yet"
    await world.press("ann", panels["ann"], panels["ann"].labels[0])
    assert await world.asked(match) == ["cleo"]
    shown = await world.press("cleo", panels["cleo"], panels["cleo"].labels[0])
    assert "earlier question" not in shown.text
    assert len(world.history()) == posts + 1
    assert "The bids:" in world.last.text


async def test_a_seat_that_is_not_asked_sees_who_is(world: World) -> None:
    match = await world.match("ann", "bob")
    (who,) = await world.asked(match)
    other = "bob" if who == "ann" else "ann"
    panel = await world.press(other, world.last, "Play")
    assert f"{who} to move" in panel.text
    assert panel.labels == ["Refresh"]


async def test_my_view_has_my_colour_and_the_public_board_nobodys(world: World) -> None:
    match = await world.match("ann", "bob")
    sheet = await world.bot.desk.sheet(match)
    assert sheet.match is not None
    view = await world.press("ann", world.last, "My view")
    colours = ["yellow", "red", "blue", "green"]
    mine = colours[sheet.match.state.colours[0]]
    assert f"You are {mine}" in view.alt[0]
    board = await world.slash("ann", "table board")
    assert "You are" not in board.alt[0]
    text = await world.slash("ann", "table board", as_text=True)
    assert text.text.count("```") == 2
    rows = text.text.split("```")[1].strip().splitlines()
    assert max(map(len, rows)) <= 38


async def test_where_a_bridge_goes_is_asked_column_by_column(world: World) -> None:
    match = await world.match("ann", "bob", game="sator")
    (who,) = await world.asked(match)
    panel = await world.press(who, world.last, "Play")
    while "first the column" not in panel.text:  # which bridge, how it lies
        offered = [x for x in (*panel.labels, *panel.options) if x not in OWN]
        press = world.press if offered[0] in panel.labels else world.choose
        panel = await press(who, panel, offered[0])
    columns = [label for label in panel.labels if len(label) == 1]
    assert columns == sorted(columns)
    assert set(columns) <= set("ABCDEFGHIJKLMN")
    before = (await world.bot.desk.sheet(match)).n
    panel = await world.press(who, panel, columns[2])
    offered = [x for x in (*panel.labels, *panel.options) if x not in OWN]
    assert offered
    assert all(x.upper().startswith(columns[2]) for x in offered)
    assert (await world.bot.desk.sheet(match)).n == before, "a column alone places nothing"
    back = await world.press(who, panel, "Back")
    assert [label for label in back.labels if len(label) == 1] == columns
    panel = await world.press(who, back, columns[2])
    press = world.press if offered[0] in panel.labels else world.choose
    await press(who, panel, offered[0])
    assert (await world.bot.desk.sheet(match)).n > before


OWN = ("Back", "Refresh", "Undo", "Search", "Previous", "Next")
"""Buttons of the panel itself."""
