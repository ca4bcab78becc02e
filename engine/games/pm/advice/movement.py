"""The movement phase of the player that plans. The German side masses on aims, stacks act together, spearheads keep
their lines; the Soviet side holds cities by as many as it takes, as losses and room double there (6.5, 14.23)."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property, partial

from engine.components.grid import Hex, Unit
from engine.games.pm.advice.knowledge import PmKnowledge, firm
from engine.games.pm.advice.storm import Storm
from engine.games.pm.combat.air import aircraft, points
from engine.games.pm.greedy import defensive, home, offensive, wall
from engine.games.pm.greedy.aims import Aims
from engine.games.pm.greedy.assault import PREPARED, AssaultPlanner, Attack
from engine.games.pm.greedy.chances import place
from engine.games.pm.greedy.danger import QUICK, SLOW, Danger
from engine.games.pm.greedy.ground import FAR, Approach, Ground, spread
from engine.games.pm.greedy.march import SAFE, March
from engine.games.pm.movement.costs import FOOT, MECH, edges
from engine.games.pm.movement.entry_hexes import gates, places_left
from engine.games.pm.movement.stacking import WHOLE, fits, limit, small
from engine.games.pm.phases import sea
from engine.games.pm.phases.upkeep import no_refit
from engine.games.pm.supply import east_of_gas, lanes
from engine.games.pm.tables import open_sides, tables
from engine.play.action import Action
from engine.play.fields import units_at
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner import fronts, garrisons, necks, sharing
from engine.players.planner.garrisons import Holding, against, garrisoned, left_in, regained, resent, rested, staying
from engine.players.planner.severing import severed
from engine.players.planner.siege import Scope

PRESENT, TOGETHER = 0.6, 2
"""Share of the enemy's factors in reach of a hex that are taken to come, as he has other hexes to go to; and the turn
from which groups wait for each other: before, the border has to be broken first."""
COMING, STACK, FERRY = {FOOT: 6, MECH: 16}, 4, 3
"""Movement points within which enemies come for a place, by how they move; what an own stack costs them, the sea us."""
WALK, DIVISION, REFIT, MIDDLING, RIFLES, LEAST = 14, 4, 1.0, 6.0, 3.0, 0.5
"""Movement points, two phases, from the enemy within which places are guarded; steps of a whole mechanized division,
what each is worth that one lacks and might get back; defence of foot; what counter-strokes bring beyond coming up."""


def movement(scene: Scene) -> Iterator[Idea | None]:
    """The German phase goes on after each attack on the way, the Soviet one is one script, the sea first (11.2)."""
    if scene.side == "axis":
        return (yield from _thrust(scene))
    yield from defensive.scripted(scene, Bulwark)
    found, c = scene.script, scene.c
    over = [line for line in found if line[0].verb == "move" and sea.alone(c, *line[0].args)]
    found[:] = [*((Action("sail", a.args), why) for a, why in over), *(line for line in found if line not in over)]


def _thrust(scene: Scene) -> Iterator[Idea | None]:
    """Spared from attacks on the way: who acts with others, those in a stack with him (12.6), who holds a place."""
    plan = offensive.plan_of(scene)
    if "spared" not in plan:
        g = Ground(scene.c, scene.side)
        yield None
        plan["agreed"] = yield from agreed(scene, g)
        plan["spared"] = frozenset(u for u in plan["agreed"].spared(g.mine) if g.r.mech[u])
    yield from offensive.movement(scene, partial(Thrust, agreed=plan["agreed"]), Focus)


def agreed(scene: Scene, g: Ground) -> Generator[None, None, Storm]:
    """What stacks do together in the movement phase of a couplet, planned once for it."""
    known: dict[tuple[int, int], Storm] = scene.diary.setdefault("together", {})
    if (key := (g.s.turn, g.s.couplet)) not in known:
        thrust = Thrust(g, Focus(g))
        storm = Storm(g, thrust, thrust.planner)
        if g.s.turn >= TOGETHER:
            thrust.prepare()
            yield from storm.work()
        known[key] = storm
    return known[key]


class Focus(Aims):
    """Aims that are shared out so that each gets what it takes before another gets anything."""

    def _worth(self) -> dict[Hex, float]:
        """Each also for what is near it."""
        return sharing.together(super()._worth(), self.g.c.grid.distance)

    def choose(self, kind: str, h: Hex, strength: float) -> Hex:
        """The aim of a group in a hex: points by distance, more while others go there and are too few."""
        if (g := self.g).s.turn < TOGETHER:
            return super().choose(kind, h, strength)
        ways = {aim: self.field(kind, aim).cost.get(h) for aim in self.worth}
        met = {aim: (foe.defense, g.shift(aim, PREPARED)) if (foe := g.foes.get(aim)) else (0.0, 0) for aim in ways}
        return sharing.shared(self.worth, ways.get, lambda a: sharing.needed(*met[a]), self.load, g.w.far, strength)


class Thrust(March):
    """The march with an eye on what the enemy can close behind it (9.4)."""

    def __init__(self, g: Ground, aims: Aims, only: frozenset[Unit] | None = None, agreed: Storm | None = None) -> None:
        """``agreed`` is what stacks do together."""
        super().__init__(g, aims, only)
        self._agreed, self.late = agreed, g.s.turn >= TOGETHER
        if self.late:
            self.danger.factors = {h: PRESENT * n for h, n in self.danger.factors.items()}

    def write(self, scene: Scene) -> Iterator[None]:
        """The whole phase; who is still picked since an assault is let go first, for a part of them goes elsewhere."""
        self._border = Border(self, scene)
        yield from super().write(scene)
        picked = (self.g.r.ids[u] for u, on in enumerate(self.g.s.picked) if on and scene.script)
        scene.script[:0] = [(Action("drop", (name,)), "Goes its own way after the assault.") for name in picked]

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
        """In places of value near the enemy is what makes their fall unlikely, in those behind the front somebody."""
        g, near, d = self.g, self.aims.front, self.danger
        held = [h for h in sorted(g.values) if near[h] <= WALK and g.owner(h) == g.side and h not in g.foes]
        come = {h: against(d.factors.get(h, 0.0), d.count.get(h, 0)) if h in g.mine else against() for h in held}
        deque(garrisoned(self, held, holding(self, self.danger, come.__getitem__)), 0)

    def nearest(self, h: Hex) -> Unit:
        """The weakest attacker of those in a hex, foot first, else of foot that guards nothing; -1: none."""
        g, keep = self.g, {*self.g.values, *self.g.zomo}
        able = [u for u in g.mine.get(h, ()) if u in self.movable and u not in self.goal]
        if not able and self.only is None:
            able = [u for u in self.free if u not in self.goal and not g.r.mech[u] and g.s.hex_of[u] not in keep]
            able = [u for u in able if h in self.reach(u) and self.fits([u], h)]
        return min(able, key=lambda u: (g.r.mech[u], g.attack(u), u), default=-1)

    def rest(self) -> None:
        """Worn divisions go where nobody comes beside them, and refit in the next couplet (8.20)."""
        g, c, near = self.g, self.g.c, self.danger.count
        calm = {h for h in self.supplied if not near.get(h) and (g.s.pause_complete or not east_of_gas(c, h))}
        able = [u for u in self.free if u not in self.goal and no_refit(c, u) is None]
        quiet = {u: [h for h in self.reach(u) if h in calm] for u in able}
        rested(c, self, able, lambda u: [h for h in quiet[u] if self.fits([u], h)], self.aims.front.__getitem__)

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
        return Scope(self.reach, self.fits, self.holds.__contains__, lambda us, h: self.risk(us, h) * self.g.w.fear)

    def _foot(self) -> Iterator[None]:
        """Then the border is watched: as long as nobody could come there next, not by those who drive or attack."""
        yield from super()._foot()
        if all(self.aims.front[h] > QUICK[self.g.enemy] for h in self.g.zomo):
            self.free = [u for u in self.free if not self.g.r.mech[u] and u not in self.attackers]
        self._border.bar()

    def _panzer_value(self, group: list[Unit], h: Hex, way: Approach, strength: float) -> float:
        """Less by what an open line costs."""
        value, lost = super()._panzer_value(group, h, way, strength), self.g.w.lost_supply * len(group)
        lost = lost * necks.broken(self.exposed.get(h, 0)) + self._deep(group, h) if h in self.supplied else 0.0
        return value - lost

    @cached_property
    def exposed(self) -> dict[Hex, int]:
        """By hex how many hexes that the enemy could come into the safest line to it runs through."""
        g, c, closed = self.g, self.g.c, dict.fromkeys(self.g.mine, 99)
        kinds = (FOOT, SLOW, list(g.foes)), (MECH, QUICK, [h for h, foe in g.foes.items() if foe.mobile])
        walks = [spread(edges(c, k, g.enemy), [(h, 0) for h in at], closed, n[g.enemy]).cost for k, n, at in kinds]
        fed = tables(c).zone("supply_german"), self.supplied.keys()
        return necks.exposed(lanes(c, False).__getitem__, *fed, g.foes.keys(), walks, self.holds.keys())

    def _deep(self, group: list[Unit], h: Hex) -> float:
        """What it costs to go so deep that all come, and that who is cut off before defends by half (9.7)."""
        g, d, (defense, steps) = self.g, self.danger, self.holds.get(h, (0.0, 0.0))
        defense += sum(g.expected(u)[1] for u in group)
        steps += sum(g.s.steps_left[u] for u in group)
        more, crossed = d.factors.get(h, 0.0) * (1 / PRESENT - 1), self.exposed.get(h, 0)
        return necks.deep(lambda part, n: d.loss(h, defense * part, steps, -n), crossed, more) * g.w.step * self.late


class Border(home.Home):
    """The border of Greater Germany, which is guarded where that takes fewest: at a neck before it, or on it (4.4)."""

    def bar(self) -> None:
        """The ways to where nobody guards it are barred if all are, in each hex by as many as hold it if they can."""
        plan, g, far = self.plan, self.g, home.WALK[self.late]
        walk = partial(spread, edges(g.c, FOOT, g.enemy), extra=dict.fromkeys(plan.holds, 99), limit=far)
        come = walk(goals=[(h, 0) for h in sorted(g.foes)]).cost
        left = walk(goals=[(h, 0) for h in sorted(g.zomo & come.keys() - g.foes.keys())]).cost
        count, shut = Counter(plan.goal.values()), g.foes.keys() | plan.holds.keys()
        spare = [u for u in plan.free if not g.r.mech[u] and self._may_leave(plan.goal.get(u, -1), count)]
        spare.sort(key=lambda u: (u in plan.attackers, g.attack(u)))
        reach = {u: plan.reach(u).keys() - shut for u in spare}
        price = {h: 1.0 + (plan.danger.at(h, MIDDLING) >= SAFE) for h in come}
        sent = fronts.barred(open_sides(g.c).__getitem__, come, left, far, reach, price.__getitem__)
        why = f"Bars the way into Greater Germany: 1 of {len(sent)} hexes."
        for h in resent(plan, sent, why):
            if plan.danger.at(h, plan.holds[h][0]) >= SAFE:
                self._post(h, why)


class Bulwark(defensive.Stand):
    """The same with garrisons that are reckoned from who can come for them, and rings around who has gone too far."""

    def __init__(self, g: Ground) -> None:
        super().__init__(g)
        g.w, self.attackers = replace(g.w, least=LEAST), set[Unit]()
        self._danger, self._staying = Danger(g), staying(g.mine, frozenset(self.free))
        self.terms = holding(self, self._danger, cache(self.coming))
        held = [h for h in g.values if g.owner(h) != g.enemy and h not in g.foes]
        self.held = {h: g.values[h] for h in sorted(held, key=lambda h: (-g.values[h], h))}
        for u, h in sea.crossings(g.c, self.free):
            self.reach[u] = {**self.reach[u], h: FERRY}
            self.by_hex.setdefault(h, []).append(u)
        left_in(self, self.held, self.terms, g.s.hex_of)

    def front(self, hands: Mapping[Hex, int]) -> list[Hex]:
        """The cheapest row; where it runs behind an enemy who is few, the one of which no hex lies west of him."""
        g, beside = self.g, open_sides(self.g.c).__getitem__
        held = self.held or dict.fromkeys(tables(g.c).zone("supply_soviet") - g.foes.keys(), 1.0)
        price, row = partial(wall.hex_price, g, self.threat, self.supply, hands), partial(wall.row, g)
        found = fronts.drawn(super().front(hands), g.foes.keys(), beside, held, g.c.grid.column, row, price)
        return [h for h in found if self.threat.foot[h] < FAR]

    def planner(self) -> AssaultPlanner:
        """Who could attack what, no assault told too good on those who go back for no increment."""

        def overrated(attack: Attack) -> float:
            g, foe = self.g, self.g.foes[attack.target]
            falls = g.chances.at(attack.at, foe.h, g.t.city(foe.h)).clears(foe.need)
            return (attack.clears - falls) * (g.w.ground + g.capture(foe.h)) if firm(g.c, foe.h) else 0.0

        planner = super().planner()
        planner.exposed = overrated
        return planner

    def _strike(self) -> Iterator[None]:
        """What stacks do together first."""
        yield from Storm(self.g, self, self.planner).work()
        yield from super()._strike()

    def spoils(self) -> Mapping[Hex, float]:
        """What worn mechanized divisions could regain in a hex by refit (8.18), and who lives by a line through it."""
        g, r, known = self.g, self.g.r, self.g.s.covered
        able = {u for u in range(len(r)) if r.mech[u] and r.steps[u] == DIVISION and not known[u]}
        deep = sorted(self.free, key=lambda u: -self.threat.foot[g.s.hex_of[u]])[:2]
        near = {h: foe for h, foe in g.foes.items() if not open_sides(g.c)[h].isdisjoint(self.by_hex)}
        fed = partial(PmKnowledge(g.c, g.side).supplied, g.enemy)
        cut = severed(fed, g.foes, partial(units_at, g.c), deep, near, g.c.grid.distance, Storm.cut)
        return Counter(cut) + Counter(regained(g.c, g.foes, able.__contains__, REFIT))

    @property
    def scope(self) -> Scope:
        """What it still allows."""
        fits = lambda units, h: self.room(h) >= sum(self.g.s.hex_of[u] != h for u in units)  # noqa: E731
        stays = lambda h: h in self._staying or h in self.goal.values()  # noqa: E731
        return Scope(self.reach.__getitem__, fits, stays, partial(harm, self.g, self._danger))

    def _garrisons(self) -> Iterator[None]:
        """Places of value that the enemy can come to, the dearest first, each until its fall is unlikely."""
        return garrisoned(self, self.held, self.terms)

    def coming(self, h: Hex) -> float:
        """Factors of the enemy that could be brought against a place in his next turn, an aircraft among them."""
        g, block = self.g, dict.fromkeys(self.g.mine, STACK)
        ways = {kind: spread(edges(g.c, kind, g.enemy), [(h, 0)], block, far).cost for kind, far in COMING.items()}
        near = [foe.attack for at, foe in g.foes.items() if at in ways[MECH if foe.mobile else FOOT]]
        return sum(near) + (points(g.c, g.enemy) if near and aircraft(g.c, g.enemy) else 0)


def reinforced(scene: Scene) -> Iterator[Idea | None]:
    """Who comes in does so first where a place of value would fall (8.7)."""
    yield from defensive.reinforcement(scene)
    if any(action.verb == "put" for action, _ in scene.script):
        stand, room = Bulwark(Ground(scene.c, scene.side)), {h: places_left(scene.c, h) for h in gates(scene.c)}
        garrisons.redirected(scene.c, scene.script, stand.held, stand.terms, stand.g.mine, room, RIFLES)


def holding(plan: Thrust | Bulwark, danger: Danger, coming: Callable[[Hex], float]) -> Holding:
    """What makes a place safe: that one assault hardly eliminates all who are in it."""
    g = plan.g
    fall = lambda h, a, d, n: g.chances.at(place(a, d) + danger.shift(h), h, g.t.city(h)).clears(n)  # noqa: E731
    room, defense = lambda h: limit(g.c, h) // WHOLE, lambda u: g.expected(u)[1]
    name, there = lambda h: f"{g.c.board.describe(h)}, worth {g.values[h]:g} VP", staying(g.mine, frozenset(plan.free))
    return Holding(coming, there, room, defense, g.s.steps_left, fall, name, g.values.__getitem__)


def harm(g: Ground, danger: Danger, units: Collection[Unit], h: Hex, air: float = 0.0) -> float:
    """What the enemy could do to some units in a hex, where an aircraft doubles their defence at most (10.2)."""
    defense, steps = sum(g.expected(u)[1] for u in units), sum(g.s.steps_left[u] for u in units)
    return danger.loss(h, defense + min(air, defense), steps) * g.w.step
