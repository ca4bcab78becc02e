"""Section 6: stacking."""

from __future__ import annotations

import pytest

from engine.games.pm.movement.stacking import fits, limit, overstacked, quarters
from engine.play.match import Match
from tests.support.pm_position import at, hexes, play, position, refusal, unit

BEGINNERS = {"rules": "beginners"}
DIVISIONS = ("269inf", "290inf", "291inf", "61inf", "217inf", "58inf", "1inf", "11inf", "21inf", "126inf", "30inf")
BATTALIONS = ("185stg", "184stg", "210stg", "192stg", "203stg")


def together(match: Match, *names: str, label: str = "2510N") -> str:
    """The rule that keeps units from being in one hex, or nothing."""
    found = fits(match.c, [unit(match, n) for n in names], hexes(match, label)[0])
    return found.rule if found else ""


@pytest.mark.rule("pm:6.1", "pm:6.4")
def test_five_units_a_hex() -> None:
    match = position(ground={})
    assert together(match, *DIVISIONS[:5]) == ""
    assert together(match, *DIVISIONS[:6]) == "pm:6.1"
    # Every Soviet unit is one unit, brigades too.
    assert together(match, "rd-001", "rb-001", "tb-001", "cd-001", "td-001") == ""
    assert together(match, "rd-001", "rb-001", "rb-002", "rb-003", "tb-001", "tb-002") == "pm:6.1"


@pytest.mark.rule("pm:6.3")
def test_three_divisions_and_four_battalions_leave_room_for_two_brigades_or_a_division() -> None:
    match = position(ground={})
    stack = (*DIVISIONS[:3], *BATTALIONS[:4])
    assert sum(quarters(match.c, unit(match, n)) for n in stack) == 16
    assert together(match, *stack) == ""
    assert together(match, *stack, "900lehr", "fg") == ""
    assert together(match, *stack, "1inf") == ""
    assert together(match, *stack, "900lehr", "fg", "1inf") == "pm:6.1"
    assert together(match, *stack, BATTALIONS[4]) == "pm:6.3"


@pytest.mark.rule("pm:6.3", "pm:14.41")
def test_corps_and_the_siege_artillery_are_whole_units() -> None:
    match = position(ground={})
    assert [quarters(match.c, unit(match, n)) for n in ("hf", "i-flak", "arko", "gd", "1pz")] == [4, 4, 4, 1, 4]


@pytest.mark.rule("pm:6.3", "pm:6.4", "pm:R29")
def test_beginners_count_every_unit_as_one() -> None:
    match = position(ground={}, options=BEGINNERS)
    assert together(match, *BATTALIONS) == ""
    assert together(match, *BATTALIONS, "1pz") == "pm:6.1"


@pytest.mark.rule("pm:6.5")
def test_ten_units_in_a_city() -> None:
    match = position(ground={}, places={"2510N": "city", "2512N": "large town"})
    city, town = hexes(match, "2510N", "2512N")
    assert (limit(match.c, city), limit(match.c, town)) == (40, 20)
    assert together(match, *DIVISIONS[:10]) == ""
    assert together(match, *DIVISIONS[:11]) == "pm:6.5"


@pytest.mark.rule("pm:6.6")
def test_aircraft_count_nothing() -> None:
    match = position(ground={})
    plane = next(i for i, kind in zip(match.c.roster.ids, match.c.roster.kind, strict=True) if kind == "ground support")
    assert together(match, *DIVISIONS[:5], plane) == ""


@pytest.mark.rule("pm:6.2")
def test_the_limit_holds_at_the_end_of_the_phase_and_the_opponent_removes_the_excess() -> None:
    units = {name: "2510N" for name in DIVISIONS[:5]} | {DIVISIONS[5]: "2511N", "rd-001": "2525N"}
    match = position(units, ground={})
    play(match, f"move {DIVISIONS[5]} 2510N")
    assert [match.c.label(h) for h in overstacked(match.c, "axis")] == ["2510N"]
    play(match, "end")
    assert (match.side, match.state.stack[-1].step) == ("soviet", "overstack")
    assert refusal(match, "remove rd-001").rule == "pm:6.2"
    events = play(match, f"remove {DIVISIONS[0]}")
    assert [e.rule for e in events if e.kind == "eliminated"] == ["pm:6.2"]
    assert at(match, DIVISIONS[0]) == "[eliminated]"
    assert match.state.stack[-1].step != "overstack"


@pytest.mark.rule("pm:6.2")
def test_any_number_may_pass_through() -> None:
    units = {name: "2510N" for name in DIVISIONS[:5]} | {DIVISIONS[5]: "2511N"}
    match = position(units, ground={})
    play(match, f"move {DIVISIONS[5]} 2509N")
    assert overstacked(match.c, "axis") == []


@pytest.mark.rule("pm:6.2", "pm:6.3")
def test_no_more_units_are_removed_than_needed() -> None:
    # Five battalions beside a division: one battalion is too many, the division is not the opponent's to take.
    units = {"1inf": "2510N", BATTALIONS[4]: "2511N"} | {name: "2510N" for name in BATTALIONS[:4]}
    match = position(units, ground={})
    play(match, f"move {BATTALIONS[4]} 2510N", "end")
    assert refusal(match, "remove 1inf").rule == "pm:6.2"
    play(match, f"remove {BATTALIONS[0]}")
    assert match.state.stack[-1].step != "overstack"


@pytest.mark.rule("pm:7.3", "pm:R49", "pm:6.2")
def test_the_opponent_mends_a_forbidden_mixture_too() -> None:
    match = position({"ro-6inf": "2510S", "1inf": "2510S", "11inf": "2511S"}, ground={})
    play(match, "move 11inf 2510S", "end")
    assert match.state.stack[-1].step == "overstack"
    play(match, "remove 1inf")
    assert match.state.stack[-1].step != "overstack"


@pytest.mark.rule("pm:6.2")
def test_a_full_stack_of_foes_is_not_to_be_touched() -> None:
    match = position({f"rd-00{n}": "2510N" for n in range(1, 7)}, side="axis", ground={})
    # Only the side whose phase ends is looked at.
    play(match, "end")
    assert match.state.stack[-1].step != "overstack"


@pytest.mark.rule("pm:6.2", "pm:R29")
def test_beginners_may_take_a_unit_of_any_nation_from_an_overstacked_hex() -> None:
    units = {name: "2510S" for name in DIVISIONS[:5]} | {"ro-6inf": "2511S"}
    match = position(units, ground={}, options=BEGINNERS)
    play(match, "move ro-6inf 2510S", "end")
    assert match.state.stack[-1].step == "overstack"
    assert match.check(f"remove {DIVISIONS[0]}") is None and match.check("remove ro-6inf") is None


@pytest.mark.rule("pm:6.2", "pm:6.4")
def test_the_german_player_takes_what_is_too_many_of_a_soviet_stack() -> None:
    units = {f"rd-00{n}": "2510N" for n in range(1, 6)} | {"rb-001": "2511N", "1inf": "2525N"}
    match = position(units, side="soviet", ground={})
    play(match, "move rb-001 2510N", "end")
    assert (match.side, match.state.stack[-1].step) == ("axis", "overstack")
    play(match, "remove rd-003")
    assert at(match, "rd-003") == "[eliminated]" and match.state.stack[-1].step != "overstack"
