"""Enemies who stand near the lines by which a side lives, or on them: where some are to watch or hunt them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil

from engine.components.grid import Hex, Unit
from engine.players.planner.garrisons import Spot
from engine.players.planner.knowledge import Force

MOST_OF = 0.5
"""Share of all of a side that has to live by a hex for enemies near it to be watched: where there are several lines one
of them may be cut, and a side that watches everybody comes nowhere."""
NEAR = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.7, 0.5, 0.35)
"""How likely enemies are to come to a hex of a line so many hexes away before they can be stopped."""
SHARE, MOST = 0.12, 5.0
"""Share of what would be cut off that watching those who could do it is worth to each who does, and the most."""
STRENGTH = 2
"""Points of defence that one watches."""
HUNTED = 0.4
"""Share of what is cut off that driving out those who do it is worth to each who hunts them."""
STACKS = 6
"""Stacks that are watched at most."""


def watches(
    stacks: Mapping[Hex, Sequence[Force]],
    flow: Mapping[Hex, float],
    total: float,
    distance: Callable[[Hex, Hex], int],
    lost: Callable[[Unit, Hex], float],
    part: float = MOST_OF,
    each: float = STRENGTH,
) -> Iterator[Spot]:
    """Where enemies stand who could cut most of a side off, once for each who is to watch them.

    ``stacks`` are the enemies, ``flow`` is what lives by each hex of the lines, of ``total`` in all; ``lost`` is what
    would be cut off by one of them in a hex. ``part`` is the share that has to live by it, ``each`` the defence that
    one watches.
    """
    trunk = [h for h, value in sorted(flow.items()) if value >= part * total > 0]
    found: list[tuple[float, Hex, Hex]] = []
    for at, forces in sorted(stacks.items()) if trunk else ():
        far, h = min((distance(at, h), h) for h in trunk)
        if far < len(NEAR) and any(f.attack > 0 and not f.leads for f in forces):
            found.append((NEAR[far], at, h))
    for near, at, h in sorted(found, key=lambda one: (-one[0], one[1]))[:STACKS]:
        forces = stacks[at]
        u = next(f.unit for f in forces if f.attack > 0 and not f.leads)
        worth = min(SHARE * near * lost(u, h), MOST)
        yield from [(worth, at)] * ceil(sum(f.defense for f in forces) / each)


def barring(freed: Mapping[Hex, float], stacks: Mapping[Hex, Sequence[Force]], each: float) -> Iterator[Spot]:
    """Where enemies stand who cut off those ``freed`` once they are gone, once for each who is to drive them out: one
    more than watch them."""
    for h, gain in sorted(freed.items(), key=lambda one: (-one[1], one[0]))[:STACKS]:
        if gain > 0:
            defense = sum(f.defense for f in stacks[h])
            yield from [(min(HUNTED * gain, MOST), h)] * (1 + ceil(defense / each))
