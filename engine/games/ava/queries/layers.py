"""Overlays of the map: communications, zones of control, command ranges, reach, control."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.ava.phases.command import command_range
from engine.games.ava.phases.movement import reach_query
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.victory import at_stake
from engine.games.ava.zones import communicates, lines, supply_of, zone
from engine.kit.layers import CUT_OFF, LINE, control_layer, reach_layer, supply_layer
from engine.play.queries import Drawing, Layer, Legend


def _lines(c: Ctx, side: str) -> dict[Hex, str]:
    found = dict.fromkeys(lines(c, side)[0], "+")
    return found | {h: "S" for h in tables(c).sources(side) if h in found}


def _legend(side: str) -> Legend:
    return (
        ("S", f"{side.capitalize()} supply source"),
        ("+", "in communications"),
        (CUT_OFF, "unit cut off"),
        (LINE, "line of the unit"),
    )


def _zoc(c: Ctx, side: str, u: Unit | None) -> Drawing:
    flags = zone(c, c.other(side))
    return {h: "z" for h in c.data.in_play if flags[h]}, (("z", "enemy zone of control: 2 MP in, 2 MP out"),), "ava:3.2"


def _range(c: Ctx, side: str, u: Unit | None) -> Drawing:
    every = _headquarters(c, side)
    now = [hq for hq in every if c.state.active[hq]]
    hqs = [u] if u is not None and c.roster.hq[u] else now or every
    marks: dict[Hex, str] = {}
    for hq in hqs:
        for h, d in command_range(c, hq).items():
            marks[h] = min(marks.get(h, "9"), str(d))
    what = "headquarters that is activated" if now else "nearest headquarters"
    return marks, (("0-4", f"hexes from the {what}"),), "ava:8.2"


def _headquarters(c: Ctx, side: str) -> list[Unit]:
    r = c.roster
    return [u for u, h in enumerate(c.state.hex_of) if h >= 0 and r.hq[u] and r.side[u] == side]


def _owner(c: Ctx, h: Hex) -> str:
    """Who controls a hex: the Soviets where nothing else is known (3.4)."""
    return c.state.control.get(c.label(h), "soviet")


LAYERS = (
    supply_layer(
        "Lines of communications",
        _lines,
        lambda c, u: not communicates(c, c.roster.side[u], c.state.hex_of[u]),
        lambda c, u: supply_of(c, u).path,
        _legend,
        "ava:3.3",
    ),
    Layer("zoc", "Enemy zones of control", _zoc),
    Layer("range", "Command range", _range),
    reach_layer(
        lambda c, u, mode: reach_query(c, u, mode).costs,
        "ava:9.2",
        (("5", "movement points by normal movement"), ("r", "by road, strategic movement only")),
        further="strategic",
        sign="r",
    ),
    control_layer(
        lambda c: tables(c).tracked,
        _owner,
        at_stake,
        {"axis": "Axis", "soviet": "Soviet"},
        ("10", "victory points at stake"),
        "ava:3.4",
    ),
)
