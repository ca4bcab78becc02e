"""What storming a hex brings beyond it: enemies who live by a line through it, or by two that stand in for each
other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from engine.components.grid import Hex, Unit
from engine.players.planner.lifelines import AWAY
from engine.players.planner.siege import Stack

DOORS, PAIRS, ABREAST = 16, 20, 8
"""Hexes that are looked at, pairs of them, and hexes between the two of a pair."""


def severed(
    fed: Callable[[Mapping[Unit, Hex]], Sequence[int]],
    foes: Mapping[Hex, Stack],
    stacks: Callable[[Hex], Iterable[Unit]],
    hands: Sequence[Unit],
    doors: Mapping[Hex, Stack],
    distance: Callable[[Hex, Hex], int],
    share: float,
) -> dict[Hex, float]:
    """By hex a ``share`` of what enemies elsewhere are worth who lose supply once those in it are gone and the first of
    some ``hands`` stands there; of two hexes that do so only together, with the second in the other, each has half.

    ``doors`` are the stacks that can be stormed, of which the weakest are looked at.
    """

    def cut(*hexes: Hex) -> float:
        after = fed({**{v: AWAY for h in hexes for v in stacks(h)}, **dict(zip(hands, hexes, strict=False))})
        return sum(foe.worth for n, foe in foes.items() if foe.supplied and n not in hexes and not after[n])

    order = sorted(doors, key=lambda h: (doors[h].worth, h))[:DOORS] if len(hands) > 1 else []
    found = {h: cut(h) for h in order}
    near = [(distance(a, b), a, b) for a, b in combinations([h for h in found if not found[h]], 2)]
    for _, a, b in sorted(pair for pair in near if pair[0] <= ABREAST)[:PAIRS]:
        half = cut(a, b) / 2
        found[a], found[b] = max(found[a], half), max(found[b], half)
    return {h: share * value for h, value in found.items() if value > 0}
