"""Rules 6.1 and 6.2: Supply Routes and the sources where they end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.components.stages import Routes, in_stages
from engine.games.efs import rails
from engine.games.efs.supply import lanes, routes, sources
from engine.games.efs.tables import Ctx
from engine.games.efs.weather import FROZEN, THAWED
from engine.play.match import Match
from tests.support.efs import EITHER, column, hexes, position, unit

ROW = [f"B{n:02}30" for n in range(1, 20)]
"""Hexes in every second of which a straight row runs east; the others lie half a hex lower."""
EAST = [
    "B0230", "B0330", "B0430", "B0530", "B0630", "B0730", "B0830", "B0930", "B1030", "B1130", "B1230", "B1330",
    "B1430", "B1530", "B1630", "B1730", "B1830", "B1930",
]  # fmt: skip
"""A chain of neighbours, west to east."""


def ground(m: Match, **sources_of: tuple[str, ...]) -> Match:
    """The scenario's supply sources, by side."""
    m.data.scenario = {**m.data.scenario, "supply": {side: list(found) for side, found in sources_of.items()}}
    m.c.scenario = m.data.scenario
    m.data.memo.clear()
    m.c.forget()
    return m


def land(
    *, axis: tuple[str, ...] = (), soviet: tuple[str, ...] = (), units: dict[str, str] | None = None, **drawn: Any
) -> Match:
    """Open country with sources and whatever is drawn on it."""
    found: dict[str, Any] = {"ground": {}, **drawn}
    return ground(position(units, **found), axis=axis, soviet=soviet)


def traced(m: Match, label: str, side: str = "axis") -> bool:
    return routes.traced(m.c, m.c.hex(label), side)


def whole(c: Ctx, side: str) -> Routes:
    """What a search of all parts of the routes of a side finds on the whole map, with the way to each hex."""
    net = routes.net(c, side)
    return in_stages(net.stages, net.roots)


def chain(first: int, last: int) -> str:
    """A line along the chain, by the places of its ends in it."""
    return "-".join(EAST[first : last + 1])


# ---------------------------------------------------------------------- 6.14
@EITHER
@pytest.mark.rule("efs2:6.12", "efs2:6.14", "efs2:6.11", "efs1:6.1.1", "efs1:6.2", "efs1:6.2.2")
def test_a_line_of_seven_hexes_and_no_more() -> None:
    m = land(axis=(EAST[0],))
    assert traced(m, EAST[0]) and traced(m, EAST[7]) and not traced(m, EAST[8])
    c, h = m.c, m.c.hex(EAST[7])
    lengths = routes.net(c, "axis").lengths()
    assert lengths[h] == 7 and c.hex(EAST[8]) not in lengths
    line = routes.route(c, h, "axis")[routes.LINE]
    assert (line[0], line[-1], len(line)) == (c.hex(EAST[0]), h, 8)
    assert not traced(m, EAST[7], "soviet") and routes.route(c, c.hex(EAST[8]), "axis") == ()


@EITHER
@pytest.mark.rule("efs2:6.14", "efs1:6.2.2")
@pytest.mark.parametrize("weather", ["mud", "snow"])
def test_five_hexes_in_mud_and_snow(weather: str) -> None:
    m = land(axis=(EAST[0],), weather=weather)
    assert traced(m, EAST[5]) and not traced(m, EAST[6])


@EITHER
@pytest.mark.rule("efs2:6.14", "efs1:6.2.2")
def test_frost_shortens_nothing() -> None:
    assert traced(land(axis=(EAST[0],), weather="frost"), EAST[7])


def walled(terrain: str, at: int, *, beside: str = "", **drawn: Any) -> Match:
    """A corridor one hex wide along the chain, through a hex of some terrain: water closes the rest but for a hex."""
    around = {n: "lake" for label in EAST[:12] for n in NEAR[label] if n not in (beside, *EAST[:12])}
    return land(axis=(EAST[0],), **{"ground": {**around, EAST[at]: terrain}, **drawn})


NEAR: dict[str, tuple[str, ...]] = {label: ("",) for label in EAST}


@pytest.fixture(autouse=True, scope="module")
def _neighbours() -> None:
    c = position().c
    for label in EAST:
        NEAR[label] = tuple(c.label(n) for n in c.grid.adjacent[c.hex(label)])


@pytest.mark.rule("efs2:6.14")
def test_a_marsh_away_from_roads_shortens_the_line_in_dry_weather() -> None:
    m = walled("marsh", 2)
    assert traced(m, EAST[5]) and not traced(m, EAST[6])
    assert traced(walled("marsh", 2, lines={"minor_road": [chain(1, 3)]}), EAST[7])
    assert traced(walled("marsh", 2, weather="frost"), EAST[7])


@pytest.mark.rule("efs2:6.14")
def test_a_marsh_that_is_left_off_the_road_shortens_the_line() -> None:
    assert not traced(walled("marsh", 2, lines={"minor_road": [chain(1, 2)]}), EAST[6])


@EITHER
@pytest.mark.rule("efs2:6.14", "efs1:6.2.2")
def test_the_own_marsh_hex_is_not_counted() -> None:
    assert traced(walled("marsh", 7), EAST[7])


@EITHER
@pytest.mark.rule("efs2:6.13", "efs1:6.2.1")
@pytest.mark.parametrize("weather", ["dry", "mud"])
def test_no_line_through_swamp_without_a_road_or_railroad(weather: str) -> None:
    m = walled("swamp", 2, weather=weather)
    assert traced(m, EAST[2]) and not traced(m, EAST[3])
    assert traced(walled("swamp", 2, weather=weather, lines={"railroad": [chain(1, 3)]}), EAST[3])


@EITHER
@pytest.mark.rule("efs2:6.13", "efs1:6.2.1")
def test_the_road_must_come_in_and_go_out_along_the_line() -> None:
    assert not traced(walled("swamp", 2, lines={"main_road": [chain(1, 2)]}), EAST[3])
    assert not traced(walled("swamp", 2, lines={"main_road": [chain(2, 3)]}), EAST[3])


@pytest.mark.rule("efs2:6.13", "efs2:6.14")
def test_swamp_by_minor_road_shortens_the_line_and_by_motorway_does_not() -> None:
    m = walled("swamp", 2, lines={"minor_road": [chain(1, 3)]})
    assert traced(m, EAST[5]) and not traced(m, EAST[6])
    drawn = {"motorway": [chain(1, 3)], "major river": [f"{EAST[1]}-{NEAR[EAST[1]][0]}"]}
    far = walled("swamp", 2, lines=drawn)
    assert traced(far, EAST[7])


@pytest.mark.rule("efs2:6.13", "efs2:6.14")
@pytest.mark.parametrize("weather", ["frost"])
def test_swamp_stops_no_line_in_frost(weather: str) -> None:
    assert traced(walled("swamp", 2, weather=weather), EAST[7])


@pytest.mark.rule("efs2:6.14", "efs2:5.21")
def test_a_hex_of_lingering_mud_shortens_the_line() -> None:
    m = walled("woods", 2)
    assert traced(m, EAST[7])
    column(m, "weathers")[:], column(m, "climates")[:] = ["mud", "dry"], ["mud", "mud"]
    m.c.touch()
    assert traced(m, EAST[5]) and not traced(m, EAST[6])


# ---------------------------------------------------------------------- 6.13
@EITHER
@pytest.mark.rule("efs2:6.13", "efs2:R8", "efs1:6.1.2")
def test_an_enemy_zone_closes_a_hex_unless_an_own_combat_unit_is_there() -> None:
    m = walled("clear", 2, units={"rd-100": EAST[3]})
    assert not traced(m, EAST[5])
    column(m, "hex_of")[unit(m, "rd-100")] = -1
    m.c.touch()
    assert traced(m, EAST[5])
    north = NEAR[EAST[3]][0]
    zone = walled("clear", 2, beside=north, units={"rd-100": north})
    assert not traced(zone, EAST[5])
    column(zone, "hex_of")[unit(zone, "asup-01")] = zone.c.hex(EAST[3])
    zone.c.touch()
    assert not traced(zone, EAST[5])
    guarded = {"18pz-pzr": EAST[3], "18pz-sr1": EAST[2], "18pz-sr2": EAST[4]}
    assert traced(walled("clear", 2, beside=north, units={"rd-100": north, **guarded}), EAST[5])


@EITHER
@pytest.mark.rule("efs2:6.13", "efs2:R8", "efs1:6.1.2")
def test_the_own_hex_may_lie_in_an_enemy_zone_and_the_source_may_not() -> None:
    m = walled("clear", 2, units={"rd-100": EAST[6]})
    assert traced(m, EAST[5])
    m = land(axis=(EAST[0],), units={"rd-100": NEAR[EAST[0]][0]})
    assert not traced(m, EAST[0]) and not traced(m, EAST[4])


@pytest.mark.rule("efs2:6.13", "efs2:21.33", "efs2:22.52")
@pytest.mark.parametrize("name", ["atr-a1", "flot-berez"])
def test_trains_and_flotillas_block_their_hex(name: str) -> None:
    assert not traced(walled("clear", 2, units={name: EAST[3]}), EAST[4])


@pytest.mark.rule("efs2:6.13", "efs2:5.23", "efs2:10.45")
@pytest.mark.parametrize("water", ["major river", "lake"])
def test_wide_water_is_crossed_by_bridge_or_ice(water: str) -> None:
    river = {water: [chain(2, 3)]}
    m = walled("clear", 2, lines=river)
    assert not traced(m, EAST[3])
    m.c.state.frozen = True
    m.c.touch()
    assert traced(m, EAST[3])
    assert traced(walled("clear", 2, lines={**river, "railroad": [chain(2, 3)]}), EAST[7])
    assert traced(walled("clear", 2, lines={"river": [chain(2, 3)]}), EAST[7])


@pytest.mark.rule("efs2:6.13", "efs2:22.23", "efs2:22.26", "efs2:22.42")
def test_a_destroyed_bridge_stops_the_line_until_a_marker_replaces_it() -> None:
    m = walled("clear", 2, lines={"major river": [chain(2, 3)], "minor_road": [chain(2, 3)]})
    assert traced(m, EAST[7])
    column(m, "broken")[f"{EAST[2]}/{EAST[3]} road"] = 2
    m.c.touch()
    assert not traced(m, EAST[3])
    column(m, "spans")["abridge-1"] = f"{EAST[2]}/{EAST[3]} building"
    m.c.touch()
    assert not traced(m, EAST[3])
    column(m, "spans")["abridge-1"] = f"{EAST[2]}/{EAST[3]} ready"
    m.c.touch()
    assert traced(m, EAST[7])
    ground(m, soviet=(EAST[0],))
    assert not traced(m, EAST[7], "soviet")


@pytest.mark.rule("efs2:6.13", "efs2:22.34")
def test_a_ferry_carries_a_line() -> None:
    m = walled("clear", 2, lines={"major river": [chain(2, 3)], "railroad": [chain(2, 3)]})
    column(m, "broken")[f"{EAST[2]}/{EAST[3]} rail"] = 2
    m.c.touch()
    assert not traced(m, EAST[3])
    column(m, "spans")["aferry-1"] = f"{EAST[2]}/{EAST[3]} ready"
    m.c.touch()
    assert traced(m, EAST[3])


@pytest.mark.rule("efs2:6.13", "efs2:18.11", "efs2:R53")
@pytest.mark.parametrize("group", ["fortified belt", "citadel"])
def test_active_works_stop_axis_routes_until_they_fall(group: str) -> None:
    m = walled("clear", 2, zones={"works": (group, [EAST[2]])})
    assert traced(m, EAST[2]) and not traced(m, EAST[3])
    column(m, "hex_of")[unit(m, "18pz-pzr")] = m.c.hex(EAST[2])
    m.c.touch()
    assert not traced(m, EAST[3])
    column(m, "ruined").append(EAST[2])
    m.c.touch()
    assert traced(m, EAST[3])
    ground(m, soviet=(EAST[0],))
    column(m, "ruined").clear()
    m.c.state.hex_of[unit(m, "18pz-pzr")] = -1
    m.c.touch()
    assert traced(m, EAST[3], "soviet")


@pytest.mark.rule("efs2:6.13", "efs2:18.11", "efs2:18.46")
def test_enemy_strongpoints_stop_routes_under_construction_too() -> None:
    m = walled("clear", 2)
    for text in ("soviet active", "soviet building"):
        column(m, "works")[EAST[2]] = text
        m.c.touch()
        assert not traced(m, EAST[3])
    column(m, "works")[EAST[2]] = "axis active"
    m.c.touch()
    assert traced(m, EAST[3])


@EITHER
@pytest.mark.rule("efs2:6.13", "efs2:18.11", "efs2:18.21", "efs2:18.24", "efs1:6.2.1")
def test_a_fortified_line_stops_axis_routes_over_its_sides() -> None:
    m = walled("clear", 2, lines={"wall": [chain(2, 3)]}, zones={"wall": ("fortified line", [EAST[3]])})
    assert not traced(m, EAST[3])
    ground(m, soviet=(EAST[0],))
    assert traced(m, EAST[3], "soviet")
    ground(m, axis=(EAST[0],))
    column(m, "ruined").append(EAST[3])
    m.c.touch()
    assert traced(m, EAST[3])


# ---------------------------------------------------------------------- 6.15
@EITHER
@pytest.mark.rule("efs2:6.15", "efs2:R7", "efs1:6.3")
def test_a_road_net_of_twenty_one_hexes() -> None:
    m = land(axis=("A6035",), lines={"main_road": [ROAD]})
    road = ROAD.split("-")
    c = m.c
    last = c.hex(road[20])
    assert whole(c, "axis").found[last][0] == routes.ROAD_NET
    assert whole(c, "axis").lengths(last) == (0, 20, 0)
    assert whole(c, "axis").found[c.hex(road[21])][0] == routes.LINE
    assert routes.net(c, "axis").lengths()[c.hex(road[21])] == 1


@pytest.mark.rule("efs2:6.15")
def test_fifteen_hexes_in_mud_and_on_roads_through_lingering_mud() -> None:
    road = ROAD.split("-")
    m = land(axis=("A6035",), lines={"main_road": [ROAD]}, weather="mud")
    found = whole(m.c, "axis").found
    assert found[m.c.hex(road[14])][0] == routes.ROAD_NET and found[m.c.hex(road[15])][0] == routes.LINE
    m = land(axis=("A6035",), lines={"main_road": [ROAD]}, ground={road[3]: "woods"})
    assert whole(m.c, "axis").found[m.c.hex(road[20])][0] == routes.ROAD_NET
    column(m, "weathers")[:], column(m, "climates")[:] = ["mud", "dry"], ["mud", "mud"]
    m.c.touch()
    found = whole(m.c, "axis").found
    assert found[m.c.hex(road[14])][0] == routes.ROAD_NET and found[m.c.hex(road[15])][0] == routes.LINE


@EITHER
@pytest.mark.rule("efs2:6.15", "efs1:6.3")
def test_minor_roads_make_no_net_and_cities_do_not_interrupt_one() -> None:
    road = ROAD.split("-")
    m = land(axis=("A6035",), lines={"minor_road": [ROAD]})
    assert not traced(m, road[12])
    m = land(axis=("A6035",), lines={"main_road": ["-".join(road[:6])], "motorway": ["-".join(road[5:])]},
             places={road[5]: "city"})  # fmt: skip
    assert whole(m.c, "axis").found[m.c.hex(road[20])][0] == routes.ROAD_NET


@pytest.mark.rule("efs2:6.15", "efs2:22.21", "efs2:22.23", "efs2:22.42")
def test_a_road_net_ends_at_a_destroyed_bridge_and_goes_on_over_a_marker() -> None:
    road = ROAD.split("-")
    side = f"{road[4]}/{road[5]}"
    m = land(axis=("A6035",), lines={"main_road": [ROAD], "major river": ["-".join(road[4:6])]})
    names = hexes(m, road[4], road[5])
    column(m, "broken")[f"{m.c.label(min(names))}/{m.c.label(max(names))} road"] = 1
    m.c.touch()
    assert whole(m.c, "axis").found.get(m.c.hex(road[12]), (9, 0))[0] != routes.ROAD_NET
    column(m, "spans")["abridge-2"] = f"{side} ready"
    m.c.touch()
    assert whole(m.c, "axis").found[m.c.hex(road[12])][0] == routes.ROAD_NET


ROAD = ""


@pytest.fixture(autouse=True, scope="module")
def _road() -> None:
    """A winding chain of 24 neighbours: down one column and up the next but one, with a gap that lines cannot leap."""
    global ROAD
    down = [f"A60{n}" for n in range(35, 29, -1)]
    ROAD = "-".join([*down, *_on(down[-1], 18)])


def _on(start: str, more: int) -> list[str]:
    """A chain of neighbours east of a hex."""
    c = position().c
    found, h = [], c.hex(start)
    for n in range(more):
        h = c.grid.neighbours[h][1 if n % 2 else 2]
        found.append(c.label(h))
    return found


# ---------------------------------------------------------------------- 6.16
@EITHER
@pytest.mark.rule("efs2:6.16", "efs2:19.11", "efs2:6.12", "efs1:6.4")
def test_a_railroad_net_of_any_length_is_of_the_own_gauge() -> None:
    road = ROAD.split("-")
    m = land(soviet=("A6035",), lines={"railroad": [ROAD]})
    assert whole(m.c, "soviet").found[m.c.hex(road[23])][0] == routes.RAIL_NET
    ground(m, axis=("A6035",))
    assert traced(m, road[1]) and not traced(m, road[12])
    column(m, "gauge").update(dict.fromkeys(road, "axis"))
    m.c.touch()
    assert whole(m.c, "axis").found[m.c.hex(road[23])][0] == routes.RAIL_NET
    ground(m, soviet=("A6035",))
    assert not traced(m, road[12], "soviet")


@EITHER
@pytest.mark.rule("efs2:6.16", "efs2:19.25", "efs2:19.4", "efs1:6.4")
def test_a_rail_cut_ends_the_net() -> None:
    road = ROAD.split("-")
    m = land(axis=("A6035",), lines={"railroad": [ROAD]})
    column(m, "gauge").update({label: "axis" for label in road} | {road[8]: "cut"})
    m.c.touch()
    found = whole(m.c, "axis").found
    assert found[m.c.hex(road[7])][0] == routes.RAIL_NET and found[m.c.hex(road[9])][0] == routes.LINE
    assert not traced(m, road[15])


@pytest.mark.rule("efs2:6.16", "efs2:22.42", "efs2:22.34")
def test_a_railroad_bridge_that_is_down_ends_the_net_and_a_ferry_carries_it_on() -> None:
    road = ROAD.split("-")
    m = land(axis=("A6035",), lines={"railroad": [ROAD], "major river": ["-".join(road[4:6])]})
    column(m, "gauge").update({label: "axis" for label in road})
    names = hexes(m, road[4], road[5])
    column(m, "broken")[f"{m.c.label(min(names))}/{m.c.label(max(names))} rail"] = 2
    m.c.touch()
    assert not traced(m, road[14])
    column(m, "spans")["aferry-1"] = f"{road[4]}/{road[5]} ready"
    m.c.touch()
    assert traced(m, road[23])


@EITHER
@pytest.mark.rule("efs2:6.16", "efs1:6.4")
def test_a_city_joins_the_lines_that_reach_it() -> None:
    m = position(ground={}, places={"B0830": "city"})
    assert rails.is_rail(m.c, m.c.hex("B0830")) and not rails.is_rail(m.c, m.c.hex("B0831"))
    minsk = position()
    a, b = hexes(minsk, "A5739", "A5740")
    assert b in rails.tracks(minsk.c)[a] and a in rails.tracks(minsk.c)[b]


@EITHER
@pytest.mark.rule("efs2:6.12", "efs2:6.15", "efs2:6.16", "efs2:R7", "efs1:6.1.1")
def test_railroad_then_road_then_line() -> None:
    road = ROAD.split("-")
    lines = {"railroad": ["-".join(road[:10])], "main_road": ["-".join(road[9:14])]}
    m = land(soviet=("A6035",), lines=lines)
    c, h = m.c, m.c.hex(road[17])
    assert [len(leg) - 1 for leg in routes.route(c, h, "soviet")] == [9, 4, 4]


# ---------------------------------------------------------------------- 6.2
@EITHER
@pytest.mark.rule("efs2:6.21", "efs2:6.23", "efs2:6.25", "efs1:6.5.2")
def test_a_captured_source_serves_nobody() -> None:
    m = land(axis=(EAST[0],), soviet=(EAST[10],))
    column(m, "holder")[EAST[0]] = "soviet"
    m.c.touch()
    assert not traced(m, EAST[1]) and not traced(m, EAST[1], "soviet") and traced(m, EAST[9], "soviet")


@pytest.mark.rule("efs2:6.21")
def test_a_source_taken_back_works_from_the_next_status_phase_on() -> None:
    m = land(axis=(EAST[0],))
    column(m, "holder")[EAST[0]] = "soviet"
    sources.look(m.c)
    column(m, "holder")[EAST[0]] = "axis"
    m.c.touch()
    assert not traced(m, EAST[1])
    sources.look(m.c)
    assert traced(m, EAST[1])


@pytest.mark.rule("efs2:6.23", "efs2:6.24", "efs2:R9")
def test_a_major_city_is_a_source_while_a_route_joins_it_to_another() -> None:
    city, beyond = EAST[7], EAST[14]
    m = land(soviet=(EAST[0],), places={city: "major city"})
    assert traced(m, beyond, "soviet") and not traced(m, EAST[15], "soviet")
    alone = land(soviet=(), places={city: "major city", EAST[9]: "major city"})
    assert not traced(alone, EAST[8], "soviet")
    taken = land(soviet=(EAST[0],), places={city: "major city"})
    column(taken, "holder")[city] = "axis"
    taken.c.touch()
    assert not traced(taken, beyond, "soviet")


@pytest.mark.rule("efs2:6.24", "efs2:R9")
def test_major_cities_may_be_steps_to_a_source() -> None:
    m = land(soviet=(EAST[0],), places={EAST[7]: "major city", EAST[13]: "major city"})
    assert traced(m, EAST[17], "soviet")


@pytest.mark.rule("efs2:6.14", "efs2:6.26", "efs2:15.21")
def test_a_line_to_one_hex() -> None:
    m = walled("clear", 2, units={"rd-100": EAST[9]})
    c, (a, b, far, beside) = m.c, hexes(m, EAST[0], EAST[7], EAST[8], EAST[10])
    assert routes.line_between(c, b, a, "axis") and not routes.line_between(c, far, a, "axis")
    assert routes.line_between(c, far, c.hex(EAST[2]), "axis")
    assert routes.line_between(c, beside, beside, "axis")
    assert not routes.line_between(c, c.hex(EAST[9]), c.hex(EAST[7]), "axis")


def test_what_weather_makes_of_the_ground() -> None:
    m = position(weather="dry")
    assert lanes.terms(m.c) == lanes.Terms(True, True, False, THAWED)
    m.c.state.weather, m.c.state.frozen = "snow", True
    m.c.touch()
    assert lanes.terms(m.c) == lanes.Terms(False, False, False, FROZEN)
