"""Where air units and what they carry can fly, and where a retreat may end, for whoever asks beside movement."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.air.bases import bases_now, far_flying, ready
from engine.games.efs.combat.battles import number_at
from engine.games.efs.combat.paths import Flight, ways
from engine.games.efs.edition import edition
from engine.games.efs.kinds import TRANSPORT, is_air, kind
from engine.games.efs.movement.airlift import RANGE, fields, may_fly, start
from engine.games.efs.tables import Ctx
from engine.games.efs.units import combat_units
from engine.play.asked import Reach
from engine.play.citing import rule

LONGER = 3
"""Hexes of an Additional Retreat (16.45)."""


@rule("efs:14.22", "efs:14.74")
def mission_reach(c: Ctx, u: Unit) -> Reach:
    """Hexes in range of some mission of an air unit, with the distance from the nearest base; towns for transports."""
    if not is_air(c, u):
        return Reach({})
    bases = bases_now(c, c.roster.side[u])
    if kind(c, u) == TRANSPORT:
        away = _distances(c, bases, RANGE)
        return Reach({h: away[h] for h in fields(c) if h in away}, {}, float(RANGE))
    most = c.data.constant("air_range")
    if far_flying(c, u):
        return Reach(_distances(c, bases, c.grid.size))
    return Reach(_distances(c, bases, most), {}, float(most))


def _distances(c: Ctx, bases: Iterable[Hex], most: int) -> dict[Hex, float]:
    """Hexes in play by their distance from the nearest base, whatever lies between."""
    edge = set(bases)
    found = dict.fromkeys(edge, 0.0)
    for n in range(1, most + 1):
        edge = {h for near in edge for h in c.grid.adjacent[near]}.difference(found)
        if not edge:
            break
        found |= dict.fromkeys(edge, float(n))
    return {h: found[h] for h in sorted(found) if h in c.data.in_play}


@rule("efs:14.22")
def most_flying(c: Ctx, side: str) -> dict[Hex, int]:
    """How many ready air units of a side can reach each hex."""
    planes = [u for u in ready(c, side) if kind(c, u) != TRANSPORT]
    near = _distances(c, bases_now(c, side), c.data.constant("air_range")) if planes else {}
    far = sum(far_flying(c, u) for u in planes)
    found = dict.fromkeys(near, len(planes))
    return found | {h: far for h in c.data.in_play if far and h not in near}


@rule("efs:14.74", "efs:14.75")
def lift_reach(c: Ctx, u: Unit) -> Reach:
    """Towns to which a ground unit can be flown now, with the hexes of the flight; why it cannot beside its own hex."""
    here = c.state.hex_of[u]
    costs = {h: float(c.grid.distance(start(c, u, h), h)) for h in fields(c) if may_fly(c, u, h) is None}
    if costs or here < 0:
        return Reach({**({here: 0.0} if here >= 0 else {}), **costs}, {}, float(RANGE))
    towns = (h for h in fields(c) if h != here)
    why = next((refusal for h in towns if (refusal := may_fly(c, u, h)) is not None), None)
    near = c.grid.adjacent[here] if why is not None else ()
    return Reach({here: 0.0}, {h: (why.rule, why.reason) for h in near if why is not None}, 0.0)


@rule("efs:16.4", "efs:16.41", "efs:16.43", "efs:16.45", "efs:16.48")
def retreat_reach(c: Ctx, u: Unit, led: bool) -> Reach:
    """Where a retreat of a unit out of its hex may end, with the vacant hexes in enemy zones that it passes.

    All in its hex retreat; ``led`` by the enemy it goes three hexes and past no zone.
    """
    here, side = c.state.hex_of[u], c.roster.side[u]
    own = number_at(c, here)
    s = c.state
    others = (c.board.index[label] for label, n in s.battle.items() if n != own and n not in s.battles_done)
    attacked = others if edition(c).retreat_shuns_battles else ()
    f = Flight(side, combat_units(c, here, side), LONGER if led else 2, not led, led, frozenset(attacked))
    return Reach({h: float(way.zoc >= 0) for h, way in ways(c, [u], f).items()})
