"""How many hexes lie between two, over sides that may be crossed: found once, good for every position on a map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

from engine.components.grid import Hex
from engine.components.wide import Bits, Shifts, marked

FARTHEST = 30
"""Hexes beyond which nothing is felt."""


def rings(beside: Callable[[Hex], Iterable[Hex]], hexes: Iterable[Hex], most: int) -> dict[Hex, int]:
    """Hexes within so many of some, with how far the nearest of those is."""
    found = dict.fromkeys(hexes, 0)
    edge = list(found)
    for far in range(1, most + 1):
        edge = [n for n in sorted({n for h in edge for n in beside(h)}) if n not in found]
        found.update(dict.fromkeys(edge, far))
    return found


def within(beside: Callable[[Hex], Iterable[Hex]], hexes: Iterable[Hex], far: int) -> set[Hex]:
    """Hexes that are no farther than so many from the nearest of some, those included."""
    found = set(hexes)
    edge = found
    for _ in range(far):
        edge = {n for h in edge for n in beside(h)} - found
        found = found | edge
    return found


class Near:
    """Whether anybody is near a hex, asked of many hexes one beside the other."""

    def __init__(self, hexes: Iterable[Hex], distance: Callable[[Hex, Hex], int]) -> None:
        self._hexes, self._distance = sorted(hexes), distance
        self._known: dict[tuple[Hex, int], bool] = {}

    def lonely(self, h: Hex, far: int) -> bool:
        """Whether all are farther than so many hexes from one; not where there is nobody."""
        if (h, far) not in self._known:
            at = next((n for n, own in enumerate(self._hexes) if self._distance(h, own) <= far), -1)
            if at > 0:  # whoever is near one hex is likely to be near the next
                self._hexes.insert(0, self._hexes.pop(at))
            self._known[h, far] = bool(self._hexes) and at < 0
        return self._known[h, far]


class Distances:
    """Ways by hexes alone, whoever stands on them. Kept from one plan to the next while the map is the same."""

    def __init__(self, beside: Callable[[Hex], Iterable[Hex]]) -> None:
        self._beside = beside
        self._known: dict[Hex, dict[Hex, int]] = {}
        self._near: dict[Hex, tuple[Hex, ...]] = {}
        self._rounds: dict[tuple[Hex, int], frozenset[Hex]] = {}
        """By a hex and how far what is so near to it."""
        self._round_bits: dict[int, dict[Hex, Bits]] = {}
        """The same as bits, by how far and the hex."""
        self._charted: set[Hex] = set()
        """Hexes whose neighbours are in ``_ways``."""
        self._shifts: dict[int, Bits] = {}
        self._ways: Shifts = ()

    def around(self, start: Hex) -> dict[Hex, int]:
        """Every hex within ``FARTHEST`` of one, with how far it is."""
        found = self._known.get(start)
        if found is None:
            found = self._known[start] = {start: 0}
            edge = [start]
            for far in range(1, FARTHEST + 1):
                edge = sorted(set[Hex]().union(*map(self._next, edge)).difference(found))
                found.update(dict.fromkeys(edge, far))
        return found

    def near(self, start: Hex, far: int) -> frozenset[Hex]:
        """The hexes that are no more than so far from one."""
        found = self._rounds.get((start, far))
        if found is None:
            edge = known = frozenset((start,))
            for _ in range(far):
                edge = frozenset[Hex]().union(*map(self._next, edge)) - known
                known = known | edge
            found = self._rounds[start, far] = known
        return found

    def near_any(self, hexes: Iterable[Hex], far: int) -> Bits:
        """The hexes that are no more than so far from one of some, as bits."""
        known, found = self._round_bits.setdefault(far, {}), 0
        for h in hexes:
            bits = known.get(h)
            if bits is None:
                bits = known[h] = marked(n for n in self.near(h, far) if n >= 0)
            found |= bits
        return found

    def _next(self, h: Hex) -> tuple[Hex, ...]:
        """Hexes beside one, asked for once."""
        found = self._near.get(h)
        if found is None:
            found = self._near[h] = tuple(self._beside(h))
        return found

    def ways(self, hexes: Iterable[Hex]) -> Shifts:
        """What lies beside some hexes at least, for steps from many of them at once (``wide.stepped``)."""
        new = [h for h in hexes if h not in self._charted]
        if new:
            self._charted.update(new)
            for h in new:
                for n in self._next(h):
                    self._shifts[n - h] = self._shifts.get(n - h, 0) | 1 << h
            self._ways = tuple(sorted(self._shifts.items()))
        return self._ways

    def between(self, a: Hex, b: Hex) -> int:
        """Hexes from one to another; more than ``FARTHEST`` for all that are farther."""
        return self.around(a).get(b, FARTHEST + 1)


def distances_of(memo: MutableMapping[str, Any], beside: Callable[[Hex], Iterable[Hex]]) -> Distances:
    """The distances of a map, kept in what is remembered of its data."""
    found: Distances | None = memo.get("planner distances")
    if found is None:
        found = memo["planner distances"] = Distances(beside)
    return found
