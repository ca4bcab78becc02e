"""What would give lost lines back: railroads to be carried on, and enemies in their way (3.3, 11.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.components.grid import Hex, Unit
from engine.games.ava.greedy.ground import Facts
from engine.games.ava.greedy.trunk import Trunk
from engine.games.ava.zones import held, reached
from engine.play.suppose import supposing

MOST_LOOKED_AT = 16
"""Hexes where mending a line is looked at."""


class Relief:
    """Hexes that matter for the lines of one side, found piece by piece; until then there are none."""

    def __init__(self, ground: Facts, trunk: Trunk) -> None:
        self.ground, self.trunk = ground, trunk
        self.gaps: dict[Hex, float] = {}
        """Railroad hexes where a unit of mine would carry the line on: worth of those that get one again (3.3)."""
        self.roads_through: dict[Hex, float] = {}
        """Enemy hexes whose fall would give lines back to units of mine: what those units are worth."""

    def look(self) -> Iterator[None]:
        """Find both, piece by piece."""
        g = self.ground
        missing = [u for u in g.mine if g.c.state.hex_of[u] not in g.lines] if g.minds_lines else []
        yield
        if len(missing) < 2:
            return
        share = g.w.lost_line * g.minds_lines
        for h in self._stoppers():
            gain = self._with_moved(dict.fromkeys(g.at(h), -1), missing)
            if gain:
                self.roads_through[h] = gain * share * 0.8
            yield
        ends = self._ends()
        together = self._with_friends(ends, missing) if ends else 0.0
        for h in ends:
            value = max(self._with_friends([h], missing), 0.25 * together)
            if value > 0:
                self.gaps[h] = share * value
            yield

    def _stoppers(self) -> list[Hex]:
        """Enemy hexes beside which a line of mine ends on a railroad."""
        g = self.ground
        rails = g.t.along("railroad", g.side)
        found = [h for h in sorted(g.enemies) if any(rails[n] and n in g.lines for n in g.t.beside[h])]
        return sorted(found, key=lambda h: (g.lines.get(h, 0), h))[:MOST_LOOKED_AT]

    def _ends(self) -> list[Hex]:
        """Railroad hexes where a line of mine stops because of an enemy zone of control."""
        g = self.ground
        if g.side != "axis":
            return []
        rails, mine = g.t.along("railroad", g.side), held(g.c, g.side)
        found = [h for h in sorted(g.lines) if rails[h] and g.enemy_zone[h] and h not in mine]
        return sorted(found, key=lambda h: (-self.trunk.flow.get(h, 0.0), h))[:MOST_LOOKED_AT]

    def _with_friends(self, hexes: Sequence[Hex], missing: list[Unit]) -> float:
        """Worth of the cut off units that have a line once some of them stand in these hexes."""
        return self._with_moved(dict(zip(missing, hexes, strict=False)), missing)

    def _with_moved(self, moved: dict[Unit, Hex], missing: list[Unit]) -> float:
        """Worth of the cut off units that a line reaches once some units are elsewhere, or off the map."""
        g, c = self.ground, self.ground.c
        found = reached(supposing(c, hex_of=moved), g.side)
        return sum(g.steps(u)[0] for u in missing if found[c.state.hex_of[u]])
