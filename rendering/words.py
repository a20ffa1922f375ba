"""Every sentence a person reads: Fluent messages found in ``data/words/<locale>/*.ftl``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number

import data

ENGLISH = "en"


class NoWords(KeyError):
    """No message of any of the given names exists, or one of its arguments is missing."""


def _folders(locale: str) -> list[Path]:
    return [Path(root) / "words" / locale for root in data.__path__]


@cache
def locales() -> tuple[str, ...]:
    """Locales there are words for."""
    roots = (Path(root) / "words" for root in data.__path__)
    return tuple(sorted({d.name for root in roots if root.is_dir() for d in root.iterdir()}))


@cache
def _bundle(locale: str) -> FluentBundle:
    # Isolation marks would stand as boxes in pictures; names are cleaned of bidi controls instead.
    bundle = FluentBundle([locale], use_isolating=False)
    for folder in _folders(locale):
        for path in sorted(folder.glob("*.ftl")):
            bundle.add_resource(FluentResource(path.read_text("utf-8")), allow_overrides=False)
    return bundle


@cache
def _known(locale: str) -> str:
    """The nearest locale there are words for: ``de-AT``, else ``de``, else English."""
    for name in (locale, locale.split("-")[0]):
        if name in locales():
            return name
    return ENGLISH


def reload() -> None:
    """Forget what was read; for tests that add a folder to ``data.__path__``."""
    locales.cache_clear()
    _bundle.cache_clear()
    _known.cache_clear()


def has(key: str) -> bool:
    """Whether there is an English message of that name."""
    return _bundle(ENGLISH).has_message(key)


def _number(value: str | int) -> Any:
    """A match is #1234, not #1,234: whole numbers are written without groups."""
    return value if isinstance(value, str) else fluent_number(value, useGrouping=False)


def say(locale: str, *keys: str, **args: str | int) -> str:
    """The first of these messages that exists, in that locale or else in English.

    Raises:
        NoWords: none exists, or an argument it needs was not given.
    """
    given = {key: _number(value) for key, value in args.items()}
    for name in dict.fromkeys((_known(locale), ENGLISH)):
        bundle = _bundle(name)
        for key in keys:
            if bundle.has_message(key):
                pattern = bundle.get_message(key).value
                if pattern is None:
                    continue
                text, errors = bundle.format_pattern(pattern, given)
                if errors:
                    raise NoWords(f"{key} ({name}): {errors[0]}")
                return str(text)
    raise NoWords(f"no message {' or '.join(keys)}")


def game_name(locale: str, game: str) -> str:
    """A game's name in words; of one that is not installed, the name it goes by in the records."""
    key = f"{game}-name"
    return say(locale, key) if has(key) else game


def listed(locale: str, things: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if not things:
        return say(locale, "list-nobody")
    if len(things) == 1:
        return things[0]
    return say(locale, "list-and", first=", ".join(things[:-1]), last=things[-1])
