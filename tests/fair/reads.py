"""What people get to read at a table, and whether each of them may know it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from discord import ui

from cogs.table.board import in_words
from cogs.table.journal import ENTRIES, Journal
from cogs.table.notices import notice_view
from cogs.table.scenes import Scenes
from cogs.table.undo import Undo
from data import export
from data.sheet import Sheet
from rendering.scene import Scene, renderer
from rendering.words import say
from rules.kernel import Event, Move, Seat
from tests.fair.ledger import Fault, Ledger, Rec
from tests.fair.shelf import Shelf

BLOCK = re.compile(r"^\*\*(\d+)\.\*\* ", re.M)

Reads = dict[int, dict[str, Any]]
"""By person: everything he gets, by name."""


def text_of(view: ui.LayoutView) -> str:
    """The words of a message."""
    items = view.walk_children()
    return "\n".join(item.content for item in items if isinstance(item, ui.TextDisplay))


class Reader:
    """Reads for everybody."""

    def __init__(self, shelf: Shelf, scenes: Scenes, managers: frozenset[int]) -> None:
        self.shelf, self.scenes, self.managers = shelf, scenes, managers
        self.sheet: Sheet | None = None
        desk = SimpleNamespace(store=shelf, sheet_for=self._sheet)
        self.journal = Journal(desk, scenes)  # type: ignore[arg-type]
        self.undo = Undo(desk, None, scenes, None)  # type: ignore[arg-type]

    async def _sheet(self, match: int, interaction: Any) -> Sheet | None:
        return self.sheet

    async def all(
        self, sheet: Sheet, users: Iterable[int], deep: int, pages: frozenset[int]
    ) -> Reads:
        """What each of these people gets now: his view, the board, what happened since. ``deep``:
        1, the log and what can be undone too; 2, all of the log, the file and the board in words.
        ``pages``: who reads the latest page of the log and the public board in any case, and the
        file with the log."""
        self.sheet = sheet
        shown: dict[tuple[Seat | None, Seat | None], dict[str, Any]] = {}
        record = await self.shelf.record(sheet.id) if deep else None
        request = await self._request(sheet)
        found: Reads = {}
        for user in users:
            seat = sheet.seat_of(user)
            got = dict(request)
            public = (None,) if deep or user in pages else ()
            for viewer in dict.fromkeys((seat, *public)):
                if (viewer, seat) not in shown:
                    shown[viewer, seat] = await self._shown(sheet, viewer, seat, deep)
                part = "board" if viewer is None else "view"
                got |= {f"{part} {key}": one for key, one in shown[viewer, seat].items()}
            for first in self._pages(sheet.n, deep, user in pages):
                page = await self.journal.page(sheet, user, "en", first)
                got[f"log {first}"] = text_of(page)
            if record is not None:
                got["choices"] = await self._choices(sheet, user)
            if record is not None and (deep > 1 or user in pages):
                names = [holder.name for holder in sheet.holders]
                entries = record[1].entries
                got["file"] = export.export(sheet, entries, seat, names, record[1], user)
            found[user] = got
        if deep:  # who manages the server is offered what there is to undo, and else a stranger
            for user in sorted(self.managers - found.keys()):
                found[user] = {"choices": await self._choices(sheet, user)}
        return found

    @staticmethod
    def _pages(n: int, deep: int, latest: bool) -> Iterable[int | None]:
        """With which entries the pages begin that somebody reads."""
        if deep > 1:
            return range(1, n + 1, ENTRIES)
        return (None,) if deep or latest else ()

    async def _shown(
        self, sheet: Sheet, viewer: Seat | None, own: Seat | None, deep: int
    ) -> dict[str, Any]:
        shown = await self.scenes.show(sheet, viewer, "en", own=own)
        got = {"scene": shown.scene, "lines": "\n".join((*shown.lines, shown.making))}
        if deep > 1:
            got |= {"alt": renderer(sheet.game).alt(shown.scene), "text": in_words(shown)}
        return got

    async def _request(self, sheet: Sheet) -> dict[str, Any]:
        one = sheet.request
        if one is None or one.n != sheet.n:
            return {}
        what = await self.scenes.fallen(sheet, one.ply, "en")
        return {"request": text_of(notice_view(sheet, "en", one.key, what=what))}

    async def _choices(self, sheet: Sheet, user: int) -> str:
        asks = SimpleNamespace(
            user=SimpleNamespace(id=user), guild_id=sheet.guild, locale="en",
            permissions=SimpleNamespace(manage_guild=user in self.managers),
        )  # fmt: skip
        choices = await self.undo.complete_steps(asks, sheet.id)  # type: ignore[arg-type]
        return "\n".join(choice.name for choice in choices)


class Judge:
    """Holds what people got against the ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.scene: Scene | None = None
        """Any scene of this match, for words."""
        self._texts: dict[int, list[str]] = {}
        self._plain: dict[int, list[tuple[str, str]]] = {}
        self.count = 0

    def judge(self, reads: Reads) -> None:
        """Raises `Fault` when somebody got what is not his to know."""
        for user, got in reads.items():
            mine, theirs = self._phrases(user)
            seat = next((k for k, one in enumerate(self.ledger.holders) if one == user), None)
            for name, value in got.items():
                self.count += 1
                try:
                    self._one(name, value, user, seat, mine, theirs)
                except Fault as fault:
                    raise Fault(f"{user}, {name}: {fault}") from None

    def _one(
        self, name: str, value: Any, user: int, seat: Seat | None, mine: list[str],
        theirs: set[str],
    ) -> None:  # fmt: skip
        if isinstance(value, Scene):
            self._scene(value, user, seat)
        elif name == "file":
            self._file(json.loads(value), user)
        else:
            if name.startswith("log "):
                self._blocks(value, user)
            channel = name == "request" or name.startswith("board ")
            if channel:
                mine, theirs = self._phrases(None if name == "request" else user)
            self._words(value, mine, theirs)

    def _scene(self, scene: Scene, user: int, seat: Seat | None) -> None:
        rules, states = self.ledger.rules, self.ledger.seen(seat)
        fits = [one for one in states if scene.view == rules.view(one, scene.viewer)]
        if not fits:
            raise Fault("not the view of the position that lies open")
        if scene.prompt not in [rules.prompt(one) for one in fits if not rules.outcome(one)]:
            raise Fault("not the question of that position")
        told = {one for rec in self.ledger.recs for one in self._known(user, rec)}
        if beyond := [event for event in scene.since if _plain(event) not in told]:
            raise Fault(f"marks {beyond[0]}")

    def _known(self, user: int, rec: Rec) -> list[tuple[str, str]]:
        """What somebody may know of an entry."""
        held = self._plain.get(rec.n)
        if held is None:
            held = self._plain[rec.n] = [_plain(event) for event in rec.events]
        return [one for k, one in enumerate(held) if self.ledger.knows(user, rec, k)]

    def _file(self, file: dict[str, Any], user: int) -> None:
        for key in ("seed", "head", "presses", "bases", "message"):
            if key in file:
                raise Fault(f"holds {key} before the end")
        for entry in file["log"]:
            rec = self.ledger.recs[entry["n"] - 1]
            if "digest" in entry or "link" in entry:
                raise Fault("holds a hash before the end")
            if rec.kind == "move" and "move" in entry and not self.ledger.reads(user, rec):
                raise Fault(f"holds move {rec.n}")
            may = self._known(user, rec)
            for event in entry["events"]:
                one = _plain(Event(event["kind"], event["data"]))
                if one not in may:
                    raise Fault(f"entry {rec.n} holds {event}")
                may.remove(one)

    def _blocks(self, page: str, user: int) -> None:
        """Steps that were not told are not in the log at all."""
        for n in map(int, BLOCK.findall(page)):
            rec = self.ledger.recs[n - 1]
            mine = rec.n in self.ledger.known(user).moves
            if rec.kind == "move" and not rec.settled and not mine:
                raise Fault(f"tells of entry {n}")

    def _words(self, text: str, mine: list[str], theirs: set[str]) -> None:
        found = sorted(one for one in theirs if one in text)
        if not found:
            return
        for one in mine:  # what is known may hold the words of what is not
            text = text.replace(one, "¤")
        if found := [one for one in found if one in text]:
            raise Fault(f"says {found[0]!r}")

    def _phrases(self, user: int | None) -> tuple[list[str], set[str]]:
        """The words of all that somebody may know, longest first, and of what he may not."""
        mine: set[str] = set()
        theirs: set[str] = set()
        for rec in self.ledger.recs:
            for k, text in enumerate(self._texts_of(rec)):
                event = k < len(rec.events)
                knows = self.ledger.knows(user, rec, k) if event else self.ledger.reads(user, rec)
                (mine if knows else theirs).add(text)
        theirs -= mine | {""}
        return sorted(mine - {""}, key=lambda one: (-len(one), one)), theirs

    def _texts_of(self, rec: Rec) -> list[str]:
        """Each event in words, then the move as its maker reads it in the log."""
        held = self._texts.get(rec.n)
        if held is None:
            assert self.scene is not None
            words, scene = renderer(self.scene.game), replace(self.scene, names=rec.names)
            held = []
            for event in rec.events:
                of_people = event.kind.startswith("table-")
                held.append("" if of_people else words.event(scene, event))
            if rec.kind == "move" and rec.seat is not None:
                move = words.notation(Move.parse(rec.move))
                held.append(say("en", "event-own", who=rec.names[rec.seat], move=move))
            self._texts[rec.n] = held
        return held


def _plain(event: Event) -> tuple[str, str]:
    return event.kind, json.dumps(event.data, sort_keys=True)
