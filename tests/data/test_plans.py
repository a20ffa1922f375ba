"""At two million moves nothing may get slower: no statement of the bot walks through a table."""

from __future__ import annotations

import re
from random import Random

import pytest

from data.rewind import rewound
from data.sheet import Change, Note, Post
from tests.data.table import GUILD, NOW, begun, finished, played, step

LARGE = ("match", "seat", "move", "snapshot", "interaction", "post", "failed")
"""Tables that grow for ever; the outbox and the settings stay small."""


async def statements(store) -> set[str]:
    """Every statement of a bot's day."""
    seen: set[str] = set()
    await store._run(lambda c: c.set_trace_callback(seen.add))
    over = await finished(store, "sarena")
    sheet = await played(store, await begun(store, "toy"), 5, Random(1))
    sheet = await store.commit(step(sheet, Random(1)), NOW, 1)
    sheet = await store.commit(Change(sheet, notes=(Note("notice", {}),)), NOW, 2)
    back, log = await store.at(sheet, sheet.match.ply - 2), await store.log(sheet.id)
    await store.commit(rewound(sheet, None, back, log, NOW, "x"), NOW)
    await store.heads()
    await store.finished(GUILD)
    await store.record(over.id)
    await store.seen(9, NOW + 100_000)
    for n in range(4):
        for letter in await store.due(NOW):
            await store.later(letter, NOW, "x")
            if n == 2:
                await store.dropped(letter, NOW, "x")
            else:
                await store.delivered(letter, NOW, Post(letter.match, n, 8, 50 + n, True))
    await store.failures(sheet.id)
    await store.posts(sheet.id)
    await store.retired(sheet.id, 50)
    await store.setting(1, "k")
    await store.set_setting(1, "k", "v")
    await store._run(lambda c: c.set_trace_callback(None))
    return {one for one in seen if re.match("(SELECT|INSERT|UPDATE|DELETE)", one)}


async def walks(store, sql: str) -> list[str]:
    """Where SQLite would walk through a large table to answer this."""
    plan = await store._run(lambda c: c.execute("EXPLAIN QUERY PLAN " + sql).fetchall())
    found = []
    for *_, detail in plan:
        scan = re.match(r"SCAN (\w+)( USING (COVERING )?INDEX (match_open|match_ended))?", detail)
        if scan and scan[1] in LARGE and not scan[2]:
            found.append(f"{detail}: {sql[:90]}")
    return found


async def test_no_statement_walks_through_a_table_that_grows(store):
    every = await statements(store)
    assert len(every) > 40
    for table in (*LARGE, "outbox", "setting"):
        assert any(re.search(rf"\b{table}\b", sql) for sql in every), table
    assert [walk for sql in every for walk in await walks(store, sql)] == []


@pytest.mark.parametrize(
    "sql", ["SELECT n FROM move WHERE ply = 3", "DELETE FROM post WHERE n = 1"]
)
async def test_would_notice(store, sql):
    assert await walks(store, sql)
