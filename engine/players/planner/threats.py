"""What the enemy can be expected to strike at next: each of his commands by itself, by the chance that it acts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.players.planner.knowledge import Force, Knowledge
from engine.players.planner.strikes import NOBODY, Strikes


class Blow(NamedTuple):
    """What attacks on one hex may be expected to bring their side."""

    cost: float
    """Steps and goals that the defender loses, less the steps that it costs."""
    emptied: float
    """Chance that nobody of the defender is left in the hex."""


class Threat:
    """The blows of one side. What is asked twice is found once."""

    def __init__(self, k: Knowledge, side: str, units: Collection[Unit] | None = None) -> None:
        """``side`` is the one that strikes; only attacks that bring it something are made.

        ``units`` are those that are near enough to matter; left out, all of them.
        """
        self.k, self.side = k, side
        self._commands: list[tuple[Strikes, float]] = []
        for command in k.commands(side):
            able = command.units if units is None else command.units.intersection(units)
            if able and command.chance > 0:
                self._commands.append((Strikes(k, side, able), command.chance))
        other = k.side if side == k.enemy else k.enemy
        self._struck = frozenset(f.hex for f in k.forces(other))
        """Hexes in which those stand who are struck."""
        self._known: dict[tuple[Hex, tuple[Unit, ...], int, frozenset[Unit]], Blow] = {}
        self._weights: dict[Hex, float] = {}
        self._near: dict[Hex, frozenset[Unit]] = {}

    def blow(self, h: Hex, stack: Sequence[Force], out: int, gone: frozenset[Unit] = NOBODY) -> Blow:
        """What is done to units in a hex from which they can retreat ``out`` hexes, were some strikers out of the way.

        Commands act one after the other, so that what they do adds up, to no more than there is.
        """
        if gone:
            gone = gone.intersection(self._comers(h))
        key = (h, tuple([f.unit for f in stack]), out, gone)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._blow(h, stack, out, gone)
        return found

    def _comers(self, h: Hex) -> frozenset[Unit]:
        """All who could stand beside a hex."""
        found = self._near.get(h)
        if found is None:
            found = self._near[h] = frozenset().union(*(strikes.comers(h) for strikes, _ in self._commands))
        return found

    def _blow(self, h: Hex, stack: Sequence[Force], out: int, gone: frozenset[Unit]) -> Blow:
        prize = self.prize(h, stack)
        cost, stays = 0.0, 1.0
        for strikes, chance in self._commands:
            if not strikes.against(h, gone):
                continue
            shut = not self.k.zone(h) and strikes.surrounds(h, self._struck, gone)
            e = strikes.harm(h, stack, 0 if shut and not self._struck.intersection(self.k.beside(h)) else out, gone)
            gain = e.worth(prize)
            if gain > 0:
                cost += chance * gain
                stays *= 1 - chance * e.vacated
        return Blow(min(cost, sum(sum(f.steps) for f in stack) + prize), 1 - stays)

    def weight(self, h: Hex) -> float:
        """All the strength that could come to stand beside a hex, each unit wherever it could, by the chances."""
        found = self._weights.get(h)
        if found is None:
            sides = self.k.struck_from(h, self.side)
            found = 0.0
            for strikes, chance in self._commands:
                found += chance * sum(strikes.beside(n, h) for n in sides)
            self._weights[h] = found
        return found

    def prize(self, h: Hex, stack: Iterable[Force] = ()) -> float:
        """What coming into a hex would bring the side that strikes; also into one that it holds now, where somebody of
        a stack only comes there: what he takes may be taken back."""
        comes = any(f.hex != h for f in stack)
        return 0.0 if self.k.holder(h) == self.side and not comes else self.k.goals().get(h, 0.0)


def feared(k: Knowledge, h: Hex, out: int = 1) -> float:
    """What the enemy's attacks on a hex would cost those of the planning side who stand there now."""
    return Threat(k, k.enemy).blow(h, [f for f in k.forces(k.side) if f.hex == h], out).cost
