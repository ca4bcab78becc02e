"""22.51: flotillas, which go along major rivers, canals and lakes from hex to hex, on either bank."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.movement.ground import crossings
from engine.games.efs.movement.network import WAYS, Row
from engine.games.efs.movement.search import Field, closed_to, tolls
from engine.games.efs.state import OPEN, QUARTERS
from engine.games.efs.tables import CANAL, LAKE, MAJOR_RIVER, Ctx, flagged, tables
from engine.games.efs.weather import ice
from engine.games.efs.zones import in_zoc
from engine.play.citing import rule

IN_ZOI = 3
"""Points of an interdicted hex on top of its own (14.65)."""
NAVIGABLE = (MAJOR_RIVER, CANAL, LAKE)
Ways = tuple[tuple[Hex, ...], ...]


@rule("efs:22.51", "efs:10.47")
def ways(c: Ctx) -> Ways:
    """Per hex those that a flotilla can go on to: across its water or along it, over a lake and along its shore."""
    memo = c.data.of_map
    if "waterways" not in memo:
        memo["waterways"] = Shores(c).ways()
    found: Ways = memo["waterways"]
    return found


class Shores:
    """The waters of the map in play as flags: navigable sides of hexes, hexes beside them, hexes of lake."""

    def __init__(self, c: Ctx) -> None:
        t = tables(c)
        self._grid, self._inside = c.grid, c.data.in_play
        self._wet = t.of_water(*NAVIGABLE)
        self._lake = t.of_terrain([LAKE])
        self._shore = self._by_side()
        """Hexes that a navigable side borders: a flotilla can lie in them."""

    def ways(self) -> Ways:
        """Per hex those that water leads on to."""
        around, inside = self._grid.adjacent, self._inside
        beside = self._shore if not any(self._lake) else bytes(map(max, self._shore, self._by_lake()))
        found: list[tuple[Hex, ...]] = [()] * self._grid.size
        for h in flagged(beside):
            if h in inside:
                found[h] = tuple([n for n in around[h] if n in inside and self._joined(h, n)])
        return tuple(found)

    def _by_side(self) -> bytes:
        """One byte a hex: 1 in play beside a navigable side."""
        flags, around = bytearray(self._grid.size), self._grid.neighbours
        for side in flagged(self._wet):
            h, d = divmod(side, 6)
            flags[h] |= h in self._inside and around[h][d] >= 0
        return bytes(flags)

    def _by_lake(self) -> bytes:
        """One byte a hex: 1 in a lake or beside one."""
        flags = bytearray(self._lake)
        for h, lake in enumerate(self._lake):
            for n in self._grid.adjacent[h] if lake else ():
                flags[n] = 1
        return bytes(flags)

    @rule("efs:22.51", "efs:10.47")
    def _joined(self, a: Hex, b: Hex) -> bool:
        """Whether water leads from a hex into the next: one is lake, or a navigable side touches that between them."""
        if self._lake[a] or self._lake[b] or self._navigable(a, b):
            return True
        if not (self._shore[a] and self._shore[b]):
            return False
        wet, around = self._wet, self._grid.neighbours[a]
        d = around.index(b)
        return any(
            around[(d + turn) % 6] >= 0 and (wet[a * 6 + (d + turn) % 6] or wet[b * 6 + (d + 2 * turn) % 6])
            for turn in (1, 5)  # the two hexes beside both
        )

    def _navigable(self, a: Hex, b: Hex) -> bool:
        return bool(self._wet[self._grid.between(a, b)])


class Waterways:
    """The waters as flotillas find them, in the form of a network of steps."""

    def __init__(self, c: Ctx, side: str) -> None:
        self.rows: dict[int, Row] = {}
        self._ways, self._zoi = () if ice(c).rivers else ways(c), crossings(c, side).zoi

    @rule("efs:22.51", "efs:22.54", "efs:14.65")
    def row(self, node: int) -> Row:
        """The steps from a node: a point a hex whatever its terrain; none on ice."""
        found = self.rows.get(node)
        if found is None:
            beside = self._ways[node // WAYS] if self._ways else ()
            found = self.rows[node] = tuple(
                (n * WAYS + OPEN, n, QUARTERS * (1 + IN_ZOI * (n in self._zoi))) for n in beside
            )
        return found

    def look_back(self, a: Hex, way_in: int, to: Hex) -> int:
        """Nothing: a flotilla is never off the water."""
        return 0


@rule("efs:22.51", "efs:10.24", "efs:10.32")
def field_of_flotillas(c: Ctx, side: str) -> Field:
    """What closes, stops and taxes a flotilla: enemy units, and their zones, which it goes into but not through."""
    return Field(closed_to(c, side, unarmed=False), in_zoc(c, c.other(side)), tolls(c, side, True))
