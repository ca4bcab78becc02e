"""What stacks of this game do together, by its assaults, its lines and its ports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.games.pm.greedy.assault import AssaultPlanner, Attack
from engine.games.pm.greedy.ground import Ground
from engine.games.pm.supply import lanes, reaches
from engine.games.pm.tables import open_sides, tables
from engine.players.planner.siege import Posts, Siege


class Storm(Siege[Attack]):
    """Plans on top of those that are made; whoever is cut off fights with half his factors (9.7)."""

    good, cut = 2.0, 0.25

    def __init__(self, g: Ground, posts: Posts, planner: Callable[[], AssaultPlanner]) -> None:
        """``planner`` makes who could attack what, by the posts that are given when the work begins."""
        self.g, self._make = g, planner
        super().__init__(posts, g.s.hex_of, g.foes)

    @cached_property
    def _planner(self) -> AssaultPlanner:
        planner = self._make()
        planner.taken = dict(planner.taken)  # those of the plan change as its units are put
        return planner

    def hands(self) -> list[Unit]:
        """Those who may move and attack."""
        return [u for u in self.p.free if u in self._planner.pool]

    def busy(self) -> set[Unit]:
        """Those who are spoken for."""
        return self._planner.used

    def strike(self, h: Hex, first: Sequence[tuple[Unit, Hex]] = (), starved: bool = False) -> Attack | None:
        """The best assault on a stack."""
        foe = self.g.foes[h]
        foe = replace(foe, defense=max(1.0, foe.defense / 2)) if starved else foe
        return self._planner.best(foe, self.g.menace.get(h, 0.0), first)

    def bind(self, units: list[tuple[Unit, Hex]], target: Hex) -> None:
        """Units are spoken for."""
        self._planner.take(Attack(target, units, 0, 0.0, ()))

    def prize(self, h: Hex) -> float:
        """What a place of value brings."""
        return self.g.capture(h)

    def beside(self, h: Hex) -> Collection[Hex]:
        """Not over sea and lakes (14.1)."""
        return open_sides(self.g.c)[h]

    def lanes(self, h: Hex) -> Sequence[Hex]:
        """Over lakes for the Soviet side alone (9.4, 9.11)."""
        return lanes(self.g.c, self.g.enemy == "soviet")[h]

    def feeds(self, h: Hex, rim: bool) -> bool:
        """Whether lines of the enemy begin in a hex, or come to it now (9.4, 9.11)."""
        c, enemy = self.g.c, self.g.enemy
        sources = tables(c).zone("supply_soviet" if enemy == "soviet" else "supply_german")
        return h in sources or (rim and reaches(c, enemy, h))

    def endures(self, h: Hex) -> bool:
        """Soviet units in a port (9.10)."""
        return self.g.enemy == "soviet" and h in self.g.t.ports

    def stand(self, h: Hex) -> bool:
        """On land, where no enemy is."""
        return h not in self.g.foes and h in self.g.t.land

    def guard(self, u: Unit) -> tuple[bool, float, Unit]:
        """Foot first, the best defenders before others."""
        return bool(self.g.r.mech[u]), -self.g.expected(u)[1], u

    def name(self, h: Hex) -> str:
        """As the map has it."""
        return self.g.c.board.describe(h)
