"""Section 10: flak and ground support aircraft."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.pm.combat.air import points
from engine.play.engagement import Engagement
from engine.play.match import Match
from tests.games.pm.battles import MID, NE, N, S, attack, front, odds, shift_lines
from tests.support.pm_position import column, play, position, refusal

PLANES = {name: "air" for name in ("i-fk", "ii-fk", "viii-fk", "iv-fk", "v-fk")}


def supported(units: dict[str, Any], carries: dict[str, str], defenders: Any = ("rd-001",), **more: Any) -> Match:
    return front(units, defenders, boxes=PLANES | {"6-iak": "air"}, carries=carries, **more)


# ---------------------------------------------------------------------- flak
@pytest.mark.rule("pm:10.1")
def test_flak_halves_soviet_tanks() -> None:
    ids = {"td-001": (5, 5, 8), "td-002": (4, 4, 8), "mrd-001": (3, 3, 8)}
    match = front(dict.fromkeys(ids, N), ["61inf", "i-flak"], side="soviet", identities=ids, tried=list(ids))
    assert odds(match, ["td-001", "td-002"]).attack == 5
    assert odds(match, ["mrd-001"]).attack == 3


@pytest.mark.rule("pm:10.1")
def test_flak_alone_only_defends() -> None:
    ids = {"td-001": (5, 5, 8)}
    match = front({"td-001": N}, ["i-flak", "ii-flak"], side="soviet", identities=ids, tried=["td-001"])
    found = odds(match, ["td-001"])
    assert (found.attack, found.defense) == (5, 6)


@pytest.mark.rule("pm:10.1")
def test_flak_out_of_supply_does_not_halve() -> None:
    ids = {"td-001": (5, 5, 8)}
    ring = {"rd-101": NE, "rd-102": S, "rd-103": "2910N", "rd-104": "2909N", "rd-105": "3110N"}
    match = front({"td-001": N, **ring}, ["61inf", "i-flak"], side="soviet", identities=ids, tried=["td-001"])
    assert odds(match, ["td-001"]).attack == 5
    flown = front(
        {"td-001": N, **ring}, ["61inf", "i-flak"], side="soviet", identities=ids, tried=["td-001"],
        carries={"aerial-1": "61inf"},
    )  # fmt: skip
    assert odds(flown, ["td-001"]).attack == 3


# ---------------------------------------------------------------------- points and limits
@pytest.mark.rule("pm:17.8", "pm:10.2")
def test_points_by_turn() -> None:
    match = position({})
    found = []
    for match.state.turn in range(1, 13):
        found.append(points(match.c, "axis"))
    assert found == [4, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.rule("pm:10.2", "pm:R25")
def test_points_are_added_up_to_the_factors_of_the_stack() -> None:
    both = supported({"61inf": N, "1inf": N}, {"i-fk": "61inf"}, turn=3)
    assert odds(both, ["61inf", "1inf"]).attack == 5 + 5 + 9
    few = supported({"2mg": N, "61inf": NE}, {"i-fk": "2mg"}, turn=3)
    assert odds(few, ["2mg", "61inf"]).attack == 1 + 1 + 5
    two = supported({"61inf": N, "1inf": NE}, {"i-fk": "61inf", "ii-fk": "1inf"}, turn=9)
    assert odds(two, ["61inf", "1inf"]).attack == 5 + 3 + 5 + 3


@pytest.mark.rule("pm:R25", "pm:10.2")
def test_the_limit_counts_after_halving() -> None:
    match = supported({"6pz": N}, {"i-fk": "6pz"}, turn=3, ground={MID: "marsh"})
    assert odds(match, ["6pz"]).attack == 5 + 5


@pytest.mark.rule("pm:10.2", "pm:15.5")
def test_support_counts_on_defense_and_in_mobile_assaults() -> None:
    match = supported({"rd-001": N}, {"i-fk": "61inf"}, ["61inf"], side="soviet", turn=6)
    assert odds(match, ["rd-001"]).defense == 6 + 6
    mobile = supported({"6pz": N}, {"i-fk": "6pz"}, turn=6)
    assert odds(mobile, ["6pz"], kind="mobile").attack == 16


@pytest.mark.rule("pm:10.3", "pm:R25")
def test_the_eighth_shifts_in_favor_of_its_stack() -> None:
    attacking = supported({"61inf": N}, {"viii-fk": "61inf"})
    assert shift_lines(odds(attacking, ["61inf"])) == {"pm:10.3": "1R"}
    defending = supported({"rd-001": N}, {"viii-fk": "61inf"}, ["61inf"], side="soviet")
    assert shift_lines(odds(defending, ["rd-001"])) == {"pm:10.3": "1L"}


@pytest.mark.rule("pm:R51")
def test_aircraft_of_a_stack_that_parts() -> None:
    match = supported({"61inf": N, "1inf": N, "rd-002": "3008N"}, {"viii-fk": "61inf"}, {"rd-001": (1, 1)})
    assert shift_lines(odds(match, ["1inf"])) == {"pm:10.3": "1R"}
    attack(match, "1inf")
    assert column(match, "carries") == {"viii-fk": "1inf"}
    play(match, "end")
    assert shift_lines(odds(match, ["61inf"], at="3008N")) == {}
    again = supported({"61inf": N, "1inf": N}, {"viii-fk": "61inf"})
    column(again, "fought")[again.c.roster.find("61inf")] = 1
    again.c.touch()
    assert shift_lines(odds(again, ["1inf"])) == {}


@pytest.mark.rule("pm:R51", "pm:10.2", "pm:15.5")
def test_aircraft_stay_with_a_unit_that_holds_while_others_assault() -> None:
    match = supported({"6pz": N, "1inf": N}, {"i-fk": "1inf"}, phase="movement", turn=6, dice=[6])
    assert odds(match, ["6pz"], kind="mobile").attack == 16
    play(match, "hold 1inf")
    assert odds(match, ["6pz"], kind="mobile").attack == 10
    play(match, f"assault 6pz {MID}")
    assert column(match, "carries") == {"i-fk": "1inf"}


def _legal(match: Match, verb: str) -> list[str]:
    return [str(a) for a in match.legal if a.verb == verb]


@pytest.mark.rule("pm:R51", "pm:10.2")
def test_aircraft_stay_with_their_unit_when_told_so_and_the_calculation_says_it() -> None:
    match = supported({"61inf": N, "1inf": N, "rd-002": "3008N"}, {"viii-fk": "61inf"}, {"rd-001": (1, 1)})
    assert refusal(match, "stay viii-fk").rule == "pm:R51"
    play(match, f"target {MID}", "add 1inf")
    assert _legal(match, "stay") == ["stay viii-fk"] and not _legal(match, "follow")
    fight = Engagement((match.c.hex(MID),), (match.c.unit("1inf"),))
    plane, view = match.c.unit("viii-fk"), match.view("axis")
    assert view.riders("prepared", fight) == {plane: False}
    assert shift_lines(view.engaged("prepared", fight, {"stay": "viii-fk"})) == {}
    play(match, "stay viii-fk")
    assert match.view("axis").riders("prepared", fight) == {plane: True}
    found = odds(match, ["1inf"])
    assert shift_lines(found) == {} and any("stays with 61I" in line.text for line in found.lines)
    assert shift_lines(match.view("axis").engaged("prepared", fight, {"follow": "viii-fk"})) == {"pm:10.3": "1R"}
    assert match.view("axis").whereabouts(plane).endswith("stays there")
    play(match, "roll")
    assert column(match, "carries") == {"viii-fk": "61inf"}
    assert shift_lines(odds(match, ["61inf"], at="3008N")) == {"pm:10.3": "1R"}, "its own unit has it"


@pytest.mark.rule("pm:R51", "pm:10.2")
def test_aircraft_that_were_told_to_stay_can_be_told_to_follow_and_the_word_ends_with_their_own_attack() -> None:
    match = supported({"61inf": N, "1inf": N}, {"viii-fk": "61inf"}, {"rd-001": (1, 1)})
    play(match, f"target {MID}", "add 1inf", "stay viii-fk", "follow viii-fk")
    assert shift_lines(odds(match, ["1inf"])) == {"pm:10.3": "1R"} and "stays viii-fk" not in column(match, "memory")
    play(match, "stay viii-fk", "add 61inf")
    assert not _legal(match, "stay") and not _legal(match, "follow")
    assert shift_lines(odds(match, ["61inf", "1inf"])) == {"pm:10.3": "1R"}
    play(match, "roll")
    assert not any(key.startswith("stays") for key in column(match, "memory"))


@pytest.mark.rule("pm:R51", "pm:10.2", "pm:15.5")
def test_aircraft_stay_out_of_a_mobile_assault_and_their_unit_may_still_move() -> None:
    match = supported({"6pz": N, "1inf": N}, {"i-fk": "1inf"}, phase="movement", turn=6, dice=[6])
    assert _legal(match, "stay") == ["stay i-fk"] and odds(match, ["6pz"], kind="mobile").attack == 16
    play(match, "stay i-fk")
    assert odds(match, ["6pz"], kind="mobile").attack == 10 and _legal(match, "follow") == ["follow i-fk"]
    best = match.view("axis").prospects()
    assert [p.tally.attack for p in best if len(p.stands) == 1] == [10]
    play(match, f"assault 6pz {MID}")
    assert column(match, "carries") == {"i-fk": "1inf"}
    alone = supported({"1inf": N}, {"i-fk": "1inf"}, phase="movement", turn=6)
    assert not _legal(alone, "stay") and refusal(alone, "stay i-fk").rule == "pm:R51"


@pytest.mark.rule("pm:R51", "pm:10.2")
def test_a_new_commitment_forgets_who_was_to_stay() -> None:
    match = position({"61inf": N, "1inf": N}, phase="commitment", boxes=PLANES, ground={}, carries={"i-fk": "61inf"})
    column(match, "memory")["stays i-fk"] = 1
    play(match, "commit i-fk 1inf")
    assert "stays i-fk" not in column(match, "memory")


@pytest.mark.rule("pm:10.2")
def test_support_does_not_free_from_the_gas_line() -> None:
    match = front({"61inf": "4609N"}, ["rd-001"], at="4610N", boxes=PLANES, carries={"i-fk": "61inf"})
    assert any(line.value == "?" for line in odds(match, ["61inf"], at="4610N").lines)


@pytest.mark.rule("pm:R81", "pm:10.2", "pm:10.3")
def test_one_aircraft_a_hex_supports_even_where_two_have_met() -> None:
    """5 and 5 with 9 points each would have more points than factors; one counts, by choice the VIII."""
    two = {"i-fk": "61inf", "viii-fk": "1inf"}
    match = supported({"61inf": N, "1inf": N}, two, turn=3)
    found = odds(match, ["61inf", "1inf"])
    assert (found.attack, shift_lines(found)) == (5 + 5 + 9, {"pm:10.3": "1R"})
    # Each still goes with its own unit into battles of their own.
    alone = odds(match, ["61inf"])
    assert (alone.attack, shift_lines(alone)) == (5 + 5, {})
    defended = supported({"rd-001": N}, two, ["61inf", "1inf"], side="soviet", turn=3)
    assert odds(defended, ["rd-001"]).defense == 6 + 6 + 9


@pytest.mark.rule("pm:R81", "pm:10.2")
def test_aircraft_that_have_met_part_in_the_next_commitment() -> None:
    units = {"61inf": N, "1inf": N, "6pz": NE}
    carries = {"i-fk": "61inf", "viii-fk": "1inf", "ii-fk": "6pz"}
    match = position(units, phase="commitment", boxes=PLANES, ground={}, carries=carries)
    assert column(match, "carries") == {"viii-fk": "1inf", "ii-fk": "6pz"}
    assert refusal(match, "commit i-fk 61inf").rule == "pm:10.2"


# ---------------------------------------------------------------------- commitment
@pytest.mark.rule("pm:10.2", "pm:6.6")
def test_one_aircraft_a_hex_at_any_distance() -> None:
    units = {"61inf": N, "1inf": N, "6pz": "4609N"}
    match = position(units, phase="commitment", boxes=PLANES, ground={})
    play(match, "commit viii-fk 61inf", "commit i-fk 6pz")
    assert refusal(match, "commit ii-fk 1inf").rule == "pm:10.2"
    assert refusal(match, "commit ii-fk 58inf").rule == "pm:10.2"
    play(match, "commit viii-fk 1inf", "release i-fk")
    assert column(match, "carries") == {"viii-fk": "1inf"}
    assert refusal(match, "release i-fk").rule == "pm:10.2"
    play(match, "end")
    assert match.c.step.id == "movement"


@pytest.mark.rule("pm:10.2")
def test_aircraft_stay_until_they_are_moved() -> None:
    match = position({"61inf": N}, phase="commitment", boxes=PLANES, ground={}, carries={"i-fk": "61inf"})
    play(match, "end")
    assert column(match, "carries") == {"i-fk": "61inf"}


@pytest.mark.rule("pm:10.4", "pm:R18")
def test_the_soviet_aircraft_flies_near_moscow() -> None:
    near, far = "4613N", "3010N"
    units = {"rd-001": near, "rd-002": far}
    match = position(units, side="soviet", phase="commitment", turn=12, boxes={"6-iak": "air"}, weather="snow")
    assert refusal(match, "commit 6-iak rd-002").rule == "pm:10.4"
    play(match, "commit 6-iak rd-001")
    assert points(match.c, "soviet") == 5
    play(match, "end")
    assert match.c.step.id == "movement"


@pytest.mark.rule("pm:10.4")
def test_soviet_support_has_five_points_and_no_shift() -> None:
    ids = {"rd-001": (6, 6, 5)}
    match = front(
        {"rd-001": "4614N"}, ["61inf"], at="4613N", side="soviet", turn=12, boxes={"6-iak": "air"}, ground=None,
        carries={"6-iak": "rd-001"}, identities=ids, tried=["rd-001"], weather="frost",
    )  # fmt: skip
    found = odds(match, ["rd-001"], at="4613N")
    assert found.attack == 11
    assert not any(line.rule == "pm:10.3" for line in found.lines)


@pytest.mark.rule("pm:10.2", "pm:10.4")
def test_without_aircraft_the_phase_passes() -> None:
    assert position({"61inf": N}, phase="commitment", ground={}).c.step.id == "movement"
