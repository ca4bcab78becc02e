"""What the enemy could do to a hex in his next phase: who can come beside it, and what that would cost its holders."""

from __future__ import annotations

from collections.abc import Collection

from engine.components.grid import Hex
from engine.games.pm.combat.shifts import shifts
from engine.games.pm.combat.strengths import PREPARED
from engine.games.pm.greedy.chances import ALL, Chance, place
from engine.games.pm.greedy.ground import Foe, Ground, spread
from engine.games.pm.movement.costs import FOOT, MECH, edges
from engine.games.pm.tables import open_sides

EAGER = (0.0, 0.25, 0.5, 0.75, 0.9)
"""Chance that the enemy makes an attack, by its place on the scale from 1:1 on: he has others to make as well."""
SLOW, QUICK = {"axis": 5, "soviet": 5}, {"axis": 12, "soviet": 7}
"""Movement points of foot and of mechanized units by side."""
HEAP = 5
"""Units that attack out of one hex."""


class Danger:
    """Enemy factors that can come to bear on each hex, or on those ``about`` alone, found once for a plan."""

    def __init__(self, g: Ground, about: Collection[Hex] = ()) -> None:
        self.g = g
        self.factors: dict[Hex, float] = {}
        self.count: dict[Hex, int] = {}
        self._shifts: dict[Hex, int] = {}
        closed = {h: 99 for h in g.mine}
        for foe in g.foes.values():
            kind, most = (MECH, QUICK[g.enemy]) if foe.mobile else (FOOT, SLOW[g.enemy])
            # A step costs a point at least.
            if not about or any(g.c.grid.distance(foe.h, h) <= most + 1 for h in about):
                self._add(foe, kind, most, closed)

    def _add(self, foe: Foe, kind: str, most: int, closed: dict[Hex, int]) -> None:
        g = self.g
        found: set[Hex] = set()
        beside = open_sides(g.c)
        for h in spread(edges(g.c, kind, g.enemy), [(foe.h, 0)], closed, most).cost:
            found.update(beside[h])
        for h in found:
            self.factors[h] = self.factors.get(h, 0.0) + foe.attack
            self.count[h] = self.count.get(h, 0) + foe.count

    def shift(self, h: Hex) -> int:
        """Columns of the ground of a hex for whoever attacks it."""
        if h not in self._shifts:
            self._shifts[h] = sum(s.columns for s in shifts(self.g.c, PREPARED, (), h, self.g.side))
        return self._shifts[h]

    def at(self, h: Hex, defense: float, gone: float = 0.0) -> int:
        """The place on the scale of the worst attack on a hex with so much in it, ``gone`` enemy factors left out."""
        g, count = self.g, self.count.get(h, 0)
        if not count:
            return -9
        sides = sum(1 for n in open_sides(g.c)[h] if n not in g.mine)
        share = min(1.0, 1.15 * HEAP * sides / count)
        return (
            place(max(0.0, self.factors[h] - gone) * share, defense) + self.shift(h) + (1 if sides > 3 < count else 0)
        )

    def loss(self, h: Hex, defense: float, steps: float, gone: float = 0.0) -> float:
        """Steps that holders of a hex must be expected to lose in the enemy's next phase."""
        if steps <= 0:
            return 0.0
        at = self.at(h, defense, gone)
        if at < 1:
            return 0.0
        g = self.g
        chance = g.chances.at(at, h, g.t.city(h))
        return EAGER[min(at, len(EAGER) - 1)] * _mean(chance, steps, 1 if g.side == "axis" else 0)


def _mean(chance: Chance, steps: float, spared: int) -> float:
    """Mean steps lost; a German stack goes back a hex for one increment, unless all of it is eliminated."""
    total = 0.0
    for n, p in chance.enemy:
        lost = steps if n == ALL else min(steps, max(0.0, n - 0.5 * spared)) if n else 0.0
        total += p * lost
    return total
