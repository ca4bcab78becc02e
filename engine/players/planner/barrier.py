"""The cheapest barrier: hexes in which a unit each leaves the enemy no way to what the side holds.

Every way from an enemy to a goal must be cut somewhere, on the way or by giving the goal up: the least that this costs
is the greatest flow that fits through the hexes (Ford and Fulkerson), and where it is full the barrier stands. It is
filled round by round, in each along all ways that are the shortest then (Dinitz).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from math import inf
from typing import NamedTuple

from engine.components.grid import Hex

Beside = Callable[[Hex], Iterable[Hex]]
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
        self._hexes = list(prices)
        into = {h: 2 * n for n, h in enumerate(self._hexes)}  # the node where a hex is left is the next
        self._source, self._sink = 2 * len(into), 2 * len(into) + 1
        self._links: list[list[int]] = [[] for _ in range(2 * len(into) + 2)]
        """By node the links that begin there; a link and the way back along it differ in the last bit."""
        self._to: list[int] = []
        self._left: list[int] = []
        """By link the node where it ends, and how much more fits through."""
        for h, price in prices.items():
            a = into[h]
            self._join(a, a + 1, MUCH if h in starts or price * PARTS > MUCH else round(price * PARTS))
            for n in beside(h):
                if n in into:
                    self._join(a + 1, into[n], MUCH)
        for h in starts:
            if h in into:
                self._join(self._source, into[h], MUCH)
        for h, value in goals.items():
            if h in into:
                self._join(into[h] + 1, self._sink, round(value * PARTS))
        for _, sides, cost in sieges:
            before = len(self._links)
            self._links.append([])
            for h in sides if cost else ():
                if h in into:
                    self._join(into[h] + 1, before, MUCH)
            self._join(before, self._sink, round(cost * PARTS))

    def _join(self, a: int, b: int, most: int) -> None:
        self._links[a].append(len(self._to))
        self._links[b].append(len(self._to) + 1)
        self._to += (b, a)
        self._left += (most, 0)

    def work(self, most: float = inf) -> Iterator[tuple[list[Hex], list[Hex]] | None]:
        """Find it in pieces; the last one has the hexes of the cheapest barrier as near to the enemy as it can stand,
        and as near to the goals. Nothing is found where it costs more than the ``most``, goals that are given up
        included."""
        total = 0
        while (far := self._levels())[self._sink] >= 0:
            for amount in self._filled(far):
                total += amount
                if total > most * PARTS:
                    return
                yield None
        before, behind = self._met(self._source, 0), self._met(self._sink, 1)
        near = [h for n, h in enumerate(self._hexes) if before[2 * n] and not before[2 * n + 1]]
        at_goals = [h for n, h in enumerate(self._hexes) if behind[2 * n + 1] and not behind[2 * n]]
        yield sorted(near), sorted(at_goals)

    def _levels(self) -> list[int]:
        """By node how many links there are to it from where the enemy comes, as far as the goals; -1 for none."""
        to, left, links = self._to, self._left, self._links
        far = [-1] * len(links)
        far[self._source] = 0
        edge = [self._source]
        while edge and far[self._sink] < 0:
            step, reached = far[edge[0]] + 1, list[int]()
            for a in edge:
                for link in links[a]:
                    b = to[link]
                    if far[b] < 0 and left[link]:
                        far[b] = step
                        reached.append(b)
            edge = reached
        return far

    def _filled(self, far: list[int]) -> Iterator[int]:
        """Let through what fits on ways whose every link leads farther, way by way, until there is none; how much."""
        to, left, links = self._to, self._left, self._links
        tried = [0] * len(links)
        a, way = self._source, list[int]()
        while True:
            if a == self._sink:
                amount = min([left[link] for link in way])
                for link in way:
                    left[link] -= amount
                    left[link ^ 1] += amount
                yield amount
                a, way = self._source, []
            step = far[a] + 1
            for n in range(tried[a], len(links[a])):
                link = links[a][n]
                if left[link] and far[to[link]] == step:
                    tried[a] = n
                    way.append(link)
                    a = to[link]
                    break
            else:
                if not way:
                    return
                tried[a] = len(links[a])
                a = to[way.pop() ^ 1]
                tried[a] += 1

    def _met(self, start: int, back: int) -> bytearray:
        """Flags of the nodes to which something more fits through from one, or ``back`` from them to it."""
        to, left, links = self._to, self._left, self._links
        met = bytearray(len(links))
        met[start] = 1
        edge = [start]
        while edge:
            a = edge.pop()
            for link in links[a]:
                if left[link ^ back] and not met[to[link]]:
                    met[to[link]] = 1
                    edge.append(to[link])
        return met
