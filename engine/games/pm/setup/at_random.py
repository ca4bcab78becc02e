"""A legal set-up by lot (3.3, 3.4, 3.7)."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.pm.movement.stacking import fits
from engine.games.pm.setup.placing import clear, put_down, room, zomo, zone_at
from engine.games.pm.setup.strictures import (
    FRONTIER,
    INTERIOR,
    NORTH,
    interior_rows,
    may_start,
    waiting,
    zone_of,
)
from engine.games.pm.tables import Ctx, tables
from engine.kit.setting_up import around, lot, lots
from engine.play.citing import rule


@rule("pm:3.3", "pm:3.4", "pm:3.7")
def at_random(c: Ctx, side: str) -> None:
    """A legal set-up by lot: first what must be garrisoned, then the rest wherever there is room."""
    clear(c, side)
    if side == "soviet":
        _soviet_at_random(c)
        return
    spots = sorted(zomo(c), key=lots(c, side))
    for u in sorted(waiting(c, side), key=lambda u: (c.roster.nationality[u] == "german", lot(c, u))):
        h = next((h for h in around(c, u, spots) if may_start(c, u, h) is None and room(c, u, h) is None), None)
        put_down(c, u, NORTH if h is None else h)


class _Lottery:
    """A Soviet set-up by lot under way. It counts for itself who is where, which is many times quicker than to look it
    up after each counter."""

    def __init__(self, c: Ctx) -> None:
        self.c = c
        self.crowd: dict[Hex, list[Unit]] = {}
        every = waiting(c, "soviet")
        self.left = {zone: [u for u in every if zone_of(c, u) == zone] for zone in (FRONTIER, INTERIOR)}

    def down(self, u: Unit, h: Hex) -> None:
        """Set a counter up."""
        self.left[zone_of(self.c, u)].remove(u)
        self.crowd.setdefault(h, []).append(u)
        put_down(self.c, u, h)

    def any_piece(self, h: Hex) -> None:
        """One counter of any kind that waits for the zone of a hex, by lot."""
        self.down(min(self.left[zone_at(self.c, h)], key=lots(self.c, h)), h)

    def count(self, h: Hex) -> int:
        """Counters in a hex."""
        return len(self.crowd.get(h, ()))

    def has_room(self, u: Unit, h: Hex) -> bool:
        """Whether one more may be there."""
        return fits(self.c, [*self.crowd.get(h, ()), u], h) is None


def _soviet_at_random(c: Ctx) -> None:
    lottery = _Lottery(c)
    for h in dict.fromkeys(_garrisoned(c)):
        lottery.any_piece(h)
    _fill_rows(c, lottery)
    for zone in (FRONTIER, INTERIOR):
        spots = sorted(tables(c).zone(zone) & tables(c).land, key=lots(c, zone))
        for u in list(lottery.left[zone]):
            lottery.down(u, next(h for h in around(c, u, spots) if lottery.has_room(u, h)))


@rule("pm:3.3", "pm:3.4")
def _garrisoned(c: Ctx) -> list[Hex]:
    """Hexes that must hold a unit: along the border, and the cities and large towns of both zones."""
    t, line = tables(c), c.board.zones["border_alternate"].hexes
    must = [*c.board.zones["border_every"].hexes, *line[::2], *line[-1:]]
    return must + [h for zone in (FRONTIER, INTERIOR) for h in t.tracked if h in t.zone(zone)]


@rule("pm:3.4")
def _fill_rows(c: Ctx, lottery: _Lottery) -> None:
    """Give every hexrow of the interior as many units as it must have."""
    least = c.data.constant("interior_row_minimum")
    for hexes in interior_rows(c).values():
        there = sum(lottery.count(h) for h in hexes)
        for n, h in enumerate(sorted(hexes * least, key=lots(c, "row"))):
            if there + n >= least:
                break
            lottery.any_piece(h)
