"""Where units that come from outside are of most use: near the front, and in goals in danger that are not lost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.players.planner.distances import rings, within
from engine.players.planner.knowledge import Knowledge
from engine.players.planner.lifelines import Lifelines

FRONT = 2
"""Hexes from the enemy at which a unit that comes is of most use."""
STEP = 0.1
"""What each hex farther from there costs."""
ALARM = 3
"""Hexes from the enemy within which a goal is in danger, and within which he is counted."""
EMPTY = 1.5
"""What a goal counts more into which an enemy could walk."""
PLACE = 0.3
"""What a goal counts at least for which that is so; for lesser ones it is less."""
HOPELESS = 7.0
"""Times the defence from which on the enemies around a goal are sure to take it."""
RESERVE, SPARED = 2, 0.1
"""Units that stay in a reserve off the map, and how well somebody must be spared who goes into it."""
RETAKE, CLOSE = 0.5, 3
"""Share of a place that has to be had back that coming so near to it counts."""
BACK = 4
"""Hexes from which strength counts before a place that has to be had back."""
GOOD = 3.0
"""Odds from which on all strength before an enemy is of use."""
FAR = 99


def walked(k: Knowledge, units: Iterable[Unit]) -> frozenset[Hex]:
    """All hexes that some units can come to."""
    return frozenset(h for u in units for h in k.reach(u))


class Needs:
    """What somebody who comes to a hex is worth there to the side that plans."""

    def __init__(self, k: Knowledge, walked: Collection[Hex]) -> None:
        """``walked`` are the hexes to which enemies could come."""
        self.k, self._walked = k, walked
        self.held: dict[Hex, float] = {}
        """The own defence by hex."""
        for f in k.forces(k.side):
            self.held[f.hex] = self.held.get(f.hex, 0.0) + f.defense
        self._worth: dict[tuple[Hex, float], float] = {}

    @cached_property
    def far(self) -> Mapping[Hex, int]:
        """How many hexes each is away from the nearest enemy; those without a way left out."""
        return rings(self.k.beside, {f.hex for f in self.k.forces(self.k.enemy)}, FAR)

    @cached_property
    def goals(self) -> dict[Hex, float]:
        """Goals near the enemy, into which he could walk, or that he has left, with what they count."""
        empty, full = {h for h in self._walked if h not in self.held}, {f.hex for f in self.k.forces(self.k.enemy)}
        left = {h for h in self.k.goals() if self.k.holder(h) == self.k.enemy and h not in full}
        near = [(h, v) for h, v in self.k.goals().items() if h in empty | left or self.far.get(h, FAR) <= ALARM]
        return {h: v + EMPTY * min(v / PLACE, 1.0) * (h in empty) for h, v in near}

    @cached_property
    def _lines(self) -> Lifelines:
        """The supply of the side."""
        return Lifelines(self.k, self.k.side)

    def _fed(self, h: Hex) -> bool:
        """Whether a hex is in supply, where anybody is."""
        return self._lines.reaches(h) or not self._lines.runs

    @cached_property
    def _back(self) -> dict[Hex, float]:
        """Hexes near places that have to be had back, with what it counts to come there."""
        near = ((n, self.k.goals().get(h, 0.0)) for h in self.k.missing() for n in within(self.k.beside, (h,), CLOSE))
        return {n: RETAKE * value for n, value in sorted(near)}

    def lost(self, h: Hex, more: float) -> bool:
        """Whether the enemies around a hex take it even if somebody comes who brings so much defence."""
        near = within(self.k.beside, (h,), ALARM)
        attack = sum(f.attack for f in self.k.forces(self.k.enemy) if f.hex in near)
        return attack > HOPELESS * (self.held.get(h, 0.0) + more)

    def front(self, h: Hex) -> float:
        """What a hex is worth by its distance from the enemy alone."""
        return 1.0 - STEP * abs(self.far.get(h, FAR) - FRONT)

    def at(self, h: Hex, more: float) -> float:
        """The same with the goal in it, for who brings so much defence; less in one that is lost."""
        key = (h, more)
        if key not in self._worth:
            goal = self.goals.get(h, 0.0)
            back = self._back.get(h, 0.0) if more else 0.0
            self._worth[key] = self.front(h) + back + (-EMPTY if goal and self.lost(h, more) else goal)
        return self._worth[key]

    def gain(self, u: Unit, h: Hex) -> float:
        """What it brings that a unit goes to a hex by other ways than its feet, and leaves its own."""
        f = next(f for f in self.k.forces(self.k.side) if f.unit == u)
        alone = not any(other.hex == f.hex and other.unit != u for other in self.k.forces(self.k.side))
        near = self.far.get(f.hex, FAR) <= self.k.pace(self.k.enemy)  # whoever stands between now
        left = self.k.goals().get(f.hex, 0.0) + EMPTY if alone and near else 0.0
        first = self.at(h, f.defense) if h not in self.held else self.front(h)
        return first - self.front(f.hex) - left

    def spared(self, u: Unit) -> float:
        """How well a unit can be spared where it is: by its distance from the enemy, less its worth; not where it is
        alone in a goal to which he could come next. Best who is off the map."""
        f = next((f for f in self.k.forces(self.k.side) if f.unit == u), None)
        if f is None:
            return float(FAR)
        alone = f.hex in self.k.goals() and self.held[f.hex] <= f.defense
        far = self.far.get(f.hex, FAR)
        return (0.0 if alone and far <= self.k.pace(self.k.enemy) + 1 else STEP * max(far - ALARM, 0)) - sum(f.steps)

    def stored(self, u: Unit, waiting: int) -> float:
        """What it brings that a unit goes into a reserve off the map in which so many wait: who is far from the front,
        and from goals in danger in which nobody stands, until there are a few."""
        needed = not (self.goals.keys() - self.held.keys()).isdisjoint(self.k.reach(u))
        return self.spared(u) - SPARED if waiting < RESERVE and not needed else -1.0

    def leaves_reserve(self, h: Hex, waiting: int) -> bool:
        """Whether somebody of so many in reserve goes to a hex: a few stay, but for goals in danger."""
        return waiting > RESERVE or h in self.goals

    def wanting(self) -> set[Hex]:
        """Hexes where whoever comes by other ways than his feet may be of use: goals in danger, and held ones near the
        enemy."""
        return {h for h, far in self.far.items() if h in self.goals or (far <= FRONT and h in self.held)}

    def rides(self, u: Unit, ways: Iterable[Hex], least: float) -> list[tuple[float, Hex]]:
        """Where else a unit could be taken, with what that brings, the best first: nobody from the front, and nowhere
        where it brings less than ``least`` or there is no supply."""
        away = any(f.unit == u and self.far.get(f.hex, FAR) > FRONT for f in self.k.forces(self.k.side))
        where = [h for h in self.wanting() & set(ways) if self._fed(h)] if away else []
        gains = sorted((-self.gain(u, h), h) for h in where)
        return [(-loss, h) for loss, h in gains if loss <= -least]


def promising(k: Knowledge, strength: Callable[[Unit], float]) -> dict[Hex, float]:
    """Strength by hex of those near the enemy; less where all together are weak for whoever stands before them, more
    where he stands in a place that has to be had back."""
    mine, theirs, found = dict[Hex, float](), dict[Hex, float](), dict[Hex, float]()
    for f in k.forces(k.side):
        mine[f.hex] = mine.get(f.hex, 0.0) + strength(f.unit)
    for f in k.forces(k.enemy):
        theirs[f.hex] = theirs.get(f.hex, 0.0) + f.defense
    for t, defense in theirs.items():
        far, prize = (BACK, 1 + k.goals().get(t, 0.0)) if t in k.missing() else (FRONT, 1.0)
        near = [h for h in within(k.beside, (t,), far) if h in mine]
        odds = sum(mine[h] for h in near) / max(defense, 1.0)
        share = min(odds / GOOD, 1.0) * prize
        for h in near:
            found[h] = max(found.get(h, 0.0), mine[h] * share)
    return found
