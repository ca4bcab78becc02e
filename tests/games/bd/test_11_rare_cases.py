"""What comes together rarely in battles: stacks that cannot retreat as one, supply that an assault itself cuts."""

from __future__ import annotations

import pytest

from engine.games.bd.combat.losses import proposed
from engine.games.bd.combat.strengths import out_in_battle
from engine.games.bd.elimination import eliminate
from engine.games.bd.state import OUT, OVERLAND
from engine.games.bd.supply import defense_halved, state_of
from engine.play.match import Match
from tests.games.bd.test_11_assault import MID, NE, NW, SE, SW, E, W, front, odds, result, shifts, values
from tests.support.bd_position import at, left, play, position, refusal, unit


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
    assert (at(match, "1inf"), at(match, "3ro")) == ("2111", "[removed]")  # out of supply: for good (8.15)


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


@pytest.mark.rule("bd:11.26")
def test_three_corps_of_infantry_are_proposed_before_a_panzer_corps_that_is_worth_as_much() -> None:
    match = front({"1inf": W, "2inf": W, "8inf": NE, "3pz": SW}, ["16ra"], side="axis")
    values(match, _1inf=(2, 2), _2inf=(2, 2), _8inf=(2, 2), _3pz=(5, 5), _16ra=(1, 5))
    result(match, "BB", "1inf", "2inf", "8inf", "3pz")
    assert match.c.step.id == "losses" and {match.c.roster.ids[u] for u in proposed(match.c)} == {
        "1inf",
        "2inf",
        "8inf",
    }
    assert "5 more factors must go" in match.prompt.text and "Who?" in match.prompt.text
    play(match, "all")
    assert at(match, "3pz") == SW and at(match, "1inf") == at(match, "8inf") == "[dead pile]"


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


# ---------------------------------------------------------------------- readings of unclear text
@pytest.mark.rule("bd:11.32", "bd:R91")
def test_a_second_advance_goes_on_ahead_and_not_along_the_old_front() -> None:
    match = values(front({"3pz": W, "24pz": NE}, ["16ra"], side="axis"), _3pz=(40, 3))
    play(match, f"target {MID}", "add 3pz", "add 24pz", "roll")
    play(match, "advance 3pz", "advance 24pz")
    ahead = {name: {str(a).split()[2] for a in match.legal.of(name) if a.verb == "onward"} for name in ("3pz", "24pz")}
    assert ahead == {"3pz": {NE, E, SE}, "24pz": {SE, SW, W}}
    assert refusal(match, f"onward 3pz {NW}").rule == "bd:11.32"  # beside the hex that it came from


FULL = dict.fromkeys(("3ra", "4ra", "13ra", "18ra"), E)
RING = {"3pz": W, "24pz": W, "1inf": NE, "10inf": SE, "2inf": NW, "23inf": SW}


@pytest.mark.rule("bd:11.28", "bd:R92")
@pytest.mark.parametrize("stays", ["16ra", "1g"])
def test_the_owner_says_who_finds_room_where_a_stack_is_too_large(stays: str) -> None:
    match = front({**RING, **FULL}, ["16ra", "1g"], side="axis")
    result(match, "DR", "3pz", "24pz")
    assert (match.c.frame.step, match.side) == ("retreat", "soviet")
    assert {str(a) for a in match.legal} == {"stop 16ra", "stop 1g"} and str(match.prompt.default) == "stop 1g"
    assert refusal(match, f"to {E}").rule == "bd:11.28" and refusal(match, "stop 3ra").rule == "bd:11.28"
    play(match, f"stop {stays}")
    if match.c.frame.step == "retreat":
        play(match, str(next(iter(match.legal))))
    other = {"16ra": "1g", "1g": "16ra"}[stays]
    assert at(match, stays) == E
    assert match.c.grid.distance(match.c.board.find(at(match, other)), match.c.board.find(MID)) == 2


@pytest.mark.rule("bd:10.26", "bd:14.10", "bd:R93")
def test_whom_the_assault_alone_cuts_off_is_not_eliminated_out_of_supply() -> None:
    sources = {"supply_soviet": ["1808"]}
    units, around = {"3pz": E, "16ra": MID}, {"1inf": NE, "2inf": SE, "10inf": SW, "23inf": W, "26inf": NW}
    match = position({**units, **around}, ground={}, zones=sources, order="move-fight")
    u = unit(match, "16ra")
    assert defense_halved(match.c, u) and not out_in_battle(match.c, u, "mobile", [unit(match, "3pz")])
    assert out_in_battle(match.c, u, "prepared", [unit(match, "3pz")])


@pytest.mark.rule("bd:8.14", "bd:8.15", "bd:10.26", "bd:R93")
@pytest.mark.parametrize("lost", ["1inf", "3ro"])
def test_whom_the_assault_alone_cuts_off_is_lost_in_overland_supply(lost: str) -> None:
    """So the corps can be replaced, and the Romanian army comes back by its die."""
    target, west = "2413", "2414"
    ring = {"20ra": "2312", "21ra": "2512", "22ra": "2513", "23ra": "2412", "24ra": "2313"}
    units = {"3gt": west, lost: target, **ring}
    late = {"side": "soviet", "turn": 28, "ground": {}, "scenario": "road-back"}
    match = values(position(units, order="move-fight", dice=[1], **late), _3gt=(60, 6))  # type: ignore[arg-type]
    assert state_of(match.c, unit(match, lost)) == OUT
    play(match, f"assault 3gt {target}")
    assert at(match, lost) == ("[dead pile]" if lost == "1inf" else "[turn 29]")
    again = position(units, phase="combat", order="fight-move", **late)  # type: ignore[arg-type]
    play(values(again, _3gt=(60, 6)), f"target {target}", "add 3gt", "roll")
    assert at(again, lost) == "[removed]", "a prepared assault is made by units that are there"


@pytest.mark.rule("bd:14.10")
def test_however_units_out_of_supply_are_lost_they_count_for_the_gambit() -> None:
    match = position(dict.fromkeys(("16ra", "20ra", "21ra"), MID), scenario="manstein", turn=18, ground={},
                     zones={"supply_soviet": []})  # fmt: skip
    for name in ("16ra", "20ra"):
        eliminate(match.c, unit(match, name), "bd:6.2")
    eliminate(match.c, unit(match, "21ra"), "bd:11.26", state=OVERLAND)
    assert match.c.state.losses_out == 2


@pytest.mark.rule("bd:7.7", "bd:1.3", "bd:R94")
def test_aerial_supply_is_not_asked_for_where_it_adds_nothing() -> None:
    """A unit with a defense of one is never reduced (1.3)."""
    weak = values(front({"16ra": W}, zones={"supply_german": []}, aerial_ready=13, turn=30), _3pz=(1, 1))
    weak.c.options = {**weak.c.options, "pause_luftwaffe": "off"}
    play(weak, f"target {MID}", "add 16ra", "roll")
    assert weak.c.frame.step != "german-answer"


@pytest.mark.rule("bd:8.41", "bd:R90")
def test_the_question_before_the_die_tells_the_odds_and_what_is_left() -> None:
    match = front({"16ra": W, "3t": W}, boxes={"1air": "air armies", "2air": "air armies"})
    match.c.options = {**match.c.options, "pause_air": "on"}
    play(match, f"target {MID}", "add 16ra", "add 3t", "roll")
    assert "at 2:1: 2 air armies ready" in match.prompt.text
    play(match, "commit air")
    assert "1 air army ready" in match.prompt.text
    assert [n.note for n in match.view("soviet").named() if n.id == "air"] == ["1 of 2 in use"]
    assert match.view("axis").named() == [] and match.view("axis").prompt.text == "Support before the die."


# ---------------------------------------------------------------------- the list of attacks
@pytest.mark.rule("bd:8.41", "bd:11.23")
def test_the_list_of_attacks_knows_what_support_at_hand_would_make_of_them() -> None:
    match = front({"16ra": W, "3t": W}, boxes={"1air": "air armies", "2art": "artillery corps"})
    view = match.view("soviet")
    (found,) = view.prospects()
    aided = view.aided(found)
    assert aided is not None and aided.attack > found.tally.attack
    match = front({"16ra": W, "3t": W})
    view = match.view("soviet")
    assert [view.aided(p) for p in view.prospects()] == [None], "there is none at hand"
    match = front({"3pz": W, "24pz": NE}, ["16ra"], side="axis")
    view = match.view("axis")
    (found,) = view.prospects()
    aided = view.aided(found)
    assert aided is not None and any(line.rule == "bd:11.23" for line in aided.lines)
