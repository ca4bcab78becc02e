"""6.42, 16.42, 16.46: what becomes of supply units where combat units retreat, and whether these have a line home."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.paths import Flight, ways
from engine.games.efs.kinds import is_supply
from engine.games.efs.losses import remove
from engine.games.efs.supply.lanes import open_country
from engine.games.efs.supply.routes import net, shut
from engine.games.efs.tables import Ctx
from engine.games.efs.units import POOL, combat_units, place, side_units
from engine.play.citing import rule

MOBILE = 1
"""Points of a supply counter that moves (6.41)."""


@rule("efs:16.42", "efs:16.43", "efs:6.14")
def any_line(c: Ctx, side: str, h: Hex) -> bool:
    """Whether a Line of Communications of any length leads from a hex to where the routes of a side reach."""
    supplied, closed, ways = net(c, side), shut(c, side), open_country(c, side)[0]
    seen, edge = {h}, [h]
    while edge:
        here = edge.pop()
        if here in supplied:
            return True
        further = [n for n in ways[here] if n not in seen and not closed[n]]
        seen.update(further)
        edge += further
    return False


@rule("efs:6.42", "efs:16.46", "efs:11.37")
def follow(c: Ctx, f: Flight, starts: Mapping[Unit, Hex]) -> None:
    """Supply units left alone by a retreat: a mobile one goes with a unit of its hex, all others are at hand again."""
    for h in sorted(set(starts.values())):
        if combat_units(c, h, f.side):
            continue
        ends = sorted({c.state.hex_of[u] for u, start in starts.items() if start == h and c.state.hex_of[u] >= 0})
        for u in [u for u in side_units(c, h, f.side) if is_supply(c, u)]:
            open_ = ways(c, [u], f) if c.state.asp[u] == MOBILE else {}
            end = next((e for e in ends if e in open_), -1)
            if end >= 0:
                place(c, u, end)
                c.say(
                    "retreat",
                    f"{c.roster.short[u]} goes along to {c.label(end)}.",
                    "efs:16.46",
                    hexes=[h, end],
                    units=[u],
                )
            else:
                remove(c, u, POOL, "efs:16.46")


@rule("efs:16.46", "efs:6.42")
def abandoned(c: Ctx, hexes: Iterable[Hex], side: str) -> None:
    """Supply units of the defender whose combat units were all lost in a battle are at hand again."""
    for h in hexes:
        if not combat_units(c, h, side):
            for u in side_units(c, h, side):
                remove(c, u, POOL, "efs:16.46")
