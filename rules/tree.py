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
    if not nodes:
        return []
    out = _apart(moves, nodes[0].prefix[:-1], nodes)
    k = 0
    while k < len(out):
        node, own = out[k]
        below = [] if node.whole else _apart(own, node.prefix, level(own, node.prefix))
        if below and len(out) - 1 + len(below) <= most:
            out[k : k + 1] = below
        else:
            k += 1
    return [node for node, _ in out]


def _apart(
    moves: Iterable[Move], prefix: Prefix, nodes: Sequence[Node]
) -> list[tuple[Node, list[Move]]]:
    """Each of the nodes that follow the prefix with the moves that begin with it; the whole move in
    place of a node that only one begins with."""
    size = len(prefix)
    own: dict[str, list[Move]] = {node.prefix[-1]: [] for node in nodes}
    for move in moves:
        path = parts(move)
        if len(path) > size and path[:size] == prefix and path[size] in own:
            own[path[size]].append(move)
    out = []
    for node in nodes:
        held = own[node.prefix[-1]]
        alone = node.size == 1 and not node.whole
        out.append((Node(parts(held[0]), True, 1) if alone else node, held))
    return out
