"""20: Soviet units that are cut off: which hexes must check, and with what on the die."""

from __future__ import annotations

from functools import reduce
from operator import or_

from engine.components.floods import Flood, Lanes, bits_of, flood, lanes
from engine.components.grid import Hex, Unit
from engine.components.sides import across, own
from engine.games.efs.command import cover
from engine.games.efs.edition import edition
from engine.games.efs.forts import BELT, CITADEL, LINE, STRONGPOINT, helps
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import COAST_GUNS, is_flotilla, is_guards, is_militia, is_nkvd, is_train, kind
from engine.games.efs.state import EMERGENCY, OUT
from engine.games.efs.supply.routes import traced_far
from engine.games.efs.supply.sources import cities, lapsed, named
from engine.games.efs.supply.status import status
from engine.games.efs.tables import CITY, LAKE, MAJOR_CITY, WATER, Ctx, tables
from engine.games.efs.units import combat_units, fighters
from engine.games.efs.weather import ice
from engine.games.efs.zones import in_zoc
from engine.play.citing import rule
from engine.play.fields import derived, while_same

SOVIET, AXIS = "soviet", "axis"
CHART = "surrender"
LOW_MORALE = range(31, 62)
"""Game turns of low Soviet morale (20.22)."""
WORKS = (BELT, LINE, STRONGPOINT, CITADEL)


# ---------------------------------------------------------------------- the line to safety
@rule("efs:20.11", "efs:R61")
def _flight(c: Ctx) -> Lanes:
    """The steps that some Soviet ground unit could make: all but over lakes that are not frozen."""
    memo, t, firm = c.data.of_map, tables(c), ice(c).lakes
    key = f"lanes of flight {firm}"
    if key not in memo:
        wet = t.of_terrain({*WATER} - {LAKE} if firm else WATER, outside=1)
        barred = [own(wet), across(c.grid, wet, 1), *([] if firm else [t.of_water(LAKE)])]
        closed = reduce(or_, map(int.from_bytes, barred))
        every = int.from_bytes(b"\1" * len(t.waters))
        memo[key] = lanes(c.grid, (every & ~closed).to_bytes(len(t.waters)))
    found: Lanes = memo[key]
    return found


@rule("efs:20.11", "efs:20.13", "efs:R60", "efs:R61")
def safe(c: Ctx) -> Flood:
    """The hexes from which a line leads to a Supply Source at the map edge, free of Axis zones but for Soviet units.

    A major city that is not surrounded lies on such a line itself.
    """
    return way_out(c, SOVIET)


@rule("efs:20.11", "efs:20.13", "efs:R16")
@derived()
def way_out(c: Ctx, side: str) -> Flood:
    """The hexes from which a line of any length leads to a Supply Source of a side.

    Enemy zones close it, but not where a combat unit of the side is.
    """
    enemy = c.other(side)
    closed = bytearray(in_zoc(c, enemy))
    for h in fighters(c, side):
        closed[h] = 0
    for h in fighters(c, enemy):
        closed[h] = 1
    ends = [h for h in named(c, side) if friendly(c, h) == side and not lapsed(c, h)]
    reads = _flight(c), [h for h in ends if not closed[h]], bytes(closed)
    return while_same(c, ("way out", side), reads, lambda: flood(reads[0], bits_of(reads[1], c.grid.size), reads[2]))


# ---------------------------------------------------------------------- who must check
@rule("efs:20.12", "efs:21.34", "efs:22.56", "efs:18.54")
def liable(c: Ctx, h: Hex) -> list[Unit]:
    """The Soviet units in a hex that may surrender: neither trains nor flotillas, nobody in an active citadel."""
    if CITADEL in helps(c, h, SOVIET):
        return []
    here = combat_units(c, h, SOVIET)
    return [u for u in here if edition(c).all_surrender or not (is_train(c, u) or is_flotilla(c, u))]


@rule("efs:20.11", "efs:20.12", "efs:R60")
def cut_off(c: Ctx) -> list[Hex]:
    """The hexes that must check: Soviet units in an Axis zone without a line to safety, in the order of the map."""
    zones = in_zoc(c, AXIS)
    reached = [h for h in sorted(fighters(c, SOVIET)) if zones[h] or _besieged(c, h)]
    return [h for h in reached if not _saved(c, h) and liable(c, h)]


@rule("efs:20.11")
def _saved(c: Ctx, h: Hex) -> bool:
    """Whether a line leads from a hex to safety: any line of hexes, or as the edition has it a Supply Route, which
    stops at major rivers without a bridge, in swamp and at enemy works."""
    return traced_far(c, h, SOVIET, _homes(c)) if edition(c).surrender_by_route else h in safe(c)


@rule("efs:20.11", "efs:6.24", "efs:R60")
def _homes(c: Ctx) -> tuple[Hex, ...]:
    """The hexes of friendly major cities that are not surrounded, where an edition lets a route to them save."""
    if not edition(c).cities_save:
        return ()
    return tuple(h for city in cities(c, SOVIET) if any(n in safe(c) for n in city) for h in city)


@rule("efs:20.11")
def _besieged(c: Ctx, h: Hex) -> bool:
    """Whether Axis units beside a major city make its defenders check, though no zone reaches into it."""
    beside = edition(c).all_surrender and tables(c).major_city(h)
    return beside and any(n in fighters(c, AXIS) for n in c.grid.adjacent[h])


# ---------------------------------------------------------------------- the die
@rule("efs:20.21", "efs:20.22", "efs:21.52", "efs:R180")
def modifiers(c: Ctx, h: Hex) -> list[tuple[int, str]]:
    """What is added to the die of a hex: value and words of each modifier that the chart of the edition has."""
    worth = {str(what): int(value) for what, value in c.data.charts[CHART]["drm"]["rows"]}
    units = liable(c, h)
    worst = max(status(c, u) for u in units)
    reached = cover(c)
    holds = {
        "within_hq_command_range": bool(reached.operational.get(h) or reached.non_op.get(h)),
        "nkvd_in_hex": any(is_nkvd(c, u) for u in units),
        "guards_or_nkvd_in_hex": any(is_nkvd(c, u) or is_guards(c, u) for u in units),
        "city": tables(c).size(h) in (CITY, MAJOR_CITY),
        "fortification": any(work in WORKS for work in helps(c, h, SOVIET)),
        "emergency_supply": worst == EMERGENCY,
        "out_of_supply": worst == OUT,
        "only_militia_or_coast_artillery": all(is_militia(c, u) or kind(c, u) == COAST_GUNS for u in units),
        "turns_31_to_61": c.state.turn in LOW_MORALE,
    }
    return [(worth[what], what.replace("_", " ")) for what, true in holds.items() if true and what in worth]


@rule("efs:20.11")
def from_turn(c: Ctx) -> int:
    """The first turn in which a scenario has Soviet Surrender."""
    return int(c.scenario.get("without", {}).get("surrender_before", 0))
