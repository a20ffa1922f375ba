"""Legal moves walked as a tree: op, then argument by argument.

The panel and slash completion both go through here, so they offer the same things. A prefix is a
tuple of parts, ``("go", "b2")``; a node is what can follow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.kernel import Move

Prefix = tuple[str, ...]


class Node(NamedTuple):
    """One thing that can follow a prefix: the longer prefix, whether that is a whole legal move,
    and how many legal moves begin with it."""

    prefix: Prefix
    whole: bool
    size: int

    @property
    def move(self) -> Move:
        """The prefix written as a (perhaps unfinished) move, for labels and marks."""
        return as_move(self.prefix)


def parts(move: Move) -> Prefix:
    """A move as a prefix."""
    return (move.op, *move.args)


def as_move(prefix: Prefix) -> Move:
    """A prefix of at least one part as a move."""
    return Move(prefix[0], prefix[1:])


def level(moves: Iterable[Move], prefix: Prefix = ()) -> list[Node]:
    """What can follow the prefix, in order of first appearance; empty when nothing can."""
    size = len(prefix)
    whole: dict[str, bool] = {}
    count: dict[str, int] = {}
    for move in moves:
        path = parts(move)
        if len(path) > size and path[:size] == prefix:
            part = path[size]
            count[part] = count.get(part, 0) + 1
            whole[part] = whole.get(part, False) or len(path) == size + 1
    return [Node((*prefix, part), whole[part], count[part]) for part in count]


def descend(moves: Iterable[Move], prefix: Prefix = ()) -> tuple[Prefix, list[Node]]:
    """The prefix lengthened while only one thing can follow it and that is not yet a whole move,
    and what can follow it then. A level with one answer asks nothing."""
    held = list(moves)
    nodes = level(held, prefix)
    while len(nodes) == 1 and not nodes[0].whole:
        prefix = nodes[0].prefix
        nodes = level(held, prefix)
    return prefix, nodes


def spread(moves: Iterable[Move], nodes: Sequence[Node], most: int) -> list[Node]:
    """The nodes with what follows them put in their place, so that several levels can be asked as
    one: from the first to the last, each as long as no more than ``most`` come of it all. One that
    only a single whole move begins with always gives way to that.
    """
    held = list(moves)
    out = [_only(held, node) for node in nodes]
    k = 0
    while k < len(out):
        below = [] if out[k].whole else [_only(held, node) for node in level(held, out[k].prefix)]
        if below and len(out) - 1 + len(below) <= most:
            out[k : k + 1] = below
        else:
            k += 1
    return out


def _only(moves: list[Move], node: Node) -> Node:
    """The node, or the whole move that alone begins with it."""
    while node.size == 1 and not node.whole:
        (node,) = level(moves, node.prefix)
    return node
