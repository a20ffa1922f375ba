"""The public message after each turn, and the retiring of the one before."""

from __future__ import annotations

from typing import Any

import discord
from discord import ButtonStyle, ui

from cogs.controls import Ticket, button
from cogs.deliver import Fate, deliver
from cogs.table.board import Board, board
from cogs.table.desk import Desk
from cogs.table.outbox import Carried, body
from cogs.table.people import People
from cogs.table.scenes import Scenes, Shown
from cogs.table.send import send
from cogs.table.telling import told
from data.acts import untold
from data.rewind import undoable
from data.sheet import Letter, Post, Sheet, Status
from rendering.scene import Scene, renderer
from rendering.words import listed, say


def title(shown: Shown) -> str:
    """``Sarena · match 12 · round 5``"""
    scene = shown.scene
    key = "title-round" if scene.round else "title"
    name = say(scene.locale, f"{scene.game}-name")
    return say(scene.locale, key, game=name, number=scene.number, round=scene.round)


NEVER = 1 << 40
"""UTC seconds at which nothing is sent any more."""
SINCE, BRIEF = 1800, 600
"""Characters on what happened, and beside a board in words."""


def since_text(shown: Shown, room: int = SINCE) -> str:
    """What happened, under a heading that says since when; empty when nothing did."""
    if not shown.lines:
        return ""
    locale = shown.scene.locale
    prompt = shown.scene.prompt
    if shown.since == "own" and shown.scene.viewer is None and prompt is not None:
        head = say(locale, "since-theirs", who=shown.worded.names[prompt.seats[0]])
    else:
        head = say(locale, f"since-{shown.since}")
    return f"**{head}**\n{told(shown.lines, locale, room)}"


def called(sheet: Sheet, scene: Scene, seats: tuple[int, ...]) -> str:
    """Mentions of these seats' holders as a list in words; a seat without one by its name."""
    users = [sheet.holders[seat].user for seat in seats]
    names = [
        scene.names[seat] if user is None else f"<@{user}>"
        for seat, user in zip(seats, users, strict=True)
    ]
    return listed(scene.locale, names)


def post_view(
    sheet: Sheet, shown: Shown, seen: Board, asked: tuple[int, ...], call: tuple[int, ...] = ()
) -> ui.LayoutView:
    """The message of one turn; the last of a match carries the head of its log's chain. ``call``:
    users whom something that is told concerns."""
    locale, words = shown.scene.locale, renderer(sheet.game)
    view = ui.LayoutView(timeout=None)
    head = [f"### {title(shown)}"]
    if shown.scene.outcome is not None:
        head.append(f"**{words.result(shown.worded)}**")
    elif shown.scene.prompt is not None:
        head.append(f"**{words.asked(shown.worded, called(sheet, shown.worded, asked))}**")
        empty = [k for k in asked if sheet.holders[k].user is None]
        head += [say(locale, "seat-waits", who=shown.worded.names[k]) for k in empty]
    if call:
        who = listed(locale, [f"<@{user}>" for user in call])
        head.append(say(locale, "post-concerns", who=who))
    if shown.making:
        head.append(shown.making)
    view.add_item(ui.TextDisplay("\n".join(head)[:1500]))
    view.add_item(seen.item)
    since = since_text(shown, SINCE if seen.files else BRIEF)
    if since:
        view.add_item(ui.TextDisplay(since))
    if shown.scene.outcome is not None:
        view.add_item(ui.TextDisplay(f"-# {say(locale, 'chain-head', hash=sheet.head)}"))
    row: ui.ActionRow[Any] = ui.ActionRow()
    if shown.scene.outcome is None:
        play = Ticket("play", sheet.id)
        row.add_item(button(play, say(locale, "button-play"), ButtonStyle.primary))
    row.add_item(button(Ticket("mine", sheet.id), say(locale, "button-view")))
    row.add_item(button(Ticket("text", sheet.id), say(locale, "button-text")))
    if shown.scene.outcome is not None:
        row.add_item(button(Ticket("again", sheet.id), say(locale, "button-again")))
        row.add_item(button(Ticket("export", sheet.id), say(locale, "button-export")))
    if sheet.line and undoable(sheet, sheet.line[-1][1]):
        row.add_item(button(Ticket("undo", sheet.id, sheet.n), say(locale, "button-undo")))
    view.add_item(row)
    return view


class Posts:
    """Carries `post` and `retire` letters."""

    def __init__(self, bot: discord.Client, desk: Desk, scenes: Scenes, people: People) -> None:
        self.bot = bot
        self.desk = desk
        self.scenes = scenes
        self.people = people

    async def post(self, letter: Letter) -> Carried:
        """Post the board as far as everybody may see it; retire the post before."""
        sheet = await self.desk.sheet(letter.match)
        if sheet.status in (Status.LOBBY, Status.CANCELLED) or sheet.match is None:
            return Carried(Fate.BROKEN, why="nothing to post")
        if sheet.status is Status.HELD:
            # It is posted anew where the match is brought to; that letter takes over whom to call.
            kept = letter.note._replace(due=NEVER)
            return Carried(Fate.DONE, notes=(kept,) if body(letter, "call") else ())
        if await self.people.somebody_left(sheet):
            return Carried(Fate.DONE)  # that makes a post of its own
        sheet = await self.desk.sheet(letter.match)
        locale = await self.desk.language(sheet.guild)
        shown = await self.scenes.show(sheet, None, locale)
        prompt = shown.scene.prompt
        seats = prompt.seats if prompt else ()
        called = {sheet.holders[seat].user for seat in seats}
        call = tuple(int(user) for user in body(letter, "call", ()) if int(user) not in called)
        seen = await board(self.scenes, shown, sheet)
        view = post_view(sheet, shown, seen, seats, call)
        sent = await send(self.bot, sheet, letter, view, seats, seen.again, call)
        if sent.value is None:
            return Carried(sent.fate, why=sent.why, place=sheet.place)
        hidden = untold(sheet, None)
        n = hidden[0] - 1 if hidden else sheet.n
        return Carried(Fate.DONE, Post(sheet.id, n, sheet.place, sent.value.id, True))

    async def retire(self, letter: Letter) -> Carried:
        """Take the buttons off an old post, its words and picture kept."""
        channel, message = int(body(letter, "channel")), int(body(letter, "message"))
        old = self.bot.get_partial_messageable(channel).get_partial_message(message)
        found = await deliver(old.fetch)
        if found.value is None:
            gone = found.fate in (Fate.MESSAGE_GONE, Fate.PLACE_GONE, Fate.BARRED)
            if gone:
                await self.desk.store.retired(letter.match, message)
            return Carried(Fate.DONE if gone else found.fate, why=found.why)
        view = bare(found.value)
        kept = found.value.attachments
        edited = await deliver(lambda: old.edit(view=view, attachments=kept))
        if edited.fate in (Fate.LATER,):
            return Carried(edited.fate, why=edited.why)
        await self.desk.store.retired(letter.match, message)
        return Carried(Fate.DONE)


def bare(message: discord.Message) -> ui.LayoutView:
    """The layout of a message without its rows of buttons."""
    view = ui.LayoutView(timeout=None)
    for item in ui.LayoutView.from_message(message).children:
        if isinstance(item, ui.TextDisplay):
            view.add_item(ui.TextDisplay(item.content))
        elif isinstance(item, ui.MediaGallery):
            kept = [
                discord.MediaGalleryItem(f"attachment://{a.filename}", description=a.description)
                for a in message.attachments
            ] or [
                discord.MediaGalleryItem(i.media.url, description=i.description) for i in item.items
            ]
            view.add_item(ui.MediaGallery(*kept))
    return view
