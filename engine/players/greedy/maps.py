"""Maps that a plan is made on: strength that can come to each hex, ways out of a hex, zones by count."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

from engine.grid import Grid, Hex

NO_WAY = 99
"""Losses of a retreat that cannot be made."""


def pressure(grid: Grid, sources: Iterable[tuple[Hex, int, int]], most: int) -> tuple[list[float], list[int]]:
    """Strength that could strike at each hex, and from how many units: (hex, strength, radius) of each.

    Not more than ``most`` units find room around a hex; the sum is scaled down to as many.
    """
    total, count = [0.0] * grid.size, [0] * grid.size
    areas: dict[tuple[Hex, int], list[Hex]] = {}
    for start, strength, radius in sources:
        key = (start, radius)
        if key not in areas:
            areas[key] = grid.within(start, radius)
        for h in areas[key]:
            total[h] += strength
            count[h] += 1
    for h, n in enumerate(count):
        if n > most:
            total[h] *= most / n
    return total, count


def zone_counts(size: int, beside: Sequence[Sequence[Hex]], hexes: Iterable[Hex]) -> list[int]:
    """For every hex from how many of ``hexes`` a zone of control reaches it."""
    found = [0] * size
    for h in hexes:
        for n in beside[h]:
            found[n] += 1
    return found


def way_out(
    near: Sequence[Sequence[Hex]], start: Hex, length: int, toll: Callable[[Hex], int], closed: Container[Hex]
) -> int:
    """Fewest losses of a retreat of so many hexes, ``NO_WAY`` if there is none; no hex is entered twice."""
    edge: list[tuple[tuple[Hex, ...], int]] = [((start,), 0)]
    for _ in range(length):
        edge = [
            ((*path, n), losses + toll(n))
            for path, losses in edge
            for n in near[path[-1]]
            if n not in closed and n not in path
        ]
    return min((losses for _, losses in edge), default=NO_WAY)
