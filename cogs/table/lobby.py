"""Where a match is opened, joined, set up, started or cancelled."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
from discord import ButtonStyle, ui

from cogs.controls import (
    Press,
    Ticket,
    acknowledge,
    button,
    ids,
    locale_of,
)
from cogs.deliver import Fate, deliver
from cogs.table.board import cover_of
from cogs.table.desk import Desk, now, person_of
from cogs.table.options import (
    INVITE,
    Field,
    invite_view,
    options_of,
    options_view,
)
from cogs.table.outbox import OFTEN, Carried, body
from cogs.table.scenes import Scenes
from cogs.table.seats import Sight, as_host
from cogs.table.send import send
from cogs.table.setup import THREADS, Setup, place_of
from data import acts, lobbies, people
from data.sheet import Change, Letter, Post, Sheet, Status
from rendering.names import plain
from rendering.scene import renderer
from rendering.words import say
from rules import game as game_of
from rules import games
from rules.kernel import PLACES, Refused

MOST_OPEN = 10
"""Lobbies that one host may have open on a server at a time: a button pressed in play opens one."""


def lobby_view(sheet: Sheet, locale: str, file: str | None) -> ui.LayoutView:
    """The lobby's message."""
    view = ui.LayoutView(timeout=None)
    name = say(locale, f"{sheet.game}-name")
    key = "lobby-title" if sheet.status is Status.LOBBY else "lobby-title-past"
    head = say(locale, key, game=name, number=sheet.id)
    view.add_item(ui.TextDisplay(f"### {head}\n{say(locale, f'{sheet.game}-line')}"))
    if file is not None:
        alt = renderer(sheet.game).cover_alt(locale)
        item = discord.MediaGalleryItem(f"attachment://{file}", description=alt)
        view.add_item(ui.MediaGallery(item))
    view.add_item(ui.TextDisplay("\n".join(_seats(sheet, locale))[:2000]))
    view.add_item(ui.TextDisplay("\n".join(_terms(sheet, locale))[:1500]))
    if sheet.commitment:
        view.add_item(ui.TextDisplay(f"-# {say(locale, 'commitment', hash=sheet.commitment)}"))
    if sheet.status is Status.LOBBY:
        for row in _rows(sheet, locale):
            view.add_item(row)
    return view


def _seats(sheet: Sheet, locale: str) -> list[str]:
    lines = [say(locale, "lobby-seats", here=len(sheet.holders), seats=sheet.wanted)]
    places = lobbies.places_of(sheet) if sheet.match is None else ()
    for seat, holder in enumerate(sheet.holders):
        who = plain(holder.name, "") or say(locale, "seat-name", number=seat + 1)
        if places and places[seat]:
            place = say(locale, f"{sheet.game}-place-{places[seat]}")
            who = say(locale, "lobby-place", who=who, place=place)
        host = holder.user == sheet.host
        lines.append(say(locale, "lobby-host" if host else "lobby-seat", number=seat + 1, who=who))
    free = range(len(sheet.holders), sheet.wanted)
    return lines + [say(locale, "lobby-free", number=k + 1) for k in free]


def _terms(sheet: Sheet, locale: str) -> list[str]:
    """The options as they stand, and what can happen next."""
    least, _ = game_of(sheet.game).seat_range
    lines = []
    if game_of(sheet.game).places and sheet.status is Status.LOBBY:
        lines.append(say(locale, "lobby-places"))
    for field in options_of(sheet):
        value = field.worded(locale, field.value)
        lines.append(say(locale, "lobby-option", option=field.title(locale), value=value))
    if sheet.invited:
        who = " ".join(_invited(sheet, user, locale) for user in sheet.invited)
        lines.append(say(locale, "lobby-invited", who=who))
    if sheet.threads:
        lines.append(say(locale, "lobby-thread"))
    if sheet.auto:
        lines.append(say(locale, "lobby-auto"))
    if sheet.status is Status.CANCELLED:
        lines.append(f"**{say(locale, 'lobby-cancelled')}**")
    elif sheet.status is not Status.LOBBY:
        lines.append(f"**{say(locale, 'lobby-started')}**")
    elif len(sheet.holders) < least:
        lines.append(say(locale, "lobby-needs", least=least))
    else:
        lines.append(say(locale, "lobby-ready"))
    return lines


def _invited(sheet: Sheet, user: int, locale: str) -> str:
    """One who is invited, with the place that is kept for that one."""
    who, kept = f"<@{user}>", lobbies.kept_for(sheet, user)
    if kept is None:
        return who
    return say(locale, "lobby-kept", who=who, place=say(locale, f"{sheet.game}-place-{kept}"))


def _rows(sheet: Sheet, locale: str) -> list[ui.ActionRow[Any]]:
    least, _ = game_of(sheet.game).seat_range
    full = len(sheet.holders) >= sheet.wanted
    first: ui.ActionRow[Any] = ui.ActionRow()
    join = Ticket("join", sheet.id)
    first.add_item(button(join, say(locale, "button-join"), ButtonStyle.success, full))
    first.add_item(button(Ticket("leave", sheet.id), say(locale, "button-leave")))
    begin, few = Ticket("start", sheet.id), len(sheet.holders) < least
    first.add_item(button(begin, say(locale, "button-start"), ButtonStyle.primary, few))
    first.add_item(button(Ticket("options", sheet.id, 0, INVITE), say(locale, "button-invite")))
    first.add_item(
        button(Ticket("cancel", sheet.id), say(locale, "button-cancel"), ButtonStyle.danger)
    )
    rows = [first]
    names, chosen = game_of(sheet.game).places, lobbies.places_of(sheet)
    kept = lobbies.kept_places(sheet)
    for k in range(0, len(names), 5):
        choose: ui.ActionRow[Any] = ui.ActionRow()
        for name in names[k : k + 5]:
            label = say(locale, f"{sheet.game}-place-{name}")
            style = ButtonStyle.primary if name in chosen else ButtonStyle.secondary
            # Who may join a place that is kept sits down at it by joining.
            ticket = Ticket("place", sheet.id, 0, name)
            choose.add_item(button(ticket, label, style, name in kept))
        rows.append(choose)
    second: ui.ActionRow[Any] = ui.ActionRow()
    fields = options_of(sheet)
    for field in [f for f in fields if f.toggle][:3]:
        now_on = "button-option-on" if field.value else "button-option-off"
        ticket = Ticket("toggle", sheet.id, 0, field.name)
        second.add_item(button(ticket, say(locale, now_on, option=field.title(locale))))
    second.add_item(button(Ticket("options", sheet.id), say(locale, "button-options")))
    second.add_item(button(Ticket("rules", 0, 1, sheet.game), say(locale, "button-rules")))
    rows.append(second)
    return rows


class Lobby:
    """The lobby's buttons, and the carrier of its message."""

    def __init__(self, bot: discord.Client, desk: Desk, scenes: Scenes, setup: Setup) -> None:
        self.bot = bot
        self.desk = desk
        self.scenes = scenes
        self.setup = setup
        self._opening = asyncio.Lock()

    async def carry(self, letter: Letter) -> Carried:
        """Make the lobby's message or bring it up to date."""
        sheet = await self.desk.sheet(letter.match)
        locale = await self.desk.language(sheet.guild)
        posts = [p for p in await self.desk.store.posts(sheet.id) if p.n == 0]
        if sheet.status is Status.HELD:
            return Carried(Fate.DONE)  # it is made anew where the match is brought to
        if sheet.status is Status.CANCELLED and not posts:
            return Carried(Fate.DONE)  # nobody ever saw it
        open_ = sheet.status is Status.LOBBY
        cover = await cover_of(self.scenes, sheet.game, locale)
        view = lobby_view(sheet, locale, cover.name if cover.data else None)
        nobody = discord.AllowedMentions.none()
        # One that looks for players is made anew when it has moved; the unsent letter that said so
        # may have been replaced by a later one.
        old = posts[-1] if posts else None
        if old and not body(letter, "anew") and (not open_ or old.channel == sheet.place):
            message = self.bot.get_partial_messageable(old.channel).get_partial_message(old.message)

            async def edit() -> None:
                # The picture is kept only by naming it again; it may have been made without one.
                kept = (await message.fetch()).attachments or cover.files()
                await message.edit(view=view, attachments=kept, allowed_mentions=nobody)

            edited = await deliver(edit)
            if not open_ and (edited.fate is not Fate.LATER or letter.tries >= OFTEN):
                return Carried(Fate.DONE)  # the match is past its lobby; its posts matter now
            if edited.done and open_:
                await self._promised(sheet, old.message)
            if edited.fate is not Fate.MESSAGE_GONE:
                return Carried(edited.fate, None, (), edited.why, old.channel)

        sent = await send(self.bot, sheet, letter, view, files=cover.files)
        if sent.value is None:
            return Carried(sent.fate, None, (), sent.why, sheet.place)
        await self._promised(sheet, sent.value.id)
        return Carried(Fate.DONE, Post(sheet.id, 0, sheet.place, sent.value.id, True))

    async def _promised(self, sheet: Sheet, message: int) -> None:
        """Put on record which message showed the commitment first: it goes into the match's key."""
        if sheet.commitment and sheet.message is None:
            await self.desk.change(sheet.id, lambda s: lobbies.promised(s, message))

    async def open(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        seats: int | None,
        like: Sheet | None = None,
    ) -> Sheet:
        """Open a lobby where the command was given. ``like``: an earlier match whose options it
        begins with; one that had a thread of its own is followed by one in the channel above. While
        somebody of that match, or whoever pressed, has a lobby for its game open here, there is no
        other.

        Raises:
            Refused: there is one already, the host has too many, or not here or by this person.
        """
        house = await self.setup.may_open(interaction, like is not None and like.threads)
        user, here = interaction.user.id, interaction.guild_id or 0
        channel, thread = place_of(interaction)
        seed = secrets.token_bytes(32)
        change = lobbies.open_lobby(game, here, channel, person_of(interaction), now(), seed, seats)
        options = change.sheet.options
        if like is not None:
            kept = lobbies.options_of(like).model_dump(mode="json")
            options = {**options, **{k: v for k, v in kept.items() if k != PLACES}}
            thread = None if like.threads else thread
        # A thread cannot have threads of its own.
        threads = (house.place == THREADS or (like is not None and like.threads)) and thread is None
        new = replace(change.sheet, thread=thread, threads=threads, options=options)
        # One after the other: what many press at once is counted as if they had waited.
        async with self._opening:
            looking = [h for h in self.desk.heads.values() if h.status is Status.LOBBY]
            people = {user, *(holder.user for holder in like.holders)} if like else set()
            sight = Sight(interaction)
            for head in looking:
                same = (head.game, head.channel) == (game, channel) and sight.of(head)
                if head.host in people and same:
                    raise acts.refuse("refused-again", match=head.id)
            if sum((h.host, h.guild) == (user, here) for h in looking) >= MOST_OPEN:
                raise acts.refuse("refused-many", most=MOST_OPEN)
            return await self.desk.store_change(replace(change, sheet=new), interaction)

    async def act(self, press: Press, act: Any) -> None:
        """Do one act on the lobby; its message follows by the outbox."""
        if not await acknowledge(press.interaction):
            return
        await self.desk.change(press.ticket.match, act, press.interaction)

    async def join(self, press: Press) -> None:
        """Join button."""
        await self.act(press, lambda s: joined(s, press.interaction))

    async def place(self, press: Press) -> None:
        """A place's button, in a game where they differ: choose it, or give it back."""
        person = person_of(press.interaction)

        def choose(sheet: Sheet) -> Change:
            # Of one who sits already it is no press by which he sat down.
            sits = sheet.seat_of(person.user) is not None
            change = lobbies.take_place(sheet, person, press.ticket.rest)
            return filled(change, person.press if sits else None)

        await self.act(press, choose)

    async def leave(self, press: Press) -> None:
        """Leave button."""
        await self.act(press, lambda s: lobbies.leave_lobby(s, press.interaction.user.id))

    async def start(self, press: Press) -> None:
        """Start button."""
        await self.act(press, lambda s: started(s, press.interaction))

    async def cancel(self, press: Press) -> None:
        """Cancel button."""
        await self.act(press, lambda s: lobbies.cancel(s, as_host(s, press.interaction)))

    async def toggle(self, press: Press) -> None:
        """A yes-or-no option's button."""
        name = press.ticket.rest

        def flip(sheet: Sheet) -> Change:
            on = getattr(lobbies.options_of(sheet), name, None)
            return lobbies.set_option(sheet, press.interaction.user.id, name, on is not True)

        await self.act(press, flip)

    async def options(self, press: Press) -> None:
        """Options button: the host's private selects, seats and switches. Invite button: of these
        only who may join."""
        interaction = press.interaction
        if not await acknowledge(interaction, fresh=True):
            return
        sheet = await self.desk.sheet_for(press.ticket.match, interaction)
        lobbies.in_lobby(sheet)
        lobbies.only_host(sheet, interaction.user.id)
        view = _private(press, sheet)
        await deliver(lambda: interaction.edit_original_response(view=view))

    async def _put(self, press: Press, act: Callable[[Sheet, int], Change]) -> None:
        """Something was chosen in the host's private message: do it and show it there."""
        interaction = press.interaction
        if not await acknowledge(interaction, private=True):
            return
        user = interaction.user.id
        sheet = await self.desk.change(press.ticket.match, lambda s: act(s, user), interaction)
        view = _private(press, sheet)
        await deliver(lambda: interaction.edit_original_response(view=view))

    async def option(self, press: Press) -> None:
        """A value of one of the game's options."""
        name = press.ticket.rest

        def put(sheet: Sheet, user: int) -> Change:
            if name not in game_of(sheet.game).options.model_fields:
                raise acts.refuse("refused-option")
            values = Field(sheet.game, name, None).values
            chosen = _index(press)
            if not 0 <= chosen < len(values):
                raise acts.refuse("refused-option")
            return lobbies.set_option(sheet, user, name, values[chosen])

        await self._put(press, put)

    async def number(self, press: Press) -> None:
        """A number with too many values for a select: a modal asks for it. Nothing is read before
        that, so the game stands in the ticket."""
        locale, ticket = locale_of(press.interaction), press.ticket
        game, _, name = ticket.rest.partition(":")
        if game not in games() or name not in game_of(game).options.model_fields:
            raise acts.refuse("refused-option")
        field = Field(game, name, None)
        if field.bounds is None:
            raise acts.refuse("refused-option")
        low, high = field.bounds
        again = str(Ticket("numbered", ticket.match, 0, name))
        modal = ui.Modal(title=field.title(locale)[:45], custom_id=again, timeout=900)
        text: ui.TextInput[Any] = ui.TextInput(custom_id="number", max_length=len(str(high)))
        words = say(locale, "number-label", low=low, high=high)
        modal.add_item(ui.Label(text=words[:45], component=text))
        await deliver(lambda: press.interaction.response.send_modal(modal))

    async def numbered(self, press: Press) -> None:
        """The modal came back with a number."""
        name = press.ticket.rest
        typed = str(press.fields.get("number") or "").strip()

        def put(sheet: Sheet, user: int) -> Change:
            if name not in game_of(sheet.game).options.model_fields:
                raise acts.refuse("refused-option")
            bounds = Field(sheet.game, name, None).bounds
            if bounds is None:
                raise acts.refuse("refused-option")
            fits = typed.isascii() and typed.isdecimal() and len(typed) <= 9
            if not fits or not bounds[0] <= int(typed) <= bounds[1]:
                raise acts.refuse("refused-number", low=bounds[0], high=bounds[1])
            return lobbies.set_option(sheet, user, name, int(typed))

        await self._put(press, put)

    async def seats(self, press: Press) -> None:
        """How many seats."""
        id = press.interaction.id
        await self._put(press, lambda s, user: filled(people.set_seats(s, user, _index(press)), id))

    async def auto(self, press: Press) -> None:
        """Whether it starts by itself when full."""
        id = press.interaction.id
        await self._put(press, lambda s, user: filled(people.set_auto(s, user, not s.auto), id))

    async def threads(self, press: Press) -> None:
        """Whether it gets a thread of its own."""
        await self._put(press, lambda s, user: people.set_threads(s, user, not s.threads))

    async def invite(self, press: Press) -> None:
        """People were chosen: only they may join; none: everybody may."""
        chosen = _people(press)
        await self._put(press, lambda s, user: people.invite(s, user, chosen))

    async def keep(self, press: Press) -> None:
        """Somebody was chosen for a place, or nobody."""
        place, who = press.ticket.rest, next(iter(_people(press)), None)
        await self._put(press, lambda s, user: people.keep_place(s, user, place, who))


def _private(press: Press, sheet: Sheet) -> ui.LayoutView:
    """The host's private message that was pressed for, or in, as it stands now."""
    of_people = press.ticket.rest == INVITE or press.ticket.kind == "keep"
    build = invite_view if of_people else options_view
    return build(sheet, locale_of(press.interaction))


def _people(press: Press) -> tuple[int, ...]:
    """Who was chosen.

    Raises:
        Refused: a bot is among them.
    """
    resolved: Any = (press.interaction.data or {}).get("resolved") or {}
    users = resolved.get("users") or {}
    if any((users.get(value) or {}).get("bot") for value in press.values):
        raise acts.refuse("refused-bot")
    return ids(press.values)


def _index(press: Press) -> int:
    """The number that was chosen; -1 when it is none."""
    value = press.values[0] if press.values else ""
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 6 else -1


def joined(sheet: Sheet, interaction: discord.Interaction[Any]) -> Change:
    """The lobby with whoever pressed in it, or the match it became."""
    return filled(lobbies.join(sheet, person_of(interaction)))


def filled(change: Change, press: int | None = None) -> Change:
    """The running match instead, when that change filled a lobby that starts by itself and whose
    commitment can be read. ``press``: the host's, where it was no seat that was taken."""
    sheet = change.sheet
    if sheet.auto and len(sheet.holders) == sheet.wanted:
        try:
            return lobbies.begin(sheet, None, now(), press)
        except Refused as no:  # a seat that was taken before the promise is taken all the same
            if no.reason.key != "refused-not-promised":
                raise
    return change


def started(sheet: Sheet, interaction: discord.Interaction[Any]) -> Change:
    """The match begun by whoever pressed Start."""
    return lobbies.begin(sheet, as_host(sheet, interaction), now(), interaction.id)
