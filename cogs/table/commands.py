"""``/table``: what every game shares, by command."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.controls import acknowledge, guarded, locale_of, tell
from cogs.deliver import deliver
from cogs.table.desk import Desk, asked_users
from cogs.table.lobby import Lobby, joined, started
from cogs.table.panel import Panel
from cogs.table.undo import Undo
from data import acts
from data.sheet import Sheet, Status
from data.store import Head
from rendering.names import clean
from rendering.words import say
from rules import games

Interaction = discord.Interaction[Any]


def described(key: str) -> locale_str:
    """A description for Discord: English, with the message's name for the translator."""
    return locale_str(say("en", key), key=key)


def head_label(head: Head, user: int, locale: str) -> str:
    """A match in a list: ``#12 Sarena: ann, bob (your turn)``; at most 100 characters."""
    names = ", ".join(clean(name) or "?" for name in head.names)
    game = say(locale, f"{head.game}-name")
    key = "match-yours" if user in asked_users(head) else "match-line"
    text = say(locale, key, number=head.id, game=game, names=names)
    return text if len(text) <= 100 else text[:99] + "…"


class TableCommands(app_commands.Group):
    """The group of commands every game shares."""

    def __init__(self, desk: Desk, lobby: Lobby, panel: Panel, undo: Undo) -> None:
        super().__init__(name="table", description=described("cmd-table"), guild_only=True)
        self.desk = desk
        self.lobby = lobby
        self.panel = panel
        self.taking_back = undo

    def which(self, interaction: Interaction, wished: str | None) -> int:
        """The match a command means."""
        return which(self.desk, interaction, wished)

    @app_commands.command(name="new", description=described("cmd-table-new"))
    @app_commands.describe(game=described("opt-game"), seats=described("opt-seats"))
    @guarded
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seats: app_commands.Range[int, 1, 8] | None = None,
    ) -> None:
        """Open a lobby."""
        if not await acknowledge(interaction, fresh=True):
            return
        if game not in games():
            raise acts.refuse("refused-no-game", games=", ".join(games()))
        sheet = await self.lobby.open(interaction, game, seats)
        await tell(interaction, say(locale_of(interaction), "opened", match=sheet.id))

    @new.autocomplete("game")
    async def _games(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        locale = locale_of(interaction)
        choices = [
            app_commands.Choice(name=say(locale, f"{name}-name")[:100], value=name)
            for name in games()
        ]
        return [c for c in choices if current.casefold() in c.name.casefold()][:25]

    @app_commands.command(name="join", description=described("cmd-table-join"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def join(self, interaction: Interaction, match: str | None = None) -> None:
        """Join a lobby."""
        await self._lobby_act(interaction, match, lambda s: joined(s, interaction), "done-joined")

    @app_commands.command(name="leave", description=described("cmd-table-leave"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def leave(self, interaction: Interaction, match: str | None = None) -> None:
        """Leave a lobby."""
        user = interaction.user.id
        await self._lobby_act(interaction, match, lambda s: acts.leave_lobby(s, user), "done-left")

    @app_commands.command(name="start", description=described("cmd-table-start"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def start(self, interaction: Interaction, match: str | None = None) -> None:
        """Start a match."""
        user = interaction.user.id
        await self._lobby_act(interaction, match, lambda s: started(s, user), "done-started")

    @app_commands.command(name="cancel", description=described("cmd-table-cancel"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def cancel(self, interaction: Interaction, match: str | None = None) -> None:
        """Close a lobby."""
        user = interaction.user.id
        await self._lobby_act(interaction, match, lambda s: acts.cancel(s, user), "done-cancelled")

    async def _lobby_act(
        self, interaction: Interaction, match: str | None, act: Any, done: str
    ) -> None:
        if not await acknowledge(interaction, fresh=True):
            return
        number = which(self.desk, interaction, match, Status.LOBBY)
        await self.desk.change(number, act, interaction)
        await tell(interaction, say(locale_of(interaction), done, match=number))

    @app_commands.command(name="play", description=described("cmd-table-play"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def play(self, interaction: Interaction, match: str | None = None) -> None:
        """Open the panel."""
        if await acknowledge(interaction, fresh=True):
            await self.panel.show(interaction, self.which(interaction, match))

    @app_commands.command(name="board", description=described("cmd-table-board"))
    @app_commands.describe(match=described("opt-match"), as_text=described("opt-as-text"))
    @guarded
    async def board(
        self, interaction: Interaction, as_text: bool = False, match: str | None = None
    ) -> None:
        """The present board, for you alone; the public one is posted anew when it is gone."""
        if not await acknowledge(interaction, fresh=True):
            return
        number = self.which(interaction, match)
        await self.panel.show_view(interaction, number, as_text=as_text, public=True)
        await self._repost_if_gone(number)

    async def _repost_if_gone(self, match: int) -> None:
        sheet = await self.desk.sheet(match)
        posts = [p for p in await self.desk.store.posts(match) if p.live]
        if posts and sheet.status is Status.RUNNING:
            last = posts[-1]
            message = self.lobby.bot.get_partial_messageable(last.channel).get_partial_message(
                last.message
            )
            found = await deliver(message.fetch)
            if found.fate.value not in ("message gone", "place gone"):
                self.desk.kick()
                return
            await self.desk.store.retired(match, last.message)
            await self.desk.change(match, acts.posted_anew)
        self.desk.kick()

    @app_commands.command(name="hand", description=described("cmd-table-hand"))
    @app_commands.describe(match=described("opt-match"), as_text=described("opt-as-text"))
    @guarded
    async def hand(
        self, interaction: Interaction, as_text: bool = False, match: str | None = None
    ) -> None:
        """Your private view."""
        if not await acknowledge(interaction, fresh=True):
            return
        number = self.which(interaction, match)
        sheet = await self.desk.sheet(number)
        if sheet.seat_of(interaction.user.id) is None:
            raise acts.refuse("refused-not-yours", match=number)
        await self.panel.show_view(interaction, number, as_text=as_text)

    @app_commands.command(name="undo", description=described("cmd-table-undo"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def undo(self, interaction: Interaction, match: str | None = None) -> None:
        """Take back your latest step."""
        if not await acknowledge(interaction, fresh=True):
            return
        number = self.which(interaction, match)
        await self.taking_back.one(number, interaction)
        await tell(interaction, say(locale_of(interaction), "undone", match=number))

    @app_commands.command(name="export", description=described("cmd-table-export"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def export(self, interaction: Interaction, match: str | None = None) -> None:
        """The whole match as a file, as your seat may know it."""
        if not await acknowledge(interaction, fresh=True):
            return
        sheet = await self.desk.sheet(self.which(interaction, match))
        file = await exported(self.desk, sheet, interaction.user.id)
        text = say(locale_of(interaction), "exported", match=sheet.id)
        await deliver(lambda: interaction.edit_original_response(content=text, attachments=[file]))


async def exported(desk: Desk, sheet: Sheet, user: int) -> discord.File:
    """The export as an attachment. Its name holds the game and the number, never a person's."""
    if sheet.match is None:
        raise acts.refuse("refused-not-started")
    from data import export

    seat = sheet.seat_of(user)
    names = tuple(clean(h.name) or f"seat {k + 1}" for k, h in enumerate(sheet.holders))
    doc = export.export(sheet, await desk.store.log(sheet.id), seat, names)
    return discord.File(io.BytesIO(doc), filename=f"{sheet.game}-{sheet.id}.json")


def which(
    desk: Desk, interaction: Interaction, wished: str | None, status: Status | None = None
) -> int:
    """The match a command means, here and for this user."""
    return desk.resolve(interaction.channel_id or 0, interaction.user.id, wished, status)


async def complete_match(
    desk: Desk, interaction: Interaction, current: str, game: str | None = None
) -> list[app_commands.Choice[str]]:
    """Matches by number, game and names: here first, those that ask you first of all."""
    user, place, locale = interaction.user.id, interaction.channel_id, locale_of(interaction)
    heads = sorted(
        (
            h for h in desk.heads.values()
            if h.guild == interaction.guild_id and game in (None, h.game)
        ),
        key=lambda h: (
            user not in asked_users(h), user not in h.users,
            place not in (h.thread, h.channel), -h.id,
        ),
    )  # fmt: skip
    labels = [(head_label(h, user, locale), h) for h in heads]
    wanted = current.casefold()
    return [
        app_commands.Choice(name=label, value=str(head.id))
        for label, head in labels
        if wanted in label.casefold()
    ][:25]


def complete_matches(commands: TableCommands) -> None:
    """Give every command of the group that has one a completed ``match`` option."""

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await complete_match(commands.desk, interaction, current)

    for command in commands.commands:
        if isinstance(command, app_commands.Command) and any(
            p.name == "match" for p in command.parameters
        ):
            command.autocomplete("match")(complete)
