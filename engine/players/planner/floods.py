"""What some walk to, each as far as it goes: a flood that takes a step everywhere at once, and can be gone on with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import or_

from engine.components.grid import Hex
from engine.components.wide import Bits, Shifts, marked, stepped

Left = dict[Hex, int]
"""By hex how many hexes can still be walked from there."""


class Flood:
    """Hexes that some walk to, each by how many more can be walked from there, on the way to any goal alone."""

    def __init__(self, lanes: Shifts, near: Sequence[Bits], pace: int) -> None:
        """``near`` are by how many hexes can still be walked those that can be come into."""
        self._lanes, self._near, self._pace = lanes, near, pace
        self._at = [0] * (pace + 1)
        self._met = [0] * (pace + 1)
        self.met: Bits = 0
        """Held hexes that were come to."""

    @property
    def all(self) -> Bits:
        """All hexes that are walked to."""
        found = 0
        for at in self._at:
            found |= at
        return found

    def left(self, h: Hex) -> int:
        """How many hexes can be walked from one at most, or from a held one that was come to."""
        return max([0, *(n for n in range(self._pace + 1) if (self._at[n] | self._met[n]) >> h & 1)])

    def spread(self, starts: Mapping[Hex, int], held: Bits, zones: Bits) -> Bits:
        """Walk on from some hexes, not into those that are held nor out of zones, and return what was not walked to
        before."""
        before: list[Bits] = list(accumulate(reversed(self._at), or_))[::-1]
        begin = [0] * (self._pace + 1)
        for h, left in starts.items():
            begin[left] |= 1 << h
        stop, above, edge = zones & ~marked(starts), 0, 0
        for left in range(max(starts.values(), default=0), -1, -1):
            edge = edge & ~above | begin[left]
            if not edge:
                continue
            above |= edge
            self._at[left] |= edge
            if left:
                come = stepped(self._lanes, edge & ~stop) & self._near[left]
                self._met[left - 1] |= come & held
                self.met |= come & held
                edge = come & ~held & ~before[left - 1]
        return above & ~before[0]
