"""What happens when ground units come into a hex, however they came: forts, control, the fall of Moscow."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.pm.forts import entered
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import place, take_control
from engine.games.pm.victory import moscow_falls


def enter(c: Ctx, units: Iterable[Unit], h: Hex) -> None:
    """Put units of one side into a hex free of the enemy, with everything that follows.

    The game may be over afterwards (4.6): callers look at ``c.state.over`` before they go on.
    """
    group = list(units)
    for u in group:
        place(c, u, h)
    if group:
        side = c.roster.side[group[0]]
        entered(c, side, h)
        held = c.state.control.get(c.label(h))
        take_control(c, side, h)
        if side == "axis" != held and h in tables(c).moscow:
            moscow_falls(c)
