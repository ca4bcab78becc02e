"""A line for a whole side: the cheapest barrier before what it holds, and who stands where in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.components.grid import Hex, Unit
from engine.components.matching import joined
from engine.players.planner.knowledge import Force
from engine.players.planner.ways import Ways

POST, STAYING = 0.2, 0.05
"""What a unit that is bound in the line costs, if it has to go there and if it stands there."""
Choices = Mapping[Unit, Mapping[Hex, int]]
"""By unit where it can go, with what getting there costs."""


class Cordon:
    """Places for units that may still move, so that no enemy walks past those and the others."""

    def __init__(self, ways: Ways, mine: Mapping[Unit, Force], choices: Choices, share: float) -> None:
        """``choices`` are those of the units that may be told to stand in the line, all others stay; ``share`` is the
        part of a goal's worth that giving it up costs."""
        self._ways, self._mine, self._choices, self._share = ways, mine, choices, share
        self.places: dict[Unit, Hex] = {}
        """Who is to stand where, as soon as the work is done; whoever is not in it is free for other things."""

    def work(self) -> Iterator[None]:
        """Find the line in pieces: as near to the enemy as the cheapest can be, nearer to the goals where that can be
        filled better."""
        if not self._choices or not self._ways.free_goals({}):
            return
        yield
        prices = {h: POST for ways in self._choices.values() for h in ways}
        prices.update({self._mine[u].hex: STAYING for u in self._choices})
        standing = {f.hex for u, f in self._mine.items() if u not in self._choices and not f.leads}
        lines: Sequence[Sequence[Hex]] = ()
        for found in self._ways.barred(prices, standing, self._share).work():
            lines = found or ()
            yield
        for hexes in lines:
            places = seated(self._mine, self._choices, hexes)
            if len(places) > len(self.places):
                self.places = places
            yield


def seated(mine: Mapping[Unit, Force], choices: Choices, hexes: Collection[Hex]) -> dict[Unit, Hex]:
    """One unit into each of some hexes, as far as that can be: who stands there, else those who attack least by the
    shortest ways."""
    found: dict[Unit, Hex] = {}
    for u in sorted(choices, key=lambda u: (-mine[u].defense, u)):
        if mine[u].hex in hexes and mine[u].hex not in found.values():
            found[u] = mine[u].hex
    free = sorted((u for u in choices if u not in found), key=lambda u: (mine[u].attack, u))
    left = [h for h in hexes if h not in found.values()]
    comers = {
        h: sorted((u for u in free if h in choices[u]), key=lambda u: (mine[u].attack, choices[u][h], u)) for h in left
    }
    sent: dict[Unit, Hex] = {}
    for h in sorted(left, key=lambda h: (len(comers[h]), h)):
        joined(h, comers, sent)
    return {**found, **sent}
