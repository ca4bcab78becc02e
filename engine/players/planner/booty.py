"""What is alike in games in which units that bar nobody's way are lost to whoever enters their hex."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.players.planner.position import Position


class Booty(Position):
    """Answers of ``Knowledge`` for them: such units of the enemy are a goal where they stand unguarded, and nobody to
    be fought."""

    @abstractmethod
    def taken(self, u: Unit) -> float:
        """What it brings to enter the hex of a unit that nobody guards; 0 for who has to be fought."""

    @abstractmethod
    def goals(self) -> Mapping[Hex, float]:
        """What holding a hex is worth, ``booty`` among it."""

    @cached_property
    def booty(self) -> Mapping[Hex, float]:
        """Hexes in which nobody stands but such units of the enemy, with what entering them brings."""
        at, held, found = self.c.state.hex_of, self.held(self.enemy), dict[Hex, float]()
        for u in super()._present(self.enemy):
            if at[u] not in held and (prize := self.taken(u)):
                found[at[u]] = found.get(at[u], 0.0) + prize
        return found

    def _present(self, side: str) -> Iterable[Unit]:
        """All but those who are there for the taking."""
        at, booty = self.c.state.hex_of, self.booty if side == self.enemy else {}
        return (u for u in super()._present(side) if at[u] not in booty)

    def way(self, goal: Hex) -> Mapping[Hex, float]:
        """None to where there is nothing else to be had."""
        return {goal: 0.0} if self.goals().get(goal) == self.booty.get(goal, 0) else super().way(goal)


def added(*found: Mapping[Hex, float]) -> dict[Hex, float]:
    """What hexes are worth for several reasons together."""
    return {h: sum(worth.get(h, 0.0) for worth in found) for h in {h: 0 for worth in found for h in worth}}
