"""Overlays of the map: supply nets, reach, control and points, zones, command, railroads, works."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.efs import forts
from engine.games.efs.air.bases import bases_now
from engine.games.efs.arrivals import sources
from engine.games.efs.command import commanders, non_op_over, zones
from engine.games.efs.control import remembered
from engine.games.efs.holders import friendly
from engine.games.efs.interdicted import level
from engine.games.efs.kinds import is_air, is_gun
from engine.games.efs.queries.flights import most_flying
from engine.games.efs.queries.reach import MISSION, reach_query
from engine.games.efs.rails import is_cut, is_rail, near_enemy, owner, railheads
from engine.games.efs.state import OUT
from engine.games.efs.supply.points import on_map
from engine.games.efs.supply.routes import lines_to, net, route
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import number
from engine.games.efs.victory import points, spots
from engine.games.efs.zones import in_zoc
from engine.kit.layers import CUT_OFF, LINE, control_layer, reach_layer, supply_layer
from engine.play.citing import rule
from engine.play.queries import Drawing, Layer, Legend


# ---------------------------------------------------------------------- supply
def _routes(c: Ctx, side: str) -> dict[Hex, str]:
    """Hexes that Supply Routes reach: ``S`` a source, else the hexes of the line to the net, ``0`` on it."""
    lengths = net(c, side).lengths()
    found = {h: str(lengths[h]) for h in tables(c).land if h in lengths}
    return found | dict.fromkeys((h for h in sources(c, side) if h in lengths), "S")


def _path(c: Ctx, u: Unit) -> list[Hex]:
    legs = route(c, c.state.hex_of[u], c.roster.side[u]) if c.state.hex_of[u] >= 0 else ()
    return [h for leg in legs for h in leg]


def _legend(side: str) -> Legend:
    return (
        ("S", "supply source"),
        ("0", "on a railroad or road net"),
        ("5", "hexes of line to the net"),
        (CUT_OFF, "unit out of supply"),
        (LINE, "its route"),
    )


@rule("efs:6.26", "efs:15.21")
def _points(c: Ctx, side: str, u: Unit | None) -> Drawing:
    """How many Attack Supply Points a Line of Communications joins to each hex: those of one supply unit if it is asked
    about."""
    marks = dict[Hex, int]()
    units = on_map(c, side)
    for s in [u] if u in units else units:
        for h in lines_to(c, c.state.hex_of[s], side):
            marks[h] = marks.get(h, 0) + c.state.asp[s]
    shown = {h: str(n) for h, n in marks.items()} | {c.state.hex_of[s]: f"{c.state.asp[s]}!" for s in units}
    return shown, (("2", "points within a line of supply"), ("1!", "supply unit with its points")), "efs:15.21"


# ---------------------------------------------------------------------- zones and command
@rule("efs:3.2")
def _zoc(c: Ctx, side: str, u: Unit | None) -> Drawing:
    own, enemy = in_zoc(c, side), in_zoc(c, c.other(side))
    marks = {h: "±" if own[h] and enemy[h] else "+" if own[h] else "x" for h in c.data.in_play if own[h] or enemy[h]}
    legend = (("+", "own zone of control"), ("x", "enemy zone"), ("±", "contested"))
    return marks, legend, "efs:3.21"


@rule("efs:21.14", "efs:21.22", "efs:21.27")
def _command(c: Ctx, side: str, u: Unit | None) -> Drawing:
    marks = dict[Hex, str]()
    limit = {hq: n for group, n in zones(c) for hq in group}
    for h in c.data.in_play:
        if down := non_op_over(c, h):
            marks[h] = f"n{min(limit.get(hq, 0) for hq in down)}"
        elif hqs := commanders(c, h):
            marks[h] = str(len(hqs))
    legend = (("1", "operational headquarters in range"), ("n2", "Non-Op zone and how many units may move in it"))
    return marks, legend, "efs:21.14"


@rule("efs:14.64", "efs:14.66")
def _interdiction(c: Ctx, side: str, u: Unit | None) -> Drawing:
    """Levels of interdiction that count, and woods in a zone, where it does nothing."""
    marks = {c.board.index[label]: "w" for label in c.state.zoi}
    marks |= {h: str(n) for h in marks if (n := level(c, h))}
    return marks, (("1", "level of interdiction"), ("w", "woods: no effect")), "efs:14.64"


# ---------------------------------------------------------------------- railroads and works
@rule("efs:11.1", "efs:19.1")
def _rails(c: Ctx, side: str, u: Unit | None) -> Drawing:
    marks, close = dict[Hex, str](), near_enemy(c, side)
    ends = {h for who in c.data.meta["sides"] for h in railheads(c, who)}
    for h in c.data.in_play:
        if is_rail(c, h):
            letter = "/" if is_cut(c, h) else "A" if owner(c, h) == "axis" else "S"
            marks[h] = letter + ("!" if h in ends else "." if close[h] else "")
    legend = (("A", "Axis gauge"), ("S", "Soviet gauge"), ("/", "cut"), ("A!", "railhead"), ("A.", "enemy within two"))
    return marks, legend, "efs:11.11"


@rule("efs:18.1")
def _works(c: Ctx, side: str, u: Unit | None) -> Drawing:
    marks = dict.fromkeys(forts.line_hexes(c), "L")
    marks |= dict.fromkeys(forts.standing(c, "fortified belt"), "B") | dict.fromkeys(forts.standing(c, "citadel"), "C")
    for who in c.data.meta["sides"]:
        for h, done in forts.strongpoints(c, who).items():
            marks[h] = "P" if done else "p"
    shown = {h: sign for h, sign in marks.items() if h in c.data.in_play}
    legend = (("P", "strongpoint"), ("p", "under construction"), ("L", "line"), ("B", "belt"), ("C", "citadel"))
    return shown, legend, "efs:18.11"


@rule("efs:13.11", "efs:13.12")
def _artillery(c: Ctx, side: str, u: Unit | None) -> Drawing:
    """How much support the guns of a side that have not fired could give against each hex: one gun's if it is asked
    about."""
    s, marks = c.state, dict[Hex, int]()
    own = (g for g, h in enumerate(s.hex_of) if h >= 0 and c.roster.side[g] == side and not s.fired[g] and is_gun(c, g))
    guns = list(own)
    guns = [u] if u in guns and u is not None else guns
    for g in guns:
        for h in c.grid.within(s.hex_of[g], number(c, g, "range")):
            if h in c.data.in_play:
                marks[h] = marks.get(h, 0) + number(c, g, "support")
    shown = {h: str(n) for h, n in marks.items()} | {s.hex_of[g]: f"{marks[s.hex_of[g]]}!" for g in guns}
    return shown, (("4", "support strength in range"), ("4!", "artillery stands here")), "efs:13.11"


def _tracked(c: Ctx) -> list[Hex]:
    return sorted(remembered(c) | {h for spot in spots(c) for h in spot.hexes})


@rule("efs:14.22", "efs:14.74")
def _air(c: Ctx, side: str, u: Unit | None) -> Drawing:
    """How many ready air units of a side reach each hex; the hexes from the nearest base for one of them."""
    law = "efs:14.22"
    if u is not None and is_air(c, u):
        marks = {h: f"{n:g}" for h, n in reach_query(c, u, MISSION).costs.items()}
        return marks | {h: "B" for h in bases_now(c, side) if h in marks}, _AIR_ONE, law
    found = {h: str(n) for h, n in most_flying(c, side).items()}
    return found | {h: "B" for h in bases_now(c, side)}, _AIR_ALL, law


_AIR_ONE = (("B", "air base of the turn"), ("7", "hexes from the nearest base"))
_AIR_ALL = (("B", "air base of the turn"), ("7", "air units ready that reach it"))
LAYERS = (
    supply_layer("Supply Routes", _routes, lambda c, u: c.state.supply[u] == OUT, _path, _legend, "efs:6.12"),
    reach_layer(lambda c, u, mode: reach_query(c, u, mode).costs, "efs:10.21", (("3.5", "movement points to it"),)),
    control_layer(
        _tracked,
        friendly,
        points,
        {"axis": "Axis", "soviet": "Soviet"},
        ("4", "victory points"),
        "efs:3.11",
    ),
    Layer("points", "Attack Supply Points in reach", _points),
    Layer("artillery", "Artillery in range", _artillery),
    Layer("air", "Air bases and ranges", _air),
    Layer("zoc", "Zones of control", _zoc),
    Layer("command", "Command and Non-Op zones", _command),
    Layer("interdiction", "Zones of Interdiction", _interdiction),
    Layer("rails", "Railroads: gauge, railheads", _rails),
    Layer("works", "Fortifications", _works),
)
