"""The cheapest barrier: hexes in which a unit each leaves the enemy no way to what the side holds.

Every way from an enemy to a goal must be cut somewhere, on the way or by giving the goal up: the least that this costs
is the greatest flow that fits through the hexes (Ford and Fulkerson), and where it is full the barrier stands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.components.grid import Hex

Beside = Callable[[Hex], Iterable[Hex]]
Node = tuple[Hex, bool]
"""A hex where it is come into, and (true) where it is left."""
SOURCE: Node = (-1, False)
SINK: Node = (-2, False)
BEFORE = -3
"""The number of the node before a goal that is besieged, less the goal."""
PARTS = 100
"""Prices are reckoned in hundredths."""
MUCH = 10**6


class Siege(NamedTuple):
    """A goal that may fall though somebody stands in it."""

    goal: Hex
    sides: Collection[Hex]
    """Hexes beside it from one of which it can be stormed."""
    cost: float
    """What it costs that enemies come to any of them."""


class Barrier:
    """The ways between enemies and goals as a net, with what a unit in each hex of it costs."""

    def __init__(
        self,
        beside: Beside,
        starts: Collection[Hex],
        goals: Mapping[Hex, float],
        prices: Mapping[Hex, float],
        sieges: Iterable[Siege] = (),
    ) -> None:
        """``goals`` are given up at what each is worth, and so are ``sieges``; in hexes that are not among ``prices``
        nobody can come by, in those whose price is infinite nobody can be put."""
        self._left: dict[Node, dict[Node, int]] = {}
        for h, price in prices.items():
            self._join((h, False), (h, True), MUCH if h in starts or price * PARTS > MUCH else round(price * PARTS))
            for n in beside(h):
                if n in prices:
                    self._join((h, True), (n, False), MUCH)
        for h in starts:
            if h in prices:
                self._join(SOURCE, (h, False), MUCH)
        for h, value in goals.items():
            if h in prices:
                self._join((h, True), SINK, round(value * PARTS))
        for goal, sides, cost in sieges:
            for h in sides:
                if h in prices and cost:
                    self._join((h, True), (BEFORE - goal, False), MUCH)
                    self._join((BEFORE - goal, False), SINK, round(cost * PARTS))

    def _join(self, a: Node, b: Node, most: int) -> None:
        self._left.setdefault(a, {})[b] = most
        self._left.setdefault(b, {}).setdefault(a, 0)

    def work(self) -> Iterator[tuple[list[Hex], list[Hex]] | None]:
        """Find it in pieces; the last one has the hexes of the cheapest barrier as near to the enemy as it can stand,
        and as near to the goals."""
        while path := self._path():
            amount = min(self._left[a][b] for a, b in path)
            for a, b in path:
                self._left[a][b] -= amount
                self._left[b][a] += amount
            yield None
        before, behind = set(self._met(SOURCE, False)), set(self._met(SINK, True))
        near = [h for h, out in before if not out and h >= 0 and (h, True) not in before]
        far = [h for h, out in behind if out and h >= 0 and (h, False) not in behind]
        yield sorted(near), sorted(far)

    def _path(self) -> list[tuple[Node, Node]]:
        """A shortest way on which something more fits through, as its links."""
        came = self._met(SOURCE, False, SINK)
        found: list[tuple[Node, Node]] = []
        node = SINK
        while node in came and node != SOURCE:
            found.append((came[node], node))
            node = came[node]
        return found

    def _met(self, start: Node, back: bool, goal: Node | None = None) -> dict[Node, Node]:
        """Nodes between which and one something more fits through, with the one before each; no more of them are looked
        for once the ``goal`` is found."""
        found, edge, nodes = {start: start}, deque([start]), self._left
        while edge and goal not in found:
            a = edge.popleft()
            for b, left in nodes.get(a, {}).items():
                if (nodes[b][a] if back else left) > 0 and b not in found:
                    found[b] = a
                    edge.append(b)
        return found
