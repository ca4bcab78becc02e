"""Railroads by which enemy reinforcements could come up behind my front, and where a unit would bar them (12.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from engine.components.grid import Hex
from engine.components.paths import sweep
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.greedy.trunk import Trunk
from engine.games.ava.zones import friendly_sources, held

REINFORCED_SINCE = 4
"""Turn of the first reinforcements (12.0)."""
MOST_BARS = 8
"""Railroad hexes that a plan bars at most."""
MOST_ALONE = 10
"""Railroad hexes looked at for barring a way, where each is weighed alone."""
PRICE = 0.8
"""What it costs to leave a unit in one hex."""
LEAST = 0.3
"""Danger on one way that is not worth a unit."""
HEAVY = 0.8
"""Share of the greatest danger that comes through a hex which is as good a place to bar it."""
MOST_KEPT = 24
"""Hexes with units of mine looked at for what they bar now."""


class Barrier:
    """What enemy reinforcements could cut, and what units in single hexes do about it."""

    def __init__(self, g: Facts, trunk: Trunk) -> None:
        self.g, self.trunk = g, trunk
        self.bars: dict[Hex, float] = {}
        """Hexes from which a unit would bar railroads: what it would save."""
        self.keeps: dict[Hex, float] = {}
        """Hexes whose units bar railroads now: what would be lost without them."""

    @cached_property
    def counts(self) -> list[int]:
        """For every hex how many stacks of mine reach it with a zone of control."""
        return self.g.zones_of(sorted(held(self.g.c, self.g.side)))

    @cached_property
    def danger(self) -> dict[Hex, float]:
        """Per railroad hex what a unit that arrives there may cut, times the chance that one does."""
        g, t = self.g, self.g.t
        row = t.track[min(max(g.c.state.turn, REINFORCED_SINCE), t.last_turn)]
        number = row["su_reinf"] if g.enemy == "soviet" else row["ger_reinf"] + row["rum_reinf"]
        open_, _ = self._net({}, frozenset())
        chance = min(g.w.arrivals * number / max(len(open_), 1), 0.2)
        flow = self.trunk.flow
        rails = t.along("railroad", g.enemy)
        near = {n for h in flow for n in (h, *t.beside[h]) if rails[n]}
        return {h: chance * max(flow.get(n, 0.0) for n in (h, *t.beside[h])) for h in near}

    @cached_property
    def _closed(self) -> bytearray:
        """Flags of the hexes with units of mine or in their zones of control."""
        found = bytearray(1 if n > 0 else 0 for n in self.counts)
        for h in held(self.g.c, self.g.side):
            found[h] = 1
        return found

    def _net(self, change: dict[Hex, int], more: frozenset[Hex]) -> tuple[dict[Hex, int], dict[Hex, Hex]]:
        """Railroad hexes that enemy reinforcements reach, with zones changed by so much and units of mine in ``more``.

        Returns each one's distance from a source and the hex before it.
        """
        g, counts = self.g, self.counts
        closed = bytearray(self._closed)
        for h, by in change.items():
            closed[h] = counts[h] + by > 0
        for h in more:
            closed[h] = 1
        rails = g.t.along("railroad", g.enemy)
        starts = [h for h in friendly_sources(g.c, g.enemy) if not closed[h] and rails[h]]
        return sweep(rails, starts, closed, closed)

    def _total(self, net: dict[Hex, int]) -> float:
        return sum(v for h, v in self.danger.items() if h in net)

    def look(self, asked: frozenset[Hex] | None = None) -> Iterator[None]:
        """Find ``bars`` and ``keeps`` piece by piece, of those the hexes asked for; without, all."""
        g = self.g
        if not g.minds_rails or not self.danger:
            return
        if g.few_leaders:
            yield from self._each_alone(asked)
            return
        plan: list[Hex] = []
        net, before = self._net({}, frozenset())
        totals = [self._total(net)]
        yield
        while len(plan) < MOST_BARS and (choke := self._choke(net, before)) >= 0:
            plan.append(choke)
            net, before = self._with(plan)
            totals.append(self._total(net))
            yield
        count = max(range(len(totals)), key=lambda k: totals[0] - totals[k] - PRICE * k)
        plan = plan[:count]
        for h in plan:
            gain = (totals[0] - totals[count]) / count
            for n, share in ((h, 1.0), *((n, 0.9) for n in g.t.beside[h])):
                self.bars[n] = max(self.bars.get(n, 0.0), share * gain)
        yield from self._keep(plan, totals[count], asked)

    def _each_alone(self, asked: frozenset[Hex] | None) -> Iterator[None]:
        """The same where each place is weighed by itself: a small force has no units for more than one."""
        g = self.g
        net, before = self._net({}, frozenset())
        total = self._total(net)
        yield
        for h in self._chokes(net, before):
            if asked is not None and h not in asked and asked.isdisjoint(g.t.beside[h]):
                continue
            gain = total - self._total(self._net(dict.fromkeys(g.t.beside[h], 1), frozenset({h}))[0])
            for n, share in ((h, 1.0), *((n, 0.9) for n in g.t.beside[h])):
                self.bars[n] = max(self.bars.get(n, 0.0), share * gain)
            yield
        for h in self._blockers():
            if asked is not None and h not in asked:
                continue
            lost = self._total(self._net({h: 0, **dict.fromkeys(g.t.beside[h], -1)}, frozenset())[0]) - total
            if lost > 0:
                self.keeps[h] = lost
            yield

    def _chokes(self, net: dict[Hex, int], before: dict[Hex, Hex]) -> list[Hex]:
        """Hexes of the net through which most of the danger comes, the one nearest to it of each line."""
        load = {h: self.danger.get(h, 0.0) for h in net}
        for h in _from_afar(net):
            if h in before and before[h] in load:
                load[before[h]] += load[h]
        heavy = sorted((h for h in net if load[h] > 0.2), key=lambda h: (-round(load[h], 3), -net[h], h))
        found: list[Hex] = []
        for h in heavy:
            if all(self.g.c.grid.distance(h, k) > 3 for k in found):
                found.append(h)
            if len(found) == MOST_ALONE:
                break
        return found

    def _with(self, plan: list[Hex], leaving: Hex = -1) -> tuple[dict[Hex, int], dict[Hex, Hex]]:
        """The net once units stand in the hexes of a plan, and nobody in ``leaving`` any more."""
        change: dict[Hex, int] = {}
        if leaving >= 0:
            change = {leaving: 0, **dict.fromkeys(self.g.t.beside[leaving], -1)}
        for h in plan:
            for n in self.g.t.beside[h]:
                change[n] = change.get(n, 0) + 1
        return self._net(change, frozenset(plan))

    def _keep(self, plan: list[Hex], total: float, asked: frozenset[Hex] | None) -> Iterator[None]:
        """What would be lost if units left that bar a way now, the others of the plan being in their places."""
        for h in self._blockers():
            if asked is not None and h not in asked:
                continue
            lost = self._total(self._with(plan, h)[0]) - total
            if lost > 0:
                self.keeps[h] = lost
            yield

    def _choke(self, net: dict[Hex, int], before: dict[Hex, Hex]) -> Hex:
        """Of the hexes through which most of the danger comes the one nearest to units of mine; -1 for none."""
        load = {h: self.danger.get(h, 0.0) for h in net}
        for h in _from_afar(net):
            if h in before and before[h] in load:
                load[before[h]] += load[h]
        most = max(load.values(), default=0.0)
        if most < LEAST:
            return -1
        near = self._near
        return min((h for h in net if load[h] >= HEAVY * most), key=lambda h: (near.get(h, 99), -net[h], h))

    @cached_property
    def _near(self) -> dict[Hex, int]:
        """Hexes to the nearest unit of mine that fights."""
        g = self.g
        hexes = sorted({g.c.state.hex_of[u] for u in g.mine if not g.c.roster.hq[u]})
        nothing = bytes(g.c.grid.size)
        return sweep(g.t.beside, hexes, nothing, nothing)[0]

    def _blockers(self) -> list[Hex]:
        """Hexes with units that may move now and that touch a railroad of the enemy."""
        g, c = self.g, self.g.c
        rails = g.t.along("railroad", g.enemy)
        able = {c.state.hex_of[u] for u in g.mine if c.state.active[u] and not c.roster.hq[u]}
        return sorted(h for h in able if any(rails[n] for n in (h, *g.t.beside[h])))[:MOST_KEPT]

    def worth(self, h: Hex, alone: bool) -> float:
        """What a unit in a hex bars, or goes on barring."""
        if h in self.keeps:
            return min(self.keeps[h], self.g.w.bar_most) if alone else 0.0
        value = self.bars.get(h, 0.0)
        if not value:
            return 0.0
        near = sum(1 for n in (h, *self.g.t.beside[h]) if n in self._posted)
        return min(value, self.g.w.bar_most) * 0.2**near

    @cached_property
    def _posted(self) -> set[Hex]:
        return set()

    def posted(self, h: Hex) -> None:
        """A unit of mine has come to a hex."""
        self._posted.add(h)


def _from_afar(net: Mapping[Hex, int]) -> list[Hex]:
    """Hexes by their distance, the farthest first."""
    rows: dict[int, list[Hex]] = {}
    for h, far in net.items():
        rows.setdefault(far, []).append(h)
    return [h for far in sorted(rows, reverse=True) for h in sorted(rows[far])]
