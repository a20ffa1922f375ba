"""A lobby's options: read from the game's model, and the host's private messages that set them."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import annotated_types
import discord
from discord import ui

from cogs.controls import Ticket, button, select, user_select
from data import lobbies
from data.people import MOST_INVITED
from data.sheet import Sheet
from rendering.words import has, say
from rules import game as game_of
from rules.kernel import PLACES

INVITE = "who-joins"
"""In a ticket: of the host's private message only who may join."""


class Field:
    """One option of a game, read from its options model."""

    def __init__(self, game: str, name: str, value: Any) -> None:
        self.game, self.name, self.value = game, name, value
        info = game_of(game).options.model_fields[name]
        kind = info.annotation
        self.values: tuple[Any, ...] = ()
        """Every value it may take; empty when there are too many to list."""
        self.bounds: tuple[int, int] | None = None
        """Of a number its least and most."""
        if kind is bool:
            self.values = (False, True)
        elif get_origin(kind) is Literal:
            self.values = get_args(kind)
        elif kind is int:
            low = high = None
            for mark in info.metadata:
                low = mark.ge if isinstance(mark, annotated_types.Ge) else low
                high = mark.le if isinstance(mark, annotated_types.Le) else high
            if low is not None and high is not None:
                self.bounds = int(str(low)), int(str(high))
                if self.bounds[1] - self.bounds[0] < 25:
                    self.values = tuple(range(self.bounds[0], self.bounds[1] + 1))
        self.toggle = kind is bool

    def title(self, locale: str) -> str:
        """Its name in words."""
        return say(locale, f"{self.game}-option-{self.name}")

    def help(self, locale: str) -> str:
        """What it does, in a sentence; empty where its name says all."""
        key = f"{self.game}-option-{self.name}-help"
        return say(locale, key) if has(key) else ""

    def worded(self, locale: str, value: Any) -> str:
        """A value in words."""
        key = f"{self.game}-option-{self.name}-{str(value).lower()}"
        if has(key):
            return say(locale, key)
        if isinstance(value, bool):
            return say(locale, "option-on" if value else "option-off")
        return str(value)


def options_of(sheet: Sheet) -> list[Field]:
    """The options of this lobby's game, with their values."""
    options = lobbies.options_of(sheet).model_dump(mode="json")
    return [Field(sheet.game, name, value) for name, value in options.items() if name != PLACES]


def invite_view(sheet: Sheet, locale: str) -> ui.LayoutView:
    """The host's private message on who is invited."""
    view = ui.LayoutView(timeout=None)
    if sheet.match is not None:
        view.add_item(ui.TextDisplay(say(locale, "lobby-started")))
    else:
        view.add_item(ui.TextDisplay(say(locale, "invite-title", number=sheet.id)))
        _add_invited(view, Ticket("invite", sheet.id, 0, INVITE), sheet, locale)
        _add_places(view, sheet, locale)
    return view


def _add_invited(view: ui.LayoutView, ticket: Ticket, sheet: Sheet, locale: str) -> None:
    everybody = say(locale, "options-everybody")
    view.add_item(ui.ActionRow(user_select(ticket, everybody, MOST_INVITED, sheet.invited)))


def _add_places(view: ui.LayoutView, sheet: Sheet, locale: str) -> None:
    """Where places differ, a select of one person for each."""
    names, kept = game_of(sheet.game).places, lobbies.kept_places(sheet)
    if names:
        view.add_item(ui.TextDisplay(say(locale, "invite-places")))
    for name in names[:12]:
        anybody = say(locale, "invite-place", place=say(locale, f"{sheet.game}-place-{name}"))
        held = (kept[name],) if name in kept else ()
        ticket = Ticket("keep", sheet.id, 0, name)
        view.add_item(ui.ActionRow(user_select(ticket, anybody, 1, held)))


def options_view(sheet: Sheet, locale: str) -> ui.LayoutView:
    """The host's private message: a select for each option of the game, the seats, who is invited,
    and two switches."""
    view = ui.LayoutView(timeout=None)
    if sheet.match is not None:
        view.add_item(ui.TextDisplay(say(locale, "lobby-started")))
        return view
    view.add_item(ui.TextDisplay(say(locale, "options-title", number=sheet.id)))
    for field in [f for f in options_of(sheet) if f.values][:8]:
        choices = [
            discord.SelectOption(
                label=field.worded(locale, value)[:100], value=str(k), default=value == field.value
            )
            for k, value in enumerate(field.values)
        ]
        view.add_item(ui.TextDisplay(_explained(field, locale)))
        ticket = Ticket("option", sheet.id, 0, field.name)
        view.add_item(ui.ActionRow(select(ticket, field.title(locale), choices)))
    least, most = game_of(sheet.game).seat_range
    counts = [
        discord.SelectOption(label=str(k), value=str(k), default=k == sheet.wanted)
        for k in range(max(least, lobbies.seats_taken(sheet)), most + 1)
    ]
    if len(counts) > 1:
        title = say(locale, "options-seats")
        view.add_item(ui.TextDisplay(f"**{title}**"))
        view.add_item(ui.ActionRow(select(Ticket("seats", sheet.id), title, counts)))
    view.add_item(ui.TextDisplay(f"**{say(locale, 'options-invite')}**"))
    _add_invited(view, Ticket("invite", sheet.id), sheet, locale)
    row: ui.ActionRow[Any] = ui.ActionRow()
    for kind, on in (("auto", sheet.auto), ("threads", sheet.threads)):
        label = say(
            locale,
            "button-option-on" if on else "button-option-off",
            option=say(locale, f"options-{kind}"),
        )
        row.add_item(button(Ticket(kind, sheet.id), label))
    # A number of more values than a select holds is typed, in a modal of its own.
    typed = [f for f in options_of(sheet) if not f.values and f.bounds][:3]
    about = [_explained(field, locale) for field in typed if field.help(locale)]
    view.add_item(ui.TextDisplay("\n".join([*about, say(locale, "options-help")])))
    for field in typed:
        label = say(locale, "button-number", option=field.title(locale), value=field.value)
        row.add_item(button(Ticket("number", sheet.id, 0, f"{sheet.game}:{field.name}"), label))
    view.add_item(row)
    return view


def _explained(field: Field, locale: str) -> str:
    """An option's name, and what it does."""
    about = field.help(locale)
    return f"**{field.title(locale)}**" + (f"\n-# {about}" if about else "")
