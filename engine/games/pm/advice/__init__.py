"""What is worth what in this game, and what to do in each of its steps: the adviser of the greedy player."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.games.pm.advice import aftermath, defensive, duties, offensive
from engine.games.pm.advice.planning import PmPlanning
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

Adviser = Callable[[Scene], Iterator[Idea | None]]


def movement(scene: Scene) -> Iterator[Idea | None]:
    """Each side has a way of its own."""
    return offensive.movement(scene) if scene.side == "axis" else defensive.movement(scene)


STEPS: dict[str, Adviser] = {
    "set-up": duties.set_up,
    "german-reinforcement": duties.called_out,
    "soviet-reinforcement": defensive.reinforcement,
    "release": defensive.reinforcement,
    "upkeep": duties.upkeep,
    "orders": duties.orders,
    "pause": duties.stay,
    "commitment": duties.commitment,
    "hedgehogs": duties.hedgehogs,
    "movement": movement,
    "mobile-again": offensive.again,
    "combat": duties.combat,
    "losses": aftermath.losses,
    "advance": aftermath.advance,
}
"""Step to what is known about it. Steps that are not here get their usual answer."""


class PmAdvisor:
    """Ideas for the step that waits."""

    def ideas(self, scene: Scene) -> Iterator[Idea | None]:
        """Those of the step's own adviser."""
        adviser = STEPS.get(scene.step)
        return adviser(scene) if adviser is not None else iter(())


ADVISOR = PmAdvisor()
PLANNING = PmPlanning()
"""What the player that plans is given."""
