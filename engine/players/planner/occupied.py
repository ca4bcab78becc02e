"""Where the sides stand and what they control around it, once some units stand elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.components.grid import Hex, Unit
from engine.components.wide import Bits, marked
from engine.players.planner.remembering import kept


class Occupied:
    """The hexes of each side, counted by who is there: only what a move changes is found anew."""

    def __init__(
        self,
        sides: Sequence[str],
        hexes: Sequence[Hex],
        zones: Callable[[Iterable[Hex]], Bits],
        works: Iterable[tuple[str, Hex]] = (),
    ) -> None:
        """By unit its side and hex, negative where it is not on the map; the ``zones`` around hexes; ``works`` are
        sides and hexes of theirs that hold as a unit does."""
        self.known: dict[Any, Any] = {}
        self._sides, self._hexes, self._zones = sides, hexes, zones
        self._count: dict[str, dict[Hex, int]] = {side: {} for side in sides}
        for side, h in [*((sides[u], h) for u, h in enumerate(hexes) if h >= 0), *works]:
            self._count[side][h] = self._count[side].get(h, 0) + 1

    def after(self, side: str, moved: Mapping[Unit, Hex]) -> tuple[Bits, Bits]:
        """Hexes with somebody of a side, and its zones, then."""
        return self._around(side, tuple([(u, h) for u, h in moved.items() if self._sides[u] == side]))

    @kept
    def _around(self, side: str, moved: tuple[tuple[Unit, Hex], ...]) -> tuple[Bits, Bits]:
        """The same by who of the side moves."""
        count, changed = self._count[side], dict[Hex, int]()
        for u, h in moved:
            for at, by in ((self._hexes[u], -1), (h, 1)):
                changed[at] = changed.get(at, 0) + by
        left = frozenset([h for h, by in changed.items() if by < 0 and h in count and not count[h] + by])
        come = [h for h, by in changed.items() if by > 0 and h >= 0]
        hexes, zones = self._without(side, left)
        return hexes | marked(come), zones | self._zones(come)

    @kept
    def _without(self, side: str, left: frozenset[Hex]) -> tuple[Bits, Bits]:
        """The same where nobody else moves than those who have left some hexes."""
        hexes = [h for h in self._count[side] if h not in left]
        return marked(hexes), self._zones(hexes)
