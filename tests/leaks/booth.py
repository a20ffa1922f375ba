"""The whole bot without a server: presses and commands go in as Discord would send them, and every
request body is caught where it would leave the process.

Nothing of ours is stubbed but the line: the store, the router, the command tree, the outbox and
discord.py are the real ones. That makes a press a matter of milliseconds, so that hundreds of
positions can be looked at. Ids, clock and answers are the same in every run.
"""

from __future__ import annotations

import asyncio
import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
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

NOW = 1_700_000_000
GUILD, CHANNEL, BOT = 7_000, 8_000, 9_000
EPHEMERAL = 64
ADMIN = str(1 << 5)
"""Manage server."""
POST = 500
"""Id of the public message that presses come from where nothing else is said."""

NAMES = {101: "ann", 102: "bob", 103: "cleo", 104: "dan", 199: "olga"}
"""The people, by user id; 199 sits at no table."""


class Sent(NamedTuple):
    """One request body on its way out."""

    to: int | None
    """The user who alone can read it; None: everybody in the channel."""
    where: str
    body: str
    """The JSON as it is sent."""
    files: tuple[tuple[str, str, bytes], ...]
    """Name, declared type and bytes of each attachment."""

    @property
    def json(self) -> Any:
        return json.loads(self.body) if self.body else {}

    @property
    def message(self) -> dict[str, Any]:
        """What the message holds, whichever way it is sent."""
        held = self.json
        found = held.get("data") or held if isinstance(held, dict) else {}
        return found if isinstance(found, dict) else {}

    @property
    def components(self) -> list[dict[str, Any]]:
        return list(walk(self.message.get("components")))

    @property
    def text(self) -> str:
        """Every word of the message itself."""
        parts = [c["content"] for c in self.components if c.get("type") == 10]
        return "\n".join([str(self.message.get("content") or ""), *parts]).strip()

    @property
    def raw(self) -> bytes:
        """All its bytes, names and pictures too."""
        whole = [self.where.encode(), self.body.encode("utf-8", "surrogatepass")]
        for name, kind, data in self.files:
            whole += [name.encode("utf-8", "surrogatepass"), kind.encode(), data]
        return b"\n".join(whole)


def walk(components: Any) -> Iterable[dict[str, Any]]:
    """Every component, nested ones too."""
    for component in components or ():
        yield component
        yield from walk(component.get("components"))
        inner = component.get("accessory") or component.get("component")
        yield from walk([inner] if inner else [])


class _Token(NamedTuple):
    user: int
    origin: int | None
    """Who can read the message that carried the control."""
    component: bool


class _Webhooks(webhooks.AsyncWebhookAdapter):
    """Answers to interactions, caught."""

    def __init__(self, booth: Booth) -> None:
        super().__init__()
        self.booth = booth

    async def request(
        self,
        route: Any,
        session: Any,
        *,
        payload: Any = None,
        multipart: Any = None,
        files: Any = None,
        params: Any = None,
        **_: Any,
    ) -> Any:
        return self.booth.answered(route, payload, multipart)


def unpacked(
    payload: Any, multipart: Sequence[Mapping[str, Any]] | None
) -> tuple[Any, tuple[tuple[str, str, bytes], ...]]:
    """A body's JSON and its files, as aiohttp would write them."""
    files = []
    for part in multipart or ():
        if part["name"] == "payload_json":
            payload = json.loads(part["value"])
        else:
            held = part["value"]
            at = held.tell()
            files.append((part["filename"], str(part.get("content_type")), held.read()))
            held.seek(at)
    return payload, tuple(files)


class Booth:
    """The bot, what it sent, and people who press."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.bot = Parlour(store, sync=False)
        self.sent: list[Sent] = []
        self.complaints: list[str] = []
        """What Discord, or we ourselves, would not allow among all that was sent."""
        self.answers = 0
        """Interactions that were acknowledged or answered at once."""
        self.names: dict[int, str] = dict(NAMES)
        """Display names by user, where they are not ``user<id>``."""
        self.admins: set[int] = set()
        self.bots: set[int] = set()
        self.gone: set[int] = set()
        """Messages that are no longer there."""
        self._tokens: dict[str, _Token] = {}
        self._open: dict[str, tuple[int | None, bool]] = {}
        """By interaction token: who reads the original response."""
        self._next = 0
        self._message = 10_000

    @property
    def desk(self) -> Any:
        return self.bot.desk

    async def start(self) -> None:
        await self.bot._async_setup_hook()
        self.bot._connection.application_id = BOT
        self.bot._connection.user = discord.ClientUser(
            state=self.bot._connection, data=_user(BOT, "Parlour", True)
        )
        self.bot._connection.http.request = self._routed  # type: ignore[method-assign]
        webhooks.async_context.set(_Webhooks(self))
        await self.bot.setup_hook()

    async def close(self) -> None:
        await self.bot.close()
        await self.store.close()

    # What goes out.

    def answered(self, route: Any, payload: Any, multipart: Any) -> Any:
        """A request of an interaction."""
        body, files = unpacked(payload, multipart)
        path = route.url.removeprefix(Route.BASE)
        token = path.split("/")[3]
        known, where = self._tokens[token], f"{route.method} {_plain(path, token)}"
        if path.startswith("/interactions/"):
            kind, data = int(body["type"]), body.get("data") or {}
            self.complaints.extend(complaints(body, path))
            own: tuple[int | None, bool] = (known.user, True)
            if kind in (4, 5):
                private = bool(int(data.get("flags") or 0) & EPHEMERAL)
                self._open[token] = (known.user, True) if private else (None, True)
                own = self._open[token]
            elif kind in (6, 7):
                self._open[token] = own = (known.origin, True)
            self.answers += 1
            self.sent.append(Sent(own[0], where, body_text(body), files))
            return {"interaction": {"id": "1", "type": 2, "response_message_id": "2"}}
        self.complaints.extend(complaints(body, path))
        if path.endswith("/messages/@original"):
            to = self._open[token][0]
        else:
            to = known.user if int(body.get("flags") or 0) & EPHEMERAL else None
        self.sent.append(Sent(to, where, body_text(body), files))
        return self._made(body, 77)

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
            return self._made(body, self._message)
        return self._made(body, POST)

    def _made(self, body: Any, message: int) -> dict[str, Any]:
        return _message(message, 0, ())

    # What comes in.

    def interaction(
        self, user: int, kind: int, data: dict[str, Any], *, private: bool = True,
        guild: int | None = GUILD, channel: int = CHANNEL, locale: str = "en-US",
    ) -> discord.Interaction[Any]:  # fmt: skip
        """An interaction as the gateway brings it. ``private``: the control stands in a message
        that only this user sees."""
        self._next += 1
        token = f"token-{self._next}"
        component = kind in (3, 5)
        self._tokens[token] = _Token(user, user if private else None, component)
        name = self.names.get(user, f"user{user}")
        member = {
            "user": _user(user, name, user in self.bots), "nick": None, "roles": [],
            "joined_at": "2020-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0,
            "permissions": ADMIN if user in self.admins else "0",
        }  # fmt: skip
        payload: dict[str, Any] = {
            "id": str(1_000_000 + self._next), "application_id": str(BOT), "type": kind,
            "token": token, "version": 1, "data": data, "channel_id": str(channel),
            "channel": {"id": str(channel), "type": 0, "name": "table", "position": 0,
                        "permission_overwrites": [], "nsfw": False, "parent_id": None},
            "locale": locale, "entitlements": [], "authorizing_integration_owners": {},
            "context": 0 if guild else 1, "attachment_size_limit": 10 << 20,
            "app_permissions": str((1 << 53) - 1),
        }  # fmt: skip
        if guild is None:
            payload["user"] = member["user"]
        else:
            payload |= {"guild_id": str(guild), "member": member, "guild_locale": "en-US"}
        if component:
            payload["message"] = _message(POST, EPHEMERAL if private else 0, data.get("_shown", ()))
        return discord.Interaction(data=payload, state=self.bot._connection)  # type: ignore[arg-type]

    async def press(
        self, user: int, custom_id: str, *values: str, private: bool = True,
        fields: Mapping[str, str] | None = None, **more: Any,
    ) -> list[Sent]:  # fmt: skip
        """A press of a control, or (with ``fields``) a modal handed in; what was sent then."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
        if values:
            data["values"] = list(values)
        if fields is not None:
            data["components"] = [
                {"type": 18, "component": {"type": 4, "custom_id": key, "value": value}}
                for key, value in fields.items()
            ]
        kind = 3 if fields is None else 5
        start = len(self.sent)
        await self.bot.on_interaction(self.interaction(user, kind, data, private=private, **more))
        await self.settle()
        return self.sent[start:]

    async def slash(self, user: int, name: str, /, **options: Any) -> list[Sent]:
        """A slash command; what was sent then. ``by`` is a user id."""
        return await self._command(user, 2, name, None, options)

    async def complete(
        self, user: int, name: str, option: str, typed: str = "", **options: Any
    ) -> list[Sent]:
        """What an option is completed with."""
        return await self._command(user, 4, name, option, {**options, option: typed})

    async def _command(
        self, user: int, kind: int, name: str, focused: str | None, options: dict[str, Any]
    ) -> list[Sent]:
        where = {k: options.pop(k) for k in ("guild", "channel", "locale") if k in options}
        group, sub = name.split()
        given: list[dict[str, Any]] = []
        resolved: dict[str, Any] = {}
        for key, value in options.items():
            one: dict[str, Any] = {"name": key, "type": 3, "value": value}
            if isinstance(value, bool):
                one["type"] = 5
            elif isinstance(value, int) and key == "by":
                one = {"name": key, "type": 6, "value": str(value)}
                resolved = self._resolved(value)
            elif isinstance(value, int):
                one["type"] = 4
            if key == focused:
                one["focused"] = True
            given.append(one)
        data = {
            "id": "1", "name": group, "type": 1, "resolved": resolved,
            "options": [{"name": sub, "type": 1, "options": given}],
        }  # fmt: skip
        start = len(self.sent)
        interaction = self.interaction(user, kind, data, **where)
        await self.bot.tree._call(interaction)
        await self.settle()
        return self.sent[start:]

    def _resolved(self, user: int) -> dict[str, Any]:
        name = self.names.get(user, f"user{user}")
        member = {"roles": [], "joined_at": "2020-01-01T00:00:00+00:00", "deaf": False,
                  "mute": False, "flags": 0, "permissions": "0", "nick": None}  # fmt: skip
        person = _user(user, name, user in self.bots)
        return {"users": {str(user): person}, "members": {str(user): member}}

    async def settle(self) -> None:
        """Wait until the outbox has nothing to do."""
        box = self.bot.outbox
        for _ in range(200):
            tasks = [t for t in (box._task, *box._flying.values()) if t is not None]
            if all(task.done() for task in tasks):
                return
            await asyncio.gather(*tasks, return_exceptions=True)
        raise AssertionError("the outbox never comes to rest")

    def button(self, kind: str) -> str:
        """The custom id of the latest control of that kind in what was sent."""
        ids = (c.get("custom_id", "") for one in reversed(self.sent) for c in one.components)
        return next((text for text in ids if text.startswith(f"{kind}:")), f"{kind}:1:0")

    async def posted(self, match: int = 1) -> list[Sent]:
        """The public post made anew; what was sent."""
        from data.acts import posted_anew

        start = len(self.sent)
        await self.desk.change(match, posted_anew)
        await self.settle()
        return self.sent[start:]

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
        ):  # fmt: skip
            held.clear()
        self.sent.clear()
        self._tokens.clear()
        self._open.clear()
        self._next, self._message = 0, 10_000


class _Response:
    def __init__(self, status: int) -> None:
        self.status, self.reason = status, ""


def complaints(body: Any, where: str) -> Iterator[str]:
    """What Discord refuses at once (more than it takes of anything), and a message that could call
    somebody whom nobody named."""
    message = (body.get("data") or body) if isinstance(body, dict) else {}
    if not isinstance(message, dict):
        return
    if len(message.get("custom_id", "")) > 100:
        yield f"{where}: a modal's custom id is too long"
    for choice in message.get("choices") or ():
        if not 1 <= len(choice["name"]) <= 100 or not 1 <= len(str(choice["value"])) <= 100:
            yield f"{where}: completion {choice!r}"
    parts = list(walk(message.get("components")))
    if len(parts) > 40 or sum(len(c.get("content", "")) for c in parts) > 4000:
        yield f"{where}: {len(parts)} components, or too many characters"
    for part in parts:
        if len(part.get("custom_id", "")) > 100 or len(part.get("label", "") or "") > 80:
            yield f"{where}: {part!r}"
        for option in part.get("options") or ():
            if not 1 <= len(option["label"]) <= 100 or not 1 <= len(option["value"]) <= 100:
                yield f"{where}: {option!r}"
    for held in message.get("attachments") or ():
        if len(held.get("description") or "") > 1024:
            yield f"{where}: alt text of {len(held['description'])} characters"
    if message.get("components") or message.get("content"):
        if body.get("type") == 9:  # a modal calls nobody
            return
        allowed = message.get("allowed_mentions")
        if allowed is None or allowed.get("parse") != [] or allowed.get("roles"):
            yield f"{where}: mentions are not bounded: {allowed!r}"


def body_text(body: Any) -> str:
    return "" if body is None else json.dumps(body, ensure_ascii=False, sort_keys=True)


def _plain(path: str, token: str) -> str:
    """A path without the interaction's own id and token, which differ from press to press."""
    parts = path.split("/")
    return "/".join(["", parts[1], "#", "#", *parts[4:]])


def _user(user: int, name: str, bot: bool = False) -> Any:
    return {"id": str(user), "username": f"u{user}", "global_name": name, "discriminator": "0",
            "avatar": None, "bot": bot, "public_flags": 0}  # fmt: skip


def _message(message: int, flags: int, components: Sequence[Any]) -> dict[str, Any]:
    return {
        "id": str(message), "channel_id": str(CHANNEL), "author": _user(BOT, "Parlour", True),
        "content": "", "timestamp": "2024-01-01T00:00:00+00:00", "edited_timestamp": None,
        "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": False, "type": 0,
        "flags": flags, "components": list(components),
    }  # fmt: skip


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
