"""What it is worth to have units act: the best plan for them, against standing still."""

from __future__ import annotations

from collections.abc import Collection, Generator

from engine.components.grid import Unit
from engine.players.planner.distances import Distances
from engine.players.planner.knowledge import Knowledge
from engine.players.planner.making import Maker
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights

PLANS, ATTACKS = 24, 60
"""Plans and attacks that are valued for each who may be summoned: many are weighed, and none of the plans is kept."""
ONE_IN = 2
"""Of what patterns propose one in so many is looked at."""

SHARE = 0.3
"""Share of what a plan is worth that is looked at besides."""
AGAIN = 0.5
"""Share of its worth that each further summons of the same units brings, who have acted by then."""
EQUALS = 0.1
"""Share of the strength that is set in motion: where it gains nothing now, it may have to answer the enemy."""


class Summons:
    """One position in which a side decides who is to act: what is found of it holds for all of them."""

    def __init__(self, k: Knowledge, w: Weights, distances: Distances | None = None) -> None:
        self._k, self._w, self._distances = k, w, distances or Distances(k.beside)
        self._whole = Situation(k, (), w, distances=self._distances)
        """The position with nobody to act: what is the same for all of them."""
        self._known: dict[frozenset[Unit], float] = {}

    def gain(self, units: Collection[Unit]) -> Generator[None, None, float]:
        """What these units could bring if they acted now, in victory points or what is as good; never below 0. In
        pieces."""
        key = frozenset(units)
        if key not in self._known:
            s = Situation(self._k, units, self._w, distances=self._distances, like=self._whole, share=SHARE)
            self._known[key] = (yield from _best(s)) if s.ready else 0.0
        return self._known[key]


def parts(gain: float, before: int, strength: float) -> tuple[tuple[str, float], ...]:
    """What speaks for a summons of units that gain so much and were summoned so often ``before``."""
    return ("plan", gain * AGAIN**before), ("strength", strength * EQUALS)


def _best(s: Situation) -> Generator[None, None, float]:
    maker = Maker(s, PLANS, ATTACKS, ONE_IN)
    yield from maker.work()
    return max(maker.best(1)[0].value - maker.worth.value(s.staying), 0.0)
