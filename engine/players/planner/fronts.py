"""A front has the enemy before it: whether a row of hexes keeps him from what is held, and what lies behind him."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from engine.components.grid import Hex


def spread_from(foes: Iterable[Hex], beside: Callable[[Hex], Iterable[Hex]], shut: Collection[Hex]) -> dict[Hex, Hex]:
    """Every hex to which a way leads from an enemy stack around what is ``shut``, with the stack nearest to it."""
    found = {h: h for h in sorted(foes)}
    edge = list(found)
    while edge:
        ahead: list[Hex] = []
        for h in edge:
            for n in beside(h):
                if n not in found and n not in shut:
                    found[n] = found[h]
                    ahead.append(n)
        edge = ahead
    return found


def covers(
    row: Collection[Hex], foes: Iterable[Hex], beside: Callable[[Hex], Iterable[Hex]], held: Mapping[Hex, float]
) -> bool:
    """Whether at least half of what places are worth that are held lies where no enemy comes around a row."""
    reached = spread_from(foes, beside, set(row))
    return sum(value for h, value in held.items() if h in reached) * 2 <= sum(held.values())


def facing(
    front: list[Hex],
    foes: Collection[Hex],
    beside: Callable[[Hex], Iterable[Hex]],
    held: Mapping[Hex, float],
    ahead: Callable[[Hex], int],
    again: Callable[[Collection[Hex]], list[Hex]],
) -> list[Hex]:
    """A front; where it runs behind an enemy who is few, the one that is found ``again`` without hexes behind the enemy
    nearest to them, by how far ``ahead`` each is."""
    if covers(front, foes, beside, held):
        return front
    near = spread_from(foes, beside, ())
    return again({h for h, foe in near.items() if ahead(h) < ahead(foe)}) or front
