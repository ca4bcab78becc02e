"""Tasks beside the front, each for one unit: guards of railroads, who bars those by which the enemy comes up, and who
watches enemies left near those by which the side lives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.games.ava.advice.landings import FAINT, SPOTS, Barring, Landings
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.greedy.trunk import Trunk
from engine.games.ava.phases.command import in_command
from engine.players.planner.garrisons import Spot, felt, sent

APART = 3
"""Hexes between guards."""
SLOW = 2
"""Hexes that a mechanized unit counts as farther away: foot goes first."""


class Tasks:
    """Who of a side has which task: for each the unit that is nearest, and no two for one."""

    def __init__(self, g: Facts, trunk: Trunk, watched: Callable[[], Iterable[Spot]] = tuple) -> None:
        self.g, self.trunk, self._watched = g, trunk, watched

    def worth(self, u: Unit, h: Hex) -> float:
        """What a hex is worth to a unit by its task; beside the spot is as good as on it (3.2)."""
        return felt(self.told[u], self.g.c.grid.distance(h, self.told[u][1])) if u in self.told else 0.0

    @cached_property
    def told(self) -> dict[Unit, Spot]:
        """By unit its task. The Soviets bar railroads together, those first who may act; the Axis, whose own lines are
        in danger too, each place by itself."""
        g, r, at, far = self.g, self.g.c.roster, self.g.c.state.hex_of, self.g.c.grid.distance
        able = [u for u in g.mine if not r.hq[u] and (g.minds_rails or g.c.state.active[u])]
        spots = Landings(g, self.trunk).spots() if g.minds_rails else Barring(g).spots()
        watched = self._watched() if g.minds_rails else ()
        led = {*filter(g.c.state.active.__getitem__, able), *(u for q in g.mine if r.hq[q] for u in in_command(g.c, q))}
        return sent((*spots, *self._guards(), *watched), able, lambda u, h: far(at[u], h) + SLOW * r.mech[u], led)

    def _guards(self) -> Iterable[Spot]:
        """Hexes of the lines that are most in danger, apart from each other (3.3)."""
        g, found = self.g, list[Spot]()
        need = self.trunk.need if g.minds_rails else {}
        for h in sorted(need, key=lambda h: (-need[h], h)):
            if len(found) < SPOTS and all(g.c.grid.distance(h, spot) >= APART for _, spot in found):
                total = need[h] + 0.4 * sum(need.get(n, 0.0) for n in g.t.beside[h])
                found.append((g.w.guard_foot * min(total, g.w.guard_most), h))
        return [s for s in found if s[0] > FAINT]
