"""The private panel: your picture, the question, the legal answers; and its siblings My view and
Text.

The legal moves are walked as a tree. Where the person stands in it is in the custom ids; nothing is
stored until a whole move is pressed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import discord
from discord import ButtonStyle, ui

from cogs.controls import (
    Press,
    Ticket,
    acknowledge,
    button,
    locale_of,
    refusal,
    select,
)
from cogs.deliver import deliver
from cogs.table.board import board, in_words
from cogs.table.desk import Desk, now
from cogs.table.lists import trouble_of
from cogs.table.people import way_back
from cogs.table.post import BRIEF, SINCE, since_text, title
from cogs.table.scenes import Scenes, Shown
from data import acts
from data.people import waits_for
from data.rewind import undoable
from data.sheet import Sheet, Status
from rendering.names import plain
from rendering.scene import Choice, renderer
from rendering.words import say
from rules import game as game_of
from rules.kernel import Move, Refused, Seat
from rules.tree import Node, Prefix, as_move, descend, level, spread

FEW = 10
"""Answers up to this many are buttons."""
PAGE = 25
"""Answers in one select."""
MANY = 50
"""Answers beyond this many that all begin with a square are asked for the column first."""
COLUMNS = 20
"""Columns at most that are asked for: in rows of five these are 24 of the 40 components."""
COLUMN = re.compile(r"([a-z]{1,2})[0-9]")
ENDS = ("done", "end")
"""The ops that end a question or a turn; their moves have buttons of their own, however many other
answers there are."""


class Walk(NamedTuple):
    """Where a person stands in the tree of legal moves."""

    prefix: Prefix = ()
    page: int = 0
    search: str = ""
    column: str = ""
    """Only the answers of this column; empty: all."""

    @property
    def rest(self) -> str:
        """As it stands in a custom id."""
        page = f"{self.page}-{self.column}" if self.column else str(self.page)
        return ":".join((page, *self.prefix))

    @classmethod
    def parse(cls, rest: str) -> Walk:
        """The inverse of `rest`; anything odd is the root."""
        first, *prefix = rest.split(":")
        page, _, column = first.partition("-")
        held = tuple(part for part in prefix if part)
        return cls(held, int(page) if page.isdecimal() else 0, column=column)


ROOT = Walk()


class Answers(NamedTuple):
    """One level of the tree as the panel offers it."""

    prefix: Prefix
    nodes: tuple[Node, ...]
    """All that can be answered here, in the order of the menu."""
    page: int
    ends: tuple[Move, ...]
    """How the question or the turn may be ended now."""
    above: tuple[Prefix, ...] = ()
    """Where the questions before this one stand in the tree, from the root."""
    search: str = ""
    column: str = ""
    """The column that was chosen."""
    columns: tuple[str, ...] = ()
    """Not empty: the answers are so many that their column is asked first."""

    def value(self, node: Node) -> str:
        """What a select sends back for this answer: what it adds to the prefix."""
        return ":".join(node.prefix[len(self.prefix) :])

    @property
    def pages(self) -> int:
        """How many selects the answers fill."""
        return max(1, -(-len(self.nodes) // PAGE))

    @property
    def shown(self) -> tuple[Node, ...]:
        """The answers on this page."""
        if self.columns:
            return ()
        if len(self.nodes) <= FEW:
            return self.nodes
        return self.nodes[self.page * PAGE : (self.page + 1) * PAGE]


def answers(
    sheet: Sheet,
    seat: Seat,
    walk: Walk,
    label: Callable[[Move], str],
    key: Any,
    most: Callable[[Prefix], int],
) -> Answers:
    """What this seat can answer where it stands. ``label`` and ``key`` word and sort a move,
    ``most`` says how many answers of several levels may stand in one list."""
    match = sheet.match
    if match is None or sheet.status is not Status.RUNNING:
        return Answers((), (), 0, ())
    moves = list(game_of(sheet.game).moves(match.state, seat))
    ends = tuple(sorted((m for m in moves if m.op in ENDS), key=lambda m: (ENDS.index(m.op), m)))
    moves = [move for move in moves if move.op not in ENDS]
    prefix = walk.prefix if level(moves, walk.prefix) else ()
    levels = _levels(moves, prefix, key, most)
    (prefix, nodes), above = levels[-1], tuple(prefix for prefix, _ in levels[:-1])
    if walk.search:
        wanted = walk.search.casefold()
        nodes = [n for n in nodes if wanted in label(n.move).casefold()]
    column = ""
    columns: tuple[str, ...] = ()
    if len(nodes) > MANY and not walk.search:
        found = [COLUMN.match(label(node.move).casefold()) for node in nodes]
        names = [match[1] if match else "" for match in found]
        if all(names) and 1 < len(set(names)) <= COLUMNS:
            if walk.column in names:
                column = walk.column
                nodes = [n for n, name in zip(nodes, names, strict=True) if name == column]
            else:
                columns = tuple(sorted(set(names), key=lambda name: (len(name), name)))
    last = max(0, -(-len(nodes) // PAGE) - 1)
    page = min(walk.page, last)
    return Answers(prefix, tuple(nodes), page, ends, above, walk.search, column, columns)


def _levels(
    moves: Sequence[Move], prefix: Prefix, key: Any, most: Callable[[Prefix], int]
) -> list[tuple[Prefix, list[Node]]]:
    """The questions on the way from the root to a prefix, each with its answers: where one list
    holds answers of several levels, the levels between are no questions of their own."""
    found: list[tuple[Prefix, list[Node]]] = []
    here: Prefix = ()
    while True:
        here, nodes = descend(moves, here)
        nodes = sorted(nodes, key=lambda node: key(node.move))
        room = most(here)
        if room:
            nodes = sorted(spread(moves, nodes, room), key=lambda node: key(node.move))
        found.append((here, nodes))
        if len(here) >= len(prefix):
            return found
        onward = [n.prefix for n in nodes if not n.whole and n.prefix == prefix[: len(n.prefix)]]
        # A prefix that no list offers is a question of its own all the same.
        here = onward[0] if onward else prefix


class Panel:
    """Builds panels and answers what is pressed in them."""

    def __init__(self, desk: Desk, scenes: Scenes) -> None:
        self.desk = desk
        self.scenes = scenes

    # Showing.

    async def panel(
        self, sheet: Sheet, seat: Seat, locale: str, walk: Walk = ROOT, notice: str = ""
    ) -> tuple[ui.LayoutView, list[discord.File]]:
        """The panel of a seat as it stands now."""
        shown = await self.scenes.show(sheet, seat, locale)
        words = renderer(sheet.game)
        offer = answers(
            sheet, seat, walk,
            lambda move: words.label(shown.scene, move),
            lambda move: words.sort_key(shown.scene, move),
            lambda prefix: words.spread(shown.scene, prefix),
        )  # fmt: skip
        marks = tuple(
            Choice(node.move.args[-1] if node.move.args else node.move.op, node.move)
            for node in offer.shown
        )
        shown = replace(shown, scene=replace(shown.scene, choices=marks))
        seen = await board(self.scenes, shown, sheet)
        view = ui.LayoutView(timeout=None)
        head = [f"### {title(shown)}"]
        if notice:
            head.append(f"> {notice}")
        view.add_item(ui.TextDisplay("\n".join(head)[:800]))
        # Above the picture, so that picture and answers are on one screen of a phone.
        since = since_text(shown, SINCE if seen.files else BRIEF)
        if since:
            view.add_item(ui.TextDisplay(since))
        view.add_item(seen.item)
        view.add_item(ui.TextDisplay(self._question(sheet, seat, shown, offer)[:900]))
        for row in self._rows(sheet, seat, shown, offer):
            view.add_item(row)
        return view, seen.files

    def _question(self, sheet: Sheet, seat: Seat, shown: Shown, offer: Answers) -> str:
        words, locale = renderer(sheet.game), shown.scene.locale
        if shown.scene.outcome is not None:
            return f"**{words.result(shown.worded)}**"
        if sheet.status is Status.HELD:
            return say(locale, "refused-held")
        prompt = shown.scene.prompt
        if prompt is None or seat not in prompt.seats:
            idle = say(locale, "panel-not-asked", asked=words.asked(shown.worded) or "none")
            return f"{idle}\n{shown.making}" if shown.making else idle
        lines = [f"**{words.ask(shown.worded, offer.prefix)}**"]
        if offer.search:
            key = "search-found" if offer.nodes else "search-none"
            text = plain(offer.search, longest=40)
            lines.append(say(locale, key, text=text, count=len(offer.nodes)))
        elif offer.columns:
            lines.append(say(locale, "panel-columns", count=len(offer.nodes)))
        elif offer.pages > 1:
            lines.append(
                say(locale, "panel-page", page=offer.page + 1, pages=offer.pages,
                    count=len(offer.nodes))
            )  # fmt: skip
        means = words.means(shown.worded)
        if means:
            lines.append(means)
        return "\n".join(lines)

    def _rows(
        self, sheet: Sheet, seat: Seat, shown: Shown, offer: Answers
    ) -> list[ui.ActionRow[Any]]:
        locale, words = shown.scene.locale, renderer(sheet.game)
        asked = sheet.holders[seat].asked
        rows: list[ui.ActionRow[Any]] = []

        def label(node: Node) -> str:
            return words.label(shown.scene, node.move)

        if offer.columns:
            for k in range(0, len(offer.columns), 5):
                some: ui.ActionRow[Any] = ui.ActionRow()
                for name in offer.columns[k : k + 5]:
                    there = Walk(offer.prefix, column=name)
                    ticket = Ticket("walk", sheet.id, asked, there.rest)
                    some.add_item(button(ticket, name.upper(), ButtonStyle.primary))
                rows.append(some)
            rows.append(self._pages(sheet, asked, offer, locale))
        elif 0 < len(offer.nodes) <= FEW:
            for k in range(0, len(offer.nodes), 5):
                row: ui.ActionRow[Any] = ui.ActionRow()
                for node in offer.nodes[k : k + 5]:
                    row.add_item(
                        button(_step(sheet.id, asked, node), label(node), ButtonStyle.primary)
                    )
                rows.append(row)
        elif offer.nodes:
            options = [
                discord.SelectOption(label=label(node)[:100], value=offer.value(node))
                for node in offer.shown
            ]
            here = Walk(offer.prefix, offer.page, column=offer.column)
            ticket = Ticket("pick", sheet.id, asked, here.rest)
            rows.append(ui.ActionRow(select(ticket, say(locale, "panel-choose"), options)))
            rows.append(self._pages(sheet, asked, offer, locale))
        ends = [
            button(
                Ticket("answer", sheet.id, asked, str(end)), words.label(shown.scene, end),
                ButtonStyle.success,
            )
            for end in (offer.ends if asked else ())
        ]  # fmt: skip
        if len(ends) > 1:  # side by side, and all that ends the turn in one place
            rows.append(ui.ActionRow(*ends[:5]))
        last: ui.ActionRow[Any] = ui.ActionRow()
        back = _back(offer) if asked else None
        if back is not None:
            ticket = Ticket("walk", sheet.id, asked, back.rest)
            last.add_item(button(ticket, say(locale, "button-back")))
        if undoable(sheet, seat):
            last.add_item(
                button(Ticket("undo", sheet.id, sheet.n, "p"), say(locale, "button-undo"))
            )
        if len(ends) == 1:
            last.add_item(ends[0])
        last.add_item(button(Ticket("fresh", sheet.id), say(locale, "button-refresh")))
        rows.append(last)
        return rows

    def _pages(self, sheet: Sheet, asked: int, offer: Answers, locale: str) -> ui.ActionRow[Any]:
        row: ui.ActionRow[Any] = ui.ActionRow()
        if offer.pages > 1 and not offer.search and not offer.columns:
            for name, page in (("previous", offer.page - 1), ("next", offer.page + 1)):
                there = Walk(offer.prefix, max(page, 0), column=offer.column)
                ticket = Ticket("walk", sheet.id, asked, there.rest)
                off = not 0 <= page < offer.pages
                row.add_item(button(ticket, say(locale, f"button-{name}"), disabled=off))
        ticket = Ticket("search", sheet.id, asked, Walk(offer.prefix).rest)
        row.add_item(button(ticket, say(locale, "button-search")))
        return row

    async def show(
        self,
        interaction: discord.Interaction[Any],
        match: int,
        walk: Walk = ROOT,
        notice: str = "",
    ) -> None:
        """Draw the panel into the message that the interaction has acknowledged."""
        sheet = await self.desk.sheet_for(match, interaction)
        seat = sheet.seat_of(interaction.user.id)
        if seat is None and waits_for(sheet, interaction.user.id) is not None:
            way = way_back(match, locale_of(interaction))
            await deliver(lambda: interaction.edit_original_response(view=way, attachments=[]))
            return
        if seat is None:
            raise acts.refuse("refused-not-yours", match=match)
        if sheet.match is None:
            raise acts.refuse("refused-not-started")
        if not notice and interaction.user.id == sheet.host:
            notice = await trouble_of(self.desk, match, locale_of(interaction))
        view, files = await self.panel(sheet, seat, locale_of(interaction), walk, notice)
        await deliver(lambda: interaction.edit_original_response(view=view, attachments=files))

    # Pressing.

    async def play(self, press: Press) -> None:
        """Play button on a post, however old: the present panel."""
        if await acknowledge(press.interaction, fresh=True):
            await self.show(press.interaction, press.ticket.match)

    async def fresh(self, press: Press) -> None:
        """The panel as it stands now, in place."""
        if await acknowledge(press.interaction, private=True):
            await self.show(press.interaction, press.ticket.match)

    async def walk(self, press: Press) -> None:
        """A step in the tree, back or to another page: nothing is stored."""
        if not await acknowledge(press.interaction, private=True):
            return
        notice = await self._stale(press)
        walk = Walk() if notice else Walk.parse(press.ticket.rest)
        await self.show(press.interaction, press.ticket.match, walk, notice)

    async def _stale(self, press: Press) -> str:
        """A sentence when the press belongs to an earlier question, else nothing."""
        sheet = await self.desk.sheet_for(press.ticket.match, press.interaction)
        seat = sheet.seat_of(press.interaction.user.id)
        if seat is None:
            raise acts.refuse("refused-not-yours", match=sheet.id)
        if sheet.holders[seat].asked != press.ticket.asked:
            return say(locale_of(press.interaction), "refused-stale")
        return ""

    async def pick(self, press: Press) -> None:
        """An answer chosen in a select: a step further, or a whole move."""
        if not await acknowledge(press.interaction, private=True):
            return
        walk = Walk.parse(press.ticket.rest)
        if not press.values:
            await self.show(press.interaction, press.ticket.match, walk)
            return
        await self._onward(press, (*walk.prefix, *press.values[0].split(":")))

    async def answer(self, press: Press) -> None:
        """An answer pressed as a button."""
        if not await acknowledge(press.interaction, private=True):
            return
        await self._onward(press, tuple(press.ticket.rest.split(":")))

    async def _onward(self, press: Press, prefix: Prefix) -> None:
        interaction, match = press.interaction, press.ticket.match
        notice = await self._stale(press)
        walk = Walk()
        if not notice:
            sheet = await self.desk.sheet(match)
            seat = sheet.seat_of(interaction.user.id)
            if seat is None:  # handed over since the look at it above
                raise acts.refuse("refused-not-yours", match=match)
            state = sheet.match.state if sheet.match else None
            legal = game_of(sheet.game).moves(state, seat) if state is not None else ()
            whole = as_move(prefix)
            if whole in legal:
                notice = await self._play(press, whole)
            elif level(legal, prefix):
                walk = Walk(prefix)
            else:
                notice = say(locale_of(interaction), "refused-illegal")
        await self.show(interaction, match, walk, notice)

    async def _play(self, press: Press, move: Move) -> str:
        """Play a whole move; a sentence when it was refused."""
        interaction, ticket = press.interaction, press.ticket

        def act(sheet: Sheet) -> Any:
            seat = sheet.seat_of(interaction.user.id)
            if seat is None:
                raise acts.refuse("refused-not-yours", match=sheet.id)
            return acts.move(sheet, seat, [move], now(), ticket.asked)

        try:
            await self.desk.change(ticket.match, act, interaction)
        except Refused as error:
            return refusal(locale_of(interaction), error)
        return ""

    # Searching.

    async def search(self, press: Press) -> None:
        """Search button: a modal for a piece of the answer's words."""
        locale, ticket = locale_of(press.interaction), press.ticket
        again = str(Ticket("searched", ticket.match, ticket.asked, ticket.rest))
        if len(again) > 100:  # no button of ours
            raise acts.refuse("refused-unknown-button")
        modal = ui.Modal(title=say(locale, "search-title")[:45], custom_id=again, timeout=900)
        field: ui.TextInput[Any] = ui.TextInput(custom_id="text", max_length=40)
        modal.add_item(ui.Label(text=say(locale, "search-label")[:45], component=field))
        await deliver(lambda: press.interaction.response.send_modal(modal))

    async def searched(self, press: Press) -> None:
        """The modal came back: the answers whose words hold what was typed."""
        if not await acknowledge(press.interaction, private=True):
            return
        notice = await self._stale(press)
        walk = Walk.parse(press.ticket.rest)
        text = " ".join(str(press.fields.get("text") or "").split())[:40]
        walk = Walk() if notice else walk._replace(search=text)
        await self.show(press.interaction, press.ticket.match, walk, notice)

    # My view and Text.

    async def mine(self, press: Press) -> None:
        """My view button: what this person may see, nothing to press."""
        if await acknowledge(press.interaction, fresh=True):
            await self.show_view(press.interaction, press.ticket.match)

    async def text(self, press: Press) -> None:
        """Text button: the same as a text board."""
        if await acknowledge(press.interaction, fresh=True):
            await self.show_view(press.interaction, press.ticket.match, as_text=True)

    async def show_view(
        self,
        interaction: discord.Interaction[Any],
        match: int,
        as_text: bool = False,
        public: bool = False,
    ) -> None:
        """The present board for one person alone: by his seat, or as the channel sees it."""
        sheet = await self.desk.sheet_for(match, interaction)
        if sheet.match is None:
            raise acts.refuse("refused-not-started")
        own = sheet.seat_of(interaction.user.id)
        seat = None if public else own
        shown = await self.scenes.show(sheet, seat, locale_of(interaction), own=own)
        words = renderer(sheet.game)
        view = ui.LayoutView(timeout=None)
        files: list[discord.File] = []
        view.add_item(ui.TextDisplay(f"### {title(shown)}"[:200]))
        if as_text:
            view.add_item(ui.TextDisplay(in_words(shown)))
        else:
            seen = await board(self.scenes, shown, sheet)
            files = seen.files
            view.add_item(seen.item)
        since = since_text(shown)
        if since and not as_text:
            view.add_item(ui.TextDisplay(since))
        head = words.result(shown.worded) or words.asked(shown.worded)
        last = "\n".join(line for line in (head and f"**{head[:600]}**", shown.making) if line)
        if last:
            view.add_item(ui.TextDisplay(last))
        await deliver(lambda: interaction.edit_original_response(view=view, attachments=files))


def _step(match: int, asked: int, node: Node) -> Ticket:
    return Ticket("answer", match, asked, ":".join(node.prefix))


def _back(offer: Answers) -> Walk | None:
    """Where Back leads: to the question before; None: there is none."""
    if offer.search or offer.column:
        return Walk(offer.prefix)
    return Walk(offer.above[-1]) if offer.above else None
