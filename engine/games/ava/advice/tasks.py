"""Tasks beside the front, each for one unit: guards of railroads, and who bars those by which the enemy comes up."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.games.ava.advice.landings import FAINT, SPOTS, Barring, Landings
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.greedy.trunk import Trunk
from engine.games.ava.zones import rail_net
from engine.players.planner.incursions import Spot

APART = 3
"""Hexes between guards."""
CALLED = 12
"""Hexes from which a unit is called to a task."""
FADING = 0.85
"""Share of it that is felt one hex farther away than beside it."""
SLOW = 2
"""Hexes that a mechanized unit counts as farther away: foot goes first."""


def barred_by_comers(g: Facts, trunk: Trunk) -> list[Spot]:
    """Where a reinforcement each would bar railroads to the enemy's, with what it saves."""
    return [*(Landings(g, trunk).spots() if g.minds_rails else Barring(g).spots(rail_net(g.c, g.side)))]


class Tasks:
    """Who of a side has which task: for each the unit that is nearest, and no two for one."""

    def __init__(self, g: Facts, trunk: Trunk) -> None:
        self.g, self.trunk = g, trunk

    def worth(self, u: Unit, h: Hex) -> float:
        """What a hex is worth to a unit by its task; beside the spot is as good as on it (3.2)."""
        if u not in self.told:
            return 0.0
        value, spot = self.told[u]
        return float(value * FADING ** max(self.g.c.grid.distance(h, spot) - 1, 0))

    @cached_property
    def told(self) -> dict[Unit, Spot]:
        """By unit its task. The Soviets bar railroads together, those first who may act; the Axis, whose own lines are
        in danger too, each place by itself."""
        g, r, found = self.g, self.g.c.roster, dict[Unit, Spot]()
        hex_of, distance = g.c.state.hex_of, g.c.grid.distance
        able = [u for u in g.mine if not r.hq[u] and (g.minds_rails or g.c.state.active[u])]
        spots = Landings(g, self.trunk).spots() if g.minds_rails else Barring(g).spots()
        for value, spot in sorted((*spots, *self._guards()), key=lambda s: (-s[0], s[1])):
            far = [(distance(hex_of[u], spot) + SLOW * r.mech[u], u) for u in able if u not in found]
            near, u = min(far, default=(CALLED + 1, -1))
            if near <= CALLED:
                found[u] = value, spot
        return found

    def _guards(self) -> Iterable[Spot]:
        """Hexes of the lines that are most in danger, apart from each other (3.3)."""
        g, found = self.g, list[Spot]()
        need = self.trunk.need if g.minds_rails else {}
        for h in sorted(need, key=lambda h: (-need[h], h)):
            if len(found) < SPOTS and all(g.c.grid.distance(h, spot) >= APART for _, spot in found):
                total = need[h] + 0.4 * sum(need.get(n, 0.0) for n in g.t.beside[h])
                found.append((g.w.guard_foot * min(total, g.w.guard_most), h))
        return [s for s in found if s[0] > FAINT]
