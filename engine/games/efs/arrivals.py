"""8.1, 8.3, 6.45: who waits beside the map to come in, and where it may do so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.efs.conversion import working
from engine.games.efs.edition import edition
from engine.games.efs.forts import helped
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import is_air, is_flotilla, is_mg, is_militia, is_span, is_supply, is_train, is_zap
from engine.games.efs.pause import points as paused
from engine.games.efs.rails import railheads
from engine.games.efs.stacking import fits
from engine.games.efs.supply.sources import lapsed, named
from engine.games.efs.surrender import way_out
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import ACTIVE, POOL, combat_units, enemy_combat_at, to_box
from engine.games.efs.zones import in_zoc, open_to
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good

TURN = "turn "
RAILROAD, MAIN_ROADS = "railroad", ("main_road", "motorway")
PUT = frozenset({"place", "railhead"})
"""Words of a set-up card for units that are put on the map: in named hexes, at an eastmost railhead."""


def turn_of(c: Ctx, u: Unit) -> int:
    """The turn of entry of a unit that waits for it, 0 for any other."""
    box = c.state.box[u]
    return int(box.removeprefix(TURN)) if box.startswith(TURN) else 0


@rule("efs:8.11")
def is_due(c: Ctx, u: Unit) -> bool:
    """Whether the turn of entry of a unit has come; its owner may let it wait longer."""
    return 0 < turn_of(c, u) <= c.state.turn


def due_boxes(c: Ctx) -> list[str]:
    """The boxes of the turns that have come."""
    return [f"{TURN}{turn}" for turn in range(1, c.state.turn + 1)]


def in_boxes(c: Ctx, boxes: Iterable[str]) -> list[Unit]:
    """The counters in some boxes, in their order."""
    wanted = frozenset(boxes)
    return [u for u, box in enumerate(c.state.box) if box in wanted]


@rule("efs:8.12", "efs:8.32", "efs:7.43")
@derived("box", "turn")
def waiting(c: Ctx, side: str) -> list[Unit]:
    """Ground units of a side that may come to the map in a movement phase, in the order of the counters."""
    due = [u for u in in_boxes(c, (*due_boxes(c), ACTIVE)) if c.roster.side[u] == side]
    return [u for u in due if not (is_air(c, u) or is_span(c, u) or is_raised(c, u) or is_placed(c, u))]


@rule("efs:8.43", "efs:21.71")
def is_raised(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a militia brigade, which is placed near its city and never enters by the edge."""
    return is_militia(c, u) and bool(c.roster.value("city", u))


@rule("efs:8.13", "efs:8.44")
def is_placed(c: Ctx, u: Unit) -> bool:
    """Whether a unit that waits is put on the map: trains, flotillas, machine guns, those whose card says so."""
    if c.state.box[u] == ACTIVE:
        return False
    return is_train(c, u) or is_flotilla(c, u) or is_mg(c, u) or not PUT.isdisjoint(card(c, u))


# ---------------------------------------------------------------------- where
def card(c: Ctx, u: Unit) -> dict[str, Any]:
    """The line of the set-up card that brings a unit, its Special Reinforcement Group too; empty for none."""
    return cards(c).get(c.roster.ids[u], {})


@for_good
def cards(c: Ctx) -> dict[str, dict[str, Any]]:
    """The lines of the set-up card by the units that they bring, withdrawn ones that come back among them."""
    rows = (row for part in ("group", "arrival", "returning") for row in c.scenario.get(part, ()))
    return {name: row for row in rows for name in row["units"]}


@for_good
def entries(c: Ctx) -> dict[str, list[Hex]]:
    """Hexes where units come in by their set-up card, by their ids."""
    return {name: [c.hex(label) for label in row["entry"]] for name, row in cards(c).items() if "entry" in row}


def sources(c: Ctx, side: str) -> list[Hex]:
    """The supply sources of a side on the map edge, which the scenario names, as long as they are some."""
    return [h for h in named(c, side) if not lapsed(c, h)]


@rule("efs:6.48")
def is_dump(c: Ctx, u: Unit) -> bool:
    """Whether a supply unit holds more than one point: a dump, which moves by railroad alone."""
    return c.state.asp[u] > 1


@rule("efs:6.47", "efs:6.48")
def _lets_in(c: Ctx, h: Hex, dump: bool) -> bool:
    """Whether the lines of a source let a supply unit come in there: a road, as some editions have it a main one, for
    dumps a railroad."""
    lines = set(c.board.lines_at(h))
    if dump:
        return RAILROAD in lines
    return bool(lines & {*MAIN_ROADS} if edition(c).supply_by_main_road else lines - {RAILROAD})


@rule("efs:8.12", "efs:8.32", "efs:6.47")
@derived("holder", "box", "turn", "asp")
def edge_hexes(c: Ctx, u: Unit) -> list[Hex]:
    """Hexes of the map edge where a unit that waits may come in: those of its set-up card, or supply sources."""
    if is_supply(c, u):
        dump = is_dump(c, u)  # which comes by railroad alone
        lined = (h for h in sources(c, c.roster.side[u]) if _lets_in(c, h, dump))
        return [h for h in lined if friendly(c, h) == c.roster.side[u]]
    if c.roster.ids[u] in entries(c) and c.state.box[u] != ACTIVE:
        return entries(c)[c.roster.ids[u]]
    return [h for h in sources(c, c.roster.side[u]) if friendly(c, h) == c.roster.side[u]]


@rule("efs:8.31", "efs:7.43", "efs:R231")
def has_taken(c: Ctx, noted: Mapping[str, int], h: Hex) -> bool:
    """Whether a unit has come in this turn to a hex or to another one of its town, by notes of turns."""
    place = tables(c).place(h)
    return any(noted[c.label(n)] == c.state.turn for n in (place.hexes if place is not None else (h,)))


@rule("efs:7.43", "efs:R231")
@derived()
def zap_places(c: Ctx) -> list[Hex]:
    """Friendly towns and cities where a Zap unit may come to the map now, none of them twice in a turn."""
    side, taken = "soviet", c.state.zaps
    found = [h for h in _towns(c) if friendly(c, h) == side and open_to(c, side, h)]
    return [h for h in found if not has_taken(c, taken, h)] if len(taken) else found


@for_good
def _towns(c: Ctx) -> list[Hex]:
    """The hexes of all towns and cities in play."""
    return [h for place in c.board.places for h in place.hexes if h in c.data.in_play]


@derived()
def zap_ground(c: Ctx) -> frozenset[Hex]:
    """The same to look up hexes in."""
    return frozenset(zap_places(c))


@rule("efs:8.13", "efs:8.43", "efs:8.44", "efs:7.43")
def may_stand(c: Ctx, side: str, h: Hex) -> Refusal | None:
    """Whether an enemy keeps a hex from units that are placed on the map: by being there, or by an uncancelled zone."""
    strict = edition(c).strict_placing
    if open_to(c, side, h) and not (strict and in_zoc(c, c.other(side))[h]):
        return None
    if enemy_combat_at(c, h, side):
        return Refusal("efs:8.13", f"The enemy is in {c.board.describe(h)}.", (h,))
    alone = "" if strict else " with no friendly unit in it"
    return Refusal("efs:8.13", f"{c.board.describe(h)} lies in an enemy zone of control{alone}.", (h,))


@rule("efs:8.13", "efs:8.44", "efs:21.31", "efs:22.51")
def placing_hexes(c: Ctx, u: Unit) -> list[Hex]:
    """Where a unit is put that comes onto the map without entering: hexes of its card, for a machine gun Soviet works.

    An armored train comes on the railroad at the hex where others enter.
    """
    if (put := card(c, u).get("place")) is not None:
        return [c.hex(label) for label in put]
    if card(c, u).get("railhead"):
        return eastmost(c, u)
    if not is_mg(c, u):
        return edge_hexes(c, u)
    return [h for h in sorted(tables(c).land & helped(c, "soviet")) if friendly(c, h) == "soviet"]


@rule("efs:8.13", "efs:R255")
def eastmost(c: Ctx, u: Unit) -> list[Hex]:
    """The eastmost of the working railheads where a unit can be put: no enemy bars them, and there is room."""
    side = c.roster.side[u]
    able = [
        h
        for h in railheads(c, side)
        if working(c, h, side) and may_stand(c, side, h) is None and fits(c, [*combat_units(c, h, side), u], h) is None
    ]
    far = max(map(c.grid.column, able), default=-1)
    return [h for h in able if c.grid.column(h) == far]


@rule("efs:6.47")
@derived()
def supply_cities(c: Ctx, side: str) -> list[Hex]:
    """Major cities where a new supply unit of a side is put as it moves, where an edition has it so: friendly ones that
    are not surrounded, none of them twice in a turn."""
    if side != "soviet" or not edition(c).supply_in_each_city:
        return []
    major = (h for h in _towns(c) if tables(c).major_city(h) and friendly(c, h) == side)
    return [h for h in major if h in way_out(c, side) and not has_taken(c, c.state.supplied_in, h)]


def places_of(c: Ctx, u: Unit) -> list[Hex]:
    """All hexes where a unit that waits may come in during a movement phase."""
    edge = edge_hexes(c, u)
    if is_supply(c, u):
        if is_dump(c, u):
            return []
        return [*edge, *(h for h in supply_cities(c, c.roster.side[u]) if h not in edge)]
    return [*edge, *_inland(c, *edge)] if is_zap(c, u) else edge


@derived()
def _inland(c: Ctx, *edge: Hex) -> list[Hex]:
    """Where a Zap unit may come in beside some hexes of the edge."""
    return [h for h in zap_places(c) if h not in edge]


# ---------------------------------------------------------------------- Attack Supply Points
@rule("efs:6.45", "efs:6.43", "efs:6.46")
def receive(c: Ctx, side: str) -> list[Unit]:
    """The Attack Supply Points of a side for this turn become Mobile Supply Units that wait to enter.

    Those of earlier turns that did not come in are lost, and so are points for which no supply unit is left.
    """
    for u in _supply_units(c, side):
        if turn_of(c, u):
            to_box(c, u, POOL)
            c.state.asp[u] = 0
    points = due_points(c, side)
    new = _free(c, side)[:points]
    for u in new:
        to_box(c, u, f"{TURN}{c.state.turn}")
        c.state.asp[u] = 1
    return new


def _free(c: Ctx, side: str) -> list[Unit]:
    """The supply units of a side, no large dumps, that are not in use."""
    return [u for u in _supply_units(c, side) if c.state.box[u] == POOL and not c.roster.number("large", u)]


@rule("efs:7.53", "efs:6.43")
def further_unit(c: Ctx, side: str) -> Unit:
    """The supply unit for one more point of a side in this turn; -1 where none is left."""
    return next(iter(_free(c, side)), -1)


@rule("efs:6.45", "efs:R204")
def due_points(c: Ctx, side: str) -> int:
    """Attack Supply Points that the set-up card gives a side in this turn, an Axis Logistics Pause taken in."""
    return paused(c, side, int(tables(c).logistics(side, c.state.turn).get("asp", 0)))


@for_good
def _supply_units(c: Ctx, side: str) -> list[Unit]:
    return [u for u in range(len(c.roster)) if c.roster.side[u] == side and is_supply(c, u)]
