"""Seats and the people on them, as Discord knows them."""

from __future__ import annotations

from typing import Any

import discord

from data.acts import refuse
from data.powers import HOST, MANAGER, Actor, Role
from data.sheet import Head, Sheet, returning
from rendering.names import clean
from rules.kernel import Seat


def mentions(sheet: Sheet, seats: tuple[int, ...]) -> list[discord.Object]:
    """The users on these seats, each once."""
    users = dict.fromkeys(sheet.holders[seat].user for seat in seats)
    return [discord.Object(user) for user in users if user is not None]


class Sight:
    """Which matches somebody may know of: those he is in or invited to, and on the server where he
    asks those whose place he can see, or all when he manages it."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self._places: dict[tuple[int, int | None], bool] = {}

    def of(self, match: Sheet | Head) -> bool:
        """Whether this match is there for him."""
        asks = self.interaction
        users = match.users if isinstance(match, Head) else [h.user for h in match.holders]
        back = match.returning if isinstance(match, Head) else returning(users, match.former)
        if asks.user.id == match.host or asks.user.id in (*users, *match.invited, *back):
            return True
        if asks.guild_id != match.guild:
            return False
        if asks.channel_id == match.place or asks.permissions.manage_guild:
            return True
        place = (match.channel, match.thread)
        if place not in self._places:
            self._places[place] = self._sees(*place, match.threads)
        return self._places[place]

    def _sees(self, channel: int, thread: int | None, ours: bool) -> bool:
        guild, user = self.interaction.guild, self.interaction.user
        held = guild.get_channel(channel) if guild is not None else None
        if held is None or not isinstance(user, discord.Member):
            return False
        may = held.permissions_for(user)
        if thread is None or not may.view_channel:
            return may.view_channel
        # One that was archived is no longer known to us. Those of our own making are never private;
        # of any other it is not certain.
        below = held.guild.get_thread(thread)
        return ours if below is None else not below.is_private() or may.manage_threads


def open_to(match: Sheet | Head, interaction: discord.Interaction[Any]) -> None:
    """Matches are numbered across servers; whoever may not know of one is told that there is none
    of that number.

    Raises:
        Refused: as if there were no such match.
    """
    if not Sight(interaction).of(match):
        raise refuse("refused-no-match", match=match.id)


def manages(sheet: Sheet, interaction: discord.Interaction[Any]) -> bool:
    """Whether somebody manages the server of the match. Who manages another one proves nothing."""
    return interaction.guild_id == sheet.guild and interaction.permissions.manage_guild


def actor_of(sheet: Sheet, interaction: discord.Interaction[Any]) -> Actor:
    """Whoever acts, and what he is to the match: the word of a manager weighs more than a host's.
    """
    user = interaction.user
    role: Role = HOST if user.id == sheet.host else "nobody"
    if manages(sheet, interaction):
        role = MANAGER
    return Actor(user.id, clean(user.display_name), role)


def as_host(sheet: Sheet, interaction: discord.Interaction[Any]) -> int:
    """For whom somebody starts or closes a lobby: for its host who manages the server, since a host
    may have left; else for himself."""
    return sheet.host if manages(sheet, interaction) else interaction.user.id


def seat_of(sheet: Sheet, interaction: discord.Interaction[Any]) -> Seat:
    """The seat of whoever pressed.

    Raises:
        Refused: he has none.
    """
    seat = sheet.seat_of(interaction.user.id)
    if seat is None:
        raise refuse("refused-not-yours", match=sheet.id)
    return seat
