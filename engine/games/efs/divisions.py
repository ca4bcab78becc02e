"""15.58: which units a panzer or motorized division needs together to count as one."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.efs.edition import edition
from engine.games.efs.kinds import formation
from engine.games.efs.tables import Ctx
from engine.play.citing import rule
from engine.play.fields import for_good

TANKS, GRENADIERS, SCOUTS = "panzer regiment", "motorized infantry", "recon"
"""Words of the column ``integrity`` of the counters."""
REGIMENTS = 2
NEEDED = 3
"""Components of a motorized division, whichever they are where one of four may be missing."""

Parts = dict[str, list[Unit]]


def parts_of(c: Ctx, units: Iterable[Unit], division: str) -> Parts:
    """Components of a division among some units, by their part in its integrity."""
    found: Parts = {TANKS: [], GRENADIERS: [], SCOUTS: []}
    for u in units:
        if formation(c, u) == division and (part := str(c.roster.value("integrity", u))):
            found[part].append(u)
    return found


@rule("efs:15.58")
def lacks_of_panzer(parts: Parts) -> str:
    """What components lack to be a panzer division; empty where they are one."""
    if not parts[TANKS]:
        return "its panzer regiment"
    if not parts[GRENADIERS]:
        return "a motorized infantry regiment"
    if len(parts[GRENADIERS]) < REGIMENTS and not parts[SCOUTS]:
        return "its other motorized infantry regiment or its reconnaissance unit"
    return ""


@rule("efs:15.58")
def lacks_of_motorized(c: Ctx, parts: Parts, division: str) -> str:
    """What components of a division lack to be a motorized one: two regiments and the scouts, or where an edition has
    it so any three of a division of four."""
    whole = components(c, division)
    if parts[TANKS] or whole[TANKS]:
        return "it is no motorized division"
    if edition(c).one_of_four_spared and sum(map(len, whole.values())) > NEEDED:
        return "" if sum(map(len, parts.values())) >= NEEDED else "one of three of its components"
    if len(parts[GRENADIERS]) < REGIMENTS:
        return "one of its two motorized infantry regiments"
    return "" if parts[SCOUTS] else "its reconnaissance unit"


@for_good
def components(c: Ctx, division: str) -> Parts:
    """All components of a division by their part in its integrity."""
    return parts_of(c, range(len(c.roster)), division)


def division_of(c: Ctx, u: Unit) -> str:
    """The id of the panzer or motorized division that a unit belongs to; empty where its counters are no division."""
    name = formation(c, u)
    return name if name and any(components(c, name).values()) else ""


@rule("efs:15.58", "efs:18.13")
def is_whole(c: Ctx, units: Iterable[Unit], division: str) -> bool:
    """Whether enough components of a panzer or motorized division are among some units."""
    parts = parts_of(c, units, division)
    if not any(parts.values()):
        return False
    return not lacks_of_panzer(parts) or not lacks_of_motorized(c, parts, division)
