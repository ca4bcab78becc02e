"""6.5: Fuel Shortage of Axis groups that have units Out of Supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.components.charts import Tally
from engine.components.grid import Unit
from engine.games.efs.combat.lookups import FACES, faces, listed
from engine.games.efs.kinds import flag, formation, is_motorized
from engine.games.efs.state import EfsState
from engine.games.efs.supply.points import on_map
from engine.games.efs.supply.routes import line_between
from engine.games.efs.supply.status import is_out
from engine.games.efs.tables import Ctx
from engine.games.efs.units import side_units
from engine.games.efs.weather import MUD, SNOW, weather
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

AXIS = "axis"
CHART = "fuel_shortage"
FAILS = "fails"


@rule("efs2:6.51")
def groups(c: Ctx) -> dict[str, list[Unit]]:
    """The groups that may run out of fuel, with their units on the map, in the order of the counters."""
    found: dict[str, list[Unit]] = {}
    for u, h in enumerate(c.state.hex_of):
        if h >= 0 and c.roster.side[u] == AXIS and flag(c, u, "fuel"):
            found.setdefault(formation(c, u), []).append(u)
    return found


@rule("efs2:6.53")
def short_of_fuel(c: Ctx) -> dict[str, list[Unit]]:
    """The groups that must roll: those with a unit Out of Supply, whatever the others have."""
    return {name: units for name, units in groups(c).items() if any(is_out(c, u) for u in units)}


@rule("efs2:6.53")
def enquiry(c: Ctx, asked: Mapping[str, Any]) -> Tally:
    """Which groups roll for their fuel as things stand, and with what on the die."""
    found, titles = Tally("fuel-shortage"), c.roster.formation_titles
    short = short_of_fuel(c)
    for name, units in short.items():
        found.add(f"{modifier(c, units):+d}", f"{titles.get(name, name)} on its die", "efs2:6.53")
    if not short:
        found.add("-", "no group has a unit Out of Supply", "efs2:6.53")
    found.further["groups"] = [titles.get(name, name) for name in short]
    return found


@rule("efs2:6.53", "efs2:R181")
def modifier(c: Ctx, units: list[Unit]) -> int:
    """What is added to the die of a group: whole group out, bad weather, a supply unit near one that is out."""
    worth, out = listed(c, CHART, "drm"), [u for u in units if is_out(c, u)]
    drm = worth["whole_group_out_of_supply"] if len(out) == len(units) else 0
    drm += worth["mud_or_snow"] if weather(c) in (MUD, SNOW) else 0
    at = c.state.hex_of
    near = any(line_between(c, at[u], at[s], AXIS) for u in out for s in on_map(c, AXIS))
    return drm + (worth["friendly_asp_within_loc"] if near else 0)


@rule("efs2:6.53")
def roll(c: Ctx, name: str, units: list[Unit]) -> bool:
    """Roll for a group; whether it has fuel."""
    drm = modifier(c, units)
    results = faces(c, CHART, drm)
    die = c.roll(FACES, results=results)
    fails = results[die - 1] == FAILS
    title = c.roster.formation_titles.get(name, name)
    word = "Fuel Shortage" if fails else "fuel enough"
    text = f"{title} rolls {die}{f' {drm:+}' if drm else ''}: {word}."
    c.say("fuel", text, "efs2:6.53", rolls=[die], units=units, hexes=sorted({c.state.hex_of[u] for u in units}))
    return not fails


@rule("efs2:6.54", "efs2:6.55")
def mark(c: Ctx, units: list[Unit]) -> None:
    """A group without fuel is marked, and motorized units of no group that share a hex with it."""
    for h in {c.state.hex_of[u] for u in units}:
        for u in side_units(c, h, AXIS):
            if u in units or (is_motorized(c, u) and not flag(c, u, "fuel")):
                c.state.fuel[u] = 1
    c.touch()


class FuelShortage(Step[EfsState]):
    """The end of the Supply Status Phase: a die for each group."""

    id = "fuel"
    title = "Fuel Shortage"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(AXIS, "Groups without supply roll for their fuel.", "efs2:6.52")

    @rule("efs2:6.52", "efs2:6.53")
    def enter(self, c: Context[EfsState]) -> None:
        for name, units in short_of_fuel(c).items():
            if not roll(c, name, units):
                mark(c, units)
        c.done()
