"""What the screens ask about movement: where a unit can go, and what is in the way beside it. Nothing is changed."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.games.bd.combat.retreat import retreats
from engine.games.bd.kinds import is_attached
from engine.games.bd.movement.allowance import bound, budget
from engine.games.bd.movement.reach import may_reach, reach_of
from engine.games.bd.phases.sea import sea_hexes
from engine.games.bd.phases.strategic import rails
from engine.games.bd.state import FRESH, GOING
from engine.games.bd.tables import Ctx
from engine.kit.picking import group_of
from engine.play.asked import Reach
from engine.play.citing import rule
from engine.play.suppose import supposing

NORMAL, SEA, STRATEGIC, RETREAT = "normal", "sea", "strategic", "retreat"
MODES = ("", NORMAL, SEA, STRATEGIC, RETREAT)


@rule("bd:10.1", "bd:8.7", "bd:10.16", "bd:11.27")
def reach_query(c: Ctx, u: Unit, mode: str) -> Reach:
    """Costs in movement points by hex, and why the hexes beside a unit are closed to it.

    ``strategic`` and ``sea`` lead to hexes at no cost, ``retreat`` to those where it may end after a defeat. A unit
    that is not in the middle of its movement is taken as fresh, one that is picked as part of the picked group.
    """
    s, h = c.state, c.state.hex_of[u]
    if h < 0 or mode not in MODES:
        return Reach({})
    if mode == SEA:
        return Reach({h: 0.0, **dict.fromkeys(sea_hexes(c, u), 0.0)})
    if mode == STRATEGIC:
        found = rails(c, u) if c.roster.side[u] == "axis" and not is_attached(c, u) else frozenset()
        return Reach({h: 0.0, **dict.fromkeys(sorted(found), 0.0)})
    if mode == RETREAT:
        return Reach(dict.fromkeys(retreats(c, u), 0.0))
    if (refusal := bound(c, u)) is not None:
        return Reach({h: 0.0}, dict.fromkeys(c.grid.adjacent[h], (refusal.rule, refusal.reason)), 0.0)
    group = group_of(c, u) if s.side == c.roster.side[u] else [u]
    fresh = supposing(c, moving={v: FRESH for v in group if s.moving[v] != GOING or s.mp_left[v] == 0})
    costs = reach_of(fresh, group)[0]
    return Reach({h: float(n) for h, n in sorted(costs.items())}, _beside(fresh, group, costs), budget(fresh, group))


def _beside(c: Ctx, group: Sequence[Unit], costs: dict[Hex, int]) -> dict[Hex, tuple[str, str]]:
    """The neighbours that a group cannot enter, with the rule and the reason."""
    found = {}
    for n in c.grid.adjacent[c.state.hex_of[group[0]]]:
        if n not in costs and (refusal := may_reach(c, group, [n])) is not None:
            found[n] = (refusal.rule, refusal.reason)
    return found
