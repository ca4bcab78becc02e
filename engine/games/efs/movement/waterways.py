"""22.51: flotillas, which go along major rivers, canals and lakes from hex to hex, on either bank."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.movement.ground import crossings
from engine.games.efs.movement.network import WAYS, Row
from engine.games.efs.movement.search import Field, closed_to, tolls
from engine.games.efs.state import OPEN, QUARTERS
from engine.games.efs.tables import CANAL, LAKE, MAJOR_RIVER, WATERS, Ctx, tables
from engine.games.efs.weather import frozen
from engine.games.efs.zones import in_zoc
from engine.play.citing import rule

IN_ZOI = 3
"""Points of an interdicted hex on top of its own (14.65)."""
NAVIGABLE = (MAJOR_RIVER, CANAL, LAKE)
Ways = tuple[tuple[Hex, ...], ...]


@rule("efs2:22.51", "efs2:10.47")
def ways(c: Ctx) -> Ways:
    """Per hex those that a flotilla can go on to: across its water or along it, over a lake and along its shore."""
    memo = c.data.of_map
    if "waterways" not in memo:
        memo["waterways"] = tuple(
            tuple(n for n in around if _joined(c, h, n)) for h, around in enumerate(c.grid.adjacent)
        )
    found: Ways = memo["waterways"]
    return found


def _joined(c: Ctx, a: Hex, b: Hex) -> bool:
    """Whether water leads from a hex into the next: one is lake, or a navigable side touches the side between them."""
    if a not in c.data.in_play or b not in c.data.in_play:
        return False
    if LAKE in (tables(c).terrain(a), tables(c).terrain(b)):
        return True
    third = set(c.grid.adjacent[a]) & set(c.grid.adjacent[b])
    return _wet(c, a, b) or any(_wet(c, a, n) or _wet(c, b, n) for n in third if _wet_at(c, a) and _wet_at(c, b))


def _wet(c: Ctx, a: Hex, b: Hex) -> bool:
    return WATERS[tables(c).waters[c.grid.between(a, b)]] in NAVIGABLE


def _wet_at(c: Ctx, h: Hex) -> bool:
    """Whether a navigable side borders a hex: a flotilla can lie in it."""
    return any(_wet(c, h, n) for n in c.grid.adjacent[h])


class Waterways:
    """The waters as flotillas find them, in the form of a network of steps."""

    def __init__(self, c: Ctx, side: str) -> None:
        self.rows: dict[int, Row] = {}
        self._ways, self._zoi = () if frozen(c) else ways(c), crossings(c, side).zoi

    @rule("efs2:22.51", "efs2:22.54", "efs2:14.65")
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


@rule("efs2:22.51", "efs2:10.24", "efs2:10.32")
def field_of_flotillas(c: Ctx, side: str) -> Field:
    """What closes, stops and taxes a flotilla: enemy units, and their zones, which it goes into but not through."""
    return Field(closed_to(c, side, unarmed=False), in_zoc(c, c.other(side)), tolls(c, side, True))
