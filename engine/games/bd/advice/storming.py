"""Mobile assaults: stacks beside an enemy whom they could roll over (10.23 to 10.33)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.bd.advice.knowledge import outcome
from engine.games.bd.combat.mobile import assault_cost, may_storm
from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.support import MOBILE, Support, planes_left
from engine.games.bd.movement.allowance import budget
from engine.games.bd.queries.prospects import groups
from engine.games.bd.tables import Ctx
from engine.games.bd.units import occupied
from engine.play.action import Action
from engine.players.planner.dashes import Dash, picking


def storms(c: Ctx) -> Iterator[Dash | None]:
    """What could be stormed from where stacks stand."""
    enemy, flies = occupied(c, c.other(c.state.side)), c.state.side == "axis" and planes_left(c) > 0
    at, origin = c.state.hex_of, c.state.origin
    for group in sorted(groups(c), key=lambda units: (at[units[0]], origin[units[0]])):
        a = at[group[0]]
        for h in sorted(enemy.intersection(c.grid.adjacent[a])):
            if all(may_storm(c, u, a, h) is None for u in group) and assault_cost(c, group, a, h) <= budget(c, group):
                found = tally(c, MOBILE, group, h, Support(luftwaffe=int(flies)))
                results = [(outcome(result, found.defense), p) for result, p in found.distribution.items()]
                words = (c.roster.ids[group[0]], c.label(h), *(("luftwaffe",) if flies else ()))
                yield Dash(group, a, h, results, (*picking(c, group), Action("assault", words)))
        yield None
