"""Tasks beside the front, each for one unit: guards of railroads, and who bars those by which the enemy comes up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.games.ava.advice.commands import THIS_TURN
from engine.games.ava.greedy.barrier import REINFORCED_SINCE, Barrier
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.greedy.trunk import Trunk
from engine.games.ava.zones import rail_net

SHARE = 0.5
"""Share of a hex's points that the enemy's coming there by railroad costs."""
NEXT = 0.6
"""The same if his reinforcements come in the next turn."""
SPOTS = 5
"""Places that are barred or guarded at most, of each kind."""
APART = 3
"""Hexes between guards."""
CALLED = 12
"""Hexes from which a unit is called to a task."""
FADING = 0.85
"""Share of it that is felt one hex farther away than beside it."""
SLOW = 2
"""Hexes that a mechanized unit counts as farther away: foot goes first."""
FAINT = 0.05
"""Worth below which nobody is called."""
Spot = tuple[float, Hex]


def awaited(g: Facts) -> float:
    """How surely reinforcements of the enemy come soon: his chit, the turn, and whether anybody waits (12.0, 12.2)."""
    s, r = g.c.state, g.c.roster
    if not any(box == "available" and r.side[u] == g.enemy for u, box in enumerate(s.box)):
        return 0.0
    places = (s.chits.get(k, "later") for k, e in g.t.chits.items() if e["kind"] == "reinforcement" and
              e["owner"] == g.enemy)  # fmt: skip
    if any(where.startswith(THIS_TURN) for where in places):
        return 1.0
    return NEXT if REINFORCED_SINCE <= s.turn + 1 <= g.t.last_turn else 0.0


class Landings(Barrier):
    """Railroads by which enemy reinforcements could come into hexes that score (12.1, 16.1)."""

    @cached_property
    def danger(self) -> dict[Hex, float]:
        """Per railroad hex what their coming there would cost: what scores for me, a breakthrough once (16.3), and the
        lines of the Axis that they cut (3.3)."""
        g = self.g
        share = SHARE * awaited(g)
        if not share:
            return {}
        reached = rail_net(g.c, g.enemy)
        found = {h: share * value for h, value in g.goals.items() if h in reached and g.owner(h) == g.side}
        sources = [h for h in found if h in g.t.sources("soviet")]
        lines = Barrier(g, self.trunk).danger if g.minds_rails else {}
        return {**lines, **{h: value / len(sources) if h in sources else value for h, value in found.items()}}

    def spots(self) -> Iterator[Spot]:
        """Where one unit each would bar most of them, with what it saves, as long as anything is left to save."""
        if not self.danger:
            return
        net, before = self._net({}, frozenset())
        left, plan = self._total(net), list[Hex]()
        while len(plan) < SPOTS and (choke := self._choke(net, before)) >= 0:
            plan.append(choke)
            net, before = self._with(plan)
            saved, left = left - self._total(net), self._total(net)
            if saved > FAINT:
                yield self.g.w.bar_foot * min(saved, self.g.w.bar_most), choke


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
        """By unit its task."""
        g, r, found = self.g, self.g.c.roster, dict[Unit, Spot]()
        hex_of, distance = g.c.state.hex_of, g.c.grid.distance
        for value, spot in sorted((*Landings(g, self.trunk).spots(), *self._guards()), key=lambda s: (-s[0], s[1])):
            far = [(distance(hex_of[u], spot) + SLOW * r.mech[u], u) for u in g.mine if not r.hq[u] and u not in found]
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
