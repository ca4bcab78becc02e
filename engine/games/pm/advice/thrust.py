"""German movement of the player that plans: groups mass on one aim and act together, spearheads keep their lines."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cached_property, partial

from engine.components.grid import Hex, Unit
from engine.games.pm.advice.storm import Storm
from engine.games.pm.greedy import offensive
from engine.games.pm.greedy.aims import Aims
from engine.games.pm.greedy.assault import PREPARED
from engine.games.pm.greedy.danger import QUICK, SLOW
from engine.games.pm.greedy.ground import Approach, Ground, spread
from engine.games.pm.greedy.march import March
from engine.games.pm.movement.costs import FOOT, MECH, edges
from engine.games.pm.movement.stacking import small
from engine.games.pm.phases.upkeep import no_refit
from engine.games.pm.supply import east_of_gas, lanes
from engine.games.pm.tables import tables
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.necks import crossings
from engine.players.planner.sharing import shared
from engine.players.planner.siege import Scope

CLOSED = 0.15
"""Chance that the enemy comes into one hex of a line that he can reach."""
FELT = 0.6
"""Share of what being out of supply costs that an open line in danger does."""
ODDS, EMPTY, HUGE = 4, 10.0, 160.0
"""Factors that take a place: for one of its defenders before shifts, where there are none, and at most."""
PRESENT = 0.6
"""Share of the enemy's factors in reach of a hex that are taken to come: he has other hexes to go to as well."""
WORN = 2
"""Steps that a division has lost when it goes to refit: a refit brings back one or two, and comes once (8.20)."""
TOGETHER = 2
"""The turn from which groups wait for each other: before, the border has to be broken first."""


def movement(scene: Scene) -> Iterator[Idea | None]:
    """The phase; who acts together with others is spared from attacks on the way."""
    plan = offensive.plan_of(scene)
    if "spared" not in plan:
        g = Ground(scene.c, scene.side)
        yield None
        plan["agreed"] = yield from agreed(scene, g)
        # Once a part of a stack has gone, the others must go as well (12.6); who attacks alone may do it on the way.
        left = plan["agreed"].joint()
        plan["spared"] = frozenset(u for h in left for u in g.mine.get(h, ()) if g.r.mech[u])
    yield from offensive.movement(scene, partial(Thrust, agreed=plan["agreed"]), Focus)


def agreed(scene: Scene, g: Ground) -> Generator[None, None, Storm]:
    """What stacks do together in the movement phase of a couplet, planned once for it."""
    key = (g.s.turn, g.s.couplet)
    kept: tuple[object, Storm] | None = scene.diary.get("together")
    if kept is not None and kept[0] == key:
        return kept[1]
    thrust = Thrust(g, Focus(g))
    storm = Storm(g, thrust, thrust.scope, thrust.planner)
    if g.s.turn >= TOGETHER:
        thrust.prepare()
        yield from storm.work()
    scene.diary["together"] = key, storm
    return storm


class Focus(Aims):
    """Aims that are shared out so that each gets what it takes before another gets anything."""

    def choose(self, kind: str, h: Hex, strength: float) -> Hex:
        """The aim of a group in a hex: points by distance, more while others go there and are too few."""
        if self.g.s.turn < TOGETHER:
            return super().choose(kind, h, strength)
        aim = shared(self.worth, lambda aim: self.field(kind, aim).cost.get(h), self._takes, self.load, self.g.w.far)
        if aim >= 0:
            self.load[aim] = self.load.get(aim, 0.0) + strength
        return aim

    def _takes(self, aim: Hex) -> float:
        """Factors that it takes to have a place."""
        foe = self.g.foes.get(aim)
        if foe is None:
            return EMPTY
        return min(HUGE, max(EMPTY, foe.defense * (ODDS - self.g.shift(aim, PREPARED))))


def worn(g: Ground, u: Unit) -> bool:
    """Whether a division has lost so much that its one refit is worth a couplet."""
    return g.r.steps[u] - g.s.steps_left[u] >= WORN and no_refit(g.c, u) is None


class Thrust(March):
    """The march with an eye on what the enemy can close behind it (9.4)."""

    def __init__(self, g: Ground, aims: Aims, only: frozenset[Unit] | None = None, agreed: Storm | None = None) -> None:
        """``agreed`` is what stacks do together."""
        super().__init__(g, aims, only)
        self._agreed = agreed
        if g.s.turn >= TOGETHER:
            self.danger.factors = {h: PRESENT * n for h, n in self.danger.factors.items()}

    def _together(self) -> Iterator[None]:
        if self.only is None and self.g.s.turn >= TOGETHER:
            self.rest()
            yield
            if self._agreed is not None:
                self._agreed.kept(self, self.scope, self.movable, self.g.foes)

    def prepare(self) -> None:
        """Those who are told where to be before others are."""
        self._guards()
        self.rest()

    def rest(self) -> None:
        """Worn divisions go where nobody comes beside them, and refit in the next couplet (8.20)."""
        g, c = self.g, self.g.c
        for u in [u for u in self.free if u not in self.goal and worn(g, u)]:
            near = {h for h in self.reach(u) if h in self.supplied and self.fits([u], h)}
            quiet = [h for h in near if not self.danger.count.get(h) and (g.s.pause_complete or not east_of_gas(c, h))]
            if quiet:
                h = min(quiet, key=lambda h: (self.aims.front[h], h))
                lost = g.r.steps[u] - g.s.steps_left[u]
                self.put(u, h, f"Goes where it can refit: {lost} of {g.r.steps[u]} steps are lost.")

    def fits(self, units: list[Unit], h: Hex) -> bool:
        """Only who comes has to find room: whoever stands in a hex is counted there."""
        coming = [u for u in units if self.g.s.hex_of[u] != h]
        return not coming or (super().fits(coming, h) and self._few(coming, h))

    def _few(self, coming: list[Unit], h: Hex) -> bool:
        """Whether there are no more regiments and battalions in a hex than may be (6.3)."""
        g = self.g
        count = sum(small(g.c, u) for u in coming)
        if not count:
            return True
        there = [u for u in g.mine.get(h, ()) if self.goal.get(u, h) == h]
        there += [u for u, end in self.goal.items() if end == h and g.s.hex_of[u] != h]
        return count + sum(small(g.c, u) for u in there) <= g.c.data.constant("small_units")

    @property
    def scope(self) -> Scope:
        """What it still allows."""
        fear = self.g.w.fear
        return Scope(self.reach, self.fits, self.holds.__contains__, lambda units, h: self.risk(units, h) * fear)

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
        near = self._entered() - self.holds.keys()
        start = [h for h in sorted(tables(c).zone("supply_german")) if h in self.supplied]
        beside = lanes(c, False).__getitem__
        return crossings(beside, start, lambda h: h not in self.supplied or h in g.foes, near)

    def _entered(self) -> set[Hex]:
        """Hexes that the enemy could walk into in his next phase, were nobody to stop him but who stands there."""
        g = self.g
        closed, found = {h: 99 for h in g.mine}, set[Hex]()
        for kind, most in ((FOOT, SLOW), (MECH, QUICK)):
            start = [(h, 0) for h, foe in sorted(g.foes.items()) if foe.mobile or kind == FOOT]
            found.update(spread(edges(g.c, kind, g.enemy), start, closed, most[g.enemy]).cost)
        return found - g.foes.keys()
