"""What several go for, shared out: each aim gets what it takes before another gets anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp

from engine.components.grid import Hex

BEGUN, BEYOND = 0.5, 3.0
"""How much more an aim is worth to others while too few go there, and how much less to those who are too many."""
ANY = 0.6
"""What any aim is worth beside what it brings."""


NEXT = 8.0
"""Hexes between two aims over which one is felt a third as much at the other."""
ODDS, EMPTY, HUGE = 4, 10.0, 160.0
"""Strength that takes a place: for each of defence before columns, where there is none, and at most."""


def together(aims: Mapping[Hex, float], distance: Callable[[Hex, Hex], int]) -> dict[Hex, float]:
    """What aims are worth with those near them, to which the way goes on from there."""

    def near(h: Hex) -> float:
        return sum(value * exp(-distance(h, n) / NEXT) for n, value in aims.items())

    return {h: near(h) for h in aims}


def needed(defense: float, columns: float = 0) -> float:
    """Strength that it takes to have a place, so many columns to the attacker's good; of an empty one any."""
    return min(HUGE, max(EMPTY, defense * (ODDS - columns)))


def shared(
    aims: Mapping[Hex, float],
    far: Callable[[Hex], float | None],
    takes: Callable[[Hex], float],
    load: dict[Hex, float],
    pull: float,
    strength: float,
) -> Hex:
    """The aim of one more: by its worth and by how ``far`` it is, ``None`` for out of reach, over ``pull`` of which it
    is felt a third as much; more while the ``load`` of those who go there begins what it ``takes``, less beyond that.

    Its ``strength`` is added to the load. -1 where there is none in reach.
    """
    best, kept = 0.0, -1
    for aim, value in sorted(aims.items()):
        if (way := far(aim)) is not None:
            share = load.get(aim, 0.0) / takes(aim)
            crowd = 1 + BEGUN * share if share < 1 else 1 / (1 + BEYOND * (share - 1) + BEGUN)
            score = (ANY + value) * exp(-way / pull) * crowd
            if score > best:
                best, kept = score, aim
    if kept >= 0:
        load[kept] = load.get(kept, 0.0) + strength
    return kept
