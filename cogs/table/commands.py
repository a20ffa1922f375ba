"""``/table``: what every game shares, by command."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.controls import acknowledge, guarded, locale_of, tell
from cogs.deliver import Fate, deliver
from cogs.table.desk import Desk, asked_users
from cogs.table.lobby import joined, started
from cogs.table.seats import Sight, as_host, manages
from cogs.table.setup import place_of
from data import acts, lobbies, people
from data.acts import refuse
from data.sheet import OPEN, REQUEST, Change, Head, Post, Sheet, Status
from rendering.names import clean
from rendering.words import game_name, say
from rules import games

if TYPE_CHECKING:
    from cogs.table import Table

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
LOBBIES = (Status.LOBBY,)
STARTED = (Status.RUNNING, Status.HELD)
Choices = list[app_commands.Choice[str]]


def described(key: str) -> locale_str:
    """A description for Discord: English, with the message's name for the translator."""
    return locale_str(say("en", key), key=key)


class TableCommands(app_commands.Group):
    """The group of commands every game shares."""

    def __init__(self, table: Table) -> None:
        super().__init__(name="table", description=described("cmd-table"), guild_only=True)
        self.table = table
        self.desk = table.desk

    # The lobby.

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
            raise refuse("refused-no-game", games=", ".join(games()))
        sheet = await self.table.lobby.open(interaction, game, seats)
        await tell(interaction, say(locale_of(interaction), "opened", match=sheet.id))

    @app_commands.command(name="join", description=described("cmd-table-join"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def join(self, interaction: Interaction, match: str | None = None) -> None:
        """Join a lobby, or come back to a seat that waits."""
        if not await acknowledge(interaction, fresh=True):
            return
        number = self._waits_for(interaction, match)
        if number is not None and await self.table.people.come_back(interaction, number):
            await tell(interaction, say(locale_of(interaction), "done-back", match=number))
            return
        await self._done(interaction, match, lambda s: joined(s, interaction), "done-joined")

    def _waits_for(self, interaction: Interaction, match: str | None) -> int | None:
        """The running match, the one wished or one here, in which a seat waits for this person."""
        if match:
            return which(self.desk, interaction, match)
        for head in self.desk.heads.values():
            here = interaction.channel_id in (head.thread, head.channel)
            if here and interaction.user.id in head.returning:
                return head.id
        return None

    @app_commands.command(name="leave", description=described("cmd-table-leave"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def leave(self, interaction: Interaction, match: str | None = None) -> None:
        """Leave a lobby."""
        user = interaction.user.id
        await self._lobby(interaction, match, lambda s: lobbies.leave_lobby(s, user), "done-left")

    @app_commands.command(name="start", description=described("cmd-table-start"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def start(self, interaction: Interaction, match: str | None = None) -> None:
        """Start a match."""
        await self._lobby(interaction, match, lambda s: started(s, interaction), "done-started")

    @app_commands.command(name="cancel", description=described("cmd-table-cancel"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def cancel(self, interaction: Interaction, match: str | None = None) -> None:
        """Close a lobby."""
        act = lambda s: lobbies.cancel(s, as_host(s, interaction))  # noqa: E731
        await self._lobby(interaction, match, act, "done-cancelled")

    async def _lobby(
        self,
        interaction: Interaction,
        match: str | None,
        act: Callable[[Sheet], Change],
        done: str,
    ) -> None:
        """Acknowledge, do one act on a lobby, and say that it is done."""
        if await acknowledge(interaction, fresh=True):
            await self._done(interaction, match, act, done)

    async def _done(
        self,
        interaction: Interaction,
        match: str | None,
        act: Callable[[Sheet], Change],
        done: str,
    ) -> None:
        number = which(self.desk, interaction, match, LOBBIES)
        await self.desk.change(number, act, interaction)
        await tell(interaction, say(locale_of(interaction), done, match=number))

    # Looking and playing.

    @app_commands.command(name="play", description=described("cmd-table-play"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def play(self, interaction: Interaction, match: str | None = None) -> None:
        """Open the panel."""
        await self._on(interaction, match, lambda m: self.table.panel.show(interaction, m))

    @app_commands.command(name="board", description=described("cmd-table-board"))
    @app_commands.describe(match=described("opt-match"), as_text=described("opt-as-text"))
    @guarded
    async def board(
        self, interaction: Interaction, as_text: bool = False, match: str | None = None
    ) -> None:
        """The present board, for you alone; the public one is posted anew when it is gone."""

        async def show(number: int) -> None:
            await self.table.panel.show_view(interaction, number, as_text, public=True)
            await self._recover(number)

        await self._on(interaction, match, show)

    async def _recover(self, match: int) -> None:
        """Post anew what is gone, and try at once what has waited."""
        store = self.desk.store
        if await store.failures(match):
            await self.desk.change(match, acts.posted_anew)
        elif (await self.desk.sheet(match)).status is Status.RUNNING:
            live = [p for p in await store.posts(match) if p.live]
            if await self._gone([p for p in live if p.n > 0]):
                await self.desk.change(match, acts.posted_anew)
            elif await self._gone([p for p in live if p.n == REQUEST]):
                await self.desk.change(match, acts.asked_anew)
        await store.hasten(match)
        self.desk.kick()

    async def _gone(self, posts: list[Post]) -> bool:
        """Whether the last of these messages is no more."""
        for last in posts[-1:]:
            place = self.table.bot.get_partial_messageable(last.channel)
            found = await deliver(place.get_partial_message(last.message).fetch)
            if found.fate in (Fate.MESSAGE_GONE, Fate.PLACE_GONE):
                await self.desk.store.retired(last.match, last.message)
                return True
        return False

    @app_commands.command(name="hand", description=described("cmd-table-hand"))
    @app_commands.describe(match=described("opt-match"), as_text=described("opt-as-text"))
    @guarded
    async def hand(
        self, interaction: Interaction, as_text: bool = False, match: str | None = None
    ) -> None:
        """Your private view."""

        async def show(number: int) -> None:
            sheet = await self.desk.sheet_for(number, interaction)
            if sheet.seat_of(interaction.user.id) is None:
                raise refuse("refused-not-yours", match=number)
            await self.table.panel.show_view(interaction, number, as_text)

        await self._on(interaction, match, show)

    @app_commands.command(name="log", description=described("cmd-table-log"))
    @app_commands.rename(first="from")
    @app_commands.describe(first=described("opt-log-from"), match=described("opt-match"))
    @guarded
    async def log(
        self,
        interaction: Interaction,
        first: app_commands.Range[int, 1, 100_000] | None = None,
        match: str | None = None,
    ) -> None:
        """What happened, page by page."""
        journal = self.table.journal
        await self._on(interaction, match, lambda m: journal.show(interaction, m, first))

    @app_commands.command(name="undo", description=described("cmd-table-undo"))
    @app_commands.describe(
        steps=described("opt-undo-steps"),
        reason=described("opt-undo-reason"),
        match=described("opt-match"),
    )
    @guarded
    async def undo(
        self,
        interaction: Interaction,
        steps: app_commands.Range[int, 1, 500] | None = None,
        reason: app_commands.Range[str, 1, 200] | None = None,
        match: str | None = None,
    ) -> None:
        """Take back: freely, by consent, or as a manager who does not play, with a reason."""
        undo = self.table.undo
        await self._on(interaction, match, lambda m: undo.command(interaction, m, steps, reason))

    @undo.autocomplete("steps")
    async def _steps(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        try:
            wished = getattr(interaction.namespace, "match", None)
            number = which(self.desk, interaction, wished, STARTED)
            return await self.table.undo.complete_steps(interaction, number)
        except Exception:  # completion never raises: an empty list says enough
            return []

    @app_commands.command(name="mine", description=described("cmd-table-mine"))
    @guarded
    async def mine(self, interaction: Interaction) -> None:
        """Your matches."""
        if await acknowledge(interaction, fresh=True):
            await self.table.lists.mine(interaction)

    @app_commands.command(name="here", description=described("cmd-table-here"))
    @guarded
    async def here(self, interaction: Interaction) -> None:
        """The matches of this channel and server."""
        if await acknowledge(interaction, fresh=True):
            await self.table.lists.here(interaction)

    @app_commands.command(name="export", description=described("cmd-table-export"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def export(self, interaction: Interaction, match: str | None = None) -> None:
        """The whole match as a file, as your seat may know it."""

        async def send(number: int) -> None:
            await self.table.afterwards.hand_out(interaction, number)

        await self._on(interaction, match, send)

    @app_commands.command(name="rules", description=described("cmd-table-rules"))
    @app_commands.describe(game=described("opt-guide-game"))
    @guarded
    async def rules(self, interaction: Interaction, game: str) -> None:
        """A short guide to a game."""
        if not await acknowledge(interaction, fresh=True):
            return
        if game not in games():
            raise refuse("refused-no-game", games=", ".join(games()))
        await self.table.guide.show(interaction, game, 1)

    # People and place.

    @app_commands.command(name="resign", description=described("cmd-table-resign"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def resign(self, interaction: Interaction, match: str | None = None) -> None:
        """Leave a running match, after a question."""
        ask = self.table.people.ask_resign
        await self._on(interaction, match, lambda m: ask(interaction, m))

    @app_commands.command(name="replace", description=described("cmd-table-replace"))
    @app_commands.describe(
        who=described("opt-replace-who"),
        by=described("opt-replace-by"),
        reason=described("opt-replace-reason"),
        match=described("opt-match"),
    )
    @guarded
    async def replace(
        self,
        interaction: Interaction,
        who: str,
        by: discord.Member,
        reason: app_commands.Range[str, 1, 200] | None = None,
        match: str | None = None,
    ) -> None:
        """Hand one's seat over, or fill one that waits."""
        change = self.table.people.replace
        await self._on(interaction, match, lambda m: change(interaction, m, who, by, reason or ""))

    @app_commands.command(name="unseat", description=described("cmd-table-unseat"))
    @app_commands.describe(
        who=described("opt-replace-who"),
        reason=described("opt-unseat-reason"),
        match=described("opt-match"),
    )
    @guarded
    async def unseat(
        self,
        interaction: Interaction,
        who: str,
        reason: app_commands.Range[str, 1, 200],
        match: str | None = None,
    ) -> None:
        """Take an absent player off a seat, which waits then."""
        take = self.table.people.unseat
        await self._on(interaction, match, lambda m: take(interaction, m, who, reason))

    @replace.autocomplete("who")
    @unseat.autocomplete("who")
    async def _seats(self, interaction: Interaction, current: str) -> Choices:
        try:
            wished = getattr(interaction.namespace, "match", None)
            number = which(self.desk, interaction, wished, STARTED)
            sheet = await self.desk.sheet_for(number, interaction)
        except Exception:  # completion never raises: an empty list says enough
            return []
        seats = [
            app_commands.Choice(name=f"{k + 1}. {clean(h.name) or '?'}"[:100], value=str(k + 1))
            for k, h in enumerate(sheet.holders)
            if not h.out
        ]
        return [c for c in seats if current.casefold() in c.name.casefold()]

    @app_commands.command(name="move", description=described("cmd-table-move"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def move(self, interaction: Interaction, match: str) -> None:
        """Bring a match here, for one whose channel is gone."""
        if not await acknowledge(interaction, fresh=True):
            return
        number = which(self.desk, interaction, match)
        await self.table.setup.may_open(interaction)
        guild, (channel, thread) = interaction.guild_id or 0, place_of(interaction)
        held = await self.desk.sheet_for(number, interaction)
        elsewhere = held.status is Status.HELD and held.guild != guild
        if elsewhere and not await self.table.people.all_there(held, interaction.guild):
            raise refuse("refused-move-people")  # their seats would be taken for left

        def act(sheet: Sheet) -> Change:
            if interaction.user.id != sheet.host and not manages(sheet, interaction):
                raise refuse("refused-move")
            if sheet.guild != guild and sheet.status is not Status.HELD:
                raise refuse("refused-move-server")
            return people.settle(sheet, guild, channel, thread)

        await self.desk.change(number, act, interaction)
        await tell(interaction, say(locale_of(interaction), "moved", match=number))

    @app_commands.command(name="setup", description=described("cmd-table-setup"))
    @guarded
    async def setup(self, interaction: Interaction) -> None:
        """What administrators decide."""
        if await acknowledge(interaction, fresh=True):
            await self.table.setup.show(interaction)

    # Shared.

    async def _on(
        self, interaction: Interaction, match: str | None, do: Callable[[int], Awaitable[None]]
    ) -> None:
        """Acknowledge, find the match that is meant, and do it."""
        if await acknowledge(interaction, fresh=True):
            await do(which(self.desk, interaction, match, STARTED))

    @new.autocomplete("game")
    @rules.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> Choices:
        locale = locale_of(interaction)
        choices = [
            app_commands.Choice(name=say(locale, f"{name}-name")[:100], value=name)
            for name in games()
        ]
        return [c for c in choices if current.casefold() in c.name.casefold()][:25]


def which(
    desk: Desk, interaction: Interaction, wished: str | None, statuses: Collection[Status] = OPEN
) -> int:
    """The match a command means, here and for this user."""
    return desk.resolve(interaction, wished, statuses)


@lru_cache(4096)
def _shown(names: tuple[str, ...]) -> str:
    return ", ".join(map(clean, names))


def head_label(head: Head, user: int, locale: str) -> str:
    """A match in a list: ``#12 Sarena: ann, bob (your turn)``; at most 100 characters."""
    names, game = _shown(head.names), game_name(locale, head.game)
    key = "match-yours" if user in asked_users(head) else "match-line"
    text = say(locale, key, number=head.id, game=game, names=names)
    return text if len(text) <= 100 else text[:99] + "…"


async def complete_match(
    desk: Desk,
    interaction: Interaction,
    current: str,
    game: str | None = None,
    statuses: Collection[Status] = OPEN,
    back: bool = False,
) -> Choices:
    """Matches by number, game and names: those that ask you first, then yours, then those here.
    Only those of that game (None: any) and those statuses; with ``back`` also those in which your
    seat waits. Never raises."""
    try:
        return _matches(desk, interaction, current, game, statuses, back)
    except Exception:  # whatever was typed: an empty list says enough
        log.exception("matches could not be completed")
        return []


def _matches(
    desk: Desk,
    interaction: Interaction,
    current: str,
    game: str | None,
    statuses: Collection[Status],
    back: bool,
) -> Choices:
    user, place, locale = interaction.user.id, interaction.channel_id, locale_of(interaction)
    sight = Sight(interaction)
    heads = sorted(
        (
            h
            for h in desk.heads.values()
            if game in (None, h.game)
            and (h.status in statuses or (back and user in h.returning))
            and sight.of(h)
        ),
        key=lambda h: (
            user not in asked_users(h),
            user not in h.users,
            place not in (h.thread, h.channel),
            -h.id,
        ),
    )
    # There may be a thousand, and every letter typed asks anew: only what is offered is worded.
    wanted, called = current.casefold(), {g: game_name(locale, g) for g in {h.game for h in heads}}
    fit = (h for h in heads if wanted in f"#{h.id} {called[h.game]}: {_shown(h.names)}".casefold())
    return [
        app_commands.Choice(name=head_label(h, user, locale), value=str(h.id))
        for h in islice(fit, 25)
    ]


def complete_matches(commands: TableCommands) -> None:
    """Give every command of the group that has one a completed ``match`` option."""

    def completer(statuses: Collection[Status], back: bool) -> Any:
        async def complete(interaction: Interaction, current: str) -> Choices:
            return await complete_match(commands.desk, interaction, current, None, statuses, back)

        return complete

    kinds = {"join": LOBBIES, "leave": LOBBIES, "start": LOBBIES, "cancel": OPEN, "move": OPEN}
    for command in commands.commands:
        if isinstance(command, app_commands.Command) and any(
            p.name == "match" for p in command.parameters
        ):
            statuses = kinds.get(command.name, STARTED)
            command.autocomplete("match")(completer(statuses, command.name == "join"))
