"""What is worth what in this game, and what to do in each of its steps that no plan is made for."""

from __future__ import annotations

from engine.games.bd.advice import duties
from engine.games.bd.advice.planning import BdPlanning, order
from engine.players.greedy.scene import ByStep

STEPS = {
    "german-segment": duties.segment,
    "soviet-segment": duties.segment,
    "rvgk": duties.segment,
    "phase-order": order,
    "offensive-supply": duties.offensive,
    "german-answer": duties.support,
    "convert": duties.convert,
    "losses": duties.losses,
    "caucasus-answer": duties.send,
    "strongholds": duties.declare,
    "emergency": duties.emergency,
    "overstack": duties.surplus,
    "strategic-movement": duties.rail,
    "summer-offensive": duties.summer,
}
"""Step to what is known about it. Steps that are not here get their usual answer."""

ADVISOR = ByStep(STEPS)
PLANNING = BdPlanning()
"""What the player that plans is given."""
