"""Taking back, in three rings: own steps freely, further by consent, and with a reason by a manager
who does not play."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.controls import Press, acknowledge, locale_of, refusal, tell
from cogs.deliver import deliver
from cogs.table.desk import Desk, now
from cogs.table.notices import notice_view
from cogs.table.panel import Panel
from cogs.table.people import People, given_reason
from cogs.table.scenes import Scenes
from cogs.table.seats import actor_of, manages, seat_of
from data import rewind
from data.acts import refuse, waited_for
from data.sheet import Change, Entry, Sheet, Status
from data.store import Gone
from rendering.words import say
from rules.kernel import Match, Refused, Seat, Stale

Interaction = discord.Interaction[Any]


class Undo:
    """The Undo button, ``/table undo`` and the buttons that agree to one."""

    def __init__(self, desk: Desk, panel: Panel, scenes: Scenes, people: People) -> None:
        self.desk = desk
        self.panel = panel
        self.scenes = scenes
        self.people = people

    async def _back(self, sheet: Sheet, ply: int) -> Match:
        try:
            return await self.desk.store.at(sheet, ply)
        except Gone:
            raise refuse("refused-undo-gone") from None

    async def free(self, match: int, interaction: Interaction, steps: int, n: int | None) -> Sheet:
        """Take back this person's latest plies. ``n``: the entry the button was made at."""

        async def act(sheet: Sheet) -> Change:
            seat = seat_of(sheet, interaction)
            if n is not None and n != sheet.n:
                raise Stale
            if sheet.match is None or not 0 < steps <= rewind.undoable(sheet, seat):
                raise refuse("refused-undo")
            back = await self._back(sheet, sheet.match.ply - steps)
            return rewind.undo(sheet, seat, back, await self.desk.store.log(sheet.id), now())

        return await self.desk.change(match, act, interaction)

    async def press(self, press: Press) -> None:
        """Undo on a post (answered privately) or in a panel (drawn in place)."""
        interaction, ticket = press.interaction, press.ticket
        in_panel = ticket.rest == "p"
        if not await acknowledge(interaction, fresh=not in_panel, private=True):
            return
        try:
            await self.free(ticket.match, interaction, 1, ticket.asked)
        except Refused as no:
            # What can be done instead stands in the panel.
            sheet = await self.desk.sheet_for(ticket.match, interaction)
            if sheet.seat_of(interaction.user.id) is None or sheet.match is None:
                raise
            notice = refusal(locale_of(interaction), no)
            await self.panel.show(interaction, ticket.match, notice=notice)
            return
        if in_panel:
            await self.panel.show(interaction, ticket.match)
        else:
            await tell(interaction, say(locale_of(interaction), "undone", match=ticket.match))

    async def command(
        self, interaction: Interaction, match: int, steps: int | None, reason: str | None
    ) -> None:
        """``/table undo``: whichever ring it takes. ``steps`` None: back to before one's own last
        move; for who has none, the latest."""
        sheet, locale = await self.desk.sheet_for(match, interaction), locale_of(interaction)
        seat = sheet.seat_of(interaction.user.id)
        if steps is None:
            steps = 1 if reason else await self._since_own(sheet, seat)
        if seat is not None and not reason and steps <= rewind.undoable(sheet, seat):
            await self.free(match, interaction, steps, None)
            text = say(locale, "undone", match=match)
        elif reason:
            act = lambda s: self._overrule(s, interaction, steps, reason)  # noqa: E731
            await self.desk.change(match, act, interaction)
            text = say(locale, "undone", match=match)
        else:
            await self._look_for(sheet, seat, steps)
            await self.desk.change(match, lambda s: self._ask(s, interaction, steps), interaction)
            text = say(locale, "undo-asked-you", match=match)
        await tell(interaction, text)

    async def _look_for(self, sheet: Sheet, seat: Seat | None, steps: int) -> None:
        """Nobody is asked to agree who has left the server: his seat waits from now on."""
        if seat is not None and sheet.match is not None and 0 < steps <= sheet.match.ply:
            log = await self.desk.store.log(sheet.id)
            needs = rewind.asked_for(sheet, seat, sheet.match.ply - steps, log)
            await self.people.somebody_left(sheet, needs)

    async def _since_own(self, sheet: Sheet, seat: Seat | None) -> int:
        """The plies back to before this seat's own last move; 1 where it has none."""
        plies = [e for e in await self._plies(sheet) if e.seat == seat and e.kind == "move"]
        if seat is None or not plies or sheet.match is None:
            return 1
        return sheet.match.ply - plies[-1].ply + 1

    async def _plies(self, sheet: Sheet) -> list[Entry]:
        log = await self.desk.store.log(sheet.id)
        return [e for e in rewind.stands(log) if rewind.makes_ply(e)]

    async def _overrule(
        self, sheet: Sheet, interaction: Interaction, steps: int, reason: str
    ) -> Change:
        by = actor_of(sheet, interaction)
        log = await self.desk.store.log(sheet.id)
        ply = sheet.match.ply if sheet.match else 0
        if not 0 < steps <= ply:
            raise refuse("refused-undo-where", most=ply)
        rewind.may_overrule(sheet, by)
        back = await self._back(sheet, ply - steps)
        return rewind.overrule(sheet, by, back, log, now(), given_reason(reason))

    async def _ask(self, sheet: Sheet, interaction: Interaction, steps: int) -> Change:
        seat = seat_of(sheet, interaction)
        ply = sheet.match.ply if sheet.match else 0
        if not 0 < steps <= ply:
            raise refuse("refused-undo-where", most=ply)
        await self._back(sheet, ply - steps)  # nobody is asked for what cannot be done
        return rewind.ask(sheet, seat, ply - steps, await self.desk.store.log(sheet.id))

    async def agree(self, press: Press) -> None:
        """Agree on a request: the last one's goes back."""
        interaction, ticket = press.interaction, press.ticket
        if not await acknowledge(interaction):
            return
        sheet = await self.desk.sheet_for(ticket.match, interaction)
        request = sheet.request
        if request is not None and request.key == ticket.asked:
            await self.people.somebody_left(sheet, waited_for(sheet, request))

        async def act(sheet: Sheet) -> Change:
            request = rewind.pending(sheet, ticket.asked)
            back = await self._back(sheet, request.ply)
            log = await self.desk.store.log(sheet.id)
            return rewind.agree(sheet, seat_of(sheet, interaction), ticket.asked, back, log, now())

        sheet = await self.desk.change(ticket.match, act, interaction)
        await self._redraw(press, sheet, "undo-agreed" if sheet.request is None else "")

    async def decline(self, press: Press) -> None:
        """Do not agree: the request is over."""
        interaction, ticket = press.interaction, press.ticket
        if not await acknowledge(interaction):
            return
        act = lambda s: rewind.decline(s, seat_of(s, interaction), ticket.asked)  # noqa: E731
        sheet = await self.desk.change(ticket.match, act, interaction)
        await self._redraw(press, sheet, "undo-over")

    async def _redraw(self, press: Press, sheet: Sheet, ended: str) -> None:
        """The request's message as it stands now; without buttons once it has ended."""
        locale = await self.desk.language(sheet.guild)
        request = sheet.request
        what = await self.scenes.fallen(sheet, request.ply, locale) if request else ""
        sheet = await self.desk.sheet(sheet.id)  # somebody may have moved meanwhile
        view = notice_view(sheet, locale, press.ticket.asked, ended, what)
        if press.interaction.message is not None and press.interaction.message.components:
            # By this it is found, should its letter be still in doubt.
            view.children[0].id = press.interaction.message.components[0].id
        await deliver(
            lambda: press.interaction.edit_original_response(
                view=view, allowed_mentions=discord.AllowedMentions.none()
            )
        )

    async def complete_steps(
        self, interaction: Interaction, match: int
    ) -> list[app_commands.Choice[int]]:
        """The latest plies, worded, with how many are taken back by going to before each."""
        sheet = await self.desk.sheet_for(match, interaction)
        if sheet.match is None or sheet.status is not Status.RUNNING:
            return []
        locale, seat = locale_of(interaction), sheet.seat_of(interaction.user.id)
        if seat is None and not manages(sheet, interaction):
            return []
        telling = await self.scenes.telling(sheet, seat, locale, messages=False)
        names = telling.scene.names
        plies = [e for e in rewind.stands(telling.log) if rewind.makes_ply(e)][::-1][:25]
        out = []
        for steps, entry in enumerate(plies, 1):
            if entry.kind != "move":
                break  # a resignation is not taken back, nor what came before it
            lines = telling.entry(entry)
            quiet = say(locale, "event-quiet", who=name_of(names, entry.seat))
            what = lines[0] if lines else quiet
            out.append(
                app_commands.Choice(
                    name=say(locale, "undo-steps", count=steps, what=what)[:100], value=steps
                )
            )
        return out


def name_of(names: tuple[str, ...], seat: Seat | None) -> str:
    """A seat's name, or nothing."""
    return names[seat] if seat is not None else ""
