"""The whole bot without a server: every request body is caught where it would leave the process.

Nothing of ours is stubbed but the line: the store, the router, the command tree, the outbox and
discord.py are the real ones. That makes a press a matter of milliseconds, so that hundreds of
positions can be looked at. Ids, clock and answers are the same in every run.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import discord
import pytest
from discord.http import Route
from discord.webhook import async_ as webhooks

from cogs.client import Parlour
from data.sheet import Change, Post, Sheet, Step
from data.store import Store
from tests.leaks.line import EPHEMERAL, NOW, POST, Line, Sent, body_text, complaints, unpacked
from tests.leaks.line import message_json as _message
from tests.operator.discord import ME


class _Token(NamedTuple):
    user: int
    origin: int | None
    """Who can read the message that carried the control."""


class _Webhooks(webhooks.AsyncWebhookAdapter):
    """Answers to interactions, caught."""

    def __init__(self, booth: Booth) -> None:
        super().__init__()
        self.booth = booth

    async def request(
        self, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, **_: Any
    ) -> Any:
        return self.booth.caught(route, payload, multipart)


class Booth(Line):
    """The bot, what it sent, and people who press."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.bot = Parlour(store, sync=False)
        self.gone: set[int] = set()
        """Messages that are no longer there."""
        self._tokens: dict[str, _Token] = {}
        self._open: dict[str, int | None] = {}
        """By interaction token: who reads the original response."""
        self._message = 10_000

    async def start(self) -> None:
        await self.bot._async_setup_hook()
        here = self.bot._connection
        here.application_id = int(ME["id"])
        here.user = discord.ClientUser(state=here, data=ME)  # type: ignore[arg-type]
        here.http.request = self._routed  # type: ignore[method-assign]
        webhooks.async_context.set(_Webhooks(self))
        await self.bot.setup_hook()

    async def close(self) -> None:
        await self.bot.close()
        await self.store.close()

    # What goes out.

    def caught(self, route: Any, payload: Any, multipart: Any) -> Any:
        """A request of an interaction."""
        body, files = unpacked(payload, multipart)
        path = route.url.removeprefix(Route.BASE)
        self.complaints.extend(complaints(body, path))
        # Without the interaction's own id and token, which differ from press to press.
        _, kind, _, token, *rest = path.split("/")
        where = "/".join([f"{route.method} ", kind, "#", "#", *rest])
        known = self._tokens[token]
        if kind == "interactions":
            to: int | None = known.user
            answer = int(body["type"])
            if answer in (4, 5):
                private = bool(int((body.get("data") or {}).get("flags") or 0) & EPHEMERAL)
                to = self._open[token] = known.user if private else None
            elif answer in (6, 7):
                to = self._open[token] = known.origin
            self.answers += 1
        elif path.endswith("/messages/@original"):
            to = self._open[token]
        else:
            to = known.user if int(body.get("flags") or 0) & EPHEMERAL else None
        self.sent.append(Sent(to, where, body_text(body), files))
        if kind == "interactions":
            return {"interaction": {"id": "1", "type": 2, "response_message_id": "2"}}
        return _message(77)

    async def _routed(self, route: Any, *, files: Any = None, form: Any = None, **kw: Any) -> Any:
        body, held = unpacked(kw.get("json"), form)
        path = route.url.removeprefix(Route.BASE)
        if route.method != "GET":
            self.complaints.extend(complaints(body, path))
            self.sent.append(Sent(None, f"{route.method} {path}", body_text(body), held))
        if "/messages/" in path and int(path.rsplit("/", 1)[1]) in self.gone:
            raise discord.NotFound(_Response(404), {"code": 10008, "message": "Unknown Message"})
        if route.method == "POST" and path.endswith("/messages"):
            self._message += 1
            return _message(self._message)
        if route.method == "GET" and path.split("?")[0].endswith("/messages"):
            return []
        return _message(POST)

    # What comes in.

    def interaction(
        self, user: int, kind: int, data: dict[str, Any], *, private: bool = True, **where: Any
    ) -> discord.Interaction[Any]:
        made: Any = self.payload(user, kind, data, private=private, **where)
        self._tokens[made["token"]] = _Token(user, user if private else None)
        return discord.Interaction(data=made, state=self.bot._connection)

    async def _do(self, user: int, kind: int, data: dict[str, Any], **how: Any) -> None:
        come = self.bot.on_interaction if kind in (3, 5) else self.bot.tree._call
        await come(self.interaction(user, kind, data, **how))
        await self.settle()

    async def settle(self) -> None:
        box = self.bot.outbox
        for _ in range(200):
            tasks = [t for t in (box._task, *box._flying.values()) if t is not None]
            if all(task.done() for task in tasks):
                return
            await asyncio.gather(*tasks, return_exceptions=True)
        raise AssertionError("the outbox never comes to rest")

    # What is there.

    async def plant(self, sheet: Sheet, steps: Sequence[Step], posts: Sequence[int] = ()) -> None:
        """Nothing but this one match, as match 1, with public posts at these entries."""

        def clear(c: Any) -> None:
            for table in ("match", "interaction", "sqlite_sequence"):
                c.execute(f"DELETE FROM {table}")

        await self.store._write(clear)
        stored = await self.store.commit(Change(sheet, tuple(steps)), NOW)
        assert stored.id == 1
        made = [Post(1, n, sheet.place, 600 + k, n == max(posts)) for k, n in enumerate(posts)]

        def record(c: Any) -> None:
            for post in made:
                c.execute(
                    "INSERT INTO post (match, message, n, channel, live) VALUES (?, ?, ?, ?, ?)",
                    (post.match, post.message, post.n, post.channel, int(post.live)),
                )

        await self.store._write(record)
        self.forget()
        await self.desk.open()

    def forget(self) -> None:
        """Everything in memory, as after a restart; ids begin again."""
        desk, scenes = self.bot.desk, self.bot.scenes
        for held in (
            desk._sheets, desk.heads, desk._locks, desk._languages, scenes.drawing._drawn,
            self.sent, self._tokens, self._open,
        ):  # fmt: skip
            held.clear()
        self.serial, self._message = 0, 10_000


class _Response:
    def __init__(self, status: int) -> None:
        self.status, self.reason = status, ""


@asynccontextmanager
async def booth(path: Path) -> Any:
    """A booth on a database of its own, its clock standing still."""
    moment = datetime.datetime.fromtimestamp(NOW, datetime.UTC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.utils, "utcnow", lambda: moment)
        store = await Store.open(path, NOW)
        await store._write(lambda c: None)
        await store._run(lambda c: c.execute("PRAGMA synchronous = OFF") and None)
        one = Booth(store)
        try:
            await one.start()
            yield one
        finally:
            await one.close()
        assert not one.complaints, one.complaints[:5]
