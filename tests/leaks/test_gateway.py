"""S4 on a whole server: forged presses by way of the gateway, and real ones by strangers."""

from __future__ import annotations

from typing import Any

from simcord import interactions as si
from simcord.backend import serializers

from cogs.controls import Ticket
from tests.cogs.test_presses import told
from tests.cogs.world import Shown, World
from tests.leaks.tap import Tap


def forge(world: World, actor: Any, channel: int, message: int, custom_id: str) -> Any:
    """A press of a made-up control in a message of that channel, by a member of its server."""
    backend = world.env.backend
    record, payload = si.base_payload(
        backend, type=3, channel_id=channel, guild_id=actor.guild.id, user_id=actor.id,
        data={"custom_id": custom_id, "component_type": 2},
    )  # fmt: skip
    stored = backend.get_message(channel, message)
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = message
    backend.emit("INTERACTION_CREATE", payload)
    return record


KINDS = ("play", "mine", "text", "fresh", "log", "undo", "agree", "decline", "resign", "join",
         "start", "cancel", "options")  # fmt: skip


async def test_s4_a_member_of_another_server_reaches_no_match_of_this_one(world: World) -> None:
    match = await world.match("ann", "bob", game="toy")
    before = await world.store.load(match)
    other = world.env.create_guild(name="Elsewhere")
    place = other.create_text_channel("there")
    stranger = other.add_member(world.env.create_user("mallory"))
    await world.env.settle()
    await stranger.slash(place, "table new", game="sarena")
    lobby = place.history()[-1]
    tap = Tap(world)
    for kind in KINDS:
        record = forge(world, stranger, place.id, lobby.id, str(Ticket(kind, match, 1)))
        await world.env.settle()
        # Some change the message that carries them; that one stays as it was, and is shown too.
        assert f"There is no match {match}." in told(world, record).splitlines(), kind
        public = [one for one in tap.take() if one.to is None and one.text]
        assert public == [], kind
    for command in ("board", "log", "export", "hand", "play", "undo"):
        result = await stranger.slash(place, f"table {command}", match=str(match))
        assert result.response is not None
        sent = [one for one in tap.take() if one.text]
        assert [one.text for one in sent] == [f"There is no match {match}."], command
        assert [one.to for one in sent] == [stranger.id]
    assert await world.store.load(match) == before


async def test_s4_a_player_takes_no_rights_along_from_a_server_of_his_own(world: World) -> None:
    """Bob manages his own server; from there he may look at his match, and hand over nobody's seat
    but his own."""
    match = await world.match("ann", "bob", game="toy")
    home = world.env.create_guild(name="Home", owner=world.people["bob"].user)
    place = home.create_text_channel("den")
    bob = home.add_member(world.people["bob"].user)
    friend = home.add_member(world.env.create_user("mallory"))
    await world.env.settle()
    before = await world.store.load(match)
    setup = await bob.slash(place, "table setup")
    assert "Parlour on this server" in Shown(world, setup.response).text, "there he manages"
    for command, given in (
        ("replace", {"who": "1", "by": friend}),
        ("undo", {"steps": 1, "reason": "because"}),
    ):
        await bob.slash(place, f"table {command}", match=str(match), **given)
        assert await world.store.load(match) == before, command
    await bob.slash(place, "table play", match=str(match))
    result = await bob.slash(place, "table hand", match=str(match))
    assert result.response is not None


async def test_s4_a_press_by_a_bot_is_refused(world: World) -> None:
    match = await world.match("ann", "bob")
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    await world.env.settle()
    before = await world.store.load(match)
    for kind in KINDS:
        ticket = str(Ticket(kind, match, 1))
        record = forge(world, robot, world.channel.id, world.last.id, ticket)
        await world.env.settle()
        assert "A bot cannot take a seat." in told(world, record).splitlines(), kind
    assert await world.store.load(match) == before
