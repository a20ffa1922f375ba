"""What the bot on SimCord sends, with its files, caught at discord.py's own seams."""

from __future__ import annotations

import re
from typing import Any

from simcord.backend.models.interaction import ResponseKind

from tests.cogs.world import World
from tests.leaks.booth import EPHEMERAL, Sent, body_text, unpacked


class Tap:
    """Listens to one world, until the bot is restarted (then `listen` again)."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sent: list[Sent] = []
        self.listen()

    def listen(self) -> None:
        env = self.world.env
        http, hooks = env.bot.http, env._webhook_adapter
        routed, answered = http.request, hooks.request

        async def request(route: Any, *, files: Any = None, form: Any = None, **kw: Any) -> Any:
            body, held = unpacked(kw.get("json"), form)
            result = await routed(route, files=files, form=form, **kw)
            if route.method != "GET":
                self.sent.append(Sent(None, _where(route), self._plain(body), held))
            return result

        async def hook(
            route: Any, session: Any, *, payload: Any = None, multipart: Any = None, **kw: Any
        ) -> Any:
            body, held = unpacked(payload, multipart)
            result = await answered(route, session, payload=payload, multipart=multipart, **kw)
            to = self._reader(route, body)
            self.sent.append(Sent(to, _where(route), self._plain(body), held))
            return result

        http.request = hooks.request = None
        http.request, hooks.request = request, hook

    def _plain(self, body: Any) -> str:
        """The JSON, but for ids of messages and files: those are given out in the order in which
        the outbox and an answer happen to come."""
        backend = self.world.env.backend
        known = {str(k) for held in (backend.users, backend.channels, backend.guilds) for k in held}
        found = re.compile(r"(?<![0-9a-f])[0-9]{17,20}(?![0-9a-f])")
        return found.sub(lambda m: m[0] if m[0] in known else "#", body_text(body))

    def _reader(self, route: Any, body: Any) -> int | None:
        """Who can read it: the user alone, or (None) everybody."""
        backend = self.world.env.backend
        token = next(part for part in route.url.split("/") if part.startswith("simcord_inter"))
        record = backend.interactions[backend.interaction_tokens[token]]
        path = route.url.split(token, 1)[1]
        if path.startswith("/messages/@original") or path == "/callback":
            if record.response_kind in (ResponseKind.MODAL, ResponseKind.AUTOCOMPLETE):
                return int(record.user_id)
            if record.response_kind in (ResponseKind.DEFERRED_UPDATE, ResponseKind.UPDATE):
                source = backend.get_message(record.channel_id, record.source_message_id)
                private = bool(source.flags & EPHEMERAL)
            else:
                private = record.ephemeral
            return int(record.user_id) if private else None
        return int(record.user_id) if int(body.get("flags") or 0) & EPHEMERAL else None

    def take(self) -> list[Sent]:
        """What was sent since the last time; to each reader in its order."""
        sent, self.sent = self.sent, []
        return sorted(sent, key=lambda one: one.to or 0)


def _where(route: Any) -> str:
    path = route.url.split("/v10", 1)[-1]
    return f"{route.method} {re.sub(r'simcord_interaction_[0-9]+|[0-9]{15,}', '#', path)}"
