"""13.53: under Limited Artillery Supply the support of a defense may cost a point."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.efs.combat.attack_supply import counters, limited, reaches, take
from engine.games.efs.combat.battles import Battle
from engine.games.efs.combat.lookups import FACES, faces, listed
from engine.games.efs.combat.support import supporters
from engine.games.efs.tables import Ctx
from engine.play.citing import rule

CHART = "limited_artillery"


@rule("efs:13.53")
def draws(c: Ctx, b: Battle) -> dict[Unit, list[Unit]]:
    """Supply counters that the supporting guns of a defense draw on, each with its guns: as few counters as will do.

    A counter named for a gun comes first.
    """
    guns, _ = supporters(c, b)
    found: dict[Unit, list[Unit]] = {}
    for u in guns:
        h = c.state.hex_of[u]
        near = [p for p in counters(c, c.other(b.side)) if reaches(c, p, h)]
        near.sort(key=lambda p: (p != b.gun_points.get(u), p not in found, c.grid.distance(h, c.state.hex_of[p]), p))
        if near:
            found.setdefault(near[0], []).append(u)
    return found


@rule("efs:13.53", "efs:13.52")
def pay(c: Ctx, b: Battle) -> None:
    """Throw for each counter that guns of a defense draw on; what the table says is spent."""
    if not limited(c):
        return
    more = listed(c, CHART, "drm")["each_artillery_unit_after_first"]
    for p, guns in draws(c, b).items():
        results = faces(c, CHART, more * (len(guns) - 1))
        die = c.roll(FACES, results=results)
        told = results[die - 1]
        text = f"{c.roster.names(guns)} draw{'s' * (len(guns) == 1)} on {c.roster.short[p]}: roll {die}, {told}."
        c.say("supply", text, "efs:13.53", rolls=[die], hexes=b.targets, units=[*guns, p])
        if told.startswith("spend"):
            take(c, p, 1)
