"""Section 9: the Movement Segment, with the terrain chart and the printed example."""

from __future__ import annotations

import random

import pytest

from engine.components.grid import Hex
from engine.games.ava.tables import tables
from engine.games.ava.zones import zone
from engine.play.match import Match
from tests.support.position import (
    Where,
    at,
    column,
    find_hex,
    find_pair,
    hexes,
    pairs,
    play,
    position,
    reach,
    refusal,
    rules_of,
    unit,
)

CHART = {"plains": (1, 1), "light woods": (2, 1), "heavy woods": (3, 2), "marsh": (3, 2)}
"""Movement points by the printed chart: mechanized, foot."""
RING = ["S2011-S2010", "S2011-S2110", "S2011-S2111", "S2011-S2012", "S2011-S1911", "S2011-S1910"]


# ---------------------------------------------------------------------- 9.1
@pytest.mark.rule("ava:9.1")
def test_units_move_one_at_a_time_each_finishing_before_the_next() -> None:
    match = position({"7pz": "S2010", "12pz": "S3010"}, ground={})
    play(match, "move 7pz S2012", "move 7pz S2014")  # it may go on
    play(match, "move 12pz S3011")
    refused = refusal(match, "move 7pz S2015")
    assert refused.rule == "ava:9.1" and refused.units == (unit(match, "7pz"),)
    assert refusal(match, "move 7pz S2011 S2015").rule == "ava:9.1"
    play(match, "move 12pz S3020")


@pytest.mark.rule("ava:9.1")
def test_nobody_has_to_move_and_only_the_own_units_do() -> None:
    match = position({"7pz": "S2010", "27rd": "S3010"}, ground={})
    assert refusal(match, "move 27rd S3011").rule == "ava:9.1"
    assert refusal(match, "move 12pz S3011").rule == "ava:9.1"  # not on the map
    assert refusal(match, "move 7pz S2010").rule == "ava:9.1"
    events = play(match, "end")
    assert rules_of(events)[0] == ("phase", "ava:5.0")


@pytest.mark.rule("ava:9.1")
def test_a_unit_does_not_mix_the_two_kinds_of_movement() -> None:
    road = {"road": ["S2010-S2011-S2012-S2013-S2014"]}
    match = position({"7pz": "S2010"}, ground={}, lines=road)
    play(match, "march 7pz S2012")
    assert refusal(match, "move 7pz S2013").rule == "ava:9.1"
    play(match, "march 7pz S2014")
    match = position({"7pz": "S2010"}, ground={}, lines=road)
    play(match, "move 7pz S2012")
    assert refusal(match, "march 7pz S2013").rule == "ava:9.1"


@pytest.mark.rule("ava:9.1", "ava:R1")
@pytest.mark.parametrize("verb", ["move", "march", "cross"])
def test_soviet_units_do_not_cross_the_start_line_in_any_way(verb: str) -> None:
    lines = {"start line": RING}
    lines |= {"major river": RING} if verb == "cross" else {"road": ["S2009-S2010-S2011"]}
    soviet = position({"27rd": "S2010"}, side="soviet", ground={}, lines=lines)
    assert refusal(soviet, f"{verb} 27rd S2011").rule == "ava:9.1"
    assert position({"7pz": "S2010"}, ground={}, lines=lines).check(f"{verb} 7pz S2011") is None


@pytest.mark.rule("ava:9.1")
def test_a_soviet_unit_finds_no_way_round_over_the_line() -> None:
    match = position({"5td": "S2011"}, side="soviet", ground={}, lines={"start line": RING})
    assert set(reach(match, "5td")) == {"S2011"}


# ---------------------------------------------------------------------- 9.2: terrain
@pytest.mark.rule("ava:9.2", "ava:TEC")
@pytest.mark.parametrize("terrain", CHART)
def test_the_cost_of_terrain_is_that_of_the_hex_entered(terrain: str) -> None:
    match = position({"7pz": "S2010", "6inf": "S2110"}, ground={"S2011": terrain, "S2010": "marsh"})
    assert (reach(match, "7pz")["S2011"], reach(match, "6inf")["S2011"]) == CHART[terrain]


@pytest.mark.rule("ava:9.2", "ava:TEC")
@pytest.mark.parametrize(("size", "cost"), [("city", 3), ("major city", 1)])
def test_a_town_takes_the_terrain_below_a_major_city_does_not(size: str, cost: int) -> None:
    match = position({"7pz": "S2010"}, ground={"S2011": "heavy woods"}, places={"S2011": size})
    assert reach(match, "7pz")["S2011"] == cost


@pytest.mark.rule("ava:9.2", "ava:TEC")
@pytest.mark.parametrize("terrain", ["lake", "sea", "mountain"])
def test_closed_terrain(terrain: str) -> None:
    match = position({"7pz": "S2010"}, ground={"S2011": terrain})
    assert refusal(match, "move 7pz S2011").rule == "ava:9.2"
    road = position({"7pz": "S2010"}, ground={"S2011": terrain}, lines={"road": ["S2010-S2011-S2012"]})
    assert (road.check("move 7pz S2011") is None) == (terrain == "mountain")


@pytest.mark.rule("ava:9.2", "ava:TEC")
def test_a_barred_side_is_closed() -> None:
    match = position({"7pz": "S2010"}, ground={}, lines={"barred": RING})
    refused = refusal(match, "move 7pz S2011")
    assert refused.rule == "ava:9.2" and "Water" in refused.reason
    one_side = position({"7pz": "S2010"}, ground={}, lines={"barred": ["S2010-S2011"]})
    assert reach(one_side, "7pz")["S2011"] == 2


@pytest.mark.rule("ava:9.2", "ava:TEC", "ava:R30")
def test_a_road_costs_one_from_hex_to_hex_along_it_only() -> None:
    ground = dict.fromkeys(["S2011", "S2012", "S2111"], "heavy woods")
    match = position({"7pz": "S2010"}, ground=ground, lines={"road": ["S2010-S2011", "S2012-S2013"]})
    costs = reach(match, "7pz")
    assert costs["S2011"] == 1
    assert costs["S2012"] == 4  # both hexes have a road, but none joins them


@pytest.mark.rule("ava:9.2", "ava:TEC")
def test_a_railroad_does_nothing_for_movement() -> None:
    match = position({"7pz": "S2010"}, ground={"S2011": "heavy woods"}, lines={"railroad": ["S2010-S2011"]})
    assert reach(match, "7pz")["S2011"] == 3
    assert refusal(match, "march 7pz S2011").rule == "ava:9.3"


# ---------------------------------------------------------------------- 9.2: rivers and bridges
@pytest.mark.rule("ava:9.2", "ava:TEC")
def test_a_minor_river_costs_one_more() -> None:
    match = position({"7pz": "S2010", "6inf": "S2010"}, ground={"S2011": "marsh"}, lines={"minor river": RING})
    assert (reach(match, "7pz")["S2011"], reach(match, "6inf")["S2011"]) == (4, 3)


@pytest.mark.rule("ava:9.2", "ava:R30", "ava:TEC")
@pytest.mark.parametrize(
    ("river", "line", "cost"),
    [
        ("minor river", "road", 1),
        ("major river", "road", 1),
        ("minor river", "railroad", 4),
        ("major river", "railroad", 3),
    ],
)
def test_bridges(river: str, line: str, cost: int) -> None:
    match = position({"7pz": "S2010"}, ground={"S2011": "marsh"}, lines={river: RING, line: ["S2010-S2011"]})
    assert reach(match, "7pz")["S2011"] == cost


@pytest.mark.rule("ava:9.2", "ava:R9", "ava:TEC")
def test_an_unbridged_major_river_takes_the_whole_allowance() -> None:
    match = position({"7pz": "S2010"}, ground={"S2011": "marsh"}, lines={"major river": RING})
    refused = refusal(match, "move 7pz S2011")
    assert refused.rule == "ava:9.2" and "cross" in refused.reason
    assert "S2011" not in reach(match, "7pz")
    events = play(match, "cross 7pz S2011")
    assert ("move", "ava:9.2") in rules_of(events) and at(match, "7pz") == "S2011"
    for action in ("move 7pz S2012", "cross 7pz S2012", "march 7pz S2012", "cross 7pz S2010"):
        assert refusal(match, action).rule == "ava:9.2"


@pytest.mark.rule("ava:9.2", "ava:R9")
def test_a_crossing_begins_beside_the_river_before_any_move() -> None:
    match = position({"7pz": "S2009"}, ground={}, lines={"major river": RING})
    assert refusal(match, "cross 7pz S2011").rule == "ava:9.2"
    play(match, "move 7pz S2010")
    assert refusal(match, "cross 7pz S2011").rule == "ava:9.2"


@pytest.mark.rule("ava:9.2", "ava:R9")
@pytest.mark.parametrize(("enemy", "where"), [("S2009", "S2010"), ("S2012", "S2011")])
def test_no_crossing_out_of_or_into_an_enemy_zone(enemy: str, where: str) -> None:
    match = position({"7pz": "S2010", "27rd": enemy}, ground={}, lines={"major river": RING})
    refused = refusal(match, "cross 7pz S2011")
    assert refused.rule == "ava:9.2" and refused.hexes == hexes(match, where)


@pytest.mark.rule("ava:9.2", "ava:R9", "ava:3.1")
def test_a_crossing_obeys_stacking_and_finds_no_enemy() -> None:
    full = {"7pz": "S2010", "6inf": "S2011", "26inf": "S2011"}
    match = position(full, ground={}, lines={"major river": RING})
    assert refusal(match, "cross 7pz S2011").rule == "ava:3.1"
    enemy = position({"7pz": "S2010", "27rd": "S2011"}, ground={}, lines={"major river": RING})
    assert refusal(enemy, "cross 7pz S2011").rule == "ava:3.1"


@pytest.mark.rule("ava:9.2", "ava:R30")
def test_cross_is_for_unbridged_major_rivers() -> None:
    for lines in ({}, {"minor river": RING}, {"major river": RING, "road": ["S2010-S2011"]}):
        match = position({"7pz": "S2010"}, ground={}, lines=lines)
        assert refusal(match, "cross 7pz S2011").rule == "ava:9.2"


@pytest.mark.rule("ava:9.2", "ava:R30")
def test_enemy_zones_do_not_close_a_bridge() -> None:
    lines = {"major river": RING, "road": ["S2010-S2011"]}
    match = position({"7pz": "S2010", "27rd": "S2012"}, ground={}, lines=lines)
    assert reach(match, "7pz")["S2011"] == 3


@pytest.mark.rule("ava:9.2")
def test_headquarters_cross_like_others() -> None:
    match = position({"hq-9a": "S2010"}, ground={}, lines={"major river": RING})
    play(match, "cross hq-9a S2011")
    assert at(match, "hq-9a") == "S2011"


# ---------------------------------------------------------------------- 9.2: enemy zones, allowance
@pytest.mark.rule("ava:9.2", "ava:3.2")
def test_two_to_enter_two_to_leave_four_from_zone_to_zone() -> None:
    match = position({"7pz": "S2010", "12pz": "S2012", "27rd": "S2013"}, ground={})
    assert reach(match, "7pz")["S2012"] == 1 + 1 + 2
    costs = reach(match, "12pz")
    assert costs["S2011"] == 1 + 2
    assert costs["S2112"] == 1 + 4


@pytest.mark.rule("ava:9.2")
def test_zones_add_to_terrain_river_and_road() -> None:
    units: dict[str, Where] = {"7pz": "S2010", "27rd": "S2012"}
    woods = position(units, ground={"S2011": "heavy woods"}, lines={"minor river": RING})
    assert reach(woods, "7pz")["S2011"] == 3 + 1 + 2
    road = position(units, ground={"S2011": "heavy woods"}, lines={"road": ["S2010-S2011"]})
    assert reach(road, "7pz")["S2011"] == 1 + 2


@pytest.mark.rule("ava:9.2")
def test_a_friend_does_not_lift_an_enemy_zone() -> None:
    match = position({"7pz": "S2010", "6inf": "S2011", "27rd": "S2012"}, ground={})
    assert reach(match, "7pz")["S2011"] == 3


@pytest.mark.rule("ava:9.2", "ava:14.2")
def test_no_axis_zone_in_a_fortress_hex() -> None:
    match = position({"27rd": "S2010", "7pz": "S2012"}, side="soviet", ground={}, fortress={"S2011": 1})
    assert reach(match, "27rd")["S2011"] == 1


@pytest.mark.rule("ava:9.2")
def test_a_hex_that_costs_more_than_is_left_is_not_entered() -> None:
    match = position({"6inf": "S2010"}, ground={"S2015": "heavy woods"})
    assert reach(match, "6inf")["S2014"] == 4 and "S2015" not in reach(match, "6inf")
    refused = refusal(match, "move 6inf S2015")
    assert refused.rule == "ava:9.2" and refused.hexes == hexes(match, "S2015")
    play(match, "move 6inf S2014")
    assert reach(match, "6inf")["S2114"] == 1
    play(match, "move 6inf S2114")
    assert set(reach(match, "6inf")) == {"S2114"}


@pytest.mark.rule("ava:9.2")
def test_reduced_units_move_as_far() -> None:
    whole, flipped = position({"7pz": "S2010"}, ground={}), position({"7pz": ("S2010", 1)}, ground={})
    assert reach(whole, "7pz") == reach(flipped, "7pz")


@pytest.mark.rule("ava:9.2")
def test_way_points_are_paid_for() -> None:
    match = position({"6inf": "S2010"}, ground={})
    assert refusal(match, "move 6inf S2014 S2010 S2011").rule == "ava:9.2"
    events = play(match, "move 6inf S2111 S2011")
    assert column(match, "mp_left")[unit(match, "6inf")] == 2 * (5 - 3)
    assert [match.c.label(h) for h in events[0].hexes][-2:] == ["S2111", "S2011"] and len(events[0].hexes) == 4


# ---------------------------------------------------------------------- 9.3
ROAD = "-".join(f"S20{row:02d}" for row in range(2, 30))


@pytest.mark.rule("ava:9.3", "ava:TEC")
def test_strategic_movement_costs_half_a_point_a_hex() -> None:
    match = position({"6inf": "S2005"}, ground=dict.fromkeys(["S2008", "S2010"], "heavy woods"), lines={"road": [ROAD]})
    costs = reach(match, "6inf", "strategic")
    assert costs["S2015"] == 5 and "S2016" not in costs
    assert set(costs) == {f"S20{row:02d}" for row in range(2, 16)}
    events = play(match, "march 6inf S2015")
    assert ("move", "ava:9.3") in rules_of(events)
    assert column(match, "mp_left")[unit(match, "6inf")] == 0


@pytest.mark.rule("ava:9.3")
def test_strategic_movement_begins_on_a_road_and_stays_on_it() -> None:
    match = position({"7pz": "S2110", "12pz": "S2010"}, ground={}, lines={"road": [ROAD]})
    assert refusal(match, "march 7pz S2011").rule == "ava:9.3"
    assert refusal(match, "march 12pz S2110").rule == "ava:9.3"
    near_enemy = position({"7pz": "S2010", "27rd": "S2109"}, ground={}, lines={"road": [ROAD]})
    assert reach(near_enemy, "7pz", "strategic") == {"S2010": 0}
    gap = position({"7pz": "S2010"}, ground={}, lines={"road": ["S2009-S2010-S2011", "S2012-S2013"]})
    assert refusal(gap, "march 7pz S2012").rule == "ava:9.3"


@pytest.mark.rule("ava:9.3", "ava:R8")
@pytest.mark.parametrize(("enemy", "target"), [("S2109", "S2015"), ("S2113", "S2013"), ("S2113", "S2016")])
def test_strategic_movement_keeps_out_of_enemy_zones(enemy: str, target: str) -> None:
    match = position({"7pz": "S2010", "27rd": enemy, "6inf": "S2013"}, ground={}, lines={"road": [ROAD]})
    assert refusal(match, f"march 7pz {target}").rule == "ava:9.3"


@pytest.mark.rule("ava:9.3", "ava:R8", "ava:R30")
@pytest.mark.parametrize("river", ["minor river", "major river"])
def test_strategic_movement_crosses_rivers_by_the_road(river: str) -> None:
    match = position({"7pz": "S2010"}, ground={}, lines={river: RING, "road": [ROAD]})
    assert reach(match, "7pz", "strategic")["S2011"] == 0.5


@pytest.mark.rule("ava:9.3")
def test_strategic_movement_obeys_the_rest() -> None:
    full = position({"7pz": "S2010", "6inf": "S2012", "26inf": "S2012"}, ground={}, lines={"road": [ROAD]})
    assert refusal(full, "march 7pz S2012").rule == "ava:3.1"
    play(full, "march 7pz S2013")
    enemy = position({"7pz": "S2010", "27rd": "S2020"}, ground={}, lines={"road": [ROAD]})
    assert refusal(enemy, "march 7pz S2020").rule == "ava:3.1"


# ---------------------------------------------------------------------- the printed example
@pytest.mark.rule("ava:8.2", "ava:9.2", "ava:9.3")
def test_the_movement_example_of_the_rulebook() -> None:
    """The 18th Army's command, each unit for the points that the example counts."""
    match = position(
        {
            "36mot": "S2010", "291inf": "S1811", "21inf": "S2214", "251inf": "S1710", "hq-18a": "S1912",
            "217inf": "S1610", "292rd": "S2016", "179rd": "S2215",
        },
        phase="command",
        chit="18a",
        ground={
            "S2011": "light woods", "S1813": "heavy woods", "S1814": "light woods", "S1909": "light woods",
        },
        places={"S2012": "city"},
        lines={
            "road": ["S2010-S2011-S2012-S2013-S2014", "-".join(f"S16{row:02d}" for row in range(10, 21))],
            "major river": ["S2011-S2012", "S1710-S1711"],
            "minor river": ["S2014-S2015"],
            "railroad": ["S2213-S2212"],
        },
    )  # fmt: skip
    mot = unit(match, "36mot")
    for label, left in (("S2011", 9), ("S2012", 8), ("S2013", 7), ("S2014", 6), ("S2015", 2)):
        play(match, f"move 36mot {label}")
        assert column(match, "mp_left")[mot] == 2 * left, label
    for name, way, spent in (
        ("291inf", ["S1812", "S1813", "S1814"], 4),
        ("21inf", ["S2213", "S2212"], 4),
        ("hq-18a", ["S1911", "S1910", "S1909"], 3),
    ):
        play(match, f"move {name} {' '.join(way)}")
        allowance = match.c.roster.move[unit(match, name)]
        assert column(match, "mp_left")[unit(match, name)] == 2 * (allowance - spent), name
    play(match, "cross 251inf S1711", "march 217inf S1620")
    assert column(match, "mp_left")[unit(match, "251inf")] == column(match, "mp_left")[unit(match, "217inf")] == 0
    play(match, "end", "attack 36mot S2016")


# ---------------------------------------------------------------------- on the map of the data
def chart_cost(match: Match, a: Hex, b: Hex, mech: bool) -> int:
    """Movement points by chart and rulings, read afresh from the map; 0 where normal movement does not go."""
    board = match.c.board
    if board.has("barred", a, b):
        return 0
    if board.has("road", a, b):
        return 1
    rail = board.has("railroad", a, b)
    if board.has("major river", a, b) and not rail:
        return 0
    place = board.place_at.get(b)
    terrain = CHART.get(board.terrain_name(b))
    if terrain is None:
        return 0
    cost = 1 if place is not None and place.size == "major city" else terrain[0 if mech else 1]
    return cost + board.has("minor river", a, b)


@pytest.mark.rule("ava:9.2", "ava:TEC")
@pytest.mark.parametrize("mech", [True, False])
def test_every_step_of_the_map_costs_what_the_chart_says(mech: bool) -> None:
    match = position({})
    edges = tables(match.c).edges("axis", mech)
    for a, b in pairs(match):
        found = dict(edges[a]).get(b, 0)
        assert found == 2 * chart_cost(match, a, b, mech), (match.c.label(a), match.c.label(b))


@pytest.mark.rule("ava:9.2", "ava:9.1")
@pytest.mark.parametrize("seed", range(6))
def test_the_reach_of_a_unit_is_the_cheapest_of_all_ways(seed: int) -> None:
    """Compared with a plain relaxation over the chart, with random enemies on the map."""
    rng = random.Random(seed)
    land = sorted(tables(position({}).c).land)
    enemies = ["27rd", "56rd", "85rd", "5td", "29td", "8rd", "2rd", "13rd"]
    centre = rng.choice([h for h in land if 300 < h - land[0] < 1100])
    near = [h for h in position({}).c.grid.within(centre, 6) if h in land and h != centre]
    label = position({}).c.label
    name = rng.choice(["7pz", "6inf", "14mot", "hq-9a"])
    units: dict[str, Where] = {name: label(centre)}
    units |= {e: label(h) for e, h in zip(enemies, rng.sample(near, len(enemies)), strict=True)}
    match = position(units)
    u, c = unit(match, name), match.c
    enemy_zone, held = zone(c, "soviet"), {match.state.hex_of[unit(match, e)] for e in enemies}
    best: dict[Hex, int] = {centre: 0}
    changed = True
    while changed:
        changed = False
        for a in list(best):
            for b in c.grid.adjacent[a]:
                if b not in tables(c).land or b in held:
                    continue
                step = chart_cost(match, a, b, c.roster.mech[u])
                total = best[a] + step + 2 * enemy_zone[a] + 2 * enemy_zone[b]
                if step and total <= c.roster.move[u] and total < best.get(b, 99):
                    best[b], changed = total, True
    assert match.view().reach(u).costs == best


@pytest.mark.rule("ava:9.2", "ava:R9")
def test_an_unbridged_major_river_of_the_map() -> None:
    match = position({})
    board = match.c.board
    a, b = find_pair(match, lambda a, b: board.has("major river", a, b) and not board.has("bridge", a, b))
    match = position({"6inf": a})
    assert b not in reach(match, "6inf") or reach(match, "6inf")[b] > 1
    play(match, f"cross 6inf {b}")
    assert at(match, "6inf") == b


@pytest.mark.rule("ava:9.2", "ava:R30")
def test_a_road_bridge_of_the_map() -> None:
    board = position({}).c.board
    for river in ("major river", "minor river"):
        bridged = [(x, y) for x, y in pairs(position({})) if board.has(river, x, y) and board.has("road", x, y)]
        a, b = (board.label(h) for h in bridged[0])
        match = position({"6inf": a})
        assert reach(match, "6inf")[b] == 1 and reach(match, "6inf", "strategic")[b] == 0.5


@pytest.mark.rule("ava:9.3")
def test_a_road_of_the_map_carries_a_division_twenty_hexes() -> None:
    match = position({})
    roads = tables(match.c).along("road", "axis")

    def far(h: Hex) -> bool:
        here, seen = {h}, {h}
        for _ in range(20):
            here = {n for a in here for n in roads[a]} - seen
            seen |= here
        return bool(here)

    start = find_hex(match, far)
    costs = reach(position({"7pz": start}), "7pz", "strategic")
    assert max(costs.values()) == 10


@pytest.mark.rule("ava:9.1", "ava:9.2", "ava:9.3")
def test_nothing_is_in_reach_of_who_may_not_move_any_more() -> None:
    match = position({"7pz": "S2010", "20pz": "S3010", "12pz": "S1010"}, active=["7pz", "20pz"], ground={})
    first, other, idle = (unit(match, name) for name in ("7pz", "20pz", "12pz"))
    whole = match.view().reach(first).costs
    play(match, "move 7pz S2011")
    assert 1 < len(match.view().reach(first).costs) < len(whole), "it may go on with what it has left"
    halted = match.view().reach(first, "strategic")
    assert halted.costs == {} and {rule for rule, _ in halted.blocked.values()} == {"ava:9.1"}
    play(match, "move 20pz S3011")
    ended = match.view().reach(first)
    assert ended.costs == {} and {rule for rule, _ in ended.blocked.values()} == {"ava:9.1"}
    assert match.view().reach(other).costs
    assert match.view().reach(idle).costs, "who is not activated is asked about as fresh"
