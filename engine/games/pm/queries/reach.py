"""What the screens ask about movement: where a unit can go, and what is in the way beside it. Nothing is changed."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.components.paths import reach
from engine.games.pm.combat.mobile import assault_reach
from engine.games.pm.movement.allowance import AREAS, allowance, bound, may_act
from engine.games.pm.movement.costs import class_of, closed, hex_cost, shared_edges
from engine.games.pm.movement.reach import may_reach, reach_of
from engine.games.pm.phases.sea import invade_check, may_embark, sail_check
from engine.games.pm.state import FRESH, GOING
from engine.games.pm.tables import Ctx, tables
from engine.kit.picking import group_of
from engine.play.asked import Reach
from engine.play.suppose import supposing

NORMAL, ASSAULT, SEA = "normal", "assault", "sea"
MODES = (NORMAL, ASSAULT, SEA)


def reach_query(c: Ctx, u: Unit, mode: str) -> Reach:
    """Costs in movement points by hex, and why the hexes beside a unit are closed to it.

    ``normal`` is movement over land, from a Reserve Area too; ``assault`` the enemy hexes that could be assaulted, the
    way included; ``sea`` ports and landing places, at no cost. A unit that is not in the middle of its movement is
    taken as fresh, one that is picked as part of the picked group; one that is bound for the whole player turn goes
    nowhere, nor does one that has ended its movement while the phase lasts.
    """
    s = c.state
    moves = s.side == c.roster.side[u] and any(frame.step == "movement" for frame in s.stack)
    if (refusal := may_act(c, u) if moves else bound(c, u)) is not None:
        around = c.grid.adjacent[s.hex_of[u]] if s.hex_of[u] >= 0 else ()
        return Reach({}, dict.fromkeys(around, (refusal.rule, refusal.reason)))
    if mode == SEA:
        return Reach(_by_sea(c, u))
    if s.hex_of[u] < 0:
        return Reach(_from_area(c, u) if mode == NORMAL and s.box[u] in AREAS else {})
    group = group_of(c, u) if s.side == c.roster.side[u] else [u]
    fresh = supposing(c, moving={v: FRESH for v in group if s.moving[v] != GOING or s.mp_left[v] == 0})
    if mode == ASSAULT:
        return Reach({h: float(n) for h, n in sorted(assault_reach(fresh, group).items())})
    costs = reach_of(fresh, group)[0]
    return Reach({h: float(n) for h, n in sorted(costs.items())}, _beside(fresh, group, costs))


def _beside(c: Ctx, group: Sequence[Unit], costs: dict[Hex, int]) -> dict[Hex, tuple[str, str]]:
    """The neighbours that a group cannot enter, with the rule and the reason."""
    found = {}
    for n in c.grid.adjacent[c.state.hex_of[group[0]]]:
        if n not in costs and (refusal := may_reach(c, group, [n])) is not None:
            found[n] = (refusal.rule, refusal.reason)
    return found


def _from_area(c: Ctx, u: Unit) -> dict[Hex, float]:
    """Costs from an OKH Reserve Area: of the hex of entry and everything beyond it (8.3)."""
    kind, side, nationality = class_of(c, u), c.roster.side[u], c.roster.nationality[u]
    shut, most, found = closed(c, side, [nationality]), allowance(c, u), dict[Hex, int]()
    steps, none = shared_edges(c, [kind], side), bytes(c.grid.size)
    for door in sorted(tables(c).zone(AREAS[c.state.box[u]]) - shut):
        first = min(hex_cost(c, kind, door), most)
        for h, cost in reach(steps, door, most, none, shut, first)[0].items():
            found[h] = min(cost, found.get(h, cost))
    return {h: float(n) for h, n in sorted(found.items())}


def _by_sea(c: Ctx, u: Unit) -> dict[Hex, float]:
    """Ports and landing places open to a unit now."""
    if may_embark(c, u) is not None:
        return {}
    me, t = c.roster.ids[u], tables(c)
    ports = {h for h in t.ports if sail_check(c, me, c.label(h)) is None}
    coast = {h for h in t.zone("invasion_coast") if invade_check(c, me, c.label(h)) is None}
    return {h: 0.0 for h in sorted(ports | coast)}
