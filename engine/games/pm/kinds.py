"""Kinds of unit as the combat rules group them (2.11)."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.pm.tables import Ctx

TANKS = ("panzer", "tank division", "tank brigade")
"""Panzer and tank units of 10.1 and 14.35; motorized infantry, assault guns and armored recon are none."""
ARMOR = (*TANKS, "assault gun", "recon")
"""Tank (panzer), assault gun and armored reconnaissance units of 14.18 and 14.20."""
MOUNTAIN = "mountain"
FLAK = "flak"
SIEGE = "siege artillery"
AIRCRAFT = "ground support"
CAVALRY = "cavalry division"
"""Soviet cavalry, that of 14.36 and 15.12; the cavalry of the German side is another kind."""


def is_tank(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a panzer or tank unit."""
    return c.roster.kind[u] in TANKS


def is_armor(c: Ctx, u: Unit) -> bool:
    """Whether a unit is tank (panzer), assault gun or armored reconnaissance."""
    return c.roster.kind[u] in ARMOR


def is_half(c: Ctx, u: Unit) -> bool:
    """Whether a unit satisfies losses only by halves: Soviet cavalry divisions and Soviet brigades (14.36)."""
    return c.roster.side[u] == "soviet" and (c.roster.kind[u] == CAVALRY or c.roster.size[u] == "brigade")
