"""People at a table and all that the bot sends them, whatever lies between the two: commands and
presses go in as Discord would bring them, request bodies are kept as they come out.

`booth.Booth` ends where a request would leave the process: fast, the same ids in every run.
`server.Server` is a whole server, its gateway and its own mind on who can read what. What a test
does with one it can do with the other; `test_secrets` has a third, to a process of its own.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cogs.controls import Ticket
from data.acts import posted_anew
from tests.operator.discord import ME

NOW = 1_700_000_000
GUILD, CHANNEL = 7_000, 8_000
ELSEWHERE = GUILD + 1
"""Another server."""
BOT = int(ME["id"])
EPHEMERAL = 64
ADMIN = str(1 << 5)
"""Manage server."""
POST = 500
"""Id of the public message that presses come from where nothing else is said."""
NAMES = {101: "ann", 102: "bob", 103: "cleo", 104: "dan", 199: "olga"}
"""The people, by user id; 199 sits at no table."""
*PLAYERS, OUTSIDER = NAMES


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


def body_text(body: Any) -> str:
    return "" if body is None else json.dumps(body, ensure_ascii=False, sort_keys=True)


class Line(ABC):
    """What people do, and what the bot sent."""

    bot: Any
    store: Any

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.complaints: list[Any] = []
        """What Discord, or we ourselves, would not allow among all that was sent."""
        self.answers = 0
        """Interactions that were acknowledged or answered at once."""
        self.names: dict[int, str] = dict(NAMES)
        """Display names by user, where they are not ``user<id>``."""
        self.admins: set[int] = set()
        self.bots: set[int] = set()
        self.serial = 0
        """Interactions so far."""

    @property
    def desk(self) -> Any:
        return self.bot.desk

    @abstractmethod
    async def _do(
        self, user: int, kind: int, data: dict[str, Any], *, private: bool = True,
        guild: int | None = GUILD, channel: int = CHANNEL, locale: str = "en-US",
    ) -> None:  # fmt: skip
        """An interaction comes in; everything that follows from it is done. ``private``: the
        control stands in a message that only this user sees."""

    @abstractmethod
    async def settle(self) -> None:
        """Wait until the bot has nothing to do."""

    async def _heard(self, user: int, kind: int, data: dict[str, Any], **how: Any) -> list[Sent]:
        start = len(self.sent)
        await self._do(user, kind, data, **how)
        return self.sent[start:]

    async def press(
        self, user: int, custom_id: object, *values: str,
        fields: Mapping[str, str] | None = None, **how: Any,
    ) -> list[Sent]:  # fmt: skip
        """A press of a control, or (with ``fields``) a modal handed in; what was sent then."""
        data: dict[str, Any] = {"custom_id": str(custom_id), "component_type": 3 if values else 2}
        if values:
            data["values"] = list(values)
        if fields is not None:
            data["components"] = [
                {"type": 18, "component": {"type": 4, "custom_id": key, "value": value}}
                for key, value in fields.items()
            ]
        return await self._heard(user, 3 if fields is None else 5, data, **how)

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
                member = self.member(value)
                resolved = {"users": {str(value): member.pop("user")},
                            "members": {str(value): member}}  # fmt: skip
            elif isinstance(value, int):
                one["type"] = 4
            if key == focused:
                one["focused"] = True
            given.append(one)
        data = {
            "id": "1", "name": group, "type": 1, "resolved": resolved,
            "options": [{"name": sub, "type": 1, "options": given}],
        }  # fmt: skip
        return await self._heard(user, kind, data, **where)

    def button(self, kind: str) -> str:
        """The custom id of the latest control of that kind in what was sent."""
        ids = (c.get("custom_id", "") for one in reversed(self.sent) for c in one.components)
        return next((text for text in ids if text.startswith(f"{kind}:")), f"{kind}:1:0")

    async def posted(self, match: int = 1) -> list[Sent]:
        """The public post made anew; what was sent."""
        start = len(self.sent)
        await self.desk.change(match, posted_anew)
        await self.settle()
        return self.sent[start:]

    async def opened(self, game: str, *people: int, begin: bool = True) -> int:
        """A match of these people, opened and begun by the first; its number."""
        await self.slash(people[0], "table new", game=game, seats=max(2, len(people)))
        number = max(self.desk.heads)
        for person in people[1:]:
            await self.press(person, Ticket("join", number), private=False)
        if begin:
            await self.press(people[0], Ticket("start", number), private=False)
        return number

    async def answered(self, match: int, seat: int, move: object, **how: Any) -> list[Sent]:
        """A seat plays a move; what was sent."""
        holder = (await self.desk.sheet(match)).holders[seat]
        ticket = Ticket("answer", match, holder.asked, str(move))
        return await self.press(holder.user, ticket, **how)

    # As Discord writes it.

    def payload(
        self, user: int, kind: int, data: dict[str, Any], *, private: bool = True,
        guild: int | None = GUILD, channel: int = CHANNEL, locale: str = "en-US",
    ) -> dict[str, Any]:  # fmt: skip
        """An interaction as the gateway brings it."""
        self.serial += 1
        member = self.member(user)
        made: dict[str, Any] = {
            "id": str(1_000_000 + self.serial), "application_id": str(BOT), "type": kind,
            "token": self.token(self.serial), "version": 1, "data": data,
            "channel_id": str(channel), "channel": channel_json(channel), "locale": locale,
            "entitlements": [], "authorizing_integration_owners": {},
            "context": 0 if guild else 1, "attachment_size_limit": 10 << 20,
            "app_permissions": str((1 << 53) - 1),
        }  # fmt: skip
        if guild is None:
            made["user"] = member["user"]
        else:
            made |= {"guild_id": str(guild), "member": member, "guild_locale": "en-US"}
        if kind in (3, 5):
            made["message"] = message_json(POST, EPHEMERAL if private else 0)
        return made

    def token(self, serial: int) -> str:
        return f"token-{serial}"

    def member(self, user: int) -> dict[str, Any]:
        name = self.names.get(user, f"user{user}")
        return {
            "user": {"id": str(user), "username": f"u{user}", "global_name": name, "avatar": None,
                     "discriminator": "0", "bot": user in self.bots, "public_flags": 0},
            "nick": None, "roles": [], "joined_at": "2020-01-01T00:00:00+00:00", "deaf": False,
            "mute": False, "flags": 0, "permissions": ADMIN if user in self.admins else "0",
        }  # fmt: skip


def channel_json(channel: int) -> dict[str, Any]:
    return {
        "id": str(channel), "type": 0, "name": "table", "position": 0, "parent_id": None,
        "permission_overwrites": [], "nsfw": False,
    }  # fmt: skip


def message_json(message: int, flags: int = 0, components: Sequence[Any] = ()) -> dict[str, Any]:
    return {
        "id": str(message), "channel_id": str(CHANNEL), "author": ME,
        "content": "", "timestamp": "2024-01-01T00:00:00+00:00", "edited_timestamp": None,
        "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": False, "type": 0,
        "flags": flags, "components": list(components),
    }  # fmt: skip


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
