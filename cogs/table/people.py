"""Resigning, handing a seat over, and noticing that somebody has left the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ButtonStyle, ui

from cogs.controls import Press, Ticket, acknowledge, button, locale_of, tell
from cogs.deliver import deliver
from cogs.table.desk import Desk, now, person_of
from cogs.table.seats import actor_of, seat_of
from data import acts, people
from data.acts import Person, refuse
from data.powers import LONGEST_REASON
from data.sheet import Sheet, Status
from rendering.names import clean, plain
from rendering.words import say
from rules.kernel import Refused, Seat, Stale

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
        self, interaction: Interaction, match: int, who: str, by: discord.Member, reason: str
    ) -> None:
        """Hand a seat over, or fill one that waits. ``who``: the number of the seat, or its
        holder's name."""
        if by.bot:
            raise refuse("refused-bot")
        person = Person(by.id, by.display_name)

        def act(sheet: Sheet) -> Any:
            acts.running(sheet)
            if sheet.guild != interaction.guild_id:
                raise refuse("refused-replace-server")
            seat = _named(sheet, who)
            names = clean(sheet.holders[seat].name), clean(by.display_name)
            actor = actor_of(sheet, interaction)
            return people.hand_over(sheet, seat, person, actor, names, now(), given_reason(reason))

        await self.desk.change(match, act, interaction)
        text = say(locale_of(interaction), "replaced", who=plain(by.display_name), match=match)
        await tell(interaction, text)

    async def unseat(self, interaction: Interaction, match: int, who: str, reason: str) -> None:
        """A manager who does not play takes an absent holder off his seat."""

        def act(sheet: Sheet) -> Any:
            acts.running(sheet)
            seat, actor = _named(sheet, who), actor_of(sheet, interaction)
            name = clean(sheet.holders[seat].name)
            return people.unseat(sheet, seat, actor, name, now(), given_reason(reason))

        sheet = await self.desk.change(match, act, interaction)
        name = plain(sheet.holders[_named(sheet, who)].name)
        await tell(interaction, say(locale_of(interaction), "unseated", who=name, match=match))

    async def back(self, press: Press) -> None:
        """The button that takes one's seat again."""
        interaction, match = press.interaction, press.ticket.match
        if not await acknowledge(interaction, private=True):
            return
        if not await self.come_back(interaction, match):
            raise refuse("refused-not-waited-for")
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(say(locale_of(interaction), "done-back", match=match)))
        await deliver(lambda: interaction.edit_original_response(view=view))

    async def come_back(self, interaction: Interaction, match: int) -> bool:
        """Take one's seat again, if it still waits; False: no seat of this match does."""
        sheet = await self.desk.sheet_for(match, interaction)
        if people.waits_for(sheet, interaction.user.id) is None:
            return False
        if sheet.guild != interaction.guild_id:  # who left the match's server is not back yet
            raise refuse("refused-replace-server")
        person = person_of(interaction)
        act = lambda s: people.come_back(s, person, clean(person.name), now())  # noqa: E731
        await self.desk.change(match, act, interaction)
        return True

    async def all_there(self, sheet: Sheet, guild: discord.Guild | None) -> bool:
        """Whether everybody who sits is on that server; whom Discord cannot say is taken to be."""
        for user in [h.user for h in sheet.holders if h.user is not None and not h.out]:
            if guild is None:
                return False
            found = await deliver(lambda user=user: guild.fetch_member(user))  # type: ignore[misc]
            if NOT_HERE & set(found.why.split()):
                return False
        return True

    async def somebody_left(self, sheet: Sheet, seats: Sequence[Seat] | None = None) -> bool:
        """Look whether the holders of these seats (None: whom the match asks) are still on the
        server. A seat whose holder left waits for another from now on, which makes a post of its
        own: then True."""
        guild = self.bot.get_guild(sheet.guild)
        if guild is None or sheet.status is not Status.RUNNING:
            return False
        left = False
        for seat, holder in enumerate(sheet.holders):
            wanted = bool(holder.asked) if seats is None else seat in seats
            if not wanted or holder.user is None:
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


def given_reason(text: str) -> str:
    """A reason as it is kept: what can be read of it."""
    return clean(text, "", LONGEST_REASON)


def way_back(match: int, locale: str) -> ui.LayoutView:
    """What somebody is shown whose seat still waits for him."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(say(locale, "waits-for-you", match=match)))
    come = button(Ticket("back", match), say(locale, "button-come-back"), ButtonStyle.primary)
    row: ui.ActionRow[Any] = ui.ActionRow(come)
    view.add_item(row)
    return view


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
