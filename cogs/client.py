"""The bot: its connection, its commands, its matches."""

from __future__ import annotations

import hashlib
import importlib
import json
import logging
import pkgutil
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

import cogs
from cogs.controls import Router, Tree
from cogs.table.desk import Desk
from cogs.table.outbox import Outbox
from cogs.table.scenes import Scenes
from data.store import Store
from rendering.scene import renderers
from rendering.words import locales, say

if TYPE_CHECKING:
    from cogs.table import Table

log = logging.getLogger(__name__)


class Translator(app_commands.Translator):
    """Command descriptions in every language there are words for; names stay English."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The description in that language, or None to keep the English one."""
        key = string.extras.get("key")
        near = next((n for n in (str(locale), str(locale).split("-")[0]) if n in locales()), None)
        return say(near, key) if key and near and near != "en" else None


class Parlour(commands.Bot):
    """One bot on one store. The store is opened and closed by whoever runs the bot."""

    table: Table

    def __init__(self, store: Store, sync: bool | None = None) -> None:
        """``sync``: send the commands to Discord at start: yes, no, or (None) when changed."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            tree_cls=Tree,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.store = store
        self.sync_wish = sync
        self.router = Router()
        self.desk = Desk(store)
        self.scenes = Scenes(store)
        self.outbox = Outbox(self.desk)
        self.desk.kick = self.outbox.kick

    async def setup_hook(self) -> None:
        """Read what is open, find the cogs, answer the buttons; nothing is sent before READY."""
        await self.desk.open()
        await self.outbox.open()
        await self.tree.set_translator(Translator())
        for name in found():
            await self.load_extension(name)
        await self._sync()
        for game, words in renderers().items():
            self.scenes.drawing.ahead(("warm", game), words.warm)
        self.minute.start()

    async def _sync(self) -> None:
        if self.sync_wish is False:
            return
        body = [
            await c.get_translated_payload(self.tree, self.tree.translator)  # type: ignore[arg-type]
            for c in self.tree.get_commands()
        ]
        digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
        if self.sync_wish is None and await self.store.setting(0, "commands") == digest:
            return
        await self.tree.sync()
        await self.store.set_setting(0, "commands", digest)
        log.info("commands sent to Discord")

    @tasks.loop(minutes=1)
    async def minute(self) -> None:
        """Retry what Discord would not take a minute ago."""
        self.outbox.kick()

    @minute.before_loop
    async def _before_minute(self) -> None:
        await self.wait_until_ready()

    async def on_ready(self) -> None:
        """Announce what the last run stored and did not say."""
        self.outbox.kick()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Every press and every submitted modal."""
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            await self.router(interaction)

    async def close(self) -> None:
        """Leave Discord. Stored letters wait for the next start."""
        self.minute.cancel()
        await self.outbox.close()
        self.scenes.close()
        await super().close()


def found() -> list[str]:
    """The cog modules: those in the package's path with a ``setup``."""
    names = []
    for info in pkgutil.iter_modules(cogs.__path__):
        name = f"cogs.{info.name}"
        if hasattr(importlib.import_module(name), "setup"):
            names.append(name)
    return names
