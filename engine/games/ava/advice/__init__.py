"""What is worth what in this game, and what to do in each of its steps: the adviser of the greedy player."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.games.ava.advice import duties, planned
from engine.games.ava.advice.arrivals import arrive
from engine.games.ava.advice.march import movement
from engine.games.ava.advice.planning import AvaPlanning
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import ByStep, Scene

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

ADVISOR = ByStep(STEPS)
"""The greedy player's, which stays as it is: others are measured against it."""
DUTIES = ByStep(
    {
        **STEPS,
        "reinforce": planned.reinforcements,
        "arrive": planned.reinforcements,
        "give-up": planned.give_up,
    }
)
"""That of the player that plans, for what no plan is made for."""
PLANNING = AvaPlanning()
"""What the player that plans is given."""
