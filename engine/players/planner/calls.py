"""Who is called to the lines by which a side lives: enemies near them or on them, hexes in which they can be opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.players.planner.distances import Distances
from engine.players.planner.garrisons import felt
from engine.players.planner.knowledge import Force, Knowledge
from engine.players.planner.lifelines import AWAY, Lifelines
from engine.players.planner.watching import barring, watches

CALLED = 14
"""Hexes from which units are called."""
STRENGTH = 6.0
"""Points of defence that one unit watches."""
FAST, WIDE = 3, 40
"""Hexes that the fast are taken to be farther away, who have other things to do; hexes that only the fast can reach."""

SHORT = 0.5
"""Share of what being in a hex counts that standing beside it does: it is open once somebody is in it, not before."""


class Told(NamedTuple):
    """What a unit is called for: in a hex, or in it or beside it; and what that counts."""

    hex: Hex
    worth: float
    beside: bool


class Calls:
    """Calls of one position, and who answers them."""

    def __init__(self, k: Knowledge, part: float, lines: Lifelines, distances: Distances) -> None:
        """``part`` of all of the side has to live by one of its ``lines`` for enemies near that to be watched."""
        self.k, self._part, self._lines, self._distances = k, part, lines, distances
        self.told: dict[Unit, Told] = {}
        """Who is called where, once the work is done."""

    def work(self) -> Iterator[None]:
        """Find it for all who fight, also those who move later, in pieces."""
        able = [f for f in self.k.forces(self.k.side) if f.steps and not f.leads]
        hunted: list[Told] = []
        for found in self._hunted():
            hunted = found or []
            yield
        opened = [Told(h, worth, beside=False) for h, worth in sorted(self.k.opens().items())]
        self.told = self._sent([*hunted, *opened], able)

    def counts(self, u: Unit, h: Hex) -> float:
        """What a hex is worth to a unit by what it is called for; less the farther it is from there."""
        told = self.told.get(u)
        if told is None:
            return 0.0
        off = self._distances.between(told.hex, h)
        return felt((told.worth if told.beside or not off else SHORT * told.worth, told.hex), off)

    def _hunted(self) -> Iterator[list[Told] | None]:
        """Enemies near own lines, and those who cut own units off, with who is wanted there."""
        lines, stacks, freed = self._lines, dict[Hex, list[Force]](), dict[Hex, float]()
        for f in self.k.forces(self.k.enemy):
            if f.steps and not f.leads:
                stacks.setdefault(f.hex, []).append(f)
        total = sum(stake for _, _, stake in lines.ways)
        yield None
        for h, forces in sorted(stacks.items()) if len(lines.cut_off()) > 1 else ():
            freed[h] = -lines.lost({f.unit: AWAY for f in forces})
            yield None

        def lost(u: Unit, h: Hex) -> float:
            return lines.lost({u: h})

        near = watches(stacks, lines.flow, total, self._distances.between, lost, self._part, STRENGTH)
        yield [Told(h, worth, beside=True) for worth, h in (*barring(freed, stacks, STRENGTH), *near)]

    def _sent(self, wanted: Iterable[Told], able: Iterable[Force]) -> dict[Unit, Told]:
        """Who goes where: the nearest first."""
        found, filled, late = dict[Unit, Told](), set[int](), dict[Unit, int]()
        for f in able:
            late[f.unit] = FAST * (len(self.k.reach(f.unit)) > WIDE)
        calls = list(enumerate(wanted))
        pairs = [(self._distances.between(t.hex, f.hex) + late[f.unit], f.unit, n, t) for n, t in calls for f in able]
        for off, u, n, t in sorted(pairs):
            if off <= CALLED and u not in found and n not in filled:
                found[u] = t
                filled.add(n)
        return found
