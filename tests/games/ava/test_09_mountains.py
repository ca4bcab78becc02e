"""Mountains: 9.2 for movement, 3.3 for lines, 10.1, 10.6 and 10.7 for combat; on ground of the tests' own.

Two mountain hexes lie in the way of a division that comes from the west: over one, the pass, leads a road. A third lies
behind the peak. Everything else is plains.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.ava.zones import reached
from engine.play.match import Match
from tests.games.ava.battles import printed, strike
from tests.support.position import at, hexes, position, reach, refusal, steps

WEST, PASS, PEAK, BACK, EAST = "K2010", "K2110", "K2109", "K2209", "K2310"
NEAR_PASS, ABOVE = "K2111", "K2108"
"""Plains beside the pass, and beside the peak."""
AROUND_BACK = ("K2308", "K2309", "K2108", "K2208", "K2210")
"""What lies around the hex behind the peak, but the peak."""
ROAD = "K1910-K2010-K2110-K2210-K2310"
HIGH = {PASS: "mountain", PEAK: "mountain", BACK: "mountain"}
SOURCES = {"axis": ("K1512",), "soviet": ("K5507",), "from_moscow": ()}


def ridge(units: dict[str, Any], road: bool = True, **more: Any) -> Match:
    """A position of the Kiev game around the ridge."""
    lines = {"road": [ROAD]} if road else {}
    wanted: dict[str, Any] = {"ground": HIGH, "sources": SOURCES, "lines": lines} | more
    return position(units, scenario="kiev", **wanted)


def neighbours(match: Match, label: str) -> set[str]:
    """The hexes beside a hex."""
    return {match.c.label(n) for n in match.c.grid.adjacent[hexes(match, label)[0]]}


def test_the_hexes_of_this_file_lie_as_they_should() -> None:
    match = ridge({})
    assert {PASS, PEAK} <= neighbours(match, WEST) and PEAK in neighbours(match, PASS)
    assert neighbours(match, BACK) == {PEAK, *AROUND_BACK}
    assert NEAR_PASS in neighbours(match, PASS) and ABOVE in neighbours(match, PEAK) - neighbours(match, WEST)


# ---------------------------------------------------------------------- 9.2: movement
@pytest.mark.rule("ava:9.2", "ava:TEC")
@pytest.mark.parametrize("name", ["9pz", "44inf", "hq-6a"])
def test_other_units_enter_mountains_along_a_road_only(name: str) -> None:
    match = ridge({name: WEST})
    assert reach(match, name)[PASS] == 1 and PEAK not in reach(match, name)
    assert refusal(match, f"move {name} {PEAK}").rule == "ava:9.2"
    assert refusal(match, f"climb {name} {PEAK}").rule == "ava:9.2"
    bare = ridge({name: WEST}, road=False)
    assert PASS not in reach(bare, name)


@pytest.mark.rule("ava:9.2", "ava:TEC")
@pytest.mark.parametrize(("name", "side"), [("1mtn", "axis"), ("rum-1mtn", "axis"), ("72mtn", "soviet")])
def test_mountain_divisions_climb_with_their_whole_allowance(name: str, side: str) -> None:
    match = ridge({name: WEST}, road=False, side=side)
    assert PEAK not in reach(match, name)
    assert (
        refusal(match, f"move {name} {PEAK}").rule == "ava:9.2"
        and "climb" in refusal(match, f"move {name} {PEAK}").reason
    )
    match.play(f"climb {name} {PEAK}")
    assert at(match, name) == PEAK
    assert refusal(match, f"move {name} {ABOVE}").rule == "ava:9.2"  # nothing is left


@pytest.mark.rule("ava:9.2")
def test_only_before_any_other_movement() -> None:
    match = ridge({"1mtn": "K1910"}, road=False)
    match.play(f"move 1mtn {WEST}")
    found = refusal(match, f"climb 1mtn {PEAK}")
    assert found.rule == "ava:9.2" and "whole allowance" in found.reason
    assert not any(a.verb == "climb" for a in match.legal)


@pytest.mark.rule("ava:9.2", "ava:3.2")
@pytest.mark.parametrize(("enemy", "where"), [("K1910", WEST), (ABOVE, PEAK)])
def test_neither_end_lies_in_an_enemy_zone(enemy: str, where: str) -> None:
    match = ridge({"1mtn": WEST, "99rd": enemy}, road=False)
    found = refusal(match, f"climb 1mtn {PEAK}")
    assert found.rule == "ava:9.2" and found.hexes[0] in hexes(match, WEST, PEAK)
    assert "zone of control" in found.reason


@pytest.mark.rule("ava:9.2")
def test_along_a_road_a_mountain_division_moves_as_others_do() -> None:
    match = ridge({"1mtn": WEST})
    assert reach(match, "1mtn")[EAST] == 3
    assert refusal(match, f"climb 1mtn {PASS}").rule == "ava:9.2"


@pytest.mark.rule("ava:9.2", "ava:R40")
def test_mountains_are_left_freely() -> None:
    match = ridge({"9pz": PASS, "1mtn": PEAK})
    assert reach(match, "9pz")[NEAR_PASS] == 1 and PEAK not in reach(match, "9pz")
    assert reach(match, "1mtn")[ABOVE] == 1 and BACK not in reach(match, "1mtn")


@pytest.mark.rule("ava:9.2", "ava:3.1")
def test_climbing_obeys_stacking() -> None:
    match = ridge({"1mtn": WEST, "4mtn": PEAK, "rum-1mtn": PEAK})
    assert refusal(match, f"climb 1mtn {PEAK}").rule == "ava:3.1"


# ---------------------------------------------------------------------- 3.3: lines
def joined(match: Match, name: str) -> bool:
    """Whether a unit has a line of communications; both ways to find it agree."""
    u = match.c.roster.find(name)
    found = match.view().supply(u).in_supply
    assert bool(reached(match.c, match.c.roster.side[u])[match.state.hex_of[u]]) is found
    return found


@pytest.mark.rule("ava:3.3", "ava:R39")
def test_a_line_ends_in_a_mountain_hex_but_crosses_it_on_a_road_only() -> None:
    sources = {"axis": ("K1512",), "soviet": (WEST,), "from_moscow": ()}
    sealed = [f"{BACK}-{n}" for n in AROUND_BACK]
    match = ridge({"72mtn": PEAK, "99rd": BACK}, sources=sources, lines={"barred": sealed})
    assert joined(match, "72mtn") and not joined(match, "99rd")
    line = match.view().supply(match.c.roster.find("72mtn"))
    assert line.path == hexes(match, WEST, PEAK)
    road = ridge({"99rd": BACK}, sources=sources, lines={"barred": sealed, "road": [f"{WEST}-{PEAK}-{BACK}"]})
    assert joined(road, "99rd")


@pytest.mark.rule("ava:3.3", "ava:R39", "ava:11.1")
def test_the_same_for_the_axis_within_six_hexes_of_the_railroad() -> None:
    near = {"axis": ("K1512",), "soviet": ("K5507",), "from_moscow": ()}
    match = ridge({"1mtn": PEAK, "4mtn": BACK}, sources=near, phase="supply", turn=4, road=False, chits={"s-5a": "cup"},
                  lines={"barred": [f"{BACK}-{n}" for n in AROUND_BACK]})  # fmt: skip
    assert joined(match, "1mtn") and steps(match, "1mtn") == 2 and steps(match, "4mtn") == 1
    path = match.view().supply(match.c.roster.find("1mtn")).path
    assert path[0] == hexes(match, "K1512")[0] and path[-1] == hexes(match, PEAK)[0] and len(path) == 7
    far = ridge({"1mtn": PEAK}, sources={**near, "axis": ("K1412",)}, road=False)
    assert not joined(far, "1mtn")


@pytest.mark.rule("ava:3.3", "ava:R39")
def test_a_railroad_without_a_road_carries_no_line_over_mountains() -> None:
    rails = {"railroad": [ROAD]}
    sources = {**SOURCES, "axis": ("K1910",)}
    assert not joined(ridge({"9pz": "K2910"}, lines=rails, sources=sources), "9pz")
    assert joined(ridge({"9pz": "K2910"}, lines=rails | {"road": [ROAD]}, sources=sources), "9pz")


# ---------------------------------------------------------------------- 10: combat
@pytest.mark.rule("ava:10.1", "ava:R40")
@pytest.mark.parametrize(("name", "allowed"), [("9pz", False), ("44inf", False), ("1mtn", True)])
def test_who_may_attack_into_mountains(name: str, allowed: bool) -> None:
    match = ridge({name: WEST, "72mtn": PEAK}, phase="combat")
    if allowed:
        assert match.check(f"attack {name} {PEAK}") is None
    else:
        assert refusal(match, f"attack {name} {PEAK}").rule == "ava:10.1"
    road = ridge({name: WEST, "72mtn": PASS}, phase="combat")
    assert road.check(f"attack {name} {PASS}") is None


@pytest.mark.rule("ava:10.1", "ava:R40")
def test_units_in_mountains_attack_out_of_them() -> None:
    match = ridge({"44inf": PASS, "99rd": NEAR_PASS}, phase="combat")
    assert match.check(f"attack 44inf {NEAR_PASS}") is None


@pytest.mark.rule("ava:10.7", "ava:R40")
def test_mountain_divisions_advance_into_mountains() -> None:
    match = printed(ridge({"1mtn": WEST, "72mtn": (PEAK, 1)}, phase="combat"), **{"1mtn": (80, 4)})
    strike(match, "1RR", "1mtn", target=PEAK)
    assert match.prompt.rule == "ava:10.7"
    match.play(f"advance 1mtn {PEAK}")
    assert at(match, "1mtn") == PEAK


@pytest.mark.rule("ava:10.6", "ava:10.6(3)", "ava:R40")
@pytest.mark.parametrize(("name", "ends"), [("72mtn", {PASS, PEAK}), ("99rd", set())])
def test_mountain_divisions_retreat_into_mountains(name: str, ends: set[str]) -> None:
    # All hexes around are lake but the two mountain hexes east of it.
    lakes = dict.fromkeys(("K2009", "K1909", "K2011"), "lake")
    match = ridge({name: WEST, "9pz": "K1910"}, road=False, ground=HIGH | lakes, phase="combat",
                  sources={**SOURCES, "soviet": (EAST,)})  # fmt: skip
    printed(match, **{"9pz": (7, 4)})
    strike(match, "R", "9pz", target=WEST)
    if not ends:
        assert at(match, name) == "[available]"  # nowhere to go
        return
    if match.prompt.rule == "ava:10.6":
        assert {str(a).split()[-1] for a in match.legal} <= ends
        match.play(match.prompt.default or "")
    assert at(match, name) in ends


# ---------------------------------------------------------------------- the map
@pytest.mark.rule("ava:9.2", "ava:TEC")
def test_there_are_mountains_on_the_kiev_map_only() -> None:
    match = Match.new("ava", "campaign")
    high = {match.c.label(h)[0] for h in match.data.in_play if match.c.board.terrain_name(h) == "mountain"}
    assert high == {"K"}
    kinds = {match.c.roster.ids[u] for u, kind in enumerate(match.c.roster.kind) if kind == "mountain"}
    assert {"1mtn", "4mtn", "rum-1mtn", "72mtn"} <= kinds
