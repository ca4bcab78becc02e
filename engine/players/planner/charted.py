"""What is alike in adapters of games on a map: the ground is asked about once for all positions on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.components.grid import Hex
from engine.play.step import Context
from engine.players.planner.remembering import once


class Charted(ABC):
    """Answers of ``Knowledge`` about the ground, whoever stands on it."""

    c: Any
    """The position, as the game has it."""

    def __init__(self, c: Context[Any], side: str) -> None:
        self.c, self.side, self.enemy = c, side, c.other(side)
        self.known: dict[Any, Any] = {}
        """Answers that hold for this position, by what was asked."""

    @abstractmethod
    def _row(self, h: Hex) -> Sequence[Hex]:
        """Hexes beside a hex that units may enter from there; nothing for one that nobody enters."""

    @abstractmethod
    def _ways(self, goal: Hex) -> Mapping[Hex, float]:
        """How far hexes are from a goal in what is called the season, whoever stands there."""

    def _season(self) -> Hashable:
        """What ways over the ground depend on, such as the weather: nothing."""
        return ""

    def beside(self, h: Hex) -> Sequence[Hex]:
        """Hexes beside a hex that units may enter from there."""
        return self._beside[h]

    @cached_property
    def _beside(self) -> Sequence[Sequence[Hex]]:
        rows = range(self.c.grid.size)
        return once(self.c.data.of_map, "planner beside", lambda: [tuple(self._row(h)) for h in rows])

    def way(self, goal: Hex) -> Mapping[Hex, float]:
        """How far hexes are from a goal; those from which it is too far to be felt are left out."""
        return once(self.c.data.of_map, f"planner way {goal} {self._season()}", lambda: self._ways(goal))
