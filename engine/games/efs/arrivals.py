"""8.1, 8.3, 6.45: who waits beside the map to come in, and where it may do so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from engine.games.efs.units import ACTIVE, POOL, combat_units, enemy_combat_at, fighters, to_box
from engine.games.efs.zones import in_zoc, open_to
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good, while_same

TURN = "turn "
DUMP, LARGE = 2, 4
"""Points of a regular dump and of a Large Supply Dump, which holds one less at least."""
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
def _lets_in(c: Ctx, h: Hex, by_rail: bool) -> bool:
    """Whether the lines of a source let a supply unit come in there: a railroad, or a road, as some editions have it a
    main one."""
    lines = set(c.board.lines_at(h))
    if by_rail:
        return RAILROAD in lines
    return bool(lines & {*MAIN_ROADS} if edition(c).supply_by_main_road else lines - {RAILROAD})


@rule("efs:8.12", "efs:8.32", "efs:6.47")
@derived("holder", "box", "turn", "asp")
def edge_hexes(c: Ctx, u: Unit) -> list[Hex]:
    """Hexes of the map edge where a unit that waits may come in: those of its set-up card, or supply sources."""
    if is_supply(c, u):
        return _supply_edge(c, u, is_dump(c, u))  # a dump comes by railroad alone
    if c.roster.ids[u] in entries(c) and c.state.box[u] != ACTIVE:
        return entries(c)[c.roster.ids[u]]
    return [h for h in sources(c, c.roster.side[u]) if friendly(c, h) == c.roster.side[u]]


@rule("efs:6.47", "efs:6.48")
def _supply_edge(c: Ctx, u: Unit, by_rail: bool) -> list[Hex]:
    """The friendly sources where a supply unit may come in, by railroad or by road."""
    lined = (h for h in sources(c, c.roster.side[u]) if _lets_in(c, h, by_rail))
    return [h for h in lined if friendly(c, h) == c.roster.side[u]]


@rule("efs:11.17", "efs:6.47")
@derived("holder", "box", "turn", "asp")
def rail_edge(c: Ctx, u: Unit) -> list[Hex]:
    """The same for one that comes by railroad movement: supply units at any source on a railroad, unless an edition
    names main roads alone."""
    by_rail = is_supply(c, u) and not edition(c).supply_by_main_road
    return _supply_edge(c, u, True) if by_rail else edge_hexes(c, u)


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
    reads = fighters(c, side), in_zoc(c, c.other(side)), c.marks.of(c.state, ("holder",))
    found = while_same(c, "zap places", reads, lambda: _open_towns(c, side))
    return [h for h in found if not has_taken(c, taken, h)] if taken else found


def _open_towns(c: Ctx, side: str) -> list[Hex]:
    return [h for h in _towns(c) if friendly(c, h) == side and open_to(c, side, h)]


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
@rule("efs:6.45", "efs:6.43", "efs:6.46", "efs:6.48")
def receive(c: Ctx, side: str) -> list[Unit]:
    """The Attack Supply Points of a side for this turn become Mobile Supply Units that wait to enter, and dumps so far
    as there are more points than counters.

    Those of earlier turns that did not come in are lost, and so are points that no counter can take.
    """
    for u in _supply_units(c, side):
        if turn_of(c, u):
            to_box(c, u, POOL)
            c.state.asp[u] = 0
    new, points, regular = [], due_points(c, side), _free(c, side, False)
    large = _free(c, side, True) if edition(c).dump_most > DUMP else []
    if not _dumps_enter(c, side):
        points, large = min(points, len(regular)), []
    for u, held in _shared_out(points, regular, large):
        to_box(c, u, f"{TURN}{c.state.turn}")
        c.state.asp[u] = held
        new.append(u)
    c.touch()
    return new


@rule("efs:6.48", "efs:11.14")
def _dumps_enter(c: Ctx, side: str) -> bool:
    """Whether a dump of a side could come in this turn: over a friendly source on a railroad, within the capacity."""
    rails = int(tables(c).logistics(side, c.state.turn).get("rail", 0))
    return rails >= DUMP and any(_lets_in(c, h, True) and friendly(c, h) == side for h in sources(c, side))


@rule("efs:6.45", "efs:6.41", "efs:6.48")
def _shared_out(points: int, regular: Sequence[Unit], large: Sequence[Unit]) -> list[tuple[Unit, int]]:
    """What each counter takes of some points so that fewest are lost: one, then two, then large ones three or four."""
    beyond = points - DUMP * len(regular)
    n = max(min(-(-beyond // LARGE), len(large), points // (LARGE - 1)), 0)
    in_large = min(max((LARGE - 1) * n, beyond), LARGE * n)
    in_regular = min(points - in_large, DUMP * len(regular))
    used = min(in_regular, len(regular))
    dumps = in_regular - used  # the last counters, so that MSUs come first
    found = [(u, DUMP if i >= used - dumps else 1) for i, u in enumerate(regular[:used])]
    return found + [(u, LARGE - (i >= in_large - (LARGE - 1) * n)) for i, u in enumerate(large[:n])]


def _free(c: Ctx, side: str, large: bool) -> list[Unit]:
    """The supply units of a side that are not in use, Large Supply Dumps or others."""
    return [u for u in _supply_units(c, side) if c.state.box[u] == POOL and bool(c.roster.number("large", u)) is large]


@rule("efs:7.53", "efs:6.43", "efs:6.45")
def further_unit(c: Ctx, side: str) -> Unit:
    """The supply unit that takes one more point of a side in this turn: one not in use, else an MSU that waits and
    becomes a dump; -1 where there is none."""
    spare = _free(c, side, False)
    if spare:
        return spare[0]
    return next((u for u in _supply_units(c, side) if turn_of(c, u) == c.state.turn and c.state.asp[u] == 1), -1)


@rule("efs:6.45", "efs:R204")
def due_points(c: Ctx, side: str) -> int:
    """Attack Supply Points that the set-up card gives a side in this turn, an Axis Logistics Pause taken in."""
    return paused(c, side, int(tables(c).logistics(side, c.state.turn).get("asp", 0)))


@for_good
def _supply_units(c: Ctx, side: str) -> list[Unit]:
    return [u for u in range(len(c.roster)) if c.roster.side[u] == side and is_supply(c, u)]
