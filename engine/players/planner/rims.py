"""How few hexes part a place from all that feeds it, where only who stands in a hex bars it."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.components.wide import Bits, Shifts, stepped

DEEP = 3
"""Rows of hexes around a place that are looked at."""
CLOSED = (1.0, 0.9, 0.8, 0.6, 0.4, 0.25, 0.15)
"""The chance that enemies close all of so many hexes that they can walk to: it takes one of them for each."""


def severed(lanes: Shifts, place: Hex, own: Bits, foes: Bits, walked: Bits) -> float:
    """The chance that enemies part a place from the rest of the map before its side acts again.

    ``own`` and ``foes`` are hexes with units of its side and of theirs, ``walked`` are those that they can walk to.
    Whoever stands with others in a row up to the place keeps it open that far.
    """
    core, best = _joined(lanes, 1 << place, own), 0.0
    for _ in range(DEEP):
        rim = stepped(lanes, core) & ~core & ~foes
        if not rim & ~walked:
            many = rim.bit_count()
            best = max(best, CLOSED[many] if many < len(CLOSED) else 0.0)
        if not rim:
            break
        core = _joined(lanes, core | rim, own)
    return best


def _joined(lanes: Shifts, core: Bits, own: Bits) -> Bits:
    """Some hexes with all those that units of the side hold in a row from there."""
    edge = core
    while edge:
        edge = stepped(lanes, edge) & own & ~core
        core |= edge
    return core
