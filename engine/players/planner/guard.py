"""A defence without a free way: where units should stand so that no enemy walks into what the side holds."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from operator import or_

from engine.components.grid import Hex, Unit
from engine.components.wide import Bits, Shifts, marked, stepped
from engine.players.planner.distances import Distances, rings
from engine.players.planner.knowledge import Knowledge
from engine.players.planner.sets import finished

Places = dict[Unit, Hex]
Price = Callable[[Unit, Hex], float]
"""What it costs to have a unit in a hex, beside what its absence elsewhere opens."""
LEAST = 1e-9
BREATH = 10
"""Positions that are looked at in one piece of thought."""


class Guard:
    """One side's units in places that may be others than now, against enemies where they are."""

    def __init__(
        self,
        k: Knowledge,
        side: str,
        goals: Mapping[Hex, float],
        pace: int,
        away: Mapping[Hex, int] | None = None,
        distances: Distances | None = None,
    ) -> None:
        """``goals`` are hexes to be kept with what each is worth; ``pace`` is how many hexes enemies walk in a phase;
        ``away`` is how far hexes are from the nearest goal, where that is known; ``distances`` are those of the map.

        Whoever comes into the zone of a unit stops there, in a game that has zones.
        """
        self.k, self.side, self._goals, self._pace = k, side, dict(goals), pace
        self._now: Places = {f.unit: f.hex for f in k.forces(side) if f.hex >= 0}
        foes = k.forces(_other(k, side))
        self._away = rings(k.beside, self._goals, pace + 1) if away is None else away
        """Hexes to the nearest goal, whoever stands between; a hex farther than ``pace`` and one is on no way."""
        near = (f.hex for f in foes if f.attack > 0 and not f.leads)
        self._starts = sorted({h for h in near if self._away.get(h, pace + 1) <= pace})
        self._taken = {f.hex for f in foes}
        self._edge = marked(self._starts)
        self._zones: dict[Hex, Bits] = {}
        self._distances = distances
        self._known: dict[tuple[tuple[Unit, Hex], ...], dict[Hex, float]] = {}
        self.looked = 0
        """Positions that were looked at."""

    def free_goals(self, moved: Mapping[Unit, Hex]) -> dict[Hex, float]:
        """Goals that an enemy could walk into in one phase once some units stand elsewhere, with their worth."""
        self.looked += 1
        key = tuple(sorted(moved.items()))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._free(moved) if self._goals else {}
        return found

    def _free(self, moved: Mapping[Unit, Hex]) -> dict[Hex, float]:
        held = self._away.keys() & {**self._now, **moved}.values()
        zones, edge = self._zones_of(held), self._edge
        walked, shut = edge, edge | marked(held)
        for left in range(self._pace, 0, -1):
            edge = stepped(self._lanes, edge) & self._near[left] & ~shut
            walked, shut = walked | edge, shut | edge
            edge &= ~zones
        return {g: value for g, value in sorted(self._goals.items()) if walked >> g & 1}

    @cached_property
    def _lanes(self) -> Shifts:
        """What lies beside the hexes that anybody could come by."""
        return (self._distances or Distances(self.k.beside)).ways(self._away)

    @cached_property
    def _near(self) -> list[Bits]:
        """By how many hexes somebody can still walk those that he may come into on a way to a goal."""
        rings = [0] * (self._pace + 2)
        for h, far in self._away.items():
            rings[far] |= 1 << h
        return list(accumulate(rings, or_, initial=0))

    def _zones_of(self, hexes: Iterable[Hex]) -> Bits:
        """Where units in some hexes have zones."""
        found = 0
        for h in hexes:
            if h not in self._zones:
                self._zones[h] = marked(self.k.zone(h))
            found |= self._zones[h]
        return found

    def posted(self, units: Iterable[Unit], price: Price, budget: int) -> tuple[float, Places]:
        """Where units should go so that what is left open and what they pay is least; and what that comes to.

        One unit after the other takes the place that is best while the others stay, until nobody finds a better one or
        ``budget`` positions were looked at. Who is not in the places that come back stays.
        """
        return finished(self.posting(units, price, budget))

    def posting(self, units: Iterable[Unit], price: Price, budget: int) -> Generator[None, None, tuple[float, Places]]:
        """The same in pieces."""
        places: Places = {}
        reach = {u: self._choices(u) for u in sorted(units)}
        best = self._cost(places, price)
        better = True
        while better and self.looked < budget:
            better = False
            for u, choices in reach.items():
                for h in choices:
                    tried = {**places, u: h}
                    if h == places.get(u, self._now[u]) or not self._fits(tried, h) or self.looked >= budget:
                        continue
                    cost = self._cost(tried, price)
                    yield
                    if cost < best - LEAST:
                        best, places, better = cost, tried, True
                    if self.looked % BREATH == 0:
                        yield
        return best, {u: h for u, h in places.items() if h != self._now[u]}

    def _choices(self, u: Unit) -> Sequence[Hex]:
        """Hexes that a unit can go to, the cheapest first."""
        reach = self.k.reach(u)
        return sorted((h for h in reach if h not in self._taken), key=lambda h: (reach[h], h))

    def _cost(self, places: Places, price: Price) -> float:
        return sum(self.free_goals(places).values()) + sum(price(u, h) for u, h in places.items() if h != self._now[u])

    def _fits(self, places: Places, h: Hex) -> bool:
        where = {**self._now, **places}
        return sum(1 for at in where.values() if at == h) <= self.k.room(self.side, h)


def _other(k: Knowledge, side: str) -> str:
    return k.enemy if side == k.side else k.side
