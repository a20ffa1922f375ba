"""A whole server on SimCord: what people do comes in by the gateway, what the bot sends is taken at
discord.py's own seams and arrives; the server says who can read it. Judged in the end."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord import interactions as si
from simcord.backend import serializers
from simcord.backend.models import User
from simcord.backend.models.interaction import ResponseKind

from cogs.client import Parlour
from cogs.table.desk import now
from data.store import Store
from tests.cogs.judge import complaints
from tests.leaks.line import CHANNEL, ELSEWHERE, EPHEMERAL, GUILD, Line, Sent, body_text, unpacked

PLACES = {GUILD: CHANNEL, ELSEWHERE: CHANNEL + 1}
"""The channel of each server."""
OF_COMPONENTS = 1 << 15
"""Marks a message without plain content."""
UPDATES = (ResponseKind.DEFERRED_UPDATE, ResponseKind.UPDATE)


class Server(Line):
    """Two servers with one channel each; whoever does something is a member."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._patch = pytest.MonkeyPatch()
        self.public: int | None = None
        """The newest message of all that was sent to a channel."""

    async def open(self) -> Server:
        self.store = await Store.open(self.path, now())
        self.bot = Parlour(self.store)
        self.env = simcord.Env(self.bot, settle_timeout=30.0)
        await self.env.start()
        backend, counted = self.env.backend, self.env.backend.snowflake
        for guild, channel in PLACES.items():
            made = self.env.create_guild(name=f"Server {guild}", id=guild)
            backend.snowflake = lambda known=channel: backend.reserve_id(known)
            made.create_text_channel("table")
            backend.snowflake = counted
        # SimCord's clock moves on with whatever waits, a little differently each time.
        moment = backend.clock.now()
        self._patch.setattr(discord.utils, "utcnow", lambda: moment)
        self._listen()
        return self

    async def restart(self) -> None:
        """The process ends and another begins on the same database."""
        await self.bot.close()
        await self.store.close()
        self.store = await Store.open(self.path, now())
        self.bot = Parlour(self.store)
        await self.env.restart_bot(self.bot)
        self._listen()
        await self.settle()

    async def close(self) -> None:
        try:
            self.complaints.extend(complaints(self.env))
        finally:
            self._patch.undo()
            try:
                await self.env.shutdown()
            finally:  # its database thread would keep the process alive
                await self.bot.close()
                await self.store.close()

    async def settle(self) -> None:
        await self.env.settle(timeout=30)

    async def _do(
        self, user: int, kind: int, data: dict[str, Any], *, private: bool = True,
        guild: int | None = GUILD, channel: int = CHANNEL, locale: str = "en-US",
    ) -> None:  # fmt: skip
        assert guild is not None, "nobody writes to the bot in private here"
        backend, place = self.env.backend, PLACES[guild]
        name, bot = self.names.get(user, f"user{user}"), user in self.bots
        backend.users[user] = User(id=user, name=f"u{user}", global_name=name, bot=bot)
        if user not in backend.get_guild(guild).members:
            backend.add_member(guild, user)
        record, payload = si.base_payload(
            backend, type=kind, channel_id=place, guild_id=guild, user_id=user, data=data
        )
        payload["locale"] = locale
        payload["member"]["permissions"] = self.member(user)["permissions"]
        if kind in (3, 5):
            carries = await self._carries(place, private)
            payload["message"] = dict(serializers.message_payload(backend, carries))
            record.source_message_id = carries.id
        backend.emit("INTERACTION_CREATE", payload)
        await self.settle()
        self.answers += record.responded

    async def _carries(self, place: int, private: bool) -> Any:
        """The message that carries what is pressed."""
        backend = self.env.backend
        if not private and place == CHANNEL and self.public is not None:
            return backend.get_message(place, self.public)
        return backend.create_message(
            place, backend.bot_user.id, components=[{"type": 10, "content": "Press here."}],
            flags=OF_COMPONENTS | (EPHEMERAL if private else 0),
        )  # fmt: skip

    # What goes out.

    def _listen(self) -> None:
        http, hooks = self.env.bot.http, self.env._webhook_adapter
        routed, answered = http.request, hooks.request

        async def request(route: Any, *, files: Any = None, form: Any = None, **kw: Any) -> Any:
            body, held = unpacked(kw.get("json"), form)
            result = await routed(route, files=files, form=form, **kw)
            if route.method != "GET":
                self.sent.append(Sent(None, _where(route), self._plain(body), held))
                if route.method == "POST" and route.url.endswith(f"{CHANNEL}/messages"):
                    self.public = int(result["id"])
            return result

        async def hook(
            route: Any, session: Any, *, payload: Any = None, multipart: Any = None, **kw: Any
        ) -> Any:
            body, held = unpacked(payload, multipart)
            result = await answered(route, session, payload=payload, multipart=multipart, **kw)
            to = self._reader(route, body)
            self.sent.append(Sent(to, _where(route), self._plain(body), held))
            return result

        http.request, hooks.request = request, hook

    def _plain(self, body: Any) -> str:
        """The JSON, but for ids of messages and files: those are given out in the order in which
        the outbox and an answer happen to come."""
        return re.sub(r"(?<![0-9a-f])[0-9]{17,20}(?![0-9a-f])", "0", body_text(body))

    def _reader(self, route: Any, body: Any) -> int | None:
        """Who can read it: the user alone, or (None) everybody."""
        backend = self.env.backend
        token = next(part for part in route.url.split("/") if part.startswith("simcord_inter"))
        record = backend.interactions[backend.interaction_tokens[token]]
        path = route.url.split(token, 1)[1]
        private = bool(int(body.get("flags") or 0) & EPHEMERAL)
        if path.startswith("/messages/@original") or path == "/callback":
            private = record.ephemeral
            if record.response_kind in (ResponseKind.MODAL, ResponseKind.AUTOCOMPLETE):
                private = True
            elif record.response_kind in UPDATES:
                source = backend.get_message(record.channel_id, record.source_message_id)
                private = bool(source.flags & EPHEMERAL)
        return int(record.user_id) if private else None


def _where(route: Any) -> str:
    path = route.url.split("/v10", 1)[-1]
    return f"{route.method} {re.sub(r'simcord_interaction_[0-9]+|[0-9]{15,}', '#', path)}"


@asynccontextmanager
async def server(path: Path) -> AsyncIterator[Server]:
    """A server whose bot has a database of its own."""
    one = await Server(path).open()
    try:
        yield one
    finally:
        await one.close()
    one.env.raise_errors()
    assert not one.complaints, one.complaints[:5]
