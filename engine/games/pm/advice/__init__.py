"""What is worth what in this game, and what to do in each of its steps: the adviser of the greedy player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.games.pm.advice import aftermath, bulwark, defensive, duties, offensive, pauses, support, thrust
from engine.games.pm.advice.planning import PmPlanning
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
"""The greedy player's, which stays as it is: others are measured against it."""
DUTIES = PmAdvisor(PLANNED)
"""That of the player that plans, for what no plan is made for."""
PLANNING = PmPlanning()
"""What the player that plans is given."""
