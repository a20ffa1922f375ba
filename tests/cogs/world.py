"""A server on SimCord with people at a table, driven by what people do: commands and presses.

Every answer asserts that the press was acknowledged; `World.close` has every request body judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.client import Parlour
from cogs.table.desk import now
from data.store import Store
from tests.cogs.judge import complaints

NAMES = ("ann", "bob", "cleo", "dan", "eve")


def walk(components: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, nested ones too."""
    for component in components or ():
        yield component
        yield from walk(component.get("components"))
        inner = component.get("accessory") or component.get("component")
        yield from walk([inner] if inner else [])


class Shown:
    """A message as a person sees it."""

    def __init__(self, world: World, message: Any) -> None:
        self.world = world
        self.message = message

    @property
    def id(self) -> int:
        return int(self.message.id)

    @property
    def channel_id(self) -> int:
        return int(getattr(self.message, "channel_id", 0) or self.message.channel.id)

    @property
    def raw(self) -> dict[str, Any]:
        stored = self.world.env.backend.get_message(self.channel_id, self.id)
        return {"components": stored.components, "attachments": stored.attachments}

    @property
    def text(self) -> str:
        stored = self.world.env.backend.get_message(self.channel_id, self.id)
        parts = [c["content"] for c in walk(stored.components) if c["type"] == 10]
        return "\n".join([stored.content, *parts]).strip()

    @property
    def labels(self) -> list[str]:
        """Labels of the buttons that can be pressed."""
        return [
            c["label"] for c in walk(self.raw["components"])
            if c["type"] == 2 and not c.get("disabled")
        ]  # fmt: skip

    def custom_id(self, label: str) -> str:
        ids = [
            c["custom_id"]
            for c in walk(self.raw["components"])
            if c["type"] == 2 and c["label"] == label
        ]
        assert ids, f"no button {label!r} among {self.labels}"
        return str(ids[0])

    @property
    def options(self) -> dict[str, str]:
        """Label to value of the options of the message's first select."""
        for c in walk(self.raw["components"]):
            if c["type"] == 3:
                return {o["label"]: o["value"] for o in c["options"]}
        return {}

    @property
    def alt(self) -> list[str]:
        return [
            item["description"]
            for c in walk(self.raw["components"]) if c["type"] == 12
            for item in c["items"]
        ]  # fmt: skip


class World:
    """The server, its people and the bot."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.people: dict[str, MemberActor] = {}
        self.bot: Parlour
        self.store: Store
        self.env: simcord.Env
        self.settle_timeout = 30.0

    async def open(self) -> World:
        self.store = await Store.open(self.path, now())
        self.bot = Parlour(self.store)
        self.env = simcord.Env(self.bot, settle_timeout=self.settle_timeout)
        await self.env.start()
        self.guild = self.env.create_guild(name="Parlour")
        self.channel = self.guild.create_text_channel("table")
        for name in NAMES:
            self.people[name] = self.guild.add_member(self.env.create_user(name))
        return self

    async def restart(self) -> None:
        """The process ends and another begins on the same database."""
        await self.bot.close()
        await self.store.close()
        self.store = await Store.open(self.path, now())
        self.bot = Parlour(self.store)
        await self.env.restart_bot(self.bot)
        await self.env.settle()

    async def close(self, check: bool = True) -> None:
        try:
            found = complaints(self.env) if check else []
        finally:
            try:
                await self.env.shutdown()
            finally:
                await self.bot.close()
                await self.store.close()
        self.env.raise_errors()
        assert not found, found[:5]

    def _answer(self, result: Any, at: Any = None) -> Shown:
        assert result.acknowledged, "the press was never acknowledged"
        if result.followups:
            return Shown(self, result.followups[-1])
        if result.response is not None:
            return Shown(self, result.response)
        assert at is not None, f"nothing was answered: {result!r}"
        return at

    async def slash(self, actor: str, name: str, /, **options: Any) -> Shown:
        """A slash command; the private answer."""
        result = await self.people[actor].slash(self.channel, name, **options)
        return self._answer(result)

    async def press(self, who: str, on: Shown, label: str) -> Shown:
        """Press a button; what it answered, or the message as it is now."""
        result = await self.people[who].click(on.message, custom_id=on.custom_id(label))
        return self._answer(result, on)

    async def choose(self, who: str, on: Shown, label: str) -> Shown:
        """Choose an option of the message's select."""
        custom = next(c["custom_id"] for c in walk(on.raw["components"]) if c["type"] == 3)
        value = on.options[label]
        result = await self.people[who].select(on.message, [value], custom_id=custom)
        return self._answer(result, on)

    async def complete(
        self, who: str, name: str, option: str, typed: str = "", **filled: Any
    ) -> list[Any]:
        return await self.people[who].autocomplete(self.channel, name, option, typed, **filled)

    def history(self) -> list[Shown]:
        """The public messages of the channel, oldest first."""
        return [
            Shown(self, m) for m in self.channel.history() if not m.flags.ephemeral
        ]  # fmt: skip

    @property
    def last(self) -> Shown:
        return self.history()[-1]

    async def match(self, *names: str, game: str = "sarena", options: tuple[str, ...] = ()) -> int:
        """A match of these people, opened and started by the first; its number."""
        opened = await self.slash(names[0], "table new", game=game, seats=max(2, len(names)))
        number = int(re.findall(r"[0-9]+", opened.text)[0])
        lobby = self.last
        for label in options:
            await self.press(names[0], lobby, label)
        for name in names[1:]:
            await self.press(name, lobby, "Join")
        await self.press(names[0], lobby, "Start")
        return number

    async def in_own_thread(self, *names: str) -> int:
        """The same of Sarena in a thread of its own."""
        opened = await self.slash(names[0], "table new", game="sarena", seats=len(names))
        lobby = self.last
        options = await self.press(names[0], lobby, "Options")
        await self.press(names[0], options, "Own thread: off")
        assert "in a thread of its own" in lobby.text
        for name in names[1:]:
            await self.press(name, lobby, "Join")
        await self.press(names[0], lobby, "Start")
        return int(re.findall(r"[0-9]+", opened.text)[0])

    async def asked(self, match: int) -> list[str]:
        """The names of those whom a match asks now."""
        sheet = await self.bot.desk.sheet(match)
        ids = {actor.id: name for name, actor in self.people.items()}
        return [ids[h.user] for h in sheet.holders if h.asked and h.user in ids]

    def manager(self, name: str) -> None:
        """Let somebody manage the server from now on."""
        may = discord.Permissions(manage_guild=True, view_channel=True)
        role = self.guild.create_role(f"boss-{name}", permissions=may)
        self.env.backend.add_member_role(self.guild.id, self.people[name].id, role.id)

    # What happens to a server.

    async def settle(self) -> None:
        await self.env.settle(timeout=30)

    async def minute(self) -> None:
        """One turn of the outbox's clock."""
        await self.env.advance_time(61)
        await self.settle()

    async def delete_message(self, shown: Shown) -> None:
        self.env.backend.delete_message(shown.channel_id, shown.id)
        await self.settle()

    async def delete_channel(self, channel: int | None = None) -> None:
        self.env.backend.delete_channel(channel or self.channel.id)
        await self.settle()

    async def permit(self, allow: int = 0, deny: int = 0) -> None:
        """Set the bot's own permissions in the channel."""
        me = self.env.backend.bot_user.id
        self.env.backend.set_overwrite(
            self.channel.id,
            Overwrite(target_id=me, type=OverwriteType.MEMBER, allow=allow, deny=deny),
        )
        await self.settle()
