"""Railroads by which enemy reinforcements could come now into what counts, and units that bar them one by one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engine.components.grid import Hex
from engine.games.ava.advice.commands import THIS_TURN
from engine.games.ava.greedy.barrier import REINFORCED_SINCE, Barrier
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.zones import rail_net

SHARE = 0.5
"""Share of a hex's points that the enemy's coming there by railroad costs."""
NEXT = 0.6
"""The same if his reinforcements come in the next turn."""
SPOTS = 5
"""Places that are barred at most."""
FAINT = 0.05
"""What is not worth a unit."""
Spot = tuple[float, Hex]
"""What one unit saves in a hex."""


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
