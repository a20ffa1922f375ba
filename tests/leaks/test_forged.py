"""S4: presses that nobody could make with Discord's own app: by somebody else, from elsewhere. Each
is answered in private, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from cogs import controls
from cogs.controls import Ticket
from cogs.table.options import INVITE, Field
from data.sheet import Sheet
from rendering.words import say
from rules import game, games
from tests.leaks.faults import Patch
from tests.leaks.line import CHANNEL, ELSEWHERE, GUILD, NAMES, Line, Sent
from tests.leaks.plans import leaves
from tests.leaks.server import Server
from tests.leaks.tour import undrawn
from tests.leaks.twins import SHOWN

ANN, BOB, CLEO, DAN, OLGA = NAMES
EVE, STRANGER, ROBOT = 105, 400, 401


class Part(NamedTuple):
    """A control as the bot sent it: its id, the values of a select, and whose eyes it was for."""

    custom_id: str
    values: tuple[str, ...]
    to: int | None

    @property
    def kind(self) -> str:
        return self.custom_id.split(":")[0]


def controls_in(sent: list[Sent]) -> Iterator[Part]:
    for one in sent:
        for c in one.components:
            if "custom_id" in c and c.get("type") in (2, 3, 5, 8):
                values = tuple(o["value"] for o in c.get("options") or ())[:2]
                if c["type"] in (5, 8):
                    values = ("12345",)
                yield Part(c["custom_id"], values, one.to)


async def _play(stand: Line, name: str, match: int) -> int:
    """Whoever is asked plays the first legal move; who it was."""
    sheet = await stand.desk.sheet(match)
    seat = next(k for k, h in enumerate(sheet.holders) if h.asked)
    await stand.answered(match, seat, next(iter(game(name).moves(sheet.match.state, seat))))
    return seat


async def everything(stand: Line, name: str) -> list[Part]:
    """Matches 1 and 2 of that game by ann and bob, 3 by cleo and dan, full lobbies of dan and cleo
    of every game; every kind of control there is, as it was sent while they were played."""
    undone = await stand.opened(name, ANN, BOB)  # a request for an undo waits in this one
    played = [await _play(stand, name, undone), await _play(stand, name, undone)]
    while played[-1] == played[-2]:  # that one could take back by himself
        played.append(await _play(stand, name, undone))
    assert (await stand.opened(name, ANN, BOB)) == 2
    while not (sheet := await stand.desk.sheet(2)).holders[0].asked:
        await _play(stand, name, 2)
    move = next(iter(game(name).moves(sheet.match.state, 0)))
    assert (await stand.opened(name, CLEO, DAN)) == 3
    assert (await stand.opened(name, DAN, CLEO, begin=False)) == 4
    for other in filter(_chosen_or_typed, SHOWN):
        number = await stand.opened(other, DAN, CLEO, begin=False)
        await stand.press(DAN, Ticket("options", number), private=False)
        await stand.press(DAN, Ticket("options", number, 0, INVITE), private=False)
    await stand.slash(ANN, "table undo", steps=2, match="1")
    await stand.slash(ANN, "table play", match="1")
    await stand.slash(BOB, "table play", match="1")
    await stand.slash(ANN, "table play", match="2")
    await stand.slash(ANN, "table resign", match="2")
    await stand.slash(ANN, "table log", match="1")
    await stand.press(DAN, Ticket("options", 4), private=False)
    await stand.slash(ANN, "table rules", game=name)
    stand.admins.add(EVE)
    await stand.slash(EVE, "table setup")
    stand.admins.clear()
    await stand.bot.table.welcome.post(CHANNEL, "Welcome", "en")
    found = dict.fromkeys(controls_in(stand.sent))
    # What only stands in a panel further on, or in a modal.
    asked = sheet.holders[0].asked
    more = ["walk:2:{0}:0", "search:2:{0}:0", "searched:2:{0}:0", "pick:2:{0}:0", "fresh:2:0"]
    more += [f"answer:2:{asked}:{move}", "undo:2:1:p", f"guide:0:1:{name}"]
    more += ["again:1:0", "export:1:0"]  # under the last post of a match; this one goes on
    more += ["back:2:0"]  # for who was taken off a seat
    extra = [Part(text.format(asked), (), ANN) for text in more]
    for ticket in (Ticket.parse(p.custom_id) for p in found if p.kind == "number"):
        assert ticket is not None
        option = ticket.rest.partition(":")[2]
        extra.append(Part(str(Ticket("numbered", ticket.match, 0, option)), (), DAN))
    return [*found, *(p for p in extra if p not in found)]


def _typed(name: str) -> bool:
    """A game with a number that is typed in a modal."""
    fields = game(name).options.model_fields
    return any(Field(name, f, None).bounds and not Field(name, f, None).values for f in fields)


def _chosen_or_typed(name: str) -> bool:
    return bool(game(name).places) or _typed(name)


def lacking() -> set[str]:
    """The kinds of control that no game found here has use for."""
    places = set() if any(rules.places for rules in games().values()) else {"place", "keep"}
    return places | (set() if any(map(_typed, games())) else {"number", "numbered"})


ASKS = {"search", "number"}
"""Opens a modal before anything is read."""
OPEN_TO_ALL = {"mine", "text", "log", "rules", "guide", "export"} | ASKS
"""What anybody on the server may look at."""
FILLED = {"searched": {"text": "a"}, "numbered": {"number": "7"}}
"""What a modal comes back with."""
FOR_ONESELF = {"open", "resign", "agree", "decline", "back"}
"""What acts for whoever presses, with his own seat: his to do."""


async def stored(stand: Line) -> list[Any]:
    """Everything that could have changed."""
    sheets: list[Sheet | None] = [await stand.store.load(match) for match in range(1, 7)]
    settings = [await stand.store.setting(GUILD, key) for key in ("channels", "place", "opens")]
    return [sheets, settings, await stand.store.setting(ELSEWHERE, "channels")]


class Wrong(AssertionError):
    """A forged press did something, or was answered in public."""


async def forged(stand: Line, part: Part, user: int, *, private: bool, **more: Any) -> list[Sent]:
    """A press by somebody, after which everything must stand as it did.

    Raises:
        Wrong: it does not, or the answer is for all to see, or there is none.
    """
    before, answers = await stored(stand), stand.answers
    fields = FILLED.get(part.kind)
    values = part.values if fields is None else ()
    sent = await stand.press(
        user, part.custom_id, *values, private=private, fields=fields, **more
    )  # fmt: skip
    if stand.answers != answers + 1:
        raise Wrong(f"{part.custom_id}: {stand.answers - answers} first answers")
    if await stored(stand) != before:
        raise Wrong(f"{part.custom_id} by {user} changed something")
    for one in sent:
        if one.to is None and (one.text or one.files or one.components):
            raise Wrong(f"{part.custom_id} by {user} is answered in public: {one.text[:80]}")
        if one.to not in (None, user):
            raise Wrong(f"{part.custom_id} by {user} is told to {one.to}")
        if "on our side" in one.text:
            raise Wrong(f"{part.custom_id} by {user}: an incident")
    return sent


def refused(part: Part, user: int, sent: list[Sent]) -> None:
    """One sentence in private and nothing to press.

    Raises:
        Wrong: something else was shown.
    """
    words = [one for one in sent if one.text]
    if len(words) != 1 or words[0].files or words[0].components[1:]:
        raise Wrong(f"{part.custom_id} by {user} is shown {[w.text[:60] for w in words]}")


async def by_role(stand: Line, role: str, parts: list[Part], private: bool) -> int:
    """Every control pressed by somebody who should not."""
    pressed = 0
    for part in parts:
        if role in ("spectator", "player of another match"):
            user = OLGA if role == "spectator" else CLEO
            if part.kind in FOR_ONESELF - {"resign", "agree", "decline"}:
                continue
            if part.custom_id.split(":")[1] in ("3", "4", "5") and user == CLEO:
                continue
            sent = await forged(stand, part, user, private=private)
            if part.kind not in OPEN_TO_ALL:
                refused(part, user, sent)
        elif role == "other seat":
            # What stands in ann's private messages, pressed by bob.
            if part.to != ANN or part.kind in FOR_ONESELF | {"undo"}:
                continue
            await forged(stand, part, BOB, private=private)
        elif role == "replaced":
            if part.custom_id.split(":")[1] != "2" or part.kind in FOR_ONESELF - {"resign"}:
                continue
            sent = await forged(stand, part, BOB, private=private)
            if part.kind not in OPEN_TO_ALL:
                refused(part, BOB, sent)
        elif role == "bot":
            refused(part, ROBOT, await forged(stand, part, ROBOT, private=private))
        else:
            guild = ELSEWHERE if role == "other server" else None
            if part.kind in ("open", "setwhere", "setting") and guild is not None:
                continue  # there it concerns the other server alone
            sent = await forged(stand, part, STRANGER, private=private, guild=guild)
            if part.kind not in {"rules", "guide"} | ASKS:
                refused(part, STRANGER, sent)
        pressed += 1
    return pressed


ROLES = (
    "spectator", "player of another match", "other seat", "replaced", "bot", "other server",
    "private message",
)  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize(
    ("stand", "role"),
    [*(("booth", role) for role in ROLES), ("server", "bot"), ("server", "other server")],
    indirect=["stand"],
)
async def test_s4_every_control_pressed_by_somebody_else_is_refused_in_private(
    name: str, role: str, stand: Line, monkeypatch: Patch, faults: list[str]
) -> None:
    undrawn(monkeypatch)
    parts = await everything(stand, name)
    kinds = {part.kind for part in parts}
    assert kinds == set(stand.bot.router.handlers) - lacking(), "every kind of control is there"
    if role == "replaced":
        await stand.slash(BOB, "table replace", who="2", by=EVE, match="2")
        assert (await stand.desk.sheet(2)).seat_of(BOB) is None
    stand.bots.add(ROBOT)
    if isinstance(stand, Server):  # a press takes its time there: one of each kind
        parts = list({part.kind: part for part in parts}.values())
    for private in (True, False):
        assert await by_role(stand, role, parts, private) > 8
    assert not faults


@pytest.mark.parametrize("stand", ["booth", "server"], indirect=True)
@pytest.mark.parametrize("command", ["undo", "unseat"])
async def test_s4_who_manages_another_server_manages_nothing_here(
    command: str, stand: Line, monkeypatch: Patch
) -> None:
    """Neither a stranger nor a player may use the rights he has on a server of his own."""
    undrawn(monkeypatch)
    await everything(stand, SHOWN[0])
    stand.admins |= {STRANGER, BOB}
    before = await stored(stand)
    setup = await stand.slash(BOB, "table setup", guild=ELSEWHERE)
    assert "Parlour on this server" in setup[-1].text, "there he manages"
    for user in (STRANGER, BOB):
        more: dict[str, Any] = {"steps": 1, "reason": "because"}
        if command == "unseat":
            more = {"who": "1", "reason": "because"}
        sent = await stand.slash(user, f"table {command}", match="1", guild=ELSEWHERE, **more)
        assert [one.to for one in sent] == [user] * len(sent)
        assert await stored(stand) == before
    shown = await stand.slash(BOB, "table hand", match="1", guild=ELSEWHERE)
    assert shown[-1].files, "his own match he may look at from there"
    await stand.slash(BOB, f"table {command}", match="1", **more)
    assert await stored(stand) == before, "a player has no such rights on his own server either"
    await stand.slash(STRANGER, f"table {command}", match="1", **more)
    assert await stored(stand) != before, "on the match's own server it counts"


COMMANDS = (
    "board", "hand", "play", "log", "export", "undo", "resign", "join", "leave", "start", "cancel",
    "move",
)  # fmt: skip


@pytest.mark.parametrize(
    ("stand", "command"),
    [*(("booth", command) for command in COMMANDS), ("server", "export")],
    indirect=["stand"],
)
async def test_s4_for_another_server_there_is_no_such_match(
    command: str, stand: Line, monkeypatch: Patch
) -> None:
    """Matches are numbered across servers: whoever counts through the numbers learns nothing, not
    even which there are."""
    undrawn(monkeypatch)
    await everything(stand, SHOWN[0])
    before = await stored(stand)
    told = []
    for match in ("1", "2", "4", "99"):
        sent = await stand.slash(STRANGER, f"table {command}", match=match, guild=ELSEWHERE)
        told.append(sent[-1].text.replace(match, "#"))
        assert not any(one.files for one in sent)
    assert set(told) == {say("en", "refused-no-match", match="#")}
    assert await stored(stand) == before
    for option in ("match", "steps", "who"):
        for group in ("undo", "replace"):
            if (group, option) in (("undo", "who"), ("replace", "steps")):
                continue
            more = {} if option == "match" else {"match": "1"}
            sent = await stand.complete(
                STRANGER, f"table {group}", option, guild=ELSEWHERE, **more
            )  # fmt: skip
            assert sent[-1].json["data"]["choices"] == []
    for own in leaves(stand, (SHOWN[0],)):
        option = next(p.display_name for p in own.parameters if p.autocomplete)
        sent = await stand.complete(
            STRANGER, own.qualified_name, option, guild=ELSEWHERE, match="3"
        )  # fmt: skip
        assert sent[-1].json["data"]["choices"] == []


async def test_s4_what_a_person_sees_never_lands_in_a_message_that_others_see(
    stand: Line, monkeypatch: Patch, faults: list[str]
) -> None:
    """Even the owner's own press of a private control, from a public message."""
    undrawn(monkeypatch)
    parts = await everything(stand, SHOWN[0])
    private = [
        p for p in parts
        if p.to is not None and p.kind not in FOR_ONESELF | {"answer", "pick", "undo"}
    ]  # fmt: skip
    assert {p.kind for p in private} >= {"walk", "fresh", "search", "searched", "log", "guide"}
    for part in private:
        user = part.to
        assert user is not None
        fields = FILLED.get(part.kind)
        sent = await stand.press(user, part.custom_id, private=False, fields=fields)
        shown = [one for one in sent if one.text or one.files]
        # What the outbox posts for all goes by the channel's own route.
        aside = [one for one in shown if not one.where.startswith(("PATCH /ch", "POST /ch"))]
        assert [one.to for one in aside] == [user] * len(aside), part
    assert not faults


# Faults put in.


def _anybody_sits(patch: Patch, stand: Line) -> None:
    patch.setattr(Sheet, "seat_of", lambda self, user: 0)


def _matches_are_open_to_other_servers(patch: Patch, stand: Line) -> None:
    here = type(stand.desk).sheet_for.__globals__
    patch.setitem(here, "open_to", lambda sheet, interaction: None)


def _refusals_in_public(patch: Patch, stand: Line) -> None:
    here = controls.report.__globals__
    view = here["Words"]

    async def tell(interaction: Any, text: str) -> None:
        if not interaction.response.is_done():
            await interaction.response.defer()
        await interaction.followup.send(view=view(text))

    patch.setitem(here, "tell", tell)


def _every_message_is_private(patch: Patch, stand: Line) -> None:
    patch.setitem(controls.acknowledge.__globals__, "_whispered", lambda interaction: True)


@pytest.mark.parametrize(
    ("plant", "role"),
    [
        (_anybody_sits, "spectator"),
        (_anybody_sits, "replaced"),
        (_matches_are_open_to_other_servers, "other server"),
        (_matches_are_open_to_other_servers, "private message"),
        (_refusals_in_public, "spectator"),
        (_every_message_is_private, "other seat"),
    ],
)
async def test_s4_a_fault_put_in_is_found(
    plant: Callable[[Patch, Line], None], role: str, stand: Line, monkeypatch: Patch
) -> None:
    undrawn(monkeypatch)
    parts = await everything(stand, SHOWN[0])
    if role == "replaced":
        await stand.slash(BOB, "table replace", who="2", by=EVE, match="2")
    plant(monkeypatch, stand)
    with pytest.raises(Wrong):
        await by_role(stand, role, [*parts, *parts], plant is not _every_message_is_private)
