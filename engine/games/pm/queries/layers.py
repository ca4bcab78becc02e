"""Overlays of the map: supply of both sides, reach, control and points, forts, zones of set-up and weather."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.pm.forts import intact
from engine.games.pm.queries.reach import reach_query
from engine.games.pm.setup.placing import zomo
from engine.games.pm.state import UNSUPPLIED
from engine.games.pm.supply import axis_field, east_of_gas, line_of, soviet_field, state_of
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.victory import points
from engine.games.pm.weather import LETTERS, SOUTH
from engine.kit.layers import CUT_OFF, LINE, control_layer, reach_layer, supply_layer
from engine.play.queries import Drawing, Layer, Legend


def _lines(c: Ctx, side: str) -> dict[Hex, str]:
    found = axis_field(c)[0] if side == "axis" else soviet_field(c)[0]
    return {h: "S" if not d else "~" if side == "axis" and east_of_gas(c, h) else "+" for h, d in found.items()}


def _legend(side: str) -> Legend:
    attenuated = (("~", "attenuated: east of the GAS Line"),) if side == "axis" else ()
    return (
        ("S", "supply source"),
        ("+", "a line reaches here"),
        *attenuated,
        (CUT_OFF, "unit out of supply"),
        (LINE, "line of the unit"),
    )


def _forts(c: Ctx, side: str, u: Unit | None) -> Drawing:
    signs = {"fort": "f", "heavy fort": "F", "stalin line": "=", "": "x"}
    groups = ("fort", "heavy fort", "stalin line")
    marks = {h: signs[intact(c, h)] for group in groups for z in c.board.zones_of(group) for h in z.hexes}
    legend = (
        ("f", "fort, 1L"),
        ("F", "heavy fort, 2L"),
        ("=", "Stalin Line, +1"),
        ("x", "uncompleted, aborted or destroyed"),
    )
    return marks, legend, "pm:14.24"


def _zones(c: Ctx, side: str, u: Unit | None) -> Drawing:
    wet = LETTERS[c.state.weather[SOUTH]].lower() + "s"
    marks = _ground(c) | dict.fromkeys(tables(c).zone("weather_south") & tables(c).land, wet)
    legend = (("z", "ZOMO"), ("f", "Frontier Zone"), ("e", "east of the GAS Line"), ("ds", "southern weather zone"))
    return marks, legend, "pm:9.3"


def _ground(c: Ctx) -> dict[Hex, str]:
    """Marks of the zones that do not change in play."""
    if "zone marks" not in c.data.memo:
        t = tables(c)
        start, frontier = zomo(c), t.zone("frontier")
        marks = {h: "z" if h in start else "e" if east_of_gas(c, h) else "f" * (h in frontier) for h in t.land}
        c.data.memo["zone marks"] = {h: mark for h, mark in marks.items() if mark}
    found: dict[Hex, str] = c.data.memo["zone marks"]
    return found


LAYERS = (
    supply_layer("Supply lines", _lines, lambda c, u: state_of(c, u) == UNSUPPLIED, line_of, _legend, "pm:9.4"),
    reach_layer(lambda c, u, mode: reach_query(c, u, mode).costs, "pm:12.1", (("5", "movement points to go there"),)),
    control_layer(
        lambda c: tables(c).tracked,
        lambda c, h: c.state.control[c.label(h)],
        points,
        {"axis": "German", "soviet": "Soviet"},
        ("2", "victory points"),
        "pm:3.9",
    ),
    Layer("forts", "Forts and the Stalin Line", _forts),
    Layer("zones", "GAS Line, set-up and weather zones", _zones),
)
