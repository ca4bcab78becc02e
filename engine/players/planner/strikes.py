"""The map of strikes: with what strength a side could attack each hex the next time that it acts, and with whom."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable

from engine.components.grid import Hex, Unit
from engine.components.matching import everyone, seated
from engine.players.planner.exchange import Expected, expected
from engine.players.planner.knowledge import Force, Knowledge, Stand

NOBODY: frozenset[Unit] = frozenset()


class Strikes:
    """What one side could bring against any hex. Each hex is looked at when first asked for, each unit's reach once.

    A unit strikes once, a hex holds only so many: who stands where is a matching, taken in by strength, so that no
    other choice of as many units is stronger where the ground halves nobody.
    """

    def __init__(self, k: Knowledge, side: str, units: Collection[Unit] | None = None) -> None:
        """``units`` are those that strike together; left out, all of the side."""
        self.k, self.side = k, side
        self._offers: dict[Hex, list[Force]] = {}
        """By hex the units that could attack from there, the strongest first."""
        able = [f for f in k.forces(side) if f.attack > 0 and not f.leads]
        forces = able if units is None else [f for f in able if f.unit in units]
        for f in sorted(forces, key=lambda f: (-f.attack, f.unit)):
            for h in k.reach(f.unit):
                self._offers.setdefault(h, []).append(f)
        self._found: dict[tuple[Hex, frozenset[Unit]], list[tuple[Force, Hex]]] = {}
        self._comers: dict[Hex, frozenset[Unit]] = {}

    def offers(self, h: Hex) -> list[Force]:
        """Units that could attack from a hex, the strongest first."""
        return self._offers.get(h, [])

    def against(self, target: Hex, gone: frozenset[Unit] = NOBODY) -> list[tuple[Force, Hex]]:
        """The strongest attack on a hex: units and where each stands; ``gone`` are those that cannot take part."""
        key = (target, gone & self.comers(target) if gone else gone)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._matched(*key)
        return found

    def comers(self, target: Hex) -> frozenset[Unit]:
        """Units that could stand beside a hex: whether others take part changes nothing there."""
        found = self._comers.get(target)
        if found is None:
            sides = {*self.k.struck_from(target, self.side), *self.k.beside(target)}
            found = self._comers[target] = frozenset(f.unit for h in sides for f in self._offers.get(h, ()))
        return found

    def strength(self, target: Hex, gone: frozenset[Unit] = NOBODY) -> float:
        """The strength of that attack that arrives."""
        return sum(self.k.arriving(Stand(f.unit, h), target) for f, h in self.against(target, gone))

    def beside(self, h: Hex, target: Hex) -> float:
        """Strength that arrives in a target from a hex beside it if the strongest stand there."""
        there = self._offers.get(h)
        if not there:
            return 0.0
        there = there[: self.k.room(self.side, h)]
        return sum([self.k.arriving(Stand(f.unit, h), target) for f in there])

    def harm(self, target: Hex, defenders: Iterable[Force], out: int, gone: frozenset[Unit] = NOBODY) -> Expected:
        """What that attack would do to units in a hex from which they can retreat ``out`` hexes."""
        return expected(self.k, self.against(target, gone), list(defenders), target, out)

    def surrounds(self, target: Hex, taken: Container[Hex], gone: frozenset[Unit] = NOBODY) -> bool:
        """Whether they could stand in every hex beside one that is not taken by others, each in another."""
        around = [h for h in self.k.beside(target) if h not in taken]
        comers = {h: [f.unit for f in self._offers.get(h, ()) if f.unit not in gone] for h in around}
        return everyone(sorted(around, key=lambda h: (len(comers[h]), h)), comers) is not None

    def ring(self, target: Hex, taken: Container[Hex]) -> list[tuple[Force, Hex]]:
        """A strong attack on a hex that leaves no way out of it: one of them in every hex beside it that is not taken
        by others, and whoever else finds room; nobody where they cannot."""
        k = self.k
        around = [h for h in k.beside(target) if h not in taken]
        comers = {h: [f.unit for f in self._offers.get(h, ())] for h in around}
        first = everyone(sorted(around, key=lambda h: (len(comers[h]), h)), comers)
        if not first:
            return []
        known, room = dict[Unit, Force](), dict[Hex, int]()
        options: dict[Unit, list[Hex]] = {}
        for h in k.struck_from(target, self.side):
            room[h] = k.room(self.side, h) - sum(at == h for at in first.values())
            for f in self._offers.get(h, ()):
                known[f.unit] = f
                if f.unit not in first and room[h] > 0 and k.arriving(Stand(f.unit, h), target) > 0:
                    options.setdefault(f.unit, []).append(h)
        order = sorted(options, key=lambda u: (-known[u].attack, u))
        found = {**first, **seated(order, options, {h: max(n, 0) for h, n in room.items()})}
        return [(known[u], h) for u, h in sorted(found.items()) if u in known]

    def _matched(self, target: Hex, gone: frozenset[Unit]) -> list[tuple[Force, Hex]]:
        k = self.k
        places: dict[int, list[tuple[float, Hex]]] = {}
        known: dict[int, Force] = {}
        room: dict[Hex, int] = {}
        for h in k.struck_from(target, self.side):
            for f in self._offers.get(h, ()):
                if f.unit in gone:
                    continue
                places.setdefault(f.unit, []).append((k.arriving(Stand(f.unit, h), target), h))
                known[f.unit] = f
                room.setdefault(h, k.room(self.side, h))
        options = {u: [h for value, h in sorted(found, key=lambda o: (-o[0], o[1])) if value > 0]
                   for u, found in places.items()}  # fmt: skip
        order = sorted(options, key=lambda u: (-max(places[u])[0], u))
        found = seated(order, options, room)
        return [(known[u], found[u]) for u in order if u in found]
