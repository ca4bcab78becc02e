"""The adapter of the player that plans: what it is told of this game, and its duties beside plans."""

from __future__ import annotations

from engine.games.ava.advice import planned
from engine.games.ava.advice.planning import AvaPlanning
from engine.games.ava.greedy import ADVISOR, STEPS
from engine.players.greedy.scene import ByStep

__all__ = ["ADVISOR", "DUTIES", "PLANNING"]

DUTIES = ByStep(
    {
        **STEPS,
        "select": planned.select,
        "add-army": planned.select,
        "reinforce": planned.reinforcements,
        "arrive": planned.reinforcements,
        "give-up": planned.give_up,
    }
)
"""What that player does where no plan is made."""
PLANNING = AvaPlanning()
"""What it is given for plans."""
