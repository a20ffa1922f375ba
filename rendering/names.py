"""Names people gave themselves, made fit for pictures and for Discord messages.

A nickname may hold anything Unicode has. `clean` takes out what cannot be seen or what moves other
text about; `plain` also takes the power out of everything Discord would act on. Letters stay: a
mark that could be acted on gives way to one that looks like it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LONGEST = 32
"""Characters of a cleaned name; Discord's own limit for nicknames."""

MOST_MARKS = 2
"""Combining marks on one letter: Vietnamese and Hebrew need two, towers of them are noise."""

_SOMEBODY = "?"

# Letters and marks that show nothing: Hangul fillers, Khmer inherent vowels, the grapheme joiner.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5\u034f")
_SPACE = frozenset("\u2800")  # an empty Braille cell is a symbol to Unicode and a space to the eye
_DROPPED = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
_MARKS = frozenset({"Mn", "Me", "Mc"})


_SELECTORS = (("\u180b", "\u180f"), ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))


def _selector(ch: str) -> bool:
    """Variation selectors choose a drawing of the character before them and show nothing."""
    return any(first <= ch <= last for first, last in _SELECTORS)


def _seen(text: str) -> str:
    """What can be seen of a normalised text, runs of white space as one space, few marks."""
    out: list[str] = []
    marks = MOST_MARKS  # a mark needs a letter before it
    for ch in text:
        kind = unicodedata.category(ch)
        if ch.isspace() or kind[0] == "Z" or ch in _SPACE:
            if out and out[-1] != " ":
                out.append(" ")
            marks = MOST_MARKS
        elif kind in _DROPPED or ch in _BLANK or _selector(ch):
            continue
        elif kind in _MARKS:
            if marks < MOST_MARKS:
                out.append(ch)
                marks += 1
        else:
            out.append(ch)
            marks = 0
    return "".join(out).strip(" ")


def _normal(text: str) -> str:
    """NFKC, but for the ellipsis, which it would spell as three points and which `clean` sets."""
    return "…".join(unicodedata.normalize("NFKC", part) for part in text.split("…"))


def clean(name: str, otherwise: str = _SOMEBODY, longest: int = LONGEST) -> str:
    """The name as it may stand in a picture or a text: normalised (NFKC), in one line, without
    control, bidi, private-use, unassigned and invisible characters, with at most two combining
    marks on a letter, at most ``longest`` characters (an ellipsis says that some are missing).

    ``otherwise`` stands in for a name of which nothing is left. Cleaning twice changes nothing.
    """
    # NFKC may make spaces and marks; dropping a character may let two others combine: repeat.
    # The cut before the loop bounds the work; one character becomes at most 18 others.
    text = name[: 40 * longest]
    for _ in range(4):
        once = _seen(_normal(text))
        if once == text:
            break
        text = once
    if len(text) > longest:
        text = text[: longest - 1].rstrip() + "…"
    return text or otherwise


_LOOKALIKES = str.maketrans(
    {
        "*": "∗",  # emphasis
        "`": "ˋ",  # code
        "\\": "∖",  # would free the mark that follows it
        "<": "‹",  # mentions, timestamps, command mentions, custom emoji
        ">": "›",  # quotes
        ":": "∶",  # emoji codes; ours may follow the name directly
        "/": "∕",  # links, invites
    }
)
_TWO_OR_MORE = re.compile(r"~{2,}|\|{2,}")
_UNDERSCORE = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_EVERYONE = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_HEAD = re.compile(r"^[#+-]+")
_HEADS = str.maketrans({"#": "♯", "-": "‐", "+": "∔"})
_NUMBERED = re.compile(r"^(\d+)\.(?=\s|$)")


@lru_cache(4096)
def plain(name: str, otherwise: str = _SOMEBODY, longest: int = LONGEST) -> str:
    """The cleaned name for a Discord message: nothing in it is markdown, a mention, a timestamp, a
    command mention, an emoji code, an invite or a link, at the start of a line or inside one,
    whatever stands before or after it.

    Marks are replaced by their like, never letters. Doing it twice changes nothing.
    """
    text = clean(name, otherwise, longest).translate(_LOOKALIKES)
    text = _TWO_OR_MORE.sub(lambda run: ("∼" if run[0][0] == "~" else "∣") * len(run[0]), text)
    # One underscore inside a word (snake_case) can never close an emphasis: it may stay.
    text = _UNDERSCORE.sub("ˍ", text)
    text = _EVERYONE.sub("＠", text)
    text = text.replace("](", "]⟮")
    text = _HEAD.sub(lambda run: run[0].translate(_HEADS), text)
    return _NUMBERED.sub(r"\1․", text)
