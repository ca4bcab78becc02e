"""Stacks of which a side sees the top unit alone: who could lie under it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from engine.components.dice import Lots
from engine.components.grid import Hex, Unit
from engine.play.action import Refusal
from engine.play.asked import Ctx
from engine.play.fields import stacks

TRIES = 12
"""Deals begun anew where the last units fit nowhere."""
Fits = Callable[[Ctx, Iterable[Unit], Hex], Refusal | None]


def deal_under(
    c: Ctx, under: Collection[Unit], beside: Collection[Unit], columns: Sequence[str], lots: Lots, fits: Fits
) -> list[Unit]:
    """Deal units that lie under others, and some that may lie there or be beside the map, anew to the same places.

    ``columns`` are those that belong to a place and not to its unit, ``hex_of`` among them. The top of a stack is the
    first of its units in the order of the counters: nobody is dealt where he would be it, and nobody where ``fits``
    does not let him be. Where no deal is found all stay. Returns who is beside the map now.
    """
    pool = sorted({*under, *beside})
    held = [getattr(c.state, name) for name in columns]
    places = sorted(tuple(column[u] for column in held) for u in pool)
    hexes = [c.state.hex_of[u] for u in pool]
    seen = {h: [u for u in units if u not in pool] for h, units in stacks(c).items() if h in hexes}
    at = columns.index("hex_of")
    for _ in range(TRIES):
        rows = sorted(lots.mixed(places), key=lambda row: -seen[row[at]][0] if row[at] >= 0 else 1)
        dealt = _dealt(c, [row[at] for row in rows], seen, lots.mixed(pool), fits)
        if dealt:
            for u, row in zip(dealt, rows, strict=True):
                for column, value in zip(held, row, strict=True):
                    column[u] = value
            break
    c.touch()
    return [u for u in pool if c.state.hex_of[u] < 0]


def _dealt(c: Ctx, hexes: Sequence[Hex], seen: dict[Hex, list[Unit]], pool: list[Unit], fits: Fits) -> list[Unit]:
    """Who comes to each of the hexes, those first that fewest units may come to; nobody if one stays empty."""
    found: list[Unit] = []
    crowd = {h: list(units) for h, units in seen.items()}
    for h in hexes:
        for u in pool:
            if h < 0 or (u > seen[h][0] and fits(c, [*crowd[h], u], h) is None):
                break
        else:
            return []
        pool.remove(u)
        found.append(u)
        if h >= 0:
            crowd[h].append(u)
    return found
