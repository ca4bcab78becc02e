"""The position as the advice sees it: the facts, and what comes of them for lines, railroads and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engine.components.grid import Hex
from engine.games.ava.greedy.barrier import Barrier
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.greedy.relief import Relief
from engine.games.ava.greedy.trunk import Trunk


class Ground(Facts):
    """One position for one side, with what helpers make of the facts; everything is found when first asked for."""

    @cached_property
    def trunk(self) -> Trunk:
        """What my own lines carry, and where they could be cut."""
        return Trunk(self)

    @cached_property
    def barrier(self) -> Barrier:
        """Where enemy reinforcements could come up by railroad, and where to bar them."""
        return Barrier(self, self.trunk)

    @cached_property
    def relief(self) -> Relief:
        """What would give lost lines back to units of mine."""
        return Relief(self, self.trunk)

    @cached_property
    def quarry(self) -> dict[Hex, float]:
        """Enemy hexes near a line of mine, or on one that is cut, with what driving the enemy off would save."""
        return self.trunk.hunted_with(self.relief.roads_through)

    def warm(self) -> Iterator[None]:
        """Find what is costly piece by piece."""
        for goal in self.goals:
            self.far(goal)
            yield
        for name in ("threat", "pull", "lines", "foe", *(() if self.brief else ("enemy_lines",))):
            getattr(self, name)
            yield
        if not self.brief:
            yield from self.relief.look()
            able = {self.c.state.hex_of[u] for u in self.mine if self.c.state.active[u]}
            yield from self.trunk.hold(able)
            yield from self.barrier.look()
