"""Searching graphs of small integers: reach, flood, routes. A node is a hex unless a game says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from heapq import heappop, heappush

Edges = Sequence[Sequence[tuple[int, int]]]
"""Per node its neighbours with the cost of going there, in integer points; what cannot be done is left out."""


def reach(
    edges: Edges, start: int, budget: int, toll: Sequence[int], closed: Container[int], spent: int = 0
) -> tuple[dict[int, int], dict[int, int]]:
    """Cheapest cost to every node within the budget, and for each the node before it (Dijkstra).

    ``toll`` is paid for a node when it is left and when it is entered; nodes in ``closed`` are never entered.
    ``spent`` is what the start has cost already. The start itself is included.
    """
    costs = {start: spent}
    known, beyond = costs.get, budget + 1
    before: dict[int, int] = {}
    queue = [(spent, start)]
    while queue:
        so_far, node = heappop(queue)
        if so_far > costs[node]:
            continue
        leaving = so_far + toll[node]
        for n, step in edges[node]:
            total = leaving + step + toll[n]
            if total < known(n, beyond) and n not in closed:
                costs[n] = total
                before[n] = node
                heappush(queue, (total, n))
    return costs, before


def trail(before: dict[int, int], end: int) -> list[int]:
    """The nodes from the start of a search to ``end``, both included."""
    path = [end]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path[::-1]


def flood(
    neighbours: Sequence[Sequence[int]],
    starts: Iterable[int],
    enter: Callable[[int], bool],
    through: Callable[[int], bool],
    limit: int | None = None,
) -> tuple[dict[int, int], dict[int, int]]:
    """Breadth-first distance from the starts, and the node before each.

    ``enter(n)`` says whether a node may be reached, ``through(n)`` whether the search may go on from it.
    """
    distance = {s: 0 for s in starts}
    before: dict[int, int] = {}
    edge = list(distance)
    far = 0
    while edge and (limit is None or far < limit):
        far += 1
        following = []
        for node in edge:
            if not through(node):
                continue
            for n in neighbours[node]:
                if n not in distance and enter(n):
                    distance[n] = far
                    before[n] = node
                    following.append(n)
        edge = following
    return distance, before


def sweep(
    neighbours: Sequence[Sequence[int]], starts: Iterable[int], closed: bytes | bytearray, ends: bytes | bytearray
) -> tuple[dict[int, int], dict[int, int]]:
    """``flood`` with flags in place of questions, one byte a node: several times as fast on a large map.

    Nodes flagged in ``closed`` are not reached; from those flagged in ``ends`` the search does not go on.
    """
    return sweep_on(neighbours, ({s: 0 for s in starts}, {}), 0, closed, ends)


def sweep_on(
    neighbours: Sequence[Sequence[int]],
    found: tuple[dict[int, int], dict[int, int]],
    far: int,
    closed: bytes | bytearray,
    ends: bytes | bytearray,
) -> tuple[dict[int, int], dict[int, int]]:
    """A ``sweep`` that takes over what another one has found up to the distance ``far``, and goes on from there."""
    distance, before, edge = found[0].copy(), found[1].copy(), list[int]()
    while distance:
        node, so_far = distance.popitem()
        if so_far < far:
            distance[node] = so_far
            break
        if so_far > far:
            del before[node]
        else:
            edge.append(node)
    edge.reverse()
    distance |= dict.fromkeys(edge, far)
    seen = bytearray(closed)
    for node in distance:
        seen[node] = 1
    while edge:
        far += 1
        following = []
        for node in edge:
            if ends[node]:
                continue
            for n in neighbours[node]:
                if not seen[n]:
                    seen[n] = 1
                    distance[n] = far
                    before[n] = node
                    following.append(n)
        edge = following
    return distance, before
