"""Which messages the code names, read from the code itself."""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rules import games

ROOT = Path(__file__).resolve().parents[2]
WHERE = ("cogs", "rendering", "data", "rules", "tests/toy", "bot.py", "local.py", "settings.py")

# Calls whose string arguments name messages: how many arguments stand before them, and what is put
# before the name.
_CALLS = {
    "say": (1, ""), "Reason": (0, ""), "Fatal": (0, ""), "described": (0, ""), "has": (0, ""),
    "tell": (0, ""), "warn": (0, ""), "found": (0, "audit-"), "refuse": (0, ""),
}  # fmt: skip
_PREFIXED = {"data/schema.py": "store-", "data/store.py": "store-", "data/restore.py": "store-"}
"""Files in which `refuse` is the store's, which puts this before each name."""


class Named(NamedTuple):
    """One place that names messages: any of ``keys`` will do (a pattern where the code builds the
    name), with these arguments (None: not written out)."""

    where: str
    keys: tuple[re.Pattern[str], ...]
    arguments: frozenset[str] | None


def unfinished() -> set[str]:
    """Games that have rules and are not found yet: they are still being made."""
    there = {info.name for info in pkgutil.iter_modules([str(ROOT / "rules")]) if info.ispkg}
    return there - set(games())


def files() -> Iterator[tuple[str, ast.Module]]:
    """Every file of the code, by its name from the root; not those of unfinished games."""
    skipped = unfinished()
    for name in WHERE:
        path = ROOT / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            parts = file.relative_to(ROOT).parts
            if len(parts) > 2 and parts[1] in skipped:
                continue
            yield str(file.relative_to(ROOT)), ast.parse(file.read_text("utf-8"))


def _pattern(node: ast.expr, prefix: str = "") -> re.Pattern[str] | None:
    """What a name may be; None where that cannot be read from here."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.compile(re.escape(prefix + node.value))
    if isinstance(node, ast.JoinedStr):
        parts = [
            re.escape(part.value) if isinstance(part, ast.Constant) else "[a-z0-9_]+"
            for part in node.values
        ]
        if isinstance(node.values[0], ast.Constant) and node.values[0].value.count("-") > 1:
            parts = [part.replace("0-9_]", "0-9_-]") for part in parts]  # two words lead it
        return re.compile(re.escape(prefix) + "".join(parts))
    return None


def named(code: Iterable[tuple[str, ast.Module]]) -> Iterator[Named]:
    """Every call that names a message in a way that can be read."""
    for file, tree in code:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            if name not in _CALLS:
                continue
            before, prefix = _CALLS[name]
            if name == "refuse" or ast.unparse(node.func) == "schema.refuse":
                prefix = _PREFIXED.get(file, prefix)
            if ast.unparse(node.func) == "schema.refuse":
                prefix = "store-"
            if name in ("tell", "warn") and file != "bot.py":
                continue
            given = node.args[before:] if name == "say" else node.args[before : before + 1]
            choices = [
                arm
                for arg in given
                for arm in ([arg.body, arg.orelse] if isinstance(arg, ast.IfExp) else [arg])
            ]
            keys = tuple(p for arg in choices if (p := _pattern(arg, prefix)) is not None)
            if len(keys) != len(choices) or not keys:
                continue
            named_all = all(k.arg is not None for k in node.keywords)
            arguments = frozenset(k.arg or "" for k in node.keywords) if named_all else None
            if name == "Reason":
                arguments = None if len(node.args) > 1 else frozenset()
            if name in ("described", "has", "found"):
                arguments = None  # they are given elsewhere
            if prefix == "store-" and arguments is not None:
                arguments |= {"path"}
            yield Named(f"{file}:{node.lineno}", keys, arguments)


def mentioned(
    code: Iterable[tuple[str, ast.Module]],
) -> tuple[set[str], list[re.Pattern[str]]]:
    """Every string of the code that could be a name, and every pattern by which one is built. A
    pattern counts when it holds a word of its own."""
    words: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for _, tree in code:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            if isinstance(node, ast.JoinedStr):
                own = "".join(p.value for p in node.values if isinstance(p, ast.Constant))
                if re.fullmatch(r"[a-z0-9_-]+", own) and re.search(r"[a-z]{2}", own):
                    pattern = _pattern(node)
                    assert pattern is not None
                    patterns.append(pattern)
    return words, patterns
