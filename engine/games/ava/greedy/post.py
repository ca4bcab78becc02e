"""What a hex is worth to a unit that ends its movement there: objectives, garrisons, ways to block, danger, lines."""

from __future__ import annotations

from functools import cached_property
from itertools import repeat
from math import exp

from engine.components.grid import Hex, Unit
from engine.games.ava.greedy.ground import SUPPLY_SINCE, Felt
from engine.games.ava.greedy.position import Ground
from engine.games.ava.units import strength
from engine.games.ava.zones import line_to, reached
from engine.play.fields import stacks
from engine.play.suppose import supposing
from engine.players.greedy.maps import rings, spread

Parts = tuple[tuple[str, float], ...]
NEAR_FOES = 3
"""Enemy units whose ways to an objective are looked at."""
HUNT = 10
"""Hexes over which units are drawn to an enemy near the line."""
SWIFT = 0.3
"""Share of a Panzergruppe in hunting enemies behind the front."""
LEAD_FROM = 12
"""Hexes over which units draw their headquarters."""


class Posts:
    """Worth of hexes on one ground. ``ground.c`` holds where units stand now; it is kept up as they move."""

    def __init__(self, g: Ground) -> None:
        self.g = g
        self._held_up: dict[Hex, float] = {}
        self._counted: tuple[object, dict[Hex, int]] = (None, {})
        """My units in and beside hexes, as units stood then."""
        self._quarries: dict[Unit, list[float]] = {}
        self._lead_map: tuple[tuple[int, Unit], list[float]] | None = None
        self._near: tuple[list[tuple[Hex, str]], dict[tuple[str, Hex], float]] = ([], {})
        """Where headquarters stood, and how a hex is led by those of a nation, as it was found with that."""

    # ------------------------------------------------------------------ maps of the whole position
    @cached_property
    def urgency(self) -> dict[Hex, float]:
        """Held objectives and how near the enemy is to each, between 0 and 1."""
        g = self.g
        found = {}
        for goal in g.goals:
            if g.owner(goal) == g.side:
                cost = min((g.far(goal).get(g.c.state.hex_of[u], 999) for u in g.theirs), default=999)
                found[goal] = exp(-cost / 2 / 14) if cost < 999 else 0.0
        return found

    @cached_property
    def rally(self) -> Felt:
        """For every hex how strongly held objectives in danger call for defenders."""
        g = self.g
        return g.felt([(goal, g.goals[goal] * urgent) for goal, urgent in self.urgency.items() if urgent > 0.05], 7)

    @cached_property
    def approach(self) -> dict[Hex, float]:
        """Hexes on the ways that the enemy would take to held objectives, and what stopping him there is worth."""
        g = self.g
        found: dict[Hex, float] = {}
        for goal, urgent in self.urgency.items():
            if urgent <= 0.05:
                continue
            far = g.far(goal)
            foes = sorted((far[g.c.state.hex_of[u]], g.c.state.hex_of[u]) for u in g.theirs
                          if g.c.state.hex_of[u] in far)[:NEAR_FOES]  # fmt: skip
            for _, start in dict.fromkeys(foes):
                for h in self._way(far, start):
                    value = g.goals[goal] * urgent * (0.4 + 0.6 * exp(-far[h] / 2 / 8)) / NEAR_FOES
                    found[h] = found.get(h, 0.0) + value
        return found

    def _way(self, far: dict[Hex, int], start: Hex) -> list[Hex]:
        """The cheapest way from a hex to the objective of ``far``, without its ends."""
        path, here = [], start
        while far[here]:
            here = min((far.get(n, 9999), n) for n in self.g.t.beside[here])[1]
            if here in path:
                break
            path.append(here)
        return path[:-1]

    # ------------------------------------------------------------------ one unit in one hex
    def parts(self, u: Unit, h: Hex) -> Parts:
        """What speaks for and against a unit standing in a hex; of headquarters their own."""
        g = self.g
        others = [v for v in stacks(g.c).get(h, ()) if v != u]
        found = [("danger", -self._danger(u, h, others)), ("line", self._line(u, h, others))]
        if g.c.roster.hq[u]:
            found.append(("exposed", -g.w.exposed * exp(-(g.foe.get(h, 99) - 1) / 2)))
            found += [("command", self._commands(u, h)), ("advance", g.w.lead_on * g.pull[h])]
            if g.minds_rails:
                found.append(("hunt", g.w.lead_hunt * g.zeal * self._quarry(u)[h]))
            return tuple(found)
        mech = g.c.roster.mech[u]
        found += [
            ("advance", (g.w.pull_mech if mech else g.w.pull_foot) * g.pull[h]),
            ("objective", self._objective(h, others)),
            ("block", g.w.block * self._block(u, h)),
            ("defend", g.w.rescue * self.rally[h]),
            ("command", (g.w.command_mech if mech else g.w.command_foot) * self._led(u, h)),
        ]
        if g.minds_rails:
            found.append(("guard", (g.w.guard_mech if mech else g.w.guard_foot) * g.trunk.guard(u, h)))
            found.append(("barrier", (g.w.bar_mech if mech else g.w.bar_foot) * g.barrier.worth(h, not others)))
        if not mech:
            found.append(("contact", g.w.prey * self._prey(h)))
            found.append(("hunt", g.w.hunt * self.hunt[h]))
        return tuple(found)

    def _danger(self, u: Unit, h: Hex, others: list[Unit]) -> float:
        """Loss to be expected here, beyond that of the units that stand here anyway."""
        g = self.g
        defense, worth = strength(g.c, u)[1], g.worth(u)
        if not others:
            return g.w.danger * (g.risk(h, defense) * worth)
        before = sum(strength(g.c, v)[1] for v in others)
        there = sum(g.worth(v) for v in others)
        with_ = g.risk(h, before + defense) * (there + worth)
        return g.w.danger * (with_ - g.risk(h, before) * there)

    @cached_property
    def hunt(self) -> list[float]:
        """For every hex how near the enemies are that endanger my lines."""
        g, found = self.g, [0.0] * self.g.c.grid.size
        for enemy, value in sorted(g.quarry.items()) if g.minds_rails else ():
            for d, ring in enumerate(rings(g.c.grid, enemy, HUNT, g.discs)):
                drawn = value * exp(-max(d - 1, 0) / 4)
                for h in ring:
                    if found[h] < drawn:
                        found[h] = drawn
        return found

    def _line(self, u: Unit, h: Hex, others: list[Unit]) -> float:
        g, hq = self.g, self.g.c.roster.hq[u]
        if not g.minds_lines or h in g.lines:
            mends = g.relief.gaps.get(h, 0.0) if not hq else 0.0
            holds = g.trunk.bonds.get(h, 0.0) if not others else 0.0
            if not hq:
                return mends + holds
            steps = g.steps(u)
            fear = g.w.lost_line if g.few_leaders else g.w.fear
            fears = steps[0] * fear * g.minds_lines * g.trunk.risk(h) if g.minds_lines else 0.0
            return mends + holds - fears
        steps = g.steps(u)
        if hq and not g.few_leaders:
            # Its only step, for good (13.0), and with it all that it would still have led.
            return -g.minds_lines * (steps[0] + g.w.leaderless * g.left)
        # A check takes one step; whoever stays cut off loses the next one too, and never returns (10.8).
        return -g.w.lost_line * g.minds_lines * (steps[0] + 0.5 * sum(steps[1:]))

    def _objective(self, h: Hex, others: list[Unit]) -> float:
        """Taking an objective, or being the first or the second of its garrison while the enemy is near."""
        g = self.g
        value = g.goals.get(h, 0.0)
        if not value:
            return 0.0
        if g.owner(h) != g.side:
            return value * g.w.capture
        near = g.threat[0][h] > 0 or self.urgency.get(h, 0.0) > 0.35
        return value * (g.w.keep, g.w.garrison, 0.0)[min(len(others), 2)] if near else 0.0

    @cached_property
    def _near_approach(self) -> frozenset[Hex]:
        """Hexes where a unit would be in the enemy's way."""
        return frozenset(n for h in self.approach for n in (h, *self.g.t.beside[h]))

    def _block(self, u: Unit, h: Hex) -> float:
        """Standing on or beside the enemy's ways, less where others do already."""
        g, approach = self.g, self.approach
        if h not in self._near_approach:
            return 0.0
        total, beside = 0.0, g.t.beside
        for n in (h, *beside[h]):
            if value := approach.get(n):
                own = g.c.state.hex_of[u]
                covered = self._own_near(n) - (own == n or own in beside[n])
                total += (1.0 if n == h else 0.4) * value * 0.35**covered
        return total

    def _own_near(self, h: Hex) -> int:
        """How many of my units stand in a hex or beside it."""
        g, here = self.g, stacks(self.g.c)
        if self._counted[0] is not here:
            self._counted = here, {}
        found = self._counted[1].get(h)
        if found is None:
            near = (here[k] for k in (h, *g.t.beside[h]) if k in here)
            found = self._counted[1][h] = sum(len(units) for units in near if g.c.roster.side[units[0]] == g.side)
        return found

    def _prey(self, h: Hex) -> float:
        """How near the nearest enemy is, between 0 and 1."""
        return exp(-(self.g.foe.get(h, 99) - 1) / 4)

    # ------------------------------------------------------------------ command
    def _led(self, u: Unit, h: Hex) -> float:
        """1 within range of a headquarters of the unit's nation, half where one can come up, else 0."""
        g = self.g
        key = (g.c.roster.nationality[u], h)
        if self._near[0] != g.commanders:
            memo = g.c.data.memo
            if memo.get("advice led", ((), {}))[0] != g.commanders:
                memo["advice led"] = (list(g.commanders), {})
            self._near = memo["advice led"]
        found = self._near[1].get(key)
        if found is None:
            found = self._near[1][key] = self._led_at(*key)
        return found

    def _led_at(self, nation: str, h: Hex) -> float:
        g = self.g
        nearest = min((g.c.grid.distance(h, k) for k, n in g.commanders if n == nation), default=99)
        limit = g.c.data.constant("command_range")
        return 1.0 if nearest <= limit else max(0.0, 0.75 - 0.12 * (nearest - limit)) + 0.2 * exp(-nearest / 10)

    def _commands(self, hq: Unit, h: Hex) -> float:
        """Strength that a headquarters would lead from a hex, with less for what is beyond its range."""
        key = (self.g.c.rev, hq)
        if self._lead_map is None or self._lead_map[0] != key:
            self._lead_map = (key, self._lead_of(hq))
        return self.g.w.lead * self._lead_map[1][h]

    def _lead_of(self, hq: Unit) -> list[float]:
        """For every hex the strength around it that this headquarters could lead; half of what others lead already."""
        g, r = self.g, self.g.c.roster
        nation, own, distance = r.nationality[hq], g.c.state.hex_of[hq], g.c.grid.distance
        limit = g.c.data.constant("command_range")
        rivals = [k for k, n in g.commanders if n == nation and k != own]
        units = [
            (g.c.state.hex_of[u], strength(g.c, u)[0]) for u in g.mine if not r.hq[u] and r.nationality[u] == nation
        ]
        sources = [(h, a * (0.5 if any(distance(k, h) <= limit for k in rivals) else 1.0)) for h, a in units]
        shares = [1.15 - 0.15 * d / limit if d <= limit else 0.6 * exp(-(d - limit) / 5) for d in range(LEAD_FROM + 1)]
        return spread(g.c.grid, sources, shares, g.discs)

    def _quarry(self, hq: Unit) -> list[float]:
        """For every hex what the enemies near the lines are worth that a headquarters could deal with from there."""
        if hq not in self._quarries:
            g, c = self.g, self.g.c
            swift = sum(1 for chit in g.t.chits.values() if chit["hq"] == c.roster.ids[hq]) > 1
            own, limit = c.state.hex_of[hq], c.data.constant("command_range")
            others = [k for k, _ in g.commanders if k != own]
            shares = [1.0 if d <= limit else exp(-(d - limit) / 5) for d in range(LEAD_FROM + 1)]
            sources = [
                (e, v * (SWIFT if swift else 1.0) * (0.5 if any(c.grid.distance(k, e) <= limit for k in others) else 1))
                for e, v in sorted(g.quarry.items())
            ]
            self._quarries[hq] = spread(c.grid, sources, shares, g.discs)
        return self._quarries[hq]

    # ------------------------------------------------------------------ cutting lines
    @cached_property
    def flow(self) -> dict[Hex, float]:
        """Per hex the worth of the enemy units whose shortest line runs through it or ends there."""
        g, found = self.g, dict[Hex, float]()
        if g.enemy == "axis" and g.c.state.turn < SUPPLY_SINCE:
            return found
        for u in g.theirs:
            for h in line_to(g.c, g.enemy, g.c.state.hex_of[u]):
                found[h] = found.get(h, 0.0) + g.worth(u)
        return found

    def hold_up(self, h: Hex) -> float:
        """Worth of the enemy units whose shortest line a unit in ``h`` would disturb; many find another."""
        if h not in self._held_up:
            self._held_up[h] = max(map(self.flow.get, (h, *self.g.t.beside[h]), repeat(0.0)))
        return self._held_up[h]

    def cut(self, u: Unit, h: Hex, before: float) -> float:
        """Worth of the enemy units whose lines a unit in ``h`` would cut, beyond ``before``."""
        g, c = self.g, self.g.c
        found = reached(supposing(c, hex_of={u: h}), g.enemy)
        total = sum(g.worth(v) for v in g.theirs if not found[c.state.hex_of[v]])
        return g.w.cut * (total - before)
