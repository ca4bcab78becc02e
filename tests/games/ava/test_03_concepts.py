"""Section 3: stacking, zones of control, lines of communications, control."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine.games.ava.tables import tables
from engine.games.ava.units import room
from engine.games.ava.zones import line_to, lines, reached
from engine.play.match import Match
from tests.support.position import (
    at,
    column,
    find_pair,
    hexes,
    pairs,
    play,
    position,
    refusal,
    rules_of,
    unit,
)


# ---------------------------------------------------------------------- 3.1
@pytest.mark.rule("ava:3.1")
def test_two_units_fill_a_hex_reduced_or_headquarters() -> None:
    match = position({"7pz": "S2010", "6inf": ("S2011", 1), "hq-3pzg": "S2011"}, ground={})
    refused = refusal(match, "move 7pz S2011")
    assert refused.rule == "ava:3.1" and refused.hexes == hexes(match, "S2011")
    play(match, "move 6inf S2012", "move 7pz S2011")
    assert at(match, "7pz") == "S2011"


@pytest.mark.rule("ava:3.1")
def test_a_full_hex_may_be_crossed() -> None:
    match = position({"7pz": "S2010", "6inf": "S2011", "26inf": "S2011"}, ground={"S1911": "lake", "S2111": "lake"})
    play(match, "move 7pz S2011 S2012")
    assert at(match, "7pz") == "S2012"


@pytest.mark.rule("ava:3.1")
def test_stacking_counts_at_the_end_of_each_units_own_movement() -> None:
    match = position({"7pz": "S2010", "6inf": "S2011", "26inf": "S2011"}, ground={})
    assert refusal(match, "move 7pz S2011").rule == "ava:3.1"  # even if 26inf meant to leave later


@pytest.mark.rule("ava:3.1")
def test_enemies_never_share_a_hex() -> None:
    match = position({"7pz": "S2010", "27rd": "S2011"}, ground={})
    assert refusal(match, "move 7pz S2011").rule == "ava:3.1"
    assert refusal(position({"7pz": "S2010", "27rd": "S2012"}, ground={}), "move 7pz S2012").rule == "ava:3.1"


@pytest.mark.rule("ava:3.1", "ava:14.2", "ava:R2")
def test_markers_take_no_room() -> None:
    match = position(
        {"27rd": "S2010", "5td": "S2011", "6rd": "S2012"},
        side="soviet",
        ground={},
        fortress={"S2011": 1},
        stand_fast=["S2011"],
    )
    assert refusal(position({"7pz": "S2010"}, ground={}, fortress={"S2011": 1}), "move 7pz S2011").rule == "ava:3.1"
    play(match, "move 27rd S2011")
    assert refusal(match, "move 6rd S2011").rule == "ava:3.1"
    assert room(match.c, "soviet", *hexes(match, "S2011")) == 0


@pytest.mark.rule("ava:3.1")
@pytest.mark.parametrize(
    "changes",
    [{"S2010": ["7pz", "6inf", "26inf"]}, {"S2010": ["7pz", "27rd"]}],
)
def test_a_position_that_breaks_stacking_is_found(changes: dict[str, list[str]]) -> None:
    match = position({}, ground={})
    for label, names in changes.items():
        for name in names:
            match.state.hex_of[unit(match, name)] = hexes(match, label)[0]
            match.state.box[unit(match, name)] = ""
    match.c.touch()
    assert any("(3.1)" in sentence for sentence in match.rules.invariants(match.c))


# ---------------------------------------------------------------------- 3.2
def zone(match: Match, side: str) -> set[str]:
    return {match.c.label(h) for h in match.view().zoc(side)}


@pytest.mark.rule("ava:3.2")
@pytest.mark.parametrize("name", ["27rd", "s-hq-3a", "29td"])
def test_every_unit_controls_the_six_hexes_around_it(name: str) -> None:
    match = position({name: "S2010"}, ground={})
    assert zone(match, "soviet") == {"S2009", "S2109", "S2110", "S2011", "S1910", "S1909"}
    assert zone(match, "axis") == set()


@pytest.mark.rule("ava:3.2")
def test_a_zone_reaches_over_major_rivers_not_over_barred_sides_nor_into_water() -> None:
    match = position(
        {"27rd": "S2010"},
        ground={"S2009": "lake"},
        lines={"major river": ["S2010-S2011"], "barred": ["S2010-S2110"]},
    )
    assert zone(match, "soviet") == {"S2109", "S2011", "S1910", "S1909"}


@pytest.mark.rule("ava:3.2")
def test_barred_sides_and_lakes_of_the_map_stop_zones() -> None:
    match = position({})
    a, b = find_pair(match, lambda a, b: match.c.board.has("barred", a, b))
    assert b not in zone(position({"27rd": a}), "soviet")
    land = tables(match.c).land
    water = ("lake", "sea")
    shore, wet = next(
        (match.c.label(h), match.c.label(n))
        for h in sorted(land)
        for n in match.c.grid.adjacent[h]
        if match.c.board.terrain_name(n) in water and n in match.data.in_play
    )
    around = zone(position({"27rd": shore}), "soviet")
    assert around and wet not in around


@pytest.mark.rule("ava:3.2")
def test_several_zones_cost_no_more_than_one() -> None:
    one = position({"7pz": "S2010", "27rd": "S2012"}, ground={})
    two = position({"7pz": "S2010", "27rd": "S2012", "56rd": "S2112", "5td": "S2012"}, ground={})
    hex_ = hexes(one, "S2011")[0]
    costs = [m.view().reach(unit(m, "7pz")).costs[hex_] for m in (one, two)]
    assert costs == [3, 3]


@pytest.mark.rule("ava:3.2")
def test_zones_are_the_same_seen_from_both_hexes() -> None:
    match = position({})
    beside = tables(match.c).beside
    for a, b in pairs(match):
        assert (b in beside[a]) == (a in beside[b]) == (not match.c.board.has("barred", a, b))


# ---------------------------------------------------------------------- 3.3
RAIL = "-".join(f"S20{row:02d}" for row in range(5, 26))
AXIS = {"axis": ["S2005"], "soviet": ["S4010"]}


def supplied(match: Match, name: str) -> bool:
    return match.view("axis").supply(unit(match, name)).in_supply


@pytest.mark.rule("ava:3.3")
def test_an_axis_line_follows_the_railroad_and_then_six_hexes() -> None:
    lines = {"railroad": ["S2005-S2006-S2007-S2008"]}
    match = position({"7pz": "S2014", "6inf": "S2015"}, ground={}, lines=lines, sources=AXIS)
    supply = match.view().supply(unit(match, "7pz"))
    assert supply.in_supply and supply.rule == "ava:3.3"
    assert [match.c.label(h) for h in supply.path] == [f"S20{row:02d}" for row in range(5, 15)]
    assert not supplied(match, "6inf")


@pytest.mark.rule("ava:3.3")
def test_the_railroad_must_be_uninterrupted() -> None:
    units = {"7pz": "S2022"}
    whole = position(units, ground={}, lines={"railroad": [RAIL]}, sources=AXIS)
    broken = position(
        units, ground={}, lines={"railroad": ["S2005-S2006-S2007", "S2008-S2009-S2010-S2011-S2012"]}, sources=AXIS
    )
    assert supplied(whole, "7pz") and not supplied(broken, "7pz")
    road = position(units, ground={}, lines={"road": [RAIL]}, sources=AXIS)
    assert not supplied(road, "7pz")


@pytest.mark.rule("ava:3.3")
def test_an_enemy_on_the_railroad_cuts_it() -> None:
    match = position({"7pz": "S2024", "27rd": "S2012"}, ground={}, lines={"railroad": [RAIL]}, sources=AXIS)
    assert not supplied(match, "7pz")


@pytest.mark.rule("ava:3.3")
@pytest.mark.parametrize(
    ("friends", "joined"),
    [([], False), (["S2015"], False), (["S2016"], False), (["S2015", "S2016"], True)],
)
def test_a_line_passes_an_enemy_zone_only_where_a_friend_stands(friends: list[str], joined: bool) -> None:
    units = {"7pz": "S2024", "27rd": "S2115"} | dict(zip(["6inf", "26inf"], friends, strict=False))
    match = position(units, ground={}, lines={"railroad": [RAIL]}, sources=AXIS)
    assert supplied(match, "7pz") is joined


@pytest.mark.rule("ava:3.3")
def test_a_line_may_end_in_an_enemy_zone() -> None:
    match = position({"7pz": "S2015", "27rd": "S2115"}, ground={}, lines={"railroad": [RAIL]}, sources=AXIS)
    assert supplied(match, "7pz")
    far = position({"7pz": "S2016", "27rd": "S2115"}, ground={}, lines={"railroad": [RAIL]}, sources=AXIS)
    # The railroad passes S2015, in the zone and empty; off the railroad S1915 leads round it.
    assert supplied(far, "7pz") and "S2015" not in map(far.c.label, far.view().supply(unit(far, "7pz")).path)


@pytest.mark.rule("ava:3.3")
def test_a_line_crosses_major_rivers_but_no_water_and_no_barred_side() -> None:
    ring = ["S2014-S2013", "S2014-S2113", "S2014-S2114", "S2014-S2015", "S2014-S1914", "S2014-S1913"]
    base = {"railroad": ["S2005-S2006-S2007-S2008-S2009-S2010"]}
    for feature, joined in (("major river", True), ("barred", False)):
        match = position({"7pz": "S2014"}, ground={}, lines={**base, feature: ring}, sources=AXIS)
        assert supplied(match, "7pz") is joined, feature
    water = dict.fromkeys(["S2013", "S2113", "S2114", "S2015", "S1914", "S1913"], "lake")
    assert not supplied(position({"7pz": "S2014"}, ground=water, lines=base, sources=AXIS), "7pz")


@pytest.mark.rule("ava:3.3")
@pytest.mark.parametrize(("road", "joined"), [([], False), (["S2012-S2013-S2014"], True), (["S2012-S2013"], False)])
def test_a_line_crosses_mountains_along_a_road_only(road: list[str], joined: bool) -> None:
    mountains = dict.fromkeys(["S2013", "S2113", "S2114", "S2015", "S1914", "S1913"], "mountain")
    lines = {"railroad": ["S2005-S2006-S2007-S2008-S2009-S2010"], "road": road}
    assert supplied(position({"7pz": "S2014"}, ground=mountains, lines=lines, sources=AXIS), "7pz") is joined


@pytest.mark.rule("ava:3.3")
def test_a_soviet_line_has_any_length() -> None:
    match = position({"27rd": "S0320"}, side="soviet", ground={}, sources={"soviet": ["S5510"], "axis": []})
    supply = match.view().supply(unit(match, "27rd"))
    assert supply.in_supply and len(supply.path) > 50


@pytest.mark.rule("ava:3.3", "ava:R1")
def test_a_soviet_line_never_crosses_the_start_line_an_axis_line_does() -> None:
    ring = ["S2014-S2013", "S2014-S2113", "S2014-S2114", "S2014-S2015", "S2014-S1914", "S2014-S1913"]
    for name, side, joined in (("27rd", "soviet", False), ("7pz", "axis", True)):
        sources = {"soviet": [], "axis": [], side: ["S2012"]}
        match = position({name: "S2014"}, side=side, ground={}, lines={"start line": ring}, sources=sources)
        assert match.view().supply(unit(match, name)).in_supply is joined


@pytest.mark.rule("ava:3.3")
def test_a_source_with_an_enemy_in_it_gives_nothing() -> None:
    sources = {"soviet": ["S2012", "S2030"], "axis": []}
    match = position({"27rd": "S2010", "7pz": "S2012"}, side="soviet", ground={}, sources=sources)
    path = match.view().supply(unit(match, "27rd")).path
    assert match.c.label(path[0]) == "S2030"
    lone = position({"27rd": "S2010", "7pz": "S2012"}, side="soviet", ground={}, sources={"soviet": ["S2012"]})
    assert not lone.view().supply(unit(lone, "27rd")).in_supply


@pytest.mark.rule("ava:3.3", "ava:R35")
def test_a_source_that_the_enemy_has_taken_gives_nothing_until_it_is_entered_again() -> None:
    sources = {"soviet": ["S2012"], "axis": []}
    lost = position({"27rd": "S2010"}, side="soviet", ground={}, sources=sources, control={"S2012": "axis"})
    assert not lost.view().supply(unit(lost, "27rd")).in_supply
    play(lost, "move 27rd S2012")
    assert lost.view().supply(unit(lost, "27rd")).in_supply


@pytest.mark.rule("ava:3.3", "ava:14.2")
def test_a_fortress_blocks_an_axis_line_like_a_unit() -> None:
    match = position({"7pz": "S2024"}, ground={}, lines={"railroad": [RAIL]}, sources=AXIS, fortress={"S2012": 1})
    assert not supplied(match, "7pz")


@pytest.mark.rule("ava:3.3")
def test_the_whole_axis_starts_in_communications() -> None:
    match = Match.new("ava", "smolensk")
    for u, h in enumerate(match.state.hex_of):
        if h >= 0 and match.c.roster.side[u] == "axis":
            assert match.view("axis").supply(u).in_supply, match.c.roster.ids[u]


@pytest.mark.rule("ava:3.3")
def test_every_path_shown_is_a_line_in_itself() -> None:
    match = Match.new("ava", "smolensk")
    board = match.c.board
    t = tables(match.c)
    for u, h in enumerate(match.state.hex_of):
        supply = match.view("axis").supply(u)
        if h < 0 or not supply.in_supply:
            continue
        side = match.c.roster.side[u]
        assert supply.path[0] in t.sources(side) and supply.path[-1] == h
        joints = list(zip(supply.path, supply.path[1:], strict=False))
        assert all(b in t.open_to(side)[a] for a, b in joints)
        if side == "axis":
            off = [not board.has("railroad", a, b) for a, b in joints]
            assert len(off) - (off.index(True) if True in off else len(off)) <= 6


# ---------------------------------------------------------------------- 3.4
@pytest.mark.rule("ava:3.4", "ava:4.0(9)", "ava:R31")
def test_control_starts_with_the_country_and_goes_to_who_entered_last() -> None:
    match = Match.new("ava", "smolensk")
    t = tables(match.c)
    assert set(column(match, "control")) == {match.c.label(h) for h in t.tracked}
    for h in t.tracked:
        assert match.view().control(h) == ("soviet" if h in t.east else "axis")
    assert match.view().control(*hexes(match, "S2418")) == "soviet"


@pytest.mark.rule("ava:3.4")
def test_passing_through_is_entering() -> None:
    match = position({"7pz": "S2417"}, lines={"road": ["S2417-S2418-S2419"]})
    events = play(match, "move 7pz S2418 S2419")
    assert ("control", "ava:3.4") in rules_of(events)
    assert match.view().control(*hexes(match, "S2418")) == "axis"
    assert at(match, "7pz") == "S2419"


@pytest.mark.rule("ava:3.4")
def test_zones_and_neighbours_take_nothing_and_control_outlasts_the_unit() -> None:
    match = position({"7pz": "S2415"}, lines={"road": ["S2415-S2416-S2417"]})
    play(match, "move 7pz S2417")
    assert match.view().control(*hexes(match, "S2418")) == "soviet"
    back = position({"27rd": "S2417"}, side="soviet", control={"S2418": "axis"}, lines={"road": ["S2417-S2418"]})
    assert back.view().control(*hexes(back, "S2418")) == "axis"
    play(back, "move 27rd S2418")
    assert back.view().control(*hexes(back, "S2418")) == "soviet"


@pytest.mark.rule("ava:3.4")
def test_a_place_that_is_no_town_has_no_controller() -> None:
    match = position({})
    plain = next(h for h in sorted(tables(match.c).land) if h not in tables(match.c).tracked)
    assert match.view().control(plain) == ""


# ---------------------------------------------------------------------- lines against a plain search
def scattered(seed: int) -> Match:
    """Both sides strewn over the west of the map."""
    rng = random.Random(seed)
    empty = position({})
    land = [h for h in sorted(tables(empty.c).land) if empty.c.grid.column(h) < 30]
    r = empty.c.roster
    names = [n for u, n in enumerate(r.ids) if r.sheet[u] == "S" and not r.hq[u]]
    chosen = rng.sample([n for n in names if r.side[r.find(n)] == "axis"], 20)
    chosen += rng.sample([n for n in names if r.side[r.find(n)] == "soviet"], 25)
    return position({n: empty.c.label(h) for n, h in zip(chosen, rng.sample(land, len(chosen)), strict=True)})


def plain_lines(match: Match, side: str) -> dict[int, int]:
    """Length of the shortest line to each hex: breadth first over hexes and, for the Axis, hexes off the railroad."""
    c, t = match.c, tables(match.c)
    enemy = "soviet" if side == "axis" else "axis"
    enemies = {h for u, h in enumerate(match.state.hex_of) if c.roster.side[u] == enemy}
    friends = {h for u, h in enumerate(match.state.hex_of) if c.roster.side[u] == side}
    danger = set(match.view().zoc(enemy)) - friends
    best: dict[int, int] = {}
    edge = {(h, 0) for h in t.sources(side) if h not in enemies}
    seen, length = set(edge), 0
    while edge:
        following = set()
        for h, off in edge:
            best.setdefault(h, length)
            for n in t.open_to(side)[h] if h not in danger else ():
                on_rail = side == "soviet" or (off == 0 and c.board.has("railroad", h, n))
                for step in {0} if side == "soviet" else {off + 1} | ({0} if on_rail else set()):
                    if n not in enemies and step <= 6:
                        following.add((n, step))
        edge, length = following - seen, length + 1
        seen |= edge
    return best


@pytest.mark.rule("ava:3.3")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_lines_are_those_of_a_plain_search(side: str, seed: int) -> None:
    match = scattered(seed)
    found = plain_lines(match, side)
    assert lines(match.c, side)[0] == found
    assert {h for h, flag in enumerate(reached(match.c, side)) if flag} == set(found)


@pytest.mark.rule("ava:3.3")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_the_path_shown_is_a_line_as_long_as_is_said(side: str, seed: int) -> None:
    match = scattered(seed)
    board, t = match.c.board, tables(match.c)
    for h, length in lines(match.c, side)[0].items():
        path = line_to(match.c, side, h)
        assert path[0] in t.sources(side) and path[-1] == h and len(path) == length + 1
        joints = list(pairwise(path))
        assert all(b in t.open_to(side)[a] for a, b in joints)
        off = [not board.has("railroad", a, b) for a, b in joints]
        if side == "axis" and True in off:
            assert len(off) - off.index(True) <= 6, [match.c.label(p) for p in path]
