"""Errands: one unit of each of some sorts that have to come to the same hexes, to act there together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.players.planner.distances import rings
from engine.players.planner.garrisons import felt
from engine.players.planner.knowledge import Knowledge

FAR = 14
"""Hexes from which units are sent on an errand."""


class Errand(NamedTuple):
    """Who is sent, how far each hex is from where they have to come, and what it is worth to each to be there."""

    units: frozenset[Unit] = frozenset()
    far: Mapping[Hex, int] = {}
    worth: float = 0.0


def errand(k: Knowledge, hexes: Iterable[Hex], sorts: Iterable[Collection[Unit]], worth: float) -> Errand:
    """The nearest unit of each sort that is not sent as another one; nobody where a sort is missing."""
    far, found = rings(k.beside, hexes, FAR), set[Unit]()
    for sort in sorts:
        off = {f.unit: far[f.hex] for f in k.forces(k.side) if f.unit in sort and f.unit not in found and f.hex in far}
        if not off:
            return Errand()
        found.add(min(off, key=lambda u: (off[u], u)))
    return Errand(frozenset(found), far, worth)


def called(e: Errand, u: Unit, h: Hex) -> float:
    """What a hex is worth to a unit on its errand: all of it only where it has to come."""
    if u not in e.units or h not in e.far:
        return 0.0
    return felt((e.worth, h), e.far[h] + 1)
