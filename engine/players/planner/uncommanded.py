"""What is alike in all games where a side acts all at once, led by nobody: for an adapter to begin with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.players.planner.garrisons import Occupiers, occupying
from engine.players.planner.knowledge import Command, Force, Untold


class Uncommanded(Untold, ABC):
    """Answers of ``Knowledge`` for a game without headquarters, zones of control and a second kind of movement."""

    @abstractmethod
    def forces(self, side: str) -> Sequence[Force]:
        """The units of a side on the map; the game knows them."""

    @abstractmethod
    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Where a unit could be when it attacks; the game knows it."""

    def travel(self, u: Unit) -> Mapping[Hex, int]:
        """The same as ``reach``."""
        return self.reach(u)

    def zone(self, h: Hex) -> Sequence[Hex]:
        """Nothing."""
        return ()

    def commands(self, side: str) -> Sequence[Command]:
        """Everybody acts in the side's turn, which is sure to come."""
        return [Command(frozenset(f.unit for f in self.forces(side)))]

    def led(self, u: Unit, h: Hex, heads: Mapping[Unit, Hex]) -> float:
        """Nobody needs to be."""
        return 1.0

    def leading(self, u: Unit, h: Hex, moved: Mapping[Unit, Hex]) -> float:
        """Nobody does."""
        return 0.0

    @property
    def garrisons(self) -> Occupiers:
        """Who is to occupy which places: nobody."""
        return {}

    def duty(self, u: Unit, h: Hex) -> float:
        """What occupying a place is worth; nothing else that goals and lines do not say."""
        return occupying(self.garrisons, u, h)
