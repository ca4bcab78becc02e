"""The facts of a position that advice starts from: objectives, distances, who threatens what, whose lines hold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import exp

from engine.components.grid import Hex, Unit
from engine.components.paths import reach, sweep
from engine.games.ava.combat.combat import shifts
from engine.games.ava.greedy.settings import Weights, weights
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import reduced, strength
from engine.games.ava.victory import points
from engine.games.ava.zones import held, lines, reached, zone
from engine.play.fields import by_unit, stacks
from engine.players.greedy.expect import BELOW, Odds
from engine.players.greedy.maps import Discs, pressure, zone_counts

FAR = 120
"""Half movement points beyond which an objective is not felt."""
REACH_FOOT, REACH_MECH = 4, 7
"""Hexes over which a unit is taken to threaten."""
ROOM = 8
"""Units that find room around a hex in practice."""
LEAPS_SINCE = 6
"""Turn after which empty objectives are rushed for; whoever does so earlier is cut off by what still comes up."""
SUPPLY_SINCE = 3
"""Turn from which lines of the Axis are minded: the checks begin in the next (15.1)."""


class Felt(dict[Hex, float]):
    """For every hex the sum of what objectives make felt there; each is found when first asked for."""

    def __init__(self, goals: list[tuple[dict[Hex, int], float]], near: float, budget: int) -> None:
        super().__init__()
        self._goals, self._budget = goals, min(budget, FAR)
        self._fading = [exp(-cost / 2 / near) for cost in range(FAR + 1)]

    def __missing__(self, h: Hex) -> float:
        total = 0.0
        for far, value in self._goals:
            cost = far.get(h, FAR + 1)
            if cost <= self._budget:
                total += value * self._fading[cost]
        self[h] = total
        return total


@by_unit(lambda c: None, "steps_left")
def _steps_of(c: Ctx, u: Unit) -> list[float]:
    """What each further step of a unit is worth."""
    r, w = c.roster, weights(c.roster.side[u])
    german = r.nationality[u] == "german"
    final = w.kill * (r.attack2[u] + r.defense2[u] if r.steps[u] > 1 else r.attack[u] + r.defense[u]) / 2
    if r.hq[u]:
        final = w.headquarters
    elif r.side[u] == "soviet":
        # 16.1: a Soviet mechanized unit is a point and never returns; the others may (12.3).
        final = final + 1.0 if r.mech[u] else final * w.returning + 0.3
    if c.state.steps_left[u] < 2:
        return [final]
    flip = w.flip * (r.attack[u] - r.attack2[u] + r.defense[u] - r.defense2[u])
    return [flip + (1.0 if german and r.mech[u] else 0.25 if r.mech[u] else 0.0), final]


class Facts:
    """Facts about one position for one side, found when first asked for."""

    def __init__(self, c: Ctx, side: str, *, brief: bool = False) -> None:
        self.c, self.side, self.enemy = c, side, c.other(side)
        self.t = tables(c)
        self.w: Weights = weights(side)
        self.left = self.t.last_turn - c.state.turn
        """Turns after this one."""
        self._steps: dict[tuple[Unit, int], list[float]] = {}
        self._worths: dict[tuple[Unit, int], float] = {}
        self._risks: dict[tuple[Hex, int], float] = {}
        self.brief = brief
        """Whether to leave out what only pays for a whole segment: whose lines could be mended where."""

    # ------------------------------------------------------------------ units
    @cached_property
    def mine(self) -> list[Unit]:
        """My units on the map."""
        return self._of(self.side)

    @cached_property
    def theirs(self) -> list[Unit]:
        """Enemy units on the map."""
        return self._of(self.enemy)

    def _of(self, side: str) -> list[Unit]:
        r = self.c.roster
        return [u for u, h in enumerate(self.c.state.hex_of) if h >= 0 and r.side[u] == side]

    @cached_property
    def enemies(self) -> frozenset[Hex]:
        """Hexes with enemies."""
        return held(self.c, self.enemy)

    def at(self, h: Hex) -> tuple[Unit, ...]:
        """Units in a hex."""
        return stacks(self.c).get(h, ())

    def steps(self, u: Unit) -> list[float]:
        """What each further step of a unit is worth, the next first."""
        key = (u, self.c.state.steps_left[u])
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = _steps_of(self.c, u)
        return found

    def worth(self, u: Unit) -> float:
        """All steps of a unit."""
        key = (u, self.c.state.steps_left[u])
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = sum(self.steps(u))
        return found

    # ------------------------------------------------------------------ objectives
    @cached_property
    def goals(self) -> dict[Hex, float]:
        """Hexes that score, with what the Axis gets or would get for them."""
        found = {h: float(points(self.c, h)) for h in self.t.tracked}
        taken = [h for h in self.t.sources("soviet") if self.owner(h) == "axis"]
        for h in self.t.sources("soviet"):
            # 16.3: the breakthrough counts once.
            if taken and h not in taken and not (h in self.t.moscow and not set(taken) & set(self.t.moscow)):
                found[h] = 0.0
        return {h: v for h, v in found.items() if v > 0}

    def owner(self, h: Hex) -> str:
        """Side that controls a hex whose control counts."""
        return self.c.state.control.get(self.c.label(h), "")

    def far(self, goal: Hex) -> dict[Hex, int]:
        """Half movement points from an objective to every hex within ``FAR``, units left out."""
        memo = self.c.data.of_map
        key = f"advice far {goal}"
        if key not in memo:
            quiet = bytearray(self.c.grid.size)
            memo[key] = reach(self.t.edges("axis", True), goal, FAR, quiet, ())[0]
        found: dict[Hex, int] = memo[key]
        return found

    @cached_property
    def active_hq(self) -> Unit:
        """The headquarters whose command is being carried out, -1 for none."""
        chit = self.t.chits.get(self.c.state.drawn)
        u = self.c.roster.by_id.get(chit["hq"], -1) if chit else -1
        return u if u >= 0 and self.c.roster.side[u] == self.side and self.c.state.hex_of[u] >= 0 else -1

    def _share(self, goal: Hex) -> float:
        """How much an objective is the business of the active headquarters: others may be nearer."""
        if self.active_hq < 0:
            return 1.0
        far = self.far(goal)
        own = far.get(self.c.state.hex_of[self.active_hq], FAR)
        nearer = sum(1 for h, _ in self.commanders if far.get(h, FAR) < own)
        ranks = self.w.ranks_near if self.one_front else self.w.ranks
        return ranks[min(nearer, len(ranks) - 1)]

    @property
    def one_front(self) -> bool:
        """Whether my side fights on one front: it has few headquarters."""
        return len(self.commanders) <= self.w.crowd

    @property
    def few_leaders(self) -> bool:
        """Whether my side has so few headquarters that each must lead from the front whatever it risks."""
        return len(self.commanders) <= self.w.handful

    @property
    def zeal(self) -> float:
        """How eagerly enemies near my lines are hunted, against a side with one front."""
        return 1.0 if self.one_front else self.w.fronts

    @cached_property
    def pull(self) -> Felt:
        """For every hex how strongly the objectives that are still to be had draw units there."""
        memo = self.c.data.memo
        budget = (self.left + 1) * 40
        vacant = self.w.vacant if self.one_front and self.c.state.turn > LEAPS_SINCE else 1.0
        wanted = tuple(
            (g, v * self._share(g) * (1.0 if g in self.enemies else vacant))
            for g, v in self.goals.items()
            if (self.owner(g) == "axis") != (self.side == "axis")
        )
        key = f"advice pull {self.side}"
        if memo.get(key, ((), None))[0] != (budget, wanted):
            memo[key] = ((budget, wanted), self.felt(wanted, self.w.near_goal, budget))
        found: Felt = memo[key][1]
        return found

    def felt(self, goals: Iterable[tuple[Hex, float]], near: float, budget: int = FAR) -> Felt:
        """Values that fade with movement points, to a third over ``near`` of them, and sum up in every hex."""
        return Felt([(self.far(goal), value) for goal, value in goals], near, budget)

    # ------------------------------------------------------------------ strength and danger
    @cached_property
    def odds(self) -> Odds:
        """The results table."""
        memo = self.c.data.memo
        if "advice odds" not in memo:
            memo["advice odds"] = Odds.of(self.t.crt)
        found: Odds = memo["advice odds"]
        return found

    @cached_property
    def foe(self) -> dict[Hex, int]:
        """Hexes to the nearest enemy."""
        memo, key, everywhere = self.c.data.memo, f"advice foe {self.enemy}", bytes(self.c.grid.size)
        if memo.get(key, ((), None))[0] != self.enemies:
            memo[key] = self.enemies, sweep(self.t.beside, sorted(self.enemies), everywhere, everywhere)[0]
        found: dict[Hex, int] = memo[key][1]
        return found

    def shift(self, h: Hex) -> int:
        """Columns to the left for a defender in a hex."""
        memo: dict[Hex, int] = self.c.data.memo.setdefault("advice shifts", {})
        if h not in memo:
            memo[h] = sum(n for _, n, _ in shifts(self.c, h))
        return memo[h]

    @cached_property
    def threat(self) -> tuple[list[float], list[int]]:
        """Enemy strength that could strike at each hex, and from how many units."""
        return self._pressure(self.enemy, self.theirs)

    @cached_property
    def support(self) -> tuple[list[float], list[int]]:
        """The same of my own units."""
        return self._pressure(self.side, self.mine)

    def _pressure(self, side: str, units: list[Unit]) -> tuple[list[float], list[int]]:
        """What the units of a side could strike; kept while they stand where they do."""
        c, r, memo, key = self.c, self.c.roster, self.c.data.memo, f"advice pressure {side}"
        sources = [
            (c.state.hex_of[u], strength(c, u)[0], REACH_MECH if r.mech[u] else REACH_FOOT)
            for u in units
            if not r.hq[u] and strength(c, u)[0]
        ]
        if memo.get(key, ((), None))[0] != sources:
            memo[key] = sources, pressure(c.grid, sources, ROOM, self.discs)
        found: tuple[list[float], list[int]] = memo[key][1]
        return found

    @property
    def discs(self) -> Discs:
        """Rings around hexes, found once for the map."""
        found: Discs = self.c.data.of_map.setdefault("advice discs", {})
        return found

    def risk(self, h: Hex, defense: int) -> float:
        """Share of its steps, between 0 and 1.5, that a stack of this defence may lose in a hex to one attack."""
        found = self._risks.get((h, defense))
        if found is None:
            found = self._risks[h, defense] = self._risk_of(h, defense)
        return found

    def _risk_of(self, h: Hex, defense: int) -> float:
        force = self.threat[0][h] * self.w.alarm
        if force < 1 or defense <= 0:
            return 1.0 if defense <= 0 and force >= 1 else 0.0
        column = self.odds.column(int(force * self.dry(h)), defense, self.shift(h))
        return self.harm[column] if column > BELOW else 0.0

    @cached_property
    def harm(self) -> tuple[float, ...]:
        """Per column the steps and retreats that a defender must expect, a retreat as half a step."""
        found = []
        for chances in self.odds.chances:
            total = 0.0
            for result, p in chances:
                if result.endswith("R"):
                    total += p * (0.5 + int(result[:-1].rstrip("R") or 0))
            found.append(min(total / 2, 1.5))
        return tuple(found)

    def dry(self, h: Hex) -> float:
        """Share of an attack that arrives: sides of the hex behind rivers count half."""
        memo: dict[Hex, float] = self.c.data.memo.setdefault("advice dry", {})
        if h not in memo:
            near = self.t.beside[h]
            wet = sum(1 for n in near if self.t.river(n, h))
            memo[h] = 1 - 0.4 * wet / len(near) if near else 1.0
        return memo[h]

    # ------------------------------------------------------------------ zones and lines
    @cached_property
    def enemy_zone(self) -> bytearray:
        """Zones of control of the enemy."""
        return zone(self.c, self.enemy)

    @cached_property
    def lines(self) -> dict[Hex, int]:
        """Hexes that a line of mine reaches now."""
        return lines(self.c, self.side).length

    @cached_property
    def enemy_lines(self) -> dict[Hex, int]:
        """Hexes that a line of the enemy reaches now."""
        return lines(self.c, self.enemy).length

    @property
    def minds_rails(self) -> bool:
        """Whether single railroads matter to my side now: to the Axis, from the turn before its first check (15.1)."""
        return self.side == "axis" and self.c.state.turn >= SUPPLY_SINCE - 1

    @cached_property
    def minds_lines(self) -> float:
        """How soon a lost line of mine costs something, 0 to 1: the checks of the Axis begin on turn 4 (15.1)."""
        pending = self.c.state.chits.get("supply") != "played"
        if self.side == "axis" and self.c.state.turn < SUPPLY_SINCE + 1:
            return (0.3 if pending else 0.6) if self.c.state.turn == SUPPLY_SINCE else 0.0
        return 1.0 if pending else 0.6 if self.left else 0.0

    def due(self) -> float:
        """Worth of the steps that a check made now would take from my side (11.1)."""
        if self.side == "axis" and self.c.state.turn <= SUPPLY_SINCE:
            return 0.0
        return sum(self.steps(u)[0] for u in self.mine if self.c.state.hex_of[u] not in self.lines)

    def cut_off(self, side: str) -> float:
        """Worth of the units of a side that no line reaches."""
        units = self.mine if side == self.side else self.theirs
        found = reached(self.c, side)
        return sum(self.worth(u) for u in units if not found[self.c.state.hex_of[u]])

    @cached_property
    def commanders(self) -> list[tuple[Hex, str]]:
        """Hexes and nationalities of my headquarters."""
        r = self.c.roster
        return [(self.c.state.hex_of[u], r.nationality[u]) for u in self.mine if r.hq[u]]

    def whole(self, u: Unit) -> bool:
        """Whether a unit is at full strength."""
        return not reduced(self.c, u)

    def zones_of(self, hexes: list[Hex]) -> list[int]:
        """How many of these hexes reach each hex with a zone of control."""
        return zone_counts(self.c.grid.size, self.t.beside, hexes)
