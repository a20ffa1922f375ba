"""S10: tokens and seeds. The real program as a process, at the level that logs everything, before
a Discord of our own that plays people; it is made to crash while it holds secrets in its hands.

Neither the bot's token nor an interaction's, neither a match's seed nor what a person answers in
private stands in anything that it logs; no seed and no token in anything that it sends.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from logs import Discreet
from rules import game as game_of
from rules.kernel import start
from tests.kit.playouts import hooks
from tests.leaks import keys
from tests.leaks.canaries import NAME, mark
from tests.leaks.line import CHANNEL, GUILD, PLAYERS, Line, Sent, channel_json, message_json
from tests.local.driver import BOT, clean_environment
from tests.operator.conftest import ENDED, TOKEN
from tests.operator.discord import ME, Discord, answer

# The real program with all games that are tested, Discord elsewhere, a known seed, marked
# pieces, and a fault in My view that says all it knows.
PROGRAM = """
import sys
import discord.gateway, discord.http, yarl
root, port, broken = sys.argv[1:4]
sys.path.insert(0, root)
discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
from dataclasses import replace
import tests.conftest
from tests.leaks import canaries, keys
canaries.mark()
keys.known(keys.ForGood())
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
ANN, BOB = PLAYERS[:2]
PERMISSIONS = str((1 << 53) - 1)


class Room(Discord, Line):
    """A Discord with one channel, where people press and everything sent is kept, as it came."""

    def __init__(self) -> None:
        Discord.__init__(self)
        Line.__init__(self)
        self.answered_by: asyncio.Queue[str] = asyncio.Queue()
        self.socket: web.WebSocketResponse | None = None
        self.flags = 64 | 1 << 15
        """Of the messages that people press in: private, and made of components."""
        self.shown: list[Any] = []
        """What they show."""

    def routes(self, app: web.Application) -> None:
        super().routes(app)
        app.router.add_route("*", "/api/v10/{rest:.*}", self._anything)

    async def _anything(self, request: web.Request) -> web.Response:
        body = await request.read()
        path = request.match_info["rest"]
        file = ("body", request.content_type, body)
        self.sent.append(Sent(None, f"{request.method} {path}", _json(body), (file,)))
        if path.endswith("/callback"):
            if self.sent[-1].json.get("type") in (4, 8, 9):
                self.answered_by.put_nowait(path)
            return answer({"interaction": {"id": "1", "type": 3, "response_message_id": "2"}})
        if path.startswith(f"guilds/{GUILD}/members/"):
            return answer(self.member(int(path.rsplit("/", 1)[1])))
        if path.startswith("webhooks/"):
            self.answered_by.put_nowait(path)
        return answer(message_json(9_000 + len(self.sent)))

    async def admitted(self, ws: web.WebSocketResponse) -> None:
        self.socket = ws
        await ws.send_json({"op": 0, "t": "GUILD_CREATE", "s": 2, "d": self._guild()})

    def _guild(self) -> dict[str, Any]:
        everyone = {
            "id": str(GUILD), "name": "@everyone", "permissions": PERMISSIONS, "position": 0,
            "color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0,
        }  # fmt: skip
        return {
            "id": str(GUILD), "name": "house", "owner_id": str(ANN), "roles": [everyone],
            "emojis": [], "features": [], "channels": [channel_json(CHANNEL)], "threads": [],
            "members": [self.member(int(ME["id"]))], "member_count": 3, "unavailable": False,
            "verification_level": 0, "mfa_level": 0, "default_message_notifications": 0,
            "explicit_content_filter": 0, "afk_timeout": 60, "preferred_locale": "en-US",
            "premium_tier": 0, "nsfw_level": 0, "stickers": [], "system_channel_flags": 0,
            "voice_states": [], "presences": [], "stage_instances": [],
            "guild_scheduled_events": [],
        }  # fmt: skip

    def token(self, serial: int) -> str:
        return f"aW50ZXJhY3Rpb246{serial:06d}QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo"

    async def _do(
        self, user: int, kind: int, data: dict[str, Any], *, private: bool = True, **where: Any
    ) -> None:
        """Waits for the answer to what is done in private."""
        made = self.payload(user, kind, data, private=private, **where)
        if kind == 3:
            made["message"] |= {"flags": self.flags, "components": self.shown}
        assert self.socket is not None
        await self.socket.send_json(
            {"op": 0, "t": "INTERACTION_CREATE", "s": self.serial, "d": made}
        )
        if private:
            await asyncio.wait_for(self.answered_by.get(), ENDED)

    async def settle(self) -> None:
        await asyncio.sleep(0.3)

    async def posted_in_all(self, count: int) -> None:
        """Wait until so many messages were posted in the channel."""
        for _ in range(600):
            if sum(one.where == f"POST channels/{CHANNEL}/messages" for one in self.sent) >= count:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("nothing was posted")


def _json(body: bytes) -> str:
    """The JSON of a body with or without files."""
    at = body.find(b'{"')
    text = body[at:].decode("utf-8", "replace")
    return json.dumps(json.JSONDecoder().raw_decode(text)[0]) if at >= 0 else ""


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with Room() as room:
        yield room


async def played(room: Room, folder: Path, broken: str) -> str:
    """Two people open a match, answer, look, and one press meets a fault; all that was logged."""
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
        await room.slash(ANN, "table new", game=NAME, seats=2)
        await room.posted_in_all(1)
        await room.press(BOB, "join:1:0", private=False)
        await room.settle()
        await room.press(ANN, "start:1:0", private=False)
        await room.posted_in_all(2)
        for user in (ANN, BOB):
            panel = (await room.press(user, "play:1:0"))[-1]
            ids = [c.get("custom_id", "") for c in panel.components]
            bid = next(text for text in ids if text.startswith("answer:"))
            if user == ANN:
                room.shown = panel.message["components"]
                await room.press(user, bid)
                room.shown = []
                await room.slash(user, "table undo", steps=5)
        await room.slash(BOB, "table export")
        await room.slash(BOB, "table log")
        await room.press(BOB, "mine:1:0")
        process.terminate()
        out, err = await asyncio.wait_for(reading, ENDED)
    except BaseException:
        if process.returncode is None:
            process.kill()
        print((await reading)[1].decode()[-6000:])
        raise
    return (out + err).decode()


def dealt(patch: pytest.MonkeyPatch) -> set[int]:
    """The pieces that people hold when the match begins."""
    mark(patch.setattr)
    match, _ = start(game_of(NAME), 2, keys.KEY)
    return {piece for piece, seat in hooks(NAME).hidden(match.state).items() if seat is not None}


def secrets_in(room: Room, log: str, pieces: set[int]) -> list[str]:
    """Everything that stands where it must not."""
    found, text = [], log.encode()
    tokens = [room.token(serial + 1) for serial in range(room.serial)]
    if TOKEN.encode() in text:
        found.append("the bot's token is logged")
    found += ["an interaction's token is logged" for token in tokens if token.encode() in text]
    found += ["the seed is logged" for way in keys.written() if way in text]
    for line in log.splitlines():
        found += [f"card {one} is logged: {line[:300]}" for one in pieces if str(one) in line]
    for one in room.sent:
        if TOKEN.encode() in one.raw:
            found.append(f"the bot's token is sent: {one.where}")
        found += [f"the seed is sent: {one.where}" for way in keys.written() if way in one.raw]
    return found


@pytest.mark.parametrize("flags", [64 | 1 << 15, 64])
async def test_s10_no_token_no_seed_and_no_answer_is_logged_or_sent(
    flags: int, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second time the messages are not what discord.py takes them for, and its own part of a
    press fails in a task that is named after the button."""
    room.flags = flags
    log = await played(room, tmp_path, "nothing")
    assert ("discord-ui-dynamic-item" in log) == (flags == 64)
    assert secrets_in(room, log, dealt(monkeypatch)) == []
    assert "RuntimeError: Sheet(id=1" in log, "the crash was logged, and what it held is there"
    assert log.count("<hidden>") > 2
    assert "DEBUG" in log
    stored = sqlite3.connect(tmp_path / "matches.db").execute("SELECT seed FROM match").fetchall()
    assert stored == [(keys.KEY,)], "that was the seed"
    assert any(f"{NAME}-1.json".encode() in one.raw for one in room.sent), "an export was sent"
    assert any("on our side" in one.text for one in room.sent), "the fault was told kindly"
    assert room.serial > 6


@pytest.mark.parametrize(
    ("broken", "says"),
    [("gateway", "card"), ("formatter", "token"), ("seed", "the seed is logged")],
)
async def test_s10_a_fault_put_in_is_found(
    broken: str, says: str, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = await played(room, tmp_path, broken)
    assert any(says in what for what in secrets_in(room, log, dealt(monkeypatch)))


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
