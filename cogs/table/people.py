"""Resigning, handing a seat over, and noticing that somebody has left the server."""

from __future__ import annotations

from typing import Any

import discord
from discord import ButtonStyle, ui

from cogs.controls import Press, Ticket, acknowledge, button, locale_of, tell
from cogs.deliver import deliver
from cogs.table.desk import Desk, now
from cogs.table.seats import manages, seat_of
from data import acts, people
from data.acts import Person, refuse
from data.sheet import Sheet, Status
from rendering.names import clean, plain
from rendering.words import say
from rules.kernel import Refused, Stale

Interaction = discord.Interaction[Any]
NOT_HERE = {"10007", "10013"}
"""Discord's numbers for somebody who is not on the server, or is nobody any more."""


class People:
    """Who leaves a running match, and who comes in instead."""

    def __init__(self, bot: discord.Client, desk: Desk) -> None:
        self.bot = bot
        self.desk = desk

    async def ask_resign(self, interaction: Interaction, match: int) -> None:
        """Say what resigning means, with a button that does it."""
        sheet, locale = await self.desk.sheet_for(match, interaction), locale_of(interaction)
        acts.running(sheet)
        seat_of(sheet, interaction)
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(say(locale, "resign-sure", match=match)))
        row: ui.ActionRow[Any] = ui.ActionRow()
        ticket = Ticket("resign", match, sheet.n)
        row.add_item(button(ticket, say(locale, "button-resign"), ButtonStyle.danger))
        view.add_item(row)
        await deliver(lambda: interaction.edit_original_response(view=view))

    async def resign(self, press: Press) -> None:
        """The button: out, or the seat waits, as the game says."""
        interaction, ticket = press.interaction, press.ticket
        if not await acknowledge(interaction, private=True):
            return

        def act(sheet: Sheet) -> Any:
            seat = seat_of(sheet, interaction)
            if sheet.n != ticket.asked:
                raise Stale
            return acts.resign(sheet, seat, now())

        await self.desk.change(ticket.match, act, interaction)
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(say(locale_of(interaction), "resigned", match=ticket.match)))
        await deliver(lambda: interaction.edit_original_response(view=view))

    async def replace(
        self, interaction: Interaction, match: int, who: str, by: discord.Member
    ) -> None:
        """Hand a seat over: the holder does it, or the host, or whoever manages the server.

        ``who``: the number of the seat, or its holder's name.
        """
        if by.bot:
            raise refuse("refused-bot")
        person = Person(by.id, by.display_name)

        def act(sheet: Sheet) -> Any:
            acts.running(sheet)
            if sheet.guild != interaction.guild_id:
                raise refuse("refused-replace-server")
            if sheet.seat_of(by.id) is not None:
                raise refuse("refused-sits", who=plain(by.display_name))
            seat = _named(sheet, who)
            user = interaction.user.id
            allowed = user in (sheet.holders[seat].user, sheet.host)
            if not allowed and not manages(sheet, interaction):
                raise refuse("refused-replace")
            names = clean(sheet.holders[seat].name), clean(by.display_name)
            return people.hand_over(sheet, seat, person, names, now())

        await self.desk.change(match, act, interaction)
        text = say(locale_of(interaction), "replaced", who=plain(by.display_name), match=match)
        await tell(interaction, text)

    async def somebody_left(self, sheet: Sheet) -> bool:
        """Look whether those whom a match asks are still on the server. A seat whose holder left
        waits for another from now on, which makes a post of its own: then True."""
        guild = self.bot.get_guild(sheet.guild)
        if guild is None or sheet.status is not Status.RUNNING:
            return False
        left = False
        for seat, holder in enumerate(sheet.holders):
            if not holder.asked or holder.user is None:
                continue
            user = holder.user
            found = await deliver(lambda user=user: guild.fetch_member(user))  # type: ignore[misc]
            if NOT_HERE & set(found.why.split()):
                act = lambda s, seat=seat, user=user: (  # noqa: E731
                    people.gone(s, seat, now()) if s.holders[seat].user == user else _nothing(s)
                )
                try:
                    await self.desk.change(sheet.id, act)
                    left = True
                except Refused:  # the seat has another holder by now, or the match does not go on
                    continue
        return left


def _nothing(sheet: Sheet) -> Any:
    raise Stale


def _named(sheet: Sheet, who: str) -> int:
    """The seat of that number or holder's name; of two who bear it, neither is meant."""
    text = who.strip().casefold()
    if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= len(sheet.holders):
        return int(text) - 1
    found = [
        seat
        for seat, holder in enumerate(sheet.holders)
        if text in (holder.name.casefold(), clean(holder.name).casefold())
    ]
    if len(found) == 1:
        return found[0]
    raise refuse("refused-who", most=len(sheet.holders))
