"""S10: tokens and seeds. The real program as a process, at the level that logs everything, before
a Discord of our own that plays people; it is made to crash while it holds secrets in its hands.

Neither the bot's token nor an interaction's, neither a match's seed nor what a person answers in
private stands in anything that it logs; no seed and no token in anything that it sends.
"""

from __future__ import annotations

import asyncio
import base64
import json
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web

from logs import Discreet
from rules import game as game_of
from rules import toy
from rules.kernel import start
from tests import toy as toys
from tests.leaks.booth import walk
from tests.local.driver import BOT, clean_environment
from tests.operator.conftest import ENDED, TOKEN
from tests.operator.discord import ME, Discord, answer

toys.install()

# The real program with the toy in it, Discord elsewhere, a known seed, cards like nothing else, and
# a fault in My view that says all it knows.
PROGRAM = """
import sys
import discord.gateway, discord.http, yarl
root, port, broken = sys.argv[1:4]
sys.path.insert(0, root)
discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
from dataclasses import replace
from tests import toy as toys
toys.install()
from rules import toy
real = toy.Toy.setup
toy.Toy.setup = lambda self, *a: replace(
    real(self, *a), deck=tuple(7_310_000 + 137 * k for k in range(toy.CARDS)))
import secrets
secrets.token_bytes = lambda size: bytes(range(1, size + 1))
import bot, logs, settings
from cogs.table.panel import Panel
async def crash(self, press):
    sheet = await self.desk.sheet(press.ticket.match)
    text = repr(replace(sheet, match=replace(sheet.match, state=None)))
    url = f"/webhooks/42/{press.interaction.token}/messages/@original"
    raise RuntimeError(f"{text} POST {url} Bot {settings.load().token.get_secret_value()}")
Panel.mine = crash
if broken == "gateway":
    logs.QUIET = ()
if broken == "formatter":
    logs.Discreet.hide = lambda self, text: text
if broken == "seed":
    import rules.kernel
    rules.kernel.Match.__repr__ = lambda self: f"Match({self.seed.hex()})"
    import logging
    from cogs.table.desk import Desk
    keep = Desk._keep
    def said(self, sheet):
        logging.getLogger("cogs").debug("%r", sheet.match)
        return keep(self, sheet)
    Desk._keep = said
sys.exit(bot.main(["run"]))
"""
SEED = bytes(range(1, 33))
ANN, BOB = 1001, 1002
PLACE, GUILD = 2001, 2002
PERMISSIONS = str((1 << 53) - 1)


class Room(Discord):
    """A Discord with one channel, where people press and everything sent is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.bodies: list[tuple[str, bytes]] = []
        self.answered: asyncio.Queue[str] = asyncio.Queue()
        self.tokens_given: list[str] = []
        self.socket: web.WebSocketResponse | None = None
        self.flags = 64 | 1 << 15
        """Of the messages that people press in: private, and made of components."""
        self._serial = 1

    async def __aenter__(self) -> Room:
        app = web.Application(client_max_size=1 << 25)
        app.router.add_get("/api/v10/users/@me", self._me)
        app.router.add_get("/api/v10/oauth2/applications/@me", self._application)
        app.router.add_put("/api/v10/applications/42/commands", self._commands)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{rest:.*}", self._anything)
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        self.port = self.runner.addresses[0][1]
        return self

    async def _anything(self, request: web.Request) -> web.Response:
        body = await request.read()
        path = request.match_info["rest"]
        self.bodies.append((f"{request.method} {path}", body))
        if path.endswith("/callback"):
            kind = json.loads(body)["type"] if body.startswith(b"{") else 4
            if kind in (4, 8, 9):
                self.answered.put_nowait(path)
            return answer({"interaction": {"id": "1", "type": 3, "response_message_id": "2"}})
        if path.startswith(f"guilds/{GUILD}/members/"):
            return answer(_member(int(path.rsplit("/", 1)[1])))
        if path.startswith("webhooks/"):
            self.answered.put_nowait(path)
        self._serial += 1
        return answer(_message(9_000 + self._serial, ()))

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        ws = self.socket = web.WebSocketResponse()
        await ws.prepare(request)
        await ws.send_json({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        async for message in ws:
            if message.type is not WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            if said["op"] == 1:
                await ws.send_json({"op": 11, "d": None, "s": None, "t": None})
            if said["op"] == 2:
                ready = {
                    "v": 10, "user": ME, "session_id": "s", "shard": [0, 1],
                    "guilds": [{"id": str(GUILD), "unavailable": True}],
                    "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
                    "application": {"id": "42", "flags": 0},
                }  # fmt: skip
                await ws.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                await ws.send_json({"op": 0, "t": "GUILD_CREATE", "s": 2, "d": _guild()})
                self.inside.set()
        return ws

    async def _person_does(self, user: int, kind: int, data: dict[str, Any], shown: Any) -> None:
        self._serial += 1
        token = f"aW50ZXJhY3Rpb246{self._serial:06d}QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo"
        self.tokens_given.append(token)
        member = {**_member(user), "permissions": PERMISSIONS}
        payload: dict[str, Any] = {
            "id": str(5_000_000 + self._serial), "application_id": "42", "type": kind,
            "token": token, "version": 1, "data": data, "channel_id": str(PLACE),
            "channel": _channel(), "locale": "en-US", "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0, "attachment_size_limit": 10 << 20, "app_permissions": PERMISSIONS,
            "guild_id": str(GUILD), "member": member, "guild_locale": "en-US",
        }  # fmt: skip
        if kind == 3:
            payload["message"] = {**_message(8_000, shown), "flags": self.flags}
        assert self.socket is not None
        event = {"op": 0, "t": "INTERACTION_CREATE", "s": self._serial, "d": payload}
        await self.socket.send_json(event)

    async def slash(self, user: int, name: str, **options: Any) -> bytes:
        """A slash command; the body that answered it."""
        group, sub = name.split()
        given = [
            {"name": k, "type": 4 if isinstance(v, int) else 3, "value": v}
            for k, v in options.items()
        ]
        data = {"id": "1", "name": group, "type": 1,
                "options": [{"name": sub, "type": 1, "options": given}]}  # fmt: skip
        await self._person_does(user, 2, data, ())
        return await self._answer()

    async def press(
        self, user: int, custom_id: str, shown: Any = (), answers: bool = True
    ) -> bytes:
        """A press in a private message that shows these components."""
        data = {"custom_id": custom_id, "component_type": 2}
        await self._person_does(user, 3, data, shown)
        return await self._answer() if answers else b""

    async def _answer(self) -> bytes:
        await asyncio.wait_for(self.answered.get(), ENDED)
        return self.bodies[-1][1] if self.bodies else b""

    async def sent(self, count: int) -> None:
        """Wait until so many messages were posted in the channel."""
        for _ in range(600):
            posts = [p for p, _ in self.bodies if p == f"POST channels/{PLACE}/messages"]
            if len(posts) >= count:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("nothing was posted")


def _user(user: int) -> dict[str, Any]:
    return {"id": str(user), "username": f"u{user}", "global_name": f"user{user}", "bot": False,
            "discriminator": "0", "avatar": None}  # fmt: skip


def _member(user: int) -> dict[str, Any]:
    return {
        "user": _user(user), "nick": None, "roles": [], "deaf": False, "mute": False,
        "joined_at": "2020-01-01T00:00:00+00:00", "flags": 0,
    }  # fmt: skip


def _channel() -> dict[str, Any]:
    return {
        "id": str(PLACE), "type": 0, "name": "table", "position": 0, "permission_overwrites": [],
        "nsfw": False, "parent_id": None,
    }  # fmt: skip


def _guild() -> dict[str, Any]:
    everyone = {
        "id": str(GUILD), "name": "@everyone", "permissions": PERMISSIONS, "position": 0,
        "color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0,
    }  # fmt: skip
    return {
        "id": str(GUILD), "name": "house", "owner_id": str(ANN), "roles": [everyone], "emojis": [],
        "features": [], "channels": [_channel()], "members": [_member(42)], "threads": [],
        "member_count": 3, "unavailable": False, "verification_level": 0, "mfa_level": 0,
        "default_message_notifications": 0, "explicit_content_filter": 0, "afk_timeout": 60,
        "preferred_locale": "en-US", "premium_tier": 0, "nsfw_level": 0, "stickers": [],
        "system_channel_flags": 0, "voice_states": [], "presences": [], "stage_instances": [],
        "guild_scheduled_events": [],
    }  # fmt: skip


def _message(message: int, components: Any) -> dict[str, Any]:
    return {
        "id": str(message), "channel_id": str(PLACE), "author": ME, "content": "",
        "timestamp": "2024-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False,
        "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [],
        "embeds": [], "pinned": False, "type": 0, "flags": 0, "components": list(components),
    }  # fmt: skip


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with Room() as room:
        yield room


def in_json(body: bytes) -> dict[str, Any]:
    """The JSON of a body with or without files."""
    at = body.find(b'{"')
    return json.JSONDecoder().raw_decode(body[at:].decode("utf-8", "replace"))[0]


async def played(room: Room, folder: Path, broken: str) -> str:
    """Two people open the toy, bid, look, and one press meets a fault; all that was logged."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, str(BOT.parent), str(room.port), broken,
        cwd=folder, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=clean_environment(
            PARLOUR_TOKEN=TOKEN, PARLOUR_LOG_LEVEL="debug",
            PARLOUR_DATABASE=str(folder / "matches.db"),
        ),
    )  # fmt: skip
    reading = asyncio.ensure_future(process.communicate())
    try:
        await asyncio.wait_for(room.inside.wait(), ENDED)
        await room.slash(ANN, "table new", game="toy", seats=2)
        await room.press(BOB, "join:1:0", answers=False)
        await asyncio.sleep(0.3)
        await room.press(ANN, "start:1:0", answers=False)
        await room.sent(2)
        for user in (ANN, BOB):
            panel = in_json(await room.press(user, "play:1:0"))
            shown = panel["components"]
            ids = [c["custom_id"] for c in walk(shown) if "custom_id" in c]
            bid = next(text for text in ids if text.startswith("answer:"))
            if user == ANN:
                await room.press(user, bid, shown)
                await room.slash(user, "table undo", steps=5)
        await room.slash(BOB, "table export")
        await room.slash(BOB, "table log")
        await room.press(BOB, "mine:1:0", answers=True)
        process.terminate()
        out, err = await asyncio.wait_for(reading, ENDED)
    except BaseException:
        if process.returncode is None:
            process.kill()
        print((await reading)[1].decode()[-6000:])
        raise
    return (out + err).decode()


def seeds() -> list[bytes]:
    """How a seed could be written."""
    ways = [SEED.hex(), base64.b64encode(SEED).decode(), repr(SEED), str(list(SEED))]
    return [way.encode() for way in ways] + [SEED]


def cards() -> tuple[set[int], set[int]]:
    """(The hands that are dealt, the card that is bid in secret)."""
    game = game_of("toy")
    with pytest.MonkeyPatch.context() as patch:
        from dataclasses import replace

        real = toy.Toy.setup
        deck = tuple(7_310_000 + 137 * k for k in range(toy.CARDS))
        patch.setattr(toy.Toy, "setup", lambda self, *a: replace(real(self, *a), deck=deck))
        match, _ = start(game, 2, SEED)
    hands = match.state.hands
    return {card for hand in hands for card in hand}, {hands[0][0]}


def secrets_in(room: Room, log: str) -> list[str]:
    """Everything that stands where it must not."""
    found = []
    text = log.encode()
    if TOKEN.encode() in text:
        found.append("the bot's token is logged")
    found += ["an interaction's token is logged" for t in room.tokens_given if t.encode() in text]
    found += ["the seed is logged" for way in seeds() if way in text]
    hands, _ = cards()
    for line in log.splitlines():
        found += [f"card {card} is logged: {line[:300]}" for card in hands if str(card) in line]
    for where, body in room.bodies:
        if TOKEN.encode() in body:
            found.append(f"the bot's token is sent: {where}")
        found += [f"the seed is sent: {where}" for way in seeds() if way in body]
    return found


@pytest.mark.parametrize("flags", [64 | 1 << 15, 64])
async def test_s10_no_token_no_seed_and_no_answer_is_logged_or_sent(
    flags: int, room: Room, tmp_path: Path
) -> None:
    """The second time the messages are not what discord.py takes them for, and its own part of a
    press fails in a task that is named after the button."""
    room.flags = flags
    log = await played(room, tmp_path, "nothing")
    assert ("discord-ui-dynamic-item" in log) == (flags == 64)
    assert secrets_in(room, log) == []
    assert "RuntimeError: Sheet(id=1" in log, "the crash was logged, and what it held is there"
    assert log.count("<hidden>") > 2
    assert "DEBUG" in log
    stored = sqlite3.connect(tmp_path / "matches.db").execute("SELECT seed FROM match").fetchall()
    assert stored == [(SEED,)], "that was the seed"
    assert any(b"toy-1.json" in body for _, body in room.bodies), "an export was sent"
    assert any(b"on our side" in body for _, body in room.bodies), "the fault was told kindly"
    assert len(room.tokens_given) > 6


@pytest.mark.parametrize(
    ("broken", "says"),
    [("gateway", "card"), ("formatter", "token"), ("seed", "the seed is logged")],
)
async def test_s10_a_fault_put_in_is_found(
    broken: str, says: str, room: Room, tmp_path: Path
) -> None:
    log = await played(room, tmp_path, broken)
    assert any(says in what for what in secrets_in(room, log))


def test_s10_the_words_of_an_error_hide_tokens_too() -> None:
    shown = Discreet(TOKEN)
    token = "aW50ZXJhY3Rpb246123456QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo"
    for text in (f"Bot {TOKEN}", f"/webhooks/42/{token}/messages/@original", f"'token': '{token}'"):
        assert TOKEN not in shown.hide(text)
        assert token not in shown.hide(text)


def test_s10_the_answer_that_a_button_carries_is_hidden() -> None:
    shown = Discreet()
    for text in ("Task name='item-Control-answer:12:3:bid:17'", "pick:1:2:0:put", "walk:1:2:0:bid"):
        assert "hidden" in shown.hide(text)
        assert not {"bid:17", "put", "bid"} & set(shown.hide(text).replace("'", ":").split(":"))
    assert shown.hide("match 12: 10:30:45 mine:1:0") == "match 12: 10:30:45 mine:1:0"
