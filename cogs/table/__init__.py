"""The table: what every game shares on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.table.afterwards import Afterwards
from cogs.table.commands import TableCommands, complete_matches
from cogs.table.guide import Guide
from cogs.table.journal import Journal
from cogs.table.lists import Lists
from cogs.table.lobby import Lobby
from cogs.table.notices import Notices
from cogs.table.panel import Panel
from cogs.table.people import People
from cogs.table.places import Places
from cogs.table.post import Posts
from cogs.table.send import Seeker
from cogs.table.setup import Setup
from cogs.table.undo import Undo
from cogs.table.welcome import Welcome

if TYPE_CHECKING:
    from cogs.client import Parlour


class Table:
    """All parts of the table, put together."""

    def __init__(self, bot: Parlour) -> None:
        self.bot = bot
        self.desk = bot.desk
        self.setup = Setup(bot.desk)
        self.people = People(bot, bot.desk)
        self.lobby = Lobby(bot, bot.desk, bot.scenes, self.setup)
        self.afterwards = Afterwards(bot.desk, self.lobby)
        self.posts = Posts(bot, bot.desk, bot.scenes, self.people)
        self.notices = Notices(bot, bot.desk, bot.scenes)
        self.panel = Panel(bot.desk, bot.scenes)
        self.undo = Undo(bot.desk, self.panel, bot.scenes, self.people)
        self.journal = Journal(bot.desk, bot.scenes)
        self.lists = Lists(bot.desk)
        self.guide = Guide(bot.scenes)
        self.places = Places(bot, bot.desk)
        self.welcome = Welcome(bot, bot.desk, bot.scenes, self.lobby)


async def setup(bot: Parlour) -> None:
    """Put the table's commands, buttons and carriers into the bot."""
    table = bot.table = Table(bot)
    lobby, panel, undo = table.lobby, table.panel, table.undo
    bot.outbox.carriers |= {
        "lobby": lobby.carry,
        "post": table.posts.post,
        "retire": table.posts.retire,
        "notice": table.notices.notice,
        "thread": table.notices.thread,
        "seek": Seeker(bot).seek,
    }
    bot.outbox.lost = table.places.lost
    for kind, handler in {
        "join": lobby.join,
        "leave": lobby.leave,
        "place": lobby.place,
        "start": lobby.start,
        "cancel": lobby.cancel,
        "toggle": lobby.toggle,
        "options": lobby.options,
        "option": lobby.option,
        "number": lobby.number,
        "numbered": lobby.numbered,
        "invite": lobby.invite,
        "keep": lobby.keep,
        "auto": lobby.auto,
        "threads": lobby.threads,
        "seats": lobby.seats,
        "play": panel.play,
        "mine": panel.mine,
        "text": panel.text,
        "fresh": panel.fresh,
        "walk": panel.walk,
        "pick": panel.pick,
        "answer": panel.answer,
        "search": panel.search,
        "searched": panel.searched,
        "undo": undo.press,
        "agree": undo.agree,
        "decline": undo.decline,
        "again": table.afterwards.again,
        "export": table.afterwards.export,
        "resign": table.people.resign,
        "back": table.people.back,
        "log": table.journal.press,
        "guide": table.guide.press,
        "rules": table.guide.open,
        "open": table.welcome.open,
        "setwhere": table.setup.where,
        "setting": table.setup.setting,
    }.items():
        bot.router.on(kind, handler)

    commands = TableCommands(table)
    complete_matches(commands)
    bot.tree.add_command(commands)
    await bot.add_cog(table.places)
