"""Kinds of unit as the rules group them (2.3, 2.9, 8.30 to 8.40)."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.bd.tables import Ctx

PANZER, INFANTRY, MOUNTAIN, PARATROOPS = "panzer", "infantry", "mountain infantry", "paratroops"
PANZERS = (PANZER, "parachute panzer")
RIFLE, OVERSIZED, SHOCK, GUARDS, TANK, GUARDS_TANK = (
    "rifle", "oversized rifle", "shock", "guards", "tank", "guards tank",
)  # fmt: skip
COASTAL_ARMY = "naval infantry"
"""The Independent Coastal Army (10.34)."""
TIGERS, CAVALRY_MECHANIZED = "tiger battalion", "cavalry-mechanized group"
ATTACHED = (TIGERS, CAVALRY_MECHANIZED)
"""Support units that lie on another unit, move and die with it (8.31, 8.32)."""
CAVALRY, MILITIA, COUNTER_FIRE, FORTRESS = "cavalry", "militia", "counter-fire", "fortress command"
STATIC = (FORTRESS, MILITIA, COUNTER_FIRE, "static")
"""Units that never move (2.9, 8.33 to 8.35)."""
AIR_ARMY, ARTILLERY = "air army", "artillery corps"
PARTISANS, INTERCEPTOR, AIRBORNE_MARKER = "partisans", "interceptor corps", "airborne assault"
SUPPORT = {
    AIR_ARMY: "air armies", ARTILLERY: "artillery corps",
    PARTISANS: "support", INTERCEPTOR: "support", AIRBORNE_MARKER: "support",
}  # fmt: skip
"""Markers that support single attacks from beside the map, with their holding boxes (8.36 to 8.40)."""
INTERCEPTOR_LEAVES = 8
"""Game turn at whose start the interceptor corps is withdrawn for good (8.37)."""
SATELLITES = ("italian", "hungarian", "romanian", "bulgarian", "polish")
"""Nationalities of the satellite armies of both sides (1.5, 1.6)."""


def is_static(c: Ctx, u: Unit) -> bool:
    """Whether a unit never moves once it is placed."""
    return c.roster.kind[u] in STATIC


def is_attached(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a Tiger battalion or a cavalry-mechanized group, which has no combat value of its own."""
    return c.roster.kind[u] in ATTACHED


def is_satellite(c: Ctx, u: Unit) -> bool:
    """Whether a unit is an Axis or communist satellite army."""
    return bool(c.roster.number("satellite", u)) or c.roster.nationality[u] in SATELLITES


def is_cavalry(c: Ctx, u: Unit) -> bool:
    """Whether a unit is one of the early cavalry groups, which have rules of their own (8.30)."""
    return c.roster.kind[u] == CAVALRY and c.roster.side[u] == "soviet"
