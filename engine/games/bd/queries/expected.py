"""What a unit is reckoned with by whoever cannot know what it will be worth in a battle."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.bd.tables import Ctx
from engine.games.bd.units import strength

DIE, UNSEEN = 3.5, 3.0
"""What a unit is reckoned with whose factor is thrown for (8.4, 8.35), or that lies under another one."""


def factors(c: Ctx, u: Unit) -> tuple[float, float]:
    """Attack and defense factor of a unit, as expected where a die decides or it may not be looked at (11.7)."""
    if c.state.covered[u]:
        return UNSEEN, UNSEEN
    if c.roster.number("diced", u):
        return DIE, DIE
    attack, defense, _ = strength(c, u)
    return float(attack), float(defense)
