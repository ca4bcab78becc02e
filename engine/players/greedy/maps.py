"""Maps that a plan is made on: strength that can come to each hex, ways out of a hex, zones by count."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

from engine.components.grid import Grid, Hex

NO_WAY = 99
"""Losses of a retreat that cannot be made."""


Discs = dict[tuple[Hex, int], list[list[Hex]]]
"""Rings of hexes around a hex up to a radius, found once."""


def rings(grid: Grid, start: Hex, radius: int, kept: Discs) -> list[list[Hex]]:
    """The hexes around ``start``, one list for each distance from 0 to ``radius``."""
    key = (start, radius)
    if key not in kept:
        seen, edge = {start}, [start]
        found = [edge]
        for _ in range(radius):
            edge = sorted({n for h in edge for n in grid.adjacent[h]} - seen)
            seen.update(edge)
            found.append(edge)
        kept[key] = found
    return kept[key]


def pressure(
    grid: Grid, sources: Iterable[tuple[Hex, int, int]], most: int, kept: Discs
) -> tuple[list[float], list[int]]:
    """Strength that could strike at each hex, and from how many units: (hex, strength, radius) of each.

    Not more than ``most`` units find room around a hex; the sum is scaled down to as many.
    """
    total, count = [0.0] * grid.size, [0] * grid.size
    together: dict[tuple[Hex, int], list[int]] = {}
    for start, strength, radius in sources:
        together.setdefault((start, radius), []).append(strength)
    for (start, radius), strengths in together.items():
        strength, units = sum(strengths), len(strengths)
        for ring in rings(grid, start, radius, kept):
            for h in ring:
                total[h] += strength
                count[h] += units
    for h, n in enumerate(count):
        if n > most:
            total[h] *= most / n
    return total, count


def spread(grid: Grid, sources: Iterable[tuple[Hex, float]], shares: Sequence[float], kept: Discs) -> list[float]:
    """For every hex the sum of values carried around their hexes, with a share for each distance."""
    found = [0.0] * grid.size
    for start, value in sources:
        for share, ring in zip(shares, rings(grid, start, len(shares) - 1, kept), strict=True):
            part = value * share
            for h in ring:
                found[h] += part
    return found


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
