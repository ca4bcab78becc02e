"""Soviet movement of the player that plans: cities that can decide the campaign are held by as many as it takes.

In a city losses double, and so does the room (6.5, 14.23): ten divisions in Kiev cost more assaults than a turn has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.components.grid import Hex, Unit
from engine.games.pm.advice.storm import Storm
from engine.games.pm.combat.air import aircraft, points
from engine.games.pm.greedy.chances import place
from engine.games.pm.greedy.danger import Danger
from engine.games.pm.greedy.defensive import Stand, scripted
from engine.games.pm.greedy.ground import Ground, spread
from engine.games.pm.movement.costs import FOOT, MECH, edges
from engine.games.pm.movement.stacking import WHOLE, limit
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.siege import Scope

MARCH, RIDE = 6, 16
"""Movement points within which foot and mechanized enemies count as coming for a place."""
STACK = 4
"""What an own stack in the way costs them."""
SIDES, EACH = 4, 45.0
"""Hexes from which a place is attacked at most, and factors in each."""
RISK = 0.15
"""Chance of its fall in one assault up to which a place is safe."""
DIVISION, REFIT = 4, 1.0
"""Steps of a whole mechanized division, and what each is worth that one lacks and might get back."""


def movement(scene: Scene) -> Iterator[Idea | None]:
    """The whole phase is one script."""
    return scripted(scene, Bulwark)


class Bulwark(Stand):
    """The same with garrisons that are reckoned from who can come for them, and rings around who has gone too far."""

    def __init__(self, g: Ground) -> None:
        super().__init__(g)
        self.attackers: set[Unit] = set()
        self._danger = Danger(g)
        free = set(self.free)
        self._staying = {h for h, units in g.mine.items() if any(u not in free for u in units)}

    def _strike(self) -> Iterator[None]:
        yield from Storm(self.g, self, self.scope, self.planner).work()
        yield from super()._strike()

    def spoils(self) -> Mapping[Hex, float]:
        """What worn mechanized divisions could still get back by refit: nothing, once the hex is cleared (8.18)."""
        g, found = self.g, dict[Hex, float]()
        for u, h in enumerate(g.s.hex_of):
            if h in g.foes and not g.s.covered[u] and g.r.mech[u] and g.r.steps[u] == DIVISION:
                found[h] = found.get(h, 0.0) + REFIT * (DIVISION - g.s.steps_left[u])
        return found

    @property
    def scope(self) -> Scope:
        """What it still allows."""
        return Scope(
            ways=self.reach.__getitem__,
            fits=lambda units, h: self.room(h) >= sum(self.g.s.hex_of[u] != h for u in units),
            stays=lambda h: h in self._staying or h in self.goal.values(),
            exposure=self._exposure,
        )

    def _exposure(self, units: list[Unit], h: Hex) -> float:
        """What the enemy could do to some units in a hex."""
        g = self.g
        defense, steps = sum(g.expected(u)[1] for u in units), sum(g.s.steps_left[u] for u in units)
        return self._danger.loss(h, defense, steps) * g.w.step

    def _garrisons(self) -> Iterator[None]:
        """Places of value that the enemy can come to, the dearest first, each until its fall is unlikely."""
        g = self.g
        for h in sorted(g.values, key=lambda h: (-g.values[h], h)):
            if g.owner(h) == "axis" or h in g.foes:
                continue
            yield
            coming = self.coming(h)
            if not coming:
                continue
            at = self._danger.shift(h)
            held = [g.expected(u)[1] for u, end in self.goal.items() if end == h]
            defense, count = sum(held), len(held)
            while count < limit(g.c, h) // WHOLE and fall(g, h, at, coming, defense, count) > RISK:
                if (u := self.nearest(h)) < 0:
                    break
                where = f"{g.c.board.describe(h)}, worth {g.values[h]:g} VP"
                self.put(u, h, f"Number {count + 1} in {where}, against {coming:.0f} factors that can come.")
                defense, count = defense + g.expected(u)[1], count + 1

    def coming(self, h: Hex) -> float:
        """Factors of the enemy that could be brought against a place in his next turn, an aircraft among them."""
        g = self.g
        block = {own: STACK for own in g.mine}
        ride = spread(edges(g.c, MECH, g.enemy), [(h, 0)], block, RIDE)
        march = spread(edges(g.c, FOOT, g.enemy), [(h, 0)], block, MARCH)
        near = [foe for at, foe in g.foes.items() if at in (ride if foe.mobile else march).cost]
        if not near:
            return 0.0
        air = points(g.c, g.enemy) if aircraft(g.c, g.enemy) else 0
        return min(sum(foe.attack for foe in near) + air, SIDES * EACH)


def fall(g: Ground, h: Hex, shifted: int, attack: float, defense: float, count: int) -> float:
    """Chance that one assault on a place leaves nobody of so many units in it."""
    return g.chances.at(place(attack, defense) + shifted, h, g.t.city(h)).clears(count) if count else 1.0
