"""The front in sectors: stretches of a few hexes that are given one stance each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.components.grid import Hex
from engine.players.planner.knowledge import Force, Knowledge

LONGEST = 8
"""Hexes of a sector; a longer stretch of front is more than one."""
NEAR = 3
"""Hexes from an enemy within which a unit stands at the front."""
GAP = 2
"""Hexes between two of one stretch."""


class Stance(Enum):
    """What a sector is told to do. A plan gives each sector one; the pattern that proposes it says why."""

    ASSAULT = "assault"
    PIN = "pin"
    HOLD = "hold"
    SCREEN = "screen"
    FALL_BACK = "fall back"
    CLOSE = "close"
    CUT = "cut"


@dataclass(frozen=True)
class Sector:
    """A stretch of the front."""

    hexes: tuple[Hex, ...]
    """Hexes with own units, along the front."""
    forces: tuple[Force, ...]
    facing: tuple[Force, ...]
    """Enemies near it; one between two sectors belongs to both."""

    @property
    def weight(self) -> float:
        """Own attack against the defence before it; 1 where nobody is."""
        defense = sum(f.defense for f in self.facing)
        return sum(f.attack for f in self.forces) / defense if defense else 1.0


def sectors(k: Knowledge) -> list[Sector]:
    """The front of the side that plans, split; in the order of the hexes."""
    mine, theirs = list(k.forces(k.side)), list(k.forces(k.enemy))
    held = sorted({f.hex for f in mine})
    foes = {f.hex for f in theirs}
    near = {h: before for h in held if (before := _within(k, h, NEAR) & foes)}
    found: list[Sector] = []
    for hexes in (part for stretch in _stretches(k, sorted(near)) for part in _cut(k, stretch)):
        inside, facing = set(hexes), {h for own in hexes for h in near[own]}
        forces = tuple(f for f in mine if f.hex in inside)
        found.append(Sector(tuple(hexes), forces, tuple(f for f in theirs if f.hex in facing)))
    return sorted(found, key=lambda s: min(s.hexes))


def _within(k: Knowledge, start: Hex, far: int) -> set[Hex]:
    """Hexes that are no farther than so many steps."""
    seen, edge = {start}, [start]
    for _ in range(far):
        edge = sorted({n for h in edge for n in k.beside(h)} - seen)
        seen.update(edge)
    return seen


def _stretches(k: Knowledge, hexes: Sequence[Hex]) -> Iterable[list[Hex]]:
    """Groups of hexes in which each is near another."""
    left = set(hexes)
    for start in hexes:
        if start not in left:
            continue
        left.discard(start)
        group, edge = [start], [start]
        while edge:
            following = sorted(_within(k, edge.pop(), GAP) & left)
            left.difference_update(following)
            group += following
            edge += following
        yield group


def _cut(k: Knowledge, stretch: Sequence[Hex]) -> Iterable[list[Hex]]:
    """A stretch in parts of about equal length, none longer than ``LONGEST``: from one of its ends on."""
    ordered = _from_an_end(k, stretch)
    parts = -(-len(ordered) // LONGEST)
    size = -(-len(ordered) // parts)
    return [ordered[n : n + size] for n in range(0, len(ordered), size)]


def _from_an_end(k: Knowledge, stretch: Sequence[Hex]) -> list[Hex]:
    """The hexes of a stretch by their distance from one of its ends, the hex farthest from any of them."""
    order = _spread(k, stretch[0], stretch)
    return _spread(k, order[-1], stretch)


def _spread(k: Knowledge, start: Hex, stretch: Sequence[Hex]) -> list[Hex]:
    """Hexes of a stretch as they are met going out from one."""
    left, found, seen, edge = set(stretch) - {start}, [start], {start}, [start]
    while left and edge:
        edge = sorted({n for h in edge for n in k.beside(h)} - seen)
        seen.update(edge)
        met = [h for h in edge if h in left]
        left.difference_update(met)
        found += met
    return found + sorted(left)
