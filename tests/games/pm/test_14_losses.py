"""14.23, 14.32, 14.35 to 14.38, 14.41: who loses what."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.pm.combat.odds import outcome
from tests.games.pm.battles import MID, NE, N, S, attack, front, odds, result
from tests.support.pm_position import at, column, play, refusal, steps, unit


@pytest.mark.rule("pm:14.35", "pm:2.16")
def test_every_step_satisfies_one_increment() -> None:
    """Flipping a two-step unit satisfies one of a result of 2, eliminating it the whole result."""
    match = front({"61inf": N}, {"rd-001": (1, 5)}, dice=[3])
    assert result(attack(match)) == "2/0"
    assert at(match, "61inf") == "[eliminated]"


@pytest.mark.rule("pm:14.35")
def test_the_owner_chooses_who_loses() -> None:
    match = front({"61inf": N, "291inf": N}, {"rd-001": (1, 3)}, dice=[1])
    assert result(attack(match)) == "2/1"
    # The defender's only unit needed no question; the attacker chooses unit by unit.
    assert at(match, "rd-001") == "[eliminated]"
    assert match.side == "axis"
    play(match, "lose 61inf")
    assert (steps(match, "61inf"), steps(match, "291inf")) == (1, 1)


@pytest.mark.rule("pm:14.35")
def test_the_first_loss_of_an_attack_with_panzers_is_a_panzer_step() -> None:
    match = front({"6pz": N, "36mot": N, "61inf": N, "185stg": N}, {"rd-001": (1, 7)}, dice=[2])
    assert result(attack(match)) == "1/1"
    assert (steps(match, "6pz"), steps(match, "36mot"), steps(match, "61inf")) == (3, 4, 2)


@pytest.mark.rule("pm:14.35")
def test_assault_guns_recon_and_motorized_infantry_are_no_tanks() -> None:
    match = front({"36mot": N, "185stg": N, "61inf": N}, {"rd-001": (1, 6)}, dice=[3])
    assert result(attack(match)) == "1/1"
    assert refusal(match, "lose 185stg").rule == "pm:14.35"
    assert {"lose 36mot", "lose 61inf"} <= {str(a) for a in match.legal}


@pytest.mark.rule("pm:14.35")
def test_no_unit_is_eliminated_before_all_are_down_to_one_step() -> None:
    match = front({"2mg": N, "61inf": N, "1inf": N}, {"rd-001": (1, 5)}, dice=[2])
    assert result(attack(match)) == "2/1"
    assert refusal(match, "lose 2mg").rule == "pm:14.35"
    play(match, "lose 61inf")
    assert (steps(match, "2mg"), steps(match, "61inf"), steps(match, "1inf")) == (1, 1, 1)


@pytest.mark.rule("pm:R37", "pm:14.35")
def test_the_only_tank_unit_goes_first_even_with_its_last_step() -> None:
    soviet = front(
        {"td-001": N, "1grd": N}, ["61inf", "1inf"], side="soviet", identities={"td-001": (5, 5, 8)}, dice=[3]
    )
    assert result(attack(soviet)) == "2/0"
    assert at(soviet, "td-001") == "[eliminated]"
    assert steps(soviet, "1grd") == 1


@pytest.mark.rule("pm:14.36", "pm:R38")
def test_two_brigades_for_one_increment() -> None:
    """The example of 14.36: 1 loss point, both brigades are eliminated."""
    match = front({"6pz": N}, {"rb-001": (1, 1), "rb-002": (1, 2)}, dice=[2])
    assert result(attack(match)) == "1/1"
    assert (at(match, "rb-001"), at(match, "rb-002")) == ("[eliminated]", "[eliminated]")


@pytest.mark.rule("pm:14.36", "pm:R38")
def test_an_odd_half_costs_one_more_step() -> None:
    match = front({"6pz": N, "7pz": N}, {"cd-001": (1, 2), "rd-001": (1, 3)}, dice=[1])
    assert result(attack(match)) == "1/1"
    assert match.side == "soviet"
    play(match, "lose cd-001")
    assert at(match, "rd-001") == "[eliminated]"


@pytest.mark.rule("pm:14.36", "pm:R38")
def test_steps_of_guards_cavalry_count_half_each() -> None:
    match = front({"6pz": N, "61inf": N}, ["1gcd", "2gcd"], dice=[1])
    assert result(attack(match)) == "2/0"
    again = front({"6pz": N, "61inf": N}, ["1gcd", "2gcd"], dice=[3])
    assert result(attack(again)) == "1/1"
    play(again, "lose 1gcd")
    assert (steps(again, "1gcd"), steps(again, "2gcd")) == (1, 1)


@pytest.mark.rule("pm:14.32", "pm:14.35")
def test_the_defender_loses_before_the_attacker() -> None:
    match = front({"61inf": N, "1inf": N}, {"rd-001": (1, 3), "rd-002": (1, 1)}, dice=[2])
    events = attack(match)
    assert result(events) == "2/1"
    assert match.side == "soviet"
    events = play(match, "lose rd-002")
    assert at(match, "rd-002") == "[eliminated]"
    assert match.side == "axis"


@pytest.mark.rule("pm:14.35")
def test_all_takes_the_losses_as_proposed() -> None:
    match = front({"6pz": N, "7pz": N, "36mot": N}, {"rd-001": (1, 9), "rd-002": (1, 9), "rd-003": (1, 9)}, dice=[3])
    assert result(attack(match)) == "3/0"
    play(match, "all")
    assert steps(match, "6pz") + steps(match, "7pz") + steps(match, "36mot") == 12 - 3
    assert steps(match, "6pz") + steps(match, "7pz") < 8


@pytest.mark.rule("pm:14.37")
def test_zero_hurts_nobody() -> None:
    match = front({"6pz": N}, {"rd-001": (1, 3)}, dice=[6])
    attack(match)
    assert steps(match, "6pz") == 4


@pytest.mark.rule("pm:14.38", "pm:14.10")
def test_e_eliminates_everybody() -> None:
    match = front({"6pz": N, "7pz": NE}, {"rd-001": (1, 1), "rd-002": (1, 1)})
    assert result(attack(match)) == "0/E"
    assert (at(match, "rd-001"), at(match, "rd-002")) == ("[eliminated]", "[eliminated]")


# ---------------------------------------------------------------------- cities and siege artillery
@pytest.mark.rule("pm:14.23", "pm:R32")
@pytest.mark.parametrize(
    ("printed", "city"), [("1/1", "2/2"), ("0/3", "1/6"), ("3/0", "6/1"), ("4/0", "8/1"), ("0/E", "1/E")]
)
def test_a_city_doubles_losses_and_makes_zero_one(printed: str, city: str) -> None:
    match = front({"61inf": N}, places={MID: "city"})
    assert outcome(match.c, match.c.board.find(MID), printed, False) == city
    assert outcome(match.c, match.c.board.find(N), printed, False) == printed


@pytest.mark.rule("pm:14.23", "pm:R32")
def test_a_battle_in_a_city() -> None:
    match = front({"6pz": N, "7pz": N, "8pz": N}, {"rd-001": (1, 6), "rd-002": (1, 1)}, places={MID: "city"}, dice=[5])
    assert result(attack(match)) == "2/4"
    assert at(match, "rd-001") == at(match, "rd-002") == "[eliminated]"


@pytest.mark.rule("pm:14.41", "pm:R31")
@pytest.mark.parametrize(
    ("printed", "raised", "in_city"), [("1/1", "1/2", "2/4"), ("2/0", "2/1", "4/2"), ("0/E", "0/E", "1/E")]
)
def test_siege_artillery_raises_the_result_before_the_city_doubles_it(printed: str, raised: str, in_city: str) -> None:
    match = front({"61inf": N}, places={MID: "city"})
    assert outcome(match.c, match.c.board.find(N), printed, True) == raised
    assert outcome(match.c, match.c.board.find(MID), printed, True) == in_city


@pytest.mark.rule("pm:14.41", "pm:R54")
def test_siege_artillery_helps_those_it_is_stacked_with_once() -> None:
    match = front({"61inf": N, "1inf": N, "arko": N}, {"rd-001": (1, 5)}, places={MID: "large town"}, dice=[6, 1])
    assert any(line.rule == "pm:14.41" for line in odds(match, ["61inf"]).lines)
    # 1:1 after the shift of the large town; 1/2 becomes 1/3.
    assert result(attack(match)) == "1/3"
    assert column(match, "fought")[unit(match, "arko")] == 1
    assert steps(match, "arko") == 1


@pytest.mark.rule("pm:14.41")
@pytest.mark.parametrize(
    ("more", "helps"),
    [
        ({"places": {MID: "city"}}, True), ({"places": {MID: "town"}}, False), ({}, False),
        ({"forts_at": {MID: "fort"}}, True), ({"forts_at": {MID: "heavy fort"}}, True),
        ({"forts_at": {MID: "stalin line"}}, False),
    ],
)  # fmt: skip
def test_where_siege_artillery_helps(more: dict[str, Any], helps: bool) -> None:
    match = front({"61inf": N, "arko": N, "1inf": S}, **more)
    assert any(line.rule == "pm:14.41" for line in odds(match, ["61inf"]).lines) is helps
    assert not any(line.rule == "pm:14.41" for line in odds(match, ["1inf"]).lines)


@pytest.mark.rule("pm:R83", "pm:14.41", "pm:9.20")
def test_siege_artillery_needs_a_marker_of_a_supply_concentration() -> None:
    units = {"61inf": N, "arko": N}
    more: dict[str, Any] = {"places": {MID: "city"}, "memory": {"concentration": 1}}
    without, marked = front(units, marked=["61inf"], **more), front(units, marked=["61inf", "arko"], **more)
    assert not any(line.rule == "pm:14.41" for line in odds(without, ["61inf"]).lines)
    assert any(line.rule == "pm:14.41" for line in odds(marked, ["61inf"]).lines)


@pytest.mark.rule("pm:14.35", "pm:R29")
def test_beginners_share_losses_as_they_like() -> None:
    match = front({"6pz": N, "2mg": N}, {"rd-001": (1, 3)}, dice=[1], options={"rules": "beginners"})
    attack(match)
    play(match, "lose 2mg")
    assert (at(match, "2mg"), steps(match, "6pz")) == ("[eliminated]", 3)


@pytest.mark.rule("pm:15.12", "pm:14.36")
def test_cavalry_of_a_mobile_assault_is_spent_and_satisfies_nothing() -> None:
    match = front(
        {"cd-001": N, "1gcd": N, "td-001": N}, ["61inf"], side="soviet", phase="movement",
        identities={"cd-001": (3, 2, 7), "td-001": (5, 4, 8)}, dice=[3],
    )  # fmt: skip
    play(match, "pick cd-001", "pick 1gcd", "pick td-001", f"assault td-001 {MID}")
    assert (at(match, "cd-001"), steps(match, "1gcd")) == ("[eliminated]", 1)
    # 12 to 6, a 3: 1/1. The tank division pays it, the spent cavalry does not count; nobody may retreat.
    assert at(match, "td-001") == "[eliminated]"
    assert steps(match, "61inf") == 1
