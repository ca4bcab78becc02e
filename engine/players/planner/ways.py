"""What the enemy could walk into next, also through stacks that he may drive out first, each unit as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import inf

from engine.components.grid import Hex, Unit
from engine.components.wide import Bits, marked
from engine.players.planner.approaches import Approaches
from engine.players.planner.barrier import Barrier, Siege
from engine.players.planner.distances import Distances
from engine.players.planner.floods import Flood, Left
from engine.players.planner.guard import Guard
from engine.players.planner.knowledge import Knowledge
from engine.players.planner.rims import severed

Broken = Callable[[Hex, Sequence[Unit]], float]
"""The chance that some units are driven out of a hex, as far as it counts."""
FAINT = 0.01
"""Chance below which nobody gets through."""


def paces(k: Knowledge, side: str, distances: Distances) -> dict[Unit, int]:
    """How many hexes away each fighting unit of a side can be once it has moved."""
    return {
        f.unit: max((distances.between(f.hex, h) for h in k.travel(f.unit)), default=0)
        for f in k.forces(side)
        if f.attack > 0 and not f.leads
    }


class Ways(Guard):
    """A guard that minds how fast each enemy is, and that a stack beside one may be gone before others walk."""

    def __init__(
        self,
        k: Knowledge,
        side: str,
        goals: Mapping[Hex, float],
        pace: Mapping[Unit, int],
        broken: Broken,
        distances: Distances | None = None,
        approaches: Approaches | None = None,
        storm: float = 0.0,
        fed: Collection[Hex] = (),
    ) -> None:
        """``pace`` is how many hexes each enemy walks in a phase; ``distances`` are those of the map; ``storm`` is the
        share of a goal that counts by the chance that those in it are driven out by enemies who come beside it; those
        that count only while they are ``fed`` are lost as well when enemies stand all around them."""
        super().__init__(k, side, goals, max(pace.values(), default=0), distances=distances)
        self._broken, self._approaches, self._storm = broken, approaches, storm if approaches else 0.0
        if self._storm:  # who is stormed need not be walked into
            self._away = {h: max(far - 1, 0) for h, far in self._away.items()}
        self._fastest: Left = {}
        for f in k.forces(k.enemy if side == k.side else k.side):
            far = pace.get(f.unit, 0)
            if far and self._away.get(f.hex, self._pace + 1) <= far:
                self._fastest[f.hex] = max(far, self._fastest.get(f.hex, 0))
        self._fed = [h for h in fed if h in self._goals] if self._storm else []
        self._beaten = {n for h in self._taken for n in k.beside(h)}
        """Hexes beside the enemy, whose stacks can be struck before anybody walks."""
        self._feels: dict[Hex, bool] = {}
        self._seen: dict[object, dict[Hex, float]] = {}

    @cached_property
    def _region(self) -> Bits:
        """Where enemies could walk if nobody stood anywhere."""
        return self._walked(0, 0).all

    def _felt(self, h: Hex) -> bool:
        """Whether a unit in a hex could be in the way of any enemy."""
        if h not in self._feels:
            near = self._region & (1 << h | marked(self.k.zone(h)))
            self._feels[h] = bool(near) or (self._storm > 0 and h in self._goals)
        return self._feels[h]

    def _free(self, moved: Mapping[Unit, Hex]) -> dict[Hex, float]:
        """By goal its worth times the chance that a way to it is open; the same for all who are in nobody's way."""
        held: dict[Hex, list[Unit]] = {}
        for u, h in {**self._now, **moved}.items():
            if self._felt(h):
                held.setdefault(h, []).append(u)
        struck = self._beaten.union(self._goals) if self._storm else self._beaten
        key = (frozenset(held), frozenset((h, *sorted(held[h])) for h in struck.intersection(held)))
        if key not in self._seen:
            self._seen[key] = self._found(held)
        return self._seen[key]

    def _found(self, held: Mapping[Hex, list[Unit]]) -> dict[Hex, float]:
        """The same while some units stand where they could be in the way."""
        taken, zones = marked(held), self._zones_of(held)
        flood = self._walked(taken, zones)
        walked = flood.all
        chance = {g: 1.0 for g in self._goals if walked >> g & 1 and g not in self._fastest}
        besieged = [(g, self._stormed(g, held[g], walked)) for g in self._goals if g in held] if self._storm else []
        met = [h for h in sorted(self._beaten.intersection(held)) if flood.met >> h & 1]
        breaches = [(self._broken(h, tuple(sorted(held[h]))), h, flood.left(h)) for h in met]
        for p, h, left in sorted(breaches, reverse=True):
            if p > FAINT:
                others = zones and self._zones_of(own for own in held if own != h)
                beyond = flood.spread({h: left}, taken, others)
                chance.update((g, p) for g in self._goals if beyond >> g & 1 and g not in chance)
        open_ = {g: p for g, p in chance.items() if g not in held} | {g: p for g, p in besieged if p}
        foes = marked(self._taken) if self._fed else 0
        for g in self._fed:
            parted = severed(self._lanes, g, taken, foes, walked)
            if parted > open_.get(g, 0.0):
                open_[g] = parted
        return {g: self._goals[g] * p for g, p in sorted(open_.items())}

    def _stormed(self, g: Hex, units: Iterable[Unit], walked: Bits) -> float:
        """The chance that some units are driven out of a goal from hexes that enemies walk to, as far as it counts."""
        if self._approaches is None:
            return 0.0
        sides = [h for h in self._approaches.sides(g) if walked >> h & 1]
        return self._storm * self._approaches.fall(g, tuple(sorted(units)), sides) if sides else 0.0

    def _walked(self, held: Bits, zones: Bits) -> Flood:
        """Hexes that enemies walk to from where they are."""
        flood = Flood(self._lanes, self._near, self._pace)
        flood.spread(self._fastest, held, zones)
        return flood

    def _choices(self, u: Unit) -> Sequence[Hex]:
        """Only hexes in which, or in whose zone, an enemy could walk now."""
        return [h for h in super()._choices(u) if self._felt(h)]

    def barred(self, prices: Mapping[Hex, float], standing: Collection[Hex], worth: float) -> Barrier:
        """The net of ways between enemies and goals while some hexes are held for good.

        ``worth`` is the share of a goal that giving it up costs; hexes without a price are left open.
        """
        starts = [h for h in self._fastest if h not in standing]
        flood = self._walked(marked(standing), 0)
        walked = flood.all
        net = {h: prices.get(h, inf) for h, far in self._away.items() if walked >> h & 1 and flood.left(h) >= far}
        sieges, lost = list[Siege](), dict[Hex, float]()
        for g, value in self._goals.items() if self._approaches is not None and self._storm else ():
            units = [u for u, h in self._now.items() if h == g and h in standing] or self._middling
            lost[g] = self._stormed(g, units, walked)
            sieges.append(Siege(g, self._approaches.sides(g) if self._approaches else (), worth * value * lost[g]))
        goals = {g: worth * v * (1 - lost.get(g, 0.0)) for g, v in self._goals.items()}
        return Barrier(self.k.beside, starts, goals, net, sieges)

    @cached_property
    def _middling(self) -> list[Unit]:
        """A unit of the side that defends as well as half of them."""
        order = sorted((f.defense, f.unit) for f in self.k.forces(self.side) if not f.leads)
        return [order[len(order) // 2][1]] if order else []
