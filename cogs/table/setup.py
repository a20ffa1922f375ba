"""``/table setup``: what an administrator decides for a server, and where that is asked."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.controls import LARGEST, Control, Press, Ticket, acknowledge, ids, locale_of, select
from cogs.deliver import deliver
from cogs.table.desk import Desk
from data.acts import refuse
from rendering.words import ENGLISH, has, locales, say

log = logging.getLogger(__name__)

EVERYONE, MANAGERS = "everyone", "managers"
THREADS, CHANNEL = "threads", "channel"


class House(NamedTuple):
    """What holds on one server."""

    channels: tuple[int, ...] = ()
    """Where matches may be opened; empty: everywhere the bot may post."""
    place: str = CHANNEL
    opens: str = EVERYONE
    language: str = ENGLISH
    damaged: tuple[str, ...] = ()
    """Settings that cannot be what anybody chose: they count as not set."""


class Setup:
    """The settings of servers, read and changed."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def house(self, guild: int) -> House:
        """What holds on a server."""
        store = self.desk.store
        damaged = []

        async def chosen(key: str, allowed: Collection[str], unset: str) -> str:
            value = await store.setting(guild, key)
            if value is None or value in allowed:
                return value or unset
            damaged.append(key)
            return unset

        channels = _channels(await store.setting(guild, "channels"))
        if channels is None:
            damaged.append("channels")
        house = House(
            channels or (),
            await chosen("place", (CHANNEL, THREADS), CHANNEL),
            await chosen("opens", (EVERYONE, MANAGERS), EVERYONE),
            await chosen("language", locales(), ENGLISH),
            tuple(damaged),
        )
        if damaged:
            log.error("server %d: damaged settings count as not set: %s", guild, damaged)
        return house

    async def may_open(self, interaction: discord.Interaction[Any], above: bool = False) -> House:
        """What holds here, for somebody who is about to open a match here, or (``above``) in the
        channel of this thread.

        Raises:
            Refused: not in this channel, not by this person, or the bot may not post here.
        """
        guild = interaction.guild_id
        if guild is None or interaction.channel_id is None:
            raise refuse("refused-no-server")
        house = await self.house(guild)
        parent = getattr(interaction.channel, "parent_id", None)
        if house.channels and not {interaction.channel_id, parent} & set(house.channels):
            where = " ".join(f"<#{channel}>" for channel in house.channels[:10])
            raise refuse("refused-channel", channels=where)
        if house.opens == MANAGERS and not interaction.permissions.manage_guild:
            raise refuse("refused-managers")
        missing = cannot_post(interaction, above)
        if missing:
            raise refuse("refused-cannot-post", what=", ".join(missing))
        return house

    async def show(self, interaction: discord.Interaction[Any], notice: str = "") -> None:
        """The administrator's private panel."""
        if interaction.guild_id is None:
            raise refuse("refused-no-server")
        if not interaction.permissions.manage_guild:
            raise refuse("refused-not-admin")
        view = self.view(await self.house(interaction.guild_id), locale_of(interaction), notice)
        await deliver(lambda: interaction.edit_original_response(view=view))

    def view(self, house: House, locale: str, notice: str) -> ui.LayoutView:
        """The panel: one select for each thing that can be decided."""
        view = ui.LayoutView(timeout=None)
        head = f"### {say(locale, 'setup-title')}"
        if house.damaged:
            what = ", ".join(say(locale, f"setup-{key}") for key in house.damaged)
            head = f"{head}\n{say(locale, 'store-setting-damaged', what=what)}"
        view.add_item(ui.TextDisplay(f"{head}\n{notice}" if notice else head))
        where = ui.ChannelSelect[Any](
            custom_id=str(Ticket("setwhere")),
            placeholder=say(locale, "setup-anywhere"),
            channel_types=[discord.ChannelType.text],
            min_values=0,
            max_values=25,
            default_values=[
                discord.SelectDefaultValue(id=c, type=discord.SelectDefaultValueType.channel)
                for c in house.channels[:25]
            ],
        )
        view.add_item(ui.TextDisplay(f"**{say(locale, 'setup-channels')}**"))
        view.add_item(ui.ActionRow(Control(where)))
        for key, now, values in (
            ("place", house.place, (CHANNEL, THREADS)),
            ("opens", house.opens, (EVERYONE, MANAGERS)),
            ("language", house.language, locales()),
        ):
            options = [
                discord.SelectOption(
                    label=_value(locale, key, value), value=value, default=value == now
                )
                for value in values[:25]
            ]
            view.add_item(ui.TextDisplay(f"**{say(locale, f'setup-{key}')}**"))
            title = say(locale, f"setup-{key}")
            view.add_item(ui.ActionRow(select(Ticket("setting", 0, 0, key), title, options)))
        return view

    async def where(self, press: Press) -> None:
        """Channels were chosen."""
        await self._put(press, "channels", json.dumps(ids(press.values)))

    async def setting(self, press: Press) -> None:
        """One of the other settings was chosen."""
        key, value = press.ticket.rest, (press.values or ("",))[0]
        allowed = {
            "place": (CHANNEL, THREADS), "opens": (EVERYONE, MANAGERS), "language": locales()
        }  # fmt: skip
        if value not in allowed.get(key, ()):
            raise refuse("refused-option")
        await self._put(press, key, value)

    async def _put(self, press: Press, key: str, value: str) -> None:
        interaction = press.interaction
        if not await acknowledge(interaction, private=True):
            return
        if interaction.guild_id is None or not interaction.permissions.manage_guild:
            raise refuse("refused-not-admin")
        await self.desk.store.set_setting(interaction.guild_id, key, value)
        self.desk.forget_language(interaction.guild_id)
        await self.show(interaction, say(locale_of(interaction), "setup-saved"))


def _channels(stored: str | None) -> tuple[int, ...] | None:
    """Channels as they are stored; None: it is no list of ids."""
    try:
        held = json.loads(stored or "[]")
    except (ValueError, RecursionError):
        return None
    known = isinstance(held, list) and all(type(one) is int and 0 < one <= LARGEST for one in held)
    return tuple(held) if known else None


def _value(locale: str, key: str, value: str) -> str:
    name = f"setup-{key}-{value.lower()}"
    return say(locale, name) if has(name) else value


def place_of(interaction: discord.Interaction[Any]) -> tuple[int, int | None]:
    """The channel where an interaction was and, where it was in one, its thread."""
    place = interaction.channel_id or 0
    if isinstance(interaction.channel, discord.Thread):
        return interaction.channel.parent_id, place
    return place, None


def cannot_post(interaction: discord.Interaction[Any], above: bool = False) -> list[str]:
    """Which permissions the bot lacks to play where the interaction was, or (``above``) in the
    channel of that thread, by Discord's names. What holds in a channel holds in its threads."""
    may = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread) and not above
    needed = {
        "View Channel": may.view_channel,
        "Send Messages": may.send_messages_in_threads if thread else may.send_messages,
        "Attach Files": may.attach_files,
        "Read Message History": may.read_message_history,
    }
    return [name for name, held in needed.items() if not held]
