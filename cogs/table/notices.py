"""Public messages in words alone: an undo that asks for consent, a match put on hold, a thread."""

from __future__ import annotations

from typing import Any

import discord
from discord import ButtonStyle, ui

from cogs.controls import Ticket, button
from cogs.deliver import Fate, deliver
from cogs.table.desk import Desk
from cogs.table.outbox import OFTEN, Carried, body
from cogs.table.scenes import Scenes
from cogs.table.seats import mentions
from cogs.table.send import send
from data.acts import waited_for
from data.people import threaded
from data.rewind import crosses
from data.sheet import REQUEST, Letter, Post, Sheet, Status
from rendering.names import plain
from rendering.words import listed, say
from rules.kernel import Seat


def _name(sheet: Sheet, seat: Seat, locale: str) -> str:
    return plain(sheet.holders[seat].name, "") or say(locale, "seat-name", number=seat + 1)


def notice_view(
    sheet: Sheet, locale: str, key: int, ended: str = "", what: str = ""
) -> ui.LayoutView:
    """A request for an undo: who asks for what, who has agreed; with its buttons while it waits.
    ``key``: which request; ``what``: lines on what would fall, and what was learned since."""
    view = ui.LayoutView(timeout=None)
    request = sheet.request
    if ended or request is None or request.key != key or request.n != sheet.n:
        text = say(locale, ended or "undo-over")
        view.add_item(ui.TextDisplay(text))
        return view
    ply = sheet.match.ply if sheet.match else 0
    who = _name(sheet, request.seat, locale)
    asked = say(locale, "undo-asked", who=who, count=ply - request.ply, match=sheet.id)
    called = " ".join(f"<@{user.id}>" for user in mentions(sheet, waited_for(sheet, request)))
    lines = [f"{called} {asked}"]
    if what:
        lines.append(what)
    if crosses(sheet, request.ply):
        lines.append(say(locale, "undo-everybody"))
    if request.given:
        given = [_name(sheet, k, locale) for k in request.given]
        lines.append(say(locale, "undo-given", who=listed(locale, given)))
    view.add_item(ui.TextDisplay("\n".join(lines)))
    row: ui.ActionRow[Any] = ui.ActionRow()
    agree, refuse = Ticket("agree", sheet.id, key), Ticket("decline", sheet.id, key)
    row.add_item(button(agree, say(locale, "button-agree"), ButtonStyle.success))
    row.add_item(button(refuse, say(locale, "button-decline"), ButtonStyle.danger))
    view.add_item(row)
    return view


class Notices:
    """Carries `notice` and `thread` letters."""

    def __init__(self, bot: discord.Client, desk: Desk, scenes: Scenes) -> None:
        self.bot = bot
        self.desk = desk
        self.scenes = scenes

    async def notice(self, letter: Letter) -> Carried:
        """Say it, calling exactly the seats it names."""
        sheet = await self.desk.sheet(letter.match)
        if sheet.status is Status.HELD:
            return Carried(Fate.DONE)  # there is no place to say it
        locale = await self.desk.language(sheet.guild)
        seats = tuple(int(seat) for seat in body(letter, "seats", ()))
        consent = body(letter, "consent")
        if consent is not None:
            request = sheet.request
            if request is None or request.key != consent or request.n != sheet.n:
                return Carried(Fate.DONE)  # it was settled before it could be asked
            what = await self.scenes.fallen(sheet, request.ply, locale)
            view = notice_view(sheet, locale, consent, what=what)
        else:
            who = body(letter, "seat")
            called = " ".join(f"<@{user.id}>" for user in mentions(sheet, seats))
            text = say(
                locale,
                str(body(letter, "key")),
                who=_name(sheet, int(who), locale) if who is not None else "",
                match=sheet.id,
            )
            view = ui.LayoutView(timeout=None)
            view.add_item(ui.TextDisplay(f"{called} {text}".strip()))
        sent = await send(self.bot, sheet, letter, view, seats)
        made = None
        if consent is not None and sent.value is not None:
            made = Post(sheet.id, REQUEST, sheet.place, sent.value.id, True)
        return Carried(sent.fate, made, (), sent.why, sheet.place)

    async def thread(self, letter: Letter) -> Carried:
        """Make the match's thread; where that is not allowed, it is played in the channel."""
        sheet = await self.desk.sheet(letter.match)
        if sheet.thread is not None or not sheet.threads:
            return Carried(Fate.DONE)
        locale = await self.desk.language(sheet.guild)
        name = say(locale, "thread-name", game=say(locale, f"{sheet.game}-name"), number=sheet.id)
        lobby = [p for p in await self.desk.store.posts(sheet.id) if p.n == 0]
        channel = self.bot.get_partial_messageable(sheet.channel, guild_id=sheet.guild)
        if not lobby:
            return Carried(Fate.DONE)
        message = channel.get_partial_message(lobby[-1].message)
        made = await deliver(
            lambda: message.create_thread(name=name[:100], auto_archive_duration=10080)
        )
        thread = made.value.id if made.value is not None else None
        if thread is None and "160004" in made.why:
            thread = message.id  # made before, and the answer was lost: it has the message's id
        if thread is not None:
            # Moved elsewhere meanwhile: then that is where it is played.
            act = lambda s: threaded(s, thread if s.channel == sheet.channel else s.thread)  # noqa: E731
            await self.desk.change(sheet.id, act)
            return Carried(Fate.DONE)
        if made.fate is Fate.LATER and letter.tries < OFTEN:  # then it is played in the channel
            return Carried(made.fate, None, (), made.why)
        return Carried(Fate.DONE, None, (), made.why)
