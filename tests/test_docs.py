"""The pages for people name only what exists."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from cogs.game import GameCog
from rendering import scene
from rules import games, kernel
from tests.words.keys import files, mentioned
from tests.words.test_keys import WORDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted({ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")})
GUIDE = ROOT / "docs" / "adding-a-game.md"


def spans(page: Path) -> list[str]:
    """What stands in code letters on a page, blocks left out."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    return re.findall(r"`([^`\n]+)`", text)


def paths(page: Path) -> list[str]:
    """Those that name a file or folder of the tree."""
    return [s for s in spans(page) if re.fullmatch(r"[\w.-]*(/[\w.-]*)+|[\w-]+\.(py|md)", s)]


def exists(path: str) -> bool:
    """As it stands, or with a real game's name (the toy's, under its folder) for ``x``."""
    if "x" not in re.split(r"[/.-]", path):
        return (ROOT / path).exists() or bool(list(ROOT.glob(f"*/{path}")))
    variants = [re.sub(r"(?<![\w])x(?![\w])", name, path) for name in games()]
    return any(
        (base / v).exists() or (base / v.removesuffix(".py")).is_dir()
        for v in variants
        for base in (ROOT, ROOT / "tests" / "toy")
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_named_exists(page: Path) -> None:
    named = [path for path in paths(page) if not path.startswith("/") and ".venv" not in path]
    missing = [path for path in named if not exists(path)]
    assert not missing
    if page == GUIDE:
        assert len(named) > 15


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link


def test_every_name_in_the_guide_is_one_of_the_contract() -> None:
    known: dict[str, Any] = {**vars(kernel), **vars(scene), "GameCog": GameCog}
    hooks = importlib.import_module("tests.kit.games.toy")
    named = [s for s in spans(GUIDE) if re.fullmatch(r"[A-Z]\w*(\.\w+)*", s)]
    assert len(named) > 20
    for name in named:
        first, *rest = name.split(".")
        if first.isupper():  # a name that a module of the game must have
            modules = (hooks, importlib.import_module("rules.toy"), scene.renderer("toy"))
            assert first == "RENDERER" or any(hasattr(module, first) for module in modules), name
            continue
        if name == "Ctx.rng":
            assert "rng" in kernel.Ctx.__slots__
            continue
        thing = known[first]
        for part in rest:
            annotated = any(part in vars(c).get("__annotations__", {}) for c in thing.__mro__)
            assert hasattr(thing, part) or annotated, name


def test_every_message_in_the_guide_is_one_that_a_game_has() -> None:
    """``x-prompt-<op>``: some game has a message of that kind, or the code asks for one."""
    _, asked_for = mentioned(list(files()))
    named = [s for s in spans(GUIDE) if re.fullmatch(r"(cmd-|opt-)?x-[\w<>-]+", s)]
    assert len(named) > 8
    for name in named:
        kind = re.sub(r"<\w+>", "[a-z0-9_]+(-[a-z0-9_]+)*", name)
        patterns = [re.sub(r"\bx\b", game, kind, count=1) for game in games()]
        has_it = any(re.fullmatch(p, word) for p in patterns for word in WORDS)
        assert has_it or any(p.fullmatch(name) for p in asked_for), name


def test_every_module_that_a_page_runs_is_there() -> None:
    for page in PAGES:
        for module in re.findall(r"python -m ([\w.]+)", page.read_text("utf-8")):
            assert importlib.util.find_spec(module), f"{page.name}: {module}"


def test_the_games_of_the_readme_are_there_with_those_seats() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    table = re.findall(r"^\| (\w[\w ]*) \| ([0-9]) to ([0-9]) \|", readme, re.MULTILINE)
    assert table
    told = {name: (int(least), int(most)) for name, least, most in table}
    for name, seats in told.items():
        match = [g for g in games().values() if scene.say("en", f"{g.name}-name") == name]
        assert match, name
        assert match[0].seat_range == seats
