"""14.4: Anti-Aircraft Fire from a mission hex and the hexes around it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_cavalry, is_combat, is_flotilla, is_hq, kind, nationality
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import combat_units, number
from engine.play.citing import rule

GUNS = ("anti-aircraft", "motorized anti-aircraft")


def is_flak(c: Ctx, u: Unit) -> bool:
    """Whether a unit is an anti-aircraft unit."""
    return kind(c, u) in GUNS


@rule("efs:14.42")
def fires(c: Ctx, u: Unit) -> bool:
    """Whether a ground unit takes part in Anti-Aircraft Fire."""
    if not is_combat(c, u) or is_flotilla(c, u):
        return False
    if is_flak(c, u):
        return True
    if c.roster.side[u] == "soviet":
        return is_hq(c, u) or (c.roster.size[u] == "division" and not is_cavalry(c, u))
    silent = is_cavalry(c, u) and (nationality(c, u) != "german" or not edition(c).cavalry_fires)
    return not silent and not number(c, u, "no_zoc")


@rule("efs:14.41")
def gunners(c: Ctx, h: Hex, side: str) -> list[Unit]:
    """Units of a side that fire at enemy missions in a hex: in it and in the hexes around it."""
    return [u for n in (h, *c.grid.adjacent[h]) for u in combat_units(c, n, side) if fires(c, u)]


@rule("efs:15.44", "efs:14.43")
def note_fire(c: Ctx, h: Hex, side: str) -> None:
    """The anti-aircraft units that help a side to fire at a mission over a battle have fired: they bust no bunkers."""
    for u in gunners(c, h, side) if edition(c).bunker_busting else []:
        if is_flak(c, u):
            c.state.fired[u] = 1
    c.touch()


@rule("efs:14.43", "efs:14.44")
def modifier(c: Ctx, h: Hex, side: str, target: Unit) -> int:
    """The net modifier of the fire of a side at an air unit: what helps and what hinders, two at most each way."""
    return weigh(c, gunners(c, h, side), target, [worths(c)["major_city"] * tables(c).major_city(h)])


@rule("efs:14.43", "efs:14.44")
def weigh(c: Ctx, units: Iterable[Unit], target: Unit, more: Iterable[int] = ()) -> int:
    """The net modifier of units that fire at an air unit, with what else counts."""
    return net(c, units, [*more, c.roster.number("aa", target)])


@rule("efs:14.43", "efs:14.44")
def net(c: Ctx, units: Iterable[Unit], more: Iterable[int]) -> int:
    """The same with everything in ``more`` that is no unit on the ground."""
    value, most, guns = worths(c), int(c.data.charts["aa_fire"]["max_drm"]), list(units)
    lines = [value["aa_unit_each"] * sum(is_flak(c, u) for u in guns), *more]
    lines.append(value["soviet_hq"] * any(is_hq(c, u) for u in guns))
    up, down = sum(n for n in lines if n > 0), sum(n for n in lines if n < 0)
    return min(up, most) + max(down, -most)


def worths(c: Ctx) -> dict[str, int]:
    """The modifiers of the chart by their names."""
    chart = c.data.charts["aa_fire"]["drm"]
    rows = (dict(zip(chart["columns"], row, strict=True)) for row in chart["rows"])
    return {str(row["what"]): int(row["value"]) for row in rows}
