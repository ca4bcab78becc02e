"""What battles are worth to who makes them, and which a side declares together (12.16)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.efs.advice.knowledge import COMES, EfsKnowledge
from engine.games.efs.advice.planning import WEIGHTS
from engine.games.efs.combat.attack_supply import counters, foreseen, left, plan
from engine.games.efs.combat.battle import fight_of
from engine.games.efs.combat.battles import ATTACKER, CAS, DEFENDER, ENGINEER, NO_RETREAT, Battle, battle
from engine.games.efs.combat.declare import attackable
from engine.games.efs.combat.duties import flaw, mandate_flaw, required
from engine.games.efs.combat.equipping import guns_at_hand, guns_near, missing
from engine.games.efs.combat.modifiers import may_engineer
from engine.games.efs.combat.odds import calculate
from engine.games.efs.combat.results import attacker_demand, defender_demand
from engine.games.efs.combat.strengths import attack_force
from engine.games.efs.movement.reaction import reserves
from engine.games.efs.phases.combat import as_seen
from engine.games.efs.phases.reaction import WORDS
from engine.games.efs.tables import Ctx
from engine.games.efs.zones import in_zoc
from engine.play.action import Action
from engine.play.suppose import supposing
from engine.players.planner.exchange import NO_ATTACK, closed_to, settled, ways_out
from engine.players.planner.obliging import PRICE, Aims, Obliging
from engine.players.planner.remembering import kept
from engine.players.planner.situation import Situation

MANDATE, STORMED = 0.8, 0.3
"""What a Mandated Attack is worth that is made (12.36); share of a place that wearing down those brings who are told to
hold it: the next attack has less before it."""


class Stakes:
    """The worth of battles in one position to the side that makes them, which is the loss of the other."""

    def __init__(self, c: Ctx, side: str) -> None:
        self.c, self.side, self.k, self.w = c, side, EfsKnowledge(c, side), WEIGHTS[side]
        self.lifted: Callable[[Hex], float] = lambda h: 0.0
        """What driving the enemy out of a hex brings beside the hex."""
        self.known: dict[Any, Any] = {}

    def worth(self, b: Battle) -> float:
        """What a battle brings on average, as it is made up; ``NO_ATTACK`` where there is nobody to fight."""
        c, k = self.c, self.k
        found = calculate(c, b)
        if not found.distribution:
            return NO_ATTACK
        f, out = fight_of(c, b), min(map(self.ways_out, b.targets))
        mine, theirs = [k.steps(u) for u in f.attackers], [k.steps(u) for u in f.defenders]
        ground = sum(self.w.ground + k.goals().get(h, 0.0) + self.lifted(h) for h in b.targets)
        results = [(attacker_demand(c, f, x), defender_demand(c, f, x), p) for x, p in found.distribution.items()]
        held, effort = b.orders.get(DEFENDER) == NO_RETREAT, self.w.effort * len(b.attackers)
        return settled(results, mine, theirs, max(self.w.retreat - out, 0), ground, effort, STORMED * ground * held)

    def gain(self, b: Battle, **changes: Any) -> float:
        """What a change of a battle brings."""
        return self.worth(replace(b, **changes)) - self.worth(b)

    def ordered(self, n: int, order: str) -> float:
        """What Orders for the attackers bring a battle (12.53)."""
        b = as_seen(self.c, n)
        return self.gain(b, orders={**b.orders, ATTACKER: order})

    def equipped(self, n: int) -> float:
        """What all supply and guns at hand bring it, less what the points are worth elsewhere."""
        b, (points, guns) = battle(self.c, n), missing(self.c, n)
        return self.gain(b, points=(*b.points, *points), guns=(*b.guns, *guns)) - PRICE * len(points)

    def answered(self, b: Battle, verb: str, name: str, word: str) -> float:
        """What a battle is worth after an answer of the defender to it: Orders, guns, or a reserve that comes."""
        if verb == "order":
            return self.worth(replace(b, orders={**b.orders, DEFENDER: WORDS[word]}))
        if verb == "support":
            return self.worth(replace(b, defence_guns=(*b.defence_guns, self.c.unit(name))))
        return self.joined(self.c.unit(name), self.c.hex(word)).worth(b)

    @kept
    def joined(self, u: Unit, h: Hex) -> Stakes:
        """The same once a unit has come into a hex."""
        found = Stakes(supposing(self.c, hex_of={u: h}), self.side)
        found.lifted = self.lifted
        return found

    @kept
    def flown(self, n: int, word: str, points: int) -> float:
        """What a battle is worth with so many points of air support of one sort."""
        b = foreseen(self.c, n)
        return self.worth(replace(b, flags={**b.flags, word: str(points)}))

    @kept
    def ways_out(self, h: Hex) -> int:
        """Hexes that defenders can retreat from a hex without passing an enemy (16.4)."""
        shut = closed_to(self.k, h, self.w.retreat, in_zoc(self.c, self.side))
        return ways_out(self.k.beside, h, self.w.retreat, shut)


class Declaring(Stakes, Obliging):
    """The attacks of one Declaration Phase; a point is one of Attack Supply (15.21)."""

    aid = "supply"

    def __init__(self, c: Ctx, side: str) -> None:
        Stakes.__init__(self, c, side)
        beside = attackable(c, side)
        able = {u for units in beside.values() for u in units}
        around = Situation(self.k, able, self.w, halted=able)
        Obliging.__init__(self, around, beside, sum(left(c, p) for p in counters(c, side)), c.label)
        self.lifted = around.lifted

    def worth(self, b: Battle) -> float:
        """The same, where a reserve may come (12.41)."""
        bare, h = super().worth(b), b.target
        others = (self.joined(u, h).worth(b) for u in reserves(self.c, h, self.k.enemy)[:1] if bare != NO_ATTACK)
        return bare + COMES * sum(max(min(worse - bare, 0.0), -1.0) for worse in others)

    @kept
    def gains(self, aims: Aims, units: tuple[Unit, ...]) -> tuple[float, float]:
        """What a battle brings without supply against a gun, and what supply with guns adds; or ``NO_ATTACK``."""
        orders = {DEFENDER: NO_RETREAT} if any(map(self.k.order, aims)) else {}
        c, guns = self.c, tuple(guns_near(self.c, self.k.enemy, aims[0], 0, 1))
        b = Battle(self.side, aims, units, supplied=False, orders=orders, defence_guns=guns)
        if flaw(c, b) is not None:
            return NO_ATTACK, 0.0
        air = self.k.air(self.side)
        flags = ({CAS: str(air)} if air else {}) | ({ENGINEER: ""} if may_engineer(c, b) is None else {})
        bare = self.worth(replace(b, flags=flags))
        due = MANDATE if self._mandated(b) else 0.0
        if plan(c, b) is None:
            return bare + due, 0.0
        full = replace(b, flags=flags, supplied=True)
        return bare + due, self.worth(replace(full, guns=tuple(guns_at_hand(c, full)))) - bare - PRICE

    def _mandated(self, b: Battle) -> bool:
        """Whether a battle would count as a Mandated Attack (12.33)."""
        return bool(self.c.state.mandates) and self.side == "soviet" and mandate_flaw(self.c, b) is None

    def obliges(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Hex]:
        """Whose zones reach the attackers (12.16)."""
        return required(self.c, Battle(self.side, aims, units))

    def spent(self, h: Hex, units: tuple[Unit, ...]) -> Collection[Unit]:
        """Whose strength comes to nothing there (3.44)."""
        return attack_force(self.c, Battle(self.side, (h,), units), initial=True).spent

    def deeds(self, aims: Aims, units: tuple[Unit, ...]) -> Iterable[Action]:
        """Who attacks the first of the hexes, which others belong to it, and that it is mandated."""
        c, (first, *others) = self.c, [self.c.label(h) for h in aims]
        yield from (Action("attack", (c.roster.ids[u], first)) for u in units)
        yield from (Action("unite", (first, label)) for label in others)
        if self._mandated(Battle(self.side, aims, units)):
            yield Action("mandate", (first,))
