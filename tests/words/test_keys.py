"""Code and words fit each other: what is named exists and gets its arguments, what exists is
named."""

from __future__ import annotations

import ast as python
import re
from pathlib import Path

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import data
from tests.words.keys import files, mentioned, named, unfinished

# Built from a name that is built itself: the question further down the tree of moves.
BUILT = (re.compile(r"[a-z0-9_]+-ask-[a-z0-9_]+-[a-z0-9_]+-[0-9]+"),)


class Uses(Visitor):
    """Variables, messages and terms that a message uses."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.references: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.references.add(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:
        self.references.add(f"-{node.id.name}")


def english() -> dict[str, Uses]:
    """Every English message and term (with a dash before it), and what it uses."""
    found: dict[str, Uses] = {}
    for root in data.__path__:
        for path in sorted(Path(root).glob("words/en/*.ftl")):
            for entry in FluentParser().parse(path.read_text("utf-8")).body:
                if isinstance(entry, ast.Message | ast.Term):
                    uses = Uses()
                    uses.visit(entry)
                    dash = "-" if isinstance(entry, ast.Term) else ""
                    found[f"{dash}{entry.id.name}"] = uses
    return found


WORDS = english()


def _needs(key: str) -> set[str]:
    """All variables of a message, those of the terms in it too."""
    uses = WORDS[key]
    inner = [_needs(r) for r in uses.references if r in WORDS and not r.startswith("-")]
    return uses.variables.union(*inner)


Code = list[tuple[str, python.Module]]


def missing(code: Code) -> list[str]:
    """Places that name a message that does not exist."""
    return [
        f"{place.where}: {' or '.join(key.pattern for key in place.keys)}"
        for place in named(code)
        if not any(key.fullmatch(word) for key in place.keys for word in WORDS)
    ]


def lacking(code: Code) -> list[str]:
    """Places that do not give a message what it needs, where both are written out."""
    found = []
    for place in named(code):
        for word in WORDS:
            if place.arguments is None or not any(key.fullmatch(word) for key in place.keys):
                continue
            lacks = _needs(word) - place.arguments
            if lacks and all("[" not in key.pattern for key in place.keys):
                found.append(f"{place.where}: {word} needs {', '.join(sorted(lacks))}")
    return found


def unused(code: Code) -> list[str]:
    """Messages that nothing names."""
    words, patterns = mentioned(code)
    patterns.extend(BUILT)
    words |= {name for uses in WORDS.values() for name in uses.references}
    # The store's and the audit's functions put the first word before a name.
    words |= {f"{first}-{word}" for word in words for first in ("store", "audit")}
    skipped = tuple(f"{game}-" for game in unfinished())
    return [
        key
        for key in WORDS
        if key not in words
        and not any(p.fullmatch(key) for p in patterns)
        and not key.startswith(skipped)
    ]


def test_every_message_that_the_code_names_exists() -> None:
    code = list(files())
    assert len(list(named(code))) > 150, "the code was read"
    assert not missing(code)


def test_every_message_gets_the_arguments_it_needs() -> None:
    assert not lacking(list(files()))


def test_every_message_is_named_somewhere() -> None:
    assert not unused(list(files()))


def test_planted_faults_are_noticed() -> None:
    planted = [("cogs/x.py", python.parse(
        'say(locale, "no-such-message")\n'
        'say(locale, f"{game}-no-such-{end}")\n'
        'refuse("refused-seats", least=1)\n'
        'say(locale, "no-such-either", "list-nobody")\n'
    ))]  # fmt: skip
    assert [line.split()[0] for line in missing(planted)] == ["cogs/x.py:1:", "cogs/x.py:2:"]
    assert lacking(planted) == ["cogs/x.py:3: refused-seats needs most"]
    assert "list-and" in unused(planted)
    assert "list-nobody" not in unused(planted)
