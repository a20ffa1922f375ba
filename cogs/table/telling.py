"""The log put into words for one viewer: what happened, who was it, and what is not his to read."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from data.rewind import makes_ply, stands
from data.sheet import Entry
from rendering.names import plain
from rendering.scene import Scene, renderer
from rendering.words import listed, say
from rules.kernel import Event, Seat

FALLEN = 4
"""Lines on what an undo took back."""
OF_PEOPLE = "table-"
"""How kinds of events begin that tell what people did beside the game."""
MOST_LINES = 10
"""Lines on what happened in a post; the rest is in the log."""


@dataclass(frozen=True, slots=True)
class Telling:
    """The log of a match as one viewer may be told it."""

    scene: Scene
    """With names as messages want them. Its viewer is who is told."""
    log: Sequence[Entry]
    """From its beginning, where there is an undo in it."""
    hidden: frozenset[int] = frozenset()
    """Entries that are a number to this viewer (`data.rewind.unseen`)."""

    def since(self, base: int) -> tuple[str, ...]:
        """What happened after entry ``base``, line by line; undos told, what they undid and what is
        minor left out. A step and the seat's own taking back of it, both since then, come to
        nothing and are passed over together."""
        kept = {entry.n for entry in stands(self.log)}
        minor = renderer(self.scene.game).minor
        lines: list[str] = []
        for entry in self.log:
            if entry.n <= base or (entry.kind != "undo" and entry.n not in kept):
                continue
            if entry.kind == "undo" and not entry.note and self.undone(entry)[0].n > base:
                continue
            lines += self.entry(entry, minor)
        return tuple(lines)

    def events(self, base: int) -> tuple[Event, ...]:
        """The events after entry ``base`` that stand, for the picture."""
        return tuple(
            event
            for entry in stands(self.log)
            if entry.n > base and entry.n not in self.hidden
            for event in entry.events
            if event.seen_by(self.scene.viewer) and not event.kind.startswith(OF_PEOPLE)
        )

    def entry(
        self, entry: Entry, without: Container[str] = ("turn",), seat: Seat | None = None
    ) -> list[str]:
        """One entry in words; nothing for one that is hidden. ``without``: kinds of events to pass
        over. ``seat``: the seat as which it may be read, where that is not the viewer's own."""
        seat = self.scene.viewer if seat is None else seat
        if entry.n in self.hidden and entry.seat != seat:
            return []
        scene = self.then(entry)
        if entry.kind == "undo":
            return [self.undo(entry)]
        if entry.kind == "replace":
            return [_changed(scene, entry, event) for event in entry.events]
        words = renderer(scene.game)
        told = [e for e in entry.events if e.seen_by(seat) and e.kind not in without]
        of_people = [e for e in told if e.kind.startswith(OF_PEOPLE)]
        if of_people:
            return [_changed(scene, entry, event) for event in of_people]
        lines = [text for e in told if (text := words.event(scene, e))]
        who = self.actor(entry)
        if entry.kind == "leave" and entry.move != "out":
            lines.insert(0, say(scene.locale, f"event-{entry.move}", who=who))
        elif entry.kind == "migrate":
            lines.insert(0, say(scene.locale, "event-migrate", version=entry.version))
        return lines

    def actor(self, entry: Entry) -> str:
        """Who did it, by the name of then."""
        scene = self.then(entry)
        if entry.seat is not None:
            return scene.names[entry.seat]
        for event in entry.events:
            if "by" in event.data:
                who = plain(str(event.data["by"]), "") or say(scene.locale, "somebody")
                return say(scene.locale, "the-manager", who=who)
        return say(scene.locale, "the-host")

    def then(self, entry: Entry) -> Scene:
        """The scene with the names of those who held the seats when the entry was written: who came
        later did nothing of it."""
        names = list(self.scene.names)
        for later in reversed(self.log):
            if later.n <= entry.n:
                break
            for event in later.events:
                if later.kind == "replace" and "old" in event.data:
                    names[int(event.data["seat"])] = _named(self.scene, event, "old")
        return replace(self.scene, names=tuple(names))

    def undone(self, entry: Entry) -> list[Entry]:
        """The entries that an undo took back, oldest first."""
        before = stands([e for e in self.log if e.n < entry.n])
        return [e for e in before if e.ply > entry.ply and makes_ply(e)]

    def undo(self, entry: Entry) -> str:
        """One line on an undo: who, and what was taken back as far as the viewer may know."""
        scene, undone = self.then(entry), self.undone(entry)
        told = self.several(undone)
        more = sum(e.n in self.hidden for e in undone)
        key = "event-undo-unnamed" if not told else "event-undo-more" if more else "event-undo"
        who, count = self.actor(entry), more if told else len(undone)
        line = say(scene.locale, key, who=who, moves=told, count=count)
        if entry.seat is not None and entry.note.startswith("consent:"):  # a reason may read so too
            parts = entry.note.removeprefix("consent:").split(",")
            seats = [int(part) - 1 for part in parts if part.strip().isdecimal()]
            who = listed(scene.locale, [scene.names[k] for k in seats if k < len(scene.names)])
            return f"{line} {say(scene.locale, 'event-undo-consent', who=who)}"
        return _because(scene, line, entry)

    def several(self, entries: Sequence[Entry]) -> str:
        """What these entries did in one line, as far as the viewer may know: the last few."""
        without = renderer(self.scene.game).minor | {"turn"}
        return _last_of([line for e in entries for line in self.entry(e, without)])

    def beside(self, entries: Sequence[Entry]) -> str:
        """What these entries brought besides, so far as all were told: draws and the like."""
        minor = renderer(self.scene.game).minor
        without = {event.kind for e in entries for event in e.events} - minor | {"turn"}
        return _last_of([line for e in entries for line in self.entry(e, without)])


def _last_of(lines: Sequence[str]) -> str:
    return ("… " if len(lines) > FALLEN else "") + "; ".join(lines[-FALLEN:])


def _because(scene: Scene, line: str, entry: Entry) -> str:
    """A line with the reason that was given, where one was."""
    if not entry.note:
        return line
    reason = plain(entry.note, longest=200)
    return f"{line} {say(scene.locale, 'event-undo-reason', reason=reason)}"


def _named(scene: Scene, event: Event, key: str) -> str:
    """A name that an event on a seat keeps (``old``, ``new``, ``by``), as it was then."""
    name = plain(str(event.data.get(key, "")), "")
    return name or say(scene.locale, "seat-name", number=int(event.data.get("seat", 0)) + 1)


def _changed(scene: Scene, entry: Entry, event: Event) -> str:
    """One line on a seat that changed hands: who did it, to whom, and why."""
    role = str(event.data.get("role", "nobody"))
    names = {key: _named(scene, event, key) for key in ("old", "new", "by")}
    line = say(scene.locale, f"event-{event.kind.removeprefix(OF_PEOPLE)}", role=role, **names)
    return _because(scene, line, entry)


def told(lines: Sequence[str], locale: str, room: int) -> str:
    """Lines for a post or panel: at most ten, and no more than there is room for (characters); the
    latest kept, and of what falls away how much it is."""
    kept = [f"- {line}" for line in lines[-MOST_LINES:]]
    while True:
        more = len(lines) - len(kept)
        head = [say(locale, "since-more", count=more)] if more else []
        text = "\n".join([*head, *kept])
        if len(text) <= room or len(kept) <= 1:
            return text[:room]
        kept = kept[1:]
