"""Hexes in supply as flags, also where units were moved in thought (7.3 to 7.9)."""

from __future__ import annotations

from collections.abc import Collection

from engine.components.grid import Hex
from engine.games.bd import works
from engine.games.bd.supply import by_crimea, overland, reached
from engine.games.bd.tables import Ctx, tables


def _gated(c: Ctx) -> frozenset[Hex]:
    """Hexes whose lines run through a city (7.3)."""
    found: frozenset[Hex] | None = c.board.memo.get("gated")
    if found is None:
        found = c.board.memo["gated"] = tables(c).zone("rostov_area") | tables(c).zone("dnepr_area")
    return found


def fed(c: Ctx, side: str, there: Collection[Hex] | None, now: Ctx) -> bytearray:
    """Flags of the hexes in overland supply, and of those with garrison supply, or Crimea supply ``now``.

    Of hexes whose line runs through a city only those are looked at that are told, for units that are ``there``.
    """
    found = bytearray(reached(c, side).flags)
    if side == "axis":
        for h in _gated(c) if there is None else _gated(c).intersection(there):
            if found[h] and not overland(c, side, h):
                found[h] = 0
        for u in by_crimea(now):
            found[now.state.hex_of[u]] = 1
    for label in c.state.fortresses if side == "axis" else c.state.heroes:
        h = c.board.index[label]
        found[h] |= works.garrisoned(c, h, side)
    return found
