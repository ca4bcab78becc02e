"""Searching graphs of small integers: reach, flood, routes. A node is a hex unless a game says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush

NEVER = -1
"""The cost of a step that cannot be made."""

Step = Callable[[int, int], int]
"""Cost of going from a node to its neighbour in integer points, ``NEVER`` if it cannot be done."""


def reach(
    neighbours: Sequence[Sequence[int]], start: int, budget: int, cost: Step, spent: int = 0
) -> tuple[dict[int, int], dict[int, int]]:
    """Cheapest cost to every node within the budget, and for each the node before it (Dijkstra).

    ``spent`` is what the start has cost already. The start itself is included.
    """
    costs = {start: spent}
    before: dict[int, int] = {}
    queue = [(spent, start)]
    while queue:
        so_far, node = heappop(queue)
        if so_far > costs[node]:
            continue
        for n in neighbours[node]:
            step = cost(node, n)
            if step < 0:
                continue
            total = so_far + step
            if total <= budget and total < costs.get(n, budget + 1):
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
    passable: Callable[[int, int], bool],
    through: Callable[[int], bool],
    limit: int | None = None,
) -> tuple[dict[int, int], dict[int, int]]:
    """Breadth-first distance from the starts, and the node before each.

    ``passable(a, b)`` says whether the step can be made, ``through(a)`` whether the search may go on from a node.
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
                if n not in distance and passable(node, n):
                    distance[n] = far
                    before[n] = node
                    following.append(n)
        edge = following
    return distance, before
