"""Who comes to the map, where he keeps the lines by which his side lives from being cut."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Hex, Unit
from engine.play.step import Context
from engine.play.suppose import supposing
from engine.players.planner.knowledge import Knowledge
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.planning import Planning, weights_of
from engine.players.planner.reply import comers, worst_cut

LEAST = 1.0
"""What the worst cut costs at least for anybody to come for it."""


def plugs(planning: Planning, c: Context[Any], side: str, u: Unit) -> dict[Hex, float]:
    """By hex how much less the worst that the enemy could do to the lines of a side costs with one unit more in it:
    the hexes from which most would be cut off, and those beside them."""
    w, foe = weights_of(planning, c, side), c.other(side)
    if not w.line:
        return {}

    def asked(there: Context[Any]) -> tuple[Knowledge, Lifelines]:
        k = planning.knowledge(there, foe)
        return k, Lifelines(k, side, w.after, w.penned / w.line)

    k, lines = asked(c)
    before, share = worst_cut(k, lines), w.answer * w.line
    if share * before < LEAST:
        return {}
    taken = {f.hex for those in (side, foe) for f in k.forces(those)}
    places = {n for h in comers(k, lines, None) for n in (h, *k.beside(h))} - taken
    after = {h: worst_cut(*asked(supposing(c, hex_of={u: h}))) for h in sorted(places)}
    return {h: share * (before - cost) for h, cost in after.items() if cost < before}
