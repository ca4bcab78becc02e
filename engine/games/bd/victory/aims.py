"""What every way of winning a scenario has in common: conditions in words, the check of a turn, the score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.components.grid import Hex
from engine.games.bd.tables import Ctx
from engine.play.asked import Score


@dataclass(frozen=True, slots=True)
class Aim:
    """A condition of victory: how much of it is reached, how much is needed, in words, by which rule."""

    text: str
    have: int
    need: int
    rule: str
    hexes: tuple[Hex, ...] = ()

    @property
    def told(self) -> str:
        """The condition and how far it is met, in words."""
        if self.need > 0:
            return f"{self.text}: {self.have} of {self.need}"
        return f"{self.text}: {'yes' if self.met else 'no'}"

    @property
    def met(self) -> bool:
        """Whether it is fulfilled."""
        return self.have >= self.need


class Demand(NamedTuple):
    """Hexes of which a side must control so many at the end, in overland supply or whatever it is."""

    side: str
    hexes: list[Hex]
    need: int
    supplied: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A way of deciding a scenario: ``[victory]`` names it in ``by``, the rest of that table is its own."""

    aims: Callable[[Ctx], list[Aim]]
    """What must be reached, and how far it is now."""
    check: Callable[[Ctx], None]
    """The Victory Check Phase: the game is over, or goes on."""
    title: Callable[[Ctx], str]
    """The heading of the aims."""
    score: Callable[[Ctx], Score]
    """Points, and how far the aims are reached."""
    demands: Callable[[Ctx], list[Demand]] = lambda c: []
    """Hexes of which a side needs so many at the end; none where points are counted."""
