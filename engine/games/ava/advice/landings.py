"""Railroads by which enemy reinforcements could come into what counts, and who bars them: one by one, or together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from engine.components.grid import Hex
from engine.games.ava.advice.commands import THIS_TURN
from engine.games.ava.greedy.barrier import REINFORCED_SINCE, Barrier
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.zones import friendly_sources, held, rail_net
from engine.players.planner.garrisons import Spot
from engine.players.planner.incursions import FAR, Incursions

SHARE, TOGETHER = 0.5, 0.8
"""Share of a hex's points that the enemy's coming by railroad costs, where units bar it one by one or together."""
COMING = {"axis": ("ger_reinf", "rum_reinf"), "soviet": ("su_reinf",)}
"""Numbers of the Turn Track that say how many of a side come."""
NEXT = 0.6
"""The same if his reinforcements come in the next turn."""
SPOTS = 5
"""Places that are barred at most."""
FAINT = 0.05
"""What is not worth a unit."""
FRONT = 3
"""Hexes from the enemy within which whoever bars a railroad may be driven off before his reinforcements come."""


def awaited(g: Facts) -> float:
    """How surely reinforcements of the enemy come soon: his chit, the turn, and whether anybody waits (12.0, 12.2)."""
    s, r = g.c.state, g.c.roster
    if not any(box == "available" and r.side[u] == g.enemy for u, box in enumerate(s.box)):
        return 0.0
    if _coming_up(g):
        return 1.0
    return NEXT if REINFORCED_SINCE <= s.turn + 1 <= g.t.last_turn else 0.0


def comers(g: Facts) -> int:
    """How many of them come the next time at most (12.2)."""
    row = g.t.track.get(g.c.state.turn + (not _coming_up(g)), {})
    return sum(row.get(number, 0) for number in COMING[g.enemy])


def _coming_up(g: Facts) -> bool:
    """Whether the enemy's Reinforcements chit comes up in this turn."""
    places = (g.c.state.chits.get(k, "later") for k, e in g.t.chits.items() if e["kind"] == "reinforcement" and
              e["owner"] == g.enemy)  # fmt: skip
    return any(where.startswith(THIS_TURN) for where in places)


class Landings(Barrier):
    """Railroads by which enemy reinforcements could come into hexes that score (12.1, 16.1)."""

    @cached_property
    def danger(self) -> dict[Hex, float]:
        """Per railroad hex what their coming there would cost: what scores for me, a breakthrough once (16.3), and the
        lines of the Axis that they cut (3.3)."""
        g = self.g
        share = SHARE * awaited(g)
        if not share:
            return {}
        reached = rail_net(g.c, g.enemy)
        found = {h: share * value for h, value in g.goals.items() if h in reached and g.owner(h) == g.side}
        sources = [h for h in found if h in g.t.sources("soviet")]
        lines = Barrier(g, self.trunk).danger if g.minds_rails else {}
        return {**lines, **{h: value / len(sources) if h in sources else value for h, value in found.items()}}

    def spots(self) -> Iterator[Spot]:
        """Where one unit each would bar most of them, with what it saves; and where those stand who do now."""
        if not self.danger:
            return
        net, before = self._net({}, frozenset())
        left, plan = self._total(net), list[Hex]()
        while len(plan) < SPOTS and (choke := self._choke(net, before)) >= 0:
            plan.append(choke)
            net, before = self._with(plan)
            saved, left = left - self._total(net), self._total(net)
            if saved > FAINT:
                yield self.g.w.bar_foot * min(saved, self.g.w.bar_most), choke
        list(self._keep(plan, left, None))
        yield from ((self.g.w.bar_foot * min(v, self.g.w.bar_most), h) for h, v in self.keeps.items() if v > FAINT)


class Barring(Incursions):
    """The same now or once the front has moved, and where units together bar them."""

    def __init__(self, g: Facts) -> None:
        self.g = g
        super().__init__(g.t.along("railroad", g.enemy), g.t.beside, friendly_sources(g.c, g.enemy))

    @cached_property
    def goals(self) -> Mapping[Hex, float]:
        """As surely as reinforcements come soon."""
        g, share = self.g, TOGETHER * awaited(self.g)
        return {h: share * value for h, value in g.goals.items() if share and g.owner(h) == g.side}

    @property
    def comers(self) -> int:
        """As the Turn Track says (12.2)."""
        return comers(self.g)

    @property
    def alike(self) -> Collection[Hex]:
        """Supply sources: the breakthrough counts once (16.3)."""
        return self.g.t.sources("soviet")

    @property
    def now(self) -> Collection[Hex]:
        """Those of the enemy's net."""
        return rail_net(self.g.c, self.g.enemy)

    @cached_property
    def firm(self) -> Collection[Hex]:
        """Those who may not act now, away from the front."""
        s, mine = self.g.c.state, held(self.g.c, self.g.side)
        going = {s.hex_of[u] for u in self.g.mine if s.active[u]}
        return frozenset(h for h in mine if h not in going and not self.exposed(h))

    def exposed(self, h: Hex) -> bool:
        """Near the front."""
        return self.g.foe.get(h, FAR) <= FRONT

    def fighting(self, able: bool) -> Iterable[Hex]:
        """All but headquarters."""
        g, s = self.g, self.g.c.state
        return sorted({s.hex_of[u] for u in g.mine if not g.c.roster.hq[u] and bool(s.active[u]) is able})
