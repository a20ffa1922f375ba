"""Buttons, selects and modals: one grammar for custom ids, one router, one way to report faults.

A custom id is ``kind:match:asked:rest``; everything a press needs stands in it, so it works after
any restart. Buttons, selects and submitted modals all reach the router from ``on_interaction``, not
by discord.py's views: those are kept in memory, forget modals at a restart, and drop a press that
they do not find in its message. One `DynamicItem` class carries every control only because
discord.py then keeps no view of the message.
"""

from __future__ import annotations

import functools
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from typing import Any, NamedTuple, ParamSpec, Self

import discord
from discord import app_commands, ui

from cogs.deliver import deliver
from data.faults import StoreError
from rendering.words import say
from rules.kernel import Refused

log = logging.getLogger(__name__)

GRAMMAR = re.compile(
    r"(?P<kind>[a-z]{2,10}):(?P<match>[0-9]{1,19}):(?P<asked>[0-9]{1,19})(?::(?P<rest>[a-z0-9_:+-]*))?",
    re.ASCII,
)
LARGEST = 2**63 - 1
"""SQLite's largest whole number; 19 digits can pass it."""


class Ticket(NamedTuple):
    """What a custom id says: the kind of press, the match, the question it answers, the rest."""

    kind: str
    match: int = 0
    asked: int = 0
    rest: str = ""

    def __str__(self) -> str:
        text = f"{self.kind}:{self.match}:{self.asked}"
        return f"{text}:{self.rest}" if self.rest else text

    @classmethod
    def parse(cls, custom_id: str) -> Ticket | None:
        """The ticket, or None when it is not one of ours."""
        found = GRAMMAR.fullmatch(custom_id)
        if found is None or len(custom_id) > 100:
            return None
        match, asked = int(found["match"]), int(found["asked"])
        if match > LARGEST or asked > LARGEST:
            return None
        return cls(found["kind"], match, asked, found["rest"] or "")


class Press(NamedTuple):
    """One press of a control: the interaction, its ticket, the values of a select, the fields of a
    modal."""

    interaction: discord.Interaction[Any]
    ticket: Ticket
    values: tuple[str, ...]
    fields: dict[str, Any]


Handler = Callable[[Press], Awaitable[None]]


class Router:
    """Who answers which kind of press."""

    def __init__(self) -> None:
        self.handlers: dict[str, Handler] = {}

    def on(self, kind: str, handler: Handler) -> None:
        """Let this handler answer presses of that kind."""
        if kind in self.handlers:
            raise ValueError(f"two handlers for {kind!r}")
        self.handlers[kind] = handler

    async def __call__(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press or a submitted modal. Never raises."""
        try:
            raw: dict[str, Any] = dict(interaction.data or {})
            ticket = Ticket.parse(str(raw.get("custom_id", "")))
            handler = self.handlers.get(ticket.kind) if ticket else None
            if ticket is None or handler is None:
                await tell(interaction, say(locale_of(interaction), "refused-unknown-button"))
                return
            if interaction.user.bot:
                await tell(interaction, say(locale_of(interaction), "refused-bot"))
                return
            values = tuple(str(value) for value in raw.get("values") or ())
            await handler(Press(interaction, ticket, values, dict(fields(raw.get("components")))))
        except Exception as error:
            await report(interaction, error)


def fields(components: Any) -> Iterator[tuple[str, Any]]:
    """(custom id, value) of every field of a submitted modal."""
    for component in components or ():
        if "custom_id" in component:
            yield component["custom_id"], component.get("value", component.get("values"))
        inner = component.get("component")
        yield from fields(component.get("components") or ([inner] if inner else []))


class Control(ui.DynamicItem[ui.Item[Any]], template=GRAMMAR):
    """Every button and select this bot sends; answered by the router, not here."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Called by discord.py for a press that the router answers."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Nothing: the router has it."""


def button(
    ticket: Ticket,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> Control:
    """A button that carries a ticket."""
    return Control(
        ui.Button(label=label[:80], style=style, custom_id=str(ticket), disabled=disabled)
    )


def select(ticket: Ticket, placeholder: str, options: list[discord.SelectOption]) -> Control:
    """A select of one among at most 25 that carries a ticket."""
    return Control(
        ui.Select(custom_id=str(ticket), placeholder=placeholder[:150], options=options[:25])
    )


def user_select(
    ticket: Ticket, placeholder: str, most: int, chosen: tuple[int, ...] = ()
) -> Control:
    """A select of up to so many people that carries a ticket."""
    kind = discord.SelectDefaultValueType.user
    held = [discord.SelectDefaultValue(id=user, type=kind) for user in chosen[:most]]
    return Control(
        ui.UserSelect(
            custom_id=str(ticket),
            placeholder=placeholder[:150],
            min_values=0,
            max_values=most,
            default_values=held,
        )
    )


def ids(values: Iterable[str]) -> tuple[int, ...]:
    """Those of the values that Discord could have as an id."""
    fits = (v for v in values if v.isascii() and v.isdecimal() and len(v) <= 19)
    return tuple(n for n in map(int, fits) if n <= LARGEST)


def locale_of(interaction: discord.Interaction[Any]) -> str:
    """The person's language."""
    return str(interaction.locale)


async def acknowledge(
    interaction: discord.Interaction[Any], fresh: bool = False, private: bool = False
) -> bool:
    """The first answer to a press, before anything else. ``fresh``: a private message of its own
    will follow; else the message that carried the button is going to change. ``private``: what it
    will show is for one person, so a message that others see too is left alone, and a private one
    follows.

    False: Discord will not take an answer any more, so nothing should be done.
    """
    fresh = fresh or (private and not _whispered(interaction))
    kind: dict[str, Any] = {"ephemeral": True, "thinking": True} if fresh else {}
    sent = await deliver(lambda: interaction.response.defer(**kind))
    return sent.fate.value != "expired"


def _whispered(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message that carried the control is seen by nobody else."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


class Words(ui.LayoutView):
    """A message that is only words."""

    def __init__(self, text: str) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay(text[:4000]))


async def tell(interaction: discord.Interaction[Any], text: str) -> None:
    """Say one private sentence to whoever pressed, however far the interaction has got."""
    view = Words(text)
    if not interaction.response.is_done():
        sent = await deliver(lambda: interaction.response.send_message(view=view, ephemeral=True))
        if sent.done and sent.value is None:
            # It was acknowledged before, and only the reply to that was lost.
            await deliver(lambda: interaction.followup.send(view=view, ephemeral=True))
    elif _thinking(interaction):
        await deliver(lambda: interaction.edit_original_response(view=view, attachments=[]))
    else:
        await deliver(lambda: interaction.followup.send(view=view, ephemeral=True))


def _thinking(interaction: discord.Interaction[Any]) -> bool:
    """Whether the original response is a private message of its own that still waits for words."""
    kind = interaction.response.type
    return kind is discord.InteractionResponseType.deferred_channel_message


async def report(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """The one place where an error of a press or a command ends. Never raises.

    An expected refusal is told in its own words; anything else in one kind sentence with an
    incident number, the rest goes to the log.
    """
    try:
        if isinstance(error, app_commands.CommandInvokeError):
            error = error.original
        locale = locale_of(interaction)
        if isinstance(error, Refused):
            await tell(interaction, refusal(locale, error))
            return
        if isinstance(error, app_commands.TransformerError):
            member = error.type is discord.AppCommandOptionType.user
            await tell(interaction, say(locale, "refused-not-here" if member else "refused-value"))
            return
        if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
            log.warning("a command of another version was used: %s", type(error).__name__)
            await tell(interaction, say(locale, "refused-unknown-command"))
            return
        if isinstance(error, StoreError):
            log.error("not stored: %s", error)
            known = error.reason.key.startswith("store-now-")
            key = error.reason.key if known else "not-stored"
            await tell(interaction, say(locale, key, **error.reason.args))
            return
        incident = secrets.token_hex(3)
        log.error("incident %s", incident, exc_info=error)
        await tell(interaction, say(locale, "incident", id=incident))
    except Exception:
        log.exception("an error could not even be told")


P = ParamSpec("P")


def guarded(
    call: Callable[P, Coroutine[Any, Any, None]],
) -> Callable[P, Coroutine[Any, Any, None]]:
    """A command's callback whose every error is told to the person, none raised to discord.py."""

    @functools.wraps(call)
    async def answered(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            await call(*args, **kwargs)
        except Exception as error:
            interaction = next(a for a in args if isinstance(a, discord.Interaction))
            await report(interaction, error)

    return answered


def refusal(locale: str, error: Refused) -> str:
    """A refusal in words."""
    return say(locale, error.reason.key, **error.reason.args)


class Tree(app_commands.CommandTree[Any]):
    """The command tree, with every error sent to `report`."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person; log the rest."""
        await report(interaction, error)
