"""German movement of the player that plans: spearheads go no farther than their lines are safe to stay open."""

from __future__ import annotations

from collections import deque
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.games.pm.advice.danger import QUICK, SLOW
from engine.games.pm.advice.ground import Approach, spread
from engine.games.pm.advice.march import March
from engine.games.pm.movement.costs import FOOT, MECH, edges
from engine.games.pm.supply import lanes
from engine.games.pm.tables import tables

CLOSED = 0.15
"""Chance that the enemy comes into one hex of a line that he can reach."""
FELT = 0.6
"""Share of what being out of supply costs that an open line in danger does."""


class Thrust(March):
    """The march with an eye on what the enemy can close behind it (9.4)."""

    def _panzer_value(self, group: list[Unit], h: Hex, way: Approach, strength: float) -> float:
        value = super()._panzer_value(group, h, way, strength)
        if h not in self.supplied:
            return value
        cut = 1 - (1 - CLOSED) ** self.exposed.get(h, 0)
        return value - FELT * self.g.w.lost_supply * len(group) * cut

    @cached_property
    def exposed(self) -> dict[Hex, int]:
        """By hex how many hexes that the enemy could come into the safest line to it runs through."""
        g, c = self.g, self.g.c
        near = self._entered()
        near.difference_update(self.holds)
        start = [h for h in sorted(tables(c).zone("supply_german")) if h in self.supplied]
        found, edge = dict.fromkeys(start, 0), deque(start)
        beside = lanes(c, False)
        while edge:
            h = edge.popleft()
            for n in beside[h]:
                total = found[h] + (n in near)
                if n in self.supplied and n not in g.foes and total < found.get(n, total + 1):
                    found[n] = total
                    (edge.append if n in near else edge.appendleft)(n)
        return found

    def _entered(self) -> set[Hex]:
        """Hexes that the enemy could walk into in his next phase, were nobody to stop him but who stands there."""
        g = self.g
        closed = {h: 99 for h in g.mine}
        foot = [(h, 0) for h in sorted(g.foes)]
        fast = [(h, 0) for h, foe in sorted(g.foes.items()) if foe.mobile]
        ways = spread(edges(g.c, FOOT, g.enemy), foot, closed, SLOW[g.enemy]).cost.keys()
        return {*ways, *spread(edges(g.c, MECH, g.enemy), fast, closed, QUICK[g.enemy]).cost} - g.foes.keys()
