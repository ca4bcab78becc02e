"""What the greedy player knows of this game: facts of a position, what is worth what, and what to do in each step.

That player stays as it is, for others are measured against it. The adapter of the player that plans takes facts from
here, and what it does not know better itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.games.ava.greedy import duties
from engine.games.ava.greedy.arrivals import arrive
from engine.games.ava.greedy.march import movement
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
"""The greedy player's."""
