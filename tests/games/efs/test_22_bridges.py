"""Rules 10.45, 22.2 to 22.4 and 11.1: what leads over water, and where trains get through."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs import bridges, rails
from engine.games.efs.state import MOTORWAY
from engine.play.match import Match
from tests.support.efs import EITHER, column, hexes, position, unit

RIVER: dict[str, Any] = {"major river": ["B0830-B0831"]}
ROAD: dict[str, Any] = {**RIVER, "motorway": ["B0830-B0831"]}
BOTH: dict[str, Any] = {**ROAD, "railroad": ["B0830-B0831"]}


def drawn(
    lines: dict[str, Any], *, broken: str = "", damage: int = 2, span: str = "", marker: str = "abridge-1"
) -> Match:
    """Two hexes with a river and lines between them, a bridge that is down, a marker."""
    m = position(ground={}, lines=lines)
    column(m, "broken").update({f"B0830/B0831 {broken}": damage} if broken else {})
    column(m, "spans").update({marker: f"B0830/B0831 {span}"} if span else {})
    m.c.touch()
    return m


def over(m: Match, side: str = "axis") -> tuple[str, ...]:
    a, b = hexes(m, "B0830", "B0831")
    assert bridges.ways_over(m.c, b, a, side) == bridges.ways_over(m.c, a, b, side)
    return bridges.ways_over(m.c, a, b, side)


def barred(m: Match, side: str = "axis") -> bool:
    a, b = hexes(m, "B0830", "B0831")
    return bridges.bars(m.c, a, b, side)


@pytest.mark.rule("efs2:10.45", "efs2:22.41")
def test_road_and_railroad_bridges_are_two() -> None:
    a, b = hexes(position(), "B0830", "B0831")
    assert bridges.printed(drawn(BOTH).c, a, b) == ("road", "rail")
    assert bridges.printed(drawn(ROAD).c, a, b) == ("road",) and over(drawn(RIVER)) == ()
    assert bridges.printed(drawn({"river": ["B0830-B0831"], "motorway": ["B0830-B0831"]}).c, a, b) == ()
    assert barred(drawn(RIVER)) and not barred(drawn(ROAD)) and not barred(drawn({"canal": ["B0830-B0831"]}))


@pytest.mark.rule("efs2:22.42", "efs2:22.43", "efs2:10.45")
def test_a_destroyed_bridge_carries_nobody_and_the_other_one_stays() -> None:
    assert over(drawn(BOTH, broken="road")) == ("rail",) and over(drawn(BOTH, broken="rail")) == ("road",)
    m = drawn(ROAD, broken="road")
    a, b = hexes(m, "B0830", "B0831")
    assert barred(m) and bridges.road_open(m.c, a, b, "axis") == 0
    assert bridges.road_open(drawn(ROAD).c, b, a, "axis") == MOTORWAY


@pytest.mark.rule("efs2:5.23", "efs2:10.45")
def test_ice_opens_wide_water_and_no_road() -> None:
    m = drawn(ROAD, broken="road")
    m.c.state.frozen = True
    m.c.touch()
    assert over(m) == ("ice",) and not barred(m)
    a, b = hexes(m, "B0830", "B0831")
    assert bridges.road_open(m.c, a, b, "axis") == 0


@pytest.mark.rule("efs2:22.21", "efs2:22.23", "efs2:22.26")
def test_a_completed_marker_serves_its_side_and_carries_a_road_that_was_there() -> None:
    m = drawn(ROAD, broken="road", span="ready")
    a, b = hexes(m, "B0830", "B0831")
    assert over(m) == ("marker",) and over(m, "soviet") == ()
    assert bridges.road_open(m.c, a, b, "axis") == MOTORWAY and bridges.road_open(m.c, a, b, "soviet") == 0
    assert bridges.road_open(drawn(RIVER, span="ready").c, a, b, "axis") == 0
    assert over(drawn(ROAD, broken="road", span="building")) == ()


@pytest.mark.rule("efs2:22.31", "efs2:22.42")
def test_a_ferry_takes_trains_alone() -> None:
    m = drawn(BOTH, broken="rail", span="ready", marker="aferry-1")
    column(m, "broken")["B0830/B0831 road"] = 1
    m.c.touch()
    a, b = hexes(m, "B0830", "B0831")
    assert over(m) == ("ferry",) and barred(m)
    assert bridges.rail_open(m.c, a, b, "axis") and not bridges.rail_open(m.c, a, b, "soviet")
    assert bridges.supply_crosses(m.c, a, b, "axis") and not bridges.supply_crosses(m.c, a, b, "soviet")


@pytest.mark.rule("efs2:22.43", "efs2:22.45", "efs2:22.46")
def test_two_points_of_repair() -> None:
    m = drawn(BOTH)
    a, b = hexes(m, "B0831", "B0830")
    bridges.break_down(m.c, a, b, "road")
    assert column(m, "broken") == {"B0830/B0831 road": 2} and bridges.standing(m.c, a, b) == ("rail",)
    assert not bridges.mend(m.c, b, a, "road") and bridges.damage(m.c, a, b, "road") == 1
    bridges.break_down(m.c, a, b, "road")
    assert bridges.damage(m.c, a, b, "road") == 2
    bridges.mend(m.c, a, b, "road")
    assert bridges.mend(m.c, a, b, "road") and bridges.standing(m.c, a, b) == ("road", "rail")


# ---------------------------------------------------------------------- trains
@pytest.mark.rule("efs2:11.13")
def test_trains_keep_three_hexes_from_the_enemy() -> None:
    m = position({"rd-100": "B0830", "asup-01": "B0834"}, ground={})
    near = rails.near_enemy(m.c, "axis")
    at = {label: near[m.c.hex(label)] for label in ("B0830", "B0831", "B0832", "B0833", "B1030", "B1130")}
    assert at == {"B0830": 1, "B0831": 1, "B0832": 1, "B0833": 0, "B1030": 1, "B1130": 0}
    assert not any(rails.near_enemy(m.c, "soviet"))


@pytest.mark.rule("efs2:11.13", "efs2:18.11", "efs2:18.46", "efs2:19.11", "efs2:19.25")
def test_where_trains_do_not_go() -> None:
    m = position({"18pz-pzr": "B0835"}, ground={}, lines={"railroad": ["B0829-B0830-B0831-B0832-B0833-B0834-B0835"]})
    column(m, "gauge").update({"B0830": "axis", "B0831": "cut"})
    column(m, "works").update({"B0832": "axis building 253inf", "B0833": "soviet active"})
    m.c.touch()
    shut = {side: rails.closed(m.c, side) for side in ("axis", "soviet")}
    track = [m.c.hex(f"B08{n}") for n in range(29, 36)]
    assert [shut["soviet"][h] for h in track] == [0, 1, 1, 1, 0, 0, 1]
    assert [shut["axis"][h] for h in track] == [1, 0, 1, 1, 1, 1, 1]
    assert shut["soviet"][m.c.hex("B0929")] == 1
    assert [rails.owner(m.c, h) for h in track[:3]] == ["soviet", "axis", ""] and rails.is_cut(m.c, track[2])


@pytest.mark.rule("efs2:18.11", "efs2:22.42", "efs2:22.34")
def test_ways_of_trains() -> None:
    m = drawn(BOTH, broken="rail")
    a, b = hexes(m, "B0830", "B0831")
    assert rails.tracks(m.c)[a] == (b,) and rails.ways(m.c, "axis")[a] == ()
    assert rails.ways(drawn(BOTH, broken="rail", span="ready", marker="aferry-1").c, "axis")[a] == (b,)
    lines = {"railroad": ["B0830-B0831"], "wall": ["B0830-B0831"]}
    m = position(ground={}, lines=lines, zones={"wall": ("fortified line", ["B0830"])})
    assert rails.ways(m.c, "axis")[a] == () and rails.ways(m.c, "soviet")[a] == (b,)


@EITHER
@pytest.mark.rule("efs2:19.24", "efs2:19.11", "efs1:19.1.1")
def test_railheads_stand_where_the_gauge_changes() -> None:
    m = position(ground={}, lines={"railroad": ["B0829-B0830-B0831-B0832", "B0831-B0931"]})
    assert rails.railheads(m.c, "axis") == []
    column(m, "gauge").update({"B0829": "axis", "B0830": "axis"})
    m.c.touch()
    assert rails.railheads(m.c, "axis") == [m.c.hex("B0830")]


@EITHER
@pytest.mark.rule("efs2:19.11", "efs2:6.16", "efs1:19.1.2")
def test_gauge_at_the_start_goes_by_the_country() -> None:
    m = position()
    brest, warsaw_line, minsk = hexes(m, "C1923", "C0129", "A5739")
    assert [rails.first_gauge(m.c, h) for h in (brest, warsaw_line, minsk)] == ["soviet", "axis", "soviet"]
    assert rails.owner(m.c, minsk) == "soviet"
    assert unit(m, "asup-01") >= 0
