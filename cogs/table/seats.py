"""Seats and the people on them, as Discord knows them."""

from __future__ import annotations

from typing import Any

import discord

from data.acts import refuse
from data.sheet import Sheet
from rules.kernel import Seat


def mentions(sheet: Sheet, seats: tuple[int, ...]) -> list[discord.Object]:
    """The users on these seats, each once."""
    users = dict.fromkeys(sheet.holders[seat].user for seat in seats)
    return [discord.Object(user) for user in users if user is not None]


def open_to(sheet: Sheet, interaction: discord.Interaction[Any]) -> None:
    """Matches are numbered across servers; for whoever is neither on the match's server nor in the
    match there is none of that number.

    Raises:
        Refused: as if there were no such match.
    """
    user = interaction.user.id
    if interaction.guild_id != sheet.guild and user != sheet.host and sheet.seat_of(user) is None:
        raise refuse("refused-no-match", match=sheet.id)


def manages(sheet: Sheet, interaction: discord.Interaction[Any]) -> bool:
    """Whether somebody manages the server of the match. Who manages another one proves nothing."""
    return interaction.guild_id == sheet.guild and interaction.permissions.manage_guild


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
