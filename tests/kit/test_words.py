"""Every file of words: read without a fault, and no message stands in two of them."""

from __future__ import annotations

import re
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk

import data

FILES = sorted(path for root in data.__path__ for path in Path(root).glob("words/*/*.ftl"))


def test_no_message_is_defined_twice() -> None:
    found: dict[tuple[str, str], Path] = {}
    assert FILES
    for path in FILES:
        for key in re.findall(r"^(-?[a-zA-Z][\w-]*) *=", path.read_text("utf-8"), re.MULTILINE):
            first = found.setdefault((path.parent.name, key), path)
            assert first is path or first == path, f"{key} is in {first.name} and in {path.name}"


def test_every_file_of_words_is_read_whole() -> None:
    for path in FILES:
        body = FluentParser().parse(path.read_text("utf-8")).body
        junk = [entry.content for entry in body if isinstance(entry, Junk)]
        assert not junk, f"{path.name}: {junk[0]}"
