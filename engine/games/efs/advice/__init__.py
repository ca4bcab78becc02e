"""What is worth what in this game, and what to do in each of its steps: what computer players are told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.games.efs.advice import duties
from engine.games.efs.advice.planning import EfsPlanning
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

STEPS: dict[str, Callable[[Scene], Iterator[Idea | None]]] = {
    "declaration": duties.declaration,
    "combat": duties.combat,
    "reaction": duties.reaction,
    "missions": duties.missions,
    "reinforcements": duties.posting,
    "replacements": duties.posting,
    "engineering": duties.engineering,
}
"""Step to what is known about it. Steps that are not here get their usual answer."""


class EfsAdvisor:
    """Ideas for the step that waits."""

    def ideas(self, scene: Scene) -> Iterator[Idea | None]:
        """Those of the step's own adviser."""
        adviser = STEPS.get(scene.step)
        return adviser(scene) if adviser is not None else iter(())


ADVISOR = EfsAdvisor()
PLANNING = EfsPlanning()
"""What the player that plans is given."""
