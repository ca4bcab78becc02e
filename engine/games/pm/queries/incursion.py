"""What the Soviet side could do once the German side has moved: walk into Greater Germany."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.state import FRESH
from engine.games.pm.tables import Ctx, tables
from engine.play.asked import Task
from engine.play.citing import rule
from engine.play.suppose import supposing

FARTHEST = 12
"""Hexes that any unit can go at most: who stands farther from the zone is not looked at."""


@rule("pm:4.4")
def risks(c: Ctx) -> list[Task]:
    """Soviet units that could stand in the ZOMO of Greater Germany at the end of the turn, a point each."""
    if not c.state.stack or c.frame.step != "movement" or c.state.side != "axis":
        return []
    held = {h for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == "axis"}
    open_ = tables(c).zone("zomo_germany") - held
    comers, gates = _comers(c, open_)
    if not comers:
        return []
    first = min(gates, key=lambda h: (-len(gates[h]), h))
    units = f"{len(comers)} Soviet units" if len(comers) > 1 else "1 Soviet unit"
    where = f"most through {c.label(first)}" if len(gates) > 1 else f"at {c.label(first)}"
    return [Task(c.label(first), f"{units} could enter Greater Germany, {where}", "pm:4.4", True)]


def _comers(c: Ctx, open_: frozenset[Hex]) -> tuple[list[Unit], dict[Hex, list[Unit]]]:
    """Units that could reach one of some hexes in their next movement, and by hex those for whom it is the nearest."""
    near, shore = set(open_), set(open_)
    for _ in range(FARTHEST):
        shore = {n for h in shore for n in c.grid.adjacent[h]} - near
        near |= shore
    able = [u for u, h in enumerate(c.state.hex_of) if h in near and c.roster.side[u] == "soviet" and c.roster.move[u]]
    fresh = supposing(c, moving=dict.fromkeys(able, FRESH))
    comers, gates = [], dict[Hex, list[Unit]]()
    for u in able:
        costs = reach_of(fresh, [u])[0]
        if within := open_ & costs.keys():
            comers.append(u)
            gates.setdefault(min(within, key=lambda h: (costs[h], h)), []).append(u)
    return comers, gates
