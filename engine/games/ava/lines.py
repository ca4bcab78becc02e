"""Lines of communications as a search finds them, and the way back along one (3.3)."""

from __future__ import annotations

from typing import NamedTuple

from engine.components.grid import Hex
from engine.components.paths import trail


class Communications(NamedTuple):
    """The shortest lines of communications of a side, to every hex that one reaches."""

    length: dict[Hex, int]
    before: dict[Hex, Hex]
    """The hex before each; for the Axis along the railroad only."""
    beyond: tuple[dict[Hex, Hex], ...]
    """Axis: for each step away from the railroad the hexes it reaches and the hex before each."""
    steps: dict[Hex, int]
    """Axis: steps away from the railroad with which the shortest line to a hex ends; absent for none."""
    parts: tuple[Communications, ...] = ()
    """Where lines of two kinds may not mix (17.4): the lines of each kind; a way back is that of one of them."""


def way_back(found: Communications, h: Hex) -> tuple[Hex, ...]:
    """The shortest of these lines to a hex, from its source; empty if there is none."""
    if h not in found.length:
        return ()
    if found.parts:
        return way_back(min((p for p in found.parts if h in p.length), key=lambda p: p.length[h]), h)
    end = [h]
    for step in range(found.steps.get(h, 0), 0, -1):
        end.append(found.beyond[step - 1][end[-1]])
    return (*trail(found.before, end[-1])[:-1], *reversed(end))
