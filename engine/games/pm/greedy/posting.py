"""The German plan of a movement phase as it grows: who has been given which place, and what each place then holds."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.pm.greedy.aims import Aims
from engine.games.pm.greedy.danger import Danger
from engine.games.pm.greedy.ground import Ground
from engine.games.pm.movement.allowance import may_move, points
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.movement.stacking import limit, quarters
from engine.games.pm.state import DONE
from engine.games.pm.supply import axis_field

ALLIES = ("romanian", "italian", "hungarian")
Costs = dict[Hex, int]


class Posting:
    """Who goes where. ``goal`` holds the units that have been given a place, ``free`` all that may still move."""

    def __init__(self, g: Ground, aims: Aims, only: frozenset[Unit] | None = None) -> None:
        self.g, self.aims, self.danger, self.only = g, aims, Danger(g), only
        self.goal: dict[Unit, Hex] = {}
        self.why: dict[Unit, str] = {}
        self.attackers: set[Unit] = set()
        self.waiting: list[Unit] = []
        self.taken = {h: sum(quarters(g.c, u) for u in units) for h, units in g.mine.items()}
        self.nations = {h: {g.r.nationality[u] for u in us} for h, us in g.mine.items()}
        self.supplied = axis_field(g.c)[0]
        self.free = [u for us in g.mine.values() for u in us if g.s.moving[u] != DONE and may_move(g.c, u) is None]
        if only is not None:
            self.free = [u for u in self.free if u in only]
        free = self.movable = frozenset(self.free)
        self.holds: dict[Hex, tuple[float, float]] = {}
        for h, units in g.mine.items():
            for u in units:
                if u not in free:
                    self._hold(u, h)
        self.reached: dict[tuple[Any, ...], Costs] = {}

    # ------------------------------------------------------------------ bookkeeping
    def _hold(self, u: Unit, h: Hex) -> None:
        defense, steps = self.holds.get(h, (0.0, 0.0))
        self.holds[h] = defense + self.g.expected(u)[1], steps + self.g.s.steps_left[u]

    def put(self, u: Unit, h: Hex, why: str) -> None:
        """A unit is given a place."""
        here, size = self.g.s.hex_of[u], quarters(self.g.c, u)
        if here >= 0:
            self.taken[here] = self.taken.get(here, 0) - size
        self.taken[h] = self.taken.get(h, 0) + size
        self.nations.setdefault(h, set()).add(self.g.r.nationality[u])
        self._hold(u, h)
        self.goal[u], self.why[u] = h, why

    def fits(self, units: list[Unit], h: Hex) -> bool:
        """Whether units find room in a hex and may stand with those that will be there."""
        g = self.g
        if h == g.s.hex_of[units[0]]:
            return True
        if h not in g.t.land or self.taken.get(h, 0) + sum(quarters(g.c, u) for u in units) > limit(g.c, h):
            return False
        nations = {g.r.nationality[u] for u in units}
        every = nations | self.nations.get(h, set())
        return len(every) == 1 or not every & set(ALLIES)

    def reach(self, u: Unit) -> Costs:
        """Where a unit can go, kept for all alike."""
        g = self.g
        key = (g.s.hex_of[u], g.class_of(u), points(g.c, u, [u]), g.r.nationality[u] in ALLIES and g.r.nationality[u])
        if key not in self.reached:
            self.reached[key] = reach_of(g.c, [u])[0]
        return self.reached[key]

    def risk(self, units: list[Unit], h: Hex, gone: float = 0.0) -> float:
        """Worth of the steps that the side loses more in a hex if these units go there as well; below 0 is good."""
        defense, steps = self.holds.get(h, (0.0, 0.0))
        more = sum(self.g.expected(u)[1] for u in units)
        half = 0.5 if h not in self.supplied else 1.0
        after = self.danger.loss(h, (defense + more) * half, steps + sum(self.g.s.steps_left[u] for u in units), gone)
        return (after - self.danger.loss(h, defense * half, steps, gone)) * self.g.w.step

    def unput(self, u: Unit) -> None:
        """A unit gives up its place again."""
        if u not in self.goal:
            return
        h, size = self.goal.pop(u), quarters(self.g.c, u)
        self.taken[h] -= size
        here = self.g.s.hex_of[u]
        self.taken[here] = self.taken.get(here, 0) + size
        defense, steps = self.holds[h]
        self.holds[h] = defense - self.g.expected(u)[1], steps - self.g.s.steps_left[u]
        if self.holds[h][1] <= 0:
            del self.holds[h]

    # ------------------------------------------------------------------ what a place is worth
    def foot_value(self, block: list[Unit], h: Hex, way: int) -> float:
        """What it is worth that foot units go to a hex from which the way is so long."""
        g, front = self.g, self.aims.front[h]
        size = max(0.3, sum(g.expected(u)[1] for u in block) / 8)
        value = g.capture(h) - g.w.progress * min(way, 99) * size - self.risk(block, h) * g.w.caution
        if front <= 3 and any(n in g.foes for n in g.c.grid.adjacent[h]):
            value += g.w.front
        if h not in self.supplied:
            value -= g.w.lost_supply * len(block)
        return value
