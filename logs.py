"""What the log may say: everything but what would let a reader act as the bot."""

from __future__ import annotations

import logging
import re
import sys

_HIDDEN = "<hidden>"
# A bot's token wherever it comes from; the parts of an address that let anyone answer an
# interaction or speak through a webhook; the field `token` of a payload, as Python or JSON prints
# it.
_SECRETS = (
    (re.compile(r"[\w-]{20,30}\.[\w-]{5,8}\.[\w-]{25,}"), _HIDDEN),
    (re.compile(r"(/(?:interactions|webhooks)/[0-9]+/)[^/\s?'\"]+"), rf"\1{_HIDDEN}"),
    (re.compile(r"(['\"]token['\"]\s*:\s*)(['\"])(?:(?!\2).)*\2"), rf"\1\2{_HIDDEN}\2"),
    # What a button carries is what a person answers, perhaps unseen by the others; discord.py names
    # tasks after it, and asyncio names the task that fails.
    (re.compile(r"\b([a-z]{2,10}:[0-9]{1,19}:[0-9]{1,19}:)[a-z0-9_:+-]+"), rf"\1{_HIDDEN}"),
)

QUIET = ("discord.gateway",)
"""At debug it prints every event whole: what people press in private, and the message they press it
in with all that it shows. So it never says more than info."""


class Discreet(logging.Formatter):
    """A formatter that hides secrets in whatever is logged, tracebacks too."""

    def __init__(self, *known: str) -> None:
        """``known``: secrets to hide by their text."""
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")
        self.known = tuple(secret for secret in known if secret)

    def format(self, record: logging.LogRecord) -> str:
        """The line, secrets hidden."""
        return self.hide(super().format(record))

    def hide(self, text: str) -> str:
        """The text, secrets hidden."""
        for secret in self.known:
            text = text.replace(secret, _HIDDEN)
        for pattern, instead in _SECRETS:
            text = pattern.sub(instead, text)
        return text


def begin(level: str, *known: str) -> None:
    """Log to standard error from this level on, once for the whole process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet(*known))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))
