"""Behind the front: which hexes lead on to it, and who rides where only some can."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.components.grid import Hex, Unit
from engine.players.planner.knowledge import Force, Knowledge

FADING = 0.9
"""Share of a goal that is felt one hex farther away."""
CLOSE, OFF, TOUCHED = 2, 0.1, 1.0
"""Hexes from the enemy that are near enough, what each hex more costs, and what standing nearer does."""


def forward(k: Knowledge, h: Hex, near: int) -> float:
    """How far a hex, ``near`` hexes from the enemy, is on the way to goals that are not held: for who only follows."""
    goals = ((value, k.way(g).get(h)) for g, value in k.goals().items() if k.holder(g) != k.side)
    pull: float = sum(value * FADING**off for value, off in goals if off is not None)
    return pull - OFF * max(near, CLOSE) - (TOUCHED if near < CLOSE else 0.0)


def carried(
    forces: Iterable[Force],
    away: Callable[[Hex], int],
    load: Callable[[Unit], int],
    room: int,
    may: Callable[[Unit], bool],
) -> frozenset[Unit]:
    """Of some units those that ride, the farthest ``away`` first, as far as there is ``room`` for the ``load``."""
    found = set[Unit]()
    for _, u in sorted(((away(f.hex), f.unit) for f in forces), reverse=True):
        if 0 < load(u) <= room and may(u):
            room -= load(u)
            found.add(u)
    return frozenset(found)
