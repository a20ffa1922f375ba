"""As much of Discord as a bot meets when it starts: who am I, commands, the gateway."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Self

from aiohttp import WSMsgType, web

ME = {
    "id": "42", "username": "Parlour", "discriminator": "0", "global_name": None, "avatar": None,
    "bot": True,
}  # fmt: skip
APPLICATION = {
    "id": "42", "name": "Parlour", "description": "", "icon": None, "bot_public": True,
    "bot_require_code_grant": False, "verify_key": "", "flags": 0, "summary": "", "team": None,
    "owner": {**ME, "id": "43", "username": "host", "bot": False},
}  # fmt: skip


def answer(body: object, status: int = 200) -> web.Response:
    """JSON under the very header that discord.py looks for."""
    return web.Response(
        body=json.dumps(body), status=status, headers={"Content-Type": "application/json"}
    )


class Discord:
    """A server on a free port.

    ``status``: what it answers to whoever asks who he is. ``close``: the code with which the
    gateway ends the connection once the bot has said who it is; None: it lets the bot in.
    """

    def __init__(self) -> None:
        self.status = 200
        self.close_code: int | None = None
        self.silent = False
        """Never answer at all."""
        self.tokens: list[str] = []
        self.commands: list[list[dict[str, Any]]] = []
        """What was sent as commands, each time."""
        self.intents: list[int] = []
        self.inside = asyncio.Event()
        """Set while a bot is connected."""
        self.port = 0

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=1 << 25)
        self.routes(app)
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        self.port = self.runner.addresses[0][1]
        return self

    def routes(self, app: web.Application) -> None:
        """What it answers to."""
        app.router.add_get("/api/v10/users/@me", self._me)
        app.router.add_get("/api/v10/oauth2/applications/@me", self._application)
        app.router.add_put("/api/v10/applications/42/commands", self._commands)
        app.router.add_get("/gateway", self._gateway)

    async def admitted(self, ws: web.WebSocketResponse) -> None:
        """A bot has come in."""

    async def __aexit__(self, *_: object) -> None:
        await self.runner.cleanup()

    async def _me(self, request: web.Request) -> web.Response:
        self.tokens.append(request.headers.get("Authorization", ""))
        if self.silent:
            await asyncio.sleep(3600)
        if self.status != 200:
            return answer({"message": f"{self.status}: no", "code": 0}, self.status)
        return answer(ME)

    async def _application(self, request: web.Request) -> web.Response:
        return answer(APPLICATION)

    async def _commands(self, request: web.Request) -> web.Response:
        sent = await request.json()
        self.commands.append(sent)
        stored = [
            {**command, "id": str(100 + k), "application_id": "42", "version": "1"}
            for k, command in enumerate(sent)
        ]
        return answer(stored)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        await ws.send_json({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        async for message in ws:
            if message.type is not WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            if said["op"] == 1:
                await ws.send_json({"op": 11, "d": None, "s": None, "t": None})
            if said["op"] == 2:
                self.intents.append(said["d"]["intents"])
                if self.close_code is not None:
                    await ws.close(code=self.close_code)
                    break
                ready = {
                    "v": 10, "user": ME, "guilds": [], "session_id": "s", "shard": [0, 1],
                    "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
                    "application": {"id": "42", "flags": 0},
                }  # fmt: skip
                await ws.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                await self.admitted(ws)
                self.inside.set()
        self.inside.clear()
        return ws
