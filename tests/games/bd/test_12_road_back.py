"""Chapter 12: what The Road Back does its own way, from its start and from positions with nothing in them but that."""

from __future__ import annotations

import pytest

from engine.games.bd.combat.advance import _second_from
from engine.games.bd.movement.allowance import bound
from engine.games.bd.stalingrad import look, reward
from engine.games.bd.state import FIGHT_MOVE, OFFENSIVE, OVERLAND
from engine.games.bd.supply import state_of
from engine.games.bd.victory.siege import settle_siege
from engine.play.match import Match
from tests.support.bd_position import play, position, refusal, unit


def road_back() -> Match:
    """The scenario at its start."""
    return Match.new("bd", "road-back")


# ---------------------------------------------------------------------- the first turn
@pytest.mark.rule("bd:12.1", "bd:12.2", "bd:12.3", "bd:12.8", "bd:R81")
def test_the_first_turn_is_one_soviet_assault_phase() -> None:
    match = road_back()
    s = match.c.state
    assert (s.turn, match.side, match.c.step.id, s.order) == (13, "soviet", "combat", FIGHT_MOVE)
    play(match, "end")
    assert (match.c.state.turn, match.side, match.over) == (14, "axis", False)
    assert match.c.state.vp == 33 and match.c.state.mech_steps + match.c.state.foot_steps > 0


@pytest.mark.rule("bd:12.8", "bd:7.10")
def test_southern_units_attack_with_offensive_supply_and_no_others() -> None:
    match = road_back()
    c = match.c
    assert state_of(c, unit(match, "5t")) == OFFENSIVE and state_of(c, unit(match, "3t")) == OVERLAND
    assert refusal(match, "target 1809").rule == "bd:11.1"
    play(match, "target 2502")
    assert refusal(match, "add 20ra").rule == "bd:12.8"
    play(match, "add 66ra", "cancel", "end")
    assert state_of(c, unit(match, "5t")) == OVERLAND


@pytest.mark.rule("bd:12.2", "bd:5.7")
def test_no_shift_to_the_left_on_the_first_turn() -> None:
    match = road_back()
    play(match, "target 2502", "add 66ra")
    lines = match.view("soviet").tally("prepared", [unit(match, "66ra")], match.c.hex("2502")).lines
    assert "bd:5.7" not in {line.rule for line in lines}


@pytest.mark.rule("bd:12.4")
def test_replacements_come_from_turn_14_on() -> None:
    early = position({"3ra": "1606"}, scenario="road-back", side="soviet", phase="reinforcement", turn=13)
    late = position({"3ra": "1606"}, scenario="road-back", side="soviet", phase="reinforcement", turn=14)
    assert (early.c.state.mech_steps, early.c.state.foot_steps) == (0, 0)
    assert (late.c.state.mech_steps, late.c.state.foot_steps) == (4, 8)


@pytest.mark.rule("bd:12.5", "bd:11.32")
def test_soviet_mechanized_units_advance_two_hexes_from_the_first_turn_on() -> None:
    match = road_back()
    assert _second_from(match.c) == 13
    match.c.scenario = {**match.c.scenario, "advance": {"soviet_two_hexes": 15}}
    assert _second_from(match.c) == 15


# ---------------------------------------------------------------------- Fortress Stalingrad
def stalingrad(turn: int = 14, *, cut_off: bool = True) -> Match:
    """The 6th Army in the city: with the Soviet side in Dnepropetrovsk it has no line (7.4)."""
    gate = {"3ra": "2607"} if cut_off else {"1inf": "2607"}
    units = {"14pz": "2501", "51inf": "2501", "48pz": "2502", **gate}
    return position(units, scenario="road-back", turn=turn, fortresses=["2501"])


@pytest.mark.rule("bd:12.7")
def test_units_without_overland_supply_in_stalingrad_neither_move_nor_attack() -> None:
    match = stalingrad()
    look(match.c)
    refused = bound(match.c, unit(match, "14pz"))
    assert refused is not None and refused.rule == "bd:12.7"
    assert refusal(match, "move 14pz 2500").rule == "bd:12.7"
    assert bound(match.c, unit(match, "48pz")) is None
    # It stays so for the whole turn, wherever a retreat may lead them and whatever becomes of the line.
    match.c.state.hex_of[unit(match, "14pz")] = match.c.hex("2503")
    match.c.touch()
    assert bound(match.c, unit(match, "14pz")) is not None


@pytest.mark.rule("bd:12.7")
def test_units_that_stand_fast_make_no_prepared_assault() -> None:
    match = position(
        {"14pz": "2501", "48pz": "2402", "3ra": "2607", "62ra": "2401"}, scenario="road-back", phase="combat",
        order="fight-move", turn=14,
    )  # fmt: skip
    look(match.c)
    play(match, "target 2401")
    assert refusal(match, "add 14pz").rule == "bd:12.7"


@pytest.mark.rule("bd:12.7")
def test_the_order_ends_for_good_once_a_turn_begins_in_supply() -> None:
    match = stalingrad(cut_off=False)
    look(match.c)
    assert bound(match.c, unit(match, "14pz")) is None and match.c.state.stand_ended
    match = stalingrad()
    match.c.state.stand_ended = 1
    look(match.c)
    assert bound(match.c, unit(match, "14pz")) is None
    match = stalingrad(turn=13)
    look(match.c)
    assert bound(match.c, unit(match, "14pz")) is None


@pytest.mark.rule("bd:12.7")
def test_each_turn_finds_the_force_anew() -> None:
    match = stalingrad()
    look(match.c)
    match.c.state.hex_of[unit(match, "51inf")] = match.c.hex("2503")
    match.c.touch()
    look(match.c)
    assert bound(match.c, unit(match, "51inf")) is None and bound(match.c, unit(match, "14pz")) is not None


@pytest.mark.parametrize(("turn", "more"), [(14, 0), (15, 2), (20, 2)])
@pytest.mark.rule("bd:12.7")
def test_a_german_stalingrad_brings_two_points_a_turn_from_turn_15_on(turn: int, more: int) -> None:
    match = stalingrad(turn)
    before = match.c.state.vp
    reward(match.c)
    assert match.c.state.vp - before == more
    match.c.state.control["2501"] = "soviet"
    reward(match.c)
    assert match.c.state.vp - before == more


# ---------------------------------------------------------------------- the siege of Leningrad
@pytest.mark.rule("bd:12.13")
def test_the_siege_costs_a_point_when_nobody_stands_beside_the_city() -> None:
    units = {"23ra": "1011", "54ra": "1009", "26inf": "1111"}
    match = position(units, scenario="road-back", side="soviet", turn=16)
    before = match.c.state.vp
    settle_siege(match.c)
    assert match.c.state.vp == before
    match.c.state.hex_of[unit(match, "26inf")] = match.c.hex("1211")
    match.c.touch()
    settle_siege(match.c)
    settle_siege(match.c)
    assert match.c.state.vp == before - 1


@pytest.mark.parametrize(("where", "again"), [("1110", 1), ("1111", 1), ("1010", 0), ("1211", 0)])
@pytest.mark.rule("bd:12.13")
def test_the_siege_begins_anew_in_two_hexes(where: str, again: int) -> None:
    match = position(
        {"23ra": "1011", "54ra": "1009", "26inf": where}, scenario="road-back", side="soviet", turn=16,
        memory={"siege lifted": 1},
    )  # fmt: skip
    before = match.c.state.vp
    settle_siege(match.c)
    assert match.c.state.vp == before + again


@pytest.mark.rule("bd:12.13", "bd:7.14")
def test_cutting_the_city_off_is_a_siege_too() -> None:
    match = position(
        {"23ra": "1011", "26inf": "1211"}, scenario="road-back", side="soviet", turn=16, memory={"siege lifted": 1},
        zones={"supply_soviet": []},
    )  # fmt: skip
    before = match.c.state.vp
    settle_siege(match.c)
    assert match.c.state.vp == before + 1


@pytest.mark.rule("bd:12.13")
def test_the_point_is_safe_once_leningrad_was_german() -> None:
    match = position({"26inf": "1011", "54ra": "1009"}, scenario="road-back", turn=16)
    settle_siege(match.c)
    match.c.state.hex_of[unit(match, "26inf")] = match.c.hex("1311")
    match.c.state.control["1011"] = "soviet"
    match.c.touch()
    before = match.c.state.vp
    settle_siege(match.c)
    assert match.c.state.vp == before


@pytest.mark.rule("bd:12.13")
def test_no_other_scenario_knows_the_siege() -> None:
    match = position({"23ra": "1011", "54ra": "1009"}, side="soviet")
    before = match.c.state.vp
    settle_siege(match.c)
    assert match.c.state.vp == before


@pytest.mark.rule("bd:12.2", "bd:5.2")
def test_the_outline_of_the_first_turn_has_one_phase() -> None:
    match = road_back()
    assert [line.id for line in match.view("soviet").outline() if line.title] == ["soviet-turn", "soviet-first"]
    play(match, "end")
    assert "axis-segment" in [line.id for line in match.view("axis").outline()]


@pytest.mark.rule("bd:12.3", "bd:12.7", "bd:12.13", "bd:4.13")
def test_the_score_tells_what_may_still_come() -> None:
    match = road_back()
    score = match.view("soviet").score()
    assert score.total == 33 and {"bd:12.7", "bd:12.13", "bd:4.13", "bd:4.5", "bd:4.6", "bd:4.7", "bd:4.8"} <= {
        line.rule for line in score.open
    }
