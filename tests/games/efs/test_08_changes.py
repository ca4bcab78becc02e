"""8.2, 8.4, 8.5 and 8.6: Groups, units placed on the map, withdrawals and conversions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs import exchanges, groups, pause, withdrawals
from engine.games.efs.arrivals import due_points, edge_hexes, waiting
from engine.games.efs.phases.reinforcements import Reinforcements
from engine.games.efs.queries.tasks import tasks
from engine.games.efs.state import BACK, OUT
from engine.games.efs.tables import tables
from engine.play.action import Action
from engine.play.match import Match
from engine.play.step import outlook
from tests.support.efs import EITHER, at, begun, column, play, position, refusal, unit


def phase(m: Match, turn: int, **events: int) -> Match:
    """The Reinforcements Phase of a turn, with results of the Soviet Replacements Table."""
    c = m.c
    c.state.turn = turn
    c.steps["reinforcements"] = Reinforcements()
    for letter, n in events.items():
        c.state.events[letter] = n
    c.state.stack = []
    c.call("below")
    c.call("reinforcements", side="axis", phase="reinforcements")
    m._after()
    return m


@pytest.fixture
def minsk() -> Match:
    return begun("minsk-pocket")


# ---------------------------------------------------------------------- Groups
def why(m: Match, side: str, name: str) -> str:
    """The rule by which a side cannot choose a Group; empty where it can."""
    found = groups.may_choose(m.c, side, name)
    return "" if found is None else found.rule


@pytest.mark.rule("efs2:8.21", "efs2:8.22", "efs2:8.25")
def test_a_group_is_chosen_in_its_turns_and_with_an_r_result(minsk: Match) -> None:
    m = phase(minsk, 4)
    assert groups.eligible(m.c, "soviet") == []
    assert why(m, "soviet", "G1") == "efs:8.25", "no R in this turn"
    m.c.state.events["R"] = 1
    assert [g.id for g in groups.eligible(m.c, "soviet")] == ["G1", "G2"]
    assert why(m, "soviet", "G3") == "efs:8.22", "from turn 6 on"
    m.c.state.turn = 11
    assert why(m, "soviet", "G2") == "efs:8.22", "up to turn 10"
    assert why(m, "axis", "G1") == "efs:8.22", "no Group of this side"


@EITHER
@pytest.mark.rule("efs2:8.22", "efs2:8.23", "efs2:8.25", "efs1:8.3.1")
def test_one_r_brings_one_group_for_its_points(minsk: Match) -> None:
    m = phase(minsk, 4, R=1)
    assert m.side == "soviet" and refusal(m, "choose G9").rule == "efs2:8.22"
    tank = unit(m, "td-42")
    play(m, "choose G1")
    assert m.c.state.vp == 2 and at(m, "td-42") == "[turn 4]" and tank in waiting(m.c, "soviet")
    assert [m.c.label(h) for h in edge_hexes(m.c, tank)] == m.c.scenario["group"][0]["entry"]
    assert column(m, "mode")[unit(m, "hq-21mc")] == BACK
    assert refusal(m, "choose G2").rule == "efs2:8.25"


@pytest.mark.rule("efs2:8.25")
def test_two_r_bring_two_groups(minsk: Match) -> None:
    m = phase(minsk, 4, R=2)
    play(m, "choose G1")
    play(m, "choose G2")
    assert m.c.state.vp == 3 and at(m, "abb-9") == "[turn 4]"


@EITHER
@pytest.mark.rule("efs2:8.24", "efs1:8.3.1")
def test_units_of_a_group_that_come_later_need_no_further_result(minsk: Match) -> None:
    m = phase(minsk, 6, R=1)
    play(m, "choose G3")
    assert at(m, "rd-111") == "[turn 6]" and at(m, "rd-235") == "[turn 7]" and m.c.state.vp == 2


@EITHER
@pytest.mark.rule("efs2:8.25", "efs1:8.3", "efs1:8.3.2")
def test_the_axis_side_chooses_without_a_die(minsk: Match) -> None:
    row = {"id": "P", "side": "axis", "title": "2nd Panzer Division", "turns": [4, 6], "vp": -4, "units": ["252inf"]}
    m = minsk
    m.c.scenario["group"].append(row)
    try:
        m.c.state.box[unit(m, "252inf")], m.c.state.hex_of[unit(m, "252inf")] = "group P", -1
        m = phase(m, 4)
        play(m, "choose P")
        assert m.c.state.vp == -4 and at(m, "252inf") == "[turn 4]"
    finally:
        m.c.scenario["group"].remove(row)


# ---------------------------------------------------------------------- the pause
@pytest.mark.rule("efs2:R204", "efs2:6.45")
def test_a_logistics_pause_halves_the_points_and_pays_them_back() -> None:
    m = phase(begun("thunder-on-the-dnepr"), 20)
    c, card = m.c, [tables(m.c).logistics("axis", turn)["asp"] for turn in range(20, 29)]
    play(m, "pause")
    assert refusal(m, "pause").rule == "efs2:R204" and c.state.paused == 21
    found = []
    for c.state.turn in range(20, 29):
        found.append(due_points(c, "axis"))
    assert found == [card[0], *(-(-n // 2) for n in card[1:4]), *(n + 1 for n in card[4:8]), card[8]]
    assert due_points(c, "soviet") == tables(c).logistics("soviet", 28)["asp"]


@pytest.mark.rule("efs2:R204")
def test_a_pause_that_was_never_declared_costs_points() -> None:
    m = begun("thunder-on-the-dnepr")
    for m.c.state.turn in (17, 28):
        why_not = pause.may_pause(m.c, "axis")
        assert why_not is not None and why_not.rule == "efs:R204"
    before = m.c.state.vp
    for m.c.state.turn in (29, 30):
        pause.missed(m.c)
    assert m.c.state.vp == before - 6


# ---------------------------------------------------------------------- on the map
@pytest.mark.rule("efs2:8.13", "efs2:21.31")
def test_a_train_is_put_on_the_railroad_where_others_enter() -> None:
    m = position(boxes={"atr-a1": "turn 5"}, scenario="minsk-pocket")
    m.c.scenario["arrival"].append({"side": "soviet", "turn": 5, "units": ["atr-a1"], "entry": ["B1133"]})
    m.c.forget()
    try:
        assert unit(m, "atr-a1") not in waiting(m.c, "soviet")
        m = phase(m, 5)
        assert refusal(m, "place atr-a1 B1139").rule == "efs2:8.13", "no hex of its card"
        play(m, "place atr-a1 B1133")
        assert at(m, "atr-a1") == "B1133"
    finally:
        m.c.scenario["arrival"].pop()
        m.c.forget()


@pytest.mark.rule("efs2:8.42", "efs2:8.44", "efs2:R203")
def test_machine_guns_of_the_card_come_untried_to_their_hexes() -> None:
    m = position({"7pz-pzr": "B3922"}, scenario="smolensk-pocket", boxes={"mg-01": "cup mg", "mg-02": "cup mg"})
    for name in ("mg-01", "mg-02"):
        column(m, "mode")[unit(m, name)] = BACK
    m = phase(m, 14)
    found = [u for u in (unit(m, "mg-01"), unit(m, "mg-02")) if m.c.state.hex_of[u] >= 0]
    assert [m.c.label(m.c.state.hex_of[u]) for u in found] == ["B3127"], "the enemy keeps them out of the other hex"
    assert column(m, "mode")[found[0]] == BACK
    m.c.state.hex_of[unit(m, "7pz-pzr")] = m.c.hex("B1822")
    m.c.touch()
    m = phase(m, 15)
    assert {at(m, "mg-01"), at(m, "mg-02")} == {"B3127", "B3922"}, "it comes as soon as its hex is free"


@pytest.mark.rule("efs2:8.44")
def test_a_machine_gun_without_a_hex_goes_to_a_fortification_in_supply() -> None:
    m = position({"mg-02": "B0420"}, scenario="smolensk-pocket", boxes={"mg-01": "turn 12"})
    m.c.state.works.update(B2331="soviet active", B0420="soviet active")
    m.c.touch()
    m = phase(m, 12)
    assert refusal(m, "place mg-01 B2431").rule == "efs2:8.13", "no fortification"
    assert refusal(m, "place mg-01 B0420").rule == "efs2:8.44", "a machine-gun unit is there"
    play(m, "place mg-01 B2331")
    assert at(m, "mg-01") == "B2331"


# ---------------------------------------------------------------------- withdrawals
def called(units: dict[str, str], rows: list[list[Any]], **more: Any) -> Match:
    """Units in Minsk Pocket of whom a card calls some away in turn 4."""
    m = position(units, scenario="minsk-pocket", turn=4, **more)
    columns = ["turn", "side", "unit", "must", "strength", "returns"]
    m.data.scenario = {**m.data.scenario, "withdrawals": {"columns": columns, "rows": rows}}
    m.c.scenario = m.data.scenario
    m.data.memo.clear()
    return phase(m, 4)


@pytest.mark.rule("efs2:8.51", "efs2:8.54")
def test_who_must_go_is_picked_up_wherever_it_is() -> None:
    rows = [[4, "soviet", n, True, "any", 0] for n in ("rd-5", "rd-23", "hq-11a")]
    m = called({"rd-5": "A4322", "hq-11a": "A4322"}, rows, boxes={"rd-23": "eliminated"})
    assert [at(m, n) for n in ("rd-5", "rd-23", "hq-11a")] == ["[withdrawn]"] * 3


@pytest.mark.rule("efs2:8.53")
def test_a_withdrawal_is_cancelled_for_a_point() -> None:
    rows = [[4, "axis", "stg184", False, "any", 0], [4, "soviet", "rd-5", False, "any", 0]]
    m = called({"stg184": "A1838", "rd-5": "A4322"}, rows)
    assert m.side == "axis" and refusal(m, "end").rule == "efs2:8.51"
    play(m, "keep stg184")
    assert m.c.state.vp == -1 and at(m, "stg184") == "A1838"
    play(m, "end")
    play(m, "keep rd-5")
    assert m.c.state.vp == 0
    assert refusal(m, "keep rd-5").rule == "efs2:8.53"


@pytest.mark.rule("efs2:8.54")
def test_some_withdrawals_cannot_be_cancelled() -> None:
    m = called({}, [[4, "axis", "jg53-i", True, "any", 0]], boxes={"jg53-i": "ready", "jg51-i": "ready"})
    assert refusal(m, "keep jg53-i").rule == "efs2:8.54"


@EITHER
@pytest.mark.rule("efs2:8.52", "efs1:8.6.2")
def test_any_air_unit_of_the_type_may_go_from_any_box() -> None:
    boxes = {"jg53-i": "ready", "jg51-i": "destroyed", "jg27-ii": "ready"}
    m = called({}, [[4, "axis", "jg53-i", True, "any", 0]], boxes=boxes)
    assert sorted(m.c.step.subjects(m.c)) == ["jg51-i", "jg53-i"], "both fly the Bf 109F"
    play(m, "withdraw jg51-i")
    assert at(m, "jg51-i") == "[withdrawn]" and at(m, "jg53-i") == "[ready]"


@pytest.mark.rule("efs2:8.51", "efs2:R247")
def test_who_returns_comes_with_the_steps_that_it_left_with() -> None:
    rows = [[4, "soviet", n, True, "any", 6] for n in ("rd-5", "rd-23")]
    m = called({"rd-5": "A4322"}, rows, boxes={"rd-23": "cadre"}, steps={"rd-5": 1, "rd-23": 0})
    assert at(m, "rd-5") == at(m, "rd-23") == "[turn 6]"
    phase(m, 6)
    assert at(m, "rd-5") == "[turn 6]" and column(m, "steps_left")[unit(m, "rd-5")] == 1
    assert at(m, "rd-23") == "[cadre]" and "rd-23" not in m.c.state.without_step


AROUND = ("A4321", "A4421", "A4422", "A4323", "A4222", "A4221")


@pytest.mark.rule("efs2:8.51", "efs2:R16")
def test_a_like_unit_at_least_as_strong_goes_for_a_surrounded_one() -> None:
    ring = dict(zip(("6inf", "26inf", "5inf", "35inf", "8inf", "28inf"), AROUND, strict=True))
    rows = [[4, "soviet", "rd-33", False, "any", 0]]
    m = called({**ring, "rd-33": "A4322", "rd-24": "B0235", "rd-179": "B0335"}, rows)
    assert withdrawals.surrounded(m.c, unit(m, "rd-33")) and not withdrawals.surrounded(m.c, unit(m, "rd-24"))
    assert refusal(m, "withdraw rd-33").rule == "efs2:8.51"
    assert refusal(m, "withdraw rd-179").rule == "efs2:8.51", "weaker than 4-4"
    play(m, "withdraw rd-24")
    assert at(m, "rd-24") == "[withdrawn]" and at(m, "rd-33") == "A4322"


@pytest.mark.rule("efs2:8.54")
def test_several_units_make_up_the_steps_of_one_that_must_go() -> None:
    ring = dict(zip(("6inf", "26inf", "5inf", "35inf", "8inf", "28inf"), AROUND, strict=True))
    rows = [[4, "soviet", "rd-33", True, "any", 0]]
    m = called({**ring, "rd-33": "A4322", "rd-184": "B0235", "rd-179": "B0335", "rd-24": "B0435"}, rows)
    play(m, "withdraw rd-179")
    assert refusal(m, "end").rule == "efs2:8.51", "one step of two"
    play(m, "withdraw rd-184")
    assert m.c.frame.step == "below" or refusal(m, "withdraw rd-24").rule == "efs2:8.51"


@pytest.mark.rule("efs2:R202")
def test_nobody_goes_for_a_surrounded_unit_that_has_none_like_it() -> None:
    ring = dict(zip(("6inf", "26inf", "5inf", "35inf", "8inf", "28inf"), AROUND, strict=True))
    m = called({**ring, "rd-33": "A4322"}, [[4, "soviet", "rd-33", True, "any", 0]])
    assert at(m, "rd-33") == "A4322" and withdrawals.due(m.c, "soviet") == []


@pytest.mark.rule("efs2:8.51")
def test_missing_steps_are_made_up_by_points_and_by_like_units() -> None:
    m = position({"6inf": "A1838", "26inf": "A1737", "gd": "A1638"}, scenario="minsk-pocket", steps={"6inf": 1})
    m.c.state.points["axis I"] = 1
    columns = ["turn", "side", "unit", "must", "strength", "returns"]
    table = {"columns": columns, "rows": [[4, "axis", "6inf", True, "full", 6]]}
    m.data.scenario = {**m.data.scenario, "withdrawals": table}
    m.c.scenario = m.data.scenario
    m = phase(m, 4)
    lacked = m.c.roster.steps[unit(m, "6inf")] - 2
    assert at(m, "6inf") == "[turn 6]" and m.c.state.points["axis I"] == 0
    assert refusal(m, "end").rule == "efs2:8.51" and refusal(m, "give gd").rule == "efs2:8.51"
    whole = column(m, "steps_left")[unit(m, "26inf")]
    for _ in range(lacked):
        play(m, "give 26inf")
    assert column(m, "steps_left")[unit(m, "26inf")] == whole - lacked


# ---------------------------------------------------------------------- conversions
def converted(units: dict[str, str], rows: list[list[Any]], **more: Any) -> Match:
    """Units in the battle of Yelnya, of whom some are to be converted in turn 34."""
    m = position(units, scenario="yelnya-dukhovshchina", turn=34, **more)
    for name in ("rd-103", "td-1"):
        m.c.state.box[unit(m, name)] = "aside"
    table = {"columns": ["turn", "unit", "into"], "rows": rows}
    m.data.scenario = {**m.data.scenario, "conversions": table}
    m.c.scenario = m.data.scenario
    m.c.touch()
    return m


@pytest.mark.rule("efs2:8.6", "efs2:8.61", "efs2:8.62")
def test_a_conversion_is_made_in_its_turn_where_the_old_unit_is() -> None:
    m = phase(converted({"md-103": "B4825"}, [[34, "md-103", "rd-103"]]), 34)
    assert m.side == "soviet" and refusal(m, "end").rule == "efs2:8.61"
    assert refusal(m, "convert md-103 B4826").rule == "efs2:8.62"
    play(m, "convert md-103 B4825")
    assert at(m, "rd-103") == "B4825" and at(m, "md-103") == "[not in play]"


@pytest.mark.rule("efs2:8.62", "efs2:R17")
def test_the_new_unit_may_go_to_the_active_box() -> None:
    m = phase(converted({"md-103": "B4825"}, [[34, "md-103", "rd-103"]]), 34)
    play(m, "convert md-103 active")
    assert at(m, "rd-103") == "[active]" and column(m, "steps_left")[unit(m, "rd-103")] == 2


@pytest.mark.rule("efs2:8.62")
def test_a_conversion_waits_for_general_supply() -> None:
    m = converted({"md-103": "B4825"}, [[34, "md-103", "rd-103"]])
    m.c.state.supply[unit(m, "md-103")] = OUT
    m.c.touch()
    assert exchanges.due(m.c, "soviet") == []
    m.c.state.supply[unit(m, "md-103")], m.c.state.turn = 0, 36
    m.c.touch()
    assert len(exchanges.due(m.c, "soviet")) == 1


@pytest.mark.rule("efs2:8.63")
def test_a_reduced_unit_becomes_a_reduced_one_and_a_cadre_a_cadre() -> None:
    m = phase(converted({"md-103": "B4825"}, [[34, "md-103", "rd-103"]], steps={"md-103": 1}), 34)
    play(m, "convert md-103 B4825")
    assert column(m, "steps_left")[unit(m, "rd-103")] == 1
    m = phase(converted({}, [[34, "md-103", "rd-103"]], boxes={"md-103": "cadre"}), 34)
    play(m, "convert md-103 cadre")
    assert at(m, "rd-103") == "[cadre]" and column(m, "steps_left")[unit(m, "rd-103")] == 0


@pytest.mark.rule("efs2:8.64")
def test_several_units_become_others_in_one_of_their_places() -> None:
    rows = [[34, ["md-103", "md-1"], ["rd-103", "td-1"]]]
    m = phase(converted({"md-103": "B4825", "md-1": "B4926"}, rows, steps={"md-1": 1}), 34)
    assert refusal(m, "convert md-103 B4827").rule == "efs2:8.64"
    play(m, "convert md-103 B4926")
    assert at(m, "rd-103") == at(m, "td-1") == "B4926"
    steps = column(m, "steps_left")
    whole = sum(m.c.roster.steps[unit(m, n)] for n in ("rd-103", "td-1"))
    assert steps[unit(m, "rd-103")] + steps[unit(m, "td-1")] == min(whole - 1, 3)


@pytest.mark.rule("efs2:8.2", "efs2:8.23", "efs2:8.53")
def test_groups_are_told_by_name_and_price_and_who_may_be_kept() -> None:
    m = Match.new("efs2", "smolensk-pocket", seed=3)
    m.edit({"turn": 14, "phase": "reinforcements soviet"})
    told = {thing.id: (thing.title, thing.note) for thing in m.view("soviet").named()}
    assert told["G5"] == ("34th Army", "Axis +4 VP, 7 units") and not m.view("axis").named()
    m.edit({"turn": 18, "phase": "reinforcements axis"})
    assert m.prompt.text == "680A: called away in this turn. Withdraw; 680A may be kept for 1 VP."


@pytest.mark.rule("efs2:8.61", "efs2:R204", "efs2:8.53")
def test_what_is_due_is_proposed_and_bargains_are_told() -> None:
    m = phase(converted({"md-103": "B4825"}, [[34, "md-103", "rd-103"]]), 34)
    assert str(m.prompt.default) == "convert md-103 B4825" and m.prompt.about == m.c.hex("B4825")
    assert "into 103RD" in m.prompt.text
    m = called({"stg184": "A1838"}, [[4, "axis", "stg184", False, "any", 0]])
    assert m.prompt.default is None and outlook(m.c, Action("keep", ("stg184",))) == "it stays, for 1 VP"
    m = phase(begun("thunder-on-the-dnepr"), 20)
    told = outlook(m.c, Action("pause"))
    assert told == "T21-23 half supply, T24-27 +1", "as much as a line of the list has room for at eighty columns"
    assert pause.bargain(m.c) in m.prompt.text and "up to turn 27" in m.prompt.text
    assert "Nobody can be placed" not in m.prompt.text or m.prompt.rule == "efs2:R204"


@pytest.mark.rule("efs2:R204", "efs2:6.45")
def test_the_pause_is_carried_out_turn_by_turn_as_it_was_told() -> None:
    m = phase(begun("thunder-on-the-dnepr"), 20)
    m.play("pause")
    assert m.c.state.paused == 21
    assert refusal(m, "pause").reason == "The pause was declared for turn 21 on."
    given = []
    for turn in range(20, 29):
        m.c.state.turn = turn
        given.append(pause.points(m.c, "axis", 4))
    assert given == [4, 2, 2, 2, 5, 5, 5, 5, 4]


@pytest.mark.rule("efs2:8.52")
def test_that_like_aircraft_may_go_is_told_and_who_is_called_away_is_left_to_do() -> None:
    m = Match.new("efs2", "campaign", seed=3)
    m.edit({"turn": 3, "phase": "reinforcements soviet"})
    assert m.prompt.text == "54B, 57M: called away in this turn. Withdraw, or others of the type; nobody may be kept."
    called = {task.subject for task in tasks(m.c) if task.what == "units are called away" and task.pressing}
    assert [m.c.roster.short[m.c.unit(name)] for name in sorted(called)] == ["54B", "57M"]
