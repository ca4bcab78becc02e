"""What is worth what in this game, and what to do in each of its steps: what computer players are told of it."""

from __future__ import annotations

from engine.games.efs.advice import duties
from engine.games.efs.advice.planning import EfsPlanning
from engine.players.greedy.scene import ByStep

STEPS = {
    "declaration": duties.declaration, "combat": duties.combat, "reaction": duties.reaction,
    "missions": duties.missions, "reinforcements": duties.posting, "replacements": duties.posting,
    "engineering": duties.engineering,
}  # fmt: skip
"""Step to what is known about it. Steps that are not here get their usual answer."""

ADVISOR = ByStep(STEPS)
PLANNING = EfsPlanning()
"""What the player that plans is given."""
