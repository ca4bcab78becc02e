"""What enemies could bring against a place that is held, once ways to hexes beside it are open: its fall by storm."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.players.planner.distances import Distances
from engine.players.planner.exchange import mean
from engine.players.planner.garrisons import SHARES
from engine.players.planner.knowledge import Force, Knowledge, Stand


class Approaches:
    """The enemies of a side, each as far as it walks, whoever stands in its way. What is asked twice is found once."""

    def __init__(self, k: Knowledge, side: str, pace: Mapping[Unit, int], distances: Distances, out: int) -> None:
        """``side`` is the one that holds places; ``pace`` is how many hexes each enemy walks in a phase, ``out`` how
        many hexes its units can retreat."""
        self.k, self._side, self._pace, self._distances, self._out = k, side, pace, distances, out
        self._enemy = k.enemy if side == k.side else k.side
        self._mine: dict[Unit, Force] = {f.unit: f for f in k.forces(side)}
        self._known: dict[tuple[Hex, tuple[Unit, ...], frozenset[Hex]], float] = {}
        self._near: dict[Hex, list[Force]] = {}
        self._sides: dict[Hex, tuple[Hex, ...]] = {}
        self._shared: dict[Hex, bool] = {}

    def sides(self, place: Hex) -> Sequence[Hex]:
        """Hexes from which enemies could attack a place, whoever stands there now."""
        if place not in self._sides:
            there = (*self.k.beside(place), *self.k.struck_from(place, self._enemy))
            self._sides[place] = tuple(dict.fromkeys(there))
        return self._sides[place]

    def fall(self, place: Hex, units: Sequence[Unit], sides: Collection[Hex]) -> float:
        """The chance that nobody of some units is left in a place after an attack from some hexes beside it, where that
        is worth making: by all who could come, or only some of them where they have other places to go to."""
        key = (place, tuple(units), frozenset(sides))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._fall(place, [self._mine[u] for u in key[1]], sorted(key[2]))
        return found

    def _fall(self, place: Hex, stack: Sequence[Force], sides: Sequence[Hex]) -> float:
        most = sum(max(self.k.room(self._enemy, h), 0) for h in sides)
        who = [(f, sides[0]) for f in self._comers(place)[:most]]
        attack = sum(self.k.arriving(Stand(f.unit, h), place) for f, h in who)
        shut = not self.k.zone(place) and len(sides) >= len(self.sides(place))
        defense = sum(f.defense for f in stack) * (self.k.starved(place) if shut else 1.0)
        prize, out, total = self.k.goals().get(place, 0.0), 0 if shut else self._out, 0.0
        shares = SHARES if self._elsewhere(place) else (1.0,)
        for strength in [int(share * attack) for share in shares]:
            e = mean(self.k.chances(strength, defense, place) if strength else (), who, stack, out)
            total += e.vacated if e.worth(prize) > 0 else 0.0
        return total / len(shares)

    def _elsewhere(self, place: Hex) -> bool:
        """Whether some who could come beside a place could as well come beside another goal of the side."""
        if place not in self._shared:
            who, others = {f.unit for f in self._comers(place)}, set(self.k.goals()) - {place}
            held = sorted(h for h in others if self.k.holder(h) == self._side)
            self._shared[place] = any(not who.isdisjoint(f.unit for f in self._comers(h)) for h in held)
        return self._shared[place]

    def _comers(self, place: Hex) -> list[Force]:
        """Enemies that could stand beside a place, those first of whose strength most arrives."""
        if place not in self._near:
            far, sides = self._distances.around(place), self.sides(place)
            near = [f for f in self.k.forces(self._enemy) if far.get(f.hex, 99) <= self._pace.get(f.unit, -1) + 1]
            power = {f.unit: self.k.arriving(Stand(f.unit, sides[0]), place) for f in near} if sides else {}
            able = [f for f in near if power.get(f.unit, 0.0) > 0]
            self._near[place] = sorted(able, key=lambda f: (-power[f.unit], f.unit))
        return self._near[place]
