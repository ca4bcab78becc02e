"""Mobile assaults before anybody else moves: stacks beside an enemy whom they can roll over (10.23 to 10.33)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.grid import Hex, Unit
from engine.games.bd.advice.values import goals, price
from engine.games.bd.combat.mobile import assault_cost, may_assault, may_storm
from engine.games.bd.combat.odds import AE, BB, DE, DR, tally
from engine.games.bd.combat.retreat import ends
from engine.games.bd.combat.support import MOBILE, NONE, Support, planes_left
from engine.games.bd.movement.allowance import budget, movers
from engine.games.bd.state import FRESH
from engine.games.bd.tables import Ctx
from engine.games.bd.units import occupied, side_units
from engine.play.action import Action

LEAST = 0.1
"""Worth of a mobile assault that is made."""
OPENED = 0.15
"""What a hex that the enemy is driven from is worth."""

Storm = tuple[float, tuple[Unit, ...], Hex, Support]
"""What an assault is worth, who makes it, on which hex, with what support."""
NOTHING: Storm = (0.0, (), -1, NONE)


def storm(c: Ctx) -> Action | None:
    """The next action of the best mobile assault, none once anybody has moved in another way."""
    s, ids = c.state, c.roster.ids
    gone = (u for u, on in enumerate(s.moving) if on != FRESH and not s.stormed[u])
    if any(s.hex_of[u] >= 0 and c.roster.side[u] == s.side for u in gone):
        return None
    value, group, target, support = max(_assaults(c), default=NOTHING, key=lambda a: (a[0], -a[2]))
    if value < LEAST:
        return None
    for u, on in enumerate(s.picked):
        if on and u not in group:
            return Action("drop", (ids[u],))
    for u in group if len(group) > 1 else ():
        if not s.picked[u]:
            return Action("pick", (ids[u],))
    return Action("assault", (ids[group[0]], c.label(target), *(("luftwaffe",) if support.luftwaffe else ())))


def _assaults(c: Ctx) -> Iterator[Storm]:
    """What could be stormed from where stacks stand."""
    enemy, aims = occupied(c, c.other(c.state.side)), goals(c)
    support = Support(luftwaffe=1) if c.state.side == "axis" and planes_left(c) else NONE
    for group in _groups(c):
        a = c.state.hex_of[group[0]]
        for h in c.grid.adjacent[a]:
            able = h in enemy and all(may_storm(c, u, a, h) is None for u in group)
            if able and assault_cost(c, group, a, h) <= budget(c, group):
                yield _worth(c, group, h, support, OPENED + aims.get(h, 0.0)), group, h, support


def _worth(c: Ctx, group: tuple[Unit, ...], h: Hex, support: Support, ground: float) -> float:
    """Both sides' losses by the table, and the hex; a retreat that cannot be made costs the enemy everybody."""
    found = tally(c, MOBILE, group, h, support)
    p, defenders = found.distribution, side_units(c, h, c.other(c.state.side))
    mine, theirs = sum(price(c, u) for u in group), sum(price(c, u) for u in defenders)
    trapped = not ends(c, defenders, h, [c.state.hex_of[group[0]]])
    gone, back = p.get(DE, 0.0) + p.get(BB, 0.0), p.get(DR, 0.0)
    share = min(1.0, found.defense / found.attack) if found.attack else 1.0
    lost = mine * (p.get(AE, 0.0) + p.get(BB, 0.0) * share)
    return (gone + back * trapped) * theirs + (gone + back) * ground - lost


def _groups(c: Ctx) -> list[tuple[Unit, ...]]:
    """Units that could assault together: those of one hex and origin (10.27)."""
    found: dict[tuple[Hex, Hex], list[Unit]] = {}
    for name in movers(c):
        u = c.roster.by_id[name]
        if may_assault(c, u) is None:
            found.setdefault((c.state.hex_of[u], c.state.origin[u]), []).append(u)
    return [tuple(units) for _, units in sorted(found.items())]
