"""The adapter of the player that plans: what it is told of this game, and its duties beside plans."""

from __future__ import annotations

from engine.games.pm.advice import movement, storm, support
from engine.games.pm.advice.planning import PmPlanning
from engine.games.pm.greedy import ADVISOR, STEPS, Adviser, PmAdvisor

__all__ = ["ADVISOR", "DUTIES", "PLANNING"]

PLANNED: dict[str, Adviser] = {
    **STEPS,
    "german-reinforcement": support.called_out,
    "soviet-reinforcement": movement.reinforced,
    "release": movement.reinforced,
    "movement": movement.movement,
    "commitment": support.commitment,
    "hedgehogs": support.hedgehogs,
    "pause": support.stay,
    "orders": support.orders,
    "advance": storm.advance,
}
"""The same where the player that plans knows more."""

DUTIES = PmAdvisor(PLANNED)
"""What that player does where no plan is made."""
PLANNING = PmPlanning()
"""What it is given for plans."""
