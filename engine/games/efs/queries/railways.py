"""Railroads for whoever plans: where an enemy zone bars a line, and which hex serves most once it is converted."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.efs.rails import foreign, railheads, tracks
from engine.games.efs.tables import Ctx
from engine.games.efs.units import attack, defence, enemy_combat_at, fighters
from engine.games.efs.zones import open_to
from engine.play.citing import rule
from engine.play.fields import derived

AHEAD = 6
"""Hexes of a line that are looked at beyond the one that is converted."""


@rule("efs:6.13", "efs:19.21")
@derived()
def barred(c: Ctx, side: str) -> list[Hex]:
    """Railroad hexes of a side's gauge, and those next to them on the line, that an enemy zone closes to supply and
    conversion as long as no combat unit of the side stands in them; none with an enemy in it."""
    other, lines = foreign(c, side), tracks(c)
    own = {h for h, line in enumerate(lines) if line and not other[h]}
    able = sorted(own | {n for h in own for n in lines[h]})
    return [h for h in able if not open_to(c, side, h) and not enemy_combat_at(c, h, side)]


@rule("efs:6.16", "efs:19.12")
def served(c: Ctx, h: Hex, side: str) -> float:
    """How many hexes nearer the railroad comes to the strength of a side, a hex of the line, if that goes on from here:
    the mean of the best stretch."""
    near, best = _nearest(c, side), 0.0
    seen, edge, other = {h}, [h], foreign(c, side)
    for steps in range(1, AHEAD + 1):
        for at in edge:
            gain = sum(weight * max(off - c.grid.distance(at, place), 0) for place, (off, weight) in near.items())
            best = max(best, gain / steps)
        edge = sorted({n for at in edge for n in tracks(c)[at] if other[n] and n not in seen})
        seen.update(edge)
    return best


@derived()
def _nearest(c: Ctx, side: str) -> dict[Hex, tuple[int, float]]:
    """By hex with combat units of a side how far the nearest railhead is, and how strong they are."""
    heads = railheads(c, side)
    return {
        h: (min((c.grid.distance(h, n) for n in heads), default=0), float(sum(_strength(c, u) for u in units)))
        for h, units in fighters(c, side).items()
    }


def _strength(c: Ctx, u: Unit) -> int:
    return attack(c, u) + defence(c, u)
