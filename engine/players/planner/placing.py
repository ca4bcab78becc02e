"""Questions that are only about where units come to stand, such as an advance: by the worth of the hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.players.planner.plan import Order, Parts
from engine.players.planner.situation import Situation
from engine.players.planner.worth import Worth

Ends = Mapping[Action, Mapping[Unit, Hex]]
"""By action where it takes whom; the one that takes nobody anywhere is among them where it is allowed."""
LEAST = 0.01
"""Worth for which somebody goes elsewhere when nobody has to."""


class Placing:
    """The choice between actions that differ only in where units stand afterwards."""

    def __init__(self, s: Situation, ends: Ends) -> None:
        """``s`` is made for the units that are asked about."""
        self.s, self.ends, self.worth = s, ends, Worth(s)
        self._now = dict(self.worth.parts(s.staying))

    def gain(self, moved: Mapping[Unit, Hex]) -> Parts:
        """What units bring elsewhere, over all staying where they are."""
        orders = {**self.s.staying, **{u: Order(h) for u, h in moved.items() if u in self.s.mine}}
        after = dict(self.worth.parts(orders))
        names = [*self._now, *(name for name in after if name not in self._now)]
        return tuple((name, after.get(name, 0.0) - self._now.get(name, 0.0)) for name in names)

    def work(self) -> Iterator[tuple[Action, Parts] | None]:
        """The best action and what speaks for it, found in pieces; two who can go to one hex are looked at together."""
        found: list[tuple[float, Action, Parts]] = []
        for action, moved in self.ends.items():
            parts = self.gain(moved)
            found.append((_sum(parts), action, parts))
            yield None
        for (first, a), (_, b) in combinations([pair for pair in self.ends.items() if pair[1]], 2):
            if set(a.values()) == set(b.values()) and not set(a) & set(b) and self._holds({**a, **b}):
                parts = self.gain({**a, **b})
                found.append((_sum(parts) - LEAST, first, parts))
                yield None
        value, action, parts = max(found, key=lambda f: f[0])
        quiet = next((f for f in found if not self.ends[f[1]]), None)
        yield (action, parts) if quiet is None or value > LEAST else (quiet[1], quiet[2])

    def _holds(self, moved: Mapping[Unit, Hex]) -> bool:
        return not self.s.crowded({**self.s.staying, **{u: Order(h) for u, h in moved.items()}})


def _sum(parts: Parts) -> float:
    return sum(value for _, value in parts)
