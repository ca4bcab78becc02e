"""Layers of marks over the map: supply of both sides, forts, control and points, reach, weather zones."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.pm.forts import intact
from engine.games.pm.queries.reach import reach_query
from engine.games.pm.setup.placing import zomo
from engine.games.pm.state import UNSUPPLIED
from engine.games.pm.supply import axis_field, east_of_gas, line_of, soviet_field, state_of
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.weather import LETTERS, weather
from engine.play.asked import Overlay

OVERLAYS = (
    ("supply", "Supply lines"),
    ("reach", "Movement costs"),
    ("control", "Control and victory points"),
    ("forts", "Forts and the Stalin Line"),
    ("zones", "GAS Line, set-up and weather zones"),
)
Layer = tuple[dict[Hex, str], tuple[tuple[str, str], ...], str]


def overlay(c: Ctx, name: str, side: str, u: Unit | None) -> Overlay:
    """One layer of marks over the map, for a side and, where it makes sense, a unit."""
    marks, legend, rule_id = _LAYERS[name](c, side, u)
    return Overlay(name, dict(OVERLAYS)[name], rule_id, marks, legend)


def _supply(c: Ctx, side: str, u: Unit | None) -> Layer:
    found = axis_field(c)[0] if side == "axis" else soviet_field(c)[0]
    marks = {h: "S" if not d else "~" if side == "axis" and east_of_gas(c, h) else "+" for h, d in found.items()}
    for v, h in enumerate(c.state.hex_of):
        if h >= 0 and c.roster.side[v] == side and state_of(c, v) == UNSUPPLIED:
            marks[h] = "!"
    if u is not None:
        marks.update({h: "*" for h in line_of(c, u)})
    legend = [
        ("S", "supply source"),
        ("+", "a line reaches here"),
        ("!", "unit out of supply"),
        ("*", "line of the unit"),
    ]
    if side == "axis":
        legend.insert(2, ("~", "attenuated: east of the GAS Line"))
    return marks, tuple(legend), "pm:9.4"


def _reach(c: Ctx, side: str, u: Unit | None) -> Layer:
    if u is None:
        return {}, (("", "put the cursor on a unit first"),), "pm:12.1"
    marks = {h: f"{v:g}" for h, v in reach_query(c, u, "").costs.items()}
    return marks, (("5", "movement points to go there"),), "pm:12.1"


def _control(c: Ctx, side: str, u: Unit | None) -> Layer:
    marks = {}
    for h in tables(c).tracked:
        letter = "G" if c.state.control[c.label(h)] == "axis" else "S"
        place = tables(c).place(h)
        marks[h] = f"{letter}{place.value}" if place and place.value else letter
    legend = (("G", "German control"), ("S", "Soviet control"), ("2", "victory points"))
    return marks, legend, "pm:3.9"


def _forts(c: Ctx, side: str, u: Unit | None) -> Layer:
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


def _zones(c: Ctx, side: str, u: Unit | None) -> Layer:
    t, marks = tables(c), {}
    for h in t.land:
        if h in zomo(c):
            marks[h] = "z"
        elif east_of_gas(c, h):
            marks[h] = "e"
        elif h in t.zone("frontier"):
            marks[h] = "f"
        if h in t.zone("weather_south"):
            marks[h] = LETTERS[weather(c, h)].lower() + "s"
    legend = (("z", "ZOMO"), ("f", "Frontier Zone"), ("e", "east of the GAS Line"), ("ds", "southern weather zone"))
    return marks, legend, "pm:9.3"


_LAYERS = {"supply": _supply, "reach": _reach, "control": _control, "forts": _forts, "zones": _zones}
