"""13.7, 14.9, 15.3: sides that set up as they like, by hand, by lot, or with the set-up that is at hand."""

from __future__ import annotations

import pytest

from engine.games.bd.fog import covered
from engine.games.bd.setup.free import border, lacks, placed, region, units, waiting
from engine.games.bd.setup.lists import faults
from engine.games.bd.state import BdState
from engine.games.bd.tables import tables
from engine.play.match import Match
from tests.support.bd_data import table

HAND = {"setup_axis": "hand", "setup_soviet": "hand"}
FREE = ["manstein", "what-if", "blue-kremlin", "grand"]


def by_hand(name: str) -> Match:
    offered = tuple(HAND)[: 2 if name in FREE[:2] else 1]
    return begun(name, **{option: "hand" for option in offered})


def begun(name: str, **options: str) -> Match:
    """A scenario that waits in its first free set-up."""
    match = Match.new("bd", name, seed=3, options=options)
    if match.c.step.id == "effort":
        match.play("south")
    assert match.c.step.id == "free-set-up"
    return match


def play(match: Match, *actions: str) -> None:
    for action in actions:
        match.play(action)


def bd(match: Match) -> BdState:
    assert isinstance(match.state, BdState)
    return match.state


def refusal(match: Match, words: str) -> tuple[str, str]:
    """Rule and reason of what is refused."""
    found = match.check(words)
    assert found is not None, words
    return found.rule, found.reason


def at(match: Match, name: str) -> str:
    h = match.state.hex_of[match.c.unit(name)]
    return match.c.label(h) if h >= 0 else match.state.box[match.c.unit(name)]


# ---------------------------------------------------------------------- any free set-up
@pytest.mark.parametrize("way", ["standard", "random"])
@pytest.mark.parametrize("name", FREE)
@pytest.mark.rule("bd:3.1", "bd:3.3", "bd:13.7", "bd:14.9", "bd:15.3", "bd:R40")
def test_ready_set_ups_keep_every_rule(name: str, way: str) -> None:
    offered = ("setup_axis", "setup_soviet") if name in FREE[:2] else ("setup_axis",)
    match = begun(name, **dict.fromkeys(offered, way))
    while match.c.step.id == "free-set-up":
        side = match.c.frame.vars["side"]
        assert match.side == side and lacks(match.c, side) == []
        assert sorted(placed(match.c, side)) == sorted(units(match.c, side))
        play(match, "ready")
    assert faults(match.c) == [] and match.rules.invariants(match.c) == []
    assert match.state.turn == table(f"scenarios/{name}.toml")["turns"]["first"]


@pytest.mark.rule("bd:3.1", "bd:6.3", "bd:14.9")
def test_units_go_down_one_by_one_and_come_up_again() -> None:
    match = by_hand("manstein")
    assert len(waiting(match.c, "axis")) == 49 and "49 units are not set up yet" in match.prompt.text
    assert refusal(match, "ready") == ("bd:14.9", "Not ready: 49 units are not set up yet.")
    for name in ("1inf", "38inf", "26inf", "28inf", "2inf"):
        play(match, f"place {name} 1211")
    assert refusal(match, "place 10inf 1211")[0] == "bd:6.3"
    assert refusal(match, "place 1inf 1311") == ("bd:14.9", "1 is not waiting to be set up by you.")
    play(match, "take 1inf", "place 10inf 1211")
    assert at(match, "1inf") == "to place" and at(match, "10inf") == "1211"
    assert refusal(match, "take 5inf")[1].endswith("has not been set up by you.")
    play(match, "clear")
    assert len(waiting(match.c, "axis")) == 49
    play(match, "standard")
    assert at(match, "3ss") == "2407" and match.check("ready") is None


@pytest.mark.rule("bd:8.31", "bd:14.7")
def test_tigers_go_with_a_corps_and_leave_the_map_with_it() -> None:
    match = by_hand("manstein")
    assert refusal(match, "place 502tb 1111") == ("bd:8.31", "502TB goes with a corps: set one up in 1111 first.")
    play(match, "place 50inf 1111", "place 54inf 1111", "place 502tb 1111")
    assert bd(match).attached == {"502tb": "50inf"}
    assert refusal(match, "place 503tb 1111")[0] == "bd:8.31"
    play(match, "attach 502tb 54inf", "take 54inf")
    assert bd(match).attached == {} and at(match, "502tb") == "to place" and at(match, "50inf") == "1111"


# ---------------------------------------------------------------------- Manstein's Gambit
@pytest.mark.rule("bd:14.9", "bd:R36", "bd:R71")
def test_the_order_of_the_gambit() -> None:
    """Leningrad and Taman, Gotenkopf and strait, the front marked; then the German side, then the Soviet one."""
    match = by_hand("manstein")
    told = [e.text for e in match.log if e.kind == "setup"]
    assert len(told) == 3 and "Leningrad" in told[0] and "3106" in told[1] and "1110" in told[2] and "Rostov" in told[2]
    on_map = {at(match, match.c.roster.ids[u]) for u, h in enumerate(match.state.hex_of) if h >= 0}
    assert on_map == {"1011", "3005", "3104", "3105", "3106"} and bd(match).fortified_area == ""
    assert bd(match).control["1110"] == "soviet" and bd(match).control["2805"] == "axis"
    play(match, "standard", "ready")
    assert match.side == "soviet" and len(waiting(match.c, "soviet")) == 61
    # He looks through German stacks while he sets up.
    assert covered(match.c.data, match.c.state, "soviet") == []
    play(match, "standard", "ready")
    assert match.state.turn == 18


@pytest.mark.rule("bd:14.9")
def test_the_german_side_stands_beside_the_front() -> None:
    match = by_hand("manstein")
    hexes = {match.c.label(h) for h in region(match.c, "axis")}
    assert hexes == set(table("scenarios/manstein.toml")["ready"]["axis"])
    assert refusal(match, "place 3pz 2409")[0] == "bd:14.9", "one hex behind"
    assert refusal(match, "place 3pz 2307")[0] == "bd:14.9", "on the front itself"


@pytest.mark.rule("bd:14.9", "bd:R71", "bd:8.18")
def test_the_soviet_side_stands_on_the_front_or_behind_it() -> None:
    match = by_hand("manstein")
    play(match, "standard", "ready")
    play(match, "place 2sh 1110", "place 4ra 1606", "place 5gt 2802")
    for where in ("1111", "1011", "2903", "3005"):
        assert refusal(match, f"place 8ra {where}")[0] == "bd:14.9", where
    assert refusal(match, "mark FA 2407")[0] == "bd:14.9" and refusal(match, "mark A 2207")[0] == "bd:14.9"
    play(match, "standard")
    play(match, "mark FA 2105")
    assert refusal(match, "mark FA 2105")[0] == "bd:8.18"
    assert bd(match).fortified_area == "2105" and match.check("ready") is None
    play(match, "clear")
    assert bd(match).fortified_area == ""
    assert [lack.text for lack in lacks(match.c, "soviet")][-1] == "the fortified area is not on the map"


@pytest.mark.rule("bd:4.17", "bd:R47")
def test_the_paratroop_corps_may_wait_for_its_drop() -> None:
    match = by_hand("manstein")
    assert refusal(match, "place 3pz air-drop") == ("bd:4.17", "3Pz makes no air drop.")
    assert refusal(match, "place 3pz rvgk")[0] == "bd:15.3"
    play(match, "standard", "take 2para", "place 2para air-drop")
    assert at(match, "2para") == "air drop" and match.check("ready") is None
    play(match, "take 2para")
    assert at(match, "2para") == "to place"
    told = lacks(match.c, "axis")[-1]
    assert (told.rule, told.text) == (
        "bd:4.17",
        "1 unit is not set up yet; 2Para may wait for its air drop ('air-drop' in place of a hex)",
    )


# ---------------------------------------------------------------------- 1942, What If?
@pytest.mark.rule("bd:15.3", "bd:R40")
def test_every_hex_along_the_border_holds_a_unit() -> None:
    match = by_hand("what-if")
    labels = [match.c.label(h) for h in border(match.c, "axis")]
    assert labels[:3] == ["1517", "1617", "1716"] and labels[-1] == "3112" and len(labels) == 19
    assert "19 border hexes need a unit each" in match.prompt.text
    play(match, "standard", "take 52inf")
    assert refusal(match, "ready") == ("bd:15.3", "Not ready: 1 border hex needs a unit.")
    play(match, "place 52inf 2023")
    assert refusal(match, "ready")[0] == "bd:15.3"
    assert refusal(match, "place 52inf 2024")[1].startswith("52 is not waiting")


@pytest.mark.rule("bd:15.3", "bd:10.22", "bd:10.34")
def test_where_units_may_start_in_what_if() -> None:
    match = by_hand("what-if")
    assert refusal(match, "place 3ro 1517")[0] == "bd:10.22"
    assert refusal(match, "place 3pz 1516")[0] == "bd:R40"
    play(match, "standard", "ready")
    assert match.side == "soviet" and refusal(match, "place ica 2912")[0] == "bd:10.34"
    play(match, "place ica 3108")
    for name in ("61ra", "62ra", "63ra", "64ra", "66ra"):
        play(match, f"place {name} rvgk")
    assert refusal(match, "place 60ra rvgk") == ("bd:15.3", "5 units start in the RVGK already.")
    play(match, "take 66ra")
    assert match.check("place 1t rvgk") is None


# ---------------------------------------------------------------------- 1942 in the south, 1941
@pytest.mark.rule("bd:13.7")
def test_the_german_side_of_blue_stands_west_of_the_front() -> None:
    match = by_hand("blue-kremlin")
    ground = region(match.c, "axis")
    assert match.c.hex("2023") in ground and match.c.hex("1606") not in ground
    assert all(bd(match).control[match.c.label(h)] == "axis" for h in ground)


@pytest.mark.rule("bd:3.3")
def test_army_groups_and_romania_in_1941() -> None:
    match = by_hand("grand")
    north = next(i for u, i in enumerate(match.c.roster.ids) if match.c.roster.value("back", u) == "N")
    rom = next(i for u, i in enumerate(match.c.roster.ids) if match.c.roster.value("back", u) == "Rom")
    assert match.check(f"place {north} 1617") is None and refusal(match, f"place {north} 1817")[0] == "bd:3.3"
    assert match.check(f"place {rom} 3014") is None and refusal(match, f"place {rom} 2516")[0] == "bd:3.3"
    t = tables(match.c)
    assert {t.country(h) for h in t.land if match.check(f"place {rom} {match.c.label(h)}") is None} == {"Romania"}


@pytest.mark.rule("bd:14.9")
def test_the_marked_front_is_drawn_as_long_as_the_sides_set_up() -> None:
    match = begun("manstein")
    marked = [h for h, words in match.view("axis").markers.items() if "Soviet front" in words]
    assert sorted(map(match.c.label, marked)) == sorted(match.data.scenario["front"]["hexes"])
    play(match, "ready")
    assert any("Soviet front" in words for words in match.view("soviet").markers.values())
    play(match, "ready")
    assert not any("Soviet front" in words for words in match.view("").markers.values())
    assert not any("Soviet front" in words for words in begun("grand").view("axis").markers.values())
