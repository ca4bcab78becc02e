"""Questions about attacks: the calculation with its modifiers, why an attack is not allowed, what could be attacked."""

from __future__ import annotations

from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games.efs.phases.declaration import Declaration
from engine.games.efs.queries.combat import attackers, declared, tally_query, vacated
from engine.games.efs.queries.prospects import prospects
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.action import Impossible
from engine.play.engagement import Engagement
from engine.play.match import Match
from tests.support.efs import column, hexes, play, position, unit
from tests.support.efs_battles import NORTH, NORTH_EAST, SOUTH, TARGET, facing
from tests.support.efs_battles import declared as declare


def asked(m: Match, *units: str, guns: tuple[str, ...] = (), shield: tuple[str, ...] = (), **modifiers: str) -> Any:
    """The answer about an attack of some units on the target."""
    numbers = [tuple(unit(m, name) for name in names) for names in (units, guns, shield)]
    fight = Engagement(hexes(m, TARGET), numbers[0], (), numbers[1], numbers[2])
    return tally_query(m.c, "attack", fight, modifiers)


@pytest.mark.rule("efs2:12.22", "efs2:15.47", "efs2:12.16")
def test_a_calculation_tells_both_odds_the_modifier_and_the_duties() -> None:
    m = facing({"6inf": NORTH, "art-xiia": "B0828", "rd-5": NORTH_EAST}, ["rd-33"])
    t = asked(m, "6inf", guns=("art-xiia",), attack_supply="1")
    assert (t.attack, t.defense, t.odds, t.column) == (11, 4, "2-1", "2-1")
    assert t.further == {"initial_odds": "2-1", "drm": 0, "required": [NORTH_EAST]} and t.barred is None
    t = asked(m, "6inf")
    assert t.further["drm"] == 2 and dict((x.text, x.value) for x in t.lines)["no Attack Supply"] == "+2"


@pytest.mark.rule("efs2:15.52", "efs2:15.53", "efs2:15.55", "efs2:12.33")
def test_every_modifier_of_the_question_counts() -> None:
    m = facing({"6inf": NORTH, "pi-xii": NORTH, "stg184": NORTH}, ["rd-5"], places={TARGET: "city"})
    t = asked(m, "6inf", "pi-xii", "stg184", attack_supply="1", no_retreat="1", engineer_effects="1",
              bunker_buster="stg184", close_air_support="2", defender_close_air_support="1")  # fmt: skip
    assert t.attack == 8 + 2 + 2 and t.further["drm"] == 1 + 1 - 1 - 2 + 1 and t.barred is None
    assert asked(m, "6inf", mandated="1").barred[0] == "efs:12.33"
    with pytest.raises(BadInput):
        asked(m, "6inf", close_air_support="many")
    with pytest.raises(BadInput):
        asked(m, "6inf", artillery="1")


@pytest.mark.rule("efs2:12.54", "efs2:21.51", "efs2:15.52", "efs1:14.3.5", "efs1:22.8.2")
def test_the_no_retreat_of_the_nkvd_counts_unasked_where_it_holds() -> None:
    for terms, held in ((FIRST, {"town": 1, "city": 2}), (SECOND, {"town": 0, "city": 2})):
        for size, drm in held.items():
            m = facing({"6inf": NORTH}, ["nk-omsdon"], places={TARGET: size}, terms=terms)
            t = asked(m, "6inf", attack_supply="1", result="-/R")
            assert t.further["drm"] == drm, (size, t.lines)
            assert t.further["outcome"]["defender"]["retreat"] == (0 if drm > (size == "city") else 2)
        plain = asked(
            facing({"6inf": NORTH}, ["rd-5"], places={TARGET: "city"}, terms=terms), "6inf", attack_supply="1"
        )
        assert plain.further["drm"] == 1


@pytest.mark.rule("efs1:15.5.7", "efs1:12.3.2")
def test_an_attack_that_is_lost_without_a_die_tells_its_initial_odds() -> None:
    m = facing({"pi-xii": NORTH}, ["rd-5", "rd-33", "rd-100"], terms=FIRST)
    t = asked(m, "pi-xii")
    assert (t.automatic, t.column, t.further["initial_odds"]) == ("e/-", None, "below 1-4")


@pytest.mark.rule("efs2:16.32", "efs2:16.33", "efs2:16.15")
def test_a_result_is_told_as_what_it_would_ask_of_both_sides() -> None:
    m = facing({"18pz-pzr": NORTH, "6inf": NORTH}, ["rd-5", "at-509-758"])
    found = asked(m, "18pz-pzr", "6inf", result="1*/1").further["outcome"]
    assert found == {
        "attacker": {"steps": 2, "retreat": 0, "first": ["18pz-pzr"]},
        "defender": {"steps": 1, "retreat": 0, "first": ["at-509-758"]},
    }
    found = asked(m, "6inf", attack_supply="1", no_retreat="1", result="-/3R").further["outcome"]
    assert found["defender"] == {"steps": 3, "retreat": 0, "first": []}
    assert asked(m, "6inf", result="-/e").further["outcome"]["defender"]["steps"] == 3
    for wrong in ("9/9", "1", "1/1/1"):
        with pytest.raises(BadInput):
            asked(m, "6inf", result=wrong)


@pytest.mark.rule("efs2:24.41", "efs2:24.42")
def test_an_outcome_tells_victory_points_that_no_choice_decides() -> None:
    m = facing({"6inf": NORTH}, ["td-5"])
    m.c.state.losses["soviet"] = 5
    m.c.touch()
    for result, points in (("-/e", 1), ("1/1", 1), ("1*/-", 0)):
        assert asked(m, "6inf", attack_supply="1", result=result).further["outcome"]["victory_points"] == points


@pytest.mark.rule("efs2:12.21", "efs2:13.11", "efs2:15.44", "efs2:15.53", "efs2:13.14")
def test_what_is_not_allowed_is_reckoned_and_refused() -> None:
    m = facing({"6inf": NORTH, "art-xiia": "B0826", "bg-17": SOUTH, "rsc-r01": NORTH_EAST}, ["rd-100"])
    assert asked(m, "6inf", guns=("art-xiia",), attack_supply="1").barred[0] == "efs:13.11"
    assert asked(m, "6inf", engineer_effects="1").barred[0] == "efs:15.53"
    assert asked(m, "6inf", bunker_buster="6inf").barred[0] == "efs:15.44"
    assert asked(m, "rsc-r01").barred[0] == "efs:12.21"


@pytest.mark.rule("efs2:12.12", "efs2:12.17", "efs2:11.37", "efs1:12.1.1")
def test_units_that_are_not_beside_the_hex_add_nothing() -> None:
    m = facing({"6inf": NORTH, "26inf": "B0827", "18pz-pzr": "B0827"})
    t = asked(m, "6inf", "26inf")
    assert (t.attack, t.barred[0]) == (asked(m, "6inf").attack, "efs:12.12") and t.results
    assert asked(m, "26inf").automatic and asked(m, "26inf").barred[0] == "efs:12.12"
    with pytest.raises(Impossible):
        tally_query(m.c, "overrun", Engagement(hexes(m, TARGET), (unit(m, "18pz-pzr"),)), {})


@pytest.mark.rule("efs2:12.15", "efs2:12.12")
def test_questions_without_sense_are_refused() -> None:
    m = facing({"6inf": NORTH, "rd-5": SOUTH})
    fight = Engagement(hexes(m, NORTH), (unit(m, "6inf"),))
    for wrong in (fight, Engagement(hexes(m, TARGET), (unit(m, "6inf"), unit(m, "rd-5")))):
        with pytest.raises(Impossible):
            tally_query(m.c, "attack", wrong, {})


@pytest.mark.rule("efs2:15.21")
def test_points_at_hand_are_told_and_not_counted() -> None:
    m = facing({"6inf": NORTH, "asup-01": "B0827"})
    column(m, "asp")[unit(m, "asup-01")] = 1
    m.c.touch()
    t = asked(m, "6inf")
    assert t.drm == 2 and t.lines[-2].text == "1Su is at hand for Attack Supply"
    assert t.lines[-1].text == "with all that, +0 on the die", "that the two points of the die go is told too"
    assert "at hand" not in asked(m, "6inf", attack_supply="1").lines[-1].text


@pytest.mark.rule("efs2:16.32", "efs1:16.5.1")
def test_a_calculation_tells_what_an_asterisk_costs_and_why() -> None:
    m = facing({"rd-5": NORTH, "rd-33": NORTH, "rd-188": NORTH_EAST}, ["18pz-pzr"])
    cost = {"costs 1 step more: Mandated Attack", "costs 2 steps more: no Attack Supply, Mandated Attack"}

    def stars(**modifiers: Any) -> set[str]:
        lines = asked(m, "rd-5", "rd-33", "rd-188", **modifiers).lines
        return {line.text for line in lines if line.value == "*" and line.rule == "efs:16.32"}

    assert stars(attack_supply="1") == {"costs no further step"}
    assert stars(attack_supply="1", mandated="1") | stars(mandated="1") == cost
    column(m, "fuel")[unit(m, "18pz-pzr")] = 1
    m.c.touch()
    assert stars(attack_supply="1") == {"costs no further step", "costs the defender a step: armor without fuel"}


def test_attackers_may_be_asked_about_where_they_do_not_stand() -> None:
    m = facing({"6inf": "B0826"})
    t = asked(m, "6inf", attack_supply="1", stands=f"6inf@{NORTH}")
    assert t.attack == 8 and t.barred is None and m.state.hex_of[unit(m, "6inf")] == m.c.hex("B0826")


@pytest.mark.rule("efs2:12.11")
def test_a_declared_attack_is_told_as_it_was_declared() -> None:
    m = facing({"6inf": NORTH, "pi-xii": NORTH}, places={TARGET: "city"})
    b = declare(m, "6inf", "pi-xii", flags=["engineer"])
    assert asked(m, "6inf", "pi-xii").further["drm"] == 0 + 2
    (fight,) = declared(m.c)
    assert (fight.targets, fight.attackers) == (b.targets, b.attackers)


@pytest.mark.rule("efs2:12.13")
def test_attacks_that_could_be_declared_stand_in_a_list_with_supply_at_hand() -> None:
    units = {"6inf": NORTH, "rsc-r01": SOUTH, "rd-5": TARGET, "asup-01": "B0827"}
    m = position(units, ground={}, kinds=(Declaration,), step="declaration", phase="axis-declaration",
                 lines={"major river": [f"{SOUTH}-{TARGET}"]})  # fmt: skip
    column(m, "asp")[unit(m, "asup-01")] = 1
    m.c.touch()
    (best,) = prospects(m.c)
    assert best.target == m.c.hex(TARGET) and best.stands == ((unit(m, "6inf"), m.c.hex(NORTH)),)
    assert best.tally.drm == 0 and best.enemy_loss > best.own_loss
    assert attackers(m.c, m.c.hex(TARGET)) == tuple(sorted((unit(m, "6inf"), unit(m, "rsc-r01"))))
    assert vacated(m.c) == -1
    play(m, f"attack 6inf {TARGET}")
    assert prospects(m.c) == []
