"""The adapter of the planner: this game's answers to what the planner asks of a position."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, partial

from engine.components.floods import Flood
from engine.components.grid import Hex, Unit
from engine.games.efs.air.bases import points as points_of
from engine.games.efs.air.bases import ready
from engine.games.efs.combat.battles import NO_RETREAT
from engine.games.efs.combat.equipping import support_near
from engine.games.efs.combat.modifiers import effect, ground_of
from engine.games.efs.combat.odds import table
from engine.games.efs.combat.orders import takes_orders
from engine.games.efs.combat.results import halves, ordered
from engine.games.efs.combat.strengths import halvings
from engine.games.efs.command import ACTIVATE, NON_OP, ORDERS, PHASE, commanded, commanders, held_back, left
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import TRANSPORT, is_combat, is_gun, is_hq, is_motorized, is_supply, kind
from engine.games.efs.limits import shut
from engine.games.efs.losses import price_of_hq
from engine.games.efs.movement.allowance import column, may_move, points
from engine.games.efs.movement.classes import afloat, class_of, on_rails
from engine.games.efs.movement.overland import overland, usual
from engine.games.efs.movement.railroad import capacity_left, load, may_ride, rideable
from engine.games.efs.movement.reach import reach_of
from engine.games.efs.movement.reaction import reserves
from engine.games.efs.movement.strategic import march_of, marches, may_march
from engine.games.efs.phases.activation import may_activate
from engine.games.efs.phases.upcoming import MOVEMENT, attacks_follow, fresh, moves_now
from engine.games.efs.queries.expected import edge, leavers, scoring, stocked, to_occupy, turns_left
from engine.games.efs.queries.railways import barred
from engine.games.efs.stacking import limit, total
from engine.games.efs.state import ACTIVATED, OUT, QUARTERS
from engine.games.efs.supply.fed import Fed
from engine.games.efs.supply.routes import route, traced
from engine.games.efs.supply.sources import named
from engine.games.efs.surrender import way_out
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import ACTIVE, ELIMINATED, allowance, attack, defence, face, fighters, is_untried, whom
from engine.games.efs.victory import AXIS, counts, due
from engine.games.efs.zones import FOOT, in_zoc, lanes, projectors
from engine.play.suppose import reckoning, supposing
from engine.players.planner.booty import Booty, added
from engine.players.planner.carrying import agreeing
from engine.players.planner.commanded import Ranged, foremost, let_act
from engine.players.planner.ending import Left
from engine.players.planner.exchange import EVERY, diverted, faces, falls, regained, strengths
from engine.players.planner.garrisons import Occupiers, Place, occupiers
from engine.players.planner.knowledge import Force, Outcome, Results, Stand
from engine.players.planner.leaving import Leaving
from engine.players.planner.lending import shared_out
from engine.players.planner.necks import led_home, peril
from engine.players.planner.rear import RIDE, carried
from engine.players.planner.remembering import kept, once
from engine.players.planner.works import SAFE

STRENGTH, UNKNOWN = 12.0, 2
"""Points of strength, the mean of attack and defense, that are worth as much as a victory point; defense strength that
an Untried unit is taken to have."""
LEAST, COUNTED, COMMAND, SUPPLY, RAILROAD = 0.05, 1 / 6, 0.8, 0.5, 1.0
"""What any step is worth at least; armor and artillery on top of that (24.41); the step of a headquarters beside its
points (24.31); a supply unit with its point; a hex that opens a railroad (19.21)."""
FAR, NEARER = 24, 0.7
"""Movement points over which a place of points is felt, and the share of them that covers half of the ground."""
TANKS, GUNS, COMES = 10, 2, 0.4
"""Attack strength from which an Axis attack is taken to have its bonus of combined arms (15.57); guns that are taken to
support a battle; the chance of a reserve that can come to do so (12.41)."""
RANGES = {"headquarters": 4, "supply unit": 6}
"""Hexes in which a unit serves others; artillery by its range."""


class EfsKnowledge(Ranged, Booty, Leaving):
    """A whole position for one side. Who moves now does so with what it has left."""

    c: Ctx
    command = RANGES["headquarters"]

    def __init__(self, c: Ctx, side: str) -> None:
        super().__init__(c, side)
        self.t = tables(c)
        self.quiet = moves_now(c, side) and not attacks_follow(c, side)
        """Whether the side moves and attacks nobody before the enemy acts."""
        self._marches = moves_now(c, side) and column(c) == MOVEMENT
        self._lasting = Left(*turns_left(c, side)).lasting

    # ------------------------------------------------------------------ who is there
    def taken(self, u: Unit) -> float:
        """Supply units that stand alone are lost to whoever enters (6.43)."""
        return SUPPLY * is_supply(self.c, u)

    def held(self, side: str) -> Collection[Hex]:
        """Those with combat units."""
        return fighters(self.c, side)

    def _force(self, u: Unit) -> Force:
        """Headquarters, guns and supply units serve others."""
        c, serves = self.c, is_hq(self.c, u) or is_gun(self.c, u) or is_supply(self.c, u)
        quiet = self.quiet and c.roster.side[u] == self.side
        strength = 0 if quiet or serves or c.state.garrison[u] else attack(c, u)
        shield = UNKNOWN if is_untried(c, u) else defence(c, u)
        return Force(u, c.state.hex_of[u], strength, shield, self.steps(u), serves)

    @kept
    def steps(self, u: Unit) -> tuple[float, ...]:
        """What each step of a unit is worth, the next to be lost first; a supply unit goes as a whole."""
        c, left = self.c, self.c.state.steps_left[u]
        if not is_combat(c, u):
            return (SUPPLY,) if is_supply(c, u) else ()
        shown = strengths(c.roster.faces[whom(c, u)], face(c, u), left)
        more = COUNTED * counts(c, u) + (COMMAND + price_of_hq(c, u)) * is_hq(c, u)
        return tuple(step + more for step in falls([self._lasting * each / STRENGTH for each in shown], LEAST))

    def regained(self, u: Unit) -> float:
        """What the step is worth that a unit would regain next; half of it to leave the Eliminated Box (7.13)."""
        s, r = self.c.state, self.c.roster
        left = s.steps_left[u] if s.hex_of[u] >= 0 or s.box[u] == ACTIVE else 0
        return regained(r.faces[whom(self.c, u)], r.steps[u], left) / STRENGTH / (1 + (s.box[u] == ELIMINATED))

    def resting(self, u: Unit) -> float:
        """The same of who may rest for it: half of his steps are lost, no enemy is near, and he is in supply (7.74)."""
        h, worn = self.c.state.hex_of[u], 2 * self.c.state.steps_left[u] <= self.c.roster.steps[u]
        return self.regained(u) if worn and self.away(h) > SAFE and traced(self.c, h, self.side) else 0.0

    # ------------------------------------------------------------------ the ground
    def _row(self, h: Hex) -> Sequence[Hex]:
        """Hexes of land beside a hex, not over lakes."""
        return [n for n in self.c.grid.adjacent[h] if self.t.dry(h, n)]

    def zone(self, h: Hex) -> Sequence[Hex]:
        """The zone of control of a unit on foot (3.2)."""
        return lanes(self.c, FOOT)[h]

    @kept
    def _moving(self, side: str) -> Ctx:
        """The position in which a side moves: the present one, or that of its next movement before attacks."""
        return self.c if moves_now(self.c, side) else fresh(self.c, side)

    @kept
    def _mover(self, side: str) -> Ctx:
        """The same once headquarters have activated whom they can."""
        c = self._moving(side)
        did = {u: c.state.did[u] | ACTIVATED for u in self.activated(side)}
        return supposing(c, did=did) if did else c

    @kept
    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Hexes of ordinary movement, in quarters of a point (10.2); those of the same class and hex have the same."""
        c, h = self._mover(self.c.roster.side[u]), self.c.state.hex_of[u]
        if on_rails(c, u) or afloat(c, u) or may_move(c, u) is not None:
            return {h: 0}
        key = (h, class_of(c, u), points(c, u), c.state.way[u], is_combat(c, u), shut(c, [u]))
        return once(self.known, key, lambda: reach_of(c, [u]).hexes)

    @kept
    def travel(self, u: Unit) -> Mapping[Hex, int]:
        """The same with strategic movement (11.2); who serves others keeps away from the enemy."""
        c, found = self._mover(self.side), dict(self.reach(u))
        here = self.c.state.hex_of[u]
        if self._marches and len(found) > 1 and may_march(c, [u]) is None:
            far = march_of(c, [u]).hexes
            found = {**{h: far[h] for h in marches(c, [u])}, **found}
        if u in self._riders:
            found = {**dict.fromkeys(rideable(c, [u]), RIDE), **found}
        if self._force(u).leads:
            found = {h: cost for h, cost in found.items() if h == here or h not in self.touched}
        return found

    @cached_property
    def _riders(self) -> frozenset[Unit]:
        """Who may go by railroad: those farthest behind, as many as trains still carry (11.14)."""
        room = capacity_left(self.c, self.side) if self._marches else 0
        return carried(self, partial(load, self.c), room, lambda u: may_ride(self.c, u) is None)

    def _allowance(self, u: Unit) -> int:
        return allowance(self.c, u)

    @kept
    def room(self, side: str, h: Hex) -> int:
        """Units of the usual size around a hex that it holds (3.31), those that stand there at least."""
        return self.fitting(side, h, RANGES["supply unit"], limit(self.c))

    def _size(self, u: Unit) -> int:
        return total(self.c, [u])

    # ------------------------------------------------------------------ command
    @kept
    def activated(self, side: str) -> Sequence[Unit]:
        """The foremost whom headquarters can be expected to activate, in the phase in which they do (21.12)."""
        c = self._moving(side)
        if c.state.phase != PHASE:
            return ()
        able = (f.unit for f in self.forces(side) if attack(c, f.unit) and may_activate(c, f.unit) is None)
        heads, points = lambda u: commanders(c, c.state.hex_of[u]), lambda hq: left(c, hq, ACTIVATE)
        return let_act(foremost(self, able, partial(attack, c)), heads, points)

    def let_go(self, units: Collection[Unit]) -> list[Unit]:
        """Who of some units may begin to move though headquarters are Non-Op: the foremost of each zone (21.27)."""
        bound = [u for u in units if self.c.state.zone[u] >= 0]
        found = agreeing(foremost(self, bound, partial(attack, self.c)), lambda some: held_back(self.c, some) is None)
        return sorted({*units}.difference(bound).union(found))

    def heads(self, side: str) -> Sequence[Force]:
        """Operational headquarters (21.11)."""
        return [f for f in self.forces(side) if is_hq(self.c, f.unit) and self.c.state.mode[f.unit] != NON_OP]

    def serves(self, u: Unit) -> int:
        """Hexes in which it does."""
        return RANGES.get(self.c.roster.kind[u], 2)

    @cached_property
    def garrisons(self) -> Occupiers:
        """Places are occupied by the unit that is least use elsewhere (24.24)."""
        mine = [f for f in self.forces(AXIS) if is_combat(self.c, f.unit)] if self.side == AXIS else []
        places = (Place(frozenset(s.town), s.hexes[0], due(self.c, s)) for s in to_occupy(self.c))
        return occupiers(places, mine, self.c.grid.distance, partial(attack, self.c))

    @cached_property
    def leaving(self) -> tuple[Mapping[Unit, float], Collection[Hex]]:
        """Who scores by it now, and where (R205)."""
        return leavers(self.c, self.side), edge(self.c, self.side)

    # ------------------------------------------------------------------ attacks
    @kept
    def arriving(self, stand: Stand, target: Hex) -> float:
        """Attack strength, halved as often as the ground asks (15.41)."""
        u = stand.unit
        there = reckoning(self.c, hex_of={u: stand.hex})
        return float(attack(self.c, u) / (1 << len(halvings(there, u, (target,)))))

    def chances(self, attack: float, defense: float, target: Hex, hexes: Collection[Hex] = ()) -> Results:
        """The column and net modifier with supply, guns, and others whom 12.16 binds; none below the table (12.21)."""
        side, crt, against = self.striker(target), table(self.c), max(defense, 1)
        drm, fed, bound, comes = self._terms(side, target, frozenset(hexes))
        attack, against, soak = diverted(attack, against + comes, bound)
        if attack <= 0 or crt.place(attack, against) < 0:
            return ()
        drm -= side == AXIS and attack >= TANKS
        total = attack + (min(self._support(side, target), attack) if fed else 0)
        against += min(self._support(self.c.other(side), target), against)
        place = crt.place(total, against)
        net = crt.limited(drm + (crt.below_drm if place < 0 else 0))
        column = min(max(place, 0), len(crt.columns) - 1)
        return self._cells(column, net, fed, soak, self.order(target))

    @kept
    def _terms(self, side: str, target: Hex, hexes: frozenset[Hex]) -> tuple[int, bool, tuple[int, ...], float]:
        """Modifiers of the ground, whether Attack Supply is near, the defence of other hexes that must be attacked,
        what reserves of the enemy add in the mean (12.41)."""
        c, enemy = self.c, self.c.other(side)
        drm = sum(m.value for m in ground_of(c, (target,), sorted(hexes), enemy).lines)
        if any(c.state.supply[u] == OUT for u in fighters(c, enemy).get(target, ())):
            drm += effect(c, "any_defender_out_of_supply")
        drm += self.air(side) * effect(c, "cas_point_attacker")
        drm += bool(self.order(target)) * effect(c, "defender_no_retreat")
        fed = stocked(c, (f.unit for f in self.forces(side)), target)
        bound = {c.state.hex_of[e] for h in hexes for e in projectors(c, h, enemy)} - {target}
        stacks = (sum(defence(c, u) for u in fighters(c, enemy)[h]) for h in sorted(bound))
        comes = COMES * sum(defence(c, u) for u in reserves(c, target, enemy)[: side == self.side])
        return drm + (0 if fed else effect(c, "no_attack_supply")), fed, tuple(stacks), comes

    @kept
    def order(self, target: Hex) -> str:
        """What defenders of a place of points are taken to be told if they can be: not to retreat (12.53, 12.54)."""
        c, side = self.c, self.c.other(self.striker(target))
        able = target in self.goals() and takes_orders(c, target, side)
        return NO_RETREAT if able and (side == AXIS or commanded(c, target, ORDERS) is None) else ""

    @kept
    def air(self, side: str) -> int:
        """Points of Close Air Support that an attack of the side asked can count on; of the enemy nothing is known."""
        c = self.c
        able = (u for u in ready(c, side) if kind(c, u) != TRANSPORT) if side == self.side else ()
        return shared_out(points_of(c, able))

    @kept
    def _support(self, side: str, target: Hex) -> int:
        """What the strongest guns near enough add (13.1); those that may still move come one hex nearer."""
        return support_near(self.c, side, target, int(moves_now(self.c, side)), GUNS)

    @kept
    def _cells(self, column: int, net: int, fed: bool, soak: float, order: str) -> Results:
        """What a column brings with a net modifier; an asterisk costs attackers without supply a step (16.32)."""

        def outcome(cell: str) -> Outcome:
            above, below = halves(cell)
            mine = EVERY if above.eliminated else above.steps + (above.star and not fed)
            steps, back = ordered(below, order)
            return Outcome(mine, EVERY if below.eliminated else steps, back)

        return faces(map(outcome, table(self.c).results(column, net)), soak)

    # ------------------------------------------------------------------ supply
    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> Collection[Hex]:
        """The hexes from which a Supply Route leads (6.1)."""
        return Fed(self.supposed(moved), side)

    def opens(self) -> Mapping[Hex, float]:
        """Hexes of railroads that enemy zones bar (19.21)."""
        return dict.fromkeys(barred(self.c, self.side), RAILROAD) if self.side == AXIS else {}

    def homes(self, side: str, moved: Mapping[Unit, Hex]) -> Flood:
        """Lines of any length, free of enemy zones: Soviets without one surrender (20.11)."""
        return way_out(self.supposed(moved), side)

    def peril(self, h: Hex) -> float:
        """For Soviets by the race of the way home with those who could close it (20.11)."""
        return peril(self._leads, h) if self.side != AXIS else 0.0

    @cached_property
    def _leads(self) -> Mapping[Hex, int]:
        c, pace = self.c, lambda u: QUARTERS << is_motorized(self.c, u)
        return led_home(self, named(c, self.side), in_zoc(c, self.enemy), pace)

    def line(self, u: Unit) -> Sequence[Hex]:
        """Railroad, road and line by which a unit is supplied (6.12)."""
        return [h for leg in route(self.c, self.c.state.hex_of[u], self.c.roster.side[u]) for h in leg]

    # ------------------------------------------------------------------ what counts
    def holder(self, h: Hex) -> str:
        """The side that held a place last (3.11); supply units hold the hex that they stand in."""
        return self.enemy if h in self.booty else friendly(self.c, h)

    def _season(self) -> str:
        """The weather, and the side."""
        return f"{self.side} {usual(self.c)} {self.c.state.frozen}"

    def _nearing(self, goal: Hex) -> Mapping[Hex, float]:
        return self._ways(goal, NEARER)

    def _ways(self, goal: Hex, share: float = 1.0) -> Mapping[Hex, float]:
        """Movement points over the ground, for the Axis side of motorized units."""
        return overland(self.c, goal, self.side, self.side == AXIS, share * FAR)

    @kept
    def goals(self) -> Mapping[Hex, float]:
        """Hexes that score, and what: a bridge at both of its ends, what only counts at the end as then (24.2)."""
        return added(self.booty, scoring(self.c, self.side))
