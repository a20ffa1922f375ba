"""What must be said is said in order, once, until it arrives or is given up."""

from __future__ import annotations

import pytest

from data import outbox
from data.sheet import Change, Letter, Note, Post
from tests.data.table import NOW, begun, lobby, opened


def post(n: int = 1) -> Note:
    return Note("post", {"n": n, "asked": [0]})


def notice(key: str, due: int = 0) -> Note:
    return Note("notice", {"key": key, "args": {}, "users": []}, due)


async def empty(store, seats: int = 2):
    """A running match with nothing left to say."""
    sheet = await begun(store, seats=seats)
    await store._write(lambda c: c.execute("DELETE FROM outbox WHERE match = ?", (sheet.id,)))
    return sheet


WRITTEN = {"at": NOW, "place": 8}
"""When it was written, and for which place; by it the message it made is found again."""


async def say(store, sheet, *notes: Note):
    return await store.commit(Change(sheet, notes=notes), NOW)


async def every(store) -> list[Letter]:
    """All letters, due or not, in order."""
    ids = await store._read(lambda c: c.execute("SELECT id FROM outbox ORDER BY id").fetchall())
    return [await store._read(lambda c, i=i: outbox.letter(c, i)) for (i,) in ids]


def keys(letters: list[Letter]) -> list[object]:
    return [one.note.body.get("key", one.note.kind) for one in letters]


async def test_a_change_and_what_must_be_said_of_it_are_one_unit(store):
    sheet = await begun(store)
    assert [one.note.kind for one in await store.due(NOW)] == ["lobby"]
    assert await store.pending() == 2
    first = (await store.due(NOW))[0]
    assert first == Letter(first.id, sheet.id, Note("lobby", WRITTEN), 0, "")


async def test_letters_of_one_match_go_in_order_one_at_a_time(store):
    sheet = await empty(store)
    sheet = await say(store, sheet, notice("a"), notice("b"))
    await say(store, sheet, notice("c"))
    seen = []
    while letters := await store.due(NOW):
        assert len(letters) == 1
        seen += keys(letters)
        await store.delivered(letters[0], NOW)
    assert seen == ["a", "b", "c"]
    assert await store.pending() == 0


async def test_letters_of_several_matches_go_side_by_side_oldest_first(store):
    one, two, three = await empty(store), await empty(store), await empty(store)
    await say(store, two, notice("two"))
    await say(store, one, notice("one"), notice("one again"))
    await say(store, three, notice("three"))
    assert keys(await store.due(NOW)) == ["two", "one", "three"]
    assert keys(await store.due(NOW, 2)) == ["two", "one"]


async def test_a_new_post_takes_the_place_of_an_unsent_one(store):
    sheet = await empty(store)
    sheet = await say(store, sheet, post(1), notice("between"))
    await say(store, sheet, post(2))
    letters = await store.due(NOW)
    assert keys(letters) == ["between"]
    await store.delivered(letters[0], NOW)
    (letter,) = await store.due(NOW)
    assert letter.note.body == {"n": 2, "asked": [0]} | WRITTEN
    assert await store.pending() == 1


async def test_a_new_lobby_takes_the_place_of_an_unsent_lobby_only(store):
    sheet = await empty(store)
    await say(store, sheet, Note("lobby", {"anew": True}), post(), Note("lobby", {}))
    letters = await every(store)
    assert keys(letters) == ["post", "lobby"]
    assert letters[1].note.body == WRITTEN


async def test_posts_of_other_matches_are_left_alone(store):
    one, two = await empty(store), await empty(store)
    await say(store, one, post(1))
    await say(store, two, post(5))
    assert [one.note.body["n"] for one in await store.due(NOW)] == [1, 5]


async def test_a_letter_is_not_due_before_its_time_and_holds_nothing_back(store):
    sheet = await empty(store)
    await say(store, sheet, notice("tomorrow", NOW + 86_400), notice("now"))
    assert keys(await store.due(NOW)) == ["now"]
    assert keys(await store.due(NOW + 86_400)) == ["tomorrow"]


async def test_a_letter_that_waits_for_its_retry_holds_back_the_later_ones(store):
    sheet = await empty(store)
    await say(store, sheet, notice("a"), notice("b"))
    (letter,) = await store.due(NOW)
    await store.later(letter, NOW + 60, "503")
    assert await store.due(NOW + 59) == []
    (again,) = await store.due(NOW + 60)
    assert keys([again]) == ["a"]
    assert (again.id, again.tries, again.error) == (letter.id, 1, "503")


async def test_an_old_post_that_keeps_its_buttons_holds_nothing_back(store):
    sheet = await empty(store)
    await say(store, sheet, Note("retire", {"channel": 1, "message": 2}), notice("b"))
    (letter,) = await store.due(NOW)
    await store.later(letter, NOW + 60, "503")
    assert keys(await store.due(NOW)) == ["b"]


async def test_ids_of_letters_are_not_used_again_after_a_restart(tmp_path):
    async with opened(tmp_path / "p.db") as store:
        sheet = await empty(store)
        sheet = await say(store, sheet, post())
        (letter,) = await store.due(NOW)
        await store.delivered(letter, NOW)
    async with opened(tmp_path / "p.db") as store:
        await say(store, sheet, post())
        assert (await store.due(NOW))[0].id == letter.id + 1


# Posts.


async def test_a_delivered_post_is_on_record(store):
    sheet = await empty(store)
    await say(store, sheet, post(1))
    (letter,) = await store.due(NOW)
    made = Post(sheet.id, 1, 8, 5000, True)
    await store.delivered(letter, NOW, made, (notice("after"),))
    assert await store.posts(sheet.id) == [made]
    assert keys(await store.due(NOW)) == ["after"]


async def test_older_live_posts_are_to_lose_their_buttons_once(store):
    sheet = await empty(store)
    for n, message in ((0, 5000), (1, 5001), (2, 5002)):
        sheet = await say(store, sheet, post(n))
        letter = next(one for one in await every(store) if one.note.kind == "post")
        await store.delivered(letter, NOW, Post(sheet.id, n, 8, message, True))
    letters = await every(store)
    assert [(one.note.kind, dict(one.note.body)) for one in letters] == [
        ("retire", {"channel": 8, "message": 5000}),
        ("retire", {"channel": 8, "message": 5001}),
    ]
    await store.delivered(letters[0], NOW)
    assert [p.live for p in await store.posts(sheet.id)] == [False, True, True]
    await store.retired(sheet.id, 5001)
    assert [p.live for p in await store.posts(sheet.id)] == [False, False, True]


async def test_the_same_message_brought_up_to_date_keeps_its_buttons(store):
    sheet = await lobby(store)
    for _ in range(2):
        (letter,) = await store.due(NOW)
        await store.delivered(letter, NOW, Post(sheet.id, 0, 8, 5000, True))
        sheet = await say(store, sheet, Note("lobby", {}))
    assert await store.posts(sheet.id) == [Post(sheet.id, 0, 8, 5000, True)]
    assert [one.note.kind for one in await every(store)] == ["lobby"]


async def test_a_post_that_arrives_after_it_was_replaced_is_on_record_and_retired_in_time(store):
    sheet = await empty(store)
    sheet = await say(store, sheet, post(1))
    (first,) = await store.due(NOW)
    await say(store, sheet, post(2))
    await store.delivered(first, NOW, Post(sheet.id, 1, 8, 5000, True))
    (second,) = await store.due(NOW)
    assert second.note.body["n"] == 2
    await store.delivered(second, NOW, Post(sheet.id, 2, 8, 5001, False))
    (retire,) = await store.due(NOW)
    assert retire.note == Note("retire", {"channel": 8, "message": 5000})


# Giving up.


async def test_what_is_given_up_is_remembered_until_something_arrives(store):
    sheet = await empty(store)
    sheet = await say(store, sheet, notice("a"), notice("b"), notice("c"))
    for error in ("50013 Missing Permissions", "10003 Unknown Channel"):
        (letter,) = await store.due(NOW)
        await store.dropped(letter, NOW + 5, error)
    assert await store.failures(sheet.id) == [
        (NOW + 5, "50013 Missing Permissions"),
        (NOW + 5, "10003 Unknown Channel"),
    ]
    (letter,) = await store.due(NOW)
    await store.delivered(letter, NOW)
    assert await store.failures(sheet.id) == []
    assert await store.pending() == 0


async def test_taking_buttons_away_is_not_a_success_that_makes_up_for_a_lost_post(store):
    sheet = await empty(store)
    await say(store, sheet, notice("a"), Note("retire", {"channel": 8, "message": 1}))
    (letter,) = await store.due(NOW)
    await store.dropped(letter, NOW, "50013")
    (retire,) = await store.due(NOW)
    await store.delivered(retire, NOW)
    assert await store.failures(sheet.id) == [(NOW, "50013")]


async def test_only_the_latest_failures_are_remembered(store):
    sheet = await empty(store)
    for k in range(30):
        sheet = await say(store, sheet, notice("x"))
        (letter,) = await store.due(NOW)
        await store.dropped(letter, NOW + k, "gone")
    assert [at for at, _ in await store.failures(sheet.id)] == list(range(NOW + 5, NOW + 30))


async def test_a_retire_given_up_is_not_tried_again_with_the_next_post(store):
    sheet = await empty(store)
    for n in (1, 2):
        sheet = await say(store, sheet, post(n))
        (letter,) = await store.due(NOW)
        await store.delivered(letter, NOW, Post(sheet.id, n, 8, 5000 + n, True))
    (retire,) = await store.due(NOW)
    await store.dropped(retire, NOW, "10008")
    assert [p.live for p in await store.posts(sheet.id)] == [False, True]


@pytest.mark.parametrize("body", ["{", "[1]", "7"])
async def test_a_letter_that_cannot_be_read_stops_only_its_match(store, body):
    bad, good = await empty(store), await empty(store)
    await say(store, bad, notice("bad"))
    await store._write(lambda c: c.execute("UPDATE outbox SET body = ?", (body,)))
    await say(store, good, notice("good"))
    assert keys(await store.due(NOW)) == ["good"]


async def test_a_letter_that_was_tried_is_sought_before_another_takes_its_place(store):
    sheet = await empty(store)
    sheet = await say(store, sheet, post(1))
    (tried,) = await store.due(NOW)
    await store.later(tried, NOW + 50, "TimeoutError")
    sheet = await say(store, sheet, post(2))
    seek, second = await every(store)
    assert seek.note == Note("seek", {"mark": tried.mark, "n": 1} | WRITTEN)
    assert (second.note.kind, second.note.body["n"]) == ("post", 2)
    assert await store.due(NOW) == [seek], "at once, and before the new one"
    assert await store.waiting(sheet.id) == [], "that is no trouble to tell people of"
    await say(store, sheet, post(3))
    kinds = [one.note.kind for one in await every(store)]
    assert kinds == ["seek", "post"], "what was never tried is only replaced"


async def test_a_letter_replaced_on_its_way_is_sought_when_its_answer_is_lost(store):
    sheet = await empty(store)
    sheet = await say(store, sheet, post(1))
    (flying,) = await store.due(NOW)
    await say(store, sheet, post(2))
    await store.later(flying, NOW + 50, "TimeoutError")
    new, seek = await every(store)
    assert (new.note.kind, new.note.body["n"], new.tries) == ("post", 2, 0), "as it was"
    assert seek.note == Note("seek", {"mark": flying.mark, "n": 1} | WRITTEN)


async def test_a_message_found_late_is_retired_not_those_posted_since(store):
    sheet = await empty(store)
    sheet = await say(store, sheet, post(1), post(2))
    (letter,) = await store.due(NOW)
    await store.delivered(letter, NOW, Post(sheet.id, 2, 8, 6000, True))
    await say(store, sheet, Note("seek", {"mark": 5, "n": 1}))
    (seek,) = await store.due(NOW)
    await store.delivered(seek, NOW, Post(sheet.id, 1, 8, 5000, True))
    assert [one.note for one in await every(store)] == [
        Note("retire", {"channel": 8, "message": 5000})
    ]


async def test_what_an_earlier_process_wrote_counts_as_tried(store):
    sheet = await empty(store)
    await say(store, sheet, notice("a"), Note("notice", {"key": "later"}, NOW + 60))
    await store.doubt(NOW)
    assert [one.tries for one in await every(store)] == [1, 0]
    await store.doubt(NOW)
    assert [one.tries for one in await every(store)] == [1, 0]
    assert await store.waiting(sheet.id) == []
