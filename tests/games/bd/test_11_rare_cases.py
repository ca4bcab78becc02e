"""What comes together rarely in battles: stacks that cannot retreat as one, supply that an assault itself cuts."""

from __future__ import annotations

import pytest

from engine.play.match import Match
from tests.games.bd.test_11_assault import MID, NE, NW, SE, SW, E, W, front, odds, result, shifts
from tests.support.bd_position import at, left, play, position, refusal


def retreat_all(match: Match) -> None:
    """Retreats of the defenders, each to the first hex that is offered."""
    while not match.over and match.c.frame.step == "retreat":
        play(match, min(str(action) for action in match.legal))


# ---------------------------------------------------------------------- who retreats with whom
@pytest.mark.rule("bd:11.27", "bd:10.34")
def test_the_coastal_army_goes_by_itself_and_the_others_by_land() -> None:
    panzers = ("3pz", "24pz", "39pz", "40pz")
    units = dict.fromkeys(panzers, "3107") | {"ica": "3108", "16ra": "3108"}
    match = position(units, phase="combat", turn=2, order="fight-move", control={"2911": "soviet"})
    match.dice.queue([odds(match, panzers, "3108").results.index("DR") + 1])
    play(match, "target 3108", *(f"add {u}" for u in panzers), "roll")
    retreat_all(match)
    assert at(match, "ica") == "2911"
    assert at(match, "16ra") not in ("2911", "3108", "3107")


@pytest.mark.rule("bd:11.27", "bd:11.28", "bd:8.30")
def test_a_cavalry_group_passes_through_a_city_and_an_army_stops_in_it() -> None:
    ring = {"3pz": W, "24pz": W, "1inf": NE, "2inf": SE, "10inf": NW, "23inf": SW}
    match = front(ring, ["16ra", "bcg"], side="axis", turn=3, places={E: "city"})
    result(match, "DR", "3pz", "24pz")
    retreat_all(match)
    beyond = match.c.board.find(at(match, "bcg"))
    assert (at(match, "16ra"), match.c.grid.distance(match.c.board.find(MID), beyond)) == (E, 2)


@pytest.mark.rule("bd:11.28", "bd:10.22", "bd:R56")
def test_who_may_not_go_where_the_others_go_is_eliminated_alone() -> None:
    """The one free hex, 2111, lies north of the boundary of the logistical areas: no satellite army enters it."""
    ring = {"1g": "2110", "2g": "2210", "3g": "2310", "4g": "2311", "5g": "2212"}
    match = front(ring, ["3ro", "1inf"], at_="2211", memory={"planes": 9})
    result(match, "DR", "1g", "2g", at_="2211")
    assert (at(match, "1inf"), at(match, "3ro")) == ("2111", "[dead pile]")


# ---------------------------------------------------------------------- supply
@pytest.mark.rule("bd:10.26")
def test_a_mobile_assault_does_not_cut_the_supply_of_its_own_defenders() -> None:
    """Infantry is all around but where the panzer corps stands: it closes the ring for a prepared assault alone."""
    ring = {"3pz": W, "1inf": NE, "2inf": SE, "10inf": NW, "23inf": SW, "26inf": E}
    match = front(ring, ["16ra"], side="axis")
    assert odds(match, ["3pz"]).defense == 1
    assert odds(match, ["3pz"], kind="mobile").defense == 3
    match = front({**ring, "28inf": W}, ["16ra"], side="axis")
    assert odds(match, ["3pz"], kind="mobile").defense == 1


@pytest.mark.rule("bd:8.35")
def test_the_counter_fire_corps_needs_no_supply() -> None:
    cut_off = {"supply_soviet": list[str]()}
    match = front({"3pz": W}, ["lcfc"], side="axis", zones=cut_off)
    assert odds(match, ["3pz"]).defense == 3.5
    match = front({"lcfc": W, "16ra": W, "20ra": W}, ["1inf"], zones=cut_off, offensive={})
    assert odds(match, ["lcfc", "16ra", "20ra"]).attack == 4.5  # six quartered, and the die


@pytest.mark.rule("bd:11.26", "bd:11.12", "bd:7.16")
def test_a_bloodbath_costs_what_the_defense_was_after_its_common_reduction() -> None:
    """Two corps of one factor without supply defend with one together."""
    match = front({"3lw": W, "1inf": W}, ["31rc", "36rc"], side="axis", zones={"supply_soviet": list[str]()})
    assert odds(match, ["3lw", "1inf"]).defense == 1
    result(match, "BB", "3lw", "1inf")
    play(match, "lose 3lw")
    assert at(match, "1inf") == W and match.c.frame.step == "advance"


# ---------------------------------------------------------------------- the first turn
@pytest.mark.rule("bd:5.14", "bd:5.16")
@pytest.mark.parametrize(("turn", "choice"), [(1, True), (2, False)])
def test_bloodbaths_in_cities_may_be_retreats_on_turn_one_alone(turn: int, choice: bool) -> None:
    match = front({"3pz": W, "24pz": W, "39pz": W}, ["16ra"], side="axis", turn=turn, places={MID: "city"})
    result(match, "BB", "3pz", "24pz", "39pz")
    assert (match.c.frame.step == "convert") == choice
    if choice:
        play(match, "retreat")
        retreat_all(match)
        assert at(match, "16ra") in (NE, E, SE)


@pytest.mark.rule("bd:5.13", "bd:11.15", "bd:R55")
def test_the_marsh_of_turn_one_is_clear_for_mechanized_attackers() -> None:
    """It helps them neither: only with infantry, for which it is marsh, the attack gains the column."""
    match = front({"3pz": "2014", "1inf": "2014"}, ["16ra"], side="axis", at_="2013", turn=1, ground={"2013": "marsh"})
    alone, together = odds(match, ["3pz"], "2013"), odds(match, ["3pz", "1inf"], "2013")
    assert (alone.attack, "bd:11.15" in shifts(alone)) == (4, False)
    assert (together.attack, shifts(together)["bd:11.15"]) == (6, "1R")


# ---------------------------------------------------------------------- mobile assaults
@pytest.mark.rule("bd:10.23", "bd:8.4")
def test_an_emergency_panzer_unit_makes_mobile_assaults_with_its_die() -> None:
    match = position({"ge": W, "16ra": MID}, ground={})
    assert match.check(f"assault ge {MID}") is None
    assert odds(match, ["ge"], kind="mobile").attack == 3.5


@pytest.mark.rule("bd:8.11", "bd:R53", "bd:R57")
def test_a_mobile_assault_into_a_city_may_be_halted_and_is_then_declared_anew() -> None:
    units, city = {"3pz": W, "16ra": MID}, {MID: "city"}
    match = position(units, boxes={"20ra": "rvgk"}, ground={}, places=city, order="move-fight")
    whole = left(match, "3pz")
    play(match, f"assault 3pz {MID}")
    assert (match.c.frame.step, match.side) == ("emergency", "soviet")
    play(match, f"deploy 20ra {MID}")
    assert (match.c.frame.step, at(match, "3pz"), left(match, "3pz")) == ("movement", W, whole)
    assert match.check(f"assault 3pz {MID}") is None


# ---------------------------------------------------------------------- decisions in the enemy's turn
@pytest.mark.rule("bd:11.23", "bd:8.11")
def test_options_leave_questions_in_the_enemys_turn_out() -> None:
    match = front({"1g": W, "2g": W}, ["1inf"])
    match.c.options = {**match.c.options, "pause_luftwaffe": "off"}
    play(match, f"target {MID}", "add 1g", "add 2g", "roll")
    assert match.c.frame.step != "german-answer"
    units, city = {"3pz": W, "16ra": MID}, {MID: "city"}
    match = position(units, boxes={"20ra": "rvgk"}, ground={}, places=city, order="move-fight")
    match.c.options = {**match.c.options, "pause_reserve": "off"}
    play(match, f"assault 3pz {MID}")
    assert match.c.frame.step != "emergency"


# ---------------------------------------------------------------------- decisions before the die of one's own attack
@pytest.mark.rule("bd:11.23", "bd:8.41")
def test_each_side_supports_its_attacks_with_counters_of_its_own() -> None:
    match = front({"16ra": W, "3t": W}, boxes={"1air": "air armies"})
    play(match, f"target {MID}", "add 16ra", "add 3t")
    assert refusal(match, "support luftwaffe").rule == "bd:8.41"
    assert [str(a) for a in match.legal.plain() if a.verb == "support"] == ["support air"]
    match = front({"3pz": W}, ["16ra"], side="axis")
    play(match, f"target {MID}", "add 3pz")
    assert [str(a) for a in match.legal.plain() if a.verb == "support"] == ["support luftwaffe"]


@pytest.mark.rule("bd:8.36", "bd:8.38", "bd:R90")
def test_artillery_and_air_armies_are_asked_for_before_the_die_where_the_game_pauses_for_them() -> None:
    def rolled(**options: str) -> Match:
        match = front(
            {"16ra": W, "3t": W}, boxes={"1air": "air armies", "2air": "air armies", "2art": "artillery corps"}
        )
        match.c.options = {**match.c.options, "pause_luftwaffe": "off", **options}
        play(match, f"target {MID}", "add 16ra", "add 3t", "roll")
        return match

    assert rolled().c.frame.step not in ("commitment", "battle")
    match = rolled(pause_artillery="on")
    assert (match.c.frame.step, match.side) == ("commitment", "soviet")
    assert refusal(match, "commit luftwaffe").rule == "bd:8.41"
    told = [e.text for e in play(match, "commit artillery")]
    assert any("doubled by artillery" in text for text in told), told  # none is left to ask for
    match = rolled(pause_air="on")
    told = [e.text for e in play(match, "commit air", "commit air")]
    assert any("from an air army" in text for text in told), told
    match = rolled(pause_air="on")
    assert not any("from an air army" in e.text for e in play(match, "go"))


@pytest.mark.rule("bd:11.23", "bd:11.7", "bd:R90")
def test_a_german_attack_asks_for_aircraft_without_a_look_under_the_top_unit() -> None:
    match = front({"3pz": W}, ["16ra"], side="axis")
    match.c.options = {**match.c.options, "pause_air": "on"}
    play(match, f"target {MID}", "add 3pz", "roll")
    assert (match.c.frame.step, match.side) == ("commitment", "axis")
    assert any("Luftwaffe" in e.text for e in play(match, "commit luftwaffe"))
