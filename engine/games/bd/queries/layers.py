"""Overlays of the map: supply of both sides, reach, control and points, supply areas."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.bd.queries.reach import reach_query
from engine.games.bd.state import OUT
from engine.games.bd.supply import field, line_of, offensive, overland, state_of
from engine.games.bd.tables import NORTH, Ctx, tables
from engine.kit.layers import CUT_OFF, LINE, control_layer, reach_layer, supply_layer
from engine.play.queries import Drawing, Layer, Legend


def _lines(c: Ctx, side: str) -> dict[Hex, str]:
    found = {}
    for h, far in field(c, side)[0].items():
        if overland(c, side, h):
            found[h] = "S" if not far else "o" if side == "soviet" and offensive(c, h) else "+"
    return found


def _legend(side: str) -> Legend:
    more = (("o", "in range of offensive supply"),) if side == "soviet" else ()
    return (
        ("S", "supply source"),
        ("+", "overland supply"),
        *more,
        (CUT_OFF, "unit out of supply"),
        (LINE, "its line"),
    )


def _areas(c: Ctx, side: str, u: Unit | None) -> Drawing:
    t, marks = tables(c), dict[Hex, str]()
    for h in t.land:
        marks[h] = "n" if t.area(h) == NORTH else "s"
        for name, sign in (("dnepr_area", "DP"), ("rostov_area", "R"), ("crimea_area", "CS")):
            if h in t.zone(name):
                marks[h] = sign
    legend = (
        ("n", "northern area"),
        ("s", "southern area"),
        ("DP", "Dnepropetrovsk"),
        ("R", "Rostov"),
        ("CS", "Crimea"),
    )
    return marks, legend, "bd:7.15"


LAYERS = (
    supply_layer("Supply lines", _lines, lambda c, u: state_of(c, u) == OUT, line_of, _legend, "bd:7.14"),
    reach_layer(lambda c, u, mode: reach_query(c, u, mode).costs, "bd:10.1", (("5", "movement points to go there"),)),
    control_layer(
        lambda c: sorted(h for place in c.board.places if place.value for h in place.hexes),
        lambda c, h: c.state.control[c.label(h)],
        lambda c, h: tables(c).value(h),
        {"axis": "German", "soviet": "Soviet"},
        ("1", "victory points"),
        "bd:3.6",
    ),
    Layer("areas", "Logistical and supply areas", _areas),
)
