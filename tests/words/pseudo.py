"""A language made of English: every letter carries a mark, every sentence stands in brackets.

Whatever is shown in it with a bare letter was not translated; whatever loses a bracket was cut.
"""

from __future__ import annotations

from pathlib import Path

from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

import data

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARKED = "áƀćďéƒğĥíĵķĺḿńóṕɋŕśťúṽŵẋýźÁɃĆĎÉƑĞĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŹ"
OPEN, CLOSE = "⟦", "⟧"
_MARKS = str.maketrans(PLAIN, MARKED)


def marked(text: str) -> str:
    """The text, every letter with its mark."""
    return text.translate(_MARKS)


class _Marker(Transformer):
    """Marks all text that a person reads; placeables, selectors and names stay."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:
        node.value = marked(node.value)
        return node

    def visit_Placeable(self, node: ast.Placeable) -> ast.Placeable:
        if isinstance(node.expression, ast.StringLiteral):
            node.expression.value = marked(node.expression.value)
        elif isinstance(node.expression, ast.SelectExpression):
            for variant in node.expression.variants:
                self.visit(variant.value)
        return node


def translated(source: str) -> str:
    """One file of words in that language."""
    resource = FluentParser().parse(source)
    for entry in resource.body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Term):
            _Marker().visit(entry.value)
        elif isinstance(entry, ast.Message):
            assert not entry.attributes, f"{entry.id.name}: attributes are not read by anything"
            assert entry.value is not None
            first = entry.value.elements[0]
            letter = isinstance(first, ast.TextElement) and len(first.value) == 1
            letter = letter and len(entry.value.elements) == 1
            _Marker().visit(entry.value)
            if not letter:  # a letter that stands on a piece has no room for brackets
                entry.value.elements.insert(0, ast.TextElement(OPEN))
                entry.value.elements.append(ast.TextElement(CLOSE))
    return str(FluentSerializer().serialize(resource))


def write(root: Path, locale: str) -> None:
    """All English words there are, in that language, under ``root/words/<locale>``."""
    for where in list(data.__path__):
        for path in sorted((Path(where) / "words" / "en").glob("*.ftl")):
            to = root / "words" / locale / path.name
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(translated(path.read_text("utf-8")), "utf-8")
