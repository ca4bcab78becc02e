"""Railroads by which enemy reinforcements could come into hexes that score, now or once the front has moved, and the
fewest places where a unit each bars them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from engine.components.grid import Hex
from engine.components.paths import sweep
from engine.games.ava.advice.landings import awaited
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.zones import friendly_sources, held, rail_net
from engine.players.planner.barrier import Barrier

SHARE = 0.8
"""Share of a hex's points that the enemy's coming there by railroad costs."""
AHEAD = 0.6
"""The same where they can come only once those near the front are gone."""
FRONT = 3
"""Hexes from the enemy within which whoever bars a railroad may be driven off before his reinforcements come."""
PRICE, FARTHER = 0.3, 0.15
"""What a unit costs that stays in a place, and for each hex of the way there."""
OTHERS = 1.0
"""What it costs more if none of those who may act now does it."""
NEAR_ENEMY = 1.5
"""What it costs more where he may drive it off."""
MOST = 40.0
"""What one place may save at most."""
FAR = 99
"""More hexes than any two are apart that matter."""
CALLED = 12
"""Hexes from which a unit is called."""


class Barring:
    """What a side has to lose by enemies who come by railroad, and where units together bar their ways (12.1, 16.1)."""

    def __init__(self, g: Facts) -> None:
        self.g = g
        self._rails = g.t.along("railroad", g.enemy)
        self._first, self._moscow = g.c.grid.size, g.c.grid.size + 1
        """Stand for all supply sources together, and for those from Moscow: the breakthrough counts once (16.3)."""

    @cached_property
    def firm(self) -> frozenset[Hex]:
        """Hexes with units that bar a railroad next turn too."""
        g, s = self.g, self.g.c.state
        going = {s.hex_of[u] for u in g.mine if s.active[u]}
        return frozenset(h for h in held(g.c, g.side) if h not in going and g.foe.get(h, FAR) > FRONT)

    def _net(self, more: Collection[Hex] = ()) -> dict[Hex, int]:
        """Railroad hexes that enemy reinforcements reach if only those bar them who are firm, and units in ``more``."""
        closed = bytearray(self.g.c.grid.size)
        for h in (*self.firm, *more):
            closed[h] = 1
            for n in self.g.t.beside[h]:
                closed[n] = 1
        starts = [h for h in friendly_sources(self.g.c, self.g.enemy) if not closed[h] and self._rails[h]]
        return sweep(self._rails, starts, closed, closed)[0]

    @cached_property
    def _coming(self) -> dict[Hex, float]:
        """By hex that scores what the enemy's coming there would cost, each supply source by itself."""
        g = self.g
        share = SHARE * awaited(g)
        if not share:
            return {}
        now, ahead = rail_net(g.c, g.enemy), self._net()
        return {
            h: share * value * (1.0 if h in now else AHEAD)
            for h, value in g.goals.items()
            if g.owner(h) == g.side and (h in now or h in ahead)
        }

    @cached_property
    def _stand_ins(self) -> dict[Hex, tuple[frozenset[Hex], float]]:
        """What stands for which supply sources, with what coming into any of them costs."""
        sources = {h: value for h, value in self._coming.items() if h in self.g.t.sources("soviet")}
        if not sources:
            return {}
        least, most = min(sources.values()), max(sources.values())
        best = frozenset(h for h, value in sources.items() if value == most)
        return {self._first: (frozenset(sources), least), self._moscow: (best, most - least)}

    @cached_property
    def danger(self) -> dict[Hex, float]:
        """By hex what coming there would cost; of supply sources once for all (16.3)."""
        sources = self.g.t.sources("soviet")
        found = {h: value for h, value in self._coming.items() if h not in sources}
        return found | {h: value for h, (_, value) in self._stand_ins.items()}

    def _beside(self, h: Hex) -> Sequence[Hex]:
        """Where one goes on to: along the railroad, and from a source to what stands for it."""
        if h in self._stand_ins:
            return ()
        return (*self._rails[h], *(n for n, (sources, _) in self._stand_ins.items() if h in sources))

    def _total(self, net: Collection[Hex]) -> float:
        """What could be lost in the hexes of a net."""
        met = {n for n, (sources, _) in self._stand_ins.items() if not sources.isdisjoint(net)}.union(net)
        return sum(value for h, value in self.danger.items() if h in met)

    def spots(self, places: Collection[Hex] = ()) -> Iterator[tuple[float, Hex]]:
        """Where one unit each bars them, best of those who may act or who come into ``places``, with what is lost
        without it."""
        if not self.danger:
            return
        g, net = self.g, self._net()
        prices = {h: self._price(h, places) for h in net}
        prices |= dict.fromkeys(self._stand_ins, float("inf"))
        starts = [h for h in friendly_sources(g.c, g.enemy) if h in net]
        plan: list[Hex] = []
        for found in Barrier(self._beside, starts, self.danger, prices).work():
            plan = found[1] if found else plan
        left = self._total(self._net(plan))
        for h in plan:
            if (value := self._total(self._net([n for n in plan if n != h])) - left) > 0:
                yield min(value, MOST), h

    def _price(self, h: Hex, places: Collection[Hex]) -> float:
        """What it costs to have a unit in a hex."""
        able, others = 0 if h in places else self._away[0].get(h, FAR), self._away[1].get(h, FAR)
        if min(able, others) > CALLED:
            return float("inf")
        near = NEAR_ENEMY if self.g.foe.get(h, FAR) <= FRONT else 0.0
        return PRICE + near + min(FARTHER * able, OTHERS + FARTHER * others)

    @cached_property
    def _away(self) -> tuple[dict[Hex, int], dict[Hex, int]]:
        """Hexes to the nearest unit of mine that fights and may act, and to the nearest other one."""
        g, s, nothing = self.g, self.g.c.state, bytes(self.g.c.grid.size)
        fighting = [u for u in g.mine if not g.c.roster.hq[u]]
        parts = [sorted({s.hex_of[u] for u in fighting if bool(s.active[u]) is able}) for able in (True, False)]
        able, others = [sweep(g.t.beside, hexes, nothing, nothing)[0] for hexes in parts]
        return able, others
