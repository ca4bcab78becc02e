"""Who leaves the map, where that counts: what it brings is felt by them on the way to where they may."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from engine.components import floods
from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.step import Context
from engine.players.planner.planning import allowed
from engine.players.planner.uncommanded import Uncommanded

FADING = 0.9
"""Share of what leaving brings that is felt one hex farther from where it is done."""


class Leaving(Uncommanded):
    """What is alike where units score by leaving the map; an adapter says who, and from where."""

    c: Context[Any]
    """The position, as the game has it."""

    @property
    def leaving(self) -> tuple[Mapping[Unit, float], Collection[Hex]]:
        """What each unit brings that should leave now, and the hexes from which they may: nobody should."""
        return {}, ()

    @cached_property
    def _from_edge(self) -> floods.Flood:
        return floods.around(self.c.grid, self.leaving[1])

    def duty(self, u: Unit, h: Hex) -> float:
        """Beside the usual, what leaving brings, the more the nearer the hex is to the edge."""
        prize, found = self.leaving[0].get(u, 0.0), super().duty(u, h)
        return found + prize * FADING ** self._from_edge.far(h) if prize and h in self._from_edge else found

    def leave(self, verb: str) -> Action | None:
        """The first of them that can leave at once, by a verb."""
        who, where = self.leaving
        there = (u for u in sorted(who) if self.c.state.hex_of[u] in where)
        return allowed(self.c, (Action(verb, (self.c.roster.ids[u],)) for u in there))
