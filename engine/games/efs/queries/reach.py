"""Where a unit or the picked units can go, in movement points, and why not to the hexes beside them."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.efs.movement.allowance import budget, may_move, told
from engine.games.efs.movement.reach import may_reach, reach_of
from engine.games.efs.state import QUARTERS
from engine.games.efs.tables import Ctx
from engine.games.efs.units import values
from engine.kit.picking import group_of
from engine.play.asked import Reach
from engine.play.citing import rule

MOVING = "movement"
"""The step in which units move."""


@rule("efs2:10.21", "efs2:10.22")
def reach_query(c: Ctx, u: Unit, mode: str) -> Reach:
    """Movement points to every hex that a unit, or the stack picked with it, can go to now."""
    if not _moves_now(c) or c.state.hex_of[u] < 0 or c.roster.side[u] != c.state.side:
        return Reach({})
    group = group_of(c, u)
    here = c.state.hex_of[u]
    if any(may_move(c, v) is not None for v in group):
        return Reach({here: 0.0})
    found = reach_of(c, group).hexes
    costs = {h: cost / QUARTERS for h, cost in found.items()}
    return Reach(costs, _barred(c, group, here, costs), budget(c, group) / QUARTERS)


def _moves_now(c: Ctx) -> bool:
    return bool(c.state.stack) and c.frame.step == MOVING


def _barred(c: Ctx, group: list[Unit], here: Hex, costs: dict[Hex, float]) -> dict[Hex, tuple[str, str]]:
    found = {}
    for h in c.grid.adjacent[here]:
        if h not in costs and h in c.data.in_play and (why := may_reach(c, group, [h])) is not None:
            found[h] = (why.rule, why.reason)
    return found


@rule("efs2:10.22")
def group_words(c: Ctx, u: Unit) -> tuple[tuple[Unit, ...], str]:
    """The picked units that move with one, with their strengths and the points of the slowest."""
    if not _moves_now(c) or c.roster.side[u] != c.state.side:
        return (u,), ""
    units = tuple(group_of(c, u))
    if any(c.state.hex_of[v] < 0 for v in units):
        return units, ""
    shown = [values(c, v) for v in units]
    who = c.roster.short[u] if len(units) == 1 else f"{len(units)} units"
    return units, f"{who} {sum(f[0] for f in shown)}-{sum(f[1] for f in shown)}, {told(budget(c, units))} MP"
