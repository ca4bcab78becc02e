"""The adapter of the player that plans: what it is told of this game, and its duties beside plans."""

from __future__ import annotations

from functools import partial

from engine.games.pm.advice import movement, storm, support
from engine.games.pm.advice.planning import PmPlanning
from engine.games.pm.greedy import ADVISOR, STEPS, Adviser, PmAdvisor, duties

__all__ = ["ADVISOR", "DUTIES", "PLANNING"]

QUIET, CLOSE = 5, 4
"""The turn from which security divisions are called out for points, and hexes from Greater Germany: no farther."""
PLANNED: dict[str, Adviser] = {
    **STEPS,
    "german-reinforcement": partial(duties.called_out, security_from=QUIET, within=CLOSE),
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
