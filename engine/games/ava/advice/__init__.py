"""What is worth what in this game, and what to do in each of its steps: the adviser of the greedy player."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.games.ava.advice import duties
from engine.games.ava.advice.arrivals import arrive
from engine.games.ava.advice.march import movement
from engine.games.ava.advice.planning import AvaPlanning
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

Adviser = Callable[[Scene], Iterator[Idea | None]]

STEPS: dict[str, Adviser] = {
    "movement": movement,
    "combat": duties.combat,
    "resolve": duties.resolve,
    "losses": duties.losses,
    "retreat": duties.retreat,
    "advance": duties.advance,
    "draw": duties.draw,
    "select": duties.select,
    "add-army": duties.select,
    "interrupt": duties.interrupt,
    "reserve": duties.reserve,
    "give-up": duties.give_up,
    "pull-back": duties.pull_back,
    "stand-fast": duties.lift,
    "fortify": duties.build,
    "reinforce": arrive,
    "arrive": arrive,
}
"""Step to what is known about it. Steps that are not here get their usual answer."""


class AvaAdvisor:
    """Ideas for the step that waits."""

    def ideas(self, scene: Scene) -> Iterator[Idea | None]:
        """Those of the step's own adviser."""
        adviser = STEPS.get(scene.step)
        return adviser(scene) if adviser is not None else iter(())


ADVISOR = AvaAdvisor()
PLANNING = AvaPlanning()
"""What the player that plans is given."""
