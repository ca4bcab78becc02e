"""The adapter of the planner: this game's answers to what the planner asks of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.components.paths import reach
from engine.components.results import whole_ratio
from engine.games.bd import works
from engine.games.bd.advice.values import goals, oil, price
from engine.games.bd.combat.access import never_attacks
from engine.games.bd.combat.odds import AE, BB, DE, DR, converted
from engine.games.bd.combat.shifts import shifts
from engine.games.bd.combat.strengths import attack_factor
from engine.games.bd.combat.support import NONE, PREPARED, planes_left, ready
from engine.games.bd.kinds import SHOCK, is_attached, is_cavalry
from engine.games.bd.movement.allowance import allowance, bound
from engine.games.bd.movement.allowance import points as points_left
from engine.games.bd.movement.costs import FOOT, MECH, class_of, closed, edges
from engine.games.bd.movement.limits import barred, may_go
from engine.games.bd.movement.reach import Outset, whole_steps
from engine.games.bd.phases.offensive_supply import deployable
from engine.games.bd.queries.expected import factors
from engine.games.bd.queries.fed import fed
from engine.games.bd.queries.oil import doors, leavers
from engine.games.bd.stacking import counts
from engine.games.bd.stalingrad import stands_fast
from engine.games.bd.state import FIGHT_FIGHT, FIGHT_MOVE, OVERLAND
from engine.games.bd.supply import attack_halvings, defense_halved, line_of, overland, state_of
from engine.games.bd.tables import SIVASH, Ctx, tables
from engine.games.bd.units import occupied, riders
from engine.games.bd.victory.campaign import homeland
from engine.games.bd.victory.check import demands, missing
from engine.play.suppose import reckoning
from engine.players.planner.errands import Errand, called, errand
from engine.players.planner.exchange import EVERY, faces
from engine.players.planner.knowledge import Force, Outcome, Results, Stand
from engine.players.planner.position import Position
from engine.players.planner.remembering import kept, once
from engine.players.planner.uncommanded import Uncommanded

FAR, AROUND = 24, 6
"""Movement points over which a place is felt; hexes around one."""
MARKED = 0.3
"""What Soviet units without a marker count more in the German turn for each: they will lie with some (7.10, 7.12)."""


def outcome(result: str, defense: float) -> Outcome:
    """What a result of the table does: a retreat that cannot be made costs everybody (11.26, 11.28)."""
    lost = Outcome(0, EVERY)._replace(exchange=defense * (result == BB))
    return {AE: Outcome(EVERY), DR: Outcome(0, 0, 1, EVERY), BB: lost, DE: lost}.get(result, Outcome())


class BdKnowledge(Position, Uncommanded):
    """A whole position for one side. Everybody is fresh, whoever acts now (5.2, 10.4)."""

    c: Ctx

    def __init__(self, c: Ctx, side: str) -> None:
        super().__init__(c, side)
        self.t, self._free = tables(c), bytes(c.grid.size)

    # ------------------------------------------------------------------ who is there
    def _present(self, side: str) -> Iterable[Unit]:
        """Those attached to others go with them (8.31, 8.32)."""
        return (u for u in super()._present(side) if not is_attached(self.c, u))

    def held(self, side: str) -> Collection[Hex]:
        """Those with ground units."""
        return occupied(self.c, side)

    def _force(self, u: Unit) -> Force:
        """Factors as supply leaves them (7.16, 7.22)."""
        c = self.c
        attack, defense = factors(c, u)
        able = never_attacks(c, u) is None and stands_fast(c, u) is None and not c.state.still[u]
        if c.roster.kind[u] != SHOCK or not attack_halvings(c, u):  # a shock army's factor stays what it is (R96)
            attack *= self._hope(u) / (1 << attack_halvings(c, u))
        attack *= able
        return Force(u, c.state.hex_of[u], attack, defense / 2 if defense_halved(c, u) else defense, (price(c, u),))

    def _hope(self, u: Unit) -> float:
        """What a Soviet unit that only lacks a marker counts more while the markers are not laid."""
        c = self.c
        may = c.roster.side[u] == "soviet" and c.state.side == "axis" and state_of(c, u) == OVERLAND
        return 1.0 + MARKED * len(deployable(c)) if may else 1.0

    # ------------------------------------------------------------------ the ground
    def _row(self, h: Hex) -> Sequence[Hex]:
        """Hexes of land beside a hex, not over sea, lakes, the Kerch Strait and the Sivash."""
        return [n for n, _ in edges(self.c, (FOOT, "axis", False))[h]]

    @kept
    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Hexes of a move with the whole allowance, or what a mobile assault has left of it (10.1, 10.3, 10.29)."""
        c, h = self.c, self.c.state.hex_of[u]
        kind, shut = class_of(c, u), barred(c, u)
        on = c.state.stormed[u] and c.frame.step == "movement" and c.roster.side[u] == c.state.side
        points = 0 if bound(c, u) is not None else points_left(c, u) if on else allowance(c, u)

        def found() -> Mapping[Hex, int]:
            g = Outset(h, edges(c, kind), closed(c, kind[1]) | shut, points, True)
            costs, _ = reach(g.edges, h, points, self._free, g.closed)
            for n in whole_steps(c, g):
                costs.setdefault(n, points)
            rides = is_cavalry(c, u)
            return {n: cost for n, cost in costs.items() if not rides or n == h or not self.t.city(n)}

        return once(self.known, ("reach", h, kind, points, shut, is_cavalry(c, u)), found)

    def _allowance(self, u: Unit) -> int:
        return allowance(self.c, u)

    def room(self, side: str, h: Hex) -> int:
        """The stacking limit, beside those in the hex who do not count (6.3, 6.5)."""
        return self._most + self._uncounted(side)[h]

    @cached_property
    def _most(self) -> int:
        return int(self.c.data.constant("stacking"))

    @kept
    def _uncounted(self, side: str) -> Mapping[Hex, int]:
        return Counter(f.hex for f in self.forces(side) if not counts(self.c, f.unit))

    # ------------------------------------------------------------------ attacks
    def _sides(self, h: Hex, side: str) -> Sequence[Hex]:
        """Over the Sivash too (11.18)."""
        t, c = self.t, self.c
        late = side == "soviet" and c.state.turn >= int(t.effects["sivash"]["from_turn"])
        return [*self.beside(h), *(n for n in c.grid.adjacent[h] if late and t.has(SIVASH, h, n))]

    def arriving(self, stand: Stand, target: Hex) -> float:
        """Wherever it comes from."""
        return self._arriving(stand.unit, target)

    @kept
    def _arriving(self, u: Unit, target: Hex) -> float:
        """Attack factor against a hex, with all that halves or changes it there (11.12 to 11.20, 7.22); 0 for who may
        not attack it (8.30, 10.22)."""
        c = self.c
        able = may_go(c, u, target) is None and not (is_cavalry(c, u) and self.t.city(target))
        return float(attack_factor(c, PREPARED, u, target, {}).cut) * self._hope(u) if able else 0.0

    def chances(self, attack: float, defense: float, target: Hex, hexes: Collection[Hex] = ()) -> Results:
        """The column after all shifts, beyond the table what needs no roll (11.8 to 11.11, 11.25)."""
        if attack < 1:
            return ()
        side = self.striker(target)
        odds = whole_ratio(int(attack), defense) if defense > 0 else len(self.t.crt.columns)
        return self._at(side, odds + self._shift(side, target, frozenset(hexes)), target, defense)

    def starved(self, target: Hex) -> float:
        """A half, but of who has supply in the hex itself or from the sea beside it (7.5, 7.13, 7.16)."""
        c, side = self.c, self.c.other(self.striker(target))
        fed = works.garrisoned(c, target, side) or (side == "axis" and target in self.t.coasts)
        return 1.0 if fed or not overland(c, side, target) else 0.5

    @kept
    def _shift(self, side: str, target: Hex, hexes: frozenset[Hex]) -> int:
        """All columns: ground, works, water, order and date, aircraft at hand, attackers all around (11.11)."""
        c = self.c
        who = [f.unit for f in self.forces(side) if not riders(c, [f.unit])][:AROUND]  # without shifts of their own
        order = c.state.order if c.state.side == side else FIGHT_MOVE  # what he will choose is not known
        there = reckoning(c, hex_of=dict(zip(who, sorted(hexes), strict=False)), order=order)
        columns = shifts(there, PREPARED, who[: len(hexes)] or who[:1], target, NONE) if who else []
        return sum(s.columns for s in columns) + self._aid(side)

    def _aid(self, side: str) -> int:
        """What counters at hand are taken to add: aircraft, more than one while others may still fight; artillery and
        air armies of who fights first, less the aircraft that may answer (8.38, 8.41, 11.23)."""
        c, planes = self.c, planes_left(self.c)
        if side == "axis":
            return int(planes > (c.state.side == side and c.frame.step == "movement"))
        fights = c.state.side != side or c.state.order in (FIGHT_MOVE, FIGHT_FIGHT)
        return int(fights and bool(ready(c, "artillery") or ready(c, "air"))) - (planes > 1)

    @kept
    def _at(self, side: str, at: int, target: Hex, defense: float) -> Results:
        """What a place of the table does."""
        entry = self.t.crt.enter(at + self.t.crt.even)
        rolled = entry.results or (entry.outside,)
        return faces(outcome(converted(self.c, side, target, face), defense) for face in rolled)

    # ------------------------------------------------------------------ supply
    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> bytearray:
        """Flags of the hexes in overland supply, and of those with garrison or Crimea supply (7.3 to 7.9).

        While units are moved in thought only hexes with units of the side are looked at for their gates.
        """
        here = {moved.get(f.unit, f.hex) for f in self.forces(side)} if moved else None
        return fed(self.supposed(moved), side, here, self.c)

    def line(self, u: Unit) -> Sequence[Hex]:
        """The shortest overland line to a source (7.14)."""
        return line_of(self.c, u)

    # ------------------------------------------------------------------ what counts
    def holder(self, h: Hex) -> str:
        """The side that controls a hex (3.6); in the Reich it counts who stands there (4.2)."""
        if h in self._home and not self.t.value(h):
            return "soviet" if h in occupied(self.c, "soviet") else "axis"
        return self.c.state.control.get(self.c.label(h), "")

    @cached_property
    def _home(self) -> frozenset[Hex]:
        return homeland(self.c)

    def _season(self) -> Hashable:
        """Rivers cost nothing on the first turn, and the Sivash is closed at first (10.1)."""
        turn = self.c.state.turn
        return turn == 1, turn < int(tables(self.c).effects["sivash"]["from_turn"])

    def _ways(self, goal: Hex) -> Mapping[Hex, float]:
        """Movement points of a mechanized unit (10.9)."""
        return reach(edges(self.c, (MECH, "axis", False)), goal, FAR, self._free, ())[0]

    def fed(self, side: str) -> Collection[Hex]:
        """Cities that the conditions want in overland supply; those that an enemy who lives by his line is to lose."""
        found = {h for d in demands(self.c) if d.supplied and d.side == side for h in d.hexes if self.holder(h) == side}
        return found if side == self.side else found.union(self.missing())

    @kept
    def missing(self) -> Collection[Hex]:
        """Cities of those of which the side has to keep all."""
        return missing(self.c, self.side)

    @cached_property
    def _errand(self) -> Errand:
        """Who goes to the exits for an expedition (4.11)."""
        return errand(self, doors(self.c), leavers(self.c) if self.side == "axis" else (), oil(self.c))

    def duty(self, u: Unit, h: Hex) -> float:
        """To be where an expedition leaves from."""
        return called(self._errand, u, h)

    @kept
    def goals(self) -> Mapping[Hex, float]:
        """Places that score or decide."""
        return goals(self.c, self.side)
