"""10.24, 10.42 to 10.48: why ground is closed to a stack, whatever points it has."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_armored, is_combat, is_gun
from engine.games.efs.limits import out_of_bounds
from engine.games.efs.movement.classes import HEAVY, Class, afloat, class_of, on_rails
from engine.games.efs.movement.rates import SWAMP
from engine.games.efs.state import MOTORWAY
from engine.games.efs.tables import LAKE, MAJOR_RIVER, WATER, Ctx, tables
from engine.games.efs.units import fighters
from engine.games.efs.weather import ice
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule


@rule("efs:10.24", "efs:10.25", "efs:10.27", "efs:10.47")
def why_closed(c: Ctx, units: Sequence[Unit], h: Hex) -> Refusal | None:
    """Why a stack cannot enter a hex from whichever side."""
    where, side, terrain = c.board.describe(h), c.roster.side[units[0]], tables(c).terrain(h)
    if h not in c.data.in_play or terrain == "off board":
        return Refusal("efs:10.27", f"{where} is outside the area of the scenario.", (h,))
    if terrain in WATER and not (terrain == LAKE and (ice(c).lakes or afloat(c, units[0]))):
        return Refusal("efs:10.47", f"{where} is {terrain}: no ground unit enters it while it is not frozen.", (h,))
    if h in fighters(c, c.other(side)):
        text = f"Enemy combat units are in {where}: only an overrun goes there."
        return Refusal("efs:10.24", text, (h,))
    if not any(is_combat(c, u) for u in units) and in_zoc(c, c.other(side))[h] and h not in fighters(c, side):
        text = f"{where} lies in an enemy zone of control: a supply unit enters it only with or to a combat unit."
        return Refusal("efs:10.25", text, (h,), tuple(units))
    return out_of_bounds(c, units, h)


@rule("efs:10.44", "efs:10.45", "efs:10.47", "efs:10.48", "efs:13.41", "efs:21.32", "efs:22.51")
def why_shut(c: Ctx, units: Sequence[Unit], a: Hex, b: Hex) -> Refusal:
    """Why a stack cannot go from one hex straight into the next."""
    t, ends = tables(c), f"between {c.label(a)} and {c.label(b)}"
    kinds = sorted({class_of(c, u) for u in units})
    water = t.river(a, b)
    if on_rails(c, units[0]):
        text = f"{c.roster.short[units[0]]} runs on rails: none of its side's that is open lies {ends}."
        return Refusal("efs:21.32", text, (a, b), (units[0],))
    if afloat(c, units[0]):
        text = (
            f"{c.roster.short[units[0]]} goes on major rivers, canals and lakes alone, not on ice: none leads {ends}."
        )
        return Refusal("efs:22.51", text, (a, b), (units[0],))
    heavy = next((u for u in units if class_of(c, u).how == HEAVY), None)
    if heavy is not None:
        text = f"{c.roster.short[heavy]} keeps to {_heavy_lines(c)} alone: none {ends}."
        return Refusal("efs:13.41", text, (a, b), (heavy,))
    bound = needs_bridge(c, units, a, b) if water == MAJOR_RIVER or edition(c).boats_over_lakes else None
    if water in (LAKE, MAJOR_RIVER) and bound is not None:
        return bound
    if water == LAKE:
        how = "'cross' with an engineer in the hex" if edition(c).boats_over_lakes else "only ice leads over it"
        return Refusal("efs:10.47", f"Lake lies {ends}: {how}.", (a, b))
    if water == MAJOR_RIVER:
        if t.road(a, b) == MOTORWAY and any(kind.barred(MOTORWAY) for kind in kinds):
            text = f"The bridge {ends} carries the motorway, closed to Axis units without motors: 'cross' the river."
            return Refusal("efs:10.44", text, (a, b), tuple(units))
        when = "" if edition(c).crosses_when_motorized else " in its Movement Phase"
        text = f"A major river without a bridge lies {ends}: 'cross' takes the whole allowance of a unit{when}."
        return Refusal("efs:10.45", text, (a, b), tuple(units))
    if any(_swampy(c, kind, h) for kind in kinds for h in (a, b)):
        text = f"No road or railroad runs {ends}: units with motors or wheels keep to them in swamp."
        return Refusal("efs:10.48", text, (a, b), tuple(units))
    return Refusal("efs:10.41", f"The ground {ends} is closed to {c.roster.short[units[0]]}.", (a, b), tuple(units))


@rule("efs:10.45", "efs:10.47")
def needs_bridge(c: Ctx, units: Sequence[Unit], a: Hex, b: Hex) -> Refusal | None:
    """Who of a stack goes over a major river or a lake by bridges alone, and by ice that bears it: guns, armor."""
    heavy = next((u for u in units if is_gun(c, u) or (is_armored(c, u) and not edition(c).armor_crosses)), None)
    if heavy is None:
        return None
    what = "artillery" if is_gun(c, heavy) else "armored"
    icy = " or on ice" if edition(c).ice_bears_guns or not is_gun(c, heavy) else ""
    text = f"{c.roster.short[heavy]} is {what}: it crosses such water only on a bridge{icy}."
    return Refusal("efs:10.45", text, (a, b), (heavy,))


def _heavy_lines(c: Ctx) -> str:
    """What super-heavy guns go along, for a sentence."""
    return (
        "roads, to minor ones in Dry"
        if edition(c).heavy_by_hex
        else "railroads and roads, to minor ones in Dry and Frost"
    )


def _swampy(c: Ctx, kind: Class, h: Hex) -> bool:
    return kind.wheels and not ice(c).swamps and tables(c).terrain(h) == SWAMP
