"""The lines of communications of my own side: what they carry, who holds them open, where the enemy could cut them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from itertools import repeat
from math import exp

from engine.components.grid import Hex, Unit
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.lines import way_back
from engine.games.ava.zones import friendly_sources, held, line_to, quiet_lines, reached
from engine.play.suppose import supposing
from engine.players.greedy.maps import rings

STRIDE = (1.0, 1.0, 0.8, 0.6, 0.35, 0.15)
"""How likely an enemy unit is to come to a hex so many hexes away, against the most likely."""
CHANCE = 0.12
"""That of the most likely, before the next Supply Check."""
WORST = 0.6
"""Most that is taken as the chance of a cut in one hex."""
MOST_BONDS = 12
"""Hexes looked at that may hold a line open."""


class Trunk:
    """What my lines carry. Only the Axis depends on single railroads; for the Soviets all of this is empty."""

    def __init__(self, g: Facts) -> None:
        self.g = g
        self._risk: dict[Hex, float] = {}
        self.bonds: dict[Hex, float] = {}
        """Hexes whose units keep a line open in an enemy zone of control: what would be cut off without them (3.3)."""

    @cached_property
    def flow(self) -> dict[Hex, float]:
        """Per hex the worth of what loses its line with it: the next step of units, half the points of cities.

        Who is cut off counts where his line would run if there was no enemy.
        """
        g = self.g
        found: dict[Hex, float] = {}
        if not g.minds_rails:
            return found
        for u in g.mine:
            value, at = g.steps(u)[0], g.c.state.hex_of[u]
            for h in line_to(g.c, g.side, at) or self._straight(at):
                found[h] = found.get(h, 0.0) + value
        share = 0.5 if g.left == 0 else 0.1
        for goal, points in g.goals.items():
            if g.owner(goal) == g.side:
                for h in line_to(g.c, g.side, goal):
                    found[h] = found.get(h, 0.0) + points * share
        return found

    def _straight(self, h: Hex) -> tuple[Hex, ...]:
        """The line to a hex if there was no enemy."""
        c = self.g.c
        key, starts = f"advice straight {self.g.side}", tuple(friendly_sources(c, self.g.side))
        if c.data.memo.get(key, ((), None))[0] != starts:
            c.data.memo[key] = (starts, quiet_lines(c, self.g.side))
        return way_back(c.data.memo[key][1], h)

    @cached_property
    def wanted(self) -> dict[Hex, float]:
        """Per hex the worth of the units whose line would run there if there was no enemy.

        Where that is not the way it runs now, an enemy holds up the shortest line: without him there would be two.
        """
        g = self.g
        found: dict[Hex, float] = {}
        for u in g.mine if g.minds_rails and g.one_front else ():
            for h in self._straight(g.c.state.hex_of[u]):
                found[h] = found.get(h, 0.0) + g.steps(u)[0]
        return found

    @cached_property
    def chance(self) -> dict[Hex, float]:
        """Per hex of a line the chance that an enemy unit comes to stand on it or beside it where nobody of mine is."""
        g, flow = self.g, self.flow
        found: dict[Hex, float] = {}
        if not flow:
            return found
        mine = held(g.c, g.side)
        for enemy in g.enemies:
            for share, ring in zip(STRIDE, rings(g.c.grid, enemy, len(STRIDE) - 1, g.discs), strict=True):
                for h in ring:
                    if h in flow and h not in mine:
                        near = sum(1 for n in g.t.beside[h] if n in mine)
                        found[h] = found.get(h, 0.0) + CHANCE * share * 0.4 ** min(near, 2)
        return {h: min(p, WORST) for h, p in found.items()}

    @cached_property
    def need(self) -> dict[Hex, float]:
        """Per hex of a line what a guard there would save."""
        return {h: p * self.flow[h] for h, p in self.chance.items()}

    @cached_property
    def _near_need(self) -> frozenset[Hex]:
        """Hexes where a guard saves anything."""
        return frozenset(n for h in self.need for n in (h, *self.g.t.beside[h]))

    def guard(self, u: Unit, h: Hex) -> float:
        """Worth of a unit standing on or beside the line here, less where others do already."""
        g, need, total = self.g, self.need, 0.0
        if h not in self._near_need:
            return 0.0
        for n, share in ((h, 1.0), *((n, 0.4) for n in g.t.beside[h])):
            value = need.get(n, 0.0)
            if value:
                covered = sum(1 for v in g.at(n) if v != u and g.c.roster.side[v] == g.side)
                total += share * value * 0.3**covered
        return min(total, g.w.guard_most)

    def risk(self, h: Hex) -> float:
        """Chance, 0 to 1, that the line to a hex is cut before the next check."""
        if h not in self._risk:
            total = sum(self.chance.get(n, 0.0) for n in line_to(self.g.c, self.g.side, h)) if self.chance else 0.0
            self._risk[h] = 1 - exp(-total)
        return self._risk[h]

    @cached_property
    def hunted(self) -> dict[Hex, float]:
        """Enemy hexes near a line of mine, with what driving the enemy off would save."""
        g = self.g
        found: dict[Hex, float] = {}
        carried = dict(self.flow)
        for h, value in self.wanted.items():
            carried[h] = max(carried.get(h, 0.0), value)
        for enemy in g.enemies if self.flow else ():
            for share, ring in zip(STRIDE, rings(g.c.grid, enemy, len(STRIDE) - 1, g.discs), strict=True):
                value = share * max(map(carried.get, ring, repeat(0.0)), default=0.0)
                found[enemy] = max(found.get(enemy, 0.0), min(g.w.menace * value, g.w.menace_most) * g.zeal)
        return found

    def hunted_with(self, roads_through: Mapping[Hex, float]) -> dict[Hex, float]:
        """The same, those included that stand on a line that is cut already, with what that line would carry."""
        found = dict(self.hunted)
        for enemy, value in roads_through.items():
            found[enemy] = found.get(enemy, 0.0) + min(value, self.g.w.relief_most)
        return found

    def hold(self, asked: Container[Hex]) -> Iterator[None]:
        """Find ``bonds`` piece by piece, of those the hexes asked for: those that units could leave now."""
        g = self.g
        if not self.flow or not g.minds_lines:
            return
        able = [h for h in held(g.c, g.side) if g.enemy_zone[h] and self.flow.get(h, 0.0) > self._own(h)]
        for h in sorted(able, key=lambda h: (-self.flow[h], h))[:MOST_BONDS]:
            if h not in asked:
                continue
            lost = self._without(h)
            if lost:
                self.bonds[h] = g.w.lost_line * g.minds_lines * lost
            yield

    def _own(self, h: Hex) -> float:
        return sum(self.g.steps(u)[0] for u in self.g.at(h))

    def _without(self, h: Hex) -> float:
        """Worth of the units elsewhere that lose their line if a hex is left."""
        g, c = self.g, self.g.c
        units = self.g.at(h)
        others = [u for u in g.mine if u not in units and c.state.hex_of[u] in g.lines]
        found = reached(supposing(c, hex_of=dict.fromkeys(units, -1)), g.side)
        return sum(g.steps(u)[0] for u in others if not found[c.state.hex_of[u]])
