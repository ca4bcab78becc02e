"""Ways by which enemies who come from outside could get into what counts, now or once the front has moved, and the
fewest places where a unit each bars them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from engine.components.grid import Hex
from engine.components.paths import sweep
from engine.players.planner.barrier import Barrier
from engine.players.planner.garrisons import CALLED, Spot

AHEAD = 0.6
"""Share of what their coming costs that counts where they can come only once those near the front are gone."""
PRICE, FARTHER = 0.3, 0.15
"""What a unit costs that stays in a place, and for each hex of the way there."""
OTHERS = 1.0
"""What it costs more if none of those who may act now does it."""
NEAR_ENEMY = 1.5
"""What it costs more where he may drive it off."""
MOST = 40.0
"""What one place may save at most."""
FAR = 99
"""More hexes than any two are apart that matter."""


def rationed(dangers: Mapping[Hex, float], comers: int) -> dict[Hex, float]:
    """Dangers of which so many come true at most: all the less, so that together they are no more than the greatest of
    them."""
    total = sum(dangers.values())
    share = sum(sorted(dangers.values())[-comers:]) / total if comers > 0 and total > 0 else 0.0
    return {h: value * share for h, value in dangers.items() if share}


class Incursions(ABC):
    """What a side has to lose by enemies who come by such ways, and where units together bar these."""

    def __init__(self, ways: Sequence[Sequence[Hex]], beside: Sequence[Sequence[Hex]], sources: Iterable[Hex]) -> None:
        """``ways`` are by hex those to which a way goes on, ``beside`` those that a unit in it bars beside its own,
        ``sources`` is where the ways begin."""
        self._ways, self._beside, self._sources = ways, beside, list(sources)
        self._least, self._most = len(ways), len(ways) + 1
        """Stand for all goals that count once together, and for the dearest of them."""

    @property
    @abstractmethod
    def goals(self) -> Mapping[Hex, float]:
        """By hex what the enemy's coming there would cost if he could come."""

    @property
    @abstractmethod
    def alike(self) -> Collection[Hex]:
        """Goals that count once, the dearest, into whichever of them he comes."""

    @property
    def comers(self) -> int:
        """How many enemies come at most, each into one goal; as many as there are goals where that is not told."""
        return FAR

    @property
    @abstractmethod
    def now(self) -> Collection[Hex]:
        """Hexes to which enemies can come now."""

    @property
    @abstractmethod
    def firm(self) -> Collection[Hex]:
        """Hexes with units that bar a way next turn too."""

    @abstractmethod
    def exposed(self, h: Hex) -> bool:
        """Whether who bars a hex may be driven off before the enemies come."""

    @abstractmethod
    def fighting(self, able: bool) -> Iterable[Hex]:
        """Hexes of units that fight: of those who may act now, or of all others."""

    # ------------------------------------------------------------------ what could be lost
    def _net(self, more: Collection[Hex] = ()) -> dict[Hex, int]:
        """Hexes that enemies reach if only those bar them who are firm, and units in ``more``."""
        closed = bytearray(len(self._ways))
        for h in (*self.firm, *more):
            closed[h] = 1
            for n in self._beside[h]:
                closed[n] = 1
        starts = [h for h in self._sources if not closed[h] and self._ways[h]]
        return sweep(self._ways, starts, closed, closed)[0]

    @cached_property
    def _coming(self) -> dict[Hex, float]:
        """By goal that enemies can come to what that would cost, each by itself."""
        if not self.goals:
            return {}
        now, ahead = self.now, self._net()
        able = ((h, value) for h, value in self.goals.items() if h in now or h in ahead)
        return {h: value * (1.0 if h in now else AHEAD) for h, value in able}

    @cached_property
    def _stand_ins(self) -> dict[Hex, tuple[frozenset[Hex], float]]:
        """What stands for which goals that count once, with what coming into any of them costs."""
        once = {h: value for h, value in self._coming.items() if h in self.alike}
        if not once:
            return {}
        least, most = min(once.values()), max(once.values())
        best = frozenset(h for h, value in once.items() if value == most)
        return {self._least: (frozenset(once), least), self._most: (best, most - least)}

    @cached_property
    def danger(self) -> dict[Hex, float]:
        """By hex what coming there would cost; of those that count once in all. No more than the dearest of them are
        lost to so few as come, whichever these are."""
        found = {h: value for h, value in self._coming.items() if h not in self.alike}
        found |= {h: value for h, (_, value) in self._stand_ins.items()}
        return rationed(found, self.comers)

    def _onward(self, h: Hex) -> Sequence[Hex]:
        """Where one goes on to: along the way, and from a goal to what stands for it."""
        if h in self._stand_ins:
            return ()
        return (*self._ways[h], *(n for n, (goals, _) in self._stand_ins.items() if h in goals))

    def _total(self, net: Collection[Hex]) -> float:
        """What could be lost in the hexes of a net."""
        met = {n for n, (goals, _) in self._stand_ins.items() if not goals.isdisjoint(net)}.union(net)
        return sum(value for h, value in self.danger.items() if h in met)

    # ------------------------------------------------------------------ where they are barred
    def spots(self, places: Collection[Hex] = ()) -> Iterator[Spot]:
        """Where one unit each bars them, best of those who may act or who come into ``places``, with what is lost
        without it."""
        if not self.danger:
            return
        net = self._net()
        prices = {h: self._price(h, places) for h in net}
        prices |= dict.fromkeys(self._stand_ins, float("inf"))
        plan: list[Hex] = []
        for found in Barrier(self._onward, [h for h in self._sources if h in net], self.danger, prices).work():
            plan = found[1] if found else plan
        left = self._total(self._net(plan))
        for h in plan:
            if (value := self._total(self._net([n for n in plan if n != h])) - left) > 0:
                yield min(value, MOST), h

    def _price(self, h: Hex, places: Collection[Hex]) -> float:
        """What it costs to have a unit in a hex."""
        able, others = 0 if h in places else self._away[0].get(h, FAR), self._away[1].get(h, FAR)
        if min(able, others) > CALLED:
            return float("inf")
        return PRICE + NEAR_ENEMY * self.exposed(h) + min(FARTHER * able, OTHERS + FARTHER * others)

    @cached_property
    def _away(self) -> tuple[dict[Hex, int], dict[Hex, int]]:
        """Hexes to the nearest unit that fights and may act, and to the nearest other one."""
        nothing = bytes(len(self._ways))
        able, others = (sweep(self._beside, self.fighting(able), nothing, nothing)[0] for able in (True, False))
        return able, others
