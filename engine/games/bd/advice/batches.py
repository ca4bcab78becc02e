"""Who is planned for together: a movement phase in batches by place, and who keeps the front meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.components.grid import Hex, Unit
from engine.games.bd.advice.values import FAR, factors, from_enemy
from engine.games.bd.combat.access import attack_list, may_attack
from engine.games.bd.combat.strengths import fighting
from engine.games.bd.combat.support import PREPARED
from engine.games.bd.movement.allowance import may_move
from engine.games.bd.stacking import counts
from engine.games.bd.state import FRESH
from engine.games.bd.supply import defense_halved
from engine.games.bd.tables import Ctx
from engine.games.bd.units import beside_enemy
from engine.play.fields import stacks

SIZE = 16
"""Units of a batch."""
TARGETS = 8
"""Hexes to attack for which units are looked at together."""
NEAR = 3
"""Hexes from the enemy within which units are planned for first."""
TOUCH = 3
"""Hexes from a batch within which those who have moved may join its attacks."""


def fresh(c: Ctx, side: str) -> list[Unit]:
    """Units that have not moved in this phase and still can."""
    s, sides = c.state, c.roster.side
    able = [u for u, h in enumerate(s.hex_of) if h >= 0 and sides[u] == side and s.moving[u] == FRESH]
    return [u for u in able if may_move(c, u) is None]


def batch(c: Ctx, side: str, units: Collection[Unit]) -> list[Unit]:
    """Of some units those around the strongest stack near the enemy; once nobody is near him, around any."""
    far, hex_of, grid = from_enemy(c, side), c.state.hex_of, c.grid
    strength: dict[Hex, float] = {}
    for u in units:
        strength[hex_of[u]] = strength.get(hex_of[u], 0.0) + factors(c, u)[0]
    if not strength:
        return []
    start = min(strength, key=lambda h: (far.get(h, FAR) > NEAR, -strength[h], h))
    return sorted(units, key=lambda u: (grid.distance(start, hex_of[u]), hex_of[u], u))[:SIZE]


def attacking(c: Ctx) -> list[Unit]:
    """Who could take part in the attacks of this phase at the best odds; when those are made, others are the best."""
    able = attack_list(c)

    def odds(h: Hex) -> float:
        defense = sum(factors(c, u)[1] for u in fighting(c, h, PREPARED))
        return sum(factors(c, u)[0] for u in able[h]) / max(defense, 1.0)

    best = sorted(able, key=lambda h: (-odds(h), h))[:TARGETS]
    return sorted({u for h in best for u in able[h]})


def joining(c: Ctx, side: str, units: Collection[Unit]) -> list[Unit]:
    """Who has moved already, may fight in this turn, and stands beside the enemy not far from some units."""
    s, sides = c.state, c.roster.side
    places = {s.hex_of[u] for u in units}
    able = [
        u for u, h in enumerate(s.hex_of)
        if h >= 0 and sides[u] == side and s.moving[u] != FRESH and beside_enemy(c, h, side)
    ]  # fmt: skip
    near = [u for u in able if any(c.grid.distance(s.hex_of[u], h) <= TOUCH for h in places)]
    return [u for u in near if u not in units and may_attack(c, u) is None]


def keeping(c: Ctx, side: str) -> set[Unit]:
    """Units that stay where they are so that no gap opens: half of each stack beside the enemy, on foot first."""
    return {u for h, units in _touching(c, side).items() for u in _half(c, units)}


def _touching(c: Ctx, side: str) -> Mapping[Hex, list[Unit]]:
    """Stacks of a side beside the enemy, without those who do not count and those who are out of supply."""
    own = c.roster.side
    found = {h: [u for u in units if counts(c, u)] for h, units in stacks(c).items()
             if own[units[0]] == side and beside_enemy(c, h, side)}  # fmt: skip
    return {h: units for h, units in found.items() if units and not defense_halved(c, units[0])}


def _half(c: Ctx, units: list[Unit]) -> list[Unit]:
    mech = c.roster.mech
    return sorted(units, key=lambda u: (mech[u], -factors(c, u)[1], u))[: len(units) // 2]
