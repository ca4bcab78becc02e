"""What can be asked about combat: the calculation of an attack, what is declared, what could be attacked."""

from __future__ import annotations

from engine.games.pm.combat.strengths import MOBILE, PREPARED
from engine.games.pm.phases.prepared_assault import attackers, declared
from engine.games.pm.queries.prospects import prospects, tally_query
from engine.play.queries import CombatQueries

COMBAT = CombatQueries(
    tally=tally_query,
    kinds=(PREPARED, MOBILE),
    now=lambda c: MOBILE if c.state.stack and c.frame.step == "movement" else PREPARED,
    declared=declared,
    attackers=attackers,
    prospects=prospects,
    key="2/1 attacker loses 2 steps, defender 1 · E all defenders eliminated",
    gives_way=("clear ", "hex cleared"),
)
