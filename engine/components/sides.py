"""One byte a side of every hex, found for all sides of a map at once from what stands in the hexes on both of them.

Flags are 0 or 1. A graph on hexes is given so by the sides that its steps pass over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import compress, count
from operator import or_

from engine.components.grid import Grid, Hex, Side
from engine.components.stages import Flags


def own(flags: Flags) -> bytes:
    """By side the flag of the hex that it is seen from; one byte a hex is given."""
    found = bytearray(len(flags) * 6)
    for direction in range(6):
        found[direction::6] = flags
    return bytes(found)


def across(grid: Grid, flags: Flags, beyond: int = 0) -> bytes:
    """By side the flag of the hex across it; ``beyond`` where there is none."""
    size, whole, found = grid.size, int.from_bytes(flags, "little"), bytearray(grid.size * 6)
    every = int.from_bytes(b"\1" * size, "little") if beyond else 0
    for direction, rises in enumerate(grid.rises):
        there = reduce(or_, ((_shifted(whole, -rise * 8) & which) for rise, which in rises))
        nothing = every & ~reduce(or_, (which for _, which in rises))
        found[direction::6] = (there | nothing).to_bytes(size, "little")
    return bytes(found)


def _shifted(number: int, bits: int) -> int:
    return number << bits if bits > 0 else number >> -bits


def set_side(grid: Grid, sides: bytearray, side: Side, flag: int) -> None:
    """Give a side a flag, as both of its hexes see it."""
    sides[side] = sides[grid.mirror(side)] = flag


def touched(sides: Flags) -> list[Hex]:
    """The hexes with a flagged side."""
    hexes = reduce(or_, (int.from_bytes(sides[direction::6], "little") for direction in range(6)))
    return list(compress(count(), hexes.to_bytes(len(sides) // 6, "little")))


def border(grid: Grid, inside: Flags) -> list[Hex]:
    """The hexes of a set, one byte a hex, beside a hex that is none of it or at the edge of the grid."""
    size = grid.size * 6
    seen, beyond = int.from_bytes(own(inside), "little"), int.from_bytes(across(grid, inside), "little")
    return touched((seen & ~beyond).to_bytes(size, "little"))


class Over(Sequence[tuple[Hex, ...]]):
    """Per hex those beside it over flagged sides, in the order of the directions; each is found when it is asked for.

    No side at the edge of the grid may be flagged.
    """

    def __init__(self, grid: Grid, sides: Flags) -> None:
        self._around, self._sides = grid.neighbours, sides
        self._known: dict[Hex, tuple[Hex, ...]] = {}

    def __len__(self) -> int:
        return len(self._around)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Over) and (self._sides, self._around) == (other._sides, other._around)

    def __hash__(self) -> int:
        return hash(self._sides)

    def __getitem__(self, h: Hex) -> tuple[Hex, ...]:  # type: ignore[override]
        found = self._known.get(h)
        if found is None:
            found = self._known[h] = tuple(compress(self._around[h], self._sides[h * 6 : h * 6 + 6]))
        return found
