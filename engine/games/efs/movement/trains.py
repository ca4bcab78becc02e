"""11.12, 13.33, 21.32: armored trains and railroad artillery, which run on railroad hexes by their own allowance."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs import rails
from engine.games.efs.bridges import BY_RAIL, damage
from engine.games.efs.movement.ground import crossings
from engine.games.efs.movement.network import WAYS, Row
from engine.games.efs.movement.search import Field, tolls
from engine.games.efs.state import QUARTERS, RAIL
from engine.games.efs.tables import Ctx
from engine.games.efs.zones import in_zoc
from engine.play.citing import rule

IN_ZOI = 12
"""Points of an interdicted hex (14.65)."""


class Tracks:
    """The railroads as a side's own trains find them, in the form of a network of steps."""

    def __init__(self, c: Ctx, side: str) -> None:
        self.rows: dict[int, Row] = {}
        self._c, self._ways, self._zoi, self._open = c, rails.ways(c, side), crossings(c, side).zoi, c.data.in_play

    @rule("efs:21.32", "efs:14.65", "efs:22.31", "efs:R234")
    def row(self, node: int) -> Row:
        """The steps from a node: a point for each railroad hex, whatever its terrain; none over a ferry."""
        found = self.rows.get(node)
        if found is None:
            h = node // WAYS
            beside = (n for n in self._ways[h] if n in self._open and not damage(self._c, h, n, BY_RAIL))
            found = self.rows[node] = tuple(
                (n * WAYS + RAIL, n, QUARTERS * (IN_ZOI if n in self._zoi else 1)) for n in beside
            )
        return found

    def look_back(self, a: Hex, way_in: int, to: Hex) -> int:
        """Nothing: a train is never off its line."""
        return 0


@rule("efs:21.32", "efs:10.33", "efs:18.46", "efs:19.11")
def field_of_trains(c: Ctx, side: str) -> Field:
    """What closes, stops and taxes a train: wrong gauge, cuts, enemy works and units; enemy zones stop it."""
    shut = rails.closed(c, side)
    return Field(frozenset(h for h, no in enumerate(shut) if no), in_zoc(c, c.other(side)), tolls(c, side, True))
