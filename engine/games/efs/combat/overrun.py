"""11.3: overruns: who may make one, what it costs, its odds and modifiers, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.components.results import chances
from engine.games.efs.combat.lookups import faces, listed, result
from engine.games.efs.edition import edition
from engine.games.efs.forts import BELT, CITADEL, helps, line_faces, strongpoint
from engine.games.efs.kinds import is_cavalry, is_flotilla, is_gun, is_motorized, is_nkvd, nationality
from engine.games.efs.limits import out_of_bounds
from engine.games.efs.movement.allowance import budget, may_begin, told
from engine.games.efs.movement.reach import price
from engine.games.efs.movement.refusals import why_shut
from engine.games.efs.state import OUT, QUARTERS
from engine.games.efs.tables import CANAL, LAKE, MAJOR_RIVER, MEANDER, RIVER, Ctx, tables
from engine.games.efs.units import attack, combat_units, defence, is_untried, number
from engine.games.efs.weather import FROST, MUD, SNOW, ice, key
from engine.games.efs.zones import projectors
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import by_unit

CHART = "overrun"
CLOSED = ("lake", "mountain", "alpine", "shallow water")
"""Terrain that no overrun goes into (11.35)."""
WET = ("marsh", "swamp")
GERMAN = "german"
WADED = (RIVER, MEANDER, CANAL)
SAPPERS = ("motorized engineer", "armored engineer")
"""Kinds that must be in a force that overruns a strongpoint or crosses a fortified line (11.35)."""


# ---------------------------------------------------------------------- who
@rule("efs:11.32", "efs:11.33", "efs:21.53", "efs:6.35")
@by_unit(lambda c: (), "supply")
def may_take_part(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may overrun by what it is, and by its supply."""
    side, name, terms = c.roster.side[u], c.roster.short[u], edition(c)
    if c.state.supply[u] == OUT and not terms.overrun_unsupplied:
        return Refusal("efs:6.54", f"{name} is out of supply: it makes no overrun.", units=(u,))
    if is_nkvd(c, u) and not terms.overrun_any_nation:
        return Refusal("efs:21.53", f"{name} is NKVD: it makes no overrun.", units=(u,))
    if side == "axis" and nationality(c, u) != GERMAN and not terms.overrun_any_nation:
        return Refusal("efs:11.33", f"{name} is Axis-Allied: it makes no overrun.", units=(u,))
    if is_gun(c, u) and not is_motorized(c, u):
        return Refusal("efs:11.33", f"{name} is artillery without motors: it makes no overrun.", units=(u,))
    riders = is_cavalry(c, u) and side == "soviet" and terms.overrun_cavalry
    if is_motorized(c, u) or riders:
        return None
    what = "neither motorized nor Soviet cavalry" if terms.overrun_cavalry else "not motorized"
    return Refusal("efs:11.32", f"{name} is {what}: it makes no overrun.", units=(u,))


# ---------------------------------------------------------------------- where
@rule("efs:11.34", "efs:R24")
def other_zones(c: Ctx, units: Sequence[Unit], h: Hex) -> Refusal | None:
    """Whether a force stands in the zone of control of enemies that it does not overrun."""
    a, side = c.state.hex_of[units[0]], c.roster.side[units[0]]
    others = tuple(e for e in projectors(c, a, c.other(side)) if c.state.hex_of[e] != h)
    if not others:
        return None
    text = f"{c.label(a)} lies in the zone of control of {c.roster.names(others)}: no overrun of others from there."
    return Refusal("efs:11.34", text, (a, *{c.state.hex_of[e] for e in others}), others)


@rule("efs:11.35", "efs:18.14")
def ground(c: Ctx, units: Sequence[Unit], h: Hex) -> Refusal | None:
    """Whether weather, terrain and works let a force overrun a hex beside it."""
    t, a, side = tables(c), c.state.hex_of[units[0]], c.roster.side[units[0]]
    where, now, works = c.board.describe(h), key(c, h), helps(c, h, c.other(side))
    if now == MUD or (now == SNOW and (side == "axis" or not edition(c).overrun_in_snow)):
        return Refusal("efs:11.35", f"No overrun into {where} in {now.capitalize()}.", (h,))
    if t.river(a, h) in (MAJOR_RIVER, LAKE):
        return Refusal("efs:11.35", f"No overrun over the {t.river(a, h)} to {where}.", (a, h))
    terms = edition(c)
    if t.terrain(h) in CLOSED or (not terms.overrun_cities and (t.city(h) or t.major_city(h))):
        return Refusal("efs:11.35", f"No overrun into {where}.", (h,))
    if terms.overrun_wet_in_frost and t.terrain(h) in WET and now != FROST:
        return Refusal("efs:11.35", f"{where} is {t.terrain(h)}: an overrun goes there in Frost alone.", (h,))
    if BELT in works or CITADEL in works:
        return Refusal("efs:18.14", f"No overrun against the works in {where}.", (h,))
    if t.terrain(h) in WET and not ice(c).swamps and not t.road(a, h) and not t.rail(a, h):
        return Refusal("efs:11.35", f"{where} is {t.terrain(h)}: an overrun follows a road or railroad there.", (a, h))
    return None


def fortified(c: Ctx, units: Sequence[Unit], h: Hex) -> bool:
    """Whether a strongpoint or an active fortified line helps against an overrun, or a city where one is made."""
    a, enemy = c.state.hex_of[units[0]], c.other(c.roster.side[units[0]])
    if edition(c).overrun_cities and (tables(c).city(h) or tables(c).major_city(h)):
        return True
    return strongpoint(c, h) == enemy or (enemy == "soviet" and line_faces(c, a, h))


# ---------------------------------------------------------------------- odds
@rule("efs:22.57")
def defenders(c: Ctx, units: Sequence[Unit], h: Hex) -> tuple[Unit, ...]:
    """The enemy combat units in the Overrun hex that count: all, or those that are no flotillas."""
    here, apart = combat_units(c, h, c.other(c.roster.side[units[0]])), edition(c).flotillas_apart
    return tuple(u for u in here if not (apart and is_flotilla(c, u)))


@rule("efs:22.53", "efs:22.57")
def boats(c: Ctx, units: Sequence[Unit], h: Hex) -> tuple[Unit, ...]:
    """The enemy flotillas in the Overrun hex that do not count and retreat whatever comes of the overrun."""
    here, apart = combat_units(c, h, c.other(c.roster.side[units[0]])), edition(c).flotillas_apart
    return tuple(u for u in here if apart and is_flotilla(c, u))


@rule("efs:11.37", "efs:11.36", "efs:R153")
def strengths(c: Ctx, units: Sequence[Unit], h: Hex) -> tuple[int, int]:
    """Attack and defense strength, nothing halved: guns count their defense, Untried units nothing yet; 1 at least."""
    against = sum(defence(c, u) for u in defenders(c, units, h) if not is_untried(c, u))
    return sum(attack(c, u) for u in units), max(against, 1)


def odds(c: Ctx, units: Sequence[Unit], h: Hex) -> int:
    """How many times the attack strength is the defense strength, rounded in the defender's favour."""
    mine, theirs = strengths(c, units, h)
    return mine // theirs


@rule("efs:11.35", "efs:11.36", "efs:18.15")
def least_odds(c: Ctx, units: Sequence[Unit], h: Hex) -> tuple[int, str]:
    """The odds that an overrun needs, and by which rule (chart overrun)."""
    rows = dict(c.data.charts[CHART]["min_odds"]["rows"])
    if fortified(c, units, h):
        return int(str(rows["strongpoint_or_fortified_line_with_motorized_engineer"]).split("-")[0]), "efs:11.35"
    mixed = edition(c).overrun_mixed
    if mixed and any(nationality(c, u) != GERMAN for u in units):
        return mixed, "efs:11.36"
    return int(str(rows["any"]).split("-")[0]), "efs:11.36"


@rule("efs:11.35", "efs:11.36", "efs:18.15")
def enough(c: Ctx, units: Sequence[Unit], h: Hex) -> Refusal | None:
    """Whether a force is strong enough, and has its engineer where works ask for one."""
    if fortified(c, units, h) and not any(c.roster.kind[u] in SAPPERS for u in units):
        what = "City and works" if edition(c).overrun_cities else "The works"
        text = f"{what} in {c.board.describe(h)} are overrun only with a motorized engineer in the force."
        return Refusal("efs:11.35", text, (h,), tuple(units))
    need, law = least_odds(c, units, h)
    mine, theirs = strengths(c, units, h)
    if mine // theirs < need:
        text = f"{mine} against {theirs} is {mine // theirs}-1: an overrun of {c.label(h)} needs {need}-1."
        return Refusal(law, text, (h,), tuple(units))
    return None


# ---------------------------------------------------------------------- the price
@rule("efs:11.37")
def cost(c: Ctx, units: Sequence[Unit], h: Hex) -> int | None:
    """Quarters that an overrun takes of each unit: a point, and the ground of the Overrun hex without any zone."""
    found = price(c, units, h)
    return None if found is None else found + QUARTERS


@rule("efs:11.31", "efs:11.37")
def affordable(c: Ctx, units: Sequence[Unit], h: Hex) -> Refusal | None:
    """Whether a force has the movement points, and could enter the hex at all."""
    need, have = cost(c, units, h), budget(c, units)
    if need is None:
        return why_shut(c, units, c.state.hex_of[units[0]], h)
    if need > have:
        text = f"The overrun of {c.board.describe(h)} costs {told(need)} MP, {told(have)} are left."
        return Refusal("efs:11.37", text, (h,), tuple(units))
    return None


# ---------------------------------------------------------------------- all bars
@rule("efs:11.31", "efs:11.32", "efs:11.33", "efs:11.34", "efs:11.35", "efs:11.36", "efs:22.53", "efs:R272")
def may_overrun(c: Ctx, units: Sequence[Unit], h: Hex) -> Refusal | None:
    """Why units that move together cannot overrun a hex now, or ``None``."""
    a, where = c.state.hex_of[units[0]], c.board.describe(h)
    for u in units:
        if (refusal := may_take_part(c, u) or may_begin(c, u)) is not None:
            return refusal
    if any(c.state.hex_of[u] != a for u in units):
        return Refusal("efs:11.32", "Units that overrun begin their movement in one stack.", (a,), tuple(units))
    if not (defenders(c, units, h) or boats(c, units, h)):
        return Refusal("efs:11.37", f"No enemy combat unit stands in {where}: there is nobody to overrun.", (h,))
    if h not in c.grid.adjacent[a]:
        text = f"Enemy units stand in {where}: they are overrun from a hex beside them, and {c.label(a)} is none."
        return Refusal("efs:11.37", text, (a, h), tuple(units))
    bars = (other_zones, ground, out_of_bounds, enough, affordable)
    return next((refusal for bar in bars if (refusal := bar(c, units, h)) is not None), None)


# ---------------------------------------------------------------------- the die
@rule("efs:11.37", "efs:11.38", "efs:11.35")
def modifiers(c: Ctx, units: Sequence[Unit], h: Hex) -> list[tuple[int, str, str]]:
    """What counts on the Overrun Table: value, words and rule of each (chart overrun)."""
    found = [(int(result(c, CHART, odds(c, units, h), "odds_drm")), f"odds of {odds(c, units, h)}-1", "efs:11.37")]
    against, weak = defenders(c, units, h), listed(c, CHART, "defender_drm")
    if any(c.state.overrun[u] for u in against):
        found.append((weak["already_overrun"], "overrun before", "efs:11.38"))
    if any(c.state.supply[u] == OUT for u in against):
        found.append((weak["out_of_supply"], "out of supply", "efs:11.37"))
    if all(number(c, u, "no_zoc") for u in against):
        found.append((weak["no_zoc_units_only"], "only units without a zone of control", "efs:11.37"))
    return [m for m in [*found, *_terrain(c, units, h)] if m[0]]


@rule("efs:11.37", "efs:11.35")
def _terrain(c: Ctx, units: Sequence[Unit], h: Hex) -> Iterable[tuple[int, str, str]]:
    """Terrain adds up."""
    t, a, rows = tables(c), c.state.hex_of[units[0]], listed(c, CHART, "terrain_drm")
    terrain, water = t.terrain(h), t.river(a, h)
    if t.woods(h):
        yield rows["woods"], "woods", "efs:11.37"
    if "hills" in terrain:
        yield rows["hill"], "hill", "efs:11.37"
    if water in WADED and not ice(c).rivers:
        yield rows["river_hexside"], water, "efs:11.37"
    if terrain in WET:
        yield rows["marsh_or_swamp"], terrain, "efs:11.35"
    if t.city(h) or t.major_city(h):
        yield rows.get("city_or_major_city", 0), t.size(h), "efs:11.35"
    elif fortified(c, units, h):
        yield rows["strongpoint_or_fortified_line"], "works", "efs:11.37"


@rule("efs:11.37")
def tally(c: Ctx, units: Sequence[Unit], h: Hex) -> Tally:
    """The calculation of an overrun line by line, with the result of every face of the die."""
    mine, theirs = strengths(c, units, h)
    found = Tally(CHART, mine, theirs, f"{mine}:{theirs}", attackers=tuple(units), targets=(h,))
    found.defenders = defenders(c, units, h)
    for u in units:
        found.add(f"+{attack(c, u)}", c.roster.short[u], "efs:11.37")
    for u in found.defenders:
        untried = is_untried(c, u)
        found.add("?" if untried else f"-{defence(c, u)}", c.roster.short[u], "efs:11.36" if untried else "efs:11.37")
    most = int(c.data.charts[CHART]["max_drm"])
    total = 0
    for value, text, law in modifiers(c, units, h):
        found.add(f"{value:+d}", text, law)
        total += value
    net = max(-most, min(most, total))
    found.add(f"{net:+d}", "on the die in all" + (f", limited from {total:+d}" if net != total else ""), "efs:11.37")
    found.column, found.results = f"{mine // theirs}-1", faces(c, CHART, net)
    found.distribution = chances(found.results)
    return found
