"""Section 8: reinforcements, the RVGK, strategic movement, replacements, conversions, withdrawals."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.match import Match
from tests.support.bd_data import roster
from tests.support.bd_position import at, costs, play, position, refusal, unit

CITY = {"1812": "city", "1803": "city"}


def german(**more: Any) -> Match:
    """The German segment with a city in supply."""
    return position(side="axis", phase="reinforcement", ground={}, places=CITY, **more)


def soviet(**more: Any) -> Match:
    """The Soviet segment with a city in supply."""
    return position(side="soviet", phase="reinforcement", ground={}, places=CITY, **more)


# ---------------------------------------------------------------------- entering
@pytest.mark.rule("bd:8.1", "bd:8.13")
def test_reinforcements_enter_by_supplied_cities_and_the_edge() -> None:
    match = german(units={"1inf": "1812", "16ra": "1803"}, boxes={"59inf": "turn 20", "27inf": "turn 21"})
    assert refusal(match, "enter 59inf 1811").rule == "bd:8.1"
    assert refusal(match, "enter 27inf 1812").rule == "bd:8.1"
    assert match.check("enter 59inf 1824") is None
    play(match, "enter 59inf 1812", "end")
    assert at(match, "59inf") == "1812"


@pytest.mark.rule("bd:8.1")
def test_who_enters_over_the_edge_pays_for_the_hex() -> None:
    match = german(units={"1inf": "1812"}, turn=23, boxes={"59inf": "turn 23", "27inf": "turn 23"})
    play(match, "enter 59inf 1824", "enter 27inf 1812", "end")
    while match.c.step.id != "movement" or match.side != "axis":
        play(match, "order move-fight" if match.c.step.id == "phase-order" else "end")
    assert (max(costs(match, "59inf").values()), max(costs(match, "27inf").values())) == (2, 3)


@pytest.mark.rule("bd:8.1")
def test_what_the_german_side_does_not_enter_is_lost_and_the_soviet_side_keeps_it() -> None:
    match = german(units={"1inf": "1812"}, boxes={"59inf": "turn 20"})
    play(match, "end")
    assert at(match, "59inf") == "[removed]"
    match = soviet(units={"16ra": "1803"}, boxes={"3ra": "turn 21"}, turn=21)
    play(match, "end")
    assert at(match, "3ra") == "[rvgk]"


@pytest.mark.rule("bd:8.1", "bd:6.3")
def test_a_hex_takes_one_stack_a_turn() -> None:
    names = ["1inf", "2inf", "10inf", "23inf", "26inf", "28inf"]
    match = german(units={"3pz": "1810"}, boxes=dict.fromkeys(names, "turn 20"), control={"1812": "axis"})
    play(match, *(f"enter {u} 1812" for u in names[:5]))
    assert refusal(match, "enter 28inf 1812").rule in ("bd:8.1", "bd:6.3")


@pytest.mark.rule("bd:8.2")
def test_kg_enter_where_german_units_stand_one_a_hex_in_their_area() -> None:
    match = german(turn=26, units={"1inf": "1812", "2inf": "2412"}, boxes={"hrt": "turn 26", "wdl": "turn 26"})
    assert refusal(match, "enter hrt 2412").rule == "bd:8.1"
    play(match, "enter hrt 1812")
    assert refusal(match, "enter wdl 1812").rule == "bd:8.2"


@pytest.mark.rule("bd:8.4")
def test_emergency_units_enter_in_any_german_city_too() -> None:
    match = german(units={"1inf": "1801", "16ra": "1824"}, boxes={"gm": "turn 20"}, control={"1812": "axis"},
                   zones={"supply_german": []})  # fmt: skip
    assert match.check("enter gm 1812") is None and match.check("enter gm 1801") is None


@pytest.mark.rule("bd:8.4", "bd:8.2", "bd:R97")
def test_a_city_takes_several_emergency_units_and_a_hex_with_units_one() -> None:
    boxes = dict.fromkeys(("gm", "gs", "gu", "jkl"), "turn 20")
    match = german(units={"1inf": "1801", "2inf": "1812", "16ra": "1824"}, boxes=boxes)
    play(match, "enter gm 1812", "enter gs 1812", "enter jkl 1812", "enter gu 1801")
    assert [at(match, name) for name in boxes] == ["1812", "1812", "1801", "1812"]
    again = german(units={"1inf": "1801", "16ra": "1824"}, boxes=boxes)
    play(again, "enter gm 1801")
    assert refusal(again, "enter gs 1801").rule == refusal(again, "enter jkl 1801").rule == "bd:8.2"


@pytest.mark.rule("bd:8.3", "bd:8.2")
def test_some_units_enter_in_one_hex() -> None:
    match = position({"1inf": "1414"}, side="axis", phase="reinforcement", turn=22, boxes={"6ss": "turn 22"})
    assert refusal(match, "enter 6ss 1414").rule == "bd:8.1"
    play(match, "enter 6ss 1415")
    assert at(match, "6ss") == "1415"


@pytest.mark.rule("bd:8.31")
def test_tiger_battalions_are_laid_on_supplied_german_corps_one_a_stack() -> None:
    units = {"3pz": "1812", "505tb": "1812", "1inf": "1811", "4ro": "2412"}
    match = german(units=units, boxes={"506tb": "turn 20"})
    assert refusal(match, "attach 506tb 3pz").rule == "bd:8.31"
    assert refusal(match, "attach 506tb 4ro").rule == "bd:8.31"
    play(match, "attach 506tb 1inf")
    assert at(match, "506tb") == "1811"


# ---------------------------------------------------------------------- replacements
@pytest.mark.rule("bd:8.12", "bd:8.13", "bd:14.5")
def test_steps_of_the_track_bring_units_back() -> None:
    """Turn 20: 1/1 for the German side; a mechanized step is no non-mechanized one."""
    dead = dict.fromkeys(("3pz", "24pz", "2inf", "10inf"), "dead pile")
    match = german(units={"1inf": "1812"}, boxes=dead)
    play(match, "replace 3pz", "replace 2inf")
    assert refusal(match, "replace 24pz").rule == "bd:8.12" and refusal(match, "replace 10inf").rule == "bd:8.12"
    play(match, "enter 3pz 1812", "end")
    assert (at(match, "3pz"), at(match, "2inf")) == ("1812", "[dead pile]")


@pytest.mark.rule("bd:R13", "bd:8.12", "bd:8.8")
def test_a_soviet_mechanized_step_serves_for_a_rifle_army_too() -> None:
    """2/4 on turn 19: six rifle armies, the last two by mechanized steps; a tank army finds no step then."""
    names = ("16ra", "21ra", "24ra", "30ra", "62ra", "64ra")
    match = soviet(turn=19, units={"3ra": "1803"}, boxes=dict.fromkeys((*names, "3t"), "dead pile"))
    play(match, *(f"replace {u}" for u in names))
    assert refusal(match, "replace 3t").rule == "bd:8.12"
    play(match, "end")
    assert {at(match, u) for u in names} == {"[rvgk]"}


@pytest.mark.rule("bd:8.12", "bd:8.15", "bd:8.31", "bd:2.5")
def test_who_is_never_replaced() -> None:
    match = german(units={"1inf": "1812"}, boxes={"4ro": "dead pile", "505tb": "dead pile", "2inf": "dead pile"})
    assert refusal(match, "replace 4ro").rule == "bd:8.15" and refusal(match, "replace 505tb").rule == "bd:8.31"


# ---------------------------------------------------------------------- conversions and withdrawals
@pytest.mark.rule("bd:8.20", "bd:R51")
def test_a_guards_army_takes_the_place_of_a_supplied_rifle_army() -> None:
    match = soviet(turn=21, units={"16ra": "1803", "1t": "1803"}, boxes={"9g": "turn 21"})
    assert match.prompt.text.startswith("1 to convert;")
    assert [(t.subject, t.pressing) for t in match.view().tasks()] == [("9g", True)]
    assert refusal(match, "convert 9g 1t").rule == "bd:8.20" and refusal(match, "enter 9g 1803").rule == "bd:8.20"
    play(match, "convert 9g 16ra")
    assert (at(match, "9g"), at(match, "16ra")) == ("1803", "[dead pile]")
    match = soviet(turn=21, units={"16ra": "1803"}, boxes={"9g": "turn 21"})
    play(match, "end")
    assert at(match, "9g") == "[turn 22]"


@pytest.mark.rule("bd:8.19")
def test_a_guards_tank_army_takes_the_place_of_its_namesake_when_that_is_in_supply() -> None:
    match = soviet(turn=21, units={"3t": "1803", "16ra": "1701"}, boxes={"3gt": "turn 21", "3ra": "dead pile"})
    play(match, "end")
    assert at(match, "3gt") == "1803" and at(match, "3t") == "[converted]"


@pytest.mark.rule("bd:8.29")
def test_late_panzer_corps_take_the_place_of_early_ones_in_supply() -> None:
    units = {"3pz": "1812", "24pz": "1801", "16ra": "1804"}
    match = german(turn=22, units=units, boxes={"3pz-late": "turn 22", "39pz-late": "turn 22", "39pz": "dead pile"})
    while match.c.step.id != "phase-order":
        play(match, "end")
    assert at(match, "3pz-late") == "1812" and at(match, "3pz") == "[converted]"
    assert at(match, "39pz-late") == "[dead pile]"


@pytest.mark.rule("bd:8.21")
def test_a_rifle_army_is_withdrawn_for_good_on_turn_twenty() -> None:
    match = soviet(turn=20, units={"16ra": "1803", "58ra": "1803", "3t": "1803"})
    assert refusal(match, "end").rule == "bd:8.21" and refusal(match, "withdraw 3t").rule == "bd:8.20"
    assert refusal(match, "decline").rule == "bd:8.21"
    play(match, "withdraw 58ra")
    assert at(match, "58ra") == "[removed]" and refusal(match, "withdraw 16ra").rule == "bd:8.21"


@pytest.mark.rule("bd:8.21", "bd:4.9")
def test_early_withdrawals_come_back_on_turn_27_and_cost_a_point_when_declined() -> None:
    match = soviet(turn=6, units={"16ra": "1803", "58ra": "1803"})
    points = match.state.vp  # type: ignore[attr-defined]
    play(match, "withdraw 16ra")
    assert at(match, "16ra") == "[turn 27]"
    match = soviet(turn=6, units={"16ra": "1803", "58ra": "1803"})
    play(match, "decline")
    assert match.state.vp == points + 1  # type: ignore[attr-defined]


@pytest.mark.rule("bd:8.36", "bd:8.38")
def test_support_markers_wait_in_their_boxes() -> None:
    match = soviet(turn=22, units={"16ra": "1803"}, boxes={"3art": "turn 22", "3ra": "dead pile"})
    assert at(match, "3art") == "[artillery corps]"


# ---------------------------------------------------------------------- the RVGK
def rvgk(**more: Any) -> Match:
    return position(side="soviet", phase="rvgk", ground={}, places=CITY, **more)


@pytest.mark.rule("bd:8.8", "bd:8.9", "bd:8.10")
def test_five_units_enter_or_leave_the_rvgk() -> None:
    inside = dict.fromkeys(("16ra", "21ra", "24ra"), "rvgk")
    out = {"3ra": "1803", "4ra": "1804", "13ra": "1805", "1inf": "1812"}
    match = rvgk(units=out, boxes=inside)
    assert refusal(match, "deploy 16ra 2700").rule == "bd:8.10" and refusal(match, "deploy 16ra 1812").rule == "bd:8.10"
    play(match, "deploy 16ra 1803", "deploy 21ra 1700", "store 3ra", "store 4ra")
    assert refusal(match, "deploy 3ra 1803").rule == "bd:8.9" and refusal(match, "store 16ra").rule == "bd:8.9"
    play(match, "store 13ra")
    assert refusal(match, "deploy 24ra 1803").rule == "bd:8.9"


@pytest.mark.rule("bd:8.10")
def test_only_supplied_units_go_into_the_rvgk_and_entering_costs_nothing() -> None:
    match = rvgk(units={"3ra": "1803"}, boxes={"16ra": "rvgk"}, zones={"supply_soviet": []})
    assert refusal(match, "store 3ra").rule == "bd:8.10"
    match = rvgk(units={"3ra": "1803"}, boxes={"16ra": "rvgk"}, order="move-fight")
    play(match, "deploy 16ra 1700", "end")
    assert max(costs(match, "16ra").values()) == 4


@pytest.mark.rule("bd:8.11", "bd:R53")
def test_a_unit_of_the_rvgk_halts_a_move_into_a_city() -> None:
    match = position({"3pz": "1804", "16ra": "1500"}, ground={}, places=CITY, boxes={"21ra": "rvgk", "24ra": "rvgk"},
                     control={"1803": "soviet"})  # fmt: skip
    play(match, "move 3pz 1803")
    assert match.c.step.id == "emergency" and match.side == "soviet"
    play(match, "deploy 21ra 1803")
    assert match.side == "axis" and at(match, "3pz") == "1804" and at(match, "21ra") == "1803"
    # Once in a phase.
    play(match, "move 3pz 1702", "end")
    assert match.c.step.id != "emergency"


@pytest.mark.rule("bd:8.11", "bd:R53")
def test_a_passed_halt_lets_the_move_go_on_and_the_end_of_the_phase_asks_again() -> None:
    match = position({"3pz": "1804", "16ra": "1500"}, ground={}, places={**CITY, "1505": "city"},
                     boxes={"21ra": "rvgk"}, control={"1803": "soviet", "1505": "soviet"})  # fmt: skip
    play(match, "move 3pz 1803", "pass")
    assert at(match, "3pz") == "1803"
    play(match, "end")
    assert match.c.step.id == "emergency"
    play(match, "pass")
    assert match.c.step.id != "emergency" and match.side == "soviet", "nobody is left to attack"


# ---------------------------------------------------------------------- strategic movement
def trains(**more: Any) -> Match:
    return position(side="axis", phase="strategic-movement", ground={}, places=CITY, **more)


@pytest.mark.rule("bd:8.6", "bd:8.7")
def test_eight_units_a_turn_go_from_supplied_cities() -> None:
    units = {
        "3pz": "1812",
        "4ro": "2412",
        "1inf": "1812",
        "2inf": "1811",
        "24pz": "1812",
        "39pz": "1812",
        "40pz": "1812",
    }
    match = trains(units=units)
    assert refusal(match, "rail 2inf 1820").rule == "bd:8.7"
    play(match, "rail 3pz 1820", "rail 24pz 1820", "rail 39pz 1820")
    assert refusal(match, "rail 3pz 1822").rule == "bd:8.7"
    play(match, "rail 1inf 1820")
    # Six and one are spent: a mechanized unit counts two.
    assert refusal(match, "rail 40pz 1820").rule == "bd:8.7"


@pytest.mark.rule("bd:8.7")
def test_strategic_movement_keeps_away_from_the_enemy_but_for_its_ends() -> None:
    armies = [name for name in roster().ids if name[:-2].isdecimal() and name.endswith("ra")]
    wall = {armies[row]: f"{row}09" for row in range(10, 33)}
    match = trains(units={"3pz": "1812", **wall})
    assert match.check("rail 3pz 1810") is None and refusal(match, "rail 3pz 1808").rule == "bd:8.7"


@pytest.mark.rule("bd:R16", "bd:8.31")
def test_a_tiger_battalion_changes_its_corps_by_rail() -> None:
    match = trains(units={"3pz": "1812", "505tb": "1812", "24pz": "1820"})
    play(match, "transfer 505tb 24pz")
    assert at(match, "505tb") == "1820" and match.state.trains == 2  # type: ignore[attr-defined]
    assert at(match, "3pz") == "1812" and unit(match, "505tb") >= 0
