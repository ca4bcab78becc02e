"""What the greedy player knows of this game: facts of a position, what is worth what, and what to do in each step.

That player stays as it is, for others are measured against it. The adapter of the player that plans takes facts from
here, and what it does not know better itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.games.pm.greedy import aftermath, defensive, duties, offensive
from engine.play.suppose import supposing
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

    def __init__(self, steps: Mapping[str, Adviser]) -> None:
        self._steps = steps

    def ideas(self, scene: Scene) -> Iterator[Idea | None]:
        """Those of the step's own adviser, who looks at what is known of the enemy from before as well (14.7)."""
        if known := {u: 0 for u in scene.known if scene.c.state.covered[u]}:
            scene.c = supposing(scene.c, covered=known)
        adviser = self._steps.get(scene.step)
        return adviser(scene) if adviser is not None else iter(())


ADVISOR = PmAdvisor(STEPS)
"""The greedy player's."""
