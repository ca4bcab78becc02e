"""The position as the advice sees it: who stands where with what expected strength, and fields of distance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.games.pm.combat.air import aircraft, carrier, points
from engine.games.pm.combat.attenuation import every_shift
from engine.games.pm.combat.expected import covered_defense, expected
from engine.games.pm.combat.shifts import shifts
from engine.games.pm.forts import intact
from engine.games.pm.greedy.chances import Chances
from engine.games.pm.greedy.settings import weights
from engine.games.pm.kinds import AIRCRAFT, FLAK, MOUNTAIN, SIEGE, is_armor, is_half
from engine.games.pm.movement.costs import FOOT, Edges, class_of, edges
from engine.games.pm.state import UNSUPPLIED
from engine.games.pm.supply import axis_supplied, east_of_gas, reaches, state_of
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.weather import marsh_frozen
from engine.play.fields import stacks

FAR = 999
NEAR_HOME, HARM = 16, 5.0
"""Movement points from Greater Germany at which an enemy is a danger to it, and what it is worth that he is not."""


@dataclass(slots=True)
class Foe:
    """An enemy stack as far as it can be known."""

    h: Hex
    count: int
    defense: float
    need: float
    """Increments that it takes to remove all of it."""
    worth: float
    """Factors that are gone with it."""
    attack: float
    mobile: bool
    supplied: bool


class Ground:
    """One side's view of the map, found once for a plan. Nothing is tried on it that changes the state."""

    def __init__(self, c: Ctx, side: str) -> None:
        self.c, self.side, self.enemy = c, side, c.other(side)
        self.t, self.s, self.r, self.w = tables(c), c.state, c.roster, weights(side)
        self.chances = Chances(c)
        self.mine: dict[Hex, list[Unit]] = {}
        self.foes: dict[Hex, Foe] = {}
        self._strength: dict[Unit, tuple[float, float]] = {}
        self._faces: dict[str, tuple[float, float]] = {}
        for h, units in stacks(c).items():
            if self.r.side[units[0]] == side:
                self.mine[h] = list(units)
            else:
                self.foes[h] = self._foe(h, units)

    # ------------------------------------------------------------------ strengths
    def expected(self, u: Unit) -> tuple[float, float]:
        """Attack and defence to reckon with, supply left out."""
        if u not in self._strength:
            a, d = expected(self.c, u)
            self._strength[u] = float(a), float(d)
        return self._strength[u]

    def attack(self, u: Unit) -> float:
        """Attack factors of a unit of the side, halved out of supply."""
        kind = self.r.kind[u]
        if kind in (FLAK, SIEGE, AIRCRAFT):
            return 0.0
        a = self.expected(u)[0]
        return a / 2 if self.s.hex_of[u] >= 0 and self.cut_off(u) else a

    def cut_off(self, u: Unit) -> bool:
        """Whether a unit of the side is out of supply where it stands."""
        return state_of(self.c, u) == UNSUPPLIED

    def _foe(self, h: Hex, units: Sequence[Unit]) -> Foe:
        c, r, s = self.c, self.r, self.s
        soviet = self.enemy == "soviet"
        covered = float(covered_defense(c, self.enemy))
        line = 1.0 if soviet and intact(c, h) == "stalin line" else 0.0
        defense = need = worth = attack = 0.0
        mobile = False
        for u in units:
            if s.covered[u]:
                d, a, steps, half = covered, covered, 1 if soviet else 2, False
            else:
                a, d = self.expected(u)
                steps, half = s.steps_left[u], is_half(c, u)
                mobile = mobile or r.mech[u]
            defense += d + line
            attack += a
            need += steps * (0.5 if half else 1.0)
            worth += (a + d) / 2
        supplied = reaches(c, "soviet", h) if soviet else h in axis_supplied(c)
        if not supplied:
            defense, attack = defense / 2, attack / 2
        defense += self._enemy_air(h, defense)
        return Foe(h, len(units), max(1.0, defense), need, worth, attack, mobile, supplied)

    def _enemy_air(self, h: Hex, defense: float) -> float:
        added = 0.0
        for plane in aircraft(self.c, self.enemy):
            u = carrier(self.c, plane)
            if u >= 0 and self.s.hex_of[u] == h:
                added += min(defense, points(self.c, self.enemy))
        return added

    @cached_property
    def planes(self) -> dict[Unit, list[str]]:
        """Carriers to the aircraft of the side that go with them."""
        found: dict[Unit, list[str]] = {}
        for plane in aircraft(self.c, self.side):
            if (u := carrier(self.c, plane)) >= 0:
                found.setdefault(u, []).append(self.r.ids[plane])
        return found

    @cached_property
    def plane_points(self) -> int:
        """What one aircraft of the side adds."""
        return points(self.c, self.side)

    def lift(self, factor: float, target: Hex, stack: Sequence[Unit]) -> float:
        """What an aircraft adds to an attack with a carrier of so many factors beside others out of the same hex."""
        return min(self.plane_points, max(factor, 1.0) * 2)

    # ------------------------------------------------------------------ the ground
    @cached_property
    def _static(self) -> dict[tuple[Hex, str], int]:
        return {}

    def shift(self, h: Hex, kind: str) -> int:
        """Columns that terrain and works of an enemy hex bring, right positive."""
        if (h, kind) not in self._static:
            self._static[(h, kind)] = sum(s.columns for s in shifts(self.c, kind, (), h, self.enemy))
        return self._static[(h, kind)]

    def swamp(self, h: Hex) -> bool:
        """Whether a hex is marsh that halves armour."""
        return self.c.board.terrain_name(h) == "marsh" and not marsh_frozen(self.c, h)

    def factor(self, u: Unit, target: Hex) -> float:
        """What a unit brings into an attack on a hex."""
        a = self.attack(u)
        if self.r.kind[u] == MOUNTAIN and self.c.board.terrain_name(target) == "hills":
            a = max(a, self.expected(u)[1])
        return a / 2 if self.swamp(target) and is_armor(self.c, u) else a

    def lefts(self, target: Hex, hexes: Iterable[Hex]) -> list[int]:
        """Columns left of the GAST, one for each face, where attackers from these hexes must roll on it."""
        if self.side != "axis" or self.s.pause_complete:
            return [0]
        if self.s.concentration or not any(east_of_gas(self.c, h) for h in hexes):
            return [0]
        return every_shift(self.c, target)

    def owner(self, h: Hex) -> str:
        """Who controls a city or large town; empty for other hexes."""
        return self.s.control.get(self.c.label(h), "")

    @cached_property
    def values(self) -> dict[Hex, float]:
        """Victory points by hex; a place of two hexes counts half in each."""
        return {h: p.value / len(p.hexes) for p in self.c.board.places if p.value for h in p.hexes}

    def capture(self, h: Hex) -> float:
        """What entering a hex brings the side in points of worth."""
        if h not in self.values or self.owner(h) == self.side:
            return 0.0
        return self.values[h] * self.w.point

    @cached_property
    def zomo(self) -> frozenset[Hex]:
        """Greater Germany's zone of operations, where Soviet units cost points (4.4)."""
        return self.t.zone("zomo_germany")

    @cached_property
    def menace(self) -> dict[Hex, float]:
        """What it is worth to the German side that a stack in Greater Germany, or on the way there, is gone (4.4)."""
        if self.side != "axis":
            return {}
        near = spread(edges(self.c, FOOT, self.enemy), ((h, 0) for h in sorted(self.zomo)), {}, NEAR_HOME)
        return {
            h: (self.w.point if h in self.zomo else HARM) * foe.count
            for h, foe in self.foes.items()
            if h in near.cost and self.s.turn > 1
        }

    def class_of(self, u: Unit) -> str:
        """How a unit pays for ground."""
        return class_of(self.c, u)


@dataclass(slots=True)
class Approach:
    """Costs of the way from every hex to the nearest of some goals."""

    cost: dict[Hex, int] = field(default_factory=dict)

    def __getitem__(self, h: Hex) -> int:
        return self.cost.get(h, FAR)


def spread(edges: Edges, goals: Iterable[tuple[Hex, int]], extra: dict[Hex, int], limit: int) -> Approach:
    """Costs from goals outward, each beginning at its own number; ``extra`` is added for entering a hex."""
    cost: dict[Hex, int] = {}
    # Costs are small whole numbers: a row of hexes for each takes half the time of a heap, and leads in the same order.
    rows: list[list[Hex]] = [[] for _ in range(limit + 1)]
    known, beyond, more = cost.get, limit + 1, extra.get
    for h, start in goals:
        if start < known(h, beyond):
            cost[h] = start
            rows[start].append(h)
    for so_far, row in enumerate(rows):
        row.sort()
        for h in row:
            if cost[h] < so_far:
                continue
            for n, step in edges[h]:
                total = so_far + step
                if total < known(n, beyond) and (total := total + more(n, 0)) < known(n, beyond):
                    cost[n] = total
                    rows[total].append(n)
    return Approach(cost)
