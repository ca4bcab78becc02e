"""The movement phase of the player that plans. The German side masses on aims, stacks act together, spearheads keep
their lines; the Soviet side holds cities that can decide the campaign by as many as it takes.

In a city losses double, and so does the room (6.5, 14.23): ten divisions in Kiev cost more assaults than a turn has.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from functools import cached_property, partial

from engine.components.grid import Hex, Unit
from engine.games.pm.advice.storm import Storm
from engine.games.pm.combat.air import aircraft, points
from engine.games.pm.greedy import offensive
from engine.games.pm.greedy.aims import Aims
from engine.games.pm.greedy.assault import PREPARED
from engine.games.pm.greedy.chances import place
from engine.games.pm.greedy.danger import QUICK, SLOW, Danger
from engine.games.pm.greedy.defensive import Stand, scripted
from engine.games.pm.greedy.ground import Approach, Ground, spread
from engine.games.pm.greedy.march import March
from engine.games.pm.greedy.wall import hex_price, row
from engine.games.pm.movement.costs import FOOT, MECH, edges
from engine.games.pm.movement.stacking import WHOLE, fits, limit, small
from engine.games.pm.phases.upkeep import no_refit
from engine.games.pm.supply import east_of_gas, lanes
from engine.games.pm.tables import open_sides, tables
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.fronts import facing
from engine.players.planner.garrisons import Holding, garrisoned, regained, rested, staying
from engine.players.planner.necks import broken, crossings
from engine.players.planner.sharing import needed, shared
from engine.players.planner.siege import Scope

PRESENT = 0.6
"""Share of the enemy's factors in reach of a hex that are taken to come: he has other hexes to go to as well."""
TOGETHER = 2
"""The turn from which groups wait for each other: before, the border has to be broken first."""
COMING = {FOOT: 6, MECH: 16}
"""Movement points within which enemies count as coming for a place, by how they move."""
STACK = 4
"""What an own stack in the way costs them."""
DIVISION, REFIT = 4, 1.0
"""Steps of a whole mechanized division, and what each is worth that one lacks and might get back."""


def movement(scene: Scene) -> Iterator[Idea | None]:
    """The German phase goes on after each attack on the way, the Soviet one is one script."""
    return _thrust(scene) if scene.side == "axis" else scripted(scene, Bulwark)


# ---------------------------------------------------------------------- the German side
def _thrust(scene: Scene) -> Iterator[Idea | None]:
    """Who acts together with others is spared from attacks on the way."""
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
    known: dict[tuple[int, int], Storm] = scene.diary.setdefault("together", {})
    key = (g.s.turn, g.s.couplet)
    if key not in known:
        thrust = Thrust(g, Focus(g))
        storm = Storm(g, thrust, thrust.planner)
        if g.s.turn >= TOGETHER:
            thrust.prepare()
            yield from storm.work()
        known[key] = storm
    return known[key]


class Focus(Aims):
    """Aims that are shared out so that each gets what it takes before another gets anything."""

    def choose(self, kind: str, h: Hex, strength: float) -> Hex:
        """The aim of a group in a hex: points by distance, more while others go there and are too few."""
        if self.g.s.turn < TOGETHER:
            return super().choose(kind, h, strength)
        far = lambda aim: self.field(kind, aim).cost.get(h)  # noqa: E731
        return shared(self.worth, far, self._takes, self.load, self.g.w.far, strength)

    def _takes(self, aim: Hex) -> float:
        """Factors that it takes to have a place."""
        foe = self.g.foes.get(aim)
        return needed(foe.defense, self.g.shift(aim, PREPARED)) if foe is not None else needed(0)


class Thrust(March):
    """The march with an eye on what the enemy can close behind it (9.4)."""

    def __init__(self, g: Ground, aims: Aims, only: frozenset[Unit] | None = None, agreed: Storm | None = None) -> None:
        """``agreed`` is what stacks do together."""
        super().__init__(g, aims, only)
        self._agreed = agreed
        if g.s.turn >= TOGETHER:
            self.danger.factors = {h: PRESENT * n for h, n in self.danger.factors.items()}

    def _together(self) -> Iterator[None]:
        """Who is worn rests; then what stacks have agreed on is kept."""
        if self.only is None and self.g.s.turn >= TOGETHER:
            self.rest()
            yield
            if self._agreed is not None:
                self._agreed.kept(self, self.movable, self.g.foes)

    def prepare(self) -> None:
        """Those who are told where to be before others are."""
        self._guards()
        self.rest()

    def _guards(self) -> None:
        """In places of value near the enemy stays what makes their fall unlikely."""
        near = [h for h in sorted(self.g.mine) if h in self.g.values]
        deque(garrisoned(self, near, holding(self, self.danger, lambda h: self.danger.factors.get(h, 0.0))), 0)

    def nearest(self, h: Hex) -> Unit:
        """Of those who stand in a hex the weakest attacker, foot first; -1 for none."""
        g = self.g
        free = (u for u in g.mine[h] if u in self.movable and u not in self.goal)
        return min(free, key=lambda u: (g.r.mech[u], g.attack(u), u), default=-1)

    def rest(self) -> None:
        """Worn divisions go where nobody comes beside them, and refit in the next couplet (8.20)."""
        g, c = self.g, self.g.c

        def quiet(u: Unit) -> list[Hex]:
            able = self.reach(u) if no_refit(c, u) is None else ()
            near = [h for h in able if h in self.supplied and self.fits([u], h)]
            return [h for h in near if not self.danger.count.get(h) and (g.s.pause_complete or not east_of_gas(c, h))]

        rested(c, self, [u for u in self.free if u not in self.goal], quiet, self.aims.front.__getitem__)

    def fits(self, units: list[Unit], h: Hex) -> bool:
        """Only who comes has to find room, small units too (6.3): whoever stands in a hex is counted there."""
        g = self.g
        coming = [u for u in units if g.s.hex_of[u] != h]
        if not coming or not super().fits(coming, h):
            return not coming
        there = (u for u in {*g.mine.get(h, ()), *self.goal} if self.goal.get(u, h) == h)
        return not any(small(g.c, u) for u in coming) or fits(g.c, [*there, *coming], h) is None

    @property
    def scope(self) -> Scope:
        """What it still allows."""
        fear = self.g.w.fear
        return Scope(self.reach, self.fits, self.holds.__contains__, lambda units, h: self.risk(units, h) * fear)

    def _panzer_value(self, group: list[Unit], h: Hex, way: Approach, strength: float) -> float:
        """Less by what an open line costs."""
        value = super()._panzer_value(group, h, way, strength)
        lost = self.g.w.lost_supply * len(group)
        return value - lost * broken(self.exposed.get(h, 0)) if h in self.supplied else value

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


# ---------------------------------------------------------------------- the Soviet side
class Bulwark(Stand):
    """The same with garrisons that are reckoned from who can come for them, and rings around who has gone too far."""

    def __init__(self, g: Ground) -> None:
        super().__init__(g)
        self.attackers: set[Unit] = set()
        self._danger = Danger(g)
        self._staying = staying(g.mine, frozenset(self.free))

    def front(self, hands: Mapping[Hex, int]) -> list[Hex]:
        """The cheapest row; where it runs behind an enemy who is few, the one of which no hex lies west of him."""
        g, beside = self.g, open_sides(self.g.c).__getitem__
        held = {h: value for h, value in g.values.items() if g.owner(h) != g.enemy and h not in g.foes}

        def again(behind: Collection[Hex]) -> list[Hex]:
            return row(g, lambda h: -1.0 if h in behind else hex_price(g, self.threat, self.supply, hands, h))

        return facing(super().front(hands), g.foes.keys(), beside, held, g.c.grid.column, again)

    def _strike(self) -> Iterator[None]:
        """What stacks do together first."""
        yield from Storm(self.g, self, self.planner).work()
        yield from super()._strike()

    def spoils(self) -> Mapping[Hex, float]:
        """What worn mechanized divisions could still get back by refit: nothing, once the hex is cleared (8.18)."""
        r, s = self.g.r, self.g.s
        able = lambda u: r.mech[u] and r.steps[u] == DIVISION and not s.covered[u]  # noqa: E731
        return regained(self.g.c, self.g.foes, able, REFIT)

    @property
    def scope(self) -> Scope:
        """What it still allows."""
        return Scope(
            ways=self.reach.__getitem__,
            fits=lambda units, h: self.room(h) >= sum(self.g.s.hex_of[u] != h for u in units),
            stays=lambda h: h in self._staying or h in self.goal.values(),
            exposure=partial(harm, self.g, self._danger),
        )

    def _garrisons(self) -> Iterator[None]:
        """Places of value that the enemy can come to, the dearest first, each until its fall is unlikely."""
        g = self.g
        places = sorted(g.values, key=lambda h: (-g.values[h], h))
        held = (h for h in places if g.owner(h) != "axis" and h not in g.foes)
        return garrisoned(self, held, holding(self, self._danger, self.coming))

    def coming(self, h: Hex) -> float:
        """Factors of the enemy that could be brought against a place in his next turn, an aircraft among them."""
        g, block = self.g, dict.fromkeys(self.g.mine, STACK)
        ways = {kind: spread(edges(g.c, kind, g.enemy), [(h, 0)], block, far).cost for kind, far in COMING.items()}
        near = [foe.attack for at, foe in g.foes.items() if at in ways[MECH if foe.mobile else FOOT]]
        return sum(near) + (points(g.c, g.enemy) if near and aircraft(g.c, g.enemy) else 0)


# ---------------------------------------------------------------------- both sides
def holding(plan: Thrust | Bulwark, danger: Danger, coming: Callable[[Hex], float]) -> Holding:
    """What makes a place safe: that one assault hardly eliminates all who are in it."""
    g = plan.g

    def fall(h: Hex, attack: float, defense: float, steps: int) -> float:
        return g.chances.at(place(attack, defense) + danger.shift(h), h, g.t.city(h)).clears(steps)

    return Holding(
        coming=coming,
        staying=staying(g.mine, frozenset(plan.free)),
        room=lambda h: limit(g.c, h) // WHOLE,
        defense=lambda u: g.expected(u)[1],
        steps=g.s.steps_left,
        fall=fall,
        name=lambda h: f"{g.c.board.describe(h)}, worth {g.values[h]:g} VP",
    )


def harm(g: Ground, danger: Danger, units: Collection[Unit], h: Hex, air: float = 0.0) -> float:
    """What the enemy could do to some units in a hex, where an aircraft doubles their defence at most (10.2)."""
    defense, steps = sum(g.expected(u)[1] for u in units), sum(g.s.steps_left[u] for u in units)
    return danger.loss(h, defense + min(air, defense), steps) * g.w.step
