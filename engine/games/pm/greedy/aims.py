"""What the German side goes for: objectives by points and distance, shared out over its groups."""

from __future__ import annotations

from math import exp

from engine.components.grid import Hex
from engine.games.pm.greedy.ground import FAR, Approach, Ground, spread
from engine.games.pm.movement.costs import FOOT, MECH, edges

REACH = 60
"""Movement points from an objective that are looked at."""
BLOCK = 4
"""What an enemy stack in the way is reckoned to cost."""
ROVERS, EACH = 12, 0.5
"""Stacks near Greater Germany that are objectives, and what each unit in them counts in Victory Points."""
HUNT = 3
"""The turn from which they are: on turn 2 most of them are pockets, and foot is near enough."""
MANY = 14
"""Objectives with fields of their own."""


class Aims:
    """Objectives of the German side with a field of costs for each class of movement."""

    def __init__(self, g: Ground) -> None:
        self.g = g
        self.extra = {h: BLOCK + foe.count for h, foe in g.foes.items()}
        self.front = spread(edges(g.c, FOOT, g.side), ((h, 0) for h in sorted(g.foes)), {}, 40)
        self.worth = self._worth()
        self.fields: dict[str, dict[Hex, Approach]] = {MECH: {}, FOOT: {}}
        self.load: dict[Hex, float] = {}

    def _worth(self) -> dict[Hex, float]:
        """Places that would bring points, the nearest of them: two hexes of a city are two aims."""
        g = self.g
        from_us = spread(edges(g.c, MECH, g.side), ((h, 0) for h in sorted(g.mine)), self.extra, 70)
        wanted = [h for h in g.values if g.owner(h) != g.side]
        wanted.sort(key=lambda h: (from_us[h] / (0.5 + g.values[h]), h))
        found = {h: g.values[h] for h in wanted[:MANY]}
        # An enemy who comes into Greater Germany costs a point a turn (4.4): as good as a place to be taken.
        rovers = [] if g.s.turn < HUNT else sorted(g.menace, key=lambda h: (-g.foes[h].count, h))
        found.update({h: EACH * g.foes[h].count for h in rovers[:ROVERS]})
        if not found:
            found = {h: 1.0 for h in sorted(g.foes)[:MANY]}
        return found

    def field(self, kind: str, aim: Hex) -> Approach:
        """Costs of the way to an aim."""
        kind = MECH if kind == MECH else FOOT
        if aim not in self.fields[kind]:
            limit = REACH if kind == MECH else REACH - 10
            self.fields[kind][aim] = spread(edges(self.g.c, kind, self.g.side), [(aim, 0)], self.extra, limit)
        return self.fields[kind][aim]

    def march(self) -> Approach:
        """Costs of the way to the nearest place of value on foot, richer ones a little nearer; else to the enemy."""
        g = self.g
        goals = [(h, max(0, 10 - int(3 * g.values[h]))) for h in sorted(g.values) if g.owner(h) != g.side]
        goals = goals or [(h, 0) for h in sorted(g.foes)]
        return spread(edges(g.c, FOOT, g.side), goals, self.extra, 150)

    def choose(self, kind: str, h: Hex, strength: float) -> Hex:
        """The aim of a group in a hex: points by distance, less where others go already; -1 for none in reach."""
        g, best, kept = self.g, 0.0, -1
        for aim, value in sorted(self.worth.items()):
            way = self.field(kind, aim)[h]
            if way >= FAR:
                continue
            demand = 20.0 + (g.foes[aim].defense * 3 if aim in g.foes else 0.0) + 8 * value
            score = (0.6 + value) * exp(-way / g.w.far) / (1 + self.load.get(aim, 0.0) / demand)
            if score > best:
                best, kept = score, aim
        if kept >= 0:
            self.load[kept] = self.load.get(kept, 0.0) + strength
        return kept
