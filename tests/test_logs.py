"""The log hides whatever would let its reader act as the bot, and nothing else."""

from __future__ import annotations

import logging

import pytest

from logs import Discreet

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTphYmNkZWY"


def logged(message: str, *args: object, known: str = "") -> str:
    record = logging.LogRecord("x", logging.DEBUG, __file__, 1, message, args, None)
    return Discreet(known).format(record)


@pytest.mark.parametrize(
    ("message", "secret"),
    [
        (f"Authorization: Bot {TOKEN}", TOKEN),
        (f"POST https://host/api/v10/interactions/99/{INTERACTION}/callback", INTERACTION),
        (f"PATCH https://host/api/v10/webhooks/42/{INTERACTION}/messages/@original", INTERACTION),
        (f"https://host/api/webhooks/42/{INTERACTION}?wait=true", INTERACTION),
        (
            f"WebSocket Event: {{'t': 'X', 'd': {{'token': '{INTERACTION}', 'id': '5'}}}}",
            INTERACTION,
        ),
        (f'has received {{"token": "{INTERACTION}", "id": "5"}}', INTERACTION),
        (f"""{{'token': "it's {INTERACTION}"}}""", INTERACTION),
    ],
)
def test_secrets_are_hidden_wherever_they_stand(message: str, secret: str) -> None:
    assert secret not in logged(message)
    assert secret not in logged("%s", message)


def test_the_bots_own_token_is_hidden_whatever_it_looks_like() -> None:
    assert "short" not in logged("a short one", known="short")


def test_secrets_in_a_traceback_are_hidden() -> None:
    try:
        raise ValueError(f"https://host/webhooks/42/{INTERACTION}")
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, __file__, 1, "it broke", (), (type(error), error, None)
        )
    text = Discreet().format(record)
    assert "ValueError" in text
    assert INTERACTION not in text


def test_everything_else_is_logged_as_it_is() -> None:
    text = "POST https://host/api/v10/channels/1/messages {'content': 'a token of love'} 200.5.6"
    assert logged(text).endswith(text)
