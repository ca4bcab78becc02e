"""What can be asked about combat: the calculation of an attack, what is declared, what could be attacked."""

from __future__ import annotations

from engine.games.ava.combat.combat import planned
from engine.games.ava.queries.prospects import prospects, tally_query
from engine.play.queries import CombatQueries

COMBAT = CombatQueries(
    tally=tally_query,
    kinds=("attack",),
    declared=planned,
    prospects=prospects,
    key="A1 attacker loses 1 step · - nothing · R, RR retreat 1, 2 hexes · 1RR loses 1 and retreats 2",
)
