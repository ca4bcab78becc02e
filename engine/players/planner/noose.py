"""A noose: the cheapest hexes in which units of the other side leave a stack no line to anywhere.

A line goes wherever nobody stands in its way, so what has to be found is the cheapest barrier between the stack and all
that feeds it, of which only what lies near the stack is looked at: farther away a ring only becomes longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.components.matching import everyone
from engine.players.planner.barrier import Barrier, Beside

CLOSED = -1.0
"""The price of a hex that no line goes through, because somebody stands there who stays."""


class Noose:
    """The ring around one stack, and what it would hold."""

    def __init__(
        self, beside: Beside, start: Hex, price: Callable[[Hex], float], feeds: Callable[[Hex, bool], bool], far: int
    ) -> None:
        """``price`` is what a unit in a hex costs: ``CLOSED`` where no line goes through, infinite where nobody can be
        put. No more than ``far`` hexes around the stack are looked at; ``feeds`` tells whether a hex that is less far
        away is a source, and whether one that is so far away (true) is in supply."""
        self._beside, self._start = beside, start
        self._prices: dict[Hex, float] = {start: float("inf")}
        self._goals: list[Hex] = []
        edge = [start]
        for step in range(1, far + 1):
            found = sorted({n for h in edge for n in beside(h)} - self._prices.keys())
            edge = []
            for h in found:
                cost = price(h)
                if cost != CLOSED:
                    self._prices[h] = cost
                    edge.append(h)
                    if feeds(h, step == far):
                        self._goals.append(h)

    @property
    def shut(self) -> bool:
        """Whether nothing feeds the stack anyway."""
        return not self._goals

    def work(self, most: float) -> Iterator[list[Hex] | None]:
        """Look for a ring that costs no more than ``most``; the last piece is its hexes, none where there is no such
        ring."""
        goals = dict.fromkeys(self._goals, most + 1.0)
        ring: list[Hex] = []
        for found in Barrier(self._beside, [self._start], goals, self._prices).work(most):
            ring = found[0] if found else []
            yield None
        paid = sum(self._prices[h] for h in ring)
        yield ring if ring and paid <= most and self.inside(ring).isdisjoint(self._goals) else []

    def inside(self, ring: Collection[Hex]) -> set[Hex]:
        """Hexes that a line from the stack still comes to while units stand in a ring."""
        met, edge = {self._start}, deque([self._start])
        while edge:
            for n in self._beside(edge.popleft()):
                if n in self._prices and n not in met and n not in ring:
                    met.add(n)
                    edge.append(n)
        return met


def manned(ring: Iterable[Hex], comers: Mapping[Hex, Sequence[Unit]]) -> dict[Unit, Hex]:
    """A unit for each hex of a ring out of those who can come there, the first of them if possible; nobody at all where
    a hex would stay empty."""
    return everyone(sorted(ring, key=lambda h: (len(comers[h]), h)), comers) or {}
