"""Hostile names: what `clean` and `plain` must take out, and what they must leave."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rendering.names import LONGEST, clean, plain

HOSTILE = {
    "bold": "**ann**",
    "italic star": "*ann*",
    "italic underscore": "_ann_",
    "trailing underscore": "john_doe_",
    "underline": "a__b__c",
    "strike": "~~ann~~",
    "spoiler": "||ann||",
    "code": "`ann`",
    "code block": "```py\nx\n```",
    "quote": "> ann",
    "long quote": ">>> ann",
    "heading": "# ann",
    "heading 3": "### ann",
    "subtext": "-# ann",
    "bullet": "- ann",
    "star bullet": "* ann",
    "numbered": "1. ann",
    "backslash": "ann\\",
    "masked link": "[ann](https://evil.example)",
    "link": "https://evil.example/x",
    "angle link": "<https://evil.example>",
    "invite": "discord.gg/abcdef",
    "long invite": "discord.com/invite/abcdef",
    "fullwidth link": "ｈｔｔｐｓ：／／evil.example",
    "user mention": "<@123456789012345678>",
    "nick mention": "<@!123456789012345678>",
    "role mention": "<@&123456789012345678>",
    "channel mention": "<#123456789012345678>",
    "everyone": "@everyone",
    "here": "@here",
    "fullwidth everyone": "＠everyone",
    "everyone with a joiner": "@\u200beveryone",
    "timestamp": "<t:1700000000:R>",
    "command mention": "</table new:123456789012345678>",
    "custom emoji": "<:smile:123456789012345678>",
    "animated emoji": "<a:smile:123456789012345678>",
    "emoji code": ":smile:",
    "half an emoji code": ":smile",
    "guide mention": "<id:guide>",
    "fullwidth mention": "＜@123456789012345678＞",
    "right-to-left override": "ann\u202egnp.exe",
    "isolates": "\u2066ann\u2069\u2067bob",
    "bidi marks": "\u200fann\u200e\u061c",
    "zero width": "a\u200bn\u200cn\u200d\ufeff\u2060",
    "soft hyphen": "an\u00adn",
    "zalgo": "a" + "\u0301\u0317\u0350\u0489" * 20 + "nn",
    "only marks": "\u0301\u0302\u0303",
    "enclosing marks": "a\u20dd\u20dd\u20dd\u20dd",
    "emoji 32": "\U0001f600" * 32,
    "family emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 5,
    "flags": "\U0001f1e9\U0001f1ea" * 16,
    "tag characters": "a\U000e0061\U000e0062\U000e007f",
    "variation selectors": "a\ufe0f\ufe0eb\U000e0101",
    "private use": "ann\ue000\U000f0000",
    "unassigned": "ann\u0378\U000323b0",
    "noncharacters": "ann\ufffe\uffff\U0010ffff",
    "lone surrogate": "ann\ud800",
    "NUL": "ann\x00bob",
    "control": "ann\x1b[31m\x07",
    "line break": "ann\nbob",
    "carriage return": "ann\r\nbob",
    "line separator": "ann\u2028# bob\u2029x",
    "vertical tab": "ann\x0bbob\x0cbob\x85bob",
    "hidden heading": "\u200b# ann",
    "empty": "",
    "spaces": "   \u3000\u00a0 ",
    "hangul filler": "\u3164\u115f\u1160\uffa0",
    "braille blank": "\u2800\u2800",
    "only zero width": "\u200b\u200d\u2060",
    "100 wide": "\u6c34" * 100,
    "ligature that grows": "\ufdfa" * 20,
    "100 W": "W" * 100,
    "a million": "x" * 1_000_000,
    "maths letters": "\U0001d400\U0001d427\U0001d427",
    "interlinear": "a\ufff9b\ufffac\ufffb",
    "mongolian": "a\u180e\u180bb",
}


def mixes() -> list[str]:
    kinds = list(HOSTILE.values())
    joined = [a[:40] + b[:40] for a, b in zip(kinds, kinds[7:] + kinds[:7], strict=True)]
    nested = [a[:12] + b[:12] + a[:12] for a, b in zip(kinds, kinds[13:] + kinds[:13], strict=True)]
    return [*joined, *nested]


EVERY = [*HOSTILE.values(), *mixes()]

# What Discord acts on, wherever it stands in a line.
ACTIVE = {
    "emphasis": re.compile(r"\*"),
    "underline": re.compile(r"__"),
    "italic": re.compile(r"(?:^|[^A-Za-z0-9])_|_(?:$|[^A-Za-z0-9])"),
    "strike": re.compile(r"~~"),
    "spoiler": re.compile(r"\|\|"),
    "code": re.compile(r"`"),
    "escape": re.compile(r"\\"),
    "angle": re.compile(r"[<>]"),
    "link": re.compile(r"(?i)https?://|discord(?:app)?\.(?:gg|com)/"),
    "masked link": re.compile(r"\]\("),
    "everyone": re.compile(r"(?i)@(?:everyone|here)"),
    "emoji code": re.compile(r":"),
    "head": re.compile(r"^(?:#|-|\+|\*|>|\d+\.(?:\s|$))"),
}


@pytest.mark.parametrize("name", EVERY)
def test_clean_is_one_bounded_line_of_visible_characters(name: str) -> None:
    got = clean(name, "somebody")
    assert 1 <= len(got) <= LONGEST
    assert got == got.strip()
    for ch in got:
        assert unicodedata.category(ch) not in {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
        assert ch == " " or not ch.isspace()
    run = 0
    for ch in got:
        run = run + 1 if unicodedata.category(ch)[0] == "M" else 0
        assert run <= 2


@pytest.mark.parametrize("name", EVERY)
def test_plain_holds_nothing_that_discord_acts_on(name: str) -> None:
    got = plain(name, "somebody")
    assert 1 <= len(got) <= LONGEST
    for what, pattern in ACTIVE.items():
        assert not pattern.search(got), what
    assert "\n" not in got


@pytest.mark.parametrize(("kind", "name"), HOSTILE.items())
def test_plain_stays_harmless_between_other_words(kind: str, name: str) -> None:
    """A name next to our own text or to another name completes nothing either."""
    got = plain(name, "somebody")
    for line in (f"{got}: a2-b2", f"{got} and {got} won", f"({got})", f"a {got}smile"):
        for what in ("emphasis", "underline", "strike", "spoiler", "code", "link", "everyone"):
            assert not ACTIVE[what].search(line), (kind, what)


def test_at_least_forty_kinds() -> None:
    assert len(HOSTILE) >= 40


@pytest.mark.parametrize(
    "kind",
    ["empty", "spaces", "hangul filler", "braille blank", "only zero width", "only marks"],
)
def test_a_name_of_which_nothing_is_left_falls_back_to_the_given_word(kind: str) -> None:
    assert clean(HOSTILE[kind], "somebody") == "somebody"
    assert plain(HOSTILE[kind], "somebody") == "somebody"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("anneliese", "anneliese"),
        ("  ann \t bob ", "ann bob"),
        ("Dimitri Konstantinou", "Dimitri Konstantinou"),
        ("Łukasz", "Łukasz"),
        ("Nguyễn", "Nguyễn"),
        ("Ｗｉｄｅ", "Wide"),
        ("\U0001d400\U0001d427\U0001d427", "Ann"),
        ("水野", "水野"),
        ("אבי", "אבי"),
        ("O'Neil (he/him)", "O'Neil (he/him)"),
        ("ann\nbob", "ann bob"),
        ("e\u0301", "é"),
    ],
)
def test_clean_keeps_what_can_be_read(name: str, shown: str) -> None:
    assert clean(name) == shown


@pytest.mark.parametrize(
    "name",
    ["john_doe", "[ABC] ann", "ann~", "a.b", "O'Neil", "x@home", "50 % ann!", "Łukasz", "水野"],
)
def test_plain_leaves_a_harmless_name_as_it_is(name: str) -> None:
    assert plain(name) == name


def test_plain_keeps_every_letter() -> None:
    for name in EVERY:
        kept = [ch for ch in plain(name, "x") if ch.isalnum() and ch not in "ˍˋ"]
        assert kept == [ch for ch in clean(name, "x") if ch.isalnum()]


def test_a_long_name_ends_in_an_ellipsis() -> None:
    assert clean("W" * 100) == "W" * 31 + "…"


@given(st.text(max_size=60))
def test_cleaning_twice_changes_nothing(name: str) -> None:
    once = clean(name, "somebody")
    assert clean(once, "somebody") == once
    assert plain(plain(name, "somebody"), "somebody") == plain(name, "somebody")
