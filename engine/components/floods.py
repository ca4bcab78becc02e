"""Floods: what a search reaches ring by ring where each step costs one, found for all hexes of a ring at once.

Sets of hexes are whole numbers here, one bit a hex, so that a ring costs a handful of shifts however many hexes it has.
A flood tells how far each hex is, not by which way it was reached; ``stages`` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress, count

from engine.components.grid import Grid, Hex
from engine.components.stages import FAR, Flags

_DIGITS = bytes(b"01"[value > 0] for value in range(256))
_VALUES = bytes(value == ord("1") for value in range(256))


def bits(flags: Flags) -> int:
    """The hexes that are flagged."""
    return int(flags[::-1].translate(_DIGITS), 2)


def flags(hexes: int, size: int) -> bytes:
    """One byte a hex of so many: 1 for those of a set."""
    return f"{hexes:0{size}b}"[::-1].encode().translate(_VALUES)


def bits_of(hexes: Iterable[Hex], size: int) -> int:
    """Some hexes as a set, of so many on the map."""
    found = bytearray(size)
    for h in hexes:
        found[h] = 1
    return bits(found)


Lanes = tuple[tuple[int, int], ...]
"""The steps of a graph on hexes: by how much the number of a hex rises with a step, and the set of those that can take
it."""


def lanes(grid: Grid, sides: Flags) -> Lanes:
    """The steps of a graph that is given by the sides of hexes that they pass over; those at the edge lead nowhere."""
    found: dict[int, int] = {}
    for direction, rises in enumerate(_turns(grid)):
        open_ = bits(sides[direction::6])
        for rise, which in rises:
            found[rise] = found.get(rise, 0) | open_ & which
    return tuple(found.items())


@lru_cache(maxsize=8)
def _turns(grid: Grid) -> tuple[Lanes, ...]:
    """Per direction the steps from all hexes of a grid."""
    return tuple(
        tuple((rise, bits(which.to_bytes(grid.size, "little"))) for rise, which in rises) for rises in grid.rises
    )


def around(grid: Grid, hexes: Iterable[Hex]) -> Flood:
    """How far the hexes of a grid are from the nearest of some, over any ground."""
    return flood(_open(grid), bits_of(hexes, grid.size), bytes(grid.size))


@lru_cache(maxsize=8)
def _open(grid: Grid) -> Lanes:
    """The steps over any ground."""
    return lanes(grid, b"\1" * (6 * grid.size))


class Flood:
    """What was reached: asked of by ``in``, by ``far`` and as ``flags``. Equal where the same rings were."""

    __slots__ = ("_reached", "rings", "size")

    def __init__(self, size: int, rings: Sequence[int]) -> None:
        self.size = size
        self.rings = tuple([ring.to_bytes(size // 8 + 1, "little") for ring in rings])
        """Per step the hexes that it reached first, the starts before all others; eight hexes a byte."""
        whole = 0
        for ring in rings:
            whole |= ring
        self._reached = whole.to_bytes(size // 8 + 1, "little")

    def __contains__(self, h: Hex) -> bool:
        return h >= 0 and self._reached[h >> 3] >> (h & 7) & 1 == 1

    def __iter__(self) -> Iterator[Hex]:
        """The hexes in rising order."""
        return compress(count(), self.flags)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flood) and self.rings == other.rings

    def __hash__(self) -> int:
        return hash(self._reached)

    @property
    def flags(self) -> bytes:
        """One byte a hex: 1 where it was reached."""
        return flags(int.from_bytes(self._reached, "little"), self.size)

    def far(self, h: Hex) -> int:
        """Steps to a hex from the nearest start, ``FAR`` where it was not reached."""
        if h not in self:
            return FAR
        byte, bit = h >> 3, 1 << (h & 7)
        return next(steps for steps, ring in enumerate(self.rings) if ring[byte] & bit)

    def at(self, h: Hex, steps: int) -> bool:
        """Whether a hex of the map is so many steps from the nearest start."""
        return self.rings[steps][h >> 3] >> (h & 7) & 1 == 1

    def all_far(self) -> dict[Hex, int]:
        """The same of all hexes that were reached, at once."""
        whole = (flags(int.from_bytes(ring, "little"), self.size) for ring in self.rings)
        return {h: steps for steps, ring in enumerate(whole) for h in compress(count(), ring)}


def flood(graph: Lanes, starts: int, closed: Flags, limit: int = FAR) -> Flood:
    """All that so many steps reach from some hexes over hexes that are not closed; a start may be."""
    size = len(closed)
    free = ((1 << size) - 1) & ~(bits(closed) | starts)
    rings = [edge := starts]
    while edge and len(rings) <= limit:
        following = 0
        for rise, which in graph:
            following |= (edge & which) << rise if rise > 0 else (edge & which) >> -rise
        edge = following & free
        free ^= edge
        rings.append(edge)
    return Flood(size, rings)
