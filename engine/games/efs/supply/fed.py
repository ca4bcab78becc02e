"""The hexes in supply as computer players ask for them: one by one, as few as they need."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.components.grid import Hex
from engine.games.efs.supply.routes import traced
from engine.games.efs.tables import Ctx


class Fed(Collection[Hex]):
    """The hexes from which a side traces a Supply Route; each is looked at when asked about."""

    def __init__(self, c: Ctx, side: str) -> None:
        self._c, self._side = c, side
        self._known: dict[object, bool] = {}

    def __contains__(self, h: object) -> bool:
        found = self._known.get(h)
        if found is None:
            found = self._known[h] = isinstance(h, int) and h >= 0 and traced(self._c, h, self._side)
        return found

    def __iter__(self) -> Iterator[Hex]:
        return (h for h in sorted(self._c.data.in_play) if h in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)
