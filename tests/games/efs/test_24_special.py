"""Special rules of scenarios: what they forbid for some turns, and what they count at the end."""

from __future__ import annotations

import pytest

from engine.games.efs.bridges import printed
from engine.games.efs.combat.overrun import may_overrun
from engine.games.efs.limits import kept_whole, shut
from engine.games.efs.movement.allowance import bound
from engine.games.efs.movement.railroad import may_ride
from engine.games.efs.movement.reach import may_reach, reach_of
from engine.games.efs.phases.bridging import laid
from engine.games.efs.phases.engineering import Engineering
from engine.games.efs.phases.interdiction import may_interdict
from engine.games.efs.reckoning import exited, pocketed, reckon
from engine.games.efs.state import BACK
from engine.games.efs.withdrawals import due
from engine.play.action import Refusal
from engine.play.match import Match
from tests.support.efs import EITHER, at, begun, column, play, position, refusal, unit


def minsk(units: dict[str, str], phase: str, turn: int = 1) -> Match:
    return position(units, scenario="minsk-pocket", phase=phase, side=phase.split("-")[0], turn=turn)


@pytest.mark.rule("efs2:R200", "efs2:12.41")
def test_nobody_reacts_on_the_first_day() -> None:
    m = minsk({"td-4": "C1508", "7pz-pzr": "A1633"}, "soviet-reaction")
    refusal = bound(m.c, unit(m, "td-4"))
    assert refusal is not None and refusal.rule == "efs:R200"
    assert bound(m.c, unit(m, "7pz-pzr")) is None
    m.c.state.turn = 2
    m.c.touch()
    assert bound(m.c, unit(m, "td-4")) is None


@pytest.mark.rule("efs2:R200", "efs2:10.12")
def test_surprised_armies_need_a_headquarters_to_move_their_motors() -> None:
    m = minsk({"td-4": "C1508", "td-7": "C1308", "hq-6mc": "C1308", "md-1": "B0235"}, "soviet-motorized")
    tank = unit(m, "td-4")
    assert bound(m.c, tank) is None, "the headquarters of the 6th Mechanized Corps commands four hexes around"
    column(m, "mode")[unit(m, "hq-6mc")] = BACK
    m.c.touch()
    assert bound(m.c, tank) is not None and bound(m.c, unit(m, "md-1")) is None, "another army"


@EITHER
@pytest.mark.rule("efs2:R200", "efs2:10.27", "efs1:10.5.8")
def test_the_11th_army_keeps_north_for_two_turns() -> None:
    m = minsk({"rd-184": "A2440"}, "soviet-movement")
    u, south = unit(m, "rd-184"), m.c.hex("C2402")
    assert south in shut(m.c, [u]) and south not in reach_of(m.c, [u]).hexes
    refusal = may_reach(m.c, [u], [south])
    assert refusal is not None and refusal.rule == "efs:R200"
    m.c.state.turn = 3
    m.c.touch()
    assert shut(m.c, [u]) == frozenset() and south in reach_of(m.c, [u]).hexes


@pytest.mark.rule("efs2:R272", "efs2:R200", "efs2:11.31")
def test_who_keeps_north_overruns_nobody_in_the_south() -> None:
    m = minsk({"td-5": "C2401", "7pz-rec": "C2402"}, "soviet-motorized")
    tank, h = unit(m, "td-5"), m.c.hex("C2402")
    found = may_overrun(m.c, [tank], h)
    assert found is not None and found.rule == "efs:R200"
    m.c.state.turn = 3
    m.c.touch()
    found = may_overrun(m.c, [tank], h)
    assert found is None or found.rule == "efs:11.36"


@pytest.mark.rule("efs2:R200", "efs2:22.42")
def test_bridges_taken_by_surprise_are_not_blown() -> None:
    m = minsk({}, "soviet-engineering")
    alytus, merkine = (("A2432", "A2531"), ("A2432", "A2532")), (("A2435", "A2534"),)
    pairs = [(m.c.hex(a), m.c.hex(b)) for a, b in (*alytus, *merkine)]
    assert all(printed(m.c, a, b) and kept_whole(m.c, a, b) and kept_whole(m.c, b, a) for a, b in pairs)
    m.c.state.turn = 2
    assert not any(kept_whole(m.c, a, b) for a, b in pairs)


@pytest.mark.rule("efs2:R200", "efs2:14.21")
def test_on_the_first_day_a_fourth_air_unit_may_fly_to_interdict() -> None:
    wing = ("stg77-i", "stg77-ii", "stg77-iii", "jg51-i", "jg51-ii")
    m = position(boxes=dict.fromkeys(wing, "ready"), scenario="minsk-pocket", turn=1)
    h, full = m.c.hex("C3510"), []
    for m.c.state.turn, name in ((1, wing[3]), (1, wing[4]), (2, wing[3])):
        for other in wing:
            m.c.state.sortie[unit(m, other)] = h if wing.index(other) < wing.index(name) else -1
        m.c.touch()
        full.append(why(may_interdict(m.c, unit(m, name), h, "axis")) == "efs:14.21")
    assert full == [False, True, True]


@pytest.mark.rule("efs2:13.42", "efs2:13.46", "efs2:R200")
def test_guns_are_set_up_to_fire_with_the_rounds_of_the_scenario() -> None:
    m = begun("minsk-pocket")
    assert column(m, "mode")[unit(m, "sha833")] == BACK and column(m, "ammo")[unit(m, "sha833")] == 4


DNEPR = ("smolensk-pocket", "thunder-on-the-dnepr")
"""Scenarios that begin on Game Turn 11: the second has all special rules of the first."""


@pytest.mark.parametrize("scenario", DNEPR)
@pytest.mark.rule("efs2:R200", "efs2:11.11")
def test_west_of_smolensk_no_train_runs_on_its_first_day(scenario: str) -> None:
    m = position({"rd-153": "B2131", "rd-19": "B4023"}, scenario=scenario, phase="soviet-movement",
                 side="soviet", turn=11)  # fmt: skip
    assert why(may_ride(m.c, unit(m, "rd-153"))) == "efs:R200" != why(may_ride(m.c, unit(m, "rd-19")))
    m.c.state.turn = 12
    m.c.touch()
    assert why(may_ride(m.c, unit(m, "rd-153"))) != "efs2:R200"


@pytest.mark.parametrize("scenario", DNEPR)
@pytest.mark.rule("efs2:R200", "efs2:22.21")
def test_bridge_markers_lie_where_the_scenario_has_them(scenario: str) -> None:
    m = begun(scenario)
    found = {(m.c.label(a), m.c.label(b)) for _, a, b, ready in laid(m.c, "axis") if ready}
    assert found == {("B1933", "B2033"), ("B1935", "B2036"), ("D1805", "D1904")}
    assert at(m, "abridge-1") == "[laid]" and at(m, "abridge-4") == "[bridge pool]"


@pytest.mark.parametrize("scenario", DNEPR)
@pytest.mark.rule("efs2:8.12", "efs2:10.44")
def test_corps_come_in_by_the_road_of_their_list(scenario: str) -> None:
    entry = {name: row.get("entry") for row in begun(scenario).c.scenario["arrival"] for name in row["units"]}
    for name in ("7inf", "23inf", "art-viia", "258inf", "268inf", "15inf", "17inf"):
        assert entry[name] == ["A6339"], name
    assert entry["137inf"] == entry["78inf"] == ["A6337"]
    assert all(entry[name] == ["C6315"] for name in ("131inf", "252inf", "sscav") if name in entry), "the Glusk road"


@pytest.mark.parametrize("scenario", ["campaign", "thunder-on-the-dnepr"])
@pytest.mark.rule("efs2:R267", "efs2:8.51")
def test_the_viii_fliegerkorps_is_picked_up_before_anybody_flies_on_turn_22(scenario: str) -> None:
    m = position(boxes={"stg2-i": "ready"}, scenario=scenario, turn=22, phase="reinforcements")
    assert [w.unit for w in due(m.c, "axis")] == [unit(m, "stg2-i")]


@pytest.mark.rule("efs2:R268", "efs2:8.23")
def test_each_of_the_two_panzer_divisions_is_a_group_with_a_price() -> None:
    rows = {row["id"]: row for row in begun("campaign").c.scenario["group"] if row.get("side") == "axis"}
    assert {row["vp"] for row in rows.values()} == {-4}
    assert [{name.partition("-")[0] for name in row["units"]} for row in rows.values()] == [{"2pz"}, {"5pz"}]


@pytest.mark.parametrize("scenario", ["campaign", "thunder-on-the-dnepr"])
@pytest.mark.rule("efs2:R270", "efs2:8.12")
def test_who_is_bound_for_rzhev_comes_in_by_its_railroad(scenario: str) -> None:
    entry = {name: row.get("entry") for row in begun(scenario).c.scenario["arrival"] for name in row["units"]}
    for name in ("hq-31a", "rd-249", "art-r43", "at-533-766", "art-31a", "td-110"):
        assert entry[name] == ["B6408"], name
    assert entry["art-r471"] == entry["rkt-bat3"] == ["B6415"], "bound for Yartsevo"


@pytest.mark.parametrize(
    ("scenario", "group", "entry"),
    [("minsk-pocket", "G1", {"A4716"}), ("smolensk-pocket", "G5", {"B5807", "B5817", "B5820"}),
     ("thunder-on-the-dnepr", "G6", {"B3501"}), ("guderian-drives-south", "G8", {"D6408"}),
     ("yelnya-dukhovshchina", "G7", {"B6020"})],
)  # fmt: skip
@pytest.mark.rule("efs2:8.2", "efs2:8.12")
def test_a_group_comes_in_where_its_list_has_it(scenario: str, group: str, entry: set[str]) -> None:
    rows = {row["id"]: set(row["entry"]) for row in begun(scenario).c.scenario["group"] if "entry" in row}
    assert rows[group] == entry


@pytest.mark.rule("efs2:R205", "efs2:11.6")
def test_divisions_that_left_the_map_count_with_two_units() -> None:
    boxes = {"3pz-pzr": "exited", "3pz-sr1": "exited", "4pz-pzr": "exited", "flak101": "exited"}
    m = position(boxes=boxes, scenario="guderian-drives-south", turn=42)
    assert exited(m.c, 2) == [m.c.roster.formation[unit(m, "3pz-pzr")]]
    reckon(m.c)
    assert m.c.state.vp == 2


@pytest.mark.rule("efs2:R200", "efs2:22.42")
def test_a_bridge_that_the_scenario_asks_a_die_for_is_tried_once_a_turn() -> None:
    for die, broken in ((4, False), (5, True)):
        m = position({"rd-143": "D4924", "3pz-pzr": "D4922"}, scenario="guderian-drives-south", turn=33, dice=[die],
                     step="engineering", phase="soviet-engineering", side="soviet", kinds=[Engineering])  # fmt: skip
        play(m, "blow rd-143 D5025")
        assert bool(m.c.state.broken) is broken
        assert refusal(m, "blow rd-143 D5025").rule in ("efs2:R200", "efs2:22.42")


def why(refusal: Refusal | None) -> str:
    """The rule of a refusal; empty for none."""
    return "" if refusal is None else refusal.rule


@pytest.mark.rule("efs2:R201", "efs2:24.31")
def test_cut_off_divisions_count_at_the_end() -> None:
    axis = dict(zip(("6inf", "26inf", "5inf", "35inf", "8inf", "28inf"), around("C1508"), strict=True))
    cut_off = dict.fromkeys(("td-4", "rd-13", "mcr-4", "hq-10a"), "C1508")
    m = minsk({**axis, **cut_off, "rd-100": "A5938"}, "victory", 6)
    west = m.c.scenario["pocket"]["west_of"]
    assert pocketed(m.c, west) == 5, "two divisions of two steps and an army; no regiment, and nobody who is in supply"
    reckon(m.c)
    assert m.c.state.vp == 1 and at(m, "td-4") == "C1508"


def around(label: str) -> list[str]:
    """The six hexes about one."""
    m = begun("minsk-pocket")
    return [m.c.label(h) for h in m.c.grid.adjacent[m.c.hex(label)]]
