"""S8: no statement is put together from text, and only the store speaks SQL."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = sorted(
    path
    for pattern in ("*.py", "cogs/**/*.py", "data/**/*.py", "rendering/**/*.py", "rules/**/*.py")
    for path in ROOT.glob(pattern)
)
RUNS = {"execute", "executemany", "executescript", "execute_fetchall", "execute_insert"}
SQL = re.compile(
    r"(select\s.+\sfrom\s|insert\s+into\s|update\s\w+\sset\s|delete\s+from\s|pragma\s\w+"
    r"|create\s+table\s|vacuum\b|begin\s+immediate)",
    re.IGNORECASE | re.DOTALL,
)


def is_sql(text: str) -> bool:
    """In capitals or small letters; a sentence that begins with Select is none."""
    first = text.split(maxsplit=1)[:1]
    return bool(first) and not first[0].istitle() and bool(SQL.match(text.lstrip()))


def made_up(tree: ast.AST) -> list[int]:
    """Lines where something is run that is not one literal."""
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, args = node.func.attr, [*node.args, *(k.value for k in node.keywords)]
            if name == "executescript":
                lines.append(node.lineno)
            elif name in RUNS and args:
                first = args[0]
                if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
                    lines.append(node.lineno)
    return lines


def test_s8_every_statement_is_a_literal():
    found = {}
    for path in OURS:
        lines = made_up(ast.parse(path.read_text("utf-8")))
        if lines:
            found[str(path.relative_to(ROOT))] = lines
    # The one exception runs the statements of our own migration files, one by one.
    (line,) = found.pop("data/schema.py")
    assert (
        "connection.execute(statement)"
        in ((ROOT / "data/schema.py").read_text("utf-8").splitlines()[line - 1])
    )
    assert found == {}


@pytest.mark.parametrize(
    "code",
    [
        'c.execute(f"SELECT {x}")',
        'c.execute("SELECT %s" % x)',
        'c.execute("SELECT " + x)',
        'c.execute("SELECT {}".format(x))',
        'c.execute(" ".join(parts))',
        'c.executemany(sql, rows)',
        'c.execute(sql=f"SELECT {x}")',
        'c.executescript("SELECT 1")',
        'await db.execute_fetchall(f"{x}")',
    ],
)  # fmt: skip
def test_s8_would_notice(code):
    source = f"async def f():\n    {code}"
    assert made_up(ast.parse(source)) == [2]


def outside(paths: list[Path]) -> list[str]:
    """Files that speak SQL or open databases and are not the store's."""
    found = []
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        imports = {
            alias.name.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        } | {
            (node.module or "").split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
        }
        texts = (
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        if imports & {"sqlite3", "aiosqlite"} or any(is_sql(text) for text in texts):
            found.append(path.name)
    return found


def test_no_other_package_speaks_sql():
    others = [path for path in OURS if path.parent != ROOT / "data"]
    assert len(others) > 10
    assert outside(others) == []


def test_would_notice_sql_elsewhere(tmp_path):
    (tmp_path / "a.py").write_text("import sqlite3")
    (tmp_path / "b.py").write_text("x = 'SELECT * FROM match'")
    (tmp_path / "c.py").write_text("'''Select a game from the list.'''\nimport json")
    assert outside(sorted(tmp_path.glob("*.py"))) == ["a.py", "b.py"]


def test_only_the_store_uses_the_inside_of_aiosqlite():
    """`_execute` is private; it is used in one place, and the version is pinned for it."""
    uses = [
        (path.name, node.lineno)
        for path in OURS
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("_execute", "_conn", "_tx")
    ]
    assert {name for name, _ in uses} == {"store.py"}
    assert len({line for _, line in uses}) == 1
    assert '"aiosqlite>=0.22,<0.23"' in (ROOT / "pyproject.toml").read_text("utf-8")
