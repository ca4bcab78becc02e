"""Dice that are no attack: weather, replacements, surrender, retreat, conversion, aircraft; what is on them and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.components.results import chances
from engine.games.efs.air import fight, flak
from engine.games.efs.combat.lookups import FACES, faces, listed, result
from engine.games.efs.combat.paths import Flight, common_ways, is_cover
from engine.games.efs.conversion import cost, may_convert, may_regain
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_engineer, is_gun, is_hq
from engine.games.efs.phases.replacements import by_weather, modifier
from engine.games.efs.phases.weather import Sky, Turns, freezes, in_force
from engine.games.efs.surrender import CHART, SOVIET, cut_off, liable, modifiers
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import combat_units, held_by
from engine.games.efs.weather import DRY, FROST, MUD, SNOW, WEATHERS, ice_in, icy, weather
from engine.play.citing import rule
from engine.play.queries import Enquiry

Asked = Mapping[str, Any]
"""What a question names beside its kind."""
FIRING, RATING, AIRCRAFT_DRM = "firing", "target", "aircraft_drm"


# ---------------------------------------------------------------------- what is asked
def _target(c: Ctx, asked: Asked) -> Hex:
    """The one hex that is asked about."""
    label = asked.get("target")
    named = label if isinstance(label, list) else [label]
    if len(named) != 1 or not isinstance(named[0], str):
        raise BadInput("'target' is the label of one hex, such as 'B0235'")
    return c.hex(named[0])


def _number(asked: Asked, key: str, default: int | None = None) -> int:
    value = asked.get(key, default)
    told = str(value)
    if isinstance(value, bool) or not told.lstrip("+-").isdecimal() or len(told) > 3:
        raise BadInput(f"'{key}' is a number, not {value!r}")
    return int(told)


def _sky(asked: Asked, key: str) -> str:
    value = asked.get(key)
    if value not in WEATHERS:
        raise BadInput(f"'{key}' is one of {', '.join(WEATHERS)}, not {value!r}")
    return str(value)


def _die(found: Tally, drm: int, results: list[str]) -> Tally:
    """The modifier of a die in a calculation, and what each face brings."""
    found.drm, found.results, found.distribution = drm, results, chances(results)
    found.further["drm"] = drm
    return found


# ---------------------------------------------------------------------- the turn
@rule("efs:5.16", "efs:5.21", "efs:5.22", "efs:5.23", "efs:5.32", "efs:5.33")
def weather_after(c: Ctx, asked: Asked) -> Tally:
    """The weather that a result of the table brings after those of the turns ``before`` it, latest last."""
    climate, now, before = _sky(asked, "climate"), _sky(asked, "result"), asked.get("before") or []
    if not isinstance(before, list):
        raise BadInput("'before' is a list of weather, latest last")
    terms, past, sky = edition(c), Turns(), Sky(now)
    for word in [*(_sky({"before": word}, "before") for word in before), now]:
        sky, last = in_force(terms, past, climate, Sky(word)), past.weathers[-1:]
        frozen = freezes(terms, past, climate, sky.weather)
        runs = past.frost_rolls + 1 if word == FROST else 0
        past = Turns((*past.weathers, sky.weather), (*past.climates, climate), runs, frozen)
    lingers = None
    if sky.weather == DRY and last == (MUD,) and climate in terms.mud_lingers:
        lingers = MUD
    elif (now, sky.weather) == (FROST, SNOW):
        lingers = SNOW
    found = Tally("weather")
    found.add(now, f"result of the table in {climate.capitalize()} climate", "efs:5.16")
    if sky.weather != now:
        law = "efs:5.22" if lingers else "efs:5.32" if now == MUD else "efs:5.33"
        found.add(sky.weather, f"in place of {now.capitalize()}", law)
    if lingers:
        found.add(lingers, "lingers" + (" in woods" if lingers == MUD else ""), _LINGERS[lingers])
    if cold := icy(ice_in(terms, sky.weather, past.frozen)):
        found.add("frozen", f"{cold} are frozen", "efs:5.23")
    found.further = {"weather": sky.weather, "lingering": lingers, "frozen": past.frozen}
    return found


_LINGERS = {MUD: "efs:5.21", SNOW: "efs:5.22"}


@rule("efs:7.22", "efs:12.36")
def replacements(c: Ctx, asked: Asked) -> Tally:
    """What is added to the die of Soviet replacements."""
    found, drm = Tally("replacements"), modifier(c)
    bad = by_weather(c)
    if bad:
        found.add("+1", f"{weather(c).capitalize()} weather", "efs:7.22")
    if c.state.mandates:
        found.add(f"+{c.state.mandates}", "Mandated Attacks not yet made", "efs:12.36")
    cut = f", limited from {bad + c.state.mandates:+d}" if bad + c.state.mandates > drm else ""
    found.add(f"{drm:+d}", f"on the die in all{cut}", "efs:7.22")
    found.drm = found.further["drm"] = drm
    return found


# ---------------------------------------------------------------------- ground units
@rule("efs:20.11", "efs:20.21")
def surrender(c: Ctx, asked: Asked) -> Tally:
    """Whether the Soviet units of a hex check for surrender, and with what on the die."""
    h, found = _target(c, asked), Tally("surrender")
    found.targets, required = (h,), h in cut_off(c)
    found.further = {"required": required, "drm": 0}
    if not liable(c, h):
        found.add("-", f"no Soviet unit in {c.board.describe(h)} can surrender", "efs:20.12")
        return found
    found.defenders = tuple(liable(c, h))
    if not required:
        found.add("-", "no Axis zone, or a line leads to a Soviet supply source", "efs:20.11")
    drm = 0
    for value, what in modifiers(c, h):
        drm += value
        found.add(f"{value:+d}", what, "efs:20.21")
    found.add(f"{drm:+d}", "on the die in all", "efs:20.21")
    return _die(found, drm, faces(c, CHART, drm))


@rule("efs:16.48")
def retreat(c: Ctx, asked: Asked) -> Tally:
    """What is on the die of those who retreat from a hex through a vacant one in an enemy zone."""
    h, found = _target(c, asked), Tally("retreat")
    side = held_by(c, h)
    if not side:
        raise BadInput(f"nobody stands in {c.board.describe(h)} who could retreat")
    units = combat_units(c, h, side)
    found.targets, found.defenders = (h,), units
    rows, drm = listed(c, "retreat", "drm"), 0
    past = [w.zoc for w in common_ways(c, units, Flight(side, units)).values() if w.zoc >= 0]
    if any(is_gun(c, u) for u in units):
        drm += rows["any_artillery"]
        found.add(f"{rows['any_artillery']:+d}", "artillery in the stack", "efs:16.48")
    if any(is_cover(c, zoc) for zoc in past):
        drm += rows["zoc_hex_is_woods_or_swamp"]
        found.add(f"{rows['zoc_hex_is_woods_or_swamp']:+d}", "through woods or swamp", "efs:16.48")
    if not past:
        found.add("-", "no way leads past the enemy, or none has to", "efs:16.48")
    found.further["succeeds_on"] = max(n for n in range(-FACES, 2 * FACES) if result(c, "retreat", n) == "yes")
    return _die(found, drm, faces(c, "retreat", drm))


@rule("efs:19.21", "efs:19.22", "efs:19.3")
def conversion(c: Ctx, asked: Asked) -> Tally:
    """Whether the railroad of a hex can be converted now, by Axis points or Soviet units in it."""
    h, found = _target(c, asked), Tally("conversion")
    found.targets = (h,)
    there = [may_regain(c, u) for u in combat_units(c, h, SOVIET) if is_engineer(c, u) or is_hq(c, u)]
    own = None in there
    refusal = None if own else there[0] if there else may_convert(c, h)
    if own:
        found.add("0", "Soviet units convert without points", "efs:19.3")
    else:
        found.add(str(cost(c, h)), f"conversion points for {c.board.describe(h)}", "efs:19.22")
    found.further["cost"] = 0 if own else cost(c, h)
    if refusal is not None:
        found.barred = refusal.rule, refusal.reason
    return found


# ---------------------------------------------------------------------- in the air
@rule("efs:14.32", "efs:14.33")
def air_combat(c: Ctx, asked: Asked) -> Tally:
    """The column of the Air Combat Table for two ratings."""
    mine, theirs = _number(asked, FIRING), _number(asked, RATING)
    column = fight.column(c, mine - theirs)
    found = Tally("air-combat", column=column)
    found.add(f"{mine - theirs:+d}" if mine != theirs else "0", f"{mine} against {theirs}", "efs:14.32")
    found.add(column, "column", "efs:14.32")
    found.further["column"] = column
    found.results = fight.by_column(c, column)
    found.distribution = chances(found.results)
    return found


@rule("efs:14.41", "efs:14.42", "efs:14.43", "efs:14.44")
def aa_fire(c: Ctx, asked: Asked) -> Tally:
    """The modifier of the fire at an air unit over a hex, by the side that holds it, else by the Soviet side."""
    h, more, found = _target(c, asked), _number(asked, AIRCRAFT_DRM, 0), Tally("aa-fire")
    side = held_by(c, h) or SOVIET
    guns, worth = flak.gunners(c, h, side), flak.worths(c)
    found.targets, found.defenders = (h,), tuple(guns)
    if n := sum(flak.is_flak(c, u) for u in guns):
        found.add(f"{n * worth['aa_unit_each']:+d}", f"anti-aircraft units: {n}", "efs:14.44")
    if any(is_hq(c, u) for u in guns):
        found.add(f"{worth['soviet_hq']:+d}", "a Soviet headquarters", "efs:14.44")
    if tables(c).major_city(h):
        found.add(f"{worth['major_city']:+d}", "major city", "efs:14.44")
    if more:
        found.add(f"{more:+d}", "the air unit itself", "efs:14.44")
    drm = flak.net(c, guns, [worth["major_city"] * tables(c).major_city(h), more])
    found.add(f"{drm:+d}", "on the die in all, two at most each way", "efs:14.43")
    if not guns:
        found.add("-", "nobody fires there", "efs:14.42")
    return _die(found, drm, fight.flak_outcomes(c, drm))


ENQUIRIES: tuple[tuple[str, Enquiry], ...] = (
    ("weather", weather_after), ("replacements", replacements), ("surrender", surrender), ("retreat", retreat),
    ("conversion", conversion), ("air-combat", air_combat), ("aa-fire", aa_fire),
)  # fmt: skip
"""By kind; the second edition has ``fuel-shortage`` besides."""
