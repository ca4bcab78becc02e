"""The adapter of the player that plans: what it is told of this game, and its duties beside plans."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.pm.advice import bulwark, pauses, support, thrust
from engine.games.pm.advice.planning import PmPlanning
from engine.games.pm.greedy import ADVISOR, STEPS, Adviser, PmAdvisor, duties
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

__all__ = ["ADVISOR", "DUTIES", "PLANNING"]


def planned_movement(scene: Scene) -> Iterator[Idea | None]:
    """The same for the player that plans."""
    return thrust.movement(scene) if scene.side == "axis" else bulwark.movement(scene)


def planned_calls(scene: Scene) -> Iterator[Idea | None]:
    """Security divisions cost points that decide the first turns: who threatens the border then are pockets (8.21)."""
    return duties.called_out(scene, QUIET, CLOSE)


QUIET, CLOSE = 5, 4
"""The turn from which they are called out, and hexes from Greater Germany within which they are of use."""
PLANNED: dict[str, Adviser] = {
    **STEPS,
    "german-reinforcement": planned_calls,
    "movement": planned_movement,
    "commitment": support.commitment,
    "hedgehogs": support.hedgehogs,
    "pause": pauses.stay,
    "orders": pauses.orders,
    "advance": pauses.advance,
}
"""The same where the player that plans knows more."""

DUTIES = PmAdvisor(PLANNED)
"""What that player does where no plan is made."""
PLANNING = PmPlanning()
"""What it is given for plans."""
