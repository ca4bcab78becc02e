"""What can be asked about combat: the calculation of an attack, what is declared, what could be attacked."""

from __future__ import annotations

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.games.ava.combat.combat import combat_tally, may_strike, planned
from engine.games.ava.queries.prospects import prospects
from engine.games.ava.tables import Ctx
from engine.kit.attacks import one_side, told_stands
from engine.play.action import Impossible, Refusal
from engine.play.citing import rule
from engine.play.engagement import Engagement
from engine.play.queries import CombatQueries
from engine.play.suppose import reckoning


def tally_query(c: Ctx, kind: str, fight: Engagement, modifiers: dict[str, str]) -> Tally:
    """The calculation of an attack, with attackers put elsewhere in thought by ``stands``.

    Raises ``BadInput`` for an attack that the rules never allow, whoever is to act.
    """
    attackers, target = fight.attackers, fight.target
    there = reckoning(c, hex_of=told_stands(c, modifiers, attackers))
    if (refusal := possible(there, attackers, target)) is not None:
        raise Impossible(refusal)
    return combat_tally(there, attackers, target)


@rule("ava:10.0", "ava:10.1")
def possible(c: Ctx, attackers: tuple[Unit, ...], target: Hex) -> Refusal | None:
    """Why units cannot attack a hex from where they stand, in whatever segment."""
    if (refusal := one_side(c, attackers, "ava:10.1")) is not None:
        return refusal
    return next((found for u in attackers if (found := may_strike(c, u, target)) is not None), None)


COMBAT = CombatQueries(
    vacated=lambda c: c.frame.vars["target"] if c.state.stack and c.frame.step == "advance" else -1,
    tally=tally_query,
    kinds=("attack",),
    declared=lambda c: [Engagement((h,), units) for h, units in planned(c).items()],
    prospects=prospects,
    key="A1 attacker loses 1 step · - nothing · R, RR retreat 1, 2 hexes · 1RR loses 1 and retreats 2",
)
