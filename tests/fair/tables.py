"""A whole table played from its lobby on, judged after every act, then played again as its twin:
with the same people and acts, but that the steps which somebody takes back unseen are others."""

from __future__ import annotations

from random import Random
from typing import Any

from cogs.table.journal import ENTRIES
from data import check, rewind
from data.sheet import Change, Sheet, Status
from rules import game as game_of
from rules.kernel import PLACES, Move, leave
from tests.fair.ledger import Fault, Ledger
from tests.fair.policy import NAMES, SITTERS, SPARE, STRANGER, Policy
from tests.fair.reads import Judge
from tests.fair.referee import Act, Asked, Door, Referee
from tests.fair.seated import Failed, Hall, Moment, Seated, Story
from tests.kit.playouts import chosen, values

LONGEST = (40, 80, 220)
"""Acts at a table at most."""
TURNING = (
    "undo", "ask", "agree", "decline", "overrule", "resign", "hand", "unseat", "back_again", "gone",
)  # fmt: skip
"""Acts after which all of the log and the files is read."""


async def play(hall: Hall, game: str, number: int, longest: int | None = None) -> None:
    """One table and, where somebody looked, its twin.

    Raises:
        Failed: something at it was not fair.
    """
    told: list[str] = []
    try:
        story = await Play(hall, game, number, told, longest).whole()
        hall.count["tables"] += 1
        if story.looked:
            told.append("the twin:")
            await Twin(hall, game, number, told).whole(story)
            hall.count["twins"] += 1
    except Exception as fault:
        raise Failed(game, number, told, fault) from fault


class Play(Seated):
    """The first of the two, with the ledger and the referee beside it."""

    def __init__(
        self, hall: Hall, game: str, number: int, told: list[str], longest: int | None = None
    ) -> None:
        super().__init__(hall, game, number, told)
        self.chance = Random(f"{game} {number}")
        self.longest = self.chance.choice(LONGEST) if longest is None else longest
        rules = game_of(game)
        least, most = rules.seat_range
        given = chosen(rules)
        options = {
            name: self.chance.choice(given.get(name) or values(field))
            for name, field in rules.options.model_fields.items()
            if name != PLACES
        }
        self.story = Story(options, least + number % (most - least + 1))
        self.door = Door(SITTERS[0], least, self.story.wanted)
        self.calls: set[int] = set()
        """Whom a post must call yet."""

    async def whole(self) -> Story:
        await self.open(self.story.wanted, self.story.options)
        await self._lobby()
        await self._begun()
        for _ in range(self.longest):
            if self.ledger.over:
                break
            await self._turn(*self.policy.next(self.sheet))
        await self._audit()
        return self.story

    async def _lobby(self) -> None:
        chance, people = self.chance, (*SITTERS, *SPARE)
        for _ in range(chance.randint(2, 16)):
            what = chance.choice(("join", "join", "join", "leave_lobby", "start", "restart"))
            await self._at_door(Act(what, chance.choice(people)))
            if self.sheet.match is not None:
                return
        for user in people:
            if len(self.door.inside) < self.door.wanted:
                await self._at_door(Act("join", user))
        await self._at_door(Act("start", self.door.host))

    async def _at_door(self, act: Act) -> None:
        may = self.door.allows(act)
        await self._tried(act, may)
        if may:
            self.door.done(act)

    async def _tried(self, act: Act, may: bool | None) -> str:
        """An act, which must be refused, and then change nothing, just when it is not allowed."""
        before = self.sheet
        refused = await self.do(act)
        self.hall.count["acts"] += 1
        if may is not None and may == bool(refused):
            raise Fault(f"{act.told}: {'refused' if refused else 'not refused'}")
        if refused:
            self.hall.count["refused"] += 1
            if await self.hall.shelf.load(before.id) != before:
                raise Fault(f"{act.told}: refused, and changed something")
        self.story.moments.append(Moment(act, refused))
        return refused

    async def _begun(self) -> None:
        sheet = self.sheet
        assert sheet.match is not None
        users = [holder.user for holder in sheet.holders]
        if sorted(users) != sorted(self.door.inside):
            raise Fault("others sit than had joined")
        names = [NAMES[user or 0] for user in users]
        self.ledger = Ledger(self.game, users, names)
        rec = self.ledger.begin(sheet.match.seed, sheet.match.options, sheet.n)
        self.referee = Referee(self.ledger, sheet.host, self.managers)
        count = max(1, len(users) - 2)
        lookers = frozenset(self.chance.sample(range(len(users)), count))
        self.policy = Policy(self.chance, self.ledger, self.referee, lookers)
        self.judge = Judge(self.ledger)
        self.judge.scene = await self.hall.scenes.quick(sheet, None, "en", messages=True)
        if (self.change.steps[0].entry.events if self.change else ()) != rec.events:
            raise Fault("the set-up is not that of the key")
        self._compare()

    async def _turn(self, act: Act, shadow: bool) -> None:
        sheet = self.sheet
        if act.what in ("undo", "agree", "overrule"):
            self.policy.fell(self._going_to(act))
        if not await self._tried(act, self.referee.allows(act)):
            if self.change is not None:
                self._booked(act, sheet, self.change, shadow)
            self.story.looked = self.story.looked or shadow
            self._compare()
            self._called()
            if not self.ledger.over:
                await self._read(act)

    def _going_to(self, act: Act) -> int:
        """The ply that an act would go back to."""
        one = self.referee.request
        if act.what == "agree":
            return one.ply if one else len(self.ledger.standing)
        return max(0, len(self.ledger.standing) - act.to if act.what == "undo" else act.to)

    # What came of an act.

    def _booked(self, act: Act, before: Sheet, change: Change, shadow: bool) -> None:
        ledger, referee = self.ledger, self.referee
        seat, entries = referee.seat_of(act.user), [step.entry for step in change.steps]
        concerned: set[int | None] = set()
        match act.what:
            case "move":
                assert seat is not None
                for entry in entries:
                    rec = ledger.move(entry.n, seat, Move.parse(entry.move), shadow)
                    if (rec.events, rec.move) != (entry.events, entry.move):
                        raise Fault("what happened is not what luck and rules give")
            case "ask":
                assert seat is not None
                needs = referee.needs(seat, act.to)
                referee.request = Asked(seat, act.to, needs)
                self._noted(change, needs)
            case "agree":
                assert seat is not None
                assert referee.request is not None
                referee.request.given.add(seat)
                if not referee.pending():
                    self._undone(entries, referee.request.seat, referee.request.ply)
            case "decline":
                assert referee.request is not None
                self._noted(change, {referee.request.seat})
                referee.request = None
            case "undo":
                self._undone(entries, seat, len(ledger.standing) - act.to)
            case "overrule":
                fall = {rec.seat for rec in referee.falls(act.to)}
                concerned = {ledger.holders[k] for k in fall if k is not None}
                self._by(entries, "table-undo", by=NAMES[act.user])
                self._undone(entries, None, act.to)
            case "resign":
                assert seat is not None
                self._resigned(before, entries[0].n, seat)
            case "hand":
                last = referee.last(act.seat)
                concerned = {last.user if last else None, act.to}
                self._by(entries, "table-replace", by=NAMES[act.user], new=NAMES[act.to])
                self._word(entries)
                if ledger.holders[act.seat] is not None:
                    referee.vacate(act.seat, "handed")
                referee.changed(act.seat)
                referee.take(act.seat, act.to, NAMES[act.to])
            case "unseat":
                concerned = {ledger.holders[act.seat]}
                self._by(entries, "table-unseat", by=NAMES[act.user])
                self._word(entries)
                referee.vacate(act.seat, "unseated", act.user)
                referee.changed(act.seat)
            case "back_again":
                back = referee.waiting(act.user)
                assert back is not None
                self._by(entries, "table-back", new=NAMES[act.user])
                self._word(entries)
                referee.changed(back)
                referee.take(back, act.user, NAMES[act.user])
            case "gone":
                self._word(entries)
                referee.vacate(act.seat, "gone")
                referee.changed(act.seat)
            case "hold" | "settle":
                referee.held = act.what == "hold"
        of_people = ("gone", "unseat", "hand", "back_again")
        if entries and act.what not in of_people and entries[-1].move != "waits":
            referee.request = None
        self.calls |= {user for user in concerned if user is not None and user != act.user}

    def _word(self, entries: Any) -> None:
        for e in entries:
            self.ledger.word(e.n, e.kind, e.seat, e.move, e.events)

    def _undone(self, entries: Any, seat: int | None, ply: int) -> None:
        (entry,) = entries
        if (entry.kind, entry.seat, entry.ply) != ("undo", seat, ply):
            raise Fault("another undo than was done")
        self.ledger.undo(entry.n, seat, ply, entry.events)

    def _resigned(self, before: Sheet, n: int, seat: int) -> None:
        assert before.match is not None
        ledger = self.ledger
        if leave(ledger.rules, before.match, seat) is None:
            ledger.word(n, "leave", seat, "waits", ())
            self.referee.vacate(seat, "resigned")
            self.referee.changed(seat)
            return
        ctx = ledger.chance()
        state = ledger.rules.settle(ledger.rules.leave(ledger.state, seat, ctx), ctx)
        ledger.leave(n, seat, state, ctx)
        self.referee.out.add(seat)

    def _by(self, entries: Any, kind: str, **names: str) -> None:
        """The log names who did it, and to whom."""
        for entry in entries:
            for event in entry.events:
                if event.kind == kind and all(event.data.get(k) == v for k, v in names.items()):
                    return
        raise Fault(f"the log does not say {kind} {names}")

    def _noted(self, change: Change, seats: set[int]) -> None:
        """Exactly these seats are called by a notice."""
        called = [set(note.body.get("seats", ())) for note in change.notes if note.kind == "notice"]
        if called != [seats]:
            raise Fault(f"{called} are called, not {sorted(seats)}")

    def _called(self) -> None:
        """A post that went out calls all whom something in it concerns, and tells no more than is
        everybody's."""
        posts = [letter.note.body for letter in self.letters if letter.note.kind == "post"]
        if not posts:
            return
        call = {user for body in posts for user in body.get("call", ())}
        call |= {self.ledger.holders[seat] for seat in self.ledger.asked}
        if missing := self.calls - call:
            raise Fault(f"{sorted(missing)} are not called")
        self.calls.clear()

    def _compare(self) -> None:
        """What the bot keeps is what the ledger says."""
        sheet, ledger, referee = self.sheet, self.ledger, self.referee
        assert sheet.match is not None
        one = sheet.request if sheet.request and sheet.request.n == sheet.n else None
        mine = referee.request
        over, seats = ledger.over is not None, range(len(sheet.holders))
        status = Status.OVER if over else Status.HELD if referee.held else Status.RUNNING
        for what, there, here in (
            ("position", sheet.match.state, ledger.state),
            ("ply", sheet.match.ply, len(ledger.standing)),
            ("draws", sheet.match.draws, ledger.draws),
            ("status", sheet.status, status),
            ("holders", [h.user for h in sheet.holders], ledger.holders),
            ("out", {k for k in seats if sheet.holders[k].out}, referee.out),
            ("host", sheet.host, referee.host),
            (
                "request",
                one and (one.seat, one.ply, set(one.needs), set(one.given)),
                mine and (mine.seat, mine.ply, mine.needs, mine.given),
            ),
        ):
            if there != here:
                raise Fault(f"{what}: the bot has {there}, the ledger {here}")
        for k in seats:
            least, most = (0, 0) if over or referee.held else referee.free(k)
            if not least <= (free := rewind.undoable(sheet, k)) <= most:
                raise Fault(f"seat {k} may take back {free}, not {least} to {most}")
            asked, now = sheet.holders[k].asked, ledger.question[k]
            if bool(asked) != (now is not None):
                raise Fault(f"seat {k} is asked, or not, against the rules")
            if asked and referee.numbers.setdefault((k, asked), now) is not now:
                raise Fault(f"seat {k}: an old button answers a new question")

    async def _read(self, act: Act) -> None:
        moment = self.story.moments[-1]
        deep = act.what in TURNING or self.chance.random() < 0.12
        moment.deep = self.chance.choice((1, 1, 2)) if deep else 0
        users = self.users()
        moment.pages = frozenset(self.chance.sample(users, 1))
        reads = await self.reader.all(self.sheet, users, moment.deep, moment.pages)
        self.judge.judge(reads)
        if act.what in ("hand", "unseat", "back_again", "overrule"):
            page = reads[STRANGER][f"log {self._last_page(moment.deep)}"]
            line = page.rpartition(f"**{self.sheet.n}.** ")[2]
            if NAMES[act.user] not in line:
                raise Fault(f"{act.told}: the log does not name who did it")
        self.hall.count["reads"] += sum(map(len, reads.values()))
        moment.reads = {u: got for u, got in reads.items() if not self.ledger.knows_shadow(u)}

    def _last_page(self, deep: int) -> int | None:
        n = self.sheet.n
        return n - (n - 1) % ENTRIES if deep > 1 else None

    async def _audit(self) -> None:
        """The record is whole, and what is read of it is what is in memory."""
        await self._restart()
        found = check.judge(self.hall.shelf.c, self.sheet.id)
        if wrong := [one.key for one in found if one.serious]:
            raise Fault(f"the record: {wrong}")


class Twin(Seated):
    """The same table with other steps where somebody looked."""

    async def whole(self, story: Story) -> None:
        await self.open(story.wanted, story.options)
        for moment in story.moments:
            act = moment.act
            if act.other:
                act = act._replace(moves=act.other)
            refused = await self.do(act)
            if refused != moment.refused:
                raise Fault(f"here {refused or 'done'}, there {moment.refused or 'done'}")
            if moment.reads:
                await self._same(moment)

    async def _same(self, moment: Moment) -> None:
        users = [user for user in self.users() if user in moment.reads]
        reads = await self.reader.all(self.sheet, users, moment.deep, moment.pages)
        for user, there in moment.reads.items():
            for name, value in there.items():
                self.hall.count["twin reads"] += 1
                if reads[user][name] != value:
                    raise Fault(f"{user}, {name}: not the same as at the twin table")
